"""Run every list of some files and folders, and write the report: ``cascadesim report``.

A run has three parts: which lists are finished already, the work on the others, and the files and pages, which are made
from what is finished, in the order of the lists. So they are the same whoever did the work, and when.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from cascadesim.cards import CardDatabase
from cascadesim.decks.deck import card_table
from cascadesim.decks.read import Format
from cascadesim.errors import QuestionError, ReportError, printable
from cascadesim.report.cluster import cluster
from cascadesim.report.contents import Asked
from cascadesim.report.find import find_lists
from cascadesim.report.finished import FailedList, Finished
from cascadesim.report.index import PageNames, Top, index_of
from cascadesim.report.lists import Lists
from cascadesim.report.outputs import document_written, table_written, write_page
from cascadesim.report.pages import metrics_page
from cascadesim.report.ranking import RANKED_BY, figure_named
from cascadesim.report.store import opened
from cascadesim.report.task import code_digest
from cascadesim.studies.simulation import TRIALS, Method, check, trials_asked
from cascadesim.views.frames import DECKS, HITS

ERRORS = {"file": "object", "line": "Int64", "reason": "object"}


class ReportedDeck(NamedTuple):
    """A deck of a report: its list, its page, and lines for people on how the list was read."""

    path: str
    name: str
    page: str
    said: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """A report that was written.

    Parameters
    ----------
    index : Path
        Its first page.
    decks : tuple of ReportedDeck
        Those that were read.
    failures : tuple of FailedList
        Those that could not be.
    skipped : int
        How many of both had been finished by an earlier run.
    notes : tuple of str
        What was passed over, or is there twice.
    """

    index: Path
    decks: tuple[ReportedDeck, ...]
    failures: tuple[FailedList, ...]
    skipped: int
    notes: tuple[str, ...] = ()


def report(
    paths: Iterable[str | Path],
    out: str | Path,
    *,
    method: Method = "auto",
    trials: int = TRIALS,
    precision: float | None = None,
    confidence_level: float = 0.95,
    jobs: int = 1,
    dask: str | None = None,
    fresh: bool = False,
    top: int | None = None,
    figure: str = RANKED_BY,
    least: bool = False,
    cards: CardDatabase | str | Path | None = None,
    ignore_unknown: bool = False,
    format: Format | None = None,
    progress: Callable[[int, int], None] | None = None,
    rng: int = 0,
) -> Report:
    """Write a report on every cascade source of every list in some files and folders.

    `out` gets ``index.html``, a page a deck, ``metrics.html`` (what the figures mean), ``hits.csv`` and ``decks.csv``
    (and both as Parquet where ``cascadesim[parquet]`` is installed), ``report.json`` and ``errors.csv``. The same
    lists, options and seed give the same files, whoever does the work. A list that cannot be read is reported and stops
    nothing. What can be kicked and what happens by which turn has its own, smaller number of trials, so that many lists
    take little time.

    Each list that is finished is kept in `out` at once. A run that was ended, whatever ended it, goes on from there,
    and a list is run again only where it, what is asked of it, the card table or the version has changed.

    Parameters
    ----------
    paths : iterable of str or Path
        Lists, and folders of lists (files whose names end as those of lists do, at any depth).
    out : str or Path
        Folder to write into; made if it is not there.
    method, trials, precision, confidence_level, rng
        See `cascade`; every source of every deck is simulated with the same seed.
    jobs : int, default 1
        Processes: lists are shared among them, or the trials of a single one.
    dask : str, optional
        Address of a Dask scheduler, e.g. ``"tcp://127.0.0.1:8786"``, whose workers do it instead.
    fresh : bool, default False
        Forget what is finished, and start over.
    top : int, optional
        Show so many sources on the first page, those with the greatest `figure` (or the least, with `least`): one of
        ``"likeliest_first"``, ``"whiff"``, ``"exiled"``, ``"exiled_total"``, ``"spells_cast"``, ``"free_mana_value"``,
        ``"castable"``.
    cards, ignore_unknown, format
        See `read_deck`.
    progress : callable, optional
        Called with the lists that are finished and the number of all lists.

    Returns
    -------
    Report

    Raises
    ------
    ReportError
        If it cannot be written, or somebody else writes one there; what is finished is kept.
    QuestionError
        If an option is out of range.
    """
    out = Path(out)
    trials = trials_asked(trials, precision, confidence_level)
    check(method, trials, confidence_level, jobs)
    figure_named(figure)
    if top is not None and top < 1:
        message = f"top must be at least 1, got {top}"
        raise QuestionError(message)
    card_table(out, cards)  # a table that cannot be read is one error, not one a list
    found = find_lists(paths, out)
    asked = Asked(method, trials, confidence_level, 1, rng)
    lists = Lists(found.files, asked, cards, ignore_unknown, format)
    try:
        out.mkdir(parents=True, exist_ok=True)
        with opened(out, code_digest(), fresh=fresh) as store:
            lists.look_up(store)
            with cluster(dask) as client:
                for _ in chain([None], lists.work(store, jobs, client)):
                    if progress:
                        progress(lists.n_finished, lists.n_lists)
            decks, failures = _write(out, lists.finished(store), Top(top, figure, least) if top else None)
    except OSError as error:
        kept = f"{lists.n_finished:,} of {lists.n_lists:,} lists are finished and kept: once it is mended, run it again"
        reason = f"{printable(error.filename or out)}: {(error.strerror or str(error)).lower()}"
        message = f"{reason}; {kept if lists.n_finished else 'name another --out'}"
        raise ReportError(message) from error
    return Report(out / "index.html", decks, failures, lists.n_skipped, (*found.notes, *lists.notes))


def _write(
    out: Path, finished_lists: Iterable[Finished], top: Top | None
) -> tuple[tuple[ReportedDeck, ...], tuple[FailedList, ...]]:
    """Write the pages and files from what is finished, list by list."""
    names = PageNames()
    decks: list[ReportedDeck] = []
    failures: list[FailedList] = []
    with ExitStack() as stack:
        hits = stack.enter_context(table_written(out, "hits", HITS))
        rows = stack.enter_context(table_written(out, "decks", DECKS))
        errors = stack.enter_context(table_written(out, "errors", ERRORS, parquet=False))
        document = stack.enter_context(document_written(out))
        index = stack.enter_context(index_of(out, top))
        for finished in finished_lists:
            if finished.problems:
                failures.append(FailedList(finished.path, finished.problems))
                errors.add((finished.path, *problem) for problem in finished.problems)
                continue
            page = names.page(finished.name)
            write_page(out / page, finished.page)
            decks.append(ReportedDeck(finished.path, finished.name, page, finished.said))
            hits.add(finished.hits)
            rows.add(listed.row for listed in finished.listed)
            document.add(page, finished.document)
            index.add(finished, page)
        document.end(failures)
        write_page(out / "metrics.html", metrics_page())
        index.write(out / "index.html", len(decks), failures, [*hits.names, *rows.names, "report.json", *errors.names])
    return tuple(decks), tuple(failures)
