"""Pictures of what if: a line with its band, a heat map, and the differences of two decks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np

from cascadesim.results import CompareResult, Estimate, SweepResult
from cascadesim.results.figures import Figure
from cascadesim.results.sweep import Axis
from cascadesim.views.words import figure_words, how_compare, how_sweep, number, percent, points, sources_in

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import XAxis
    from matplotlib.colors import LinearSegmentedColormap

INK, MARK, BAND, OTHER_BAND = "#333333", "#b3431e", "#c9c9c9", "#f0cdbd"
MOST_CELLS = 400  # with figures written into them
MOST_SHOWN = 25
UNITS = {
    "exiled": "cards exiled, mean",
    "exiled_total": "cards exiled, mean",
    "spells_cast": "spells cast, mean",
    "free_mana_value": "mana value, mean",
    "mean_casts": "copies cast, mean",
    "group_mean_casts": "cards cast, mean",
    "expected_kicks": "kicks, mean",
    "expected_kicked": "kicked spells, mean",
    "expected_copies": "copies, mean",
    "mean_kicks": "kicks, mean",
}


def plot_line(result: SweepResult, figures: Sequence[Figure], ax: Axes | None = None) -> Axes:
    """Draw a figure over the counts of one axis, with its band; on the play and on the draw as two lines.

    Parameters
    ----------
    result : SweepResult
    figures : sequence of Figure
        Of `result`: one, or one a seat.
    ax : Axes, optional
        A new figure by default.

    Returns
    -------
    Axes
    """
    ax = ax or _new_axes(7, 3.8)
    (axis,) = result.axes
    x = np.array(axis.values)
    write, scale, unit = _writing(figures[0])
    styles = {"draw": (MARK, OTHER_BAND, "s", "--", 7)}
    for figure in figures:
        color, band, marker, line, above = styles.get(figure.seat, (INK, BAND, "o", "-", -13))
        estimates = [point.figures[figure] for point in result.points]
        y = scale * np.array([estimate.value for estimate in estimates])
        label = f"on the {figure.seat}" if figure.seat else None
        ax.plot(x, y, color=color, marker=marker, markersize=5, linestyle=line, label=label)
        ends = scale * np.array([_ends(estimate) for estimate in estimates])
        if (ends[:, 0] < ends[:, 1]).any():
            ax.fill_between(x, ends[:, 0], ends[:, 1], color=band, linewidth=0, zorder=1)
        if x.size <= 12:
            for place, height, estimate in zip(x, y, estimates, strict=True):
                text = write(estimate, interval=False)
                ax.annotate(text, (place, height), (0, above), textcoords="offset points", ha="center", fontsize=8,
                            color=color)  # fmt: skip
    ax.margins(x=0.08, y=0.25)
    if axis.values[0] <= axis.now <= axis.values[-1]:
        ax.axvline(axis.now, color=INK, linewidth=0.8, linestyle=":", zorder=0, label=f"the deck as it is: {axis.now}")
        ax.legend(facecolor="white", edgecolor="none", framealpha=0.9)
    elif len(figures) > 1:
        ax.legend(facecolor="white", edgecolor="none", framealpha=0.9)
    _count_ticks(ax.xaxis)
    ax.set_xlabel(_count_label(axis, f"; {result.against} gives up the place"), parse_math=False)
    ax.set_ylabel(unit)
    _title(ax, result, figures[0])
    return ax


def plot_heat_map(result: SweepResult, figure: Figure, ax: Axes | None = None) -> Axes:
    """Draw a figure over the counts of two axes: the darker the more, the figure written in each cell.

    Parameters
    ----------
    result : SweepResult
    figure : Figure
        Of `result`.
    ax : Axes, optional
        A new figure by default.

    Returns
    -------
    Axes
    """
    across, up = result.axes
    shape = len(across.values), len(up.values)
    ax = ax or _new_axes(min(16, max(5.5, 1.8 + 0.75 * shape[0])), min(12, max(3.6, 1.9 + 0.42 * shape[1])))
    write, scale, unit = _writing(figure)
    estimates = [point.figures[figure] for point in result.points]
    values = scale * np.array([estimate.value for estimate in estimates]).reshape(shape)
    # Greys from white to a middle grey: black figures can be read on all of them.
    image = ax.imshow(values.T, cmap=_greys(), origin="lower", aspect="auto")
    ax.figure.colorbar(image, ax=ax, label=unit)
    if values.size <= MOST_CELLS:
        for cell, (estimate, point) in enumerate(zip(estimates, result.points, strict=True)):
            x, y = divmod(cell, shape[1])
            is_now = point.counts == (across.now, up.now)
            ax.text(x, y, write(estimate, interval=False), ha="center", va="center", fontsize=8, color="black",
                    weight="bold" if is_now else "normal")  # fmt: skip
    ax.set_xticks(range(shape[0]), labels=list(map(str, across.values)))
    ax.set_yticks(range(shape[1]), labels=list(map(str, up.values)))
    ax.set_xlabel(_count_label(across), parse_math=False)
    ax.set_ylabel(_count_label(up), parse_math=False)
    is_there = across.now in across.values and up.now in up.values
    bold = ["bold: the deck as it is"] if is_there else []
    _title(ax, result, figure, [f"{result.against} gives up the place", *bold], seat=True)
    return ax


def plot_differences(result: CompareResult, ax: Axes | None = None) -> Axes:
    """Draw how far the probabilities of two decks are apart, in percentage points, each with its interval.

    Parameters
    ----------
    result : CompareResult
    ax : Axes, optional
        A new figure by default, as high as it needs.

    Returns
    -------
    Axes
    """
    rows = [row for row in result.compared if not row.figure.is_mean]
    rows = sorted(rows, key=lambda row: -abs(row.difference.value))[:MOST_SHOWN]
    ax = ax or _new_axes(7, 1.6 + 0.27 * len(rows))
    for place, row in enumerate(rows):
        low, high = _ends(row.difference)
        ax.hlines(place, 100 * low, 100 * high, color=INK, linewidth=1.5)
        ax.plot(100 * row.difference.value, place, color=INK, marker="o", markersize=5)
        ax.annotate(points(row.difference), (100 * high, place), (6, 0), textcoords="offset points", va="center",
                    fontsize=8)  # fmt: skip
    ax.axvline(0, color=INK, linewidth=0.8, linestyle=":")
    names = [figure_words(row.figure, result.by, seat=True) for row in rows]
    ax.set_yticks(range(len(rows)), labels=names, parse_math=False)
    ax.invert_yaxis()
    ends = 100 * np.array([(0.0, 0.0), *(_ends(row.difference) for row in rows)])
    span = ends.max() - ends.min() or 1.0
    ax.set_xlim(ends.min() - 0.1 * span, ends.max() + 0.6 * span)  # room for what is written beside the points
    ax.set_xlabel("difference (percentage points)")
    one, other = result.decks
    _write_title(ax, [", ".join(result.sources), other, f"less {one}", *how_compare(result).split("; ")], width=42)
    return ax


def _new_axes(width: float, height: float) -> Axes:
    from matplotlib import pyplot as plt

    _, ax = plt.subplots(figsize=(width, height), layout="constrained")
    return ax


def _greys() -> LinearSegmentedColormap:
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("greys", ["#ffffff", "#a9a9a9"])


def _writing(figure: Figure) -> tuple[Callable[..., str], int, str]:
    """Return how a figure is written, its scale and the unit of its axis."""
    return (number, 1, UNITS.get(figure.name, "mean")) if figure.is_mean else (percent, 100, "how often (%)")


def _ends(estimate: Estimate) -> tuple[float, float]:
    value, low, high = estimate
    return (value, value) if low is None or high is None else (low, high)


def _count_ticks(axis: XAxis) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True))


def _count_label(axis: Axis, more: str = "") -> str:
    what = axis.name if axis.name == axis.card else f"{axis.name.partition(':')[0]} ({axis.card} changes)"
    return f"{what}, copies in the main deck{more}" if axis.name == axis.card else f"{what} in the main deck{more}"


def _title(ax: Axes, result: SweepResult, figure: Figure, more: Sequence[str] = (), *, seat: bool = False) -> None:
    words = figure_words(figure, result.by, seat=seat)
    how = how_sweep(result, "band" if len(result.axes) == 1 else "")
    _write_title(ax, [f"{sources_in(result.sources, result.deck)}:", words, *how.split("; "), *more])


def _write_title(ax: Axes, lines: Sequence[str], width: int = 70) -> None:
    wrapped = [part for line in lines for part in wrap(line, width)]
    ax.set_title("\n".join(wrapped), fontsize="medium", loc="left", parse_math=False)
    ax.spines[["top", "right"]].set_visible(False)
