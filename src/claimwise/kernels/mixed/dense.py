"""Cholesky factor and inverse of a dense symmetric matrix, by loops where it is small."""

from __future__ import annotations

import numpy as np

from claimwise.kernels.arrays import Floats
from claimwise.kernels.compiled import compiled
from claimwise.kernels.mixed.vectors import block, product, turned

SMALL = 64  # below this size plain loops are quicker than calls
BAND, BLOCK = 40, 128


@compiled
def factorise(s: Floats) -> Floats:
    """Return the lower Cholesky factor; `s` is used up, and only its lower triangle is read."""
    m = len(s)
    if m > SMALL:
        return np.linalg.cholesky(s)  # type: ignore[return-value,unused-ignore]
    for j in range(m):
        for i in range(j, m):
            total = s[i, j]
            for k in range(j):
                total -= s[i, k] * s[j, k]
            s[i, j] = np.sqrt(total) if i == j else total / s[j, j]
    return s


@compiled
def solve(factor: Floats, b: Floats) -> None:
    """Solve L L' x = b in place."""
    m = len(b)
    for i in range(m):
        total = b[i]
        for k in range(i):
            total -= factor[i, k] * b[k]
        b[i] = total / factor[i, i]
    for i in range(m - 1, -1, -1):
        b[i] /= factor[i, i]
        for k in range(i):
            b[k] -= factor[i, k] * b[i]


@compiled
def inverse(factor: Floats) -> Floats:
    """Return the inverse of L L', both triangles."""
    m = len(factor)
    if m <= SMALL:
        return _inverse_by_rows(factor)
    x, out = np.zeros((m, m)), np.empty((m, m))
    _invert_triangle(factor, x)
    for low in range(0, m, BLOCK):
        high = min(m, low + BLOCK)
        rows = product(turned(block(x, low, m, low, high)), block(x, low, m, 0, high))
        for i in range(low, high):
            for j in range(high):
                out[i, j] = out[j, i] = rows[i - low, j]
    return out


@compiled
def _inverse_by_rows(factor: Floats) -> Floats:
    """Return the inverse of L L'; the innermost loops run along memory."""
    m = len(factor)
    x, out = np.zeros((m, m)), np.zeros((m, m))
    for i in range(m):
        x[i, i] = 1.0
        for k in range(i):
            weight = factor[i, k]
            for j in range(k + 1):
                x[i, j] -= weight * x[k, j]
        for j in range(i + 1):
            x[i, j] /= factor[i, i]
    for k in range(m):
        for i in range(k + 1):
            weight = x[k, i]
            for j in range(i + 1):
                out[i, j] += weight * x[k, j]
    for i in range(m):
        for j in range(i):
            out[j, i] = out[i, j]
    return out


@compiled
def _invert_triangle(factor: Floats, x: Floats) -> None:
    """Write the inverse of a lower triangle to x, one band of rows after the other."""
    m = len(factor)
    for low in range(0, m, BAND):
        high = min(m, low + BAND)
        for j in range(low, high):
            x[j, j] = 1.0 / factor[j, j]
            for i in range(j + 1, high):
                total = 0.0
                for k in range(j, i):
                    total += factor[i, k] * x[k, j]
                x[i, j] = -total / factor[i, i]
        own = block(x, low, high, low, high)
        for begin in range(0, low, BLOCK):  # the triangle above has no columns to the right
            end = min(low, begin + BLOCK)
            above = product(block(factor, low, high, begin, low), block(x, begin, low, begin, end))
            inner = product(own, above)
            for i in range(low, high):
                for j in range(begin, end):
                    x[i, j] = -inner[i - low, j - begin]
