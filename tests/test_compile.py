"""Deck + source + situation -> Problem."""

import pytest
from numpy.testing import assert_array_equal

import cascadesim as cs
from cascadesim.engine.problem import NEVER
from cascadesim.studies.question import ask as compiled


@pytest.fixture
def wanderer(decklist):
    return cs.read_deck(
        decklist(
            "Commander\n1 Maelstrom Wanderer\n\n1 Enlisted Wurm\n1 Bloodbraid Elf\n2 Fire // Ice\n"
            "1 Valki, God of Lies\n"
            "1 Ulamog, the Ceaseless Hunger\n4 Forest\n"
        )
    )


def test_a_commander_leaves_the_command_zone_and_the_whole_deck_is_the_library(wanderer):
    question = compiled(wanderer, "Maelstrom Wanderer")
    assert question.problem.n_library == 10
    assert not question.notes
    assert_array_equal(question.problem.source_digs, [0, 0])  # CR 702.85c


def test_the_cast_copy_is_not_in_the_library(wanderer):
    question = compiled(wanderer, "Bloodbraid Elf")
    assert question.problem.n_library == 9
    assert "Bloodbraid Elf" not in [card.name for card in question.rows]


def test_a_source_that_is_not_in_the_list_is_said(wanderer):
    question = compiled(wanderer, "Shardless Agent")
    assert question.problem.n_library == 10
    assert "Shardless Agent is not in the list" in question.notes[0]


def test_rows_forms_and_digs(wanderer):
    question = compiled(wanderer, "Maelstrom Wanderer")
    problem = question.problem
    rows = [card.name for card in question.rows]
    assert rows == sorted(rows)
    assert dict(zip(rows, problem.stop_value.tolist(), strict=True)) == {
        "Bloodbraid Elf": 4,
        "Enlisted Wurm": 6,
        "Fire // Ice": 4,
        "Forest": NEVER,
        "Ulamog, the Ceaseless Hunger": 10,
        "Valki, God of Lies // Tibalt, Cosmic Impostor": 2,
    }
    assert problem.below.tolist() == [8, 4, 6]  # only digs that can happen: the Wanderer's, the Elf's, the Wurm's
    cast_as = {
        rows[row]: [question.forms[form].face.name if form >= 0 else "" for form in problem.cast_as[row]]
        for row in range(6)
    }
    assert cast_as["Valki, God of Lies // Tibalt, Cosmic Impostor"] == [
        "Tibalt, Cosmic Impostor",
        "Valki, God of Lies",
        "Valki, God of Lies",
    ]
    assert cast_as["Fire // Ice"] == ["Fire", "", "Fire"]
    assert cast_as["Enlisted Wurm"] == ["Enlisted Wurm", "", ""]
    elf = [form.card.name for form in question.forms].index("Bloodbraid Elf")
    assert (problem.cascades[elf], problem.below[problem.cascade_dig[elf]]) == (1, 4)


def test_digs_that_cannot_happen_do_not_enter(wanderer):
    question = compiled(wanderer, "Maelstrom Wanderer", decline=("Enlisted Wurm", "Bloodbraid Elf"))
    assert question.problem.below.tolist() == [8]


def test_the_situation_takes_cards_from_the_unknown_part(wanderer):
    question = compiled(
        wanderer, "Maelstrom Wanderer", out={"Forest": 2}, top=("Fire // Ice",), bottom=("Forest",), seen=3
    )
    problem = question.problem
    assert problem.n_unknown == 6
    assert problem.n_library == 5
    rows = [card.name for card in question.rows]
    assert [rows[row] for row in problem.top] == ["Fire // Ice"]
    assert [rows[row] for row in problem.bottom] == ["Forest"]


def test_shuffling_hits_are_those_that_are_named(wanderer):
    question = compiled(wanderer, "Maelstrom Wanderer", shuffles=("Bloodbraid Elf",))
    assert [
        form.card.name for form, shuffles in zip(question.forms, question.problem.shuffles, strict=True) if shuffles
    ] == ["Bloodbraid Elf"]


@pytest.mark.parametrize(
    ("situation", "message"),
    [
        ({"seen": 11}, "seen=11: the part of the library whose order is unknown has 10 cards"),
        ({"seen": -1}, "seen=-1"),
        ({"out": {"Forest": 5}}, "out: 5 x 'Forest', but 4 are left"),
        ({"out": {"Forest": -1}}, "out: -1 x 'Forest'"),
        ({"out": {"Forest": 3}, "top": ("Forest", "Forest")}, "top: 2 x 'Forest', but 1 are left"),
        ({"decline": ("Sol Ring",)}, "decline='Sol Ring': the main deck holds no such card"),
        ({"prefer": ("Petty Theft",)}, "prefer='Petty Theft': the main deck holds no such card"),
        ({"x": 2000}, "Maelstrom Wanderer has no X"),
        ({"discover": 5000}, "discover must be from 0 to 1,000, got 5,000"),
        ({"seen": 1.5}, "seen must be a whole number, got 1.5"),
        ({"out": ["Forest"]}, "out must be a mapping, e.g. {'Forest': 1}, got ['Forest']"),
        ({"prefer": "Fire"}, "expected a list of card names, got the text 'Fire'"),
        ({"era": "2010"}, "unknown era '2010'; the eras are 2009, 2017, 2021, current"),
        ({"x": 3}, "Maelstrom Wanderer has no X in its mana cost {5}{G}{U}{R}; leave out x"),
        ({"face": "Stomp"}, "Maelstrom Wanderer has no face 'Stomp'; name 'Maelstrom Wanderer'"),
        ({"cast_as": "prototype"}, "Maelstrom Wanderer has no prototype"),
        ({"cast_as": "fused"}, "Maelstrom Wanderer cannot be cast fused"),
        ({"cast_as": "evoked"}, "as must be one of fused, prototype, face-down, got 'evoked'"),
        ({"cast_as": "face-down"}, "nothing of Maelstrom Wanderer digs"),
        ({"cast_as": "face-down", "face": "Maelstrom Wanderer"}, "name a face or how Maelstrom Wanderer is cast"),
        ({"cast_from": "library"}, "cast_from must be one of hand, command, exile, graveyard, got 'library'"),
        ({"triggers": "many"}, "triggers must be a number such as 2, or a change such as +1 or -1, got 'many'"),
        ({"triggers": "-3"}, "that makes -1 triggers; from 0 to 100"),
        ({"triggers": "+-1"}, "triggers must be a number such as 2"),
        ({"discover": 3, "x": 1}, "x, face, as and cast-from say how a source is cast; leave them out beside discover"),
        ({"grant": ["TARDIS"] * 101}, "101 granters; up to 100 can be named"),
        ({"discover": -1}, "discover must be from 0 to 1,000, got -1"),
        ({"grant": ["Forest"]}, "Forest gives cascade to no spell; the granters are Maelstrom Nexus, Yidris"),
        ({"grant": ["Abaddon the Despoiler"]}, "Abaddon the Despoiler: say how much life opponents lost this turn"),
        ({"grant": ["Imoti, Celebrant of Bounty=2"]}, "Imoti, Celebrant of Bounty takes no number, got 2"),
        ({"grant": ["Abaddon the Despoiler=x"]}, "cannot read grant='Abaddon the Despoiler=x'"),
        ({"grant": "Imoti"}, "expected a list of card names, got the text 'Imoti'"),
    ],
)
def test_a_situation_that_cannot_be_is_one_clear_line(wanderer, situation, message):
    with pytest.raises(cs.QuestionError) as caught:
        compiled(wanderer, "Maelstrom Wanderer", **situation)
    assert message in str(caught.value)


def test_a_source_without_cascade_is_refused(wanderer):
    with pytest.raises(cs.QuestionError, match="Forest is not cast: it is a land, which is played"):
        compiled(wanderer, "Forest")


def test_x_of_a_source_is_said_to_be_0(wanderer):
    question = compiled(wanderer, "Let the Galaxy Burn")
    assert question.source.threshold == 6
    assert any("X of Let the Galaxy Burn is taken as 0" in note for note in question.notes)


def test_many_thresholds_and_great_mana_values_fit(decklist, tmp_path):
    rows = "".join(f"K{n},{{{n}}},1\n" for n in range(1, 201))
    (tmp_path / "cards.csv").write_text(f"name,mana_costs,cascade\n{rows}Top,{{1000}},1\n")
    deck = cs.read_deck(decklist("".join(f"1 K{n}\n" for n in range(1, 201))))
    result = cs.cascade(deck, "Top", trials=50, rng=1)
    assert result.question.problem.below.size == 201
    assert result.whiff.value == 0


@pytest.mark.parametrize(
    ("source", "options", "message"),
    [
        ("Fire // Ice", {"cast_as": "fused"}, "Fire // Ice cannot be cast fused"),  # no fuse, CR 702.102a
        ("Unholy Annex // Ritual Chamber", {"cast_as": "fused"}, "cannot be cast fused"),
        ("Commit // Memory", {"face": "Memory"}, "Memory is not cast: aftermath is cast from the graveyard"),
        ("Delver of Secrets", {"face": "Insectile Aberration"}, "Insectile Aberration is not cast: from there"),
        ("Erayo, Soratami Ascendant", {"face": "Erayo's Essence"}, "Erayo's Essence is not cast: a flip card"),
        ("Studious First-Year", {"face": "Rampant Growth"}, "Rampant Growth is not cast: a prepare card"),
        ("Dryad Arbor", {}, "Dryad Arbor is not cast: it is a land"),
    ],
)
def test_what_cannot_be_cast_so_is_one_clear_line(wanderer, source, options, message):
    with pytest.raises(cs.QuestionError) as caught:
        compiled(wanderer, source, grant=["Maelstrom Nexus"], **options)
    assert message in str(caught.value)


def test_a_card_cast_transformed_has_the_value_of_its_front(wanderer):
    """RULES §2b, CR 712.8c."""
    source = compiled(
        wanderer, "Delver of Secrets", face="Insectile Aberration", cast_from="graveyard", grant=["Maelstrom Nexus"]
    ).source
    assert (source.threshold, source.face) == (1, "Insectile Aberration")


def test_how_a_split_card_is_cast_is_said(wanderer):
    question = compiled(wanderer, "Fire // Ice", grant=["Maelstrom Nexus"])
    assert "Fire // Ice is cast as Fire, mana value 2" in question.notes


def test_cards_that_all_left_lead_to_nothing(wanderer):
    question = compiled(wanderer, "Maelstrom Wanderer", out={"Enlisted Wurm": 1, "Bloodbraid Elf": 1})
    assert question.problem.below.tolist() == [8]
    assert "Enlisted Wurm" not in [card.name for card in question.rows]


def test_an_omen_that_is_cast_is_said_not_to_come_back(decklist):
    deck = cs.read_deck(decklist("1 Dirgur Island Dragon\n3 Forest\n"))
    question = compiled(deck, "Maelstrom Wanderer", prefer=["Skimming Strike"])
    assert any("Skimming Strike is an Omen" in note for note in question.notes)
