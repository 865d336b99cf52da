"""Text lists as people have them: every line is a card, a heading, a comment, blank, or an issue."""

import pytest

from cascadesim.cards import CardDatabase, bundled
from cascadesim.decks import Zone, read_decklist, resolve
from cascadesim.decks.read import parse_decklist
from cascadesim.errors import DecklistError


def read(text, encoding="utf-8"):
    data = text if isinstance(text, bytes) else text.encode(encoding)
    return resolve(parse_decklist(data, name="list", path="list.txt"), bundled())


def zones(text, encoding="utf-8"):
    deck = read(text, encoding)
    assert not deck.issues
    return {str(zone): {card.name: n for card, n in cards.items()} for zone, cards in deck.zones.items()}


ELF = {"main": {"Bloodbraid Elf": 4}}


@pytest.mark.parametrize(
    "line",
    [
        "4 Bloodbraid Elf",
        "4x Bloodbraid Elf",
        "4X Bloodbraid Elf",
        "4 x Bloodbraid Elf",
        "4\tBloodbraid Elf",
        "  4   Bloodbraid   Elf  ",
        "4 Bloodbraid Elf (ARB) 50",
        "4 Bloodbraid Elf (ARB) 50 *F*",
        "4 Bloodbraid Elf (ARB)",
        "4 Bloodbraid Elf (PLST) ARB-50",
        "4 Bloodbraid Elf *F*",
        "4x Bloodbraid Elf (arb) 50 [Cascade,Ramp]",
        "4x Bloodbraid Elf (arb) 50 *F* [Cascade{top}] ^Have,#37d67a^",
        "4 Bloodbraid Elf (ARB) 50 *F* #!Staple #Fast Mana",
        "4 Bloodbraid Elf # the best card",
        "4 《血編み髪のエルフ/Bloodbraid Elf》",
        "4 血編み髪のエルフ/Bloodbraid Elf",
        "4\t血編み髪のエルフ/Bloodbraid Elf",
        "４ Bloodbraid Elf",
        "Main: 4 Bloodbraid Elf",
        "\ufeff4 Bloodbraid Elf",
    ],
)
def test_a_card_line_in_every_spelling(line):
    assert zones(line) == ELF


@pytest.mark.parametrize(
    ("line", "full"),
    [
        ("1 Fire /// Ice (2X2) 239", "Fire // Ice"),
        ("1 +2 Mace", "+2 Mace"),
        ("1 Borrowing 100,000 Arrows", "Borrowing 100,000 Arrows"),
        ("1 Xantid Swarm", "Xantid Swarm"),
        ("1x Xantid Swarm", "Xantid Swarm"),
        ("1 Sol Ring (SLD) 1512★", "Sol Ring"),
        ("1 Command Tower (PLST) C17-Ⅱ", "Command Tower"),
    ],
)
def test_the_card_table_chooses_among_the_names_of_a_line(line, full):
    assert zones(line) == {"main": {full: 1}}


def test_brackets_that_are_part_of_a_name_stay():
    table = CardDatabase({"Hazmat Suit (Used)": ["Hazmat Suit (Used)", "normal", "{2}", "0", *[""] * 8]}, "one card")
    decklist = parse_decklist(b"2 Hazmat Suit (Used)\n1 Hazmat Suit (Used) (UST) 57\n", name="a", path="a")
    assert [sum(resolve(decklist, table).main.values())] == [3]


@pytest.mark.parametrize(
    ("heading", "zone"),
    [
        ("Deck", "main"),
        ("MAINBOARD", "main"),
        ("Sideboard", "sideboard"),
        ("SIDEBOARD:", "sideboard"),
        ("sideboard (15)", "sideboard"),
        ("Sideboard: 15", "sideboard"),
        ("// Sideboard", "sideboard"),
        ("# sideboard", "sideboard"),
        ("サイドボード (15)", "sideboard"),
        ("Commander", "commander"),
        ("// COMMANDER", "commander"),
        ("Companion", "companion"),
        ("Maybeboard", "maybeboard"),
        ("Considering", "maybeboard"),
        ("[Sideboard]", "sideboard"),
        ("== Sideboard ==", "sideboard"),
        ("**Sideboard**", "sideboard"),
        ("<Sideboard>", "sideboard"),
        ("SIDEBOARD.", "sideboard"),
        ("Sideboard 15", "sideboard"),
        ("-- Main --", "main"),
        ("Creatures (18)", "main"),
        ("Lands: 27", "main"),
        ("クリーチャー (18)", "main"),
    ],
)
def test_headings_in_any_case(heading, zone):
    text = f"1 Sol Ring\n{heading}\n4 Bloodbraid Elf"
    if zone == "main":
        assert zones(text) == {"main": {"Sol Ring": 1, "Bloodbraid Elf": 4}}
    else:
        assert zones(text) == {"main": {"Sol Ring": 1}, zone: {"Bloodbraid Elf": 4}}


def test_marks_and_prefixes_on_the_line_go_before_the_heading():
    text = """Sideboard
1x Maelstrom Wanderer (cma) 184 [Commander{top}]
1x Forest [Land]
SB: 2 Blood Moon
1x Mirror Entity [Maybeboard{noDeck}{noPrice}]
1x Sol Ring [Maybe{noDeck},Ramp]
1 Imoti, Celebrant of Bounty *CMDR*
"""
    assert zones(text) == {
        "sideboard": {"Forest": 1, "Blood Moon": 2},
        "commander": {"Maelstrom Wanderer": 1, "Imoti, Celebrant of Bounty": 1},
        "maybeboard": {"Mirror Entity": 1, "Sol Ring": 1},
    }


def test_a_commander_section_ends_at_a_blank_line_or_at_a_type_heading():
    main = {"commander": {"Maelstrom Wanderer": 1}, "main": {"Forest": 2}}
    assert zones("Commander\n1 Maelstrom Wanderer\n\n2 Forest") == main
    assert zones("Commander\n\n1 Maelstrom Wanderer\nLands\n2 Forest") == main


def test_a_title_with_a_year_is_no_heading():
    assert zones("# Commander 2014\n4 Bloodbraid Elf") == ELF
    deck = read("Commander 2014\n4 Bloodbraid Elf")
    assert len(deck.main) == len(deck.issues) == 1


def test_a_heading_that_is_not_known_ends_the_commander_section():
    deck = read("Commander\n1 Maelstrom Wanderer\nRamp\n1 Sol Ring\n")
    assert [sum(deck.zone(zone).values()) for zone in (Zone.COMMANDER, Zone.MAIN)] == [1, 1]
    assert "the cards below are read as main" in deck.issues[0].problem


def test_a_whole_deck_under_a_commander_heading_is_said():
    deck = read("// Companion\n4 Bloodbraid Elf\n20 Forest\n")
    assert deck.decklist.notes == ("24 cards were read as companion; write 'Deck' above those of the main deck",)


def test_categories_in_the_order_of_the_alphabet():
    text = "Creature (4)\n4 Bloodbraid Elf\n\nMaybeboard (2)\n2 Duress\n\nSorcery (4)\n4 Blightning\n"
    deck = read(text)
    assert sum(deck.main.values()) == 8
    assert sum(deck.zone(Zone.MAYBEBOARD).values()) == 2
    assert "were read as main again, not as maybeboard" in deck.decklist.notes[0]
    kinds_of_a_sideboard = "Creatures\n4 Bloodbraid Elf\n\nSideboard\n\nCreatures\n2 Great Sable Stag\n"
    assert sum(read(kinds_of_a_sideboard).zone(Zone.SIDEBOARD).values()) == 2


def test_arena_about_names_the_deck():
    deck = read(
        "About\nName Glimpse Yorion 80\n\nCompanion\n1 Yorion, Sky Nomad (IKO) 232\n\nDeck\n4 Glimpse of Tomorrow\n"
    )
    assert deck.name == "Glimpse Yorion 80"
    assert sum(deck.zone(Zone.COMPANION).values()) == 1
    assert not deck.issues


MAIN = (
    "\n".join(f"4 {name}" for name in ("Bloodbraid Elf", "Blightning", "Terminate", "Duress", "Sol Ring"))
    + "\n40 Forest"
)


@pytest.mark.parametrize(
    ("text", "sideboard"),
    [
        (f"{MAIN}\n\n4 Duress\n4 Terminate", 8),
        (f"{MAIN}\r\n\r\n4 Duress\r\n11 Terminate", 15),
        (f"{MAIN}\n\n4 Duress\n12 Terminate", 0),  # 16 cards are no sideboard
        ("4 Bloodbraid Elf\n\n4 Blightning\n\n24 Forest", 0),  # blank lines between types
        ("40 Forest\n\n5 Duress", 5),  # limited
        (f"Deck\n{MAIN}\n\n4 Duress", 0),  # a heading says what the cards are
    ],
)
def test_blank_line_rule(text, sideboard):
    deck = read(text)
    assert sum(deck.zone(Zone.SIDEBOARD).values()) == sideboard
    assert len(deck.decklist.notes) == (1 if sideboard else 0)
    assert all("sideboard" in note for note in deck.decklist.notes)


@pytest.mark.parametrize(
    ("text", "n_main", "said"),
    [
        ("1 Maelstrom Wanderer\n\n99 Forest", 99, "those of line 1, apart from the rest, were read as commander"),
        ("99 Forest\n\n1 Maelstrom Wanderer", 99, "those of line 3, apart from the rest"),
        ("98 Forest\n\n1 Tymna the Weaver\n1 Thrasios, Triton Hero", 98, "those of line 3 and 4"),
        (
            "1 Maelstrom Wanderer\n99 Forest",
            99,
            "Maelstrom Wanderer, the first of 100 cards, was read as the commander",
        ),
        ("1 Omnath, Locus of Rage\n1 Sol Ring\n98 Forest", 99, "Omnath, Locus of Rage, the first of 100 cards, was"),
        ("1 Edgar Markov\n1 Black Lotus\n98 Forest", 99, "Edgar Markov, the first of 100 cards, was read"),  # A, B, F
        # Nothing tells, or the list has headings: only said.
        ("1 Edgar Markov\n1 Sol Ring\n98 Forest", 100, "the first one, Edgar Markov, may be it"),
        ("99 Forest\n\nSideboard\n1 Maelstrom Wanderer", 99, "Maelstrom Wanderer in the sideboard: it may be the"),
        ("1 Maelstrom Wanderer\n99 Forest\n\nSideboard\n1 Duress", 100, "Maelstrom Wanderer, may be it"),
        ("100 Forest", 100, ""),
        ("1 Forest\n99 Island", 100, ""),
        ("1 Maelstrom Wanderer\n98 Forest", 99, ""),
    ],
)
def test_a_commander_that_is_not_named_is_found_by_the_size_of_the_deck(text, n_main, said):
    deck = read(text)
    assert sum(deck.main.values()) == n_main
    assert sum(deck.zone(Zone.COMMANDER).values()) == (0 if not said or "may be" in said else 100 - n_main)
    assert [said in note for note in deck.decklist.notes] == ([True] if said else [])


def test_a_first_line_above_a_heading_is_a_title_and_else_an_issue():
    assert not read("My deck [1]\nLands (60)\n60 Forest").issues
    (issue,) = read("My deck\n60 Forest").issues
    assert (issue.line_no, issue.text) == (1, "My deck")
    assert [issue.line_no for issue in read("My deck\nand more\n60 Forest").issues] == [1, 2]


def test_cards_of_no_library_are_left_out_and_said():
    deck = read("60 Forest\n2 Rhino [token]\n\nScheme Deck\n20 All in Good Time\n\nSideboard\n1 Duress")
    assert sum(deck.main.values()) == 60
    assert sum(deck.zone(Zone.SIDEBOARD).values()) == 1
    assert not deck.issues
    assert deck.decklist.notes == (
        "2 card(s) under '[token]' are in no library: left out",
        "20 card(s) under 'Scheme Deck' are in no library: left out",
    )


def test_comments_before_the_first_card_are_the_header():
    decklist = parse_decklist(b"// Jund\n# Rome 2009\n\n4 Duress\n// not this\n", name="a", path="a.txt")
    assert decklist.header == "Jund\nRome 2009"
    assert not decklist.issues


def test_bom_crlf_and_encodings():
    text = "4 Jötun Grunt\r\n4 Lim-Dûl's Vault\r\n"
    expected = {"main": {"Jötun Grunt": 4, "Lim-Dûl's Vault": 4}}
    for encoding in ("utf-8", "utf-8-sig", "cp1252", "utf-16"):
        assert zones(text, encoding) == expected
    assert parse_decklist(text.encode("cp1252"), name="a", path="a").encoding == "cp1252"


# The lines of a list that people really paste, and what becomes of each: line, problem, is it an error?
BAD_LINES = [
    ("0 Lightning Bolt", "a count is from 1 to 1,000", True),
    ("-1 Terminate", "a count is from 1 to 1,000", True),
    ("1001 Forest", "a count is from 1 to 1,000", True),
    ("99999999999999999999 Forest", "a count is from 1 to 1,000", True),
    ("4 Bloodbriad Elf", "did you mean 'Bloodbraid Elf'", True),
    ("15 Forrest", "did you mean 'Forest'", True),
    ("four Blightning", "nor a heading that is known; the cards below are read as main", False),
    ("4", "a count without a card name", False),
    ("4x", "a count without a card name", False),
    ("Total: 60 cards", "not a card line", False),
    ("60 cards", "not a card line", False),
    ("https://www.moxfield.com/decks/abc", "not a card line", False),
    ("XYZ: 4 Forest", "not a card line", False),
]


@pytest.mark.parametrize(("line", "problem", "is_error"), BAD_LINES)
def test_a_line_that_is_not_understood_is_an_issue_with_its_number(line, problem, is_error):
    deck = read(f"// header\n4 Bloodbraid Elf\n{line}\n1 Sol Ring\n")
    (issue,) = deck.issues
    assert (issue.line_no, issue.is_error) == (3, is_error)
    assert problem in issue.problem
    assert {card.name: n for card, n in deck.main.items()} == {"Bloodbraid Elf": 4, "Sol Ring": 1}


def test_a_thousand_copies_are_a_deck_but_no_more_in_several_lines():
    assert zones("1000 Relentless Rats") == {"main": {"Relentless Rats": 1000}}
    (issue,) = read("1000 Relentless Rats\n1 Relentless Rats").issues
    assert issue.is_error
    assert "1,001 copies of 'Relentless Rats' in all" in issue.problem


def test_a_list_beyond_all_measure_is_refused_in_a_moment():
    deck = read("\n".join(f"1000 {name}" for name in ("Forest", "Island", "Swamp", "Plains", "Mountain", "Wastes")))
    assert [issue.problem for issue in deck.issues] == ["6,000 cards in all; a list of up to 5,000 can be asked about"]
    unknown = read("\n".join(f"1 Unknown Card {number}" for number in range(2000))).issues
    assert len(unknown) == 2000
    assert all(issue.is_error for issue in unknown)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "list.txt: the file is empty"),
        (b" \n\t\r\n", "list.txt: the file is empty"),
        (b"4 Forest\n\x00\x01\x02", "list.txt:2: binary data"),
        (b"\x1f\x8b\x08\x00\x00", "list.txt:1: binary data"),
        (b"// a comment\n", "no card line found; write lines such as"),
        (b"4 Forest\n" * 500_000, "too long for a decklist"),
    ],
    ids=["empty", "blank", "NUL", "gzip", "comment", "long"],
)
def test_what_is_no_text_list_is_one_clear_error(data, problem):
    with pytest.raises(DecklistError) as caught:
        read(data)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_a_folder_are_one_clear_error(tmp_path):
    for path in (tmp_path / "none.txt", tmp_path):
        with pytest.raises(DecklistError, match="cannot read the file") as caught:
            read_decklist(path)
        assert str(path) in str(caught.value)
