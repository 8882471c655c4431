"""Bridge sampling against integrals that are known."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import special

from claimwise.bayes.mcmc.backend import double_precision
from claimwise.bayes.mcmc.bridge import bridge_sampling
from claimwise.bayes.mcmc.models import problem
from claimwise.bayes.mcmc.sample import Sampler
from claimwise.bayes.mcmc.thresholds import draw_thresholds
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.models.ordinal_prior import ordinal_prior
from claimwise.bayes.models.threshold_order import log_order_constant


def test_value_a_scaled_correlated_normal():
    rng = np.random.default_rng(5)
    root = np.array([[1.0, 0, 0], [2.0, 0.5, 0], [-3.0, 1.0, 0.1]])
    draws = 7 + rng.standard_normal((4, 500, 3)) @ root.T
    inverse = np.linalg.inv(root)

    def log_density(x):
        return 100 - 0.5 * (((x - 7) @ inverse.T) ** 2).sum(axis=1)

    want = 100 + 1.5 * np.log(2 * np.pi) + np.log(np.diag(root)).sum()
    found = bridge_sampling(draws, log_density, seed=1)
    assert found.log_marginal == pytest.approx(want, abs=0.02)
    assert bridge_sampling(draws, log_density, seed=1) == found


def test_chance_the_error_is_that_of_repeated_runs():
    """A skewed density, the log of a gamma variable: its integral is a gamma function."""
    z = []
    for seed in range(200):
        rng = np.random.default_rng([20240118, seed])
        draws = np.log(rng.gamma(2.0, 1.0, (2, 300, 1)))
        found = bridge_sampling(draws, lambda x: 2 * x[:, 0] - np.exp(x[:, 0]), seed=seed)
        z.append((found.log_marginal - special.gammaln(2.0)) / found.error)
    assert abs(np.mean(z)) < 4 / np.sqrt(200)
    assert 0.8 < np.std(z) < 1.2


@pytest.mark.parametrize("few", [1, 2, 4])
def test_undefined_with_too_few_draws(few):
    draws = np.random.default_rng(1).standard_normal((1, few, 3))
    assert np.isnan(bridge_sampling(draws, lambda x: -0.5 * (x**2).sum(axis=1)).log_marginal)


def test_undefined_where_the_proposal_misses_the_density():
    draws = np.random.default_rng(1).standard_cauchy((4, 500, 4)) ** 3
    found = bridge_sampling(draws, lambda x: -0.5 * (x**2).sum(axis=1))
    assert np.isnan(found.log_marginal)


def test_value_one_threshold_in_order():
    """One free threshold is a truncated normal."""
    between = ordinal_prior("anchored", 4)
    want = np.log(special.ndtr(1.0) - special.ndtr(-1.0))
    assert log_order_constant(between) == pytest.approx(want, abs=1e-12)
    free = ordinal_prior("hybayes", 3)
    assert log_order_constant(free) == pytest.approx(special.log_ndtr(0.5), abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["anchored", "hybayes"])
def test_law_without_data_the_marginal_likelihood_is_one(name):
    """Draws from the prior itself, bridged: thresholds and scales have all their constants."""
    levels = {"anchored": 5, "hybayes": 4}[name]
    prior = ordinal_prior(name, levels)
    scores = Groups.of({"A": [0, 1, 2], "B": [0, 1, 2]})
    no_data = replace(problem("ordinal", scores, prior), data={"table": np.zeros((2, levels))})
    rng, rows = np.random.default_rng(20240118), []
    for _ in range(3000):
        gaps = np.diff(draw_thresholds(prior, rng))
        logs = np.log(prior.sd.draw(2, rng))
        low, high = prior.sd.log_range
        if name == "anchored":
            # Stick-breaking, as NumPyro has it: logits of what is left, centred
            shares = gaps / gaps.sum()
            left = 1 - np.concatenate([[0.0], np.cumsum(shares)[:-2]])
            broken = shares[:-1] / left
            free = special.logit(broken) + np.log(np.arange(shares.size - 1, 0, -1))
            sds = (logs - np.log(prior.sd.first)) / prior.sd.second
        else:
            free, sds = np.log(gaps), special.logit((logs - low) / (high - low))
        rows.append([*free, *sds, *rng.standard_normal(2)])
    sampler = Sampler(no_data)
    with double_precision():
        found = bridge_sampling(np.array(rows)[None], sampler.log_density(no_data.data))
    assert found.error < 0.05
    assert found.log_marginal == pytest.approx(0, abs=4 * found.error)


@pytest.mark.parametrize(("name", "levels"), [("anchored", 5), ("published", 7), ("hybayes", 5)])
def test_chance_several_thresholds_in_order(name, levels):
    prior = ordinal_prior(name, levels)
    rng = np.random.default_rng(20240118)
    free = rng.normal(np.arange(1, 1 + prior.free) + 0.5, prior.thresholds, (400_000, prior.free))
    ends = [np.full((400_000, 1), 0.5), free]
    ends += [] if prior.free_top else [np.full((400_000, 1), levels - 1.5)]
    share = (np.diff(np.hstack(ends), axis=1) > 0).all(axis=1).mean()
    error = np.sqrt(share / 400_000)
    assert np.exp(log_order_constant(prior)) == pytest.approx(share, abs=4 * error)
    assert (np.diff(draw_thresholds(prior, rng)) > 0).all()
