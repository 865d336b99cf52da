"""What can go wrong, in words for people: where, what was read, what to write instead."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_LONGEST = 150  # letters of a name that is shown


class CascadeSimError(Exception):
    """Any error that cascadesim raises on purpose; its text is one line that needs no traceback."""


class QuestionError(CascadeSimError, ValueError):
    """A question that cannot be asked: an option out of range, a card where it cannot be."""


class SimulationError(CascadeSimError, RuntimeError):
    """A simulation that could not be carried out."""


class ReportError(CascadeSimError, RuntimeError):
    """A report that could not be written; what of it was finished is kept."""


class UnknownCardError(CascadeSimError, LookupError):
    """A name that no card in the table has. Carries `name` and `suggestions`."""

    def __init__(self, name: str, suggestions: Sequence[str] = ()) -> None:
        super().__init__(unknown_card(name, suggestions))
        self.name, self.suggestions = name, tuple(suggestions)


class CardTableError(CascadeSimError, ValueError):
    """A card table that cannot be read. Carries `path` and `line_no`, None where it is the file that is wrong."""

    def __init__(self, path: str, line_no: int | None, problem: str) -> None:
        super().__init__(f"{path}: {problem}" if line_no is None else f"{path}:{line_no}: {problem}")
        self.path, self.line_no = path, line_no


class Problem(NamedTuple):
    """What is wrong with a list, and in which line; None where it is the file that is wrong."""

    line_no: int | None
    text: str


class DecklistError(CascadeSimError, ValueError):
    """A decklist that cannot be used. Carries `path`, its `reasons`, and `problems`, the same as lines for people.

    The text of the error is its first problem, and how many more there are.
    """

    def __init__(self, path: str, reasons: Sequence[Problem]) -> None:
        self.path = printable(path)
        self.reasons = tuple(Problem(line_no, printable(text)) for line_no, text in reasons)
        self.problems = tuple(problem_line(self.path, reason) for reason in self.reasons)
        more = f" (and {len(self.problems) - 1} more)" if len(self.problems) > 1 else ""
        super().__init__(self.problems[0] + more)

    @classmethod
    def of_file(cls, path: str | Path, text: str, line_no: int | None = None) -> DecklistError:
        """Return the error of one problem."""
        return cls(str(path), [Problem(line_no, text)])


def problem_line(path: str, problem: Problem) -> str:
    """Say where something is wrong, and what."""
    return f"{path}: {problem.text}" if problem.line_no is None else f"{path}:{problem.line_no}: {problem.text}"


def printable(text: object) -> str:
    r"""Return text that can be written anywhere, in one line: bytes that are no UTF-8 and control characters escaped.

    >>> printable("a\nb\udcff.txt")
    'a\\x0ab\\udcff.txt'
    """
    text = str(text).encode("utf-8", "backslashreplace").decode("utf-8")
    return _CONTROL.sub(lambda letter: f"\\x{ord(letter[0]):02x}", text)


def unknown_card(name: str, suggestions: Sequence[str]) -> str:
    """Say that a name is unknown, with what it may have meant."""
    name = name if len(name) <= _LONGEST else f"{name[:_LONGEST]}..."
    if not suggestions:
        return f"unknown card {name!r}; check the spelling, or add it to a cards.csv beside the list"
    meant = " or ".join(repr(suggestion) for suggestion in suggestions)
    return f"unknown card {name!r}; did you mean {meant}?"
