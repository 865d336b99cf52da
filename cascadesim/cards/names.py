"""Names as people type them: folding, slash spellings, and what an unknown name may have meant."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

# What decomposition (NFKD) leaves alone.
_LETTERS = str.maketrans(
    {
        "Æ": "Ae", "æ": "ae", "Œ": "Oe", "œ": "oe", "Ø": "O", "ø": "o", "Đ": "D", "đ": "d", "Ł": "L", "ł": "l",
        "‘": "'", "’": "'", "‛": "'", "′": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"',
        "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-", "꞉": ":",
    }
)  # fmt: skip
_SLASHES = re.compile(r"\s*/{1,3}\s*|\s+&\s+|(?<=\w)\s*[+＋]\s*(?=\w)")


def fold(name: str) -> str:
    """Fold case, accents, ligatures, quotes, dashes and spaces.

    >>> fold("LIM-DÛL’S  Vault") == fold("Lim-Dul's Vault")
    True
    """
    decomposed = unicodedata.normalize("NFKD", name.translate(_LETTERS))
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return " ".join(bare.casefold().split())


def with_double_slash(name: str) -> str:
    """Spell a card of two halves as the card table does.

    >>> with_double_slash("Fire/Ice"), with_double_slash("Fire /// Ice"), with_double_slash("Fire & Ice")
    ('Fire // Ice', 'Fire // Ice', 'Fire // Ice')
    """
    return _SLASHES.sub(" // ", name)


def closest(name: str, names: Collection[str], limit: int = 3) -> list[str]:
    """Return the folded names closest to a folded name, best first; none where nothing is near.

    Misspellings first; where there is none, names that hold all the words, the shortest first.
    """
    from rapidfuzz import fuzz, process

    misspelt = process.extract(name, list(names), scorer=fuzz.ratio, limit=limit, score_cutoff=80)
    if misspelt:
        return [match for match, _, _ in misspelt]
    words = set(name.split())
    rarest = max(words, key=len, default=" ")
    holding = (other for other in names if rarest in other and words <= set(other.replace(",", "").split()))
    return sorted(holding, key=len)[:limit]
