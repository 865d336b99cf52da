"""`Finished`: all that a report keeps of one list, as bytes that can be stored, sent and trusted again."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any, NamedTuple

from cascadesim.errors import Problem
from cascadesim.results import Estimate
from cascadesim.views.frames import DECKS, Row

_DIGEST_SIZE = sha256().digest_size


class DamagedError(ValueError):
    """Bytes that are not those that were stored under their key."""


class Listed(NamedTuple):
    """A source of a deck on the first page, or a deck without one: a row of `DECKS` and what is shown beside it."""

    cells: dict[str, Any]
    notes: Sequence[str] = ()
    spark: str = ""
    spark_words: str = ""

    def estimate(self, column: str) -> Estimate | None:
        """Return a figure with its interval; None where the row has none."""
        value, low, high = (self.cells[column + suffix] for suffix in ("", "_ci_low", "_ci_high"))
        return None if value is None else Estimate(value, low, high)

    @property
    def row(self) -> Row:
        """Its row of `DECKS`."""
        return tuple(self.cells[column] for column in DECKS)


class FailedList(NamedTuple):
    """A list that could not be read, and why."""

    path: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Finished:
    """What a report keeps of one list.

    Parameters
    ----------
    path, name : str
        Of the deck; no name where the list could not be read.
    problems : tuple of Problem
        Why it could not be.
    said : tuple of str
        Lines for people: what was not understood, and what its reader decided.
    notes : tuple of str
        What its reader decided, for the first page.
    header : str
        The comment lines before the first card.
    listed : tuple of Listed
    hits : tuple of rows of `HITS`
    document : str
        JSON, one line.
    page : str
        HTML.
    """

    path: str
    name: str = ""
    problems: tuple[Problem, ...] = ()
    said: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    header: str = ""
    listed: tuple[Listed, ...] = ()
    hits: tuple[Row, ...] = ()
    document: str = ""
    page: str = ""

    def packed(self, key: str) -> bytes:
        """Return it as bytes that only `unpacked` under the same key takes."""
        cells = {field.name: getattr(self, field.name) for field in fields(self)}
        payload = zlib.compress(json.dumps(cells, ensure_ascii=False, allow_nan=False).encode(), 6)
        return _digest(key, payload) + payload


def is_whole(key: str, data: bytes) -> bool:
    """Whether bytes are those that were packed under a key."""
    return data[:_DIGEST_SIZE] == _digest(key, data[_DIGEST_SIZE:])


def unpacked(key: str, data: bytes) -> Finished:
    """Return what was packed under a key.

    Raises
    ------
    DamagedError
        If the bytes are not those that were packed.
    """
    if not is_whole(key, data):
        message = f"{key}: damaged"
        raise DamagedError(message)
    cells: dict[str, Any] = json.loads(zlib.decompress(data[_DIGEST_SIZE:]))
    cells["problems"] = tuple(Problem(*problem) for problem in cells["problems"])
    cells["listed"] = tuple(Listed(*listed) for listed in cells["listed"])
    return Finished(**(cells | {name: tuple(cells[name]) for name in ("said", "notes", "hits")}))


def _digest(key: str, payload: bytes) -> bytes:
    return sha256(key.encode() + b"\n" + payload).digest()
