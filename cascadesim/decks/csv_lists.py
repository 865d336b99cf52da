"""CSV decklists: the exports of Moxfield, Archidekt, TappedOut, ManaBox, Deckbox, Magic Online and their like.

Columns are found by their names, in any order: a card's name, its count (one where there is no such column), and where
it lies. A file without such names is read as count and name if its first line is.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence

from cascadesim.decks.decklist import Decklist, Zone
from cascadesim.decks.entries import Entries
from cascadesim.decks.zones import is_no_library, zone_of_category
from cascadesim.errors import DecklistError

_NAME = ("simplename", "name", "cardname", "card")
_COUNT = ("count", "quantity", "qty", "amount", "copies", "number", "cardcount")
_ZONE = ("board", "zone", "section", "boardtype", "deckzone", "category", "categories", "location")
_BOARDS = ("board", "zone", "boardtype", "deckzone")
_IS_ZONE = {
    "commander": Zone.COMMANDER,
    "iscommander": Zone.COMMANDER,
    "companion": Zone.COMPANION,
    "sideboard": Zone.SIDEBOARD,
    "sideboarded": Zone.SIDEBOARD,
    "issideboard": Zone.SIDEBOARD,
    "maybeboard": Zone.MAYBEBOARD,
}
_YES = frozenset({"true", "yes", "1", "y", "x"})
_COUNT_AND_NAME = re.compile(r'\s*"?\d{1,4}"?\s*[,;]\s*"?[^\d\s",;]')


def looks_like_csv(text: str) -> bool:
    """Whether the first line is a CSV header with a card name, or a count and a name apart."""
    lines = _without_separator_line(text)[1]
    first = next((line for line in lines if line.strip()), "")
    header = {_word(cell) for cell in re.split(r"[,;\t]", first)}
    if re.search(r"[,;\t]", first) and header & set(_NAME) and header & {*_COUNT, *_ZONE, *_IS_ZONE, "set", "edition"}:
        return True
    rows = [line for line in lines if line.strip()]
    return bool(rows) and all(_COUNT_AND_NAME.match(line) for line in rows[:20])


def read_csv_list(text: str, *, name: str, path: str, encoding: str) -> Decklist:
    """Read a CSV list.

    Raises
    ------
    DecklistError
        If it is no CSV, or no column holds the names of cards.
    """
    skipped, lines = _without_separator_line(text)
    found = Entries()
    rows: list[tuple[int, list[str]]] = []
    try:
        rows.extend(_rows(lines, skipped))
    except csv.Error as error:
        begins = rows[-1][0] + 1 if rows else 1
        raise DecklistError.of_file(path, f"not CSV, from line {begins} on: {error}") from error
    if not rows:
        raise DecklistError.of_file(path, "the file is empty; write lines such as '4,Bloodbraid Elf'")
    columns = _Columns([_word(cell) for cell in rows[0][1]])
    if columns.name is None:
        if not _COUNT_AND_NAME.match(lines[rows[0][0] - 1 - skipped]):
            problem = f"a CSV list needs a column 'name'; got {', '.join(rows[0][1])[:80]!r}"
            raise DecklistError.of_file(path, problem, rows[0][0])
        columns = _Columns(["count", "name"])
    else:
        rows = rows[1:]
    for line_no, row in rows:
        columns.add(found, line_no, row)
    return found.decklist(name, path, "csv", encoding)


class _Columns:
    """Which column holds what."""

    def __init__(self, header: Sequence[str]) -> None:
        self.name = _first(header, _NAME)
        self._count = _first(header, _COUNT)
        self._zone = _first(header, _ZONE)
        # Categories are the player's own words; what a board is called is not.
        word = "" if self._zone is None else header[self._zone]
        self._board = word if word in _BOARDS else ""
        self._is_zone = [(place, _IS_ZONE[word]) for place, word in enumerate(header) if word in _IS_ZONE]

    def add(self, found: Entries, line_no: int, row: Sequence[str]) -> None:
        """Add the card of a row."""
        cell = dict(enumerate(row))
        text = ",".join(row)[:300]
        count = cell.get(self._count, "").strip() if self._count is not None else "1"
        written = cell.get(self._zone, "") if self._zone is not None else ""
        first = re.split(r"[,;|]", written)[0].strip()
        if is_no_library(first):
            found.leave_out(first, count)
            return
        zone = zone_of_category(first)
        if zone is None:
            zone = Zone.MAIN
            if self._board and first not in ("", "-"):
                found.note(f"{self._board} {first[:40]!r} is not known: its cards were read as main")
        for place, marked in self._is_zone:
            said = cell.get(place, "").strip().casefold()
            if said in _YES:
                zone = marked
        name = "" if self.name is None else cell.get(self.name, "")
        found.add(line_no, text, name, count or "1", zone)


def _rows(lines: Sequence[str], skipped: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank, each with the line on which it begins."""
    first = next((line for line in lines if line.strip()), "")
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    begins = 1
    for row in reader:
        if any(cell.strip() for cell in row):
            yield begins + skipped, row
        begins = reader.line_num + 1


def _without_separator_line(text: str) -> tuple[int, list[str]]:
    """Leave out the line ``sep=,`` that some programs write first; return how many lines that were."""
    lines = text.lstrip("\ufeff").splitlines()
    is_one = bool(lines) and re.match(r'"?sep=.{0,2}"?$', lines[0].strip(), re.IGNORECASE) is not None
    return int(is_one), lines[is_one:]


def _word(cell: str) -> str:
    return re.sub(r"[\s_\"'-]", "", cell).casefold()


def _first(header: Sequence[str], words: Sequence[str]) -> int | None:
    """Return the column of the first of some words that the header has."""
    return next((header.index(word) for word in words if word in header), None)
