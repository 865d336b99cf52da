"""Sums over trials that add up: what the counts of every study have in common."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

Weights = NDArray[Any]  # int64 where simulated, float64 where exact


@dataclass(frozen=True, eq=False, kw_only=True)
class Sums:
    """Arrays of sums over trials, or of exact probabilities where `trials` is None. They cannot be written to."""

    trials: int | None

    def __post_init__(self) -> None:
        for name in self._arrays():
            getattr(self, name).setflags(write=False)

    def __add__(self, other: Self) -> Self:
        """Merge the trials of two blocks; a histogram that is shorter counts nothing beyond its end."""
        if self.trials is None or other.trials is None:
            message = "exact probabilities do not add up; only counts of trials do"
            raise ValueError(message)
        sums = {name: _padded_sum(getattr(self, name), getattr(other, name)) for name in self._arrays()}
        return type(self)(trials=self.trials + other.trials, **sums)

    @classmethod
    def _arrays(cls) -> list[str]:
        return [field.name for field in fields(cls) if field.name != "trials"]


def _padded_sum(one: Weights, other: Weights) -> Weights:
    if len(one) < len(other):
        one, other = other, one
    total = np.array(one)
    total[: len(other)] += other
    return total
