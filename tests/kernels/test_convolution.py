"""Exact sums under random signs, against rational arithmetic and binomial tails."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.kernels import binomial
from claimwise.kernels.convolution import common_unit, magnitudes, upper_tail, work

whole = st.lists(st.integers(1, 30), min_size=1, max_size=24)


def tail_in_fractions(values, observed):
    ways = {0: 1}
    for value in values:
        more = {}
        for total, count in ways.items():
            for new in (total + value, total - value):
                more[new] = more.get(new, 0) + count
        ways = more
    return Fraction(sum(n for total, n in ways.items() if total >= observed), 2 ** len(values))


def counted(values):
    sizes = np.sort(np.array(values, float))
    return magnitudes(sizes, 1.0)


@given(whole, st.floats(-1.1, 1.1))
def test_value_agrees_with_rational_arithmetic(values, where):
    observed = round(where * sum(values))
    want = tail_in_fractions(values, observed)
    got = upper_tail(*counted(values), observed)
    assert got == pytest.approx(float(want), rel=1e-12, abs=0)


@pytest.mark.parametrize("values", [[1] * 7 + [1000], [2, 4, 6, 8], [5], [1, 1], [3] * 40 + [1]])
def test_value_lumpy_sums_too(values):
    for observed in range(-sum(values) - 2, sum(values) + 3, max(1, sum(values) // 200)):
        want = tail_in_fractions(values, observed)
        got = upper_tail(*counted(values), observed)
        assert got == pytest.approx(float(want), rel=1e-12, abs=0), observed


@pytest.mark.parametrize("wins", [49_000, 50_000, 50_001, 50_100, 50_500, 51_000, 53_000, 55_800])
def test_value_right_wrong_data_are_a_binomial(wins):
    """Down to tails of 1e-300: no digit is lost far out."""
    n = 100_000
    got = upper_tail(np.array([1]), np.array([n]), 2 * wins - n)
    assert got == pytest.approx(float(binomial.at_least(wins, n, 0.5)), rel=1e-11, abs=0)


def test_value_a_deep_tail_of_two_magnitudes_by_hand():
    """40 items of size 1 and 30 of size 3, at most 2 steps below the largest sum, 130."""
    ways = 1 + 40  # all plus; one of size 1 turned
    got = upper_tail(np.array([1, 3]), np.array([40, 30]), 128)
    assert got == pytest.approx(ways / 2**70, rel=1e-12, abs=0)
    ways += comb(40, 2) + comb(40, 3) + 30  # three of size 1, or one of size 3
    got = upper_tail(np.array([1, 3]), np.array([40, 30]), 124)
    assert got == pytest.approx(ways / 2**70, rel=1e-12, abs=0)


@given(whole)
def test_law_the_largest_sum_has_one_way(values):
    assert upper_tail(*counted(values), sum(values)) == 0.5 ** len(values)
    assert upper_tail(*counted(values), sum(values) + 1) == 0
    assert upper_tail(*counted(values), -sum(values)) == 1


@given(whole, st.integers(1, 12))
def test_law_both_tails_leave_nothing_out(values, observed):
    above = upper_tail(*counted(values), observed)
    below = 1 - upper_tail(*counted(values), -observed + 1)
    assert above == pytest.approx(below, abs=1e-12)


@pytest.mark.parametrize(
    ("sizes", "unit"),
    [
        ([1, 2, 3], 1),
        ([2, 4, 6], 2),
        ([1 / 3, 2 / 3, 1], 1 / 3),
        ([0.25, 0.75], 0.25),
        ([0.3, 0.7], 0.1),
        ([0.1 + 0.2 - 0.3, 0.1, 0.3], 0.1),  # what rounding left of a 0 is no unit
        ([1 / 7, 0.5], 1 / 14),
        ([3.17, 2.99], 0.01),
        ([1e-9, 4e-9], 1e-9),
        ([1e12, 3e12], 1e12),
        ([0.997, 1], 0.001),
    ],
)
def test_value_units_are_found_at_any_scale(sizes, unit):
    assert common_unit(np.sort(np.array(sizes, float))) == pytest.approx(unit, rel=1e-9)


@pytest.mark.parametrize("sizes", [[1, np.pi], [1, 2**0.5, 3], [0.123456789, 0.987654321]])
def test_real_numbers_have_no_unit(sizes):
    assert common_unit(np.sort(np.array(sizes, float))) == 0


@given(st.lists(st.integers(-200, 200), min_size=1, max_size=40), st.integers(1, 60))
def test_law_multiples_come_back(multiples, denominator):
    sizes = np.sort(np.abs(np.array(multiples) / denominator))
    if not sizes.any():
        return
    unit = common_unit(sizes)
    assert unit > 0
    values, counts = magnitudes(sizes, unit)
    back = np.repeat(values, counts) * unit
    assert back == pytest.approx(sizes[sizes > 0], rel=1e-9)


def test_work_is_of_the_order_of_what_is_done():
    assert work(np.array([1]), np.array([100_000])) < 5e7
    many = np.arange(1, 1000)
    assert work(many, np.full(len(many), 2)) > 1e8
