"""Intervals against published values and against their stated rate."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from cascadesim.engine.intervals import critical_value, normal, wilson


def test_wilson_against_newcombe_1998():
    # R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3, 95%.
    cases = {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0.0, 0.1611),
        (1, 29): (0.0061, 0.1718),
    }
    for (successes, n_trials), expected in cases.items():
        low, high = wilson(np.array([successes]), n_trials, 0.95)
        assert_allclose([low[0], high[0]], expected, atol=5e-5)


def test_wilson_at_the_ends():
    low, high = wilson(np.array([0, 10]), 10, 0.95)
    assert low[0] == 0
    assert high[1] == 1
    assert high[0] > 0.2
    assert low[1] < 0.8


def test_normal_interval_is_the_textbook_one():
    sample = np.array([0, 1, 1, 2, 5, 3])
    half = 1.959963984540054 * sample.std(ddof=1) / np.sqrt(6)
    low, high = normal(np.array([sample.sum()]), np.array([(sample**2).sum()]), 6, 0.95)
    assert_allclose([low[0], high[0]], [sample.mean() - half, sample.mean() + half], rtol=1e-12)


def test_intervals_cover_at_their_stated_rate():
    rng = np.random.default_rng(5)
    n_runs, n_trials, p = 4000, 400, 0.2
    hits = rng.binomial(n_trials, p, n_runs)
    for bounds in (wilson(hits, n_trials, 0.9), normal(hits, hits, n_trials, 0.9)):
        covered = ((bounds[0] <= p) & (p <= bounds[1])).mean()
        assert abs(covered - 0.9) < 0.02  # the binomial is discrete: a percent beside 5 standard errors of 0.005


@pytest.mark.parametrize("level", [0, 1, -0.5, 95])
def test_a_level_that_is_none_raises(level):
    with pytest.raises(ValueError, match="between 0 and 1"):
        critical_value(level)
