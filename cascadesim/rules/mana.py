"""Mana left, and what it can pay: hybrid and any-colour mana matched properly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from cascadesim.cards.mana import symbols
from cascadesim.errors import QuestionError

# Mana is a sorted tuple of units; each unit is the colours it can be, "" for generic mana of no known colour,
# "C" for colourless. `{2}` is two units that pay generic costs only.
Units = tuple[str, ...]
# How much the costs that may still come ask for each of WUBRGC: what is asked for least is spent first.
Demand = tuple[int, ...]

COLORS = "WUBRGC"
NO_DEMAND: Demand = (0,) * len(COLORS)
MOST_UNITS = 100


def read_mana(text: str) -> Units:
    """Read mana left: ``{2}`` pays generic only, ``{R}`` red, ``{W/U}`` either, ``{WUBRG}`` any colour.

    >>> read_mana("{2}{R}{U/W}")
    ('', '', 'R', 'WU')

    Raises
    ------
    QuestionError
        If it cannot be read, or is more than any game has.
    """
    units: list[str] = []
    rest = text.strip()
    while rest:
        symbol, brace, rest = rest.removeprefix("{").partition("}")
        letters = symbol.replace("/", "").upper()
        if symbol.isdecimal() and brace and len(symbol) < 4:
            units += [""] * int(symbol)
        elif letters and brace and set(letters) <= set(COLORS):
            units.append("".join(color for color in COLORS if color in letters))
        else:
            message = f"cannot read the mana {text!r}; write e.g. '{{2}}{{R}}{{W/U}}', {{WUBRG}} for any colour"
            raise QuestionError(message)
        rest = rest.strip()
    if len(units) > MOST_UNITS:
        message = f"{len(units)} mana; up to {MOST_UNITS} can be asked about"
        raise QuestionError(message)
    return tuple(sorted(units))


def symbols_of(cost: str, x: int = 0) -> tuple[str, ...]:
    """Return the symbols of a cost, with X as chosen."""
    return tuple(str(x) if symbol == "X" else symbol for symbol in symbols(cost))


def demand_of(costs: Iterable[str]) -> Demand:
    """Return how much some costs ask for each of WUBRGC."""
    asked = Counter(color for cost in costs for symbol in symbols(cost) for color in symbol.split("/"))
    return tuple(asked[color] for color in COLORS)


@lru_cache(maxsize=1 << 14)
def pay(units: Units, cost: tuple[str, ...], demand: Demand = NO_DEMAND) -> Units | None:
    """Return what is left when a cost has been paid, None where it cannot be.

    Parameters
    ----------
    units : Units
    cost : tuple of str
        Symbols as of `cascadesim.cards.mana.symbols`, without X: numbers, colours, C, hybrids of these.
    demand : Demand
        Of the ways to pay, the one is taken that leaves most of what is in demand, then mana of the most colours.
    """
    generic = sum(int(symbol) for symbol in cost if symbol.isdecimal())
    colored = Counter(symbol for symbol in cost if not symbol.isdecimal())
    left = _colored(units, tuple(sorted(colored.items())), demand)
    if left is None or len(left) < generic:
        return None
    return tuple(sorted(sorted(left, key=lambda unit: _worth(unit, demand))[generic:]))


@lru_cache(maxsize=1 << 14)
def _colored(units: Units, wanted: tuple[tuple[str, int], ...], demand: Demand) -> Units | None:
    """Pay coloured symbols, each kind with its number, so that what is left is worth most."""
    if not wanted:
        return units
    (symbol, n), rest = wanted[0], wanted[1:]
    can = sorted((unit for unit in units if _pays(unit, symbol)), key=lambda unit: _worth(unit, demand))
    if len(can) < n:
        return None
    if not rest:  # the last kind takes what is worth least of all that can pay it
        return _without(units, can[:n])
    ways = (
        _colored(_without(units, [unit]), (*([(symbol, n - 1)] if n > 1 else []), *rest), demand) for unit in set(can)
    )
    found = [left for left in ways if left is not None]
    return max(
        found, key=lambda left: (sum(_worth(unit, demand)[0] for unit in left), sum(map(len, left)), left), default=None
    )


def _pays(unit: str, symbol: str) -> bool:
    return any(part in unit for part in symbol.split("/") if part != "P")


def _worth(unit: str, demand: Demand) -> tuple[int, int, str]:
    """Order units by how much of the demand they can meet, then by their colours; colourless before coloured."""
    met = sum(demand[COLORS.index(color)] for color in unit)
    return met, len(unit.replace("C", "")), unit


def _without(units: Units, spent: Iterable[str]) -> Units:
    left = list(units)
    for unit in spent:
        left.remove(unit)
    return tuple(left)
