"""How often hits are kicked: a reduction of the cast log and of what there is to pay with.

A *state* is a number for what can still be paid with, 0 at the start. What a kick costs is decided elsewhere: here a
function takes a state and a form and returns how often the form is kicked and the state after it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.chains import CastLog
from cascadesim.engine.counts import Counts
from cascadesim.engine.problem import Problem
from cascadesim.engine.sums import Sums, Weights

Kicking = Callable[[int, int], tuple[int, int]]


@dataclass(frozen=True, eq=False, kw_only=True)
class KickCounts(Sums):
    """Sums over trials, or exact probabilities where `trials` is None.

    Parameters
    ----------
    trials : int or None
    cast, kicked, unkicked : ndarray of shape (n_rows,)
        At least one copy of the row was cast, was cast kicked, was cast unkicked.
    kicks, kicks_squared : ndarray of shape (n_rows,)
        Kicks of the row in the chain, and the square of that number; squares are for intervals, empty where exact.
    totals : ndarray of shape (2,)
        At least one spell with kicker was cast; at least one kicked.
    sums, sums_squared : ndarray of shape (3,)
        Kicks in the chain, kicked spells in the chain, kicked spells that were copied.
    """

    cast: Weights
    kicked: Weights
    unkicked: Weights
    kicks: Weights
    kicks_squared: Weights
    totals: Weights
    sums: Weights
    sums_squared: Weights


def count_kicks(
    problem: Problem, log: CastLog, kicking: Kicking, has_kicker: NDArray[np.bool_], copies: int
) -> KickCounts:
    """Kick the spells of each trial in the order in which they are cast.

    Parameters
    ----------
    problem : Problem
    log : CastLog
    kicking : callable
        See the module.
    has_kicker : ndarray of shape (n_forms,), bool
    copies : int
        So many kicked spells of a chain are copied.
    """
    n_trials, n_rows, n_forms = log.first.size, problem.n_rows, problem.value.size
    state = np.zeros(n_trials, np.intp)
    row_kicks = np.zeros((len(log.row), n_trials), np.int64)
    is_kickable = np.zeros((len(log.row), n_trials), np.bool_)
    for number, form in enumerate(log.form):
        trials = np.flatnonzero(log.n_casts > number)
        met, inverse = np.unique(state[trials] * n_forms + form[trials], return_inverse=True)
        answers = np.array([kicking(int(pair) // n_forms, int(pair) % n_forms) for pair in met], np.int64).reshape(
            -1, 2
        )
        row_kicks[number, trials], state[trials] = answers[inverse].T
        is_kickable[number, trials] = has_kicker[form[trials]]
    kicked_spells = (row_kicks > 0).sum(axis=0)
    all_kicks = row_kicks.sum(axis=0)
    of_chain = np.stack([all_kicks, kicked_spells, np.minimum(kicked_spells, copies)])
    by_row = _by_row(log, row_kicks, n_rows)
    return KickCounts(
        trials=n_trials,
        **by_row,
        totals=np.array([is_kickable.any(axis=0).sum(), (kicked_spells > 0).sum()]),
        sums=of_chain.sum(axis=1),
        sums_squared=(of_chain**2).sum(axis=1),
    )


def exact_kicks(
    problem: Problem, counts: Counts, kicking: Kicking, has_kicker: NDArray[np.bool_], copies: int
) -> KickCounts:
    """Return exact probabilities for one trigger with a closed form: what is cast is cast with all there is to pay."""
    dig = int(problem.source_digs[0])
    form = np.where(problem.stops[:, dig], problem.cast_as[:, dig], -1)
    times = np.array([kicking(0, int(f))[0] if f >= 0 else 0 for f in form], np.int64)
    kickable = np.array([f >= 0 and has_kicker[f] for f in form], np.bool_)
    kicked = np.where(times > 0, counts.cast, 0.0)
    sums = np.array([times @ counts.cast, kicked.sum(), kicked.sum() if copies else 0.0])
    return KickCounts(
        trials=None,
        cast=counts.cast,
        kicked=kicked,
        unkicked=counts.cast - kicked,
        kicks=times * counts.cast,
        kicks_squared=np.zeros(0),
        totals=np.array([counts.cast[kickable].sum(), kicked.sum()]),
        sums=sums,
        sums_squared=np.zeros(0),
    )


def _by_row(log: CastLog, row_kicks: NDArray[np.int64], n_rows: int) -> dict[str, Weights]:
    """Return, for each row, the trials in which it was cast, kicked and unkicked, and its kicks."""
    sums = {name: np.zeros(n_rows, np.int64) for name in ("cast", "kicked", "unkicked", "kicks", "kicks_squared")}
    for number, row in enumerate(log.row):
        trials = np.flatnonzero(log.n_casts > number)
        row, kicks = row[trials], row_kicks[number, trials]
        same = log.row[:number, trials] == row  # earlier casts of the same row
        earlier = row_kicks[:number, trials]
        first = {
            "cast": ~same.any(axis=0),
            "kicked": (kicks > 0) & ~(same & (earlier > 0)).any(axis=0),
            "unkicked": (kicks == 0) & ~(same & (earlier == 0)).any(axis=0),
        }
        for name, happens in first.items():
            sums[name] += np.bincount(row[happens], minlength=n_rows)
        before = (same * earlier).sum(axis=0)
        sums["kicks"] += np.bincount(row, kicks, minlength=n_rows).astype(np.int64)
        sums["kicks_squared"] += np.bincount(row, kicks * (2 * before + kicks), minlength=n_rows).astype(np.int64)
    return sums
