"""Swaps: a deck with other counts of some cards, and how people write them down."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from cascadesim.cards import Card
from cascadesim.decks.card_lines import MAX_COUNT
from cascadesim.decks.deck import MOST_CARDS, Deck
from cascadesim.decks.decklist import Zone
from cascadesim.errors import QuestionError

_SIGNS = "+\\-\u2212\u2013"  # people paste minus signs and dashes
_NEXT = rf"[\s,;]+[{_SIGNS}]\s*\d+x?\s"  # where a name ends: the next swap begins
_SWAP = re.compile(
    rf"""\s*(?P<sign>[{_SIGNS}])\s*(?P<count>\d{{1,6}})x?\s+
         (?: "(?P<quoted>[^"]+)"(?={_NEXT}|[\s,;]*$) | (?P<name>\S.*?)(?={_NEXT}|[\s,;]*$) )
         [\s,;]*""",
    re.VERBOSE | re.DOTALL,
)


class Swap(NamedTuple):
    """Copies of a card that come in, or go out where `n` is less than 0."""

    n: int
    name: str


def read_swaps(text: str) -> tuple[Swap, ...]:
    """Read swaps as people write them; a name may stand in quotes.

    Raises
    ------
    QuestionError
        If a part of the text is no swap.

    Examples
    --------
    >>> read_swaps("-2 Fury +2 Force of Vigor")
    (Swap(n=-2, name='Fury'), Swap(n=2, name='Force of Vigor'))
    >>> read_swaps("-1 Ox of Agonas, +1 +2 Mace")
    (Swap(n=-1, name='Ox of Agonas'), Swap(n=1, name='+2 Mace'))
    """
    swaps = []
    place = 0
    while place < len(text.rstrip()):
        match = _SWAP.match(text, place)
        name = match["quoted"] or match["name"] if match else ""
        if match is None or not name or int(match["count"]) < 1:
            message = f"cannot read the swap {text[place:].strip()[:60]!r}; write '-2 Fury +2 Force of Vigor'"
            raise QuestionError(message)
        n = int(match["count"])
        swaps.append(Swap(n if match["sign"] == "+" else -n, name))
        place = match.end()
    if not swaps:
        message = "no swap is given; write '-2 Fury +2 Force of Vigor'"
        raise QuestionError(message)
    return tuple(swaps)


def swapped(deck: Deck, changes: Mapping[Card, int]) -> Deck:
    """Return a deck whose main deck has more or fewer copies of some cards; its other zones are as they were.

    Its name says what was changed, and a note says so where its size is another one.

    Raises
    ------
    QuestionError
        If more copies of a card would go than there are, or more would come than a deck may have.
    """
    main = dict(deck.main)
    for card, n in changes.items():
        have = main.get(card, 0)
        if have + n < 0:
            there = f"has {have} of it" if have else "has none"
            message = f"cannot take {-n} {card.name} from {deck.name}: the main deck {there}"
            raise QuestionError(message)
        if have + n > MAX_COUNT:
            message = f"{have + n:,} copies of {card.name!r}; a count is from 1 to {MAX_COUNT:,}"
            raise QuestionError(message)
        main[card] = have + n
    main = {card: n for card, n in main.items() if n}
    before, after = sum(deck.main.values()), sum(main.values())
    others = sum(sum(cards.values()) for zone, cards in deck.zones.items() if zone != Zone.MAIN)
    if after + others > MOST_CARDS:
        message = f"{after + others:,} cards in all; a list of up to {MOST_CARDS:,} can be asked about"
        raise QuestionError(message)
    said = " ".join(f"{n:+d} {card.name}" for card, n in changes.items() if n)
    zones = {zone: main if zone == Zone.MAIN else cards for zone, cards in {Zone.MAIN: main, **deck.zones}.items()}
    filled = {zone: MappingProxyType(dict(cards)) for zone, cards in zones.items() if cards}
    notes = deck.decklist.notes
    if after != before:
        notes = (*notes, f"{said}: the main deck has {after} cards, {before} before")
    return replace(
        deck,
        name=f"{deck.name} ({said})" if said else deck.name,
        zones=MappingProxyType(filled),
        decklist=replace(deck.decklist, notes=notes),
    )
