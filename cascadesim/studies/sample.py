"""One random cast, from the shuffle to the last trigger. The study behind ``cascadesim sample``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Unpack

import numpy as np

from cascadesim.cards import Card
from cascadesim.cards.mana import mana_value
from cascadesim.decks import Deck, Zone
from cascadesim.engine.opening import HAND
from cascadesim.engine.turns import cards_drawn
from cascadesim.errors import QuestionError
from cascadesim.results.judgement import Judgement
from cascadesim.results.sample import SampleResult
from cascadesim.rules import Question, find_sources
from cascadesim.rules.kicker import Budget, Kicker, demand_of_kickers, read_resources
from cascadesim.rules.mana import Units, read_mana
from cascadesim.studies.arguments import check_mapping, check_type, whole
from cascadesim.studies.judge import Resolution
from cascadesim.studies.question import PolicyOptions, ask, card_names, cards_or_faces
from cascadesim.studies.simulation import Seed, seed_of
from cascadesim.studies.turns import MOST_TURNS


def sample(
    deck: Deck,
    source: str | Card | None = None,
    *,
    hand: bool = False,
    by: int | None = None,
    seat: Literal["play", "draw"] = "play",
    mana: str = "",
    resources: Mapping[str, int] | None = None,
    rng: Seed = None,
    **options: Unpack[PolicyOptions],
) -> SampleResult:
    """Shuffle, cast a source once and resolve all that comes of it, as `judge` does.

    Parameters
    ----------
    deck : Deck
    source : str or Card, optional
        By default the source of the deck that costs most; where a hand is dealt, of those at hand. By a turn it is the
        costliest that the lands pay for, else the cheapest.
    hand : bool
        Deal an opening hand; a source is then cast only if it is in it, or a commander.
    by : int, optional
        Draw up to this turn too; deals a hand.
    seat : {"play", "draw"}
        Whether the first turn draws no card or one.
    mana, resources
        As of `kickers`: what hits can be kicked with.
    rng : int, numpy Generator or None
        Seed; None takes a fresh one. The same seed gives the same cast.
    **options
        See `PolicyOptions`.

    Returns
    -------
    SampleResult

    Raises
    ------
    UnknownCardError, QuestionError
        As `cascade`.

    Examples
    --------
    >>> import cascadesim as cs
    >>> deck = cs.read_deck("decklists/temur_rhinos_modern_ptlotr2023.txt")
    >>> cs.sample(deck, "Violent Outburst", rng=1)
    <SampleResult 'Violent Outburst' in 'temur_rhinos_modern_ptlotr2023': seed 1, casts Crashing Footfalls>
    """
    _check(by, seat)
    check_mapping("resources", resources or {}, "{'creature': 1}")
    units = read_mana(mana)
    options["decline"] = cards_or_faces(deck, options.get("decline", ()))
    options["uncastable"] = cards_or_faces(deck, options.get("uncastable", ()))
    options["prefer"] = cards_or_faces(deck, options.get("prefer", ()), faces_only=True)
    options["shuffles"] = card_names(deck, options.get("shuffles", ()))
    is_dealt = hand or by is not None
    questions = _questions(deck, source, options, is_dealt=is_dealt)
    seed = seed_of(rng)
    generator = np.random.default_rng(seed)
    dealt: list[Card] = []
    n_hand = 0
    if is_dealt:
        everything = _shuffled(deck.main, generator)
        n_hand = min(HAND, len(everything))
        n_dealt = min(n_hand + (cards_drawn(seat, by) if by is not None else 0), len(everything))
        dealt, library = everything[:n_dealt], everything[n_dealt:]
        at_hand = [question for question in questions if _at_hand(question, dealt, deck)]
        paid = [question for question in at_hand if by is None or _mana(dealt, by) >= _cost(question)]
        question = next(iter(paid or at_hand[-1:]), None)
    else:
        question = questions[0]
        copies = zip(question.rows, question.problem.copies.tolist(), strict=True)
        library = _shuffled(dict(copies), generator)
    ruling = _resolve(question, library, units, resources or {}, generator, options) if question else None
    return SampleResult(
        deck=deck.name,
        path=deck.path,
        seed=seed,
        source=question.source.name if question else None,
        hand=tuple(dealt[:n_hand]) if is_dealt else None,
        drawn=tuple(dealt[n_hand:]),
        turn=by,
        seat=seat if by is not None else None,
        library=tuple(library),
        ruling=ruling,
        notes=tuple(_notes(question, questions, dealt, by)),
    )


def _check(by: int | None, seat: str) -> None:
    if by is not None and not 1 <= whole("by", by) <= MOST_TURNS:
        message = f"by must be a turn from 1 to {MOST_TURNS}, got {by}"
        raise QuestionError(message)
    check_type("seat", seat, str, "'play' or 'draw'")
    if seat not in ("play", "draw"):
        message = f"seat must be 'play' or 'draw', got {seat!r}"
        raise QuestionError(message)


def _questions(
    deck: Deck, source: str | Card | None, options: PolicyOptions, *, is_dealt: bool
) -> tuple[Question, ...]:
    """Return what may be cast, what costs most first."""
    if not deck.main:
        message = f"{deck.name}: the main deck is empty"
        raise QuestionError(message)
    is_event = source is None and options.get("discover") is not None
    asked = (source,) if source is not None or is_event else find_sources(deck)
    questions = [ask(deck, one, **options) for one in asked]
    if not questions:
        message = f"{deck.name}: no card with cascade in the main deck or command zone; name one with --source NAME"
        raise QuestionError(message)
    card = questions[0].source.card
    if is_dealt and card and card not in deck.main and card not in deck.zone(Zone.COMMANDER):
        message = f"{card.name} is neither in the main deck nor a commander, so it is never drawn; leave out the hand"
        raise QuestionError(message)
    return tuple(sorted(questions, key=lambda question: -_cost(question)))


def _at_hand(question: Question, dealt: Sequence[Card], deck: Deck) -> bool:
    card = question.source.card
    return card is None or card in dealt or card in deck.zone(Zone.COMMANDER)


def _shuffled(copies: Mapping[Card, int], generator: np.random.Generator) -> list[Card]:
    cards = [card for card in sorted(copies, key=lambda card: card.name) for _ in range(copies[card])]
    return [cards[place] for place in generator.permutation(len(cards))]


def _resolve(
    question: Question,
    library: Sequence[Card],
    units: Units,
    resources: Mapping[str, int],
    generator: np.random.Generator,
    options: PolicyOptions,
) -> Judgement:
    kickers = [Kicker.of(card) for card in question.rows]
    return Resolution(
        source=question.source,
        library=list(library),
        era=question.era,
        not_cast={*options["decline"], *options["uncastable"]},
        prefer=tuple(options["prefer"]),
        shuffles=tuple(options["shuffles"]),
        budget=Budget.of(units, read_resources(resources, kickers)),
        demand=demand_of_kickers(kickers),
        choose=lambda k: int(generator.integers(k)),
    ).run()


def _notes(
    question: Question | None, questions: Sequence[Question], dealt: Sequence[Card], by: int | None
) -> Iterable[str]:
    names = [question.source.name for question in questions]
    if question is None:
        yield f"nothing is cast: no {' or '.join(names)} in hand"
        return
    others = [name for name in names if name != question.source.name]
    if others:
        yield f"{question.source.name} is cast; the deck has {', '.join(others)} too"
    yield from question.notes
    if by is not None and _mana(dealt, by) < _cost(question):
        lands = sum(card.is_land for card in dealt)
        yield (
            f"{lands} lands by turn {by} do not pay for {question.source.face}, which costs {_cost(question)}: it is "
            "cast all the same"
        )


def _cost(question: Question) -> int:
    return mana_value(question.source.cost)


def _mana(dealt: Sequence[Card], by: int) -> int:
    return min(sum(card.is_land for card in dealt), by)
