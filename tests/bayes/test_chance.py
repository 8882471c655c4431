"""Simulation-based calibration: with parameters from the prior, the truth has a uniform rank.

Talts et al. (2018), arXiv:1804.06788. The posterior is exact, so the rank is P(d > truth).
"""

import numpy as np
import pytest
from scipy import stats

from claimwise.bayes import PairedPosterior, StratifiedPosterior, beta_prior, dirichlet_prior
from claimwise.data import PairCounts
from claimwise.kernels import difference_of_betas, dirichlet

FALSE_ALARM = 1e-3  # of each test; the seeds are fixed


@pytest.mark.parametrize("prior", ["uniform", "jeffreys", "beta(9,3)"])
@pytest.mark.parametrize(("n_a", "n_b"), [(1, 1), (20, 35), (2000, 300)])
def test_chance_ranks_are_uniform_for_two_groups(prior, n_a, n_b):
    rng = np.random.default_rng([20240118, n_a])
    right, wrong = beta_prior(prior).parameters
    theta_a, theta_b = rng.beta(right, wrong, (2, 1500))
    a, b = rng.binomial(n_a, theta_a), rng.binomial(n_b, theta_b)
    rank = difference_of_betas.sf(
        theta_b - theta_a, b + right, n_b - b + wrong, a + right, n_a - a + wrong
    )
    assert stats.kstest(rank, "uniform").pvalue > FALSE_ALARM


@pytest.mark.parametrize("prior", ["uniform", "jeffreys", "perks", "dirichlet(30,2,1,9)"])
@pytest.mark.parametrize("n", [1, 30, 3000])
def test_chance_ranks_are_uniform_for_pairs(prior, n):
    rng = np.random.default_rng([20240118, n])
    both, only_a, only_b, neither = parameters = dirichlet_prior(prior).parameters
    cells = rng.dirichlet(parameters, 1500)
    counts = rng.multinomial(n, cells)
    wins, losses = counts[:, 2], counts[:, 1]
    truth = cells[:, 2] - cells[:, 1]
    rest = n - wins - losses + both + neither
    rank = dirichlet.sf(truth, wins + only_b, losses + only_a, rest)
    assert stats.kstest(rank, "uniform").pvalue > FALSE_ALARM


@pytest.mark.slow
def test_chance_ranks_and_coverage_are_right_for_strata():
    rng = np.random.default_rng(20240118)
    sizes = np.array([40, 15])
    ranks, hits = [], 0
    for _ in range(150):
        cells = rng.dirichlet(np.ones(4), 2)
        studies = [rng.multinomial(n, p) for n, p in zip(sizes, cells, strict=True)]
        truth = float(sizes / sizes.sum() @ (cells[:, 2] - cells[:, 1]))
        parts = [
            PairedPosterior.of(PairCounts.of(c[2], c[1], n))
            for c, n in zip(studies, sizes, strict=True)
        ]
        posterior = StratifiedPosterior(parts, sizes)
        ranks.append(float(posterior.sf(truth)))
        low, high = posterior.hdi(0.8)
        hits += low <= truth <= high
    assert stats.kstest(ranks, "uniform").pvalue > FALSE_ALARM
    assert stats.binomtest(hits, 150, 0.8).pvalue > FALSE_ALARM
