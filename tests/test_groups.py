"""Ranked and grouped: the first sources by a figure, and the same figure over groups of decks."""

import csv

import numpy as np
import pytest

import cascadesim as cs
from cascadesim.cli import main
from cascadesim.errors import QuestionError
from cascadesim.report.batch import report
from cascadesim.report.groups import folder_of, group_of
from cascadesim.report.ranking import FIGURES, Ranking
from cascadesim.results.estimate import Estimate
from cascadesim.results.groups import DeckGroup, Point, Spread
from cascadesim.views.group_plot import MOST_GROUPS, plot_groups, shown_groups


@pytest.fixture
def lists(tmp_path):
    folder = tmp_path / "lists"
    texts = {
        "a.txt": "// Archetype: Elves\n4 Bloodbraid Elf\n4 Terminate\n30 Forest\n",
        "deep/b.txt": "// archetype: ELVES\n// Event: GP Lyon\n4 Bloodbraid Elf\n2 Terminate\n30 Forest\n",
        "deep/c.txt": "// Blast, a list of 2010\n4 Bituminous Blast\n4 Bloodbraid Elf\n4 Terminate\n30 Forest\n",
        "deep/d.txt": "4 Shardless Agent\n30 Forest\n",
        "none.txt": "60 Forest\n",
    }
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def rows_of(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("header", "key", "group"),
    [
        ("Archetype: Jund", "archetype", "Jund"),
        ("  ARCHETYPE :  Living End ", "archetype", "Living End"),
        ("Jund, World Championship 2009 in Rome; Standard", "archetype", "Jund"),
        ("Temur Rhinos (Crashing Footfalls), 5th place; Modern", "archetype", "Temur Rhinos (Crashing Footfalls)"),
        ("Quandrix, the Proof\nArchetype: Quandrix ramp", "archetype", "Quandrix ramp"),
        ("NAME: Underworld Herald, a deck\nDATE: 2014", "archetype", None),
        ("a list that I like", "archetype", None),
        ("", "archetype", None),
        ("Event: GP Lyon", "event", "GP Lyon"),
        ("Jund, World Championship", "event", None),
    ],
)
def test_the_group_is_what_the_comments_say(header, key, group):
    assert group_of(header, key) == group


def test_the_folder_of_a_list_is_where_it_lies_below_the_one_that_was_named(tmp_path):
    assert folder_of(tmp_path / "meta" / "jund" / "a.txt", tmp_path / "meta") == "jund"
    assert folder_of(tmp_path / "meta" / "2026" / "jund" / "a.txt", tmp_path / "meta") == "2026/jund"
    assert folder_of(tmp_path / "meta" / "a.txt", tmp_path / "meta") == "meta"


class TestGroups:
    def test_each_figure_is_that_of_the_decks_of_the_group(self, lists, tmp_path):
        report([lists], tmp_path / "out", group_by="archetype")
        exiled = {row["group"]: row for row in rows_of(tmp_path / "out" / "groups.csv") if row["figure"] == "exiled"}
        assert list(exiled) == ["Blast", "deep", "Elves"]
        means = [
            cs.cascade(cs.read_deck(lists / name), "Bloodbraid Elf").exiled.mean for name in ("a.txt", "deep/b.txt")
        ]
        elves = exiled["Elves"]
        assert (elves["decks"], elves["sources"], elves["widest_arm"]) == ("2", "2", "")
        assert (float(elves["least"]), float(elves["greatest"])) == (min(means), max(means))
        assert float(elves["mean"]) == pytest.approx(np.mean(means))
        assert float(elves["quarter"]) == pytest.approx(np.quantile(means, 0.25))
        assert (exiled["Blast"]["decks"], exiled["Blast"]["sources"]) == ("1", "2")

    def test_decks_and_the_page_name_their_group(self, lists, tmp_path):
        report([lists], tmp_path / "out", group_by="folder")
        groups = {row["deck"]: row["group"] for row in rows_of(tmp_path / "out" / "decks.csv")}
        assert groups == {"a": "lists", "b": "deep", "c": "deep", "d": "deep", "none": "lists"}
        page = (tmp_path / "out" / "groups.html").read_text(encoding="utf-8")
        assert "2 groups of decks with a cascade source; 1 deck has none and stands in no group" in page
        assert '<a href="groups.html">The same figures by folder</a>' in (tmp_path / "out" / "index.html").read_text()

    def test_without_groups_those_of_an_earlier_run_are_gone(self, lists, tmp_path):
        report([lists], tmp_path / "out", group_by="folder")
        assert report([lists], tmp_path / "out").skipped == 5
        assert not list((tmp_path / "out").glob("groups.*"))
        assert "group" not in rows_of(tmp_path / "out" / "decks.csv")[0]

    def test_simulated_figures_say_how_far_they_may_be_off(self, lists, tmp_path):
        report([lists], tmp_path / "out", group_by="folder", method="simulate", trials=1000)
        deep = next(row for row in rows_of(tmp_path / "out" / "groups.csv") if row["figure"] == "spells_cast")
        arms = [
            float(row["spells_cast_mean"]) - float(row["spells_cast_mean_ci_low"])
            for row in rows_of(tmp_path / "out" / "decks.csv")
            if row["group"] == "deep"
        ]
        assert float(deep["widest_arm"]) == pytest.approx(max(arms))

    def test_lists_that_say_nothing_of_the_word_are_counted_and_said(self, lists, tmp_path, capsys):
        out = tmp_path / "out"
        for key, said in (
            ("event", "4 lists say nothing of 'event'"),
            ("archtype", "5 lists say nothing of 'archtype'"),
        ):
            assert main(["report", str(lists), "--out", str(out), "--group-by", key]) == 0
            note = f"{said} before the first card: their folders stand for it"
            assert note in capsys.readouterr().err
            assert note.replace("'", "&#39;") in (out / "groups.html").read_text(encoding="utf-8")
        assert "say" not in " ".join(report([lists], out, group_by="folder").notes)

    def test_nothing_to_group_is_said(self, lists, tmp_path):
        report([lists / "none.txt"], tmp_path / "out", group_by="archetype")
        assert "No deck has a cascade source" in (tmp_path / "out" / "groups.html").read_text()
        assert rows_of(tmp_path / "out" / "groups.csv") == []

    @pytest.mark.parametrize("key", ["", "a:b", "x" * 31])
    def test_what_can_be_no_key_is_refused(self, lists, tmp_path, key):
        with pytest.raises(QuestionError, match="group_by must be 'archetype', 'folder'"):
            report([lists], tmp_path / "out", group_by=key)


class TestPicture:
    @staticmethod
    def groups(n, figures=("whiff",)):
        spreads = [Spread.of([Point(Estimate(place / 100), "a")] * (place + 1)) for place in range(n)]
        return [DeckGroup(f"g{place}", 1, 1, dict.fromkeys(figures, spread)) for place, spread in enumerate(spreads)]

    def test_the_greatest_median_is_on_top_and_every_cast_is_a_dot(self):
        shown = shown_groups(self.groups(3), "whiff")
        ax = plot_groups(shown, "whiff", "whiff (%)", is_mean=False)
        assert [label.get_text() for label in ax.get_yticklabels()] == ["g2 (3)", "g1 (2)", "g0 (1)"]
        assert [line.get_xdata().tolist() for line in ax.lines] == [[2, 2, 2], [1, 1], [0]]
        assert "all figures are exact" in ax.get_title(loc="left")

    def test_of_very_many_groups_those_with_the_most_casts_are_drawn(self):
        shown = shown_groups(self.groups(MOST_GROUPS + 5), "whiff")
        assert len(shown) == MOST_GROUPS
        assert {"g0", "g4"}.isdisjoint(group.name for group in shown)

    def test_figures_that_are_all_alike_have_an_axis_from_zero_on(self):
        spread = Spread.of([Point(Estimate(0.0), "a")])
        ax = plot_groups([DeckGroup("g", 1, 1, {"whiff": spread})], "whiff", "whiff (%)", is_mean=False)
        assert ax.get_xlim() == (0, 0.5)

    def test_the_widest_interval_is_said(self):
        spread = Spread.of([Point(Estimate(0.5, 0.4, 0.7), "a"), Point(Estimate(0.3), "b")])
        ax = plot_groups([DeckGroup("g", 1, 2, {"whiff": spread})], "whiff", "whiff (%)", is_mean=False)
        assert "± at most 20%" in ax.get_title(loc="left")


class TestTop:
    def test_the_first_page_and_the_terminal_show_the_greatest(self, lists, tmp_path, capsys):
        out = tmp_path / "out"
        assert main(["report", str(lists), "--out", str(out), "--top", "2", "--figure", "exiled", "--quiet"]) == 0
        printed = capsys.readouterr().out.splitlines()
        assert printed[0].split() == ["Cards", "exiled", "source", "deck"]
        assert [line.split()[1:3] for line in printed[1:]] == [["Shardless", "Agent"], ["Bloodbraid", "Elf"]]
        index = (out / "index.html").read_text(encoding="utf-8")
        assert index.count("<tr>") == 1 + 2
        assert "Shown are the 2 sources with the greatest <em>cards exiled</em>; the files hold all" in index
        assert len(rows_of(out / "decks.csv")) == 6

    @pytest.mark.parametrize("figure", FIGURES)
    @pytest.mark.parametrize("least", [False, True])
    def test_every_figure_ranks(self, lists, tmp_path, figure, least):
        done = report([lists], tmp_path / "out", top=9, figure=figure, least=least)
        values = [entry.estimate.value for entry in done.top]
        assert values == sorted(values, reverse=not least)
        assert len(values) == (4 if figure == "likeliest_first" else 5)

    def test_a_figure_that_is_not_there_is_refused(self, lists, tmp_path, capsys):
        assert main(["report", str(lists), "--out", str(tmp_path / "out"), "--top", "2", "--figure", "luck"]) == 2
        assert "figure must be one of likeliest_first, whiff, exiled," in capsys.readouterr().err
        assert not (tmp_path / "out").exists()

    def test_a_ranking_keeps_no_more_than_asked_and_the_first_of_equals(self):
        for least in (False, True):
            ranking = Ranking(3, least=least)
            values = [0.5, 0.1, 0.5, 0.9, 0.5, 0.1]
            for place, value in enumerate(values):
                ranking.add(value, place)
            places = sorted(range(6), key=lambda place: (values[place] if least else -values[place], place))
            assert ranking.items == places[:3]
