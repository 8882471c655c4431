"""Tests for two independent groups against SciPy and statsmodels."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportions_ztest

from claimwise.kernels import two_samples

sizes = st.integers(1, 60)


@st.composite
def tables(draw):
    n_a, n_b = draw(sizes), draw(sizes)
    return draw(st.integers(0, n_a)), n_a, draw(st.integers(0, n_b)), n_b


@given(tables())
def test_value_fisher_agrees_with_scipy(table):
    a, n_a, b, n_b = table
    for alternative in ("two-sided", "less", "greater"):
        want = stats.fisher_exact([[b, a], [n_b - b, n_a - a]], alternative=alternative).pvalue
        got = two_samples.fisher(a, n_a, b, n_b, alternative)
        assert got == pytest.approx(want, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(("a", "b", "n"), [(1587, 1628, 1725), (9000, 9100, 10_000)])
def test_value_fisher_agrees_with_scipy_at_size(a, b, n):
    want = stats.fisher_exact([[b, a], [n - b, n - a]]).pvalue
    assert two_samples.fisher(a, n, b, n, "two-sided") == pytest.approx(want, rel=1e-8)


@given(tables())
def test_value_pooled_z_agrees_with_statsmodels(table):
    a, n_a, b, n_b = table
    if a + b in (0, n_a + n_b):
        assert two_samples.pooled_z(a, n_a, b, n_b, "two-sided") == 1
        return
    for ours, theirs in (("two-sided", "two-sided"), ("greater", "larger"), ("less", "smaller")):
        want = proportions_ztest([b, a], [n_b, n_a], alternative=theirs)[1]
        assert two_samples.pooled_z(a, n_a, b, n_b, ours) == pytest.approx(want, rel=1e-9)


@given(tables())
@settings(max_examples=6)
def test_value_boschloo_agrees_with_scipy(table):
    a, n_a, b, n_b = table
    for alternative in ("two-sided", "less", "greater"):
        with np.errstate(all="ignore"):
            want = stats.boschloo_exact(
                [[b, a], [n_b - b, n_a - a]], alternative=alternative, n=256
            ).pvalue
        got = float(two_samples.boschloo(a, n_a, b, n_b, alternative))
        if np.isnan(want):  # SciPy does not answer where all or none are right
            assert got == pytest.approx(1, abs=1e-9)
        else:
            # Both look for a supremum: ours may be a little higher, never lower.
            assert want - 1e-7 <= got <= want + 1e-5


def test_law_boschloo_is_never_above_fisher():
    a, b = np.meshgrid(np.arange(13), np.arange(13))
    fisher = two_samples.fisher(a, 12, b, 12, "greater")
    assert (two_samples.boschloo(a, 12, b, 12, "greater") <= fisher + 1e-9).all()


@pytest.mark.parametrize("n", [5, 20, 37])
def test_law_boschloo_region_and_pvalue_decide_alike(n):
    a, b = (x.ravel() for x in np.meshgrid(np.arange(n + 1), np.arange(n + 1)))
    cutoff = two_samples.boschloo_cutoff(n, 0.05, "greater")
    by_region = two_samples.fisher(a, n, b, n, "greater") <= cutoff * two_samples.TIE
    by_pvalue = two_samples.boschloo(a, n, b, n, "greater") <= 0.05
    assert (by_region == by_pvalue).all()


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize(("n_a", "n_b"), [(9, 4), (3, 11), (1, 2)])
def test_law_boschloo_within_and_pvalue_decide_alike(n_a, n_b, alternative):
    a, b = np.mgrid[0 : n_a + 1, 0 : n_b + 1]
    pvalue = two_samples.boschloo(a, n_a, b, n_b, alternative)
    for alpha in (0.01, 0.05, 0.3, float(np.median(pvalue))):
        within = two_samples.boschloo_within(a, n_a, b, n_b, alternative, alpha)
        assert (within == (pvalue <= alpha * (1 + 1e-12))).all()
