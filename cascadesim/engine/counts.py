"""`Counts`: the cast logs of many trials, reduced to sums that add up.

One value serves both engines: simulated weights are numbers of trials, exact ones are probabilities.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.chains import CastLog
from cascadesim.engine.problem import Problem
from cascadesim.engine.sums import Sums, Weights

Groups = NDArray[np.bool_]


@dataclass(frozen=True, eq=False, kw_only=True)
class Counts(Sums):
    """How often each thing happened.

    Parameters
    ----------
    trials : int or None
        None where the weights are exact probabilities.
    first : ndarray of shape (n_rows + 1,)
        What the first trigger stopped on; the last entry is a whiff.
    cast : ndarray of shape (n_rows,)
        At least one copy of the row was cast in the chain.
    casts, casts_squared : ndarray of shape (n_rows,)
        Copies of the row cast, and the square of that number, summed. Squares are for intervals: empty where exact.
    exiled_first, exiled_total, spells, value : ndarray
        Histograms, index = value: cards exiled by the first trigger and by the whole chain, spells cast in the chain
        and the sum of their mana values.
    reveals_first, reveals_total : ndarray of shape ((n_relevant + 1) ** 2,) or (0,)
        The trials that are not in the histograms of cards exiled, because only their relevant cards were simulated: by
        relevant cards revealed and, in steps of one, relevant cards in the library. See `depth_law`.
    group_first, group_any, group_all : ndarray of shape (n_groups,)
        The first trigger stopped on a row of the group; at least one such row was cast; at least one spell was cast
        and every spell of the chain was such a row.
    group_casts, group_casts_squared : ndarray of shape (n_groups,)
        Like `casts`, for the rows of a group together.
    """

    first: Weights
    cast: Weights
    casts: Weights
    casts_squared: Weights
    exiled_first: Weights
    exiled_total: Weights
    reveals_first: Weights
    reveals_total: Weights
    spells: Weights
    value: Weights
    group_first: Weights
    group_any: Weights
    group_all: Weights
    group_casts: Weights
    group_casts_squared: Weights


def count(problem: Problem, log: CastLog, groups: Groups) -> Counts:
    """Reduce the log of a block.

    Parameters
    ----------
    problem : Problem
    log : CastLog
    groups : ndarray of shape (n_groups, n_rows), bool
        The rows of each group that is asked about.
    """
    n_trials, n_rows = log.first.size, problem.n_rows
    cast, casts, squares = (np.zeros(n_rows, np.int64) for _ in range(3))
    value = np.zeros(n_trials, np.int64)
    in_group = np.zeros((len(groups), n_trials), np.int64)
    for number, (row, form) in enumerate(zip(log.row, log.form, strict=True)):
        trials = np.flatnonzero(log.n_casts > number)
        row, form = row[trials], form[trials]
        value[trials] += problem.value[form]
        if len(groups):
            in_group[:, trials] += groups[:, row]
        times = np.bincount(row, minlength=n_rows)
        cast, casts, squares = cast + times, casts + times, squares + times
        if number:
            before = (log.row[:number, trials] == row).sum(axis=0)  # earlier casts of the same row
            again = np.flatnonzero(before)
            cast -= np.bincount(row[again], minlength=n_rows)
            squares += 2 * np.bincount(row[again], before[again], minlength=n_rows).astype(np.int64)
    first = np.where(log.first < 0, n_rows, log.first)
    first_in_group = np.append(groups, np.zeros((len(groups), 1), bool), axis=1)[:, first]
    return Counts(
        trials=n_trials,
        first=np.bincount(first, minlength=n_rows + 1),
        cast=cast,
        casts=casts,
        casts_squared=squares,
        **_depths(problem, log),
        spells=np.bincount(log.n_casts),
        value=np.bincount(value),
        group_first=first_in_group.sum(axis=1),
        group_any=(in_group > 0).sum(axis=1),
        group_all=((in_group == log.n_casts) & (log.n_casts > 0)).sum(axis=1),
        group_casts=in_group.sum(axis=1),
        group_casts_squared=(in_group**2).sum(axis=1),
    )


def _depths(problem: Problem, log: CastLog) -> dict[str, Weights]:
    """Return the histograms of depth: of cards, or of relevant cards revealed."""
    nothing = np.zeros(0, np.int64)
    if log.relevant is None:
        exiled = {"exiled_first": np.bincount(log.first_depth), "exiled_total": np.bincount(log.total_depth)}
        return exiled | {"reveals_first": nothing, "reveals_total": nothing}
    base = int(problem.copies[problem.relevant].sum()) + 1
    reveals = {
        "reveals_first": np.bincount(log.first_depth * base + log.relevant, minlength=base**2),
        "reveals_total": np.bincount(log.total_depth * base + log.relevant, minlength=base**2),
    }
    return reveals | {"exiled_first": nothing, "exiled_total": nothing}
