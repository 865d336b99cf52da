"""`Problem`: what both engines need to know of a cascade, as arrays of numbers and nothing else.

Everything that the rules say has been decided before a `Problem` exists. A *row* is a card name, whose copies are
interchangeable; a *dig kind* is "stop below this mana value, and put a hit that is not cast here"; a *form* is one way
in which a card can be a spell; a *grant* gives forms an instance of cascade.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NEVER = 32767  # stop value of a row that stops no dig: lands


@dataclass(frozen=True, eq=False, kw_only=True)
class Problem:
    """A source's triggers on a library.

    Parameters
    ----------
    copies : ndarray of shape (n_rows,), int16
        Copies in the part of the library whose order is unknown.
    stop_value : ndarray of shape (n_rows,), int16
        A dig stops on a row if this is less than the dig's `below`; `NEVER` for rows that stop none.
    below : ndarray of shape (n_digs,), int16
        Thresholds of the dig kinds that can happen; discover N is N + 1.
    to_hand : ndarray of shape (n_digs,), bool
        Whether a hit that is not cast goes to the hand (discover) and not to the bottom.
    source_digs : ndarray of shape (n_triggers,), int16
        Dig kind of each of the source's triggers, the first to resolve first.
    cast_as : ndarray of shape (n_rows, n_digs), int16
        Form as which a hit of the dig is cast; -1 where it is declined or cannot be cast.
    value : ndarray of shape (n_forms,), int16
        Mana value of the spell on the stack.
    cascades : ndarray of shape (n_forms,), int16
        Triggers when the form is cast.
    cascade_dig : ndarray of shape (n_forms,), int16
        Dig kind of these triggers.
    discover_dig : ndarray of shape (n_forms,), int16
        Dig kind when the form has resolved, -1 for none.
    shuffles : ndarray of shape (n_forms,), bool
        Whether the library is shuffled when the form resolves.
    enables : ndarray of shape (n_forms,), int16
        Grant that is active from when the form has resolved, -1 for none.
    grant_to : ndarray of shape (n_grants, n_forms), bool
        Forms that a grant gives an instance of cascade when they are cast.
    grant_count : ndarray of shape (n_grants,), int16
        Instances that each grant gives at the start; 0 for a grant that a hit may enable.
    grant_once : ndarray of shape (n_grants,), bool
        Whether the first form that a grant gives to uses it up.
    top, bottom : ndarray of shape (n,), int16
        Rows in known order, nearest to the top first.
    seen : int
        Random cards among `copies` that are not in the library (a hand, say).
    """

    copies: NDArray[np.int16]
    stop_value: NDArray[np.int16]
    below: NDArray[np.int16]
    to_hand: NDArray[np.bool_]
    source_digs: NDArray[np.int16]
    cast_as: NDArray[np.int16]
    value: NDArray[np.int16]
    cascades: NDArray[np.int16]
    cascade_dig: NDArray[np.int16]
    discover_dig: NDArray[np.int16]
    shuffles: NDArray[np.bool_]
    enables: NDArray[np.int16]
    grant_to: NDArray[np.bool_]
    grant_count: NDArray[np.int16]
    grant_once: NDArray[np.bool_]
    top: NDArray[np.int16]
    bottom: NDArray[np.int16]
    seen: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.seen <= self.n_unknown:
            message = f"`seen` must be from 0 to {self.n_unknown}, got {self.seen}"
            raise ValueError(message)

    @property
    def n_rows(self) -> int:
        """Card names that are or may be in the library."""
        return int(self.copies.size)

    @property
    def n_unknown(self) -> int:
        """Cards whose place is unknown, those seen elsewhere included."""
        return int(self.copies.sum())

    @property
    def total_copies(self) -> NDArray[np.int64]:
        """Copies of each row, wherever its place is known: ndarray of shape (n_rows,), int64."""
        known = np.bincount(np.concatenate([self.top, self.bottom]), minlength=self.n_rows)
        return np.asarray(self.copies + known, np.int64)

    @property
    def n_library(self) -> int:
        """Cards in the library before the first trigger resolves."""
        return self.n_unknown - self.seen + self.top.size + self.bottom.size

    @property
    def relevant(self) -> NDArray[np.bool_]:
        """Rows that some dig kind stops on: ndarray of shape (n_rows,), bool."""
        return np.asarray(self.stops.any(axis=1), np.bool_)

    @property
    def stops(self) -> NDArray[np.bool_]:
        """Whether a row stops a dig kind: ndarray of shape (n_rows, n_digs), bool."""
        return self.stop_value[:, None] < self.below[None, :]
