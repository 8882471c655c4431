"""Densities before and after the data as lists of points, for pictures."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimwise.bayes.accuracies import accuracies
from claimwise.bayes.analysis import Analysis
from claimwise.bayes.posterior import Posterior
from claimwise.bayes.question import Region
from claimwise.bayes.sampled import SampledPosterior
from claimwise.kernels.arrays import Floats

POINTS = 201
FARTHEST = 2.0  # widths of the posterior that a picture is made wider for
EDGE = 5e-4  # of the posterior that a picture leaves out at either end
Curve = dict[str, Any]


def curves(
    analysis: Analysis,
    data: Any,
    names: tuple[str, str],
    rope: Region | None = None,
    earlier: Any = None,
) -> list[Curve]:
    """Return the density of each system's mean and of the difference, before and after.

    Each curve has ``of`` (a system, or "difference"), ``stage`` ("prior" or "posterior"), ``x``
    and ``density``. The prior is drawn where the posterior is: elsewhere it would be a flat line.
    No difference, and the region of equivalence, are in the picture unless they are far away.
    """
    after = analysis.posterior
    low, high = (float(end) for end in after.quantile(np.array([EDGE, 1 - EDGE])))
    span = high - low
    for point in (0.0, *(rope or ())):
        if low - FARTHEST * span < point < high + FARTHEST * span:
            low, high = min(low, point), max(high, point)
    x = np.linspace(*_padded(low, high), POINTS)
    before = analysis.before()
    found = [_curve("difference", "posterior", x, _density(after, x))]
    if before.is_proper:
        found.insert(0, _curve("difference", "prior", x, _density(before, x)))
    return [*_of_systems(analysis, data, names, earlier), *found]


def _of_systems(analysis: Analysis, data: Any, names: tuple[str, str], earlier: Any) -> list[Curve]:
    fitted = analysis.fitted
    if fitted is None:
        return _of_shares(analysis, data, names, earlier)
    if fitted.mean is None:
        return _of_draws(fitted.sample(4000, 0), names)
    found = []
    for name in names:
        posterior = fitted.mean(name)
        ends = posterior.quantile(np.array([EDGE, 1 - EDGE]))
        x = np.linspace(*_padded(float(ends[0]), float(ends[1])), POINTS)
        if fitted.mean_before is not None and earlier is None:
            found.append(_curve(name, "prior", x, _density(fitted.mean_before(name), x)))
        found.append(_curve(name, "posterior", x, _density(posterior, x)))
    return found


def _of_draws(draws: Any, names: tuple[str, str]) -> list[Curve]:
    which = next((n for n in ("mu", "theta") if draws.dims.get(n) == ("system",)), None)
    found = []
    for name in names if which else ():
        posterior = SampledPosterior(draws.of(which, system=name))
        x = np.linspace(*_padded(*posterior.hdi(0.999)), POINTS)
        found.append(_curve(name, "posterior", x, _density(posterior, x)))
    return found


def _of_shares(analysis: Analysis, data: Any, names: tuple[str, str], earlier: Any) -> list[Curve]:
    """Return Beta densities of both accuracies; of pairs, where it is known who was right."""
    found = []
    for name, (before, after) in zip(names, accuracies(analysis, data, earlier), strict=False):
        reach = 4.5 * after.sd
        x = np.linspace(max(1e-6, after.mean - reach), min(1 - 1e-6, after.mean + reach), POINTS)
        for stage, belief in (("prior", before), ("posterior", after)):
            found.append(_curve(name, stage, x, belief.density(x)))
    return found


def _density(posterior: Posterior, x: Floats) -> Floats:
    with np.errstate(over="ignore", invalid="ignore"):
        density = posterior.density(x)
    return np.nan_to_num(density, nan=0.0, posinf=0.0)


def _padded(low: float, high: float) -> tuple[float, float]:
    pad = 0.05 * (high - low)
    return low - pad, high + pad


def _curve(of: str, stage: str, x: Floats, density: Floats) -> Curve:
    return {"of": of, "stage": stage, "x": x.tolist(), "density": density.tolist()}
