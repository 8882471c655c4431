"""From a posterior on a grid to the posterior of one mean, of a difference, and to draws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from claimwise.bayes.gridded import GridPosterior
from claimwise.bayes.posterior import Posterior
from claimwise.bayes.structured import Axis, Group, Integral, log_sum
from claimwise.kernels.arrays import Floats

NEAR = 6.0  # standard deviations from 0, within which a mean may be near it
FINER = 8  # cells into which the step of a grid is cut before draws are taken from it
BATCH = 4_000_000  # numbers at a time


class Scale(Protocol):
    """How a location becomes the mean that is compared: itself, or its exponential."""

    def mean(self, location: Floats) -> Floats:
        """Return the mean at a location."""

    def location(self, mean: Floats) -> Floats:
        """Return the location of a mean; NaN where no mean can be."""


class SameScale:
    """The location is the mean."""

    def mean(self, location: Floats) -> Floats:
        """Return the location."""
        return location

    def location(self, mean: Floats) -> Floats:
        """Return the mean."""
        return mean


class LogScale:
    """The location is the log of the mean."""

    def mean(self, location: Floats) -> Floats:
        """Return the exponential."""
        return np.exp(location)

    def location(self, mean: Floats) -> Floats:
        """Return the logarithm."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(mean > 0, np.log(mean), np.nan)


class Marginals:
    """The log density of one group's mean given each node of what is shared."""

    def __init__(self, group: Group, scale: Scale) -> None:
        """Lay splines through the log densities at the nodes."""
        from scipy.interpolate import make_interp_spline

        self.scale = scale
        location = group.location.nodes()
        self.mean = scale.mean(location)
        self.logs = group.given_shared()  # (shared, locations), density of the location
        self.log_weights = group.location.log_weights()
        self.ends = location[0], location[-1]
        self._log = isinstance(scale, LogScale)
        # A floor keeps splines from ringing where a shared node makes data impossible.
        floored = np.maximum(self.logs, self.logs.max() - 300)
        self._spline = make_interp_spline(location, floored.T, k=5)

    def log_density(self, mean: Floats) -> Floats:
        """Return the log density of the mean: (shape of mean, shared)."""
        location = self.scale.location(mean)
        inside = (location >= self.ends[0]) & (location <= self.ends[1])
        logs = self._spline(np.where(inside, location, self.ends[0]))
        if self._log:
            logs = logs - np.where(inside, location, 0.0)[..., None]
        return np.where(inside[..., None], logs, -np.inf)

    def moments(self, log_weight: Floats) -> tuple[float, float]:
        """Return mean and standard deviation of the mean."""
        weight = np.exp(log_weight) @ np.exp(self.logs + self.log_weights)
        mean = float(weight @ self.mean / weight.sum())
        return mean, float(np.sqrt(weight @ (self.mean - mean) ** 2 / weight.sum()))


def posterior_of_location(found: Integral, group: int) -> GridPosterior:
    """Return the posterior of one group's location."""
    one = found.groups[group]
    logs = log_sum(one.given_shared() + found.log_weight[:, None], axis=0)
    logs = np.maximum(logs, logs.max() - 300)
    return GridPosterior(one.location.nodes(), logs, found.error)


def posterior_of_mean(found: Integral, group: int, scale: Scale) -> Posterior:
    """Return the posterior of one group's mean."""
    location = posterior_of_location(found, group)
    return location.exponential() if isinstance(scale, LogScale) else location


def posterior_of_difference(found: Integral, a: int, b: int, scale: Scale) -> GridPosterior:
    """Return the posterior of B minus A: given the shared nodes, a convolution.

    The group whose mean is known best gives the nodes: on its grid the other's density is smooth.
    Means that may be near 0 are never looked for below another's nodes, where their density ends
    abruptly: there the lower of the two gives the nodes.
    """
    first, second = (Marginals(found.groups[group], scale) for group in (a, b))
    (mean_a, sd_a), (mean_b, sd_b) = (m.moments(found.log_weight) for m in (first, second))
    by_a = _convolution(first, second, 1.0, found.log_weight)
    by_b = _convolution(second, first, -1.0, found.log_weight)
    near_zero = isinstance(scale, LogScale) and min(mean_a / sd_a, mean_b / sd_b) < NEAR

    def log_density(x: Floats) -> Floats:
        if not near_zero:
            return by_a(x) if sd_a <= sd_b else by_b(x)
        out = np.empty(x.shape)
        out[x >= 0], out[x < 0] = by_a(x[x >= 0]), by_b(x[x < 0])
        return out

    width = float(np.hypot(sd_a, sd_b))
    return GridPosterior.of(log_density, mean_b - mean_a, width, error=found.error)


def _convolution(
    known: Marginals, other: Marginals, sign: float, log_weight: Floats
) -> Callable[[Floats], Floats]:
    """Return the log density of the difference, as a sum over the nodes of one of the groups."""
    weights = known.logs + known.log_weights + log_weight[:, None]  # (shared, nodes)

    def log_density(x: Floats) -> Floats:
        out = np.empty(x.shape)
        size = max(1, BATCH // weights.size)
        for start in range(0, x.size, size):
            part = x[start : start + size]
            logs = other.log_density(known.mean[:, None] + sign * part)  # (nodes, x, shared)
            out[start : start + size] = log_sum(logs + weights.T[:, None, :], axis=(0, 2))
        return out

    return log_density


def draw(
    found: Integral, count: int, rng: np.random.Generator
) -> tuple[Floats, list[tuple[Floats, Floats]]]:
    """Return draws: nodes of the shared parameters, and (locations, scales) of each group.

    The shared parameters stay on their grid, which has the right moments; those of the groups are
    continuous.
    """
    weight = np.exp(found.log_weight)
    shares = np.cumsum(weight / weight.sum())
    places = np.searchsorted(shares, (np.arange(count) + rng.uniform()) / count)
    places = rng.permutation(np.minimum(places, weight.size - 1))
    groups = []
    for group in found.groups:
        location, scale = np.empty(count), np.empty(count)
        for node in np.unique(places):
            mine = np.flatnonzero(places == node)
            location[mine], scale[mine] = _draw_cell(group, group.logs[node], mine.size, rng)
        groups.append((location, scale))
    return found.shared[places], groups


def _draw_cell(
    group: Group, logs: Floats, count: int, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    fine = _upsampled(_upsampled(logs, 0), 1)
    total = np.cumsum(np.exp(fine - fine.max()).ravel())
    chosen = np.searchsorted(total, rng.uniform(size=count) * total[-1])
    rows, columns = np.unravel_index(np.minimum(chosen, total.size - 1), fine.shape)
    return (
        _jittered(group.location, rows, fine.shape[0], rng),
        _jittered(group.scale, columns, fine.shape[1], rng),
    )


def _upsampled(logs: Floats, axis: int) -> Floats:
    from scipy.interpolate import make_interp_spline

    count = logs.shape[axis]
    if count == 1:
        return logs
    spline = make_interp_spline(
        np.arange(count), np.maximum(logs, logs.max() - 500), k=3, axis=axis
    )
    return np.asarray(spline(np.linspace(0, count - 1, FINER * (count - 1) + 1)))


def _jittered(axis: Axis, places: Floats, count: int, rng: np.random.Generator) -> Floats:
    if count == 1:
        return np.full(places.shape, axis.low)
    step = (axis.high - axis.low) / (count - 1)
    t = axis.low + step * (places + rng.uniform(-0.5, 0.5, places.shape))
    return axis.center + axis.width * np.sinh(t) if axis.width else t
