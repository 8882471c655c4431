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
    eliminate,
    gather,
    invert,
    scale,
    solve,
    spread,
    times,
)
from claimwise.kernels.mixed.layout import Layout
from claimwise.kernels.mixed.search import DONE, Found, minimise
from claimwise.kernels.mixed.vectors import add, dot, times_vector


class Linear(NamedTuple):
    """What the fixed effects of a design and a response bring in."""

    columns: Floats  # (p + 1, n) those of X, and the response
    ones: Floats  # (n,) the weights of all observations
    reml: bool

    @classmethod
    def of(cls, x: Floats, y: Floats, *, reml: bool) -> Linear:
        """Lay out the columns of X (n, p) and a response."""
        return cls(np.vstack([x.T, y]), np.ones(len(y)), reml)


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
    columns = data.columns
    p, n = len(columns) - 1, columns.shape[1]
    t = scale(layout, lam)
    factors = eliminate(layout, t, data.ones)
    solved = gather(layout, t, columns)
    solve(layout, factors, solved)  # H^-1 T', which is T' V^-1, of X and y
    whitened = times(layout, t, solved)  # V^-1 of X and y
    for a in range(p + 1):
        for i in range(n):
            whitened[a, i] = columns[a, i] - whitened[a, i]
    xvx, xvy = np.empty((p, p)), np.empty(p)
    for a in range(p):
        for b in range(a + 1):
            xvx[a, b] = xvx[b, a] = dot(columns[a], whitened[b])
        xvy[a] = dot(columns[a], whitened[p])
    logdet_x = invert_in_place(xvx)
    beta = times_vector(xvx, xvy)
    for a in range(p):  # the response without its fixed part
        add(solved[p], -beta[a], solved[a])
        add(whitened[p], -beta[a], whitened[a])
    u = solved[p].copy()
    rss = dot(whitened[p], whitened[p]) + dot(u, u)
    change = spread(layout, t, data.ones, invert(layout, factors), np.empty(n))
    slopes = gather(layout, layout.z, whitened)  # Z' V^-1
    by_rss, by_logdet = np.zeros(len(entries)), np.zeros(len(entries))
    for k in range(len(entries)):
        g, r, c = entries[k]
        by_logdet[k] = 2.0 * change[g, r, c]
        by_rss[k] = -2.0 * across(layout, g, slopes[p], r, u, c)
        if data.reml:
            for a in range(p):
                for b in range(p):
                    both = across(layout, g, slopes[a], r, solved[b], c)
                    by_logdet[k] -= 2.0 * xvx[a, b] * both
    return Parts(factors.logdet, logdet_x, rss, beta, xvx, u, by_logdet, by_rss)


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
    """Return the Hessian of the deviance by (theta, sigma), and the slopes of b's covariance.

    b is profiled out, sigma is not: what Satterthwaite's degrees of freedom rest on. `here` are
    the parts at theta. Differences of the gradient by theta (one-sided ones take half the time);
    exact by sigma.
    """
    k, n, p = len(theta), data.columns.shape[1], len(data.columns) - 1
    lam = empty_triangles(layout)
    hessian, slopes = np.zeros((k + 1, k + 1)), np.zeros((k + 1, p, p))
    df, below = n - p if data.reml else n, here
    variance = here.rss / df
    sigma = math.sqrt(variance)
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
    hessian[k, :k] = hessian[:k, k] = -2.0 * here.by_rss / sigma**3
    hessian[k, k] = 6.0 * here.rss / sigma**4 - 2.0 * df / variance
    slopes[k] = 2.0 * sigma * here.covariance
    return hessian, slopes


def satterthwaite(hessian: Floats, slopes: Floats, covariance: Floats, contrast: Floats) -> float:
    """Return a contrast's degrees of freedom (Kuznetsova et al. 2017, J. Stat. Softw. 82:13)."""
    values, vectors = np.linalg.eigh(hessian)
    variance = float(contrast @ covariance @ contrast)
    along = vectors.T @ np.array([contrast @ slope @ contrast for slope in slopes])
    kept = values > 1e-8
    total = float((2.0 * along[kept] ** 2 / values[kept]).sum())
    return 2.0 * variance**2 / total if total > 0.0 else math.inf
