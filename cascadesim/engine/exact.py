"""Exact probabilities of whole chains: several triggers, nested ones, the bottom of the library.

The recursion goes forward, one reveal a step, over states that keep what matters and nothing else. Rows that behave
alike under every dig are one class; the cards of a class stay exchangeable for ever, so a state counts classes. Two
pictures of a library are used:

* *relevant cards only*, all on top: what lies between them is a law that is known (`depth`), and what was missed is
  forgotten. Right as long as no dig runs past the last relevant card, but for a last one that then finds nothing;
* *all cards*, as segments of classes in random order: the known top, the unknown part, the known bottom, then a segment
  for the misses of each dig. Always right, and large.

float64 throughout: every step adds products of probabilities, none of them negative, so nothing cancels and the
relative error grows by a few units of rounding a reveal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.classes import Classes, Pool
from cascadesim.engine.closed_form import first_dig
from cascadesim.engine.counts import Counts, Groups
from cascadesim.engine.depth import place_law
from cascadesim.engine.problem import Problem

BUDGET = 150_000  # transitions, about a second


class NotExactError(Exception):
    """The recursion does not fit."""


class OverBudgetError(NotExactError):
    """Too many transitions."""


class Segment(NamedTuple):
    """Cards in uniformly random order: `size` of the cards of a pool, all of them unless some were seen elsewhere."""

    pool: Pool
    size: int


@dataclass(frozen=True, slots=True)
class State:
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
    ways: list[_Recursion] = [_AllCards(problem, budget)]
    uncast = (
        problem.stops & (problem.cast_as < 0) & problem.to_hand
    )  # what goes to the hand leaves the library uncounted
    known = problem.top.size or problem.bottom.size or problem.seen
    if not (known or problem.shuffles.any() or uncast.any()):
        ways.insert(0, _RelevantCards(problem, budget))
    for way in ways:
        try:
            return _counts(problem, groups, way, way.run())
        except OverBudgetError:
            raise
        except NotExactError as error:  # the other picture is larger, and always right
            reason = error
    raise reason


class _Recursion:
    """The forward recursion; what a library is, the two pictures say."""

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
        start = State(self.start(), self.classes.nothing, digs, active, self.classes.no_casts)
        self._arrive(start, 1.0, 0, layer, ends)
        reveals = 0
        while layer:
            reveals += 1
            now, layer = layer, defaultdict(float)
            for state, p in now.items():
                for after, q in self._reveal(state):
                    self._arrive(after, p * q, reveals, layer, ends)
        return ends

    def start(self) -> tuple[Segment, ...]:
        """Return the library before the first trigger."""
        raise NotImplementedError

    def miss(self, state: State, number: int) -> Pool:
        """Return what has been missed with one card more."""
        raise NotImplementedError

    def begin(self, state: State, reveals: int) -> End | None:
        """Say whether the chain ends as a dig begins."""
        raise NotImplementedError

    def put_back(self, state: State) -> State:
        """End a dig: its misses go to the bottom."""
        raise NotImplementedError

    def _arrive(self, state: State, p: float, reveals: int, layer: dict[State, float], ends: Law) -> None:
        """Resolve until a dig has a card to reveal or nothing is left, and note where that is."""
        state = self._settle(state)
        end = End(state.casts, reveals, 0) if not state.stack else self.begin(state, reveals)
        if end is not None:
            ends[end] += p
            return
        layer[self._tidy(state)] += p

    def _reveal(self, state: State) -> Iterator[tuple[State, float]]:
        """Reveal the top card: each class that it can be."""
        classes, dig = self.classes, state.stack[-1]
        (pool, size), below = state.library[0], state.library[1:]
        total = sum(pool)
        for number, n in enumerate(pool):
            if not n:
                continue
            self._left -= self._cost
            if self._left < 0:
                message = "more transitions than the budget allows"
                raise OverBudgetError(message)
            rest = (*pool[:number], n - 1, *pool[number + 1 :])
            library = (Segment(rest, size - 1), *below) if size > 1 else below
            moved = State(library, state.misses, state.stack, state.active, state.casts)
            if not classes.stops[dig][number]:
                missed = State(library, self.miss(moved, number), state.stack, state.active, state.casts)
                yield (missed if library else self._end_dig(missed)), n / total
            else:
                yield self._hit(moved, number, dig), n / total

    def _hit(self, state: State, number: int, dig: int) -> State:
        problem, kind = self.problem, self.classes.kind[dig][number]
        if kind < 0:
            if not problem.to_hand[dig]:
                state = State(state.library, self.miss(state, number), state.stack, state.active, state.casts)
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
        state = self.put_back(state)
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
                    library = self.shuffled(library)
            state = State(library, state.misses, stack, active, state.casts)
        return state

    def shuffled(self, library: tuple[Segment, ...]) -> tuple[Segment, ...]:
        """Return the library in random order."""
        raise NotImplementedError

    def _tidy(self, state: State) -> State:
        """Forget what tells classes apart that no dig still to come can stop on."""
        blank = self.classes.blanked(state.stack, state.active)
        if blank is None:
            return state
        library = tuple(Segment(self.classes.blank(pool, blank), size) for pool, size in state.library)
        misses = self.classes.blank(state.misses, blank) if self.keeps_misses else state.misses
        return State(self.joined(library), misses, state.stack, state.active, state.casts)

    def joined(self, library: tuple[Segment, ...]) -> tuple[Segment, ...]:
        """Join segments whose order does not matter."""
        return library


class _RelevantCards(_Recursion):
    """Relevant cards only, all of them on top. Of the misses it keeps which classes they are of, as a mask."""

    keeps_misses = False

    def __init__(self, problem: Problem, budget: int) -> None:
        super().__init__(problem, budget, all_cards=False)

    def start(self) -> tuple[Segment, ...]:
        pool = self.classes.pool(self.problem.copies)
        return (Segment(pool, sum(pool)),) if sum(pool) else ()

    def miss(self, state: State, number: int) -> Pool:
        return (*state.misses[:number], 1, *state.misses[number + 1 :])

    def put_back(self, state: State) -> State:
        return state

    def begin(self, state: State, reveals: int) -> End | None:
        stops = self.classes.stops[state.stack[-1]]
        if state.library and any(n and stops[number] for number, n in enumerate(state.library[0].pool)):
            return None
        waits = any(entry >= 0 or self._matters(-1 - entry) for entry in state.stack[:-1])
        if waits or any(n and stops[number] for number, n in enumerate(state.misses)):
            message = "a dig runs past the last relevant card"
            raise NotExactError(message)
        # It runs through the whole library, and nothing comes after it.
        return End(state.casts, reveals, self.problem.n_library - sum(state.casts))

    def _settle(self, state: State) -> State:
        if state.stack and not state.library and state.stack[-1] >= 0:
            return state  # the other cards are still there: `begin` tells what comes of it
        return super()._settle(state) if state.library else self._without_library(state)

    def _without_library(self, state: State) -> State:
        stack = state.stack
        while stack and stack[-1] < 0:
            discover = int(self.problem.discover_dig[-1 - stack[-1]])
            stack = (*stack[:-1], discover) if discover >= 0 else stack[:-1]
        return State(state.library, state.misses, stack, state.active, state.casts)

    def _matters(self, form: int) -> bool:
        return bool(self.problem.discover_dig[form] >= 0)


class _AllCards(_Recursion):
    """Every card, in segments."""

    keeps_misses = True

    def __init__(self, problem: Problem, budget: int) -> None:
        super().__init__(problem, budget, all_cards=True)

    def start(self) -> tuple[Segment, ...]:
        known = [
            [self.classes.pool_of_row(row) for row in part.tolist()] for part in (self.problem.top, self.problem.bottom)
        ]
        size = self.problem.n_unknown - self.problem.seen
        unknown = [Segment(self.classes.pool(self.problem.copies), size)] if size else []
        return (*(Segment(pool, 1) for pool in known[0]), *unknown, *(Segment(pool, 1) for pool in known[1]))

    def miss(self, state: State, number: int) -> Pool:
        return (*state.misses[:number], state.misses[number] + 1, *state.misses[number + 1 :])

    def put_back(self, state: State) -> State:
        size = sum(state.misses)
        library = (*state.library, Segment(state.misses, size)) if size else state.library
        return State(library, self.classes.nothing, state.stack, state.active, state.casts)

    def begin(self, state: State, reveals: int) -> End | None:
        return None

    def shuffled(self, library: tuple[Segment, ...]) -> tuple[Segment, ...]:
        if any(size < sum(pool) for pool, size in library) and len(library) > 1:
            message = "a shuffle mixes cards that were seen with others"
            raise NotExactError(message)
        pool = tuple(map(sum, zip(*(pool for pool, _ in library), strict=True)))
        return (Segment(pool, sum(size for _, size in library)),) if library else ()

    def joined(self, library: tuple[Segment, ...]) -> tuple[Segment, ...]:
        joined: list[Segment] = []
        for segment in library:
            last = joined[-1] if joined else None
            if last and self._is_blank(last) and self._is_blank(segment):
                joined[-1] = self._blanks(last.size + segment.size)
            else:
                joined.append(segment)
        return tuple(joined)

    def _is_blank(self, segment: Segment) -> bool:
        return not any(segment.pool[:-1])

    def _blanks(self, n: int) -> Segment:
        return Segment((*self.classes.nothing[:-1], n), n)


def _counts(problem: Problem, groups: Groups, way: _Recursion, ends: Law) -> Counts:
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
        casts_squared=mean.copy(),
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
        group_casts_squared=group_mean.copy(),
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


def _exiled_total(problem: Problem, way: _Recursion, ends: Law) -> NDArray[np.float64]:
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
