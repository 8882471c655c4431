"""Simulation-based calibration of the sampled models: the truth has a uniform rank.

Parameters come from the prior, data from the parameters: Talts et al. (2018),
arXiv:1804.06788. All data sets of a model are sampled at once, one chain each.
"""

from math import log

import numpy as np
import pytest
from scipy import special, stats

from claimwise.bayes.mcmc.binomial import RatesPrior, draw_rates
from claimwise.bayes.mcmc.data import BinomialGroups, Ratings
from claimwise.bayes.mcmc.models import problem
from claimwise.bayes.mcmc.sample import Sampler, Settings
from claimwise.bayes.mcmc.thresholds import draw_thresholds
from claimwise.bayes.models.count_prior import CountPrior
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.models.metric_prior import MetricPrior
from claimwise.bayes.models.ordinal_prior import OrdinalPrior, ordinal_prior
from claimwise.bayes.models.scale_prior import ScalePrior

STUDIES, SLOW_STUDIES, CROSSED_STUDIES = 100, 40, 80  # the second for pairs of levels
FALSE_ALARM = 1e-3
METRIC = MetricPrior("test", 1.0, 1.0, ScalePrior.lognormal(0.8, 0.5))
BOUNDED = MetricPrior("test", 1.0, 1.0, ScalePrior.uniform(0.2, 3.0), shift=0.0, normality=5.0)
COUNT = CountPrior("test", log(4.0), 0.7, shape=5.0, items=0.8)
RATES = RatesPrior()


def simulate_metric(prior, rng):
    mu = rng.normal(prior.center, prior.spread, 2)
    sd, nu = prior.sd.draw(2, rng), prior.shift + rng.exponential(prior.normality)
    data = {f"scores_{g}": mu[g] + sd[g] * rng.standard_t(nu, n) for g, n in enumerate((12, 20))}
    return data, mu[1] - mu[0]


def simulate_differences(prior, rng):
    mu = rng.normal(prior.center, prior.spread)
    sd, nu = prior.sd.draw(1, rng), prior.shift + rng.exponential(prior.normality)
    return {"differences": mu + sd * rng.standard_t(nu, 15)}, mu


def simulate_counts(prior, rng, items=0):
    mu = np.exp(rng.normal(prior.center, prior.spread, 2))
    alpha = rng.exponential(prior.shape, 2)
    tau = abs(rng.normal(0, prior.items)) if items else 0.0
    effect = np.exp(tau * rng.standard_normal(items or 15))
    data = {}
    for g in range(2):
        rate = mu[g] * effect * rng.gamma(alpha[g], 1 / alpha[g], effect.size)
        data |= {f"value_{g}": rng.poisson(rate) * 1.0, f"times_{g}": np.ones(effect.size)}
    return data, mu[1] - mu[0]


def simulate_levels(prior, rng, paired):
    mu, sd = rng.normal(prior.center, prior.spread, 2), prior.sd.draw(2, rng)
    cuts = draw_thresholds(prior, rng)
    rho = 2 * rng.beta(*prior.correlation) - 1 if paired else 0.0
    latent = rng.multivariate_normal([0, 0], [[1, rho], [rho, 1]], 25).T
    a, b = (np.searchsorted(cuts, mu[g] + sd[g] * latent[g]) for g in range(2))
    if paired:
        table = np.zeros((prior.levels, prior.levels))
        np.add.at(table, (a, b), 1)
    else:
        table = np.array([np.bincount(column, minlength=prior.levels) for column in (a, b)])
    return {"table": table * 1.0}, mu[1] - mu[0]


def simulate_verdicts(rng):
    theta, total = rng.beta(0.5, 0.5, 2), np.array([12.0, 20.0])
    return {"right": rng.binomial(total.astype(int), theta) * 1.0, "total": total}, np.diff(theta)


def simulate_cells(rng):
    cell = rng.dirichlet(np.ones(4))
    return {"cells": rng.multinomial(20, cell) * 1.0}, cell[2] - cell[1]


def simulate_probit(rng):
    theta, rho = rng.beta(1, 1, 2), 2 * rng.beta(4, 2) - 1
    latent = rng.multivariate_normal([0, 0], [[1, rho], [rho, 1]], 25)
    right = (latent > -special.ndtri(theta)).astype(int)
    table = np.zeros((2, 2))
    np.add.at(table, tuple(right.T), 1)
    return {"table": table}, theta[1] - theta[0]


def simulate_rates(rng):
    theta = draw_rates(RATES, 2, 5, 1, rng)[0]
    total = np.broadcast_to([10.0, 20, 30, 15, 40], (2, 5))
    right = rng.binomial(total.astype(int), theta) * 1.0
    ways = -np.log1p(total) - special.betaln(total - right + 1, right + 1)
    return {"right": right, "total": total, "ways": ways}, np.diff(theta.mean(axis=1))


def crossed_design(systems=2):
    system, rater, item = (x.ravel() for x in np.meshgrid(range(systems), range(4), range(6)))
    names = [str(place) for place in range(systems)]
    return Ratings.of(system, rater, item, np.arange(system.size) % 4, names=names)


def simulate_ratings(prior, slopes, rng, systems=2):
    """Draw effects of every rater and item one by one, as the model is written in words."""
    design = crossed_design(systems)
    mu, sd = rng.normal(prior.center, prior.spread, systems), prior.sd.draw(systems, rng)
    cuts, wide = draw_thresholds(prior, rng), prior.levels / 4
    truth = {"mean": mu.mean(), "difference": mu[1] - mu[0]}
    latent = mu[design.system]
    for name, size in (("rater", 4), ("item", 6)):
        truth[f"sd_{name}"] = abs(rng.normal(0, wide))
        effect = truth[f"sd_{name}"] * rng.standard_normal((size, 1)) + np.zeros(systems)
        if slopes:
            truth[f"sd_{name}_slope"] = abs(rng.normal(0, wide))
            own = rng.standard_normal((size, systems)) * truth[f"sd_{name}_slope"] / 2**0.5
            effect = effect + own - own.mean(axis=1, keepdims=True)
        latent = latent + effect[getattr(design, name), design.system]
    noise = sd[design.system] * rng.standard_normal(design.n)
    data = {name: getattr(design, name) for name in ("system", "rater", "item")}
    return data | {"level": np.searchsorted(cuts, latent + noise)}, truth


def groups(paired=False, n=15):
    """Scores of any kind: what is sampled is replaced, but items must be as many."""
    return Groups.of({"A": np.arange(n) % 2, "B": np.arange(n) % 2}, paired=paired)


def scores(paired=False, n=15):
    """Scores that differ, likewise to be replaced."""
    return Groups.of({"A": np.arange(n), "B": np.arange(n) ** 2}, paired=paired)


def ordinal_case(prior, paired=False):
    made = problem("ordinal", groups(paired), prior)
    return made, lambda rng: simulate_levels(prior, rng, paired)


FREE_TOP = OrdinalPrior("test", 4, 1.5, 1.5, ScalePrior.lognormal(1.0, 0.5), 1.0, free_top=True)
CASES = {
    "metric": lambda: (
        problem("metric", scores(), METRIC),
        lambda rng: simulate_metric(METRIC, rng),
    ),
    "metric, bounded sd": lambda: (
        problem("metric", scores(), BOUNDED),
        lambda rng: simulate_metric(BOUNDED, rng),
    ),
    "paired metric": lambda: (
        problem("metric", scores(paired=True), METRIC),
        lambda rng: simulate_differences(METRIC, rng),
    ),
    "count": lambda: (
        problem("count", groups(), COUNT),
        lambda rng: simulate_counts(COUNT, rng),
    ),
    "paired count": lambda: (
        problem("count", groups(paired=True, n=12), COUNT),
        lambda rng: simulate_counts(COUNT, rng, items=12),
    ),
    "ordinal, 3": lambda: ordinal_case(ordinal_prior("anchored", 3)),
    "ordinal, 6": lambda: ordinal_case(ordinal_prior("anchored", 6)),
    "ordinal, free top": lambda: ordinal_case(FREE_TOP),
    "paired ordinal": lambda: ordinal_case(ordinal_prior("anchored", 4), paired=True),
    "binary": lambda: (problem("binary", groups(), "jeffreys"), simulate_verdicts),
    "paired binary": lambda: (problem("binary", groups(paired=True)), simulate_cells),
    "probit": lambda: (problem("binary-probit", groups(paired=True)), simulate_probit),
    "binomial": lambda: (
        problem("binomial", BinomialGroups.of(np.ones((2, 5)), 10), RATES),
        simulate_rates,
    ),
}


@pytest.mark.calibration
@pytest.mark.parametrize("name", CASES)
def test_chance_ranks_are_uniform(name):
    studies = SLOW_STUDIES if name.startswith("paired ordinal") else STUDIES
    chosen, simulate = CASES[name]()
    rng = np.random.default_rng([20240118, list(CASES).index(name)])
    drawn = [simulate(rng) for _ in range(studies)]
    stacked = {key: np.array([data[key] for data, _ in drawn]) for key in drawn[0][0]}
    truth = np.array([float(np.squeeze(value)) for _, value in drawn])
    sampler = Sampler(chosen, Settings(warmup=800, draws=1000, target_accept=0.95))
    values = sampler.run(seed=1, data=stacked, each=True).draws[chosen.compared]
    found = values if chosen.compared == "difference" else values[..., 1] - values[..., 0]
    check_ranks(name, found, truth, rng)


@pytest.mark.calibration
@pytest.mark.parametrize(("slopes", "systems"), [(False, 2), (True, 2), (True, 3)])
def test_chance_ranks_of_crossed_ratings_are_uniform(slopes, systems):
    """Differences, their mean, and all standard deviations of raters and of items."""
    prior = ordinal_prior("anchored", 4)
    chosen = problem("crossed-ordinal", crossed_design(systems), prior, slopes=slopes)
    rng = np.random.default_rng([20240118, 100 + slopes, systems])
    drawn = [simulate_ratings(prior, slopes, rng, systems) for _ in range(CROSSED_STUDIES)]
    stacked = {key: np.array([data[key] for data, _ in drawn]) for key in drawn[0][0]}
    sampler = Sampler(chosen, Settings(warmup=500, draws=1000, target_accept=0.95))
    found = sampler.run(seed=1, data=stacked, each=True).draws
    mu = found["mu"]
    values = {"mean": mu.mean(axis=2), "difference": mu[..., 1] - mu[..., 0], **found.values}
    for name in drawn[0][1]:
        truth = np.array([said[name] for _, said in drawn])
        check_ranks(f"crossed, {systems} systems, {name}", values[name], truth, rng)


def check_ranks(name, found, truth, rng):
    """Ask whether the truth ranks anywhere among thinned draws with the same chance."""
    studies = len(truth)
    thinned = found[:, ::10]  # so far apart that they are as good as independent
    below = (thinned < truth[:, None]).sum(axis=1)
    rank = (below + rng.uniform(size=studies)) / (thinned.shape[1] + 1)
    pvalue = stats.kstest(rank, "uniform").pvalue
    # A posterior too narrow or too wide has too many or too few ranks near the ends.
    ends = int((np.abs(rank - 0.5) > 0.4).sum())
    print(f"{name}: KS p {pvalue:.3f}, {ends} of {studies} ranks in the outer fifth")
    assert pvalue > FALSE_ALARM
    assert stats.binomtest(ends, studies, 0.2).pvalue > FALSE_ALARM
