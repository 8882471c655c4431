"""The cumulative link mixed model: Laplace's approximation, its gradient, and the fit.

A latent score x b + z L u + noise is cut at thresholds into ordered categories. For given
parameters the random effects u are found by Newton's method; the integral over them is
approximated at that mode. The outer gradient is exact, by the adjoint of the mode's equation.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.compiled import compiled
from claimwise.kernels.mixed.blocks import (
    Factors,
    eliminate,
    gather,
    invert,
    scale,
    solve,
    spread,
    times,
)
from claimwise.kernels.mixed.deviance import across, empty_triangles, place
from claimwise.kernels.mixed.layout import Layout
from claimwise.kernels.mixed.links import between, density
from claimwise.kernels.mixed.search import Found, minimise
from claimwise.kernels.mixed.vectors import add, copy, dot, fill, largest, row, times_vector

LEAST = 1e-290  # a probability below this stops a step
CLOSE = 1e-10  # of a step to the mode: nothing is gained by taking it
MOST = 60  # steps to the mode


class Ordinal(NamedTuple):
    """What the fixed effects of a design, a response and its scale bring in."""

    x: Floats  # (n, p)
    y: Ints  # (n,) category 0, 1, ...
    link: int
    cuts: Floats  # (thresholds, parameters): thresholds are cuts @ (first, exp(second), ...)


class Mode(NamedTuple):
    """What each observation looks like at the mode of the random effects."""

    xi: Floats  # linear predictor
    chance: Floats  # probability of the observed category
    slope: Floats  # first derivative of the loss by xi
    weight: Floats  # second derivative


@compiled
def thresholds(data: Ordinal, parameters: Floats) -> tuple[Floats, Floats]:
    """Return the thresholds, and their derivatives by the parameters."""
    a = data.cuts.shape[1]
    slopes = data.cuts.copy()
    out = np.zeros(len(data.cuts))
    for k in range(a):
        factor = 1.0 if k == 0 else math.exp(parameters[k])
        for j in range(len(out)):
            out[j] += data.cuts[j, k] * (parameters[k] if k == 0 else factor)
            slopes[j, k] *= factor
    return out, slopes


@compiled
def edges(cuts: Floats, k: int, xi: float) -> tuple[float, float]:
    """Return the upper and the lower edge of a category, seen from xi."""
    upper = cuts[k] - xi if k < len(cuts) else np.inf
    lower = cuts[k - 1] - xi if k > 0 else -np.inf
    return upper, lower


@compiled
def loss(data: Ordinal, cuts: Floats, xi: Floats, chance: Floats) -> float:
    """Return minus the log-likelihood given the random effects; writes each probability."""
    total = 0.0
    for i in range(len(xi)):
        upper, lower = edges(cuts, data.y[i], xi[i])
        p = between(data.link, upper, lower)
        if not p > LEAST:
            return np.inf
        chance[i] = p
        total -= math.log(p)
    return total


@compiled
def derivatives(
    data: Ordinal, cuts: Floats, xi: Floats, chance: Floats, slope: Floats, weight: Floats
) -> None:
    """Write the first and second derivative of the loss by xi."""
    for i in range(len(xi)):
        upper, lower = edges(cuts, data.y[i], xi[i])
        f1, g1, _ = density(data.link, upper)
        f2, g2, _ = density(data.link, lower)
        a = (f1 - f2) / chance[i]
        slope[i] = a
        weight[i] = max(0.0, a * a - (g1 - g2) / chance[i])


@compiled
def to_mode(
    layout: Layout, data: Ordinal, cuts: Floats, fixed: Floats, t: Floats, u: Floats
) -> tuple[float, Mode, Factors]:
    """Move u to the mode; return the penalised loss there, what was seen there, and H.

    Newton's method with halved steps: for log-concave links it arrives from any start. The loss
    is infinite where it does not.
    """
    n = len(fixed)
    mode = Mode(fixed.copy(), np.empty(n), np.empty(n), np.empty(n))
    add(mode.xi, 1.0, times(layout, t, row(u))[0])
    value = loss(data, cuts, mode.xi, mode.chance) + 0.5 * dot(u, u)
    if value == np.inf:  # too far: start from the middle
        fill(u, 0.0)
        copy(fixed, mode.xi)
        value = loss(data, cuts, mode.xi, mode.chance)
    fill(mode.weight, 1.0)
    steps = 0
    while True:
        if value < np.inf:
            derivatives(data, cuts, mode.xi, mode.chance, mode.slope, mode.weight)
        factors = eliminate(layout, t, mode.weight)
        if value == np.inf or steps == MOST:
            return np.inf, mode, factors
        steps_of = gather(layout, t, row(mode.slope))
        step = steps_of[0]
        add(step, 1.0, u)
        solve(layout, factors, steps_of)
        if largest(step) < CLOSE:
            return value, mode, factors
        steps += 1
        length, new = 1.0, np.inf
        while length > 1e-10:
            moved = u.copy()
            add(moved, -length, step)
            copy(fixed, mode.xi)
            add(mode.xi, 1.0, times(layout, t, row(moved))[0])
            new = loss(data, cuts, mode.xi, mode.chance) + 0.5 * dot(moved, moved)
            if new <= value + 1e-12 * abs(value):
                break
            length *= 0.5
            new = np.inf
        value = new
        copy(moved, u)


@compiled
def laplace(
    layout: Layout, data: Ordinal, parameters: Floats, entries: Ints, lam: Floats, u: Floats
) -> tuple[float, Floats]:
    """Return minus the approximate log-likelihood and its gradient; infinite without a mode.

    Parameters are those of the thresholds, of x, and the entries of L. `u` is where the search
    for the mode starts, and then the mode.
    """
    a, p = data.cuts.shape[1], data.x.shape[1]
    gradient = np.zeros(len(parameters))
    place(parameters[a + p :], entries, lam)
    t = scale(layout, lam)
    cuts, by_parameters = thresholds(data, parameters)
    fixed = times_vector(data.x, parameters[a : a + p])
    value, mode, factors = to_mode(layout, data, cuts, fixed, t, u)
    if value == np.inf:
        return value, gradient
    value += 0.5 * factors.logdet
    n = len(fixed)
    leverage = np.empty(n)
    change = spread(layout, t, mode.weight, invert(layout, factors), leverage)
    third = np.empty(n)
    for i in range(n):
        third[i] = 0.5 * leverage[i] * _third(data, cuts, mode, i)
    adjoint = gather(layout, t, row(third))
    solve(layout, factors, adjoint)
    along = times(layout, t, adjoint)[0]
    slopes = np.empty((2, n))  # of the loss, all in all and as far as it depends on the mode
    for i in range(n):
        slopes[0, i] = mode.slope[i] + third[i] - mode.weight[i] * along[i]
        slopes[1, i] = mode.slope[i]
        for j in range(p):
            gradient[a + j] += slopes[0, i] * data.x[i, j]
    by_cuts = _by_cuts(data, cuts, mode, leverage, along)
    for j in range(a):
        for c in range(len(cuts)):
            gradient[j] += by_cuts[c] * by_parameters[c, j]
    by_effects = gather(layout, layout.z, slopes)
    for k in range(len(entries)):
        g, r, c = entries[k]
        total = change[g, r, c]
        total += across(layout, g, by_effects[0], r, u, c)
        gradient[a + p + k] = total - across(layout, g, by_effects[1], r, adjoint[0], c)
    return value, gradient


@compiled
def _third(data: Ordinal, cuts: Floats, mode: Mode, i: int) -> float:
    """Return the third derivative of an observation's loss by xi."""
    upper, lower = edges(cuts, data.y[i], mode.xi[i])
    _, g1, h1 = density(data.link, upper)
    _, g2, h2 = density(data.link, lower)
    p, a = float(mode.chance[i]), float(mode.slope[i])
    return 2.0 * a**3 - 3.0 * a * (g1 - g2) / p + (h1 - h2) / p


@compiled
def _by_cuts(data: Ordinal, cuts: Floats, mode: Mode, leverage: Floats, along: Floats) -> Floats:
    """Return the derivative by each threshold."""
    out = np.zeros(len(cuts))
    for i in range(len(along)):
        k, s, p = data.y[i], mode.slope[i], mode.chance[i]
        upper, lower = edges(cuts, k, mode.xi[i])
        f1, g1, h1 = density(data.link, upper)
        f2, g2, h2 = density(data.link, lower)
        b = (g1 - g2) / p
        if k < len(cuts):
            ds, db = (g1 - s * f1) / p, (h1 - b * f1) / p
            out[k] += -f1 / p + 0.5 * leverage[i] * (2.0 * s * ds - db) - along[i] * ds
        if k > 0:
            ds, db = -(g2 - s * f2) / p, -(h2 - b * f2) / p
            out[k - 1] += f2 / p + 0.5 * leverage[i] * (2.0 * s * ds - db) - along[i] * ds
    return out


def fit(
    layout: Layout,
    data: Ordinal,
    entries: Ints,
    start: Floats,
    inverse: Floats,
    u: Floats,
    tolerance: float,
    most: int,
) -> Found:
    """Return where minus the log-likelihood is lowest; `u` follows the mode of the effects."""
    lam = empty_triangles(layout)
    return minimise(
        lambda parameters: laplace(layout, data, parameters, entries, lam, u),
        start,
        inverse,
        tolerance,
        most,
    )


def information(
    layout: Layout, data: Ordinal, entries: Ints, parameters: Floats, u: Floats, central: bool
) -> Floats:
    """Return the Hessian of minus the log-likelihood, by differences of its gradient.

    One-sided differences take half the time, and are exact to some four digits.
    """
    k = len(parameters)
    lam = empty_triangles(layout)
    hessian = np.empty((k, k))
    below = laplace(layout, data, parameters, entries, lam, u.copy())[1]
    for j in range(k):
        step = (1e-4 if central else 1e-6) * max(1.0, abs(parameters[j]))
        moved, mode, width = parameters.copy(), u.copy(), step
        moved[j] += step
        above = laplace(layout, data, moved, entries, lam, mode)[1]
        if central:
            moved[j] -= 2.0 * step
            below, width = laplace(layout, data, moved, entries, lam, mode)[1], 2.0 * step
        hessian[j] = (above - below) / width
    return np.asarray((hessian + hessian.T) / 2.0)
