"""The libraries of many trials, all cards or the relevant ones: one reveal a step.

Every trial that runs has revealed as many cards as there were steps, whatever triggers it is in, so the card revealed
next lies at the same position for all. What is in random order is drawn as it is revealed (a Fisher-Yates step).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.choices import Choices, Index
from cascadesim.engine.problem import Problem

_FIRST_BATCH = 3  # segments: known top, unknown part, known bottom, then a batch of misses each


class AllCards:
    """Every card is there: a ring of slots a trial, cut into segments by absolute positions.

    The order inside the known segments is that of the slots; inside all others it is uniformly random and not drawn
    yet, so a batch of misses needs no draw until somebody digs into it.
    """

    def __init__(self, slots: NDArray[np.int16], ends: Index, choices: Choices) -> None:
        """Take slots of shape (n_library, n_trials) and the ends of the first three segments."""
        n_library, n_trials = slots.shape
        self._slots, self._choices = slots, choices
        self._ends = np.repeat(ends[:, None], n_trials, axis=1)  # (n_segments, n_trials)
        self._n_segments = np.full(n_trials, _FIRST_BATCH)
        self._segment = np.zeros(n_trials, np.intp)
        self.tail = np.full(n_trials, n_library)
        self.position = 0

    @classmethod
    def shuffled(cls, problem: Problem, n_trials: int, choices: Choices) -> AllCards:
        """Return the libraries of a problem: the unknown part in random order between the known ends."""
        everyone = np.arange(n_trials)
        rows = np.repeat(np.arange(problem.n_rows, dtype=np.int16), problem.copies)
        pool = np.repeat(rows[:, None], n_trials, axis=1)  # (n_unknown, n_trials)
        for place in range(problem.seen):  # deal the cards that were seen, and forget them
            drawn = place + choices.choose(len(rows) - place, everyone)
            pool[drawn, everyone] = pool[place]
        known = [np.repeat(part[:, None], n_trials, axis=1) for part in (problem.top, problem.bottom)]
        slots = np.concatenate([known[0], pool[problem.seen :], known[1]])
        ends = np.cumsum([problem.top.size, len(rows) - problem.seen, problem.bottom.size])
        return cls(slots, ends, choices)

    @classmethod
    def known(cls, slots: NDArray[np.int16], choices: Choices) -> AllCards:
        """Return libraries in known order: slots of shape (n_library, n_trials), the top first."""
        return cls(slots, np.full(3, len(slots)), choices)

    def count(self, stops: NDArray[np.bool_]) -> NDArray[np.int16]:
        """Return how many cards of each library stop each dig: shape (n_digs, n_trials)."""
        return np.stack([stops[:, dig][self._slots].sum(axis=0, dtype=np.int16) for dig in range(stops.shape[1])])

    def reveal(self, trials: Index) -> NDArray[np.int16]:
        """Take the top card of each library."""
        position, slots = self.position, self._slots
        segment = self._segment[trials]
        while (passed := self._ends[segment, trials] <= position).any():
            segment[passed] += 1
        self._segment[trials] = segment
        left = self._ends[segment, trials] - position
        left[(segment == 0) | (segment == 2)] = 1
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


class RelevantCards:
    """Only the cards that some dig can stop on, in random order; what lies between them does not matter to what is hit.

    A trial that has revealed its last relevant card knows their order in full; it cannot go on here.

    Parameters
    ----------
    rows : ndarray of shape (n_relevant,), int16
        The row of each relevant card.
    n_trials : int
    choices : Choices
    """

    def __init__(self, rows: NDArray[np.int16], n_trials: int, choices: Choices) -> None:
        self._rows, self._choices = rows, choices
        self._column = np.zeros(n_trials, np.intp)
        self._slots = np.zeros((len(rows), 1), np.int16)
        self._first_drawn = np.zeros(n_trials, np.intp)
        self._aside: dict[int, Index] = {}  # by position
        self.position = 0

    def reveal(self, trials: Index) -> NDArray[np.int16]:
        """Take the next relevant card of each library."""
        if self.position == 0:  # all libraries are alike before: slots are laid out for the trials that go on
            drawn = self._choices.choose(len(self._rows), trials)
            self._first_drawn[trials] = drawn
            self.position = 1
            return self._rows[drawn]
        card = self._draw(trials, self.position)
        self.position += 1
        return card

    def set_aside(self, trials: Index) -> None:
        """Take note of trials that do not go on, and of which the rest of the order will be asked for."""
        self._aside[self.position] = trials

    def reveal_rest(self) -> None:
        """Put the cards of these trials that were still to be revealed into their order."""
        trials = np.zeros(0, np.intp)
        for position in range(min(self._aside, default=len(self._rows)), len(self._rows)):
            trials = np.concatenate([trials, self._aside.get(position, trials[:0])])
            self._draw(trials, position)

    def _draw(self, trials: Index, position: int) -> NDArray[np.int16]:
        drawn = self._choices.choose(len(self._rows) - position, trials)
        columns, here = self._column[trials], self._slots[position]
        place = (position + drawn) * here.size + columns
        card: NDArray[np.int16] = self._slots.take(place)
        self._slots.reshape(-1)[place] = here.take(columns)
        here[columns] = card
        return card

    def keep(self, trials: Index) -> None:
        """Lay out the slots of the trials that go on after the first reveal."""
        columns = np.arange(trials.size)
        self._column[trials] = columns
        self._slots = np.repeat(self._rows[:, None], max(trials.size, 1), axis=1)
        first = self._first_drawn[trials]
        self._slots[first, columns] = self._rows[0]
        self._slots[0, columns] = self._rows[first]

    def order(self, trials: Index) -> NDArray[np.int16]:
        """Return the relevant cards of some libraries in the order in which they were revealed: (n_relevant, n)."""
        return self._slots[:, self._column[trials]]
