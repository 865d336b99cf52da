"""Text decklists, one card a line, as people and sites write them.

Zones come from a mark on the line (``[Sideboard]``), then a prefix (``SB:``), then the heading above, then the
blank-line rule: in a list without any of these the last block of lines is the sideboard if it holds at most 15 cards
and the blocks above it hold 60 or more, or exactly 40, and the whole is not the 100 cards of a Commander deck.
"""

from __future__ import annotations

import re
from dataclasses import replace

from cascadesim.decks.decklist import Decklist, Entry, Issue, Zone

MAX_COUNT = 1000

_ZONE_WORDS = {
    Zone.MAIN: "deck, main, maindeck, main deck, mainboard, main board, メインボード, メイン, メインデッキ",
    Zone.SIDEBOARD: "sideboard, side board, side, sb, サイドボード, サイド",
    Zone.COMMANDER: "commander, commanders, 統率者",
    Zone.COMPANION: "companion, companions, 相棒",
    Zone.MAYBEBOARD: "maybeboard, maybe board, maybe, considering",
}
_HEADINGS = {word: zone for zone, words in _ZONE_WORDS.items() for word in words.split(", ")}
_KIND_WORDS = (
    "creature, creatures, land, lands, basic lands, nonbasic lands, spell, spells, other spells, other, "
    "noncreature spells, non-creature spells, instant, instants, sorcery, sorceries, instants and sorceries, "
    "artifact, artifacts, enchantment, enchantments, artifacts and enchantments, planeswalker, planeswalkers, "
    "battle, battles, 土地, クリーチャー, 呪文, インスタント, ソーサリー, アーティファクト, エンチャント, "
    "プレインズウォーカー"
)
_KINDS = frozenset(_KIND_WORDS.split(", "))

_CARD_LINE = re.compile(r"(?P<prefix>[A-Za-z]{2,10}:\s*)?(?P<count>[+-]?\d+)\s*[xX×]?(?:\s+(?P<rest>.*))?$")
# A count behind a heading is in brackets, behind a colon, or short: "Commander 2014" is a title, not a heading.
_HEADING = re.compile(
    r"(?P<words>[^\d()\[\]:：]+?)\s*(?:[:：]\s*\d+|[(\[]\s*\d+\s*(?:cards?)?\s*[)\]]|\d{1,3})?\s*[:：]?$", re.IGNORECASE
)
_FRAME = "[]<>*=-_.~ \t"  # what people put around a heading
_COMMENT = re.compile(r"(//+|#+)\s*")
_TOTAL = re.compile(r"(total\W*)?\d+\s+cards?(\s+total)?\W*$", re.IGNORECASE)
# What stands behind a name, taken off from the right one at a time.
_MARKS = re.compile(
    r"""\s+(
        \^[^^]*\^                                   # Archidekt label  ^Have,#37d67a^
      | \[[^\]]*\]                                  # Archidekt categories  [Ramp,Land]
      | \*[A-Za-z-]+\*                              # Moxfield and TappedOut marks  *F*  *CMDR*
      | \#.*                                        # Moxfield tags, comments  #!Staple
      | \([A-Za-z0-9]{2,6}\)(?:\s+[^\s()\[\]*^#]+)? # set and number  (MH2) 211
    )$""",
    re.VERBOSE,
)
_CATEGORIES = re.compile(r"\s\[([^\]]*)\]")
_COMMANDER_MARK = re.compile(r"\s\*(cmdr|commander)\*", re.IGNORECASE)
_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def read_text_list(text: str, *, name: str, path: str, encoding: str) -> Decklist:
    """Read a text list. Every line is an entry, a heading, a comment, blank, or an issue."""
    reader = _Reader()
    for line_no, line in enumerate(text.splitlines(), start=1):
        reader.read(line_no, line.replace("\ufeff", "").strip())
    entries, notes = _apply_blank_line_rule(reader)
    header = "\n".join(reader.header)
    notes = (*reader.notes, *notes, *_odd_zones(entries))
    return Decklist(reader.title or name, path, "text", encoding, entries, tuple(reader.issues), header, notes)


class _Reader:
    """Goes down the lines and keeps what a line above says about the lines below."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.blocks: list[list[int]] = [[]]  # indices of entries, cut at blank lines
        self.issues: list[Issue] = []
        self.header: list[str] = []
        self.title = ""
        self.zones_are_written = False
        self.notes: list[str] = []
        self._zone = Zone.MAIN
        self._zone_began = 0  # entries before the zone's heading
        self._in_about = False
        self._kinds: set[str] = set()  # headings such as "Creatures" so far
        self._after_blank = False

    def read(self, line_no: int, line: str) -> None:
        if not line:
            self._blank()
        else:
            self._written(line_no, line)
        self._after_blank = not line

    def _written(self, line_no: int, line: str) -> None:
        if comment := _COMMENT.match(line):
            said = line[comment.end() :].strip()
            if not self._heading(line_no, said) and not self.entries and said:
                self.header.append(said)
        elif self._in_about and line.lower().startswith("name "):
            self.title = line[5:].strip()
        elif not self._heading(line_no, line):
            self._card_line(line_no, line)

    def _blank(self) -> None:
        if self.blocks[-1]:
            self.blocks.append([])
        if len(self.entries) > self._zone_began:
            self._end_commander()
        self._in_about = False

    def _end_commander(self) -> None:
        """End the one or two cards under "Commander" or "Companion": the deck may follow without a heading."""
        if self._zone in (Zone.COMMANDER, Zone.COMPANION):
            self._zone = Zone.MAIN

    def _heading(self, line_no: int, line: str) -> bool:
        match = _HEADING.match(line.strip(_FRAME)) or _HEADING.match(line)
        words = " ".join(match["words"].strip(_FRAME).casefold().split()) if match else ""
        if words in _HEADINGS:
            self._zone, self._zone_began = _HEADINGS[words], len(self.entries)
            self.zones_are_written = True
            self._in_about = False
        elif words in _KINDS:
            self._end_commander()
            if self._zone != Zone.MAIN and self._after_blank and self._kinds and words not in self._kinds:
                # Categories in the order of the alphabet: "Land", "Maybeboard", "Planeswalker".
                self.notes.append(
                    f"the cards under {line!r} (line {line_no}) were read as main again, not as {self._zone}"
                )
                self._zone = Zone.MAIN
            self._kinds.add(words)
        elif words == "about":
            self._in_about = True
        else:
            return False
        return True

    def _card_line(self, line_no: int, line: str) -> None:
        match = None if _TOTAL.match(line) else _CARD_LINE.match(line)
        prefix = match["prefix"].rstrip(": \t").casefold() if match and match["prefix"] else ""
        if match is None or (prefix and prefix not in _HEADINGS):
            self._end_commander()
            problem = (
                "not a card line such as '4 Bloodbraid Elf', nor a heading that is known; "
                f"the cards below are read as {self._zone}"
            )
            self.issues.append(Issue(line_no, line, problem))
            return
        rest = (match["rest"] or "").strip()
        if not rest:
            self.issues.append(Issue(line_no, line, "a count without a card name; write e.g. '4 Bloodbraid Elf'"))
            return
        digits = match["count"]
        count = int(digits) if len(digits) < 10 else MAX_COUNT + 1
        if not 1 <= count <= MAX_COUNT:
            shown = line if len(line) <= 60 else line[:57] + "..."
            problem = f"cannot read {shown!r}: a count is from 1 to {MAX_COUNT:,}; write e.g. '4 Bloodbraid Elf'"
            self.issues.append(Issue(line_no, line, problem, is_error=True))
            return
        written = _marked_zone(rest) or (_HEADINGS[prefix] if prefix else None)
        self.zones_are_written |= written is not None
        self.blocks[-1].append(len(self.entries))
        self.entries.append(Entry(line_no, line, count, _names(rest), written or self._zone))


def _marked_zone(rest: str) -> Zone | None:
    """Return the zone that a mark behind the name gives: the first Archidekt category, or ``*CMDR*``."""
    if _COMMANDER_MARK.search(rest):
        return Zone.COMMANDER
    categories = _CATEGORIES.search(rest)
    if not categories:
        return None
    zone = _HEADINGS.get(categories[1].split(",")[0].split("{")[0].strip().casefold())
    return Zone.MAYBEBOARD if "{nodeck}" in categories[1].casefold() and zone != Zone.SIDEBOARD else zone


def _names(rest: str) -> tuple[str, ...]:
    """Return what the card may be called: all of it first, then with one mark fewer each time."""
    names = [" ".join(rest.split())]
    while (bare := _MARKS.sub("", names[-1])) != names[-1]:
        names.append(bare)
    last = names[-1].strip("《》 ")
    if _JAPANESE.search(last) and "/" in last:
        names.append(last.split("/", 1)[1].strip("《》 "))
    return tuple(dict.fromkeys(name for name in names if name))


def _apply_blank_line_rule(reader: _Reader) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    entries = reader.entries
    blocks = [block for block in reader.blocks if block]
    if reader.zones_are_written or len(blocks) < 2:
        return tuple(entries), ()
    sizes = [sum(entries[index].count for index in block) for block in blocks]
    above, last = sum(sizes[:-1]), sizes[-1]
    if last > 15 or (above < 60 and above != 40) or above + last == 100:
        return tuple(entries), ()
    start = blocks[-1][0]
    moved = [replace(entry, zone=Zone.SIDEBOARD) for entry in entries[start:]]
    note = (
        f"the {last} cards from line {moved[0].line_no} on, after a blank line, were read as the sideboard; "
        "write 'Sideboard' above them, or 'Deck' above all, to say what they are"
    )
    return (*entries[:start], *moved), (note,)


def _odd_zones(entries: tuple[Entry, ...]) -> list[str]:
    """Say where a zone holds more cards than any deck has there: a heading may be missing below it."""
    notes = []
    for zone, most in ((Zone.COMMANDER, 2), (Zone.COMPANION, 1)):
        cards = sum(entry.count for entry in entries if entry.zone == zone)
        if cards > most:
            notes.append(f"{cards} cards were read as {zone}; write 'Deck' above those of the main deck")
    return notes
