"""Discover: CR 701.57.

The rows of tests/data/cases.csv that are about it, through `judge`.
"""

import pytest

from tests.cases import check, rows


@pytest.mark.parametrize("case", rows("701_57"))
def test_cr_701_57(case):
    check(case)
