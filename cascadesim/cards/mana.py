"""Mana costs and their mana value (CR 202.3)."""

from __future__ import annotations

import re

_SYMBOL = re.compile(r"\{([^{}]*)\}")
_ONE = frozenset("WUBRGCSP")
_VARIABLE = frozenset("XYZ")


def symbols(cost: str) -> tuple[str, ...]:
    """Split a printed mana cost into its symbols.

    >>> symbols("{X}{2/W}{G}")
    ('X', '2/W', 'G')

    Raises
    ------
    ValueError
        If anything but symbols in braces is left, or a symbol is not one of Magic's.
    """
    found = tuple(symbol.upper() for symbol in _SYMBOL.findall(cost))
    if _SYMBOL.sub("", cost).strip():
        message = f"cannot read the mana cost {cost!r}; write each symbol in braces, e.g. '{{2}}{{R}}{{G}}'"
        raise ValueError(message)
    for symbol in found:
        _symbol_value(symbol)
    return found


def mana_value(cost: str) -> int:
    """Mana value of a printed cost, as in every zone but the stack (CR 202.3).

    X counts 0 (202.3e), a hybrid symbol its largest part (202.3f), a Phyrexian symbol 1 (202.3g), no cost 0 (202.3a).

    >>> mana_value("{X}{2/W}{G/P}"), mana_value("")
    (3, 0)
    """
    return sum(_symbol_value(symbol) for symbol in symbols(cost))


def _symbol_value(symbol: str) -> int:
    if symbol.isdecimal():
        return int(symbol)
    if symbol in _VARIABLE:
        return 0
    parts = symbol.split("/")
    if not all(part in _ONE or part.isdecimal() for part in parts):
        message = f"unknown mana symbol {{{symbol}}}; write numbers, X, W, U, B, R, G, C, S or hybrids such as {{2/W}}"
        raise ValueError(message)
    return max(int(part) if part.isdecimal() else 1 for part in parts)
