"""The London mulligan: which hands are kept, and which cards are put on the bottom (CR 103.5).

Each mulligan draws a full hand anew; whoever keeps one puts a card on the bottom for each mulligan taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.hands import Probabilities, States, all_hands, distinct, probabilities, weighted
from cascadesim.engine.opening import Counts2D, Opening

Keep = Callable[[Counts2D], NDArray[np.bool_]]


def cards_put_back(hand_size: int, down_to: int, *, free: bool) -> tuple[int, ...]:
    """Return how many cards are put on the bottom after no mulligan, after one and so on; the last hand is kept.

    >>> cards_put_back(7, 5, free=False), cards_put_back(7, 5, free=True)
    ((0, 1, 2), (0, 0, 1, 2))
    """
    return (*([0] if free else []), *range(max(hand_size - down_to, 0) + 1))


class Policy(Protocol):
    """How a player takes mulligans."""

    @property
    def put_back_sizes(self) -> tuple[int, ...]:
        """Cards to put on the bottom after each number of mulligans, the last of which must be kept."""

    def put_back(self, mulligans: int, hands: Counts2D) -> Counts2D:
        """Return the cards of full hands that would be put on the bottom: shape (n_kinds, n)."""

    def keeps(self, mulligans: int, hands: Counts2D, bottom: Counts2D) -> NDArray[np.bool_]:
        """Return whether full hands are kept, given what would be put on the bottom: shape (n,)."""


class PutBack(NamedTuple):
    """Cards to put on the bottom before others: those of some kinds, in this order, above a number to keep."""

    kinds: tuple[int, ...]
    above: int = 0


@dataclass(frozen=True, eq=False)
class KeepRule:
    """Keep by a rule about what is left in hand, and put cards on the bottom in a fixed order.

    Parameters
    ----------
    put_back_sizes : tuple of int
    keep : callable
        Takes hands less what is put on the bottom, of shape (n_kinds, n).
    order : tuple of PutBack
        Together they name every kind, the last ones with nothing to keep.
    """

    put_back_sizes: tuple[int, ...]
    keep: Keep
    order: tuple[PutBack, ...]

    def put_back(self, mulligans: int, hands: Counts2D) -> Counts2D:
        """Return the cards of full hands that would be put on the bottom."""
        left, needed = hands.copy(), np.full(hands.shape[1], self.put_back_sizes[mulligans], np.int16)
        for kinds, above in self.order:
            spare = np.minimum(left[list(kinds)].sum(axis=0, dtype=np.int16) - above, needed)
            needed -= take(left, kinds, np.maximum(spare, 0))
        return hands - left

    def keeps(self, mulligans: int, hands: Counts2D, bottom: Counts2D) -> NDArray[np.bool_]:
        """Return whether the rule keeps hands."""
        return self.keep(hands - bottom)


def take(left: Counts2D, kinds: tuple[int, ...], number: NDArray[np.int16]) -> NDArray[np.int16]:
    """Take so many cards of some kinds out of hands, the first kinds first; return how many there were to take."""
    taken = np.zeros_like(number)
    for kind in kinds:
        now = np.minimum(left[kind], number - taken)
        left[kind] -= now
        taken += now
    return taken


def kept_hands(opening: Opening, policy: Policy) -> tuple[States, Probabilities]:
    """Return the hands that a policy keeps, with what it puts on the bottom, and their probabilities.

    Raises
    ------
    TooManyHandsError
        If there are too many hands.
    """
    hands = all_hands(opening.copies, opening.hand_size)
    p = probabilities(opening.copies, hands)
    kept, weights, reached = [], [], 1.0
    for mulligans in range(len(policy.put_back_sizes)):
        bottom = policy.put_back(mulligans, hands)
        is_last = mulligans == len(policy.put_back_sizes) - 1
        keeps = np.ones(p.size, np.bool_) if is_last else policy.keeps(mulligans, hands, bottom)
        kept.append(States((hands - bottom)[:, keeps], bottom[:, keeps]))
        weights.append(reached * p[keeps])
        reached *= float(p[~keeps].sum())
    return merged(kept, weights)


def merged(parts: list[States], weights: list[Probabilities]) -> tuple[States, Probabilities]:
    """Put states together and add up the probabilities of those that are the same."""
    together = States(*(np.hstack(arrays) for arrays in zip(*parts, strict=True)))
    states, places = distinct(together)
    return states, weighted(places, np.concatenate(weights), states.size)


def hand_sizes(states: States, weights: Probabilities, most: int) -> Probabilities:
    """Return P(so many cards are kept), index = cards: shape (most + 1,)."""
    return np.minimum(weighted(states.hand.sum(axis=0), weights, most + 1), 1.0)  # a sum of parts rounds
