"""What the cards of a deck give in mana: its lands, and other cards that the user names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cascadesim.cards import Card, Mark
from cascadesim.cards.mana import mana_value, symbols
from cascadesim.errors import QuestionError
from cascadesim.rules.mana import COLORS, MOST_UNITS, read_mana

_LONGEST = 200  # letters of what a card gives

BASIC_TYPES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}


@dataclass(frozen=True)
class ManaFrom:
    """Mana that a card gives: from the hand for nothing (`cost` is None), or each turn after it was cast."""

    units: tuple[str, ...]
    cost: tuple[str, ...] | None = None


def read_mana_from(text: str, name: str) -> ManaFrom:
    """Read what a card gives: ``{R}`` at once and for nothing, ``{G} for {G}`` from the turn after it was cast.

    Raises
    ------
    QuestionError
        If it cannot be read.
    """
    given, paid, cost = text[:_LONGEST].partition(" for ")
    try:
        units, wanted = read_mana(given), symbols(cost)
    except ValueError as error:
        message = f"mana_from {name!r}: {error}"
        raise QuestionError(message) from error
    if not units or (paid and not wanted):
        message = f"mana_from {name!r}: write e.g. '{{R}}', or '{{G}} for {{G}}' where it must be cast, got {text!r}"
        raise QuestionError(message)
    if any(not (symbol.isdecimal() or set(symbol.split("/")) <= set(COLORS)) for symbol in wanted):
        message = f"mana_from {name!r}: the cost {cost!r} must be of numbers, colours and hybrids of two colours"
        raise QuestionError(message)
    if mana_value(cost) > MOST_UNITS:
        message = f"mana_from {name!r}: the cost {cost[:20]!r} is above {MOST_UNITS}"
        raise QuestionError(message)
    return ManaFrom(units, wanted if paid else None)


class ManaOfDeck:
    """Mana by card.

    Parameters
    ----------
    cards : iterable of Card
        The deck.
    named : mapping of str to ManaFrom
        By full name, what the user says of cards.
    colors : bool
        Whether colours matter.

    Attributes
    ----------
    notes : list of str
        What was taken for granted, for people.
    """

    def __init__(self, cards: Iterable[Card], named: Mapping[str, ManaFrom], *, colors: bool) -> None:
        self._named, cards = named, list(cards)
        lands = [card for card in cards if card.is_land]
        self._basic = "".join(color for word, color in BASIC_TYPES.items() if any(word in _words(c) for c in lands))
        self.notes = [*self._of_cards(cards), *(self._of_colors(lands) if colors else ())]
        for card in lands:
            given = named.get(card.name)
            if given and (given.cost is not None or len(given.units) != 1):
                message = f"mana_from {card.name!r}: it is a land, which gives one mana a turn: write e.g. '{{R/G}}'"
                raise QuestionError(message)

    def of(self, card: Card) -> ManaFrom | None:
        """Return what a card gives, None for nothing; a land gives one mana of one of its colours."""
        if card.name in self._named:
            return self._named[card.name]
        if not card.is_land:
            return None
        if Mark.FETCH in card.marks:
            return ManaFrom((self._basic,))
        return ManaFrom(("".join(color for color in COLORS if color in card.produces),))

    def _of_cards(self, cards: Sequence[Card]) -> list[str]:
        others = any(card.name in self._named for card in cards if not card.is_land)
        which = "lands give one mana each" if others else "lands alone give mana, one each"
        notes = [f"{which}, untapped but for those named; one is played on each turn where there is one"]
        behind = [card for card in cards if not card.is_land and any(face.is_land for face in card.faces)]
        return notes + ([f"cards with a land behind count as spells: {_names(behind)}"] if behind else [])

    def _of_colors(self, lands: Sequence[Card]) -> list[str]:
        notes, rest = [], [card for card in lands if card.name not in self._named]
        if fetches := _names(card for card in rest if Mark.FETCH in card.marks):
            colors = ", ".join(f"{{{color}}}" for color in self._basic) or "none"
            notes.append(f"fetch lands give the colours of the deck's basic land types ({colors}): {fetches}")
        if plain := _names(card for card in rest if card.produces == "C" and Mark.FETCH not in card.marks):
            notes.append(f"lands that are taken to give colourless mana alone: {plain}; say more in mana_from")
        if unknown := _names(card for card in rest if not card.produces):
            notes.append(f"lands whose colours are not known pay generic costs only: {unknown}; name them in mana_from")
        return notes


def _words(card: Card) -> list[str]:
    return card.types.split()


def _names(cards: Iterable[Card]) -> str:
    return ", ".join(card.name for card in cards)
