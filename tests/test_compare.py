"""Two decks: exact differences, and simulated ones whose paired intervals hold what they say."""

import json

import numpy as np
import pytest

import cascadesim as cs
from cascadesim.cli import main
from cascadesim.engine.intervals import of_difference, paired, t_value
from cascadesim.results.figures import Figure, figures_of
from cascadesim.studies.compare import N_BATCHES, batch_seeds

JUND = "decklists/jund_standard_worlds2009.txt"
RHINOS = "decklists/temur_rhinos_modern_ptlotr2023.txt"
SWAP = "-1 Lightning Bolt +1 Forest"


@pytest.fixture
def deck(decklist):
    return cs.read_deck(
        decklist("4 Bituminous Blast\n4 Bloodbraid Elf\n4 Lightning Bolt\n2 Blightning\n6 Forest", name="one.txt")
    )


@pytest.fixture
def other(decklist):
    return cs.read_deck(
        decklist("4 Bituminous Blast\n4 Bloodbraid Elf\n3 Lightning Bolt\n2 Blightning\n7 Forest", name="other.txt")
    )


def run(capsys, *argv):
    status = main(list(map(str, argv)))
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return status, out, err


def differences(result):
    return {row.figure: row.difference for row in result.compared}


def test_the_difference_is_exact_where_both_are(deck, other):
    result = cs.compare(deck, other, "Bituminous Blast")
    one, two = (cs.cascade(each, "Bituminous Blast") for each in (deck, other))
    assert (result.trials, result.seed, result.n_batches) == (None, None, 0)
    assert figures_of(result.first) == figures_of(one)
    assert figures_of(result.second) == figures_of(two)
    for figure, first, second, difference in result.compared:
        assert (first, second) == (figures_of(one)[figure], figures_of(two)[figure])
        assert difference == cs.Estimate(second.value - first.value)
    first_bolt = differences(result)[Figure("first", "Lightning Bolt")].value
    assert first_bolt == pytest.approx(3 / 9 - 4 / 10)  # of the nonland cards that stop a cascade from five


def test_equal_exact_figures_differ_by_nothing_at_all(deck):
    result = cs.compare(deck, source="Bloodbraid Elf", swap="-1 Bituminous Blast +1 Bituminous Blast")
    assert {row.difference.value for row in result.compared} == {0}


def test_swaps_are_the_list_with_these_swaps(deck, other):
    by_swap = cs.compare(deck, source="Bituminous Blast", swap=SWAP, method="simulate", trials=1000, rng=3)
    by_list = cs.compare(deck, other, "Bituminous Blast", method="simulate", trials=1000, rng=3)
    assert by_swap.compared == by_list.compared
    assert by_swap.decks == ("one", "one (-1 Lightning Bolt +1 Forest)")
    back = cs.compare(deck, other, "Bituminous Blast", swap="+1 Lightning Bolt -1 Forest")
    assert {difference.value for difference in differences(back).values()} == {0}


def test_a_simulation_is_repeated_calls_of_the_study(deck):
    result = cs.compare(deck, source="Bituminous Blast", swap=SWAP, method="simulate", trials=990, rng=3)
    assert (result.trials, result.first.seed, result.n_batches) == (1000, 3, N_BATCHES)  # rounded up
    calls = [cs.cascade(deck, "Bituminous Blast", method="simulate", trials=20, rng=seed) for seed in batch_seeds(3)]
    assert result.first.whiff.value == pytest.approx(np.mean([call.whiff.value for call in calls]))
    assert result.first.spells_cast.mean == pytest.approx(np.mean([call.spells_cast.mean for call in calls]))
    again = cs.compare(deck, source="Bituminous Blast", swap=SWAP, method="simulate", trials=990, rng=3)
    assert again.compared == result.compared
    jobs = cs.compare(deck, source="Bituminous Blast", swap=SWAP, method="simulate", trials=100, rng=3, jobs=2)
    one = cs.compare(deck, source="Bituminous Blast", swap=SWAP, method="simulate", trials=100, rng=3)
    assert jobs.compared == one.compared


def test_paired_intervals_cover_the_exact_difference_at_their_rate(deck):
    """150 seeds at 90%: the rate of a figure has a standard error of 2.4%, so 82% to 98% is within 3.3 of them.

    The same random numbers must make the intervals narrower too, or they would be of no use.
    """
    asked = {"source": "Bituminous Blast", "swap": SWAP, "confidence_level": 0.9}
    asked["figures"] = ["exiled_total", "spells_cast", "first:Lightning Bolt", "cast:Blightning", "cast:Bloodbraid Elf"]
    exact = differences(cs.compare(deck, **asked))
    covered = dict.fromkeys(exact, 0)
    narrower = []
    n_seeds = 150
    for seed in range(n_seeds):
        result = cs.compare(deck, method="simulate", trials=2_000, rng=seed, **asked)
        for figure, first, second, (_, low, high) in result.compared:
            covered[figure] += low <= exact[figure].value <= high
            narrower.append((high - low) / np.hypot(first.high - first.low, second.high - second.low))
    for figure, n in covered.items():
        assert 0.82 <= n / n_seeds <= 0.98, figure
    assert np.mean(narrower) < 0.7


def test_the_interval_is_right_where_the_same_numbers_are_no_help():
    """Batches that have nothing to do with one another, or that go opposite ways: t intervals all the same."""
    rng = np.random.default_rng(1)
    for correlation in (-0.9, 0.0, 0.9):
        pairs = rng.multivariate_normal([0.3, 0.5], [[1, correlation], [correlation, 1]], size=(2_000, N_BATCHES))
        intervals = [paired(batches[:, 1] - batches[:, 0], 0.95) for batches in pairs]
        rate = np.mean([low <= 0.2 <= high for low, high in intervals])
        assert rate == pytest.approx(0.95, abs=0.017)  # 3.5 standard errors


@pytest.mark.parametrize(
    ("level", "freedom", "value"),
    [(0.95, 49, 2.009575), (0.99, 49, 2.679952), (0.9, 20, 1.724718), (0.999, 49, 3.5004)],
)
def test_t_values(level, freedom, value):
    """Of any table of Student's t distribution."""
    assert t_value(level, freedom) == pytest.approx(value, abs=1e-4)


def test_rare_events_have_the_interval_of_two_simulations(deck):
    """No batch has a whiff: that the difference is 0 in all of them does not make it certain."""
    result = cs.compare(deck, source="Bituminous Blast", swap=SWAP, figures=["whiff"], method="simulate", trials=1000)
    (row,) = result.compared
    assert row.difference == (0.0, -row.first.high, row.second.high)
    assert paired(np.array([0.0] * 26 + [0.1] * 24), 0.95) is None
    assert paired(np.array([0.0] * 25 + [0.1] * 25), 0.95) is not None


def test_the_interval_of_independent_differences_is_newcombes():
    """Newcombe (1998), table II, method 10, example (a): 56/70 less 48/80 is 0.2, 0.0524 to 0.3339."""
    from cascadesim.engine.intervals import wilson

    def proportion(n, of):
        low, high = wilson(np.array([n]), of, 0.95)
        return n / of, low[0], high[0]

    assert of_difference(proportion(48, 80), proportion(56, 70)) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_one_exact_deck_leaves_the_error_of_the_other(decklist):
    """The chain of the first is too long for the budget; the second has no hit at all."""
    one = cs.read_deck(decklist("4 Bituminous Blast\n4 Bloodbraid Elf\n4 Lightning Bolt\n9 Forest", name="one.txt"))
    two = cs.read_deck(decklist("4 Bituminous Blast\n9 Forest", name="two.txt"))
    result = cs.compare(one, two, "Bituminous Blast", budget=1, trials=1000, rng=1)
    assert (result.first.trials, result.second.trials, result.n_batches) == (1000, None, 0)
    row = next(row for row in result.compared if row.figure.name == "spells_cast")
    assert row.difference.low == pytest.approx(-row.first.high)
    assert row.difference.high == pytest.approx(-row.first.low)


def test_turns_and_kickers_are_compared_too():
    rhinos = cs.read_deck(RHINOS)
    result = cs.compare(rhinos, swap="-2 Subtlety +2 Forest", by=3, seats=["draw"], colors=False)
    one = cs.turns(rhinos, by=3, colors=False).draw[-1]
    of_deck = {name: getattr(one.figures, name) for name in ("source_in_hand", "castable", "cascades_into_hit")}
    assert {row.figure.name: row.first for row in result.compared} == of_deck | {"hit": one.hits[0].p}
    simulated = cs.compare(
        rhinos, swap="-2 Subtlety +2 Forest", by=3, colors=False, method="simulate", trials=5000, rng=1
    )
    assert [row.figure.seat for row in simulated.compared] == 4 * ["play"] + 4 * ["draw"]
    exact = differences(result)[Figure("castable", seat="draw")].value
    _, low, high = differences(simulated)[Figure("castable", seat="draw")]
    assert low < exact < high
    jund = cs.read_deck("decklists/jund_kicker_postboard_2010.txt")
    kicks = cs.compare(jund, source="Bloodbraid Elf", swap="-1 Goblin Ruinblaster +1 Forest", mana="{R}")
    assert differences(kicks)[Figure("kicked")].value < 0
    both = cs.compare(
        jund, source="Bloodbraid Elf", swap="-1 Goblin Ruinblaster +1 Forest", mana="{R}", method="simulate",
        trials=2000, rng=2,
    )  # fmt: skip
    assert both.trials == 2000
    assert [row.figure.name for row in both.compared] == ["has_kicker", "kicked", "expected_kicks", "expected_kicked"]


def test_by_a_turn_many_hits_are_compared_only_where_they_are_named():
    jund = cs.read_deck(JUND)
    asked = {"swap": SWAP, "by": 4, "source": "Bituminous Blast", "method": "simulate", "trials": 100, "rng": 1}
    assert "hit" not in {row.figure.name for row in cs.compare(jund, **asked).compared}
    named = cs.compare(jund, figures=["hit:Blightning"], **asked).compared
    assert {row.figure for row in named} == {Figure("hit", "Blightning", seat) for seat in ("play", "draw")}


def test_by_a_turn_each_deck_casts_its_own_sources():
    result = cs.compare(cs.read_deck(JUND), cs.read_deck(RHINOS), by=4, colors=False)
    assert result.sources == ("Bituminous Blast", "Bloodbraid Elf", "Shardless Agent", "Violent Outburst")
    rhinos = cs.turns(cs.read_deck(RHINOS), by=4, colors=False)
    assert next(row.second for row in result.compared) == rhinos.play[-1].figures.source_in_hand


def test_a_card_that_only_one_deck_has_is_never_hit_in_the_other(deck):
    result = cs.compare(deck, source="Bituminous Blast", swap="-2 Blightning", figures=["first:Blightning", "exiled"])
    first, exiled = result.compared
    assert first.second == (0.0, None, None)
    assert exiled.difference.value != 0
    assert "-2 Blightning: the main deck has 18 cards, 20 before" in result.notes
    assert result.n_main == (20, 18)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({}, "name a second deck, or swaps"),
        ({"swap": "-5 Blightning"}, "cannot take 5 Blightning from one: the main deck has 2 of it"),
        ({"swap": "-1 Blightning -2 Blightning"}, "cannot take 3 Blightning"),
        ({"swap": "Blightning"}, "cannot read the swap 'Blightning'"),
        ({"swap": SWAP, "figures": ["first:Fury"]}, "holds no such card"),
        ({"swap": SWAP, "trials": 1}, "trials must be at least 2"),
        ({"swap": SWAP, "by": 99}, "by must be a turn from 1 to 30"),
    ],
)
def test_what_cannot_be_compared_is_refused(deck, asked, said):
    with pytest.raises(cs.QuestionError, match=said):
        cs.compare(deck, source="Bituminous Blast", **asked)


def test_a_deck_without_a_source_wants_one_named(decklist):
    deck = cs.read_deck(decklist("4 Forest\n4 Lightning Bolt"))
    with pytest.raises(cs.QuestionError, match="name one with --source NAME"):
        cs.compare(deck, swap="-1 Forest")
    assert cs.compare(deck, swap="-1 Forest", discover=3).sources == ("discover 3",)


def test_a_comparison_shows_itself(deck):
    result = cs.compare(deck, swap=SWAP, method="simulate", trials=1000, rng=1)
    assert result.sources == ("Bituminous Blast",)
    assert "Bituminous Blast is cast; name another source to ask about Bloodbraid Elf" in result.notes
    assert repr(result).endswith("(-1 Lightning Bolt +1 Forest)': Bituminous Blast; 1,000 trials, seed 1>")
    html = result._repr_html_()
    assert "<th>one</th><th>one (-1 Lightning Bolt +1 Forest)</th><th>difference</th>" in html
    assert "the same random numbers for both decks, paired where batches differ, 95% confidence intervals" in html
    table = result.table
    assert table.columns.tolist() == [
        "figure", "seat", "first", "first_ci_low", "first_ci_high", "second", "second_ci_low", "second_ci_high",
        "difference", "difference_ci_low", "difference_ci_high",
    ]  # fmt: skip
    assert result.to_frame()["first_deck"].unique().tolist() == ["one"]
    axes = result.plot()
    assert axes.get_xlabel() == "difference (percentage points)"
    assert len(axes.texts) == sum(not row.figure.is_mean for row in result.compared)


def test_compare_on_the_command_line(capsys):
    argv = ("compare", JUND, "--swap", "-2 Blightning +3 Forest", "--source", "Bloodbraid Elf")
    status, out, err = run(capsys, *argv)
    assert (status, err) == (0, "")
    assert "\nexact\n" in out
    assert "second  jund_standard_worlds2009 (-2 Blightning +3 Forest)" in out
    assert "note: -2 Blightning +3 Forest: the main deck has 61 cards, 60 before" in out
    (row,) = [line for line in out.splitlines() if line.startswith("first trigger stops on Blightning")]
    assert row.split()[-4:] == ["18.18%", "10.00%", "-8.18", "points"]
    document = json.loads(run(capsys, *argv, "--figure", "exiled", "--json")[1])
    assert document["schema"] == "cascadesim.compare/1"
    assert [deck["main"] for deck in document["decks"]] == [60, 61]
    assert document["methods"] == ["exact", "exact"]
    (figure,) = document["figures"]
    assert figure["first"] == {"mean": pytest.approx(60 / 23), "low": None, "high": None}
    assert figure["difference"]["difference"] == pytest.approx(61 / 21 - 60 / 23)
    simulated = (*argv, "--method", "simulate", "--trials", 200, "--json")
    document = json.loads(run(capsys, *simulated)[1])
    assert (document["seed"], document["trials"], document["batches"]) == (0, 200, 50)
    assert document["figures"][-1]["difference"]["low"] is not None


def test_two_lists_on_the_command_line(capsys):
    status, out, _ = run(capsys, "compare", JUND, RHINOS, "--source", "Shardless Agent", "--figure", "exiled")
    assert status == 0
    assert "note: Shardless Agent is not in the list" in out


@pytest.mark.parametrize(
    ("argv", "status", "said"),
    [
        ([], 2, "name a second deck, or --swap"),
        (["--swap", "-9 Blightning"], 2, "cannot take 9 Blightning"),
        (["--swap", "-1 Blihgtning"], 1, "unknown card 'Blihgtning'; did you mean 'Blightning'?"),
        (["no-such-file.txt"], 1, "no-such-file.txt"),
        (["--swap", "-1 Forest", "--figure", "nothing"], 2, "figure must be one of whiff"),
    ],
)
def test_misuse_is_one_line(capsys, argv, status, said):
    got, out, err = run(capsys, "compare", JUND, *argv)
    assert (got, out) == (status, "")
    assert said in err
    assert err.count("\n") == 1
