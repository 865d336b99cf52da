"""`MulliganPlan`: the best mulligans for a goal, hand by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cascadesim.engine.optimal import BestMulligans

if TYPE_CHECKING:
    import pandas as pd


class Decision(NamedTuple):
    """What to do with a full hand.

    `put_back` is what to put on the bottom if it is kept, `worth` P(the goal is reached with it), `otherwise` P(it is
    reached by the best play after one more mulligan), None where there is none.
    """

    keep: bool
    put_back: Mapping[str, int]
    worth: float
    otherwise: float | None


@dataclass(frozen=True, eq=False, repr=False)
class MulliganPlan:
    """The mulligans after which a goal is likeliest: exact.

    Parameters
    ----------
    roles : tuple of str
        What is told apart in a hand.
    best : BestMulligans
    """

    roles: tuple[str, ...]
    best: BestMulligans

    @property
    def probability(self) -> float:
        """P(the goal is reached), before the first hand is drawn."""
        return float(self.best.of_drawing[0])

    @property
    def by_mulligans(self) -> tuple[float, ...]:
        """P(the goal is reached), before the hand is drawn after no mulligan, after one, and so on."""
        return tuple(self.best.of_drawing.tolist())

    def decide(self, hand: Mapping[str, int], mulligans: int = 0) -> Decision:
        """Say what to do with a full hand, after so many mulligans.

        Raises
        ------
        ValueError
            If there is no such hand, or there cannot be so many mulligans.
        """
        n_stages = len(self.best.put_back_sizes)
        if not 0 <= mulligans < n_stages:
            message = f"`mulligans` must be from 0 to {n_stages - 1}, got {mulligans}"
            raise ValueError(message)
        wanted = np.array([hand.get(role, 0) for role in self.roles])
        places = np.flatnonzero((self.best.hands == wanted[:, None]).all(axis=0))
        if not places.size or set(hand) - set(self.roles):
            message = (
                f"no hand of {int(self.best.hands[:, 0].sum())} cards of {', '.join(self.roles)}: got {dict(hand)}"
            )
            raise ValueError(message)
        return self._decision(int(places[0]), mulligans)

    @property
    def table(self) -> pd.DataFrame:
        """One row a full hand and number of mulligans.

        Columns: `mulligans`, the number of each role in the hand, `keep`, what to put back of each role (``back
        lands`` and so on), `worth` and `otherwise` (see `Decision`; NaN after the last mulligan).
        """
        import pandas as pd

        rows = []
        for mulligans in range(len(self.best.put_back_sizes)):
            for place, hand in enumerate(self.best.hands.T.tolist()):
                decision = self._decision(place, mulligans)
                back = {f"back {role}": decision.put_back.get(role, 0) for role in self.roles}
                worth = {"worth": decision.worth, "otherwise": decision.otherwise}
                held = dict(zip(self.roles, hand, strict=True))
                rows.append({"mulligans": mulligans} | held | {"keep": decision.keep} | back | worth)
        return pd.DataFrame(rows).astype({"otherwise": "float64"})

    def __repr__(self) -> str:
        return f"<MulliganPlan: {self.probability:.4f}, hands of {', '.join(self.roles)}>"

    def _decision(self, place: int, mulligans: int) -> Decision:
        best = self.best
        is_last = mulligans == len(best.put_back_sizes) - 1
        otherwise = None if is_last else float(best.of_drawing[mulligans + 1])
        worth = float(best.worth[mulligans, place])
        back = _named(self.roles, best.bottom[mulligans, :, place].tolist())
        return Decision(otherwise is None or worth >= otherwise, back, worth, otherwise)


def _named(roles: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    return {role: n for role, n in zip(roles, counts, strict=True) if n}
