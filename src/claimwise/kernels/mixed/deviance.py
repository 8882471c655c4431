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
from claimwise.kernels.mixed.search import GO, ROUNDS, STUCK, TRIALS, VALUE, begin, tell


class Linear(NamedTuple):
    """What the fixed effects of a design and a response bring in."""

    x: Floats  # (n, p)
    y: Floats  # (n,)
    ones: Floats  # (n,) the weights of all observations
    reml: bool


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
    n, p = data.x.shape
    t = scale(layout, lam)
    factors = eliminate(layout, t, data.ones)
    right = np.empty((p + 1, layout.u_at[-1]))  # T'X and T'y, and H^-1 times these
    solved = np.empty((p + 1, layout.u_at[-1]))
    for j in range(p + 1):
        right[j] = gather(layout, t, data.x[:, j] if j < p else data.y)
        solved[j] = right[j]
        solve(layout, factors, solved[j])
    xvx, xvy = np.empty((p, p)), np.empty(p)
    for a in range(p):
        for b in range(p):
            xvx[a, b] = np.dot(data.x[:, a], data.x[:, b]) - np.dot(right[a], solved[b])
        xvy[a] = np.dot(data.x[:, a], data.y) - np.dot(right[a], solved[p])
    covariance: Floats = np.linalg.inv(xvx)  # type: ignore[assignment,unused-ignore]
    beta = np.dot(covariance, xvy)
    u = solved[p].copy()
    for a in range(p):
        u -= beta[a] * solved[a]
    error = data.y - np.dot(data.x, beta)
    times(layout, t, -u, error)
    rss = np.dot(error, error) + np.dot(u, u)
    by_rss, by_logdet = np.zeros(len(entries)), np.zeros(len(entries))
    left = gather(layout, layout.z, error)
    change = spread(layout, t, data.ones, invert(layout, factors), np.empty(n))
    for k in range(len(entries)):
        g, r, c = entries[k]
        by_logdet[k] = 2.0 * change[g, r, c]
        total = 0.0
        for at in range(layout.u_at[g], layout.u_at[g + 1], layout.q[g]):
            total += left[at + r] * u[at + c]
        by_rss[k] = -2.0 * total
    logdet_x = 0.0
    if data.reml and p:
        logdet_x = math.log(np.linalg.det(xvx))
        carried, back = reduced(layout, t, data, solved)
        for k in range(len(entries)):
            slope = slope_of_information(layout, carried, back, entries[k])
            by_logdet[k] += np.sum(covariance * slope)
    return Parts(factors.logdet, logdet_x, rss, beta, covariance, u, by_logdet, by_rss)


@compiled
def reduced(layout: Layout, t: Floats, data: Linear, solved: Floats) -> tuple[Floats, Floats]:
    """Return Z' V^-1 X and T' V^-1 X, a row for each column of X."""
    p = data.x.shape[1]
    carried, back = np.empty((p, layout.u_at[-1])), np.empty((p, layout.u_at[-1]))
    for a in range(p):
        error = data.x[:, a].copy()
        times(layout, t, -solved[a], error)
        carried[a] = gather(layout, layout.z, error)
        back[a] = gather(layout, t, error)
    return carried, back


@compiled
def slope_of_information(layout: Layout, carried: Floats, back: Floats, entry: Ints) -> Floats:
    """Return the derivative of X' V^-1 X by an entry of L."""
    g, r, c = entry
    p, q = len(carried), layout.q[g]
    out = np.zeros((p, p))
    begin, end = layout.u_at[g], layout.u_at[g + 1]
    for a in range(p):
        for b in range(p):
            total = 0.0
            for at in range(begin, end, q):
                total += carried[a, at + r] * back[b, at + c]
            out[a, b] -= total
            out[b, a] -= total
    return out


@compiled
def profiled(data: Linear, found: Parts) -> tuple[float, Floats]:
    """Return the deviance (the REML criterion) with b and s profiled out, and its gradient."""
    n, p = data.x.shape
    df = n - p if data.reml else n
    value = found.logdet + df * (1.0 + math.log(2.0 * math.pi * found.rss / df))
    if data.reml:
        value += found.logdet_x
    return value, found.by_logdet + df / found.rss * found.by_rss


@compiled
def fit(
    layout: Layout,
    data: Linear,
    entries: Ints,
    start: Floats,
    inverse: Floats,
    tolerance: float,
    most: int,
) -> tuple[Floats, float, Floats, int, int, int]:
    """Return theta, the deviance, its gradient, how it ended, evaluations and rounds."""
    widest = layout.q.max()
    lam = np.zeros((len(layout.q), widest, widest))
    search = begin(start, inverse, tolerance)
    status = GO
    while status == GO:
        place(search.trial, entries, lam)
        value, gradient = profiled(data, parts(layout, data, lam, entries))
        status = tell(search, value, gradient)
        if search.state[TRIALS] >= most and status == GO:
            status = STUCK
    return (
        search.x,
        search.state[VALUE],
        search.gradient,
        status,
        int(search.state[TRIALS]),
        int(search.state[ROUNDS]),
    )
