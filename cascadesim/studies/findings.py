"""What there is to say of one card under one threshold, in a sentence and with the rule that decides."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from cascadesim.cards import Card, Face, Layout, Mark
from cascadesim.cards.mana import mana_value
from cascadesim.rules import Dig, Era, Form
from cascadesim.rules.era import choose_part, parts
from cascadesim.rules.kicker import Kicker


class Said(NamedTuple):
    """A sentence, and the rules that decide."""

    text: str
    rule: str


# Why a card counts as its front, normal or main part in the library.
_ONE_PART = {
    Layout.ADVENTURE: "CR 715.4",
    Layout.MODAL_DFC: "CR 712.8a",
    Layout.PREPARE: "CR 722.3",
    Layout.NORMAL: "CR 718.4",  # a prototype
}


def stops(card: Card, dig: Dig, era: Era) -> bool:
    """Whether a card stops a dig."""
    value = era.stop_value(card)
    return value is not None and value < dig.below


def limit(dig: Dig) -> str:
    """Say what a dig stops on: "less than 3"."""
    return f"{dig.below - 1} or less" if dig.to_hand else f"less than {dig.below}"


def stops_it(card: Card, dig: Dig, era: Era, *, boarded: bool) -> Said:
    """Say that a card stops a dig and why."""
    verb = "would stop it when boarded" if boarded else "stops it"
    return Said(f"{card.name} {verb}: {_value(card, era)} is {limit(dig)}", era.rule(discovers=dig.to_hand))


def never_stops(card: Card, dig: Dig, era: Era, *, wanted: bool) -> Said:
    """Say that a card does not stop a dig and why."""
    rule = era.rule(discovers=dig.to_hand)
    name = f"{card.name} is wanted, but never hit" if wanted else f"{card.name} is never hit"
    if card.is_land:
        return Said(f"{name}: it is a land", rule)
    if not card.is_known:
        return Said(f"{name}: nothing is known of it", "")
    return Said(f"{name}: {_value(card, era)} is not {limit(dig)}", rule)


def dead_at_x0(card: Card, dig: Dig, era: Era) -> Said | None:
    """Say what becomes of a hit with an X in its mana cost."""
    face = _cast_part(card, dig, era)
    if face is None or not face.x_count:
        return None
    if Form(card, face).dies_at_x0:
        return Said(f"{face.name} is cast with X = 0: it enters as a 0/0 and dies", "CR 107.3b, 704.5f")
    return Said(f"{face.name} is cast with X = 0: look whether it does anything then", "CR 107.3b")


def kicker_beyond(card: Card, dig: Dig, era: Era) -> Said | None:
    """Say that a hit stays one although it costs more when kicked."""
    face, kicker = _cast_part(card, dig, era), Kicker.of(card)
    if face is None or kicker is None or not card.has_text(face):
        return None
    total = face.mana_value + kicker.value
    if total < dig.below:
        return _more_kicks(card, face, kicker, dig, era)
    text = (
        f"{card.name} is a hit, {_value(card, era)}; {total} all told when kicked is not {limit(dig)}, but kicker "
        "never counts"
    )
    return Said(text, "CR 118.8d, 202.4, 702.33")


def _more_kicks(card: Card, face: Face, kicker: Kicker, dig: Dig, era: Era) -> Said | None:
    """Say that a hit stays one although kicks that can grow may cost more."""
    cost = kicker.costs[0]
    each = mana_value(cost.mana)
    if kicker.multi and each:
        n = ceil((dig.below - face.mana_value) / each)
        how = f"kicked {n} times it costs {face.mana_value + n * each}"
    elif any(cost.has_x for cost in kicker.costs):
        how = f"with X great enough it costs {dig.below} or more"
    else:
        return None
    text = (
        f"{card.name} is a hit, {_value(card, era)}; {how} all told, which is not {limit(dig)}, but kicker never counts"
    )
    return Said(text, "CR 118.8d, 202.4, 702.33")


def surprising_value(card: Card, dig: Dig, era: Era) -> Said | None:
    """Say how a card of several parts counts, where a part of it alone would count otherwise."""
    if not card.is_known or (len(card.faces) == 1 and card.prototyped is None):
        return None
    if card.is_split:
        return _of_split(card, dig, era)
    rule = "CR 720.4" if Mark.OMEN in card.marks else _ONE_PART.get(card.layout)
    return _of_other(card, dig, era, rule) if rule else None


def _of_split(card: Card, dig: Dig, era: Era) -> Said | None:
    small = [half for half in card.faces if half.mana_value < dig.below]
    if card.mana_value < dig.below or not small:
        return None
    halves = _listed(small)
    are = "is" if len(small) == 1 else "are each"
    if era.either_half_stops:
        text = f"{card.name} is a hit: {halves} {are} {limit(dig)}, and one half is enough"
        if card.layout == Layout.AFTERMATH:
            cast = f"only {card.front.name} may be cast (CR 702.127a)"
        else:
            cast = "either half may be cast"
        return Said(f"{text}; {cast}", era.rule(discovers=dig.to_hand))
    text = f"{card.name} is no hit, although {halves} {are} {limit(dig)}: both halves count together, {_sum(card)}"
    return Said(text, "CR 709.4b")


def _of_other(card: Card, dig: Dig, era: Era, rule: str) -> Said | None:
    others = [face for face in (*card.faces[1:], card.prototyped) if face is not None]
    land = next((face for face in others if face.is_land), None)
    front = f"{card.front.name} ({card.front.mana_value})"
    castable_parts = parts(card)
    small = [face for face in others if face in castable_parts and face.mana_value < dig.below]
    if card.is_land:
        return Said(f"{card.name} is a land and no hit, whatever {_listed(small)} costs", rule) if small else None
    if stops(card, dig, era):
        dear = [face for face in others if face in castable_parts and face.mana_value >= dig.below]
        if dear and era.spell_is_checked:
            text = f"{front} is a hit, but {_listed(dear)} cannot be cast: that spell is not {limit(dig)}"
            return Said(text, f"{rule}, {era.rule(discovers=dig.to_hand).removeprefix('CR ')}")
        if dear:
            text = f"{front} is a hit, and {_listed(dear)} may be cast: only the card is looked at"
            return Said(text, era.rule(discovers=dig.to_hand))
        return Said(f"{front} is a hit and no land: its back, {land.name}, does not count", rule) if land else None
    if not small:
        return None
    return Said(f"{front} is no hit, although {_listed(small)} is {limit(dig)}: only the card itself counts", rule)


def _cast_part(card: Card, dig: Dig, era: Era) -> Face | None:
    return choose_part(era.castable(card, dig.below), ()) if stops(card, dig, era) else None


def _value(card: Card, era: Era) -> str:
    if not card.is_split:
        return f"mana value {card.mana_value}"
    if era.either_half_stops:
        return f"mana value {era.stop_value(card)} of a half"
    return f"mana value {card.mana_value} for both halves together"


def _sum(card: Card) -> str:
    return " + ".join(str(half.mana_value) for half in card.faces) + f" = {card.mana_value}"


def _listed(faces: list[Face]) -> str:
    return " and ".join(f"{face.name} ({face.mana_value})" for face in faces)
