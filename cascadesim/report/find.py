"""Find the lists of a report: the files and folders that are named, each list once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cascadesim.errors import printable
from cascadesim.files import is_folder, real_path

LIST_SUFFIXES = frozenset(
    {".txt", ".dec", ".deck", ".mwdeck", ".mtga", ".dck", ".cod", ".dek", ".o8d", ".csv", ".json"}
)
TABLES = (  # that a report writes
    "hits.csv", "decks.csv", "errors.csv", "groups.csv", "report.json", "hits.parquet", "decks.parquet"
)  # fmt: skip
_NO_LISTS = frozenset({"cards.csv", *TABLES})  # cards.csv is a card table


@dataclass(frozen=True)
class Found:
    """The lists of a report.

    Parameters
    ----------
    files : tuple of Path
        In order; those of a folder in the order of their names, those of its folders after them. A folder among them
        could not be looked into.
    folder_of : dict of Path to Path
        For each file that folder that was named and holds it; for a file that was named, the one that it lies in.
    notes : tuple of str
        What was passed over, for people.
    """

    files: tuple[Path, ...]
    folder_of: dict[Path, Path]
    notes: tuple[str, ...] = ()


def find_lists(paths: Iterable[str | Path], out: str | Path) -> Found:
    """Return the files that are named, and the lists in the folders that are named, each once; `out` is passed over."""
    found: dict[Path, Path] = {}
    folder_of: dict[Path, Path] = {}
    again: list[Path] = []
    notes: list[str] = []
    out = Path(out)
    for path in map(Path, paths):
        if is_folder(path) and _is_inside(out, path) and any(_walk(out, None)):
            notes.append(f"{printable(out)}: the report goes there, so no list in it is read")
        for file in _walk(path, real_path(out)) if is_folder(path) else [path]:
            if found.setdefault(real_path(file), file) is not file:
                again.append(file)
            folder_of.setdefault(found[real_path(file)], path if is_folder(path) else path.parent)
    if again:
        more = f" and {len(again) - 1:,} more" if len(again) > 1 else ""
        notes.append(f"{printable(again[0])}{more}: named twice, read once")
    return Found(tuple(found.values()), folder_of, tuple(notes))


def _is_inside(out: Path, folder: Path) -> bool:
    return is_folder(out) and real_path(folder) in real_path(out).parents


def _walk(folder: Path, out: Path | None) -> Iterator[Path]:
    unread: list[Path] = []
    for place, folders, files in os.walk(folder, followlinks=False, onerror=lambda e: unread.append(Path(e.filename))):
        seen = sorted(name for name in folders if not name.startswith("."))
        folders[:] = [name for name in seen if real_path(Path(place, name)) != out]
        for name in sorted(files):
            path = Path(place, name)
            is_list = path.suffix.lower() in LIST_SUFFIXES and name.lower() not in _NO_LISTS
            if is_list and not name.startswith(".") and not _is_something_else(path):
                yield path
    yield from unread


def _is_something_else(path: Path) -> bool:
    """Whether a name of a folder is known to stand for no file: a pipe, a device, a link to nothing or to itself."""
    try:
        return not path.is_file()
    except OSError:
        return False  # it cannot be seen what it is, which is said when it is read
