"""What if it were more or fewer copies? The study behind ``cascadesim sweep``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice, product
from math import prod
from typing import Any, NamedTuple

from cascadesim.cards import Card
from cascadesim.decks import Deck
from cascadesim.decks.swaps import swapped
from cascadesim.errors import QuestionError
from cascadesim.results.sweep import Axis, Point, SweepResult
from cascadesim.rules import find_sources
from cascadesim.studies.arguments import check_mapping, check_type, names_in, whole
from cascadesim.studies.figures import DEFAULT, Asked, Sources, chosen, sources_of
from cascadesim.studies.question import QuestionOptions, ask, named_card
from cascadesim.studies.simulation import TRIALS, Method, Seed, seed_of, trials_asked

ROLES = ("lands", "sources", "hits")
MOST_POINTS = 2_000


class _Varied(NamedTuple):
    """A card whose copies change; those of the whole role count, of a card alone its own."""

    name: str
    card: Card
    counted: frozenset[Card]

    def now(self, deck: Deck) -> int:
        return sum(deck.main.get(card, 0) for card in self.counted)


def sweep(
    deck: Deck,
    source: Sources = None,
    *,
    vary: Mapping[str, Iterable[int]],
    against: str,
    figure: str | None = None,
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
) -> SweepResult:
    """Vary the count of a card or of a role, or of two, against a card that gives up its place.

    The deck keeps its size. Every point is answered as the study answers it alone, with the same seed.

    Parameters
    ----------
    deck : Deck
    source : str or Card, optional
        What is cast; by default the first source of the deck. For turns one or several, by default all.
    vary : mapping of str to iterable of int
        One or two names with their counts: a card, ``"lands"``, ``"sources"`` or ``"hits"`` (cards that a source stops
        on, but for lands and sources). Of a role the most numerous card changes, or the one of ``"lands:Forest"``.
    against : str
        The card, or the role, that gives up its place.
    figure : str, optional
        Of `cascade`: "whiff" (the default), "first:CARD", "cast:CARD", "mean_casts:CARD", "exiled", "exiled_total",
        "exiled_land", "spells_cast", "free_mana_value", and of `groups` "group_first:GROUP", "group_any:GROUP",
        "group_all:GROUP", "group_mean_casts:GROUP". Of `turns`: "cascades_into_hit" (the default), "source_in_hand",
        "castable", "kicked", "expected_kicks", "hit:CARD". Of `kickers`: "kicked" (the default), "has_kicker",
        "expected_kicks", "expected_kicked", "expected_copies", "p_hit:CARD", "p_kicked:CARD", "p_unkicked:CARD",
        "mean_kicks:CARD".
    by : int, optional
        Ask `turns`, about this turn.
    mana : str, optional
        Ask `kickers`, with this mana.
    method, trials, precision, confidence_level, jobs, progress, rng
        As of `cascade`, for each point.
    **options
        Any other option of the study that is asked.

    Returns
    -------
    SweepResult

    Raises
    ------
    UnknownCardError
        If a name means no card.
    QuestionError
        If a point cannot be, before anything is run; or as the study says.

    Examples
    --------
    >>> import cascadesim as cs
    >>> deck = cs.read_deck("decklists/jund_standard_worlds2009.txt")
    >>> result = cs.sweep(deck, "Bloodbraid Elf", vary={"Blightning": range(2, 5)}, against="Forest",
    ...                   figure="first:Blightning")
    >>> result.table[["Blightning", "Forest", "value"]].round(4).values.tolist()
    [[2.0, 4.0, 0.1], [3.0, 3.0, 0.1429], [4.0, 2.0, 0.1818]]
    """
    trials = trials_asked(trials, precision, confidence_level)
    asked = Asked.of(deck, source, by, mana, options)
    check_mapping("vary", vary, "{'Crashing Footfalls': range(2, 5)}")
    if not 1 <= len(vary) <= 2:
        message = f"vary one count or two, got {len(vary)}"
        raise QuestionError(message)
    varied = [_varied(deck, asked, name) for name in vary]
    giving = _varied(deck, asked, against)
    _check_apart(varied, giving)
    counts = [_counts(name, values) for name, values in vary.items()]
    if (n_points := prod(map(len, counts))) > MOST_POINTS:
        message = f"{n_points:,} points; up to {MOST_POINTS:,} can be asked about"
        raise QuestionError(message)
    decks = {place: _deck_at(deck, varied, giving, place) for place in product(*counts)}
    wanted = asked.figure_named(figure or DEFAULT[asked.study], [deck], [each.card for each in (*varied, giving)])
    seed = seed_of(rng)
    how = {"method": method, "trials": trials, "confidence_level": confidence_level, "jobs": jobs, "rng": seed}
    points = []
    notes = dict.fromkeys(asked.notes)
    for place, changed in decks.items():
        try:
            result = asked.answer(changed, progress=progress, **how)
        except QuestionError as error:
            message = f"with {_said(varied, place)}: {error}"
            raise QuestionError(message) from error
        points.append(Point(place, changed.main.get(giving.card, 0), chosen(result, wanted), result.trials))
        notes.update(dict.fromkeys(result.notes))
    of_roles = [
        f"of the {each.name.partition(':')[0]} {each.card.name} is the one whose copies change"
        for each in (*varied, giving)
        if each.name != each.card.name
    ]
    return SweepResult(
        deck=deck.name,
        path=deck.path,
        study=asked.study,
        sources=sources_of(result),
        by=by,
        axes=tuple(
            Axis(each.name, each.card.name, values, each.now(deck)) for each, values in zip(varied, counts, strict=True)
        ),
        against=giving.card.name,
        figures=tuple(points[0].figures),
        points=tuple(points),
        seed=None if all(point.trials is None for point in points) else seed,
        confidence_level=confidence_level,
        notes=(*of_roles, *notes),
    )


def _varied(deck: Deck, asked: Asked, name: str) -> _Varied:
    """Return what a name of a card or role means; ``lands:Forest`` is a role and the card of it that changes."""
    check_type("what is varied", name, str, "the name of a card or role")
    role, colon, of = (part.strip() for part in name.partition(":"))
    role = role.lower()
    if role not in ROLES:
        card = named_card(deck, name)
        return _Varied(card.name, card, frozenset([card]))
    cards = _cards_of_role(deck, asked, role)
    if colon:
        card = named_card(deck, of)
        if card not in cards and (card in deck.main or role != "lands" or not card.is_land):
            message = f"{name!r}: {card.name} is none of the {role} of the main deck"
            raise QuestionError(message)
        return _Varied(f"{role}:{card.name}", card, cards | {card})
    if not cards:
        message = f"{role!r}: the main deck holds none"
        raise QuestionError(message)
    card = min(cards, key=lambda each: (-deck.main[each], each.name))
    return _Varied(role, card, cards)


def _cards_of_role(deck: Deck, asked: Asked, role: str) -> frozenset[Card]:
    if role == "lands":
        return frozenset(card for card in deck.main if card.is_land)
    named = asked.sources or (() if asked.options.get("discover") is not None else find_sources(deck))
    sources = {card if isinstance(card, Card) else named_card(deck, card) for card in named}
    if role == "sources":
        return frozenset(sources & deck.main.keys())
    options: Any = {name: value for name, value in asked.options.items() if name in QuestionOptions.__annotations__}
    stopped = set()
    for source in named or (None,):
        question = ask(deck, source, **options)
        stops = question.problem.stops[:, question.problem.source_digs[0]]
        stopped |= {card for card, stop in zip(question.rows, stops.tolist(), strict=True) if stop}
    return frozenset(card for card in stopped - sources if not card.is_land and card in deck.main)


def _check_apart(varied: list[_Varied], giving: _Varied) -> None:
    """Check that no count changes with another one."""
    for each in varied:
        if giving.card in each.counted:
            role = each.name.partition(":")[0]
            what = "is what is varied" if each.name == each.card.name else f"is one of the {role}"
            message = f"against {giving.card.name}: it {what}; name another card to give up its place"
            raise QuestionError(message)
        for other in varied:
            if other is not each and other.card in each.counted:
                message = f"{other.name} and {each.name} cannot be varied apart: {other.card.name} counts as both"
                raise QuestionError(message)


def _counts(name: str, values: Iterable[int]) -> tuple[int, ...]:
    some = islice(values, MOST_POINTS + 1) if isinstance(values, Iterable) else values  # they may be without end
    counts = sorted({whole(f"the count of {name}", value) for value in names_in(name, some)})
    if not counts:
        message = f"{name}: no counts are given"
        raise QuestionError(message)
    return tuple(counts)


def _deck_at(deck: Deck, varied: list[_Varied], giving: _Varied, place: tuple[int, ...]) -> Deck:
    changes = {each.card: count - each.now(deck) for each, count in zip(varied, place, strict=True)}
    changes[giving.card] = -sum(changes.values())
    try:
        return swapped(deck, changes)
    except QuestionError as error:
        hint = "; of a role one card changes: name one of which there are enough, e.g. 'lands:Forest'"
        hint = hint if any(len(each.counted) > 1 for each in varied) else ""
        message = f"{_said(varied, place)} cannot be: {error}{hint}"
        raise QuestionError(message) from error


def _said(varied: list[_Varied], place: tuple[int, ...]) -> str:
    return ", ".join(f"{count} {each.name}" for each, count in zip(varied, place, strict=True))
