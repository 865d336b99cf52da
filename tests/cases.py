"""The conformance cases of tests/data/cases.csv: how each row is asked of `judge`, and what must come of it.

A row says what happens with the first trigger of a source on one exact library. `ASKED` holds what a row's context
adds; `LEFT_OUT` each row that is not asked, with the reason.
"""

import csv
import re
from collections import Counter
from pathlib import Path

import cascadesim as cs
from cascadesim.cards import bundled

with Path(__file__).with_name("data").joinpath("cases.csv").open(encoding="utf-8", newline="") as file:
    ROWS = {row["id"]: row for row in csv.DictReader(file)}

LEFT_OUT = {
    "H20": "board state: a cost reduction (Goblin Electromancer) on the kick is not modelled",
    "H21": "board state: a tax (Thalia) on the free cast is not modelled",
    "M26": "board state: Averna puts an exiled land onto the battlefield; `exiled_land` tells how often there is one",
    "M27": "board state: Averna, as M26",
}

NEXUS, QUANDRIX, IMOTI = ["Maelstrom Nexus"], ["Quandrix, the Proof"], ["Imoti, Celebrant of Bounty"]
ZHULODOK, SORCERER, SLIVER = ["Zhulodok, Void Gorger"], ["Wild-Magic Sorcerer"], ["The First Sliver"]

ASKED = {
    "A07": {"grant": NEXUS},
    "A08": {"grant": NEXUS},
    "A15": {"grant": NEXUS},
    "B25": {"grant": NEXUS, "x": 10},
    "B31": {"grant": QUANDRIX, "cast_as": "fused"},
    "C18": {"source": "Bonecrusher Giant", "face": "Stomp", "grant": QUANDRIX},
    "D13": {"grant": NEXUS},
    "E11": {"grant": ZHULODOK},
    "E12": {"grant": ZHULODOK, "cast_as": "prototype"},
    "G05": {"grant": NEXUS, "x": 4},
    "G06": {"grant": NEXUS, "x": 0},
    "G07": {"grant": QUANDRIX, "x": 4},
    "G08": {"grant": IMOTI, "x": 9},
    "H01": {"mana": "{4}"},
    "H02": {"mana": ""},
    "H03": {"mana": "{1}{U}"},
    "H04": {"mana": "{5}"},
    "H05": {"mana": "{2}{G}"},
    "H07": {"mana": "{2}{B}"},
    "H08": {"resources": {"land": 1}},
    "H09": {"mana": "{1}{G}{2}{U}"},
    "H10": {"mana": "{B}{R}"},
    "H11": {"mana": "{G}{G}{G}"},
    "H12": {"mana": "{5}"},
    "H13": {"mana": "{2}"},
    "H14": {"mana": "{3}"},
    "H15": {"mana": "{3}"},
    "H16": {"resources": {"life": 3}},
    "H18": {"resources": {"land": 2}},
    "H19": {"resources": {"land": 1}},
    "H23": {"mana": "{2}{U}{U}"},
    "H24": {"mana": "{R}"},
    "H30": {"grant": NEXUS},
    "H32": {"grant": NEXUS},
    "H33": {"mana": "{4}"},
    "H34": {"grant": ["Rain of Riches"]},
    "K01": {"grant": NEXUS},
    "K02": {"grant": IMOTI},
    "K03": {"grant": IMOTI},
    "K05": {"grant": QUANDRIX},
    "K06": {"grant": NEXUS},
    "K08": {"grant": QUANDRIX},
    "K09": {"grant": ZHULODOK},
    "K10": {"grant": NEXUS, "cast_as": "face-down"},
    "K11": {"grant": NEXUS, "cast_from": "exile"},
    "K12": {"cast_from": "exile"},
    "K13": {"grant": SORCERER, "cast_from": "exile"},
    "K14": {"cast_from": "graveyard"},
    "K15": {"cast_from": "graveyard"},
    "L01": {"triggers": 0},  # a copy of a spell is not cast
    "L03": {"triggers": "+1"},
    "L04": {"triggers": "-1"},
    "L05": {"triggers": 0},  # put onto the battlefield, not cast
    "M06": {"grant": NEXUS},
    "M07": {"grant": IMOTI * 2},
    "M08": {"grant": IMOTI},
    "M09": {"grant": ZHULODOK},
    "M15": {"grant": ["Yidris, Maelstrom Wielder"]},
    "M16": {"grant": IMOTI},
    "M17": {"grant": SLIVER},
    "M18": {"grant": SORCERER},
    "M19": {"grant": ["Smoldering Stagecoach"]},
    "M20": {"grant": ["Abaddon the Despoiler=3"]},
    "M21": {"grant": SLIVER + QUANDRIX},
    "M23": {"grant": ["Flamekin Herald"], "cast_from": "command"},
    "M24": {"triggers": "+1"},  # delirium gives it its cascade
    "N03": {"shuffles": ["Rampant Growth"]},
    "N10": {"grant": IMOTI},
    "N11": {"grant": QUANDRIX},
    "N13": {"mana": "{4}"},
    "O04": {"discover": 2},
    "O16": {"discover": 3, "triggers": 0},  # it was not cast
    "O19": {"mana": "{4}"},
}

# How often the first hit is kicked with what the row's context, or `ASKED`, puts at hand.
KICKS = {
    "H02": 0, "H09": 2, "H10": 2, "H11": 3, "H12": 2, "H13": 2,
}  # fmt: skip


def judged(name):
    """Ask `judge` what a row asks."""
    row = ROWS[name]
    options = dict(ASKED.get(name, {}))
    source = options.pop("source", re.sub(r"\s*\([^)]*\)$", "", row["source_card"]))
    if row["operation"] == "discover":
        options.setdefault("discover", int(row["threshold"]))
    card = source if bundled().find(source) else None
    if row["assumed_action"] in ("declined_bottomed", "put_in_hand"):
        options["decline"] = [row["expected_hit"]]
    if row["assumed_action"] == "uncastable_bottomed":
        options["uncastable"] = [row["expected_hit"]]
    if row["era"] != "all":
        options["era"] = row["era"]
    return cs.judge(card, names(row["library_top_to_bottom"]), **options)


def names(cell):
    """Return the names of a cell, of which none and "none" are no names."""
    return [name for name in re.split(r" \| ", cell.strip()) if name not in ("", "none")]


def full(name):
    return bundled().get(name).name


def check(name):
    """Compare every column of a row that a first trigger can show."""
    row, ruling = ROWS[name], judged(name)
    expect = (int(row["threshold"]), int(row["instances"]))
    if row["assumed_action"] == "no_trigger":
        assert ruling.source.triggers == 0
        assert ruling.steps == ()
        return
    assert (ruling.source.threshold, ruling.source.triggers) == expect
    step = ruling.steps[0]
    assert step.threshold == expect[0]
    assert len(step.exiled) == int(row["number_exiled"])
    assert Counter(card.name for card in step.bottomed) == Counter(map(full, names(row["bottomed_any_order"])))
    if row["expected_hit"] == "none":
        assert step.hit is None
        return
    assert step.hit.name == full(row["expected_hit"])
    assert [face.name for face in step.castable] == names(row["castable_faces"])
    values = {face.name: face.mana_value for face in step.castable}
    assert values == {
        face: int(value) for face, _, value in (c.rpartition("=") for c in names(row["face_mv_on_stack"]))
    }
    if row["era"] != "2009":
        assert step.hit.mana_value == int(row["hit_mv_in_library"])
    assert (step.cast is not None) == (row["assumed_action"] == "cast")
    assert (step.to_hand != ()) == (row["assumed_action"] == "put_in_hand")
    check_kicker(name, row, step)
    check_new_triggers(row, ruling)


def check_kicker(name, row, step):
    """Compare whether the hit has kicker, its cost where the row tells it, and how often it is paid."""
    if step.cast is None:
        return
    assert (step.kicker is not None) == (row["hit_kickable"] == "yes")
    if step.kicker is None:
        return
    for symbols in re.findall(r"yes: ((?:\{[^}]*\})+)(?! with)", row["kicker_payment_allowed"]):
        assert symbols in [cost.text for cost in step.kicker.costs]
    assert step.kick.kicks == KICKS.get(name, 1)


def check_new_triggers(row, ruling):
    """Compare the triggers of what was cast, and what the next trigger looks for."""
    says = row["new_cascade_trigger"]
    second = re.match(r"second hit (.+?): (\d) \(threshold (\d+)\)", says)
    counts = [int(n) for n in re.findall(r"(\d+)(?= printed| granted| \(threshold| cascade)", says)]
    if second:
        step = next(step for step in ruling.steps if step.hit and step.hit.name == second[1])
        assert step.new_triggers == int(second[2])
        assert any(later.of == second[1] and later.threshold == int(second[3]) for later in ruling.steps)
        return
    expected = 0 if says.startswith(("no", "if")) else sum(counts)
    assert ruling.steps[0].new_triggers == expected
    threshold = re.search(r"\(threshold (\d+)\)", says)
    if expected and threshold:
        assert ruling.steps[1].threshold == int(threshold[1])
    if "ETB discover" in says:
        assert ruling.steps[1].dig.to_hand
        assert ruling.steps[1].threshold == 3


# The rule that a row is about, by its category; the first that matches.
RULES = {
    "702_33": r".*kick",
    "118_9": r"source-|alt-cost|mandatory-cost|spree|tiered|entwine|tax",
    "701_57": r"discover|cascade-into-discover",
    "202_3": r"no-cost|hybrid|phyrexian|x-|split(?!-second)|aftermath|room|adventure|omen|prepare|mdfc|transform|battle"
    r"|flip|meld|prototype",
    "702_85": r".",
}


def rows(rule):
    """Return the ids of the rows about a rule, those of an era that is not the current one apart, as "eras"."""
    return [name for name, row in ROWS.items() if name not in LEFT_OUT and _rule(row) == rule]


def _rule(row):
    if row["era"] in ("2009", "2017", "2021"):
        return "eras"
    return next(rule for rule, categories in RULES.items() if re.match(categories, row["category"]))
