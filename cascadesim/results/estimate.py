"""`Estimate` and `Distribution`: a figure with its interval, and a whole number with its law."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.depth import DepthLaw
from cascadesim.engine.intervals import normal, wilson
from cascadesim.engine.sums import Weights

if TYPE_CHECKING:
    import pandas as pd


class Estimate(NamedTuple):
    """A probability or a mean; `low` and `high` are None where it has no sampling error."""

    value: float
    low: float | None = None
    high: float | None = None

    def __float__(self) -> float:
        return self.value

    @property
    def is_exact(self) -> bool:
        """Whether the figure has no sampling error."""
        return self.low is None


def probabilities(weights: Weights, trials: int | None, confidence_level: float) -> Iterator[Estimate]:
    """Yield a probability for each weight: as it is where `trials` is None, else with its Wilson interval."""
    if trials is None:
        return (Estimate(float(weight)) for weight in weights)
    low, high = wilson(weights, trials, confidence_level)
    return map(Estimate, (weights / trials).tolist(), low.tolist(), high.tolist())


def means(total: Weights, squares: Weights, trials: int | None, confidence_level: float) -> Iterator[Estimate]:
    """Yield a mean for each total: as it is where `trials` is None, else with its normal interval."""
    if trials is None:
        return (Estimate(float(mean)) for mean in total)
    low, high = normal(total, squares, trials, confidence_level)
    return map(Estimate, (total / trials).tolist(), low.tolist(), high.tolist())


def interval_cells(**estimates: Estimate) -> dict[str, Any]:
    """Return the cells of a row for some estimates: each figure and the ends of its interval.

    >>> interval_cells(whiff=Estimate(0.5, 0.4, 0.6))
    {'whiff': 0.5, 'whiff_ci_low': 0.4, 'whiff_ci_high': 0.6}
    """
    ends = (("", "value"), ("_ci_low", "low"), ("_ci_high", "high"))
    return {name + suffix: getattr(estimate, end) for name, estimate in estimates.items() for suffix, end in ends}


@dataclass(frozen=True, eq=False, repr=False)
class Distribution:
    """The law of a whole number: cards exiled, spells cast, mana value for free.

    Parameters
    ----------
    weights : ndarray of shape (n_values,)
        Numbers of trials (simulated) or probabilities (exact), index = value.
    trials : int or None
        None where exact.
    confidence_level : float
    mixture : DepthLaw, optional
        Where the weights are a mixture of which only a part was simulated: what its intervals rest on.

    Examples
    --------
    >>> number = Distribution(np.array([0.0, 0.5, 0.25, 0.25]), None, 0.95)
    >>> number.mean, number.quantile(0.5), number.quantile(0.9)
    (1.75, 1, 3)
    """

    weights: Weights
    trials: int | None
    confidence_level: float
    mixture: DepthLaw | None = None

    @property
    def pmf(self) -> NDArray[np.float64]:
        """Probability of each value, index = value: ndarray of shape (n_values,), float64."""
        return np.asarray(self.weights / (self.trials or 1), np.float64)

    @property
    def mean(self) -> float:
        """The mean."""
        return self.mean_estimate.value

    @property
    def ci(self) -> tuple[float, float] | None:
        """Confidence interval of the mean, None where it is exact."""
        _, low, high = self.mean_estimate
        return None if low is None or high is None else (low, high)

    @property
    def mean_estimate(self) -> Estimate:
        """The mean with its interval."""
        if self.mixture:
            total, squares = self.mixture.total, self.mixture.total_of_squares
        else:
            values = np.arange(self.weights.size)
            total, squares = (self.weights * values).sum(), (self.weights * values**2).sum()
        return next(means(np.atleast_1d(total), np.atleast_1d(squares), self.trials, self.confidence_level))

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        """Probability of each value with its interval, index = value."""
        if self.mixture:
            return tuple(means(self.weights, self.mixture.squares, self.trials, self.confidence_level))
        return tuple(probabilities(self.weights, self.trials, self.confidence_level))

    @property
    def std(self) -> float:
        """Standard deviation."""
        deviations = np.arange(self.weights.size) - self.mean
        return float(np.sqrt(self.pmf @ deviations**2))

    def quantile(self, q: float) -> int:
        """Return the least value that is not exceeded with probability `q` or more.

        Raises
        ------
        ValueError
            If `q` is not between 0 and 1.
        """
        if not 0 <= q <= 1:
            message = f"`q` must be from 0 to 1, e.g. 0.9, got {q}"
            raise ValueError(message)
        possible = np.flatnonzero(self.weights)
        reached = np.cumsum(self.pmf)[possible] >= q - 1e-12  # an exact 0.9 may be summed to a hair less
        return int(possible[-1] if q == 1 else possible[reached.argmax()])

    def to_frame(self) -> pd.DataFrame:
        """Return one row a value: columns `probability`, its interval (NaN where exact), and `at_most`."""
        import pandas as pd

        index = pd.RangeIndex(self.weights.size, name="value")
        cells = [interval_cells(probability=estimate) for estimate in self.estimates]
        return pd.DataFrame(cells, index=index, dtype="float64").assign(at_most=np.cumsum(self.pmf))

    def __repr__(self) -> str:
        q50, q90 = self.quantile(0.5), self.quantile(0.9)
        return f"<Distribution: mean {self.mean:.4g}, median {q50}, 90% at most {q90}>"
