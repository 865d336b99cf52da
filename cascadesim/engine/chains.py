"""What is still to resolve in each trial, and the log of what was cast."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.choices import Index
from cascadesim.engine.problem import Problem

WHIFF = -1


@dataclass(frozen=True, eq=False)
class CastLog:
    """What happened in each trial of a block.

    Parameters
    ----------
    row, form, parent : ndarray of shape (n_casts, n_trials), int16
        The casts of each trial, in order; -1 past the last. `parent` is the cast whose trigger dug it up, -1 where
        the source's did.
    n_casts : ndarray of shape (n_trials,), intp
    first : ndarray of shape (n_trials,), int16
        Row that the first trigger stopped on, `WHIFF` where there was none.
    first_depth, total_depth : ndarray of shape (n_trials,), intp
        Cards that the first trigger and all of the chain took from the library, hits included: all cards exiled, or
        where `relevant` is given the relevant ones among them.
    relevant : ndarray of shape (n_trials,), intp, or None
        Relevant cards in the library of each trial.
    """

    row: NDArray[np.int16]
    form: NDArray[np.int16]
    parent: NDArray[np.int16]
    n_casts: Index
    first: NDArray[np.int16]
    first_depth: Index
    total_depth: Index
    relevant: Index | None = None

    def of(self, trials: Index | NDArray[np.bool_]) -> CastLog:
        """Return the log of some trials."""
        return CastLog(
            self.row[:, trials],
            self.form[:, trials],
            self.parent[:, trials],
            self.n_casts[trials],
            self.first[trials],
            self.first_depth[trials],
            self.total_depth[trials],
            None if self.relevant is None else self.relevant[trials],
        )


class Chains:
    """The stacks of many trials.

    A stack holds two kinds of entries: a dig kind (>= 0), or a spell to resolve, as -1 - its form. The parent of a dig
    is the cast whose trigger it is, that of a spell is its own cast.
    """

    def __init__(self, problem: Problem, n_trials: int) -> None:
        self._problem = problem
        n_triggers = problem.source_digs.size
        self._stack = np.repeat(problem.source_digs[::-1].astype(np.int16)[:, None], n_trials, axis=1)
        self._stack_parent = np.full_like(self._stack, -1)
        self._height = np.full(n_trials, n_triggers, np.intp)
        self._matters = problem.shuffles | (problem.enables >= 0) | (problem.discover_dig >= 0)  # on resolution
        self._digs_on = self._matters | (problem.cascades > 0) | problem.grant_to.any(axis=0)
        self._grants = np.repeat(problem.grant_count[:, None], n_trials, axis=1)
        self.dig = np.zeros(n_trials, np.intp)
        self._parent = np.full(n_trials, -1, np.int16)
        self._log = np.full((3, 2, n_trials), -1, np.int16)  # row, form, parent
        self._n_casts = np.zeros(n_trials, np.intp)
        self._first = np.full(n_trials, WHIFF, np.int16)
        self._first_depth = np.full(n_trials, -1, np.intp)
        self._total_depth = np.zeros(n_trials, np.intp)

    def next_dig(self, trials: Index, shuffle: Callable[[Index], None]) -> Index:
        """Resolve from the stacks until each trial has a dig to do or nothing left; return those that have."""
        digging = []
        while True:
            height = self._height[trials]
            waiting = height > 0
            if not waiting.all():
                trials, height = trials[waiting], height[waiting]
            if not trials.size:
                break
            height -= 1
            self._height[trials] = height
            place = height * self._height.size + trials
            entry = self._stack.take(place)
            spell = entry < 0
            if not spell.any():
                self.dig[trials], self._parent[trials] = entry, self._stack_parent.take(place)
                digging.append(trials)
                break
            self._resolve(trials[spell], -1 - entry[spell], shuffle)
            diggers = trials[~spell]
            self.dig[diggers], self._parent[diggers] = entry[~spell], self._stack_parent.take(place[~spell])
            digging.append(diggers)
            trials = trials[spell]
        return digging[0] if len(digging) == 1 else np.concatenate(digging) if digging else trials

    def _resolve(self, trials: Index, form: NDArray[np.int16], shuffle: Callable[[Index], None]) -> None:
        """Resolve a spell: it shuffles, then what it grants is active, then it discovers."""
        problem = self._problem
        shuffles = problem.shuffles[form]
        if shuffles.any():
            shuffle(trials[shuffles])
        grant = problem.enables[form]
        enables = grant >= 0
        now_active = self._grants[grant[enables], trials[enables]]
        self._grants[grant[enables], trials[enables]] = np.maximum(now_active, 1)
        dig = problem.discover_dig[form]
        discovers = dig >= 0
        me = self._stack_parent[self._height[trials], trials]
        self._push(trials[discovers], dig[discovers], me[discovers])

    def end_dig(self, trials: Index, hit: NDArray[np.int16] | int, depth: Index | int) -> None:
        """Note what a dig stopped on, and how many cards were taken from the library so far."""
        if not trials.size:
            return
        new = self._first_depth[trials] < 0
        if new.all():
            self._first[trials] = hit
            self._first_depth[trials] = depth
        elif new.any():
            self._first[trials[new]] = hit if isinstance(hit, int) else hit[new]
            self._first_depth[trials[new]] = depth if isinstance(depth, int) else depth[new]
        self._total_depth[trials] = depth

    def cast(self, trials: Index, row: NDArray[np.int16], form: NDArray[np.int16]) -> None:
        """Cast a hit: it goes on the stack, its own triggers above it (CR 603.3)."""
        if not trials.size:
            return
        problem, number = self._problem, self._n_casts[trials]
        if int(number.max()) == self._log.shape[1]:
            self._log = np.concatenate([self._log, np.full_like(self._log, -1)], axis=1)
        place = number * self._height.size + trials
        for log, values in zip(self._log, (row, form, self._parent[trials]), strict=True):
            log.reshape(-1)[place] = values  # flat, as a view: half the time of two indices
        self._n_casts[trials] = number + 1
        more = self._digs_on[form]
        if not more.any():
            return
        trials, form, number = trials[more], form[more], number[more]
        matters = self._matters[form]
        self._push(trials[matters], -1 - form[matters], number[matters])
        triggers = problem.cascades[form] + self._granted(trials, form)
        for instance in range(int(triggers.max())):
            again = triggers > instance
            self._push(trials[again], problem.cascade_dig[form[again]], number[again])

    def _granted(self, trials: Index, form: NDArray[np.int16]) -> NDArray[np.int16]:
        """Return the instances of cascade that the active grants give; those that give once are then used up."""
        given = np.zeros(trials.size, np.int16)
        for grant, once in enumerate(self._problem.grant_once):
            to = self._problem.grant_to[grant, form]
            given[to] += self._grants[grant, trials[to]]
            if once:
                self._grants[grant, trials[to]] = 0
        return given

    def _push(self, trials: Index, entry: NDArray[np.int16], parent: NDArray[np.integer]) -> None:
        if not trials.size:
            return
        height = self._height[trials]
        if int(height.max()) == len(self._stack):
            self._stack = np.concatenate([self._stack, np.zeros_like(self._stack)])
            self._stack_parent = np.concatenate([self._stack_parent, np.zeros_like(self._stack_parent)])
        place = height * self._height.size + trials
        self._stack.reshape(-1)[place] = entry
        self._stack_parent.reshape(-1)[place] = parent
        self._height[trials] = height + 1

    def log(self, relevant: Index | None = None) -> CastLog:
        """Return the log; a trial without a trigger took nothing."""
        row, form, parent = self._log[:, : int(self._n_casts.max(initial=0))]
        first_depth = np.maximum(self._first_depth, 0)
        return CastLog(row, form, parent, self._n_casts, self._first, first_depth, self._total_depth, relevant)
