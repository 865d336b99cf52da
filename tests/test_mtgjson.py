"""MTGJSON's AtomicCards as rows of the table, and names in other languages."""

import json
import os
from pathlib import Path

import pytest

from cascadesim.cards import Layout, Mark, bundled
from cascadesim.cards.database import card_of_row
from cascadesim.cards.imported import read_cards
from cascadesim.cards.json_stream import PIECE, file_chunks
from cascadesim.errors import CardTableError
from tests.card_files import PACKINGS, atomic, mtgjson


def read(*entries):
    return read_cards([json.dumps(atomic(*entries)).encode()], "AtomicCards.json")


def card(*faces):
    (row,) = read(list(faces)).rows.values()
    return card_of_row(row)


def faces(name, layout, costs, values, types=("Instant", "Instant"), texts=("", ""), **more):
    columns = zip(name.split(" // "), costs, values, types, texts, "ab", strict=True)
    return [
        mtgjson(name, cost, kind, text, value, faceName=face, side=side, layout=layout)
        | {"identifiers": {"scryfallOracleId": name}}
        | more
        for face, cost, value, kind, text, side in columns
    ]


def test_a_card_of_one_face():
    elf = card(mtgjson(text="Haste\nCascade", keywords=["Cascade", "Haste"]))
    assert (elf.name, elf.mana_value, elf.cascades, elf.types) == ("Test Elf", 4, 1, "Creature — Elf")
    land = card(mtgjson("Test Isle", "", "Basic Land — Island", "({T}: Add {U}.)", 0, producedMana=["U"]))
    assert (land.is_land, land.produces) == (True, "U")


# CR 202.3d, 709.4b, 712.8a, 715.4: only side a, or the sum of a split card, counts in the library.
LAYOUTS = [
    (faces("Hot // Cold", "split", ["{1}{R}", "{1}{U}"], [4, 4]), Layout.SPLIT, 4),
    (faces("Do // Undo", "aftermath", ["{3}{U}", "{4}{U}{U}"], [10, 10]), Layout.AFTERMATH, 10),
    (faces("Hero // Errand", "adventure", ["{2}{G}", "{G}"], [3, 1]), Layout.ADVENTURE, 3),
    (faces("God // Impostor", "modal_dfc", ["{1}{B}", "{5}{B}{R}"], [2, 7]), Layout.MODAL_DFC, 2),
    (faces("Boy // Wolf", "transform", ["{1}{G}", ""], [2, 2]), Layout.TRANSFORM, 2),
    (faces("Monk // Essence", "flip", ["{1}{U}", "{1}{U}"], [2, 2]), Layout.FLIP, 2),
]


@pytest.mark.parametrize(("entry", "layout", "mana_value"), LAYOUTS)
def test_every_layout_with_its_sides_in_any_order(entry, layout, mana_value):
    for one in (card(*entry), card(*reversed(entry))):
        assert (one.layout, one.mana_value) == (layout, mana_value)


def test_the_flipped_half_has_no_cost():
    assert card(*LAYOUTS[-1][0]).faces[1].mana_cost == ""


def test_omens_and_fused_halves_are_marked():
    omen = faces("Drake // Sign", "adventure", ["{4}{U}", "{U}"], [5, 1], types=["Creature", "Sorcery — Omen"])
    fuse = faces("Alpha // Beta", "split", ["{W}", "{B}"], [2, 2], texts=["", "Fuse (x)"])
    assert (card(*omen).marks, card(*fuse).marks) == ({Mark.OMEN}, {Mark.FUSE})


def test_meld_cards_are_cards_of_their_own_and_their_result_is_none():
    half = faces("Half // Angel", "meld", ["{2}", ""], [2, 7])[0]
    result = mtgjson("Angel", "", "Creature", value=7, side="b", layout="meld")
    imported = read([half], [result])
    assert (list(imported.rows), imported.left_out) == (["Half"], {})


def test_of_two_cards_under_one_name_the_funny_one_goes_last():
    funny = mtgjson(cost="{9}", value=9, isFunny=True) | {"identifiers": {"scryfallOracleId": "other"}}
    assert card(funny, mtgjson()).mana_value == card(mtgjson(), funny).mana_value == 4


def test_foreign_names_are_look_up_names():
    foreign = [
        {"language": "Japanese", "name": "試験（しけん）のエルフ"},
        {"language": "German", "name": "Prüfelf"},
        {"language": "French", "name": None},
    ]
    imported = read([mtgjson(foreignData=foreign)])
    assert set(imported.other_names) == {"試験（しけん）のエルフ", "試験のエルフ", "Prüfelf"}
    split = faces("Hot // Cold", "split", ["{R}", "{U}"], [2, 2])
    for face, name in zip(split, ["熱", "寒"], strict=True):
        face["foreignData"] = [{"language": "Japanese", "name": "熱 // 寒", "faceName": name}]
    assert set(read(split).other_names) == {"熱", "寒", "熱 // 寒"}


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("indent", [None, 4])
def test_every_packing(packing, indent):
    document = atomic(*[[mtgjson(f"Elf {n}")] for n in range(50)])
    for order in (("meta", "data"), ("data", "meta")):
        text = json.dumps({key: document[key] for key in order}, indent=indent)
        data = PACKINGS[packing](text.encode())
        chunks = [data[start : start + 100] for start in range(0, len(data), 100)]
        assert len(read_cards(chunks, "AtomicCards.json").rows) == 50


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"meta": {}, "data": {}}', "no card in it"),
        ('{"meta": {}}', "no card in it"),
        ('{"meta": {}, "data": {"A": [], "B": []}}', "no list of faces of MTGJSON"),
        ('{"meta": {}, "data": {"10E": {"cards": []}}}', "no list of faces of MTGJSON"),  # AllPrintings
        ('{"meta": {}, "data": [1]}', "not JSON: '[' where '{' should be"),
        ('{"meta": {}, "data": {"A": [{"name": 1}]}}', "'name' is no text"),
        ('{"meta": {}, "data": {"A": [{"text": ""}]}}', "a face without a name"),
        ('{"data": {"A": [{"name": "A", "foreignData": [1]}]}}', "'foreignData' is no list of objects"),
        ('{"meta": {}, "data": {"A": [{"name": "A"', "it ends in the middle"),
    ],
)
def test_what_is_wrong_is_one_line(text, problem):
    with pytest.raises(CardTableError) as caught:
        read_cards([text.encode()], "AtomicCards.json")
    assert problem in str(caught.value)


FIXTURES = Path(os.environ.get("CASCADESIM_SHARED") or Path(__file__).parents[2] / "shared") / "carddata" / "fixtures"
# Arena's rebalanced cards are digital only: cards of their own names, which the bundled table of paper Magic lacks.
REBALANCED = {
    "A-Alrund, God of the Cosmos // A-Hakka, Whispering Raven",
    "A-Devoted Grafkeeper // A-Departed Soulkeeper",
    "A-Falcon Abomination",
    "A-Hobbling Zombie",
    "A-Lier, Disciple of the Drowned",
    "A-Patrician Geist",
    "A-Phantom Carriage",
    "A-Shipwreck Sifters",
}


@pytest.mark.parametrize(
    ("file", "n_cards", "unknown"),
    [
        ("scryfall_cards_sample.json", 297, REBALANCED | {"Cid, Timeless Artificer"}),  # Cid: a card of June 2025
        ("mtgjson_AtomicCards_fixture.json", 85, set()),
    ],
)
def test_real_cards_agree_with_the_bundled_facts(file, n_cards, unknown):
    path = FIXTURES / file
    if not path.is_file():
        pytest.skip(f"real card objects are not here: set CASCADESIM_SHARED to the folder that holds carddata, {file}")
    imported = read_cards(file_chunks(path), file)
    assert len(imported.rows) == n_cards
    assert imported.left_out == {}
    assert {name for name in imported.rows if name not in bundled()} == unknown
    # Mana value, land, layout, cascade, discover, kicker, multikicker and prototype of all others.
    assert imported.changes(bundled()) == []
    assert path.stat().st_size > PIECE  # so that it was read in pieces
