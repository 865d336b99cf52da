"""`Figure`: the name of one figure of a study, and how every figure is read from a result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from cascadesim.results.cascade import CascadeResult
from cascadesim.results.estimate import Estimate
from cascadesim.results.kicks import KickResult
from cascadesim.results.turns import FIGURES as TURN_FIGURES
from cascadesim.results.turns import TurnsResult

Study = Literal["cascade", "turns", "kickers"]
Result = CascadeResult | TurnsResult | KickResult

OF_CAST_CARD = ("first", "cast", "mean_casts")
OF_KICKED_CARD = ("p_hit", "p_kicked", "p_unkicked", "mean_kicks")
OF_CARD = (*OF_CAST_CARD, *OF_KICKED_CARD, "hit")
OF_GROUP = ("group_first", "group_any", "group_all", "group_mean_casts")
OF_KICKS = ("has_kicker", "kicked", "expected_kicks", "expected_kicked", "expected_copies")
NAMES: dict[Study, tuple[str, ...]] = {
    "cascade": (
        "whiff", *OF_CAST_CARD, "exiled", "exiled_total", "exiled_land", "spells_cast", "free_mana_value", *OF_GROUP
    ),
    "turns": (*TURN_FIGURES, "hit"),
    "kickers": (*OF_KICKS, *OF_KICKED_CARD),
}  # fmt: skip
MEANS = frozenset(
    ("mean_casts", "group_mean_casts", "exiled", "exiled_total", "spells_cast", "free_mana_value", "expected_kicks",
     "expected_kicked", "expected_copies", "mean_kicks")
)  # fmt: skip


class Figure(NamedTuple):
    """One figure of a study.

    `of` is the card or group that it is about, `seat` whether it is on the play or on the draw; "" where there is none.
    """

    name: str
    of: str = ""
    seat: str = ""

    @property
    def is_mean(self) -> bool:
        """Whether it is a mean; else it is a probability."""
        return self.name in MEANS

    def __str__(self) -> str:
        return f"{self.name}:{self.of}" if self.of else self.name


def figures_of(result: Result) -> dict[Figure, Estimate]:
    """Return every figure of a result; of turns those of the last one. A card that cannot be hit has none: they are 0.

    Examples
    --------
    >>> import cascadesim as cs
    >>> deck = cs.read_deck("decklists/jund_standard_worlds2009.txt")
    >>> round(figures_of(cs.cascade(deck, "Bloodbraid Elf"))[Figure("first", "Blightning")].value, 4)
    0.1818
    """
    if isinstance(result, CascadeResult):
        return dict(_of_cascade(result))
    if isinstance(result, TurnsResult):
        return dict(_of_turns(result))
    of_deck = {Figure(name): getattr(result, name) for name in OF_KICKS}
    of_cards = {
        Figure(name, hit.card): getattr(hit, name.removeprefix("mean_"))
        for name in OF_KICKED_CARD
        for hit in result.hit_list
    }
    return of_deck | of_cards


def _of_cascade(result: CascadeResult) -> Iterator[tuple[Figure, Estimate]]:
    yield Figure("whiff"), result.whiff
    yield Figure("exiled_land"), result.exiled_land
    for name in ("exiled", "exiled_total", "spells_cast", "free_mana_value"):
        yield Figure(name), getattr(result, name).mean_estimate
    hits = result.hit_list
    for name in OF_CAST_CARD:
        for hit in hits:
            yield Figure(name, hit.card), getattr(hit, name)
    for group in result.group_list:
        for name in OF_GROUP:
            yield Figure(name, group.name), getattr(group, name.removeprefix("group_"))


def _of_turns(result: TurnsResult) -> Iterator[tuple[Figure, Estimate]]:
    for turns in (result.play, result.draw):
        for turn in turns[-1:]:
            for name in TURN_FIGURES:
                yield Figure(name, seat=turn.seat), getattr(turn.figures, name)
            for hit in turn.hits:
                yield Figure("hit", hit.card, turn.seat), hit.p
