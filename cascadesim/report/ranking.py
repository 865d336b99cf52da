"""The figures by which decks are ranked and grouped: their names, the columns that hold them, what explains them."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from cascadesim.errors import QuestionError
from cascadesim.report.contents import BY_TURN
from cascadesim.report.finished import Listed
from cascadesim.report.metrics import METRICS
from cascadesim.results import Estimate
from cascadesim.views import words

Item = TypeVar("Item")


class Figure(NamedTuple):
    """A figure of every cast: its column in `DECKS`, its entry in `METRICS`, and whether it is a mean."""

    column: str
    metric: str
    is_mean: bool = False
    when: str = ""

    def of(self, listed: Listed) -> Estimate | None:
        """Return the figure of a source; None where it has none."""
        return listed.estimate(self.column)

    @property
    def label(self) -> str:
        """Its title, and that it is in percent where it is."""
        return self.title if self.is_mean else f"{self.title} (%)"

    @property
    def title(self) -> str:
        """What to call it."""
        return METRICS[self.metric].name + self.when

    def write(self, estimate: Estimate) -> str:
        """Write a figure with its interval."""
        return words.number_short(estimate) if self.is_mean else words.percent_short(estimate)

    def write_value(self, value: float) -> str:
        """Write a figure that has no interval of its own, as a quantile of many."""
        return self.write(Estimate(value))


FIGURES = {
    "likeliest_first": Figure("likeliest_first", "likeliest_first"),
    "whiff": Figure("whiff", "whiff"),
    "exiled": Figure("exiled_first_mean", "exiled", is_mean=True),
    "exiled_total": Figure("exiled_total_mean", "exiled_total", is_mean=True),
    "spells_cast": Figure("spells_cast_mean", "spells", is_mean=True),
    "free_mana_value": Figure("free_mana_value_mean", "free_mana_value", is_mean=True),
    "castable": Figure("castable", "castable", when=f" on turn {BY_TURN}, on the play"),
}
RANKED_BY = "free_mana_value"


def figure_named(name: str) -> Figure:
    """Return the figure of a name.

    Raises
    ------
    QuestionError
        If there is none.
    """
    if name not in FIGURES:
        message = f"figure must be one of {', '.join(FIGURES)}, got {name!r}"
        raise QuestionError(message)
    return FIGURES[name]


@dataclass
class Ranking(Generic[Item]):
    """The first few of many by a figure, greatest first or least first; no more than so many are kept.

    Of equals the one that was added first stands first.

    Examples
    --------
    >>> ranking = Ranking(2)
    >>> for name, value in (("a", 0.5), ("b", 0.75), ("c", 0.5)):
    ...     ranking.add(value, name)
    >>> ranking.items
    ['b', 'a']
    """

    size: int
    least: bool = False

    def __post_init__(self) -> None:
        self._heap: list[tuple[float, int, Item]] = []
        self._added = 0

    def add(self, value: float, item: Item) -> None:
        """Add an item with its figure."""
        self._added += 1
        entry = (-value if self.least else value, -self._added, item)
        if len(self._heap) < self.size:
            heapq.heappush(self._heap, entry)
        else:
            heapq.heappushpop(self._heap, entry)

    @property
    def items(self) -> list[Item]:
        """The items, first to last."""
        return [item for _, _, item in sorted(self._heap, key=lambda entry: entry[:2], reverse=True)]
