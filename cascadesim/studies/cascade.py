"""What does this spell hit? The study behind ``cascadesim hits``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Unpack

import numpy as np

from cascadesim.cards import Card
from cascadesim.decks import Deck
from cascadesim.engine.closed_form import closed_form, is_closed_form
from cascadesim.engine.counts import Counts, Groups, count
from cascadesim.engine.exact import BUDGET, exact
from cascadesim.engine.recursion import NotExactError
from cascadesim.errors import QuestionError
from cascadesim.results import CascadeResult
from cascadesim.rules import Question
from cascadesim.studies.arguments import check_mapping, whole
from cascadesim.studies.question import QuestionOptions, ask, card_names
from cascadesim.studies.simulation import (
    TRIALS,
    Method,
    Seed,
    check,
    refuse_exact,
    seed_of,
    simulated_casts,
    trials_asked,
)


def cascade(
    deck: Deck,
    source: str | Card | None = None,
    *,
    method: Method = "auto",
    trials: int = TRIALS,
    precision: float | None = None,
    confidence_level: float = 0.95,
    groups: Mapping[str, Iterable[str]] | None = None,
    budget: int = BUDGET,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    rng: Seed = None,
    **options: Unpack[QuestionOptions],
) -> CascadeResult:
    """Cast a spell that cascades or discovers: what it hits, how deep it digs, how far the chain goes.

    The cast copy is not in the library; a commander is cast from the command zone. Every hit is cast, as its part of
    the greatest mana value, and cascades or discovers in its turn (CR 702.85, 701.57).

    Parameters
    ----------
    deck : Deck
    source : str or Card, optional
        Name of a card, in the deck or not; may be left out with `discover`.
    method : {"auto", "exact", "simulate"}
        "auto" is exact where that fits into the budget, else simulated.
    trials : int
        At least 2; only a simulation has trials.
    precision : float, optional
        Instead of `trials`: as many as give every probability an interval of at most +- this.
    confidence_level : float
        Of every interval.
    groups : mapping of str to iterable of str, optional
        Names of cards to ask about together, e.g. ``{"ramp": ["Sol Ring", "Cultivate"]}``.
    budget : int
        Transitions that an exact answer may follow, 150,000 of them in about a second.
    jobs : int
        Processes that simulate; they change nothing but the time.
    progress : callable, optional
        Called with the number of trials of each part that is done.
    rng : int, numpy Generator or None
        Seed of a simulation; None takes a fresh one. The same seed gives the same result.
    era, x, face, cast_as, cast_from, discover, triggers, grant
        How the source is cast and what applies to it; see `SourceOptions`.
    seen, out, top, bottom, decline, uncastable, prefer, shuffles
        Where cards are and what the player does; see `QuestionOptions`.

    Returns
    -------
    CascadeResult

    Raises
    ------
    UnknownCardError
        If a name means no card.
    QuestionError
        If the question cannot be asked, or not of the method.

    Examples
    --------
    >>> import cascadesim as cs
    >>> deck = cs.read_deck("decklists/jund_standard_worlds2009.txt")
    >>> result = cs.cascade(deck, "Bloodbraid Elf")
    >>> round(result.hit_list[0].first.value, 4), round(result.exiled.mean, 4)
    (0.1818, 2.6087)
    """
    trials = trials_asked(trials, precision, confidence_level)
    check(method, trials, confidence_level, whole("jobs", jobs))
    if whole("budget", budget) < 1:
        message = f"budget must be at least 1, got {budget}"
        raise QuestionError(message)
    check_mapping("groups", groups or {}, "{'ramp': ['Sol Ring']}")
    question = ask(deck, source, **options)
    masks, notes = _group_masks(deck, question, groups or {})
    counts = _exactly(question, masks, method, budget)
    seed = None
    if counts is None:
        seed = seed_of(rng)
        counts = simulated_casts(question, trials, seed, partial(count, question.problem, groups=masks), progress, jobs)
    return CascadeResult(
        deck=deck.name,
        path=deck.path,
        n_main=sum(deck.main.values()),
        question=question,
        counts=counts,
        seed=seed,
        confidence_level=confidence_level,
        group_names=tuple(groups or {}),
        notes=(*question.notes, *notes),
    )


def _exactly(question: Question, masks: Groups, method: Method, budget: int) -> Counts | None:
    """Return exact probabilities; None where a simulation has to answer."""
    if method == "simulate":
        return None
    if is_closed_form(question.problem):
        return closed_form(question.problem, masks)
    try:
        return exact(question.problem, masks, budget)
    except NotExactError as error:
        if method == "exact":
            raise refuse_exact(question, f"{error}; --budget {10 * budget} may do") from error
        return None


def _group_masks(deck: Deck, question: Question, groups: Mapping[str, Iterable[str]]) -> tuple[Groups, list[str]]:
    """Return the rows of each group, and a note for each of its cards that the library does not hold."""
    index = {card.name: row for row, card in enumerate(question.rows)}
    masks = np.zeros((len(groups), len(index)), np.bool_)
    notes = []
    for mask, (group, names) in zip(masks, groups.items(), strict=True):
        for name in card_names(deck, names):
            if name in index:
                mask[index[name]] = True
            else:
                notes.append(f"group {group!r}: {name} is not in the library")
    return masks, notes
