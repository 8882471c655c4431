"""Adaptive Gauss-Hermite quadrature: the cumulative link model with one grouping factor.

With one grouping factor the likelihood is a product of small integrals, one for each level. Each
is summed over a grid of nodes around the mode of the level's effects, as wide as the curvature
there says (Pinheiro & Bates 1995, J. Comput. Graph. Stat. 4:12). One node is Laplace's
approximation; more take its bias away, at nodes^q times the work for q effects a level. Unfit for
several factors, nested or crossed: there the integral does not fall into small ones.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from claimwise.core import ParameterError
from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.compiled import compiled
from claimwise.kernels.mixed import laplace as one_node
from claimwise.kernels.mixed.blocks import Factors, scale
from claimwise.kernels.mixed.deviance import place
from claimwise.kernels.mixed.laplace import Ordinal, edges, thresholds, to_mode
from claimwise.kernels.mixed.layout import Layout
from claimwise.kernels.mixed.links import between
from claimwise.kernels.mixed.search import minimise
from claimwise.kernels.mixed.vectors import times_vector

MOST_NODES = 100  # for each effect
TOLERANCE = 1e-12  # of the log-likelihood
MOST = 500  # evaluations of it and its gradient
STEP = 3e-5  # of central differences


class Grid(NamedTuple):
    """Nodes for one effect, in units of its spread."""

    points: Floats  # (nodes,) times the square root of 2 these are standard deviations
    logs: Floats  # (nodes,) logarithms of the weights, which sum to 1, plus the points squared


def quadrature(
    layout: Layout, data: Ordinal, parameters: Floats, entries: Ints, nodes: int
) -> float:
    """Return minus the log-likelihood; infinite where the effects have no mode.

    Parameters are those of `laplace`, whose value this is with one node.
    """
    return value(layout, data, parameters, entries, _grid(layout, nodes), _effects(layout))


def fit_quadrature(
    layout: Layout, data: Ordinal, entries: Ints, start: Floats, nodes: int
) -> tuple[Floats, float]:
    """Return the best parameters and minus the log-likelihood there.

    Laplace's approximation is fitted first, from `start`. The value is infinite where the model
    has none at `start`.
    """
    grid, u = _grid(layout, nodes), _effects(layout)
    unit = np.eye(len(start))
    found, least, *_ = one_node.fit(layout, data, entries, start, unit, u, TOLERANCE, MOST)
    if nodes == 1 or not np.isfinite(least):
        return found, least
    hessian = one_node.information(layout, data, entries, found, u, True)
    return climb_down(layout, data, entries, found, _inverse(hessian), grid, u)


def _grid(layout: Layout, nodes: int) -> Grid:
    if len(layout.q) != 1:
        raise ParameterError(
            "quadrature",
            "one grouping factor",
            f"{len(layout.q)}",
            "Use Laplace's approximation (1 node).",
        )
    if not 1 <= nodes <= MOST_NODES:
        raise ParameterError("quadrature", f"1 to {MOST_NODES} nodes", f"{nodes}")
    points, weights = np.polynomial.hermite.hermgauss(nodes)
    return Grid(points, np.log(weights / weights.sum()) + points**2)


def _effects(layout: Layout) -> Floats:
    return np.zeros(int(layout.u_at[-1]))


def _inverse(hessian: Floats) -> Floats:
    """Return the inverse of a Hessian, made positive where it is flat or bent the wrong way."""
    if not np.isfinite(hessian).all():
        return np.eye(len(hessian))
    values, vectors = np.linalg.eigh(hessian)
    values = np.maximum(np.abs(values), 1e-6 * np.abs(values).max(initial=1.0))
    return np.ascontiguousarray((vectors / values) @ vectors.T)


@compiled
def value(
    layout: Layout, data: Ordinal, parameters: Floats, entries: Ints, grid: Grid, u: Floats
) -> float:
    """Return minus the log-likelihood.

    `u` is where the search for the mode starts, and then the mode.
    """
    a, p, q = data.cuts.shape[1], data.x.shape[1], layout.q[0]
    lam = np.zeros((1, q, q))
    place(parameters[a + p :], entries, lam)
    t = scale(layout, lam)
    cuts, _ = thresholds(data, parameters)
    fixed = times_vector(data.x, parameters[a : a + p])
    found, _, factors = to_mode(layout, data, cuts, fixed, t, u)
    if found == np.inf:
        return found
    at_mode, there = np.empty(layout.levels[0]), np.empty(layout.levels[0])
    _heights(layout, data, cuts, fixed, t, u, at_mode)
    sums = np.zeros(layout.levels[0])
    moved, x = np.empty(len(u)), np.empty(q)
    for node in range(len(grid.points) ** q):
        weight, rest = 0.0, node
        for r in range(q):
            x[r] = grid.points[rest % len(grid.points)]
            weight += grid.logs[rest % len(grid.points)]
            rest //= len(grid.points)
        _move(factors, x, u, moved)
        _heights(layout, data, cuts, fixed, t, moved, there)
        for j in range(len(sums)):  # no level is higher than at its mode: nothing overflows
            sums[j] += math.exp(weight + at_mode[j] - there[j])
    total = found + 0.5 * factors.logdet
    for j in range(len(sums)):
        total -= math.log(sums[j])
    return total


@compiled
def _move(factors: Factors, x: Floats, u: Floats, out: Floats) -> None:
    """Write the effects at a node: the mode, and x in units of each level's spread."""
    q = len(x)
    for j in range(len(factors.first)):
        block, at = factors.first[j], j * q
        for r in range(q - 1, -1, -1):  # the transposed factor turns the other way round
            total = math.sqrt(2.0) * x[r]
            for k in range(r + 1, q):
                total -= block[k, r] * out[at + k]
            out[at + r] = total / block[r, r]
    for k in range(len(u)):
        out[k] += u[k]


@compiled
def _heights(
    layout: Layout,
    data: Ordinal,
    cuts: Floats,
    fixed: Floats,
    t: Floats,
    u: Floats,
    out: Floats,
) -> None:
    """Write each level's penalised loss at some effects."""
    q = layout.q[0]
    for j in range(len(out)):
        out[j] = 0.0
        for r in range(q):
            out[j] += 0.5 * u[j * q + r] ** 2
    for i in range(len(fixed)):
        j, xi = layout.codes[i, 0], fixed[i]
        for r in range(q):
            xi += t[i, r] * u[j * q + r]
        upper, lower = edges(cuts, data.y[i], xi)
        chance = between(data.link, upper, lower)
        out[j] -= math.log(chance) if chance > 0.0 else -np.inf


def slopes(
    layout: Layout, data: Ordinal, parameters: Floats, entries: Ints, grid: Grid, u: Floats
) -> Floats:
    """Return the gradient by central differences; `u` is the mode, and stays."""
    out, moved = np.empty(len(parameters)), parameters.copy()
    for k in range(len(parameters)):
        step = STEP * max(1.0, abs(parameters[k]))
        moved[k] = parameters[k] + step
        above = value(layout, data, moved, entries, grid, u.copy())
        moved[k] = parameters[k] - step
        below = value(layout, data, moved, entries, grid, u.copy())
        moved[k] = parameters[k]
        out[k] = (above - below) / (2.0 * step)
    return out


def climb_down(
    layout: Layout,
    data: Ordinal,
    entries: Ints,
    start: Floats,
    inverse: Floats,
    grid: Grid,
    u: Floats,
) -> tuple[Floats, float]:
    """Return the parameters at which the value is least, and the value."""

    def negative(parameters: Floats) -> tuple[float, Floats]:
        found = value(layout, data, parameters, entries, grid, u)
        if not math.isfinite(found):
            return found, np.zeros(len(parameters))
        return found, slopes(layout, data, parameters, entries, grid, u)

    found = minimise(negative, start, inverse, TOLERANCE, MOST)
    return found.x, found.value
