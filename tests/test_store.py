"""The user's own card table: written at once or not at all, checked when read, laid over the bundled one."""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

import cascadesim as cs
from cascadesim.cards import bundled, default_table
from cascadesim.cards import store as store_module
from cascadesim.cards.imported import Imported, read_cards
from cascadesim.cards.store import cache_folder, store, stored, table_sources
from cascadesim.errors import CardTableError
from tests.card_files import as_array, scryfall


def cards(*documents):
    return read_cards([as_array(list(documents))], "cards.json")


NEW = scryfall("Brand New Elf", oracle_text="Cascade", printed_name="真新しいエルフ")


def test_without_a_table_of_ones_own_the_bundled_one_answers():
    assert stored() is None
    assert default_table() is bundled()
    assert [source.cards for source in table_sources()] == [len(bundled())]


def test_the_own_table_lies_over_the_bundled_one_and_is_found_by_other_names(decklist):
    made = store(cards(NEW, scryfall("Lightning Bolt", "{7}")), "test cards")
    table = default_table()
    assert len(table) == len(bundled()) + 1
    assert (table.get("Lightning Bolt").mana_value, bundled().get("Lightning Bolt").mana_value) == (7, 1)
    assert table.get("Bloodbraid Elf") == bundled().get("Bloodbraid Elf")
    assert table.get("真新しいエルフ").name == "Brand New Elf"
    deck = cs.read_deck(decklist("4 真新しいエルフ\n56 Forest\n"))
    assert [card.name for card in cs.find_sources(deck)] == ["Brand New Elf"]
    assert cs.judge("Brand New Elf", ["Forest"]).source.card.name == "Brand New Elf"
    assert table_sources()[1] == made == stored()
    assert default_table() is table  # read once


def test_a_csv_file_lies_over_both(tmp_path):
    store(cards(NEW), "test cards")
    (tmp_path / "cards.csv").write_text("name,mana_costs\nBrand New Elf,{9}\n", encoding="utf-8")
    table = default_table(tmp_path / "cards.csv")
    assert table.get("真新しいエルフ").mana_value == 9


def test_cards_add_up_unless_they_replace_all():
    store(cards(scryfall("A Elf", "{1}", printed_name="エルフ")), "first")
    made = store(cards(scryfall("B Elf", "{2}")), "second")
    assert (made.cards, made.source) == (2, "second over earlier cards")
    assert default_table().get("エルフ").name == "A Elf"
    made = store(cards(scryfall("C Elf", "{3}")), "third", replace=True)
    assert (made.cards, made.source) == (1, "third")
    assert default_table().find("A Elf") is None


def test_names_in_other_languages_outlive_a_table_that_is_replaced():
    store(
        cards(scryfall("Bloodbraid Elf", printed_name="血編み髪のエルフ"), scryfall("A Elf", printed_name="エルフ")),
        "one",
    )
    store(cards(scryfall("Bloodbraid Elf")), "all cards", replace=True)
    assert default_table().get("血編み髪のエルフ").name == "Bloodbraid Elf"
    assert default_table().find("エルフ") is None  # its card is gone


def test_a_table_whose_rows_cannot_be_read_is_said_in_one_line():
    imported = cards(scryfall("A Elf", "{1}"))
    imported.rows["A Elf"][6] = "zz"  # its cascades, as another version may write them
    store(imported, "odd rows")
    with pytest.raises(CardTableError, match=r"the row of 'A Elf' cannot be read .* run 'cascadesim cards update'"):
        default_table().get("A Elf")
    imported.rows["A Elf"] = ["A Elf", "normal"]
    store(imported, "short rows", replace=True)
    with pytest.raises(CardTableError, match="is damaged"):
        default_table()


def test_only_what_was_asked_for_is_kept():
    found = cards(scryfall("Forest", "{9}"), scryfall("B Elf", printed_name="エルフ"), scryfall("C Elf"))
    assert set(found.only(["エルフ", "c elf", "Nobody"]).rows) == {"B Elf", "C Elf"}
    assert found.only(["C Elf"]).other_names == {}


def test_a_card_of_very_many_names_is_stored_with_some_of_them():
    imported = cards(NEW)
    imported.other_names.update({f"{n} {'name' * 70}": "Brand New Elf" for n in range(2_000)})
    store(imported, "x")
    assert default_table().get("真新しいエルフ").name == default_table().get(f"7 {'name' * 70}").name == "Brand New Elf"


def test_the_same_cards_give_the_same_bytes_and_nothing_else_is_left_behind():
    first = store(cards(NEW, scryfall()), "x")
    again = store(cards(scryfall(), NEW), "x", replace=True)
    assert first.sha256 == again.sha256 == hashlib.sha256(Path(again.path).read_bytes()).hexdigest()
    store(cards(scryfall()), "x", replace=True)
    assert len(list(cache_folder().glob("*.csv.gz"))) == 1
    assert not list(cache_folder().glob(".new-*"))


@pytest.mark.parametrize("failing", ["cards.json", "cards-*.csv.gz"])
def test_a_failure_while_writing_leaves_the_old_table(monkeypatch, failing):
    store(cards(NEW), "old")
    replace = Path.replace

    def fail(path, target):
        if Path(target).match(failing):
            raise OSError(28, "No space left on device", str(target))
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space left"):
        store(cards(scryfall()), "other")
    assert default_table().get("Brand New Elf").cascades == 1
    assert stored().source == "old"
    assert not list(cache_folder().glob(".new-*"))


@pytest.mark.parametrize("damage", [b"", b"not gzip", None])
def test_a_damaged_table_is_said_in_one_line_and_never_used(damage):
    path = Path(store(cards(NEW), "x").path)
    path.write_bytes(path.read_bytes()[:-1] + b"x" if damage is None else damage)
    with pytest.raises(
        CardTableError, match=r"the card table there is damaged; delete .*cards\.json, or run"
    ) as caught:
        default_table()
    assert str(path) in str(caught.value)
    store(cards(NEW), "x", replace=True)
    assert default_table().get("Brand New Elf")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"sha256": 5}', "\x00", "[" * 100_000, '{"source": 1, "date": "", "cards": 1, "sha256": "../x"}'],
)
def test_a_damaged_note_of_the_table_is_said_in_one_line(text):
    store(cards(NEW), "x")
    (cache_folder() / "cards.json").write_text(text, encoding="utf-8")
    with pytest.raises(CardTableError, match=r"cards\.json: the card table there is damaged"):
        default_table()
    store(cards(NEW), "x", replace=True)
    assert default_table().get("Brand New Elf")


def test_a_note_that_cannot_be_read_is_said_and_a_folder_that_is_none_has_no_table(monkeypatch, tmp_path):
    (cache_folder() / "cards.json").mkdir(parents=True)
    with pytest.raises(CardTableError, match=r"cards\.json: is a directory"):
        default_table()
    (tmp_path / "file").touch()
    monkeypatch.setenv("CASCADESIM_CACHE", str(tmp_path / "file"))
    assert default_table() is bundled()


def test_a_missing_table_is_damage_too():
    Path(store(cards(NEW), "x").path).unlink()
    with pytest.raises(CardTableError, match="damaged"):
        default_table()


def test_a_table_of_other_columns_is_of_another_version(monkeypatch):
    with monkeypatch.context() as another_version:
        another_version.setattr(store_module, "COLUMNS", ("name", "layout"))
        store(Imported(rows={"A": ["A", "normal"]}), "x")
    with pytest.raises(CardTableError, match="made by another version of cascadesim"):
        default_table()


def test_who_waits_too_long_for_the_lock_is_told(monkeypatch):
    from filelock import FileLock

    monkeypatch.setattr(store_module, "_LOCK_SECONDS", 0.05)
    cache_folder().mkdir(parents=True, exist_ok=True)
    with FileLock(cache_folder() / "lock"), pytest.raises(CardTableError, match="another cascadesim has been writing"):
        store(cards(NEW), "x")


def test_two_processes_that_write_at_once_lose_no_card():
    script = (
        "import sys, json\n"
        "from cascadesim.cards.imported import read_cards\n"
        "from cascadesim.cards.store import store\n"
        "for n in range(5):\n"
        "    card = {'object': 'card', 'name': f'{sys.argv[1]} {n}', 'layout': 'normal', 'mana_cost': '{1}'}\n"
        "    store(read_cards([json.dumps(card).encode()], 'x'), sys.argv[1])\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", script, name]) for name in ("Left", "Right")]
    assert [process.wait(60) for process in running] == [0, 0]
    assert stored().cards == 10


def test_the_folder_is_that_of_the_system_where_none_is_named(monkeypatch):
    monkeypatch.delenv("CASCADESIM_CACHE")
    assert cache_folder().name == "cascadesim"
