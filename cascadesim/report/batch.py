"""Run every list of some files and folders, and write the report: ``cascadesim report``."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cascadesim.cards import CardDatabase
from cascadesim.decks.deck import card_table
from cascadesim.decks.read import Format
from cascadesim.report.contents import Asked, DeckReport, study_list
from cascadesim.report.pages import PageNames, deck_page, index_page, metrics_page
from cascadesim.studies.simulation import TRIALS, Method, trials_asked
from cascadesim.views.export import hits_document, kicker_document, turns_document
from cascadesim.views.frames import decks_frame, hits_frame
from cascadesim.views.what_if_export import checkup_document

LIST_SUFFIXES = frozenset(
    {".txt", ".dec", ".deck", ".mwdeck", ".mtga", ".dck", ".cod", ".dek", ".o8d", ".csv", ".json"}
)
NO_LISTS = frozenset({"cards.csv", "hits.csv", "decks.csv", "report.json"})  # a card table, and what a report writes


@dataclass(frozen=True)
class Report:
    """A report that was written.

    Parameters
    ----------
    index : Path
        Its first page.
    decks : tuple of DeckReport
        Those that were read.
    failures : tuple of DeckReport
        Those that could not be.
    """

    index: Path
    decks: tuple[DeckReport, ...]
    failures: tuple[DeckReport, ...]


def report(
    paths: Iterable[str | Path],
    out: str | Path,
    *,
    method: Method = "auto",
    trials: int = TRIALS,
    precision: float | None = None,
    confidence_level: float = 0.95,
    jobs: int = 1,
    cards: CardDatabase | str | Path | None = None,
    ignore_unknown: bool = False,
    format: Format | None = None,
    progress: Callable[[DeckReport, int], None] | None = None,
    rng: int = 0,
) -> Report:
    """Write a report on every cascade source of every list in some files and folders.

    `out` gets ``index.html``, a page a deck, ``metrics.html`` (what the figures mean), ``hits.csv``, ``decks.csv`` and
    ``report.json``. The same lists, options and seed give the same files. A list that cannot be read is reported and
    stops nothing. What can be kicked and what happens by which turn has its own, smaller number of trials, so that many
    lists take little time.

    Parameters
    ----------
    paths : iterable of str or Path
        Lists, and folders of lists (files whose names end as those of lists do, at any depth).
    out : str or Path
        Folder to write into; made if it is not there.
    method, trials, precision, confidence_level, jobs, rng
        See `cascade`; every source of every deck is simulated with the same seed.
    cards, ignore_unknown, format
        See `read_deck`.
    progress : callable, optional
        Called after each list with its report and the number of all lists.

    Returns
    -------
    Report
    """
    card_table(Path(out), cards)  # a table that cannot be read is one error, not one a list
    trials = trials_asked(trials, precision, confidence_level)
    files = find_lists(paths, out)
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    tables = _Tables(cards)
    names = PageNames()
    asked = Asked(method, trials, confidence_level, jobs, rng)
    reports = []
    for path in files:
        entry = study_list(path, tables.of(path), asked, ignore_unknown=ignore_unknown, list_format=format)
        if entry.deck is not None:
            entry = replace(entry, page=names.page(entry.deck.name))
            (folder / entry.page).write_text(deck_page(entry), encoding="utf-8")
        reports.append(entry)
        if progress:
            progress(entry, len(files))
    decks = tuple(entry for entry in reports if entry.deck is not None)
    failures = tuple(entry for entry in reports if entry.deck is None)
    _write_tables(folder, decks, failures)
    index = folder / "index.html"
    index.write_text(index_page(decks, failures), encoding="utf-8")
    (folder / "metrics.html").write_text(metrics_page(), encoding="utf-8")
    return Report(index, decks, failures)


def find_lists(paths: Iterable[str | Path], out: str | Path) -> list[Path]:
    """Return the files that are named, and the lists in the folders that are named, each once; `out` is passed over."""
    found: dict[Path, Path] = {}
    for path in map(Path, paths):
        for file in _walk(path, Path(out).resolve()) if path.is_dir() else [path]:
            found.setdefault(file.resolve(), file)
    return list(found.values())


def _walk(folder: Path, out: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and Path(place, name).resolve() != out)
        for name in sorted(files):
            path = Path(place, name)
            is_list = path.suffix.lower() in LIST_SUFFIXES and name.lower() not in NO_LISTS
            if is_list and not name.startswith(".") and path.is_file():
                yield path


class _Tables:
    """The card table of each list: one for all lists of a folder."""

    def __init__(self, cards: CardDatabase | str | Path | None) -> None:
        self._cards = cards
        self._by_folder: dict[Path, CardDatabase] = {}

    def of(self, path: Path) -> CardDatabase:
        if path.parent not in self._by_folder:
            self._by_folder[path.parent] = card_table(path, self._cards)
        return self._by_folder[path.parent]


def _write_tables(folder: Path, decks: Sequence[DeckReport], failures: Sequence[DeckReport]) -> None:
    read = [(entry.deck, entry.casts) for entry in decks if entry.deck is not None]
    hits_frame(read).to_csv(folder / "hits.csv", index=False, lineterminator="\n")
    decks_frame(read).to_csv(folder / "decks.csv", index=False, lineterminator="\n")
    document = {
        "schema": "cascadesim.report/1",
        "decks": [
            {
                **hits_document(deck, casts),
                "page": entry.page,
                "kickers": [[kicker_document(kick) for kick in kicks] for kicks in entry.kicks],
                "turns": turns_document(deck, entry.turns) if entry.turns else None,
                "checkup": checkup_document(deck, entry.checkup) if entry.checkup else None,
            }
            for entry, (deck, casts) in zip(decks, read, strict=True)
        ],
        "failures": [{"path": entry.path, "problems": list(entry.problems)} for entry in failures],
    }
    text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
    (folder / "report.json").write_text(text + "\n", encoding="utf-8")
