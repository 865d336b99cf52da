"""`KickResult`: what can be kicked in a chain, and how often it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from cascadesim.engine.kicks import KickCounts
from cascadesim.engine.sums import Weights
from cascadesim.results.estimate import Estimate, interval_cells, means, probabilities
from cascadesim.rules import Question
from cascadesim.rules.kicker import Kick, Kicker

if TYPE_CHECKING:
    import pandas as pd


class KickedHit(NamedTuple):
    """A card that the chain can cast, and its kicker.

    `mana_value` decides whether it can be hit, `total_if_kicked` is what it would cost all told from the hand: the two
    numbers that are easily confused. `beyond` tells a hit that would be missed if kicker counted. `best` is how the
    whole budget kicks it; `p_hit` is P(at least one copy is cast in the chain), `p_kicked` and `p_unkicked` the same
    for kicked and unkicked copies, `kicks` the mean number of kicks.
    """

    card: str
    mana_value: int
    kicker: Kicker | None
    total_if_kicked: int
    beyond: bool
    best: Kick
    p_hit: Estimate
    p_kicked: Estimate
    p_unkicked: Estimate
    kicks: Estimate


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class KickResult:
    """What of a chain can be kicked with the mana left.

    Parameters
    ----------
    deck : str
    question : Question
    mana : str
        The budget as written; it is shared along the chain and spent in cast order.
    counts : KickCounts
    rows : tuple of int
        Rows that the chain can cast.
    kickers : tuple of Kicker or None
    best : tuple of Kick
        How the whole budget kicks each.
    copy_kicked : int
        So many kicked spells are copied.
    seed, confidence_level, notes
        As of `CascadeResult`.
    """

    deck: str
    question: Question
    mana: str
    counts: KickCounts
    rows: tuple[int, ...]
    kickers: tuple[Kicker | None, ...]
    best: tuple[Kick, ...]
    seed: int | None
    confidence_level: float = 0.95
    copy_kicked: int = 0
    notes: tuple[str, ...] = ()

    @property
    def trials(self) -> int | None:
        """Number of trials, None where the figures are exact."""
        return self.counts.trials

    @property
    def source(self) -> str:
        """Name of the source."""
        return self.question.source.name

    @property
    def has_kicker(self) -> Estimate:
        """P(at least one spell of the chain has kicker)."""
        return self._p(self.counts.totals)[0]

    @property
    def kicked(self) -> Estimate:
        """P(at least one spell of the chain is kicked)."""
        return self._p(self.counts.totals)[1]

    @property
    def expected_kicks(self) -> Estimate:
        """Mean number of kicks in the chain."""
        return self._mean(self.counts.sums, self.counts.sums_squared)[0]

    @property
    def expected_kicked(self) -> Estimate:
        """Mean number of kicked spells in the chain."""
        return self._mean(self.counts.sums, self.counts.sums_squared)[1]

    @property
    def expected_copies(self) -> Estimate:
        """Mean number of kicked spells that are copied; copies are kicked too, are not cast and never cascade."""
        return self._mean(self.counts.sums, self.counts.sums_squared)[2]

    @property
    def hit_list(self) -> tuple[KickedHit, ...]:
        """Every card that the chain can cast, those with kicker first, then the likeliest first."""
        counts, question = self.counts, self.question
        source = question.source
        columns = [self._p(weights) for weights in (counts.cast, counts.kicked, counts.unkicked)]
        kicks = self._mean(counts.kicks, counts.kicks_squared)
        hits = []
        for row, kicker, best in zip(self.rows, self.kickers, self.best, strict=True):
            card = question.rows[row]
            value = question.era.stop_value(card) or 0
            total = value + (kicker.value if kicker else 0)
            beyond = kicker is not None and total >= max(dig.below for dig in source.digs)
            p_hit, p_kicked, p_unkicked = (column[row] for column in columns)
            hits.append(
                KickedHit(card.name, value, kicker, total, beyond, best, p_hit, p_kicked, p_unkicked, kicks[row])
            )
        return tuple(sorted(hits, key=lambda hit: (hit.kicker is None, -hit.p_hit.value, hit.card)))

    @property
    def hits(self) -> pd.DataFrame:
        """One row a card that the chain can cast; see `KickedHit`."""
        import pandas as pd

        return pd.DataFrame.from_records(
            [
                {
                    "card": hit.card,
                    "mana_value": hit.mana_value,
                    "kicker": " // ".join(cost.text for cost in hit.kicker.costs) if hit.kicker else "",
                    "total_if_kicked": hit.total_if_kicked,
                    "kickable": hit.best.kicks > 0,
                    "max_kicks": hit.best.kicks,
                }
                | interval_cells(
                    p_hit=hit.p_hit, p_kicked=hit.p_kicked, p_unkicked=hit.p_unkicked, expected_kicks=hit.kicks
                )
                for hit in self.hit_list
            ]
        )

    def __repr__(self) -> str:
        how = "exact" if self.trials is None else f"{self.trials:,} trials, seed {self.seed}"
        return f"<KickResult {self.source!r} in {self.deck!r} with {self.mana or 'no mana'}: {how}>"

    def _p(self, weights: Weights) -> list[Estimate]:
        return list(probabilities(weights, self.trials, self.confidence_level))

    def _mean(self, sums: Weights, squares: Weights) -> list[Estimate]:
        return list(means(sums, squares, self.trials, self.confidence_level))
