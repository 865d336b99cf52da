"""The cascade of many trials at once: one reveal a step for every trial that is still running.

Every trial that runs has revealed as many cards as there were steps, whatever triggers it is in, so the card
revealed next lies at the same position for all. A library is a ring of `n_library` slots cut into segments: known top,
unknown part, known bottom, then one segment for each batch of misses. The order inside a segment that is not known is
uniformly random, so it is drawn as the cards are revealed (a Fisher-Yates step); a batch of misses needs no draw
until somebody digs into it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.problem import Problem

Index = NDArray[np.intp]
WHIFF = -1
BLOCK_SLOTS = 1 << 20  # a block holds about this many library slots, and at most `BLOCK_TRIALS` trials
BLOCK_TRIALS = 1 << 14
_TOP, _BOTTOM, _FIRST_BATCH = 0, 2, 3


class Choices(Protocol):
    """The kernel's only source of randomness."""

    def choose(self, k: Index, trials: Index) -> Index:
        """Return for each of `trials` a number from 0 to its `k` - 1, each equally likely."""


class RandomChoices:
    """Choices from a stream of random numbers."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def choose(self, k: Index, trials: Index) -> Index:
        """Return for each of `trials` a number from 0 to its `k` - 1, each equally likely."""
        largest = int(k.max())
        if largest == 1:
            return np.zeros(k.size, np.intp)
        if int(k.min()) == largest:  # one bound for all, nearly always: the fast way of the generator
            width = np.uint8 if largest <= 256 else np.uint32
            return self._rng.integers(0, largest, k.size, dtype=width).astype(np.intp)
        return self._rng.integers(0, k)


@dataclass(frozen=True, eq=False)
class CastLog:
    """What happened in each trial of a block.

    Parameters
    ----------
    row, form, parent : ndarray of shape (n_casts, n_trials), int16
        The casts of each trial, in order; -1 past the last. `parent` is the cast whose trigger dug it up, -1 where
        the source's did.
    n_casts : ndarray of shape (n_trials,), int16
    first : ndarray of shape (n_trials,), int16
        Row that the first trigger stopped on, `WHIFF` where there was none.
    exiled_first, exiled_total : ndarray of shape (n_trials,), intp
        Cards exiled by the first trigger and by all of the chain, hits included.
    """

    row: NDArray[np.int16]
    form: NDArray[np.int16]
    parent: NDArray[np.int16]
    n_casts: NDArray[np.int16]
    first: NDArray[np.int16]
    exiled_first: Index
    exiled_total: Index


def simulate(problem: Problem, n_trials: int, seed: np.random.SeedSequence) -> Iterator[CastLog]:
    """Yield the logs of `n_trials` trials, block by block.

    The size of a block depends on the library alone and every block has its own stream of `seed`, so a result
    depends on problem, trials and seed and on nothing else. Memory is O(block).
    """
    block = max(256, min(BLOCK_TRIALS, BLOCK_SLOTS // max(problem.n_library, 1)))
    for number, start in enumerate(range(0, n_trials, block)):
        stream = np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, number))
        choices = RandomChoices(np.random.default_rng(stream))
        yield cascade(problem, min(block, n_trials - start), choices)


def cascade(problem: Problem, n_trials: int, choices: Choices) -> CastLog:
    """Resolve the source's triggers, and everything cast from them, in every trial (CR 702.85a, 702.85c)."""
    library = _Libraries(problem, n_trials, choices)
    chain = _Chains(problem, n_trials)
    stops = problem.stops
    running = chain.next_dig(np.arange(n_trials), library)
    while running.size:
        card = library.reveal(running)
        dig = chain.dig[running]
        stopped = stops[card, dig]
        form = np.where(stopped, problem.cast_as[card, dig], -1)
        cast = form >= 0
        stays = cast | (stopped & problem.to_hand[dig])
        library.put_on_bottom(running[~stays], card[~stays])
        ended = stopped | (library.position == chain.dig_end[running])
        if not ended.any():
            continue
        done = running[ended]
        library.close_batch(done)
        chain.end_dig(done, np.where(stopped, card, WHIFF)[ended], library.position)
        chain.cast(running[cast], card[cast], form[cast])
        running = np.concatenate([running[~ended], chain.next_dig(done, library)])
    return chain.log()


class _Libraries:
    """One library a trial: a ring of slots, cut into segments by absolute positions."""

    def __init__(self, problem: Problem, n_trials: int, choices: Choices) -> None:
        everyone = np.arange(n_trials)
        rows = np.repeat(np.arange(problem.n_rows, dtype=np.int16), problem.copies)
        pool = np.repeat(rows[:, None], n_trials, axis=1)  # (n_unknown, n_trials)
        for place in range(problem.seen):  # deal the cards that were seen, and forget them
            drawn = place + choices.choose(np.full(n_trials, len(rows) - place, np.intp), everyone)
            pool[drawn, everyone] = pool[place]
        known = [np.repeat(part[:, None], n_trials, axis=1) for part in (problem.top, problem.bottom)]
        self._slots = np.concatenate([known[0], pool[problem.seen :], known[1]])  # (n_library, n_trials)
        self._choices = choices
        ends = np.cumsum([problem.top.size, len(rows) - problem.seen, problem.bottom.size])
        self._ends = np.repeat(ends[:, None], n_trials, axis=1)  # (n_segments, n_trials)
        self._n_segments = np.full(n_trials, _FIRST_BATCH)
        self._segment = np.zeros(n_trials, np.intp)
        self.tail = np.full(n_trials, problem.n_library)
        self.position = 0

    def reveal(self, trials: Index) -> NDArray[np.int16]:
        """Take the top card of each library."""
        position, slots = self.position, self._slots
        segment = self._segment[trials]
        while (passed := self._ends[segment, trials] <= position).any():
            segment[passed] += 1
        self._segment[trials] = segment
        left = self._ends[segment, trials] - position
        left[(segment == _TOP) | (segment == _BOTTOM)] = 1
        drawn = position + self._choices.choose(left, trials)
        here, there = position % len(slots), drawn % len(slots)
        card = slots[there, trials]
        slots[there, trials] = slots[here, trials]
        self.position += 1
        return card

    def put_on_bottom(self, trials: Index, card: NDArray[np.int16]) -> None:
        """Lay cards under the libraries, into the batch that this dig is making."""
        self._slots[self.tail[trials] % len(self._slots), trials] = card
        self.tail[trials] += 1

    def close_batch(self, trials: Index) -> None:
        """Make what was put on the bottom since the last dig a segment of its own, in random order."""
        tail, n_segments = self.tail[trials], self._n_segments[trials]
        grown = self._ends[n_segments - 1, trials] < tail
        self._append_end(trials[grown], n_segments[grown], tail[grown])

    def shuffle(self, trials: Index) -> None:
        """Put all that is left of the libraries into random order: one segment."""
        self._segment[trials] = _FIRST_BATCH
        self._append_end(trials, np.full(trials.size, _FIRST_BATCH), self.tail[trials])

    def _append_end(self, trials: Index, segment: Index, end: Index) -> None:
        if trials.size and int(segment.max()) == len(self._ends):
            self._ends = np.concatenate([self._ends, np.zeros_like(self._ends)])
        self._ends[segment, trials] = end
        self._n_segments[trials] = segment + 1


class _Chains:
    """What is still to resolve in each trial, and the log of what was cast.

    The stack holds two kinds of entries: a dig kind (>= 0), or a spell to resolve, as -1 - its form. The parent of a
    dig is the cast whose trigger it is, that of a spell is its own cast.
    """

    def __init__(self, problem: Problem, n_trials: int) -> None:
        self._problem = problem
        n_triggers = problem.source_digs.size
        self._stack = np.repeat(problem.source_digs[::-1].astype(np.int16)[:, None], n_trials, axis=1)
        self._stack_parent = np.full_like(self._stack, -1)
        self._height = np.full(n_trials, n_triggers, np.intp)
        self._matters = problem.shuffles | (problem.enables >= 0) | (problem.discover_dig >= 0)  # on resolution
        self._grants = np.repeat(problem.grant_count[:, None], n_trials, axis=1)
        self.dig = np.zeros(n_trials, np.intp)
        self.dig_end = np.zeros(n_trials, np.intp)  # position of the library's end when the dig began
        self._parent = np.full(n_trials, -1, np.int16)
        self._log = np.full((3, 4, n_trials), -1, np.int16)  # row, form, parent
        self._n_casts = np.zeros(n_trials, np.int16)
        self._first = np.full(n_trials, WHIFF, np.int16)
        self._exiled_first = np.full(n_trials, -1, np.intp)
        self._exiled_total = np.zeros(n_trials, np.intp)

    def next_dig(self, trials: Index, library: _Libraries) -> Index:
        """Resolve from the stacks until each trial digs or has nothing left; return those that dig."""
        digging = []
        while (trials := trials[self._height[trials] > 0]).size:
            self._height[trials] -= 1
            entry = self._stack[self._height[trials], trials]
            spell = entry < 0
            self._resolve(trials[spell], -1 - entry[spell], library)
            diggers = trials[~spell]
            self.dig[diggers] = entry[~spell]
            self.dig_end[diggers] = library.tail[diggers]
            self._parent[diggers] = self._stack_parent[self._height[diggers], diggers]
            empty = library.tail[diggers] == library.position
            self.end_dig(diggers[empty], np.full(int(empty.sum()), WHIFF, np.int16), library.position)
            digging.append(diggers[~empty])
            trials = np.concatenate([trials[spell], diggers[empty]])
        return np.concatenate(digging) if digging else trials

    def _resolve(self, trials: Index, form: NDArray[np.int16], library: _Libraries) -> None:
        """Resolve a spell: it shuffles, then what it grants is active, then it discovers."""
        problem = self._problem
        library.shuffle(trials[problem.shuffles[form]])
        grant = problem.enables[form]
        enables = grant >= 0
        now_active = self._grants[grant[enables], trials[enables]]
        self._grants[grant[enables], trials[enables]] = np.maximum(now_active, 1)
        dig = problem.discover_dig[form].astype(np.int16)
        discovers = dig >= 0
        me = self._stack_parent[self._height[trials], trials]
        self._push(trials[discovers], dig[discovers], me[discovers])

    def end_dig(self, trials: Index, hit: NDArray[np.int16], position: int) -> None:
        """Note what a dig stopped on and how many cards were exiled so far."""
        new = self._exiled_first[trials] < 0
        self._first[trials[new]] = hit[new]
        self._exiled_first[trials[new]] = position
        self._exiled_total[trials] = position

    def cast(self, trials: Index, row: NDArray[np.int16], form: NDArray[np.int16]) -> None:
        """Cast a hit: it goes on the stack, its own triggers above it (CR 603.3)."""
        if not trials.size:
            return
        problem, number = self._problem, self._n_casts[trials]
        if int(number.max()) == self._log.shape[1]:
            self._log = np.concatenate([self._log, np.full_like(self._log, -1)], axis=1)
        self._log[:, number, trials] = row, form, self._parent[trials]
        self._n_casts[trials] += 1
        matters = self._matters[form]
        self._push(trials[matters], -1 - form[matters], number[matters])
        triggers = problem.cascades[form] + self._granted(trials, form)
        for instance in range(int(triggers.max())):
            more = triggers > instance
            self._push(trials[more], problem.cascade_dig[form[more]].astype(np.int16), number[more])

    def _granted(self, trials: Index, form: NDArray[np.int16]) -> NDArray[np.int8]:
        """Return the instances of cascade that the active grants give; those that give once are then used up."""
        given = np.zeros(trials.size, np.int8)
        for grant, once in enumerate(self._problem.grant_once):
            to = self._problem.grant_to[grant, form]
            given[to] += self._grants[grant, trials[to]]
            if once:
                self._grants[grant, trials[to]] = 0
        return given

    def _push(self, trials: Index, entry: NDArray[np.int16], parent: NDArray[np.int16]) -> None:
        if not trials.size:
            return
        height = self._height[trials]
        if int(height.max()) == len(self._stack):
            self._stack = np.concatenate([self._stack, np.zeros_like(self._stack)])
            self._stack_parent = np.concatenate([self._stack_parent, np.zeros_like(self._stack_parent)])
        self._stack[height, trials] = entry
        self._stack_parent[height, trials] = parent
        self._height[trials] += 1

    def log(self) -> CastLog:
        """Return the log; a trial without a trigger exiled nothing."""
        row, form, parent = self._log[:, : int(self._n_casts.max(initial=0))]
        exiled_first = np.maximum(self._exiled_first, 0)
        return CastLog(row, form, parent, self._n_casts, self._first, exiled_first, self._exiled_total)
