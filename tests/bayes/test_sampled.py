"""Distributions known through draws: shares, errors, intervals, densities, effective sizes."""

from math import inf

import numpy as np
import pytest
from arviz_stats.base import array_stats
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from claimwise.bayes import effective
from claimwise.bayes.sampled import SampledPosterior
from claimwise.core import DataError

NORMAL = special.ndtri((np.arange(20_000) + 0.5) / 20_000)  # no noise: quantiles of a normal


def autoregressive(rho, shape, rng):
    noise = rng.standard_normal(shape) * np.sqrt(1 - rho**2)
    chain = np.empty(shape)
    chain[:, 0] = rng.standard_normal(shape[0])
    for t in range(1, shape[1]):
        chain[:, t] = rho * chain[:, t - 1] + noise[:, t]
    return chain


def test_value_a_normal_through_its_quantiles():
    d = SampledPosterior(1 + 2 * NORMAL)
    assert d.mean == pytest.approx(1, abs=1e-9)
    assert d.sd == pytest.approx(2, rel=2e-3)
    assert float(d.sf(3.0)) == pytest.approx(special.ndtr(-1), abs=1e-4)
    assert d.probability(-1, 3) == pytest.approx(0.682689, abs=1e-4)
    assert d.quantile([0.1, 0.5]) == pytest.approx(1 + 2 * special.ndtri([0.1, 0.5]), abs=1e-3)
    assert d.eti(0.95) == pytest.approx((1 - 3.92, 1 + 3.92), abs=2e-3)
    assert d.hdi(0.95) == pytest.approx((1 - 3.92, 1 + 3.92), abs=0.05)
    assert d.mode() == pytest.approx(1, abs=0.02)
    for x in (-2.0, 0.0, 1.0, 4.0):
        assert float(d.density(x)) == pytest.approx(stats.norm.pdf(x, 1, 2), rel=1e-2)


@pytest.mark.parametrize("x", [0.0, 1.0, 2.0])
def test_chance_densities_keep_their_errors(x):
    """Over many samples the errors are as large as they are said to be, and hardly a bias."""
    off = []
    for seed in range(100):
        d = SampledPosterior(np.random.default_rng(seed).normal(size=4000))
        log, error = d.log_density_with_error(x)
        off.append((float(log) - stats.norm.logpdf(x)) / float(error))
    assert abs(np.mean(off)) < 0.5
    assert 0.6 < np.std(off) < 1.3


def test_value_the_shortest_interval_of_an_exponential_begins_at_zero():
    d = SampledPosterior(-np.log1p(-(np.arange(10_000) + 0.5) / 10_000))
    low, high = d.hdi(0.9)
    assert low == pytest.approx(0, abs=1e-3)
    assert high == pytest.approx(-np.log(0.1), abs=5e-3)


def test_value_weights_stand_for_repeated_draws():
    values, times = np.array([3.0, 1.0, 2.0, 7.0]), np.array([2, 3, 1, 4])
    weighted = SampledPosterior.weighted(values, times)
    repeated = SampledPosterior(np.repeat(values, times))
    for x in (-inf, 0.0, 1.0, 2.5, 7.0, inf):
        assert float(weighted.sf(x)) == pytest.approx(float(repeated.sf(x)), abs=1e-12)
    assert weighted.mean == pytest.approx(repeated.mean)
    assert weighted.sd == pytest.approx(repeated.sd)
    assert weighted.hdi(0.5) == repeated.hdi(0.5)
    assert weighted.ess == pytest.approx(100 / (4 + 9 + 1 + 16))


@pytest.mark.parametrize("rho", [-0.4, 0.0, 0.5, 0.9])
def test_value_effective_size_agrees_with_arviz(rho):
    chains = autoregressive(rho, (4, 1500), np.random.default_rng(7))
    want = array_stats.ess(chains, chain_axis=0, draw_axis=1, method="mean")
    # ArviZ splits each chain in two, hence not the same to the last digit
    assert effective.of_chains(chains) == pytest.approx(float(want), rel=0.1)
    truth = 6000 * (1 - rho) / (1 + rho)
    assert effective.of_chains(chains) == pytest.approx(truth, rel=0.25)


def test_direction_disagreeing_and_stuck_chains_are_worth_little():
    rng = np.random.default_rng(3)
    apart = rng.standard_normal((2, 1000)) + np.array([[0.0], [5.0]])
    assert effective.of_chains(apart) < 10
    assert effective.of_chains(np.ones((4, 1000))) == 1


def test_undefined_densities_far_out_and_of_constants():
    d = SampledPosterior(NORMAL)
    assert np.isnan(d.log_density(6.0))
    assert np.isfinite(d.log_density(2.0))
    constant = SampledPosterior(np.ones(50))
    assert np.isnan(constant.log_density(1.0))
    assert (constant.mode(), constant.hdi(0.9), constant.sd) == (1, (1, 1), 0)


def test_law_the_error_of_a_share_is_never_zero_and_the_log_of_none_is_infinite():
    d = SampledPosterior(NORMAL)
    share, error = d.sf_with_error([9.0, -9.0, 0.0])
    assert share == pytest.approx([0, 1, 0.5])
    assert (error > 0).all()
    assert d.log_probability(8.0, 9.0) == -inf
    assert d.probability(-inf, inf) == pytest.approx(1)
    assert (d.low, d.high, d.power_at_zero) == (-inf, inf, inf)


@given(
    st.lists(st.floats(-100, 100), min_size=2, max_size=60),
    st.floats(-100, 100),
    st.floats(0.05, 0.95),
)
def test_law_mirror_and_mass(values, x, level):
    draws = np.array(values)
    there, back = SampledPosterior(draws), SampledPosterior(-draws)
    ties = float((draws == x).mean())
    assert float(there.sf(x)) + float(back.sf(-x)) + ties == pytest.approx(1)
    assert there.probability(-inf, x) + there.probability(x, inf) + ties == pytest.approx(1)
    assert there.eti(level) == pytest.approx(tuple(-e for e in back.eti(level)[::-1]), abs=1e-9)
    low, high = there.hdi(level)
    assert ((draws >= low) & (draws <= high)).mean() >= level - 1e-9


@pytest.mark.parametrize("rho", [0.0, 0.8])
def test_chance_the_errors_are_right(rho):
    """Over 300 sets of correlated chains, errors stand for the deviations that occur."""
    rng = np.random.default_rng(20240118)
    chains = autoregressive(rho, (300 * 4, 400), rng).reshape(300, 4, 400)
    z = []
    for draws in chains:
        d = SampledPosterior(draws)
        share, error = d.sf_with_error([0.0, 1.5])
        z.append([d.mean / d.mean_error, *((share - special.ndtr([0, -1.5])) / error)])
    spread = np.std(z, axis=0)
    # The standard deviation of 300 standard normals is within 0.04 of 1 in two of three cases.
    assert np.abs(spread - 1).max() < 0.2
    assert np.abs(np.mean(z, axis=0)).max() < 4 / np.sqrt(300)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: SampledPosterior([1.0]), "at least two finite draws; found 1"),
        (lambda: SampledPosterior([1.0, np.nan]), "1 that are not finite"),
        (lambda: SampledPosterior.weighted([1.0, 2.0], [1.0]), "one weight"),
        (lambda: SampledPosterior.weighted([1.0, 2.0], [0.0, 0.0]), "not all of them 0"),
        (lambda: SampledPosterior.weighted([1.0, 2.0], [2.0, -1.0]), "from 0 on"),
    ],
)
def test_refusals(make, said):
    with pytest.raises(DataError, match=said):
        make()
