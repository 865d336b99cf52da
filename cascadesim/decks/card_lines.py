"""One line of a text list: its count, the names that its card may have, and the zone that is marked on it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cascadesim.decks.decklist import Zone
from cascadesim.decks.zones import HEADINGS, zone_of_category

MAX_COUNT = 1000
MAX_LENGTH = 500  # characters of a line; the longest real one seen has under 200
MAX_LINES = 6_000  # card lines of a list, more than the cards of any deck
_MOST_MARKS = 24  # signs of marks behind a name

_COUNT_FIRST = re.compile(
    r"""(?P<prefix>(?:[A-Za-z]{2,10}|サイドボード|サイド)[:：]\s*)?
        (?:[xX×](?=\d))?(?P<count>[+-]?\d+)
        (?:\s*[xX×]?\s*$ | (?:\s*[xX×]\s+ | [xX×](?=[A-Z《]) | 枚?\s+ | 枚?(?=《))(?P<rest>.*)$)""",
    re.VERBOSE,
)
_COUNT_LAST = re.compile(
    r"(?P<rest>\S.*?)\s*(?:(?:\s[xX]|×|\t|(?<=》))\s*(?P<count>\d+)枚?|\((?P<in_brackets>\d{1,2})\))$"
)
_NO_COUNT = re.compile(r"(?P<prefix>commanders?|companion):\s*(?P<rest>[^\d\s].*)$", re.IGNORECASE)
_TOTAL = re.compile(r"(total\W*)?\d+\s+cards?(\s+total)?\W*$", re.IGNORECASE)
# What stands behind a name, taken off from the right one at a time.
_MARKS = re.compile(
    r"""\s*(
        \s\^[^^]*\^                                   # Archidekt label  ^Have,#37d67a^
      | \s\[[^\]]*\]                                  # Archidekt categories, a set  [Ramp,Land]  [ARB]
      | \s<[^<>]*>                                    # MTGGoldfish version  <borderless>
      | \s\*[A-Za-z-]+\*                              # Moxfield and TappedOut marks  *F*  *CMDR*
      | \s\#.*                                        # Moxfield tags, Deckstats comments  # !Commander
      | \s\([A-Za-z0-9]{1,6}\)(?:\s+[^\s()\[\]*^#]+)? # set and number, foil  (MH2) 211  (F)
      | \s\([^()]{1,60}\)                             # versions  (Extended Art)  (M20:278)  (Alchemy)
      | \|[^|]*                                       # Forge set and art  |MH1|1
      | \+                                            # Forge foil  Bloodbraid Elf+|ARB|1
      | \*{1,3}                                       # rarity  Squallmonger**
    )$""",
    re.VERBOSE,
)
_SET_FIRST = re.compile(r"\[[A-Za-z0-9:#+*★† _-]*\]\s+(?=\S)")  # XMage, Deckstats, MWS  [ARB:50]  [2X2#83]  [ARB]
_SET_AND_NUMBER_FIRST = re.compile(r"[A-Z0-9]{3,5}\s\d+[a-z★†]?\s+(?=\S)")  # JMP 34 Thriving Grove
_ALCHEMY = re.compile(r"A-(?=[A-Z])")  # Arena's rebalanced card of the same name
_CATEGORIES = re.compile(r"\s\[([^\]]*)\]")
_TOKEN = re.compile(r"\s\[token\]", re.IGNORECASE)
_COMMANDER_MARK = re.compile(r"\s(\*(cmdr|commander)\*|#\s+!commander\s*($|[#!]))", re.IGNORECASE)
_COMPANION_MARK = re.compile(r"\s(\*companion\*|#\s+!companion\s*($|[#!]))", re.IGNORECASE)
_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


class TooManyLinesError(ValueError):
    """A list has more card lines than any deck."""

    def __init__(self) -> None:
        super().__init__(f"more than {MAX_LINES:,} lines, too many for a decklist")


@dataclass(frozen=True)
class CardLine:
    """A line with a count: what stands before it and behind it."""

    prefix: str
    digits: str
    rest: str

    @property
    def count(self) -> int | None:
        """The number of copies, None where it is none that a deck may have."""
        count = int(self.digits) if len(self.digits) < 10 else MAX_COUNT + 1
        return count if 1 <= count <= MAX_COUNT else None

    @property
    def is_token(self) -> bool:
        """Whether the line is marked as a token, which is in no library."""
        return bool(_TOKEN.search(self.rest))

    @property
    def zone(self) -> Zone | None:
        """The zone that the line itself names: a mark behind the name goes before a prefix."""
        return _marked_zone(self.rest) or (HEADINGS[self.prefix] if self.prefix else None)


def card_line(line: str) -> CardLine | None:
    """Return a line with a count, first or last; None for any other."""
    if _TOTAL.match(line):
        return None
    if match := _COUNT_FIRST.match(line):
        prefix = (match["prefix"] or "").rstrip(":： \t").casefold()
        if not prefix or prefix in HEADINGS:
            return CardLine(prefix, match["count"], (match["rest"] or "").strip())
        return None
    if match := _NO_COUNT.match(line):
        return CardLine(match["prefix"].casefold(), "1", match["rest"])
    match = _COUNT_LAST.match(line)
    return CardLine("", match["count"] or match["in_brackets"], match["rest"]) if match else None


def names_of(rest: str) -> tuple[str, ...]:
    """Return what a card may be called: all of it first, then with one mark fewer each time.

    >>> names_of("[ARB:50] Bloodbraid Elf *F*")[-1]
    'Bloodbraid Elf'
    """
    names = [" ".join(rest.split())]
    if sum(map(names[0].count, "|*+[(<^#")) > _MOST_MARKS:  # no list has so many; taking them off would take long
        return (names[0],)
    while (bare := _MARKS.sub("", names[-1])) != names[-1]:
        names.append(bare)
    for first in (_SET_FIRST, _SET_AND_NUMBER_FIRST, _ALCHEMY):
        if (bare := first.sub("", names[-1], count=1)) != names[-1]:
            names.append(bare)
    last = names[-1].strip("《》 ")
    names.append(last)
    if _JAPANESE.search(last) and "/" in last:
        names.append(last.split("/", 1)[1].strip("《》 "))
        names.append("+".join(half.rsplit("/", 1)[-1].strip("《》 ") for half in re.split("[+＋]|》/《", last)))
    return tuple(dict.fromkeys(name for name in names if name))


def _marked_zone(rest: str) -> Zone | None:
    """Return the zone that a mark behind the name gives: the first Archidekt category, ``*CMDR*``, ``# !Commander``."""
    if _COMMANDER_MARK.search(rest):
        return Zone.COMMANDER
    if _COMPANION_MARK.search(rest):
        return Zone.COMPANION
    categories = _CATEGORIES.search(rest.partition(" #")[0])  # behind it are tags and comments
    return zone_of_category(re.split("[,;]", categories[1])[0]) if categories else None
