"""`Decklist`: what a list says, line by line, before any card is looked up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Zone(StrEnum):
    """Where a list puts a card."""

    MAIN = "main"
    SIDEBOARD = "sideboard"
    COMMANDER = "commander"
    COMPANION = "companion"
    MAYBEBOARD = "maybeboard"


@dataclass(frozen=True)
class Entry:
    """One card line.

    Parameters
    ----------
    line_no : int
        From 1.
    text : str
        The line as written.
    count : int
    names : tuple of str
        What the card may be called, the likeliest last resort last: all that stands behind the count, then that without
        its marks, one after the other. The card table chooses.
    zone : Zone
    """

    line_no: int
    text: str
    count: int
    names: tuple[str, ...]
    zone: Zone


@dataclass(frozen=True)
class Issue:
    """One line that is not a card line, or not a good one.

    `is_error` tells whether the deck is refused for it; a line that is no card line stops nothing.
    """

    line_no: int
    text: str
    problem: str
    suggestions: tuple[str, ...] = ()
    is_error: bool = False


@dataclass(frozen=True)
class Decklist:
    """A decklist as it was written.

    Parameters
    ----------
    name, path : str
        What to call the list, and where it came from.
    format, encoding : str
        As recognised.
    entries : tuple of Entry
    issues : tuple of Issue
        Every other line that is not blank, a heading or a comment.
    header : str
        The comment lines before the first card.
    notes : tuple of str
        What the reader decided where the list does not say, for people.
    zones_are_written : bool
        Whether the list says in any way what its zones are.
    """

    name: str
    path: str
    format: str
    encoding: str
    entries: tuple[Entry, ...]
    issues: tuple[Issue, ...] = ()
    header: str = ""
    notes: tuple[str, ...] = ()
    zones_are_written: bool = True
