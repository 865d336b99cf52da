"""The picture of a chain: a tree of who casts whom, with a bar for how often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cascadesim.results.chain import Chain, Step
from cascadesim.results.estimate import Estimate
from cascadesim.views.style import BAR, INK, arms, finish, new_axes, upper
from cascadesim.views.words import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEAST, MOST_STEPS = 0.0005, 30  # what is less likely is left out, and said
_NAME_LENGTH = 34
_LABELS = 0.55  # of the width


def shown_steps(chain: Chain) -> tuple[Step, ...]:
    """Return the steps that the picture shows."""
    return chain.steps(LEAST, MOST_STEPS)


def tree_height(n_steps: int) -> float:
    """Return how many inches a tree of so many steps needs."""
    return 1.6 + 0.23 * (n_steps + 1)


def plot_chain(chain: Chain, ax: Axes | None = None) -> Axes:
    """Draw a chain as a tree: below each spell what its triggers cast, with P(at least one) and its interval.

    Parameters
    ----------
    chain : Chain
    ax : Axes, optional
        A new figure by default, as high as its steps need.

    Returns
    -------
    Axes
    """
    steps = shown_steps(chain)
    ax = ax or new_axes(height=tree_height(len(steps)))
    most = max([upper(step.p) for step in steps], default=100.0)
    left = -1.25 * most * _LABELS / (1 - _LABELS)
    indent = -left / 16
    ax.text(left, 0, _short(chain.source), va="center", fontsize=9, fontweight="bold", color=INK, parse_math=False)
    begins: dict[tuple[str, ...], float] = {(): 0.4}  # where the line down from a spell goes on
    for place, step in enumerate(steps, start=1):
        begins[step.path] = place + 0.4
        x, parent = left + indent * len(step.path), step.path[:-1]
        elbow = x - 0.7 * indent
        ax.plot([elbow, elbow, x - 0.15 * indent], [begins[parent], place, place], color=INK, linewidth=0.8)
        begins[parent] = place
        ax.text(x, place, _short(step.path[-1]), va="center", fontsize=9, color=INK, parse_math=False)
        ax.barh(place, 100 * step.p.value, xerr=arms(step.p), height=0.7, color=BAR, ecolor=INK, capsize=2)
        text, where = percent(step.p, interval=False), (upper(step.p), place)
        ax.annotate(text, where, (4, 0), textcoords="offset points", va="center", fontsize=8, color=INK)
    ax.set_xlim(left, 1.25 * most)
    ax.set_ylim(len(steps) + 0.7, -0.7)
    ax.set_yticks([])
    ax.set_xticks([tick for tick in ax.get_xticks() if 0 <= tick <= min(most, 100)])
    ax.set_xlabel("cast by a trigger of the spell above it, at least one (%)", loc="right")
    finish(ax, f"{chain.source}: who casts whom", f"{_how(chain)}; {left_out(chain, steps)}")
    ax.spines["left"].set_visible(False)
    return ax


def left_out(chain: Chain, steps: tuple[Step, ...]) -> str:
    """Say how much of the chain is not shown."""
    n_more = len(chain.counts.happens) - len(steps)
    shown = sum(step.mean_casts for step in steps)
    share = max(chain.spells - shown, 0.0) / chain.spells if chain.spells else 0.0
    if not n_more and share < 1e-9:
        return "all that it can cast is shown" if steps else "it casts nothing"
    ways = "way is" if n_more == 1 else "ways are"
    return f"{n_more:,} other {ways} left out, {percent(Estimate(share))} of all spells cast"


def _how(chain: Chain) -> str:
    if chain.trials is None:
        return "exact"
    level = f"{100 * chain.confidence_level:g}% confidence intervals"
    return f"simulated for this picture, {chain.trials:,} trials, seed {chain.seed}; lines: {level}"


def _short(name: str) -> str:
    return name if len(name) <= _NAME_LENGTH else name[: _NAME_LENGTH - 1].rstrip() + "…"
