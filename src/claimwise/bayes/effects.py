"""Sizes of a difference that need more than the difference: effect sizes, ratios, spreads."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimwise.bayes.draws import Draws
from claimwise.bayes.fit import Fit
from claimwise.bayes.sampled import SampledPosterior
from claimwise.core import Row, label, qualified
from claimwise.kernels.arrays import Floats

DRAWS = 20_000
# What each parameter is called in rows.
SPREADS = {"sigma": "sd", "alpha": "shape"}
SINGLE = {"nu": "normality", "tau": "item_spread", "rho": "correlation"}


def effect_rows(fitted: Fit, a: str, b: str, level: float, seed: int = 0) -> list[Row]:
    """Return rows of what the model says beside the difference, each with its interval.

    ``effect_size``: the difference in standard deviations, those of both systems averaged by their
    squares (of paired scores, that of the differences). ``ratio``: of two mean counts. Then means,
    standard deviations, shapes and normality themselves. All come from draws.
    """
    draws = fitted.sample(DRAWS, seed)
    rows: list[tuple[str, Floats]] = []
    size = effect_size(fitted, draws, a, b)
    if size is not None:
        rows.append(("effect_size", size))
    if fitted.unit == "count":
        rows.append(("ratio", draws.of("mu", system=b) / draws.of("mu", system=a)))
    for name in ("mu", "theta"):
        if name in draws.names and draws.dims.get(name) == ("system",):
            rows += [
                (qualified("posterior_mean", label(s)), draws.of(name, system=s)) for s in (a, b)
            ]
    for name, called in SPREADS.items():
        if name in draws.names and draws.dims.get(name) == ("system",):
            rows += [(qualified(called, label(s)), draws.of(name, system=s)) for s in (a, b)]
        elif name in draws.names and not draws.dims.get(name):
            rows.append((qualified(called, "differences"), draws[name]))
    rows += [(called, draws[name]) for name, called in SINGLE.items() if name in draws.names]
    return [draws_row(name, values, level, fitted.n) for name, values in rows]


def effect_size(fitted: Fit, draws: Draws, a: str, b: str) -> Floats | None:
    """Return draws of the difference in standard deviations; None where there are none."""
    if "sigma" not in draws.names:
        return None
    if "difference" in draws.names and not draws.dims.get("sigma"):
        sign = 1 if fitted.names.index(a) < fitted.names.index(b) else -1
        return np.asarray(sign * draws["difference"] / draws["sigma"])
    gap = draws.of("mu", system=b) - draws.of("mu", system=a)
    squares = draws.of("sigma", system=a) ** 2 + draws.of("sigma", system=b) ** 2
    return np.asarray(gap / np.sqrt(squares / 2))


def draws_row(name: str, values: Floats, level: float, n: int | None = None) -> Row:
    """Return the mean and the highest-density interval of draws: chain by draw."""
    posterior = SampledPosterior(values if values.shape[0] > 1 else values[0])
    low, high = posterior.hdi(level)
    how: dict[str, Any] = {"level": level, "kind": "credible", "n": n}
    return Row(estimand=name, estimate=posterior.mean, low=low, high=high, **how)
