"""The cascade said literally: one library at a time, a plain loop, no numpy in its way. The oracle of the engines.

`exhaust` follows every order of the library, every order of every batch that goes to the bottom and every shuffle, and
returns the probability of each outcome as a fraction: no seed, no slack.
"""

from collections import Counter, namedtuple
from fractions import Fraction
from itertools import permutations
from math import factorial, prod

import numpy as np

from cascadesim.engine.problem import NEVER, Problem

Outcome = namedtuple("Outcome", "casts first exiled_first exiled_total library")
LAND = NEVER


def make_problem(copies, stop_value, below=(8,), triggers=1, cast=True, cascades=None, **fields):
    """Return a Problem in which every row has one form of its own, worth its stop value."""
    n_rows = len(copies)
    cascades = cascades or [0] * n_rows
    below = list(below)
    for value, n in zip(stop_value, cascades, strict=True):
        if n and value not in below:
            below.append(value)
    cast_as = np.full((n_rows, len(below)), -1, np.int16)
    for row, value in enumerate(stop_value):
        for dig, threshold in enumerate(below):
            if cast and value < threshold:
                cast_as[row, dig] = row
    values = {
        "copies": np.array(copies, np.int16),
        "stop_value": np.array(stop_value, np.int16),
        "below": np.array(below, np.int16),
        "source_digs": np.zeros(triggers, np.int16),
        "cast_as": cast_as,
        "value": np.array(stop_value, np.int16),
        "cascades": np.array(cascades, np.int8),
        "cascade_dig": np.array(
            [below.index(v) if n else 0 for v, n in zip(stop_value, cascades, strict=True)], np.int8
        ),
        "to_hand": np.zeros(len(below), bool),
        "discover_dig": np.full(n_rows, -1, np.int8),
        "shuffles": np.zeros(n_rows, bool),
        "enables": np.full(n_rows, -1, np.int8),
        "grant_to": np.zeros((0, n_rows), bool),
        "grant_count": np.zeros(0, np.int8),
        "grant_once": np.zeros(0, bool),
        "top": np.zeros(0, np.int16),
        "bottom": np.zeros(0, np.int16),
    }
    return Problem(**(values | fields))


def random_problem(rng, max_cards=5):
    """Return a small Problem that need come from no deck.

    Two faces, thresholds that rise, discover, grants that are used up or enabled, shuffles, seen and known cards.
    """
    n_rows, n_digs = int(rng.integers(2, 5)), int(rng.integers(1, 4))
    n_forms, n_grants = n_rows + 2, int(rng.integers(0, 3))
    copies = rng.integers(0, 3, n_rows)
    top = rng.integers(0, n_rows, rng.integers(0, 2))
    bottom = rng.integers(0, n_rows, rng.integers(0, 2))
    while copies.sum() + top.size + bottom.size > max_cards:
        copies[rng.choice(np.flatnonzero(copies))] -= 1
    stop_value = np.where(rng.random(n_rows) < 0.3, LAND, rng.integers(0, 7, n_rows))
    below = rng.integers(1, 8, n_digs)
    cast_as = np.where(rng.random((n_rows, n_digs)) < 0.85, rng.integers(0, n_forms, (n_rows, n_digs)), -1)
    return Problem(
        copies=copies.astype(np.int16),
        stop_value=stop_value.astype(np.int16),
        below=below.astype(np.int16),
        source_digs=rng.integers(0, n_digs, rng.integers(1, 3)).astype(np.int8),
        cast_as=cast_as.astype(np.int16),
        value=rng.integers(0, 7, n_forms).astype(np.int16),
        cascades=np.where(rng.random(n_forms) < 0.35, rng.integers(1, 3, n_forms), 0).astype(np.int8),
        cascade_dig=rng.integers(0, n_digs, n_forms).astype(np.int8),
        to_hand=rng.random(n_digs) < 0.3,
        discover_dig=np.where(rng.random(n_forms) < 0.2, rng.integers(0, n_digs, n_forms), -1).astype(np.int8),
        shuffles=rng.random(n_forms) < 0.15,
        enables=np.where(rng.random(n_forms) < 0.3, rng.integers(0, max(n_grants, 1), n_forms), -1).astype(np.int8)
        if n_grants
        else np.full(n_forms, -1, np.int8),
        grant_to=rng.random((n_grants, n_forms)) < 0.4,
        grant_count=rng.integers(0, 2, n_grants).astype(np.int8),
        grant_once=rng.random(n_grants) < 0.5,
        top=top.astype(np.int16),
        bottom=bottom.astype(np.int16),
        seen=int(rng.integers(0, copies.sum() + 1)) if rng.random() < 0.4 else 0,
    )


def arrangements(cards):
    """Yield the different orders of some cards, each with its probability."""
    orders = set(permutations(cards))
    chance = Fraction(1, factorial(len(cards)) // prod(factorial(n) for n in Counter(cards).values()))
    return ((order, chance) for order in sorted(orders))


def exhaust(problem):
    """Return the probability of each Outcome, over every order and every choice."""
    unknown = [row for row, n in enumerate(problem.copies) for _ in range(n)]
    law = Counter()
    triggers = tuple(("dig", int(dig), -1) for dig in reversed(problem.source_digs))
    for order, chance in arrangements(unknown):
        library = (*problem.top.tolist(), *order[problem.seen :], *problem.bottom.tolist())
        start = Outcome((), None, 0, 0, library)
        for outcome, p in resolve(problem, triggers, start, tuple(problem.grant_count.tolist())):
            law[outcome] += chance * p
    return law


def resolve(problem, stack, state, grants):
    """Resolve what is on the stack, the last entry first; yield each outcome with its probability.

    `grants` holds the instances that each grant gives now.
    """
    if not stack:
        yield state._replace(first=-1 if state.first is None else state.first), Fraction(1)
        return
    *below, (what, number, parent) = stack
    if what == "spell":
        orders = arrangements(state.library) if problem.shuffles[number] else [(state.library, Fraction(1))]
        if (grant := int(problem.enables[number])) >= 0:
            grants = (*grants[:grant], max(grants[grant], 1), *grants[grant + 1 :])
        if (dig := int(problem.discover_dig[number])) >= 0:
            below.append(("dig", dig, parent))
        for order, chance in orders:
            for outcome, p in resolve(problem, below, state._replace(library=order), grants):
                yield outcome, p * chance
        return
    # CR 702.85a: exile from the top until a card stops the dig or the library is empty.
    exiled, hit, rest = [], -1, list(state.library)
    while rest and hit < 0:
        card = rest.pop(0)
        exiled.append(card)
        if problem.stop_value[card] < problem.below[number]:
            hit = card
    total = state.exiled_total + len(exiled)
    casts = state.casts
    if hit >= 0 and (form := int(problem.cast_as[hit, number])) >= 0:
        exiled.pop()
        me = len(casts)
        casts = (*casts, (hit, form, parent))
        below.append(("spell", form, me))
        triggers = int(problem.cascades[form])
        for grant, to in enumerate(problem.grant_to[:, form]):
            triggers += grants[grant] if to else 0
            if to and problem.grant_once[grant]:
                grants = (*grants[:grant], 0, *grants[grant + 1 :])
        below += [("dig", int(problem.cascade_dig[form]), me)] * triggers
    elif hit >= 0 and problem.to_hand[number]:
        exiled.pop()
    first = (hit, total) if state.first is None else (state.first, state.exiled_first)
    for order, chance in arrangements(exiled):  # the rest go to the bottom in a random order
        after = Outcome(casts, *first, total, (*rest, *order))
        for outcome, p in resolve(problem, below, after, grants):
            yield outcome, p * chance


class Undivided(Exception):
    """The number of trials does not divide into the choices."""


class EveryChoice:
    """Not random: trial i of n follows the i-th of n equal parts of the tree of choices.

    If the product of the choices along every path divides n, every path is followed by its exact share of the trials.
    """

    def __init__(self, n_trials):
        self._left = np.full(n_trials, n_trials, np.int64)  # trials that share the path so far
        self._place = np.arange(n_trials, dtype=np.int64)

    def choose(self, k, trials):
        left = self._left[trials]
        if (left % k).any():
            raise Undivided
        self._left[trials] = left // k
        drawn = self._place[trials] // self._left[trials]
        self._place[trials] %= self._left[trials]
        return drawn


def with_drains(problem):
    """Return the Problem with further triggers that cast what is left of the library, card by card.

    The log then ends with the library as the chain left it, bottom included. Returns the Problem and the first form of
    the drains.
    """
    n_rows, n_digs, n_forms = problem.n_rows, problem.below.size, problem.value.size
    stop_value = np.where(problem.stop_value == LAND, LAND - 2, problem.stop_value).astype(np.int16)
    zeros = np.zeros(n_rows)
    drained = Problem(
        copies=problem.copies,
        stop_value=stop_value,
        below=np.append(problem.below, LAND - 1).astype(np.int16),
        source_digs=np.append(problem.source_digs, [n_digs] * problem.n_library).astype(np.int8),
        cast_as=np.column_stack([problem.cast_as, np.arange(n_forms, n_forms + n_rows)]).astype(np.int16),
        value=np.append(problem.value, zeros).astype(np.int16),
        cascades=np.append(problem.cascades, zeros).astype(np.int8),
        cascade_dig=np.append(problem.cascade_dig, zeros).astype(np.int8),
        to_hand=np.append(problem.to_hand, False),
        discover_dig=np.append(problem.discover_dig, zeros - 1).astype(np.int8),
        shuffles=np.append(problem.shuffles, zeros).astype(bool),
        enables=np.append(problem.enables, zeros - 1).astype(np.int8),
        grant_to=np.pad(problem.grant_to, ((0, 0), (0, n_rows))),
        grant_count=problem.grant_count,
        grant_once=problem.grant_once,
        top=problem.top,
        bottom=problem.bottom,
        seen=problem.seen,
    )
    return drained, n_forms
