"""`Judgement`: how a source resolves on one exact library, step by step."""

from __future__ import annotations

from dataclasses import dataclass

from cascadesim.cards import Card, Face
from cascadesim.rules import Dig, Era, Source
from cascadesim.rules.kicker import Kick, Kicker


@dataclass(frozen=True)
class Step:
    """One trigger as it resolves.

    Parameters
    ----------
    of : str
        Whose trigger it is.
    trigger : int
        Which of its triggers, from 1.
    dig : Dig
    threshold : int
        As players say it: below it for cascade, up to it for discover.
    exiled : tuple of Card
        In order, the hit last.
    hit : Card or None
    castable : tuple of Face
        Parts of the hit that mana value and layout allow.
    cast : Face or None
    to_hand, bottomed : tuple of Card
        Where the exiled cards go that are not cast; those on the bottom lie there in a random order.
    new_triggers : int
        Triggers of the spell that was cast.
    kicker : Kicker or None
    kick : Kick or None
        How it is kicked with what is at hand.
    x_value : int or None
        0 where the spell that was cast has an X in its mana cost.
    """

    of: str
    trigger: int
    dig: Dig
    threshold: int
    exiled: tuple[Card, ...]
    hit: Card | None
    castable: tuple[Face, ...]
    cast: Face | None
    to_hand: tuple[Card, ...]
    bottomed: tuple[Card, ...]
    new_triggers: int
    kicker: Kicker | None
    kick: Kick | None
    x_value: int | None


@dataclass(frozen=True)
class Judgement:
    """How a source resolves on one exact library.

    Parameters
    ----------
    source : Source
    era : Era
    steps : tuple of Step
        In the order in which the triggers resolve: depth first (CR 603.3, 702.85c).
    library : tuple of Card
        As the chain leaves it, top first; what was put on the bottom lies there as exiled, for want of a random order.
    reached_bottom : bool
        Whether a dig reached cards that lie in a random order, so that other runs may differ.
    """

    source: Source
    era: Era
    steps: tuple[Step, ...]
    library: tuple[Card, ...]
    reached_bottom: bool

    @property
    def casts(self) -> tuple[tuple[Card, Face], ...]:
        """What was cast, in order."""
        return tuple((step.hit, step.cast) for step in self.steps if step.hit and step.cast)
