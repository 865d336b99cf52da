"""Run a simulation and reduce its logs: what every study that simulates shares."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from functools import partial, reduce
from itertools import islice
from operator import add
from typing import Any, Literal, Protocol, TypeVar

import numpy as np

from cascadesim.engine.chains import CastLog
from cascadesim.engine.intervals import critical_value
from cascadesim.engine.problem import Problem
from cascadesim.engine.simulate import Block, blocks, simulate
from cascadesim.errors import QuestionError, SimulationError
from cascadesim.rules import Question
from cascadesim.studies.arguments import whole
from cascadesim.studies.processes import deaf_to_ctrl_c, processes

Method = Literal["auto", "exact", "simulate"]
Seed = int | np.random.Generator | None
METHODS: tuple[Method, ...] = ("auto", "exact", "simulate")
TRIALS = 1_000_000
BLOCKS_AT_ONCE = 16


class Addable(Protocol):
    """Counts of some trials, which add up to those of more."""

    def __add__(self, other: Any, /) -> Any:
        """Return the counts of both."""


Sums = TypeVar("Sums", bound=Addable)


def check(method: str, trials: int, confidence_level: float, jobs: int = 1) -> None:
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
    if jobs < 1:
        message = f"jobs must be at least 1, got {jobs}"
        raise QuestionError(message)
    try:
        critical_value(confidence_level)
    except ValueError as error:
        raise QuestionError(str(error)) from error


def trials_for(precision: float, confidence_level: float) -> int:
    """Return the trials after which no probability has an interval of more than +- `precision`.

    Fixed beforehand from the worst case, a probability of one half: n = z^2 / 4 P^2. So no look at the figures decides
    when to stop, and the stated confidence holds.

    Raises
    ------
    QuestionError
        If `precision` is not between 0 and 1, or wants more than ten thousand million trials.

    Examples
    --------
    >>> trials_for(0.001, 0.95)
    960365
    """
    if not 0 < precision < 1:
        message = f"precision must be between 0 and 1, e.g. 0.001, got {precision}"
        raise QuestionError(message)
    check("simulate", 2, confidence_level)
    trials = math.ceil(critical_value(confidence_level) ** 2 / (4 * precision**2))
    if trials > 10**10:
        message = f"precision={precision} would take {trials:,} trials"
        raise QuestionError(message)
    return max(trials, 2)


def trials_asked(trials: int, precision: float | None, confidence_level: float) -> int:
    """Return the trials that are asked for: so many, or as many as a precision takes."""
    return whole("trials", trials) if precision is None else trials_for(precision, confidence_level)


def refuse_exact(question: Question, reason: str) -> QuestionError:
    """Return the error that a question has no exact answer, in one line."""
    return QuestionError(f"{question.source.name}: no exact answer: {reason}; use --method simulate, or auto")


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
    all_blocks: Iterator[Block],
    run: Callable[[Block], Sums],
    progress: Callable[[int], None] | None,
    jobs: int = 1,
) -> Sums:
    """Run blocks of trials and add up their counts; the same sums whatever the number of jobs.

    Raises
    ------
    SimulationError
        If a process that simulates is ended from outside.
    """
    parts = _parts(all_blocks)
    done: Iterable[tuple[int, Sums]]
    if jobs == 1:
        done = (_run(part, run) for part in parts)
    else:
        from joblib import Parallel, delayed

        with processes(jobs), deaf_to_ctrl_c():
            done = Parallel(return_as="generator")(delayed(_run)(part, run) for part in parts)

    def counted() -> Iterator[Sums]:
        for n_trials, sums in done:
            yield sums
            if progress:
                progress(n_trials)

    try:
        return reduce(add, counted())
    except BrokenExecutor as error:
        message = "a process of the simulation was ended from outside, for want of memory perhaps; use fewer jobs"
        raise SimulationError(message) from error


def simulated_casts(
    question: Question,
    trials: int,
    seed: int,
    count: Callable[[CastLog], Sums],
    progress: Callable[[int], None] | None,
    jobs: int = 1,
) -> Sums:
    """Simulate casts of a source and add up the counts of their logs; see `simulated`."""
    problem = question.problem
    return simulated(blocks(problem, trials, seed), partial(_count_block, problem, count), progress, jobs)


def _count_block(problem: Problem, count: Callable[[CastLog], Sums], block: Block) -> Sums:
    return reduce(add, map(count, simulate(problem, block)))


def _parts(all_blocks: Iterator[Block]) -> Iterator[list[Block]]:
    """Put some blocks together, so that handing them to a worker costs little beside running them."""
    while part := list(islice(all_blocks, BLOCKS_AT_ONCE)):
        yield part


def _run(part: list[Block], run: Callable[[Block], Sums]) -> tuple[int, Sums]:
    return sum(block.n_trials for block in part), reduce(add, map(run, part))
