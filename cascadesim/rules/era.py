"""Which cards stop a dig and which of their faces may be cast: the scalar statement of the rules, by era."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cascadesim.cards import Card, Face, Layout
from cascadesim.errors import QuestionError

RULES_DATE = "2026-08-07"  # effective date of the Comprehensive Rules that rule numbers refer to


@dataclass(frozen=True)
class Era:
    """The rules of cascade in a span of time.

    Parameters
    ----------
    name : str
    either_half_stops : bool
        A split card stops a dig if either half is cheap enough, not both halves together (before 2017-04-28).
    spell_is_checked : bool
        The resulting spell must be cheap enough too, not just the card (CR 702.85a, from 2021-02-15).
    """

    name: str
    either_half_stops: bool
    spell_is_checked: bool

    def stop_value(self, card: Card) -> int | None:
        """Mana value that a dig compares with its threshold, None where the card stops no dig.

        Lands never stop one, whatever else they are: the front face decides (CR 702.85a, 300.2a, 712.8a).
        """
        if card.is_land or not card.is_known:
            return None
        if self.either_half_stops and card.is_split:
            return min(face.mana_value for face in card.faces)
        return card.mana_value

    def rule(self, *, discovers: bool = False) -> str:
        """Return the number of the rule of a dig: an era's own, since today's may say the opposite."""
        if discovers:
            return "CR 701.57a"
        return {"2009": "rule 502.85a of 2009", "2017": "CR 702.84a of 2017"}.get(self.name, "CR 702.85a")

    def castable(self, card: Card, below: int) -> tuple[Face, ...]:
        """Return the parts of a hit that may be cast from exile under a threshold, in printed order."""
        return tuple(face for face in parts(card) if face.mana_value < below or not self.spell_is_checked)


# Alara Reborn to Amonkhet; Amonkhet to 2021-02-14; since 2021-02-15, now CR 702.85a.
ERAS = {
    era.name: era
    for era in (
        Era("2009", either_half_stops=True, spell_is_checked=False),
        Era("2017", either_half_stops=False, spell_is_checked=False),
        Era("2021", either_half_stops=False, spell_is_checked=True),
        Era("current", either_half_stops=False, spell_is_checked=True),
    )
}
CURRENT = ERAS["current"]


def era_named(name: str) -> Era:
    """Return the era of a name.

    Raises
    ------
    QuestionError
        If there is none.
    """
    if name not in ERAS:
        message = f"unknown era {name!r}; the eras are {', '.join(ERAS)}"
        raise QuestionError(message)
    return ERAS[name]


def parts(card: Card) -> tuple[Face, ...]:
    """Return the faces that can be cast from exile at all, in printed order.

    Either half of a split card, but never both (CR 702.102a), and of an aftermath card the first (702.127a); an
    adventurer or its Adventure, an Omen too (715.3, 720.3); a modal card's faces that are no lands (712.11b); a
    prototype either way (718.3); the front of all others.
    """
    if card.layout in (Layout.SPLIT, Layout.ADVENTURE, Layout.MODAL_DFC):
        return tuple(face for face in card.faces if not face.is_land)
    return (card.front, card.prototyped) if card.prototyped else (card.front,)


def choose_part(candidates: Sequence[Face], preferred: Sequence[str]) -> Face | None:
    """Return the part that a player casts: a preferred one, else the greatest mana value, ties to the first."""
    wanted = [face for face in candidates if face.name in preferred]
    return max(wanted or candidates, key=lambda face: face.mana_value, default=None)
