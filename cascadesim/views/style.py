"""The one quiet style of all pictures: it reads in black and white, and whatever colours an eye tells apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cascadesim.results import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Lines differ in their dashes and markers too, and the three differ in how light they are.
INK, BAR, MARK, PAPER = "#333333", "#8fb3cf", "#b3431e", "#ffffff"
NOTEBOOK, PAGE = 7.0, 5.0  # widths in inches


def new_axes(height: float, width: float = NOTEBOOK) -> Axes:
    """Return the axes of a new figure."""
    from matplotlib import pyplot as plt

    _, ax = plt.subplots(figsize=(width, height), layout="constrained")
    return ax


def finish(ax: Axes, title: str, detail: str) -> Axes:
    """Write the title and how the figures were had, and quiet the frame."""
    ax.set_title("\n".join([title, *detail.split("; ")]), fontsize="medium", loc="left", color=INK, parse_math=False)
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["bottom", "left"]].set_color(INK)
    ax.tick_params(colors=INK)
    for label in (ax.xaxis.label, ax.yaxis.label):
        label.set_color(INK)
    if legend := ax.get_legend():
        frame = legend.get_frame()
        frame.set(facecolor=PAPER, edgecolor="none", alpha=0.9)
        for text in legend.get_texts():
            text.set_color(INK)
    return ax


def arms(estimate: Estimate, scale: float = 100) -> list[list[float]] | None:
    """Return the arms of an interval as an error bar takes them; None where there is none."""
    value, low, high = estimate
    if low is None or high is None:
        return None
    return [[max(scale * (value - low), 0.0)], [max(scale * (high - value), 0.0)]]


def upper(estimate: Estimate, scale: float = 100) -> float:
    """Return where a bar and its interval end."""
    return scale * (estimate.value if estimate.high is None else estimate.high)
