"""Eras of the rules (RULES §1): the rows of tests/data/cases.csv that are of 2009, 2017 or 2021, through `judge`."""

import pytest

from tests.cases import LEFT_OUT, ROWS, RULES, check, rows


@pytest.mark.parametrize("case", rows("eras"))
def test_era(case):
    check(case)


def test_every_case_is_asked_in_one_place_or_left_out_with_a_reason():
    asked = [case for rule in (*RULES, "eras") for case in rows(rule)]
    assert sorted([*asked, *LEFT_OUT]) == sorted(ROWS)
    assert len(asked) >= 190
