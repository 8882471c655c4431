"""How alpha is spent: closed forms, published values, and the shape of a spending function."""

from __future__ import annotations

from math import e, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from claimwise.kernels.spending import SPENDING, spent

rules = st.sampled_from(sorted(SPENDING))
alphas = st.floats(1e-4, 0.3)


def test_value_obrien_fleming_by_its_formula():
    z = stats.norm.isf(0.05 / 4)
    by_hand = [4 * stats.norm.sf(z / t**0.5) for t in (0.2, 0.5, 0.8)]
    assert spent("obrien-fleming", [0.2, 0.5, 0.8], 0.05) == pytest.approx(by_hand, rel=1e-12)
    one_sided = 2 * stats.norm.sf(stats.norm.isf(0.025 / 2) / 0.5**0.5)
    assert spent("obrien-fleming", 0.5, 0.025, sides=1) == pytest.approx(one_sided, rel=1e-12)


def test_value_pocock_by_its_formula():
    assert spent("pocock", 0.5, 0.05) == pytest.approx(0.05 * log(1 + (e - 1) * 0.5))


def test_value_lan_and_demets_spend_little_at_first():
    assert spent("obrien-fleming", 0.2, 0.05) == pytest.approx(1.0e-6, abs=1e-7)


@given(rule=rules, alpha=alphas, sides=st.sampled_from([1, 2]))
def test_law_rises_from_nothing_to_alpha(rule, alpha, sides):
    used = spent(rule, np.linspace(0.01, 1, 30), alpha, sides=sides)
    assert (np.diff(used) > 0).all() or used[0] == 0
    assert used[-1] == pytest.approx(alpha, rel=1e-9)
    assert spent(rule, 1.3, alpha, sides=sides) == pytest.approx(alpha, rel=1e-9)


@given(rule=rules, alpha=alphas, share=st.floats(0.05, 1))
def test_law_two_sides_spend_what_each_would_alone(rule, alpha, share):
    each = spent(rule, share, alpha / 2, sides=1)
    assert spent(rule, share, alpha, sides=2) == pytest.approx(2 * each, rel=1e-12)
