"""`Chain`: what of a chain leads to what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cascadesim.engine.paths import Path, PathCounts
from cascadesim.results.estimate import Estimate, probabilities
from cascadesim.rules import Question

_NARROWER = 4  # a tree that does not fit is so many times narrower below its first hits


class Step(NamedTuple):
    """A spell, by the way that leads to it from the source.

    `path` names the spells of the way, itself last: each was cast by a trigger of the one before, the first by one of
    the source. `p` is P(such a spell is cast, at least one), `mean_casts` the mean number of them.
    """

    path: tuple[str, ...]
    p: Estimate
    mean_casts: float


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Chain:
    """The tree of what leads to what.

    Parameters
    ----------
    question : Question
    counts : PathCounts
    seed, confidence_level
        As of `CascadeResult`.
    """

    question: Question
    counts: PathCounts
    seed: int | None
    confidence_level: float = 0.95

    @property
    def source(self) -> str:
        """Name of the source."""
        return self.question.source.name

    @property
    def trials(self) -> int | None:
        """Number of trials, None where the figures are exact."""
        return self.counts.trials

    @property
    def depth(self) -> int:
        """Spells of the longest way that is told apart."""
        return max(map(len, self.counts.happens), default=0)

    @property
    def spells(self) -> float:
        """Mean number of spells cast in the chain."""
        return self.counts.spells / (self.trials or 1)

    def steps(self, least: float = 0.0, most: int | None = None) -> tuple[Step, ...]:
        """Return the steps, those that one leads to right behind it, the likeliest first.

        Parameters
        ----------
        least : float
            Leave out what is less likely, and all that it leads to.
        most : int, optional
            Keep no more than so many: of what each spell leads to those ways on which the most spells are cast, fewer
            the further down; where there is room left, the likeliest others too.
        """
        counts, of = self.counts, self.trials or 1
        onward = self._onward(least)
        ways = {path for longer in onward.values() for path in longer}
        most = len(ways) if most is None else most
        breadth = _NARROWER * max(map(len, onward.values()), default=0)
        chosen = list(_narrowed(onward, (), breadth))
        while len(chosen) > most and breadth > 1:
            breadth -= 1
            chosen = list(_narrowed(onward, (), breadth))
        likeliest = sorted(ways.difference(chosen), key=lambda path: (-counts.happens[path], len(path), path))
        kept: set[Path] = {()}
        for path in [*chosen, *likeliest]:
            if len(kept) <= most and path[:-1] in kept:
                kept.add(path)
        kept.discard(())
        place = {path: (-counts.happens[path], path[-1]) for path in kept}
        shown = sorted(kept, key=lambda path: [place[path[:end]] for end in range(1, len(path) + 1)])
        happens = np.array([counts.happens[path] for path in shown])
        estimates = probabilities(happens, self.trials, self.confidence_level)
        return tuple(
            Step(tuple(self.question.rows[row].name for row in path), p, counts.casts[path] / of)
            for path, p in zip(shown, estimates, strict=True)
        )

    def _onward(self, least: float) -> dict[Path, list[Path]]:
        """Return, for each path, those one longer that are likely enough; first those on which most spells are cast."""
        counts, of = self.counts, self.trials or 1
        weight: dict[Path, float] = dict.fromkeys(counts.casts, 0.0)
        for path, n in counts.casts.items():
            for end in range(1, len(path) + 1):
                weight[path[:end]] += n
        onward: dict[Path, list[Path]] = {}
        for path in sorted(weight, key=lambda path: (-weight[path], path)):
            if counts.happens[path] / of >= least:
                onward.setdefault(path[:-1], []).append(path)
        return onward

    def __repr__(self) -> str:
        how = "exact" if self.trials is None else f"{self.trials:,} trials, seed {self.seed}"
        return f"<Chain of {self.source!r}: {how}, {len(self.counts.happens)} ways>"


def _narrowed(onward: dict[Path, list[Path]], path: Path, breadth: int) -> Iterator[Path]:
    """Yield the ways of a tree that is so broad at its root and narrower the further down."""
    for longer in onward.get(path, [])[:breadth]:
        yield longer
        yield from _narrowed(onward, longer, max(breadth // _NARROWER, 1))
