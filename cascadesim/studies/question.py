"""From the words of a question to a `Question`: names into cards, options into a source and a situation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypedDict, Unpack

from cascadesim.cards import Card
from cascadesim.cards.names import fold
from cascadesim.decks import Deck, Zone
from cascadesim.errors import QuestionError
from cascadesim.rules import (
    CastFrom,
    Grant,
    Question,
    Situation,
    Source,
    cast_source,
    cast_spell,
    compile_question,
    discover_event,
    era_named,
    grants_of,
)
from cascadesim.rules.era import parts
from cascadesim.rules.source import MOST_TRIGGERS
from cascadesim.studies.arguments import check_mapping, not_a_string, whole


class SourceOptions(TypedDict, total=False):
    """How the source is cast, and what applies to it.

    Parameters
    ----------
    x : int
        X as announced for the source; 0 by default.
    face : str
        Face or half that the source is cast as; the front by default.
    cast_as : {"fused", "prototype", "face-down"}
    cast_from : {"hand", "command", "exile", "graveyard"}
        Where the source is cast from; by default the hand, for a commander of the deck the command zone.
    commander : bool
        Whether the source is a commander, wherever it is cast from; a commander of the deck is one.
    discover : int
        Discover so much, instead of casting the source.
    triggers : int or str
        Number of triggers, or a change such as "+1" (copied) or "-1" (countered).
    grant : iterable of str
        Active cards that give cascade to spells; each copy is named. Abaddon wants the life lost: "Abaddon the
        Despoiler=3".
    """

    x: int | None
    face: str | None
    cast_as: str | None
    cast_from: str | None
    commander: bool
    discover: int | None
    triggers: str | int | None
    grant: Iterable[str]


class PolicyOptions(SourceOptions, total=False):
    """How the source is cast, and what the player does with a hit.

    Parameters
    ----------
    era : {"current", "2021", "2017", "2009"}
        Whose rules apply.
    decline, uncastable : iterable of str
        Hits that are not cast, by choice or because they cannot be.
    prefer : iterable of str
        Faces to cast rather than the one of the greatest mana value.
    shuffles : iterable of str
        Hits that shuffle the library when they resolve.
    """

    era: str
    decline: Iterable[str]
    uncastable: Iterable[str]
    prefer: Iterable[str]
    shuffles: Iterable[str]


class QuestionOptions(PolicyOptions, total=False):
    """How the source is cast, what the player does, and where cards are.

    Parameters
    ----------
    seen : int
        Further unknown cards that are not in the library (hand, battlefield): a random part of the rest.
    out : mapping of str to int
        Known cards that left the library.
    top, bottom : iterable of str
        Known top and bottom of the library, nearest to the top first.
    """

    seen: int
    out: Mapping[str, int] | None
    top: Iterable[str]
    bottom: Iterable[str]


def ask(
    deck: Deck,
    source: str | Card | None,
    *,
    era: str = "current",
    seen: int = 0,
    out: Mapping[str, int] | None = None,
    top: Iterable[str] = (),
    bottom: Iterable[str] = (),
    decline: Iterable[str] = (),
    uncastable: Iterable[str] = (),
    prefer: Iterable[str] = (),
    shuffles: Iterable[str] = (),
    **how: Unpack[SourceOptions],
) -> Question:
    """Return the `Question` of some words; see `SourceOptions` and `QuestionOptions`.

    Raises
    ------
    UnknownCardError
        If a name means no card.
    QuestionError
        If the question cannot be asked.
    """
    rules = era_named(era)
    asked = ask_source(deck, source, **how).must_dig()
    situation = Situation(
        seen=whole("seen", seen),
        out=_copies(deck, {} if out is None else out),
        top=card_names(deck, top),
        bottom=card_names(deck, bottom),
        decline=cards_or_faces(deck, decline),
        uncastable=cards_or_faces(deck, uncastable),
        prefer=cards_or_faces(deck, prefer, faces_only=True),
        shuffles=card_names(deck, shuffles),
    )
    return compile_question(deck, asked, situation, rules)


def ask_source(
    deck: Deck,
    source: str | Card | None,
    *,
    x: int | None = None,
    face: str | None = None,
    cast_as: str | None = None,
    cast_from: str | None = None,
    commander: bool = False,
    discover: int | None = None,
    triggers: str | int | None = None,
    grant: Iterable[str] = (),
) -> Source:
    """Return the source of some words; see `SourceOptions`."""
    grants = _grants(deck, grant)
    if discover is not None and not (x is None and face is None and cast_as is None and cast_from is None):
        message = "x, face, as and cast-from say how a source is cast; leave them out beside discover"
        raise QuestionError(message)
    if source is None:
        if discover is None:
            message = "name a source, or say how much is discovered"
            raise QuestionError(message)
        return discover_event(whole("discover", discover), card=None, triggers=triggers, grants=grants)
    card = source if isinstance(source, Card) else named_card(deck, source)
    if discover is not None:
        return discover_event(whole("discover", discover), card=card, triggers=triggers, grants=grants)
    x = None if x is None else whole("x", x)
    if face is None and cast_as is None and isinstance(source, str) and fold(source) != fold(card.name):
        # "Stomp" means the Adventure; "Fire // Ice" and "Bonecrusher Giant" leave the choice open.
        face = next((part.name for part in card.faces if fold(part.name) == fold(source)), None)
    is_commander = commander or card in deck.zone(Zone.COMMANDER)
    zone = _zone(cast_from) if cast_from else CastFrom.COMMAND if is_commander else CastFrom.HAND
    spell = cast_source(card, x=x, face=face, cast_as=cast_as, cast_from=zone)
    spell = replace(spell, is_commander=is_commander or zone == CastFrom.COMMAND)
    return cast_spell(spell, triggers=triggers, grants=grants, x_is_open=x is None)


def named_card(deck: Deck, name: str) -> Card:
    """Return the card that a name in a question means; an unknown card that was kept in the deck has its name too."""
    kept = next((card for card in deck.main if not card.is_known and fold(card.name) == fold(name)), None)
    return kept or deck.cards.get(name)


def card_names(deck: Deck, names: Iterable[str]) -> tuple[str, ...]:
    """Return the full names of cards as people name them."""
    return tuple(named_card(deck, name).name for name in not_a_string(names))


def _grants(deck: Deck, names: Iterable[str]) -> tuple[Grant, ...]:
    grants: list[Grant] = []
    names = tuple(not_a_string(names))
    if len(names) > MOST_TRIGGERS:
        message = f"{len(names)} granters; up to {MOST_TRIGGERS} can be named"
        raise QuestionError(message)
    for name in names:
        granter, equals, number = name.rpartition("=")
        if equals and not number.strip().isdecimal():
            message = f"cannot read grant={name!r}; write the granter's name, or 'Abaddon the Despoiler=3'"
            raise QuestionError(message)
        card = named_card(deck, granter.strip() if equals else name)
        grants += grants_of(card, int(number) if equals else None)
    return tuple(grants)


def _zone(cast_from: str) -> CastFrom:
    if cast_from not in tuple(CastFrom):
        message = f"cast_from must be one of {', '.join(CastFrom)}, got {cast_from!r}"
        raise QuestionError(message)
    return CastFrom(cast_from)


def _copies(deck: Deck, out: Mapping[str, int]) -> dict[str, int]:
    check_mapping("out", out, "{'Forest': 1}")
    copies: dict[str, int] = {}
    for name, n in out.items():
        full = named_card(deck, name).name
        copies[full] = copies.get(full, 0) + whole("out", n)
    return copies


def cards_or_faces(deck: Deck, names: Iterable[str], *, faces_only: bool = False) -> tuple[str, ...]:
    """Return full names of cards; of a half or of a face behind the front its own name: only that part is meant.

    Raises
    ------
    QuestionError
        If `faces_only`, and a name leaves open which of the faces that can be cast is meant.
    """
    meant = []
    for name in not_a_string(names):
        card = named_card(deck, name.removesuffix("(prototyped)").strip())
        faces = parts(card)
        halves = faces_only or card.is_split
        part = next((face.name for face in faces[0 if halves else 1 :] if fold(face.name) == fold(name)), None)
        if part is None and faces_only:
            choice = " or ".join(repr(face.name) for face in faces)
            message = f"prefer={name!r}: name one face of {card.name}: {choice}"
            raise QuestionError(message)
        meant.append(part or card.name)
    return tuple(meant)
