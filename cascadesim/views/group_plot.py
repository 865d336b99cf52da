"""Picture of a figure over groups of decks: a box and the casts themselves, a line a group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cascadesim.results.groups import DeckGroup
from cascadesim.views.style import BAR, INK, MARK, finish, new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_GROUPS = 40
WIDE, _LINE = 8.0, 0.26  # inches


def shown_groups(groups: Sequence[DeckGroup], figure: str) -> list[DeckGroup]:
    """Return the groups that have a figure, the greatest median first; of very many those with the most casts."""
    having = [group for group in groups if figure in group.spreads]
    largest = sorted(having, key=lambda group: -len(group.spreads[figure].points))[:MOST_GROUPS]
    return sorted(largest, key=lambda group: (-group.spreads[figure].quantile(0.5), group.name))


def groups_height(n_groups: int) -> float:
    """Return how high a picture of so many groups is, in inches."""
    return 1.4 + _LINE * n_groups


def plot_groups(groups: Sequence[DeckGroup], figure: str, label: str, *, is_mean: bool, ax: Axes | None = None) -> Axes:
    """Draw a figure over groups: the box holds the middle half, its line is the median, each dot is a source.

    Parameters
    ----------
    groups : sequence of DeckGroup
        Those that have the figure, in order from the top; see `shown_groups`.
    figure, label : str
        Its name, and what to call it.
    is_mean : bool
        Whether it is a mean; else it is drawn in percent.
    ax : Axes, optional
        A new figure by default.

    Returns
    -------
    Axes
    """
    ax = ax or new_axes(groups_height(len(groups)), WIDE)
    scale = 1 if is_mean else 100
    for place, group in enumerate(groups):
        spread = group.spreads[figure]
        low, middle, high = (scale * spread.quantile(q) for q in (0.25, 0.5, 0.75))
        ax.barh(place, high - low, left=low, height=0.6, color=BAR)
        ax.vlines(middle, place - 0.3, place + 0.3, color=INK, linewidth=1.5)
        values = scale * np.asarray(spread.values)
        shift = 0.2 * (np.arange(values.size) % 3 - 1) if values.size > 8 else np.zeros(values.size)
        ax.plot(values, place + shift, linestyle="", marker="o", markersize=2.5, color=MARK, clip_on=False)
    names = [f"{_short(group.name)} ({len(group.spreads[figure].points)})" for group in groups]
    ax.set_yticks(range(len(names)), labels=names, parse_math=False)
    ax.set_ylim(len(names) - 0.4, -0.6)
    spreads = [group.spreads[figure] for group in groups]
    least = scale * min(spread.least.estimate.value for spread in spreads)
    greatest = scale * max(spread.greatest.estimate.value for spread in spreads)
    room = 0.02 * (greatest - least) or 0.5  # of equals too something is to be seen
    ax.set_xlim(max(least - room, 0), greatest + room)
    ax.set_xlabel(label)
    widest = max((group.spreads[figure].widest or 0.0 for group in groups), default=0.0)
    unit = "" if is_mean else "%"
    how = f"; simulated figures ± at most {scale * widest:.2g}{unit}" if widest else "; all figures are exact"
    return finish(ax, label, f"box: middle half and median; dots: sources, their number in brackets{how}")


def _short(name: str) -> str:
    """Leave out the middle of a long name: what tells folders apart is their end."""
    return name if len(name) <= 42 else f"{name[:18]}…{name[-23:]}"
