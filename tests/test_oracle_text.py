"""What rules texts say: texts in the wordings of real cards, made up but for the names of keywords."""

import pytest

from cascadesim.cards import oracle_text

CASCADES = [
    ("Cascade", 1),
    ("Cascade (When you cast this spell, exile cards from the top of your library.)", 1),
    ("Haste\nCascade", 1),
    ("Flying, cascade", 1),
    ("Flash; cascade", 1),
    ("Creatures you control have haste.\nCascade, cascade (Each cascade triggers.)", 2),
    ("Cascade, cascade, cascade, cascade (When you cast this spell, do it four times.)", 4),
    ("Cascade\nCascade", 2),
    ("Spells you cast have cascade.", 0),
    ("The first Beast spell you cast each turn has cascade.", 0),
    ("Creature spells you cast have vigilance, cascade", 0),
    ("Delirium — As long as there are four card types among your graveyard, this spell has cascade.", 0),
    ("The next spell you cast this turn gains cascade.", 0),
    ('It gains "Cascade, cascade."', 0),
    ("Whenever you cascade, draw a card.", 0),
    ("Flying (It is no cascade.)", 0),
    ("", 0),
]


@pytest.mark.parametrize(("text", "instances"), CASCADES)
def test_cr_702_85c_instances_are_counted_as_printed(text, instances):
    assert oracle_text.cascades(text) == instances


KICKERS = [
    ("Kicker {2}{R} (You may pay an additional {2}{R} as you cast this spell.)\nDraw a card.", "{2}{R}"),
    ("Flash\nKicker {X}", "{X}"),
    ("Kicker {2}{U} and/or {1}{B} (You may pay either.)", "{2}{U} // {1}{B}"),
    ("Kicker {2}{U} and/or kicker {1}{B}", "{2}{U} // {1}{B}"),
    ("Kicker—Sacrifice two lands. (You may do so.)\nDraw two cards.", "sacrifice two lands"),
    ("Kicker—Sacrifice an artifact or Goblin.", "sacrifice an artifact or Goblin"),
    ("Kicker—{2}{B}, Discard a creature card.", "{2}{B} and discard a creature card"),
    ("Kicker—Return a creature you control to its owner's hand.", "return a creature you control to hand"),
    ("Kicker—Tap an untapped Vampire you control.", "tap an untapped Vampire you control"),
    ("Kicker—Pay 3 life.", "pay 3 life"),
    ("Multikicker {1}{W}", ""),
    ("Whenever you cast a kicked spell, draw a card.", ""),
    ("Creature spells you cast have kicker {1}.", ""),
    ("Kicker costs you pay cost {1} less.", ""),
]


@pytest.mark.parametrize(("text", "cost"), KICKERS)
def test_cr_702_33_kicker_costs_are_worded_as_in_the_table(text, cost):
    assert oracle_text.kicker(text) == cost


def test_cr_702_33c_multikicker_is_not_kicker():
    text = "Multikicker {W/U} (You may pay an additional {W/U} any number of times as you cast this spell.)"
    assert (oracle_text.multikicker(text), oracle_text.kicker(text)) == ("{W/U}", "")
    assert oracle_text.multikicker("Kicker {2}") == ""


DISCOVERS = [
    ("Creature — Dinosaur", "When this creature enters, discover 5.", "5", True),
    ("Creature — Human", "When Some Appraiser enters the battlefield, if you cast it, discover 3.", "3", True),
    ("Enchantment — Aura", "Enchant creature\nWhen Favor enters, discover 3.\nIt has trample.", "3", True),
    ("Creature", "When this creature enters or attacks, discover 4. (Exile cards.)", "4", True),
    ("Sorcery", "Discover 4. (Exile cards from the top of your library.)", "4", True),
    ("Sorcery", "Return up to one target permanent card from your graveyard to your hand. Discover 4.", "4", True),
    ("Creature", "When this creature dies, discover 3.", "3", False),
    ("Land — Cave", "{4}{R}, {T}, Sacrifice this land: Discover 4.", "4", False),
    ("Legendary Artifact", "At the beginning of your end step, discover 5.", "5", False),
    ("Instant", "Counter target spell. Discover X, where X is its mana value.", "X", False),
    ("Creature", "Whenever you discover, discover again for the same value.", "X", False),
    ("Sorcery", "Draw a card. (You may discover 3.)", "", False),
    ("Creature", "Whenever you discover a card, draw a card.", "", False),
]


@pytest.mark.parametrize(("types", "text", "n", "at_once"), DISCOVERS)
def test_cr_701_57_discover_and_whether_casting_the_card_does_it(types, text, n, at_once):
    assert (oracle_text.discover(text), oracle_text.discovers(types, text)) == (n, at_once)


def test_cr_702_160_prototype_cost():
    assert oracle_text.prototype("Prototype {1}{G/U} — 2/2 (You may cast it so.)\nTrample") == "{1}{G/U}"
    assert oracle_text.prototype("This spell can be a prototype {1}.") == ""


@pytest.mark.parametrize(
    ("text", "is_every"),
    [
        ("Changeling (This card is every creature type.)", True),
        ("Flying, changeling", True),
        ("Mistform Somebody is every creature type (even if it is not on the battlefield).", True),
        ("Creatures you control have changeling.", False),
        ("Enchanted creature is every creature type.", False),
        ("Until end of turn, target creature is every creature type.", False),
    ],
)
def test_cr_702_73_changelings(text, is_every):
    assert oracle_text.is_every_creature_type(text) == is_every


@pytest.mark.parametrize(
    ("cost", "toughness", "text", "dies"),
    [
        ("{X}{G}", "0", "This creature enters with X +1/+1 counters on it.", True),
        ("{X}", "0", "Walker enters the battlefield with X +1/+1 counters on it.\n{4}: Put a counter on it.", True),
        (
            "{X}{G}",
            "0",
            "Converge\nIt enters with a +1/+1 counter on it for each color of mana spent to cast it.",
            True,
        ),
        ("{X}{G}", "1", "This creature enters with X +1/+1 counters on it.", False),
        ("{4}{G}", "0", "This creature enters with six +1/+1 counters on it.", False),
        ("{X}{G}", "*", "Its toughness is your life.", False),
    ],
)
def test_cr_704_5f_creatures_that_die_at_x_0(cost, toughness, text, dies):
    assert oracle_text.dies_at_x0(cost, toughness, text) == dies


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ("{T}, Pay 1 life, Sacrifice this land: Search your library for a Swamp or Forest card, put it onto the "
         "battlefield, then shuffle.", True),
        ("{T}, Sacrifice Wilds: Search your library for a basic land card, put it onto the battlefield tapped.", True),
        ("When this land enters, sacrifice it. When you do, search your library for a basic Plains or Island card, put "
         "it onto the battlefield tapped, then shuffle and you gain 1 life.", True),
        ("{T}: Add {C}.\n{2}, {T}, Sacrifice this land: Search your library for a Desert card, put it into your hand.",
         False),
        ("{T}, Sacrifice this land: Destroy target land. Its controller may search for a basic land card.", False),
    ],
)  # fmt: skip
def test_fetch_lands(text, does):
    assert oracle_text.fetches(text) == does


@pytest.mark.parametrize(
    ("types", "text", "colors"),
    [
        ("Basic Land — Forest", "({T}: Add {G}.)", "G"),
        ("Land — Island Swamp", "({T}: Add {U} or {B}.)", "UB"),
        ("Land", "{T}: Add {C}.\n{T}: Add {R} or {W}. This land deals 1 damage to you.", "WR"),
        ("Land", "{T}: Add {C}.", "C"),
        ("Land", "{T}: Add one mana of any color.", "WUBRG"),
        ("Land", "As it enters, choose a color.\n{T}: Add one mana of the chosen color.", "WUBRG"),
        ("Land", "{G/W}, {T}: Add {G}{G}, {G}{W}, or {W}{W}.", "WG"),
        ("Land", "{T}: Untap target attacking creature.", "C"),
        ("Land", "{T}, Sacrifice this land: Search your library for a basic land card, put it onto the battlefield.",
         "WUBRG"),
    ],
)  # fmt: skip
def test_colors_of_mana_that_lands_give(types, text, colors):
    assert oracle_text.land_mana(types, text) == colors
