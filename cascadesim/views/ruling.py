"""A judgement in the words of the rules, with their numbers, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cascadesim.cards import Card, Mark
from cascadesim.results.judgement import Judgement, Step
from cascadesim.results.sample import SampleResult
from cascadesim.rules.era import RULES_DATE, Era
from cascadesim.views.words import digs

Json = dict[str, Any]
_EDITION = f"Rule numbers without a year are those of the Comprehensive Rules of {RULES_DATE}."


def judge_document(ruling: Judgement) -> Json:
    """Return ``cascadesim.judge/1``."""
    source = ruling.source
    return {
        "schema": "cascadesim.judge/1",
        "source": source.name,
        "face": source.face,
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
        "paid": list(step.kick.paid) if step.kick else [],
        "kicker_x": step.kick.x if step.kick else None,
        "x_value": step.x_value,
    }


def ruling_lines(ruling: Judgement) -> Iterator[str]:
    """Yield the lines of a ruling, each step with its rule numbers."""
    yield _looks_for(ruling)
    yield from (f"note: {note}" for note in ruling.source.notes)
    yield from _step_lines(ruling, card_by_card=False)
    if ruling.reached_bottom:
        yield "A dig reached cards that lie in a random order: taken here as they were exiled, other runs may differ."
    yield _EDITION


def sample_lines(sample: SampleResult) -> Iterator[str]:
    """Yield a sampled cast, told card by card."""
    yield f"{sample.deck}, seed {sample.seed}"
    if sample.hand is not None:
        yield f"opening hand: {_names(sample.hand)}"
        turn = f"drawn by turn {sample.turn} on the {sample.seat}"
        yield f"{turn}: {_names(sample.drawn) or 'nothing'}" if sample.turn is not None else "nothing is drawn yet"
    yield f"library: {len(sample.library)} cards, shuffled"
    ruling = sample.ruling
    if ruling is not None:
        yield _looks_for(ruling)
    yield from (f"note: {note}" for note in sample.notes)
    if ruling is None:
        return
    yield from _step_lines(ruling, card_by_card=True)
    if ruling.reached_bottom:
        yield "A dig reached cards that were put on the bottom or shuffled before, in the random order of this seed."
    cast = ", ".join(face.name for _, face in ruling.casts)
    yield f"Cast for free: {cast or 'nothing'}"
    yield _EDITION


def _looks_for(ruling: Judgement) -> str:
    source = ruling.source
    looks_for = digs(source) if source.digs else "no trigger, so nothing is exiled"
    return f"{source.face}: {looks_for} ({ruling.era.name} rules)"


def _step_lines(ruling: Judgement, *, card_by_card: bool) -> Iterator[str]:
    for number, step in enumerate(ruling.steps, start=1):
        rule = ruling.era.rule(discovers=step.dig.to_hand)
        yield f"{number}. {_title(step, rule)}"
        yield from (f"   {line}" for line in _told(step, ruling.era, rule, card_by_card=card_by_card))


def _names(cards: Iterable[Card]) -> str:
    return ", ".join(card.name for card in cards)


def _title(step: Step, rule: str) -> str:
    if step.dig.to_hand:
        what = f"{step.of} discovers" if not step.of.startswith("discover") else "discover"
        return f"{what} {step.threshold}: a nonland card of mana value {step.threshold} or less ({rule})"
    return f"{step.of}, cascade {step.trigger}: a nonland card of mana value less than {step.threshold} ({rule})"


def _told(step: Step, era: Era, rule: str, *, card_by_card: bool) -> Iterator[str]:
    if not step.exiled:
        yield f"the library is empty: nothing is exiled, and no game is lost ({rule})"
        return
    if card_by_card:
        missed = step.exiled[:-1] if step.hit else step.exiled
        yield from (f"exiled: {card.name}, {_why_not(card, step, era)}" for card in missed)
        yield from (f"exiled: {card.name}" for card in step.exiled[len(missed) :])
    else:
        yield f"exiled from the top: {_names(step.exiled)}"
    if step.hit is None:
        yield "no card stops it; putting all back is no shuffle and loses no game (CR 701.24)"
    else:
        yield f"{step.hit.name} stops it: {_why(step, era)} ({rule})"
        parts = ", ".join(f"{face.name} ({face.mana_value})" for face in step.castable) or "nothing"
        check = f"the resulting spell must be cheap enough too, {rule}" if era.spell_is_checked else "at any mana value"
        yield f"what may be cast: {parts} ({check})"
        yield from _cast(step, rule)
    if step.to_hand:
        yield f"put into the hand: {_names(step.to_hand)} ({rule})"
    if step.bottomed:
        yield f"to the bottom in a random order: {_names(step.bottomed)} ({rule})"
    if step.new_triggers:
        printed = step.hit.cascades if step.hit and step.cast and step.hit.has_text(step.cast) else 0
        granted = step.new_triggers - printed
        number = (
            f"{printed} printed"
            if not granted
            else f"{granted} granted"
            if not printed
            else f"{printed} + {granted} granted"
        )
        yield f"it has cascade, {number}: that resolves before {step.of} goes on (CR 603.3, 702.85c)"


def _why(step: Step, era: Era) -> str:
    """Say why the hit stops the dig."""
    card = step.hit
    if card and card.is_split and era.either_half_stops:
        return "a half of it is cheap enough"
    value = card.mana_value if card else 0
    both = " for both halves together" if card and card.is_split else ""
    return f"a nonland card of mana value {value}{both}"


def _why_not(card: Card, step: Step, era: Era) -> str:
    """Say why a card does not stop the dig."""
    if card.is_land:
        return "a land"
    if not card.is_known:
        return "of which nothing is known"
    both = " for both halves together" if card.is_split and not era.either_half_stops else ""
    needed = f"{step.threshold} or less" if step.dig.to_hand else f"less than {step.threshold}"
    return f"mana value {era.stop_value(card)}{both}, not {needed}"


def _cast(step: Step, rule: str) -> Iterator[str]:
    if step.cast is None:
        yield f"it is not cast: declined, which is allowed ({rule}), or not castable (CR 601.2c, 118.8)"
        return
    yield f"cast without paying its mana cost: {step.cast.name} (CR 118.9, 608.2g)"
    if step.x_value is not None:
        dies = "; a 0/0 then, it dies" if step.hit and Mark.DIES_AT_X0 in step.hit.marks else ""
        yield f"its X is 0 (CR 107.3b){dies}"
    if step.hit and Mark.OMEN in step.hit.marks and step.cast != step.hit.front:
        yield "an Omen: it shuffles its card into the library as it resolves (CR 720), which is not followed here"
    if step.kicker and step.kick:
        costs = ", and/or ".join(cost.text for cost in step.kicker.costs)
        often = "any number of times" if step.kicker.multi else "once each" if len(step.kicker.costs) > 1 else "once"
        yield f"kicker {costs} may be paid {often} (CR 702.33); {_kicked(step)}"
        yield "kicking changes no mana value (CR 118.8d, 202.4)"


def _kicked(step: Step) -> str:
    if not step.kick or not step.kick.kicks:
        return "with what is left it is not"
    x = "" if step.kick.x is None else f" with X = {step.kick.x}"
    return f"with what is left it is: {', '.join(step.kick.paid)}{x}"
