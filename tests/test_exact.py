"""The exact recursion against every order, every bottom and every shuffle."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from numpy.testing import assert_allclose

from cascadesim.engine.exact import exact
from cascadesim.engine.recursion import NotExactError
from tests.literal import LAND, exhaust, make_problem, random_problem
from tests.test_simulate import FIVE_CARDS, marginal


def check(problem, law, groups, budget=10**7):
    """Compare every figure with a law of outcomes."""
    counts = exact(problem, groups, budget)
    n_rows = problem.n_rows

    def mean(figure):
        return float(sum(p * Fraction(figure(outcome)) for outcome, p in law.items()))

    first, depth, total = (marginal(law, field) for field in ("first", "exiled_first", "exiled_total"))
    assert_allclose(counts.first, [float(first[row]) for row in (*range(n_rows), -1)], atol=1e-12)
    for got, expected in ((counts.exiled_first, depth), (counts.exiled_total, total)):
        assert_allclose(got, [float(expected[k]) for k in range(got.size)], atol=1e-12)
        assert max(expected) < got.size
    for row in range(n_rows):
        times = [[cast[0] for cast in outcome.casts].count(row) for outcome in law]
        assert counts.casts[row] == pytest.approx(
            float(sum(n * p for n, p in zip(times, law.values(), strict=True))), abs=1e-12
        )
        assert counts.cast[row] == pytest.approx(
            float(sum(p for n, p in zip(times, law.values(), strict=True) if n)), abs=1e-12
        )
    spells = [mean(lambda o, n=n: len(o.casts) == n) for n in range(counts.spells.size)]
    assert_allclose(counts.spells, spells, atol=1e-12)
    value = [
        mean(lambda o, v=v: sum(int(problem.value[form]) for _, form, _ in o.casts) == v)
        for v in range(counts.value.size)
    ]
    assert_allclose(counts.value, value, atol=1e-12)
    for group, wanted in enumerate(groups):
        members = set(np.flatnonzero(wanted).tolist())
        assert counts.group_any[group] == pytest.approx(
            mean(lambda o, m=members: any(c[0] in m for c in o.casts)), abs=1e-12
        )
        assert counts.group_all[group] == pytest.approx(
            mean(lambda o, m=members: bool(o.casts) and all(c[0] in m for c in o.casts)), abs=1e-12
        )


@pytest.mark.parametrize("seed", range(150))
def test_exact_equals_every_order_on_random_problems(seed):
    rng = np.random.default_rng(seed)
    problem = random_problem(rng, max_cards=5)
    check(problem, exhaust(problem), rng.random((2, problem.n_rows)) < 0.5)


@pytest.mark.parametrize(
    "problem",
    [
        make_problem(**FIVE_CARDS, triggers=2),
        make_problem(**FIVE_CARDS, triggers=4),
        make_problem([2, 1, 1], [5, 3, LAND], cascades=[1, 1, 0]),
        make_problem([0, 0], [1, 2], triggers=2),
        make_problem([3], [LAND], triggers=2),
        make_problem([1, 1, 2], [2, 2, LAND], triggers=2, top=np.array([0], np.int16)),
        make_problem([1, 1, 1], [2, 2, LAND], triggers=3, bottom=np.array([1, 0], np.int16)),
        make_problem([1, 2, 1], [2, 1, LAND], triggers=2, seen=2, shuffles=np.array([True, False, False])),
        make_problem(
            [1, 1, 1],
            [2, 2, LAND],
            triggers=2,
            seen=1,
            shuffles=np.array([True, True, False]),
            top=np.array([1], np.int16),
            bottom=np.array([2], np.int16),
        ),
    ],
    ids=[
        "V227",
        "bottom",
        "falling",
        "empty",
        "lands",
        "alike, one on top",
        "alike, at the bottom",
        "seen and a shuffle",
        "seen, a shuffle and known ends",
    ],
)
def test_exact_equals_every_order(problem):
    check(problem, exhaust(problem), np.eye(problem.n_rows, dtype=bool))


def test_burying_of_rules_10_7():
    problem = make_problem([38, 6, 8, 8], [LAND, 4, 5, 2], cascades=[0, 1, 0, 0], triggers=2)
    counts = exact(problem, np.zeros((0, 4), bool), 10**6)
    assert counts.spells[3] == pytest.approx(32 / 77, abs=1e-12)


def test_n_triggers_are_a_random_subset():
    """RULES §10.3, 10.4: the hits are a random n-subset, the depth is the place of the n-th stop."""
    problem = make_problem([2, 3, 5], [2, 1, LAND], triggers=3)
    counts = exact(problem, np.array([[True, False, False]]), 10**6)
    assert counts.cast[0] == pytest.approx(1 - comb(3, 3) / comb(5, 3), abs=1e-12)
    assert counts.group_all[0] == 0
    places = np.arange(counts.exiled_total.size)
    assert counts.exiled_total @ places == pytest.approx(3 * 11 / 6, abs=1e-12)


def test_a_budget_is_kept():
    problem = make_problem([6] * 6, [1, 2, 3, 4, 5, 6], triggers=4)
    with pytest.raises(NotExactError, match="more transitions than the budget allows"):
        exact(problem, np.zeros((0, 6), bool), 50)
