"""Run a simulation and reduce its logs: what every study that simulates shares."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from operator import add
from typing import Any, Literal, Protocol, TypeVar

import numpy as np

from cascadesim.engine.chains import CastLog
from cascadesim.engine.exact import is_closed_form
from cascadesim.engine.intervals import critical_value
from cascadesim.engine.simulate import simulate
from cascadesim.errors import QuestionError
from cascadesim.rules import Question

Method = Literal["auto", "exact", "simulate"]
Seed = int | np.random.Generator | None
METHODS: tuple[Method, ...] = ("auto", "exact", "simulate")
TRIALS = 1_000_000


class Addable(Protocol):
    """Counts of some trials, which add up to those of more."""

    def __add__(self, other: Any, /) -> Any:
        """Return the counts of both."""


Sums = TypeVar("Sums", bound=Addable)


def check(method: str, trials: int, confidence_level: float) -> None:
    """Check what every study is asked.

    Raises
    ------
    QuestionError
        If a value is out of range.
    """
    if method not in METHODS:
        message = f"method must be one of {', '.join(METHODS)}, got {method!r}"
        raise QuestionError(message)
    if trials < 2:
        message = f"trials must be at least 2, got {trials}"
        raise QuestionError(message)
    try:
        critical_value(confidence_level)
    except ValueError as error:
        raise QuestionError(str(error)) from error


def is_exact(question: Question, method: Method) -> bool:
    """Whether the closed forms answer a question by a method.

    Raises
    ------
    QuestionError
        If they are asked to and do not.
    """
    if method == "simulate":
        return False
    closed = is_closed_form(question.problem)
    if method == "exact" and not closed:
        message = (
            f"{question.source.name}: no closed form for several triggers or hits that cascade again; "
            "use --method simulate, or auto"
        )
        raise QuestionError(message)
    return closed


def seed_of(rng: Seed) -> int:
    """Return a number that alone decides the random numbers, so that it can be printed and given again."""
    if rng is None:
        return int(np.random.SeedSequence().generate_state(1)[0])
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(1 << 63))
    if not isinstance(rng, int | np.integer) or rng < 0:
        message = f"a seed is a whole number from 0, got {rng!r}"
        raise QuestionError(message)
    return int(rng)


def simulated(
    question: Question,
    trials: int,
    seed: int,
    count: Callable[[CastLog], Sums],
    progress: Callable[[int], None] | None,
) -> Sums:
    """Simulate, and add up the counts of each block of trials."""

    def blocks() -> Iterator[Sums]:
        for log in simulate(question.problem, trials, np.random.SeedSequence(seed)):
            yield count(log)
            if progress:
                progress(log.first.size)

    return reduce(add, blocks())
