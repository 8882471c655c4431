"""Tango's score from its definition: likelihood, variance, monotone in the difference."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.kernels import paired_proportions as kernel

GRID = np.linspace(-1, 1, 801)


@st.composite
def studies(draw):
    n = draw(st.integers(1, 2000))
    wins = draw(st.integers(0, n))
    return wins, draw(st.integers(0, n - wins)), n


@given(studies(), st.floats(-0.999, 0.999))
def test_value_the_variance_is_that_of_the_most_likely_world(study, d):
    """The likelihood is maximised by bisection on its slope, without the closed form."""
    wins, losses, n = study
    low, high = max(0.0, -d), (1 - d) / 2

    def slope(q):
        up = (wins / (q + d) if wins else 0) + (losses / q if losses else 0)
        return up - (2 * (n - wins - losses) / (1 - 2 * q - d) if n - wins - losses else 0)

    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    variance = (2 * low + d - d * d) / n
    distance = (wins - losses) / n - d
    if variance > 1e-9:
        got = float(kernel.score(wins, losses, n, d))
        assert got == pytest.approx(distance / np.sqrt(variance), rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("n", [1, 2, 5, 17])
def test_law_the_score_falls_as_the_supposed_difference_grows(n):
    """So the interval is one piece, and test and interval agree."""
    wins, losses = (x.ravel() for x in np.indices((n + 1, n + 1)))
    fit = wins + losses <= n
    scores = kernel.score(wins[fit][:, None], losses[fit][:, None], n, GRID[1:-1])
    assert (np.diff(scores, axis=-1) < 0).all()


def test_value_at_the_ends_of_the_range():
    assert kernel.score([3, 10, 0], [1, 0, 0], 10, 1.0).tolist() == [-np.inf, 0, -np.inf]
    assert kernel.score([3, 0, 0], [1, 10, 0], 10, -1.0).tolist() == [np.inf, 0, np.inf]
    assert float(kernel.score(0, 0, 10, 0.0)) == 0


def test_value_many_items():
    """A million items: the interval is the usual one to the fifth digit, and not rounded away."""
    low, high = kernel.tango(30_000, 29_000, 1_000_000, 0.95)
    error = np.sqrt(59_000 - 1_000**2 / 1e6) / 1e6
    assert float(low) == pytest.approx(0.001 - 1.959964 * error, rel=1e-4)
    assert float(high) == pytest.approx(0.001 + 1.959964 * error, rel=1e-4)


def test_value_newcombes_correlation_has_its_correction_where_positive_only():
    """Three tables by hand: eh - fg is 14 - 1 (minus n/2), 3 - 1 (below n/2), and negative."""
    got = kernel._phi(*np.array([[1.0, 1, 7, 11], [1, 1, 3, 6], [4, 4, 1, 10]]).T)
    bottom = [np.sqrt(8 * 3 * 8 * 3), 1, np.sqrt(5 * 5 * 5 * 5)]
    assert got == pytest.approx([(14 - 1 - 5.5) / bottom[0], 0, (1 - 16) / bottom[2]])
