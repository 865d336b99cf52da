"""Kicker: CR 702.33, 118.8d.

The rows of tests/data/cases.csv that are about it, through `judge`.
"""

import pytest

from tests.cases import check, rows


@pytest.mark.parametrize("case", rows("702_33"))
def test_cr_702_33(case):
    check(case)
