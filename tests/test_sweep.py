"""Sweeps: every point is what the study says of that deck alone."""

import json
from itertools import count

import pytest

import cascadesim as cs
from cascadesim.cli import main

JUND = "decklists/jund_standard_worlds2009.txt"
RHINOS = "decklists/temur_rhinos_modern_ptlotr2023.txt"


def small(decklist, bolts=3, forests=5, elves=2, blightnings=1):
    counts = {"Bloodbraid Elf": elves, "Lightning Bolt": bolts, "Blightning": blightnings, "Forest": forests}
    lines = [f"{n} {name}" for name, n in counts.items() if n]
    return cs.read_deck(decklist("\n".join([*lines, "3 Bituminous Blast"]), name=f"{bolts}{forests}{elves}.txt"))


def run(capsys, *argv):
    status = main(list(map(str, argv)))
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return status, out, err


def test_points_are_the_exact_values(decklist):
    """Of a library of 14 - 1 cards with `bolts` Bolts and `1` Blightning, the first of these is a Bolt."""
    result = cs.sweep(
        small(decklist),
        "Bloodbraid Elf",
        vary={"Lightning Bolt": range(8)},
        against="Forest",
        figure="first:lightning bolt",
    )
    assert result.seed is None
    assert [point.counts for point in result.points] == [(n,) for n in range(8)]
    assert [point.n_against for point in result.points] == [8 - n for n in range(8)]
    expected = [n / (n + 1) for n in range(8)]
    assert result.table["value"].tolist() == pytest.approx(expected)
    assert result.table["method"].unique().tolist() == ["exact"]
    assert result.table["ci_low"].isna().all()


@pytest.mark.parametrize(
    ("figure", "read"),
    [
        ("whiff", lambda r: r.whiff),
        ("exiled_land", lambda r: r.exiled_land),
        ("exiled", lambda r: r.exiled.mean_estimate),
        ("exiled_total", lambda r: r.exiled_total.mean_estimate),
        ("spells_cast", lambda r: r.spells_cast.mean_estimate),
        ("free_mana_value", lambda r: r.free_mana_value.mean_estimate),
        ("cast:Lightning Bolt", lambda r: next(hit.cast for hit in r.hit_list if hit.card == "Lightning Bolt")),
        ("mean_casts:Lightning Bolt", lambda r: next(h.mean_casts for h in r.hit_list if h.card == "Lightning Bolt")),
        ("group_any:burn", lambda r: r.group_list[0].any),
        ("group_mean_casts:burn", lambda r: r.group_list[0].mean_casts),
    ],
)
@pytest.mark.parametrize("method", ["exact", "simulate"])
def test_points_are_repeated_calls_of_cascade(decklist, figure, read, method):
    how = {"method": method, "trials": 400, "groups": {"burn": ["Lightning Bolt", "Blightning"]}, "rng": 5}
    result = cs.sweep(
        small(decklist), "Bituminous Blast", vary={"Lightning Bolt": [3, 1, 2]}, against="Forest", figure=figure, **how
    )
    for bolts, point in zip((1, 2, 3), result.points, strict=True):
        deck = small(decklist, bolts, 8 - bolts)
        assert list(point.figures.values()) == [read(cs.cascade(deck, "Bituminous Blast", **how))]


def test_points_are_repeated_calls_of_turns(decklist):
    result = cs.sweep(small(decklist), vary={"lands": range(4, 7)}, against="Lightning Bolt", by=3, colors=False)
    assert "of the lands Forest is the one whose copies change" in result.notes
    for lands, point in zip((4, 5, 6), result.points, strict=True):
        alone = cs.turns(small(decklist, 8 - lands, lands), by=3, colors=False)
        assert {figure.seat: estimate.value for figure, estimate in point.figures.items()} == pytest.approx(
            {turn.seat: turn.figures.cascades_into_hit.value for turn in (alone.play[-1], alone.draw[-1])}
        )
    assert result.table["seat"].tolist() == 3 * ["play", "draw"]


def test_every_figure_of_turns_and_kickers_can_be_asked_for():
    deck = cs.read_deck("decklists/jund_kicker_postboard_2010.txt")
    same = {"vary": {"Goblin Ruinblaster": [4]}, "against": "Lightning Bolt"}
    kicks = cs.kickers(deck, "Bloodbraid Elf", mana="{R}")
    hit = kicks.hit_list[0]
    for figure, expected in {
        "kicked": kicks.kicked,
        "has_kicker": kicks.has_kicker,
        "expected_kicks": kicks.expected_kicks,
        "expected_kicked": kicks.expected_kicked,
        "expected_copies": kicks.expected_copies,
        f"p_hit:{hit.card}": hit.p_hit,
        f"p_kicked:{hit.card}": hit.p_kicked,
        f"p_unkicked:{hit.card}": hit.p_unkicked,
        f"mean_kicks:{hit.card}": hit.kicks,
        "p_kicked:Forest": cs.Estimate(0.0),
    }.items():
        result = cs.sweep(deck, "Bloodbraid Elf", **same, mana="{R}", figure=figure)
        assert list(result.points[0].figures.values()) == [expected], figure
    alone = cs.turns(deck, by=4, sources="Bloodbraid Elf", colors=False, seats="play").play[-1]
    for figure, expected in [
        *alone.figures._asdict().items(),
        (f"hit:{alone.hits[0].card}", alone.hits[0].p),
        ("hit:Forest", cs.Estimate(0.0)),
    ]:
        result = cs.sweep(deck, "Bloodbraid Elf", **same, by=4, figure=figure, colors=False, seats="play")
        assert list(result.points[0].figures.values()) == [expected], figure
        assert result._repr_html_()


def test_two_axes_are_every_combination(decklist):
    deck = small(decklist)
    vary = {"Lightning Bolt": range(2, 4), "Blightning": range(3)}
    result = cs.sweep(deck, "Bloodbraid Elf", vary=vary, against="Forest", figure="first:Blightning")
    assert [point.counts for point in result.points] == [(bolts, b) for bolts in (2, 3) for b in range(3)]
    assert result.table["value"].tolist() == pytest.approx([b / (b + bolts) for bolts in (2, 3) for b in range(3)])
    assert result.table.columns[:3].tolist() == ["Lightning Bolt", "Blightning", "Forest"]
    assert result.to_frame()["deck"].unique().tolist() == [deck.name]


def test_roles_count_all_their_cards(decklist):
    deck = small(decklist)
    hits = cs.sweep(deck, "Bloodbraid Elf", vary={"hits": [4, 5]}, against="Forest")
    assert hits.axes[0] == ("hits", "Lightning Bolt", (4, 5), 4)
    sources = cs.sweep(deck, "Bloodbraid Elf", vary={"sources": [2, 1]}, against="lands", figure="exiled")
    assert sources.axes[0][:3] == ("sources", "Bloodbraid Elf", (1, 2))
    assert sources.against == "Forest"
    more = cs.sweep(deck, "Bloodbraid Elf", vary={"lands:Mountain": [5, 6]}, against="Lightning Bolt")
    assert more.axes[0] == ("lands:Mountain", "Mountain", (5, 6), 5)
    assert [point.n_against for point in more.points] == [3, 2]


def test_a_source_alone_may_be_swept_over_what_the_deck_does_not_hold(decklist):
    result = cs.sweep(small(decklist), "Shardless Agent", vary={"Murktide Regent": [0, 1]}, against="Forest")
    assert [point.counts for point in result.points] == [(0,), (1,)]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"vary": {"Lightning Bolt": range(3, 12)}}, "9 Lightning Bolt cannot be: cannot take 6 Forest"),
        ({"vary": {"Lightning Bolt": [-1]}}, "-1 Lightning Bolt cannot be: cannot take 4 Lightning Bolt"),
        ({"vary": {}}, "vary one count or two, got 0"),
        ({"vary": {"Lightning Bolt": []}}, "no counts are given"),
        ({"vary": {"Lightning Bolt": [1.5]}}, "must be a whole number"),
        ({"vary": {"Lightning Bolt": 3}}, "must be a list"),
        ({"vary": "Lightning Bolt"}, "vary must be a mapping"),
        ({"vary": {"Forest": [3]}}, "against Forest: it is what is varied"),
        ({"vary": {"lands": [3]}}, "against Forest: it is one of the lands"),
        ({"vary": {"hits": [3], "Blightning": [2]}}, "cannot be varied apart: Blightning counts as both"),
        ({"vary": {"lands:Blightning": [3]}, "against": "Lightning Bolt"}, "is none of the lands"),
        ({"figure": "first"}, "write first:CARD"),
        ({"figure": "whiff:Forest"}, "write whiff"),
        ({"figure": "castable"}, "figure must be one of whiff, first:CARD"),
        ({"figure": "first:Fury"}, "the main deck holds no such card"),
        ({"figure": "group_any:burn"}, "no such group"),
        ({"by": 3, "mana": "{R}"}, "leave one of them out"),
        ({"source": ["Bloodbraid Elf", "Bituminous Blast"]}, "name one source, got 2"),
        ({"by": 3, "seen": 2}, "seen says where cards are when one spell is cast"),
        ({"figure": 3}, "figure must be a text"),
        ({"method": "guess"}, "method must be one of"),
        ({"vary": {"Lightning Bolt": range(5000), "Blightning": range(9)}}, "points; up to 2,000"),
        ({"vary": {"Lightning Bolt": range(4)} | {"Blightning": range(501)}}, "2,004 points; up to 2,000"),
        ({"vary": {"Lightning Bolt": count()}}, "2,001 points; up to 2,000"),
    ],
)
def test_what_cannot_be_asked_is_refused(decklist, asked, said):
    usual = {"source": "Bloodbraid Elf", "vary": {"Lightning Bolt": range(2, 4)}, "against": "Forest"}
    with pytest.raises(cs.QuestionError, match=said.replace("(", r"\(")):
        cs.sweep(small(decklist), **(usual | asked))


def test_a_point_that_cannot_be_is_an_error_before_anything_runs(decklist):
    done = []
    with pytest.raises(cs.QuestionError, match="cannot be"):
        cs.sweep(
            small(decklist), "Bloodbraid Elf", vary={"Lightning Bolt": range(20)}, against="Forest",
            method="simulate", trials=100, progress=done.append,
        )  # fmt: skip
    assert not done


def test_a_point_that_a_study_refuses_is_named(decklist):
    deck = small(decklist, elves=1)
    with pytest.raises(cs.QuestionError, match="with 0 Bloodbraid Elf: Bloodbraid Elf is neither in the main deck"):
        cs.sweep(deck, "Bloodbraid Elf", vary={"Bloodbraid Elf": [0, 1]}, against="Forest", by=2)


def test_lines_have_a_band_where_they_are_simulated(decklist):
    asked = {"source": "Bituminous Blast", "vary": {"Lightning Bolt": range(1, 5)}, "against": "Forest"}
    exact = cs.sweep(small(decklist), figure="spells_cast", **asked).plot()
    assert not exact.collections
    assert exact.get_ylabel() == "spells cast, mean"
    assert exact.get_xlabel() == "Lightning Bolt, copies in the main deck; Forest gives up the place"
    simulated = cs.sweep(small(decklist), figure="spells_cast", method="simulate", trials=500, rng=1, **asked)
    axes = simulated.plot()
    assert len(axes.collections) == 1
    assert "simulated, 500 trials a point, seed 1\nband: 95% confidence" in axes.get_title(loc="left")
    assert axes.lines[0].get_xdata().tolist() == [1, 2, 3, 4]


def test_turns_draw_a_line_a_seat_and_a_heat_map_of_one(decklist):
    deck = small(decklist)
    line = cs.sweep(deck, "Bloodbraid Elf", vary={"lands": range(4, 7)}, against="Lightning Bolt", by=2, colors=False)
    labels = [text.get_text() for text in line.plot().get_legend().get_texts()]
    assert labels == ["on the play", "on the draw", "the deck as it is: 5"]
    assert [entry.get_linestyle() for entry in line.plot().lines[:2]] == ["-", "--"]  # told apart in black and white
    assert len(line.plot(seat="draw").lines) == 2
    with pytest.raises(ValueError, match="seat must be one of play, draw"):
        line.plot(seat="left")
    vary = {"lands": range(4, 7), "Blightning": range(2)}
    heat = cs.sweep(deck, "Bloodbraid Elf", vary=vary, against="Lightning Bolt", by=4, colors=False)
    axes = heat.plot(seat="draw")
    assert "on the draw" in axes.get_title(loc="left")
    assert [text.get_text() for text in axes.texts] == [
        f"{100 * value:.2f}%" for value in heat.table.query("seat == 'draw'")["value"]
    ]
    assert axes.get_xlabel() == "lands (Forest changes) in the main deck"
    assert axes.get_ylabel() == "Blightning, copies in the main deck"
    (image,) = axes.images
    assert image.colorbar.ax.get_ylabel() == "how often (%)"


def test_a_sweep_shows_itself(decklist):
    result = cs.sweep(small(decklist), "Bloodbraid Elf", vary={"Lightning Bolt": [1, 2]}, against="Forest")
    assert repr(result) == "<SweepResult 'whiff' in '352': Lightning Bolt 1 to 2 against Forest; exact>"
    html = result._repr_html_()
    assert "<th>Lightning Bolt</th><th>Forest</th><th>first trigger finds nothing</th>" in html
    assert "<td>1</td><td>7</td><td>0.00%</td>" in html


def test_sweep_on_the_command_line(capsys):
    argv = ("sweep", JUND, "--source", "Bloodbraid Elf", "--vary", "Blightning=2-4", "--against", "Forest",
            "--figure", "first:Blightning")  # fmt: skip
    status, out, err = run(capsys, *argv)
    assert (status, err) == (0, "")
    assert "first trigger stops on Blightning; exact" in out
    assert [line.split() for line in out.splitlines() if line.endswith("%")] == [
        ["2", "4", "10.00%"], ["3", "3", "14.29%"], ["4", "2", "18.18%"],
    ]  # fmt: skip
    document = json.loads(run(capsys, *argv, "--json")[1])
    assert document["schema"] == "cascadesim.sweep/1"
    assert document["axes"] == [{"name": "Blightning", "card": "Blightning", "values": [2, 3, 4], "now": 4}]
    assert document["points"][0]["counts"] == [2]
    assert document["points"][0]["figures"] == [
        {"figure": "first:Blightning", "seat": None, "p": 0.1, "low": None, "high": None}
    ]
    simulated = (*argv, "--method", "simulate", "--trials", 500, "--seed", 3, "--json")
    assert run(capsys, *simulated)[1] == run(capsys, *simulated)[1]
    assert "simulated, 500 trials a point, seed 3; in brackets: 95%" in run(capsys, *simulated[:-1])[1]


def test_sweep_of_turns_and_kicks_on_the_command_line(capsys):
    status, out, _ = run(
        capsys, "sweep", JUND, "--source", "Bloodbraid Elf", "--vary", "lands=24..25", "--against", "Blightning",
        "--by", 2, "--colors", "off", "--figure", "source_in_hand", "--draw", "--keep", "lands 2-5",
        "--mulligan", "london", "--json",
    )  # fmt: skip
    document = json.loads(out)
    assert (status, document["study"], document["by"]) == (0, "turns", 2)
    assert [len(point["figures"]) for point in document["points"]] == [1, 1]
    assert document["points"][0]["figures"][0]["seat"] == "draw"
    status, out, _ = run(
        capsys, "sweep", "decklists/jund_kicker_postboard_2010.txt", "--source", "Bloodbraid Elf", "--mana", "{R}",
        "--vary", "Goblin Ruinblaster=3-4", "--against", "lands", "--figure", "expected_kicks",
    )  # fmt: skip
    assert status == 0
    assert "kicks in the chain, mean; exact" in out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--vary", "Blightning=2-9", "--against", "Forest"], "7 Blightning cannot be: cannot take 3 Forest"),
        (["--vary", "Blightning", "--against", "Forest"], "write NAME=LOW-HIGH"),
        (["--vary", "Blightning=4-2", "--against", "Forest"], "write NAME=LOW-HIGH"),
        (["--vary", "Blightning=2", "--vary", "Blightning=3", "--against", "Forest"], "named twice"),
        (["--vary", "Blightning=2"], "Missing option '--against'"),
        (["--vary", "Blightning=2", "--against", ""], "--against names the card that gives up its place"),
        (["--vary", "Blightning=2", "--against", "Forest", "--tapped", "Forest"], "--tapped can be asked beside --by"),
        (
            ["--vary", "Blightning=2", "--against", "Forest", "--no-kick", "Forest"],
            "--no-kick can be asked beside --mana",
        ),
        (["--vary", "Blightning=2", "--against", "Forest", "--mana", "{R}", "--budget", "9"], "--budget can be asked"),
        (["--vary", "Blightning=2", "--against", "Forest", "--play"], "--play/--draw can be asked beside --by"),
        (["--vary", "Blightning=2", "--against", "Forest", "--by", "2", "--seen", "2"], "--seen can be asked without"),
        (["--vary", "Blightning=2", "--against", "Forest", "--by", "2", "--group", "a=Forest"], "--group can be asked"),
    ],
)
def test_misuse_is_one_line_and_status_2(capsys, argv, said):
    status, out, err = run(capsys, "sweep", JUND, *argv)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_an_unknown_card_is_status_1(capsys):
    status, _, err = run(capsys, "sweep", JUND, "--vary", "Blihgtning=2", "--against", "Forest")
    assert (status, err) == (1, "unknown card 'Blihgtning'; did you mean 'Blightning'?\n")


def test_situations_are_passed_through(capsys):
    argv = ["--source", "Bloodbraid Elf", "--vary", "Blightning=4", "--against", "Forest", "--seen", "9",
            "--out", "Blightning=1", "--group", "burn=Lightning Bolt,Burst Lightning",
            "--figure", "group_first:burn"]  # fmt: skip
    document = json.loads(run(capsys, "sweep", JUND, *argv, "--json")[1])
    alone = cs.cascade(
        cs.read_deck(JUND), "Bloodbraid Elf", seen=9, out={"Blightning": 1},
        groups={"burn": ["Lightning Bolt", "Burst Lightning"]},
    )  # fmt: skip
    assert document["points"][0]["figures"][0]["p"] == alone.group_list[0].first.value
