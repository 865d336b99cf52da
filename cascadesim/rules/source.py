"""The source of a question, and the situation in which it is cast."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from cascadesim.cards import Card, Mark
from cascadesim.decks import Deck, Zone
from cascadesim.errors import QuestionError
from cascadesim.rules.grants import Grant, given_to_source
from cascadesim.rules.spell import MOST, Spell

MOST_TRIGGERS = 100


class Dig(NamedTuple):
    """One dig: it stops below a mana value; a hit that is not cast goes to the bottom or to the hand."""

    below: int
    to_hand: bool = False

    @classmethod
    def discover(cls, n: int) -> Dig:
        """Return the dig of "discover N" (CR 701.57a)."""
        return cls(n + 1, to_hand=True)


@dataclass(frozen=True)
class Source:
    """What digs: a spell that was cast, or an event that discovers.

    Parameters
    ----------
    name : str
        For people: the full name of the card, or "discover 3".
    face : str
        The face, half or way in which it is cast.
    card : Card or None
        None for an event of no card.
    kind : {"cascade", "discover"}
    threshold : int
        Cascade stops below the mana value of the spell on the stack (CR 702.85a), discover at N or below (701.57a).
    triggers : int
        Instances of cascade, each a trigger of its own (CR 702.85c), or discoveries.
    digs : tuple of Dig
        All of them, the first to resolve first.
    left : tuple of Grant
        Active grants that are still there for what it casts.
    notes : tuple of str
        What was taken for granted, for people.
    cost : str
        The mana cost to pay for it, X as announced; "" where there is none.
    """

    name: str
    face: str
    card: Card | None
    kind: Literal["cascade", "discover"]
    threshold: int
    triggers: int
    digs: tuple[Dig, ...]
    left: tuple[Grant, ...] = ()
    notes: tuple[str, ...] = ()
    cost: str = ""

    def must_dig(self) -> Source:
        """Return the source.

        Raises
        ------
        QuestionError
            If nothing of it digs.
        """
        if not self.digs:
            message = (
                f"nothing of {self.name} digs: no trigger is left, or it has no cascade and no granter that is named "
                "gives it any"
            )
            raise QuestionError(message)
        return self


def discover_event(n: int, *, card: Card | None, triggers: str | int | None, grants: tuple[Grant, ...]) -> Source:
    """Return the source "discover N", whatever makes you discover (CR 701.57)."""
    if not 0 <= n <= MOST:
        message = f"discover must be from 0 to {MOST:,}, got {n:,}"
        raise QuestionError(message)
    count = _adjusted(1, triggers)
    name = card.name if card else f"discover {n}"
    return Source(name, name, card, "discover", n, count, (Dig.discover(n),) * count, grants)


def cast_spell(
    spell: Spell, *, triggers: str | int | None = None, grants: tuple[Grant, ...] = (), x_is_open: bool = False
) -> Source:
    """Return the source that a spell is when it has been cast.

    Its printed instances of cascade and those of the grants trigger; then, if it discovers on resolving, it does so.
    """
    given, left, notes = given_to_source(grants, spell)
    face = next((face for face in spell.card.faces if face.name == spell.name), None)
    if x_is_open and face and face.x_count:
        notes.append(f"X of {face.name} is taken as 0")
    if spell.name not in (spell.card.name, spell.card.front.name) or spell.card.is_split:
        notes.append(f"{spell.card.name} is cast as {spell.name}, mana value {spell.mana_value}")
    instances = spell.cascades + given
    n = spell.card.discovers if spell.has_its_text else None
    if n is not None and instances == 0:
        count = _adjusted(1, triggers)
        digs = (Dig.discover(n),) * count
        return Source(
            spell.card.name, spell.name, spell.card, "discover", n, count, digs, left, tuple(notes), spell.cost
        )
    count = _adjusted(instances, triggers)
    discoveries = () if n is None else (Dig.discover(n),)
    digs = (Dig(spell.mana_value),) * count + discoveries
    threshold = spell.mana_value
    return Source(
        spell.card.name, spell.name, spell.card, "cascade", threshold, count, digs, left, tuple(notes), spell.cost
    )


def _adjusted(count: int, triggers: str | int | None) -> int:
    """Return the number of triggers: one fewer for one that is countered, one more for a copy (CR 707.10)."""
    text = "+0" if triggers is None else str(triggers).strip()
    if not re.fullmatch(r"[+-]?\d{1,4}", text):
        message = f"triggers must be a number such as 2, or a change such as +1 or -1, got {text!r}"
        raise QuestionError(message)
    adjusted = count + int(text) if text[0] in "+-" else int(text)
    if not 0 <= adjusted <= MOST_TRIGGERS:
        message = f"that makes {adjusted} triggers; from 0 to {MOST_TRIGGERS} can be asked about"
        raise QuestionError(message)
    return adjusted


@dataclass(frozen=True, kw_only=True)
class Situation:
    """Where cards are and what the player does; names are full card names, those of `prefer` face names.

    Parameters
    ----------
    seen : int
        Further unknown cards that are elsewhere (hand, battlefield): a random part of the rest.
    out : mapping of str to int
        Known cards that left the library.
    top, bottom : tuple of str
        Known top and bottom of the library, nearest to the top first.
    decline, uncastable : tuple of str
        Hits that the player does not cast, and hits that cannot be cast. They go to the bottom with the rest, or to the
        hand where they were discovered.
    prefer : tuple of str
        Faces to cast rather than the one of the greatest mana value.
    shuffles : tuple of str
        Hits that shuffle the library when they resolve, before the next trigger.
    """

    seen: int = 0
    out: Mapping[str, int] = field(default_factory=dict)
    top: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()
    decline: tuple[str, ...] = ()
    uncastable: tuple[str, ...] = ()
    prefer: tuple[str, ...] = ()
    shuffles: tuple[str, ...] = ()


def find_sources(deck: Deck) -> tuple[Card, ...]:
    """Return the cards of a deck that dig when they are cast: its commanders, then those of its main deck, by name.

    They have printed cascade, or discover when they resolve or enter.
    """
    found = []
    for zone in (Zone.COMMANDER, Zone.MAIN):
        digs = [card for card in deck.zone(zone) if card.cascades or Mark.DISCOVERS in card.marks]
        found += sorted(digs, key=lambda card: card.name)
    return tuple(dict.fromkeys(found))
