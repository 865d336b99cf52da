"""Run every list of some files and folders, and write the report: ``cascadesim report``.

A run has three parts: which lists are finished already, the work on the others, and the files and pages, which are made
from what is finished, in the order of the lists. So they are the same whoever did the work, and when.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from cascadesim.cards import CardDatabase
from cascadesim.decks.deck import table_with
from cascadesim.decks.read import FORMATS, Format
from cascadesim.errors import QuestionError, ReportError, printable
from cascadesim.files import is_folder
from cascadesim.report.cluster import cluster
from cascadesim.report.contents import Asked
from cascadesim.report.find import LIST_SUFFIXES, find_lists
from cascadesim.report.finished import FailedList
from cascadesim.report.lists import Lists
from cascadesim.report.store import HIDDEN, opened
from cascadesim.report.task import code_digest
from cascadesim.report.write import ReportedDeck, TopSource, View, write_report
from cascadesim.studies.simulation import TRIALS, Method, Seed, check, seed_of, trials_asked

GREATEST_SEED = (1 << 63) - 1  # that a column of a table can hold


@dataclass(frozen=True, repr=False)
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
    top : tuple of TopSource
        The sources that `top` asked for, in order.
    notes : tuple of str
        What was passed over, or is there twice.
    """

    index: Path
    decks: tuple[ReportedDeck, ...]
    failures: tuple[FailedList, ...]
    skipped: int
    top: tuple[TopSource, ...] = ()
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        counts = f"{len(self.decks):,} decks, {len(self.failures):,} failed, {self.skipped:,} skipped"
        return f"<Report {printable(self.index)}: {counts}>"


def report(
    paths: str | Path | Iterable[str | Path],
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
    figure: str | None = None,
    least: bool = False,
    group_by: str | None = None,
    cards: CardDatabase | str | Path | None = None,
    ignore_unknown: bool = False,
    format: Format | None = None,
    progress: Callable[[int, int], None] | None = None,
    rng: Seed = 0,
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
    paths : str, Path or iterable of them
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
        ``"free_mana_value"`` (unless you say another one), ``"likeliest_first"``, ``"whiff"``, ``"exiled"``,
        ``"exiled_total"``, ``"spells_cast"``, ``"castable"``.
    group_by : str, optional
        Set the decks of each group side by side, in ``groups.html`` and ``groups.csv``: by ``"archetype"`` (what the
        comments before the first card say, ``// Archetype: Jund`` or ``// Jund, World Championship 2009``; else the
        folder), by ``"folder"``, or by another word that such comments explain (``// Event: ...``).
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
        If there is no list, it cannot be written, or somebody else writes one there; what is finished is kept.
    QuestionError
        If an option is out of range.
    """
    named, out = _named(paths, out)
    asked = _asked(method, trials, precision, confidence_level, jobs, rng)
    view = View.of(top, figure, least, group_by)
    if format is not None and format not in FORMATS:
        message = f"format must be one of {', '.join(FORMATS)}, got {format!r}"
        raise QuestionError(message)
    table_with(None, cards)  # a table that cannot be read is one error, not one a list
    found = find_lists(named, out)
    if not found.files:
        where = ", ".join(map(printable, named)) or "nothing: name files or folders"
        suffixes = ", ".join(sorted(LIST_SUFFIXES))
        message = f"no decklist found in {where}; lists end in {suffixes}"
        raise ReportError(message)
    lists = Lists(found.files, asked, cards, ignore_unknown, format)
    with cluster(dask) as client, _kept_in_words(out, lists), opened(out, code_digest(), fresh=fresh) as store:
        lists.look_up(store)
        for _ in chain([None], lists.work(store, jobs, client)):
            if progress:
                progress(lists.n_finished, lists.n_lists)
        written = write_report(out, lists.finished(store), found, view)
    notes = (*found.notes, *lists.notes, *written.notes)
    return Report(out / "index.html", written.decks, written.failures, lists.n_skipped, written.top, notes)


def _named(paths: str | Path | Iterable[str | Path], out: str | Path) -> tuple[list[str | Path], Path]:
    """Return what is named as several paths and one; an empty name, as of a variable that was not set, is refused."""
    named = [paths] if isinstance(paths, str | Path) else list(paths)
    for name, path in (("out", out), *(("a path", path) for path in named)):
        if not str(path):
            message = f"{name} must name a file or folder, got ''; write '.' for this folder"
            raise QuestionError(message)
    return named, Path(out)


def _asked(
    method: Method, trials: int, precision: float | None, confidence_level: float, jobs: int, rng: Seed
) -> Asked:
    seed = seed_of(rng)
    if seed > GREATEST_SEED:
        message = f"a seed of a report is at most {GREATEST_SEED}, got {seed}"
        raise QuestionError(message)
    trials = trials_asked(trials, precision, confidence_level)
    check(method, trials, confidence_level, jobs)
    return Asked(method, trials, float(confidence_level), 1, seed)


@contextmanager
def _kept_in_words(out: Path, lists: Lists) -> Iterator[None]:
    """Make what a full disk or the like ends one line, which says what is kept."""
    try:
        yield
    except OSError as error:
        kept = f"{lists.n_finished:,} of {lists.n_lists:,} lists are finished and kept: once it is mended, run it again"
        reason = f"{printable(error.filename or out)}: {(error.strerror or str(error)).lower()}"
        is_kept = lists.n_finished > 0 and is_folder(out / HIDDEN)
        message = f"{reason}; {kept if is_kept else 'name another --out'}"
        raise ReportError(message) from error
