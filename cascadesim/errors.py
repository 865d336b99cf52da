"""What can go wrong, in words for people: where, what was read, what to write instead."""

from __future__ import annotations

from collections.abc import Sequence

_LONGEST = 150  # letters of a name that is shown


class CascadeSimError(Exception):
    """Any error that cascadesim raises on purpose; its text is one line that needs no traceback."""


class QuestionError(CascadeSimError, ValueError):
    """A question that cannot be asked: an option out of range, a card where it cannot be."""


class SimulationError(CascadeSimError, RuntimeError):
    """A simulation that could not be carried out."""


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


class DecklistError(CascadeSimError, ValueError):
    """A decklist that cannot be used. Carries `path` and `problems`, one line each, all of them.

    The text of the error is its first problem, and how many more there are.
    """

    def __init__(self, path: str, problems: Sequence[str]) -> None:
        path, problems = printable(path), [printable(problem) for problem in problems]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(problems[0] + more)
        self.path, self.problems = path, tuple(problems)


def printable(text: object) -> str:
    """Return text that can be written anywhere: of a file name that is no UTF-8 the bytes are escaped."""
    return str(text).encode("utf-8", "backslashreplace").decode("utf-8")


def unknown_card(name: str, suggestions: Sequence[str]) -> str:
    """Say that a name is unknown, with what it may have meant."""
    name = name if len(name) <= _LONGEST else f"{name[:_LONGEST]}..."
    if not suggestions:
        return f"unknown card {name!r}; check the spelling, or add it to a cards.csv beside the list"
    meant = " or ".join(repr(suggestion) for suggestion in suggestions)
    return f"unknown card {name!r}; did you mean {meant}?"
