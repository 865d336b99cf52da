"""Exact probabilities of whole chains: the ends that the recursion reaches, turned into the figures of a result."""

from __future__ import annotations

from collections import defaultdict
from math import comb

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.closed_form import first_dig
from cascadesim.engine.counts import Counts, Groups
from cascadesim.engine.depth import place_law
from cascadesim.engine.pictures import AllCardsPicture, RelevantCardsPicture
from cascadesim.engine.problem import Problem
from cascadesim.engine.recursion import Law, NotExactError, OverBudgetError, Recursion

BUDGET = 150_000  # transitions, about a second


def exact(problem: Problem, groups: Groups, budget: int = BUDGET) -> Counts:
    """Return exact probabilities of a problem.

    Parameters
    ----------
    problem : Problem
    groups : ndarray of shape (n_groups, n_rows), bool
    budget : int
        Transitions that may be followed.

    Raises
    ------
    NotExactError
        If they are too many.
    """
    ways: list[Recursion] = [AllCardsPicture(problem, budget)]
    # What is not cast and goes to the hand leaves the library uncounted.
    uncast = problem.stops & (problem.cast_as < 0) & problem.to_hand
    known = problem.top.size or problem.bottom.size or problem.seen
    if not (known or uncast.any()):
        ways.insert(0, RelevantCardsPicture(problem, budget))
    for way in ways:
        try:
            return _counts(problem, groups, way, way.run())
        except OverBudgetError:
            raise
        except NotExactError as error:  # the other picture is larger, and always right
            reason = error
    raise reason


def _counts(problem: Problem, groups: Groups, way: Recursion, ends: Law) -> Counts:
    """Turn ends into the figures of a result."""
    classes = way.classes
    n_rows, n_groups = problem.n_rows, len(groups)
    first, exiled_first = first_dig(problem)
    sizes = classes.sizes
    in_group = np.array(
        [
            [int(problem.total_copies[group & (classes.of_row == c)].sum()) for c in range(len(sizes))]
            for group in groups
        ]
    )
    law = _Laws()
    never, mean = np.zeros(n_rows), np.zeros(n_rows)
    group_never, group_all, group_mean = np.zeros(n_groups), np.zeros(n_groups), np.zeros(n_groups)
    for end, p in ends.items():
        by_class = classes.by_class(end.casts)
        n_casts = sum(by_class)
        law.add("spells", n_casts, p)
        law.add("value", classes.value(end.casts), p)
        for row in np.flatnonzero(classes.of_row >= 0):
            number, copies = classes.of_row[row], int(problem.total_copies[row])
            never[row] += p * _none_of(copies, by_class[number], sizes[number])
            mean[row] += p * by_class[number] * copies / max(sizes[number], 1)
        for group in range(n_groups):
            none, only = 1.0, 1.0
            for number, k in enumerate(by_class):
                members = in_group[group][number]
                none *= _none_of(members, k, sizes[number])
                only *= _none_of(sizes[number] - members, k, sizes[number])
                group_mean[group] += p * k * members / max(sizes[number], 1)
            group_never[group] += p * none
            group_all[group] += p * only if n_casts else 0
    cast = np.where(classes.of_row >= 0, 1 - never, 0.0)
    return Counts(
        trials=None,
        first=first,
        cast=np.maximum(cast, 0),
        casts=mean,
        casts_squared=np.zeros(0),
        exiled_first=exiled_first,
        exiled_total=_exiled_total(problem, way, ends),
        reveals_first=np.zeros(0),
        reveals_total=np.zeros(0),
        spells=law.array("spells"),
        value=law.array("value"),
        group_first=groups @ first[:-1],
        group_any=1 - group_never,
        group_all=group_all,
        group_casts=group_mean,
        group_casts_squared=np.zeros(0),
    )


class _Laws:
    """Laws of whole numbers, grown as they are met."""

    def __init__(self) -> None:
        self._laws: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))

    def add(self, name: str, value: int, p: float) -> None:
        self._laws[name][value] += p

    def array(self, name: str) -> NDArray[np.float64]:
        law = self._laws[name]
        out = np.zeros(max(law) + 1)
        out[list(law)] = list(law.values())
        return out


def _none_of(members: int, drawn: int, size: int) -> float:
    """Return P(none of some members is among cards drawn from a class): they are exchangeable."""
    return comb(size - members, drawn) / comb(size, drawn) if drawn else 1.0


def _exiled_total(problem: Problem, way: Recursion, ends: Law) -> NDArray[np.float64]:
    law = _Laws()
    if way.keeps_misses:
        for end, p in ends.items():
            law.add("exiled", end.reveals, p)
        return law.array("exiled")
    by_end: dict[tuple[int, int], float] = defaultdict(float)
    for end, p in ends.items():
        by_end[end.reveals, end.ran_through] += p
    n_relevant = sum(way.classes.sizes)
    for (reveals, ran_through), p in by_end.items():
        for place, q in enumerate(place_law(reveals, n_relevant, problem.n_library)):
            if q:
                law.add("exiled", place + ran_through, p * float(q))
    return law.array("exiled")
