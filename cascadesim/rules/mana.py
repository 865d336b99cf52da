"""Mana at hand, and what it can pay: hybrid and any-colour mana matched properly."""

from __future__ import annotations

from functools import cache

from cascadesim.cards.mana import symbols
from cascadesim.errors import QuestionError

# Mana is a sorted tuple of units; each unit is the colours it can be, "" for generic mana of no known colour,
# "C" for colourless. `{2}` is two units that pay generic costs only.
Units = tuple[str, ...]
COLORS = "WUBRG"


def read_mana(text: str) -> Units:
    """Read mana at hand: ``{2}`` pays generic only, ``{R}`` red, ``{W/U}`` either, ``{WUBRG}`` any colour.

    >>> read_mana("{2}{R}{U/W}")
    ('', '', 'R', 'WU')

    Raises
    ------
    QuestionError
        If it cannot be read.
    """
    units: list[str] = []
    rest = text.strip()
    while rest:
        symbol, brace, rest = rest.removeprefix("{").partition("}")
        letters = symbol.replace("/", "").upper()
        if symbol.isdecimal() and brace and len(symbol) < 4:
            units += [""] * int(symbol)
        elif letters and brace and set(letters) <= set(COLORS + "C"):
            units.append("".join(color for color in COLORS + "C" if color in letters))
        else:
            message = f"cannot read the mana {text!r}; write e.g. '{{2}}{{R}}{{W/U}}', {{WUBRG}} for any colour"
            raise QuestionError(message)
        rest = rest.strip()
    return tuple(sorted(units))


@cache
def pay(budget: Units, cost: tuple[str, ...]) -> Units | None:
    """Return what is left of a budget when a cost has been paid, None where it cannot be.

    Parameters
    ----------
    budget : Units
    cost : tuple of str
        Symbols as of `cascadesim.cards.mana.symbols`, without X: numbers, colours, C, S (any mana), hybrids.

    Notes
    -----
    Of the ways to pay, the one is taken that leaves mana of the most colours: later costs find the most in it.
    """
    ways = _ways(budget, tuple(sorted(cost, key=_choices)))
    return max(ways, key=lambda left: (len(left), sum(map(len, left)), left), default=None)


def symbols_of(cost: str, times: int = 1, x: int = 0) -> tuple[str, ...]:
    """Return the symbols of a cost that is paid some times, with X as chosen."""
    once = tuple(str(x) if symbol == "X" else symbol for symbol in symbols(cost))
    return once * times


def _choices(symbol: str) -> int:
    """Order symbols by how many units can pay them: the choosy ones first."""
    return 99 if symbol.isdecimal() else len(symbol)


def _ways(budget: Units, cost: tuple[str, ...]) -> frozenset[Units]:
    """Return what every way to pay leaves."""
    if not cost:
        return frozenset({budget})
    first, rest = cost[0], cost[1:]
    found: set[Units] = set()
    for part in first.split("/"):
        if part == "P":  # two life instead: paid for by no mana; life is not kept here
            continue
        if part.isdecimal() or part == "S":
            left = _pay_generic(budget, int(part) if part.isdecimal() else 1)
            found |= set() if left is None else _ways(left, rest)
            continue
        for unit in {unit for unit in budget if part in unit}:
            found |= _ways(_without(budget, unit), rest)
    return frozenset(found)


def _pay_generic(budget: Units, n: int) -> Units | None:
    """Pay generic mana with the units of the fewest colours."""
    if n > len(budget):
        return None
    return tuple(sorted(sorted(budget, key=lambda unit: (len(unit), unit))[n:]))


def _without(budget: Units, unit: str) -> Units:
    place = budget.index(unit)
    return budget[:place] + budget[place + 1 :]
