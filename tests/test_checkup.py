"""`checkup`: what breaks a cascade, what is never hit, and cards that count other than they look."""

import json

import pytest

import cascadesim as cs
from cascadesim.cards import CardDatabase, bundled
from cascadesim.decks import resolve
from cascadesim.decks.read import parse_decklist
from cascadesim.results import FindingKind
from tests.test_cli import run

# name: layout, mana costs, lands, cascade, kicker, prototype, marks
CARDS = {
    "Land": ("normal", "", "1", "", "", "", ""),
    "Three": ("normal", "{2}{R}", "0", "1", "", "", ""),
    "Five": ("normal", "{4}{R}", "0", "1", "", "", ""),
    "Payoff": ("normal", "", "0", "", "", "", ""),
    "Other Payoff": ("normal", "", "0", "", "", "", ""),
    "One": ("normal", "{G}", "0", "", "", "", ""),
    "Two": ("normal", "{1}{G}", "0", "", "", "", ""),
    "Four": ("normal", "{3}{G}", "0", "", "", "", ""),
    "Six": ("normal", "{5}{G}", "0", "", "", "", ""),
    "Ballista": ("normal", "{X}{X}", "0", "", "", "", "dies_at_x0"),
    "Fireball": ("normal", "{X}{R}", "0", "", "", "", ""),
    "Big Fireball": ("normal", "{X}{6}", "0", "", "", "", ""),
    "Kicked": ("normal", "{1}{R}", "0", "", "{R}", "", ""),
    "Left // Right": ("split", "{R} // {2}{R}", "00", "", "", "", ""),
    "Small // Halves": ("split", "{R} // {R}", "00", "", "", "", ""),
    "Giant // Stomp": ("adventure", "{3}{R} // {1}{R}", "00", "", "", "", ""),
    "Dragon // Omen": ("adventure", "{4}{R} // {R}", "00", "", "", "", "omen"),
    "Fae // Granted": ("adventure", "{1}{U} // {3}{U}", "00", "", "", "", ""),
    "God // Impostor": ("modal_dfc", "{1}{B} // {5}{B}{R}", "00", "", "", "", ""),
    "Smash // Pass": ("modal_dfc", "{R}{R} // ", "01", "", "", "", ""),
    "Far // Near": ("adventure", " // {1}{G}", "10", "", "", "", ""),
    "Human // Wolf": ("transform", "{1}{R} // ", "00", "", "", "", ""),
    "Robot": ("normal", "{7}", "0", "", "", "{1}{R}", ""),
}
TABLE = CardDatabase(
    {
        name: [name, layout, costs, lands, "", "", cascade, "", kicker, "", prototype, marks]
        for name, (layout, costs, lands, cascade, kicker, prototype, marks) in CARDS.items()
    },
    "made-up cards",
)


def made(main, side=None, table=TABLE):
    text = "".join(f"{n} {card}\n" for card, n in main.items())
    text += "Sideboard\n" + "".join(f"{n} {card}\n" for card, n in side.items()) if side else ""
    return resolve(parse_decklist(text.encode(), name="made", path="made"), table)


def listed(name):
    return cs.read_deck(f"decklists/{name}.txt")


def only(deck, kind, **options):
    """Return the cards, texts and rules of the findings of a kind, of the one source of a deck."""
    (check,) = cs.checkup(deck, **options).sources
    return [(finding.card, finding.text, finding.rule) for finding in check.of_kind(kind)]


def test_cr_702_85a_a_nonland_under_the_threshold_that_is_not_wanted_breaks_the_cascade():
    deck = made({"Three": 4, "Payoff": 4, "Two": 1, "Four": 4, "Land": 20}, {"One": 2, "Payoff": 1, "Six": 1})
    (check,) = cs.checkup(deck, want=["payoff"]).sources
    (breaks,) = check.of_kind("breaks")
    assert (breaks.card, breaks.zone, breaks.copies, breaks.threshold) == ("Two", "main", 1, 3)
    assert (breaks.text, breaks.rule) == ("Two stops it: mana value 2 is less than 3", "CR 702.85a")
    assert breaks.first.value == check.unwanted.value == pytest.approx(1 / 5)
    (boarded,) = check.of_kind("breaks_when_boarded")
    assert (boarded.card, boarded.zone, boarded.copies, boarded.first) == ("One", "sideboard", 2, None)
    assert check.wanted == (("Payoff",), False, False, "named")


def test_cr_702_85a_the_chance_of_something_unwanted_is_that_of_cascade():
    for name, want in (("jund_standard_worlds2009", "Blightning"), ("maelstrom_wanderer_commander_2026", "Sol Ring")):
        deck = listed(name)
        for check in cs.checkup(deck, want=[want]).sources:
            hits = cs.cascade(deck, check.source.name, method="exact").hit_list
            first = {hit.card: hit.first.value for hit in hits if hit.first.value}
            assert check.unwanted.value == pytest.approx(1 - first.pop(want))
            assert {f.card: f.first.value for f in check.of_kind("breaks")} == pytest.approx(first)


@pytest.mark.parametrize(
    ("main", "wanted", "why"),
    [
        ({"One": 4}, ("One",), "the only hit"),
        ({"Payoff": 4, "One": 12}, ("Payoff",), "hits without a mana cost"),
        ({"Payoff": 4, "Other Payoff": 1}, ("Other Payoff", "Payoff"), "hits without a mana cost"),
        ({"Payoff": 1, "One": 4, "Two": 4}, None, "no hit stands out"),
        ({"One": 4, "Two": 3}, ("One",), "more than half of the hits"),
        ({"One": 4, "Two": 4}, None, "no hit stands out"),
        ({}, None, "no hit stands out"),
    ],
)
def test_wanted_hits_are_guessed_and_it_is_said(main, wanted, why):
    (check,) = cs.checkup(made({"Three": 4, "Land": 20, "Six": 4, **main})).sources
    assert check.wanted.is_guess
    assert check.wanted.why == why
    assert check.wanted.is_everything == (wanted is None)
    if wanted is not None:
        assert check.wanted.cards == wanted
    assert bool(check.of_kind("breaks")) == (wanted is not None and set(main) != set(wanted))


def test_where_everything_is_wanted_nothing_breaks():
    for name in ("jund_standard_worlds2009", "jund_kicker_postboard_2010", "maelstrom_wanderer_commander_2026"):
        for check in cs.checkup(listed(name)).sources:
            assert check.wanted.is_everything
            assert check.unwanted.value == 0
            assert not check.of_kind("breaks")
            assert not check.of_kind("breaks_when_boarded")


def test_cr_709_4b_a_split_card_counts_both_halves():
    deck = made({"Three": 4, "Left // Right": 4, "Small // Halves": 1, "Land": 20})
    text = "Left // Right is no hit, although Left (1) is less than 3: both halves count together, 1 + 3 = 4"
    assert only(deck, "surprising_value") == [("Left // Right", text, "CR 709.4b")]
    text = "Left // Right is a hit: Left (1) is less than 3, and one half is enough; either half may be cast"
    assert only(deck, "surprising_value", era="2009") == [("Left // Right", text, "rule 502.85a of 2009")]
    assert only(deck, "surprising_value", era="2017")[0][2] == "CR 709.4b"


@pytest.mark.parametrize(
    ("card", "text", "rule"),
    [
        (
            "Giant // Stomp",
            "Giant (4) is no hit, although Stomp (2) is less than 3: only the card itself counts",
            "CR 715.4",
        ),
        (
            "Dragon // Omen",
            "Dragon (5) is no hit, although Omen (1) is less than 3: only the card itself counts",
            "CR 720.4",
        ),
        (
            "Fae // Granted",
            "Fae (2) is a hit, but Granted (4) cannot be cast: that spell is not less than 3",
            "CR 715.4, 702.85a",
        ),
        (
            "God // Impostor",
            "God (2) is a hit, but Impostor (7) cannot be cast: that spell is not less than 3",
            "CR 712.8a, 702.85a",
        ),
        ("Smash // Pass", "Smash (2) is a hit and no land: its back, Pass, does not count", "CR 712.8a"),
        ("Far // Near", "Far // Near is a land and no hit, whatever Near (2) costs", "CR 715.4"),
        (
            "Robot",
            "Robot (7) is no hit, although Robot (prototyped) (2) is less than 3: only the card itself counts",
            "CR 718.4",
        ),
    ],
)
def test_cr_202_3_the_part_that_counts_in_the_library_is_told(card, text, rule):
    deck = made({"Three": 4, "Payoff": 4, card: 2, "Human // Wolf": 1, "Land": 20})
    assert only(deck, "surprising_value") == [(card, text, rule)]


def test_before_2021_the_other_part_may_be_cast_whatever_it_costs():
    deck = made({"Three": 4, "God // Impostor": 4})
    text = "God (2) is a hit, and Impostor (7) may be cast: only the card is looked at"
    assert only(deck, "surprising_value", era="2017") == [("God // Impostor", text, "CR 702.84a of 2017")]


def test_cr_702_127a_the_later_half_of_an_aftermath_card_is_never_cast():
    deck = made({"Bituminous Blast": 1, "Commit // Memory": 4}, table=bundled())
    ((_, text, _),) = only(deck, "surprising_value", era="2009")
    assert text.endswith("one half is enough; only Commit may be cast (CR 702.127a)")


def test_cr_107_3b_x_is_0():
    deck = made({"Three": 4, "Ballista": 4, "Fireball": 2, "Big Fireball": 1}, {"Ballista": 1})
    found = only(deck, "dead_at_x0")
    assert found[0] == ("Ballista", "Ballista is cast with X = 0: it enters as a 0/0 and dies", "CR 107.3b, 704.5f")
    assert found[1] == ("Fireball", "Fireball is cast with X = 0: look whether it does anything then", "CR 107.3b")
    assert [card for card, _, _ in found] == ["Ballista", "Fireball", "Ballista"]


def test_cr_118_8d_kicker_never_counts():
    text = "Kicked is a hit, mana value 2; 3 all told when kicked is not less than 3, but kicker never counts"
    deck = made({"Three": 4, "Kicked": 4})
    assert only(deck, "kicker_beyond") == [("Kicked", text, "CR 118.8d, 202.4, 702.33")]
    assert only(deck, "kicker_beyond", discover=3) == []
    ruinblaster = cs.checkup(listed("jund_kicker_postboard_2010"), "Bloodbraid Elf").sources[0].findings
    assert [finding.card for finding in ruinblaster if finding.kind == "kicker_beyond"] == ["Goblin Ruinblaster"]


@pytest.mark.parametrize(
    ("source", "card", "how"),
    [
        ("Bloodbraid Elf", "Everflowing Chalice", "mana value 0; kicked 2 times it costs 4"),
        ("Bituminous Blast", "Everflowing Chalice", "mana value 0; kicked 3 times it costs 6"),
        ("Bloodbraid Elf", "Comet Storm", "mana value 2; kicked 2 times it costs 4"),
        ("Maelstrom Wanderer", "Verdeloth the Ancient", "mana value 6; with X great enough it costs 8 or more"),
    ],
)
def test_cr_118_8d_kicks_without_limit_never_count_either(source, card, how):
    (check,) = cs.checkup(made({source: 1, card: 4, "Forest": 9}, table=bundled())).sources
    (finding,) = check.of_kind("kicker_beyond")
    assert finding.text.startswith(f"{card} is a hit, {how} all told")
    assert finding.rule == "CR 118.8d, 202.4, 702.33"


def test_never_hit_is_what_no_trigger_of_any_source_reaches():
    deck = made({"Three": 4, "Five": 4, "Two": 4, "Four": 2, "Six": 3, "Left // Right": 1, "Land": 20})
    result = cs.checkup(deck)
    assert [(finding.card, finding.copies) for finding in result.never_hit] == [("Five", 4), ("Six", 3)]
    assert result.never_hit[1].text == "Six is never hit: mana value 6 is not less than 5"
    assert [finding.card for finding in cs.checkup(deck, "Three").never_hit] == [
        "Five", "Four", "Left // Right", "Six", "Three",
    ]  # fmt: skip


def test_a_wanted_card_that_is_never_hit_comes_first():
    result = cs.checkup(made({"Three": 4, "One": 4, "Five": 1, "Six": 3, "Land": 9}), "Three", want=["Six", "Land"])
    assert [finding.text for finding in result.never_hit][:2] == [
        "Land is wanted, but never hit: it is a land",
        "Six is wanted, but never hit: mana value 6 is not less than 3",
    ]
    assert result.sources[0].unwanted.value == 1


def test_an_unknown_card_is_never_hit_and_it_is_said():
    decklist = parse_decklist(b"4 Three\n4 One\n2 Nobody\n", name="made", path="made")
    result = cs.checkup(resolve(decklist, TABLE, ignore_unknown=True), want=["Nobody"])
    assert result.never_hit[0][:2] == ("never_hit", "Nobody")
    assert result.never_hit[0].text == "Nobody is wanted, but never hit: nothing is known of it"
    assert "unknown cards count as cards that never stop a dig: Nobody" in result.notes


def test_rhinos_of_2023_plays_split_cards_that_look_like_hits():
    result = cs.checkup(listed("temur_rhinos_modern_ptlotr2023"))
    assert [check.source.name for check in result.sources] == ["Shardless Agent", "Violent Outburst"]
    for check in result.sources:
        assert check.wanted == (("Crashing Footfalls",), True, False, "the only hit")
        assert (check.stops, check.unwanted.value) == (4, 0)
        assert [(f.kind, f.card) for f in check.findings] == [
            ("surprising_value", "Dead // Gone"), ("surprising_value", "Fire // Ice"),
        ]  # fmt: skip
    assert {"Fury", "Force of Negation"} < {finding.card for finding in result.never_hit}


def test_hypergenesis_of_2010_would_break_when_it_boards_two_drops():
    for check in cs.checkup(listed("hypergenesis_extended_2010")).sources:
        boarded = [(finding.card, finding.copies) for finding in check.findings]
        assert boarded == [("Meddling Mage", 3), ("Vexing Shusher", 3)]


def test_living_end_of_2013_has_nothing_to_find():
    result = cs.checkup(listed("livingend_modern_gpkc2013"))
    assert all(check.findings == () for check in result.sources)
    assert all(check.wanted.cards == ("Living End",) for check in result.sources)


def test_bundled_cards_of_every_layout_are_told():
    for name in ("Valki, God of Lies", "Shatterskull Smashing", "Fae of Wishes", "Fire // Ice", "Commit // Memory"):
        deck = made({"Violent Outburst": 4, "Crashing Footfalls": 4, name: 1}, table=bundled())
        (found,) = only(deck, "surprising_value") or [None]
        assert (found is None) == (name == "Commit // Memory")


def test_the_table_and_the_views_hold_every_finding():
    result = cs.checkup(listed("jund_standard_worlds2009"), "Bloodbraid Elf", want=["Blightning"])
    table = result.table
    assert list(table.columns) == ["source", "kind", "card", "zone", "copies", "threshold", "text", "rule", "first"]
    assert len(table) == len(result.sources[0].findings) + len(result.never_hit)
    assert set(table["kind"]) <= set(FindingKind)
    assert table["first"].dtype == "float64"
    assert "Maelstrom Pulse stops it" in result._repr_html_()
    assert repr(result) == (
        "<CheckupResult 'jund_standard_worlds2009': 1 sources, 13 findings, 6 of them break a cascade, 5 cards are "
        "never hit>"
    )
    assert len(cs.checkup(made({"Land": 9})).table) == 0


def test_what_cannot_be_asked_is_one_clear_line():
    deck = made({"Three": 4, "One": 4})
    with pytest.raises(cs.QuestionError, match="want='Six': the list holds no such card"):
        cs.checkup(deck, want=["Six"])
    with pytest.raises(cs.QuestionError, match="expected a list of card names"):
        cs.checkup(deck, want="One")
    with pytest.raises(cs.UnknownCardError):
        cs.checkup(deck, want=["Nobody"])
    with pytest.raises(cs.QuestionError, match="nothing of One digs"):
        cs.checkup(deck, "One")
    with pytest.raises(cs.QuestionError, match="unknown era"):
        cs.checkup(deck, era="1993")


RHINOS = "decklists/temur_rhinos_modern_ptlotr2023.txt"
JUND = "decklists/jund_standard_worlds2009.txt"


def test_the_command_tells_alike_sources_together(capsys):
    status, out, err = run(capsys, "checkup", RHINOS)
    assert (status, err) == (0, "")
    assert "Shardless Agent, Violent Outburst: one cascade, for a nonland card of mana value less than 3" in out
    assert "wanted: Crashing Footfalls (a guess: the only hit)" in out
    assert "nothing in the library breaks it: 4 cards can be hit, all wanted" in out
    assert "never hit, by any trigger of these sources: 4 Dead // Gone; 4 Fire // Ice" in out
    status, out, _ = run(capsys, "checkup", JUND, "--source", "Bloodbraid Elf", "--want", "Blightning")
    assert status == 0
    assert "the first trigger stops on something unwanted: 81.82%" in out
    assert "  4x: Putrid Leech stops it: mana value 2 is less than 4; hit first 18.18% (CR 702.85a)" in out
    assert "  4x in the sideboard: Goblin Ruinblaster is a hit" in out
    assert "wanted: every hit (a guess: no hit stands out)" in run(capsys, "checkup", JUND)[1]


def test_the_json_contract_of_checkup(capsys):
    status, out, _ = run(capsys, "checkup", JUND, "--want", "Blightning", "--era", "2009", "--json")
    document = json.loads(out)
    assert (status, document["schema"], document["era"]) == (0, "cascadesim.checkup/1", "2009")
    assert list(document) == ["schema", "deck", "era", "sources", "never_hit", "notes"]
    blast, elf = document["sources"]
    assert blast["source"] == {"card": "Bituminous Blast", "threshold": 5, "triggers": 1, "kind": "cascade"}
    assert (elf["wanted"], elf["wanted_is_guess"], elf["stops"]) == (["Blightning"], False, 22)
    assert elf["unwanted"] == {"p": pytest.approx(18 / 22), "low": None, "high": None}
    assert elf["findings"][0] == {
        "kind": "breaks", "card": "Burst Lightning", "zone": "main", "copies": 1, "threshold": 4,
        "text": "Burst Lightning stops it: mana value 1 is less than 4", "rule": "rule 502.85a of 2009",
        "first": {"p": pytest.approx(1 / 22), "low": None, "high": None},
    }  # fmt: skip
    assert document["never_hit"][0]["card"] == "Bituminous Blast"


def test_statuses_of_checkup(capsys, decklist):
    status, out, err = run(capsys, "checkup", decklist("60 Forest\n"), "--json")
    assert (status, json.loads(out)["sources"]) == (0, [])
    assert "no card with cascade" in err
    status, out, err = run(capsys, "checkup", RHINOS, "--want", "Blightning")
    assert (status, out, err) == (2, "", "cascadesim: want='Blightning': the list holds no such card\n")
    status, _, err = run(capsys, "checkup", RHINOS, "--want", "Crashing Footfall")
    assert (status, err.count("\n")) == (1, 1)
    assert run(capsys, "checkup", "nowhere.txt")[0] == 1
    assert run(capsys, "checkup", RHINOS, "--wish", "x")[0] == 2
