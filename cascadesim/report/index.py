"""The first page of a report: a table of all decks and their sources, and the lists that could not be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple, TextIO

from cascadesim.errors import problem_line
from cascadesim.files import replacing
from cascadesim.report.contents import BY_TURN
from cascadesim.report.drawing import SPARKS
from cascadesim.report.finished import FailedList, Finished, Listed
from cascadesim.report.pages import stream, template
from cascadesim.report.ranking import FIGURES, Ranking

SHOWN_PROBLEMS = 200


class Entry(NamedTuple):
    """A source of a deck, or a deck without one, and where its page is."""

    page: str
    place: int
    notes: Sequence[str]
    group: str
    listed: Listed


@dataclass(frozen=True)
class Top:
    """So many sources are shown, by a figure."""

    size: int
    figure: str
    least: bool = False


class Index:
    """The first page, to which decks are added one by one; only the lines of the table are kept, in files.

    Decks with a source stand before those without, whom there may be thousands of.
    """

    def __init__(self, rows: TextIO, rows_without: TextIO, top: Top | None) -> None:
        self._rows, self._rows_without, self._top = rows, rows_without, top
        self.ranking: Ranking[Entry] = Ranking(top.size if top else 0, least=bool(top and top.least))
        self._row = template("row.html")
        self._n_rows = 0

    def add(self, finished: Finished, page: str, group: str) -> None:
        """Add a deck, and its group if it has one."""
        for place, listed in enumerate(finished.listed, start=1):
            entry = Entry(page, place, finished.notes, group, listed)
            if self._top is None:
                self._write(entry)
            elif (figure := FIGURES[self._top.figure].of(listed)) is not None:
                self.ranking.add(figure.value, entry)

    def write(
        self, path: Path, n_decks: int, failures: Sequence[FailedList], tables: Sequence[str], group_by: str | None
    ) -> None:
        """Write the page; `tables` are the files that hold the same figures."""
        for entry in self.ranking.items:
            self._write(entry)
        for rows in (self._rows, self._rows_without):
            rows.seek(0)
        problems = [problem_line(failure.path, problem) for failure in failures for problem in failure.problems]
        values = {
            "rows": chain(self._rows, self._rows_without),
            "n_rows": self._n_rows,
            "n_decks": n_decks,
            "n_failures": len(failures),
            "problems": problems[:SHOWN_PROBLEMS],
            "n_problems": len(problems),
            "tables": tables,
            "top": self._top,
            "top_title": FIGURES[self._top.figure].title if self._top else "",
            "group_by": group_by,
            "by_turn": BY_TURN,
            "sparks": SPARKS,
        }
        with replacing(path) as temporary:
            stream("index.html", temporary, **values)

    def _write(self, entry: Entry) -> None:
        self._n_rows += 1
        text = self._row.render(entry=entry, cells=entry.listed.cells, listed=entry.listed)
        rows = self._rows_without if entry.listed.cells["source"] is None else self._rows
        rows.write(" ".join(text.split()) + "\n")


@contextmanager
def index_of(folder: Path, top: Top | None) -> Iterator[Index]:
    """Yield the first page of a report to add decks to."""
    with ExitStack() as stack:
        rows, rows_without = (stack.enter_context(TemporaryFile("w+", encoding="utf-8", dir=folder)) for _ in range(2))
        yield Index(rows, rows_without, top)
