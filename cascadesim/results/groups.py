"""`Group` of decks: the same figure of many casts, as one distribution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cascadesim.results.estimate import Estimate


class Point(NamedTuple):
    """A figure of one cast, and what to call it."""

    estimate: Estimate
    name: str
    link: str = ""


@dataclass(frozen=True)
class Spread:
    """The same figure of many casts.

    Parameters
    ----------
    points : sequence of Point
        At least one, least first; see `of`.

    Examples
    --------
    >>> spread = Spread.of(Point(Estimate(value), name) for name, value in zip("abc", (0.3, 0.1, 0.2), strict=True))
    >>> spread.least.name, spread.greatest.name, round(spread.quantile(0.5), 3), round(spread.mean, 3)
    ('b', 'a', 0.2, 0.2)
    """

    points: Sequence[Point]

    @classmethod
    def of(cls, points: Iterable[Point]) -> Spread:
        """Return the spread of some points; of equals the one that comes first stays first."""
        return cls(tuple(sorted(points, key=lambda point: point.estimate.value)))

    @property
    def values(self) -> tuple[float, ...]:
        """The figures, least first."""
        return tuple(point.estimate.value for point in self.points)

    @property
    def least(self) -> Point:
        """The cast with the least figure."""
        return self.points[0]

    @property
    def greatest(self) -> Point:
        """The cast with the greatest figure."""
        return self.points[-1]

    @property
    def mean(self) -> float:
        """The mean of the figures, each cast counting alike."""
        return float(np.mean(self.values))

    def quantile(self, q: float) -> float:
        """Return a quantile of the figures, between two of them where it falls there."""
        return float(np.quantile(self.values, q))

    @property
    def widest(self) -> float | None:
        """The longest arm of an interval among the figures; None where all are exact."""
        arms = [
            max(value - low, high - value)
            for value, low, high in (point.estimate for point in self.points)
            if low is not None and high is not None
        ]
        return max(arms, default=None)


@dataclass(frozen=True)
class DeckGroup:
    """Decks that belong together, and the spreads of their figures.

    Parameters
    ----------
    name : str
    decks, sources : int
        Lists, and casts of theirs.
    spreads : dict of str to Spread
        By the name of the figure; a figure that no cast of the group has is not there.
    """

    name: str
    decks: int
    sources: int
    spreads: dict[str, Spread]
