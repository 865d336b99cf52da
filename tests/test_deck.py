"""`read_deck`: names into cards, and what refuses a deck."""

from pathlib import Path

import pytest

import cascadesim as cs
from cascadesim.decks import Zone


def test_every_list_of_the_project_is_read_whole():
    lists = sorted(Path("decklists").glob("*.txt"))
    assert len(lists) >= 18
    for path in lists:
        deck = cs.read_deck(path)
        assert deck.decklist.header, path
        assert not deck.issues, path
        assert cs.find_sources(deck) or path.stem.startswith(("yidris", "zhulodok")), path


@pytest.mark.parametrize(
    ("name", "main", "sideboard", "commander"),
    [
        ("temur_rhinos_modern_ptlotr2023", 60, 15, 0),
        ("livingend_modern_gpkc2013", 60, 15, 0),  # MTGO text: the sideboard stands behind a blank line
        ("gruul_cascade_pauper_2021", 60, 15, 0),
        ("jund_block_alara", 58, 0, 0),  # odd sizes are kept as they are
        ("hypergenesis_extended_2010", 61, 15, 0),
        ("jund_kicker_postboard_2010", 60, 0, 0),  # names in Japanese and English
        ("maelstrom_wanderer_commander_2026", 99, 0, 1),
        ("first_sliver_commander", 104, 0, 1),
        ("planechase_chaos_reigns_2012", 60, 0, 0),
    ],
)
def test_zones_of_the_projects_lists(name, main, sideboard, commander):
    deck = cs.read_deck(f"decklists/{name}.txt")
    zones = (Zone.MAIN, Zone.SIDEBOARD, Zone.COMMANDER)
    assert [sum(deck.zone(zone).values()) for zone in zones] == [main, sideboard, commander]


def test_unknown_cards_refuse_the_deck_each_with_its_line(decklist):
    path = decklist("4 Bloodbriad Elf\n4 Forest\n0 Sol Ring\n4 Duskmourn's Claim\n")
    with pytest.raises(cs.DecklistError, match=r"\(and 2 more\)") as caught:
        cs.read_deck(path)
    first, second, third = caught.value.problems
    assert first == f"{path}:1: unknown card 'Bloodbriad Elf'; did you mean 'Bloodbraid Elf'?"
    assert second.startswith(f"{path}:3: cannot read '0 Sol Ring': a count is from 1 to 1,000")
    assert third.startswith(f'{path}:4: unknown card "Duskmourn\'s Claim"')


def test_ignored_unknown_cards_stay_in_the_deck_and_are_named(decklist):
    deck = cs.read_deck(decklist("4 Duskmourn's Claim\n1 Bloodbraid Elf\n"), ignore_unknown=True)
    assert deck.unknown == ("Duskmourn's Claim",)
    assert sum(deck.main.values()) == 5
    result = cs.cascade(deck, "Bloodbraid Elf")
    assert result.whiff.value == 1
    assert any("Duskmourn's Claim" in note for note in result.notes)


def test_a_table_beside_the_list_and_one_that_is_named(decklist, tmp_path):
    path = decklist("4 Cascader\n4 Homebrew\n")
    (tmp_path / "cards.csv").write_text("name,mana_costs,cascade\nCascader,{3},1\nHomebrew,{1},\n")
    assert {card.name: card.mana_value for card in cs.read_deck(path).main} == {"Cascader": 3, "Homebrew": 1}
    (tmp_path / "mine.csv").write_text("name,mana_costs\nHomebrew,{9}\n")
    deck = cs.read_deck(path, cards=tmp_path / "mine.csv")
    assert {card.name: card.mana_value for card in deck.main} == {"Cascader": 3, "Homebrew": 9}


def test_copies_of_a_card_in_several_lines_and_spellings_add_up(decklist):
    deck = cs.read_deck(decklist("2 Fire // Ice\n1 Ice\n1x fire/ice\n"))
    assert [(card.name, n) for card, n in deck.main.items()] == [("Fire // Ice", 4)]
    assert repr(deck) == "<Deck 'list': 4 main>"
