"""Confidence sequences: by hand, by laws, by direction, and over thousands of simulated items."""

from __future__ import annotations

from math import comb, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats

from claimwise.kernels import confidence_sequence as kernel

TWO_THOUSAND = 2000


def test_value_mixture_by_hand():
    # 1 over (n + 1) times the binomial probability.
    by_hand = 1 / (11 * comb(10, 7) * 0.5**10)
    assert np.exp(kernel.log_mixture(7, 3, 0.5)) == pytest.approx(by_hand, rel=1e-12)


@pytest.mark.parametrize(("alternative", "low", "high"), [("greater", 0.4, 1), ("less", 0, 0.4)])
def test_value_one_sided_mixture_by_quadrature(alternative, low, high):
    def ratio(q):
        return (q / 0.4) ** 7 * ((1 - q) / 0.6) ** 5

    by_quadrature = integrate.quad(ratio, low, high)[0] / (high - low)
    found = np.exp(kernel.log_mixture(7, 5, 0.4, alternative))
    assert found == pytest.approx(by_quadrature, rel=1e-9)


@given(wins=st.integers(0, 200), losses=st.integers(0, 200), level=st.floats(0.5, 0.999))
@settings(max_examples=50)
def test_law_win_rates_at_the_ends_are_just_rejected(wins, losses, level):
    low, high = (float(end) for end in kernel.win_rate(wins, losses, level))
    assert 0 <= low <= high <= 1
    limit = -log(1 - level)
    for end, edge in ((low, 0.0), (high, 1.0)):
        if end != edge:
            assert float(kernel.log_mixture(wins, losses, end)) == pytest.approx(limit, abs=1e-6)


def by_the_paper(x, mean, alpha):
    """Return the e-value of hedged bets after each item, by the formulas as they are printed."""
    up, down, found = 1.0, 1.0, []
    for t in range(1, len(x) + 1):
        before = x[: t - 1]
        means = [(0.5 + sum(x[:i])) / (i + 1) for i in range(1, t)]
        squares = sum((value - m) ** 2 for value, m in zip(before, means, strict=True))
        variance = (0.25 + squares) / t
        bet = np.sqrt(2 * log(2 / alpha) / (variance * t * log(1 + t)))
        up *= 1 + min(bet, 0.5 / mean) * (x[t - 1] - mean)
        down *= 1 - min(bet, 0.5 / (1 - mean)) * (x[t - 1] - mean)
        found.append(max(up, down) / 2)
    return found


@pytest.mark.parametrize("mean", [0.3, 0.75])
def test_value_bets_by_the_formulas_of_the_paper(mean):
    # Long enough for most bets to be smaller than the largest that is allowed.
    x = np.random.default_rng(4).choice([0.0, 0.5, 1.0], p=[0.1, 0.6, 0.3], size=150)
    found, _ = kernel.bounded_evidence(x, mean, 0.05, low=0, high=1, alternative="two-sided")
    assert np.exp(found) == pytest.approx(max(by_the_paper(x, mean, 0.05)), rel=1e-9)


steps = st.lists(st.sampled_from([-1.0, 0.0, 1.0]), min_size=2, max_size=60).map(np.array)


@settings(max_examples=40)
@given(d=steps, level=st.sampled_from([0.8, 0.95]))
def test_law_interval_and_e_value_agree(d, level):
    low, high = (float(end) for end in kernel.bounded_mean(d, level, low=-1, high=1))
    for mean in (-0.9, -0.3, 0.0, 0.4):
        log_e, first = kernel.bounded_evidence(
            d, mean, 1 - level, low=-1, high=1, alternative="two-sided"
        )
        outside = mean < low - 1e-9 or mean > high + 1e-9
        assert bool(log_e >= -log(1 - level)) == outside == bool(first >= 0)


@settings(max_examples=30)
@given(d=steps)
def test_law_more_items_only_narrow_it(d):
    some = kernel.bounded_mean(d[:-1], 0.9, low=-1, high=1)
    everything = kernel.bounded_mean(d, 0.9, low=-1, high=1)
    assert everything[0] >= some[0] - 1e-12
    assert everything[1] <= some[1] + 1e-12


@settings(max_examples=30)
@given(d=steps)
def test_law_mirrored_items_mirror_everything(d):
    low, high = kernel.bounded_mean(d, 0.9, low=-1, high=1)
    other = kernel.bounded_mean(-d, 0.9, low=-1, high=1)
    assert (-other[1], -other[0]) == pytest.approx((low, high), abs=1e-9)
    greater = kernel.bounded_evidence(d, 0.0, 0.05, low=-1, high=1, alternative="greater")
    less = kernel.bounded_evidence(-d, 0.0, 0.05, low=-1, high=1, alternative="less")
    assert greater[0] == pytest.approx(less[0], abs=1e-9)


def test_law_a_batch_is_its_studies_one_by_one():
    d = np.random.default_rng(1).choice([-1.0, 0.0, 1.0], (2, 3, 50))
    together = kernel.bounded_mean(d, 0.95, low=-1, high=1)
    for i, j in np.ndindex(2, 3):
        alone = kernel.bounded_mean(d[i, j], 0.95, low=-1, high=1)
        assert (together[0][i, j], together[1][i, j]) == (alone[0], alone[1])
    scores = np.random.default_rng(2).normal(size=(4, 150))
    ends = kernel.asymptotic_mean(scores, 0.95, start=50, tuned=100)
    assert ends[0][2] == kernel.asymptotic_mean(scores[2], 0.95, start=50, tuned=100)[0]


def test_direction_wins_raise_the_lower_end():
    wins = np.ones(60)
    low, high = kernel.bounded_mean(wins, 0.95, low=-1, high=1)
    assert low > 0.5
    assert high == 1
    log_e, first = kernel.bounded_evidence(wins, 0, 0.05, low=-1, high=1, alternative="less")
    assert (log_e, first) == (0.0, kernel.NEVER)
    signs = kernel.win_rate_evidence(wins, 0.5, 0.05, alternative="greater")
    assert signs[1] >= 0
    assert kernel.win_rate_evidence(wins, 0.5, 0.05, alternative="less")[1] == kernel.NEVER


def test_value_asymptotic_by_its_formula():
    x = np.random.default_rng(3).normal(0.3, 2.0, 200)
    alpha, tuned = 0.05, 150
    scale = (-2 * log(alpha) + log(-2 * log(alpha)) + 1) / tuned
    ends = []
    for n in (199, 200):
        part = x[:n]
        reach = part.std() * np.sqrt(
            2 * (n * scale + 1) / (n**2 * scale) * np.log(np.sqrt(n * scale + 1) / alpha)
        )
        ends.append((part.mean() - reach, part.mean() + reach))
    low, high = kernel.asymptotic_mean(x, 0.95, start=199, tuned=tuned)
    assert low == pytest.approx(max(e[0] for e in ends))
    assert high == pytest.approx(min(e[1] for e in ends))


def test_value_undefined_is_nan():
    assert np.isnan(kernel.asymptotic_mean(np.ones(150), 0.95, start=100, tuned=500)[0])
    few = np.random.default_rng(1).normal(size=20)
    assert np.isnan(kernel.asymptotic_mean(few, 0.95, start=100, tuned=500)[1])
    log_e, first = kernel.asymptotic_evidence(
        few, 0, 0.05, start=100, tuned=500, alternative="two-sided"
    )
    assert np.isnan(log_e)
    assert first == kernel.NEVER


def test_value_pvalues_are_never_zero_and_at_most_one():
    p = kernel.pvalue_from([-3.0, 0.0, 1e9])
    assert p[0] == p[1] == 1
    assert 0 < p[2] < 1e-300


def _at_most(hits, studies, alpha):
    return stats.binomtest(int(hits), studies, alpha, alternative="greater").pvalue > 1e-3


@pytest.mark.parametrize("win", [0.05, 0.2])
def test_chance_bounded_mean_ever_misses_at_most_alpha(win):
    rng, studies = np.random.default_rng(21), 1000
    d = rng.choice([-1.0, 0.0, 1.0], p=[0.05, 0.95 - win, win], size=(studies, TWO_THOUSAND))
    _, first = kernel.bounded_evidence(d, win - 0.05, 0.05, low=-1, high=1, alternative="two-sided")
    assert _at_most((first >= 0).sum(), studies, 0.05)
    # A 95% interval that is looked at after every item misses in far more studies.
    n = np.arange(1, TWO_THOUSAND + 1)
    means = np.cumsum(d, axis=1) / n
    spread = np.sqrt(np.maximum(np.cumsum(d**2, axis=1) / n - means**2, 1e-12))
    off = np.abs(means - (win - 0.05)) > 1.96 * spread / np.sqrt(n)
    assert off[:, 99:].any(axis=1).mean() > 0.25


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_chance_win_rate_ever_misses_at_most_alpha(alternative):
    rng, studies = np.random.default_rng(22), 400
    signs = rng.choice([-1, 1], size=(studies, TWO_THOUSAND))
    _, first = kernel.win_rate_evidence(signs, 0.5, 0.05, alternative=alternative)
    assert _at_most((first >= 0).sum(), studies, 0.05)
    assert (first >= 0).sum() > 0


@pytest.mark.parametrize("shape", ["normal", "skewed"])
def test_chance_asymptotic_mean_ever_misses_near_alpha(shape):
    rng, studies = np.random.default_rng(23), 1000
    x = rng.normal(size=(studies, TWO_THOUSAND))
    x = x if shape == "normal" else rng.exponential(size=(studies, TWO_THOUSAND)) - 1
    low, high = kernel.asymptotic_mean(x, 0.95, start=100, tuned=500)
    assert _at_most(((low > 0) | (high < 0)).sum(), studies, 0.05)
