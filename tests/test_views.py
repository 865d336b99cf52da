"""Pictures, terminal tables, words and the JSON contract."""

import json

import numpy as np
import pytest
from matplotlib import pyplot as plt

import cascadesim as cs
from cascadesim.views.export import hits_document
from cascadesim.views.words import figures, how, triggers


@pytest.fixture(scope="module")
def deck(request):
    return cs.read_deck(request.config.rootpath / "decklists" / "jund_standard_worlds2009.txt")


@pytest.fixture(scope="module")
def simulated(deck):
    return cs.cascade(deck, "Bituminous Blast", method="simulate", trials=20_000, rng=1)


@pytest.fixture(scope="module")
def exact(deck):
    return cs.cascade(deck, "Bloodbraid Elf")


def bars(axes):
    return [patch.get_width() for patch in axes.patches]


def test_hits_are_sorted_bars_with_intervals_and_a_whiff(simulated, exact):
    axes = simulated.plot()
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels[-1] == "(whiff)"
    assert labels[0].startswith(simulated.hit_list[0].card)
    assert bars(axes) == sorted(bars(axes), reverse=True)
    assert sum(bars(axes)) == pytest.approx(100)
    assert len(axes.containers) == 2 * len(labels)  # each bar and its interval
    assert "20,000 trials" in axes.get_title(loc="left")
    assert len(exact.plot().containers) == 8  # exact bars have no interval
    assert axes.get_xlabel() == "first trigger stops on it (%)"


def test_many_hits_end_in_one_line_for_the_rest(decklist):
    lines = [f"1 {name}" for name in list_of_small_cards(30)]
    deck = cs.read_deck(decklist("\n".join([*lines, "20 Forest"])))
    axes = cs.cascade(deck, "Maelstrom Colossus").plot()
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels[-2:] == ["(whiff)", "5 other cards"]
    assert "16.67% together" in [text.get_text() for text in axes.texts]
    assert sum(bars(axes)) == pytest.approx(100 * 25 / 30)


def list_of_small_cards(n):
    from cascadesim.cards import bundled

    found = (card.name for card in bundled() if card.mana_value == 1 and not card.cascades and len(card.faces) == 1)
    return [name for name, _ in zip((name for name in found if name[0].isalpha()), range(n), strict=False)]


def test_depth_is_a_histogram_with_its_mean_and_its_90_percent_point(exact):
    axes = exact.plot("exiled")
    (mean, p90) = (line.get_xdata()[0] for line in axes.lines)
    assert mean == pytest.approx(60 / 23)
    assert p90 == 5
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["mean 2.609", "90% exile at most 5"]
    assert "%" in axes.get_ylabel()


def test_pictures_go_into_given_axes(exact):
    _, axes = plt.subplots()
    assert exact.plot(ax=axes) is axes
    assert exact.plot("exiled", ax=plt.subplots()[1]) is not axes
    assert exact.plot("mana", ax=axes) is axes
    assert exact.plot("chain", ax=plt.subplots()[1]) is not axes
    with pytest.raises(ValueError, match="kind must be one of hits, exiled, mana, chain, got 'pie'"):
        exact.plot("pie")


def test_mana_values_are_bars_and_that_of_the_source_is_marked(exact, simulated):
    axes = exact.plot("mana")
    shares = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in axes.patches}
    assert shares == pytest.approx({1: 100 * 5 / 22, 2: 100 * 6 / 22, 3: 100 * 11 / 22})
    (threshold,) = axes.lines
    assert threshold.get_xdata()[0] == 4
    assert axes.get_legend().get_texts()[0].get_text() == "mana value of the source: 4"
    assert axes.get_xlabel() == "mana value of the card hit"
    assert axes.get_ylabel().endswith("(%)")
    assert "20,000 trials" in simulated.plot("mana").get_title(loc="left")
    assert len(simulated.plot("mana").containers) == 2 * 4  # each bar and its interval


def test_a_chain_is_a_tree_with_a_bar_a_step(simulated, exact):
    axes = simulated.plot("chain")
    names = [text.get_text() for text in axes.texts if not text.get_text().endswith("%")]
    assert names[0] == "Bituminous Blast"
    assert names.count("Terminate") == 2  # hit by the Blast, and by an Elf that the Blast hit
    elf = names.index("Bloodbraid Elf")
    indents = [text.get_position()[0] for text in axes.texts if not text.get_text().endswith("%")]
    assert len({*indents}) == 3
    assert all(indent > indents[elf] for indent in indents[elf + 1 : elf + 8])  # the seven that an Elf can hit
    assert len(axes.patches) == len(names) - 1 == 17
    title = axes.get_title(loc="left")
    assert "simulated for this picture, 20,000 trials, seed 1" in title
    assert title.endswith("all that it can cast is shown")
    assert axes.get_xlabel() == "cast by a trigger of the spell above it, at least one (%)"
    assert min(axes.get_xticks()) == 0
    assert exact.plot("chain").get_title(loc="left").split("\n")[1] == "exact"


def test_a_tree_says_what_it_leaves_out(decklist):
    lines = [f"1 {name}" for name in list_of_small_cards(40)]
    deck = cs.read_deck(decklist("\n".join([*lines, "20 Forest"])))
    axes = cs.cascade(deck, "Maelstrom Colossus").plot("chain")
    assert len(axes.patches) == 30
    assert axes.get_title(loc="left").endswith("10 other ways are left out, 25.00% of all spells cast")


def test_pictures_read_in_black_and_white(exact, by_turn):
    from cascadesim.views.style import BAR, INK, MARK, PAPER

    def lightness(color):
        red, green, blue = (int(color[place : place + 2], 16) for place in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light = sorted(map(lightness, (INK, MARK, BAR, PAPER)))
    assert min(np.diff(light)) > 25
    dashes = {line.get_linestyle() for line in exact.plot("exiled").lines}
    assert len(dashes) == 2


def test_a_library_without_hits_is_drawn_too(decklist):
    result = cs.cascade(cs.read_deck(decklist("1 Bloodbraid Elf\n3 Forest\n")), "Bloodbraid Elf")
    assert result.plot("mana").patches[:] == []
    assert result.plot("chain").get_title(loc="left").endswith("it casts nothing")
    assert bars(result.plot()) == [100]
    assert result.plot("exiled").get_xlim()[1] > 3


def test_words(simulated, exact):
    assert how(exact) == "exact"
    assert how(simulated) == "simulated, 20,000 trials, seed 1; in brackets: 95% confidence intervals"
    assert triggers(exact) == "one cascade, for a nonland card of mana value less than 4"
    names = [name for name, _ in figures(simulated)]
    assert "Spells cast for free in the chain, how often" in names
    assert dict(figures(exact))["Cards exiled by the first trigger, median / 90% at most"] == "2 / 5"


def test_json_contract(deck, simulated, exact):
    document = json.loads(json.dumps(hits_document(deck, [simulated, exact]), allow_nan=False))
    assert document["schema"] == "cascadesim.hits/1"
    assert document["deck"]["name"] == "jund_standard_worlds2009"
    assert (document["deck"]["main"], document["deck"]["library"]) == (60, 59)
    blast, elf = document["casts"]
    assert blast["source"] == {"card": "Bituminous Blast", "threshold": 5, "triggers": 1, "kind": "cascade"}
    assert (blast["era"], blast["method"], blast["trials"], blast["seed"]) == ("current", "simulate", 20_000, 1)
    assert (elf["method"], elf["trials"], elf["seed"]) == ("exact", None, None)
    for key in ("hits", "whiff", "spells_cast", "free_mana_value", "groups", "exiled_first", "exiled_total"):
        assert key in blast
    hit = blast["hits"][0]
    assert set(hit) == {"card", "mana_value", "copies", "first", "cast", "mean_casts", "dies_at_x0"}
    assert hit["first"]["low"] < hit["first"]["p"] < hit["first"]["high"]
    assert set(hit["mean_casts"]) == {"mean", "low", "high"}
    assert elf["hits"][0]["first"]["low"] is None
    assert elf["exiled_first"]["median"] == 2
    assert elf["exiled_first"]["p90"] == 5
    assert len(elf["exiled_first"]["distribution"]) == 60
    assert sum(elf["exiled_first"]["distribution"]) == pytest.approx(1)


@pytest.fixture(scope="module")
def by_turn(deck):
    return cs.turns(deck, 5, method="simulate", trials=20_000, rng=1)


def test_turns_are_two_lines_with_intervals_and_labels(by_turn):
    axes = by_turn.plot()
    play, draw = axes.lines
    assert [play.get_label(), draw.get_label()] == ["on the play", "on the draw"]
    assert play.get_ydata() == pytest.approx([100 * turn.figures.cascades_into_hit.value for turn in by_turn.play])
    assert draw.get_ydata()[-1] > play.get_ydata()[-1] > 0
    assert play.get_linestyle() != draw.get_linestyle()  # they read in black and white
    assert play.get_marker() != draw.get_marker()
    assert len(axes.collections) == 10  # an interval a point
    title = axes.get_title(loc="left")
    assert title.startswith("Bituminous Blast, Bloodbraid Elf: cascades into a hit\nno mulligans")
    assert "20,000 games" in title
    assert axes.get_xlabel() == "turn"
    assert [text.get_text() for text in axes.texts][-1].endswith("%")
    means = by_turn.plot("expected_kicks")
    assert means.get_ylabel() == "kicks in the chain, mean"
    with pytest.raises(ValueError, match="figure must be one of source_in_hand, castable"):
        by_turn.plot("luck")


def test_exact_turns_have_no_intervals_and_one_seat_one_line(deck):
    result = cs.turns(deck, 4, sources="Bloodbraid Elf", seats="draw", colors=False)
    assert result.method == "exact"
    axes = result.plot("castable")
    assert len(axes.lines) == 1
    assert not axes.collections


def test_turns_in_a_notebook_are_a_table_with_both_seats(by_turn, decklist):
    html = by_turn._repr_html_()
    assert html.count("<tr>") == 6
    assert "<th>cascades into a hit on the draw</th>" in html
    assert "<th>kicks, mean on the play</th>" in html
    assert "±" in html
    assert "20,000 games, seed 1" in html
    rhinos = cs.turns(cs.read_deck("decklists/temur_rhinos_modern_ptlotr2023.txt"), 2)
    assert "kicked" not in rhinos._repr_html_()  # nothing that it hits has kicker
    named = cs.read_deck(decklist("4 Violent Outburst\n56 Forest\n", name="<b>x.txt"))
    assert "&lt;b&gt;x" in cs.turns(named, 2)._repr_html_()


def test_a_result_of_turns_says_what_it_is(by_turn, deck):
    assert repr(by_turn) == "<TurnsResult 'jund_standard_worlds2009': 20,000 games, seed 1, by turn 5, mulligan none>"
    assert repr(cs.turns(deck, 1)) == "<TurnsResult 'jund_standard_worlds2009': exact, by turn 1, mulligan none>"
