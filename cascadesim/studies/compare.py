"""Which of two lists? The study behind ``cascadesim compare``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from cascadesim.cards import Card
from cascadesim.decks import Deck
from cascadesim.decks.swaps import read_swaps, swapped
from cascadesim.engine.intervals import of_difference, paired
from cascadesim.errors import QuestionError
from cascadesim.results import Estimate, TurnsResult
from cascadesim.results.compare import Compared, CompareResult
from cascadesim.results.figures import OF_KICKED_CARD, Figure, Result, figures_of
from cascadesim.studies.arguments import check_type, names_in
from cascadesim.studies.figures import Asked, Sources, chosen, sources_of
from cascadesim.studies.question import named_card
from cascadesim.studies.simulation import TRIALS, Method, Seed, check, seed_of, trials_asked

N_BATCHES = 50
MOST_HITS = 6  # of a turn: with more of them a comparison is all rows
_ROUNDING = 1e-12  # what the sums of two exact answers may differ by


def compare(
    deck: Deck,
    other: Deck | None = None,
    source: Sources = None,
    *,
    swap: str | None = None,
    figures: Iterable[str] | None = None,
    by: int | None = None,
    mana: str | None = None,
    method: Method = "auto",
    trials: int = TRIALS,
    precision: float | None = None,
    confidence_level: float = 0.95,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    rng: Seed = None,
    **options: Any,
) -> CompareResult:
    """Compare two decks, or a deck with itself after swaps: every figure of both, and the difference.

    The difference is exact where both are. Where both are simulated they have the same random numbers, and the interval
    is a paired one: the trials are cut into 50 batches, each with a seed of its own that both decks share, and the
    interval is Student's t interval of the 50 differences. It rests on whole batches because the same numbers do not
    stay with the same trial in both decks, so that trials within a batch are no pairs; batches are independent. Where
    most batches have the same difference, as of a rare event, the interval is that of two independent simulations.

    Parameters
    ----------
    deck : Deck
    other : Deck, optional
        The second deck; by default the first one, with `swap`.
    source : str or Card, optional
        What is cast; by default the first source of the first deck. For turns one or several, by default all.
    swap : str, optional
        Changes of the second deck, e.g. ``"-2 Fury +2 Force of Vigor"``.
    figures : iterable of str, optional
        As of `sweep`; by default those of the deck, and of each card that can be hit how often it is; beside `by` where
        there are at most six of them.
    by : int, optional
        Ask `turns`, about this turn.
    mana : str, optional
        Ask `kickers`, with this mana.
    method, precision, confidence_level, jobs, progress, rng
        As of `cascade`, for each deck.
    trials : int
        For each deck; rounded up to a multiple of 50, at least 100.
    **options
        Any other option of the study that is asked.

    Returns
    -------
    CompareResult

    Raises
    ------
    UnknownCardError
        If a name means no card.
    QuestionError
        If the swaps cannot be made, or as the study says.

    Examples
    --------
    >>> import cascadesim as cs
    >>> deck = cs.read_deck("decklists/jund_standard_worlds2009.txt")
    >>> result = cs.compare(deck, source="Bloodbraid Elf", swap="-2 Blightning +2 Forest", figures=["first:Blightning"])
    >>> result.compared[0].difference
    Estimate(value=-0.08181818181818182, low=None, high=None)
    """
    trials = trials_asked(trials, precision, confidence_level)
    check(method, trials, confidence_level)
    if other is None and swap is None:
        message = "name a second deck, or swaps such as '-2 Fury +2 Force of Vigor'"
        raise QuestionError(message)
    base = deck if other is None else other
    second = base if swap is None else _with_swaps(base, swap)
    decks = (deck, second)
    asked = Asked.of(deck, source, by, mana, options)
    named = None if figures is None else [asked.figure_named(text, decks) for text in _texts(figures)]
    exact = [_exactly(asked, each, method, confidence_level) for each in decks]
    seed = seed_of(rng)
    batches = [
        [result]
        if result is not None
        else _batches(asked, each, trials, seed, confidence_level=confidence_level, jobs=jobs, progress=progress)
        for result, each in zip(exact, decks, strict=True)
    ]
    one, two = (_added_up(results, seed) for results in batches)
    n_batches = N_BATCHES if exact == [None, None] else 0
    changed = [note for note in second.decklist.notes if swap is not None and note not in base.decklist.notes]
    return CompareResult(
        first=one,
        second=two,
        n_main=(sum(deck.main.values()), sum(second.main.values())),
        study=asked.study,
        sources=tuple(dict.fromkeys([*sources_of(one), *sources_of(two)])),
        by=by,
        compared=tuple(_compared(one, two, batches, named, confidence_level)),
        seed=None if None not in exact else seed,
        n_batches=n_batches,
        confidence_level=confidence_level,
        notes=tuple(dict.fromkeys([*asked.notes, *changed, *one.notes, *two.notes])),
    )


def batch_seeds(seed: int) -> list[int]:
    """Return the seeds of the batches of a comparison: each deck is `cascade` (or another study) with each of them."""
    return [int(state) for state in np.random.SeedSequence(seed).generate_state(N_BATCHES, np.uint64)]


def _texts(figures: Iterable[str]) -> tuple[str, ...]:
    return (figures,) if isinstance(figures, str) else names_in("figures", figures)


def _with_swaps(deck: Deck, text: str) -> Deck:
    check_type("swap", text, str, "a text, e.g. '-2 Fury +2 Force of Vigor'")
    changes: dict[Card, int] = {}
    for n, name in read_swaps(text):
        card = named_card(deck, name)
        changes[card] = changes.get(card, 0) + n
    return swapped(deck, changes)


def _exactly(asked: Asked, deck: Deck, method: Method, confidence_level: float) -> Result | None:
    """Return the exact answer, None where a simulation has to give it."""
    if method == "simulate":
        return None
    result = asked.answer(deck, method=method, trials=2, confidence_level=confidence_level, rng=0)
    return result if result.trials is None else None


def _batches(asked: Asked, deck: Deck, trials: int, seed: int, **how: Any) -> list[Result]:
    size = max(2, -(-trials // N_BATCHES))
    return [asked.answer(deck, method="simulate", trials=size, rng=each, **how) for each in batch_seeds(seed)]


def _added_up(results: Sequence[Result], seed: int) -> Result:
    first, *others = results
    if not others:
        return first
    counts: Any = first.counts
    for result in others:
        if isinstance(result, TurnsResult):
            counts = {seat: counts[seat] + of_seat for seat, of_seat in result.counts.items()}
        else:
            counts = counts + result.counts
    return replace(first, counts=counts, seed=seed)


def _compared(
    one: Result, two: Result, batches: Sequence[Sequence[Result]], named: list[Figure] | None, level: float
) -> list[Compared]:
    of_both = (figures_of(one), figures_of(two))
    of_batches = [[figures_of(result) for result in results] for results in batches]
    rows = []
    wanted = _usual(one, two, of_both) if named is None else [each for f in named for each in chosen(one, f)]
    for figure in wanted:
        nothing = Estimate(0.0)  # the chain cannot dig it up
        first, second = (figures.get(figure, nothing) for figures in of_both)
        sides = [np.array([figures.get(figure, nothing).value for figures in side]) for side in of_batches]
        rows.append(Compared(figure, first, second, _difference(figure, first, second, sides, level)))
    return rows


def _usual(one: Result, two: Result, of_both: Sequence[Mapping[Figure, Estimate]]) -> list[Figure]:
    """Return the figures that are compared where none is named; no kicks of turns where nothing can be kicked."""
    left_out = {"mean_casts", "expected_copies", *OF_KICKED_CARD}
    hits = {figure.of for figure in (*of_both[0], *of_both[1]) if figure.name == "hit"}
    if len(hits) > MOST_HITS:
        left_out.add("hit")
    if isinstance(one, TurnsResult) and isinstance(two, TurnsResult) and not (one.has_kickers or two.has_kickers):
        left_out |= {"kicked", "expected_kicks"}
    return [figure for figure in dict.fromkeys([*of_both[0], *of_both[1]]) if figure.name not in left_out]


def _difference(
    figure: Figure, first: Estimate, second: Estimate, sides: Sequence[np.ndarray[Any, Any]], level: float
) -> Estimate:
    value = second.value - first.value
    if first.is_exact and second.is_exact:
        return Estimate(value if abs(value) > _ROUNDING else 0.0)
    interval = None
    if all(side.size > 1 for side in sides):
        interval = paired(sides[1] - sides[0], level)
    if interval is None:
        # One deck is exact, or the event is rare: its covariance is no less than minus a product of two small chances,
        # so that taking both decks for independent makes no interval too narrow.
        interval = of_difference(_ends(first), _ends(second))
    low, high = interval
    return Estimate(value, low, high) if figure.is_mean else Estimate(value, max(low, -1.0), min(high, 1.0))


def _ends(estimate: Estimate) -> tuple[float, float, float]:
    value, low, high = estimate
    return (value, value, value) if low is None or high is None else (value, low, high)
