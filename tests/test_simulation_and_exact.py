"""The two engines against each other on problems too large for every order, and the intervals at their stated rate."""

from functools import reduce
from operator import add

import numpy as np
import pytest

import cascadesim as cs
from cascadesim.engine.counts import count
from cascadesim.engine.depth import depth_law
from cascadesim.engine.exact import exact
from cascadesim.engine.simulate import blocks, simulate
from tests.literal import random_problem

TRIALS = 20_000


def problem_and_groups(seed):
    rng = np.random.default_rng([9, seed])
    problem = random_problem(rng, max_cards=10)
    return problem, rng.random((2, problem.n_rows)) < 0.5


def simulated_counts(problem, groups, seed):
    return reduce(
        add,
        (count(problem, log, groups) for block in blocks(problem, TRIALS, seed) for log in simulate(problem, block)),
    )


def law_of_depth(problem, counts, which):
    n_relevant = int(problem.copies[problem.relevant].sum())
    literal, reveals = getattr(counts, f"exiled_{which}"), getattr(counts, f"reveals_{which}")
    return depth_law(literal, reveals, n_relevant, problem.n_library).weights


def assert_rates_agree(weights, expected):
    """Every rate is within 5 standard errors of its probability, and what cannot happen did not.

    The last term is what a rate of a few trials in all can be off by: the step of a binomial law.
    """
    size = max(weights.size, expected.size)
    rates, p = np.zeros((2, size))
    rates[: weights.size], p[: expected.size] = weights / TRIALS, np.clip(expected, 0, 1)
    assert (np.abs(rates - p) <= 5 * np.sqrt(p * (1 - p) / TRIALS) + 1 / TRIALS).all()
    assert not rates[p < 1e-12].any()


@pytest.mark.parametrize("seed", range(200))
def test_simulation_equals_exact_within_five_standard_errors(seed):
    problem, groups = problem_and_groups(seed)
    expected = exact(problem, groups, budget=10**6)
    got = simulated_counts(problem, groups, seed)
    for field in ("first", "cast", "spells", "value", "group_first", "group_any", "group_all"):
        assert_rates_agree(getattr(got, field), getattr(expected, field))
    for which in ("first", "total"):
        assert_rates_agree(law_of_depth(problem, got, which), getattr(expected, f"exiled_{which}"))
    for field in ("casts", "group_casts"):
        mean, square = getattr(got, field) / TRIALS, getattr(got, f"{field}_squared") / TRIALS
        error = np.sqrt(np.clip(square - mean**2, 0, None) / TRIALS)
        assert (np.abs(mean - getattr(expected, field)) <= 5 * error + 2 / TRIALS).all()


def test_the_problems_of_that_test_are_of_every_kind():
    problems = [problem_and_groups(seed) for seed in range(200)]
    through = sum(exact(p, groups, 10**6).exiled_total[p.n_library :].sum() > 1e-12 for p, groups in problems)
    assert through >= 60  # the whole library is dug through and its bottom is reached
    cast_digs = [[p.cascade_dig[p.cascades > 0], p.discover_dig[p.discover_dig >= 0]] for p, _ in problems]
    kinds = {
        "declined hits": [(p.stops & (p.cast_as < 0)).any() for p, _ in problems],
        "shuffling hits": [p.shuffles.any() for p, _ in problems],
        "discover": [(p.discover_dig >= 0).any() for p, _ in problems],
        "grants": [p.grant_to.any() for p, _ in problems],
        "seen": [p.seen > 0 for p, _ in problems],
        "known top": [p.top.size > 0 for p, _ in problems],
        "known bottom": [p.bottom.size > 0 for p, _ in problems],
        "rising thresholds": [
            max(p.below[np.concatenate(digs)], default=0) > p.below[p.source_digs[0]]
            for (p, _), digs in zip(problems, cast_digs, strict=True)
        ],
    }
    assert {kind: sum(map(bool, them)) for kind, them in kinds.items() if sum(map(bool, them)) < 20} == {}


@pytest.mark.parametrize("confidence_level", [0.8, 0.95])
def test_intervals_cover_at_their_stated_rate(request, confidence_level):
    """2,000 small runs: Wilson's for rates, the mixture's for depths, the normal one for means.

    The share that covers is itself a rate of 2,000, so 4 of its standard errors are allowed, and what a discrete law
    of 400 trials is known to add: 0.02.
    """
    n_runs, trials = 2000, 400
    jund = cs.read_deck(request.config.rootpath / "decklists" / "jund_standard_worlds2009.txt")
    truth = cs.cascade(jund, "Bituminous Blast", method="exact")
    elf = next(hit for hit in truth.hit_list if hit.card == "Bloodbraid Elf")
    depth = truth.exiled_total.pmf
    covered = dict.fromkeys(["first", "cast", "spells", "mana value", "exiled 1", "exiled 3", "exiled"], 0)
    for seed in range(n_runs):
        run = cs.cascade(
            jund, "Bituminous Blast", method="simulate", trials=trials, rng=seed, confidence_level=confidence_level
        )
        hit = next(hit for hit in run.hit_list if hit.card == "Bloodbraid Elf")
        total = run.exiled_total
        for name, estimate, value in (
            ("first", hit.first, elf.first.value),
            ("cast", hit.cast, elf.cast.value),
            ("spells", run.spells_cast.mean_estimate, truth.spells_cast.mean),
            ("mana value", run.free_mana_value.mean_estimate, truth.free_mana_value.mean),
            ("exiled 1", total.estimates[1], depth[1]),
            ("exiled 3", total.estimates[3], depth[3]),
            ("exiled", total.mean_estimate, truth.exiled_total.mean),
        ):
            covered[name] += estimate.low <= value <= estimate.high
    slack = 4 * np.sqrt(confidence_level * (1 - confidence_level) / n_runs) + 0.02
    off = {name: n / n_runs for name, n in covered.items() if abs(n / n_runs - confidence_level) > slack}
    assert off == {}
