"""Swaps: how they are read, and the decks that they make."""

import pytest

import cascadesim as cs
from cascadesim.decks import Zone
from cascadesim.decks.swaps import read_swaps, swapped

JUND = "decklists/jund_standard_worlds2009.txt"


@pytest.mark.parametrize(
    ("text", "swaps"),
    [
        ("-2 Fury +2 Force of Vigor", [(-2, "Fury"), (2, "Force of Vigor")]),
        ("  +1x Fury,\n-1 Borrowing 100,000 Arrows ;", [(1, "Fury"), (-1, "Borrowing 100,000 Arrows")]),
        ('-2 "Fury" +1 "+2 Mace" -1 Fire // Ice', [(-2, "Fury"), (1, "+2 Mace"), (-1, "Fire // Ice")]),
        ("-1 Fury +1 +2 Mace", [(-1, "Fury"), (1, "+2 Mace")]),
        ("-1 +2 Mace +1 Fury", [(-1, "+2 Mace"), (1, "Fury")]),
        ("+12 Will-o'-the-Wisp −3 Lim-Dûl's Vault", [(12, "Will-o'-the-Wisp"), (-3, "Lim-Dûl's Vault")]),
        ("-1 1996 World Champion", [(-1, "1996 World Champion")]),
    ],
)
def test_names_may_hold_digits_signs_commas_and_quotes(text, swaps):
    assert list(read_swaps(text)) == swaps


@pytest.mark.parametrize(
    "text", ["", "  ", "Fury", "2 Fury", "-2", "-2 ", "-0 Fury", "+1 Fury and", "- Fury", ", -1 Fury"]
)
def test_what_is_no_swap_is_said(text):
    if text == "+1 Fury and":  # a name, as far as a reader can know
        assert read_swaps(text) == ((1, "Fury and"),)
        return
    with pytest.raises(cs.QuestionError, match="-2 Fury"):
        read_swaps(text)


@pytest.fixture
def deck(decklist):
    return cs.read_deck(decklist("4 Bloodbraid Elf\n3 Forest\n2 Fury\n\nSideboard\n2 Terminate\n"))


def test_a_swapped_deck_is_another_deck_and_its_zones_stay(deck):
    fury, forest = deck.cards.get("Fury"), deck.cards.get("Forest")
    before = dict(deck.main)
    other = swapped(deck, {fury: -2, forest: 2})
    assert {card.name: n for card, n in other.main.items()} == {"Bloodbraid Elf": 4, "Forest": 5}
    assert other.zone(Zone.SIDEBOARD) == deck.zone(Zone.SIDEBOARD)
    assert other.name == "list (-2 Fury +2 Forest)"
    assert other.decklist.notes == deck.decklist.notes
    assert dict(deck.main) == before
    with pytest.raises(TypeError):
        other.main[fury] = 1
    assert swapped(deck, {fury: 0}).name == "list"


def test_another_size_is_said(deck):
    (note,) = swapped(deck, {deck.cards.get("Fury"): -2}).decklist.notes
    assert note == "-2 Fury: the main deck has 7 cards, 9 before"


def test_what_cannot_be_swapped_is_refused(deck):
    with pytest.raises(cs.QuestionError, match="cannot take 3 Fury from list: the main deck has 2 of it"):
        swapped(deck, {deck.cards.get("Fury"): -3})
    with pytest.raises(cs.QuestionError, match="cannot take 1 Terminate from list: the main deck has none"):
        swapped(deck, {deck.cards.get("Terminate"): -1})
    with pytest.raises(cs.QuestionError, match="1,003 copies of 'Forest'"):
        swapped(deck, {deck.cards.get("Forest"): 1000})
    many = {deck.cards.get(name): 900 for name in ("Island", "Swamp", "Plains", "Mountain", "Forest", "Wastes")}
    with pytest.raises(cs.QuestionError, match="5,411 cards in all"):
        swapped(deck, many)
