"""What leads to what? The tree of a chain, for its picture."""

from __future__ import annotations

from functools import partial

from cascadesim.engine.closed_form import is_closed_form
from cascadesim.engine.paths import count_paths, exact_paths
from cascadesim.results.chain import Chain
from cascadesim.rules import Question
from cascadesim.studies.simulation import Method, simulated_casts

CHAIN_TRIALS = 100_000


def chain(
    question: Question,
    *,
    method: Method = "auto",
    trials: int = CHAIN_TRIALS,
    confidence_level: float = 0.95,
    rng: int = 0,
) -> Chain:
    """Say what leads to what: exact where nothing that the source hits cascades, else simulated.

    Parameters
    ----------
    question : Question
    method : {"auto", "simulate"}
    trials : int
        Only a simulation has trials; no more than `CHAIN_TRIALS` are taken.
    confidence_level : float
    rng : int
        Seed of a simulation.

    Returns
    -------
    Chain
    """
    problem = question.problem
    seed = None
    if method != "simulate" and is_closed_form(problem):
        counts = exact_paths(problem)
    else:
        seed = rng
        counts = simulated_casts(question, min(trials, CHAIN_TRIALS), seed, partial(count_paths, problem), None)
    return Chain(question=question, counts=counts, seed=seed, confidence_level=confidence_level)
