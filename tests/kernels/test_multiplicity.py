"""Corrections against statsmodels and by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from claimwise.kernels.multiplicity import (
    benjamini_hochberg,
    holm,
    partial_conjunction,
)

pvalues = st.lists(st.floats(0, 1), min_size=1, max_size=12)


@given(pvalues)
def test_value_holm_and_bh_are_their_definitions(p):
    ranked, m = sorted(p), len(p)
    down = [min(1, max((m - j) * ranked[j] for j in range(i + 1))) for i in range(m)]
    up = [min(1, *(m / (j + 1) * ranked[j] for j in range(i, m))) for i in range(m)]
    order = np.argsort(p, kind="stable")
    assert holm(p)[order] == pytest.approx(down)
    assert benjamini_hochberg(p)[order] == pytest.approx(up)


@pytest.mark.parametrize("p", [[0.3], [0.04, 0.01, 0.04, 1.0, 0.0, 0.2], [0.9, 0.8, 0.02, 0.03]])
def test_value_holm_and_bh_equal_statsmodels(p):
    # Few examples: at each call statsmodels collects the garbage of the whole process.
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1])
    assert benjamini_hochberg(p) == pytest.approx(multipletests(p, method="fdr_bh")[1])


def test_value_holm_returns_each_p_at_its_own_place():
    assert holm([0.03, 0.01, 0.02]) == pytest.approx([0.04, 0.03, 0.04])
    assert holm([0.001, 0.5, 0.04]) == pytest.approx([0.003, 0.5, 0.08])


def test_undefined_counts_as_a_comparison_made():
    assert holm([0.01, np.nan])[0] == pytest.approx(0.02)
    assert np.isnan(holm([0.01, np.nan])[1])
    assert benjamini_hochberg([0.01, np.nan])[0] == pytest.approx(0.02)
    assert np.isnan(benjamini_hochberg([np.nan, 0.2])[0])


@given(pvalues)
def test_law_corrections_never_lower_a_p_and_keep_the_order(p):
    for corrected in (holm(p), benjamini_hochberg(p)):
        assert (corrected >= np.array(p) - 1e-15).all()
        assert (np.diff(corrected[np.argsort(p, kind="stable")]) >= -1e-15).all()


def test_value_partial_conjunction_by_hand():
    # u = 1: 4 x the smallest; u = 2: 3 x the second; and so on, never falling.
    p = [0.2, 0.001, 0.01, 0.015]
    assert partial_conjunction(p) == pytest.approx([0.004, 0.03, 0.03, 0.2])


@given(pvalues)
def test_law_partial_conjunction_starts_at_bonferroni_and_ends_at_the_largest(p):
    answer = partial_conjunction(p)
    assert answer[0] == pytest.approx(min(1.0, len(p) * min(p)))
    assert answer[-1] >= max(p) - 1e-15
    assert (np.diff(answer) >= 0).all()


def test_chance_partial_conjunction_when_the_claim_holds_on_one_of_four():
    rng = np.random.default_rng(20240118)
    p = rng.uniform(size=(4000, 4))
    p[:, 0] = 1e-6  # true on the first alone: "at least two" is false
    wrong = sum(partial_conjunction(row)[1] <= 0.05 for row in p)
    assert wrong / 4000 < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 4000)
    assert wrong > 0
