"""The system H = I + T' W T of a mixed model: cross products, elimination, solution, inverse.

A row of T is z L: an observation's random-effect columns, times the small lower triangle
`lam[g]` of each grouping factor. The first factor is eliminated level by level; what is left of
the others is dense (S). All of H's inverse that a gradient needs stands at places where an
observation meets two levels.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.compiled import compiled
from claimwise.kernels.mixed.dense import factorise, inverse
from claimwise.kernels.mixed.dense import solve as solve_dense
from claimwise.kernels.mixed.layout import Layout


class Factors(NamedTuple):
    """H after elimination."""

    first: Floats  # (levels, q, q) Cholesky factors of the first factor's blocks
    met: Floats  # (met, q) the rows of H for effects met, times the inverse transpose of these
    dense: Floats  # Cholesky factor of S
    logdet: float


class Inverse(NamedTuple):
    """Those entries of H's inverse where some observation has both effects."""

    first: Floats  # (levels, q, q)
    met: Floats  # (met, q)
    dense: Floats  # of all other factors


@compiled
def scale(layout: Layout, lam: Floats) -> Floats:
    """Return T."""
    t = np.empty(layout.z.shape)
    for g in range(len(layout.q)):
        at, q = layout.z_at[g], layout.q[g]
        for i in range(len(t)):
            for c in range(q):
                total = 0.0
                for r in range(c, q):
                    total += lam[g, r, c] * layout.z[i, at + r]
                t[i, at + c] = total
    return t


@compiled
def times(layout: Layout, t: Floats, u: Floats) -> Floats:
    """Return T u, for each row of u."""
    n, factors = layout.effects.shape
    out = np.zeros((len(u), n))
    for i in range(n):
        for g in range(factors):
            at, column = layout.effects[i, g], layout.z_at[g]
            for r in range(layout.q[g]):
                weight = t[i, column + r]
                for k in range(len(u)):
                    out[k, i] += weight * u[k, at + r]
    return out


@compiled
def gather(layout: Layout, t: Floats, values: Floats) -> Floats:
    """Return T' values, for each row of values."""
    out = np.zeros((len(values), layout.u_at[-1]))
    n, factors = layout.effects.shape
    for i in range(n):
        for g in range(factors):
            at, column = layout.effects[i, g], layout.z_at[g]
            for r in range(layout.q[g]):
                weight = t[i, column + r]
                for k in range(len(values)):
                    out[k, at + r] += weight * values[k, i]
    return out


@compiled
def eliminate(layout: Layout, t: Floats, weights: Floats) -> Factors:
    """Factorise H: level by level for the first factor, then what is left of the others."""
    q0 = layout.q[0]
    first, met, dense = _products(layout, t, weights)
    logdet = 0.0
    for j in range(layout.levels[0]):
        block = first[j]
        for c in range(q0):
            for r in range(c, q0):
                total = block[r, c]
                for b in range(c):
                    total -= block[r, b] * block[c, b]
                block[r, c] = np.sqrt(total) if r == c else total / block[c, c]
            logdet += 2.0 * np.log(block[c, c])
        low, high = layout.met_at[j], layout.met_at[j + 1]
        for k in range(low, high):
            for c in range(q0):
                total = met[k, c]
                for b in range(c):
                    total -= met[k, b] * block[c, b]
                met[k, c] = total / block[c, c]
        _downdate(dense, layout.met[low:high], met[low:high])
    if len(dense):
        dense = factorise(dense)
        for r in range(len(dense)):
            logdet += 2.0 * np.log(dense[r, r])
    return Factors(first, met, dense, logdet)


@compiled
def _products(layout: Layout, t: Floats, weights: Floats) -> tuple[Floats, Floats, Floats]:
    """Sum up w t t' over observations: the first factor's blocks, effects met, and all others."""
    n, factors = layout.effects.shape
    q0, begin = layout.q[0], layout.u_at[1]
    first = np.zeros((layout.levels[0], q0, q0))
    for j in range(len(first)):
        for r in range(q0):
            first[j, r, r] = 1.0
    met = np.zeros((len(layout.met), q0))
    m = layout.u_at[-1] - begin
    dense = np.zeros((m, m))
    for r in range(m):
        dense[r, r] = 1.0
    for i in range(n):
        w, row = weights[i], t[i]
        block = first[layout.codes[i, 0]]
        for r in range(q0):
            for c in range(r + 1):
                block[r, c] += w * row[r] * row[c]
        for g in range(1, factors):
            column, at = layout.z_at[g], layout.met_of[i, g - 1]
            mine = layout.effects[i, g] - begin
            for r in range(layout.q[g]):
                wt = w * row[column + r]
                for c in range(q0):
                    met[at + r, c] += wt * row[c]
                target = dense[mine + r]
                for c in range(r + 1):
                    target[mine + c] += wt * row[column + c]
                for h in range(1, g):
                    other = layout.effects[i, h] - begin
                    for c in range(layout.q[h]):
                        target[other + c] += wt * row[layout.z_at[h] + c]
    return first, met, dense


@compiled
def _downdate(dense: Floats, effects: Ints, rows: Floats) -> None:
    """Subtract rows rows' from the lower triangle, at the places of their effects."""
    n, q = rows.shape
    if q == 1:
        for r in range(n):
            target, a = dense[effects[r]], rows[r, 0]
            for s in range(r + 1):
                target[effects[s]] -= a * rows[s, 0]
    elif q == 2:
        for r in range(n):
            target, a, b = dense[effects[r]], rows[r, 0], rows[r, 1]
            for s in range(r + 1):
                target[effects[s]] -= a * rows[s, 0] + b * rows[s, 1]
    else:
        for r in range(n):
            target = dense[effects[r]]
            for s in range(r + 1):
                total = 0.0
                for c in range(q):
                    total += rows[r, c] * rows[s, c]
                target[effects[s]] -= total


@compiled
def solve(layout: Layout, factors: Factors, b: Floats) -> None:
    """Solve H x = b in place for each row of b: effects of the first factor, then the others."""
    q0, n0 = layout.q[0], layout.levels[0]
    for s in range(len(b)):
        mine, others = b[s], b[s, layout.u_at[1] :]
        for j in range(n0):
            block, at = factors.first[j], j * q0
            for r in range(q0):
                total = mine[at + r]
                for k in range(r):
                    total -= block[r, k] * mine[at + k]
                mine[at + r] = total / block[r, r]
            for k in range(layout.met_at[j], layout.met_at[j + 1]):
                total = 0.0
                for c in range(q0):
                    total += factors.met[k, c] * mine[at + c]
                others[layout.met[k]] -= total
        if len(factors.dense):
            solve_dense(factors.dense, others)
        for j in range(n0):
            block, at = factors.first[j], j * q0
            for k in range(layout.met_at[j], layout.met_at[j + 1]):
                value = others[layout.met[k]]
                for c in range(q0):
                    mine[at + c] -= factors.met[k, c] * value
            for r in range(q0 - 1, -1, -1):
                total = mine[at + r]
                for k in range(r + 1, q0):
                    total -= block[k, r] * mine[at + k]
                mine[at + r] = total / block[r, r]


@compiled
def invert(layout: Layout, factors: Factors) -> Inverse:
    """Return the entries of H's inverse at places where observations are."""
    q0, n0 = layout.q[0], layout.levels[0]
    first = np.empty((n0, q0, q0))
    met = np.empty(factors.met.shape)
    dense = inverse(factors.dense) if len(factors.dense) else np.empty((0, 0))
    most = 1
    for j in range(n0):
        most = max(most, layout.met_at[j + 1] - layout.met_at[j])
    v = np.empty((most, q0))
    unit = np.empty(q0)
    for j in range(n0):
        block = factors.first[j]
        low, high = layout.met_at[j], layout.met_at[j + 1]
        for k in range(low, high):
            for c in range(q0 - 1, -1, -1):  # the row of H, times the block's inverse
                total = factors.met[k, c]
                for b in range(c + 1, q0):
                    total -= v[k - low, b] * block[b, c]
                v[k - low, c] = total / block[c, c]
        m = met[low:high]
        _carry(dense, layout.met[low:high], v, m)
        for c in range(q0):  # the block's own inverse, column by column
            for r in range(q0):
                total = 1.0 if r == c else 0.0
                for b in range(r):
                    total -= block[r, b] * unit[b]
                unit[r] = total / block[r, r]
            for r in range(q0 - 1, -1, -1):
                total = unit[r]
                for b in range(r + 1, q0):
                    total -= block[b, r] * unit[b]
                unit[r] = total / block[r, r]
            for r in range(q0):
                total = unit[r]
                for k in range(len(m)):
                    total -= v[k, r] * m[k, c]
                first[j, r, c] = total
    return Inverse(first, met, dense)


@compiled
def _carry(dense: Floats, effects: Ints, v: Floats, m: Floats) -> None:
    """Write m = -S^-1 v, at the places of the effects."""
    n, q = m.shape
    if q == 1:
        for r in range(n):
            source, total = dense[effects[r]], 0.0
            for s in range(n):
                total -= source[effects[s]] * v[s, 0]
            m[r, 0] = total
    elif q == 2:
        for r in range(n):
            source, a, b = dense[effects[r]], 0.0, 0.0
            for s in range(n):
                weight = source[effects[s]]
                a -= weight * v[s, 0]
                b -= weight * v[s, 1]
            m[r, 0], m[r, 1] = a, b
    else:
        for r in range(n):
            source = dense[effects[r]]
            for c in range(q):
                m[r, c] = 0.0
            for s in range(n):
                weight = source[effects[s]]
                for c in range(q):
                    m[r, c] -= weight * v[s, c]


@compiled
def trace(layout: Layout, inv: Inverse, g: int, r: int, c: int) -> float:
    """Return the sum over a factor's levels of the inverse's entry at two of their effects."""
    total = 0.0
    if g == 0:
        for j in range(layout.levels[0]):
            total += inv.first[j, r, c]
    else:
        begin = layout.u_at[1]
        for at in range(layout.u_at[g] - begin, layout.u_at[g + 1] - begin, layout.q[g]):
            total += inv.dense[at + r, at + c]
    return total


@compiled
def spread(layout: Layout, t: Floats, weights: Floats, inv: Inverse, leverage: Floats) -> Floats:
    """Return d[g, r, c], half the derivative of log det H by lam[g][r, c].

    Also writes each observation's leverage: the variance of its random part, given the data.
    """
    n, factors = layout.effects.shape
    q0, begin = layout.q[0], layout.u_at[1]
    widest = layout.q.max()
    out = np.zeros((factors, widest, widest))
    m = np.empty(layout.z_at[-1])
    for i in range(n):
        row = t[i]
        block = inv.first[layout.codes[i, 0]]  # m is H^-1 t, at the levels of the observation
        for r in range(q0):
            total = 0.0
            for c in range(q0):
                total += block[r, c] * row[c]
            m[r] = total
        for g in range(1, factors):
            column, at = layout.z_at[g], layout.met_of[i, g - 1]
            mine = layout.effects[i, g] - begin
            for r in range(layout.q[g]):
                total = 0.0
                for c in range(q0):
                    value = inv.met[at + r, c]
                    total += value * row[c]
                    m[c] += value * row[column + r]
                source = inv.dense[mine + r]
                for h in range(1, factors):
                    other = layout.effects[i, h] - begin
                    for c in range(layout.q[h]):
                        total += source[other + c] * row[layout.z_at[h] + c]
                m[column + r] = total
        v = 0.0
        for c in range(layout.z_at[-1]):
            v += row[c] * m[c]
        leverage[i] = v
        for g in range(factors):
            column, q = layout.z_at[g], layout.q[g]
            for r in range(q):
                wz = weights[i] * layout.z[i, column + r]
                for c in range(r + 1):
                    out[g, r, c] += wz * m[column + c]
    return out


@compiled
def effects(layout: Layout, lam: Floats, u: Floats, out: Floats) -> None:
    """Write L u: the random effects on the scale of the linear predictor."""
    at = 0
    for g in range(len(layout.q)):
        q = layout.q[g]
        for _ in range(layout.levels[g]):
            for r in range(q):
                total = 0.0
                for c in range(r + 1):
                    total += lam[g, r, c] * u[at + c]
                out[at + r] = total
            at += q
