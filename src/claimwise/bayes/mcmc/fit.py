"""Fit a model by MCMC: the same Fit as that of every other engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import isnan, nan
from typing import Any

import numpy as np

from claimwise.bayes.draws import Draws
from claimwise.bayes.fit import Fit
from claimwise.bayes.mcmc.bridge import Bridge, bridge_sampling
from claimwise.bayes.mcmc.diagnostics import diagnose
from claimwise.bayes.mcmc.models import problem
from claimwise.bayes.mcmc.problem import Problem
from claimwise.bayes.mcmc.sample import Run, Sampler, Settings
from claimwise.bayes.posterior import Posterior
from claimwise.bayes.sampled import SampledPosterior
from claimwise.core import ParameterError, did_you_mean
from claimwise.kernels.arrays import Floats

LARGEST_BRIDGE = 60  # parameters; beyond, no normal distribution is near enough


def fit_mcmc(
    model: str,
    data: Any,
    *,
    prior: Any = "default",
    chains: int = 4,
    warmup: int = 1000,
    draws: int = 1000,
    seed: int = 0,
    target_accept: float = 0.9,
    **options: Any,
) -> Fit:
    """Fit one of the models of `models.MODELS` by NUTS.

    Parameters
    ----------
    model : str
        ``metric``, ``count``, ``ordinal``, ``binary``, ``binary-probit`` (of Groups, with the
        paired model where these are paired), ``binomial`` (of BinomialGroups),
        ``crossed-ordinal`` (of Ratings; with ``slopes=False`` neither raters nor items favour
        systems).
    data : Groups, BinomialGroups or Ratings
        What was observed.
    prior : str or a prior of the model
        ``default``, a name, or the object.
    chains, warmup, draws, target_accept
        How long to sample, and how carefully.
    seed : int
        The same seed gives the same draws.

    Returns
    -------
    Fit
        With R-hat, effective sizes and divergences in `quality`, and in `failures` what keeps
        the numbers from being trusted. `sample(count, seed)` takes draws at random; asked for
        just as many as there are, it returns all of them in order, chain by chain.
    """
    chosen = problem(model, data, prior, **options)
    return fit_problem(chosen, Settings(chains, warmup, draws, target_accept), seed)


def fit_problem(chosen: Problem, settings: Settings, seed: int = 0) -> Fit:
    """Sample one problem and return its Fit."""
    return fit_of(chosen, Sampler(chosen, settings).run(seed=seed), settings, seed)


def fit_of(chosen: Problem, run: Run, settings: Settings, seed: int) -> Fit:
    """Return the Fit of what a sampler found."""
    judged = {name: array for name, array in run.draws.values.items() if name not in chosen.many}
    found = diagnose(replace(run.draws, values=judged), run.diverging, settings, fixed=chosen.fixed)
    bridge = Bridge(nan, nan)
    if run.unconstrained.shape[2] <= LARGEST_BRIDGE and not found.failures:
        bridge = bridge_sampling(run.unconstrained, run.log_density, seed=seed)
    quality = dict(found.quality)
    if not isnan(bridge.error):
        quality["log_marginal_error"] = bridge.error
    ratio = chosen.unit == "count" and chosen.log_ratio_before is not None
    return Fit(
        log_ratio=_log_ratio(chosen, run.draws) if ratio else None,
        log_ratio_before=chosen.log_ratio_before if ratio else None,
        model=chosen.name,
        engine="mcmc",
        method="NUTS",
        names=chosen.names,
        n=chosen.n,
        paired=chosen.paired,
        prior=chosen.prior,
        unit=chosen.unit,
        of=chosen.of,
        difference=_difference(chosen, run.draws),
        before=_checked(chosen),
        sample=_sample(run.draws),
        log_marginal=bridge.log_marginal,
        quality=quality,
        failures=found.failures,
        replicate=chosen.replicate,
        notes=(*chosen.notes, *found.notes),
    )


def difference_draws(chosen: Problem, draws: Draws, a: str, b: str) -> Floats:
    """Return the draws of B minus A, chain by draw."""
    first, second = (_place(chosen.names, name) for name in (a, b))
    if first == second:
        raise ParameterError("A difference", "two systems", f"{a} twice")
    values = draws[chosen.compared]
    if chosen.compared == "difference":
        return values if first < second else -values
    return np.asarray(values[:, :, second] - values[:, :, first], np.float64)


def _difference(chosen: Problem, draws: Draws) -> Callable[[str, str], SampledPosterior]:
    return lambda a, b: SampledPosterior(difference_draws(chosen, draws, a, b))


def _log_ratio(chosen: Problem, draws: Draws) -> Callable[[str, str], SampledPosterior]:
    def log_ratio(a: str, b: str) -> SampledPosterior:
        logs = np.log(draws[chosen.compared])
        first, second = (_place(chosen.names, name) for name in (a, b))
        return SampledPosterior(logs[:, :, second] - logs[:, :, first])

    return log_ratio


def _checked(chosen: Problem) -> Callable[[str, str], Posterior]:
    def before(a: str, b: str) -> Posterior:
        for name in (a, b):
            _place(chosen.names, name)
        return chosen.before(a, b)

    return before


def _place(names: tuple[str, ...], name: str) -> int:
    if name not in names:
        remedy = did_you_mean(name, names)
        raise ParameterError("system", f"one of {', '.join(names)}", repr(name), remedy)
    return names.index(name)


def _sample(draws: Draws) -> Callable[[int, int], Draws]:
    def sample(count: int, seed: int) -> Draws:
        chains, each = draws.shape
        total = chains * each
        if count == total:
            return draws
        chosen = np.random.default_rng(seed).choice(total, count, replace=count > total)
        values = {
            name: array.reshape(total, *array.shape[2:])[None, chosen]
            for name, array in draws.values.items()
        }
        return replace(draws, values=values)

    return sample
