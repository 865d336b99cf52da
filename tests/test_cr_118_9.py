"""Ways to pay change no mana value: CR 118.8, 118.9, 202.4.

The rows of tests/data/cases.csv that are about it, through `judge`.
"""

import pytest

from tests.cases import check, rows


@pytest.mark.parametrize("case", rows("118_9"))
def test_cr_118_9(case):
    check(case)
