"""Cascade: CR 702.85, 603.3, 608.2g.

The rows of tests/data/cases.csv that are about it, through `judge`.
"""

import pytest

from tests.cases import check, rows


@pytest.mark.parametrize("case", rows("702_85"))
def test_cr_702_85(case):
    check(case)
