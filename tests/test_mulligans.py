"""Keep rules, and the best mulligans: dynamic programming against every hand and every way to put cards back."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

import cascadesim as cs
from cascadesim.rules.keep import Back, read_keep, read_put_back
from tests.literal_game import HAND, Figures, game, n_orders, orders
from tests.test_turns import literal_table, made, source

ROLES = ("a", "b", "c")


def named(text):
    if "lands " in text:
        raise cs.UnknownCardError(text)
    return text.title()


def holds(rule, **counts):
    numbers = {name.replace("_", " "): n for name, n in counts.items()}
    return bool(read_keep(rule, named).holds(lambda name: np.array(numbers[name])))


@pytest.mark.parametrize(
    ("rule", "kept", "sent_back"),
    [
        ("lands 2-5", {"lands": 2}, {"lands": 6}),
        ("lands 2-5 and sources >= 1", {"lands": 5, "sources": 1}, {"lands": 5, "sources": 0}),
        ("lands = 3", {"lands": 3}, {"lands": 2}),
        ("lands == 3", {"lands": 3}, {"lands": 4}),
        ("lands != 3", {"lands": 2}, {"lands": 3}),
        ("lands < 3", {"lands": 2}, {"lands": 3}),
        ("lands > 3", {"lands": 4}, {"lands": 3}),
        ("lands <= 3", {"lands": 3}, {"lands": 4}),
        ("not lands >= 3", {"lands": 2}, {"lands": 3}),
        ("lands + sources >= 3", {"lands": 2, "sources": 1}, {"lands": 2, "sources": 0}),
        ("living end < 2", {"Living_End": 1}, {"Living_End": 2}),
        ('"fire, or ice" = 0', {"Fire,_Or_Ice": 0}, {"Fire,_Or_Ice": 1}),
        # `and` binds before `or`
        ("lands = 1 or lands = 2 and hits = 0", {"lands": 1, "hits": 3}, {"lands": 2, "hits": 3}),
        ("(lands = 1 or lands = 2) and hits = 0", {"lands": 2, "hits": 0}, {"lands": 1, "hits": 3}),
        ("lands ≥ 3", {"lands": 3}, {"lands": 2}),
        ("lands\n2-5", {"lands": 3}, {"lands": 6}),
        ("LANDS 2-5 AND Dead = 0", {"lands": 2, "dead": 0}, {"lands": 2, "dead": 1}),
    ],
)  # fmt: skip
def test_a_keep_rule_keeps_what_it_says(rule, kept, sent_back):
    assert holds(rule, **kept)
    assert not holds(rule, **sent_back)


@pytest.mark.parametrize(
    ("rule", "problem", "at"),
    [
        ("lands 2-5 and sources >= x", "expected a number, got 'x'", "x"),
        ("lands >=", "expected a number, got the end", ""),
        ("", "expected a card name or one of lands", ""),
        ("lands 2", "expected '-' and a number", ""),
        ("lands 5-2", "holds no number", "5-2"),
        ("lands >= 1 sources >= 1", "expected the end, 'and' or 'or', got 'sources'", "sources >="),
        ("lands sources >= 1", "unknown card 'lands sources'", "lands"),
        ("(lands >= 1", "expected ')'", ""),
        ("lands", "expected '>= 1' or '2-5' after 'lands', got the end", ""),
        ("lands >= 1 & sources >= 1", "expected the end, 'and' or 'or', got '&'", "&"),
        ('"Living End >= 1', "cannot read '\"'", '"'),
        (">= 1", "expected a card name", ">="),
        ('"lands" >= 2', "lands is a word and no card name; write it without quotes", '"lands'),
        ("lands <= 40000", "a number from 0 to 1,000 is wanted", "40000"),
        ("lands <= " + "9" * 400, "a number from 0 to 1,000 is wanted", "9" * 400),
        ("(" * 51 + "lands = 1" + ")" * 51, "too many brackets within brackets", "lands"),
    ],
)
def test_a_keep_rule_that_cannot_be_read_says_where(rule, problem, at):
    with pytest.raises(cs.QuestionError) as caught:
        read_keep(rule, named)
    first, text, caret = str(caught.value).split("\n")
    assert first.startswith("keep: ")
    assert problem in first
    assert text == f"  {rule}"
    assert caret.index("^") - 2 == (rule.index(at) if at else len(rule))


def test_a_rule_beyond_all_measure_is_not_read():
    for rule in ("not " * 3000 + "lands = 1", " and ".join(["lands = 1"] * 3000), "(" * 2000):
        with pytest.raises(cs.QuestionError, match="letters; up to 500 can be read"):
            read_keep(rule, named)
    with pytest.raises(cs.QuestionError, match="a number from 0 to 1,000 is wanted"):
        read_put_back("lands over 40000", named)


def test_an_order_to_put_cards_back_is_read():
    order = read_put_back("dead, lands over 3, living end over 1,others", named)
    assert order == (Back("dead"), Back("lands", 3), Back("Living End", 1), Back("others"))
    with pytest.raises(cs.QuestionError, match=r"put-back: expected the end or ',', got '3'"):
        read_put_back("lands 3", named)


def test_an_unknown_card_in_a_rule_is_shown_where_it_stands():
    deck = cs.read_deck("decklists/temur_rhinos_modern_ptlotr2023.txt")
    with pytest.raises(cs.QuestionError, match="did you mean 'Crashing Footfalls'") as caught:
        cs.turns(deck, 3, mulligan="london", keep="lands 2-5 and Crashing Footfall = 0")
    assert str(caught.value).split("\n")[2] == " " * (2 + len("lands 2-5 and ")) + "^"
    with pytest.raises(cs.QuestionError, match="'Bloodbraid Elf': the main deck holds no such card"):
        cs.turns(deck, 3, mulligan="london", keep="Bloodbraid Elf >= 1")


def brute_force(deck, put_back_sizes, value):
    """Return P(goal) before the first hand: every hand, every way to put its cards back, the better of two choices."""
    cards = [card for card, n in deck.items() for _ in range(n)]
    hand_size = min(HAND, len(cards))
    hands = Counter(tuple(sorted(hand)) for hand in combinations(cards, hand_size))
    total = sum(hands.values())
    after = None
    for size in reversed(put_back_sizes):
        worth = 0
        for hand, ways in hands.items():
            best = max(
                value(tuple(sorted((Counter(hand) - Counter(back)).elements())), tuple(sorted(back)))
                for back in set(combinations(hand, size))
            )
            worth += Fraction(ways, total) * Fraction(best if after is None else max(best, after))
        after = worth
    return float(after)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("free", [False, True])
def test_best_mulligans_are_the_best_of_all(seed, free):
    rng = np.random.default_rng(seed)
    deck = dict(zip(ROLES, rng.integers(1, 5, 3).tolist(), strict=True))
    worth = {}

    def goal(hand, library, bottom):
        assert {role: hand[role] + library[role] + bottom[role] for role in ROLES} == deck
        # Any function of the hand and the bottom is a goal.
        return worth.setdefault((tuple(hand.items()), tuple(bottom.items())), rng.random())

    plan = cs.best_mulligans(deck, goal, down_to=4, free_mulligan=free)
    hand_size = min(HAND, sum(deck.values()))
    sizes = (*([0] if free else []), *range(max(hand_size - 4, 0) + 1))

    def value(kept, bottom):
        return worth[
            tuple((role, kept.count(role)) for role in ROLES), tuple((role, bottom.count(role)) for role in ROLES)
        ]

    assert plan.probability == pytest.approx(brute_force(deck, sizes, value), abs=1e-12)
    assert len(plan.by_mulligans) == len(sizes)
    table = plan.table
    last = table[table["mulligans"] == len(sizes) - 1]
    assert last["keep"].all()
    assert last["otherwise"].isna().all()


def test_a_plan_says_what_to_do_with_a_hand():
    plan = cs.best_mulligans({"combo": 4, "rest": 56}, lambda hand, library, bottom: hand["combo"] > 0, down_to=6)
    kept = plan.decide({"combo": 1, "rest": 6}, mulligans=1)
    assert kept.keep
    assert kept.put_back == {"rest": 1}
    assert (kept.worth, kept.otherwise) == (1, None)
    sent_back = plan.decide({"rest": 7})
    assert not sent_back.keep
    assert sent_back.otherwise == pytest.approx(1 - comb(56, 7) / comb(60, 7))
    with pytest.raises(ValueError, match="no hand of 7 cards of combo, rest"):
        plan.decide({"combo": 1, "rest": 5})
    with pytest.raises(ValueError, match="`mulligans` must be from 0 to 1, got 2"):
        plan.decide({"combo": 1, "rest": 6}, 2)
    with pytest.raises(ValueError, match="no hand of 7 cards"):
        plan.decide({"rest": 99999})


def test_a_goal_that_is_no_probability_is_one_clear_line():
    with pytest.raises(cs.QuestionError, match=r"must return a probability from 0 to 1, got 2.0 for the hand"):
        cs.best_mulligans({"land": 60}, lambda hand, library, bottom: 2)
    with pytest.raises(cs.QuestionError, match="of at least one card"):
        cs.best_mulligans({"land": 0}, lambda hand, library, bottom: 1)
    with pytest.raises(cs.QuestionError, match="down_to must be from 0 to 7, got 8"):
        cs.best_mulligans({"land": 60}, lambda hand, library, bottom: 1, down_to=8)
    with pytest.raises(cs.QuestionError, match="40,003 cards in all; a deck of up to 5,000 can be asked about"):
        cs.best_mulligans({"a": 40000, "b": 3}, lambda hand, library, bottom: 1)
    with pytest.raises(cs.QuestionError, match="goal must be a function"):
        cs.best_mulligans({"a": 60}, None)
    many = {f"card {n}": 4 for n in range(15)}
    with pytest.raises(cs.QuestionError, match=r"no optimal mulligans: .* name a greater down_to"):
        cs.best_mulligans(many, lambda hand, library, bottom: 1)


@pytest.mark.parametrize("event", ["source_in_hand", "castable", "cascades_into_hit", "kicked"])
@pytest.mark.parametrize("seat", ["play", "draw"])
def test_optimal_mulligans_for_a_figure_are_the_best_of_all_games_played_literally(event, seat):
    counts = {"Dual Land": 3, "Gold Source": 2, "Zero": 1, "Kicked Hit": 2, "Big": 1}
    turn, facts, deck = 3, {"Gold Source": source("Gold Source")}, Counter(counts)
    place = ("source_in_hand", "castable", "cascades_into_hit", "kicked").index(event)

    @cache
    def value(kept, bottom):
        rest = deck - Counter(kept) - Counter(bottom)
        p = Fraction(1, n_orders(rest))
        lying = sorted(bottom, key=["Zero", "Dual Land", "Big", "Kicked Hit", "Gold Source"].index)
        total = Fraction(0)
        for order in orders(rest):
            *_, (of_deck, _) = game(kept, (*order, *lying), seat, turn, facts, literal_table())
            total += p * bool(of_deck[place])
        return total

    result = cs.turns(made(counts), turn, seats=[seat], mulligan="optimal", goal=event, down_to=5, method="exact")
    wanted = brute_force(counts, (0, 1, 2), value)
    assert Figures._fields[:3] == ("in_hand", "castable", "finds")
    assert result.plans[seat].probability == pytest.approx(wanted, abs=1e-12)
    assert getattr(result.turns[-1].figures, event).value == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("seat", ["play", "draw"])
def test_the_simulation_takes_the_optimal_mulligans(seat):
    deck = cs.read_deck("decklists/temur_rhinos_modern_ptlotr2023.txt")
    options = {"seats": [seat], "mulligan": "optimal", "goal_turn": 3, "colors": False}
    exact, simulated = (cs.turns(deck, 3, method=m, trials=100_000, rng=1, **options) for m in ("exact", "simulate"))
    p, n = exact.counts[seat].events, simulated.counts[seat].events
    assert exact.plans[seat].probability == pytest.approx(p[2, 0, 2], abs=1e-12)
    assert (np.abs(n / 100_000 - p) <= 5 * np.sqrt(p * (1 - p) / 100_000) + 1e-9).all()
    rule = cs.turns(deck, 3, seats=[seat], colors=False, mulligan="london", keep="lands 2-5 and sources >= 1")
    assert p[2, 0, 2] > rule.turns[-1].figures.cascades_into_hit.value


def test_optimal_mulligans_with_colours_say_for_what_they_are_the_best():
    deck = cs.read_deck("decklists/temur_rhinos_modern_ptlotr2023.txt")
    result = cs.turns(deck, 3, mulligan="optimal", trials=20_000, rng=1)
    assert (
        "the mulligans, and the probabilities of their plan, are for lands that pay for anything at once"
        in result.notes
    )
    assert result.method == "simulate"


def test_a_goal_of_the_users_own_is_asked_by_role_and_by_seat():
    deck = cs.read_deck("decklists/temur_rhinos_modern_ptlotr2023.txt")

    def goal(hand, library, bottom):
        assert set(hand) == {"payoff", "lands", "others"}
        assert hand["payoff"] + library["payoff"] + bottom["payoff"] == 4
        return float(hand["payoff"] == 0 and 2 <= hand["lands"] <= 4)

    roles = {"payoff": ["Crashing Footfalls"], "lands": "lands"}
    result = cs.turns(
        deck, 2, mulligan="optimal", goal={"play": goal, "draw": lambda *_: 1.0}, roles=roles, colors=False, down_to=6
    )
    assert result.plans["draw"].probability == pytest.approx(1, abs=1e-12)
    assert result.hand_sizes("draw").pmf[7] == pytest.approx(1, abs=1e-12)
    # One hand in full: 21 lands, 4 payoffs and 35 others.
    good = sum(comb(21, n) * comb(35, 7 - n) for n in range(2, 5)) / comb(60, 7)
    assert result.hand_sizes("play").pmf[7] == pytest.approx(good, abs=1e-12)
    with pytest.raises(cs.QuestionError, match="role 'two': Crashing Footfalls has a role already"):
        cs.turns(deck, 2, mulligan="optimal", goal=goal, roles={"one": ["Crashing Footfalls"], "two": "hits"})
    with pytest.raises(cs.QuestionError, match="goal has no function for 'draw'"):
        cs.turns(deck, 2, mulligan="optimal", goal={"play": goal}, roles=roles)
