"""The pictures of a cast by name. The tree of a chain is had for its picture alone: nothing else needs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from cascadesim.results import CascadeResult
from cascadesim.results.chain import Chain
from cascadesim.studies.chain import CHAIN_TRIALS, chain
from cascadesim.views.plots import plot_exiled, plot_hits, plot_mana
from cascadesim.views.tree import plot_chain

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def chain_of(result: CascadeResult) -> Chain:
    """Return the tree of a cast: exact where its figures have a closed form, else with its trials and seed."""
    return chain(
        result.question,
        method="auto" if result.trials is None else "simulate",
        trials=result.trials or CHAIN_TRIALS,
        confidence_level=result.confidence_level,
        rng=result.seed or 0,
    )


def _plot_chain_of(result: CascadeResult, ax: Axes | None = None) -> Axes:
    return plot_chain(chain_of(result), ax)


CASCADE_PICTURES: Mapping[str, Callable[[CascadeResult, Axes | None], Axes]] = {
    "hits": plot_hits,
    "exiled": plot_exiled,
    "mana": plot_mana,
    "chain": _plot_chain_of,
}
