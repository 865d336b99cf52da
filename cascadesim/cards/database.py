"""`CardDatabase`: look-up of cards by name in the bundled table, with overlays by hand.

The table is read once, when the first name is looked up; a `Card` is made when it is asked for.
"""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from cascadesim.cards.card import Card, Face, Layout, Mark
from cascadesim.cards.mana import mana_value
from cascadesim.cards.names import closest, fold, with_double_slash
from cascadesim.errors import CardTableError, UnknownCardError

COLUMNS = (
    "name", "layout", "mana_costs", "lands", "produces", "types", "cascade", "discover", "kicker", "multikicker",
    "prototype", "marks",
)  # fmt: skip
FACES = " // "
MOST_MANA = 1000


class CardDatabase:
    """Cards by name.

    Parameters
    ----------
    rows : dict of str to list of str
        The cells of `COLUMNS`, by full name.
    origin : str
        Where the rows came from, for people.
    overlays : tuple of str
        Files that added or overrode rows.
    other_names : mapping of str to str, optional
        Names in other languages and other printed names, and the full name that each stands for.
    """

    def __init__(
        self,
        rows: dict[str, list[str]],
        origin: str,
        overlays: tuple[str, ...] = (),
        other_names: Mapping[str, str] | None = None,
    ) -> None:
        self._rows = rows
        self._other_names = other_names or {}
        self._cards: dict[str, Card] = {}
        self.origin, self.overlays = origin, overlays

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, full_name: object) -> bool:
        return full_name in self._rows

    def __iter__(self) -> Iterator[Card]:
        return (self._card(name) for name in self._rows)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all that the table says: two tables with one digest answer alike."""
        text = json.dumps([list(self._rows.values()), list(self._other_names.items())])
        return sha256(text.encode()).hexdigest()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what the table says beyond the bundled one, which every process has for itself."""
        common = bundled()._rows
        if list(self._rows)[: len(common)] != list(common):
            return CardDatabase, (self._rows, self.origin, self.overlays, self._other_names)
        rows = {name: row for name, row in self._rows.items() if row != common.get(name)}
        return _beyond_bundled, (rows, self.origin, self.overlays, self._other_names)

    def find(self, name: str) -> Card | None:
        """Return the card of a name as typed, or None.

        Exact name first, then folded (case, accents, quotes, ``Æ``), then the name of one face, then other
        spellings of the slashes (``Fire/Ice``, ``Fire /// Ice``, ``Fire & Ice``), then names in other languages.
        """
        if name in self._rows:
            return self._card(name)
        full = self._full_names.get(fold(name)) or self._face_names.get(fold(name))
        full = full or self._full_names.get(fold(with_double_slash(name))) or self._folded_other_names.get(fold(name))
        return None if full is None else self._card(full)

    def get(self, name: str) -> Card:
        """Return the card of a name as typed.

        Raises
        ------
        UnknownCardError
            If there is none; it carries up to three suggestions.
        """
        card = self.find(name)
        if card is None:
            raise UnknownCardError(name, self.suggestions(name))
        return card

    def suggestions(self, name: str) -> list[str]:
        """Return up to three full names that an unknown name may have meant, best first."""
        matches = closest(fold(name), self._all_names)
        return list(dict.fromkeys(self._all_names[match] for match in matches))

    def with_overlay(self, path: str | Path) -> CardDatabase:
        """Return a database in which the rows of a CSV file add to these cards or override them.

        The file has a header; `name` is its only required column, the others are those of `COLUMNS`. An empty
        `layout` is normal, an empty `lands` is read off `types`.

        Raises
        ------
        CardTableError
            With the file and the line that cannot be read.
        """
        rows = dict(self._rows)
        lines: dict[str, int] = {}
        for line_no, row in _overlay_rows(Path(path)):
            name = row[0] if row[0] in rows else self._full_names.get(fold(row[0]), row[0])
            if name in lines:
                raise CardTableError(str(path), line_no, f"{row[0]!r} stands in line {lines[name]} already")
            lines[name] = line_no
            rows[name] = [name, *row[1:]]
        return CardDatabase(rows, self.origin, (*self.overlays, str(path)), self._other_names)

    def with_rows(self, rows: Mapping[str, list[str]], other_names: Mapping[str, str], origin: str) -> CardDatabase:
        """Return a database in which rows, by full name, add to these cards or override them."""
        names = {**self._other_names, **other_names}
        return CardDatabase({**self._rows, **rows}, f"{self.origin}, and {origin}", self.overlays, names)

    @cached_property
    def _full_names(self) -> dict[str, str]:
        return {fold(name): name for name in reversed(self._rows)}

    @cached_property
    def _face_names(self) -> dict[str, str]:
        # Where two cards share a face name the first in the table answers; a full name always goes before.
        return {fold(face): name for name in reversed(self._rows) if FACES in name for face in name.split(FACES)}

    @cached_property
    def _folded_other_names(self) -> dict[str, str]:
        return {fold(other): full for other, full in self._other_names.items() if full in self._rows}

    @cached_property
    def _all_names(self) -> dict[str, str]:
        return self._face_names | self._full_names

    def _card(self, name: str) -> Card:
        if name not in self._cards:
            try:
                self._cards[name] = card_of_row(self._rows[name])
            except ValueError as error:
                problem = f"the row of {name!r} cannot be read ({error}); run 'cascadesim cards update', or delete it"
                raise CardTableError(self.origin, None, problem) from error
        return self._cards[name]


@cache
def bundled() -> CardDatabase:
    """Return the table that the package ships: paper Magic to April 2025 and later cards that people play."""
    with files("cascadesim.cards").joinpath("data/cards.csv.gz").open("rb") as packed:
        text = gzip.decompress(packed.read()).decode("utf-8")
    reader = csv.reader(text.splitlines())
    next(reader)
    return CardDatabase({row[0]: row for row in reader}, "the bundled card table")


def _beyond_bundled(
    rows: dict[str, list[str]], origin: str, overlays: tuple[str, ...], other_names: Mapping[str, str]
) -> CardDatabase:
    if not rows and not other_names:
        return bundled()
    return CardDatabase({**bundled()._rows, **rows}, origin, overlays, other_names)


def card_of_row(row: list[str]) -> Card:
    """Return the card that a row of the table describes."""
    name, layout, costs, lands, produces, types, cascade, discover, kicker, multikicker, prototype, marks = row
    names = name.split(FACES)
    types_of_faces = types.split(FACES) if types.count(FACES) == len(names) - 1 else [types] + [""] * (len(names) - 1)
    columns = (names, costs.split(FACES), lands, types_of_faces)
    faces = tuple(
        Face(face, cost, land == "1", types.strip()) for face, cost, land, types in zip(*columns, strict=True)
    )
    return Card(
        name,
        Layout(layout),
        faces,
        cascades=int(cascade or 0),
        produces=produces,
        discover=discover,
        kicker=kicker,
        multikicker=multikicker,
        prototype=prototype,
        marks=frozenset(map(Mark, marks.split())),
    )


def _overlay_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = (error.strerror or str(error)).lower() if isinstance(error, OSError) else "not UTF-8 text"
        raise CardTableError(str(path), None, f"cannot read the card table: {reason}") from error
    reader = csv.DictReader(text.splitlines(), restkey="", restval="", strict=True)
    _check_header(str(path), reader.fieldnames or ())
    try:
        for cells in reader:
            if "" in cells:
                raise CardTableError(str(path), reader.line_num, "more cells than the header has columns")
            try:
                yield reader.line_num, checked_row({column: cell.strip() for column, cell in cells.items()})
            except ValueError as error:
                raise CardTableError(str(path), reader.line_num, str(error)) from error
    except csv.Error as error:
        raise CardTableError(str(path), reader.line_num, f"not CSV: {error}") from error


def _check_header(path: str, header: Iterable[str]) -> None:
    known = ", ".join(COLUMNS)
    if "name" not in header:
        raise CardTableError(path, 1, f"the header has no column 'name'; the columns are {known}")
    for column in header:
        if column not in COLUMNS:
            raise CardTableError(path, 1, f"unknown column {column!r}; the columns are {known}")


def checked_row(cells: dict[str, str]) -> list[str]:
    """Fill what a row by hand leaves out, and check what it says.

    Raises
    ------
    ValueError
        If its cells do not go together, or say what no card can be.
    """
    row = dict.fromkeys(COLUMNS, "") | cells
    n_faces = row["name"].count(FACES) + 1
    layout = row["layout"] = row["layout"].lower() or Layout.NORMAL.value
    costs = [cost.strip() for cost in row["mana_costs"].split("//")]
    row["mana_costs"] = FACES.join(costs)
    faces_of_types = row["types"].split(FACES)
    from_types = "".join("1" if "land" in face.split("—")[0].casefold().split() else "0" for face in faces_of_types)
    lands = row["lands"] = row["lands"] or from_types.ljust(n_faces, "0")
    checks = (
        (bool(row["name"]), "the row has no name"),
        (layout in tuple(Layout), f"unknown layout {layout!r}; the layouts are {', '.join(Layout)}"),
        ((n_faces > 1) == (layout != Layout.NORMAL), f"{n_faces} face(s) in the name do not fit the layout {layout!r}"),
        (len(costs) == n_faces, f"{n_faces} face(s) but {len(costs)} mana costs; join the costs with '{FACES}'"),
        (len(lands) == n_faces and set(lands) <= {"0", "1"}, f"lands must be {n_faces} digit(s) 0 or 1, got {lands!r}"),
        (row["cascade"] in ("", *map(str, range(100))), f"cascade must be from 0 to 99, got {row['cascade']!r}"),
        (row["discover"] in ("", "X", *map(str, range(100))), f"discover must be X or to 99, got {row['discover']!r}"),
        (
            "discovers" not in row["marks"].split() or row["discover"].isdecimal(),
            "a card that discovers needs a number",
        ),
        (set(row["marks"].split()) <= set(Mark), f"marks must be of {', '.join(Mark)}, got {row['marks']!r}"),
    )
    for fine, problem in checks:
        if not fine:
            raise ValueError(problem)
    for cost in (*costs, row["prototype"]):
        if mana_value(cost) > MOST_MANA:
            message = f"the mana value of {cost} is above {MOST_MANA:,}"
            raise ValueError(message)
    return [row[column] for column in COLUMNS]
