"""What breaks the cascades of a deck, and what only looks like a hit? The study behind ``cascadesim checkup``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Unpack

from cascadesim.cards import Card
from cascadesim.decks import Deck, Zone
from cascadesim.errors import QuestionError
from cascadesim.results.checkup import CheckupResult, Finding, FindingKind, SourceCheck, Wanted
from cascadesim.results.estimate import Estimate
from cascadesim.rules import Dig, Era, Question, era_named, find_sources
from cascadesim.studies.arguments import names_in
from cascadesim.studies.findings import (
    Said,
    dead_at_x0,
    kicker_beyond,
    never_stops,
    stops,
    stops_it,
    surprising_value,
)
from cascadesim.studies.question import SourceOptions, ask, card_names

_COSTLESS = 0.25  # of the hits: from this part on, hits without a mana cost are what the deck is about
_NONE_STANDS_OUT = "no hit stands out"
TARGETS = (
    "what a hit needs to be cast is not among the card facts: one that has no legal target is not cast (CR 601.2c)"
)


def checkup(
    deck: Deck,
    sources: str | Card | Iterable[str | Card] = (),
    *,
    want: Iterable[str] | None = None,
    era: str = "current",
    **options: Unpack[SourceOptions],
) -> CheckupResult:
    """Check what a player checks by eye: what stops a cascade unwanted, and what looks like a hit and is none.

    Parameters
    ----------
    deck : Deck
    sources : str, Card or iterable of these
        By default every card of the deck that digs when it is cast.
    want : iterable of str, optional
        The hits that are wanted. By default they are guessed for each source, and the result says how: the only hit;
        else hits without a mana cost, if they are a quarter of the hits; else the one card that is more than half of
        them; else every hit.
    era : {"current", "2021", "2017", "2009"}
        Whose rules apply.
    **options
        See `SourceOptions`.

    Returns
    -------
    CheckupResult

    Raises
    ------
    UnknownCardError, QuestionError
        As `cascade`; and if `want` names a card that is not in the list.

    Examples
    --------
    >>> import cascadesim as cs
    >>> deck = cs.read_deck("decklists/temur_rhinos_modern_ptlotr2023.txt")
    >>> result = cs.checkup(deck)
    >>> result.sources[0].wanted.cards, result.sources[0].unwanted.value
    (('Crashing Footfalls',), 0.0)
    >>> result.sources[0].findings[0].text
    'Dead // Gone is no hit, although Dead (1) is less than 3: both halves count together, 1 + 3 = 4'
    """
    rules = era_named(era)
    named = _named(deck, want)
    questions = [ask(deck, source, era=era, **options) for source in _sources(deck, sources, options)]
    checks = tuple(_check(deck, question, named) for question in questions)
    notes = [note for question in questions for note in question.notes]
    return CheckupResult(
        deck=deck.name,
        path=deck.path,
        era=rules,
        sources=checks,
        never_hit=tuple(_never_hit(deck, questions, named or ())),
        notes=tuple(dict.fromkeys([*notes, TARGETS] if questions else notes)),
    )


def _named(deck: Deck, want: Iterable[str] | None) -> tuple[str, ...] | None:
    if want is None:
        return None
    named = card_names(deck, want if isinstance(want, str) else names_in("want", want))
    there = {card.name for cards in deck.zones.values() for card in cards}
    for name in named:
        if name not in there:
            message = f"want={name!r}: the list holds no such card"
            raise QuestionError(message)
    return named


def _sources(
    deck: Deck, sources: str | Card | Iterable[str | Card], options: SourceOptions
) -> tuple[str | Card | None, ...]:
    named = (sources,) if isinstance(sources, str | Card) else names_in("sources", sources)
    if named:
        return named
    return (None,) if options.get("discover") is not None else find_sources(deck)


def _check(deck: Deck, question: Question, named: tuple[str, ...] | None) -> SourceCheck:
    """Look at every nonland card under the first dig of a source.

    The first trigger stops on each copy of a card that stops it with the same chance: what lies above does not matter.
    """
    dig, era = question.source.digs[0], question.era
    copies = {
        card: int(n) for card, n in zip(question.rows, question.problem.copies, strict=True) if stops(card, dig, era)
    }
    total = sum(copies.values())
    wanted = _wanted(copies, named)
    first = {card: Estimate(n / total) for card, n in copies.items()}
    unwanted = sum(n for card, n in copies.items() if card.name not in wanted.cards)
    findings = sorted(
        _findings(deck, question, dig, wanted, first), key=lambda finding: list(FindingKind).index(finding.kind)
    )
    return SourceCheck(
        question=question,
        wanted=wanted,
        stops=total,
        unwanted=Estimate(unwanted / total if total else 0.0),
        findings=tuple(findings),
    )


def _wanted(copies: Mapping[Card, int], named: tuple[str, ...] | None) -> Wanted:
    """Return the hits that are wanted, guessed where none are named."""
    if named is not None:
        return Wanted(named, is_guess=False, is_everything=False, why="named")
    total = sum(copies.values())
    costless = {card: n for card, n in copies.items() if not card.front.mana_cost}
    most = max(copies, key=lambda card: copies[card], default=None)
    if len(copies) > 1 and costless and sum(costless.values()) >= _COSTLESS * total:
        wanted, why = tuple(costless), "hits without a mana cost"
    elif len(copies) > 1 and most and 2 * copies[most] > total:
        wanted, why = (most,), "more than half of the hits"
    else:
        wanted, why = tuple(copies), "the only hit" if len(copies) == 1 else _NONE_STANDS_OUT
    names = tuple(card.name for card in wanted)
    return Wanted(names, is_guess=True, is_everything=why == _NONE_STANDS_OUT, why=why)


def _findings(
    deck: Deck, question: Question, dig: Dig, wanted: Wanted, first: Mapping[Card, Estimate]
) -> Iterator[Finding]:
    era, threshold = question.era, question.source.threshold
    for zone in (Zone.MAIN, Zone.SIDEBOARD):
        for card, n in sorted(deck.zone(zone).items(), key=lambda item: item[0].name):
            for kind, said in _said(card, dig, era, wanted, zone):
                yield Finding(kind, card.name, zone, n, threshold, *said, first.get(card) if zone == "main" else None)


def _said(card: Card, dig: Dig, era: Era, wanted: Wanted, zone: Zone) -> Iterator[tuple[FindingKind, Said]]:
    if stops(card, dig, era) and not wanted.is_everything and card.name not in wanted.cards:
        boarded = zone == Zone.SIDEBOARD
        kind = FindingKind.BREAKS_WHEN_BOARDED if boarded else FindingKind.BREAKS
        yield kind, stops_it(card, dig, era, boarded=boarded)
    for kind, tell in (
        (FindingKind.DEAD_AT_X0, dead_at_x0),
        (FindingKind.SURPRISING_VALUE, surprising_value),
        (FindingKind.KICKER_BEYOND, kicker_beyond),
    ):
        said = tell(card, dig, era)
        if said:
            yield kind, said


def _never_hit(deck: Deck, questions: Iterable[Question], wanted: tuple[str, ...]) -> Iterator[Finding]:
    """Yield the nonland cards that no dig of any source stops on, nested digs included; wanted ones first."""
    reach = [
        (Dig(int(below), bool(to_hand)), question)
        for question in questions
        for below, to_hand in zip(question.problem.below, question.problem.to_hand, strict=True)
    ]
    if not reach:
        return
    farthest, question = max(reach, key=lambda dig_of: dig_of[0].below)
    threshold = farthest.below - 1 if farthest.to_hand else farthest.below
    hit = {card for dig, of in reach for card in of.rows if stops(card, dig, of.era)}
    for card in sorted(deck.main, key=lambda card: (card.name not in wanted, card.name)):
        if card not in hit and (card.name in wanted or not card.is_land):
            said = never_stops(card, farthest, question.era, wanted=card.name in wanted)
            yield Finding(FindingKind.NEVER_HIT, card.name, Zone.MAIN, deck.main[card], threshold, *said)
