"""The sixteen granters (GRANTS §2): which spells each gives cascade, from where, how often."""

from dataclasses import replace

import numpy as np
import pytest

import cascadesim as cs
from cascadesim.cards import bundled
from cascadesim.engine.exact import exact
from cascadesim.rules.grants import GRANTERS, grants_of
from cascadesim.studies.question import ask


def triggers(source, *granters, **options):
    return cs.judge(source, [], grant=list(granters), **options).source.triggers


@pytest.mark.parametrize(
    ("granter", "source", "options", "instances"),
    [
        ("Maelstrom Nexus", "Hill Giant", {}, 1),
        ("Maelstrom Nexus", "Hill Giant", {"cast_from": "graveyard"}, 1),
        ("Yidris, Maelstrom Wielder", "Hill Giant", {}, 1),
        ("Yidris, Maelstrom Wielder", "Hill Giant", {"cast_from": "exile"}, 0),
        ("Yidris, Maelstrom Wielder", "Hill Giant", {"cast_from": "command"}, 0),
        ("The First Sliver", "Muscle Sliver", {}, 1),
        ("The First Sliver", "Mirror Entity", {}, 1),  # a changeling
        ("The First Sliver", "Mistform Ultimus", {}, 1),
        ("The First Sliver", "Hill Giant", {}, 0),
        ("The First Sliver", "Muscle Sliver", {"cast_as": "face-down"}, 0),
        ("Imoti, Celebrant of Bounty", "Grave Titan", {}, 1),
        ("Imoti, Celebrant of Bounty", "Hill Giant", {}, 0),
        ("Imoti, Celebrant of Bounty", "Fireball", {"x": 5}, 1),
        ("Imoti, Celebrant of Bounty", "Fireball", {"x": 4}, 0),
        ("Flamekin Herald", "Hill Giant", {"cast_from": "command"}, 1),
        ("Flamekin Herald", "Hill Giant", {}, 0),
        ("Flamekin Herald", "Hill Giant", {"commander": True, "cast_from": "hand"}, 1),
        ("Wild-Magic Sorcerer", "Hill Giant", {"cast_from": "exile"}, 1),
        ("Wild-Magic Sorcerer", "Hill Giant", {}, 0),
        ("Abaddon the Despoiler=4", "Hill Giant", {}, 1),
        ("Abaddon the Despoiler=3", "Hill Giant", {}, 0),
        ("Dark Apostle", "Lightning Bolt", {}, 1),
        ("Dark Apostle", "Hill Giant", {}, 0),
        ("Sloppity Bilepiper", "Hill Giant", {}, 1),
        ("Sloppity Bilepiper", "Lightning Bolt", {}, 0),
        ("Rain of Riches", "Hill Giant", {}, 1),
        ("Rain of Riches", "Saw It Coming", {"cast_from": "exile"}, 1),  # foretold, paid with Treasure
        ("Zhulodok, Void Gorger", "Meteor Golem", {}, 2),
        ("Zhulodok, Void Gorger", "Grave Titan", {}, 0),
        ("Zhulodok, Void Gorger", "World Breaker", {}, 2),  # devoid
        ("Zhulodok, Void Gorger", "Meteor Golem", {"cast_from": "command"}, 0),
        ("Bigger on the Inside", "Hill Giant", {}, 1),
        ("TARDIS", "Hill Giant", {}, 1),
        ("Smoldering Stagecoach", "Lightning Bolt", {}, 1),
        ("Smoldering Stagecoach", "Absorb Vis", {}, 1),
        ("Smoldering Stagecoach", "Hill Giant", {}, 0),
        ("Wildsear, Scouring Maw", "Maelstrom Nexus", {}, 1),
        ("Wildsear, Scouring Maw", "Hill Giant", {}, 0),
        ("Quandrix, the Proof", "Lightning Bolt", {}, 1),
        ("Quandrix, the Proof", "Stomp", {}, 1),  # an Adventure is a spell of its own type
        ("Quandrix, the Proof", "Bonecrusher Giant", {}, 0),
        ("Quandrix, the Proof", "Hill Giant", {}, 0),
    ],
)
def test_what_a_granter_gives_a_source(granter, source, options, instances):
    assert triggers(source, granter, **options) == instances


def test_there_are_sixteen_granters_and_each_is_tested():
    assert len(GRANTERS) == 16
    assert all(grants_of(bundled().get(name), 1 if name.startswith("Abaddon") else None) for name in GRANTERS)


def test_instances_add_up():
    """CR 702.85c: printed and granted, several granters, several copies of one."""
    assert triggers("Maelstrom Wanderer", "Imoti, Celebrant of Bounty", "Imoti, Celebrant of Bounty") == 4
    assert triggers("Bloodbraid Elf", "Maelstrom Nexus", "TARDIS") == 3


@pytest.mark.parametrize(
    ("granter", "hit", "new_triggers"),
    [
        ("The First Sliver", "Muscle Sliver", 1),
        ("Imoti, Celebrant of Bounty", "Grave Titan", 1),
        ("Wild-Magic Sorcerer", "Grizzly Bears", 1),
        ("Yidris, Maelstrom Wielder", "Grizzly Bears", 0),  # from exile, not from hand
        ("Quandrix, the Proof", "Lightning Bolt", 0),
        ("Abaddon the Despoiler=9", "Lightning Bolt", 0),
        ("Zhulodok, Void Gorger", "Meteor Golem", 0),
        ("Wildsear, Scouring Maw", "Ardent Plea", 1),  # its printed one only
        ("Maelstrom Nexus", "Grizzly Bears", 0),  # the source was the first spell
        ("Dark Apostle", "Lightning Bolt", 0),  # the source was the next noncreature spell
        ("Sloppity Bilepiper", "Grizzly Bears", 1),  # the source is no creature: the hit is the next
        ("Rain of Riches", "Grizzly Bears", 0),
        ("Flamekin Herald", "Grizzly Bears", 0),
    ],
)
def test_which_grants_reach_a_hit_that_is_cast_from_exile(granter, hit, new_triggers):
    ruling = cs.judge("Call Forth the Tempest", [hit], grant=[granter])
    assert ruling.steps[0].new_triggers == new_triggers


def test_first_from_exile_reaches_one_hit_only():
    ruling = cs.judge("Maelstrom Wanderer", ["Grizzly Bears", "Memnite", "Hill Giant"], grant=["Wild-Magic Sorcerer"])
    assert [(step.hit.name, step.new_triggers) for step in ruling.steps] == [
        ("Grizzly Bears", 1),
        ("Memnite", 0),
        ("Hill Giant", 0),
    ]


def test_a_discovered_spell_can_be_the_first_of_the_turn():
    ruling = cs.judge(None, ["Grizzly Bears", "Memnite"], discover=3, grant=["Maelstrom Nexus"])
    assert [step.new_triggers for step in ruling.steps] == [1, 0]


def test_a_type_that_is_not_known_of_a_source_is_taken_to_fit_and_said():
    source = cs.judge("Shivan Meteor", [], grant=["Quandrix, the Proof"]).source
    assert source.triggers == 1
    assert "Shivan Meteor is taken to be an instant or a sorcery, as Quandrix, the Proof asks" in source.notes[0]


def test_imoti_in_the_middle_of_apex_devastators_chain(request):
    """What she grants from when she resolves is seen: the exact mean with her as a mere hit is far below."""
    deck = cs.read_deck(request.config.rootpath / "decklists" / "quandrix_imoti_commander.txt")
    n = 400_000
    spells = cs.cascade(deck, "Apex Devastator", method="simulate", trials=n, rng=9).spells_cast
    question = ask(deck, "Apex Devastator")
    without = replace(question.problem, enables=np.full_like(question.problem.enables, -1))
    counts = exact(without, np.zeros((0, without.n_rows), bool), 10**6)
    mere_hit = counts.spells @ np.arange(counts.spells.size)
    assert mere_hit == pytest.approx(4.068, abs=5e-4)  # the figure, to its last digit
    assert spells.mean - mere_hit > 5 * spells.std / n**0.5
