"""How fast the engines are beside what people write, in one run: ``python -m pytest tests/benchmarks``."""

import os
import subprocess
import sys
from functools import reduce
from operator import add
from timeit import repeat

import numpy as np
import pytest

import cascadesim as cs
from cascadesim.engine.counts import count
from cascadesim.engine.exact import exact
from cascadesim.engine.simulate import blocks, simulate
from cascadesim.studies.question import ask
from tests import trickery
from tests.benchmarks.rivals import naive_numpy, plain_python

TRIALS = 1 << 16  # for each of them, so that times are ratios
DECKS = {  # deck, source, how many times as fast as plain Python the simulation has to be
    "Shardless Agent, Modern Rhinos 2023": ("temur_rhinos_modern_ptlotr2023", "Shardless Agent", 150),
    "Bloodbraid Elf, Standard Jund 2009": ("jund_standard_worlds2009", "Bloodbraid Elf", 150),
    "Maelstrom Wanderer, Commander 2026": ("maelstrom_wanderer_commander_2026", "Maelstrom Wanderer", 100),
    "Maelstrom Wanderer, Chaos Reigns 2012": ("planechase_chaos_reigns_2012", "Maelstrom Wanderer", 30),
}
EXACT = list(DECKS)[:3]
MEBIBYTE = 1 << 20

every_deck = pytest.mark.parametrize("name", DECKS)


def problem_of(benchmark, name, way, casts=TRIALS):
    benchmark.group, benchmark.extra_info["way"], benchmark.extra_info["casts"] = name, way, casts
    deck, source, _ = DECKS[name]
    return ask(cs.read_deck(f"decklists/{deck}.txt"), source).problem


def run_simulation(problem, n_trials, seed):
    groups = np.zeros((0, problem.n_rows), bool)
    logs = (log for block in blocks(problem, n_trials, seed) for log in simulate(problem, block))
    return reduce(add, (count(problem, log, groups) for log in logs))


@every_deck
def test_plain_python(benchmark, name):
    problem = problem_of(benchmark, name, "plain Python")
    spells = benchmark.pedantic(plain_python, (problem, TRIALS, 1), rounds=3)
    counts = run_simulation(problem, TRIALS, 1)
    for n, times in enumerate(counts.spells.tolist()):  # it answers the same question
        p = times / TRIALS
        assert abs(spells[n] - p) <= 5 * np.sqrt(2 * p * (1 - p) / TRIALS) + 1e-4


@every_deck
def test_naive_numpy(benchmark, name):
    problem = problem_of(benchmark, name, "naive numpy")
    hits = benchmark.pedantic(naive_numpy, (problem, TRIALS, 1), rounds=3)
    first = run_simulation(problem, TRIALS, 1).first[:-1] / TRIALS
    assert (np.abs(hits - first) <= 5 * np.sqrt(2 * first * (1 - first) / TRIALS) + 1e-4).all()


@every_deck
def test_simulate(benchmark, name):
    problem = problem_of(benchmark, name, "simulate")
    benchmark.pedantic(run_simulation, (problem, TRIALS, 1), rounds=20, warmup_rounds=2)
    plain = min(repeat(lambda: plain_python(problem, TRIALS // 4, 1), number=1, repeat=3)) * 4
    assert plain / benchmark.stats.stats.min >= DECKS[name][2]


@pytest.mark.parametrize("name", EXACT)
def test_exact(benchmark, name):
    problem = problem_of(benchmark, name, "exact", casts=1)
    groups = np.zeros((0, problem.n_rows), bool)
    benchmark.pedantic(exact, (problem, groups), rounds=5, warmup_rounds=1)
    assert benchmark.stats.stats.min < 0.2


def seconds_with(jobs):
    deck = cs.read_deck("decklists/planechase_chaos_reigns_2012.txt")
    ask = {"method": "simulate", "trials": 50_000_000, "rng": 1, "jobs": jobs}
    return repeat(lambda: cs.cascade(deck, "Maelstrom Wanderer", **ask), number=1, repeat=1)[0]


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core")
def test_two_jobs_are_nearly_twice_as_fast_as_one():
    assert seconds_with(1) / seconds_with(2) >= 1.7


@pytest.mark.parametrize(
    ("deck", "source"),
    [("temur_rhinos_modern_ptlotr2023", "Shardless Agent"), ("jund_standard_worlds2009", "Bituminous Blast")],
)
def test_memory_does_not_grow_with_the_trials(deck, source):
    pytest.importorskip("resource", reason="the peak of a process is read where the platform tells it")
    code = (
        "import sys, resource, cascadesim as cs; deck = cs.read_deck(sys.argv[1]);"
        "cs.cascade(deck, sys.argv[2], method='simulate', trials=int(sys.argv[3]), rng=1);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    unit = 1 if sys.platform == "darwin" else 1024
    few, many = (
        unit
        * int(
            subprocess.run(
                [sys.executable, "-c", code, f"decklists/{deck}.txt", source, str(trials)],
                check=True,
                capture_output=True,
                text=True,
            ).stdout
        )
        for trials in (1_000_000, 50_000_000)
    )
    assert many - few < 60 * MEBIBYTE


def test_turns_of_a_million_games(benchmark):
    # To turn six, on the play and on the draw, with mulligans and colours, on one core: under five seconds.
    deck = cs.read_deck("decklists/temur_rhinos_modern_ptlotr2023.txt")
    options = {"mulligan": "london", "keep": "lands 2-5 and sources >= 1", "method": "simulate", "rng": 1}
    benchmark.group, benchmark.extra_info["way"], benchmark.extra_info["casts"] = "turns", "games", 1_000_000
    result = benchmark.pedantic(cs.turns, (deck, 6), options, rounds=2)
    assert result.trials == 1_000_000
    assert benchmark.stats.stats.min < 5


def test_the_exact_table_of_optimal_mulligans(benchmark):
    def table():
        return [
            cs.best_mulligans(trickery.deck(n), trickery.goal(draws), down_to=1).probability
            for n in (2, 3, 4, 5)
            for draws in (2, 3)
        ]

    benchmark.group, benchmark.extra_info["way"], benchmark.extra_info["casts"] = "turns", "optimal mulligans", 8
    assert benchmark.pedantic(table, rounds=2)[0] == pytest.approx(0.9076036625, abs=1e-9)
    assert benchmark.stats.stats.max < 30
