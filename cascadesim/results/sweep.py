"""`SweepResult`: a figure over a range of counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from cascadesim.results.estimate import Estimate
from cascadesim.results.figures import Figure, Study

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class Axis(NamedTuple):
    """What is varied: `name` as asked, a card or a role; `card` whose copies change; the counts, the least first.

    `now` is the count in the deck as it is.
    """

    name: str
    card: str
    values: tuple[int, ...]
    now: int


class Point(NamedTuple):
    """One deck of a sweep: the count on each axis, the copies left of what gives up its place, and its figures.

    `trials` is None where the figures are exact.
    """

    counts: tuple[int, ...]
    n_against: int
    figures: Mapping[Figure, Estimate]
    trials: int | None


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SweepResult:
    """A figure of a deck in which the count of a card or role, or of two, is varied.

    Parameters
    ----------
    deck, path : str
    study : {"cascade", "turns", "kickers"}
    sources : tuple of str
        What is cast.
    by : int or None
        The turn, for figures of turns.
    axes : tuple of Axis
        One or two.
    against : str
        The card that gives up its place, or takes it: the deck keeps its size.
    figures : tuple of Figure
        The figure that was asked for; of turns one a seat.
    points : tuple of Point
        Every combination of counts, the last axis fastest.
    seed : int or None
        The same of every point; None where all are exact.
    confidence_level, notes
        As of `CascadeResult`.
    """

    deck: str
    path: str
    study: Study
    sources: tuple[str, ...]
    by: int | None
    axes: tuple[Axis, ...]
    against: str
    figures: tuple[Figure, ...]
    points: tuple[Point, ...]
    seed: int | None
    confidence_level: float = 0.95
    notes: tuple[str, ...] = ()

    @property
    def table(self) -> pd.DataFrame:
        """One row a point and seat.

        A column of counts for each axis and for what gives up its place, then `figure`, `seat` ("" where there is
        none), `value`, `ci_low`, `ci_high` (NaN where exact), `method` and `trials`.
        """
        import pandas as pd

        names = [*(axis.name for axis in self.axes), self.against]
        rows: list[dict[str, Any]] = []
        for point in self.points:
            counts = dict(zip(names, (*point.counts, point.n_against), strict=True))
            for figure, (value, low, high) in point.figures.items():
                row = {"figure": str(figure), "seat": figure.seat, "value": value, "ci_low": low, "ci_high": high}
                method = "exact" if point.trials is None else "simulate"
                rows.append(counts | row | {"method": method, "trials": point.trials})
        frame = pd.DataFrame.from_records(rows)
        return frame.astype(dict.fromkeys(("value", "ci_low", "ci_high"), "float64") | {"trials": "Int64"})

    def to_frame(self) -> pd.DataFrame:
        """Return `table` with the deck and sources in front: frames of many results can be concatenated."""
        frame = self.table
        frame.insert(0, "deck", self.deck)
        frame.insert(1, "sources", ", ".join(self.sources))
        return frame

    def plot(self, ax: Axes | None = None, seat: str | None = None) -> Axes:
        """Draw a line with its band, or of two axes a heat map with the figures in its cells.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; a new figure by default.
        seat : {"play", "draw"}, optional
            Of figures of turns. By default a line draws both, and a heat map the first one that was asked for.

        Returns
        -------
        Axes
        """
        from cascadesim.views.sweep_plots import plot_heat_map, plot_line

        seats = [figure.seat for figure in self.figures]
        if seat is not None and seat not in seats:
            message = f"seat must be one of {', '.join(filter(None, seats)) or 'none'}, got {seat!r}"
            raise ValueError(message)
        figures = [figure for figure in self.figures if seat in (None, figure.seat)]
        return plot_line(self, figures, ax=ax) if len(self.axes) == 1 else plot_heat_map(self, figures[0], ax=ax)

    def _repr_html_(self) -> str:
        from cascadesim.views.notebook import sweep_html

        return sweep_html(self)

    def __repr__(self) -> str:
        over = ", ".join(f"{axis.name} {axis.values[0]} to {axis.values[-1]}" for axis in self.axes)
        how = "exact" if self.seed is None else f"seed {self.seed}"
        return f"<SweepResult {str(self.figures[0])!r} in {self.deck!r}: {over} against {self.against}; {how}>"
