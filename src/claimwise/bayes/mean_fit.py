"""Fit the model of a mean difference: the same quantity as the estimate and the t interval."""

from __future__ import annotations

from math import log, pi, sqrt
from typing import Any

import numpy as np

from claimwise.bayes.draws import Draws
from claimwise.bayes.fit import Fit
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.models.mean import Effect, jzs
from claimwise.bayes.models.mean_prior import MeanPrior, mean_prior
from claimwise.bayes.models.ties import refuse_constant
from claimwise.bayes.posterior import Posterior, ZeroDensity
from claimwise.bayes.student import Flat, StudentMixture, TwoStudents
from claimwise.core import DataError, Note, assumed, option
from claimwise.kernels.arrays import Floats
from claimwise.kernels.decimals import difference as exact_difference

ONE_VARIANCE = assumed(
    "The Bayes factor of no difference takes both systems to have one standard deviation."
)


def fit_mean(groups: Groups, prior: Any = "default") -> Fit:
    """Fit the mean difference of two systems, on the same items or on different ones.

    On the same items the posterior under the reference prior is Student's t: its interval is the t
    interval. On different items it is the difference of two such distributions (Behrens and
    Fisher), each system with a standard deviation of its own.
    """
    chosen = mean_prior(prior)
    a, b = groups.two("The model of the mean difference")
    if groups.paired:
        d = exact_difference(b, a)
        if not np.ptp(d) > 0:
            raise DataError(
                "The model of the mean difference",
                "differences that vary",
                f"{d[0]:g} on every item",
                "Nothing can be learnt of their spread.",
            )
        effect = Effect.paired(d)
    else:
        refuse_constant(groups)
        effect = Effect.apart(a, b)
    log_factor, mixture, g = jzs(effect, chosen.width)
    posterior = _posterior(groups, effect, chosen, mixture)

    def sign(first: str, second: str) -> int:
        return 1 if groups.index(first) < groups.index(second) else -1

    def difference(first: str, second: str) -> Posterior:
        return posterior if sign(first, second) > 0 else posterior.mirrored()

    def standardised(first: str, second: str) -> tuple[ZeroDensity, ZeroDensity]:
        before = -log(pi * chosen.width)
        return ZeroDensity(log_factor + before), ZeroDensity(before)

    def sample(count: int, seed: int) -> Draws:
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(11,)))
        if chosen.is_reference:
            return _reference_draws(groups, effect, count, rng)
        return _jzs_draws(groups, effect, mixture, g, count, rng)

    notes: tuple[Note, ...] = () if groups.paired else (ONE_VARIANCE,)
    single = groups.paired or not chosen.is_reference
    return Fit(
        model="means",
        engine="exact",
        method="quadrature" if isinstance(posterior, TwoStudents) else "a closed form",
        names=groups.names,
        n=groups.n,
        paired=groups.paired,
        prior=chosen,
        unit="score",
        difference=difference,
        before=lambda first, second: Flat(),
        sample=sample,
        mean=None if single else lambda name: _mean(groups.values[groups.index(name)]),
        standardised=standardised,
        quality={"numerical_error": getattr(posterior, "error", 0.0)},
        notes=notes,
    )


def refuse_sampling() -> None:
    """Refuse the mean difference by MCMC: it is known exactly."""
    raise DataError(
        option("model", "means"),
        option("engine", "exact"),
        option("engine", "mcmc"),
        "For a sampled model use " + option("model", "metric-normal") + " or robust.",
    )


def _posterior(
    groups: Groups, effect: Effect, prior: MeanPrior, mixture: StudentMixture
) -> StudentMixture | TwoStudents:
    if not prior.is_reference:
        return mixture
    if groups.paired:
        scale = effect.sd / sqrt(effect.n)
        return StudentMixture.single(effect.difference, scale, effect.df)
    a, b = groups.values
    scales = (float(a.std(ddof=1)) / sqrt(a.size), float(b.std(ddof=1)) / sqrt(b.size))
    return TwoStudents(effect.difference, scales, (a.size - 1, b.size - 1))


def _mean(scores: Floats) -> StudentMixture:
    """Return the posterior of one system's mean."""
    scale = float(scores.std(ddof=1)) / sqrt(scores.size)
    return StudentMixture.single(float(scores.mean()), scale, scores.size - 1)


def _reference_draws(groups: Groups, effect: Effect, count: int, rng: np.random.Generator) -> Draws:
    if groups.paired:
        sigma = effect.sd * np.sqrt(effect.df / rng.chisquare(effect.df, count))
        center = effect.difference + sigma / sqrt(effect.n) * rng.standard_normal(count)
        return Draws({"difference": center[None], "sigma": sigma[None]})
    mus, sigmas = [], []
    for scores in groups.values:
        df = scores.size - 1
        sigma = float(scores.std(ddof=1)) * np.sqrt(df / rng.chisquare(df, count))
        sigmas.append(sigma)
        mus.append(float(scores.mean()) + sigma / sqrt(scores.size) * rng.standard_normal(count))
    return _by_system(groups, mus, sigmas)


def _jzs_draws(
    groups: Groups,
    effect: Effect,
    mixture: StudentMixture,
    g: Floats,
    count: int,
    rng: np.random.Generator,
) -> Draws:
    """Draw g, then the standard deviation, then the difference; given g all is conjugate."""
    which = rng.choice(mixture.weights.size, count, p=mixture.weights)
    ratio = 1 + effect.n * g[which]
    squares = effect.df * effect.sd**2 + effect.n * effect.difference**2 / ratio
    sigma = np.sqrt(squares / rng.chisquare(effect.df + 1, count))
    spread = sigma * np.sqrt(g[which] / ratio)
    center = mixture.locations[which] + spread * rng.standard_normal(count)
    if groups.paired:
        return Draws({"difference": center[None], "sigma": sigma[None]})
    a, b = groups.values
    both = a.size + b.size
    middle = (a.sum() + b.sum() + (a.size - b.size) * center / 2) / both
    middle = middle + sigma / sqrt(both) * rng.standard_normal(count)
    return _by_system(groups, [middle - center / 2, middle + center / 2], [sigma, sigma])


def _by_system(groups: Groups, mus: list[Floats], sigmas: list[Floats]) -> Draws:
    values = {"mu": np.stack(mus, axis=-1)[None], "sigma": np.stack(sigmas, axis=-1)[None]}
    return Draws(values, dict.fromkeys(values, ("system",)), {"system": groups.names})
