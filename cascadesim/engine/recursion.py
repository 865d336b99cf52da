"""Every way in which a chain can go: several triggers, nested ones, the bottom of the library.

The recursion goes forward, one reveal a step, over states that keep what matters and nothing else. Rows that behave
alike under every dig are one class; the cards of a class stay exchangeable for ever, so a state counts classes. What a
library is, `pictures` say.

float64 throughout: every step adds products of probabilities, none of them negative, so nothing cancels and the
relative error grows by a few units of rounding a reveal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from cascadesim.engine.classes import Classes, Pool
from cascadesim.engine.problem import Problem


class NotExactError(Exception):
    """The recursion does not fit."""


class OverBudgetError(NotExactError):
    """Too many transitions."""


class Segment(NamedTuple):
    """Cards in uniformly random order: `size` of the cards of a pool, all of them unless some were seen elsewhere."""

    pool: Pool
    size: int


class State(NamedTuple):
    """A chain between two reveals.

    Parameters
    ----------
    library : tuple of Segment
        Top first.
    misses : Pool
        What the running dig has missed; in the picture of relevant cards all misses so far, as a mask.
    stack : tuple of int
        As of `Chains`; the last entry is the dig that runs.
    active : tuple of int
        Instances that each grant gives.
    casts : tuple of int
        Casts so far by kind; see `Classes`.
    """

    library: tuple[Segment, ...]
    misses: Pool
    stack: tuple[int, ...]
    active: tuple[int, ...]
    casts: tuple[int, ...]


class End(NamedTuple):
    """How a chain ends: casts by kind, reveals until then, and the library that a last dig ran through in vain."""

    casts: tuple[int, ...]
    reveals: int
    ran_through: int


Law = dict[End, float]


class Recursion(ABC):
    """The forward recursion; what a library is, a picture says."""

    keeps_misses: bool

    def __init__(self, problem: Problem, budget: int, *, all_cards: bool) -> None:
        self.problem, self._left = problem, budget
        self.classes = Classes(problem, all_cards=all_cards)
        self._cost = 1 + len(self.classes.nothing) // 16  # a transition copies a count for each class

    def run(self) -> Law:
        """Follow every way in which the chain can go."""
        ends: Law = defaultdict(float)
        layer: dict[State, float] = defaultdict(float)
        digs = tuple(int(dig) for dig in self.problem.source_digs[::-1])
        active = tuple(int(n) for n in self.problem.grant_count)
        for library, p in self._starts():
            start = State(library, self.classes.nothing, digs, active, self.classes.no_casts)
            self._arrive(start, p, 0, layer, ends)
        reveals = 0
        while layer:
            reveals += 1
            now, layer = layer, defaultdict(float)
            for state, p in now.items():
                for after, q in self._reveal(state):
                    self._arrive(after, p * q, reveals, layer, ends)
        return ends

    @abstractmethod
    def _starts(self) -> Iterator[tuple[tuple[Segment, ...], float]]:
        """Yield each library before the first trigger that is told apart, and its probability."""

    @abstractmethod
    def _miss(self, misses: Pool, number: int) -> Pool:
        """Return what has been missed with one card more."""

    @abstractmethod
    def _begin(self, state: State, reveals: int) -> End | None:
        """Say whether the chain ends as a dig begins."""

    @abstractmethod
    def _put_back(self, state: State) -> State:
        """End a dig: its misses go to the bottom."""

    def _arrive(self, state: State, p: float, reveals: int, layer: dict[State, float], ends: Law) -> None:
        """Resolve until a dig has a card to reveal or nothing is left, and note where that is."""
        state = self._settle(state)
        end = End(state.casts, reveals, 0) if not state.stack else self._begin(state, reveals)
        if end is not None:
            ends[end] += p
            return
        layer[self._tidy(state)] += p

    def _spend(self) -> None:
        """Count a transition."""
        self._left -= self._cost
        if self._left < 0:
            message = "more transitions than the budget allows"
            raise OverBudgetError(message)

    def _reveal(self, state: State) -> Iterator[tuple[State, float]]:
        """Reveal the top card: each class that it can be."""
        classes, dig = self.classes, state.stack[-1]
        (pool, size), below = state.library[0], state.library[1:]
        total = sum(pool)
        for number, n in enumerate(pool):
            if not n:
                continue
            self._spend()
            rest = (*pool[:number], n - 1, *pool[number + 1 :])
            library = (Segment(rest, size - 1), *below) if size > 1 else below
            if not classes.stops[dig][number]:
                missed = State(library, self._miss(state.misses, number), state.stack, state.active, state.casts)
                yield (missed if library else self._end_dig(missed)), n / total
            else:
                moved = State(library, state.misses, state.stack, state.active, state.casts)
                yield self._hit(moved, number, dig), n / total

    def _hit(self, state: State, number: int, dig: int) -> State:
        problem, kind = self.problem, self.classes.kind[dig][number]
        if kind < 0:
            if not problem.to_hand[dig]:
                state = State(state.library, self._miss(state.misses, number), state.stack, state.active, state.casts)
            return self._end_dig(state)
        form = self.classes.form_of_kind[kind]
        state = self._end_dig(state)
        casts = (*state.casts[:kind], state.casts[kind] + 1, *state.casts[kind + 1 :])
        triggers, active = int(problem.cascades[form]), list(state.active)
        for grant, instances in enumerate(state.active):
            if problem.grant_to[grant, form]:
                triggers += instances
                active[grant] = 0 if problem.grant_once[grant] else instances
        stack = (*state.stack, -1 - form, *(int(problem.cascade_dig[form]),) * triggers)
        return State(state.library, state.misses, stack, tuple(active), casts)

    def _end_dig(self, state: State) -> State:
        state = self._put_back(state)
        return State(state.library, state.misses, state.stack[:-1], state.active, state.casts)

    def _settle(self, state: State) -> State:
        """Resolve spells, and digs into an empty library, until a dig begins or nothing is left."""
        problem = self.problem
        while state.stack and (state.stack[-1] < 0 or not state.library):
            entry, stack, active, library = state.stack[-1], state.stack[:-1], state.active, state.library
            if entry < 0:
                form = -1 - entry
                grant = int(problem.enables[form])
                if grant >= 0:
                    active = (*active[:grant], max(active[grant], 1), *active[grant + 1 :])
                if problem.discover_dig[form] >= 0:
                    stack = (*stack, int(problem.discover_dig[form]))
                if problem.shuffles[form]:
                    library = self._shuffled(library)
            state = State(library, state.misses, stack, active, state.casts)
        return state

    @abstractmethod
    def _shuffled(self, library: tuple[Segment, ...]) -> tuple[Segment, ...]:
        """Return the library in random order."""

    def _tidy(self, state: State) -> State:
        """Forget what tells classes apart that no dig still to come can stop on."""
        blank = self.classes.blanked(state.stack, state.active)
        if blank is None:
            return state
        library = tuple(Segment(self.classes.blank(pool, blank), size) for pool, size in state.library)
        misses = self.classes.blank(state.misses, blank) if self.keeps_misses else state.misses
        return State(self._joined(library), misses, state.stack, state.active, state.casts)

    def _joined(self, library: tuple[Segment, ...]) -> tuple[Segment, ...]:
        """Join segments whose order does not matter."""
        return library
