"""Deck + sources + mana -> `Opening`, and what its numbers mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cascadesim.cards import Card
from cascadesim.cards.mana import symbols
from cascadesim.decks import Deck
from cascadesim.engine.closed_form import is_closed_form
from cascadesim.engine.mulligans import PutBack
from cascadesim.engine.opening import Counts2D, KickWay, Opening
from cascadesim.engine.problem import NEVER, Problem
from cascadesim.errors import QuestionError
from cascadesim.rules.compile import Form, Question
from cascadesim.rules.keep import WORDS, Back, Rule
from cascadesim.rules.kicker import Kicker, Way
from cascadesim.rules.mana_base import ManaFrom, ManaOfDeck
from cascadesim.rules.payments import Payments

Key = tuple[object, ...]


class ManaRules(NamedTuple):
    """What is said about mana: whether colours matter, lands that enter tapped, and what named cards give."""

    colors: bool = True
    tapped: frozenset[str] = frozenset()
    mana_from: Mapping[str, ManaFrom] = {}


@dataclass(frozen=True, eq=False)
class OpeningQuestion:
    """An `Opening` and what its kinds are.

    Parameters
    ----------
    opening : Opening
    questions : tuple of Question
        Of each source.
    kinds : tuple of tuple of Card
        The cards of each kind.
    words : mapping of str to ndarray of shape (n_kinds,), bool
        The kinds that each word and named card means, for rules about hands.
    copies : mapping of Card to int
        The main deck.
    """

    opening: Opening
    questions: tuple[Question, ...]
    kinds: tuple[tuple[Card, ...], ...]
    words: Mapping[str, NDArray[np.bool_]]
    copies: Mapping[Card, int]

    def put_back_order(self, order: Sequence[Back]) -> tuple[PutBack, ...]:
        """Return an order in which cards are put on the bottom, by kind.

        Of one item first what gives the least mana in the fewest colours, tapped before untapped, then by name.
        """
        gives, tapped = self.opening.gives.sum(axis=0), self.opening.enters_tapped

        def least_useful(kind: int) -> tuple[int, bool, str]:
            return int(gives[kind]), not tapped[kind], self.kinds[kind][0].name

        return tuple(
            PutBack(tuple(sorted(np.flatnonzero(self.words[name]).tolist(), key=least_useful)), above)
            for name, above in order
        )

    def lying(self, order: Sequence[PutBack]) -> OpeningQuestion:
        """Return the question with what is put on the bottom lying there in an order, the first nearest to the top.

        Cards of one kind lie together, where the order names them first.
        """
        kinds = dict.fromkeys(kind for put_back in order for kind in put_back.kinds)
        return replace(self, opening=replace(self.opening, bottom_order=np.array([*kinds], np.intp)))


@dataclass(frozen=True, eq=False)
class Kept:
    """A keep rule for hands by kind."""

    rule: Rule
    words: Mapping[str, NDArray[np.bool_]]

    def __call__(self, hands: Counts2D) -> NDArray[np.bool_]:
        """Return whether it keeps hands of shape (n_kinds, n)."""
        return self.rule.holds(lambda name: hands[self.words[name]].sum(axis=0))


def compile_opening(
    deck: Deck,
    questions: Sequence[Question],
    mana: ManaRules,
    *,
    named: Iterable[str] = (),
    most_mana: int = 0,
) -> tuple[OpeningQuestion, list[str]]:
    """Sort the cards of a deck into kinds, and put what they do into numbers.

    Parameters
    ----------
    deck : Deck
    questions : sequence of Question
        Of each source, the one to cast rather than the others first.
    mana : ManaRules
    named : iterable of str
        Full names of cards, and words, that rules about hands count.
    most_mana : int
        No kicker is paid with more.

    Returns
    -------
    question : OpeningQuestion
    notes : list of str
        What was taken for granted, for people.

    Raises
    ------
    QuestionError
        If a card is named that the main deck does not hold.
    """
    cards = sorted(deck.main, key=lambda card: card.name)
    names = {card.name for card in cards}
    for name in [*named, *mana.tapped, *mana.mana_from]:
        if name not in names and name not in WORDS:
            message = f"{name!r}: the main deck holds no such card"
            raise QuestionError(message)
    of_deck = ManaOfDeck(cards, mana.mana_from, colors=mana.colors)
    ways = [[_ways(form, most_mana) for form in question.forms] for question in questions]
    ramp_costs = [given.cost for given in mana.mana_from.values() if given.cost is not None]
    costs = [symbols(question.source.cost) for question in questions]
    kick_costs = [way.mana for of_source in ways for of_form in of_source for way in of_form]
    payments = Payments([*costs, *ramp_costs, *kick_costs], colors=mana.colors)

    roles = _Roles(cards, questions)
    told_apart = set(named)
    found: dict[Key, list[Card]] = {}
    for card in cards:
        given = of_deck.of(card)
        key = (
            roles.of(card),
            () if given is None else tuple(payments.gives(given.units).tolist()),
            given is not None and given.cost is not None and tuple(payments.cost(given.cost).tolist()),
            card.name in mana.tapped,
            card.name if card.name in told_apart else "",
            tuple(_behaviour(card, question, of_source) for question, of_source in zip(questions, ways, strict=True)),
        )
        found.setdefault(key, []).append(card)
    kinds = tuple(map(tuple, found.values()))
    firsts = [kind[0] for kind in kinds]
    copies = np.array([sum(deck.main[card] for card in kind) for kind in kinds], np.int16)
    nothing = payments.gives(())
    of_kind = [of_deck.of(card) for card in firsts]
    problems = tuple(_by_kind(question, firsts, copies) for question in questions)
    kick_ways = tuple(
        tuple(tuple(KickWay(way.kicks, payments.cost(way.mana)) for way in of_form) for of_form in of_source)
        for of_source in ways
    )
    sources = [_kind_of(kinds, question.source.card) for question in questions]
    opening = Opening(
        copies=copies,
        is_land=np.array([card.is_land for card in firsts], np.bool_),
        enters_tapped=np.array([card.name in mana.tapped for card in firsts], np.bool_),
        gives=np.stack([payments.gives(g.units) if g else nothing for g in of_kind], axis=1),
        is_ramp=np.array([g is not None and g.cost is not None for g in of_kind], np.bool_),
        ramp_cost=np.stack([payments.cost(g.cost) if g and g.cost is not None else nothing for g in of_kind], axis=1),
        source=np.array(sources, np.int16),
        cost=np.stack(
            [
                payments.cost(cost) + _own_mana(of_kind[n] if n >= 0 else None, firsts[n], payments)
                for cost, n in zip(costs, sources, strict=True)
            ],
            axis=1,
        ),
        problems=problems,
        ways=kick_ways,
        has_chain=tuple(
            any(of_source) and not is_closed_form(problem)
            for problem, of_source in zip(problems, kick_ways, strict=True)
        ),
        bottom_order=np.arange(len(kinds)),
    )
    words = roles.words(kinds) | {
        name: np.array([kind[0].name == name for kind in kinds], np.bool_) for name in told_apart - set(WORDS)
    }
    notes = [*of_deck.notes, *_other_kickers(questions)]
    return OpeningQuestion(opening, tuple(questions), kinds, words, dict(deck.main)), notes


class _Roles:
    """What cards are to the sources: each card is one of these."""

    def __init__(self, cards: Iterable[Card], questions: Sequence[Question]) -> None:
        self._sources = [question.source.card for question in questions]
        self._hits = {card for question in questions for card in question.rows if _stops_first(card, question)}

    def of(self, card: Card) -> Key:
        if card.is_land:
            return ("lands",)
        if card in self._sources:
            return ("sources", self._sources.index(card))
        if card in self._hits:
            return ("hits", not card.front.mana_cost)
        return ("others",)

    def words(self, kinds: Sequence[Sequence[Card]]) -> dict[str, NDArray[np.bool_]]:
        """Return the kinds that each word means."""
        roles = [self.of(kind[0]) for kind in kinds]
        means = {word: [role[0] == word for role in roles] for word in ("lands", "sources", "hits", "others")}
        means |= {"dead": [role == ("hits", True) for role in roles], "cards": [True for _ in roles]}
        return {word: np.array(which, np.bool_) for word, which in means.items()}


def _stops_first(card: Card, question: Question) -> bool:
    problem = question.problem
    return bool(problem.stops[question.rows.index(card), int(problem.source_digs[0])])


def _ways(form: Form, most_mana: int) -> list[Way]:
    """Return the ways to kick a form with mana alone."""
    kicker = Kicker.of(form.card) if form.card.has_text(form.face) else None
    ways = [] if kicker is None else kicker.ways(most_mana, most_mana)
    return [way for way in ways if not way.resources and sum(map(_mana_in, way.mana)) <= most_mana]


def _mana_in(symbol: str) -> int:
    return int(symbol) if symbol.isdecimal() else 1


def _other_kickers(questions: Iterable[Question]) -> list[str]:
    """Say which kickers take more than mana, and so are not paid."""
    forms = {form.card: form for question in questions for form in question.forms if form.card.has_text(form.face)}
    kickers = {card.name: Kicker.of(card) for card in forms}
    names = sorted(name for name, kicker in kickers.items() if kicker and any(c.resources for c in kicker.costs))
    return [f"kickers that take more than mana are not paid: {', '.join(names)}"] if names else []


def _behaviour(card: Card, question: Question, ways: Sequence[Sequence[Way]]) -> Key:
    """Return what every dig does with a card; equal where nothing that is asked for can tell two cards apart."""
    problem = question.problem
    if card not in question.rows:
        return ()
    row = question.rows.index(card)
    if not problem.relevant[row]:
        return ()
    behaviour: list[object] = []
    for dig in range(problem.below.size):
        form = int(problem.cast_as[row, dig])
        if not problem.stops[row, dig] or form < 0:
            behaviour.append(bool(problem.stops[row, dig]))
            continue
        arrays = (problem.cascades, problem.cascade_dig, problem.discover_dig, problem.shuffles, problem.enables)
        granted = tuple(problem.grant_to[:, form].tolist())
        kicked = tuple((way.kicks, way.mana) for way in ways[form])
        behaviour.append((*(int(array[form]) for array in arrays), granted, kicked))
    return tuple(behaviour)


def _by_kind(question: Question, firsts: Sequence[Card], copies: NDArray[np.int16]) -> Problem:
    """Return the problem of a source with the kinds as its rows: a kind behaves as its first card."""
    problem = question.problem
    stop_value = np.full(len(firsts), NEVER, np.int16)
    cast_as = np.full((len(firsts), problem.below.size), -1, np.int16)
    for kind, card in enumerate(firsts):
        if card in question.rows:
            row = question.rows.index(card)
            stop_value[kind], cast_as[kind] = problem.stop_value[row], problem.cast_as[row]
    nowhere = np.zeros(0, np.int16)
    return replace(problem, copies=copies, stop_value=stop_value, cast_as=cast_as, top=nowhere, bottom=nowhere, seen=0)


def _own_mana(given: ManaFrom | None, card: Card, payments: Payments) -> NDArray[np.int16]:
    """Return the mana that a source gives from the hand, and so not when it is cast: it is needed beside the cost."""
    from_hand = given is not None and given.cost is None and not card.is_land
    return payments.gives(given.units if given and from_hand else ())


def _kind_of(kinds: Sequence[Sequence[Card]], card: Card | None) -> int:
    return next((number for number, kind in enumerate(kinds) if card in kind), -1)
