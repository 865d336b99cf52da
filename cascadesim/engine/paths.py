"""Who cast whom: the spells of a chain by the way that leads to each from the source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np

from cascadesim.engine.chains import CastLog
from cascadesim.engine.closed_form import closed_form
from cascadesim.engine.problem import Problem

Path = tuple[int, ...]  # rows: what a trigger of the source cast, what a trigger of that spell cast, and so on
DEEPEST = 5  # a way of so many rows is a number below 2^63 for libraries of up to 6,000 names


@dataclass(frozen=True, eq=False, kw_only=True)
class PathCounts:
    """How often a chain goes each way.

    Parameters
    ----------
    trials : int or None
        None where the weights are exact probabilities.
    happens : mapping of Path to float
        At least one spell was cast at the end of the way.
    casts : mapping of Path to float
        Spells cast at the end of the way, summed.
    spells : float
        All spells cast, those at the end of longer ways included.
    """

    trials: int | None
    happens: Mapping[Path, float]
    casts: Mapping[Path, float]
    spells: float

    def __add__(self, other: Self) -> Self:
        """Merge the trials of two blocks."""
        if self.trials is None or other.trials is None:
            message = "exact probabilities do not add up; only counts of trials do"
            raise ValueError(message)
        return type(self)(
            trials=self.trials + other.trials,
            happens=Counter(self.happens) + Counter(other.happens),
            casts=Counter(self.casts) + Counter(other.casts),
            spells=self.spells + other.spells,
        )


def count_paths(problem: Problem, log: CastLog) -> PathCounts:
    """Reduce the log of a block."""
    (n_casts, n_trials), base = log.row.shape, problem.n_rows + 1
    number = np.zeros((n_casts + 1, n_trials), np.int64)  # the last row is the source: parent -1
    depth = np.zeros_like(number)
    for place, (row, parents) in enumerate(zip(log.row, log.parent, strict=True)):
        trials = np.flatnonzero(log.n_casts > place)
        parent = parents[trials]
        depth[place, trials] = depth[parent, trials] + 1
        kept = depth[place, trials] <= DEEPEST
        number[place, trials] = np.where(kept, number[parent, trials] * base + row[trials] + 1, -1)
    places, trials = np.nonzero(number[:-1] > 0)
    met, which = np.unique(number[places, trials], return_inverse=True)
    once = np.unique(trials * max(met.size, 1) + which) % max(met.size, 1)
    paths = [_path(value, base) for value in met.tolist()]
    return PathCounts(
        trials=n_trials,
        happens=dict(zip(paths, np.bincount(once, minlength=met.size).tolist(), strict=True)),
        casts=dict(zip(paths, np.bincount(which, minlength=met.size).tolist(), strict=True)),
        spells=int(log.n_casts.sum()),
    )


def exact_paths(problem: Problem) -> PathCounts:
    """Return exact probabilities of a problem with a closed form: its chain is its first hit."""
    cast = closed_form(problem, np.zeros((0, problem.n_rows), np.bool_)).cast
    ways: dict[Path, float] = {(row,): float(p) for row, p in enumerate(cast) if p}
    return PathCounts(trials=None, happens=ways, casts=ways, spells=float(cast.sum()))


def _path(number: int, base: int) -> Path:
    path = []
    while number:
        number, digit = divmod(number, base)
        path.append(digit - 1)
    return tuple(reversed(path))
