"""Who casts whom: the paths of a chain against the literal cascade, and the tree that is made of them."""

from collections import Counter
from fractions import Fraction
from functools import reduce
from operator import add

import numpy as np
import pytest

import cascadesim as cs
from cascadesim.engine.closed_form import is_closed_form
from cascadesim.engine.paths import DEEPEST, count_paths, exact_paths
from cascadesim.engine.simulate import blocks, cascade, simulate
from cascadesim.studies.chain import CHAIN_TRIALS, chain
from cascadesim.studies.question import ask
from tests.literal import LAND, exhaust, make_problem, random_problem
from tests.test_simulate import FIVE_CARDS, all_choices


def literal_paths(problem):
    """Return P(each path is gone at least once), the mean number of its spells, and that of all spells."""
    happens, casts, spells = Counter(), Counter(), Fraction(0)
    for outcome, p in exhaust(problem).items():
        ways = []
        for row, _, parent in outcome.casts:
            ways.append((*(ways[parent] if parent >= 0 else ()), row))
        spells += p * len(ways)
        for way in ways:
            casts[way] += p
        for way in set(ways):
            happens[way] += p
    return happens, casts, spells


def counted(problem):
    n_trials, logs = all_choices(lambda n_trials, choices: list(cascade(problem, n_trials, choices)))
    counts = reduce(add, (count_paths(problem, log) for log in logs))
    assert counts.trials == n_trials
    shares = ({way: Fraction(n, n_trials) for way, n in of.items()} for of in (counts.happens, counts.casts))
    return (*shares, Fraction(counts.spells, n_trials))


PROBLEMS = {
    "nested": make_problem(**FIVE_CARDS, below=(8,), triggers=2),
    "double nested": make_problem([1, 1, 1, 1], [3, 1, 5, LAND], cascades=[2, 0, 0, 0], triggers=2),
    "copies": make_problem([2, 2], [1, LAND], triggers=2),
    "shuffle": make_problem([1, 1, 2], [1, 2, LAND], triggers=2, shuffles=np.array([True, False, False])),
    "nothing": make_problem([4], [LAND]),
    "discover": make_problem(
        [1, 1, 1, 1], [3, 2, 1, LAND], below=(4, 3), discover_dig=np.array([1, 0, -1, -1], np.int8)
    ),
}


@pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS)
def test_paths_are_those_of_the_literal_cascade(problem):
    assert counted(problem) == literal_paths(problem)


@pytest.mark.parametrize("seed", range(12))
def test_paths_of_any_small_problem_are_those_of_the_literal_cascade(seed):
    problem = random_problem(np.random.default_rng(seed), max_cards=4)
    happens, casts, spells = literal_paths(problem)
    shallow = [{way: p for way, p in of.items() if len(way) <= DEEPEST} for of in (happens, casts)]
    assert counted(problem) == (*shallow, spells)


def test_what_is_deeper_than_is_told_apart_counts_as_a_spell():
    n = DEEPEST + 3
    problem = make_problem(
        [0] * n, list(range(n, 0, -1)), below=(n + 1,), cascades=[1] * n, top=np.arange(n, dtype=np.int16)
    )
    (log,) = (log for block in blocks(problem, 2, 0) for log in simulate(problem, block))
    counts = count_paths(problem, log)
    assert counts.happens == {tuple(range(end)): 2 for end in range(1, DEEPEST + 1)}
    assert counts.spells == 2 * n


def test_exact_paths_are_the_first_hits():
    problem = make_problem([2, 1, 3], [1, 2, LAND])
    assert is_closed_form(problem)
    exact = exact_paths(problem)
    happens, casts, spells = literal_paths(problem)
    assert exact.happens == pytest.approx({way: float(p) for way, p in happens.items()})
    assert exact.casts == pytest.approx({way: float(p) for way, p in casts.items()})
    assert exact.spells == pytest.approx(float(spells))
    with pytest.raises(ValueError, match="do not add up"):
        exact + exact


@pytest.fixture(scope="module")
def blast(request):
    deck = cs.read_deck(request.config.rootpath / "decklists" / "jund_standard_worlds2009.txt")
    return ask(deck, "Bituminous Blast")


def test_the_tree_of_jund_is_blast_then_elf_then_what_an_elf_hits(blast):
    tree = chain(blast)
    assert (tree.trials, tree.seed, tree.depth) == (CHAIN_TRIALS, 0, 2)
    steps = {step.path: step for step in tree.steps()}
    assert {path[0] for path in steps if len(path) == 2} == {"Bloodbraid Elf"}
    elf = steps["Bloodbraid Elf",].p
    assert elf.low < 4 / 30 < elf.high
    pulse = steps["Bloodbraid Elf", "Maelstrom Pulse"].p
    assert pulse.low < 4 / 30 * 3 / 22 < pulse.high + 0.001  # the Elf is out of what it digs through, misses are below
    assert sum(step.mean_casts for step in steps.values()) == pytest.approx(tree.spells)
    assert repr(tree) == "<Chain of 'Bituminous Blast': 100,000 trials, seed 0, 17 ways>"


def test_steps_stand_behind_what_leads_to_them_and_are_never_cut_off_from_it(blast):
    tree = chain(blast, trials=2000)
    for most in range(1, 18):
        paths = [step.path for step in tree.steps(most=most)]
        assert len(paths) == most
        for place, path in enumerate(paths):
            assert path[:-1] in ((), *paths[:place])
    assert sum(len(step.path) == 2 for step in tree.steps(most=12)) == 2  # it stays a tree
    first = [step.p.value for step in tree.steps() if len(step.path) == 1]
    assert first == sorted(first, reverse=True)
    assert all(step.p.value >= 0.05 for step in tree.steps(least=0.05))


def test_the_same_seed_gives_the_same_tree(blast):
    assert chain(blast, trials=3000, rng=5).steps() == chain(blast, trials=3000, rng=5).steps()
    assert chain(blast, trials=3000, rng=5).steps() != chain(blast, trials=3000, rng=6).steps()
