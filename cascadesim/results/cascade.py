"""`CascadeResult`: what a cast of one source comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from cascadesim.engine.closed_form import p_misses_hold
from cascadesim.engine.counts import Counts
from cascadesim.engine.depth import depth_law
from cascadesim.engine.sums import Weights
from cascadesim.results.estimate import Distribution, Estimate, interval_cells, means, probabilities
from cascadesim.rules import Question

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

WHIFF_NAME = "(whiff)"


class Hit(NamedTuple):
    """A card that the chain can dig up.

    `mana_value` is that of the card in the library; `first` is P(the first trigger stops on it), `cast` P(at least one
    copy is cast somewhere in the chain), `mean_casts` the mean number of copies cast. `dies_at_x0` tells a creature
    that is a 0/0 on a free cast, where X is 0 (CR 107.3b).
    """

    card: str
    mana_value: int
    copies: int
    first: Estimate
    cast: Estimate
    mean_casts: Estimate
    dies_at_x0: bool = False


class Group(NamedTuple):
    """Cards asked about together.

    `first` is P(the first trigger stops on one of them), `any` P(at least one is cast in the chain), `all` P(something
    is cast and every spell of the chain is one of them), `mean_casts` the mean number of them cast.
    """

    name: str
    first: Estimate
    any: Estimate
    all: Estimate
    mean_casts: Estimate


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class CascadeResult:
    """What a cast of one source hits, how deep it digs and how far the chain goes.

    Holds counts (or exact probabilities); every rate and interval is derived from them.

    Parameters
    ----------
    deck, path : str
        Name of the deck and where it was read.
    n_main : int
        Cards in the main deck.
    question : Question
    counts : Counts
    seed : int or None
        None where the figures are exact.
    confidence_level : float
    group_names : tuple of str
    notes : tuple of str
        What was taken for granted, for people.
    """

    deck: str
    path: str
    n_main: int
    question: Question
    counts: Counts
    seed: int | None
    confidence_level: float = 0.95
    group_names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """Name of the source."""
        return self.question.source.name

    @property
    def trials(self) -> int | None:
        """Number of trials, None where the figures are exact."""
        return self.counts.trials

    @property
    def method(self) -> Literal["exact", "simulate"]:
        """How the figures were had."""
        return "exact" if self.trials is None else "simulate"

    @property
    def n_library(self) -> int:
        """Cards in the library before the first trigger resolves."""
        return self.question.problem.n_library

    @property
    def whiff(self) -> Estimate:
        """P(the first trigger finds nothing)."""
        return next(self._probabilities(self.counts.first[-1:]))

    @property
    def exiled(self) -> Distribution:
        """Cards exiled by the first trigger, its hit included."""
        return self._depth(self.counts.exiled_first, self.counts.reveals_first)

    @property
    def exiled_total(self) -> Distribution:
        """Cards exiled by all triggers of the chain, their hits included."""
        return self._depth(self.counts.exiled_total, self.counts.reveals_total)

    @property
    def spells_cast(self) -> Distribution:
        """Spells cast for free in the whole chain."""
        return self._distribution(self.counts.spells)

    @property
    def free_mana_value(self) -> Distribution:
        """Mana values of the spells cast for free in the whole chain, added up."""
        return self._distribution(self.counts.value)

    @property
    def exiled_land(self) -> Estimate:
        """P(the first trigger exiles at least one land): what Averna asks (CR 702.85b). Always exact."""
        lands = np.array([card.is_land for card in self.question.rows], np.bool_)
        return Estimate(p_misses_hold(self.question.problem, lands))

    @property
    def hit_list(self) -> tuple[Hit, ...]:
        """Every card that the chain can dig up, the likeliest first hit first."""
        question, counts, level = self.question, self.counts, self.confidence_level
        problem = question.problem
        known = np.bincount(np.concatenate([problem.top, problem.bottom]), minlength=problem.n_rows)
        in_library = problem.copies + known
        dying = {form.card for form in question.forms if form.dies_at_x0}
        columns = (
            question.rows,
            in_library.tolist(),
            problem.stops.any(axis=1) & (in_library > 0),
            self._probabilities(counts.first[:-1]),
            self._probabilities(counts.cast),
            means(counts.casts, counts.casts_squared, counts.trials, level),
        )
        hits = [
            Hit(card.name, question.era.stop_value(card) or 0, copies, first, cast, mean_casts, card in dying)
            for card, copies, can_be_hit, first, cast, mean_casts in zip(*columns, strict=True)
            if can_be_hit
        ]
        return tuple(sorted(hits, key=lambda hit: (-hit.first.value, -hit.cast.value, hit.card)))

    def first_among(self, cards: Iterable[str]) -> Estimate:
        """Return P(the first trigger stops on one of some cards), by their full names."""
        wanted = set(cards)
        rows = [row for row, card in enumerate(self.question.rows) if card.name in wanted]
        return next(self._probabilities(self.counts.first[rows].sum(keepdims=True)))

    @property
    def group_list(self) -> tuple[Group, ...]:
        """The groups that were asked about."""
        counts = self.counts
        columns = (
            self.group_names,
            self._probabilities(counts.group_first),
            self._probabilities(counts.group_any),
            self._probabilities(counts.group_all),
            means(counts.group_casts, counts.group_casts_squared, counts.trials, self.confidence_level),
        )
        return tuple(map(Group, *columns))

    @property
    def hits(self) -> pd.DataFrame:
        """One row a card that the chain can dig up, and a last one for the whiff.

        Columns `card`, `mana_value`, `copies`, `first`, `cast`, `mean_casts` (see `Hit`), and for each of the last
        three its interval, ``first_ci_low`` and so on; NaN where the figure is exact.
        """
        import pandas as pd

        records = [
            {"card": hit.card, "mana_value": hit.mana_value, "copies": hit.copies}
            | interval_cells(first=hit.first, cast=hit.cast, mean_casts=hit.mean_casts)
            for hit in self.hit_list
        ]
        nothing = Estimate(float("nan"))
        records.append({"card": WHIFF_NAME} | interval_cells(first=self.whiff, cast=nothing, mean_casts=nothing))
        order = ["card", "mana_value", "copies", *interval_cells(first=nothing, cast=nothing, mean_casts=nothing)]
        frame = pd.DataFrame.from_records(records, columns=order)
        return frame.astype({"mana_value": "Int64", "copies": "Int64"} | dict.fromkeys(order[3:], "float64"))

    @property
    def groups(self) -> pd.DataFrame:
        """One row a group: columns `group`, `first`, `any`, `all`, `mean_casts` (see `Group`) with their intervals."""
        import pandas as pd

        return pd.DataFrame.from_records(
            [
                {"group": group.name}
                | interval_cells(first=group.first, any=group.any, all=group.all, mean_casts=group.mean_casts)
                for group in self.group_list
            ]
        )

    def to_frame(self) -> pd.DataFrame:
        """Return `hits` with the deck, source and method in front: frames of many results can be concatenated."""
        frame = self.hits
        for place, column in enumerate(("deck", "source", "method", "trials")):
            frame.insert(place, column, getattr(self, column))
        return frame.astype({"trials": "Int64"})

    def plot(self, kind: Literal["hits", "exiled", "mana", "chain"] = "hits", ax: Axes | None = None) -> Axes:
        """Draw the cast.

        Parameters
        ----------
        kind : {"hits", "exiled", "mana", "chain"}, default "hits"
            The first hits as bars with their intervals; the depth of the first dig as a histogram; the mana value of
            the first hit against that of the source; the chain as a tree of who casts whom. Where hits cascade, the
            tree is simulated for its picture alone, which says so.
        ax : matplotlib Axes, optional
            Where to draw; a new figure by default.

        Returns
        -------
        Axes
        """
        from cascadesim.views.pictures import CASCADE_PICTURES

        if kind not in CASCADE_PICTURES:
            message = f"kind must be one of {', '.join(CASCADE_PICTURES)}, got {kind!r}"
            raise ValueError(message)
        return CASCADE_PICTURES[kind](self, ax)

    def _repr_html_(self) -> str:
        from cascadesim.views.notebook import cascade_html

        return cascade_html(self)

    def __repr__(self) -> str:
        how = "exact" if self.trials is None else f"{self.trials:,} trials, seed {self.seed}"
        return f"<CascadeResult {self.source!r} in {self.deck!r}: {how}, {len(self.hit_list)} cards to hit>"

    def _probabilities(self, weights: Weights) -> Iterator[Estimate]:
        return probabilities(weights, self.trials, self.confidence_level)

    def _depth(self, literal: Weights, reveals: Weights) -> Distribution:
        problem = self.question.problem
        law = depth_law(literal, reveals, int(problem.copies[problem.relevant].sum()), problem.n_library)
        return Distribution(law.weights, self.trials, self.confidence_level, law if reveals.any() else None)

    def _distribution(self, weights: Weights) -> Distribution:
        return Distribution(weights, self.trials, self.confidence_level)
