"""What lands pay for: sets of colours against a payment of symbol by symbol, and hand-made cases."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cascadesim as cs
from cascadesim.cards import bundled
from cascadesim.decks import resolve
from cascadesim.decks.read import parse_decklist
from cascadesim.rules.mana import pay
from cascadesim.rules.mana_base import ManaFrom, read_mana_from
from cascadesim.rules.payments import Payments

SYMBOLS = ["W", "U", "B", "R", "G", "C", "W/U", "R/G", "B/P", "1", "2"]
costs = st.lists(st.sampled_from(SYMBOLS), max_size=4)
units = st.lists(st.sets(st.sampled_from("WUBRGC"), max_size=6).map(lambda unit: "".join(sorted(unit))), max_size=8)


@given(costs, costs, units)
def test_sets_of_colours_decide_as_paying_each_symbol_does(one, other, mana):
    payments = Payments([one, other], colors=True)
    enough = (payments.gives(mana) >= payments.cost(one) + payments.cost(other)).all()
    assert enough == (pay(tuple(sorted(mana)), (*one, *other)) is not None)


@given(costs, units)
def test_without_colours_any_mana_pays_for_anything(cost, mana):
    payments = Payments([cost], colors=False)
    value = sum(int(symbol) if symbol.isdecimal() else 1 for symbol in cost)
    assert payments.cost(cost).tolist() == [value]
    assert bool(payments.gives(mana) >= payments.cost(cost)) == (len(mana) >= value)


def deck_of(text):
    deck = resolve(parse_decklist(text.encode(), name="made", path="made"), bundled())
    assert not deck.issues
    return deck


def castable(text, turn=7, **options):
    """Return P(castable) on a turn by which the whole deck is drawn, the play."""
    figures = cs.turns(deck_of(text), turn, seats=["play"], **options).play[-1].figures
    assert figures.castable.is_exact or options.get("method") == "simulate"
    return figures.castable.value


# Each deck has seven cards, so all of it is the opening hand.
@pytest.mark.parametrize(
    ("lands", "source", "can_be"),
    [
        # Two dual lands of one pair pay for one of its colours each, whatever is third.
        ("2 Breeding Pool\n1 Mountain", "Animar, Soul of Elements", True),
        ("2 Breeding Pool\n1 Forest", "Animar, Soul of Elements", False),
        ("2 Volcanic Island\n1 Tropical Island", "Animar, Soul of Elements", True),
        ("3 Volcanic Island", "Animar, Soul of Elements", False),
        ("1 Ketria Triome\n2 Mountain", "Animar, Soul of Elements", False),
        ("2 Ketria Triome\n1 Mountain", "Animar, Soul of Elements", True),
        # A hybrid symbol takes either colour.
        ("2 Forest\n1 Mountain", "Shardless Agent", False),
        ("2 Forest\n1 Island", "Shardless Agent", True),
        # Fetch lands give the colours of the basic land types that the deck has.
        ("2 Misty Rainforest\n1 Forest", "Shardless Agent", False),
        ("2 Misty Rainforest\n1 Breeding Pool", "Shardless Agent", True),
        ("2 Wooded Foothills\n1 Snow-Covered Island", "Shardless Agent", False),
        # Lands that give no colour pay generic costs.
        ("2 Wastes\n1 Breeding Pool", "Shardless Agent", False),
        ("1 Wastes\n2 Breeding Pool", "Shardless Agent", True),
    ],
)
def test_lands_are_matched_to_the_colours_of_a_cost(lands, source, can_be):
    # Animar costs {G}{U}{R} and has cascade from Yidris's grant here; Agent {1}{G}{U}.
    grant = {} if source == "Shardless Agent" else {"grant": ["Yidris, Maelstrom Wielder"]}
    text = f"{lands}\n1 {source}\n3 Emrakul, the Aeons Torn\n"
    assert castable(text, sources=source, **grant) == can_be
    assert castable(text, sources=source, colors=False, **grant) == 1
    simulated = castable(text, sources=source, method="simulate", trials=200, rng=1, **grant)
    assert simulated == can_be


def test_the_least_turn_is_that_of_the_mana_value_whatever_the_lands():
    text = "4 Breeding Pool\n1 Shardless Agent\n2 Emrakul, the Aeons Torn\n"
    assert [castable(text, turn) for turn in (1, 2, 3)] == [0, 0, 1]


def test_mana_from_cards_is_read():
    assert read_mana_from("{R}", "x") == ManaFrom(("R",))
    assert read_mana_from("{C}{C}", "x") == ManaFrom(("C", "C"))
    assert read_mana_from("{WUBRG} for {1}{G}", "x") == ManaFrom(("WUBRG",), ("1", "G"))
    for text in ("", "R", "{R} for", "{R} for nothing", "{X}"):
        with pytest.raises(cs.QuestionError, match="mana_from 'x': "):
            read_mana_from(text, "x")


def test_mana_that_is_not_from_lands_may_come_on_the_first_turn():
    text = "1 Breeding Pool\n2 Simian Spirit Guide\n1 Violent Outburst\n3 Emrakul, the Aeons Torn\n"
    guides = {"Simian Spirit Guide": "{R}"}
    assert castable(text, 1, mana_from=guides) == 1  # {1}{R}{G}: a land and two Guides
    assert castable(text, 1) == 0
    assert castable(text.replace("Breeding Pool", "Mountain"), 1, mana_from=guides) == 0  # nothing gives {G}


def test_a_land_may_be_said_to_give_other_colours():
    text = "3 Reflecting Pool\n1 Shardless Agent\n3 Emrakul, the Aeons Torn\n"
    assert castable(text) == 0
    assert castable(text, mana_from={"Reflecting Pool": "{G/U}"}) == 1
    for mana in ("{G}{U}", "{G} for {1}"):
        with pytest.raises(cs.QuestionError, match="it is a land, which gives one mana a turn"):
            castable(text, mana_from={"Reflecting Pool": mana})


def test_what_is_taken_for_granted_of_lands_is_said():
    deck = cs.read_deck("decklists/temur_rhinos_modern_ptlotr2023.txt")
    notes = cs.turns(deck, 3).notes
    assert any(note.startswith("lands alone give mana, one each, untapped") for note in notes)
    fetches = "fetch lands give the colours of the deck's basic land types ({U}, {R}, {G}): "
    assert f"{fetches}Misty Rainforest, Wooded Foothills" in notes
    behind = deck_of("3 Forest\n1 Bala Ged Recovery\n1 Shardless Agent\n2 Emrakul, the Aeons Torn\n")
    assert "cards with a land behind count as spells: Bala Ged Recovery // Bala Ged Sanctuary" in cs.turns(behind).notes
    plain = deck_of("3 Cavern of Souls\n2 Wastes\n1 Shardless Agent\n1 Emrakul, the Aeons Torn\n")
    said = "lands that are taken to give colourless mana alone: Cavern of Souls, Wastes; say more in mana_from"
    assert said in cs.turns(plain).notes
    unknown = deck_of("3 Starting Town\n1 Shardless Agent\n3 Emrakul, the Aeons Torn\n")
    assert any("colours are not known pay generic costs only: Starting Town" in n for n in cs.turns(unknown).notes)


def test_numbers_of_sets_are_small_integers():
    payments = Payments([["R", "G", "2"]], colors=True)
    assert payments.sets == (None, frozenset("G"), frozenset("R"), frozenset("RG"))
    assert payments.cost(["R", "G", "2"]).tolist() == [4, 1, 1, 2]
    assert payments.gives(["RG", "W"]).tolist() == [2, 1, 1, 1]
    assert payments.cost([]).dtype == np.int16
