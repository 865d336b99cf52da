"""The card table: look-up, suggestions, overlays, and facts that the rules need."""

import gzip
from collections import Counter
from importlib.resources import files

import pytest

from cascadesim.cards import Layout, bundled
from cascadesim.cards.names import fold
from cascadesim.errors import CardTableError, UnknownCardError

NAMES = [
    ("Bloodbraid Elf", "Bloodbraid Elf"),
    ("bloodbraid  ELF", "Bloodbraid Elf"),
    ("Lim-Dul's Vault", "Lim-Dûl's Vault"),
    ("LIM-DÛL’S VAULT", "Lim-Dûl's Vault"),
    ("Æther Vial", "Aether Vial"),
    ("Jotun Grunt", "Jötun Grunt"),
    ("Lorien Revealed", "Lórien Revealed"),
    ("Fire/Ice", "Fire // Ice"),
    ("Fire // Ice", "Fire // Ice"),
    ("Fire//Ice", "Fire // Ice"),
    ("fire /// ice", "Fire // Ice"),
    ("Fire / Ice", "Fire // Ice"),
    ("Ice", "Fire // Ice"),
    ("Tibalt, Cosmic Impostor", "Valki, God of Lies // Tibalt, Cosmic Impostor"),
    ("Petty Theft", "Brazen Borrower // Petty Theft"),
    ("Lightning Bolt", "Lightning Bolt"),  # a face of another card has this name too: the full name goes first
    ("+2 Mace", "+2 Mace"),
    ("Summon: Choco/Mog", "Summon: Choco/Mog"),
]


@pytest.mark.parametrize(("typed", "full"), NAMES)
def test_names_as_people_type_them(typed, full):
    assert bundled().get(typed).name == full


def test_unknown_names_get_up_to_three_suggestions():
    with pytest.raises(
        UnknownCardError, match="unknown card 'Bloodbriad Elf'; did you mean 'Bloodbraid Elf'"
    ) as caught:
        bundled().get("Bloodbriad Elf")
    assert caught.value.suggestions[0] == "Bloodbraid Elf"
    assert len(caught.value.suggestions) <= 3
    assert bundled().suggestions("Shardless") == ["Shardless Agent", "Shardless Outlander"]
    assert bundled().suggestions("qwxyz") == []
    with pytest.raises(UnknownCardError, match=r"check the spelling, or add it to a cards\.csv"):
        bundled().get("qwxyz")


def test_the_table_is_small_and_every_row_of_it_is_a_card():
    packed = files("cascadesim.cards").joinpath("data/cards.csv.gz").read_bytes()
    assert len(packed) < 600_000
    assert gzip.decompress(packed).startswith(b"name,layout,mana_costs,")
    cards = list(bundled())
    assert len(cards) == len(bundled()) > 29_000
    assert all(card.mana_value >= 0 for card in cards)
    assert all((len(card.faces) > 1) == (card.layout != Layout.NORMAL) for card in cards)


def test_names_that_differ_in_an_accent_only_are_told_apart_when_written_so():
    folded = Counter(fold(card.name) for card in bundled())
    assert [name for name, n in folded.items() if n > 1] == ["seance board"]
    assert bundled().get("Seance Board").name == "Seance Board"
    assert bundled().get("Séance Board").name == "Séance Board"


# RULES §2a: mana value in the library, and whether the card is a land there.
FACTS = [
    ("Crashing Footfalls", 0, False, Layout.NORMAL),
    ("Fire // Ice", 4, False, Layout.SPLIT),
    ("Wear // Tear", 3, False, Layout.SPLIT),
    ("Commit // Memory", 10, False, Layout.AFTERMATH),
    ("Brazen Borrower", 3, False, Layout.ADVENTURE),
    ("Valki, God of Lies", 2, False, Layout.MODAL_DFC),
    ("Turntimber Symbiosis", 7, False, Layout.MODAL_DFC),
    ("Barkchannel Pathway", 0, True, Layout.MODAL_DFC),
    ("Westvale Abbey", 0, True, Layout.TRANSFORM),
    ("Dryad Arbor", 0, True, Layout.NORMAL),
    ("Great Furnace", 0, True, Layout.NORMAL),
    ("Erayo, Soratami Ascendant", 2, False, Layout.FLIP),
    ("Studious First-Year", 1, False, Layout.PREPARE),
]


@pytest.mark.parametrize(("name", "mana_value", "is_land", "layout"), FACTS)
def test_cr_202_3d_mana_value_in_the_library_by_layout(name, mana_value, is_land, layout):
    card = bundled().get(name)
    assert (card.mana_value, card.is_land, card.layout) == (mana_value, is_land, layout)


@pytest.mark.parametrize(
    ("name", "instances"),
    [("Bloodbraid Elf", 1), ("Maelstrom Wanderer", 2), ("Call Forth the Tempest", 2), ("Apex Devastator", 4)],
)
def test_cr_702_85c_printed_instances_of_cascade(name, instances):
    assert bundled().get(name).cascades == instances


def test_granters_and_the_conditional_card_have_no_printed_cascade():
    for name in ("Maelstrom Nexus", "Yidris, Maelstrom Wielder", "Flamekin Herald", "Bloodbraid Marauder"):
        assert bundled().get(name).cascades == 0


def test_an_overlay_adds_and_overrides(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text(
        "name,mana_costs,types,cascade\nCascader,{2}{R},,1\nMy Land,,Basic Land — Forest,\nLightning Bolt,{5},,\n",
        encoding="utf-8-sig",
    )
    table = bundled().with_overlay(path)
    assert (table.get("cascader").mana_value, table.get("Cascader").cascades) == (3, 1)
    assert table.get("My Land").is_land
    assert table.get("Lightning Bolt").mana_value == 5
    assert bundled().get("Lightning Bolt").mana_value == 1
    assert len(table) == len(bundled()) + 2


def test_an_overlay_names_cards_as_people_do_and_each_once(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text("name,mana_costs,types\nbloodbraid elf,{9},\nSpring,,basic land\n", encoding="utf-8")
    table = bundled().with_overlay(path)
    assert table.get("Bloodbraid Elf").mana_value == 9
    assert table.get("Spring").is_land
    path.write_text("name,mana_costs\nFoo,{1}\nFoo,{2}\n", encoding="utf-8")
    with pytest.raises(CardTableError, match=r"cards\.csv:3: 'Foo' stands in line 2 already"):
        bundled().with_overlay(path)


def test_an_overlay_of_two_faces(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text("name,layout,mana_costs,lands\nFlap // Flup,modal_dfc,{1}{U} // ,01\n", encoding="utf-8")
    card = bundled().with_overlay(path).get("Flup")
    assert [face.is_land for face in card.faces] == [False, True]
    assert card.mana_value == 2


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("card,mana\nA,{1}\n", ":1: the header has no column 'name'"),
        ("name,colour\nA,red\n", ":1: unknown column 'colour'"),
        ("name,mana_costs\nA,{1}\nB,2RG\n", ":3: cannot read the mana cost '2RG'"),
        ("name,layout\nA // B,\n", ":2: 2 face(s) in the name do not fit the layout 'normal'"),
        ("name,layout\nA,weird\n", ":2: unknown layout 'weird'"),
        ("name,cascade\nA,many\n", ":2: cascade must be from 0 to 99"),
        ("name,lands\nA,yes\n", ":2: lands must be 1 digit(s) 0 or 1"),
        ("name,layout,mana_costs\nA // B,split,{1}\n", ":2: 2 face(s) but 1 mana costs"),
        ("name,cascade\n,1\n", ":2: the row has no name"),
        ("name,cascade\nA,1,2\n", ":2: more cells than the header has columns"),
        ('name,cascade\n"A,1\n', "not CSV"),
    ],
)
def test_a_bad_overlay_says_where_and_what(tmp_path, text, where):
    path = tmp_path / "cards.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CardTableError) as caught:
        bundled().with_overlay(path)
    assert where in str(caught.value)
    assert str(caught.value).startswith(str(path))


def test_a_missing_or_binary_overlay_is_one_line(tmp_path):
    with pytest.raises(CardTableError, match="no such file"):
        bundled().with_overlay(tmp_path / "none.csv")
    (tmp_path / "binary.csv").write_bytes(b"\xff\xfe\x00\x01\x80")
    with pytest.raises(CardTableError, match="not UTF-8"):
        bundled().with_overlay(tmp_path / "binary.csv")
