"""Simulation-based calibration: with parameters from the prior, the truth has a uniform rank.

Talts et al. (2018), arXiv:1804.06788. The posterior is exact, so the rank is P(d > truth).
"""

import numpy as np
import pytest
from scipy import stats

from claimwise.bayes import PairedPosterior, StratifiedPosterior, beta_prior, dirichlet_prior
from claimwise.bayes.analysis import analyse
from claimwise.data import IndependentCounts, PairCounts
from claimwise.kernels import difference_of_betas, dirichlet

FALSE_ALARM = 1e-3  # of each test; the seeds are fixed


@pytest.mark.parametrize(
    ("prior", "n_a", "n_b"), [("uniform", 1, 1), ("jeffreys", 20, 35), ("beta(9,3)", 2000, 300)]
)
def test_chance_ranks_are_uniform_for_two_groups(prior, n_a, n_b):
    rng = np.random.default_rng([20240118, n_a])
    right, wrong = beta_prior(prior).parameters
    theta_a, theta_b = rng.beta(right, wrong, (2, 1500))
    a, b = rng.binomial(n_a, theta_a), rng.binomial(n_b, theta_b)
    rank = difference_of_betas.sf(
        theta_b - theta_a, b + right, n_b - b + wrong, a + right, n_a - a + wrong
    )
    assert stats.kstest(rank, "uniform").pvalue > FALSE_ALARM


@pytest.mark.parametrize(
    ("prior", "n"), [("uniform", 1), ("jeffreys", 30), ("perks", 30), ("dirichlet(30,2,1,9)", 3000)]
)
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
    for _ in range(60):
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
    assert stats.binomtest(hits, 60, 0.8).pvalue > FALSE_ALARM


STRATA = {
    "plain": [PairCounts.of(40, 25, 300), PairCounts.of(9, 12, 100)],
    "all won": [PairCounts.of(10**6, 0, 10**6), PairCounts.of(10**6, 0, 10**6)],
    "all won, few": [PairCounts.of(10**6, 0, 10**6), PairCounts.of(3, 0, 3)],
    "none decided": [PairCounts.of(0, 0, 10**5), PairCounts.of(0, 0, 20)],
    "one decided": [PairCounts.of(0, 1, 10**5), PairCounts.of(0, 0, 10**4)],
    "mixed": [PairCounts.of(500, 100, 1000), PairCounts.of(0, 0, 100), PairCounts.of(1, 0, 1)],
    "opposite": [PairCounts.of(50, 0, 50), PairCounts.of(0, 50, 50)],
    "tiny": [PairCounts.of(1, 0, 1), PairCounts.of(0, 1, 1), PairCounts.of(0, 0, 1)],
    "groups": [IndependentCounts.of(0, 10**5, 10**5, 10**5), IndependentCounts.of(3, 10, 4, 10)],
    "none right": [IndependentCounts.of(0, 10**6, 0, 10**6), IndependentCounts.of(0, 9, 0, 9)],
    "both kinds": [IndependentCounts.of(5, 6, 2, 40), PairCounts.of(3, 9, 50)],
}


def draws(study, prior, count, rng):
    if isinstance(study, PairCounts):
        both, only_a, only_b, neither = dirichlet_prior(prior).parameters
        rest = study.n - study.wins - study.losses + both + neither
        cells = rng.dirichlet([study.wins + only_b, study.losses + only_a, rest], count)
        return cells[:, 0] - cells[:, 1]
    right, wrong = beta_prior(prior).parameters
    b = rng.beta(study.b + right, study.n_b - study.b + wrong, count)
    return b - rng.beta(study.a + right, study.n_a - study.a + wrong, count)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "prior"), [(name, ("uniform", "jeffreys")[k % 2]) for k, name in enumerate(STRATA)]
)
def test_chance_strata_agree_with_draws(name, prior):
    """Every shape of term, on the line and on the grid: tails at six places, five errors wide."""
    rng = np.random.default_rng([20240118, len(name)])
    count, studies = 100_000, STRATA[name]
    sizes = np.array([s.n if isinstance(s, PairCounts) else s.n_a + s.n_b for s in studies])
    weights = sizes / sizes.sum()
    total = sum(w * draws(s, prior, count, rng) for w, s in zip(weights, studies, strict=True))
    posterior = StratifiedPosterior([analyse(s, prior).posterior for s in studies], sizes)
    x = np.quantile(total, [0.01, 0.1, 0.35, 0.6, 0.9, 0.99])
    share = np.array([(total > v).mean() for v in x])
    got, error = posterior.sf_with_error(x)
    assert np.abs(got - share).max() < 5 * np.sqrt(0.25 / count)
    assert error.max() < 1e-6
    assert posterior.mean == pytest.approx(total.mean(), abs=6 * posterior.sd / np.sqrt(count))
    low, high = posterior.hdi(0.9)
    assert ((total > low) & (total < high)).mean() == pytest.approx(0.9, abs=0.006)
