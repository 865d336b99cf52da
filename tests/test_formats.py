"""Lists of every format that people and programs write: each sample of tests/data/lists gives exactly its zones."""

import json
import os
from pathlib import Path

import pytest

import cascadesim as cs
from cascadesim.cards import CardDatabase, bundled
from cascadesim.cli import main
from cascadesim.decks import resolve
from cascadesim.decks.read import FORMATS, parse_decklist

LISTS = Path(__file__).with_name("data") / "lists"
EXPECTED = json.loads((LISTS / "expected.json").read_text(encoding="utf-8"))


def zones(deck):
    return {str(zone): {card.name: n for card, n in cards.items()} for zone, cards in deck.zones.items()}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_list_of_every_format_gives_its_zones(name):
    deck = cs.read_deck(LISTS / name, cards=bundled())
    assert zones(deck) == EXPECTED[name]
    assert not deck.issues


def test_every_sample_is_expected_to_be_something():
    assert {path.name for path in LISTS.iterdir()} - {"expected.json"} == EXPECTED.keys()


def read(text, kind=None, cards=None):
    data = text if isinstance(text, bytes) else text.encode()
    return resolve(parse_decklist(data, name="list", path="list.txt", kind=kind), cards or bundled())


def named(*names):
    """Return a table of the bundled cards and some more names."""
    rows = {name: [name, "normal", "{1}", "0", *[""] * 8] for name in names}
    return CardDatabase({card.name: [card.name, str(card.layout), *_cells(card)] for card in bundled()} | rows, "more")


def _cells(card):
    costs = " // ".join(face.mana_cost for face in card.faces)
    return [costs, "".join("1" if face.is_land else "0" for face in card.faces), *[""] * 8]


ODD = ("1996 World Champion", "Hazmat Suit (Used)", "Erase (Not the Urza's Legacy One)", "B.F.M. (Big Furry Monster)",
       "_____", '"Ach! Hans, Run!"', "Glimpse, the Unthinkable", "SP//dr, Piloted by Peni")  # fmt: skip


@pytest.mark.parametrize(
    ("line", "name"),
    [
        *((f"1 {name}", name) for name in ODD),
        ("1 Hazmat Suit (Used) (UND) 1", "Hazmat Suit (Used)"),
        ("1 Hazmat Suit (UST) 57", "Hazmat Suit"),
        ("1 +2 Mace", "+2 Mace"),
        ("1 Borrowing 100,000 Arrows", "Borrowing 100,000 Arrows"),
        ("1 Fire & Ice", "Fire // Ice"),
        ("1 Minsc & Boo, Timeless Heroes", "Minsc & Boo, Timeless Heroes"),
        ("1 A-Dorothea, Vengeful Victim", "Dorothea, Vengeful Victim // Dorothea's Retribution"),
        ("1 Geological Appraiser (Alchemy) [LCI:A-150e]", "Geological Appraiser"),
        ("1 Sol Ring (SLD) 1512★", "Sol Ring"),
        ("1 Command Tower (PLST) C17-Ⅱ", "Command Tower"),
        ("1 Squallmonger**", "Squallmonger"),
        ("6 JMP 74 Forest", "Forest"),
        ("1 Lightning Bolt|M10|1", "Lightning Bolt"),
        ("1 Lightning Bolt <retro frame> [M10] (F)", "Lightning Bolt"),
        ("1 Ratonhnhaké:ton", "Ratonhnhaké꞉ton"),
    ],
)
def test_the_card_table_chooses_among_what_a_line_may_mean(line, name):
    deck = read(line, cards=named(*ODD, "Hazmat Suit", "Squallmonger"))
    assert [card.name for card in deck.main] == [name]


def test_a_format_may_be_said():
    assert [card.name for card in read("Lightning Bolt\n4 Forest", kind="names").main] == ["Lightning Bolt", "Forest"]
    with pytest.raises(cs.DecklistError, match="not JSON"):
        read("4 Forest", kind="json")
    with pytest.raises(cs.DecklistError, match=r"list.txt:1: not well-formed XML"):
        read("4 Forest", kind="xml")
    with pytest.raises(cs.DecklistError, match=r"list.txt:1: a CSV list needs a column 'name'"):
        read("Forest", kind="csv")
    with pytest.raises(cs.QuestionError, match="format must be one of text, names, xml, csv, json"):
        read("4 Forest", kind="yaml")


def test_a_format_on_the_command_line(capsys, decklist):
    path = str(decklist("Lightning Bolt\nForest\n"))
    assert main(["deck", path, "--format", "names", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "names"
    assert main(["hits", path, "--format", "json"]) == 1
    assert "not JSON" in capsys.readouterr().err
    assert set(FORMATS) == {"text", "names", "xml", "csv", "json"}


@pytest.mark.parametrize(
    ("text", "line_no", "problem"),
    [
        ('<deck><section name="Main">\n<card qty="0">Forest</card></section></deck>', 2, "cannot read the count '0'"),
        ('<cockatrice_deck><zone name="main">\n\n<card number="4" name="Forrest"/></zone></cockatrice_deck>', 3,
         "unknown card 'Forrest'"),
        ("Count,Name\n4,Forest\nfour,Island\n", 3, "cannot read the count 'four' of 'Island'"),
        ('Count,Name\n4,"Fore\nst"\n1,Forrest\n', 4, "unknown card 'Forrest'"),
        ("Count,Name\n4,\n4,Forest\n", 2, "a count without a card name"),
        ('{"main": [\n{"name": "Forest", "count": 4},\n{"name": "Forrest", "count": 1}]}', 3, "unknown card 'Forrest'"),
        ('{"main": {"Forest": -1}}', 1, "cannot read the count '-1' of 'Forest'"),
        ('{"main": ["4 Forest", 4]}', 1, "a count without a card name"),
    ],
)  # fmt: skip
def test_a_card_that_cannot_be_read_is_an_issue_with_its_line(text, line_no, problem):
    issue = read(text).issues[-1]
    assert issue.line_no == line_no
    assert problem in issue.problem


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("<html><body>4 Forest</body></html>", "XML with <html>; Cockatrice, Magic Online (.dek) and OCTGN lists"),
        ("<deck><section name='Main'>", "not well-formed XML"),
        ("<cockatrice_deck/>", "no card line found"),
        ('{"deck": []}', "JSON without a zone such as 'mainBoard'"),
        ('{"Decks": [{}, {}]}', "2 decks in one file; save each one as a file of its own"),
        ('{"main": ', "list.txt:1: not JSON"),
        ("Name,Set\n", "no card line found"),
        ('Count,Name\n4,"Forest', "not CSV"),
        ("hello\nworld", "no card line found: 'hello' is no card"),
    ],
)
def test_what_is_no_list_of_its_format_is_one_clear_line(decklist, text, problem):
    with pytest.raises(cs.DecklistError) as caught:
        cs.read_deck(decklist(text))
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


WANDERER = {"main": {"Forest": 99}, "commander": {"Maelstrom Wanderer": 1}}
ELF = {"main": {"Bloodbraid Elf": 4, "Forest": 56}}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4xBloodbraid Elf\nx56 Forest", ELF),
        ("Bloodbraid Elf (4)\nForest (56)", ELF),
        ("Bloodbraid Elf\t4\nForest\t56", ELF),
        ("4 《Bloodbraid Elf》\n56枚 《森/Forest》", ELF),
        ("《血編み髪のエルフ/Bloodbraid Elf》 4\n56 森/Forest", ELF),
        ("4 Bloodbraid Elf+|ARB|1\n56 Forest (Extended Art)", ELF),
        ("; a comment\n4 Bloodbraid Elf (M20:278)\n56 Forest", ELF),
        ("4\t火+氷/Fire+Ice\n4\t火/Fire+氷/Ice\n2 《火/Fire》/《氷/Ice》", {"main": {"Fire // Ice": 10}}),
        ("デッキ\n56 Forest\n\nサイドボード:4 強迫/Duress", {"main": {"Forest": 56}, "sideboard": {"Duress": 4}}),
        ("Mazo\n60 Forest\n\nRéserve\n4 Duress", {"main": {"Forest": 60}, "sideboard": {"Duress": 4}}),
        ("60 Forest\n\nSideboard: 4 cards\n4 Duress", {"main": {"Forest": 60}, "sideboard": {"Duress": 4}}),
        ("Lands (60)\n60 Forest\n\nSideboard (4)\n\nSorceries (4)\n4 Duress",
         {"main": {"Forest": 60}, "sideboard": {"Duress": 4}}),
        ("Commander: Maelstrom Wanderer\n99 Forest", WANDERER),
        ("Commander\n1 Maelstrom Wanderer\n99 Forest", WANDERER),
        # Tags and comments are not zones.
        ("1 Sol Ring (C21) 263 #!Commander Staple #Ramp\n59 Forest # see [Sideboard]",
         {"main": {"Sol Ring": 1, "Forest": 59}}),
        ("1 Sol Ring [Ramp,Maybeboard{noDeck}]\n59 Forest", {"main": {"Sol Ring": 1, "Forest": 59}}),
        ("Board,Qty,Name\nmain,60,Forest\nacquire,2,Sol Ring", {"main": {"Forest": 60}, "maybeboard": {"Sol Ring": 2}}),
        ("Quantity,Name,Simple Name,Set\n60,Forest (Borderless),Forest,X", {"main": {"Forest": 60}}),
        ('{"sections":[{"name":"Main","cards":[{"name":"Forest","amount":60}]}],"sideboard":[{"name":"Duress","amount":4}]}',
         {"main": {"Forest": 60}, "sideboard": {"Duress": 4}}),
        ('{"entries":{"commanders":["1 Maelstrom Wanderer"],"lands":["59 Forest"],"nonlands":["40 Sol Ring"]}}',
         {"commander": {"Maelstrom Wanderer": 1}, "main": {"Forest": 59, "Sol Ring": 40}}),
        ('{"main":{"id":"a","name":"Sol Ring"},"mainboard":{"Forest":{"quantity":60}}}', {"main": {"Forest": 60}}),
    ],
)  # fmt: skip
def test_what_people_write_is_read(text, expected):
    deck = read(text)
    assert zones(deck) == expected
    assert not deck.issues


def test_a_shift_jis_list_is_known_by_its_headings():
    text = "土地\r\n40\t森/Forest\r\n呪文\r\n20\t稲妻/Lightning Bolt\r\n"
    for encoding in ("cp932", "euc_jp"):
        assert zones(read(text.encode(encoding))) == {"main": {"Forest": 40, "Lightning Bolt": 20}}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[general]\n1 Maelstrom Wanderer\n[Main]\n99 Forest", "a card line in a section that holds facts"),
        ('<deck><section name="Main"><card qty="99">Forest</card></section><section name="Odd"><card qty="1">Sol Ring'
         "</card></section></deck>", "'Odd' is no zone that is known; the card is left out"),
        ('{"main": ["60 Forest"], "odd": [{"name": "Sol Ring"}]}', "1 cards under 'odd', which is no zone"),
    ],
)  # fmt: skip
def test_no_card_is_lost_in_silence(text, problem):
    (issue,) = read(text).issues
    assert problem in issue.problem
    assert issue.line_no >= 1


def test_a_board_that_is_not_known_is_said():
    deck = read("Board,Qty,Name\nmain,59,Forest\nodd,1,Sol Ring")
    assert deck.decklist.notes == ("board 'odd' is not known: its cards were read as main",)


def test_a_file_whose_name_is_no_text_is_reported_like_any_other(tmp_path):
    (tmp_path / "lists").mkdir()
    for name, text in ((b"\xff.txt", "4 Violent Outburst\n56 Forest\n"), (b"\xfe.txt", "4 Forrest\n")):
        (tmp_path / "lists" / os.fsdecode(name)).write_text(text, encoding="utf-8")
    written = cs.report([tmp_path / "lists"], tmp_path / "out")
    assert (len(written.decks), len(written.failures)) == (1, 1)
    assert "udcff.txt" in written.decks[0].path
