"""The restricted proportions are the most likely ones, to the last digits and at the edges."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.kernels import unpaired_proportions as kernel

GRID = np.linspace(-1, 1, 801)


@st.composite
def tables(draw):
    n_a, n_b = draw(st.integers(1, 100_000)), draw(st.integers(1, 300))
    edge = st.sampled_from([0.0, 0.001, 0.5, 1.0])
    share = st.one_of(edge, st.floats(0, 1))
    return int(draw(share) * n_a), n_a, int(draw(share) * n_b), n_b


def most_likely(a, n_a, b, n_b, d):
    """Bisection on the slope of the likelihood, in exact fractions of the counts."""
    low, high = max(0.0, -d), min(1.0, 1 - d)

    def slope(p):
        terms = ((a, p, 1), (n_a - a, 1 - p, -1), (b, p + d, 1), (n_b - b, 1 - p - d, -1))
        return sum(sign * count / max(at, 1e-300) for count, at, sign in terms if count)

    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return (low + high) / 2


@given(tables(), st.one_of(st.floats(-0.999, 0.999), st.sampled_from([0.0, 1e-9, -1e-6])))
def test_value_restricted_proportions_maximise_the_likelihood(table, d):
    share_a, share_b = kernel.restricted(*table, d)
    assert float(share_a) == pytest.approx(most_likely(*table, d), abs=1e-13)
    assert float(share_b - share_a) == pytest.approx(d, abs=1e-15)
    assert 0 <= share_a <= 1
    assert 0 <= share_b <= 1


@pytest.mark.parametrize(("n_a", "n_b"), [(1, 1), (1, 9), (5, 5), (12, 4), (10, 11)])
def test_law_the_score_falls_as_the_supposed_difference_grows(n_a, n_b):
    """So the interval is one piece, and test and interval agree."""
    a, b = (x.ravel() for x in np.indices((n_a + 1, n_b + 1)))
    scores = kernel.score(a[:, None], n_a, b[:, None], n_b, GRID[1:-1])
    assert (np.diff(scores, axis=-1) < 0).all()


def test_value_at_the_ends_of_the_range():
    assert kernel.score([3, 0], 10, [4, 7], [7, 7], 1.0).tolist() == [-np.inf, 0]
    assert kernel.score([3, 10], 10, [4, 0], [7, 7], -1.0).tolist() == [np.inf, 0]
    assert kernel.score([0, 10], 10, [0, 7], [7, 7], 0.0).tolist() == [0, 0]


def test_law_the_unbiased_variance_is_wider_by_its_factor():
    """N / (N - 1) in the variance is a larger z, not another interval."""
    a, b = (x.ravel() for x in np.indices((6, 9)))
    plain = kernel.score_interval(a, 5, b, 8, 0.95, unbiased=False)
    wider = kernel.score_interval(a, 5, b, 8, 0.95, unbiased=True)
    assert (wider[0] <= plain[0]).all()
    assert (wider[1] >= plain[1]).all()
    inside = wider[0] > -1
    z = kernel.score(a, 5, b, 8, wider[0])[inside]
    assert z == pytest.approx(np.full(len(z), 1.959963984540054 * np.sqrt(13 / 12)), rel=1e-9)
