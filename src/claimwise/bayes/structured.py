"""Posteriors of groups that are independent given what they share, by quadrature.

Each group has a location (its mean, or the log of it) and a scale; all share a few parameters
(normality, thresholds) or none. Given the shared ones, groups are independent: the posterior is
a sum over nodes of the shared parameters of products of two-dimensional integrals. Trapezoid rules
on smooth functions that decay at both ends converge exponentially; halving the step at least
squares the error, which is how it is estimated.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import Protocol

import numpy as np
from scipy import special

from claimwise.core import FitError
from claimwise.kernels.arrays import Floats

NEGLIGIBLE = 36.0  # nats below the top at which a grid ends
FADED = 3.2  # where the slope of a bounded coordinate is below exp(-36)
COARSE = (25, 17, 9)  # nodes for location, scale and each shared parameter while searching
FINE = (41, 41, 65)
LARGEST = (321, 161, 181)
TOLERANCE = 1e-8


class GroupModel(Protocol):
    """What a model has to say: log densities on grids, and where to begin."""

    @property
    def groups(self) -> int:
        """How many groups."""

    @property
    def shared_ranges(self) -> list[tuple[float, float]]:
        """The widest range of each shared parameter."""

    @property
    def scale_range(self) -> tuple[float, float] | None:
        """The widest range of a scale; None where groups have no scale."""

    @property
    def scale_is_cut(self) -> bool:
        """Whether the prior of a scale ends abruptly where its range does."""

    def location_start(self, group: int) -> tuple[float, float, float, float]:
        """Return about the centre and the width of a location, and its widest range."""

    def log_shared(self, shared: Floats) -> Floats:
        """Return the log prior of shared parameters (nodes, parameters)."""

    def log_group(self, group: int, shared: Floats, location: Floats, scale: Floats) -> Floats:
        """Return log likelihood and log prior of a group: (nodes, locations, scales)."""


@dataclass(slots=True)
class Axis:
    """A trapezoid rule: equal steps from `low` to `high` in a coordinate of the parameter.

    With a `width` the parameter is center + width sinh(t), so that steps grow towards the ends.
    Between two `bounds`, where a density may end abruptly, it is a logistic function of pi sinh(t):
    the integrand then fades away at either end of t (Takahasi and Mori 1974).
    """

    low: float
    high: float
    count: int
    center: float = 0.0
    width: float = 0.0
    bounds: tuple[float, float] | None = None

    @classmethod
    def between(cls, low: float, high: float, count: int) -> Axis:
        """Return a rule for a parameter whose density ends abruptly at both bounds."""
        return cls(-FADED, FADED, count, bounds=(low, high))

    def at(self, t: Floats) -> Floats:
        """Return the parameter at a coordinate."""
        if self.bounds is not None:
            low, high = self.bounds
            inside = low + (high - low) * special.expit(np.pi * np.sinh(t))
            return np.clip(inside, low, high)  # rounding may lead past the end
        return np.asarray(self.center + self.width * np.sinh(t) if self.width else t)

    def nodes(self) -> Floats:
        """Return the parameter at the nodes."""
        return self.at(self._coordinates())

    def log_weights(self) -> Floats:
        """Return the logs of the weights of the rule."""
        if self.count == 1:
            return np.zeros(1)
        t = self._coordinates()
        step = np.log(t[1] - t[0])
        if self.bounds is not None:
            length, u = np.log(self.bounds[1] - self.bounds[0]), np.pi * np.sinh(t)
            slope = special.log_expit(u) + special.log_expit(-u) + np.log(np.pi * np.cosh(t))
            return np.asarray(step + length + slope)
        return step + np.log(self.width * np.cosh(t)) if self.width else np.full(t.shape, step)

    def finer(self, times: int) -> Axis:
        """Return the same rule with so many steps in place of each."""
        return replace(self, count=times * (self.count - 1) + 1)

    def _coordinates(self) -> Floats:
        return np.linspace(self.low, self.high, self.count)

    def narrowed(self, profile: Floats) -> bool:
        """Keep what is not negligible, with a neighbour at either side; whether much changed."""
        if self.count == 1:
            return False
        t = np.linspace(self.low, self.high, self.count)
        kept = np.flatnonzero(profile > profile.max() - NEGLIGIBLE)
        first, last = max(kept[0] - 1, 0), min(kept[-1] + 1, self.count - 1)
        before = self.high - self.low
        self.low, self.high = float(t[first]), float(t[last])
        return self.high - self.low < 0.75 * before


@dataclass(slots=True)
class Group:
    """One group on its grid, given each node of what is shared."""

    location: Axis
    scale: Axis
    logs: Floats  # (shared, location, scale), weights of the rule included
    total: Floats  # (shared,): log integral over location and scale

    def given_shared(self) -> Floats:
        """Return the log density of the location at its nodes, given each shared node."""
        over_scale = log_sum(self.logs, axis=2) - self.location.log_weights()
        possible = np.isfinite(self.total)[:, None]
        return np.where(possible, over_scale - np.where(possible, self.total[:, None], 0), -np.inf)


@dataclass(slots=True)
class Integral:
    """The posterior on its grid."""

    shared: Floats  # (nodes, parameters)
    log_weight: Floats  # (nodes,): posterior weight of each, summing to 1
    groups: list[Group]
    log_marginal: float
    error: float


def log_sum(logs: Floats, axis: int | tuple[int, ...] | None = None) -> Floats:
    """Return the log of the sum of exponentials, without the overhead of the general one."""
    top = np.max(logs, axis=axis, keepdims=True)
    top = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore"):
        total = np.log(np.sum(np.exp(logs - top), axis=axis))
    return np.asarray(total + np.squeeze(top, axis=axis))


def integrate(model: GroupModel) -> Integral:
    """Find where the posterior is, integrate it, and refine until the error is small."""
    shared = [Axis(low, high, COARSE[2]) for low, high in model.shared_ranges]
    axes = []
    for group in range(model.groups):
        center, width, low, high = model.location_start(group)
        ends = np.arcsinh((np.array([low, high]) - center) / width)
        location = Axis(float(ends[0]), float(ends[1]), COARSE[0], center, width)
        span = model.scale_range
        kind = Axis.between if model.scale_is_cut else Axis
        scale = kind(*span, COARSE[1]) if span is not None else Axis(0.0, 0.0, 1)
        axes.append((location, scale))
    _search(model, shared, axes)
    counts = [[FINE[0], FINE[1]] for _ in axes], [FINE[2] for _ in shared]
    for _ in range(6):
        for (location, scale), (first, second) in zip(axes, counts[0], strict=True):
            location.count = first
            scale.count = second if scale.count > 1 else 1
        for axis, count in zip(shared, counts[1], strict=True):
            axis.count = count
        found = _evaluate(model, shared, axes)
        if not _refined(found, shared, counts):
            return found
    return found


def _search(model: GroupModel, shared: list[Axis], axes: list[tuple[Axis, Axis]]) -> None:
    for _ in range(16):
        found = _evaluate(model, shared, axes)
        if not np.isfinite(found.log_marginal):
            raise FitError(
                "The posterior",
                "data that are possible under the model and its prior",
                "a likelihood of 0 everywhere",
                "Use a wider prior.",
            )
        again = False
        for group, (location, scale) in zip(found.groups, axes, strict=True):
            possible = np.isfinite(group.total)
            others = np.where(
                possible, found.log_weight - np.where(possible, group.total, 0), -np.inf
            )
            worth = group.logs + others[:, None, None]
            again |= location.narrowed(worth.max(axis=(0, 2)))
            again |= scale.narrowed(worth.max(axis=(0, 1)))
        grid = found.log_weight.reshape([axis.count for axis in shared])
        for place, axis in enumerate(shared):
            rest = tuple(k for k in range(len(shared)) if k != place)
            again |= axis.narrowed(grid.max(axis=rest))
        if not again:
            return


def _evaluate(model: GroupModel, shared: list[Axis], axes: list[tuple[Axis, Axis]]) -> Integral:
    every = list(product(*(axis.nodes() for axis in shared)))
    nodes = np.array(every, np.float64).reshape(len(every), len(shared))
    rules = [sum(weights) for weights in product(*(axis.log_weights() for axis in shared))]
    log_weight = model.log_shared(nodes) + np.array(rules)  # without shared ones: a single node
    groups = []
    for place, (location, scale) in enumerate(axes):
        logs = model.log_group(place, nodes, location.nodes(), scale.nodes())
        logs = logs + location.log_weights()[:, None] + scale.log_weights()
        total = log_sum(logs, axis=(1, 2))
        groups.append(Group(location, scale, logs, np.asarray(total)))
        log_weight = log_weight + total
    log_marginal = float(log_sum(log_weight))
    return Integral(nodes, log_weight - log_marginal, groups, log_marginal, np.nan)


def _refined(
    found: Integral, shared: list[Axis], counts: tuple[list[list[int]], list[int]]
) -> bool:
    """Double the rules whose error is not yet small; whether any was. Note the error on the way."""
    again, worst = False, 0.0
    for place, group in enumerate(found.groups):
        weight = np.exp(found.log_weight)
        for axis, which in ((1, 0), (2, 1)):
            if group.logs.shape[axis] == 1:
                continue
            every = np.take(group.logs, np.arange(0, group.logs.shape[axis], 2), axis=axis)
            with np.errstate(invalid="ignore"):
                half = log_sum(every, axis=(1, 2)) + np.log(2) - group.total
            change = np.where(weight > 0, np.abs(np.expm1(half)), 0.0)
            error = float(weight @ change) ** 2
            worst = max(worst, error)
            if error > TOLERANCE and counts[0][place][which] < LARGEST[which]:
                counts[0][place][which] = _more(counts[0][place][which])
                again = True
        error = _between_nodes(found, group)
        worst = max(worst, error)
        if error > TOLERANCE and counts[0][place][0] < LARGEST[0]:
            counts[0][place][0] = max(counts[0][place][0], _more(group.location.count))
            again = True
    grid = found.log_weight.reshape([axis.count for axis in shared])
    for place in range(len(shared)):
        every = np.take(grid, np.arange(0, grid.shape[place], 2), axis=place)
        error = float(np.abs(np.expm1(log_sum(every) + np.log(2)))) ** 2
        worst = max(worst, error)
        if error > TOLERANCE and counts[1][place] < LARGEST[2] ** (1 / len(shared)) * 2:
            counts[1][place] = _more(counts[1][place])
            again = True
    found.error = worst
    return again


def _between_nodes(found: Integral, group: Group) -> float:
    """Return the error of a spline through the density of the location.

    A spline of degree 5 through every second node misses those between by some 64 times as much
    as one through all nodes misses what is between them.
    """
    from scipy.interpolate import make_interp_spline

    density = log_sum(group.given_shared() + found.log_weight[:, None], axis=0)
    density = np.maximum(density, density.max() - 2 * NEGLIGIBLE)
    location, weight = group.location.nodes(), np.exp(group.location.log_weights())
    spline = make_interp_spline(location[::2], density[::2], k=5)
    guess = np.minimum(spline(location[1::2]), density.max() + 1)
    missed = np.abs(np.exp(guess) - np.exp(density[1::2]))
    return float(2 * weight[1::2] @ missed / 64)


def _more(count: int) -> int:
    """Return half as many nodes again, an odd number."""
    return (count * 3 // 2) | 1
