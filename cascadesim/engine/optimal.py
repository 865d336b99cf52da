"""The best mulligans for a goal: dynamic programming over every hand, counted by kind.

What a hand is worth is the probability of the goal when the best cards of it are put on the bottom. A hand is kept if
it is worth at least as much as the next one, which is drawn and put back as well as can be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.hands import MOST_STATES, Probabilities, States, TooManyHandsError, all_hands, distinct
from cascadesim.engine.hands import probabilities as probabilities_of
from cascadesim.engine.mulligans import take
from cascadesim.engine.opening import HAND, Counts2D, Opening

Value = Callable[[States], Probabilities]

_BITS = HAND.bit_length()
MOST_KINDS = 63 // _BITS
MOST_PAIRS = 1 << 24  # hands by ways to put cards back
_PAIRS = 1 << 22  # of these, so many are compared at once


@dataclass(frozen=True, eq=False)
class BestMulligans:
    """What to do with every hand.

    Parameters
    ----------
    put_back_sizes : tuple of int
        Cards to put on the bottom after each number of mulligans.
    hands : ndarray of shape (n_kinds, n_hands)
        Every full hand.
    bottom : ndarray of shape (n_stages, n_kinds, n_hands)
        The best cards to put on the bottom, after each number of mulligans.
    worth : ndarray of shape (n_stages, n_hands)
        Probability of the goal if the hand is kept.
    of_drawing : ndarray of shape (n_stages,)
        Probability of the goal before a hand is drawn.
    """

    put_back_sizes: tuple[int, ...]
    hands: Counts2D
    bottom: NDArray[np.int16]
    worth: Probabilities
    of_drawing: Probabilities

    def put_back(self, mulligans: int, hands: Counts2D) -> Counts2D:
        """Return the best cards of full hands to put on the bottom."""
        return np.asarray(self.bottom[mulligans][:, self._places(hands)], np.int16)

    def keeps(self, mulligans: int, hands: Counts2D, bottom: Counts2D) -> NDArray[np.bool_]:
        """Return whether full hands are worth keeping."""
        return np.asarray(self.worth[mulligans, self._places(hands)] >= self.of_drawing[mulligans + 1], np.bool_)

    def _places(self, hands: Counts2D) -> NDArray[np.intp]:
        known = _packed(self.hands)
        order = np.argsort(known)
        return order[np.searchsorted(known, _packed(hands), sorter=order)]


@dataclass(frozen=True, eq=False)
class Coarser:
    """Best mulligans of a deck of fewer kinds, for the same deck told apart by more kinds.

    Parameters
    ----------
    best : BestMulligans
    members : tuple of tuple of int
        The kinds that each of the fewer kinds stands for, those to put on the bottom first before the others.
    """

    best: BestMulligans
    members: tuple[tuple[int, ...], ...]

    @property
    def put_back_sizes(self) -> tuple[int, ...]:
        """Cards to put on the bottom after each number of mulligans."""
        return self.best.put_back_sizes

    def put_back(self, mulligans: int, hands: Counts2D) -> Counts2D:
        """Return the cards of full hands to put on the bottom."""
        left = hands.copy()
        for members, number in zip(self.members, self.best.put_back(mulligans, self._coarse(hands)), strict=True):
            take(left, members, number)
        return hands - left

    def keeps(self, mulligans: int, hands: Counts2D, bottom: Counts2D) -> NDArray[np.bool_]:
        """Return whether full hands are worth keeping."""
        return self.best.keeps(mulligans, self._coarse(hands), self._coarse(bottom))

    def _coarse(self, cards: Counts2D) -> Counts2D:
        return np.stack([cards[list(members)].sum(axis=0, dtype=np.int16) for members in self.members])


def best_mulligans(opening: Opening, put_back_sizes: tuple[int, ...], value: Value) -> BestMulligans:
    """Find the mulligans after which a goal is likeliest.

    Parameters
    ----------
    opening : Opening
    put_back_sizes : tuple of int
        See `cards_put_back`.
    value : callable
        Returns the probability of the goal for each of some states, the hand as it is kept.

    Raises
    ------
    TooManyHandsError
        If there are too many hands, or kinds.
    """
    if opening.n_kinds > MOST_KINDS:
        raise TooManyHandsError(opening.n_kinds, MOST_KINDS, "kinds of cards")
    hands = all_hands(opening.copies, opening.hand_size)
    sizes = sorted(set(put_back_sizes))
    choices = [_choices(opening, hands, size) for size in sizes]
    asked = [States(hands[:, hand] - bottom, bottom) for hand, bottom in choices]
    together, places = distinct(States(*(np.hstack(arrays) for arrays in zip(*asked, strict=True))))
    if together.size > MOST_STATES:
        raise TooManyHandsError(together.size)
    values = value(together)[places]
    of_size = {}
    for size, (hand, bottom) in zip(sizes, choices, strict=True):
        values, here = values[hand.size :], values[: hand.size]
        first = np.flatnonzero(np.diff(hand, prepend=-1))
        worth = np.maximum.reduceat(here, first)
        # Among equals the first: ways to put cards back are in a fixed order, so the answer is too.
        is_best = np.flatnonzero(here >= worth[hand] - 1e-15)
        best = is_best[np.searchsorted(hand[is_best], np.arange(hands.shape[1]))]
        of_size[size] = worth, bottom[:, best]
    p = probabilities_of(opening.copies, hands)
    of_drawing = np.zeros(len(put_back_sizes))
    for stage in reversed(range(len(put_back_sizes))):
        worth, _ = of_size[put_back_sizes[stage]]
        is_last = stage == len(put_back_sizes) - 1
        of_drawing[stage] = p @ (worth if is_last else np.maximum(worth, of_drawing[stage + 1]))
    return BestMulligans(
        put_back_sizes,
        hands,
        np.stack([of_size[size][1] for size in put_back_sizes]),
        np.stack([of_size[size][0] for size in put_back_sizes]),
        of_drawing,
    )


def _choices(opening: Opening, hands: Counts2D, size: int) -> tuple[NDArray[np.intp], Counts2D]:
    """Return every hand with every way to put so many of its cards back: the hand's place, and the cards."""
    backs = all_hands(np.minimum(opening.copies, size).astype(np.int16), size)
    n_pairs, found = hands.shape[1] * backs.shape[1], []
    if n_pairs > MOST_PAIRS:
        raise TooManyHandsError(n_pairs, MOST_PAIRS, "ways to put cards back")
    step = max(1, _PAIRS // max(backs.shape[1], 1))
    for start in range(0, hands.shape[1], step):
        some = hands[:, start : start + step]
        fits = np.ones((some.shape[1], backs.shape[1]), np.bool_)
        for held, put in zip(some, backs, strict=True):
            fits &= put[None, :] <= held[:, None]
        hand, back = np.nonzero(fits)
        found.append((hand + start, back))
    hand, back = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return hand, backs[:, back]


def _packed(hands: Counts2D) -> NDArray[np.int64]:
    """Write each hand as one number."""
    shifts = _BITS * np.arange(hands.shape[0])[:, None]
    return np.asarray((hands.astype(np.int64) << shifts).sum(axis=0), np.int64)
