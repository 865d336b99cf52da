"""`CompareResult`: the figures of two decks, and how far they are apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from cascadesim.results.estimate import Estimate, interval_cells
from cascadesim.results.figures import Figure, Result, Study

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class Compared(NamedTuple):
    """A figure of both decks; `difference` is that of the second less that of the first."""

    figure: Figure
    first: Estimate
    second: Estimate
    difference: Estimate


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class CompareResult:
    """The figures of two decks and their differences.

    Parameters
    ----------
    first, second : CascadeResult, TurnsResult or KickResult
        What the study says of each deck.
    n_main : tuple of int
        Cards in the main deck of each.
    study : {"cascade", "turns", "kickers"}
    sources : tuple of str
    by : int or None
        The turn, for figures of turns.
    compared : tuple of Compared
    seed : int or None
        None where both are exact.
    n_batches : int
        Batches of trials that the paired intervals rest on; 0 where at most one deck was simulated.
    confidence_level, notes
        As of `CascadeResult`.
    """

    first: Result
    second: Result
    n_main: tuple[int, int]
    study: Study
    sources: tuple[str, ...]
    by: int | None
    compared: tuple[Compared, ...]
    seed: int | None
    n_batches: int
    confidence_level: float = 0.95
    notes: tuple[str, ...] = ()

    @property
    def decks(self) -> tuple[str, str]:
        """Names of the decks."""
        return self.first.deck, self.second.deck

    @property
    def trials(self) -> int | None:
        """Number of trials of a deck that was simulated, None where both are exact."""
        return self.first.trials if self.first.trials is not None else self.second.trials

    @property
    def table(self) -> pd.DataFrame:
        """One row a figure.

        Columns `figure`, `seat` ("" where there is none), `first`, `second` and `difference`, the second less the
        first, each with its interval, ``first_ci_low`` and so on; NaN where it is exact.
        """
        import pandas as pd

        rows: list[dict[str, Any]] = [
            {"figure": str(figure), "seat": figure.seat}
            | interval_cells(first=first, second=second, difference=difference)
            for figure, first, second, difference in self.compared
        ]
        frame = pd.DataFrame.from_records(rows)
        return frame.astype(dict.fromkeys(frame.columns[2:], "float64"))

    def to_frame(self) -> pd.DataFrame:
        """Return `table` with the names of the decks in front: frames of many results can be concatenated."""
        frame = self.table
        for place, (column, deck) in enumerate(zip(("first_deck", "second_deck"), self.decks, strict=True)):
            frame.insert(place, column, deck)
        return frame

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the differences of the probabilities, in percentage points, each with its interval.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; a new figure by default.

        Returns
        -------
        Axes
        """
        from cascadesim.views.sweep_plots import plot_differences

        return plot_differences(self, ax=ax)

    def _repr_html_(self) -> str:
        from cascadesim.views.notebook import compare_html

        return compare_html(self)

    def __repr__(self) -> str:
        how = "exact" if self.trials is None else f"{self.trials:,} trials, seed {self.seed}"
        one, other = self.decks
        return f"<CompareResult {one!r} with {other!r}: {', '.join(self.sources)}; {how}>"
