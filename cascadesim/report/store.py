"""The folder of a report: who writes there, and the lists that are finished, each in a file of its own.

Beside what people read it holds a hidden folder with a lock, and one file a finished list, named after the key of its
task: whatever ends a run, what was finished stays, and the next one goes on from there.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cascadesim.errors import ReportError, printable
from cascadesim.files import is_file, put, sweep_unfinished
from cascadesim.report.find import TABLES
from cascadesim.report.finished import Finished, is_whole, unpacked

HIDDEN = ".cascadesim"
_OF_A_VERSION = re.compile(r"[0-9a-f]{16}")
OWN_PAGES = ("index.html", "metrics.html", "groups.html")
_REPORT = b'"schema": "cascadesim.report/1"'  # how each begins, that of before there was a hidden folder too


class Store:
    """The finished lists of a report, made by one version of the project."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def holds(self, key: str) -> bool:
        """Whether a list is finished; one whose file is damaged, or cannot be read, is not and is deleted."""
        path = self._folder / key
        try:
            if is_whole(key, path.read_bytes()):
                return True
        except FileNotFoundError:
            return False
        except OSError:
            _delete(path)
        return False

    def get(self, key: str) -> Finished:
        """Return a finished list.

        Raises
        ------
        DamagedError, FileNotFoundError
            If it is not there any more as it was put.
        """
        return unpacked(key, (self._folder / key).read_bytes())

    def put(self, key: str, data: bytes) -> None:
        """Keep a finished list, packed under its key."""
        put(self._folder / key, data)


@contextmanager
def opened(out: Path, code: str, *, fresh: bool) -> Iterator[Store]:
    """Yield the store in the folder of a report, for one writer at a time; `fresh` forgets what is finished.

    What another version finished, by its `code`, is of no use any more and is deleted.

    Raises
    ------
    ReportError
        If somebody else writes a report there, or the folder holds files that no report wrote.
    """
    from filelock import FileLock, Timeout

    _refuse_files_of_others(out)
    out.mkdir(parents=True, exist_ok=True)
    hidden = out / HIDDEN
    hidden.mkdir(exist_ok=True)
    try:
        with FileLock(hidden / "lock", timeout=0):
            folder = hidden / code[:16]
            for old in hidden.iterdir():
                if _OF_A_VERSION.fullmatch(old.name) and (fresh or old != folder or not old.is_dir()):
                    _delete(old)
            folder.mkdir(exist_ok=True)
            for place in (out, hidden, folder):
                sweep_unfinished(place)
            yield Store(folder)
    except Timeout as error:
        message = f"{printable(out)}: another report is being written there; wait for it, or name another --out"
        raise ReportError(message) from error


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def _refuse_files_of_others(out: Path) -> None:
    """Refuse to write over files that no report wrote."""
    if not out.is_dir() or (out / HIDDEN).is_dir():
        return
    there = [path for name in (*TABLES, *OWN_PAGES) if is_file(path := out / name)]
    if there and not is_report(out):
        message = f"{printable(there[0])}: a report would write over this file, which none wrote; name another --out"
        raise ReportError(message)


def is_report(out: Path) -> bool:
    """Whether a folder holds a report, of whatever version."""
    try:
        with (out / "report.json").open("rb") as file:
            return _REPORT in file.read(100)
    except OSError:
        return False
