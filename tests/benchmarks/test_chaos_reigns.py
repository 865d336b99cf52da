"""The list with ten cascade cards, exact: minutes, so beside the timed tests."""

import numpy as np
from numpy.testing import assert_allclose

import cascadesim as cs


def test_chaos_reigns_with_a_raised_budget():
    """The figures come of another formulation: backwards over the cards left on top, spells as a polynomial."""
    deck = cs.read_deck("decklists/planechase_chaos_reigns_2012.txt")
    result = cs.cascade(deck, "Maelstrom Wanderer", method="exact", budget=50_000_000)
    assert abs(result.spells_cast.mean - 2.669257922605) < 1e-9
    law = [0.5042016807, 0.3517259506, 0.1179484526, 0.0230963874, 0.0028025678]
    assert_allclose(result.spells_cast.pmf[2:7], law, atol=1e-9)
    assert abs(result.free_mana_value.mean - 9.7589341693) < 1e-9
    assert abs(result.exiled_total.mean - 6.0128399186) < 1e-9
    assert np.isclose(result.spells_cast.pmf.sum(), 1, atol=1e-12)
