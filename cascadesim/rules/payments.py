"""What mana pays for, as sets of colours: see `cascadesim.engine.opening`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from cascadesim.rules.mana import COLORS

ALL = frozenset(COLORS)


class Payments:
    """The sets of colours that some costs ask for, and costs and mana counted by them.

    Parameters
    ----------
    costs : iterable of sequence of str
        Symbols of every cost that may have to be paid, without X; any of them may come together.
    colors : bool
        Whether colours matter; otherwise any mana pays for anything.

    Notes
    -----
    Of the symbols that cannot all be paid, those that want nothing but a union of their colours cannot either: so the
    unions are all that need be compared (Hall's theorem). The first set is everything, generic mana included.
    """

    def __init__(self, costs: Iterable[Sequence[str]], *, colors: bool) -> None:
        unions: set[frozenset[str]] = set()
        if colors:
            for wanted in {_colors(symbol) for cost in costs for symbol in cost} - {None}:
                if wanted is not None:
                    unions |= {wanted, *(wanted | union for union in unions)}
        self.sets: tuple[frozenset[str] | None, ...] = (None, *sorted(unions, key=lambda union: (len(union), *union)))

    def cost(self, symbols: Sequence[str]) -> NDArray[np.int16]:
        """Return how many symbols of a cost each set has to pay for: ndarray of shape (n_sets,), int16."""
        wanted = [colors for symbol in symbols if (colors := _colors(symbol)) is not None]
        total = len(wanted) + sum(_generic(symbol) for symbol in symbols)
        return np.array(
            [total, *(sum(colors <= union for colors in wanted) for union in self._unions)],
            np.int16,
        )

    def gives(self, units: Sequence[str]) -> NDArray[np.int16]:
        """Return how many units of mana can be of a colour of each set; a unit is the colours it can be."""
        of_union = [sum(not union.isdisjoint(unit) for unit in units) for union in self._unions]
        return np.array([len(units), *of_union], np.int16)

    @property
    def _unions(self) -> list[frozenset[str]]:
        return [union for union in self.sets if union is not None]


def _colors(symbol: str) -> frozenset[str] | None:
    """Return the colours that pay for a symbol, None where any mana does."""
    colors = ALL.intersection(symbol.split("/"))
    return frozenset(colors) or None


def _generic(symbol: str) -> int:
    return 0 if _colors(symbol) else int(symbol) if symbol.isdecimal() else 1
