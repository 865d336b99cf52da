"""The user's own card table, laid over the bundled one: where it lives, how it is written and read.

It is a gzip-packed CSV file of the project's own columns, named after its SHA-256, and a small JSON file that says
which one is in use. Both are written beside the old ones and put in place at once: a failure leaves the old table.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import os
import re
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from cascadesim.cards.database import COLUMNS, CardDatabase, bundled
from cascadesim.errors import CardTableError
from cascadesim.files import put, sweep_unfinished

if TYPE_CHECKING:
    from cascadesim.cards.imported import Imported

FOLDER_VARIABLE = "CASCADESIM_CACHE"
BUNDLED_DATE = "paper Magic to April 2025, and later cards that people play or that cascade, discover or kick"
_NAMES = " | "
_MOST_NAMES = 300  # of a card
_LOCK_SECONDS = 20
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class TableSource:
    """One part of the card table: whence, of when, how much, and the SHA-256 of its file."""

    source: str
    date: str
    cards: int
    sha256: str
    path: str = ""


def cache_folder() -> Path:
    """Return the folder of the user's own table: ``CASCADESIM_CACHE``, or the cache folder of the system."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("cascadesim", appauthor=False)


def default_table(overlay: str | Path | None = None) -> CardDatabase:
    """Return the card table of whoever names no other: the bundled one under the user's own, under a CSV file.

    Raises
    ------
    CardTableError
        If the user's table is damaged, or the CSV file cannot be read.
    """
    own = stored()
    try:
        table = bundled() if own is None else _with_own(own)
    except CardTableError:
        if stored() == own:
            raise
        return default_table(overlay)  # another process put a new table in its place meanwhile
    return table if overlay is None else table.with_overlay(overlay)


def stored() -> TableSource | None:
    """Return what is known of the user's own table, None where there is none.

    Raises
    ------
    CardTableError
        If the file that says so is damaged.
    """
    path = cache_folder() / "cards.json"
    if not os.access(path, os.F_OK):
        return None
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        source = TableSource(**document, path=str(_path_of(document["sha256"])))
    except OSError as error:
        raise CardTableError(str(path), None, (error.strerror or str(error)).lower()) from error
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise _damaged(path) from error
    if (
        not _SHA256.fullmatch(source.sha256)
        or not isinstance(source.source, str)
        or not isinstance(source.cards, int)
        or not isinstance(source.date, str)
    ):
        raise _damaged(path)
    return source


def table_sources() -> list[TableSource]:
    """Return the parts of the default table, the bundled one first."""
    with files("cascadesim.cards").joinpath("data/cards.csv.gz").open("rb") as packed:
        sha256 = hashlib.sha256(packed.read()).hexdigest()
    own = stored()
    parts = [TableSource("the bundled card table", BUNDLED_DATE, len(bundled()), sha256)]
    return parts if own is None else [*parts, own]


def store(imported: Imported, source: str, *, replace: bool = False) -> TableSource:
    """Put cards into the user's own table, over those that are there, or in place of all of them (`replace`).

    Raises
    ------
    CardTableError
        If the old table is damaged, or another process does not finish writing.
    """
    from filelock import FileLock, Timeout

    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / "lock", timeout=_LOCK_SECONDS):
            old = None if replace else stored()
            rows, other_names = ({}, _names_kept(imported)) if old is None else _read(old)
            packed = _packed({**rows, **imported.rows}, {**other_names, **imported.other_names})
            sha256 = hashlib.sha256(packed).hexdigest()
            table = _path_of(sha256)
            made = TableSource(
                source if old is None or old.source == source else f"{source} over earlier cards",
                datetime.now(UTC).date().isoformat(),
                len({**rows, **imported.rows}),
                sha256,
                str(table),
            )
            put(table, packed, durable=True)
            document = {key: value for key, value in asdict(made).items() if key != "path"}
            text = json.dumps(document, ensure_ascii=False, indent=1)
            put(folder / "cards.json", text.encode(), durable=True)
            for left in folder.glob("cards-*.csv.gz"):
                if left != table:
                    left.unlink(missing_ok=True)
            sweep_unfinished(folder)
    except Timeout as error:
        problem = f"another cascadesim has been writing for {_LOCK_SECONDS} seconds"
        raise CardTableError(str(folder), None, problem) from error
    return made


def _names_kept(imported: Imported) -> dict[str, str]:
    """Return the names in other languages that outlive the table that they came with: those of cards that stay."""
    try:
        old = stored()
        names = {} if old is None else _read(old)[1]
    except CardTableError:  # a damaged table is what an update mends
        return {}
    return {other: full for other, full in names.items() if full in imported.rows}


@lru_cache(maxsize=1)
def _with_own(own: TableSource) -> CardDatabase:
    rows, other_names = _read(own)
    return bundled().with_rows(rows, other_names, f"{own.source} ({own.date})")


def _read(own: TableSource) -> tuple[dict[str, list[str]], dict[str, str]]:
    path = _path_of(own.sha256)
    try:
        packed = path.read_bytes()
        if hashlib.sha256(packed).hexdigest() != own.sha256:
            raise _damaged(path)
        text = gzip.decompress(packed).decode("utf-8")
        header, *cells = csv.reader(io.StringIO(text, newline=""))
    except (OSError, ValueError, EOFError, zlib.error, csv.Error) as error:
        raise _damaged(path) from error
    if tuple(header) != (*COLUMNS, "other_names"):
        problem = "made by another version of cascadesim; run 'cascadesim cards update', or delete it"
        raise CardTableError(str(path), None, problem)
    if any(len(row) != len(header) for row in cells):
        raise _damaged(path)
    rows = {row[0]: row[:-1] for row in cells}
    return rows, {name: row[0] for row in cells if row[-1] for name in row[-1].split(_NAMES)}


def _packed(rows: Mapping[str, list[str]], other_names: Mapping[str, str]) -> bytes:
    """Pack a table; the same cards give the same bytes."""
    names: dict[str, list[str]] = {}
    for other, full in other_names.items():
        names.setdefault(full, []).append(other)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*COLUMNS, "other_names"))
    writer.writerows([*row, _NAMES.join(names.get(name, [])[:_MOST_NAMES])] for name, row in sorted(rows.items()))
    return gzip.compress(text.getvalue().encode(), compresslevel=6, mtime=0)


def _path_of(sha256: str) -> Path:
    return cache_folder() / f"cards-{sha256[:16]}.csv.gz"


def _damaged(path: Path) -> CardTableError:
    problem = f"the card table there is damaged; delete {path.parent / 'cards.json'}, or run 'cascadesim cards update'"
    return CardTableError(str(path), None, problem)
