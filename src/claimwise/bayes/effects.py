"""What a model says beside the difference: effect sizes, ratios, spreads, shares of levels."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from claimwise.bayes.draws import Draws
from claimwise.bayes.fit import Fit
from claimwise.bayes.sampled import SampledPosterior
from claimwise.core import At, Row
from claimwise.kernels.arrays import Floats

DRAWS = 20_000
SINGLE = {"nu": "normality", "rho": "correlation"}  # what single parameters are called in rows
Found = list[tuple[str, At, Floats]]  # what it is, of what, and draws: chain, draw


def effect_rows(fitted: Fit, a: str, b: str, level: float, seed: int = 0) -> list[Row]:
    """Return rows of what the model says beside the difference, each with its interval.

    ``effect_size``: the difference in standard deviations (of robust t: in scales, which wild
    scores do not move), those of both systems averaged by their squares; of paired scores, that of
    the differences. ``ratio``: of two mean counts, by median
    and equal tails, which say the same of A over B as of B over A.
    ``difference_rating``: of mean levels, where the difference is one of the latent scale. Then
    the means, spreads and other parameters of both systems. All come from draws.
    """
    draws = fitted.sample(DRAWS, seed)
    rows: Found = []
    size = effect_size(fitted, draws, a, b)
    if size is not None:
        rows.append(("effect_size", {}, size))
    if fitted.unit == "count" and "mu" in draws.names:
        rows.append(("ratio", {}, draws.of("mu", system=b) / draws.of("mu", system=a)))
    if "difference_new" in draws.names:
        sign = _sign(fitted, a, b)
        rows.append(("difference_new", {}, sign * draws["difference_new"]))
    for name in ("mu", "rate", "theta"):
        of = {"statistic": fitted.of} if fitted.of else {}
        means = _by_system(draws, name, "posterior_mean", a, b)
        rows += [(called, {**at, **of}, values) for called, at, values in means]
    if "alpha" in draws.names or fitted.model == "count-poisson":
        rows += _spread_of_counts(draws, a, b)
    called = "scale" if "nu" in draws.names else "sd"  # Student's t has a larger sd than its scale
    if draws.dims.get("sigma") == ("system",):
        rows += _by_system(draws, "sigma", called, a, b)
    elif "sigma" in draws.names and not draws.dims.get("sigma"):
        rows.append((called, {"part": "differences"}, draws["sigma"]))
    if "threshold" in draws.names and draws.dims.get("threshold") == ("cut",):
        rows += _levels(draws, a, b)
    rows += [(called, {}, draws[name]) for name, called in SINGLE.items() if name in draws.names]
    if draws.dims.get("tau") == ("between",):
        for what in draws.coords["between"]:
            rows.append(("logit_spread", {"group": what}, draws.of("tau", between=what)))
    elif fitted.unit == "count" and "tau" in draws.names:
        rows.append(("item_spread", {}, draws["tau"]))
    return [draws_row(name, values, level, fitted.n, at) for name, at, values in rows]


def effect_size(fitted: Fit, draws: Draws, a: str, b: str) -> Floats | None:
    """Return draws of the difference in standard deviations; None where there are none."""
    if "sigma" not in draws.names:
        return None
    if "difference" in draws.names and not draws.dims.get("sigma"):
        return np.asarray(_sign(fitted, a, b) * draws["difference"] / draws["sigma"])
    if draws.dims.get("sigma") != ("system",) or draws.dims.get("mu") != ("system",):
        return None
    gap = draws.of("mu", system=b) - draws.of("mu", system=a)
    squares = draws.of("sigma", system=a) ** 2 + draws.of("sigma", system=b) ** 2
    return np.asarray(gap / np.sqrt(squares / 2))


def _sign(fitted: Fit, a: str, b: str) -> int:
    """Return 1 if B comes after A in the model, as its single differences have it."""
    return 1 if fitted.names.index(a) < fitted.names.index(b) else -1


def _by_system(draws: Draws, name: str, called: str, a: str, b: str) -> Found:
    if name not in draws.names or draws.dims.get(name) != ("system",):
        return []
    return [(called, {"system": s}, draws.of(name, system=s)) for s in (a, b)]


def _spread_of_counts(draws: Draws, a: str, b: str) -> Found:
    """Return standard deviations of counts, their skewness, and the variation beyond Poisson.

    The last is 1 / sqrt(shape): a shape has no finite mean where counts may be Poisson. Items that
    differ by a factor add to the variance, and their skewness is not given.
    """
    rows: Found = []
    for s in (a, b):
        mean = draws.of("mu", system=s)
        beyond = draws.of("alpha", system=s) ** -0.5 if "alpha" in draws.names else 0 * mean
        items = np.exp(draws["tau"] ** 2) if "tau" in draws.names else 1.0
        variance = mean + mean**2 * (items * (1 + beyond**2) - 1)
        rows.append(("sd", {"system": s}, np.sqrt(variance)))
        if "tau" not in draws.names:
            third = mean + 3 * mean**2 * beyond**2 + 2 * mean**3 * beyond**4
            rows.append(("skewness", {"system": s}, third / variance**1.5))
        if "alpha" in draws.names:
            rows.append(("variation", {"system": s}, beyond))
    return rows


def _levels(draws: Draws, a: str, b: str) -> Found:
    """Return the difference of mean ratings, and the share of each level, by system."""
    cuts = draws.coords["cut"]
    ratings = [int(cut - 0.5) for cut in cuts] + [int(cuts[-1] + 0.5)]
    means: list[Floats] = []
    rows: Found = []
    for s in (a, b):
        middle, sd = draws.of("mu", system=s)[..., None], draws.of("sigma", system=s)[..., None]
        below = special.ndtr((draws["threshold"] - middle) / sd)
        ends = np.concatenate([np.zeros_like(middle), below, np.ones_like(middle)], axis=-1)
        shares = np.diff(ends, axis=-1)
        means.append(shares @ np.array(ratings, np.float64))
        rows += [
            ("level_share", {"system": s, "category": str(rating)}, shares[..., k])
            for k, rating in enumerate(ratings)
        ]
    return [("difference_rating", {}, np.asarray(means[1] - means[0])), *rows]


def draws_row(
    quantity: str, values: Floats, level: float, n: int | None = None, at: At | None = None
) -> Row:
    """Return the mean and the highest-density interval of draws: chain by draw."""
    posterior = SampledPosterior(values if values.shape[0] > 1 else values[0])
    how: dict[str, Any] = {"at": at or {}, "level": level, "kind": "credible", "n": n}
    if quantity == "ratio":
        low, high = posterior.eti(level)
        middle = float(posterior.quantile(np.array(0.5)))
        return Row(quantity=quantity, estimate=middle, low=low, high=high, **how)
    low, high = posterior.hdi(level)
    return Row(quantity=quantity, estimate=posterior.mean, low=low, high=high, **how)
