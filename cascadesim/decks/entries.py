"""Entries as formats with fields have them: a name, a count and a zone in cells of their own."""

from __future__ import annotations

from dataclasses import dataclass, field

from cascadesim.decks.card_lines import MAX_COUNT, MAX_LENGTH, MAX_LINES, TooManyLinesError, names_of
from cascadesim.decks.decklist import Decklist, Entry, Issue, Zone
from cascadesim.decks.zones import left_out


@dataclass
class Entries:
    """Collects the cards of a list, and what is wrong with them.

    Attributes
    ----------
    entries, issues, notes : list
        As of `Decklist`.
    """

    entries: list[Entry] = field(default_factory=list)
    issues: list[Issue] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    _left_out: dict[str, int] = field(default_factory=dict)

    def add(self, line_no: int, text: str, name: str, count: object, zone: Zone) -> None:
        """Add a card, or an issue where its count or name cannot be read.

        Raises
        ------
        TooManyLinesError
            If there are too many of both.
        """
        number, text = _whole(count), text[:MAX_LENGTH]
        if len(self.entries) + len(self.issues) >= MAX_LINES:
            raise TooManyLinesError
        if len(name) > MAX_LENGTH:
            problem = f"a name of {len(name):,} characters; a card has up to {MAX_LENGTH}"
            self.issues.append(Issue(line_no, text, problem, is_error=True))
        elif not name.strip():
            self.issues.append(Issue(line_no, text, "a count without a card name"))
        elif number is None or not 1 <= number <= MAX_COUNT:
            shown = str(count)[:40]
            problem = f"cannot read the count {shown!r} of {name[:60]!r}: a count is from 1 to {MAX_COUNT:,}"
            self.issues.append(Issue(line_no, text, problem, is_error=True))
        else:
            self.entries.append(Entry(line_no, text, number, names_of(name), zone))

    def note(self, said: str) -> None:
        """Note something once."""
        if said not in self.notes:
            self.notes.append(said)

    def leave_out(self, what: str, count: object = 1) -> None:
        """Note cards that are no part of a deck, tokens say."""
        self._left_out[what] = self._left_out.get(what, 0) + (_whole(count) or 1)

    def decklist(self, title: str, path: str, kind: str, encoding: str, header: str = "") -> Decklist:
        """Return all of it as a list."""
        notes = (*self.notes, *(left_out(what, n) for what, n in self._left_out.items()))
        return Decklist(title, path, kind, encoding, tuple(self.entries), tuple(self.issues), header, notes)


def _whole(count: object) -> int | None:
    """Return a count as a number: ``4``, ``"4"``, ``"4x"``, ``4.0``; None for anything else."""
    text = str(count).strip().rstrip("xX").removesuffix(".0")
    return int(text) if text.isdecimal() and len(text) < 10 else None
