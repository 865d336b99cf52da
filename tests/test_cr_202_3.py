"""Mana value in the library and on the stack: CR 202.3, 709.4, 712.8, 715.4, 718.

The rows of tests/data/cases.csv that are about it, through `judge`.
"""

import pytest

from tests.cases import check, rows


@pytest.mark.parametrize("case", rows("202_3"))
def test_cr_202_3(case):
    check(case)
