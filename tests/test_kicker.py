"""Kicker (CR 702.33): mana matched to costs, and kicks as a reduction of the cast log."""

from fractions import Fraction
from itertools import permutations, product
from math import sqrt

import pytest

import cascadesim as cs
from cascadesim.cards import bundled
from cascadesim.cards.mana import symbols
from cascadesim.errors import QuestionError
from cascadesim.rules.kicker import RESOURCES, Budget, Kicker, read_resources
from cascadesim.rules.mana import pay, read_mana, symbols_of


def can_pay_literally(mana, cost):
    """Try every way to give each symbol a unit of its own: the oracle of `pay`."""
    wanted = [[part] for symbol in cost for part in ([""] * int(symbol) if symbol.isdecimal() else [symbol])]
    for choice in product(*[part.split("/") for (part,) in wanted]):
        for units in permutations(mana, len(choice)):
            if all(not part or part in unit for part, unit in zip(choice, units, strict=True)):
                return True
    return False


@pytest.mark.parametrize(
    "mana", ["", "{R}", "{1}", "{2}{R}", "{W/U}{U}", "{WUBRG}{G}", "{W/U}{W/U}{R/G}", "{C}{2}", "{W/U}{U/B}{W/B}"]
)
@pytest.mark.parametrize("cost", ["", "{1}", "{R}", "{W}{U}", "{U}{U}", "{2}{G}", "{W/U}{W}", "{1}{R/G}", "{C}", "{3}"])
def test_what_can_be_paid_is_what_some_matching_pays(mana, cost):
    units, wanted = read_mana(mana), symbols(cost)
    left = pay(units, wanted)
    assert (left is not None) == can_pay_literally(units, wanted)
    if left is not None:
        paid = sum(int(symbol) if symbol.isdecimal() else 1 for symbol in wanted)
        assert len(left) == len(units) - paid


def test_the_mana_of_the_most_colours_is_kept():
    assert pay(read_mana("{2}{R}{WUBRG}"), symbols("{R}{1}")) == read_mana("{1}{WUBRG}")
    assert pay(read_mana("{W/U}{U}"), symbols("{U}")) == read_mana("{W/U}")


@pytest.mark.parametrize("text", ["{2", "2R", "{Q}", "R", "{}", "{1000}"])
def test_mana_that_cannot_be_read_is_one_clear_line(text):
    with pytest.raises(QuestionError, match="cannot read the mana"):
        read_mana(text)


@pytest.mark.parametrize(
    ("card", "mana", "resources", "kicks", "x"),
    [
        ("Burst Lightning", "{3}", {}, 0, None),
        ("Burst Lightning", "{4}", {}, 1, None),
        ("Burst Lightning", "{9}", {}, 1, None),  # once only, CR 702.33a
        ("Sunscape Battlemage", "{1}{G}", {}, 1, None),  # and/or, CR 702.33b
        ("Sunscape Battlemage", "{3}{G}{U}", {}, 2, None),
        ("Sunscape Battlemage", "{3}{U}", {}, 1, None),
        ("Sunscape Battlemage", "{1}{R}", {}, 0, None),
        ("Everflowing Chalice", "{7}", {}, 3, None),  # multikicker, CR 702.33c
        ("Wolfbriar Elemental", "{G}{W}{WUBRG}", {}, 2, None),
        ("Zethi, Arcane Blademaster", "{W/U}{W}{U}{R}", {}, 3, None),
        ("Thieving Skydiver", "{3}", {}, 1, 3),  # X of a kicker is chosen and paid
        ("Thieving Skydiver", "", {}, 0, None),  # but not 0 here
        ("Verdeloth the Ancient", "", {}, 1, 0),
        ("Kangee, Aerie Keeper", "{3}", {}, 1, 1),
        ("Phyrexian Scuta", "", {"life": 3}, 1, None),
        ("Phyrexian Scuta", "", {"life": 2}, 0, None),
        ("Magma Burst", "", {"lands": 2}, 1, None),
        ("Magma Burst", "", {"land": 1}, 0, None),
        ("Final Flourish", "", {"artifact": 1}, 1, None),
        ("Final Flourish", "", {"creature": 1}, 1, None),
        ("Blood Tribute", "", {"Vampire": 1}, 1, None),
        ("Arctic Merfolk", "", {"creature": 1}, 1, None),
        ("Dralnu's Pet", "{2}{B}", {"creature card": 1}, 1, None),
        ("Dralnu's Pet", "{2}{B}", {}, 0, None),
        ("Dwarven Landslide", "{2}{R}", {"land": 1}, 1, None),
        ("Goblin Barrage", "", {"goblin": 1}, 1, None),
    ],
)
def test_cr_702_33_how_often_a_budget_kicks(card, mana, resources, kicks, x):
    kicker = Kicker.of(bundled().get(card))
    kick = kicker.best(Budget.of(read_mana(mana), read_resources(resources, [kicker])))
    assert (kick.kicks, kick.x) == (kicks, x)
    assert len(kick.paid) == kicks


def test_every_printed_kicker_can_be_read_and_is_paid_by_enough():
    kickers = [(card, Kicker.of(card)) for card in bundled() if card.kicker or card.multikicker]
    assert len(kickers) == 246  # RULES §13: 228 kicker, 18 multikicker
    enough = Budget.of(read_mana("{WUBRGC}" * 10), dict.fromkeys(RESOURCES, 9))
    for card, kicker in kickers:
        assert kicker.best(enough).kicks >= len(kicker.costs), card.name


def test_cards_that_only_speak_of_kicked_spells_have_no_kicker():
    assert Kicker.of(bundled().get("Coralhelm Chronicler")) is None


@pytest.mark.parametrize("swap", ["WUBRG", "GRBUW", "UBRGW", "RGWUB"])
def test_what_the_chain_asks_for_least_is_spent_first(swap):
    """Letters of the other colours do not matter: {4} is paid with what no kicker asks for, colourless first of all."""
    change = str.maketrans("WUBRG", swap)
    library = ["Burst Lightning", "Goblin Ruinblaster"]
    for mana in ("{R}{U}{U}{U}{U}", "{R}{G}{G}{G}{G}", "{R}{C}{C}{C}{C}", "{R}{W}{U}{B}{G}"):
        others = mana[3:].translate(change).replace("R", "W")
        ruling = cs.judge("Maelstrom Wanderer", library, mana="{R}" + others)
        assert [step.kick.kicks for step in ruling.steps] == [1, 1]
    ruling = cs.judge("Maelstrom Wanderer", ["Burst Lightning", "Bloodhusk Ritualist"], mana="{B}{C}{C}{C}{C}")
    assert [step.kick.kicks for step in ruling.steps] == [1, 1]


def test_much_mana_is_paid_in_a_moment():
    hybrids = read_mana("{W/G}{U/G}{B/G}{R/G}{G/W/U}{G/U/B}{G/B/R}{G/R/W}{WUBRG}" * 9)
    for card, kicks in (("Wolfbriar Elemental", 81), ("Everflowing Chalice", 40), ("Apex Hawks", 40)):
        assert Kicker.of(bundled().get(card)).best(Budget.of(hybrids)).kicks >= kicks - 10
    assert Kicker.of(bundled().get("Comet Storm")).best(Budget.of(read_mana("{99}"))).kicks == 99


def test_symbols_of_a_cost_with_x():
    assert symbols_of("{2}{X}", x=3) == ("2", "3")


DECK = "1 Maelstrom Wanderer\n1 Burst Lightning\n1 Goblin Ruinblaster\n1 Everflowing Chalice\n1 Hill Giant\n1 Forest\n"


@pytest.mark.parametrize("mana", ["", "{R}", "{4}", "{R}{2}", "{R}{R}{3}", "{9}"])
def test_kicks_of_a_chain_are_those_of_every_order(decklist, mana):
    """The budget is shared along the chain and spent in cast order: every order through `judge` is the oracle."""
    deck = cs.read_deck(decklist(DECK))
    library = [card.name for card in deck.main if card.name != "Maelstrom Wanderer"]
    orders = list(permutations(library))
    kicked, kicks, squares, lightning = (Fraction(0) for _ in range(4))
    for order in orders:
        ruling = cs.judge("Maelstrom Wanderer", order, mana=mana)
        times = {step.hit.name: step.kick.kicks for step in ruling.steps if step.kick}
        kicked += Fraction(any(times.values()), len(orders))
        kicks += Fraction(sum(times.values()), len(orders))
        squares += Fraction(sum(times.values()) ** 2, len(orders))
        lightning += Fraction(times.get("Burst Lightning", 0), len(orders))
    n = 60_000
    result = cs.kickers(deck, "Maelstrom Wanderer", mana=mana, trials=n, rng=3)
    for figure, expected in ((result.kicked, kicked), (hit(result, "Burst Lightning").p_kicked, lightning)):
        assert abs(figure.value - float(expected)) <= 5 * sqrt(expected * (1 - expected) / n) + 1e-12
    assert abs(result.expected_kicks.value - float(kicks)) <= 5 * sqrt((squares - kicks**2) / n) + 1e-12


def hit(result, name):
    return next(hit for hit in result.hit_list if hit.card == name)


def test_one_trigger_is_exact_and_both_numbers_are_told(request):
    deck = cs.read_deck(request.config.rootpath / "decklists" / "jund_kicker_postboard_2010.txt")
    result = cs.kickers(deck, "Bloodbraid Elf", mana="{R}")
    ruinblaster = hit(result, "Goblin Ruinblaster")
    assert result.trials is None
    assert (ruinblaster.mana_value, ruinblaster.total_if_kicked, ruinblaster.beyond) == (3, 4, True)
    assert ruinblaster.p_kicked.value == pytest.approx(2 / 13, abs=1e-12)
    assert result.kicked.value == result.has_kicker.value == pytest.approx(2 / 13, abs=1e-12)
    assert hit(result, "Terminate").kicker is None
    without = cs.kickers(deck, "Bloodbraid Elf")
    assert without.kicked.value == 0
    assert hit(without, "Goblin Ruinblaster").p_unkicked.value == pytest.approx(2 / 13, abs=1e-12)


def test_kicked_and_unkicked_are_outcomes_of_their_own(decklist):
    deck = cs.read_deck(decklist("1 Maelstrom Wanderer\n2 Goblin Ruinblaster\n"))
    result = cs.kickers(deck, "Maelstrom Wanderer", mana="{R}", trials=1000, rng=1)
    ruinblaster = hit(result, "Goblin Ruinblaster")
    assert ruinblaster.p_kicked.value == ruinblaster.p_unkicked.value == 1  # the second finds no mana left
    assert ruinblaster.kicks.value == 1


def test_policies_and_copies(decklist):
    deck = cs.read_deck(decklist("1 Maelstrom Wanderer\n2 Goblin Ruinblaster\n"))
    ask = {"mana": "{R}{R}", "trials": 1000, "rng": 1}
    assert cs.kickers(deck, "Maelstrom Wanderer", policy="never", **ask).kicked.value == 0
    assert cs.kickers(deck, "Maelstrom Wanderer", no_kick=["Goblin Ruinblaster"], **ask).kicked.value == 0
    always = cs.kickers(deck, "Maelstrom Wanderer", copy_kicked=1, **ask)
    assert (always.expected_kicked.value, always.expected_copies.value) == (2, 1)
    spells = cs.cascade(deck, "Maelstrom Wanderer", trials=1000, rng=1).spells_cast.mean
    assert spells == 2  # copies are not cast


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ({"mana": "RR"}, "cannot read the mana 'RR'"),
        ({"policy": "sometimes"}, "policy must be one of always, never"),
        ({"copy_kicked": -1}, "copy_kicked must be at least 0"),
        ({"resources": ["land"]}, "resources must be a mapping"),
        ({"resources": {"land": -1}}, "resource 'land' must be at least 0"),
        ({"resources": {"creatur": 1}}, "resource 'creatur': no kicker takes it; kickers take artifact, creature"),
        ({"no_kick": ["Sol Ring"]}, "no_kick='Sol Ring': the main deck holds no such card"),
        ({"mana": "{99}{99}"}, "198 mana; up to 100 can be asked about"),
    ],
)
def test_a_question_that_cannot_be_asked_is_one_clear_line(decklist, question, message):
    deck = cs.read_deck(decklist(DECK))
    with pytest.raises(QuestionError, match=message):
        cs.kickers(deck, "Maelstrom Wanderer", **question)


def test_frame_of_hits(decklist):
    result = cs.kickers(cs.read_deck(decklist(DECK)), "Bloodbraid Elf", mana="{4}")
    frame = result.hits.set_index("card")
    assert frame.loc["Burst Lightning", "max_kicks"] == 1
    assert frame.loc["Everflowing Chalice", "expected_kicks"] == pytest.approx(2 / 3)
    assert "with {4}: exact" in repr(result)
