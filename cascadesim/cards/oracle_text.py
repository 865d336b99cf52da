"""What the rules text of a card says of cascade, kicker, discover, prototype and a few marks.

Text in, facts out, in the words of the card table. Keyword arrays of card files hold a word once, however often the
card has it, so they are not read. Reminder text is left out first. Gaps in patterns are bounded, so that no text of
evil intent takes long.
"""

from __future__ import annotations

import re

_REMINDER = re.compile(r"\([^()]*\)")
_SENTENCE = re.compile(r"[.:\"“”]|\b(?:has|have|gains?|with|is|are)\b", re.IGNORECASE)
_KICKER = re.compile(r"kicker(?:—| (?=\{))(?P<cost>[^.]+)", re.IGNORECASE)
_MULTIKICKER = re.compile(r"multikicker(?:—| (?=\{))(?P<cost>[^.]+)", re.IGNORECASE)
_PROTOTYPE = re.compile(r"prototype (?P<cost>(?:\{[^{}]+\})+)", re.IGNORECASE)
_DISCOVER = re.compile(r"\bdiscovers? (?P<n>\d+|X)\b|\bdiscover again\b", re.IGNORECASE)
_ON_ENTERING = re.compile(
    r"when(?:ever)? [^,.]{1,200} enters(?: the battlefield)?(?: or [^,.]{1,99})?(?:, if you cast it)?, discover \d",
    re.IGNORECASE,
)
_ON_RESOLVING = re.compile(r"(?:^|\. )(?:then )?discover \d", re.IGNORECASE)
_EVERY_TYPE = re.compile(r"(?!enchanted |equipped |target |each )[^,.]* is every creature type ?\.?", re.IGNORECASE)
_X_COUNTERS = re.compile(r"\benters\b[^.]{1,200}\+1/\+1 counter", re.IGNORECASE)
_BASIC_TYPES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
_FETCH = re.compile(
    r"\bsacrifice [^.:]{1,200}(?::|\. when you do,) search your library for [^.]{1,99}"
    rf"\b(?:basic|{'|'.join(_BASIC_TYPES)})\b[^.]{{1,200}} onto the battlefield",
    re.IGNORECASE,
)
_ADDED = re.compile(r"\badds? [^.]*", re.IGNORECASE)
_ANY_COLOR = re.compile(
    r"\bany (?:one )?(?:color|type)|\bany combination|\b(?:chosen|that|the same) (?:color|type)", re.IGNORECASE
)


def text_lines(text: str) -> list[str]:
    r"""Return the lines of a rules text without reminder text.

    >>> text_lines("Haste (It can attack at once.)\nCascade")
    ['Haste', 'Cascade']
    """
    return [bare for line in _REMINDER.sub("", text).splitlines() if (bare := " ".join(line.split()))]


def keywords(text: str) -> list[str]:
    r"""Return the keywords that a card has itself, in lower case, as often as it has them.

    >>> keywords("Flying, haste\nCascade, cascade (When you cast this spell, ...)\nSpells you cast have cascade.")
    ['flying', 'haste', 'cascade', 'cascade']
    """
    lines = [line for line in text_lines(text) if not _SENTENCE.search(line)]
    return [word.strip().lower() for line in lines for word in re.split("[,;]", line)]


def cascades(text: str) -> int:
    """Return how many instances of cascade are printed; none that is granted or has a condition (CR 702.85c)."""
    return keywords(text).count("cascade")


def kicker(text: str) -> str:
    """Return the kicker cost, two of them joined by ``//``, what is not mana in words; "" where there is none.

    >>> kicker("Kicker {2}{U} and/or {1}{B}"), kicker("Kicker—{2}{R}, Sacrifice a land.")
    ('{2}{U} // {1}{B}', '{2}{R} and sacrifice a land')
    """
    return _cost(_KICKER, text)


def multikicker(text: str) -> str:
    """Return the multikicker cost; "" where there is none.

    >>> multikicker("Multikicker {1}{W} (You may pay an additional {1}{W} any number of times as you cast this spell.)")
    '{1}{W}'
    """
    return _cost(_MULTIKICKER, text)


def discover(text: str) -> str:
    """Return N of the first discover, X where it has no number, "" where there is none.

    >>> discover("When this creature dies, discover 3."), discover("Discover X, where X is its mana value.")
    ('3', 'X')
    """
    found = _DISCOVER.search(" ".join(text_lines(text)))
    return "" if found is None else (found["n"] or "X").upper()


def discovers(types: str, text: str) -> bool:
    """Whether a card discovers a number when it resolves, or enters after being cast (CR 701.57)."""
    resolves = "Instant" in types.split() or "Sorcery" in types.split()
    pattern = _ON_RESOLVING if resolves else _ON_ENTERING
    return any(pattern.search(line) for line in text_lines(text))


def prototype(text: str) -> str:
    """Return the mana cost of the prototype; "" where there is none (CR 702.160).

    >>> prototype("Prototype {1}{G} — 2/2 (You may cast this spell with different mana cost, color, and size.)")
    '{1}{G}'
    """
    found = (_PROTOTYPE.match(line) for line in text_lines(text))
    return next((match["cost"] for match in found if match), "")


def is_every_creature_type(text: str) -> bool:
    """Whether a card has changeling, or says the same in words."""
    return "changeling" in keywords(text) or any(_EVERY_TYPE.fullmatch(line) for line in text_lines(text))


def dies_at_x0(mana_cost: str, toughness: str, text: str) -> bool:
    """Whether a card is a creature of toughness 0 that lives by the counters of its X."""
    return toughness == "0" and "{X}" in mana_cost.upper() and any(map(_X_COUNTERS.search, text_lines(text)))


def fetches(text: str) -> bool:
    """Whether a land sacrifices itself to put a land of a basic land type, or a basic land, onto the battlefield."""
    return any(map(_FETCH.search, text_lines(text)))


def land_mana(types: str, text: str) -> str:
    """Return the colours of mana that a land gives, C where it gives none of them; a fetch land any colour.

    >>> land_mana("Land — Island Swamp", ""), land_mana("Land", "{T}: Add {R} or {W}.")
    ('UB', 'WR')
    """
    colors = {color for word, color in _BASIC_TYPES.items() if word in types.split()}
    added = [match for line in _REMINDER.sub("", text).splitlines() for match in _ADDED.findall(line)]
    colors.update(color for color in "WUBRG" if any(re.search(rf"\{{[^{{}}]*{color}[^{{}}]*\}}", one) for one in added))
    if any(map(_ANY_COLOR.search, added)) or (not added and not colors and fetches(text)):
        return "WUBRG"
    return "".join(color for color in "WUBRG" if color in colors) or "C"


def _cost(pattern: re.Pattern[str], text: str) -> str:
    match = next((match for line in text_lines(text) if (match := pattern.match(line))), None)
    if match is None:
        return ""
    parts = re.split(r"\s+and/or\s+(?:kicker )?", match["cost"].strip())
    return " // ".join(_in_words(part) for part in parts)


def _in_words(cost: str) -> str:
    """Say a cost as the table does: ``{2}{B}, Discard a card`` is ``{2}{B} and discard a card``."""
    pieces = [piece if piece.startswith("{") else piece[:1].lower() + piece[1:] for piece in re.split(r",\s*", cost)]
    return " and ".join(pieces).replace("to its owner's hand", "to hand")
