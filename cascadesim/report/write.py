"""Write the files and pages of a report from what is finished, list by list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from cascadesim.errors import QuestionError
from cascadesim.report.find import Found
from cascadesim.report.finished import FailedList, Finished
from cascadesim.report.groups import COLUMNS, Groups, checked_key, folder_of
from cascadesim.report.index import Index, Top, index_of
from cascadesim.report.outputs import document_written, table_written, write_page
from cascadesim.report.page_files import PageFiles
from cascadesim.report.pages import metrics_page
from cascadesim.report.ranking import FIGURES, RANKED_BY, figure_named
from cascadesim.results import Estimate
from cascadesim.studies.arguments import whole
from cascadesim.views.frames import DECKS, HITS

ERRORS = {"file": "object", "line": "Int64", "reason": "object"}


@dataclass(frozen=True)
class View:
    """What is shown of the figures: the first sources by one of them, and groups of decks."""

    top: Top | None = None
    group_by: str | None = None

    @classmethod
    def of(cls, top: int | None, figure: str | None, least: bool, group_by: str | None) -> View:
        """Return what is asked for.

        Raises
        ------
        QuestionError
            If an option is out of range.
        """
        figure_named(RANKED_BY if figure is None else figure)
        if top is None and (least or figure is not None):
            message = "figure and least say which sources are shown: say how many with --top 20, or top=20"
            raise QuestionError(message)
        if top is not None and whole("top", top) < 1:
            message = f"top must be at least 1, got {top}"
            raise QuestionError(message)
        shown = Top(top, figure or RANKED_BY, least) if top else None
        return cls(shown, None if group_by is None else checked_key(group_by))


class ReportedDeck(NamedTuple):
    """A deck of a report: its list, its page, and lines for people on how the list was read."""

    path: str
    name: str
    page: str
    said: tuple[str, ...]


class TopSource(NamedTuple):
    """A source of a deck that stands first by a figure."""

    source: str
    deck: str
    path: str
    page: str
    estimate: Estimate


class Written(NamedTuple):
    """What was written: decks, lists that could not be read, the first sources by a figure, and notes for people."""

    decks: tuple[ReportedDeck, ...]
    failures: tuple[FailedList, ...]
    top: tuple[TopSource, ...]
    notes: tuple[str, ...]


def write_report(out: Path, finished_lists: Iterable[tuple[Path, Finished]], found: Found, view: View) -> Written:
    """Write the report of lists, which come one by one in their order."""
    pages = PageFiles(out)
    decks: list[ReportedDeck] = []
    failures: list[FailedList] = []
    group_by = view.group_by
    groups = Groups(group_by or "")
    with ExitStack() as stack:
        hits = stack.enter_context(table_written(out, "hits", HITS))
        rows = stack.enter_context(table_written(out, "decks", DECKS | ({"group": "object"} if group_by else {})))
        errors = stack.enter_context(table_written(out, "errors", ERRORS, parquet=False))
        document = stack.enter_context(document_written(out))
        index = stack.enter_context(index_of(out, view.top))
        for path, finished in finished_lists:
            if finished.problems:
                failures.append(FailedList(finished.path, finished.problems))
                errors.add((finished.path, *problem) for problem in finished.problems)
                continue
            page = pages.write(finished.name, finished.page)
            group = groups.group_of(finished, folder_of(path, found.folder_of[path])) if group_by else ""
            decks.append(ReportedDeck(finished.path, finished.name, page, finished.said))
            hits.add(finished.hits)
            rows.add((*listed.row, *([group] if group_by else [])) for listed in finished.listed)
            document.add(page, finished.document)
            index.add(finished, page, group)
            groups.add(finished, page, group)
        document.end(failures)
        tables = [*hits.names, *rows.names, "report.json", *errors.names]
        if group_by:
            tables += _write_groups(out, groups)
        else:
            for name in ("groups.html", "groups.csv"):  # of an earlier run, which this one would contradict
                (out / name).unlink(missing_ok=True)
        pages.finish()
        write_page(out / "metrics.html", metrics_page())
        index.write(out / "index.html", len(decks), failures, tables, group_by)
    notes = (groups.note,) if group_by and groups.note else ()
    return Written(tuple(decks), tuple(failures), tuple(_top(index, view)), notes)


def _top(index: Index, view: View) -> Iterator[TopSource]:
    for entry in index.ranking.items:
        cells = entry.listed.cells
        if view.top and (estimate := FIGURES[view.top.figure].of(entry.listed)):
            yield TopSource(cells["source"], cells["deck"], cells["path"], entry.page, estimate)


def _write_groups(out: Path, groups: Groups) -> list[str]:
    with table_written(out, "groups", COLUMNS, parquet=False) as table:
        table.add(groups.rows())
    groups.write_page(out / "groups.html")
    return table.names
