"""Kicker: what it costs, and whether it can be paid while the hit is cast (CR 702.33).

Kicking never changes a mana value: neither what a dig stops on nor the threshold of a kicked source (CR 118.8d, 202.4).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from cascadesim.cards import Card
from cascadesim.cards.mana import mana_value
from cascadesim.errors import QuestionError
from cascadesim.rules.mana import NO_DEMAND, Demand, Units, demand_of, pay, symbols_of

_WORDS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_PHRASE = re.compile(
    r"(?:sacrifice|return|tap|discard) (?P<n>a|an|one|two|three|four|\d+) (?:untapped )?(?P<what>.+?)"
    r"(?: you control)?(?: to hand)?$",
    re.IGNORECASE,
)
_LIFE = re.compile(r"pay (?P<n>\d+) life$", re.IGNORECASE)
RESOURCES = ("artifact", "creature", "creature card", "goblin", "land", "life", "vampire")
_NONZERO_X = frozenset({"Thieving Skydiver"})  # "X can't be 0"


class Resource(NamedTuple):
    """Something other than mana that a kicker takes: so many of one of these, each used up for this turn."""

    n: int
    any_of: tuple[str, ...]


class Budget(NamedTuple):
    """What can still be paid with: mana, and other resources by name."""

    mana: Units
    resources: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, mana: Units, resources: Mapping[str, int] | None = None) -> Budget:
        """Return what is at hand at the start."""
        return cls(mana, tuple(sorted((resources or {}).items())))


class Kick(NamedTuple):
    """How a spell is kicked: how often, with which X, for what, and what is left."""

    kicks: int
    x: int | None
    paid: tuple[str, ...]
    left: Budget


@dataclass(frozen=True)
class KickCost:
    """One kicker cost as printed: mana, other resources, or both."""

    text: str

    @cached_property
    def mana(self) -> str:
        """The mana part, "" where it has none."""
        return "".join(re.findall(r"\{[^{}]*\}", self.text))

    @cached_property
    def has_x(self) -> bool:
        """Whether X stands in it: that X is chosen and paid, unlike that of the mana cost (CR 107.3b)."""
        return "{X}" in self.mana.upper()

    @cached_property
    def resources(self) -> tuple[Resource, ...]:
        """What it takes other than mana."""
        words = re.sub(r"\{[^{}]*\}", "", self.text).strip()
        phrase = re.sub(r"^(and|,)\s+", "", words)
        if not phrase:
            return ()
        if life := _LIFE.match(phrase):
            return (Resource(int(life["n"]), ("life",)),)
        match = _PHRASE.match(phrase)
        if match is None:  # a wording that is not known is a resource of that name
            return (Resource(1, (phrase.casefold(),)),)
        n = _WORDS.get(match["n"].casefold()) or int(match["n"])
        return (Resource(n, tuple(_singular(what) for what in match["what"].split(" or "))),)


class Way(NamedTuple):
    """One way to kick a spell: the kicker costs that are paid, each with X as chosen."""

    costs: tuple[KickCost, ...]
    x: int | None = None

    @property
    def kicks(self) -> int:
        """How often the spell is kicked."""
        return len(self.costs)

    @property
    def mana(self) -> tuple[str, ...]:
        """The symbols of all mana that it takes."""
        return sum((symbols_of(cost.mana, x=self.x or 0) for cost in self.costs), ())

    @property
    def resources(self) -> tuple[Resource, ...]:
        """What it takes other than mana."""
        return sum((cost.resources for cost in self.costs), ())


@dataclass(frozen=True)
class Kicker:
    """The kicker of a card.

    Parameters
    ----------
    costs : tuple of KickCost
        One, or two that are each paid once ("and/or", CR 702.33b).
    multi : bool
        The one cost may be paid any number of times (multikicker, 702.33c).
    least_x : int
        The least X that may be chosen.
    """

    costs: tuple[KickCost, ...]
    multi: bool = False
    least_x: int = 0

    @classmethod
    def of(cls, card: Card) -> Kicker | None:
        """Return the kicker that a card has; a card that only speaks of kicked spells has none."""
        least_x = 1 if card.name in _NONZERO_X else 0
        if card.multikicker:
            return cls((KickCost(card.multikicker),), multi=True)
        if card.kicker:
            return cls(tuple(KickCost(text.strip()) for text in card.kicker.split(" // ")), least_x=least_x)
        return None

    @property
    def value(self) -> int:
        """Mana value of all its mana once, X as small as may be: what kicking adds to what a spell costs."""
        x = sum(self.least_x * cost.mana.upper().count("{X}") for cost in self.costs)
        return sum(mana_value(cost.mana) for cost in self.costs) + x

    def best(self, budget: Budget, demand: Demand = NO_DEMAND) -> Kick:
        """Kick as often as can be paid; among ways of as many kicks the first as printed, X as great as can be.

        `demand` is what the kickers that may still come ask for: what is asked for least is spent first.
        """
        at_hand = len(budget.mana) + sum(n for _, n in budget.resources)
        for way in self.ways(len(budget.mana), at_hand):
            resources = _spend(budget.resources, way.resources)
            mana = None if resources is None else pay(budget.mana, way.mana, demand)
            if resources is not None and mana is not None:
                return Kick(way.kicks, way.x, tuple(cost.text for cost in way.costs), Budget(mana, resources))
        return Kick(0, None, (), budget)

    def ways(self, mana: int, at_hand: int) -> Iterator[Way]:
        """Yield the ways to kick, the most kicks first, then as printed, then by the greatest X.

        Parameters
        ----------
        mana, at_hand : int
            There is no more mana than this, and no more of all that can be spent: each kick takes something.
        """
        if self.multi:
            for times in range(at_hand, 0, -1):
                yield Way(self.costs * times)
            return
        for n in range(len(self.costs), 0, -1):
            for costs in combinations(self.costs, n):
                if any(cost.has_x for cost in costs):
                    yield from (Way(costs, x) for x in range(mana, self.least_x - 1, -1))
                else:
                    yield Way(costs)


def demand_of_kickers(kickers: Iterable[Kicker | None]) -> Demand:
    """Return what the kickers of a chain ask for."""
    return demand_of(cost.mana for kicker in kickers if kicker for cost in kicker.costs)


def read_resources(values: Mapping[str, int], kickers: Iterable[Kicker | None]) -> dict[str, int]:
    """Read resources such as ``{"creature": 1, "life": 3}``; the same one named twice adds up.

    Raises
    ------
    QuestionError
        If a number is below 0, or no kicker takes such a resource.
    """
    asked = [resource for kicker in kickers if kicker for cost in kicker.costs for resource in cost.resources]
    known = sorted({*RESOURCES, *(name for resource in asked for name in resource.any_of)})
    read: dict[str, int] = {}
    for written, n in values.items():
        name = _singular(written)
        if name not in known:
            message = f"resource {written!r}: no kicker takes it; kickers take {', '.join(known)}"
            raise QuestionError(message)
        if n < 0:
            message = f"resource {written!r} must be at least 0, got {n}"
            raise QuestionError(message)
        read[name] = read.get(name, 0) + n
    return read


def _spend(at_hand: tuple[tuple[str, int], ...], wanted: Iterable[Resource]) -> tuple[tuple[str, int], ...] | None:
    """Take resources, of a choice the one that there is most of; None where there are not enough."""
    counts = dict(at_hand)
    for n, any_of in wanted:
        for _ in range(1 if any_of == ("life",) else n):
            take = n if any_of == ("life",) else 1
            name = max(any_of, key=lambda name: counts.get(name, 0))
            if counts.get(name, 0) < take:
                return None
            counts[name] -= take
    return tuple(sorted(counts.items()))


def _singular(noun: str) -> str:
    noun = re.sub(r"^(an?) ", "", noun.strip().casefold())
    return noun if noun == "life" or not noun.endswith("s") else noun[:-1]
