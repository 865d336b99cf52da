"""`turns`: every order of small decks against the exact engine and the simulation, and both against each other."""

from collections import Counter
from math import comb, sqrt

import numpy as np
import pandas as pd
import pytest

import cascadesim as cs
from cascadesim.cards import CardDatabase, bundled
from cascadesim.decks import resolve
from cascadesim.decks.read import parse_decklist
from cascadesim.engine.turns import EVENTS
from cascadesim.studies.question import ask
from tests import literal
from tests.literal_game import Table, deals, exhaust

# name, mana cost, land, produces, cascade, kicker, multikicker
CARDS = {
    "Red Land": ("", "1", "R", "", "", ""),
    "Green Land": ("", "1", "G", "", "", ""),
    "Dual Land": ("", "1", "RG", "", "", ""),
    "Slow Land": ("", "1", "RG", "", "", ""),
    "Gold Source": ("{R}{G}", "0", "", "1", "", ""),
    "Red Source": ("{1}{R}{R}", "0", "", "1", "", ""),
    "Green Source": ("{2}{G}", "0", "", "1", "", ""),
    "Cheap Source": ("{R/G}", "0", "", "1", "", ""),
    "Kicked Hit": ("{G}", "0", "", "", "{R}", ""),
    "Many Kicks": ("{R}", "0", "", "", "", "{G}"),
    "Zero": ("", "0", "", "", "", ""),
    "Big": ("{6}", "0", "", "", "", ""),
    "Spirit": ("{5}", "0", "", "", "", ""),
    "Elf": ("{G}", "0", "", "", "", ""),
}
ROWS = {
    name: [name, "normal", cost, land, produces, "", cascade, "", kicker, multi, "", ""]
    for name, (cost, land, produces, cascade, kicker, multi) in CARDS.items()
}
TABLE = CardDatabase(ROWS, "made-up cards")
KICKS = {"Kicked Hit": ((1, "{R}"),), "Many Kicks": tuple((n, "{G}" * n) for n in range(6, 0, -1))}


def made(counts, name="made"):
    text = "".join(f"{n} {card}\n" for card, n in counts.items())
    return resolve(parse_decklist(text.encode(), name=name, path=name), TABLE)


def source(name):
    """Return the literal facts of a source: its cost, what it stops on, and what kicks cost."""
    value = TABLE.get(name).mana_value
    stops = {card for card, facts in CARDS.items() if facts[1] == "0" and TABLE.get(card).mana_value < value}
    return CARDS[name][0], stops, KICKS


def literal_table(tapped=(), free=None, ramp=None):
    gives = {name: facts[2] for name, facts in CARDS.items() if facts[1] == "1"}
    return Table(gives, set(tapped), free or {}, ramp or {})


def compare(result, seat, law, check):
    """Check every figure of every turn of a result against a law of `Figures`."""
    for turn, of_turn in zip(getattr(result, seat), law, strict=True):
        figures = [turn.figures, *turn.by_source.values()]
        for row, found in enumerate(figures):
            p = [
                sum(float(chance) for outcome, chance in of_turn.items() if outcome[row][event])
                for event in range(3)
            ]  # fmt: skip
            kicked = sum(float(chance) for outcome, chance in of_turn.items() if outcome[row].kicks)
            for name, probability in zip(EVENTS, [*p, kicked], strict=True):
                check(getattr(found, name).value, probability, probability * (1 - probability))
            mean = sum(float(chance) * outcome[row].kicks for outcome, chance in of_turn.items())
            square = sum(float(chance) * outcome[row].kicks ** 2 for outcome, chance in of_turn.items())
            check(found.expected_kicks.value, mean, square - mean**2)
        hits = {hit.card: hit.p.value for hit in turn.hits}
        for card in hits:
            p = sum(float(chance) for outcome, chance in of_turn.items() if outcome[0].hit == card)
            check(hits[card], p, p * (1 - p))
        assert {outcome[0].hit for outcome in of_turn} - {None} <= set(hits)


def is_exactly(got, wanted, _):
    assert got == pytest.approx(wanted, abs=1e-12)


def within(trials):
    def check(got, wanted, variance):
        assert abs(got - wanted) <= 5 * sqrt(max(variance, 0) / trials) + 1e-9, (got, wanted)

    return check


SMALL = {
    "one source": ({"Dual Land": 2, "Red Land": 2, "Gold Source": 2, "Kicked Hit": 2, "Big": 1}, ["Gold Source"]),
    "two sources": (
        {"Red Land": 3, "Green Land": 2, "Red Source": 1, "Green Source": 1, "Many Kicks": 1, "Zero": 1},
        ["Red Source", "Green Source"],
    ),
    "a hybrid cost": ({"Green Land": 2, "Cheap Source": 1, "Zero": 2, "Big": 4}, ["Cheap Source"]),
    "fewer cards than a hand": ({"Dual Land": 2, "Gold Source": 1, "Zero": 2}, ["Gold Source"]),
    "as many as a hand": ({"Dual Land": 2, "Gold Source": 1, "Zero": 2, "Big": 2}, ["Gold Source"]),
    "no lands": ({"Gold Source": 2, "Zero": 3, "Big": 4}, ["Gold Source"]),
    "nothing to hit": ({"Dual Land": 4, "Gold Source": 2, "Big": 3}, ["Gold Source"]),
}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seat", ["play", "draw"])
def test_exact_turns_are_those_of_every_order_played_literally(name, seat):
    counts, sources = SMALL[name]
    law, _ = exhaust(Counter(counts), seat, 3, {name: source(name) for name in sources}, literal_table())
    result = cs.turns(made(counts), 3, sources=sources, seats=[seat], method="exact")
    compare(result, seat, law, is_exactly)


def kept_by_rule(hand):
    n_lands = sum(card.endswith("Land") for card in hand)
    return 2 <= n_lands <= 3 and any(card.endswith("Source") for card in hand)


def put_back(hand, n):
    """Put back hits without a cost, lands over two, others and hits, sources over one, lands, sources."""
    left, back = sorted(hand), []
    lands = [card for card in ("Green Land", "Red Land", "Dual Land") for _ in range(left.count(card))]
    sources = [card for card in left if card.endswith("Source")]
    order = [card for card in left if card == "Zero"] + lands[: max(0, len(lands) - 2)]
    order += [card for card in left if card in ("Big", "Elf", "Spirit")]
    order += [card for card in left if card in ("Kicked Hit", "Many Kicks")]
    order += sources[: max(0, len(sources) - 1)]
    for card in [*order, *lands, *sources]:
        if len(back) < n and left.count(card):
            left.remove(card)
            back.append(card)
    return tuple(sorted(back, key=lambda card: LIES.index(card)))


LIES = ("Zero", "Green Land", "Red Land", "Dual Land", "Big", "Kicked Hit", "Many Kicks", "Gold Source")


@pytest.mark.parametrize("free", [False, True])
def test_london_mulligans_are_those_of_every_order_played_literally(free):
    counts = {"Dual Land": 2, "Red Land": 2, "Gold Source": 2, "Zero": 2, "Kicked Hit": 1}
    sizes = (0, 0, 1, 2) if free else (0, 1, 2)
    facts = {"Gold Source": source("Gold Source")}
    law, kept = exhaust(Counter(counts), "draw", 2, facts, literal_table(), sizes, kept_by_rule, put_back)
    result = cs.turns(
        made(counts), 2, seats=["draw"], mulligan="london", keep="lands 2-3 and sources >= 1", down_to=5,
        free_mulligan=free, method="exact",
    )  # fmt: skip
    compare(result, "draw", law, is_exactly)
    assert result.hand_sizes("draw").pmf.tolist() == pytest.approx([float(kept[n]) for n in range(8)], abs=1e-12)


def test_the_simulation_plays_as_every_order_does():
    counts = {"Dual Land": 2, "Red Land": 2, "Gold Source": 2, "Zero": 2, "Kicked Hit": 1}
    facts, trials = {"Gold Source": source("Gold Source")}, 200_000
    law, kept = exhaust(Counter(counts), "play", 3, facts, literal_table(), (0, 1, 2), kept_by_rule, put_back)
    result = cs.turns(
        made(counts), 3, seats=["play"], mulligan="london", keep="lands 2-3 and sources >= 1", down_to=5,
        method="simulate", trials=trials, rng=1,
    )  # fmt: skip
    compare(result, "play", law, within(trials))
    for n, p in enumerate(result.hand_sizes("play").pmf):
        within(trials)(p, float(kept[n]), float(kept[n] * (1 - kept[n])))


@pytest.mark.parametrize("seat", ["play", "draw"])
def test_a_land_that_enters_tapped_gives_nothing_on_the_turn_on_which_it_is_played(seat):
    counts, trials = {"Slow Land": 3, "Red Land": 1, "Gold Source": 2, "Kicked Hit": 2, "Big": 2}, 200_000
    law, _ = exhaust(
        Counter(counts), seat, 3, {"Gold Source": source("Gold Source")}, literal_table(tapped=["Slow Land"])
    )
    result = cs.turns(made(counts), 3, seats=[seat], tapped=["Slow Land"], trials=trials, rng=2)
    assert result.method == "simulate"
    compare(result, seat, law, within(trials))


def test_mana_that_is_not_from_lands_is_there_at_once_or_after_it_was_cast():
    counts = {"Red Land": 2, "Green Land": 1, "Red Source": 1, "Spirit": 1, "Elf": 2, "Zero": 1, "Big": 1}
    trials = 200_000
    table = literal_table(free={"Spirit": ("R",)}, ramp={"Elf": ("{G}", "RG")})
    law, _ = exhaust(Counter(counts), "draw", 3, {"Red Source": source("Red Source")}, table)
    mana = {"Spirit": "{R}", "Elf": "{R/G} for {G}"}
    result = cs.turns(made(counts), 3, sources="Red Source", seats=["draw"], mana_from=mana, trials=trials, rng=3)
    compare(result, "draw", law, within(trials))
    free = cs.turns(made(counts), 3, sources="Red Source", seats=["draw"], mana_from={"Spirit": "{R}"}, method="exact")
    law, _ = exhaust(
        Counter(counts), "draw", 3, {"Red Source": source("Red Source")}, literal_table(free={"Spirit": ("R",)})
    )
    compare(free, "draw", law, is_exactly)


@pytest.mark.parametrize("seed", range(12))
def test_simulated_turns_equal_exact_ones_on_random_decks(seed):
    rng, trials = np.random.default_rng(seed), 60_000
    # Sources that do not hit each other: kicks of nested hits have no exact answer.
    sources = {"Gold Source": 2} if seed % 2 else {"Red Source": 3, "Green Source": 1}
    others = [card for card in CARDS if not card.endswith("Source")]
    counts = {card: int(rng.integers(1, 6)) for card in rng.permutation(others)[:6].tolist()}
    counts |= {"Dual Land": 6, "Zero": 2} | sources
    options = {"mulligan": "none"}
    if seed % 3:
        options = {"mulligan": "london", "keep": "lands 2-4 and not dead > 1", "down_to": int(rng.integers(3, 7))}
    exact = cs.turns(made(counts), 3, method="exact", **options)
    simulated = cs.turns(made(counts), 3, method="simulate", trials=trials, rng=seed, **options)
    assert exact.counts["play"].events.shape == (3, 1 + len(exact.sources), 4)
    for seat in ("play", "draw"):
        for name in ("events", "hits", "hand_sizes"):
            p, n = getattr(exact.counts[seat], name), getattr(simulated.counts[seat], name)
            assert (np.abs(n / trials - p) <= 5 * np.sqrt(p * (1 - p) / trials) + 1e-9).all(), name


@pytest.mark.parametrize("mulligan", ["none", "london"])
def test_kicks_of_nested_hits_are_those_of_every_chain_resolved_literally(mulligan):
    # Red Source (3) hits Gold Source (2), which cascades into the kicked cards; mana left is shared in cast order.
    counts = {"Dual Land": 6, "Red Source": 1, "Gold Source": 1, "Kicked Hit": 2, "Many Kicks": 1, "Big": 1}
    deck, trials, turn = made(counts), 100_000, 4
    options = {"mulligan": "london", "keep": "lands 4-5", "down_to": 6} if mulligan == "london" else {}
    stages = [(0, lambda hand: hand.count("Dual Land") >= 4), (1, lambda hand: True)]
    reached, law = 1.0, Counter()
    for n_back, keeps in stages if options else [(0, lambda hand: True)]:
        again = 0.0
        for full, rest, p in deals(Counter(counts)):
            order = [*(["Dual Land"] if full.count("Dual Land") > 3 else []), "Big", "Gold Source", "Kicked Hit"]
            back = [card for card in order if card in full][:n_back]
            hand = tuple((Counter(full) - Counter(back)).elements())
            if options and not keeps(hand):
                again += float(p)
                continue
            library = (*rest, *back)
            drawn, library = library[: turn - 1], library[turn - 1 :]
            for kicks, chance in kicks_of_chains(deck, Counter([*hand, *drawn]), library, turn):
                law[kicks] += reached * float(p) * chance
        reached = again
    result = cs.turns(deck, turn, sources="Red Source", seats=["play"], trials=trials, rng=4, **options)
    figures = result.play[-1].figures
    assert result.method == "simulate"
    kicked, mean = 1 - law[0], sum(n * p for n, p in law.items())
    assert sum(law.values()) == pytest.approx(1)
    assert 0.05 < kicked < 0.95
    within(trials)(figures.kicked.value, kicked, kicked * (1 - kicked))
    within(trials)(figures.expected_kicks.value, mean, sum(n**2 * p for n, p in law.items()) - mean**2)


def kicks_of_chains(deck, hand, library, turn):
    """Yield the kicks of the chain of a Red Source that is cast over a library in known order, with their chances."""
    mana = min(hand["Dual Land"], turn)
    if not hand["Red Source"] or mana < 3:
        yield 0, 1.0
        return
    out = {card: n for card, n in hand.items() if card != "Red Source"} | (
        {"Red Source": hand["Red Source"] - 1} if hand["Red Source"] > 1 else {}
    )
    question = ask(deck, "Red Source", out=out, top=list(library))
    for outcome, chance in literal.exhaust(question.problem).items():
        left, kicks = mana - 3, 0
        for _, form, _ in outcome.casts:
            card = question.forms[form].card.name
            times = left if card == "Many Kicks" else min(left, 1) if card == "Kicked Hit" else 0
            left, kicks = left - times, kicks + times
        yield kicks, float(chance)


def fails(deck, *args, match, **options):
    with pytest.raises(cs.QuestionError, match=match) as caught:
        cs.turns(deck, *args, **options)
    assert "\n" not in str(caught.value)


def test_decks_of_every_size_have_an_answer():
    for n_cards in (8, 61, 100, 250, 400):
        deck = made({"Dual Land": n_cards - 5, "Gold Source": 3, "Zero": 2})
        for mulligan in ("none", "london", "optimal"):
            result = cs.turns(deck, 3, mulligan=mulligan)
            assert result.method == "exact"
            for turn in result.turns:
                assert 0 <= turn.figures.kicked.value <= turn.figures.cascades_into_hit.value
                assert turn.figures.cascades_into_hit.value <= turn.figures.castable.value
                assert turn.figures.castable.value <= turn.figures.source_in_hand.value <= 1
    only = cs.turns(made({"Gold Source": 1}), 2, mulligan="london", keep="lands = 1", down_to=0)
    assert only.hand_sizes("play").pmf.tolist() == [1, 0]  # sent back, and drawn again on turn two
    assert [turn.figures.source_in_hand.value for turn in only.play] == [0, 1]
    assert [turn.figures.castable.value for turn in only.play] == [0, 0]


def test_what_cannot_be_asked_is_one_clear_line():
    deck = made({"Dual Land": 30, "Gold Source": 4, "Zero": 4, "Big": 22})
    fails(made({"Dual Land": 60}), match="no card with cascade in the main deck or command zone; name one")
    fails(deck, sources="Red Source", match="Red Source is neither in the main deck nor a commander")
    fails(deck, 0, match="by must be a turn from 1 to 30, got 0")
    fails(deck, seats=["both"], match="seats must be of 'play' and 'draw'")
    fails(deck, mulligan="paris", match="mulligan must be one of none, london, optimal, got 'paris'")
    fails(deck, keep="lands 2-5", match="keep is for mulligan='london', got mulligan='none'")
    fails(deck, mulligan="optimal", put_back="lands", match="put_back is for mulligan='london'")
    fails(deck, mulligan="london", goal="castable", match="goal is for mulligan='optimal'")
    fails(deck, mulligan="optimal", goal="winning", match="goal must be one of source_in_hand, castable")
    fails(deck, mulligan="optimal", goal_turn=5, match="goal_turn must be from 1 to 4")
    fails(deck, tapped=["Big"], match="tapped='Big': it is no land")
    fails(deck, mana_from={"Elf": "{G}"}, match="'Elf': the main deck holds no such card")
    fails(deck, tapped=["Slow Land"], match="'Slow Land': the main deck holds no such card")
    fails(deck, discover=3, match="leave out discover")
    fails(deck, sources=["Gold Source", "Gold Source"], match="a source is named twice")
    fails(deck, tapped=["Dual Land"], method="exact", match="no exact answer: it matters when a land")
    fails(made({"Dual Land": 30, "Zero": 30}), sources="Zero", match="nothing of Zero digs")
    nested = made({"Dual Land": 30, "Red Source": 4, "Gold Source": 4, "Kicked Hit": 4})
    fails(nested, method="exact", match="no exact answer: kicks of several triggers or nested hits")
    fails(nested, mulligan="optimal", goal="kicked", match="no optimal mulligans for kicked: kicks of several triggers")


def test_a_commander_is_always_there():
    text = "Commander\n1 Gold Source\n\n40 Dual Land\n59 Zero\n"
    deck = resolve(parse_decklist(text.encode(), name="made", path="made"), TABLE)
    figures = cs.turns(deck, 2, method="exact").play[1].figures
    assert figures.source_in_hand.value == pytest.approx(1)
    two_lands = sum(comb(40, n) * comb(59, 8 - n) for n in range(2, 9)) / comb(99, 8)
    assert figures.castable.value == pytest.approx(two_lands, abs=1e-12)


def test_the_same_seed_gives_the_same_games_on_any_number_of_jobs():
    deck = made({"Dual Land": 24, "Gold Source": 8, "Kicked Hit": 4, "Many Kicks": 4, "Big": 20})
    options = {"mulligan": "london", "method": "simulate", "trials": 100_000, "rng": 5}
    one, again, two = (cs.turns(deck, 3, jobs=jobs, **options).to_frame() for jobs in (1, 1, 2))
    pd.testing.assert_frame_equal(one, again, check_exact=True)
    pd.testing.assert_frame_equal(one, two, check_exact=True)
    assert cs.turns(deck, 3, **(options | {"rng": 6})).to_frame().iloc[3, 9] != one.iloc[3, 9]


def test_the_frames_of_a_result_carry_intervals():
    deck = made({"Dual Land": 24, "Gold Source": 8, "Kicked Hit": 4, "Many Kicks": 4, "Big": 20})
    result = cs.turns(deck, 3, method="simulate", trials=20_000, rng=1)
    table = result.table
    assert table["turn"].tolist() == [1, 2, 3] * 2
    assert table["cards_seen"].tolist() == [7, 8, 9, 8, 9, 10]
    assert (table["castable_ci_low"] <= table["castable"]).all()
    assert (table["castable_ci_high"] > table["castable_ci_low"]).all()
    hits = result.hits
    last = hits[(hits["turn"] == 3) & (hits["seat"] == "draw")]
    assert last["p"].sum() == pytest.approx(table.iloc[-1]["cascades_into_hit"])
    assert set(last["card"]) == {"Kicked Hit", "Many Kicks"}
    assert result.by_source["source"].unique().tolist() == ["Gold Source"]
    exact = cs.turns(deck, 3).table
    assert exact["castable_ci_low"].isna().all()
    assert exact["castable_ci_low"].dtype == "float64"


def test_copies_of_one_kind_share_what_is_hit():
    counts = {"Dual Land": 20, "Gold Source": 4, "Zero": 3, "Green Land": 1}
    deck = made(counts | {"Big": 32})
    (hit,) = cs.turns(deck, 2, method="exact").play[1].hits
    assert hit.card == "Zero"
    jund = cs.read_deck("decklists/jund_standard_worlds2009.txt")
    hits = {hit.card: hit.p.value for hit in cs.turns(jund, 4, sources="Bloodbraid Elf", colors=False).play[3].hits}
    alone = {hit.card: hit.first.value for hit in cs.cascade(jund, "Bloodbraid Elf").hit_list}
    total = sum(hits.values())
    # The cards of a hand are random: what it hits is what a cast from the whole library hits.
    assert {card: p / total for card, p in hits.items()} == pytest.approx(alone, abs=1e-12)


def test_kicks_count_mana_from_the_hand_where_the_mulligans_are_found_for_a_simpler_deck():
    counts = {"Dual Land": 16, "Gold Source": 4, "Kicked Hit": 4, "Spirit": 12, "Big": 20}
    options = {"mulligan": "optimal", "goal": "kicked", "trials": 20_000, "rng": 1, "seats": ["play"]}
    plain = cs.turns(made(counts), 2, mana_from={"Spirit": "{R}"}, **options)
    assert plain.method == "exact"
    # A card that is cast for its mana has a history, so the plan is that of the deck without it.
    elves = {"Spirit": "{R}", "Elf": "{G} for {G}"}
    simpler = cs.turns(made(counts | {"Big": 19, "Elf": 1}), 2, mana_from=elves, **options)
    assert simpler.method == "simulate"
    # The Elf is one more hit, and without kicker.
    assert plain.plans["play"].probability > simpler.plans["play"].probability > 0.5


def test_a_source_does_not_pay_for_itself():
    counts = {"Dual Land": 2, "Red Source": 1, "Zero": 4}
    assert cs.turns(made(counts), 3, mana_from={"Red Source": "{R}"}).play[2].figures.castable.value == 0
    counts = {"Dual Land": 2, "Red Source": 2, "Zero": 3}
    assert cs.turns(made(counts), 3, mana_from={"Red Source": "{R}"}).play[2].figures.castable.value == 1


def test_a_source_that_discovers_costs_its_mana_value_and_not_what_it_discovers():
    text = "4 Geological Appraiser\n4 Annoyed Altisaur\n4 Trumpeting Carnosaur\n48 Mountain\n"
    deck = resolve(parse_decklist(text.encode(), name="made", path="made"), bundled())
    result = cs.turns(deck, 1, mulligan="london", trials=100, rng=1)
    assert result.sources == ("Annoyed Altisaur", "Trumpeting Carnosaur", "Geological Appraiser")  # 7, 6, 4
    assert "lands over 4" in result.put_back


def test_cards_put_back_lie_by_name_where_the_order_names_them_first():
    # Named twice: with one to keep first, and later without; all copies lie together.
    deck = made({"Dual Land": 4, "Gold Source": 1, "Kicked Hit": 2, "Zero": 2})
    order = '"Kicked Hit" over 1, Zero, "Kicked Hit", lands, sources'
    result = cs.turns(deck, 2, seats=["draw"], mulligan="london", keep="cards = 4", put_back=order, down_to=4)
    kinds = [cards[0].name for cards in result.question.kinds]
    lying = [kinds[kind] for kind in result.question.opening.bottom_order]
    assert lying == ["Kicked Hit", "Zero", "Dual Land", "Gold Source"]


def test_what_does_not_go_together_is_one_clear_line():
    deck = made({"Dual Land": 30, "Gold Source": 4, "Zero": 4, "Big": 22})
    fails(deck, down_to=5, match="down_to and free_mulligan are for mulligan='london' or 'optimal'")
    fails(deck, free_mulligan=True, match="down_to and free_mulligan are for")
    fails(deck, mulligan="optimal", roles={"x": "lands"}, match="roles are for a goal that is a function")
    fails(deck, colors="off", match="colors must be True or False, got 'off'")
    fails(deck, mulligan="london", free_mulligan="yes", match="free_mulligan must be True or False")
    fails(deck, mulligan="london", keep=5, match="keep must be a rule such as 'lands 2-5', got 5")
    fails(deck, cast_from="graveyard", match="leave out cast_from")
    fails(deck, seats=None, match="seats must be a list, got None")
    fails(deck, tapped=None, match="tapped must be a list, got None")
    fails(deck, mana_from={"Big": None}, match="mana_from 'Big' must be a text")
    for cost in ("{40000}", "{X}", "{R/P}", "{2/W}", "{" + "9" * 5000 + "}"):
        fails(deck, mana_from={"Big": f"{{R}} for {cost}"}, match="mana_from 'Big': ")
