"""Decimal scores are compared as whole numbers: ties are ties, however far from 0."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import claimwise as cw
from claimwise.core import DataError
from claimwise.kernels import shuffles
from claimwise.kernels.decimals import decimals, difference

OFFSETS = [(0, 2), (1500, 4), (100_000, 2), (10**10, 3), (10**13, 0), (10**15, 0)]


def written(offset, places, units):
    """Return the numbers that a reader makes of so many hundredths (or ...) above an offset."""
    scale = 10**places
    return np.array([float(Fraction(offset * scale + int(unit), scale)) for unit in units])


def exact(d):
    """Return the two-sided p-value over all signs, by whole numbers."""
    ways = {0: 1}
    for x in map(int, d):
        new = {}
        for total, count in ways.items():
            for moved in (total + x, total - x):
                new[moved] = new.get(moved, 0) + count
        ways = new
    seen = abs(int(sum(d)))
    return sum(count for total, count in ways.items() if abs(total) >= seen) / 2 ** len(d)


@pytest.mark.parametrize(("offset", "places"), OFFSETS)
@pytest.mark.parametrize("n", [12, 30])
def test_value_a_paired_permutation_has_the_ties_of_whole_numbers(offset, places, n):
    rng = np.random.default_rng(3)
    a = rng.integers(3, 20, n)
    b = a + rng.integers(-3, 5, n)
    got = cw.compare({"A": written(offset, places, a), "B": written(offset, places, b)})
    assert got["difference"].pvalue == pytest.approx(exact(b - a), rel=1e-9)
    assert got["difference"].estimate == pytest.approx((b - a).mean() / 10**places, rel=1e-12)


@pytest.mark.parametrize(("offset", "places"), OFFSETS)
def test_value_so_has_an_unpaired_one(offset, places):
    rng = np.random.default_rng(4)
    a, b = rng.integers(0, 12, 7), rng.integers(2, 15, 6)
    both = np.concatenate([a, b])
    sums = [13 * sum(int(both[i]) for i in some) for some in combinations(range(13), 6)]
    middle, seen = 6 * int(both.sum()), 13 * int(b.sum())
    want = np.mean([abs(total - middle) >= abs(seen - middle) for total in sums])
    a, b = written(offset, places, a), written(offset, places, b)
    assert float(shuffles.pvalue(a, b, "two-sided", 100, 0)) == pytest.approx(want, rel=1e-12)


@given(
    st.integers(0, 10**9),
    st.integers(0, 5),
    st.lists(st.integers(0, 10**4), min_size=2, max_size=9),
)
def test_law_differences_are_those_of_the_decimal_numbers(offset, places, units):
    column = written(offset, places, units)
    shifted = written(offset, places, np.array(units) + 7)
    assert decimals(column, shifted) <= places
    assert (difference(shifted, column) == 7 / 10**places).all()


def test_scores_without_decimals_are_subtracted_as_they_are():
    a, b = np.array([1 / 3, 2 / 7]), np.array([0.1, 0.25])
    assert decimals(a, b) is None
    assert (difference(b, a) == b - a).all()


@pytest.mark.parametrize("size", [1e-300, 1e300])
def test_scores_whose_squares_no_double_holds_are_refused(size):
    rng = np.random.default_rng(0)
    a, b = rng.random(20), rng.random(20)
    with pytest.raises(DataError, match="another unit"):
        cw.compare({"A": a * size, "B": b * size})
    got = cw.compare({"A": a * 1e-60, "B": b * 1e-60})["difference"]
    want = cw.compare({"A": a, "B": b})["difference"]
    assert got.low * 1e60 == pytest.approx(want.low, rel=1e-9)
