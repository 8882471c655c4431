"""Simulation-based calibration: parameters from the prior, data from the parameters, and back.

If the prior is right and the computation too, the posterior probability below the true value is
uniform, and intervals hold their level. Talts et al. (2018), arXiv:1804.06788.
"""

import numpy as np
import pytest
from scipy import stats

from claimwise.bayes import Groups, How, fit
from claimwise.bayes.models.count_prior import CountPrior
from claimwise.bayes.models.metric_prior import MetricPrior
from claimwise.bayes.models.ordinal_prior import OrdinalPrior
from claimwise.bayes.models.scale_prior import ScalePrior
from claimwise.data import PairCounts

METRIC = MetricPrior("fixed", 50.0, 4.0, ScalePrior.lognormal(5.0, 0.5), 1.0, 29.0)
COUNT = CountPrior("fixed", 1.5, 0.6, 8.0, 0.7)


def metric(rng, n, *, normal=False, paired=False):
    prior = MetricPrior("fixed", 0.0, 4.0, METRIC.sd) if paired else METRIC
    mean, sd = prior.center + 4 * rng.standard_normal(2), prior.sd.draw(2, rng)
    nu = 1 + rng.exponential(29)
    noise = rng.standard_normal((2, n)) if normal else rng.standard_t(nu, (2, n))
    chosen = prior.normal() if normal else prior
    if paired:
        d = mean[0] + sd[0] * noise[0]
        base = rng.normal(0, 30, n)
        return Groups.of({"A": base, "B": base + d}, paired=True), chosen, mean[0]
    a, b = mean[:, None] + sd[:, None] * noise
    return Groups.of({"A": a, "B": b}), chosen, mean[1] - mean[0]


def count(rng, n, *, poisson=False, paired=False):
    mean = np.exp(1.5 + 0.6 * rng.standard_normal(2))
    shape = rng.exponential(8.0, 2)
    rate = np.repeat(mean[:, None], n, axis=1)
    if paired:
        tau = abs(0.7 * rng.standard_normal())
        rate = rate * np.exp(tau * rng.standard_normal(n) - tau**2 / 2)
    if not poisson:
        rate = rate * rng.gamma(shape[:, None], 1 / shape[:, None], (2, n))
    a, b = rng.poisson(rate)
    prior = COUNT.poisson() if poisson else COUNT
    return Groups.of({"A": a, "B": b}, paired=paired), prior, mean[1] - mean[0]


def ordinal(rng, n, *, levels=3, paired=False):
    prior = OrdinalPrior(
        *("fixed", levels, (levels - 1) / 2, levels / 3, ScalePrior.lognormal(levels / 4, 0.4)),
        thresholds=0.8,
    )
    mean = prior.center + prior.spread * rng.standard_normal(2)
    sd = prior.sd.draw(2, rng)
    while True:
        cuts = np.arange(levels - 1) + 0.5
        cuts[1:-1] += 0.8 * rng.standard_normal(levels - 3)
        if (np.diff(cuts) > 0).all():
            break
    rho = 2 * rng.beta(2, 2) - 1 if paired else 0.0
    z = rng.standard_normal((2, n))
    z[1] = rho * z[0] + np.sqrt(1 - rho**2) * z[1]
    a, b = (np.digitize(mean[g] + sd[g] * z[g], cuts) for g in (0, 1))
    return Groups.of({"A": a, "B": b}, paired=paired), prior, mean[1] - mean[0]


def probit(rng, n):
    """Two correlated latent scores behind right and wrong."""
    theta, rho = rng.uniform(size=2), 2 * rng.beta(4, 2) - 1
    z = rng.standard_normal((2, n))
    z[1] = rho * z[0] + np.sqrt(1 - rho**2) * z[1]
    a, b = z < stats.norm.ppf(theta)[:, None]
    data = PairCounts.of(int((b & ~a).sum()), int((a & ~b).sum()), n, int((a & b).sum()))
    return data, "uniform", theta[1] - theta[0]


CASES = {
    "binary-probit": (probit, {"n": 40}, 300),
    "binary-probit, few": (probit, {"n": 5}, 200),
    "metric": (metric, {"n": 12}, 400),
    "metric, three scores each": (metric, {"n": 3}, 200),
    "metric-normal": (metric, {"n": 8, "normal": True}, 400),
    "metric, paired": (metric, {"n": 10, "paired": True}, 400),
    "count": (count, {"n": 10}, 1000),
    "count-poisson": (count, {"n": 4, "poisson": True}, 1000),
    "count, paired": (count, {"n": 15, "paired": True}, 150),
    "ordinal": (ordinal, {"n": 20}, 500),
    "ordinal, four levels": (ordinal, {"n": 20, "levels": 4}, 200),
    "ordinal, five levels": (ordinal, {"n": 25, "levels": 5}, 300),
    "ordinal, paired": (ordinal, {"n": 30, "levels": 4, "paired": True}, 200),
}


def ranks(case, replicates, seed):
    world, arguments, _ = CASES[case]
    rng = np.random.default_rng(seed)
    model = case.split(",")[0].replace("-normal", "").replace("-poisson", "")
    levels = (0, arguments.get("levels", 3) - 1) if world is ordinal else None
    how = How(model=model, levels=levels)
    below, inside, failed = [], 0, 0
    for _ in range(replicates):
        data, prior, truth = world(rng, **arguments)
        fitted = fit(data, prior, how)
        if fitted.failures:
            failed += 1
            continue
        d = fitted.difference("A", "B")
        below.append(float(d.cdf(truth)))
        low, high = d.hdi(0.9)
        inside += low < truth < high
    return np.array(below), inside, failed


@pytest.mark.calibration
@pytest.mark.parametrize("case", CASES)
def test_chance_ranks_are_uniform_and_intervals_hold_their_level(case):
    replicates = CASES[case][2]
    below, inside, failed = ranks(case, replicates, 2026)
    print(
        f"\n{case}: {replicates} data sets, {failed} refused, {inside / len(below):.3f} in 90% HDI"
    )
    assert failed <= 0.05 * replicates
    assert stats.kstest(below, "uniform").pvalue > 0.001
    assert stats.binomtest(inside, len(below), 0.9).pvalue > 0.001


@pytest.mark.slow
@pytest.mark.parametrize("case", ["metric", "count", "ordinal"])
def test_chance_in_short(case):
    below, inside, _ = ranks(case, 15, 7)
    assert stats.kstest(below, "uniform").pvalue > 0.001
    assert stats.binomtest(inside, len(below), 0.9).pvalue > 0.001
