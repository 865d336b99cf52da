"""The first page of a report: a table of all decks and their sources, and the lists that could not be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TextIO

from cascadesim.errors import problem_line
from cascadesim.files import replacing
from cascadesim.report.contents import BY_TURN
from cascadesim.report.drawing import SPARKS
from cascadesim.report.finished import FailedList, Finished, Listed
from cascadesim.report.pages import stream, template
from cascadesim.report.ranking import FIGURES, Ranking

SHOWN_PROBLEMS = 200


class PageNames:
    """Names for pages: safe in any folder and address, one page each."""

    def __init__(self) -> None:
        self._taken = {"index", "metrics", "groups"}

    def page(self, name: str) -> str:
        """Return a file name for a deck; a number is added where the name is taken."""
        stem = re.sub(r"[^a-z0-9]+", "-", name.casefold())[:80].strip("-") or "deck"
        free, number = stem, 2
        while free in self._taken:
            free, number = f"{stem}-{number}", number + 1
        self._taken.add(free)
        return f"{free}.html"


class Entry(NamedTuple):
    """A source of a deck, or a deck without one, and where its page is."""

    page: str
    place: int
    notes: Sequence[str]
    listed: Listed


@dataclass(frozen=True)
class Top:
    """So many sources are shown, by a figure."""

    size: int
    figure: str
    least: bool = False


class Index:
    """The first page, to which decks are added one by one; only the lines of the table are kept, in a file."""

    def __init__(self, rows: TextIO, top: Top | None) -> None:
        self._rows, self._top = rows, top
        self.ranking: Ranking[Entry] = Ranking(top.size if top else 0, least=bool(top and top.least))
        self._row = template("row.html")
        self._n_rows = 0

    def add(self, finished: Finished, page: str) -> None:
        """Add a deck."""
        for place, listed in enumerate(finished.listed, start=1):
            entry = Entry(page, place, finished.notes, listed)
            if self._top is None:
                self._write(entry)
            elif (figure := FIGURES[self._top.figure].of(listed)) is not None:
                self.ranking.add(figure.value, entry)

    def write(self, path: Path, n_decks: int, failures: Sequence[FailedList], tables: Sequence[str]) -> None:
        """Write the page; `tables` are the files that hold the same figures."""
        for entry in self.ranking.items:
            self._write(entry)
        self._rows.seek(0)
        problems = [problem_line(failure.path, problem) for failure in failures for problem in failure.problems]
        values = {
            "rows": self._rows,
            "n_rows": self._n_rows,
            "n_decks": n_decks,
            "n_failures": len(failures),
            "problems": problems[:SHOWN_PROBLEMS],
            "n_problems": len(problems),
            "tables": tables,
            "top": self._top,
            "top_metric": FIGURES[self._top.figure].metric if self._top else "",
            "by_turn": BY_TURN,
            "sparks": SPARKS,
        }
        with replacing(path) as temporary:
            stream("index.html", temporary, **values)

    def _write(self, entry: Entry) -> None:
        self._n_rows += 1
        text = self._row.render(entry=entry, cells=entry.listed.cells, listed=entry.listed)
        self._rows.write(" ".join(text.split()) + "\n")


@contextmanager
def index_of(folder: Path, top: Top | None) -> Iterator[Index]:
    """Yield the first page of a report to add decks to."""
    path = folder / ".new-rows"
    try:
        with path.open("w+", encoding="utf-8") as rows:
            yield Index(rows, top)
    finally:
        path.unlink(missing_ok=True)
