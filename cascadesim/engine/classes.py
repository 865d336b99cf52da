"""Rows that behave alike: what the exact recursion counts instead of rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.problem import Problem

Pool = tuple[int, ...]  # cards by class


class Classes:
    """The classes of a problem, the last one blank: the cards that no dig stops on.

    Rows are of one class if every dig treats them alike: it stops on all of them or on none, and casts them as forms
    that behave alike and are worth the same. A row of which a copy lies in a known place is a class of its own: its
    cards are not where those of other rows may be. A *kind* is a class cast as a form: what the casts of a chain are
    counted by.

    Parameters
    ----------
    problem : Problem
    all_cards : bool
        Whether the blank class counts its cards, or they are left out.

    Attributes
    ----------
    of_row : ndarray of shape (n_rows,)
        Class of each row, -1 for those that no dig stops on.
    sizes : list of int
        Cards of each class in the library and among those seen, the blank one last.
    stops : list of tuple of bool
        By dig, by class.
    kind : list of tuple of int
        By dig, by class: the kind as which it is cast, -1 where it is not.
    form_of_kind : list of int
    """

    def __init__(self, problem: Problem, *, all_cards: bool) -> None:
        self._problem, self._all_cards = problem, all_cards
        stops, n_digs = problem.stops, problem.below.size
        keys: dict[tuple[object, ...], int] = {}
        self.of_row = np.full(problem.n_rows, -1)
        known = {*problem.top.tolist(), *problem.bottom.tolist()}
        for row in np.flatnonzero(problem.relevant).tolist():
            behaviour = tuple(self._behaviour(row, dig) if stops[row, dig] else None for dig in range(n_digs))
            self.of_row[row] = keys.setdefault((row if row in known else -1, *behaviour), len(keys))
        n_classes = len(keys) + 1
        self.nothing: Pool = (0,) * n_classes
        of_class = [int(np.flatnonzero(self.of_row == number)[0]) for number in range(len(keys))]
        self.stops = [(*(bool(stops[row, dig]) for row in of_class), False) for dig in range(n_digs)]
        kinds: dict[tuple[int, int], int] = {}
        self.kind: list[tuple[int, ...]] = []
        for dig in range(n_digs):
            forms = [int(problem.cast_as[row, dig]) if stops[row, dig] else -1 for row in of_class]
            self.kind.append(
                (*(kinds.setdefault((c, form), len(kinds)) if form >= 0 else -1 for c, form in enumerate(forms)), -1)
            )
        self._class_of_kind = [number for number, _ in kinds]
        self.form_of_kind = [form for _, form in kinds]
        self.no_casts = (0,) * len(kinds)
        self._stopped = [frozenset(np.flatnonzero(stops_of_dig).tolist()) for stops_of_dig in self.stops]
        digs_on = (problem.cascades > 0) | (problem.discover_dig >= 0) | (problem.enables >= 0)
        digs_on |= problem.grant_to.any(axis=0)
        self._digging = [  # forms that a dig can cast and that may lead to another dig
            frozenset(form for kind in kinds_of_dig if kind >= 0 and digs_on[form := self.form_of_kind[kind]])
            for kinds_of_dig in self.kind
        ]
        self.sizes = list(self.pool(problem.total_copies))
        self._reachable: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, ...] | None] = {}

    def _behaviour(self, row: int, dig: int) -> tuple[object, ...]:
        problem, form = self._problem, int(self._problem.cast_as[row, dig])
        if form < 0:
            return (form,)
        return (
            int(problem.value[form]),
            int(problem.cascades[form]),
            int(problem.cascade_dig[form]),
            int(problem.discover_dig[form]),
            bool(problem.shuffles[form]),
            int(problem.enables[form]),
            tuple(problem.grant_to[:, form].tolist()),
        )

    def pool(self, copies: NDArray[np.integer]) -> Pool:
        """Count cards by class."""
        pool = [0] * len(self.nothing)
        for number, n in zip(self.of_row.tolist(), copies.tolist(), strict=True):
            if number >= 0 or self._all_cards:
                pool[number] += n
        return tuple(pool)

    def pool_of_row(self, row: int) -> Pool:
        """Return the pool of one card."""
        number = int(self.of_row[row]) % len(self.nothing)
        return (*self.nothing[:number], 1, *self.nothing[number + 1 :])

    def by_class(self, casts: tuple[int, ...]) -> list[int]:
        """Return casts by class."""
        counts = [0] * len(self.nothing)
        for number, n in zip(self._class_of_kind, casts, strict=True):
            counts[number] += n
        return counts

    def value(self, casts: tuple[int, ...]) -> int:
        """Return the mana values of casts, added up."""
        return sum(n * int(self._problem.value[form]) for n, form in zip(casts, self.form_of_kind, strict=True))

    def blanked(self, stack: tuple[int, ...], active: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return the classes that no dig can stop on any more, None where there are none."""
        key = (stack, active)
        if key not in self._reachable:
            digs = self._digs_to_come(frozenset(stack), tuple(n > 0 for n in active))
            stopped = frozenset().union(*(self._stopped[dig] for dig in digs))
            gone = tuple(number for number in range(len(self.nothing) - 1) if number not in stopped)
            self._reachable[key] = gone or None
        return self._reachable[key]

    def blank(self, pool: Pool, gone: tuple[int, ...]) -> Pool:
        """Move the cards of some classes into the blank class."""
        n = sum(pool[number] for number in gone)
        if not n:
            return pool
        moved = list(pool)
        for number in gone:
            moved[number] = 0
        moved[-1] += n
        return tuple(moved)

    def _digs_to_come(self, stack: frozenset[int], active: tuple[bool, ...]) -> set[int]:
        problem = self._problem
        digs = {entry for entry in stack if entry >= 0}
        forms = {-1 - entry for entry in stack if entry < 0}
        grants = {grant for grant, is_active in enumerate(active) if is_active}
        while True:
            cast = frozenset().union(*(self._digging[dig] for dig in digs))
            grants |= {int(problem.enables[form]) for form in cast | forms if problem.enables[form] >= 0}
            found = {int(problem.discover_dig[form]) for form in cast | forms if problem.discover_dig[form] >= 0}
            for form in cast:
                if problem.cascades[form] or any(problem.grant_to[grant, form] for grant in grants):
                    found.add(int(problem.cascade_dig[form]))
            if found <= digs:
                return digs
            digs |= found
