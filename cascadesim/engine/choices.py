"""The kernels' only source of randomness."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Index = NDArray[np.intp]


class Choices(Protocol):
    """Numbers drawn for trials; a test can script them."""

    def choose(self, k: int | Index, trials: Index) -> Index:
        """Return for each of `trials` a number from 0 to `k` - 1, each equally likely; `k` for all, or one each."""


class ChoicesOf:
    """Choices for some trials, which are numbered anew from 0."""

    def __init__(self, choices: Choices, trials: Index) -> None:
        self._choices, self._trials = choices, trials

    def choose(self, k: int | Index, trials: Index) -> Index:
        """Return for each of `trials` a number from 0 to `k` - 1, each equally likely."""
        return self._choices.choose(k, self._trials[trials])


class RandomChoices:
    """Choices from a stream of random numbers."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def choose(self, k: int | Index, trials: Index) -> Index:
        """Return for each of `trials` a number from 0 to `k` - 1, each equally likely."""
        if not isinstance(k, int):
            low, high = int(k.min(initial=1)), int(k.max(initial=1))
            if low != high:
                return self._rng.integers(0, k)
            k = high
        if k == 1:
            return np.zeros(trials.size, np.intp)
        width = np.uint8 if k <= 256 else np.uint32  # one bound for all: the fast way of the generator
        return self._rng.integers(0, k, trials.size, dtype=width).astype(np.intp)
