"""Would the fitted model, or its prior alone, bring forth data like these?

Draw parameters, draw data from them, and see where a statistic of the real data falls among those
of the drawn ones. A share near 0 or 1 says that the model misses what the statistic measures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import Any

import numpy as np

from claimwise.bayes.draws import Draws
from claimwise.bayes.fit import Fit
from claimwise.bayes.models.count_prior import CountPrior
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.models.levels import Levels
from claimwise.bayes.models.metric_prior import MetricPrior
from claimwise.bayes.models.ordinal_prior import OrdinalPrior
from claimwise.core import DataError, Note, Result, Row, caution, provenance
from claimwise.kernels.arrays import Floats

REPLICATES = 1000
STRANGE = 0.005  # in either tail
GRADED = ("means", "metric", "count", "ordinal")  # models that data can be drawn from here
Statistic = Callable[[Floats], Floats]  # (replicates, items) -> (replicates,)

STATISTICS: dict[str, dict[str, Statistic]] = {
    "metric": {
        "mean": lambda y: y.mean(axis=1),
        "sd": lambda y: y.std(axis=1, ddof=1),
        "lowest": lambda y: y.min(axis=1),
        "highest": lambda y: y.max(axis=1),
    },
    "count": {
        "mean": lambda y: y.mean(axis=1),
        "sd": lambda y: y.std(axis=1, ddof=1),
        "zeros": lambda y: (y == 0).mean(axis=1),
        "highest": lambda y: y.max(axis=1),
    },
}


def predictive_check(
    fitted: Fit, groups: Groups, *, prior: bool = False, seed: int = 0, levels: Any = None
) -> Result:
    """Say where the data lie among data drawn from the fitted model, or from its prior.

    Returns
    -------
    Result
        Rows ``predictive[STATISTIC, SYSTEM]`` (``prior_predictive`` from the prior): the share
        of drawn data sets whose statistic is above that of the data, ties counted half. Below
        0.005 or above 0.995 a note says what the model misses.
    """
    if kind_of(fitted) == "ordinal":
        shares = _levels(drawn_levels(fitted, groups, levels, prior=prior, seed=seed), prior=prior)
    else:
        shares = _scores(drawn_scores(fitted, groups, prior=prior, seed=seed), kind_of(fitted))
    name = "prior_predictive" if prior else "predictive"
    rows, notes = [], []
    for (statistic, system), share in shares.items():
        at = {"statistic": statistic, "system": system}
        rows.append(Row(quantity=name, at=at, estimate=share))
        if not STRANGE <= share <= 1 - STRANGE:
            notes.append(strange(statistic, system, share, prior=prior))
    settings = {"assess": "predictive", "prior": fitted.prior.name, "strange": STRANGE}
    return Result(
        kind="predictive check",
        method=fitted.model,
        rows=tuple(rows),
        notes=tuple(notes),
        provenance=provenance(settings, seed=seed),
    )


def kind_of(fitted: Fit) -> str:
    """Return metric, count or ordinal; refuse models of anything else.

    What a model of one's own draws is looked at as metric scores are.
    """
    if fitted.replicate is not None:
        return "metric"
    kind = "metric" if fitted.model == "means" else fitted.model.split("-")[0]
    if kind not in GRADED:
        raise DataError("A predictive check", "a metric, count or ordinal model", fitted.model)
    return kind


def _parameters(fitted: Fit, prior: bool, seed: int) -> tuple[Draws, np.random.Generator]:
    """Return draws of the parameters, and the dice for the data."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(8, int(prior))))
    draws = prior_draws(fitted, REPLICATES, rng) if prior else fitted.sample(REPLICATES, seed + 1)
    return draws, rng


def strange(statistic: str, system: str, share: float, *, prior: bool = False) -> Note:
    """Say what a model misses."""
    where = "higher" if share < 0.5 else "lower"
    if statistic == "levels":
        return caution(
            f"The levels given to {system} are farther from what the model expects than "
            f"in {1 - share:.1%} of data drawn from it: thresholds may differ between systems, or "
            "the latent scale is not normal. Look at the levels themselves."
        )
    if prior:
        return caution(
            f"The {statistic} of {system} is {where} than in almost all data drawn from the prior, "
            "which expects others."
        )
    return caution(
        f"The {statistic} of {system} is {where} than in almost all data drawn from the "
        "fitted model: the model misses it."
    )


def prior_draws(fitted: Fit, count: int, rng: np.random.Generator) -> Draws:
    """Return draws of the parameters before the data."""
    prior, systems = fitted.prior, len(fitted.names)
    single = fitted.paired and isinstance(prior, MetricPrior)
    shape = (1, count) if single else (1, count, systems)
    dims = {} if single else {"system": fitted.names}
    over: tuple[str, ...] = () if single else ("system",)
    values: dict[str, Floats] = {}
    if isinstance(prior, MetricPrior):
        values["difference" if single else "mu"] = prior.center + prior.spread * (
            rng.standard_normal(shape)
        )
        values["sigma"] = prior.sd.draw(shape, rng)
        if not prior.is_normal:
            values["nu"] = prior.shift + rng.exponential(prior.normality, (1, count))
    elif isinstance(prior, CountPrior):
        values["mu"] = np.exp(prior.center + prior.spread * rng.standard_normal(shape))
        if not prior.is_poisson:
            values["alpha"] = (
                rng.exponential(prior.shape, shape)
                if prior.variation is None
                else (prior.variation * rng.standard_normal(shape)) ** -2.0
            )
        if fitted.paired:
            values["tau"] = np.abs(prior.items * rng.standard_normal((1, count)))
    elif isinstance(prior, OrdinalPrior):
        values["mu"] = prior.center + prior.spread * rng.standard_normal(shape)
        values["sigma"] = prior.sd.draw(shape, rng)
        values["threshold"] = _ordered_thresholds(prior, count, rng)[None]
    else:
        raise DataError("Prior draws", "a prior of graded scores", fitted.prior.name)
    named: dict[str, tuple[str, ...]] = {
        name: over for name in ("mu", "sigma", "alpha") if name in values
    }
    coords: dict[str, tuple[Any, ...]] = dict(dims)
    if isinstance(prior, OrdinalPrior):
        named["threshold"] = ("cut",)
        coords["cut"] = prior.cuts
    return Draws(values, named, coords)


def _ordered_thresholds(prior: OrdinalPrior, count: int, rng: np.random.Generator) -> Floats:
    """Return thresholds in order, by drawing anew those that are not."""
    centers = np.array(prior.cuts)
    fixed = np.zeros(prior.levels - 1, bool)
    fixed[0], fixed[-1] = True, not prior.free_top
    kept = np.empty((0, centers.size))
    while len(kept) < count:
        drawn = centers + prior.thresholds * rng.standard_normal((4 * count, centers.size)) * ~fixed
        kept = np.concatenate([kept, drawn[(np.diff(drawn, axis=1) > 0).all(axis=1)]])
    return kept[:count]


def drawn_scores(
    fitted: Fit, groups: Groups, *, prior: bool = False, seed: int = 0
) -> Iterator[tuple[str, Floats, Floats]]:
    """Yield a system's name, its scores, and scores drawn from the model: (replicates, items).

    Of the paired metric model it is the differences that are modelled, and drawn.
    """
    kind = kind_of(fitted)
    if fitted.replicate is not None:
        drawn = None if prior else fitted.sample(REPLICATES, seed + 1)
        yield from fitted.replicate(drawn, REPLICATES, seed)
        return
    draws, rng = _parameters(fitted, prior, seed)
    for name, real in _columns(fitted, groups, kind).items():
        yield name, real, _drawn(draws, name, real.size, rng, kind)


def _scores(drawn: Iterator[tuple[str, Floats, Floats]], kind: str) -> dict[tuple[str, str], float]:
    return {
        (called, name): above(statistic(values), float(statistic(real[None])[0]))
        for name, real, values in drawn
        for called, statistic in STATISTICS[kind].items()
    }


def _columns(fitted: Fit, groups: Groups, kind: str) -> dict[str, Floats]:
    if fitted.paired and kind == "metric":
        a, b = groups.two("The paired metric model")
        return {"differences": b - a}
    return dict(zip(groups.names, groups.values, strict=True))


def _drawn(draws: Draws, name: str, n: int, rng: np.random.Generator, kind: str) -> Floats:
    """Return data drawn from each draw of the parameters: (draws, items)."""

    def of(parameter: str) -> Floats:
        where = {"system": name} if draws.dims.get(parameter) else {}
        return draws.of(parameter, **where).reshape(-1, 1)

    if kind == "metric":
        center = of("difference") if "difference" in draws.names else of("mu")
        shape = (center.size, n)
        noise = rng.standard_normal(shape)
        if "nu" in draws.names:
            nu = of("nu")
            noise = noise / np.sqrt(rng.chisquare(np.broadcast_to(nu, shape)) / nu)
        return np.asarray(center + of("sigma") * noise)
    mean = np.broadcast_to(of("mu"), (of("mu").size, n)).copy()
    if "tau" in draws.names:
        tau = of("tau")
        mean *= np.exp(tau * rng.standard_normal(mean.shape) - tau**2 / 2)
    if "alpha" in draws.names:
        each = np.broadcast_to(np.maximum(of("alpha"), 1e-3), mean.shape)
        mean *= rng.gamma(each) / each  # every item has a factor of its own
    return rng.poisson(np.minimum(mean, 1e15)).astype(float)


def drawn_levels(
    fitted: Fit, groups: Groups, levels: Any = None, *, prior: bool = False, seed: int = 0
) -> Iterator[tuple[str, Floats, Floats, Floats]]:
    """Yield a system's name, and counts of its levels: given, expected and drawn by replicate."""
    from scipy.special import ndtr

    draws, rng = _parameters(fitted, prior, seed)
    coded = Levels.of(groups, levels)
    cuts = draws["threshold"].reshape(-1, coded.count - 1)
    for place, name in enumerate(groups.names):
        mean = draws.of("mu", system=name).reshape(-1, 1)
        sd = draws.of("sigma", system=name).reshape(-1, 1)
        ends = np.pad((cuts - mean) / sd, ((0, 0), (1, 1)), constant_values=((0, 0), (-inf, inf)))
        chance = np.maximum(np.diff(ndtr(ends), axis=1), 1e-12)
        chance /= chance.sum(axis=1, keepdims=True)
        real = coded.counts[place]
        drawn = rng.multinomial(int(real.sum()), chance).astype(np.float64)
        yield name, real, real.sum() * chance, drawn


def _levels(
    found: Iterator[tuple[str, Floats, Floats, Floats]], *, prior: bool
) -> dict[tuple[str, str], float]:
    """Compare by chi-square with the expected counts, which differ from draw to draw.

    Draws of the prior expect nothing near these counts: of them the mean level is compared.
    """
    shares = {}
    for name, real, expected, drawn in found:
        if prior:
            level = np.arange(real.size)
            shares["mean", name] = above(np.asarray(drawn @ level, float), float(real @ level))
        else:
            shares["levels", name] = farther(real, expected, drawn)
    return shares


def farther(real: Floats, expected: Floats, drawn: Floats) -> float:
    """Return the share of drawn counts farther from what the model expects than the real ones."""
    far = (((drawn - expected) ** 2) / expected).sum(axis=1)
    seen = (((real - expected) ** 2) / expected).sum(axis=1)
    return float(((far > seen) + 0.5 * (far == seen)).mean())


def above(drawn: Floats, real: float) -> float:
    """Return the share of drawn values above the real one, ties counted half."""
    return float(((drawn > real) + 0.5 * (drawn == real)).mean())
