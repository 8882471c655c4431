"""Distributions over items: texts, SciPy's, and what is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from claimwise.core import ParameterError
from claimwise.worlds import Distribution
from claimwise.worlds.item_distributions import parse_distribution

finite = st.floats(-1e6, 1e6, allow_nan=False)
ORACLES = {
    "uniform(0.2, 0.9)": stats.uniform(0.2, 0.7),
    "normal(1, 0.5)": stats.norm(1, 0.5),
    "folded-normal(0.1, 0.28)": stats.foldnorm(0.1 / 0.28, scale=0.28),
    "triangular(-0.06, 0.21, 0.45)": stats.triang(0.27 / 0.51, loc=-0.06, scale=0.51),
    "beta(2, 5)": stats.beta(2, 5),
    "beta(2, 5, 0.4)": stats.beta(2, 5, scale=0.4),
    "beta(2, 5, 1, 5)": stats.beta(2, 5, loc=1, scale=4),
    "scipy:gamma(2, scale=0.1)": stats.gamma(2, scale=0.1),
}


@pytest.mark.parametrize("text", ORACLES)
def test_value_draws_are_those_of_scipy(text):
    drawn = Distribution.of(text).draw(np.random.default_rng(3), (4000,))
    assert stats.kstest(drawn, ORACLES[text].cdf).pvalue > 0.001
    low, high = Distribution.of(text).support()
    assert (low, high) == pytest.approx(ORACLES[text].support())


@given(finite, finite, st.one_of(st.none(), st.tuples(finite, finite)))
def test_law_words_round_trip(one, other, cut):
    low, high = sorted((one, other))
    limits = None if cut is None else tuple(sorted(cut))
    for made in (
        Distribution("uniform", (low, high), limits),
        Distribution("normal", (one, abs(other)), limits),
        Distribution("triangular", (low, low, high), limits),
        Distribution("constant", (one,), limits),
    ):
        assert parse_distribution(made.words()) == made


@pytest.mark.parametrize(
    "text",
    ["uniform:0:1", "uniform(0,1)", " uniform( 0 , 1.0 ) ", "uniform (0, 1)"],
)
def test_texts_of_the_same_distribution(text):
    assert parse_distribution(text) == Distribution("uniform", (0.0, 1.0))


def test_scipy_by_text_by_object_and_cut():
    made = Distribution.of(stats.gamma(2, scale=0.1))
    assert made == parse_distribution("scipy:gamma(2, scale=0.1)")
    assert made == parse_distribution("scipy:gamma:2:scale=0.1")
    assert made.words() == "scipy:gamma(2, scale=0.1)"
    cut = parse_distribution("scipy:norm(0, 1), cut to 0 to inf")
    assert cut.draw(np.random.default_rng(0), (100,)).min() == 0
    assert Distribution.of(0.3).draw(np.random.default_rng(0), (2, 3)).tolist() == [[0.3] * 3] * 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("unifrom(0, 1)", "one of uniform.*Did you mean uniform"),
        ("uniform(1, 0)", "low and high, in this order; found uniform"),
        ("uniform(0)", "low and high"),
        ("normal(0, -1)", "standard deviation from 0 on"),
        ("beta(0, 1)", "two shapes above 0"),
        ("beta(1, 1, 5, 2)", "two shapes above 0"),
        ("uniform(0, 1+1)", "found '1\\+1'"),
        ("uniform(0, __import__('os'))", "a name and numbers"),
        ("scipy:gamma()", "the numbers that SciPy's has"),
        ("scipy:gamma(-2)", "the numbers that SciPy's has"),
        ("scipy:gamma(2, size=3)", "the numbers that SciPy's has"),
        ("scipy:ttest_ind(2)", "one of scipy.stats; found 'ttest_ind'"),
        ("uniform(0, 1, scale=2)", "low and high"),
        ("uniform(nan, 1)", "found 'nan'"),
        ("uniform(0, inf)", "not finite"),
        ("uniform(0, 1), cut to 1 to 0", "a low and a high number"),
    ],
)
def test_refusals(text, said):
    with pytest.raises(ParameterError, match=said):
        parse_distribution(text)


def test_refuses_what_is_no_distribution():
    with pytest.raises(ParameterError, match="frozen distribution"):
        Distribution.of(object())


def test_distributions_of_whole_numbers_are_drawn_from():
    found = Distribution.of(stats.binom(5, 0.5)).draw(np.random.default_rng(0), (1000,))
    assert set(np.unique(found)) <= {0, 1, 2, 3, 4, 5}
    assert found.mean() == pytest.approx(2.5, abs=0.15)
