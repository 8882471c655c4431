"""NumPyro models of graded scores and of counts, alone and in pairs."""

from __future__ import annotations

from math import exp, log
from typing import Any

import numpy as np

from claimwise.bayes.mcmc.backend import backend
from claimwise.bayes.mcmc.problem import Problem
from claimwise.bayes.models.count_prior import CountPrior, count_prior
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.models.metric_prior import CENTRE, MetricPrior, metric_prior
from claimwise.bayes.models.scale_prior import ScalePrior
from claimwise.bayes.models.ties import refuse_constant, refuse_ties
from claimwise.bayes.normal import LognormalDifference, NormalPosterior

HUGE = 1e5  # shapes for each count, beyond which a series is more exact than gamma functions


def unit_of(prior: ScalePrior) -> float:
    """Return the middle of a prior of a scale, in which parameters are near 1."""
    low, high = prior.log_range
    return exp((low + high) / 2)


def scale(name: str, prior: ScalePrior, shape: tuple[int, ...]) -> Any:
    """Sample standard deviations in a NumPyro model, through their logs, and return them.

    A uniform prior is uniform in the scale, not in its log: the factor says so.
    """
    _, jnp, numpyro, dist = backend()
    low, high = prior.log_range
    if prior.kind == "uniform":
        logs = numpyro.sample(f"log_{name}", dist.Uniform(low, high).expand(shape))
        density = logs - log(prior.second - prior.first) + log(high - low)
        numpyro.factor(f"uniform_{name}", density.sum())
    else:
        z = numpyro.sample(f"log_{name}", dist.Normal(0.0, 1.0).expand(shape))
        logs = log(prior.first) + prior.second * z
    return numpyro.deterministic(name, jnp.exp(logs))


def _normality(prior: MetricPrior) -> Any:
    _, _, numpyro, dist = backend()
    excess = numpyro.sample("excess", dist.Exponential(1.0))
    return numpyro.deterministic("nu", prior.shift + prior.normality * excess)


def _score(prior: MetricPrior, nu: Any, mean: Any, sd: Any) -> Any:
    _, _, _, dist = backend()
    return dist.Normal(mean, sd) if prior.is_normal else dist.StudentT(nu, mean, sd)


def metric(groups: Groups, prior: Any = "default") -> Problem:
    """Return the robust t model of two or more groups, or of paired differences of two."""
    refuse_constant(groups)
    if not (isinstance(prior, MetricPrior) and prior.is_normal):
        refuse_ties(groups)
    if groups.paired:
        return paired_metric(groups, prior)
    chosen = metric_prior(prior, list(groups.values))
    unit, systems = unit_of(chosen.sd), len(groups.names)

    def model(data: Any) -> None:
        _, _, numpyro, dist = backend()
        z = numpyro.sample("z", dist.Normal(0.0, chosen.spread / unit).expand((systems,)))
        mu = numpyro.deterministic("mu", chosen.center + unit * z)
        sigma = scale("sigma", chosen.sd, (systems,))
        nu = None if chosen.is_normal else _normality(chosen)
        for g in range(systems):
            score = _score(chosen, nu, mu[g], sigma[g])
            numpyro.factor(f"scores_{g}", score.log_prob(data[f"scores_{g}"]).sum())

    dims: dict[str, tuple[str, ...]] = {"mu": ("system",), "sigma": ("system",)}
    return Problem(
        name="metric-normal" if chosen.is_normal else "metric",
        of="" if chosen.is_normal else CENTRE,
        model=model,
        data={f"scores_{g}": column for g, column in enumerate(groups.values)},
        names=groups.names,
        n=groups.n,
        paired=False,
        prior=chosen,
        unit="score",
        compared="mu",
        before=lambda a, b: NormalPosterior(0.0, chosen.spread * 2**0.5),
        dims=dims if chosen.is_normal else {**dims, "nu": ()},
        coords={"system": groups.names},
    )


def paired_metric(groups: Groups, prior: Any = "default") -> Problem:
    """Return the robust t model of the differences of two systems on the same items."""
    a, b = groups.two("The paired metric model")
    differences = b - a
    chosen = metric_prior(prior, [differences], paired=True)
    unit = unit_of(chosen.sd)

    def model(data: Any) -> None:
        _, _, numpyro, dist = backend()
        z = numpyro.sample("z", dist.Normal(0.0, chosen.spread / unit))
        mean = numpyro.deterministic("difference", chosen.center + unit * z)
        sigma = scale("sigma", chosen.sd, ())
        nu = None if chosen.is_normal else _normality(chosen)
        score = _score(chosen, nu, mean, sigma)
        numpyro.factor("scores", score.log_prob(data["differences"]).sum())

    dims: dict[str, tuple[str, ...]] = {"difference": (), "sigma": ()}
    return Problem(
        name="metric-normal" if chosen.is_normal else "metric",
        of="" if chosen.is_normal else CENTRE,
        model=model,
        data={"differences": differences},
        names=groups.names,
        n=groups.n,
        paired=True,
        prior=chosen,
        unit="score",
        compared="difference",
        before=lambda a, b: NormalPosterior(
            chosen.center if a == groups.names[0] else -chosen.center, chosen.spread
        ),
        dims=dims if chosen.is_normal else {**dims, "nu": ()},
        coords={},
    )


def count(groups: Groups, prior: Any = "default") -> Problem:
    """Return the negative binomial model of counts, with item effects where they are paired."""
    columns = groups.whole("count")
    chosen = count_prior(prior, list(columns))
    systems, items = len(columns), groups.n
    data: dict[str, Any] = {}
    for g, column in enumerate(columns):
        # Without item effects equal counts are equally probable: one term for all of them.
        values, times = (column, np.ones(column.size)) if groups.paired else _table(column)
        data |= {f"value_{g}": values, f"times_{g}": times}

    def model(data: Any) -> None:
        _, jnp, numpyro, dist = backend()
        z = numpyro.sample("z", dist.Normal(0.0, 1.0).expand((systems,)))
        log_mu = chosen.center + chosen.spread * z
        numpyro.deterministic("mu", jnp.exp(log_mu))
        alpha = None
        if not chosen.is_poisson:
            alpha = _shapes(chosen, systems)
        shift = 0.0
        if groups.paired:
            spread = numpyro.sample("spread", dist.HalfNormal(1.0))
            tau = numpyro.deterministic("tau", chosen.items * spread)
            effect = numpyro.sample("effect", dist.Normal(0.0, 1.0).expand((items,)))
            shift = tau * effect - tau**2 / 2  # so that mu is the mean over items
        for g in range(systems):
            logs = _count_logs(data[f"value_{g}"], log_mu[g] + shift, alpha, g)
            numpyro.factor(f"counts_{g}", (data[f"times_{g}"] * logs).sum())

    dims: dict[str, tuple[str, ...]] = {"mu": ("system",)}
    dims |= {} if chosen.is_poisson else {"alpha": ("system",)}
    dims |= {"tau": ()} if groups.paired else {}
    return Problem(
        name="count-poisson" if chosen.is_poisson else "count",
        model=model,
        data=data,
        names=groups.names,
        n=groups.n,
        paired=groups.paired,
        prior=chosen,
        unit="count",
        compared="mu",
        before=lambda a, b: LognormalDifference(chosen.center, chosen.spread),
        log_ratio_before=lambda a, b: NormalPosterior(0.0, 2**0.5 * chosen.spread),
        notes=(chosen.pairs_words,) if groups.paired else (),
        dims=dims,
        coords={"system": groups.names},
    )


def _shapes(prior: CountPrior, systems: int) -> Any:
    """Sample shapes: exponential ones, or by the variation beyond Poisson that they mean."""
    _, _, numpyro, dist = backend()
    if prior.variation is None:
        ratio = numpyro.sample("ratio", dist.Exponential(1.0).expand((systems,)))
        return numpyro.deterministic("alpha", prior.shape * ratio)
    share = numpyro.sample("variation", dist.HalfNormal(1.0).expand((systems,)))
    return numpyro.deterministic("alpha", (prior.variation * share) ** -2)


def _count_logs(value: Any, log_mean: Any, alpha: Any, g: int) -> Any:
    """Return log probabilities of counts: negative binomial, or Poisson without a shape."""
    _, jnp, _, _ = backend()
    from jax.scipy.special import gammaln

    if alpha is None:
        return value * log_mean - jnp.exp(log_mean) - gammaln(value + 1)
    shape = alpha[g]
    # Near Poisson the shape is huge: nothing may then be the difference of two huge numbers.
    odds = log_mean - jnp.log(shape)
    miss = -jnp.logaddexp(odds, 0.0)  # log(shape / (mean + shape))
    huge = shape > HUGE * (1 + value)
    safe = jnp.where(huge, 1.0, shape)
    ways = gammaln(value + safe) - gammaln(safe)
    series = value * jnp.log(shape) + value * (value - 1) / (2 * shape)
    ways = jnp.where(huge, series, ways) - gammaln(value + 1)
    return ways + value * (odds + miss) + shape * miss


def _table(column: Any) -> tuple[Any, Any]:
    values, times = np.unique(column, return_counts=True)
    return values, times.astype(np.float64)
