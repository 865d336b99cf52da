"""A judgement in the words of the rules, with their numbers, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cascadesim.rules.era import RULES_DATE
from cascadesim.studies.judge import Judgement, Step
from cascadesim.views.words import digs

Json = dict[str, Any]


def judge_document(ruling: Judgement) -> Json:
    """Return ``cascadesim.judge/1``."""
    source = ruling.source
    return {
        "schema": "cascadesim.judge/1",
        "source": source.name,
        "kind": source.kind,
        "era": ruling.era.name,
        "threshold": source.threshold,
        "triggers": source.triggers,
        "steps": [_step(step) for step in ruling.steps],
        "library": [card.name for card in ruling.library],
        "reached_bottom": ruling.reached_bottom,
        "notes": list(source.notes),
    }


def _step(step: Step) -> Json:
    return {
        "of": step.of,
        "trigger": step.trigger,
        "kind": "discover" if step.dig.to_hand else "cascade",
        "threshold": step.threshold,
        "exiled": [card.name for card in step.exiled],
        "hit": step.hit.name if step.hit else None,
        "castable": [face.name for face in step.castable],
        "cast": step.cast.name if step.cast else None,
        "to_hand": [card.name for card in step.to_hand],
        "bottomed": [card.name for card in step.bottomed],
        "new_triggers": step.new_triggers,
        "kicker": [cost.text for cost in step.kicker.costs] if step.kicker else [],
        "kicks": step.kick.kicks if step.kick else 0,
        "x_value": step.x_value,
    }


def ruling_lines(ruling: Judgement) -> Iterator[str]:
    """Yield the lines of a ruling, each step with its rule numbers."""
    source = ruling.source
    yield f"{source.name}: {digs(source) if source.digs else 'nothing of it digs'} ({ruling.era.name} rules)"
    yield from (f"note: {note}" for note in source.notes)
    for number, step in enumerate(ruling.steps, start=1):
        yield f"{number}. {_title(step)}"
        yield from (f"   {line}" for line in _told(step, checked=ruling.era.spell_is_checked))
    if ruling.reached_bottom:
        yield "A dig reached cards that lie in a random order: taken here as they were exiled, other runs may differ."
    yield f"Rule numbers are those of the Comprehensive Rules of {RULES_DATE}."


def _title(step: Step) -> str:
    if step.dig.to_hand:
        return f"{step.of} discovers {step.threshold} (CR 701.57a)"
    return f"{step.of}, cascade {step.trigger}: a nonland card of mana value less than {step.threshold} (CR 702.85a)"


def _told(step: Step, *, checked: bool) -> Iterator[str]:
    exiled = ", ".join(card.name for card in step.exiled) or "nothing, the library is empty"
    yield f"exiled from the top: {exiled}"
    if step.hit is None:
        yield "no card stops it; this is no shuffle and loses no game (CR 701.24)"
    else:
        limit = "up to" if step.dig.to_hand else "less than"
        yield f"{step.hit.name} stops it: a nonland card, mana value {limit} {step.threshold} (CR 202.3, 702.85a)"
        parts = ", ".join(f"{face.name} ({face.mana_value})" for face in step.castable) or "nothing"
        rule = "the resulting spell must be cheap enough too, CR 702.85a" if checked else "whatever its mana value"
        yield f"what may be cast: {parts} ({rule})"
        yield from _cast(step)
    if step.to_hand:
        yield f"put into the hand: {', '.join(card.name for card in step.to_hand)} (CR 701.57a)"
    if step.bottomed:
        yield f"to the bottom in a random order: {', '.join(card.name for card in step.bottomed)} (CR 702.85a)"
    if step.new_triggers:
        yield f"{step.new_triggers} new cascade trigger(s), which resolve before {step.of} goes on (CR 603.3, 702.85c)"


def _cast(step: Step) -> Iterator[str]:
    if step.cast is None:
        yield "it is not cast (CR 702.85a: casting it is optional)"
        return
    yield f"cast without paying its mana cost: {step.cast.name} (CR 118.9, 608.2g)"
    if step.x_value is not None:
        yield "its X is 0 (CR 107.3b)"
    if step.kicker:
        costs = ", and/or ".join(cost.text for cost in step.kicker.costs)
        often = "any number of times" if step.kicker.multi else "once each" if len(step.kicker.costs) > 1 else "once"
        kicks = step.kick.kicks if step.kick else 0
        yield f"kicker {costs} may be paid {often} (CR 702.33); with what is at hand: {kicks} time(s)"
        yield "kicking changes no mana value (CR 118.8d, 202.4)"
