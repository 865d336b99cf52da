"""Confidence intervals of simulated figures."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def critical_value(confidence_level: float) -> float:
    """Return the two-sided normal quantile of a confidence level.

    Raises
    ------
    ValueError
        If `confidence_level` is not between 0 and 1.
    """
    if not 0 < confidence_level < 1:
        message = f"`confidence_level` must be between 0 and 1, e.g. 0.95, got {confidence_level}"
        raise ValueError(message)
    return NormalDist().inv_cdf((1 + confidence_level) / 2)


def wilson(successes: NDArray[np.int64], n_trials: int, confidence_level: float) -> tuple[Floats, Floats]:
    """Return the Wilson score interval of each probability (Wilson 1927, JASA 22, 209-212).

    Parameters
    ----------
    successes : ndarray, int64
        Trials in which it happened, of `n_trials`.
    n_trials : int
    confidence_level : float

    Returns
    -------
    low, high : ndarray, float64
        In [0, 1]; they never exclude the observed rate, and have width even at rates 0 and 1.
    """
    z2 = critical_value(confidence_level) ** 2
    rate = successes / n_trials
    centre = rate + z2 / (2 * n_trials)
    half = np.sqrt(z2 * (rate * (1 - rate) / n_trials + z2 / (4 * n_trials**2)))
    scale = 1 + z2 / n_trials
    low = np.where(successes == 0, 0.0, (centre - half) / scale)
    high = np.where(successes == n_trials, 1.0, (centre + half) / scale)
    return low, high


def normal(
    total: NDArray[np.int64], total_of_squares: NDArray[np.int64], n_trials: int, confidence_level: float
) -> tuple[Floats, Floats]:
    """Return the normal interval of each mean, from the sample variance.

    Parameters
    ----------
    total, total_of_squares : ndarray, int64
        Sums over the trials of a count that is never negative, and of its square.
    n_trials : int
        At least 2.
    confidence_level : float

    Returns
    -------
    low, high : ndarray, float64
        `low` is never below 0.
    """
    mean = total / n_trials
    variance = np.maximum(total_of_squares - n_trials * mean**2, 0) / (n_trials - 1)
    half = critical_value(confidence_level) * np.sqrt(variance / n_trials)
    return np.maximum(mean - half, 0), mean + half
