"""Text decklists, one card a line, as people, programs and sites write them.

Zones come from a mark on the line (``[Sideboard]``, ``*CMDR*``), then a prefix (``SB:``), then the heading above, then
the blank-line rule: in a list without any of these the last block of lines is the sideboard if it holds at most 15
cards and the blocks above it hold 60 or more, or exactly 40. Of 100 cards the first or last one or two, apart from the
rest, are the commanders. A list without a single count is read as one name a line.
"""

from __future__ import annotations

import re
from dataclasses import replace

from cascadesim.decks.card_lines import MAX_COUNT, MAX_LENGTH, MAX_LINES, TooManyLinesError, card_line, names_of
from cascadesim.decks.decklist import Decklist, Entry, Issue, Zone
from cascadesim.decks.zones import HEADINGS, KINDS, is_no_library, left_out

# A count behind a heading is in brackets, behind a colon, or short: "Commander 2014" is a title, not a heading.
_HEADING = re.compile(
    r"(?P<words>[^\d()\[\]:：]+?)\s*(?:[:：]\s*\d+\s*(?:cards?)?|[(\[]\s*\d+\s*(?:cards?)?\s*[)\]]|\d{1,3})?\s*[:：]?$",
    re.IGNORECASE,
)
_FRAME = "[]<>*=-_.~ \t"  # what people put around a heading
_COMMENT = re.compile(r"(//+|#+|;+)\s*")
_SECTION = re.compile(r"\[(?P<name>[A-Za-z ]+)\]$")  # Forge
_NO_CARDS = frozenset({"metadata", "general", "shop", "editor"})  # sections of Forge that hold none
_FACT = re.compile(r"(?:(?P<key>NAME|AUTHOR|EVENT|DATE|SOURCE)\s*:|LAYOUT\s+\w+\s*:)(?P<value>.*)$")  # XMage
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: " "}  # as Japanese keyboards type them
_COMMANDER_DECK = 100
_NOT_A_CARD_LINE = "not a card line such as '4 Bloodbraid Elf', nor a heading that is known"


def read_text_list(text: str, *, name: str, path: str, encoding: str, names_only: bool = False) -> Decklist:
    """Read a text list. Every line is an entry, a heading, a comment, blank, or an issue.

    `names_only` reads every line that is none of the others as the name of one card.
    """
    reader = _Reader(names_only=names_only)
    for line_no, line in enumerate(text.splitlines(), start=1):
        reader.read(line_no, line.replace("\ufeff", "").strip())
    reader.end()
    if not reader.entries and reader.issues and not names_only and not any(issue.is_error for issue in reader.issues):
        return read_text_list(text, name=name, path=path, encoding=encoding, names_only=True)
    entries, notes = _apply_blank_line_rule(reader)
    entries, found = _only_commanders(entries)
    notes = (*reader.notes, *notes, *found, *reader.left_out, *_odd_zones(entries))
    return Decklist(
        reader.title or name,
        path,
        reader.format,
        encoding,
        entries,
        tuple(reader.issues),
        "\n".join(reader.header),
        notes,
        reader.zones_are_written,
    )


class _Reader:
    """Goes down the lines and keeps what a line above says about the lines below."""

    def __init__(self, *, names_only: bool) -> None:
        self._names_only = names_only
        self.format = "names" if names_only else "text"
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
        self._has_no_cards = False  # in a section of facts about the deck
        self._leaves_out = ""  # the heading of cards that are in no library
        self._left_out: dict[str, int] = {}
        self._kinds: set[str] = set()  # headings such as "Creatures" so far
        self._after_blank = False
        self._maybe_title: Issue | None = None  # the first line, if it was not understood

    def read(self, line_no: int, line: str) -> None:
        if len(self.entries) + len(self.issues) > MAX_LINES:
            raise TooManyLinesError
        if not line:
            self._blank()
        elif len(line) > MAX_LENGTH and not (self._has_no_cards or _COMMENT.match(line) or _FACT.match(line)):
            problem = f"a line of {len(line):,} characters; a card line has up to {MAX_LENGTH}"
            self.issues.append(Issue(line_no, line[:MAX_LENGTH], problem, is_error=True))
        else:
            self._written(line_no, line.translate(_WIDE))
        self._after_blank = not line

    def end(self) -> None:
        """Report a first line that turned out to be no title."""
        if self._maybe_title is not None:
            self.issues.insert(0, self._maybe_title)
            self._maybe_title = None

    @property
    def left_out(self) -> list[str]:
        """Say which cards were left out."""
        return [left_out(heading, n) for heading, n in self._left_out.items()]

    def _written(self, line_no: int, line: str) -> None:
        if comment := _COMMENT.match(line):
            self._comment(line_no, line[comment.end() :].strip()[:MAX_LENGTH])
        elif section := _SECTION.match(line):
            self._section(line_no, line, section["name"])
        elif self._has_no_cards:
            key, equals, value = line.partition("=")
            if key.strip().casefold() == "name":
                self.title = value.strip()
            elif not equals and card_line(line):
                self.issues.append(Issue(line_no, line, "a card line in a section that holds facts about the deck"))
        elif fact := _FACT.match(line):
            self.format = "xmage"
            if fact["key"] == "NAME":
                self.title = fact["value"].strip()
        elif self._in_about and line.lower().startswith("name "):
            self.title = line[5:].strip()
        elif not self._heading(line_no, line):
            self._card_line(line_no, line)

    def _comment(self, line_no: int, said: str) -> None:
        """Read a comment: a heading, or before the first card what the list says of itself."""
        key, colon, value = said.partition(":")
        if colon and key.strip().casefold() == "name" and not self.entries:
            self.title = self.title or value.strip()
        if not self._heading(line_no, said) and not self.entries and said:
            self.header.append(said)

    def _section(self, line_no: int, line: str, name: str) -> None:
        """Begin a section, as Forge writes it."""
        words = " ".join(name.casefold().split())
        self._has_no_cards = words in _NO_CARDS
        if self._has_no_cards:
            self.format = "forge"
        elif not self._heading(line_no, line):
            self._not_understood(line_no, line)

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
        if words in HEADINGS:
            self._zone, self._zone_began = HEADINGS[words], len(self.entries)
            self.zones_are_written = True
            self._in_about, self._leaves_out = False, ""
        elif is_no_library(words):
            self.zones_are_written = True
            self._leaves_out = line.strip(_FRAME)
        elif words in KINDS:
            self._leaves_out = ""
            self._end_commander()
            is_below = len(self.entries) == self._zone_began  # right under the zone's heading: a part of it
            is_new = bool(self._kinds or self.issues) and words not in self._kinds
            if self._zone != Zone.MAIN and self._after_blank and is_new and not is_below:
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
        self._maybe_title = None  # what stands above a heading names the list
        return True

    def _card_line(self, line_no: int, line: str) -> None:
        card = card_line(line)
        heading = "[token]" if card is not None and card.is_token else self._leaves_out
        if heading and (card is not None or self._names_only):
            copies = 1 if card is None else card.count or 1
            self._left_out[heading] = self._left_out.get(heading, 0) + copies
        elif card is None:
            if self._names_only:
                self._entry(Entry(line_no, line, 1, names_of(line), self._zone), is_written=False)
            else:
                self._not_understood(line_no, line)
        elif not card.rest:
            self.issues.append(Issue(line_no, line, "a count without a card name; write e.g. '4 Bloodbraid Elf'"))
        elif card.count is None:
            shown = line if len(line) <= 60 else line[:57] + "..."
            problem = f"cannot read {shown!r}: a count is from 1 to {MAX_COUNT:,}; write e.g. '4 Bloodbraid Elf'"
            self.issues.append(Issue(line_no, line, problem, is_error=True))
        else:
            entry = Entry(line_no, line, card.count, names_of(card.rest), card.zone or self._zone)
            self._entry(entry, is_written=card.zone is not None)

    def _entry(self, entry: Entry, *, is_written: bool) -> None:
        self.end()
        self.zones_are_written |= is_written
        self.blocks[-1].append(len(self.entries))
        self.entries.append(entry)

    def _not_understood(self, line_no: int, line: str) -> None:
        self._end_commander()
        issue = Issue(line_no, line, f"{_NOT_A_CARD_LINE}; the cards below are read as {self._zone}")
        is_first = not (self.entries or self.issues or self.zones_are_written or self._kinds or self._maybe_title)
        if is_first and not self._names_only:
            self._maybe_title = issue
        else:
            self.end()
            self.issues.append(issue)


def _apply_blank_line_rule(reader: _Reader) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    entries = reader.entries
    blocks = [block for block in reader.blocks if block]
    if reader.zones_are_written or len(blocks) < 2:
        return tuple(entries), ()
    sizes = [sum(entries[index].count for index in block) for block in blocks]
    above, last = sum(sizes[:-1]), sizes[-1]
    if above + last == _COMMANDER_DECK:
        apart = blocks[0] if sizes[0] <= 2 else blocks[-1] if last <= 2 else []
        lines = " and ".join(str(entries[index].line_no) for index in apart)
        note = f"100 cards: those of line {lines}, apart from the rest, were read as commander; write 'Commander' above"
        read = [replace(e, zone=Zone.COMMANDER) if place in apart else e for place, e in enumerate(entries)]
        return tuple(read), (note,) if apart else ()
    if last > 15 or (above < 60 and above != 40):
        return tuple(entries), ()
    start = blocks[-1][0]
    moved = [replace(entry, zone=Zone.SIDEBOARD) for entry in entries[start:]]
    note = (
        f"the {last} cards from line {moved[0].line_no} on, after a blank line, were read as the sideboard; "
        "write 'Sideboard' above them, or 'Deck' above all, to say what they are"
    )
    return (*entries[:start], *moved), (note,)


def _only_commanders(entries: tuple[Entry, ...]) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """Read a whole deck under a commander heading as its commander and the deck."""
    is_whole = sum(entry.count for entry in entries if entry.zone == Zone.COMMANDER) == _COMMANDER_DECK
    if not is_whole or entries[0].count != 1 or any(entry.zone == Zone.MAIN for entry in entries):
        return entries, ()
    note = "100 cards under a commander heading: the first is the commander; write 'Deck' above the others"
    rest = (replace(e, zone=Zone.MAIN) if e.zone == Zone.COMMANDER else e for e in entries[1:])
    return (entries[0], *rest), (note,)


def _odd_zones(entries: tuple[Entry, ...]) -> list[str]:
    """Say where a zone holds more cards than any deck has there: a heading may be missing below it."""
    notes = []
    for zone, most in ((Zone.COMMANDER, 2), (Zone.COMPANION, 1)):
        cards = sum(entry.count for entry in entries if entry.zone == zone)
        if cards > most:
            notes.append(f"{cards} cards were read as {zone}; write 'Deck' above those of the main deck")
    return notes
