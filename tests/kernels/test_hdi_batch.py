"""Shortest intervals of many posteriors at once: the same as one by one."""

import numpy as np
import pytest
from scipy import stats

from claimwise.bayes.batch import Batch
from claimwise.bayes.priors import beta_prior, dirichlet_prior
from claimwise.data import IndependentCounts, PairCounts
from claimwise.kernels import hdi_batch

PAIRED = [  # n, wins, losses: lopsided, empty, all decided, large
    (1, [0, 1, 0], [0, 0, 1]),
    (10, [0, 5, 10, 3], [10, 5, 0, 1]),
    (2376, [500, 0, 2376], [449, 0, 0]),
    (1_000_000, [200_000, 3], [199_000, 0]),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prior", "level"), [("uniform", 0.95), ("jeffreys", 0.5), ("dirichlet(4,1,2,4)", 0.95)]
)
@pytest.mark.parametrize(("n", "wins", "losses"), PAIRED)
def test_value_paired_as_one_by_one(n, wins, losses, prior, level):
    batch = Batch.of(PairCounts.of(wins, losses, n), dirichlet_prior(prior))
    low, high = batch.hdi(level)
    for i in range(len(wins)):
        one = batch.one(i)
        assert (low[i], high[i]) == pytest.approx(one.hdi(level), abs=1e-7 * one.sd)


@pytest.mark.parametrize(
    ("n", "a", "b"), [(1, [0, 1, 1], [1, 1, 0]), (90, [0, 60, 90], [0, 70, 3])]
)
def test_value_unpaired_as_one_by_one(n, a, b):
    batch = Batch.of(IndependentCounts.of(a, n, b, n), beta_prior("uniform"))
    low, high = batch.hdi(0.9)
    for i in range(len(a)):
        assert (low[i], high[i]) == pytest.approx(batch.one(i).hdi(0.9), abs=1e-7)


def test_value_of_normal_and_gamma_distributions():
    """Against closed forms, and against a brute search over all intervals of the level."""
    shape = np.array([20.0, 50.0, 400.0])
    gamma = stats.gamma(shape)
    low, high = hdi_batch.shortest(
        0.95,
        lambda x, at: stats.gamma.sf(x, shape[at]),
        lambda x, at: stats.gamma.logpdf(x, shape[at]),
        start=(gamma.ppf(0.025), gamma.ppf(0.975)),
        scale=gamma.std(),
        low=0.0,
        high=np.inf,
    )
    for i, k in enumerate(shape):
        below = np.linspace(1e-4, 0.0499, 20_000)
        widths = stats.gamma.ppf(below + 0.95, k) - stats.gamma.ppf(below, k)
        assert high[i] - low[i] == pytest.approx(widths.min(), rel=1e-6)
        assert low[i] == pytest.approx(stats.gamma.ppf(below[widths.argmin()], k), rel=1e-3)


def test_what_is_no_hill_is_left_to_others():
    """A density that falls all the way has no inner shortest interval."""
    low, high = hdi_batch.shortest(
        0.9,
        lambda x, at: np.exp(-x),
        lambda x, at: -x,
        start=(np.array([0.05]), np.array([3.0])),
        scale=np.array([1.0]),
        low=0.0,
        high=np.inf,
    )
    assert np.isnan(low).all()
    assert np.isnan(high).all()
