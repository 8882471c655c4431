"""From a posterior on a grid to the posterior of one mean, of a difference, and to draws."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Protocol

import numpy as np

from claimwise.bayes.gridded import GridPosterior
from claimwise.bayes.posterior import Posterior
from claimwise.bayes.structured import TOLERANCE, Axis, Group, Integral, log_sum
from claimwise.kernels.arrays import Flags, Floats, Ints

QUARTILES = 1.349  # standard deviations between the quartiles of a normal distribution
FINER_RULES = (1, 2, 4, 8, 16)
SHARP = 4.0  # the power of the ratio of distances at which one group's nodes hand over
FINER = 8  # cells into which the step of a grid is cut before draws are taken from it
UNHEARD = 23.0  # nats below the best shared node at which others change nothing: 1e-10
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
    """The log density of one group's mean given each node of what is shared.

    As a rule for sums it has the nodes of the group, or `finer` times as many.
    """

    def __init__(self, group: Group, scale: Scale, kept: Flags) -> None:
        """Lay splines through the log densities at the nodes, given the shared nodes `kept`."""
        from scipy.interpolate import make_interp_spline

        self.scale, self._axis = scale, group.location
        location = group.location.nodes()
        self.mean = scale.mean(location)
        self.logs = group.given_shared()[kept]  # (shared, locations), density of the location
        self.log_weights = group.location.log_weights()
        self.ends = location[0], location[-1]
        self._log = isinstance(scale, LogScale)
        # A floor keeps splines from ringing where a shared node makes data impossible.
        floored = np.maximum(self.logs, self.logs.max() - 300)
        self._spline = make_interp_spline(location, floored.T, k=5)

    def finer(self, times: int) -> Marginals:
        """Return the same densities with more nodes, by the splines."""
        made = copy(self)
        axis = self._axis.finer(times)
        location = axis.nodes()
        made.mean, made.log_weights = self.scale.mean(location), axis.log_weights()
        made.logs = np.asarray(self._spline(location)).T
        return made

    def log_spacing(self, mean: Floats) -> Floats:
        """Return the logs of about how far apart this group's nodes are at a mean."""
        axis, location = self._axis, self.scale.location(mean)
        step = (axis.high - axis.low) / max(axis.count - 1, 1)
        apart = np.log(step) + 0.5 * np.log(axis.width**2 + (location - axis.center) ** 2)
        return np.where(np.isnan(location), 0.0, apart + (location if self._log else 0.0))

    def quantiles(self, log_weight: Floats, shares: Floats) -> Floats:
        """Return about the points below which shares of the mean lie."""
        weight = np.exp(log_weight) @ np.exp(self.logs + self.log_weights)
        below = np.cumsum(weight) - weight / 2
        return np.interp(shares, below / weight.sum(), self.mean)

    def log_density(self, mean: Floats) -> Floats:
        """Return the log density of the mean: (shape of mean, shared)."""
        location = self.scale.location(mean)
        inside = (location >= self.ends[0]) & (location <= self.ends[1])
        logs = self._spline(np.where(inside, location, self.ends[0]))
        if self._log:
            logs = logs - np.where(inside, location, 0.0)[..., None]
        return np.where(inside[..., None], logs, -np.inf)


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

    It is a sum over the nodes of A where these lie closer, and over those of B where those do:
    in the long tail of one, the other's density would slip between its nodes.
    """
    kept = found.log_weight > found.log_weight.max() - UNHEARD
    log_weight = found.log_weight[kept] - log_sum(found.log_weight[kept])
    first, second = (Marginals(found.groups[group], scale, kept) for group in (a, b))
    shares = (np.arange(129) + 0.5) / 129
    points = [marginal.quantiles(log_weight, shares) for marginal in (first, second)]
    between = np.quantile(points[1][:, None] - points[0], [0.25, 0.5, 0.75])
    center, width = float(between[1]), float(between[2] - between[0]) / QUARTILES
    around = center + width * np.sinh(np.linspace(-3, 3, 25))

    def made(times: int, half: bool = False) -> Callable[[Floats], Floats]:
        by_a = _convolution(first.finer(times), second, 1.0, log_weight, half)
        by_b = _convolution(second.finer(times), first, -1.0, log_weight, half)
        return lambda x: np.logaddexp(by_a(x), by_b(x))

    for times in FINER_RULES:
        log_density = made(times)
        # Every second node alone: the whole rule has at most the square of its error.
        whole, part = np.exp(log_density(around)), np.exp(made(times, half=True)(around))
        error = float(np.trapezoid(np.abs(whole - part), around)) ** 2
        if error < TOLERANCE:
            break
    return GridPosterior.of(log_density, center, width, error=max(error, found.error))


def _convolution(
    known: Marginals, other: Marginals, sign: float, log_weight: Floats, half: bool
) -> Callable[[Floats], Floats]:
    """Return the log of one part of the density of the difference: a sum over nodes of a group.

    The part is where these lie closer than those of the other, with a smooth transition. With
    `half`, the sum is over every second node.
    """
    weights = known.logs + known.log_weights + log_weight[:, None]  # (shared, nodes)
    mean, spacing = known.mean, known.log_spacing(known.mean)
    if half:
        weights, mean, spacing = weights[:, ::2] + np.log(2), mean[::2], spacing[::2]

    def log_density(x: Floats) -> Floats:
        out = np.empty(x.shape)
        size = max(1, BATCH // weights.size)
        for start in range(0, x.size, size):
            there = mean[:, None] + sign * x[start : start + size]  # (nodes, x)
            part = -np.logaddexp(0, SHARP * (spacing[:, None] - other.log_spacing(there)))
            logs = other.log_density(there) + part[..., None]  # (nodes, x, shared)
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
    even = (np.arange(count) + rng.uniform(size=count)) / count  # one draw in each equal share
    chosen = rng.permutation(np.searchsorted(total, even * total[-1]))
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


def _jittered(axis: Axis, places: Ints, count: int, rng: np.random.Generator) -> Floats:
    if count == 1:
        return np.full(places.shape, axis.low)
    step = (axis.high - axis.low) / (count - 1)
    return axis.at(axis.low + step * (places + rng.uniform(-0.5, 0.5, places.shape)))
