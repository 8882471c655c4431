"""The linear mixed model: profiled deviance, its gradient, and the fit of one response.

y = X b + Z L u + e with u ~ N(0, s^2 I), e ~ N(0, s^2 I): b and s^2 are profiled out, so that the
search is over the entries of L alone (Bates et al. 2015, J. Stat. Softw. 67:1; the gradient by the
envelope theorem). Only cross products enter; of a new response only Z'y, X'y and y'y are needed.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.compiled import compiled
from claimwise.kernels.mixed.blocks import (
    Inverse,
    eliminate,
    gather,
    invert,
    scale,
    solve,
    spread,
    times,
    trace,
)
from claimwise.kernels.mixed.layout import Layout
from claimwise.kernels.mixed.search import DONE, Found, minimise
from claimwise.kernels.mixed.vectors import add, copy, dot, row, times_vector

SINGULAR = 1e-3  # entries on L's diagonal below this are not divided by


class Linear(NamedTuple):
    """What the fixed effects of a design and a response bring in."""

    columns: Floats  # (p + 1, n) those of X, and the response
    products: Floats  # (p + 1, p + 1) of these
    crossed: Floats  # (p + 1, effects) Z' of these
    ones: Floats  # (n,) the weights of all observations
    reml: bool

    @classmethod
    def of(cls, layout: Layout, x: Floats, y: Floats, *, reml: bool) -> Linear:
        """Take the columns of X (n, p) and a response."""
        columns = np.ascontiguousarray(np.vstack([x.T, y]))
        crossed = gather(layout, layout.z, columns)
        return cls(columns, columns @ columns.T, crossed, np.ones(len(y)), reml)


class Parts(NamedTuple):
    """The deviance at some L, in parts."""

    logdet: float  # of H
    logdet_x: float  # of X' V^-1 X
    rss: float  # penalised residual sum of squares
    beta: Floats
    covariance: Floats  # of beta over s^2
    u: Floats
    by_logdet: Floats  # derivatives by entries of L: of both log-determinants (REML), or one (ML)
    by_rss: Floats


@compiled
def place(theta: Floats, entries: Ints, lam: Floats) -> None:
    """Write parameters to their places (factor, row, column) in L."""
    for k in range(len(theta)):
        lam[entries[k, 0], entries[k, 1], entries[k, 2]] = theta[k]


@compiled
def parts(layout: Layout, data: Linear, lam: Floats, entries: Ints) -> Parts:
    """Return the parts of the deviance and of its gradient."""
    p = len(data.columns) - 1
    t = scale(layout, lam)
    factors = eliminate(layout, t, data.ones)
    right = turned_effects(layout, lam, data.crossed)  # T' of X and y
    solved = right.copy()
    solve(layout, factors, solved)  # H^-1 T' of X and y, which is T' V^-1 of them
    xvx, xvy = np.empty((p, p)), np.empty(p)
    for a in range(p):
        for b in range(p):
            xvx[a, b] = data.products[a, b] - dot(right[a], solved[b])
        xvy[a] = data.products[a, p] - dot(right[a], solved[p])
    logdet_x = invert_in_place(xvx)
    beta = times_vector(xvx, xvy)
    error = data.columns[p].copy()
    for a in range(p):  # from the response to what the fixed effects leave of it
        add(solved[p], -beta[a], solved[a])
        add(error, -beta[a], data.columns[a])
    u = solved[p].copy()
    add(error, -1.0, times(layout, t, row(u))[0])
    rss = dot(error, error) + dot(u, u)
    by_logdet, by_rss = np.zeros(len(entries)), np.zeros(len(entries))
    inv = invert(layout, factors)
    weights = xvx if data.reml else np.zeros((p, p))
    if smallest_diagonal(layout, lam) > SINGULAR:
        _slopes_by_effects(layout, lam, entries, inv, solved, weights, by_logdet, by_rss)
    else:
        whitened = times(layout, t, solved)  # V^-1 of X and y
        for a in range(p):
            for i in range(len(error)):
                whitened[a, i] = data.columns[a, i] - whitened[a, i]
        copy(error, whitened[p])
        change = spread(layout, t, data.ones, inv, np.empty(len(error)))
        carried = gather(layout, layout.z, whitened)
        for k in range(len(entries)):
            g, r, c = entries[k]
            by_logdet[k] = 2.0 * change[g, r, c]
            by_rss[k] = -2.0 * across(layout, g, carried[p], r, u, c)
            for a in range(p):
                for b in range(p):
                    both = across(layout, g, carried[a], r, solved[b], c)
                    by_logdet[k] -= 2.0 * weights[a, b] * both
    return Parts(factors.logdet, logdet_x, rss, beta, xvx, u, by_logdet, by_rss)


@compiled
def _slopes_by_effects(
    layout: Layout,
    lam: Floats,
    entries: Ints,
    inv: Inverse,
    solved: Floats,
    weights: Floats,
    by_logdet: Floats,
    by_rss: Floats,
) -> None:
    """Write the derivatives by L, where it has an inverse, without a look at the observations.

    T'T is H - I, so that H^-1 T' Z L is I - H^-1; and T' V^-1 is L' Z' V^-1. Both are known at
    the levels of each factor, and what is left is to undo L'.
    """
    p, widest = len(weights), layout.q.max()
    of_logdet, of_rss = np.empty((widest, widest)), np.empty((widest, widest))
    for g in range(len(layout.q)):
        q = layout.q[g]
        for r in range(q):
            for c in range(q):
                total = layout.levels[g] * (1.0 if r == c else 0.0) - trace(layout, inv, g, r, c)
                for a in range(p):
                    for b in range(p):
                        total -= weights[a, b] * across(layout, g, solved[a], r, solved[b], c)
                of_logdet[r, c] = total
                of_rss[r, c] = across(layout, g, solved[p], r, solved[p], c)
        for c in range(q):
            for r in range(q - 1, -1, -1):
                for b in range(r + 1, q):
                    of_logdet[r, c] -= lam[g, b, r] * of_logdet[b, c]
                    of_rss[r, c] -= lam[g, b, r] * of_rss[b, c]
                of_logdet[r, c] /= lam[g, r, r]
                of_rss[r, c] /= lam[g, r, r]
        for k in range(len(entries)):
            if entries[k, 0] == g:
                by_logdet[k] = 2.0 * of_logdet[entries[k, 1], entries[k, 2]]
                by_rss[k] = -2.0 * of_rss[entries[k, 1], entries[k, 2]]


@compiled
def smallest_diagonal(layout: Layout, lam: Floats) -> float:
    """Return the smallest size of an entry on the diagonals of L."""
    least = np.inf
    for g in range(len(layout.q)):
        for r in range(layout.q[g]):
            least = min(least, abs(lam[g, r, r]))
    return least


@compiled
def turned_effects(layout: Layout, lam: Floats, values: Floats) -> Floats:
    """Return L' values, for each row of values."""
    out = np.empty(values.shape)
    for s in range(len(values)):
        for g in range(len(layout.q)):
            q = layout.q[g]
            for at in range(layout.u_at[g], layout.u_at[g + 1], q):
                for c in range(q):
                    total = 0.0
                    for r in range(c, q):
                        total += lam[g, r, c] * values[s, at + r]
                    out[s, at + c] = total
    return out


@compiled
def across(layout: Layout, g: int, a: Floats, r: int, b: Floats, c: int) -> float:
    """Return the sum over a factor's levels of a at column r times b at column c."""
    total = 0.0
    for at in range(layout.u_at[g], layout.u_at[g + 1], layout.q[g]):
        total += a[at + r] * b[at + c]
    return total


@compiled
def invert_in_place(matrix: Floats) -> float:
    """Replace a small positive definite matrix by its inverse; return its log-determinant."""
    logdet = 0.0
    p = len(matrix)
    for k in range(p):  # Gauss and Jordan's exchange, without a choice of pivots
        pivot = matrix[k, k]
        logdet += math.log(pivot) if pivot > 0.0 else np.nan
        matrix[k, k] = 1.0
        for j in range(p):
            matrix[k, j] /= pivot
        for i in range(p):
            if i != k:
                factor = matrix[i, k]
                matrix[i, k] = 0.0
                for j in range(p):
                    matrix[i, j] -= factor * matrix[k, j]
    return logdet


def empty_triangles(layout: Layout) -> Floats:
    """Return room for the lower triangle of each factor."""
    widest = int(layout.q.max())
    return np.zeros((len(layout.q), widest, widest))


def profiled(data: Linear, found: Parts) -> tuple[float, Floats]:
    """Return the deviance (the REML criterion) with b and s profiled out, and its gradient."""
    n, p = data.columns.shape[1], len(data.columns) - 1
    df = n - p if data.reml else n
    if not found.rss > 0.0:
        return math.inf, found.by_logdet
    value = found.logdet + df * (1.0 + math.log(2.0 * math.pi * found.rss / df))
    if data.reml:
        value += found.logdet_x
    return value, found.by_logdet + df / found.rss * found.by_rss


def fit(
    layout: Layout,
    data: Linear,
    entries: Ints,
    start: Floats,
    inverse: Floats,
    tolerance: float,
    most: int,
) -> tuple[Found, Parts]:
    """Return where the deviance is lowest (theta), and its parts there."""
    lam = empty_triangles(layout)
    last: list[Parts] = []

    def deviance(theta: Floats) -> tuple[float, Floats]:
        place(theta, entries, lam)
        last[:] = [parts(layout, data, lam, entries)]
        return profiled(data, last[0])

    found = minimise(deviance, start, inverse, tolerance, most)
    if found.status != DONE:
        deviance(found.x)
    return found, last[0]


def curvature(
    layout: Layout,
    data: Linear,
    entries: Ints,
    theta: Floats,
    here: Parts,
    *,
    central: bool = True,
) -> tuple[Floats, Floats]:
    """Return the Hessian of the deviance by theta and log sigma, and the slopes of b's covariance.

    b is profiled out, sigma is not: what Satterthwaite's degrees of freedom rest on. `here` are
    the parts at theta. Differences of the gradient by theta (one-sided ones take half the time);
    exact by log sigma, in which the unit of the response does not matter.
    """
    k, n, p = len(theta), data.columns.shape[1], len(data.columns) - 1
    lam = empty_triangles(layout)
    hessian, slopes = np.zeros((k + 1, k + 1)), np.zeros((k + 1, p, p))
    df, below = n - p if data.reml else n, here
    variance = here.rss / df
    for j in range(k):
        step = (1e-4 if central else 1e-5) * max(abs(theta[j]), 0.1)
        moved, width = theta.copy(), step
        moved[j] += step
        place(moved, entries, lam)
        above = parts(layout, data, lam, entries)
        if central:
            moved[j] -= 2.0 * step
            place(moved, entries, lam)
            below, width = parts(layout, data, lam, entries), 2.0 * step
        change = above.by_logdet - below.by_logdet + (above.by_rss - below.by_rss) / variance
        hessian[j, :k] = change / width
        slopes[j] = (above.covariance - below.covariance) * (variance / width)
    hessian[:k, :k] = (hessian[:k, :k] + hessian[:k, :k].T) / 2.0
    hessian[k, :k] = hessian[:k, k] = -2.0 * here.by_rss / variance
    hessian[k, k] = 4.0 * here.rss / variance
    slopes[k] = 2.0 * variance * here.covariance
    return hessian, slopes


def satterthwaite(hessian: Floats, slopes: Floats, covariance: Floats, contrast: Floats) -> float:
    """Return a contrast's degrees of freedom (Kuznetsova et al. 2017, J. Stat. Softw. 82:13)."""
    values, vectors = np.linalg.eigh(hessian)
    variance = float(contrast @ covariance @ contrast)
    along = vectors.T @ np.array([contrast @ slope @ contrast for slope in slopes])
    kept = values > 1e-8
    total = float((2.0 * along[kept] ** 2 / values[kept]).sum())
    return 2.0 * variance**2 / total if total > 0.0 else math.inf
