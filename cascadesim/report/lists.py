"""The lists of a run: which are finished, which wait for a worker, and which cannot be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from cascadesim.cards import CardDatabase
from cascadesim.decks.deck import table_beside, table_with
from cascadesim.decks.read import Format, list_bytes
from cascadesim.errors import CardTableError, DecklistError, Problem, ReportError, printable
from cascadesim.report.contents import Asked
from cascadesim.report.finished import DamagedError, Finished
from cascadesim.report.store import Store
from cascadesim.report.task import Task, code_digest
from cascadesim.report.workers import TABLES_KEPT, work

if TYPE_CHECKING:
    from distributed import Client


class Lists:
    """The lists of a run.

    Parameters
    ----------
    files : sequence of Path
    asked : Asked
    cards, ignore_unknown, list_format
        See `read_deck`.
    """

    def __init__(
        self,
        files: Sequence[Path],
        asked: Asked,
        cards: CardDatabase | str | Path | None,
        ignore_unknown: bool,
        list_format: Format | None,
    ) -> None:
        self._files, self._asked = files, asked
        self._ignore_unknown, self._format = ignore_unknown, list_format
        self._table_of = lru_cache(maxsize=TABLES_KEPT)(partial(table_with, cards=cards))
        self._keys: dict[Path, str] = {}
        self._failed: dict[Path, Finished] = {}
        self._waiting: dict[Path, None] = {}
        self.n_skipped = 0
        self.notes: tuple[str, ...] = ()

    @property
    def n_lists(self) -> int:
        """How many there are."""
        return len(self._files)

    @property
    def n_finished(self) -> int:
        """How many are finished, those that cannot be read among them."""
        return len(self._keys) + len(self._failed) - len(self._waiting)

    def look_up(self, store: Store) -> None:
        """Read every list, and see which are finished."""
        first: dict[bytes, Path] = {}
        again: list[tuple[Path, Path]] = []
        for path in self._files:
            asked = self._ask(path)
            if asked is None:
                continue
            task, _ = asked
            other = first.setdefault(sha256(task.data).digest(), path)
            if other is not path:
                again.append((path, other))
            if store.holds(task.key):
                self.n_skipped += 1
            else:
                self._waiting[path] = None
        if again:
            path, other = again[0]
            more = f", and so on: {len(again):,} in all" if len(again) > 1 else ""
            self.notes = (f"{printable(path)}: the same list as {printable(other)}{more}; each counts for itself",)

    def work(self, store: Store, jobs: int, client: Client | None) -> Iterator[None]:
        """Have the lists done that wait, and keep each as soon as it is finished: yield after each."""
        path_of: dict[str, Path] = {}
        if len(self._waiting) == 1 and client is None:  # its trials are shared, not the lists
            self._asked, jobs = replace(self._asked, jobs=jobs), 1

        def left() -> Iterator[tuple[Task, CardDatabase]]:
            for path in self._files:
                if path in self._waiting and (asked := self._ask(path)) is not None:
                    path_of[asked[0].key] = path
                    yield asked

        with closing(work(left, jobs, client)) as results:
            for done in results:
                path = path_of[done.key]
                if done.fault:
                    self._fail(path, [Problem(None, done.fault)])
                else:
                    store.put(done.key, done.data)
                self._waiting.pop(path, None)
                yield

    def finished(self, store: Store) -> Iterator[tuple[Path, Finished]]:
        """Yield each list and what came of it, in order.

        Raises
        ------
        ReportError
            If what is finished is damaged meanwhile.
        """
        for path in self._files:
            if path in self._failed:
                yield path, self._failed[path]
                continue
            try:
                yield path, store.get(self._keys[path])
            except (DamagedError, FileNotFoundError) as error:
                message = f"{printable(path)}: what was finished of it was changed by somebody else; run it again"
                raise ReportError(message) from error

    def _ask(self, path: Path) -> tuple[Task, CardDatabase] | None:
        """Return the task of a list and its card table; None where it cannot be read."""
        try:
            data = list_bytes(path)
            table = self._table_of(table_beside(path))
        except DecklistError as error:
            self._fail(path, error.reasons)
            return None
        except CardTableError as error:
            self._fail(path, [Problem(None, str(error))])
            return None
        name, how = printable(path.stem), (self._asked, self._ignore_unknown, self._format)
        task = Task(printable(path), name, data, *how, table.digest, code_digest())
        self._keys[path] = task.key
        return task, table

    def _fail(self, path: Path, problems: Sequence[Problem]) -> None:
        self._failed[path] = Finished(printable(path), problems=tuple(problems))
        self._keys.pop(path, None)
        self._waiting.pop(path, None)
