"""From relevant cards revealed to cards exiled: a mixture of negative hypergeometric laws."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.sums import Weights


class DepthLaw(NamedTuple):
    """Weights of each number of cards exiled, and what the interval of their mean needs.

    Parameters
    ----------
    weights : ndarray of shape (n_library + 1,) or longer
        Over the trials, the conditional probability of each number given what was simulated.
    squares : ndarray, of the same shape
        Over the trials, the squares of these probabilities.
    total, total_of_squares : float
        Over the trials, the conditional mean of each given what was simulated, and its square. What is brought back
        exactly has no sampling error, so the intervals are those of a mixture with multinomial weights.
    """

    weights: Weights
    squares: Weights
    total: float
    total_of_squares: float


def depth_law(literal: Weights, reveals: Weights, n_relevant: int, n_library: int) -> DepthLaw:
    """Return the law of the cards exiled.

    Parameters
    ----------
    literal : ndarray
        Trials by cards exiled, index = value.
    reveals : ndarray of shape ((n_relevant + 1) ** 2,)
        Trials by relevant cards revealed and relevant cards in the library, the second in steps of one.
    n_relevant, n_library : int
    """
    values = np.arange(literal.size)
    total, squares = float(literal @ values), float(literal @ values**2)
    met = np.flatnonzero(reveals)
    if not met.size:
        return DepthLaw(literal, literal, total, squares)
    weights, weights_squared = np.zeros((2, max(literal.size, n_library + 1)))
    weights[: literal.size] = weights_squared[: literal.size] = literal
    for pair in met.tolist():
        times = int(reveals[pair])
        revealed, in_library = divmod(pair, n_relevant + 1)
        law = place_law(revealed, in_library, n_library)
        weights[: law.size] += times * law
        weights_squared[: law.size] += times * law**2
        mean = revealed * (n_library + 1) / (in_library + 1)
        total, squares = total + times * mean, squares + times * mean**2
    end = np.flatnonzero(weights)[-1] + 1
    return DepthLaw(weights[:end], weights_squared[:end], total, squares)


@lru_cache(maxsize=4096)
def place_law(number: int, n_relevant: int, n_library: int) -> NDArray[np.float64]:
    """Return the law of the place of the `number`-th of `n_relevant` cards in a library in random order.

    >>> place_law(1, 2, 4).round(4).tolist()
    [0.0, 0.5, 0.3333, 0.1667, 0.0]
    """
    law = np.zeros(n_library + 1)
    if number == 0:
        law[0] = 1
        return law
    ways = comb(n_library, n_relevant)
    for place in range(number, n_library - n_relevant + number + 1):
        law[place] = comb(place - 1, number - 1) * comb(n_library - place, n_relevant - number) / ways
    return law
