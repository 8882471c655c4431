"""The share of pairs in which the null is as extreme, and power from simulated differences."""

from __future__ import annotations

from math import isnan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from claimwise.core import ParameterError
from claimwise.kernels.expected_p import TIES, expected_p, simulated_power

few = st.lists(st.integers(-4, 4).map(float), min_size=1, max_size=12).map(np.array)


def by_pairs(alpha, beta, ties):
    """Return the share of pairs, one after the other."""
    worth = {"counted": 1.0, "half": 0.5, "strict": 0.0}[ties]
    found = [1.0 if y > x else worth if y == x else 0.0 for x in alpha for y in beta]
    return sum(found) / len(found)


def test_value_by_hand():
    alpha, beta = np.array([1.0, 2.0]), np.array([0.0, 1.0, 3.0])
    assert expected_p(alpha, beta).p == pytest.approx(3 / 6)
    assert expected_p(alpha, beta, ties="half").p == pytest.approx(2.5 / 6)
    assert expected_p(alpha, beta, ties="strict").p == pytest.approx(2 / 6)
    assert expected_p(alpha, beta, direction="less").p == pytest.approx(4 / 6)


def test_value_is_one_minus_the_area_under_a_curve():
    rng = np.random.default_rng(5)
    alpha, beta = rng.normal(1, 1, 300), rng.normal(0, 2, 400)
    u = stats.mannwhitneyu(beta, alpha).statistic
    assert expected_p(alpha, beta).p == pytest.approx(u / (300 * 400), rel=1e-12)


@given(few, few, st.sampled_from(TIES))
def test_law_equals_the_loop_over_all_pairs(alpha, beta, ties):
    greater = expected_p(alpha, beta, ties=ties)
    assert greater.p == pytest.approx(by_pairs(alpha, beta, ties), abs=1e-12)
    less = expected_p(alpha, beta, ties=ties, direction="less")
    assert less.p == pytest.approx(by_pairs(-alpha, -beta, ties), abs=1e-12)
    assert expected_p(-alpha, -beta, ties=ties).error == pytest.approx(less.error, nan_ok=True)


@given(few, few)
def test_law_both_directions_share_out_the_pairs(alpha, beta):
    up, down = (expected_p(alpha, beta, ties="half", direction=d).p for d in ("greater", "less"))
    assert up + down == pytest.approx(1.0)


@given(few, few)
def test_direction_oriented_looks_where_the_median_went(alpha, beta):
    found = expected_p(alpha, beta, direction="oriented")
    assert found.direction == ("less" if np.median(beta) > np.median(alpha) else "greater")
    assert found.p == expected_p(alpha, beta, direction=found.direction).p


def test_direction_of_a_clear_effect():
    alpha, beta = np.arange(5.0) + 10, np.arange(5.0)
    assert expected_p(alpha, beta).p == 0.0
    assert expected_p(alpha, beta, direction="less").p == 1.0
    assert expected_p(-alpha, -beta, direction="oriented").p == 0.0


def test_chance_error_is_the_spread_over_simulations():
    rng = np.random.default_rng(20231019)
    found = [expected_p(rng.normal(1, 1, 200), rng.normal(0, 1.5, 100)) for _ in range(1500)]
    spread = np.std([one.p for one in found], ddof=1)
    assert sqrt(np.mean([one.error**2 for one in found])) == pytest.approx(spread, rel=0.07)


def test_undefined_differences_are_left_out_and_nothing_is_undefined():
    alpha, beta = np.array([1.0, np.nan, 2.0]), np.array([np.nan, 0.0, 3.0])
    assert expected_p(alpha, beta).p == 0.5
    assert isnan(expected_p(np.array([np.nan]), beta).p)
    assert isnan(simulated_power(alpha, np.array([np.nan])).power)
    assert isnan(expected_p(np.array([1.0]), beta).error)


@pytest.mark.parametrize(
    "wrong", [{"direction": "up"}, {"ties": "some"}], ids=["direction", "ties"]
)
def test_unknown_words_are_refused(wrong):
    with pytest.raises(ParameterError, match="needs one of"):
        expected_p(np.zeros(2), np.zeros(2), **wrong)


def test_value_of_power_by_hand():
    beta = np.arange(100.0)  # 5 of these are 95 and more
    alpha = np.array([94.0, 94.5, 95.0, 200.0])
    found = simulated_power(alpha, beta, alternative="greater")
    assert (found.power, found.above) == (0.75, 94.0)
    assert isnan(found.below)
    found = simulated_power(-alpha, -beta, alternative="less")
    assert (found.power, found.below) == (0.75, -94.0)
    found = simulated_power(np.array([1.0, 2.0, 97.0, 98.0]), beta)
    assert (found.power, found.below, found.above) == (0.5, 2.0, 97.0)


@given(few, few, st.sampled_from(["two-sided", "less", "greater"]))
def test_law_no_more_than_the_level_of_the_null_is_found(alpha, beta, alternative):
    assert simulated_power(beta, beta, level=0.2, alternative=alternative).power <= 0.2 + 1e-12
    found = simulated_power(alpha, beta, level=0.2, alternative=alternative)
    assert 0 <= found.low <= found.power <= found.high <= 1


def test_direction_of_power():
    rng = np.random.default_rng(3)
    alpha, beta = rng.normal(-3, 1, 500), rng.normal(0, 1, 500)
    assert simulated_power(alpha, beta, alternative="less").power > 0.8
    assert simulated_power(alpha, beta, alternative="greater").power < 0.01


def test_chance_interval_covers_the_power_though_the_critical_value_is_simulated():
    rng = np.random.default_rng(20231020)
    truth = stats.norm.sf(stats.norm.isf(0.05) - 2.1)
    hits = 0
    for _ in range(1000):
        found = simulated_power(
            rng.normal(2.1, 1, 400), rng.normal(0, 1, 400), alternative="greater"
        )
        hits += found.low <= truth <= found.high
    # By the studies with an effect alone, without the chance of the critical value, far too few.
    assert 0.92 < hits / 1000 < 0.98
