"""Closed forms against every order, and against published identities (RULES §10)."""

from fractions import Fraction

import numpy as np
import pytest
from numpy.testing import assert_allclose

from cascadesim.engine.closed_form import closed_form, exiled_pmf, is_closed_form
from tests.literal import LAND, exhaust, make_problem
from tests.test_simulate import marginal

NO_GROUPS = np.zeros((0, 3), bool)
KNOWN = np.array


@pytest.mark.parametrize(
    ("n_cards", "n_stops", "mean", "within", "p_within"),
    [(60, 10, 61 / 11, 5, 0.6121), (53, 4, 10.8, 5, 0.3355), (99, 30, 100 / 31, 5, 0.8429)],
)
def test_depth_of_rules_10_1(n_cards, n_stops, mean, within, p_within):
    pmf = exiled_pmf(n_cards, n_stops)
    assert sum(pmf) == 1
    assert float(sum(k * p for k, p in enumerate(pmf))) == pytest.approx(mean, abs=1e-12)
    assert float(sum(pmf[: within + 1])) == pytest.approx(p_within, abs=5e-5)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"seen": 1},
        {"seen": 3},
        {"seen": 4},
        {"top": KNOWN([2, 1], np.int16)},
        {"top": KNOWN([2, 0, 1], np.int16)},
        {"bottom": KNOWN([2, 0, 1], np.int16), "seen": 3},
        {"bottom": KNOWN([2], np.int16), "top": KNOWN([2], np.int16), "seen": 4},
        {"cast": False},
    ],
)
@pytest.mark.parametrize("copies", [[2, 1, 1], [0, 0, 4], [1, 3, 0], [4, 0, 0]])
def test_closed_form_equals_every_order(copies, fields):
    problem = make_problem(copies, [2, 0, LAND], below=(3,), **fields)
    assert is_closed_form(problem)
    counts, law = closed_form(problem, NO_GROUPS), exhaust(problem)

    first = marginal(law, "first")
    assert_allclose(counts.first, [float(first[row]) for row in (0, 1, 2, -1)], atol=1e-15)
    depth = marginal(law, "exiled_first")
    assert_allclose(counts.exiled_first, [float(depth[k]) for k in range(problem.n_library + 1)], atol=1e-15)
    spells = [float(sum((p for o, p in law.items() if len(o.casts) == n), Fraction(0))) for n in (0, 1)]
    assert_allclose(counts.spells, spells, atol=1e-15)
    mean_value = sum(p * sum(int(problem.value[form]) for _, form, _ in o.casts) for o, p in law.items())
    assert counts.value @ np.arange(counts.value.size) == pytest.approx(float(mean_value), abs=1e-15)


def test_groups_of_one_trigger_are_sums_over_their_rows():
    problem = make_problem([2, 1, 1, 4], [2, 0, 1, LAND], below=(3,))
    groups = np.array([[True, False, True, True], [False] * 4])
    counts = closed_form(problem, groups)
    for figure in (counts.group_first, counts.group_any, counts.group_all, counts.group_casts):
        assert_allclose(figure, [3 / 4, 0], atol=1e-15)


def test_what_has_no_closed_form():
    assert not is_closed_form(make_problem([2], [2], triggers=2))
    assert not is_closed_form(make_problem([2, 1], [2, 1], cascades=[1, 0]))
    assert is_closed_form(make_problem([2, 1], [2, 1], cascades=[1, 0], cast=False))


def test_bad_counts_raise():
    with pytest.raises(ValueError, match="need 0 <= n_stops"):
        exiled_pmf(3, 4)
    with pytest.raises(ValueError, match="`seen` must be from 0 to 4"):
        make_problem([4], [1], seen=5)
