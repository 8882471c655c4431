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
    cells: Floats  # flat: the cell's block of H, times the inverse transpose of that factor
    dense: Floats  # Cholesky factor of S
    logdet: float


class Inverse(NamedTuple):
    """Those blocks of H's inverse where some observation meets both levels."""

    first: Floats  # (levels, q, q)
    cells: Floats  # flat blocks (q of the other, q of the first)
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
def times(layout: Layout, t: Floats, u: Floats, out: Floats) -> None:
    """Add T u to out."""
    n, factors = layout.codes.shape
    for i in range(n):
        total = 0.0
        for g in range(factors):
            at, column = layout.u_at[g] + layout.codes[i, g] * layout.q[g], layout.z_at[g]
            for r in range(layout.q[g]):
                total += t[i, column + r] * u[at + r]
        out[i] += total


@compiled
def gather(layout: Layout, t: Floats, values: Floats) -> Floats:
    """Return T' values."""
    out = np.zeros(layout.u_at[-1])
    n, factors = layout.codes.shape
    for i in range(n):
        for g in range(factors):
            at, column = layout.u_at[g] + layout.codes[i, g] * layout.q[g], layout.z_at[g]
            for r in range(layout.q[g]):
                out[at + r] += t[i, column + r] * values[i]
    return out


@compiled
def eliminate(layout: Layout, t: Floats, weights: Floats) -> Factors:
    """Factorise H: level by level for the first factor, then what is left of the others."""
    q0, n0 = layout.q[0], layout.levels[0]
    first, cells, dense = _products(layout, t, weights)
    logdet = 0.0
    rows_of = np.empty(widest_row(layout), np.int64)
    rows = np.empty((len(rows_of), q0))
    for j in range(n0):
        block = first[j]
        for c in range(q0):
            for r in range(c, q0):
                total = block[r, c]
                for b in range(c):
                    total -= block[r, b] * block[c, b]
                block[r, c] = np.sqrt(total) if r == c else total / block[c, c]
            logdet += 2.0 * np.log(block[c, c])
        k = 0
        for cell in range(layout.cell_at[j], layout.cell_at[j + 1]):
            at = layout.cell_block[cell]
            for r in range(layout.q[layout.cell_factor[cell]]):
                for c in range(q0):
                    total = cells[at + c]
                    for b in range(c):
                        total -= cells[at + b] * block[c, b]
                    rows[k, c] = cells[at + c] = total / block[c, c]
                rows_of[k] = layout.cell_effect[cell] + r
                at += q0
                k += 1
        _downdate(dense, rows_of, rows, k, q0)
    if len(dense):
        dense = factorise(dense)
        for r in range(len(dense)):
            logdet += 2.0 * np.log(dense[r, r])
    return Factors(first, cells, dense, logdet)


@compiled
def _products(layout: Layout, t: Floats, weights: Floats) -> tuple[Floats, Floats, Floats]:
    """Sum up w t t' over observations: blocks of the first factor, of cells, and all others."""
    n, factors = layout.codes.shape
    q0 = layout.q[0]
    first = np.zeros((layout.levels[0], q0, q0))
    for j in range(len(first)):
        for r in range(q0):
            first[j, r, r] = 1.0
    cells = np.zeros(layout.cell_block[-1])
    m = layout.u_at[-1] - layout.u_at[1]
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
            q, column = layout.q[g], layout.z_at[g]
            at = layout.cell_block[layout.cell_of[i, g - 1]]
            mine = layout.u_at[g] - layout.u_at[1] + layout.codes[i, g] * q
            for r in range(q):
                wt = w * row[column + r]
                for c in range(q0):
                    cells[at + c] += wt * row[c]
                at += q0
                target = dense[mine + r]
                for c in range(r + 1):
                    target[mine + c] += wt * row[column + c]
                for h in range(1, g):
                    other = layout.u_at[h] - layout.u_at[1] + layout.codes[i, h] * layout.q[h]
                    for c in range(layout.q[h]):
                        target[other + c] += wt * row[layout.z_at[h] + c]
    return first, cells, dense


@compiled
def _downdate(dense: Floats, rows_of: Ints, rows: Floats, k: int, q: int) -> None:
    """Subtract rows rows' from the lower triangle, at the places of the rows."""
    if q == 1:
        for r in range(k):
            target, a = dense[rows_of[r]], rows[r, 0]
            for s in range(r + 1):
                target[rows_of[s]] -= a * rows[s, 0]
    elif q == 2:
        for r in range(k):
            target, a, b = dense[rows_of[r]], rows[r, 0], rows[r, 1]
            for s in range(r + 1):
                target[rows_of[s]] -= a * rows[s, 0] + b * rows[s, 1]
    else:
        for r in range(k):
            target = dense[rows_of[r]]
            for s in range(r + 1):
                total = 0.0
                for c in range(q):
                    total += rows[r, c] * rows[s, c]
                target[rows_of[s]] -= total


@compiled
def widest_row(layout: Layout) -> int:
    """Return how many effects of other factors a level of the first one can meet."""
    most = 1
    for j in range(layout.levels[0]):
        total = 0
        for cell in range(layout.cell_at[j], layout.cell_at[j + 1]):
            total += layout.q[layout.cell_factor[cell]]
        most = max(most, total)
    return most


@compiled
def solve(layout: Layout, factors: Factors, b: Floats) -> None:
    """Solve H x = b in place; b holds the effects of the first factor, then of the others."""
    q0, n0 = layout.q[0], layout.levels[0]
    begin = layout.u_at[1]
    for j in range(n0):
        block, at = factors.first[j], j * q0
        for r in range(q0):
            total = b[at + r]
            for k in range(r):
                total -= block[r, k] * b[at + k]
            b[at + r] = total / block[r, r]
        for cell in range(layout.cell_at[j], layout.cell_at[j + 1]):
            rows, place = begin + layout.cell_effect[cell], layout.cell_block[cell]
            for r in range(layout.q[layout.cell_factor[cell]]):
                for k in range(q0):
                    b[rows + r] -= factors.cells[place + r * q0 + k] * b[at + k]
    if len(factors.dense):
        solve_dense(factors.dense, b[begin:])
    for j in range(n0):
        block, at = factors.first[j], j * q0
        for cell in range(layout.cell_at[j], layout.cell_at[j + 1]):
            rows, place = begin + layout.cell_effect[cell], layout.cell_block[cell]
            for r in range(layout.q[layout.cell_factor[cell]]):
                for k in range(q0):
                    b[at + k] -= factors.cells[place + r * q0 + k] * b[rows + r]
        for r in range(q0 - 1, -1, -1):
            total = b[at + r]
            for k in range(r + 1, q0):
                total -= block[k, r] * b[at + k]
            b[at + r] = total / block[r, r]


@compiled
def invert(layout: Layout, factors: Factors) -> Inverse:
    """Return the blocks of H's inverse at places where observations are."""
    q0, n0 = layout.q[0], layout.levels[0]
    first = np.empty((n0, q0, q0))
    cells = np.zeros(len(factors.cells))
    dense = inverse(factors.dense) if len(factors.dense) else np.empty((0, 0))
    rows_of = np.empty(widest_row(layout), np.int64)
    v = np.empty((len(rows_of), q0))
    m = np.empty((len(rows_of), q0))
    unit = np.empty(q0)
    for j in range(n0):
        block = factors.first[j]
        k = 0
        for cell in range(layout.cell_at[j], layout.cell_at[j + 1]):
            place = layout.cell_block[cell]
            for r in range(layout.q[layout.cell_factor[cell]]):
                rows_of[k] = layout.cell_effect[cell] + r
                for c in range(q0 - 1, -1, -1):  # the cell's block of H, times the block's inverse
                    total = factors.cells[place + r * q0 + c]
                    for b in range(c + 1, q0):
                        total -= v[k, b] * block[b, c]
                    v[k, c] = total / block[c, c]
                k += 1
        _carry(dense, rows_of, v, m, k, q0)
        place = layout.cell_block[layout.cell_at[j]]
        for r in range(k):
            for c in range(q0):
                cells[place + r * q0 + c] = m[r, c]
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
                for s in range(k):
                    total -= v[s, r] * m[s, c]
                first[j, r, c] = total
    return Inverse(first, cells, dense)


@compiled
def _carry(dense: Floats, rows_of: Ints, v: Floats, m: Floats, k: int, q: int) -> None:
    """Write m = -S^-1 v, at the places of the rows."""
    if q == 1:
        for r in range(k):
            source, total = dense[rows_of[r]], 0.0
            for s in range(k):
                total -= source[rows_of[s]] * v[s, 0]
            m[r, 0] = total
    elif q == 2:
        for r in range(k):
            source, a, b = dense[rows_of[r]], 0.0, 0.0
            for s in range(k):
                weight = source[rows_of[s]]
                a -= weight * v[s, 0]
                b -= weight * v[s, 1]
            m[r, 0], m[r, 1] = a, b
    else:
        for r in range(k):
            source = dense[rows_of[r]]
            for c in range(q):
                m[r, c] = 0.0
            for s in range(k):
                weight = source[rows_of[s]]
                for c in range(q):
                    m[r, c] -= weight * v[s, c]


@compiled
def spread(layout: Layout, t: Floats, weights: Floats, inv: Inverse, leverage: Floats) -> Floats:
    """Return d[g, r, c], half the derivative of log det H by lam[g][r, c].

    Also writes each observation's leverage: the variance of its random part, given the data.
    """
    n, factors = layout.codes.shape
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
            column, q = layout.z_at[g], layout.q[g]
            at = layout.cell_block[layout.cell_of[i, g - 1]]
            mine = layout.u_at[g] - begin + layout.codes[i, g] * q
            for r in range(q):
                total = 0.0
                for c in range(q0):
                    value = inv.cells[at + c]
                    total += value * row[c]
                    m[c] += value * row[column + r]
                at += q0
                source = inv.dense[mine + r]
                for h in range(1, factors):
                    other = layout.u_at[h] - begin + layout.codes[i, h] * layout.q[h]
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
