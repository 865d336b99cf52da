"""The kernel against the literal cascade: every order, every bottom, every shuffle; no seed and no slack."""

from collections import Counter
from fractions import Fraction
from functools import reduce
from itertools import permutations
from math import comb
from operator import add

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from cascadesim.engine.chains import WHIFF
from cascadesim.engine.choices import RandomChoices
from cascadesim.engine.counts import count
from cascadesim.engine.depth import depth_law
from cascadesim.engine.libraries import AllCards
from cascadesim.engine.simulate import blocks, cascade, simulate, with_all_cards
from tests.literal import LAND, EveryChoice, Outcome, Undivided, exhaust, make_problem, random_problem, with_drains


def all_choices(run):
    """Follow every choice: return the fewest trials that do so, of a few numbers, and what `run` makes of them."""
    for n_trials in (24 * 24 * 6, 120 * 24 * 24, 24**3 * 6, 24**4, 24**4 * 30):
        try:
            return n_trials, run(n_trials, EveryChoice(n_trials))
        except Undivided:
            continue
    pytest.fail("the choices of this problem need more trials")


def all_logs(problem, n_trials, seed):
    return (log for block in blocks(problem, n_trials, seed) for log in simulate(problem, block))


def run_with_all_cards(problem):
    return lambda n_trials, choices: with_all_cards(problem, AllCards.shuffled(problem, n_trials, choices))


def law_of_kernel(problem):
    """Run every choice through the kernel; return the probability of each Outcome, the library left included."""
    drained, first_drain = with_drains(problem)
    n_trials, log = all_choices(run_with_all_cards(drained))
    n_casts = len(log.row)
    totals = np.stack([log.n_casts, log.first, log.first_depth, log.total_depth])
    columns, counts = np.unique(np.concatenate([log.row, log.form, log.parent, totals]), axis=1, return_counts=True)
    law = Counter()
    for column, times in zip(columns.T.tolist(), counts.tolist(), strict=True):
        n, first, exiled_first, exiled_total = column[-4:]
        entries = [tuple(column[part * n_casts + cast] for part in range(3)) for cast in range(n)]
        casts = tuple(entry for entry in entries if entry[1] < first_drain)
        library = tuple(row for row, form, _ in entries if form >= first_drain)
        outcome = Outcome(casts, first, exiled_first, exiled_total - len(library), library)
        law[outcome] += Fraction(times, n_trials)
    return law


def marginal(law, field):
    out = Counter()
    for outcome, p in law.items():
        out[getattr(outcome, field)] += p
    return out


def check_simulation(problem, law):
    """Compare what is simulated, every choice followed, with a law: only relevant cards where that is enough."""
    n_trials, logs = all_choices(lambda n_trials, choices: list(cascade(problem, n_trials, choices)))
    casts = Counter()
    for log in logs:
        for trial in range(log.first.size):
            n = log.n_casts[trial]
            entries = zip(
                log.row[:n, trial].tolist(), log.form[:n, trial].tolist(), log.parent[:n, trial].tolist(), strict=True
            )
            casts[tuple(entries), int(log.first[trial])] += Fraction(1, n_trials)
    expected = Counter()
    for outcome, p in law.items():
        expected[outcome.casts, outcome.first] += p
    assert casts == expected
    counts = reduce(add, (count(problem, log, np.zeros((0, problem.n_rows), bool)) for log in logs))
    n_relevant = int(problem.copies[problem.relevant].sum())
    for field in ("first", "total"):
        depth = depth_law(
            getattr(counts, f"exiled_{field}"), getattr(counts, f"reveals_{field}"), n_relevant, problem.n_library
        )
        exact = marginal(law, f"exiled_{field}")
        values = np.arange(depth.weights.size)
        assert_allclose(depth.weights / n_trials, [float(exact[k]) for k in values], atol=1e-12)
        assert sum(exact.values()) == 1
        assert abs(depth.total / n_trials - float(sum(k * p for k, p in exact.items()))) < 1e-12


FIVE_CARDS = {"copies": [1, 1, 1, 1, 1], "stop_value": [3, 5, 1, 2, LAND], "cascades": [1, 0, 0, 0, 0]}


def test_cr_702_85_bottomed_cards_are_reached_again_in_every_order():
    # Library of V227 to V230: P(Big is cast) is 1/2; a model that forgets the bottom gives 13/24.
    problem = make_problem(**FIVE_CARDS, below=(8,), triggers=2)
    _, log = all_choices(run_with_all_cards(problem))
    assert ((log.row == 1).any(axis=0)).mean() == 0.5
    assert log.n_casts.mean() == 2.5


@pytest.mark.parametrize(
    "problem",
    [
        make_problem(**FIVE_CARDS, below=(8,), triggers=2),
        make_problem([1, 1, 1, 1], [3, 1, 5, LAND], cascades=[2, 0, 0, 0], triggers=2),
        make_problem([2, 1, 1], [2, 4, LAND], below=(3,), triggers=3, cast=False),
        make_problem([1, 1, 2], [1, 2, LAND], triggers=2, shuffles=np.array([True, False, False])),
        make_problem([2, 2], [1, LAND], triggers=2, seen=2),
        make_problem(
            [1, 1, 1], [1, 5, LAND], below=(3,), top=np.array([1, 2], np.int16), bottom=np.array([0], np.int16)
        ),
        make_problem([4], [LAND], triggers=2),
        make_problem([0, 0], [1, 2], triggers=2),
        make_problem([2, 1, 1], [2, 4, LAND], below=(3,), triggers=3, cast=False, to_hand=np.array([True])),
        make_problem([1, 1, 1, 1], [3, 2, 1, LAND], below=(4, 3), discover_dig=np.array([1, 0, -1, -1], np.int8)),
        make_problem(
            [1, 1, 1, 1],
            [3, 2, 1, LAND],
            below=(4, 3, 2, 1),
            cascade_dig=np.array([1, 2, 3, 0], np.int8),
            grant_to=np.array([[True, True, True, False], [True, False, False, False]]),
            grant_count=np.array([0, 2], np.int8),
            grant_once=np.array([False, True]),
            enables=np.array([0, -1, -1, -1], np.int8),
            triggers=2,
        ),
    ],
    ids=[
        "nested",
        "double nested",
        "declined",
        "shuffle",
        "seen",
        "known ends",
        "whole-library whiff",
        "empty library",
        "to hand",
        "discover chain",
        "grants",
    ],
)
def test_kernel_is_the_literal_cascade_order_by_order(problem):
    law = law_of_kernel(problem)
    assert law == exhaust(problem)
    check_simulation(problem, law)


@pytest.mark.parametrize("seed", range(60))
def test_kernel_is_the_literal_cascade_on_random_problems(seed):
    problem = random_problem(np.random.default_rng(seed), max_cards=4)
    law = exhaust(problem)
    assert law_of_kernel(problem) == law
    check_simulation(problem, law)


@pytest.mark.parametrize(("n_cards", "n_stops"), [(1, 0), (1, 1), (5, 0), (6, 1), (6, 3), (7, 7)])
def test_cr_702_85a_exiled_counts_match_every_library_order(n_cards, n_stops):
    """RULES §10.1: all n! orders fed through the kernel give the negative hypergeometric law exactly."""
    problem = make_problem([1] * n_cards, [0] * n_stops + [LAND] * (n_cards - n_stops))
    n_orders = len(list(permutations(range(n_cards))))

    log = with_all_cards(problem, AllCards.shuffled(problem, n_orders, EveryChoice(n_orders)))

    observed = np.bincount(log.first_depth, minlength=n_cards + 1) / n_orders
    expected = [
        comb(n_cards - k, n_stops - 1) / comb(n_cards, n_stops) if k and n_stops else 0 for k in range(n_cards + 1)
    ]
    if n_stops == 0:
        expected[n_cards] = 1
        assert_array_equal(log.first, WHIFF)
    assert_allclose(observed, expected, rtol=1e-12)
    hits = np.bincount(log.first[log.first >= 0], minlength=n_cards)[:n_stops]
    assert_array_equal(hits, [n_orders // max(n_stops, 1)] * n_stops)  # RULES §10.2: uniform over the copies


def test_next_draw_after_a_cascade_is_that_of_a_random_library():
    """V231: misses lie on the bottom, so the next draw is a land as often as any card is: 25/59, not 25/58."""
    problem = make_problem([22, 12, 25], [2, 5, LAND], below=(4,))
    drained, first_drain = with_drains(problem)
    n_trials, lands = 200_000, 0
    for log in all_logs(drained, n_trials, 231):
        second = log.row[1]  # the hit is cast first, then the first drained card
        assert (log.form[1] >= first_drain).all()
        lands += int((second == 2).sum())
    rate, expected = lands / n_trials, 25 / 59
    assert abs(rate - expected) < 5 * np.sqrt(expected * (1 - expected) / n_trials)


def test_burying_is_seen_by_the_second_trigger():
    """RULES §10.7: P(exactly 3 spells) is 32/77 with correct bottoms, 127/308 if misses were shuffled back."""
    problem = make_problem([38, 6, 8, 8], [LAND, 4, 5, 2], cascades=[0, 1, 0, 0], triggers=2)
    n_trials, three = 3_000_000, 0
    for log in all_logs(problem, n_trials, 7):
        three += int((log.n_casts == 3).sum())
    error = np.sqrt(32 / 77 * 45 / 77 / n_trials)
    assert abs(three / n_trials - 32 / 77) < 5 * error
    assert abs(three / n_trials - 127 / 308) > 5 * error


def test_same_seed_gives_the_same_log_and_more_trials_keep_the_first_blocks():
    problem = make_problem(**FIVE_CARDS, triggers=2)
    few = list(all_logs(problem, 20_000, 3))
    many = list(all_logs(problem, 60_000, 3))
    assert_array_equal(few[0].row, many[0].row)
    other = next(all_logs(problem, 20_000, 4))
    assert other.row.shape != few[0].row.shape or (other.row != few[0].row).any()
    assert sum(log.first.size for log in many) == 60_000


def test_random_choices_are_uniform_for_one_bound_and_for_many():
    choices = RandomChoices(np.random.default_rng(0))
    everyone = np.arange(60_000)
    for k in (np.full(60_000, 5), np.tile([5, 3], 30_000), np.full(60_000, 300)):
        drawn = choices.choose(k, everyone)
        assert drawn.min() == 0
        for bound in set(k.tolist()):
            share = drawn[k == bound]
            counts = np.bincount(share, minlength=bound)
            assert counts.size == bound
            expected = share.size / bound
            assert (np.abs(counts - expected) < 5 * np.sqrt(expected)).all()


def test_parents_name_the_cast_that_dug():
    """A chain of 5 that digs up 3 that digs up 1: each is the parent of the next."""
    problem = make_problem([0, 0, 0], [5, 3, 1], cascades=[1, 1, 0], top=np.array([0, 1, 2], np.int16))
    log = with_all_cards(problem, AllCards.shuffled(problem, 1, EveryChoice(1)))
    assert log.row[:, 0].tolist() == [0, 1, 2]
    assert log.parent[:, 0].tolist() == [-1, 0, 1]


def test_counts_of_blocks_add_up():
    problem = make_problem(**FIVE_CARDS, triggers=4)
    groups = np.array([[True, False, True, False, False]])
    blocks = [count(problem, log, groups) for log in all_logs(problem, 40_000, 1)]
    total = blocks[0]
    for block in blocks[1:]:
        total = total + block
    assert total.trials == 40_000
    for name in ("first", "spells", "value"):
        assert getattr(total, name).sum() == 40_000
    for name in ("first", "total"):
        in_full, by_reveals = getattr(total, f"exiled_{name}"), getattr(total, f"reveals_{name}")
        assert in_full.sum() + by_reveals.sum() == 40_000
        assert in_full.sum() > 0  # some trials reached the bottom
    values = np.arange(total.spells.size)
    assert total.casts.sum() == (total.spells * values).sum()
