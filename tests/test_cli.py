"""The command line: data on stdout, complaints on stderr, a status, and never a traceback."""

import json
import os
import subprocess
import sys

import pytest

import cascadesim as cs
from cascadesim.cli import main
from cascadesim.cli.main import cascadesim
from cascadesim.rules.spell import CastAs, CastFrom

JUND = "decklists/jund_standard_worlds2009.txt"


def run(capsys, *argv):
    status = main(list(map(str, argv)))
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return status, out, err


def test_hits_reports_every_source_where_none_is_named(capsys):
    status, out, err = run(capsys, "hits", JUND, "--trials", "1000", "--json")
    assert (status, err) == (0, "")
    assert [cast["source"]["card"] for cast in json.loads(out)["casts"]] == ["Bituminous Blast", "Bloodbraid Elf"]


def test_hits_on_a_terminal_says_how_every_figure_was_had(capsys):
    status, out, _ = run(capsys, "hits", JUND, "--trials", "1000", "--seed", "5", "--method", "simulate")
    assert status == 0
    assert "simulated, 1,000 trials, seed 5; ± and in brackets: 95% confidence intervals" in out
    assert "Putrid Leech" in out
    assert "(whiff)" in out
    assert "\nexact\n" in run(capsys, "hits", JUND)[1]


def test_options_share_names_with_the_python_keywords(capsys):
    status, out, _ = run(
        capsys, "hits", JUND, "--source", "bloodbraid elf", "--seen", 10, "--out", "Blightning=2", "--top", "Forest",
        "--bottom", "Terminate", "--decline", "Lightning Bolt", "--uncastable", "Putrid Leech", "--confidence", 0.9,
        "--group", "burn=Lightning Bolt,Burst Lightning", "--method", "exact", "--json",
    )  # fmt: skip
    cast = json.loads(out)["casts"][0]
    assert status == 0
    assert cast["library"] == 59 - 10 - 2
    assert cast["confidence_level"] == 0.9
    copies = {hit["card"]: hit["copies"] for hit in cast["hits"]}
    assert copies["Blightning"] == 2
    assert cast["groups"][0]["name"] == "burn"
    cast_of = {hit["card"]: hit["cast"]["p"] for hit in cast["hits"]}
    assert cast_of["Lightning Bolt"] == cast_of["Putrid Leech"] == 0


def test_groups_may_hold_names_with_commas(capsys):
    deck = "decklists/maelstrom_wanderer_commander_2026.txt"
    status, out, _ = run(
        capsys,
        "hits",
        deck,
        "--source",
        "Bloodbraid Elf",
        "--group",
        "x=Selvala, Heart of the Wilds,Sol Ring",
        "--json",
    )
    assert status == 0
    (group,) = json.loads(out)["casts"][0]["groups"]
    n = sum(hit["copies"] for hit in json.loads(out)["casts"][0]["hits"])
    assert group["first"]["p"] == pytest.approx(2 / n)


def test_same_seed_same_bytes(capsys):
    outputs = {
        run(capsys, "hits", JUND, "--method", "simulate", "--trials", 3000, "--seed", seed, "--json")[1]
        for seed in (1, 1, 2)
    }
    assert len(outputs) == 2


@pytest.mark.parametrize("verb", ["hits", "kicker"])
def test_a_precision_stands_for_trials(capsys, verb):
    ask = (verb, JUND, "--source", "Bituminous Blast", "--method", "simulate", "--json")
    assert run(capsys, *ask, "--precision", "0.02")[1] == run(capsys, *ask, "--trials", "2401")[1]
    status, _, err = run(capsys, *ask, "--precision", "2")
    assert status == 2
    assert "precision must be between 0 and 1" in err


def test_a_report_takes_a_precision(capsys, decklist, tmp_path):
    path = decklist("4 Bloodbraid Elf\n4 Bituminous Blast\n4 Lightning Bolt\n24 Mountain\n")
    out = tmp_path / "out"
    status, _, _ = run(capsys, "report", path, "--out", out, "--method", "simulate", "--precision", "0.02")
    assert status == 0
    casts = json.loads((out / "report.json").read_text(encoding="utf-8"))["decks"][0]["casts"]
    assert {cast["trials"] for cast in casts} == {2401}


def test_a_deck_without_cascade_is_said(capsys, decklist):
    status, out, err = run(capsys, "hits", decklist("60 Forest\n"), "--json")
    assert status == 0
    assert json.loads(out)["casts"] == []
    assert "no card with cascade in the main deck or command zone; name one with --source NAME" in err


def test_lines_that_are_not_understood_are_complained_about_and_stop_nothing(capsys, decklist):
    path = decklist("4 Bloodbraid Elf\nhello there\n20 Forest\n")
    status, _, err = run(capsys, "hits", path)
    assert status == 0
    said = "not a card line such as '4 Bloodbraid Elf', nor a heading that is known; the cards below are read as main"
    assert err == f"{path}:2: 'hello there': {said}\n"
    assert run(capsys, "hits", path, "--quiet")[2] == ""


def test_unknown_cards_refuse_a_deck_unless_ignored(capsys, decklist):
    path = decklist("4 Bloodbriad Elf\n1 Shardless Agent\n")
    status, out, err = run(capsys, "hits", path)
    assert (status, out) == (1, "")
    assert err == f"{path}:1: unknown card 'Bloodbriad Elf'; did you mean 'Bloodbraid Elf'?\n"
    status, out, err = run(capsys, "hits", path, "--ignore-unknown", "--json", "--quiet")
    assert status == 0
    assert json.loads(out)["deck"]["unknown"] == ["Bloodbriad Elf"]


@pytest.mark.parametrize(
    ("argv", "status", "message"),
    [
        (["hits", "none.txt"], 1, "none.txt: cannot read the file: no such file or directory"),
        (["hits", "."], 1, ".: cannot read the file: is a directory"),
        (["hits", JUND, "--source", "Elff"], 1, "unknown card 'Elff'"),
        (["hits", JUND, "--source", "Terminate"], 2, "nothing of Terminate digs"),
        (["hits", JUND, "--source", "Bituminous Blast", "--method", "exact", "--budget", "9"], 2, "no exact answer"),
        (["hits", JUND, "--method", "guess"], 2, "'guess' is not one of"),
        (["hits", JUND, "--trials", "1"], 2, "1 is not in the range x>=2"),
        (["hits", JUND, "--seen", "-1"], 2, "-1 is not in the range x>=0"),
        (["hits", JUND, "--out", "Forest"], 2, "cannot read 'Forest'; write NAME=N"),
        (["hits", JUND, "--group", "ramp"], 2, "cannot read 'ramp'; write NAME=CARD,CARD"),
        (["hits", JUND, "--top", "Sol Ring"], 2, "top='Sol Ring': the main deck holds no such card"),
        (["hits", JUND, "--confidence", "95"], 2, "must be between 0 and 1"),
        (["hits", JUND, "--cards", "none.csv"], 1, "none.csv: cannot read the card table: no such file"),
        (["hits"], 2, "Missing argument 'DECK'"),
        (["hist", JUND], 2, "No such command 'hist'"),
        (["hits", JUND, "--era", "2010"], 2, "unknown era '2010'; the eras are 2009, 2017, 2021, current"),
        (["hits", JUND, "--x", "3"], 2, "Bituminous Blast has no X in its mana cost"),
        (["hits", JUND, "--face", "Stomp"], 2, "Bituminous Blast has no face 'Stomp'"),
        (["hits", JUND, "--grant", "Forest"], 2, "Forest gives cascade to no spell"),
        (["judge", "--source", "Bloodbraid Elf", "--era", "1994"], 2, "unknown era '1994'"),
        (["judge", "--source", "Bloodbraid Elf", "--x", "1"], 2, "Bloodbraid Elf has no X in its mana cost"),
        (["judge", "--source", "Bloodbraid Elf", "--face", "Ice"], 2, "Bloodbraid Elf has no face 'Ice'"),
        (["judge", "--source", "Bloodbraid Elf", "--grant", "Forest"], 2, "Forest gives cascade to no spell"),
        (["judge", "--discover", "3", "--x", "7"], 2, "x, face, as and cast-from say how a source is cast"),
        (
            ["judge", "--source", "Bloodbraid Elf", "--decline", "Forest"],
            2,
            "decline='Forest': the library holds no such card",
        ),
        (["judge"], 2, "name a source, or say how much is discovered"),
        (["kicker", JUND, "--source", "Bloodbraid Elf", "--mana", "RR"], 2, "cannot read the mana 'RR'"),
        (["turns", JUND, "--source", "Bloodbraid Elf", "--source", "Shardless Agent"], 2, "neither in the main deck"),
        (["turns", JUND, "--by", "31"], 2, "by must be a turn from 1 to 30"),
        (["turns", JUND, "--mana-from", "Putrid Leech"], 2, "write NAME=MANA"),
        (["turns", JUND, "--mana-from", "Putrid Leech={R}", "--mana-from", "Putrid Leech={G}"], 2, "is named twice"),
        (["turns", JUND, "--down-to", "5"], 2, "down_to and free_mulligan are for"),
        (["turns", JUND, "--mana-from", "Putrid Leech=R"], 2, "cannot read the mana 'R'"),
        (["turns", JUND, "--keep", "lands 2-5"], 2, "keep is for mulligan='london'"),
        (["turns", JUND, "--tapped", "Savage Lands", "--method", "exact"], 2, "use --method simulate, or auto"),
        (["turns", JUND, "--x", "2"], 2, "has no X in its mana cost"),
        (["cards", "show", "Elff"], 1, "unknown card 'Elff'"),
        (["report", "decklists"], 2, "Missing option '--out'"),
    ],
)
def test_errors_are_one_line_with_a_status(capsys, argv, status, message):
    got, out, err = run(capsys, *argv)
    assert (got, out) == (status, "")
    assert message in err
    assert err.count("\n") == 1


def test_deck_shows_how_a_list_was_read(capsys, decklist):
    path = decklist("Sideboard\n2 Fire/Ice\nDeck\n4 Bloodbraid Elf (ARB) 50 *F*\nwhat?\n")
    status, out, _ = run(capsys, "deck", path, "--json")
    document = json.loads(out)
    assert status == 0
    assert document["schema"] == "cascadesim.deck/1"
    assert document["zones"] == {"main": {"Bloodbraid Elf": 4}, "sideboard": {"Fire // Ice": 2}}
    (issue,) = document["issues"]
    assert (issue["line"], issue["text"], issue["suggestions"]) == (5, "what?", [])
    _, out, _ = run(capsys, "deck", path)
    assert "main: 4 cards" in out
    assert "line 5: 'what?': not a card line" in out


def test_deck_shows_all_of_a_list_that_would_be_refused(capsys, decklist):
    path = decklist("4 Bloodbriad Elf\n0 Sol Ring\n4 Forest\n")
    status, out, err = run(capsys, "deck", path, "--json")
    document = json.loads(out)
    assert status == 1
    assert document["zones"] == {"main": {"Forest": 4}}
    assert [(issue["line"], issue["suggestions"]) for issue in document["issues"]] == [(1, ["Bloodbraid Elf"]), (2, [])]
    assert err.count("\n") == 2


def test_judge_gives_a_ruling_with_rule_numbers_and_as_json(capsys):
    library = "Forest; Hill Giant; Fire // Ice; Burst Lightning"
    status, out, _ = run(capsys, "judge", "--source", "Bloodbraid Elf", "--library", library, "--mana", "{4}")
    assert status == 0
    assert "exiled from the top: Forest, Hill Giant, Fire // Ice, Burst Lightning" in out
    assert "(CR 702.85a)" in out
    assert "kicker {4} may be paid once (CR 702.33); with what is left it is: {4}" in out
    status, out, _ = run(capsys, "judge", "--source", "elf of bloodbraid", "--library", library)
    assert status == 1
    _, out, _ = run(capsys, "judge", "--source", "Bloodbraid Elf", "--library", library, "--era", "2009", "--json")
    document = json.loads(out)
    assert document["schema"] == "cascadesim.judge/1"
    assert (document["threshold"], document["triggers"]) == (4, 1)
    (step,) = document["steps"]
    assert (step["hit"], step["castable"], step["cast"]) == ("Fire // Ice", ["Fire", "Ice"], "Fire")
    assert (step["bottomed"], step["new_triggers"], step["kicker"], step["x_value"]) == (
        ["Forest", "Hill Giant"],
        0,
        [],
        None,
    )


def test_judge_discovers_and_says_what_does_not_dig(capsys):
    _, out, _ = run(capsys, "judge", "--discover", 3, "--library", "Hill Giant; Divination", "--decline", "Divination")
    assert "1. discover 3: a nonland card of mana value 3 or less (CR 701.57a)" in out
    assert "702.85" not in out
    assert "put into the hand: Divination" in out
    _, out, _ = run(capsys, "judge", "--source", "Bloodbraid Elf", "--era", "2009", "--library", "Fire // Ice")
    assert "Fire // Ice stops it: a half of it is cheap enough (rule 502.85a of 2009)" in out
    status, out, _ = run(capsys, "judge", "--source", "Hill Giant", "--library", "Forest", "--json")
    assert (status, json.loads(out)["triggers"], json.loads(out)["steps"]) == (0, 0, [])


def test_kicker_tells_both_numbers(capsys):
    deck = "decklists/jund_kicker_postboard_2010.txt"
    status, out, _ = run(capsys, "kicker", deck, "--source", "Bloodbraid Elf", "--mana", "{R}", "--json")
    document = json.loads(out)
    assert (status, document["schema"], document["method"]) == (0, "cascadesim.kicker/1", "exact")
    hit = document["hits"][0]
    assert (hit["card"], hit["mana_value"], hit["total_if_kicked"]) == ("Goblin Ruinblaster", 3, 4)
    assert (hit["kicker"], hit["multikicker"], hit["kickable"], hit["max_kicks"]) == (["{R}"], None, True, 1)
    assert hit["missed_if_kicker_counted"]
    assert hit["p_kicked"]["p"] == document["kicked"]["p"] == pytest.approx(2 / 13)
    status, out, _ = run(capsys, "kicker", deck, "--source", "Bituminous Blast", "--mana", "{R}", "--trials", 500)
    assert status == 0
    assert "Goblin Ruinblaster" in out
    _, out, _ = run(capsys, "kicker", JUND, "--source", "Bloodbraid Elf", "--resource", "land=2")
    assert "Burst Lightning" in out


@pytest.mark.parametrize("way", CastAs)
def test_every_way_to_cast_a_source(capsys, way):
    card = {"fused": "Wear // Tear", "prototype": "Blitz Automaton", "face-down": "Exalted Angel"}[way]
    threshold = {"fused": 3, "prototype": 3, "face-down": 0}[way]
    options = ["--as", str(way), "--grant", "Maelstrom Nexus", "--library", "Memnite", "--json"]
    status, out, _ = run(capsys, "judge", "--source", card, *options)
    assert (status, json.loads(out)["threshold"]) == (0, threshold)


@pytest.mark.parametrize("zone", CastFrom)
def test_every_zone_to_cast_a_source_from(capsys, zone):
    options = ["--cast-from", str(zone), "--grant", "Yidris, Maelstrom Wielder", "--library", "", "--json"]
    status, out, _ = run(capsys, "judge", "--source", "Hill Giant", *options)
    assert (status, json.loads(out)["triggers"]) == (0, 1 if zone == "hand" else 0)


def test_eras_and_grants_on_the_command_line(capsys):
    deck = "decklists/temur_rhinos_modern_ptlotr2023.txt"
    _, out, _ = run(capsys, "hits", deck, "--source", "Violent Outburst", "--era", "2009", "--json")
    cast = json.loads(out)["casts"][0]
    assert cast["era"] == "2009"
    assert {hit["card"] for hit in cast["hits"]} == {"Crashing Footfalls", "Dead // Gone", "Fire // Ice"}
    _, out, _ = run(capsys, "hits", deck, "--source", "Fury", "--grant", "Maelstrom Nexus", "--json", "--trials", 100)
    assert json.loads(out)["casts"][0]["source"] == {"card": "Fury", "threshold": 5, "triggers": 1, "kind": "cascade"}
    _, out, _ = run(capsys, "hits", deck, "--discover", "2", "--json")
    source = json.loads(out)["casts"][0]["source"]
    assert source == {"card": "discover 2", "threshold": 2, "triggers": 1, "kind": "discover"}


def test_discover_sources_of_a_real_list(capsys):
    deck = "tests/data/discover_appraiser_standard_2025.txt"
    assert run(capsys, "hits", deck)[0] == 1  # an Arena-only name
    _, out, _ = run(capsys, "hits", deck, "--ignore-unknown", "--json", "--trials", 2000)
    casts = json.loads(out)["casts"]
    assert [(cast["source"]["card"], cast["source"]["kind"]) for cast in casts] == [
        ("Geological Appraiser", "discover"),
        ("Trumpeting Carnosaur", "discover"),
    ]
    assert all("Duskmourn's Claim" in cast["notes"][0] for cast in casts)


def test_cards_info_and_show(capsys):
    status, out, _ = run(capsys, "cards", "info")
    assert status == 0
    assert "cards, 38 of them with printed cascade" in out
    _, out, _ = run(capsys, "cards", "show", "petty theft")
    assert "name: Brazen Borrower // Petty Theft" in out
    assert "face Petty Theft: {1}{U}, mana value 2" in out
    _, out, _ = run(capsys, "cards", "show", "Apex Devastator", "--json")
    document = json.loads(out)
    assert (document["mana_value"], document["cascade"]) == (10, 4)


def test_help_and_version(capsys):
    status, out, _ = run(capsys, "--help")
    assert status == 0
    assert all(verb in out for verb in ("hits", "kicker", "turns", "judge", "deck", "report", "cards"))
    assert run(capsys, "--version")[1].startswith("cascadesim ")
    assert run(capsys)[0] == 2


def test_an_output_pipe_that_closes_is_no_error():
    program = f"{sys.executable} -c 'from cascadesim.cli import run; run()'"
    command = f"{program} deck decklists/quandrix_commander_2026.txt | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "quandrix_commander_2026" in done.stdout


@pytest.mark.parametrize(
    "argv", [["hits", JUND, "--trials", "100"], ["deck", "decklists/jund_kicker_postboard_2010.txt"]]
)
def test_an_output_that_cannot_show_a_letter_is_no_error(argv):
    command = [sys.executable, "-c", "from cascadesim.cli import run; run()", *argv]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")


def test_json_escapes_what_the_output_cannot_show(decklist):
    command = [
        sys.executable,
        "-c",
        "from cascadesim.cli import run; run()",
        "deck",
        decklist("1 Lórien Revealed"),
        "--json",
    ]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert json.loads(done.stdout)["zones"] == {"main": {"Lórien Revealed": 1}}


def test_what_does_not_fit_one_source_leaves_the_others_their_answers(capsys):
    deck = "decklists/maelstrom_wanderer_commander_2014.txt"
    status, out, err = run(
        capsys, "hits", deck, "--top", "Etherium-Horn Sorcerer", "--trials", 500, "--json", "--seed", 1
    )
    assert status == 0
    assert [cast["source"]["card"] for cast in json.loads(out)["casts"]] == ["Maelstrom Wanderer"]
    assert err == "Etherium-Horn Sorcerer: top: 1 x 'Etherium-Horn Sorcerer', but 0 are left in the library\n"
    status, out, _ = run(capsys, "hits", deck, "--decline", "Etherium-Horn Sorcerer", "--trials", 500, "--json")
    assert (status, len(json.loads(out)["casts"])) == (0, 2)


def test_a_group_given_twice_holds_both(capsys):
    options = ["--group", "a=Blightning", "--group", "a=Lightning Bolt", "--json", "--source", "Bloodbraid Elf"]
    _, out, _ = run(capsys, "hits", JUND, *options)
    (group,) = json.loads(out)["casts"][0]["groups"]
    assert group["first"]["p"] == pytest.approx(8 / 22)


def test_text_into_a_pipe_is_not_wrapped(capsys, decklist):
    _, out, _ = run(capsys, "deck", decklist("4 Forest\n" + "word " * 60))
    assert any(len(line) > 300 for line in out.splitlines())


def test_heavy_libraries_are_imported_where_they_are_used():
    script = (
        "import sys; import cascadesim, cascadesim.cli.main; "
        "print([m for m in ('pandas', 'matplotlib', 'rich', 'jinja2', 'rapidfuzz') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_verb_has_help(capsys):
    verbs = "hits kicker turns sweep compare checkup judge sample deck report cards"
    assert set(cascadesim.commands) == set(verbs.split())
    for verb in cascadesim.commands:
        assert main([verb, "--help"]) == 0


RHINOS = "decklists/temur_rhinos_modern_ptlotr2023.txt"


def test_turns_shows_play_and_draw_side_by_side(capsys):
    status, out, err = run(capsys, "turns", RHINOS, "--by", "3", "--colors", "off")
    assert (status, err) == (0, "")
    assert "no mulligans: every hand of seven is kept\nexact\n" in out
    assert "   3       9 / 10  75.11% / 79.02%  48.08% / 57.95%      48.08% / 57.94%" in out
    assert "Crashing Footfalls  48.08%  57.94%" in out
    assert "Violent Outburst           48.75% / 52.77%" in out
    assert "note: lands alone give mana, one each" in out
    assert "fetch lands" not in out
    _, out, _ = run(capsys, "turns", RHINOS, "--by", "3", "--draw", "--mulligan", "london", "--trials", "5000")
    assert "London mulligans down to 4; keep lands 2-5" in out
    assert "put back: dead, lands over 3, others, hits, sources over 1, lands, sources" in out
    assert "simulated, 5,000 games, seed 0; 95% confidence intervals: ±1" in out
    kicked = "decklists/jund_kicker_postboard_2010.txt"
    _, out, _ = run(capsys, "turns", kicked, "--by", "6", "--play", "--trials", "2000")
    assert "kicks, mean" in out
    assert "% , of kicks ±0.0".replace(" ,", ",") in out


def test_turns_as_json_keeps_the_contract(capsys):
    argv = ["turns", RHINOS, "--by", "3", "--play", "--mulligan", "london", "--keep", "lands 2-5 and sources >= 1"]
    status, out, _ = run(capsys, *argv, "--trials", "2000", "--seed", "7", "--json")
    document = json.loads(out)
    assert (status, document["schema"]) == (0, "cascadesim.turns/1")
    assert (document["mulligan"], document["keep"]) == ("london", "lands 2-5 and sources >= 1")
    assert (document["method"], document["trials"], document["seed"]) == ("simulate", 2000, 7)
    assert [turn["turn"] for turn in document["turns"]] == [1, 2, 3]
    last = document["turns"][2]
    assert last["draw"] is None
    assert last["play"]["cards_seen"] == 9
    for figure in ("source_in_hand", "castable", "cascades_into_hit", "kicked"):
        assert set(last["play"][figure]) == {"p", "low", "high"}
        assert last["play"][figure]["low"] <= last["play"][figure]["p"] <= last["play"][figure]["high"]
    assert set(last["play"]["expected_kicks"]) == {"mean", "low", "high"}
    assert [hit["card"] for hit in last["play"]["hits"]] == ["Crashing Footfalls"]
    assert [source["card"] for source in last["play"]["sources"]] == ["Shardless Agent", "Violent Outburst"]
    assert sum(document["hand_sizes"]["play"]) == pytest.approx(1)
    assert run(capsys, *argv, "--trials", "2000", "--seed", "7", "--json", "--jobs", "2")[1] == out
    _, out, _ = run(capsys, "turns", RHINOS, "--by", "1", "--json")
    exact = json.loads(out)
    assert (exact["method"], exact["trials"], exact["keep"]) == ("exact", None, None)
    assert exact["turns"][0]["draw"]["source_in_hand"]["low"] is None


def test_a_keep_rule_that_cannot_be_read_is_shown_with_a_caret(capsys):
    status, out, err = run(capsys, "turns", RHINOS, "--mulligan", "london", "--keep", "lands 2-5 und sources >= 1")
    assert (status, out) == (2, "")
    assert err.splitlines() == [
        "cascadesim: keep: expected the end, 'and' or 'or', got 'und'",
        "  lands 2-5 und sources >= 1",
        "            ^",
    ]


def test_every_option_of_turns_has_its_keyword(capsys):
    deck = "decklists/hypergenesis_extended_2010.txt"
    argv = (
        "--by 3 --play --trials 3000 --json --mulligan london --down-to 5 --free-mulligan --confidence 0.9 --era 2017"
    )
    named = {"source": "Violent Outburst", "put-back": "hits, lands over 4", "tapped": "Calciform Pools",
             "mana-from": "Simian Spirit Guide={R}", "era": "2017", "decline": "Hypergenesis"}  # fmt: skip
    options = [part for name, value in named.items() for part in (f"--{name}", value)]
    status, out, _ = run(capsys, "turns", deck, *argv.split(), *options)
    assert status == 0
    document = json.loads(out)
    assert document["put_back"].startswith("hits, lands over 4, dead, ")
    assert (document["down_to"], document["free_mulligan"], document["confidence_level"]) == (5, True, 0.9)
    result = cs.turns(
        cs.read_deck(deck), 3, sources=["Violent Outburst"], seats=["play"], mulligan="london",
        put_back="hits, lands over 4", down_to=5, free_mulligan=True, tapped=["Calciform Pools"],
        mana_from={"Simian Spirit Guide": "{R}"}, trials=3000, confidence_level=0.9, decline=["Hypergenesis"],
        era="2017", rng=0,
    )  # fmt: skip
    assert document["turns"][2]["play"]["castable"]["p"] == result.play[2].figures.castable.value


def test_turns_with_optimal_mulligans(capsys):
    argv = "--by 3 --mulligan optimal --goal castable --goal-turn 3 --colors off"
    _, out, _ = run(capsys, "turns", RHINOS, *argv.split())
    assert "London mulligans down to 4; the best ones for: castable by turn 3\nexact\n" in out
