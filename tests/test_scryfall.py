"""Scryfall's card objects as rows of the table, and files of them in every shape, also hostile ones."""

import gzip
import io
import json
import lzma
import time
import tracemalloc

import pytest

from cascadesim.cards import Layout, Mark, bundled
from cascadesim.cards.database import CardDatabase, card_of_row
from cascadesim.cards.imported import Imported, read_cards
from cascadesim.cards.json_stream import PIECE
from cascadesim.errors import CardTableError
from tests.card_files import PACKINGS, as_array, as_lines, scryfall, two_faces


def read(*cards):
    return read_cards([as_array(list(cards))], "cards.json")


def card(document):
    (row,) = read(document).rows.values()
    return card_of_row(row)


def in_pieces(data, size):
    return [data[start : start + size] for start in range(0, len(data), size)]


def test_a_card_of_one_face():
    elf = card(scryfall(oracle_text="Haste\nCascade (Reminder.)", cmc=4.0))
    assert (elf.name, elf.mana_value, elf.cascades, elf.types) == ("Test Elf", 4, 1, "Creature — Elf")
    assert (elf.layout, elf.is_land, elf.produces) == (Layout.NORMAL, False, "")


def test_kicker_discover_prototype_and_marks_come_from_the_text():
    text = "Prototype {2}{R} — 3/2\nKicker {1}\nDevoid\nChangeling\nWhen this creature enters, discover 3."
    one = card(scryfall(mana_cost="{7}", oracle_text=text, keywords=["Cascade"]))
    assert (one.prototype, one.kicker, one.discover, one.discovers, one.cascades) == ("{2}{R}", "{1}", "3", 3, 0)
    assert one.marks == {Mark.DEVOID, Mark.CHANGELING, Mark.DISCOVERS}
    hydra = scryfall(mana_cost="{X}{G}", toughness="0", oracle_text="This creature enters with X +1/+1 counters on it.")
    assert card(hydra).marks == {Mark.DIES_AT_X0}


# CR 202.3d, 709.4b, 712.8a, 715.4, 720.4: the mana value that the library sees, by layout.
LAYOUTS = [
    (two_faces("Hot // Cold", "split", ["{1}{R}", "{1}{U}"], cmc=4.0), Layout.SPLIT, 4),
    (two_faces("Do // Undo", "split", ["{3}{U}", "{6}"], texts=["", "Aftermath (x)"], cmc=10), Layout.AFTERMATH, 10),
    (two_faces("Hero // Errand", "adventure", ["{2}{G}", "{G}"], cmc=3.0), Layout.ADVENTURE, 3),
    (two_faces("God // Impostor", "modal_dfc", ["{1}{B}", "{5}{B}{R}"], cmc=2.0), Layout.MODAL_DFC, 2),
    (two_faces("Boy // Wolf", "transform", ["{1}{G}", ""], cmc=2.0), Layout.TRANSFORM, 2),
    (two_faces("Monk // Essence", "flip", ["{1}{U}", ""], cmc=2.0), Layout.FLIP, 2),
    (two_faces("Pupil // Lesson", "prepare", ["{G}", "{2}{G}"], cmc=1.0), Layout.PREPARE, 1),
    (scryfall("Saga", "{2}", layout="saga", cmc=2.0), Layout.NORMAL, 2),
    (scryfall("Half", "{2}", layout="meld", cmc=2.0), Layout.NORMAL, 2),
]  # fmt: skip


@pytest.mark.parametrize(("document", "layout", "mana_value"), LAYOUTS)
def test_every_layout(document, layout, mana_value):
    one = card(document)
    assert (one.layout, one.mana_value) == (layout, mana_value)


def as_scryfall(card):
    """Write a card as an object whose text says what the card does."""
    kicker = card.kicker.replace(" and ", ", ").replace(" // ", " and/or ")
    dash = " " if kicker.startswith("{") and "," not in kicker else "—"
    event = "When this creature enters, d" if card.discovers is not None else "{T}: D"
    lines = [
        ", ".join(["Cascade"] * card.cascades),
        kicker and f"Kicker{dash}{kicker}.",
        card.multikicker and f"Multikicker {card.multikicker}",
        card.prototype and f"Prototype {card.prototype} — 1/1",
        card.discover and f"{event}iscover {card.discover}.",
    ]
    texts = ["\n".join(filter(None, lines)), "Aftermath" if card.layout == Layout.AFTERMATH else ""]
    types = ["Land" if face.is_land else "Creature" for face in card.faces]
    if len(card.faces) == 1:
        return scryfall(card.name, card.front.mana_cost, types[0], texts[0])
    layout = "split" if card.layout == Layout.AFTERMATH else str(card.layout)
    return two_faces(card.name, layout, [face.mana_cost for face in card.faces], types, texts)


def test_every_bundled_card_comes_back_from_an_object_that_says_what_it_does():
    imported = read_cards([as_lines(map(as_scryfall, bundled()))], "cards.json")
    assert imported.left_out == {}
    assert len(imported.rows) == len(bundled())
    assert imported.changes(bundled()) == []


def test_fused_halves_and_omens_are_marked():
    fuse = two_faces("Alpha // Beta", "split", ["{W}", "{B}"], texts=["", "Fuse (x)"])
    omen = two_faces("Drake // Sign", "adventure", ["{4}{U}", "{U}"], types=["Creature", "Sorcery — Omen"])
    assert (card(fuse).marks, card(omen).marks) == ({Mark.FUSE}, {Mark.OMEN})


def test_lands_in_front_and_behind():
    spell = two_faces("Blast // Crater", "modal_dfc", ["{R}", ""], ["Instant", "Land"], ["", "{T}: Add {R}."])
    path = two_faces("East // West", "modal_dfc", ["", ""], ["Land", "Land"], ["{T}: Add {G}.", "{T}: Add {U}."])
    arbor = scryfall("Arbor", "", "Land Creature — Forest Dryad", cmc=0, produced_mana=["G"])
    assert [(face.is_land) for face in card(spell).faces] == [False, True]
    assert (card(path).is_land, card(path).produces) == (True, "G // U")
    assert (card(arbor).is_land, card(arbor).produces) == (True, "G")


def test_a_card_printed_on_both_sides_counts_once():
    sides = two_faces("Twin // Twin", "reversible_card", ["{4}{U}", "{4}{U}"])
    sides["card_faces"][0] |= {"cmc": 5.0, "layout": "normal"}
    one = card(sides)
    assert (one.name, one.mana_value, one.layout) == ("Twin", 5, Layout.NORMAL)


def test_what_no_deck_is_made_of_is_passed_over():
    meld = {"all_parts": [{"component": "meld_result", "name": "Angel"}]}
    others = [
        scryfall("Soldier", "", layout="token"),
        scryfall("Emblem", "", "Emblem — Hero"),
        scryfall("Angel", "", layout="meld", **meld),
    ]
    imported = read(scryfall(), *others)
    assert (list(imported.rows), imported.left_out) == (["Test Elf"], {})


def test_what_the_table_cannot_say_is_left_out_with_its_reason():
    imported = read(
        scryfall(),
        scryfall("Wrong", "{2}", cmc=3.0),
        scryfall("Half Girl", "{HW}"),
        two_faces("New // Thing", "spiral", ["{1}", "{2}"]),
        scryfall("A\u0000B"),
    )
    assert list(imported.rows) == ["Test Elf"]
    assert imported.left_out["Wrong"] == "its mana value is given as 3, its costs make 2"
    assert "unknown mana symbol {HW}" in imported.left_out["Half Girl"]
    assert imported.left_out["New // Thing"] == "its layout 'spiral' is not known"
    assert len(imported.left_out) == 4
    evil = [scryfall(), scryfall("A\x1b[2J\ud800" * 99), scryfall("B", "\x1b" * 9999)]
    evil = read_cards([json.dumps(evil).encode()], "cards.json").left_out
    assert len(evil) == 2
    assert all(text.isprintable() and len(text) <= 200 for entry in evil.items() for text in entry)


def test_of_two_cards_with_one_name_that_of_tournaments_stays():
    real, playtest = scryfall(mana_cost="{1}"), scryfall(mana_cost="{9}", set_type="funny")
    for pair in ([real, playtest], [playtest, real]):
        (row,) = read(*pair).rows.values()
        assert card_of_row(row).mana_value == 1


def test_printed_names_of_cards_and_faces_are_look_up_names():
    japanese = scryfall("Test Elf", lang="ja", printed_name="試験（しけん）のエルフ", flavor_name="Elf King")
    split = two_faces("Hot // Cold", "split", ["{R}", "{U}"])
    for face, name in zip(split["card_faces"], ["熱", "寒"], strict=True):
        face["printed_name"] = name
    imported = read(japanese, split, scryfall("Elf King", "{9}"))
    table = CardDatabase({}, "none").with_rows(imported.rows, imported.other_names, "cards.json")
    for name in ("試験（しけん）のエルフ", "試験のエルフ"):
        assert table.get(name).name == "Test Elf"
    assert {table.get(name).name for name in ("熱", "寒", "熱 // 寒")} == {"Hot // Cold"}
    assert table.get("elf king").mana_value == 9  # a full name goes first


CARDS = [scryfall(f"Elf {n}", oracle_text='Say "]", \\ or } and ｛é｝') for n in range(40)]
LIST = {"object": "list", "has_more": False, "data": CARDS}
SHAPES = {
    "array": as_array(CARDS),
    "array with an object a line": b"[\n" + b",\n".join(map(as_array, CARDS)) + b"\n]\n",
    "indented array": as_array(CARDS, indent=2),
    "lines": as_lines(CARDS),
    "list of the API": json.dumps(LIST).encode(),
    "with a byte order mark": b"\xef\xbb\xbf" + as_array(CARDS),
}


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", [1, 7, 1000, PIECE])
def test_every_shape_in_every_packing_and_in_pieces_of_any_size(shape, packing, size):
    data = PACKINGS[packing](SHAPES[shape])
    assert len(read_cards(in_pieces(data, size), "cards").rows) == len(CARDS)


def test_packed_files_may_have_several_parts():
    first, second = as_lines(CARDS[:20]), as_lines(CARDS[20:])
    for pack in (gzip.compress, lzma.compress):
        assert len(read_cards([pack(first) + pack(second)], "cards").rows) == len(CARDS)


ARRAY = SHAPES["array"]
DAMAGED = {
    "empty": (b"", "it is empty"),
    "empty array": (b"[]", "no card in it"),
    "not JSON": (b"<html>Not found</html>", "not JSON"),
    "not UTF-8": (b"\xff\xfe[\x00]\x00", "not UTF-8"),
    "NUL bytes": (b"\x00" * 5000, "not JSON"),
    "NUL in a string": (b'[{"object": "card", "name": "a\x00b"}]', "not JSON: invalid control character"),
    "cut off": (ARRAY[:-10], "it ends in the middle, after 39 cards"),
    "cut off between cards": (ARRAY[: ARRAY.rindex(b", {")], "it ends in the middle, after 39 cards"),
    "cut off line": (SHAPES["lines"][:-10], "it ends in the middle, after 39 cards"),
    "something after the end": (ARRAY + b"[]", "something follows the end"),
    "no comma": (b"[" + as_array(CARDS[0]) + as_array(CARDS[1]) + b"]", "not JSON: '{' where ']' should be"),
    "numbers": (b"[1, 2]", "no card object of Scryfall"),
    "another object": (b'{"object": "error", "status": 404}', "no card object of Scryfall"),
    "wrong types": (b'[{"object": "card", "name": 5}]', "'name' is no text"),
    "wrong faces": (b'[{"object": "card", "name": "A", "card_faces": {"a": 1}}]', "'card_faces' is no list"),
    "a huge number": (b'[{"object": "card", "cmc": ' + b"9" * 5000 + b"}]", "4300"),
    "deep lists": (b"[" * 1_000_000, "nested too deeply"),
    "deep objects": (b'{"a":' * 300_000, "nested too deeply"),
    "a long line": (b'[{"object": "card", "name": "' + b"a" * 30_000_000, "longer than 2,000,000 characters"),
    "spaces": (b" " * 30_000_000, "spaces in a row"),
    "a cut off gzip": (gzip.compress(ARRAY)[:-9], "gzip packing"),
    "a damaged gzip": (gzip.compress(ARRAY)[:-8] + b"\x00" * 8, "damaged packing"),
    "a cut off xz": (lzma.compress(ARRAY)[:-9], "xz packing"),
    "a damaged xz": (lzma.compress(ARRAY)[:40] + b"\x00" * 50, "damaged packing"),
    "only the head of a gzip": (b"\x1f\x8b", "gzip packing"),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_damaged_files_are_one_line_within_a_second(what):
    data, problem = DAMAGED[what]
    begun = time.perf_counter()
    with pytest.raises(CardTableError) as caught:
        read_cards(in_pieces(data, PIECE), "cards.json")
    assert problem in str(caught.value)
    assert str(caught.value).startswith("cards.json: ")
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 300
    assert time.perf_counter() - begun < 2


def bomb(pack, piece, n):
    packed = io.BytesIO()
    with pack(packed, "wb") as target:
        for _ in range(n):
            target.write(piece)
    return packed.getvalue()


@pytest.mark.parametrize("pack", [gzip.open, lzma.open])
@pytest.mark.parametrize("filling", [b" ", b"\x00", b"[", b'"'])
def test_bombs_are_refused_in_bounded_memory(pack, filling):
    data = bomb(pack, filling * 1_000_000, 60)
    assert len(data) < 100_000
    tracemalloc.start()
    with pytest.raises(CardTableError):
        read_cards([data], "bomb.json")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 40_000_000


EVIL = [
    "when x ",
    "sacrifice x ",
    "sacrifice x: search your library for a basic ",
    "enters ",
    "(",
    "{W",
    "add {",
    "is every ",
]


@pytest.mark.parametrize("words", EVIL)
def test_rules_texts_of_evil_intent_take_no_time(words):
    cards = [scryfall(f"Evil {n}", "{X}", "Land", words * (5_000 // len(words)), toughness="0") for n in range(5)]
    begun = time.perf_counter()
    assert len(read(*cards).rows) == 5
    assert time.perf_counter() - begun < 2
    longer = read(scryfall(), scryfall("Evil", oracle_text=words * 100_000)).left_out["Evil"]
    assert longer.startswith("a rules text of ")


def test_cards_without_end_are_refused(monkeypatch):
    monkeypatch.setattr("cascadesim.cards.imported.MOST_CARDS", 30)
    with pytest.raises(CardTableError, match="more than 30 different cards"):
        read_cards([ARRAY], "cards.json")
    monkeypatch.setattr("cascadesim.cards.json_stream.MOST_BYTES", 1000)
    with pytest.raises(CardTableError, match="come out of it"):
        read_cards(in_pieces(ARRAY, 100), "cards.json")


def test_changes_name_every_fact_that_differs():
    before, after = read(scryfall()), Imported()
    after.read([as_array([scryfall(mana_cost="{R}", oracle_text="Cascade\nKicker {1}"), scryfall("New")])], "new")
    table = CardDatabase(before.rows, "before")
    assert after.changes(table) == ["Test Elf: mana value 1, was 4; cascade 1, was none; kicker {1}, was none"]
