"""Closed forms for one trigger whose hits cascade no further: no sampling error.

In a random library the hit is uniform over the copies that stop the dig, and the number of cards exiled has the
negative hypergeometric law (Johnson, Kemp and Kotz, Univariate Discrete Distributions, 3rd ed., ch. 6).
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from cascadesim.engine.counts import Counts, Groups
from cascadesim.engine.problem import Problem
from cascadesim.engine.sums import Weights


def is_closed_form(problem: Problem) -> bool:
    """Whether the closed forms answer: one trigger, and nothing that it casts cascades or discovers."""
    if problem.source_digs.size != 1:
        return False
    dig = int(problem.source_digs[0])
    forms = problem.cast_as[problem.stops[:, dig], dig]
    forms = forms[forms >= 0]
    granted = problem.grant_to[problem.grant_count > 0][:, forms]
    return not (problem.cascades[forms].any() or granted.any() or (problem.discover_dig[forms] >= 0).any())


def exiled_pmf(n_cards: int, n_stops: int, n_library: int | None = None) -> list[Fraction]:
    """Distribution of how many cards one dig exiles (CR 702.85a).

    Parameters
    ----------
    n_cards, n_stops : int
        Cards in random order, and how many of them stop the dig.
    n_library : int, optional
        Only the first so many of the cards are in the library; all by default.

    Returns
    -------
    list of Fraction, length n_library + 1
        Entry ``m`` is P(exactly `m` cards are exiled, the last of them a stop).

    Raises
    ------
    ValueError
        If not ``0 <= n_stops <= n_cards`` and ``0 <= n_library <= n_cards``.

    Notes
    -----
    ``C(n_cards - m, n_stops - 1) / C(n_cards, n_stops)``. What is missing to 1 is the probability of a whiff, which
    exiles the whole library.

    Examples
    --------
    >>> [str(p) for p in exiled_pmf(4, 2)]
    ['0', '1/2', '1/3', '1/6', '0']
    """
    n_library = n_cards if n_library is None else n_library
    if not (0 <= n_stops <= n_cards and 0 <= n_library <= n_cards):
        message = f"need 0 <= n_stops <= n_cards and n_library <= n_cards, got {n_stops}, {n_cards}, {n_library}"
        raise ValueError(message)
    if n_stops == 0:
        return [Fraction(0)] * (n_library + 1)
    ways = comb(n_cards, n_stops)
    return [Fraction(0), *(Fraction(comb(n_cards - m, n_stops - 1), ways) for m in range(1, n_library + 1))]


def closed_form(problem: Problem, groups: Groups) -> Counts:
    """Exact probabilities of one trigger.

    Parameters
    ----------
    problem : Problem
        For which `is_closed_form` holds.
    groups : ndarray of shape (n_groups, n_rows), bool
    """
    dig = int(problem.source_digs[0])
    stops = problem.stops[:, dig]
    first, exiled = _first_dig(problem, stops)
    form = np.where(stops, problem.cast_as[:, dig], -1)
    rows = np.flatnonzero(form >= 0)
    cast = np.zeros(problem.n_rows)
    cast[rows] = first[rows]
    spells = np.array([max(1 - cast.sum(), 0.0), cast.sum()])
    value = np.bincount(problem.value[form[rows]], cast[rows], minlength=1)
    value[0] += spells[0]
    in_group = groups @ cast
    return Counts(
        trials=None,
        first=first,
        cast=cast,
        casts=cast.copy(),
        casts_squared=np.zeros(0),
        exiled_first=exiled,
        exiled_total=exiled.copy(),
        reveals_first=np.zeros(0),
        reveals_total=np.zeros(0),
        spells=spells,
        value=value,
        group_first=groups @ first[:-1],
        group_any=in_group,
        group_all=in_group.copy(),
        group_casts=in_group.copy(),
        group_casts_squared=np.zeros(0),
    )


def first_dig(problem: Problem) -> tuple[NDArray[np.float64], Weights]:
    """Return what the first trigger stops on, the whiff last, and how many cards it exiles.

    Exact whatever comes after it. A problem without a trigger finds nothing and exiles nothing.
    """
    if problem.source_digs.size == 0:
        first = np.zeros(problem.n_rows + 1)
        first[-1] = 1
        return first, np.ones(1)
    return _first_dig(problem, problem.stops[:, int(problem.source_digs[0])])


def p_misses_hold(problem: Problem, rows: NDArray[np.bool_]) -> float:
    """Return P(the first trigger exiles at least one card of some rows, other than its hit), whatever else there is.

    The misses hold such a card exactly if it lies above every stop.
    """
    if problem.source_digs.size == 0:
        return 0.0
    stops = problem.stops[:, int(problem.source_digs[0])]
    asked = rows & ~stops
    first, _ = _first_dig(problem, stops | asked)
    return float(first[:-1][asked].sum())


def _first_dig(problem: Problem, stops: NDArray[np.bool_]) -> tuple[NDArray[np.float64], Weights]:
    """Return P(stops on row), the whiff last, and P(number exiled): known top, unknown part, known bottom in turn."""
    first = [Fraction(0)] * (problem.n_rows + 1)
    exiled = [Fraction(0)] * (problem.n_library + 1)

    def walk(rows: NDArray[np.int16], depth: int, reach: Fraction) -> tuple[int, Fraction]:
        """Dig through cards in known order, reached with probability `reach`."""
        for row in rows:
            depth += 1
            if stops[row]:
                first[row] += reach
                exiled[depth] += reach
                return depth, Fraction(0)
        return depth, reach

    depth, reach = walk(problem.top, 0, Fraction(1))
    n_library = problem.n_unknown - problem.seen
    n_stops = int(problem.copies[stops].sum())
    pmf = exiled_pmf(problem.n_unknown, n_stops, n_library)
    for m, p in enumerate(pmf):
        exiled[depth + m] += reach * p
    found = sum(pmf, Fraction(0))
    for row in np.flatnonzero(stops & (problem.copies > 0)):
        first[row] += reach * found * Fraction(int(problem.copies[row]), n_stops)
    _, whiff = walk(problem.bottom, depth + n_library, reach * (1 - found))
    first[-1] += whiff
    exiled[-1] += whiff
    return np.array([float(p) for p in first]), np.array([float(p) for p in exiled])
