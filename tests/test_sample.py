"""`sample`: one random cast, of which many have the law of `cascade`."""

import json
from collections import Counter
from math import sqrt

import numpy as np
import pytest

import cascadesim as cs
from cascadesim.cards import bundled
from cascadesim.decks import resolve
from cascadesim.decks.read import parse_decklist
from tests.test_cli import run

RHINOS = "decklists/temur_rhinos_modern_ptlotr2023.txt"
JUND = "decklists/jund_standard_worlds2009.txt"
WANDERER = "decklists/maelstrom_wanderer_commander_2026.txt"


def made(text):
    return resolve(parse_decklist(text.encode(), name="made", path="made"), bundled())


SMALL = made("2 Enlisted Wurm\n2 Bloodbraid Elf\n1 Memnite\n2 Grizzly Bears\n1 Hill Giant\n1 Fire // Ice\n4 Forest\n")


def test_many_samples_have_the_law_of_cascade():
    n, first, casts, exiled = 4000, Counter(), Counter(), []
    for seed in range(n):
        drawn = cs.sample(SMALL, "Enlisted Wurm", rng=seed)
        first[drawn.ruling.steps[0].hit.name] += 1
        casts.update({card.name for card, _ in drawn.ruling.casts})
        exiled.append(sum(len(step.exiled) for step in drawn.ruling.steps))
    result = cs.cascade(SMALL, "Enlisted Wurm", method="exact")
    for hit in result.hit_list:
        for found, p in ((first[hit.card], hit.first.value), (casts[hit.card], hit.cast.value)):
            assert abs(found / n - p) < 5 * sqrt(p * (1 - p) / n)
    law = result.exiled_total.pmf
    mean = result.exiled_total.mean
    spread = sqrt(sum(p * (k - mean) ** 2 for k, p in enumerate(law)) / n)
    assert abs(np.mean(exiled) - mean) < 5 * spread


def test_bottomed_cards_are_reached_again_in_a_random_order():
    """CR 702.85a: the second trigger goes through what the first one put on the bottom, which it did in any order."""
    deck = made("1 Maelstrom Wanderer\n1 Memnite\n1 Forest\n1 Island\n1 Swamp\n")
    lower = Counter()
    for seed in range(300):
        drawn = cs.sample(deck, rng=seed)
        second = drawn.ruling.steps[1]
        assert second.hit is None
        assert len(second.exiled) == 3
        assert drawn.ruling.reached_bottom == (drawn.library[0].name != "Memnite")
        if drawn.library[-1].name == "Memnite":
            lower[second.exiled[0].name == drawn.library[0].name] += 1
    assert 0.15 < lower[True] / lower.total() < 0.55  # a third


def test_the_same_seed_is_the_same_cast():
    deck = cs.read_deck(JUND)
    assert str(cs.sample(deck, rng=7)) == str(cs.sample(deck, rng=7))
    assert str(cs.sample(deck, rng=7)) != str(cs.sample(deck, rng=8))
    fresh = cs.sample(deck)
    assert str(cs.sample(deck, rng=fresh.seed)) == str(fresh)


def test_without_a_hand_the_library_is_the_deck_less_the_source():
    deck = cs.read_deck(RHINOS)
    drawn = cs.sample(deck, "Violent Outburst", rng=1)
    counts = Counter(drawn.library)
    assert counts.total() == 59
    assert counts[bundled().get("Violent Outburst")] == 3
    assert (drawn.hand, drawn.drawn, drawn.turn, drawn.seat) == (None, (), None, None)
    assert drawn.casts == ("Crashing Footfalls",)


@pytest.mark.parametrize(("seat", "n_drawn"), [("play", 2), ("draw", 3)])
def test_cr_103_8a_a_hand_and_draws_leave_the_library(seat, n_drawn):
    deck = cs.read_deck(RHINOS)
    drawn = cs.sample(deck, by=3, seat=seat, rng=2)
    assert (len(drawn.hand), len(drawn.drawn), len(drawn.library)) == (7, n_drawn, 53 - n_drawn)
    assert Counter([*drawn.hand, *drawn.drawn, *drawn.library]) == Counter(dict(deck.main))
    assert (drawn.turn, drawn.seat) == (3, seat)


def test_a_source_is_cast_only_if_it_is_at_hand():
    deck = cs.read_deck(RHINOS)
    seen = set()
    for seed in range(40):
        drawn = cs.sample(deck, hand=True, rng=seed)
        at_hand = {card.name for card in drawn.hand} & {"Shardless Agent", "Violent Outburst"}
        assert (drawn.source in at_hand) == bool(at_hand)
        assert (drawn.ruling is None) == (not at_hand)
        if not at_hand:
            assert drawn.notes == ("nothing is cast: no Shardless Agent or Violent Outburst in hand",)
            assert (drawn.casts, len(drawn.table)) == ((), 0)
        seen.add(bool(at_hand))
    assert seen == {True, False}
    commander = cs.sample(cs.read_deck(WANDERER), hand=True, rng=1)
    assert (commander.source, len(commander.library)) == ("Maelstrom Wanderer", 92)


def test_by_a_turn_what_lands_pay_for_is_cast_first():
    deck = made("20 Forest\n20 Enlisted Wurm\n20 Bloodbraid Elf\n")
    for seed in range(30):
        drawn = cs.sample(deck, by=4, rng=seed)
        names = {card.name for card in (*drawn.hand, *drawn.drawn)}
        lands = sum(card.is_land for card in (*drawn.hand, *drawn.drawn))
        if "Bloodbraid Elf" in names and lands >= 4:
            assert drawn.source == "Bloodbraid Elf"
            assert not any("do not pay" in note for note in drawn.notes)
        elif drawn.source:
            assert drawn.source == ("Bloodbraid Elf" if "Bloodbraid Elf" in names else "Enlisted Wurm")
            assert f"{lands} lands by turn 4 do not pay for {drawn.source}" in drawn.notes[-1]


def test_it_is_told_card_by_card_in_the_words_of_the_rules():
    deck = made("1 Shardless Agent\n1 Fire // Ice\n1 Hill Giant\n1 Forest\n1 Crashing Footfalls\n")
    for seed in range(20):
        drawn = cs.sample(deck, rng=seed)
        lines = str(drawn).splitlines()
        expect = {
            "Forest": "   exiled: Forest, a land",
            "Hill Giant": "   exiled: Hill Giant, mana value 4, not less than 3",
            "Fire // Ice": "   exiled: Fire // Ice, mana value 4 for both halves together, not less than 3",
            "Crashing Footfalls": "   exiled: Crashing Footfalls",
        }
        exiled = [card.name for card in drawn.ruling.steps[0].exiled]
        assert [line for line in lines if "exiled:" in line] == [expect[name] for name in exiled]
        assert "   Crashing Footfalls stops it: a nonland card of mana value 0 (CR 702.85a)" in lines
        assert lines[0] == f"made, seed {seed}"
        assert "Cast for free: Crashing Footfalls" in lines


def test_eras_policies_and_kicks_apply():
    deck = made("1 Bloodbraid Elf\n1 Fire // Ice\n1 Burst Lightning\n")
    old = {cs.sample(deck, rng=seed, era="2009").casts[0] for seed in range(20)}
    assert old == {"Fire", "Burst Lightning"}
    assert {cs.sample(deck, rng=seed, era="2009", prefer=["Ice"]).casts[0] for seed in range(20)} == {
        "Ice", "Burst Lightning",
    }  # fmt: skip
    drawn = cs.sample(made("1 Bloodbraid Elf\n1 Burst Lightning\n"), mana="{4}", rng=1)
    assert "with what is left it is: {4}" in str(drawn)
    declined = cs.sample(made("1 Bloodbraid Elf\n1 Memnite\n"), decline=["Memnite"], rng=1)
    assert declined.casts == ()
    discovered = cs.sample(SMALL, discover=3, rng=1)
    assert (discovered.source, len(discovered.library)) == ("discover 3", 13)
    assert cs.sample(SMALL, discover=3, hand=True, rng=1).ruling is not None


def test_views_of_a_sample():
    drawn = cs.sample(SMALL, "Enlisted Wurm", rng=3)
    assert drawn._repr_html_().startswith("<pre>made, seed 3\nlibrary: 12 cards, shuffled\n")
    assert list(drawn.table.columns) == ["of", "trigger", "threshold", "n_exiled", "hit", "cast"]
    assert len(drawn.table) == len(drawn.ruling.steps)
    assert repr(drawn).startswith("<SampleResult 'Enlisted Wurm' in 'made': seed 3, casts ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"by": 0}, "by must be a turn from 1 to 30, got 0"),
        ({"by": 31}, "by must be a turn from 1 to 30, got 31"),
        ({"by": "three"}, "by must be a whole number"),
        ({"seat": "left"}, "seat must be 'play' or 'draw', got 'left'"),
        ({"rng": -1}, "a seed is a whole number from 0"),
        ({"source": "Hill Giant"}, "nothing of Hill Giant digs"),
        ({"source": "Shardless Agent", "hand": True}, "never drawn; leave out the hand"),
        ({"decline": ["Grave Titan"]}, "holds no such card"),
        ({"resources": {"gold": 1}}, "no kicker takes it"),
    ],
)
def test_what_cannot_be_asked_is_one_clear_line(options, message):
    with pytest.raises(cs.QuestionError, match=message):
        cs.sample(SMALL, **options)


def test_the_command_and_its_json(capsys, decklist):
    status, out, err = run(capsys, "sample", RHINOS, "--source", "violent outburst", "--seed", 4)
    assert (status, err) == (0, "")
    assert out.startswith("temur_rhinos_modern_ptlotr2023, seed 4\nlibrary: 59 cards, shuffled\nViolent Outburst: one")
    status, out, _ = run(capsys, "sample", RHINOS, "--seed", 4, "--by", 3, "--draw", "--json")
    document = json.loads(out)
    assert (status, document["schema"]) == (0, "cascadesim.sample/1")
    assert list(document) == [
        "schema", "deck", "source", "seed", "seat", "turn", "hand", "drawn", "library", "ruling", "notes",
    ]  # fmt: skip
    assert (document["seed"], document["seat"], document["turn"]) == (4, "draw", 3)
    assert (len(document["hand"]), len(document["drawn"]), len(document["library"])) == (7, 3, 50)
    if document["ruling"]:
        assert document["ruling"]["schema"] == "cascadesim.judge/1"
    assert "opening hand: " in run(capsys, "sample", RHINOS, "--hand")[1]
    assert run(capsys, "sample", RHINOS, "--source", "Nobody")[0] == 1
    assert run(capsys, "sample", RHINOS, "--by", 0)[0] == 2
    status, out, err = run(capsys, "sample", RHINOS, "--draw")
    assert (status, out) == (2, "")
    assert "--draw can be asked beside --by" in err
    status, out, err = run(capsys, "sample", decklist("60 Forest\n"))
    assert (status, out, err.count("\n")) == (2, "", 1)
