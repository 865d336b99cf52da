"""`Task`: one list and what is asked of it, and the work that it takes: what a worker is given and gives back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable

from cascadesim.cards import CardDatabase
from cascadesim.decks.deck import accepted, resolve
from cascadesim.decks.read import Format, parse_decklist
from cascadesim.errors import CascadeSimError, DecklistError, Problem
from cascadesim.report.contents import Asked, DeckReport, study
from cascadesim.report.drawing import spark_path, spark_words
from cascadesim.report.finished import Finished, Listed
from cascadesim.report.pages import deck_page
from cascadesim.views.export import Json, hits_document, kicker_document, turns_document
from cascadesim.views.frames import DECKS, decks_rows, hits_rows
from cascadesim.views.what_if_export import checkup_document

_MAKES_FIGURES = ("numpy", "matplotlib", "jinja2")


@dataclass(frozen=True)
class Task:
    """One list and what is asked of it.

    Parameters
    ----------
    path, name : str
        What to call the list.
    data : bytes
        What its file holds.
    asked : Asked
    ignore_unknown, list_format
        See `read_deck`.
    table : str
        Digest of the card table that names its cards.
    code : str
        What makes the figures; see `code_digest`.
    """

    path: str
    name: str
    data: bytes
    asked: Asked
    ignore_unknown: bool
    list_format: Format | None
    table: str
    code: str

    @property
    def key(self) -> str:
        """What stands for all that its figures depend on; not for the number of jobs, on which they do not."""
        asked = (self.asked.method, self.asked.trials, self.asked.confidence_level, self.asked.seed)
        how = (self.path, self.name, *asked, self.ignore_unknown, self.list_format, self.table, self.code)
        return sha256(json.dumps(how).encode() + self.data).hexdigest()


@cache
def code_digest() -> str:
    """Return what stands for this version: of the project, file by file, and of what it draws and counts with."""
    digest = sha256(json.dumps([version(name) for name in _MAKES_FIGURES]).encode())
    for name, text in _sources(files("cascadesim"), ""):
        digest.update(name.encode() + text)
    return digest.hexdigest()


def _sources(folder: Traversable, inside: str) -> list[tuple[str, bytes]]:
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            found += _sources(entry, f"{inside}{entry.name}/")
        elif entry.name.endswith((".py", ".html", ".css", ".js")):
            found.append((inside + entry.name, entry.read_bytes()))
    return found


def finish(task: Task, table: CardDatabase) -> Finished:
    """Read a list and run the studies; whatever is wrong with the list is said in what comes back."""
    try:
        decklist = parse_decklist(task.data, name=task.name, path=task.path, kind=task.list_format)
        deck = accepted(resolve(decklist, table, ignore_unknown=task.ignore_unknown))
        report = study(deck, task.asked)
    except DecklistError as error:
        return Finished(task.path, problems=error.reasons)
    except CascadeSimError as error:
        return Finished(task.path, problems=(Problem(None, str(error)),))
    casts = report.casts
    castable = {cast.source: figure for cast in casts if (figure := report.castable(cast.source))}
    rows = [dict(zip(DECKS, row, strict=True)) for row in decks_rows(deck, casts, castable)]
    listed = [
        Listed(row, cast.notes, spark_path(cast.exiled), spark_words(cast.exiled))
        for row, cast in zip(rows, casts, strict=False)
    ]
    issues = (f"{deck.path}:{issue.line_no}: {issue.text!r}: {issue.problem}" for issue in deck.issues)
    return Finished(
        task.path,
        deck.name,
        said=(*issues, *(f"{deck.path}: {note}" for note in deck.decklist.notes)),
        notes=deck.decklist.notes,
        header=deck.decklist.header,
        listed=tuple(listed or map(Listed, rows)),
        hits=tuple(hits_rows(deck, casts)),
        document=json.dumps(_document(report), ensure_ascii=False, allow_nan=False),
        page=deck_page(report),
    )


def _document(report: DeckReport) -> Json:
    deck = report.deck
    return {
        **hits_document(deck, report.casts),
        "kickers": [[kicker_document(kick) for kick in kicks] for kicks in report.kicks],
        "turns": turns_document(deck, report.turns) if report.turns else None,
        "checkup": checkup_document(deck, report.checkup) if report.checkup else None,
    }
