"""`Opening`: a deck before the first hand, as arrays of numbers.

A *kind* is cards that behave alike in every figure that is asked for, and so can be counted instead of named. What mana
can pay for is decided by *sets* of colours: a cost can be paid if, for every set, there is as much mana that can be of
one of its colours as the cost has symbols that want nothing else (Hall's theorem). Set 0 is all mana: it holds the
whole cost, generic mana included. So mana and costs add up, and a comparison decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.problem import Problem

HAND = 7  # cards of an opening hand

Counts2D = NDArray[np.int16]  # cards by kind: shape (n_kinds, n)


class KickWay(NamedTuple):
    """A way to kick a form: how often, and its cost by set of colours."""

    kicks: int
    cost: NDArray[np.int16]


@dataclass(frozen=True, eq=False, kw_only=True)
class Opening:
    """A deck, its sources and its mana.

    Parameters
    ----------
    copies : ndarray of shape (n_kinds,), int16
    is_land, enters_tapped : ndarray of shape (n_kinds,), bool
    gives : ndarray of shape (n_sets, n_kinds), int16
        Mana that a card gives a turn which can be of a colour of the set; of a land at most 1.
    is_ramp : ndarray of shape (n_kinds,), bool
        Cards other than lands that give mana once they have been cast, on a turn before.
    ramp_cost : ndarray of shape (n_sets, n_kinds), int16
        What that costs; a card that gives mana and is no ramp does so from the hand, for nothing.
    source : ndarray of shape (n_sources,), int16
        Kind of each source, the one to cast rather than the others first; -1 for one in the command zone.
    cost : ndarray of shape (n_sets, n_sources), int16
    problems : tuple of Problem
        Of each source; their rows are the kinds.
    ways : tuple of tuple of tuple of KickWay
        By source and form: the ways to kick it, the best first.
    has_chain : tuple of bool
        By source: whether more than the first hit can be kicked, so that the whole chain must be run.
    bottom_order : ndarray of shape (n_kinds,), intp
        In which order cards that were put on the bottom lie there, nearest to the top first.
    """

    copies: NDArray[np.int16]
    is_land: NDArray[np.bool_]
    enters_tapped: NDArray[np.bool_]
    gives: NDArray[np.int16]
    is_ramp: NDArray[np.bool_]
    ramp_cost: NDArray[np.int16]
    source: NDArray[np.int16]
    cost: NDArray[np.int16]
    problems: tuple[Problem, ...]
    ways: tuple[tuple[tuple[KickWay, ...], ...], ...]
    has_chain: tuple[bool, ...]
    bottom_order: NDArray[np.intp]

    @property
    def n_kinds(self) -> int:
        """Kinds of cards."""
        return int(self.copies.size)

    @property
    def n_sources(self) -> int:
        """Sources that are asked about."""
        return int(self.source.size)

    @property
    def n_cards(self) -> int:
        """Cards in the deck."""
        return int(self.copies.sum())

    @property
    def hand_size(self) -> int:
        """Cards of the first hand: all of a deck that has fewer than seven."""
        return min(HAND, self.n_cards)

    @property
    def has_history(self) -> bool:
        """Whether it matters when a card was drawn, and not only that it was."""
        return bool((self.is_ramp & (self.copies > 0)).any() or (self.enters_tapped & (self.copies > 0)).any())

    def stops(self, source: int) -> NDArray[np.bool_]:
        """Return the kinds that the first trigger of a source stops on: ndarray of shape (n_kinds,), bool."""
        problem = self.problems[source]
        return np.asarray(problem.stops[:, int(problem.source_digs[0])], np.bool_)

    def form(self, source: int) -> NDArray[np.int16]:
        """Return the form as which a hit of the first trigger is cast, -1 where it is not: shape (n_kinds,)."""
        problem = self.problems[source]
        return np.where(self.stops(source), problem.cast_as[:, int(problem.source_digs[0])], np.int16(-1))


def mana(
    opening: Opening,
    hand: Counts2D,
    turn: int,
    *,
    just_drawn: Counts2D | None = None,
    ramp: Counts2D | None = None,
    from_hand: bool = True,
) -> Counts2D:
    """Return the mana of a turn on which a land was played on each turn, where there was one.

    Parameters
    ----------
    opening : Opening
    hand : ndarray of shape (n_kinds, n)
        Cards of the kept hand and drawn since.
    turn : int
        The turn, from 1.
    just_drawn : ndarray of shape (n_kinds, n), optional
        Those drawn on this very turn; a land among them that enters tapped gives nothing yet.
    ramp : ndarray of shape (n_kinds, n), optional
        Those that were cast on a turn before, to give mana.
    from_hand : bool
        Whether cards that give mana from the hand do so.

    Returns
    -------
    ndarray of shape (n_sets, n), int16

    Notes
    -----
    One card is drawn a turn at most, so any `turn` of the lands can be on the table, in any order of playing them. Of
    those that enter tapped `turn` - 1 can give mana. Both limits are nodes of a network whose cuts are the sets.
    """
    untapped = _given(opening, opening.is_land & ~opening.enters_tapped, hand)
    if opening.enters_tapped.any():
        tapped = opening.is_land & opening.enters_tapped
        usable = hand if just_drawn is None else hand - just_drawn
        untapped = untapped + np.minimum(_given(opening, tapped, usable), turn - 1)
    total = np.minimum(untapped, turn)
    free = ~opening.is_land & ~opening.is_ramp & opening.gives.any(axis=0)
    if from_hand and free.any():
        total = total + _given(opening, free, hand)
    if ramp is not None:
        total = total + _given(opening, opening.is_ramp, ramp)
    return total


def pays(mana: Counts2D, cost: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Return whether mana pays a cost: ndarray of shape (n,), bool; `cost` has shape (n_sets,) or (n_sets, n)."""
    return np.asarray((mana >= (cost if cost.ndim == 2 else cost[:, None])).all(axis=0), np.bool_)


def kicks(
    forms: NDArray[np.int16], mana: Counts2D, cost: NDArray[np.int16], ways: tuple[tuple[KickWay, ...], ...]
) -> NDArray[np.int16]:
    """Kick the spells of chains in cast order, each as often as the mana left pays for (CR 702.33).

    Parameters
    ----------
    forms : ndarray of shape (n_casts, n), int16
        The spells of each chain, -1 past the last.
    mana : ndarray of shape (n_sets, n)
        What there was before the source was cast.
    cost : ndarray of shape (n_sets,)
        Of the source.
    ways : tuple of tuple of KickWay
        By form, the best first.

    Returns
    -------
    ndarray of shape (n_casts, n), int16
        Kicks of each spell.
    """
    times = np.zeros(forms.shape, np.int16)
    left = mana - cost[:, None]
    for number, cast in enumerate(forms):
        for form, ways_of_form in enumerate(ways):
            if not ways_of_form:
                continue
            columns = np.flatnonzero(cast == form)
            for way in ways_of_form:
                if not columns.size:
                    break
                paid = pays(left[:, columns], way.cost)
                times[number, columns[paid]] = way.kicks
                left[:, columns[paid]] -= way.cost[:, None]
                columns = columns[~paid]
    return times


def _given(opening: Opening, kinds: NDArray[np.bool_], cards: Counts2D) -> Counts2D:
    """Return the mana that cards of some kinds give: shape (n_sets, n)."""
    which = np.flatnonzero(kinds)
    # float32 is exact for such small numbers, and its product is the fast one.
    given = opening.gives[:, which].astype(np.float32) @ cards[which].astype(np.float32)
    return given.astype(np.int16)
