"""Mana value, CR 202.3."""

import pytest

from cascadesim.cards.mana import mana_value, symbols


@pytest.mark.parametrize(
    ("cost", "expected"),
    [
        ("", 0),  # CR 202.3a: no mana cost
        ("{0}", 0),
        ("{2}{R}{G}", 4),
        ("{10}", 10),
        ("{X}{X}{5}{R}", 6),  # CR 202.3e: X is 0 anywhere but on the stack
        ("{2/W}{2/W}", 4),  # CR 202.3f: the largest part of a hybrid symbol
        ("{W/U}", 1),
        ("{B/P}{1}", 2),  # CR 202.3g: Phyrexian symbols are 1
        ("{G/U/P}{C}{S}", 3),
        ("{w}{u}", 2),
    ],
)
def test_cr_202_3_mana_value(cost, expected):
    assert mana_value(cost) == expected


@pytest.mark.parametrize("cost", ["2RG", "{2}R", "{Q}", "{2/}", "{", "{R", "{1/2/Z}"])
def test_what_is_no_mana_cost_raises_with_a_hint(cost):
    with pytest.raises(ValueError, match="write"):
        symbols(cost)
