"""Confidence intervals of simulated figures."""

from __future__ import annotations

import math
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


def t_value(confidence_level: float, freedom: int) -> float:
    """Return the two-sided quantile of Student's t, by its expansion (Abramowitz and Stegun 26.7.5).

    From 20 degrees of freedom on it is right to 4 digits at levels up to 0.999.

    >>> round(t_value(0.95, 49), 4), round(t_value(0.99, 49), 4)
    (2.0096, 2.6799)
    """
    z = critical_value(confidence_level)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + math.fsum(term / freedom**power for power, term in enumerate(terms, start=1))


def paired(differences: Floats, confidence_level: float) -> tuple[float, float] | None:
    """Return the t interval of a mean difference from those of batches, None where they do not tell how it varies.

    Each difference is of one batch, in which both sides have the same random numbers; batches are independent of one
    another, so their spread is right whatever the same numbers do within a batch. Where fewer than half of the
    differences are other than their median, as of a rare event, they do not have a normal mean.
    """
    n_batches = differences.size
    if 2 * np.count_nonzero(np.abs(differences - np.median(differences)) > 1e-12) < n_batches:
        return None
    half = t_value(confidence_level, n_batches - 1) * differences.std(ddof=1) / np.sqrt(n_batches)
    mean = float(differences.mean())
    return mean - float(half), mean + float(half)


def of_difference(first: tuple[float, float, float], second: tuple[float, float, float]) -> tuple[float, float]:
    """Return the interval of a difference, second less first, from the interval of each.

    Parameters
    ----------
    first, second : tuple of float
        The figure, and the ends of its interval; they are the figure itself where it is exact. The figures are
        independent, or vary together: then the interval is wider than it need be.

    References
    ----------
    Newcombe (1998), Statistics in Medicine 17, 873-890, method 10; Zou and Donner (2008), 27, 1693-1702, for means.
    """
    difference = second[0] - first[0]
    low = difference - np.hypot(second[0] - second[1], first[2] - first[0])
    high = difference + np.hypot(second[2] - second[0], first[0] - first[1])
    return float(low), float(high)
