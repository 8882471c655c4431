"""Densities before and after the data as lists of points, for pictures."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimwise.bayes.analysis import Analysis
from claimwise.bayes.posterior import Posterior
from claimwise.bayes.question import Region
from claimwise.bayes.sampled import SampledPosterior
from claimwise.data import IndependentCounts, PairCounts
from claimwise.kernels import beta
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
    found = [
        _curve("difference", "prior", x, _density(analysis.before(), x)),
        _curve("difference", "posterior", x, _density(after, x)),
    ]
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


def _tallies(data: Any) -> list[tuple[int, int]] | None:
    """Return right and wrong answers of A and of B; None where these are not known."""
    if isinstance(data, IndependentCounts):
        a, b = int(data.a), int(data.b)
        return [(a, data.n_a - a), (b, data.n_b - b)]
    if isinstance(data, PairCounts) and data.both is not None:
        both = int(data.both)
        a, b = both + int(data.losses), both + int(data.wins)
        return [(a, data.n - a), (b, data.n - b)]
    return None


def _of_shares(analysis: Analysis, data: Any, names: tuple[str, str], earlier: Any) -> list[Curve]:
    """Return Beta densities of both accuracies; of pairs, where it is known who was right."""
    prior = np.array(list(analysis.prior.parameters), float)
    tallies, before = _tallies(data), [(0, 0), (0, 0)] if earlier is None else _tallies(earlier)
    if tallies is None or before is None:
        return []
    base = [(prior[0], prior[1])] * 2
    if prior.size == 4:  # both right, only A, only B, both wrong
        base = [
            (prior[0] + prior[1], prior[2] + prior[3]),
            (prior[0] + prior[2], prior[1] + prior[3]),
        ]
    found = []
    for k, name in enumerate(names):
        hit, miss = tallies[k]
        up, down = base[k][0] + before[k][0], base[k][1] + before[k][1]
        mean = (hit + up) / (hit + miss + up + down)
        reach = 4.5 * np.sqrt(mean * (1 - mean) / (hit + miss + up + down + 1))
        x = np.linspace(max(1e-6, mean - reach), min(1 - 1e-6, mean + reach), POINTS)
        for stage, first, second in (("prior", up, down), ("posterior", hit + up, miss + down)):
            logs = beta.log_density(x, 1 - x, np.float64(first), np.float64(second))
            found.append(_curve(name, stage, x, np.exp(logs)))
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
