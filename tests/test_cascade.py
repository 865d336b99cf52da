"""The study `cascade` and its result: what a deckbuilder asks, in Python."""

import os
from math import ceil, sqrt
from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

import cascadesim as cs
from cascadesim.studies.question import ask
from cascadesim.studies.simulation import simulated_casts


@pytest.fixture(scope="module")
def jund(request):
    return cs.read_deck(request.config.rootpath / "decklists" / "jund_standard_worlds2009.txt")


def test_hits_have_a_row_a_card_and_a_last_one_for_the_whiff(jund):
    hits = cs.cascade(jund, "Bloodbraid Elf").hits
    assert list(hits.columns[:4]) == ["card", "mana_value", "copies", "first"]
    assert hits["card"].iloc[-1] == "(whiff)"
    assert hits["first"].sum() == pytest.approx(1, abs=1e-12)
    bolt = hits[hits["card"] == "Lightning Bolt"].iloc[0]
    assert (bolt["mana_value"], bolt["copies"]) == (1, 4)
    assert bolt["first"] == bolt["cast"] == bolt["mean_casts"] == pytest.approx(2 / 11, abs=1e-12)
    assert hits.filter(like="_ci_").isna().all().all()


def test_every_simulated_number_has_an_interval_around_it(jund):
    result = cs.cascade(jund, "Bituminous Blast", method="simulate", trials=20_000, rng=1)
    hits = result.hits.iloc[:-1]
    for figure in ("first", "cast", "mean_casts"):
        assert (hits[f"{figure}_ci_low"] <= hits[figure]).all()
        assert (hits[figure] <= hits[f"{figure}_ci_high"]).all()
        assert (hits[f"{figure}_ci_low"] < hits[f"{figure}_ci_high"]).all()
    assert not result.whiff.is_exact
    for distribution in (result.exiled, result.exiled_total, result.spells_cast, result.free_mana_value):
        low, high = distribution.ci
        assert low <= distribution.mean <= high
        assert distribution.pmf.sum() == pytest.approx(1)


def test_auto_is_exact_where_the_budget_allows(jund):
    assert cs.cascade(jund, "Bloodbraid Elf").method == "exact"
    assert cs.cascade(jund, "Bloodbraid Elf", method="simulate", trials=1000, rng=0).method == "simulate"
    blast = cs.cascade(jund, "Bituminous Blast")
    assert blast.method == "exact"
    assert blast.spells_cast.mean == pytest.approx(17 / 15, abs=1e-12)
    assert cs.cascade(jund, "Bituminous Blast", budget=5, trials=1000, rng=0).method == "simulate"
    with pytest.raises(
        cs.QuestionError, match="no exact answer: more transitions than the budget allows; --budget 50 may do"
    ):
        cs.cascade(jund, "Bituminous Blast", method="exact", budget=5)


@pytest.mark.parametrize("situation", [{}, {"seen": 30}, {"top": ["Forest"], "bottom": ["Terminate"], "seen": 56}])
def test_simulation_and_closed_form_agree(jund, situation):
    exact = cs.cascade(jund, "Bloodbraid Elf", **situation)
    n = 200_000
    simulated = cs.cascade(jund, "Bloodbraid Elf", method="simulate", trials=n, rng=11, **situation)
    for hit in exact.hit_list:
        p = hit.first.value
        other = next(h.first.value for h in simulated.hit_list if h.card == hit.card)
        assert abs(other - p) <= 5 * sqrt(p * (1 - p) / n) + 1e-12
    assert abs(simulated.exiled.mean - exact.exiled.mean) <= 5 * exact.exiled.std / sqrt(n)
    assert abs(simulated.whiff.value - exact.whiff.value) <= 5 * sqrt(exact.whiff.value / n) + 1e-12


def test_groups_answer_joint_questions(decklist):
    deck = cs.read_deck(
        decklist("Commander\n1 Maelstrom Wanderer\n\n1 Sol Ring\n1 Cultivate\n1 Terastodon\n1 Harmonize\n")
    )
    # Two hits of Sol Ring, Cultivate, Harmonize (Terastodon is 8): ramp is first 2/3, at least one always, both 1/3.
    groups = {"ramp": ["Sol Ring", "cultivate"], "never": ["Terastodon"]}
    n = 90_000
    result = cs.cascade(deck, "Maelstrom Wanderer", method="simulate", groups=groups, trials=n, rng=5)
    ramp, never = result.group_list
    assert abs(ramp.first.value - 2 / 3) < 5 * sqrt(2 / 9 / n)
    assert ramp.any.value == 1
    assert abs(ramp.all.value - 1 / 3) < 5 * sqrt(2 / 9 / n)
    assert abs(ramp.mean_casts.value - 4 / 3) < 5 * sqrt(2 / 9 / n)
    assert max(estimate.value for estimate in never[1:]) == 0
    assert list(result.groups["group"]) == ["ramp", "never"]
    assert result.groups["all"][0] == ramp.all.value
    exact, _ = cs.cascade(deck, "Maelstrom Wanderer", groups=groups).group_list
    figures = [exact.first.value, exact.any.value, exact.all.value, exact.mean_casts.value]
    assert_allclose(figures, [2 / 3, 1, 1 / 3, 4 / 3], atol=1e-12)


def test_a_group_card_outside_the_library_is_said_and_an_unknown_one_refused(jund):
    result = cs.cascade(jund, "Bloodbraid Elf", groups={"ramp": ["Sol Ring"]})
    assert "group 'ramp': Sol Ring is not in the library" in result.notes
    with pytest.raises(cs.UnknownCardError, match="did you mean"):
        cs.cascade(jund, "Bloodbraid Elf", groups={"ramp": ["Sol Rnig"]})


def test_declined_and_uncastable_hits_stop_the_dig_but_are_not_cast(jund):
    for option in ("decline", "uncastable"):
        result = cs.cascade(jund, "Bloodbraid Elf", **{option: ["Blightning"]})
        blightning = next(hit for hit in result.hit_list if hit.card == "Blightning")
        assert blightning.first.value == pytest.approx(2 / 11)
        assert blightning.cast.value == 0
        assert result.spells_cast.mean == pytest.approx(9 / 11)


def test_preferred_faces(decklist):
    deck = cs.read_deck(decklist("1 Maelstrom Wanderer\n2 Fae of Wishes\n5 Forest\n"))
    assert cs.cascade(deck, "Bloodbraid Elf").free_mana_value.mean == 2  # Granted is 4, not less than 4
    assert cs.cascade(deck, "Boarding Party").free_mana_value.mean == 4
    assert cs.cascade(deck, "Boarding Party", prefer=["fae of wishes"]).free_mana_value.mean == 2
    with pytest.raises(
        cs.QuestionError, match="name one face of Fae of Wishes // Granted: 'Fae of Wishes' or 'Granted'"
    ):
        cs.cascade(deck, "Boarding Party", prefer=["Fae of Wishes // Granted"])


def test_one_half_may_be_declined(decklist):
    deck = cs.read_deck(decklist("1 Boarding Party\n2 Fae of Wishes\n2 Fire // Ice\n5 Forest\n"))
    granted = cs.cascade(deck, "Boarding Party", decline=["Granted"])
    assert granted.spells_cast.mean == 1
    assert granted.free_mana_value.mean == 2  # Fae of Wishes, and Fire or Ice
    both = cs.cascade(deck, "Boarding Party", uncastable=["Fire", "Ice"])
    assert both.spells_cast.mean == pytest.approx(0.5)
    whole = cs.cascade(deck, "Boarding Party", decline=["Fae of Wishes"])
    assert whole.spells_cast.mean == pytest.approx(0.5)
    preferred = cs.cascade(deck, "Shardless Agent", prefer=["Granted"])
    assert "Granted is preferred but can never be cast here" in preferred.notes


def test_a_card_may_be_named_by_itself(jund):
    source = cs.find_sources(jund)[0]
    assert cs.cascade(jund, source, trials=100, rng=1).source == source.name


def test_a_source_elsewhere_in_the_list_is_said(decklist):
    deck = cs.read_deck(decklist("4 Terminate\n30 Forest\nSideboard\n2 Bloodbraid Elf\n"))
    assert "Bloodbraid Elf is not in the main deck (2 in sideboard)" in cs.cascade(deck, "Bloodbraid Elf").notes[0]


def test_how_often_a_land_is_exiled(decklist):
    """CR 702.85b, Averna: the misses hold a land if one lies above every hit: 6 lands, 2 hits, 1 other."""
    deck = cs.read_deck(decklist("1 Bloodbraid Elf\n2 Terminate\n6 Forest\n1 Terastodon\n"))
    assert cs.cascade(deck, "Bloodbraid Elf").exiled_land.value == pytest.approx(6 / 8)
    assert cs.cascade(deck, "Bloodbraid Elf", top=["Terastodon", "Terminate"]).exiled_land.value == 0
    assert cs.cascade(deck, "Bloodbraid Elf", top=["Forest"]).exiled_land.value == 1


def test_a_hit_that_dies_at_x_0_is_marked(decklist):
    deck = cs.read_deck(decklist("1 Bloodbraid Elf\n2 Walking Ballista\n2 Terminate\n"))
    result = cs.cascade(deck, "Bloodbraid Elf")
    assert {hit.card: hit.dies_at_x0 for hit in result.hit_list} == {"Walking Ballista": True, "Terminate": False}
    assert "Walking Ballista (dies: X is 0)" in result._repr_html_()


def test_a_shuffling_hit_shuffles_the_misses_back(decklist):
    """RULES §3, §6: order matters, bottom first, then it resolves and shuffles."""
    deck = cs.read_deck(decklist("1 Rampant Growth\n1 Grizzly Bears\n8 Forest\n"))
    options = {"top": ["Forest", "Forest", "Rampant Growth"], "method": "simulate", "trials": 60_000, "rng": 3}
    wanderer = cs.cascade(deck, "Maelstrom Wanderer", shuffles=["Rampant Growth"], **options)
    # Second dig: the Bears among 9 cards in random order, mean place (9 + 1) / 2.
    assert abs(wanderer.exiled_total.mean - (3 + 5)) < 5 * sqrt(60 / 9 / 60_000)
    plain = cs.cascade(deck, "Maelstrom Wanderer", **options)
    # Not shuffled: the Bears among the 7 cards that lie above the two Forests.
    assert abs(plain.exiled_total.mean - (3 + 4)) < 5 * sqrt(4 / 60_000)
    options["method"] = "exact"
    exact = cs.cascade(deck, "Maelstrom Wanderer", shuffles=["Rampant Growth"], **options)
    assert exact.exiled_total.mean == pytest.approx(8, abs=1e-12)
    assert cs.cascade(deck, "Maelstrom Wanderer", **options).exiled_total.mean == pytest.approx(7, abs=1e-12)


def test_ordinary_extremes(decklist):
    alone = cs.cascade(cs.read_deck(decklist("1 Bloodbraid Elf\n")), "Bloodbraid Elf")
    assert (alone.whiff.value, alone.exiled.mean, alone.n_library) == (1, 0, 0)
    both = cs.cascade(
        cs.read_deck(decklist("1 Maelstrom Wanderer\n3 Forest\n")), "Maelstrom Wanderer", trials=100, rng=0
    )
    assert (both.whiff.value, both.exiled_total.mean, both.spells_cast.mean) == (1, 6, 0)


def test_the_same_seed_gives_the_same_result_and_a_generator_will_do(jund):
    def casts(rng):
        return cs.cascade(jund, "Bituminous Blast", method="simulate", trials=5000, rng=rng).counts.casts.tolist()

    assert casts(7) == casts(7) != casts(8)
    assert casts(np.random.default_rng(7)) == casts(np.random.default_rng(7))
    fresh = cs.cascade(jund, "Bituminous Blast", method="simulate", trials=5000)
    assert casts(fresh.seed) == fresh.counts.casts.tolist()


def test_jobs_change_nothing_but_the_time(jund):
    options = {"method": "simulate", "trials": 600_000, "rng": 5}
    one, two = (cs.cascade(jund, "Bituminous Blast", jobs=jobs, **options).to_frame() for jobs in (1, 2))
    pd.testing.assert_frame_equal(one, two, check_exact=True)
    kicks = [cs.kickers(jund, "Bituminous Blast", mana="{4}", jobs=jobs, **options).hits for jobs in (1, 2)]
    pd.testing.assert_frame_equal(*kicks, check_exact=True)


def end_the_process(_):
    os._exit(1)


def test_a_process_that_dies_is_an_error_in_one_line(jund):
    question = ask(jund, "Bituminous Blast")
    with pytest.raises(cs.SimulationError, match=r"ended from outside.*use fewer jobs"):
        simulated_casts(question, 600_000, 1, end_the_process, None, jobs=2)


def test_results_do_not_depend_on_the_order_of_the_list(decklist):
    lines = ["4 Bituminous Blast", "3 Bloodbraid Elf", "9 Terminate", "20 Forest"]
    one, two = (
        cs.cascade(cs.read_deck(decklist("\n".join(order))), "Bituminous Blast", method="simulate", trials=5000, rng=1)
        for order in (lines, lines[::-1])
    )
    pd.testing.assert_frame_equal(one.to_frame(), two.to_frame())


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ({"method": "guess"}, "method must be one of auto, exact, simulate, got 'guess'"),
        ({"trials": 1}, "trials must be at least 2, got 1"),
        ({"confidence_level": 95}, "`confidence_level` must be between 0 and 1"),
        ({"decline": "Terminate"}, r"expected a list of card names, got the text 'Terminate'; write \['Terminate'\]"),
        ({"rng": -1, "method": "simulate"}, "a seed is a whole number from 0, got -1"),
        ({"jobs": 0}, "jobs must be at least 1, got 0"),
        ({"rng": 1.5, "method": "simulate"}, "a seed is a whole number from 0, got 1.5"),
        ({"trials": 1e3}, r"trials must be a whole number, got 1000\.0"),
        ({"groups": ["a"]}, "groups must be a mapping"),
        ({"seen": 60}, "seen=60: the part of the library whose order is unknown has 59 cards"),
    ],
)
def test_a_question_that_cannot_be_asked_is_one_clear_line(jund, question, message):
    with pytest.raises(cs.QuestionError, match=message):
        cs.cascade(jund, "Bloodbraid Elf", **question)


def test_an_unknown_source_has_suggestions(jund):
    with pytest.raises(cs.UnknownCardError, match="did you mean 'Bloodbraid Elf'"):
        cs.cascade(jund, "Bloodbraid Elff")


def test_repr_html_and_frame(jund):
    result = cs.cascade(jund, "Bituminous Blast", method="simulate", trials=5000, rng=1)
    assert repr(result) == (
        "<CascadeResult 'Bituminous Blast' in 'jund_standard_worlds2009': 5,000 trials, seed 1, 10 cards to hit>"
    )
    html = result._repr_html_()
    assert "<td>Putrid Leech</td>" in html
    assert "5,000 trials, seed 1" in html
    frame = result.to_frame()
    assert list(frame.columns[:5]) == ["deck", "source", "method", "trials", "card"]
    assert len(frame) == 11


def test_html_of_names_with_markup_is_text(decklist, tmp_path):
    (tmp_path / "cards.csv").write_text("name,mana_costs\n<script>alert(1)</script>,{1}\n")
    deck = cs.read_deck(decklist("3 <script>alert(1)</script>\n3 Forest\n", name="<b>.txt"))
    html = cs.cascade(deck, "Bloodbraid Elf")._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "<b>.txt" not in html


def test_a_precision_fixes_the_trials_beforehand(jund):
    """n = z^2 / 4 P^2 for the worst case, a half: no interval is wider, whatever is seen on the way."""
    options = {"method": "simulate", "precision": 0.02, "rng": 1}
    trials = ceil(NormalDist().inv_cdf(0.975) ** 2 / (4 * 0.02**2))
    result = cs.cascade(jund, "Bituminous Blast", **options)
    assert result.trials == trials == 2401
    assert all(hit.first.high - hit.first.low <= 0.04 for hit in result.hit_list)
    assert cs.kickers(jund, "Bituminous Blast", **options).trials == trials
    for wrong in (0, 1, -0.1, 1e-9):
        with pytest.raises(cs.QuestionError, match="precision"):
            cs.cascade(jund, "Bituminous Blast", precision=wrong)


def test_a_budget_is_a_whole_number_from_one(jund):
    for wrong in (0, -5):
        with pytest.raises(cs.QuestionError, match="budget must be at least 1"):
            cs.cascade(jund, "Bituminous Blast", budget=wrong)


def test_progress_counts_the_trials(jund):
    done = []
    cs.cascade(jund, "Bituminous Blast", method="simulate", trials=50_000, rng=1, progress=done.append)
    assert sum(done) == 50_000


def test_distribution():
    number = cs.Distribution(np.array([1, 1, 0, 2]), 4, 0.95)
    assert_allclose(number.pmf, [0.25, 0.25, 0, 0.5])
    assert number.mean == 1.75
    assert number.std == pytest.approx(np.array([0, 1, 3, 3]).std())
    assert [number.quantile(q) for q in (0, 0.25, 0.5, 0.51, 1)] == [0, 0, 1, 3, 3]
    frame = number.to_frame()
    assert frame.index.name == "value"
    assert frame["at_most"].iloc[-1] == 1
    with pytest.raises(ValueError, match="`q` must be from 0 to 1"):
        number.quantile(90)
    assert repr(number) == "<Distribution: mean 1.75, median 1, 90% at most 3>"


def test_counts_cannot_be_changed_and_exact_ones_do_not_add(jund):
    counts = cs.cascade(jund, "Bloodbraid Elf").counts
    with pytest.raises(ValueError, match="read-only"):
        counts.first[0] = 1
    with pytest.raises(ValueError, match="exact probabilities do not add up"):
        counts + counts
