"""Deck + source + situation -> `Question`: a `Problem` and the names of its numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from cascadesim.cards import Card, Face, Mark
from cascadesim.decks import Deck, Zone
from cascadesim.engine.problem import NEVER, Problem
from cascadesim.errors import QuestionError
from cascadesim.rules.era import CURRENT, Era, choose_part, parts
from cascadesim.rules.grants import Grant, enabled_by, gives_hit
from cascadesim.rules.source import Dig, Situation, Source
from cascadesim.rules.spell import CastFrom, Spell


@dataclass(frozen=True)
class Form:
    """One way in which a card can be as a spell that is cast from exile."""

    card: Card
    face: Face

    @property
    def spell(self) -> Spell:
        """The spell; X is 0 on a free cast (CR 107.3b)."""
        return Spell.as_face(self.card, self.face, CastFrom.EXILE, is_free=True)

    @property
    def is_omen(self) -> bool:
        """Whether it is the inset of an Omen."""
        return Mark.OMEN in self.card.marks and self.face != self.card.front

    @property
    def dies_at_x0(self) -> bool:
        """Whether it is a 0/0 when X is 0."""
        return Mark.DIES_AT_X0 in self.card.marks and self.face.x_count > 0


@dataclass(frozen=True, eq=False)
class Question:
    """A `Problem` and what its rows and forms are.

    Parameters
    ----------
    source : Source
    era : Era
    problem : Problem
    rows : tuple of Card
        The card of each row, by name.
    forms : tuple of Form
    notes : tuple of str
        What was taken for granted, for people.
    """

    source: Source
    era: Era
    problem: Problem
    rows: tuple[Card, ...]
    forms: tuple[Form, ...]
    notes: tuple[str, ...] = ()


def compile_question(deck: Deck, source: Source, situation: Situation | None = None, era: Era = CURRENT) -> Question:
    """Decide everything that the rules say about a cast, and put it into numbers.

    Raises
    ------
    QuestionError
        If the situation names cards that are not there or more cards than there are, or a grant asks what is not known
        of a card.
    """
    situation = situation or Situation()
    copies, notes = _library(deck, source)
    if deck.unknown:
        notes.append(f"unknown cards count as cards that never stop a dig: {', '.join(deck.unknown)}")
    _check_names(situation, deck)
    notes += _never_cast(situation, copies, source, era)
    _take_away(copies, situation)
    known = {*situation.top, *situation.bottom}
    rows = tuple(sorted((card for card, n in copies.items() if n or card.name in known), key=lambda card: card.name))
    index = {card.name: row for row, card in enumerate(rows)}
    if not 0 <= situation.seen <= copies.total():
        message = f"seen={situation.seen}: the part of the library whose order is unknown has {copies.total()} cards"
        raise QuestionError(message)

    chain = _Chain(rows, source, situation, era)
    forms, digs, grants = chain.forms, chain.digs, chain.grants
    stop_values = [era.stop_value(card) for card in rows]
    problem = Problem(
        copies=np.array([copies[card] for card in rows], np.int16),
        stop_value=np.array([NEVER if value is None else value for value in stop_values], np.int16),
        below=np.array([dig.below for dig in digs], np.int16),
        to_hand=np.array([dig.to_hand for dig in digs], np.bool_),
        source_digs=np.array([digs.index(dig) for dig in source.digs], np.int16),
        cast_as=np.array(chain.cast_as, np.int16).T.reshape(len(rows), len(digs)),
        value=np.array([form.face.mana_value for form in forms], np.int16),
        cascades=np.array([form.spell.cascades for form in forms], np.int16),
        cascade_dig=np.array([chain.dig_number(chain.cascade_dig(form), 0) for form in forms], np.int16),
        discover_dig=np.array([chain.dig_number(_discover_dig(form), -1) for form in forms], np.int16),
        shuffles=np.array([form.card.name in situation.shuffles for form in forms], np.bool_),
        enables=np.array([chain.enables(form) for form in forms], np.int16),
        grant_to=np.array([[chain.gives(grant, form) for form in forms] for grant in grants], np.bool_).reshape(
            len(grants), len(forms)
        ),
        grant_count=np.array(list(grants.values()), np.int16),
        grant_once=np.array([grant.once for grant in grants], np.bool_),
        top=np.array([index[name] for name in situation.top], np.int16),
        bottom=np.array([index[name] for name in situation.bottom], np.int16),
        seen=situation.seen,
    )
    notes += _of_forms(forms, situation)
    return Question(source, era, problem, rows, tuple(forms), (*source.notes, *notes))


def _library(deck: Deck, source: Source) -> tuple[Counter[Card], list[str]]:
    """Return the main deck less the source's card (CR 601.2a: it is on the stack), and what to say about it."""
    copies = Counter(dict(deck.main))
    card = source.card
    if card is None or card in deck.zone(Zone.COMMANDER):
        return copies, []
    if card in copies:
        copies[card] -= 1
        return +copies, []
    elsewhere = ", ".join(f"{cards[card]} in {zone}" for zone, cards in deck.zones.items() if card in cards)
    where = f"not in the main deck ({elsewhere})" if elsewhere else "not in the list"
    return copies, [f"{card.name} is {where}: the library is all {copies.total()} cards of the main deck"]


def _of_forms(forms: Iterable[Form], situation: Situation) -> list[str]:
    """Say what a hit does that is not followed."""
    return [
        f"{form.face.name} is an Omen: it shuffles its card into the library, which is not followed"
        + ("" if form.card.name in situation.shuffles else "; name it in shuffles to shuffle at least")
        for form in forms
        if form.is_omen
    ]


def _check_names(situation: Situation, deck: Deck) -> None:
    cards = {card.name for card in deck.main}
    faces = {face.name for card in deck.main for face in (*card.faces, *parts(card))}
    for option in ("out", "top", "bottom", "decline", "uncastable", "shuffles", "prefer"):
        allowed = {"decline": cards | faces, "uncastable": cards | faces, "prefer": faces}.get(option, cards)
        for name in getattr(situation, option):
            if name not in allowed:
                message = f"{option}={name!r}: the main deck holds no such card"
                raise QuestionError(message)


def _never_cast(situation: Situation, rows: Iterable[Card], source: Source, era: Era) -> list[str]:
    """Say which preferred faces no trigger of the source can cast."""
    below = max((dig.below for dig in source.digs), default=0)
    castable = {face.name for card in rows for face in era.castable(card, below)}
    return [f"{name} is preferred but can never be cast here" for name in situation.prefer if name not in castable]


def _take_away(copies: Counter[Card], situation: Situation) -> None:
    """Take the cards whose place is known from those whose place is not."""
    named = {card.name: card for card in copies}
    for option in ("out", "top", "bottom"):
        for name, n in Counter(getattr(situation, option)).items():
            left = copies[named[name]] if name in named else 0
            if n < 0 or n > left:
                message = f"{option}: {n} x {name!r}, but {left} are left in the library"
                raise QuestionError(message)
            if n:
                copies[named[name]] -= n


def _discover_dig(form: Form) -> Dig | None:
    return None if form.card.discovers is None else Dig.discover(form.card.discovers)


class _Chain:
    """What a source can lead to: the digs that can happen, the forms that can be cast, the grants that can apply.

    `grants` maps each grant to the instances that it gives at the start; a grant that only a hit can enable gives 0.
    """

    def __init__(self, rows: tuple[Card, ...], source: Source, situation: Situation, era: Era) -> None:
        self._rows, self._situation, self._era = rows, situation, era
        self.grants: dict[Grant, int] = {}
        for grant in source.left:
            self.grants[grant] = self.grants.get(grant, 0) + grant.instances
        known = -1
        while known < len(self.grants):  # a hit that grants may lead to further digs
            known = len(self.grants)
            self.digs = list(dict.fromkeys(source.digs))
            self.forms: dict[Form, int] = {}
            self.cast_as = [self._column(dig) for dig in self.digs]  # self.digs grows meanwhile

    def _column(self, dig: Dig) -> list[int]:
        """Return the form as which each row is cast by a dig, and note what these forms lead to."""
        column = []
        not_cast = {*self._situation.decline, *self._situation.uncastable}
        for card in self._rows:
            stop_value = self._era.stop_value(card)
            face = None
            if stop_value is not None and stop_value < dig.below and card.name not in not_cast:
                candidates = [face for face in self._era.castable(card, dig.below) if face.name not in not_cast]
                face = choose_part(candidates, self._situation.prefer)
            column.append(-1 if face is None else self._reach(Form(card, face)))
        return column

    def _reach(self, form: Form) -> int:
        if form not in self.forms:
            self.forms[form] = len(self.forms)
            for grant in enabled_by(form.card):
                self.grants.setdefault(grant, 0)
            for dig in (self.cascade_dig(form), _discover_dig(form)):
                if dig is not None and dig not in self.digs:
                    self.digs.append(dig)
        return self.forms[form]

    def cascade_dig(self, form: Form) -> Dig | None:
        """Return the dig of the form's cascades, None where it never has one."""
        has_it = form.spell.cascades or any([self.gives(grant, form) for grant in self.grants])
        return Dig(form.face.mana_value) if has_it else None

    def dig_number(self, dig: Dig | None, none: int) -> int:
        """Return the number of a dig kind."""
        return none if dig is None else self.digs.index(dig)

    def enables(self, form: Form) -> int:
        """Return the number of the grant that a form enables, -1 for none."""
        enabled = enabled_by(form.card)
        return list(self.grants).index(enabled[0]) if enabled else -1

    def gives(self, grant: Grant, form: Form) -> bool:
        """Whether a grant gives a form cascade."""
        return gives_hit(grant, form.spell)
