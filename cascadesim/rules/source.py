"""The source of a cascade, and the situation in which it is cast."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cascadesim.cards import Card
from cascadesim.decks import Deck, Zone
from cascadesim.errors import QuestionError


@dataclass(frozen=True)
class Source:
    """A spell with cascade on the stack.

    Parameters
    ----------
    card : Card
    threshold : int
        Its mana value on the stack: digs stop on cards below it (CR 702.85a).
    triggers : int
        Instances of cascade; each is a trigger of its own (CR 702.85c).
    """

    card: Card
    threshold: int
    triggers: int

    @classmethod
    def cast(cls, card: Card) -> Source:
        """Cast a card as its front face; X is 0.

        Raises
        ------
        QuestionError
            If the card has no cascade.
        """
        if card.cascades == 0:
            message = f"{card.name} has no cascade; name a card that has, e.g. --source 'Bloodbraid Elf'"
            raise QuestionError(message)
        return cls(card, card.front.mana_value, card.cascades)


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
        Hits that the player does not cast, and hits that cannot be cast. Both go to the bottom with the rest.
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
    """Return the cards with printed cascade that a deck can cast: its commanders', then its main deck's, by name."""
    found = []
    for zone in (Zone.COMMANDER, Zone.MAIN):
        found += sorted((card for card in deck.zone(zone) if card.cascades), key=lambda card: card.name)
    return tuple(dict.fromkeys(found))
