"""Deck + source + situation -> `Question`: a `Problem` and the names of its numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from cascadesim.cards import Card, Face
from cascadesim.decks import Deck, Zone
from cascadesim.engine.problem import NEVER, Problem
from cascadesim.errors import QuestionError
from cascadesim.rules.era import CURRENT, Era, choose_part
from cascadesim.rules.source import Situation, Source

LARGEST_VALUE = NEVER - 1  # greater mana values (Gleemax) are counted as this


@dataclass(frozen=True)
class Form:
    """One way in which a card can be as a spell."""

    card: Card
    face: Face


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
        If the situation names cards that are not there, or more cards than there are.
    """
    situation = situation or Situation()
    copies, notes = _library(deck, source)
    if "{X}" in source.card.front.mana_cost.upper():
        notes.append(f"X of {source.card.name} is taken as 0")
    if deck.unknown:
        notes.append(f"unknown cards count as cards that never stop a dig: {', '.join(deck.unknown)}")
    rows = tuple(sorted(copies, key=lambda card: card.name))
    index = {card.name: row for row, card in enumerate(rows)}
    _check_names(situation, rows)
    _take_away(copies, situation)
    if not 0 <= situation.seen <= copies.total():
        message = f"seen={situation.seen}: the part of the library whose order is unknown has {copies.total()} cards"
        raise QuestionError(message)

    below, cast_as, forms = _digs(rows, source, situation, era)
    stop_values = [era.stop_value(card) for card in rows]
    problem = Problem(
        copies=np.array([copies[card] for card in rows], np.int16),
        stop_value=np.array([NEVER if v is None else min(v, LARGEST_VALUE) for v in stop_values], np.int16),
        below=np.minimum(below, LARGEST_VALUE).astype(np.int16),
        source_digs=np.zeros(source.triggers, np.int8),
        cast_as=cast_as,
        value=np.array([min(form.face.mana_value, LARGEST_VALUE) for form in forms], np.int16),
        cascades=np.array([_cascades(form) for form in forms], np.int8),
        cascade_dig=np.array([below.index(form.face.mana_value) if _cascades(form) else 0 for form in forms], np.int8),
        shuffles=np.array([form.card.name in situation.shuffles for form in forms], np.bool_),
        top=np.array([index[name] for name in situation.top], np.int16),
        bottom=np.array([index[name] for name in situation.bottom], np.int16),
        seen=situation.seen,
    )
    return Question(source, era, problem, rows, tuple(forms), tuple(notes))


def _library(deck: Deck, source: Source) -> tuple[Counter[Card], list[str]]:
    """Return the main deck less the cast source (CR 601.2a: it is on the stack), and what to say about it."""
    copies = Counter(dict(deck.main))
    if source.card in deck.zone(Zone.COMMANDER):
        return copies, []
    if source.card in copies:
        copies[source.card] -= 1
        return +copies, []
    return copies, [
        f"{source.card.name} is not in the list: the library is all {copies.total()} cards of the main deck"
    ]


def _check_names(situation: Situation, rows: Iterable[Card]) -> None:
    cards = {card.name for card in rows}
    faces = {face.name for card in rows for face in card.faces}
    for option in ("out", "top", "bottom", "decline", "uncastable", "shuffles"):
        for name in getattr(situation, option):
            if name not in cards:
                message = f"{option}={name!r}: the library holds no such card; name cards of the main deck"
                raise QuestionError(message)
    for name in situation.prefer:
        if name not in faces:
            message = f"prefer={name!r}: no card in the library has such a face; name the face, e.g. 'Petty Theft'"
            raise QuestionError(message)


def _take_away(copies: Counter[Card], situation: Situation) -> None:
    """Take the cards whose place is known from those whose place is not."""
    named = {card.name: card for card in copies}
    for option in ("out", "top", "bottom"):
        for name, n in Counter(getattr(situation, option)).items():
            if n < 0 or n > copies[named[name]]:
                message = f"{option}: {n} x {name!r}, but {copies[named[name]]} are left in the library"
                raise QuestionError(message)
            copies[named[name]] -= n


def _digs(
    rows: tuple[Card, ...], source: Source, situation: Situation, era: Era
) -> tuple[list[int], np.ndarray[tuple[int, ...], np.dtype[np.int16]], list[Form]]:
    """Follow what each dig can cast; return the thresholds that can happen, `Problem.cast_as`, and the forms."""
    below = [source.threshold]
    forms: dict[Form, int] = {}
    columns: list[list[int]] = []
    not_cast = {*situation.decline, *situation.uncastable}
    for threshold in below:  # grows as forms that cascade are found
        column = []
        for card in rows:
            stop_value = era.stop_value(card)
            face = None
            if stop_value is not None and stop_value < threshold and card.name not in not_cast:
                face = choose_part(era.castable(card, threshold), situation.prefer)
            if face is None:
                column.append(-1)
                continue
            form = Form(card, face)
            column.append(forms.setdefault(form, len(forms)))
            if _cascades(form) and face.mana_value not in below:
                below.append(face.mana_value)
        columns.append(column)
    return below, np.array(columns, np.int16).T.reshape(len(rows), len(below)), list(forms)


def _cascades(form: Form) -> int:
    """Return the printed instances of the spell: they stand on the front face."""
    return form.card.cascades if form.face == form.card.front else 0
