"""Every hand of a deck, counted by kind, with its probability; and every hand after one more draw.

The multivariate hypergeometric law, one card at a time: hands that come to the same cards are one state.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.opening import Counts2D, Opening

MOST_STATES = 150_000

Probabilities = NDArray[np.float64]


class TooManyHandsError(ValueError):
    """The hands of a deck are too many to go through one by one."""

    def __init__(self, number: int, most: int = MOST_STATES, what: str = "hands to go through") -> None:
        super().__init__(f"{number:,} {what}, and {most:,} are the most")


class States(NamedTuple):
    """What a player may hold, and what was put on the bottom of the library: a column each.

    `hand` and `bottom` have the shape (n_kinds, n). What is in neither is the rest of the library, in random order.
    """

    hand: Counts2D
    bottom: Counts2D

    def rest(self, opening: Opening) -> Counts2D:
        """Return the cards of the library whose order is random: shape (n_kinds, n)."""
        return opening.copies[:, None] - self.hand - self.bottom

    def of(self, columns: NDArray[np.intp] | NDArray[np.bool_]) -> States:
        """Return some of them."""
        return States(self.hand[:, columns], self.bottom[:, columns])

    @property
    def size(self) -> int:
        """How many there are."""
        return int(self.hand.shape[1])


def n_hands(copies: NDArray[np.int16], size: int) -> int:
    """Return how many hands of a size there are, counted by kind."""
    ways = [1] + [0] * size
    for n in copies.tolist():
        ways = [sum(ways[max(0, total - n) : total + 1]) for total in range(size + 1)]
    return ways[size]


def all_hands(copies: NDArray[np.int16], size: int) -> Counts2D:
    """Return every hand of a size, counted by kind: shape (n_kinds, n_hands).

    Raises
    ------
    TooManyHandsError
        If there are more than `MOST_STATES`.

    Examples
    --------
    >>> all_hands(np.array([2, 1], np.int16), 2)
    array([[1, 2],
           [1, 0]], dtype=int16)
    """
    n = n_hands(copies, size)
    if n > MOST_STATES:
        raise TooManyHandsError(n)
    hands, left = np.zeros((0, 1), np.int16), np.full(1, size)
    after = int(copies.sum())
    for of_kind in copies.tolist():
        after -= of_kind
        # At least what the kinds still to come cannot fill, at most what there is.
        low, high = np.maximum(left - after, 0), np.minimum(left, of_kind)
        counts = high - low + 1
        start = np.repeat(np.cumsum(counts) - counts, counts)
        taken = np.arange(int(counts.sum())) - start + np.repeat(low, counts)
        hands = np.vstack([np.repeat(hands, counts, axis=1), taken.astype(np.int16)])
        left = np.repeat(left, counts) - taken
    return hands


def probabilities(copies: NDArray[np.int16], hands: Counts2D) -> Probabilities:
    """Return P(exactly these cards are the first ones of the deck), for hands of one size: shape (n_hands,).

    >>> copies = np.array([4, 56], np.int16)  # four of sixty: two of them in seven cards
    >>> round(float(probabilities(copies, np.array([[2], [5]], np.int16))[0]), 8)
    0.05934357
    """
    size = int(hands[:, 0].sum()) if hands.shape[1] else 0
    p = np.full(hands.shape[1], 1 / comb(int(copies.sum()), size))
    for of_kind, taken in zip(copies.tolist(), hands, strict=True):
        ways = np.array([float(comb(of_kind, n)) for n in range(int(taken.max(initial=0)) + 1)])
        p *= ways[taken]
    return p


def distinct(states: States) -> tuple[States, NDArray[np.intp]]:
    """Return the states that differ, and the place among them of each state that was given."""
    both = np.ascontiguousarray(np.vstack([states.hand, states.bottom]).T)
    rows = both.view(np.dtype((np.void, both.itemsize * both.shape[1]))).reshape(-1)
    _, places, inverse = np.unique(rows, return_index=True, return_inverse=True)
    return states.of(places), inverse.reshape(-1)


def weighted(places: NDArray[np.intp], weights: Probabilities, size: int) -> Probabilities:
    """Add up weights by place: shape (size,)."""
    return np.asarray(np.bincount(places, weights, size), np.float64)


class Draws(NamedTuple):
    """One more card drawn from each of some states.

    `before`, `after` and `p` have one entry a state and kind that can be drawn: the state that it is drawn from, the
    one that it leads to, and how likely that is.
    """

    states: States
    before: NDArray[np.intp]
    after: NDArray[np.intp]
    p: Probabilities

    def forward(self, weights: Probabilities) -> Probabilities:
        """Return the probabilities of the states after the draw, given those before it."""
        return weighted(self.after, weights[self.before] * self.p, self.states.size)

    def backward(self, values: Probabilities, n_before: int) -> Probabilities:
        """Return the mean after the draw of a value, for each state before it."""
        return weighted(self.before, values[self.after] * self.p, n_before)


def draw(opening: Opening, states: States) -> Draws:
    """Draw a card from the top of each library; what was put on the bottom comes last, and from an empty library none.

    Raises
    ------
    TooManyHandsError
        If that makes more than `MOST_STATES`.
    """
    everyone = np.arange(states.size)
    if not opening.n_kinds or not states.size:
        return Draws(states, everyone, everyone, np.ones(states.size))
    rest = states.rest(opening)
    n_rest = rest.sum(axis=0)
    if not n_rest.any():  # small decks: the bottom is drawn from the top down
        return _from_the_bottom(opening, states)
    kind, before = np.nonzero(rest)
    hand = states.hand[:, before]
    hand[kind, np.arange(before.size)] += 1
    after, places = distinct(States(hand, states.bottom[:, before]))
    if after.size > MOST_STATES:
        raise TooManyHandsError(after.size)
    return Draws(after, before, places, rest[kind, before] / n_rest[before])


def _from_the_bottom(opening: Opening, states: States) -> Draws:
    everyone = np.arange(states.size)
    bottom = states.bottom[opening.bottom_order]
    some = np.flatnonzero(bottom.any(axis=0))
    kind = opening.bottom_order[(bottom[:, some] > 0).argmax(axis=0)]
    hand, left = states.hand.copy(), states.bottom.copy()
    hand[kind, some] += 1
    left[kind, some] -= 1
    after, places = distinct(States(hand, left))
    return Draws(after, everyone, places, np.ones(states.size))
