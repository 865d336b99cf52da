"""Which cards stop a dig, and which of their faces may be cast: RULES §1, §2 and §4, current era."""

from dataclasses import replace

import pytest

from cascadesim.cards import Card, bundled
from cascadesim.rules import CURRENT
from cascadesim.rules.era import choose_part


def part_names(name, below):
    return [face.name for face in CURRENT.castable(bundled().get(name), below)]


@pytest.mark.parametrize(
    ("name", "stop_value"),
    [
        ("Fire // Ice", 4),  # CR 709.4b: both halves
        ("Brazen Borrower", 3),  # CR 715.4: the creature only
        ("Valki, God of Lies", 2),  # CR 712.8a: the front face
        ("Crashing Footfalls", 0),  # CR 202.3a
        ("Endless One", 0),  # CR 202.3e: X is 0
        ("Forest", None),
        ("Dryad Arbor", None),  # CR 300.2a: a land, whatever else it is
        ("Tree of Tales", None),
        ("Barkchannel Pathway", None),
        ("Bala Ged Recovery", 3),  # a spell in front of a land is no land
        ("Westvale Abbey", None),  # a land in front of a creature is one
        ("Studious First-Year", 1),  # CR 722.3: the card, not its inset
    ],
)
def test_cr_702_85a_stop_value(name, stop_value):
    assert CURRENT.stop_value(bundled().get(name)) == stop_value


@pytest.mark.parametrize(
    ("name", "below", "castable"),
    [
        ("Fire // Ice", 5, ["Fire", "Ice"]),
        ("Commit // Memory", 11, ["Commit"]),  # CR 702.127a: aftermath from a graveyard only
        ("Brazen Borrower", 4, ["Brazen Borrower", "Petty Theft"]),
        ("Fae of Wishes", 4, ["Fae of Wishes"]),  # Granted is 4: not less (2021-02-15)
        ("Fae of Wishes", 5, ["Fae of Wishes", "Granted"]),
        ("Valki, God of Lies", 3, ["Valki, God of Lies"]),  # Tibalt is 7
        ("Valki, God of Lies", 8, ["Valki, God of Lies", "Tibalt, Cosmic Impostor"]),
        ("Bala Ged Recovery", 5, ["Bala Ged Recovery"]),  # its other face is a land
        ("Erayo, Soratami Ascendant", 5, ["Erayo, Soratami Ascendant"]),
        ("Studious First-Year", 5, ["Studious First-Year"]),
        ("Delver of Secrets", 5, ["Delver of Secrets"]),
    ],
)
def test_cr_702_85a_castable_parts_from_2021(name, below, castable):
    assert part_names(name, below) == castable


def test_another_era_is_one_value_away():
    before = replace(CURRENT, name="before", either_half_stops=True, spell_is_checked=False)
    assert before.stop_value(bundled().get("Fire // Ice")) == 2
    assert len(before.castable(bundled().get("Valki, God of Lies"), 3)) == 2


def test_the_part_of_the_greatest_mana_value_is_cast_unless_another_is_preferred():
    faces = CURRENT.castable(bundled().get("Valki, God of Lies"), 8)
    assert choose_part(faces, ()).name == "Tibalt, Cosmic Impostor"
    assert choose_part(faces, ("Valki, God of Lies",)).name == "Valki, God of Lies"
    assert choose_part(bundled().get("Fire // Ice").faces, ()).name == "Fire"  # ties: the first
    assert choose_part((), ()) is None


def test_an_unknown_card_stops_nothing():
    assert CURRENT.stop_value(Card.unknown("Mystery")) is None
