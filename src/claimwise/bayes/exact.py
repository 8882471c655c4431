"""The exact engine for graded models: quadrature where it can be, else importance sampling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np

from claimwise.bayes import importance
from claimwise.bayes.between import (
    LogScale,
    SameScale,
    draw,
    posterior_of_difference,
    posterior_of_location,
    posterior_of_mean,
)
from claimwise.bayes.draws import Draws
from claimwise.bayes.fit import Fit
from claimwise.bayes.gridded import GridPosterior
from claimwise.bayes.models.count import CountModel
from claimwise.bayes.models.count_pairs import CountPairs
from claimwise.bayes.models.count_prior import CountPrior, count_prior
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.models.levels import Levels
from claimwise.bayes.models.metric import MetricModel
from claimwise.bayes.models.metric_prior import CENTRE, MetricPrior, few_notes, metric_prior
from claimwise.bayes.models.ordinal import OrdinalModel
from claimwise.bayes.models.ordinal_points import OrdinalPoints
from claimwise.bayes.models.ordinal_prior import OrdinalPrior, ordinal_prior
from claimwise.bayes.models.ties import refuse_constant, refuse_ties
from claimwise.bayes.normal import LognormalDifference, LognormalPosterior, NormalPosterior
from claimwise.bayes.posterior import Posterior
from claimwise.bayes.sampled import AtZero, SampledPosterior
from claimwise.bayes.structured import Integral, integrate
from claimwise.core import Note

MOST_GRID_LEVELS = 4  # with more there are too many free thresholds for a grid
Pair = Callable[[str, str], Posterior]


def fit_metric(groups: Groups, prior: Any = "default", *, normal: bool = False) -> Fit:
    """Fit robust t (or normal) models: independent groups, or differences of pairs."""
    values = groups.values
    if groups.paired:
        a, b = groups.two("The paired metric model")
        values = (b - a,)
    refuse_constant(groups)
    if not normal:
        refuse_ties(groups)
    chosen = metric_prior(prior, list(values), paired=groups.paired)
    chosen = chosen.normal() if normal else chosen
    model = MetricModel(values, chosen)
    found = integrate(model)
    width = chosen.spread if groups.paired else sqrt(2) * chosen.spread

    def sample(count: int, seed: int) -> Draws:
        shared, parts = draw(found, count, _rng(seed))
        if groups.paired:
            ((mean, log_sd),) = parts
            values = {"difference": mean[None], "sigma": np.exp(log_sd)[None]}
            drawn = Draws(values)
        else:
            drawn = _by_system(
                groups,
                {
                    "mu": [mean for mean, _ in parts],
                    "sigma": [np.exp(log_sd) for _, log_sd in parts],
                },
            )
        nu = {} if chosen.is_normal else {"nu": model.normality(shared)[None]}
        return Draws({**drawn.values, **nu}, drawn.dims, drawn.coords)

    fitted = _grid_fit(
        "metric" if not chosen.is_normal else "metric-normal",
        groups,
        chosen,
        found,
        _differences(groups, found, SameScale()),
        lambda a, b: NormalPosterior(0.0 if not groups.paired else chosen.center, width),
        sample,
        "score",
        few_notes(values),
    )
    return replace(fitted, of="" if chosen.is_normal else CENTRE)


def fit_count(
    groups: Groups, prior: Any = "default", *, poisson: bool = False, seed: int = 0
) -> Fit:
    """Fit negative binomial (or Poisson) models: independent groups, or pairs by item."""
    values = groups.whole("count")
    chosen = count_prior(prior, list(values))
    chosen = chosen.poisson() if poisson else chosen
    name = "count-poisson" if chosen.is_poisson else "count"

    def before(a: str, b: str) -> Posterior:
        return LognormalDifference(chosen.center, chosen.spread)

    if groups.paired:
        return _paired_count(name, groups, chosen, before, seed)
    model = CountModel(values, chosen)
    found = integrate(model)
    by_log = _differences(groups, found, SameScale())

    def sample(count: int, seed: int) -> Draws:
        _, parts = draw(found, count, _rng(seed))
        columns = {"mu": [np.exp(log_mean) for log_mean, _ in parts]}
        if not chosen.is_poisson:
            columns["alpha"] = [chosen.shapes(z) for _, z in parts]
        return _by_system(groups, columns)

    fitted = _grid_fit(
        name,
        groups,
        chosen,
        found,
        _differences(groups, found, LogScale()),
        before,
        sample,
        "count",
    )
    return replace(fitted, log_ratio=by_log, log_ratio_before=_before_log_ratio(chosen))


def _before_log_ratio(prior: CountPrior) -> Pair:
    """Return the prior of the log of the ratio of two mean counts."""
    return lambda a, b: NormalPosterior(0.0, sqrt(2) * prior.spread)


def _paired_count(name: str, groups: Groups, chosen: CountPrior, before: Pair, seed: int) -> Fit:
    groups.two("The paired count model")
    model = CountPairs(groups.values, chosen)
    found = importance.sample(
        model.log_density, *model.start(), seed, count=8192, positive=model.positive
    )

    def columns(points: np.ndarray) -> Draws:
        parts = {"mu": [*np.exp(points[:, :2]).T]}
        if not chosen.is_poisson:
            parts["alpha"] = [*model.shapes(points).T]
        drawn = _by_system(groups, parts)
        tau = {"tau": model.spreads(points)[None]}
        return Draws({**drawn.values, **tau}, drawn.dims, drawn.coords)

    mean = np.exp(found.draws[:, :2])
    notes = (chosen.pairs_words,)
    fitted = _weighted_fit(name, groups, chosen, found, mean, columns, before, "count", notes)
    at_zero = importance.density_at_zero(
        found, model.log_density, *model.start(), seed, positive=model.positive
    )

    def log_ratio(a: str, b: str) -> Posterior:
        gap = found.draws[:, groups.index(b)] - found.draws[:, groups.index(a)]
        return SampledPosterior.weighted(gap, found.weights, at_zero)

    return replace(fitted, log_ratio=log_ratio, log_ratio_before=_before_log_ratio(chosen))


def fit_ordinal(
    groups: Groups, prior: Any = "default", *, levels: Any = None, seed: int = 0
) -> Fit:
    """Fit ordered probit models: independent groups, or pairs with a correlation."""
    coded = Levels.of(groups, levels)
    chosen = ordinal_prior(prior, coded.count, coded.first)

    def before(a: str, b: str) -> Posterior:
        return NormalPosterior(0.0, sqrt(2) * chosen.spread)

    if groups.paired or chosen.levels > MOST_GRID_LEVELS:
        return _ordinal_by_importance(groups, coded, chosen, before, seed)
    model = OrdinalModel(coded.counts, chosen)
    found = integrate(model)

    def sample(count: int, seed: int) -> Draws:
        shared, parts = draw(found, count, _rng(seed))
        columns = {
            "mu": [mean for mean, _ in parts],
            "sigma": [np.exp(log_sd) for _, log_sd in parts],
        }
        return _with_thresholds(_by_system(groups, columns), model.thresholds(shared)[0], chosen)

    fitted = _differences(groups, found, SameScale())
    return _grid_fit(
        "ordinal", groups, chosen, found, fitted, before, sample, "levels", coded.notes(chosen)
    )


def _ordinal_by_importance(
    groups: Groups, coded: Levels, chosen: OrdinalPrior, before: Pair, seed: int
) -> Fit:
    table = None
    if groups.paired:
        groups.two("The paired ordinal model")
        table = coded.table()
    model = OrdinalPoints(chosen, coded.counts, table)
    found = importance.sample(model.log_density, *model.start(), seed)

    def columns(points: np.ndarray) -> Draws:
        mean, sd, thresholds, rho = model.parts(points)
        drawn = _by_system(groups, {"mu": [*mean.T], "sigma": [*sd.T]})
        drawn = _with_thresholds(drawn, thresholds, chosen)
        if table is None:
            return drawn
        return Draws({**drawn.values, "rho": rho[None]}, drawn.dims, drawn.coords)

    mean = model.parts(found.draws)[0]
    notes = (*((chosen.pairs_words,) if groups.paired else ()), *coded.notes(chosen))
    at_zero = None
    if len(groups.names) == 2:
        at_zero = importance.density_at_zero(found, model.log_density, *model.start(), seed)
    return _weighted_fit(
        "ordinal", groups, chosen, found, mean, columns, before, "levels", notes, at_zero
    )


def _grid_fit(
    model: str,
    groups: Groups,
    prior: MetricPrior | CountPrior | OrdinalPrior,
    found: Integral,
    difference: Pair,
    before: Pair,
    sample: Callable[[int, int], Draws],
    unit: str,
    notes: tuple[Note, ...] = (),
) -> Fit:
    scale = LogScale() if isinstance(prior, CountPrior) else SameScale()
    single = groups.paired  # quadrature of pairs is of differences alone
    return Fit(
        mean=None if single else lambda s: posterior_of_mean(found, groups.index(s), scale),
        mean_before=None if single else lambda s: _mean_before(prior),
        model=model,
        engine="exact",
        method="quadrature",
        names=groups.names,
        n=groups.n,
        paired=groups.paired,
        prior=prior,
        unit=unit,
        difference=difference,
        before=before,
        sample=sample,
        log_marginal=found.log_marginal,
        quality={"numerical_error": found.error},
        notes=notes,
    )


def _weighted_fit(
    model: str,
    groups: Groups,
    prior: CountPrior | OrdinalPrior,
    found: importance.Weighted,
    mean: np.ndarray,
    columns: Callable[[np.ndarray], Draws],
    before: Pair,
    unit: str,
    notes: tuple[Note, ...] = (),
    at_zero: AtZero | None = None,
) -> Fit:
    def difference(a: str, b: str) -> Posterior:
        d = mean[:, groups.index(b)] - mean[:, groups.index(a)]
        return SampledPosterior.weighted(d, found.weights, at_zero)

    def mean_after(system: str) -> Posterior:
        return SampledPosterior.weighted(mean[:, groups.index(system)], found.weights)

    return Fit(
        mean=mean_after,
        mean_before=lambda s: _mean_before(prior),
        model=model,
        engine="exact",
        method="importance sampling",
        names=groups.names,
        n=groups.n,
        paired=groups.paired,
        prior=prior,
        unit=unit,
        difference=difference,
        before=before,
        sample=lambda count, seed: columns(found.resampled(count, _rng(seed))),
        log_marginal=found.log_marginal,
        quality={
            "ess": found.ess,
            "pareto_k": found.pareto_k,
            "log_marginal_error": found.log_marginal_error,
        },
        failures=found.failures(),
        notes=notes,
    )


def _mean_before(prior: MetricPrior | CountPrior | OrdinalPrior) -> Posterior:
    """Return the prior of one system's mean."""
    if isinstance(prior, CountPrior):
        return LognormalPosterior(prior.center, prior.spread)
    return NormalPosterior(prior.center, prior.spread)


def _differences(groups: Groups, found: Integral, scale: SameScale | LogScale) -> Pair:
    """Return the function that gives the posterior of any difference, each found once."""
    known: dict[tuple[str, str], GridPosterior] = {}

    def difference(a: str, b: str) -> Posterior:
        first, second = groups.index(a), groups.index(b)
        if (a, b) not in known:
            if groups.paired:
                one = posterior_of_location(found, 0)
                known[a, b] = one if first < second else one.mirrored()
            else:
                known[a, b] = posterior_of_difference(found, first, second, scale)
        return known[a, b]

    return difference


def _by_system(groups: Groups, columns: dict[str, list[np.ndarray]]) -> Draws:
    values = {name: np.stack(parts, axis=-1)[None] for name, parts in columns.items()}
    return Draws(values, dict.fromkeys(columns, ("system",)), {"system": groups.names})


def _with_thresholds(drawn: Draws, thresholds: np.ndarray, prior: OrdinalPrior) -> Draws:
    return Draws(
        {**drawn.values, "threshold": thresholds[None]},
        {**drawn.dims, "threshold": ("cut",)},
        {**drawn.coords, "cut": prior.cuts},
    )


def _rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(7,)))
