"""Every checked number of tests/data/vectors.csv in the categories of opening hands and turns: exact to 1e-9."""

import csv
import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import cascadesim as cs
from cascadesim.cards import bundled
from cascadesim.decks import resolve
from cascadesim.decks.read import parse_decklist
from cascadesim.engine.hands import all_hands, probabilities
from tests import trickery

CATEGORIES = ("draw odds", "turn N", "mulligan", "cascade combo")
with Path(__file__).with_name("data").joinpath("vectors.csv").open(encoding="utf-8", newline="") as file:
    VECTORS = {
        row["id"]: row
        for row in csv.DictReader(file)
        if row["category"] in CATEGORIES or row["id"] in ("V151", "V152", "V153")
    }
REAL = {"V151", "V152", "V153", "V176", "V178"}  # of real lists


def correct(row):
    return float(Fraction(row["exact_fraction"])) if row["exact_fraction"] else float(row["correct_value"])


def rows(category):
    return [name for name, row in VECTORS.items() if row["category"] == category and name not in REAL]


def drawn(copies, size, wanted):
    """Return P(`wanted` of a hand), counted by kind."""
    copies = np.array(copies, np.int16)
    hands = all_hands(copies, size)
    return float(probabilities(copies, hands)[wanted(*hands)].sum())


def words_of(row):
    """Return the copies, the cards of the deck, the cards drawn and how many are wanted, from the words of a row."""
    text = f"{row['deck']}; {row['assumptions']}; {row['question']}"
    n_cards = int(re.search(r"(?:library of )?(\d+)(?: cards| with)", text)[1])
    copies = int(re.search(r"(?:cards,|with) (\d+)", text)[1])
    seen = re.search(r"(?:opening|in|first|top|at) (\d+)|(\d+)(?: cards seen|-card hand)|= (\d+) cards seen", text)
    size = next(int(n) for n in seen.groups() if n)
    number = re.search(r"exactly (\d+)", text)
    if number:
        return copies, n_cards, size, lambda n: n == int(number[1])
    return copies, n_cards, size, (lambda n: n == 0) if re.search(r"P\(no ", text) else (lambda n: n >= 1)


@pytest.mark.parametrize("name", rows("draw odds"))
def test_draw_odds(name):
    copies, n_cards, size, wanted = words_of(VECTORS[name])
    p = drawn([copies, n_cards - copies], size, lambda n, _: wanted(n))
    assert p == pytest.approx(correct(VECTORS[name]), abs=1e-9)


@cache
def with_sources(n_cards, n_sources):
    text = f"{n_sources} Violent Outburst\n{n_cards - n_sources} Forest\n"
    return resolve(parse_decklist(text.encode(), name="made", path="made"), bundled())


@pytest.mark.parametrize("name", rows("turn N"))
def test_by_turn(name):
    row = VECTORS[name]
    n_cards, n_sources = map(int, re.search(r"(\d+) cards, (\d+) cascade spells", row["deck"]).groups())
    turn, seat = 1, "play"
    if "turn" in row["assumptions"]:
        turn, seat = re.search(r"turn (\d+) (play|draw)", row["assumptions"]).groups()
    deck = with_sources(n_cards, n_sources)
    (*_, last) = cs.turns(deck, int(turn), seats=[seat], method="exact").turns
    assert last.figures.source_in_hand.value == pytest.approx(correct(row), abs=1e-9)
    simulated = cs.turns(deck, int(turn), seats=[seat], method="simulate", trials=20_000, rng=1).turns[-1]
    p = correct(row)
    assert abs(simulated.figures.source_in_hand.value - p) <= 5 * np.sqrt(p * (1 - p) / 20_000)


@pytest.mark.parametrize("name", rows("mulligan"))
def test_mulligans_for_a_source(name):
    row = VECTORS[name]
    most = int(re.search(r"at most (\d+) mulligans", row["assumptions"])[1])
    result = cs.turns(
        with_sources(60, 8), 1, seats=["play"], mulligan="london", keep="sources >= 1", down_to=7 - most, method="exact"
    )
    assert result.play[0].figures.source_in_hand.value == pytest.approx(correct(row), abs=1e-9)


def turn_three(deck, figure):
    deck = cs.read_deck(f"decklists/{deck}.txt")
    turn = cs.turns(deck, 3, seats=["play"], colors=False, method="exact").play[2]
    return getattr(turn.figures, figure).value


def test_v176_v178_real_lists_on_turn_three():
    rhinos = turn_three("temur_rhinos_modern_ptlotr2023", "cascades_into_hit")
    assert rhinos == pytest.approx(correct(VECTORS["V176"]), abs=1e-9)
    living_end = turn_three("livingend_modern_gpkc2013", "castable")
    assert living_end == pytest.approx(correct(VECTORS["V178"]), abs=1e-9)


@pytest.mark.parametrize(("name", "n_hits"), [("V151", 4), ("V152", 3)])
def test_v151_v152_a_whiff_given_that_a_source_was_drawn(name, n_hits):
    kinds = [8, n_hits, 60 - 8 - n_hits]
    both = drawn(kinds, 9, lambda sources, hits, _: (sources >= 1) & (hits == n_hits))
    p = both / drawn(kinds, 9, lambda sources, *_: sources >= 1)
    assert p == pytest.approx(correct(VECTORS[name]), abs=1e-9)


def test_v153_a_hit_stuck_in_the_opening_hand():
    assert drawn([4, 56], 7, lambda n, _: n >= 1) == pytest.approx(correct(VECTORS["V153"]), abs=1e-9)


@cache
def on_turn_three(n_emrakul):
    """Return P(success) on the play and on the draw, by the best London mulligans down to one card."""
    plans = [cs.best_mulligans(trickery.deck(n_emrakul), trickery.goal(draws), down_to=1) for draws in (2, 3)]
    return {"play": plans[0].probability, "draw": plans[1].probability, "mean": sum(p.probability for p in plans) / 2}


@pytest.mark.parametrize("name", rows("cascade combo"))
def test_optimal_mulligans_for_tibalts_trickery(name):
    row = VECTORS[name]
    n_emrakul = int(re.search(r"(\d) Emrakul", row["deck"])[1])
    seat = re.search(r"on the (play|draw) only", row["assumptions"])
    assert on_turn_three(n_emrakul)[seat[1] if seat else "mean"] == pytest.approx(correct(row), abs=1e-9)


@pytest.mark.parametrize(
    ("n_emrakul", "wanted", "published"),
    [(2, 0.90817, 0.90819), (3, 0.91515, 0.91509), (4, 0.91511, 0.91512), (5, 0.91397, 0.91400)],
)
def test_the_published_table_of_tibalts_trickery(n_emrakul, wanted, published):
    # Frank Karsten, MTG-Math, Trickery.py: simulated, and an exact mean of play and draw.
    mean = on_turn_three(n_emrakul)["mean"]
    assert mean == pytest.approx(wanted, abs=5e-6)
    assert mean == pytest.approx(published, abs=1e-4)


def test_every_row_is_asked():
    asked = {name for category in CATEGORIES for name in rows(category)} | REAL
    assert asked == VECTORS.keys()
