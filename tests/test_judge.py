"""`judge`, the scalar statement of the rules, and the vector engine say the same: every order, bottom and shuffle."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cascadesim as cs
from cascadesim.cards import bundled
from cascadesim.decks import resolve
from cascadesim.decks.read import parse_decklist
from cascadesim.studies.question import ask
from tests.test_simulate import law_of_kernel

CARDS = (
    "Forest", "Great Furnace", "Grizzly Bears", "Lightning Bolt", "Memnite", "Hill Giant", "Grave Titan", "Fire // Ice",
    "Boom // Bust", "Wear // Tear", "Commit // Memory", "Bonecrusher Giant", "Fae of Wishes", "Valki, God of Lies",
    "Silundi Vision", "Blitz Automaton", "Bloodbraid Elf", "Shardless Agent", "Enlisted Wurm", "Maelstrom Wanderer",
    "Geological Appraiser", "Trumpeting Carnosaur", "Imoti, Celebrant of Bounty", "The First Sliver", "Muscle Sliver",
    "Sliver Hivelord", "Crashing Footfalls", "Walking Ballista", "Rampant Growth",
)  # fmt: skip
SOURCES = (
    "Bloodbraid Elf", "Maelstrom Wanderer", "Apex Devastator", "Geological Appraiser", "Enlisted Wurm",
    "Violent Outburst",
)  # fmt: skip
GRANTERS = ("Imoti, Celebrant of Bounty", "The First Sliver", "Wild-Magic Sorcerer", "Maelstrom Nexus", "TARDIS")


@st.composite
def situations(draw):
    """Draw a small library, a source, an era, grants, and what the player does."""
    library = draw(st.lists(st.sampled_from(CARDS), max_size=4))
    some = st.lists(st.sampled_from(library), max_size=1) if library else st.just([])
    options = {
        "era": draw(st.sampled_from(["2009", "2017", "2021", "current"])),
        "grant": draw(st.lists(st.sampled_from(GRANTERS), max_size=2)),
        "decline": draw(some),
        "shuffles": draw(some),
    }
    if draw(st.integers(0, 4)) == 0:
        options["discover"] = draw(st.integers(0, 7))
    return draw(st.sampled_from(SOURCES)), library, options


def law_of_judge(source, library, options):
    """Return the probability of each outcome of `judge`, over every order of the library and everything random."""
    law = Counter()
    orders = list(permutations(library))
    for order in orders:
        for ruling, chance in every_ruling(source, order, options):
            exiled = [len(step.exiled) for step in ruling.steps]
            hit = ruling.steps[0].hit if ruling.steps else None
            casts = tuple((card.name, face.name) for card, face in ruling.casts)
            left = tuple(card.name for card in ruling.library)
            law[casts, hit and hit.name, (exiled or [0])[0], sum(exiled), left] += chance / len(orders)
    return law


def every_ruling(source, library, options):
    """Yield each ruling that chance can give, with its probability."""
    scripts = [()]
    while scripts:
        script, made, chance = scripts.pop(), [], Fraction(1)

        def choose(k, script=script, made=made):
            nonlocal chance
            drawn = script[len(made)] if len(made) < len(script) else 0
            if len(made) >= len(script):
                scripts.extend((*made, other) for other in range(1, k))
            made.append(drawn)
            chance /= k
            return drawn

        ruling = cs.judge(source, library, choose=choose, **options)
        yield ruling, chance


def law_of_engine(source, library, options):
    text = "\n".join(f"1 {name}" for name in [*library, source]).encode()
    deck = resolve(parse_decklist(text, name="made", path="made"), bundled())
    question = ask(deck, source, **options)
    law = Counter()
    for outcome, p in law_of_kernel(question.problem).items():
        names = [card.name for card in question.rows]
        casts = tuple((names[row], question.forms[form].face.name) for row, form, _ in outcome.casts)
        hit = None if outcome.first < 0 else names[outcome.first]
        left = tuple(names[row] for row in outcome.library)
        law[casts, hit, outcome.exiled_first, outcome.exiled_total, left] += p
    return law


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(situations())
def test_judge_and_the_vector_engine_give_the_same_law(situation):
    assert law_of_judge(*situation) == law_of_engine(*situation)


def test_a_source_that_does_not_dig_has_no_steps():
    ruling = cs.judge("Hill Giant", ["Forest"])
    assert (ruling.source.triggers, ruling.steps) == (0, ())


def test_a_hit_that_grants_is_active_from_when_it_resolves():
    """RULES §9, GRANTS §2: Imoti resolves before the second trigger, whose Titan then cascades."""
    ruling = cs.judge("Maelstrom Wanderer", ["Imoti, Celebrant of Bounty", "Memnite", "Grave Titan", "Grizzly Bears"])
    assert [(step.of, step.hit.name, step.new_triggers) for step in ruling.steps] == [
        ("Maelstrom Wanderer", "Imoti, Celebrant of Bounty", 1),
        ("Imoti, Celebrant of Bounty", "Memnite", 0),
        ("Maelstrom Wanderer", "Grave Titan", 1),
        ("Grave Titan", "Grizzly Bears", 0),
    ]


def test_a_type_that_is_not_known_of_a_hit_is_one_clear_line():
    with pytest.raises(cs.QuestionError, match=r"asks whether Shivan Meteor is an instant.*write them into.*--cards"):
        cs.judge(None, ["Shivan Meteor"], grant=["Smoldering Stagecoach"], discover=9)
