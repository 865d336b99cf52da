"""Pictures of results, with matplotlib; the tree of a chain is in `tree`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cascadesim.results import CascadeResult, Estimate, TurnsResult
from cascadesim.views.style import BAR, INK, MARK, arms, finish, new_axes, upper
from cascadesim.views.words import FIGURE_WORDS, how, how_turns, mulligans, number, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_BARS = 25


def plot_hits(result: CascadeResult, ax: Axes | None = None) -> Axes:
    """Draw what the first trigger hits: a bar a card, the likeliest on top, with its interval.

    Of many cards the least likely ones are said in one line, with what they come to.

    Parameters
    ----------
    result : CascadeResult
    ax : Axes, optional
        A new figure by default, as high as its bars need.

    Returns
    -------
    Axes
    """
    hits = result.hit_list
    shown = [(f"{hit.card} ({hit.mana_value})", hit.first) for hit in hits[:MOST_BARS]]
    shown.append(("(whiff)", result.whiff))
    names = [name for name, _ in shown]
    ax = ax or new_axes(height=1.3 + 0.26 * (len(shown) + (len(hits) > MOST_BARS)))
    if rest := hits[MOST_BARS:]:  # no bar: together they would dwarf each one
        together = percent(result.first_among(hit.card for hit in rest))
        ax.annotate(f"{together} together", (0, len(shown)), (4, 0), textcoords="offset points", va="center", color=INK)
        names.append(f"{len(rest)} other cards")
    for place, (_, first) in enumerate(shown):
        ax.barh(place, 100 * first.value, xerr=arms(first), height=0.75, color=BAR, ecolor=INK, capsize=2)
        text = percent(first, interval=False)
        ax.annotate(text, (upper(first), place), (4, 0), textcoords="offset points", va="center", color=INK)
    ax.set_yticks(range(len(names)), labels=names, parse_math=False)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.set_xlim(0, 1.12 * max([100 * first.value for _, first in shown]) or 1)
    ax.set_xlabel("first trigger stops on it (%)")
    return finish(ax, f"{result.source}: first hit", f"mana value in brackets; {how(result, 'lines')}")


def plot_exiled(result: CascadeResult, ax: Axes | None = None) -> Axes:
    """Draw how many cards the first trigger exiles: a histogram with its mean and its 90% point.

    Parameters
    ----------
    result : CascadeResult
    ax : Axes, optional
        A new figure by default.

    Returns
    -------
    Axes
    """
    ax = ax or new_axes(height=3.4)
    exiled = result.exiled
    last = max(exiled.quantile(0.999), 1)
    depths = np.arange(last + 1)
    estimates = exiled.estimates[: last + 1]
    ax.bar(depths, [100 * p for p, _, _ in estimates], width=0.9, color=BAR)
    for depth, (_, low, high) in enumerate(estimates):
        if low is not None and high is not None:
            ax.vlines(depth, 100 * low, 100 * high, color=INK, linewidth=1)
    p90 = exiled.quantile(0.9)
    ax.axvline(exiled.mean, color=INK, linestyle="-", label=f"mean {number(exiled.mean_estimate)}")
    ax.axvline(p90, color=MARK, linestyle="--", label=f"90% exile at most {p90}")
    ax.set_xlim(-0.5 if exiled.pmf[0] else 0.5, last + 0.5)
    ax.set_xlabel("cards exiled by the first trigger, the hit included")
    ax.set_ylabel("how often (%)")
    ax.legend()
    return finish(ax, f"{result.source}: depth of the first dig", how(result))


def plot_mana(result: CascadeResult, ax: Axes | None = None) -> Axes:
    """Draw the mana value of the first hit against that of the source: a bar a mana value, with its interval.

    Parameters
    ----------
    result : CascadeResult
    ax : Axes, optional
        A new figure by default.

    Returns
    -------
    Axes
    """
    ax = ax or new_axes(height=3.4)
    source = result.question.source
    by_value: dict[int, list[str]] = {}
    for hit in result.hit_list:
        by_value.setdefault(hit.mana_value, []).append(hit.card)
    shares = {value: result.first_among(cards) for value, cards in by_value.items()}
    for value, share in shares.items():
        ax.bar(value, 100 * share.value, yerr=arms(share), width=0.8, color=BAR, ecolor=INK, capsize=2)
        if share.value:
            text, where = percent(share, interval=False), (value, upper(share))
            ax.annotate(text, where, (0, 3), textcoords="offset points", ha="center", fontsize=8, color=INK)
    what = "mana value of the source" if source.kind == "cascade" else "most that it discovers"
    ax.axvline(source.threshold, color=MARK, linestyle="--", label=f"{what}: {source.threshold}")
    last = max([source.threshold, *by_value])
    ax.set_xlim(-0.6, last + 0.8)
    if last <= 16:
        ax.set_xticks(range(last + 1))
    most = max((upper(share) for share in shares.values()), default=0.0) or 1.0
    ax.set_ylim(0, 1.35 * most)
    ax.set_yticks([tick for tick in ax.get_yticks() if tick <= 100])
    ax.set_xlabel("mana value of the card hit")
    ax.set_ylabel("first trigger stops on it (%)")
    ax.legend(loc="upper left")
    title = f"{result.source}: mana value of the first hit"
    return finish(ax, title, f"nothing hit (whiff): {percent(result.whiff, interval=False)}; {how(result, 'lines')}")


def plot_turns(result: TurnsResult, figure: str, ax: Axes | None = None) -> Axes:
    """Draw a figure turn by turn: a line on the play and one on the draw, each point with its interval.

    Parameters
    ----------
    result : TurnsResult
    figure : str
        One of `TurnFigures`.
    ax : Axes, optional
        A new figure by default.

    Returns
    -------
    Axes
    """
    ax = ax or new_axes(height=3.6)
    is_mean = figure == "expected_kicks"
    scale, write = (1, number) if is_mean else (100, percent)
    # Labels stand where no line goes: the lines rise.
    styles = (
        ("on the play", result.play, INK, "o", "-", (5, -11), "left"),
        ("on the draw", result.draw, MARK, "s", "--", (-4, 5), "right"),
    )
    most = max(scale * getattr(turn.figures, figure).value for turn in result.turns) or 1.0
    for label, turns, color, marker, line, beside, side in styles:
        if not turns:
            continue
        estimates = [getattr(turn.figures, figure) for turn in turns]
        x, y = [turn.turn for turn in turns], [scale * estimate.value for estimate in estimates]
        ax.plot(x, y, color=color, marker=marker, markersize=5, linestyle=line, label=label)
        for place, (value, low, high) in zip(x, estimates, strict=True):
            if low is not None and high is not None:
                ax.vlines(place, scale * low, scale * high, color=color, linewidth=1)
            if value:
                text = write(Estimate(value), interval=False)
                where = (place, scale * value)
                ax.annotate(text, where, beside, textcoords="offset points", ha=side, fontsize=8, color=color)
    ax.set_xticks(range(1, result.n_turns + 1))
    ax.set_xlim(0.5, result.n_turns + 0.7)
    ax.set_ylim(-0.12 * most, 1.3 * most)
    ax.set_yticks([tick for tick in ax.get_yticks() if 0 <= tick <= (most if is_mean else 100)])
    ax.set_xlabel("turn")
    ax.set_ylabel("kicks in the chain, mean" if is_mean else "how often (%)")
    ax.legend(loc="upper left")
    return finish(
        ax, f"{', '.join(result.sources)}: {FIGURE_WORDS[figure]}", f"{mulligans(result)}; {how_turns(result)}"
    )
