"""Sums and products of small arrays, as plain loops.

Whole-array expressions would read better in the kernels, but each of them takes Numba a good
part of a second to compile; together they were most of the first call.
"""

from __future__ import annotations

import numpy as np

from claimwise.kernels.arrays import Floats
from claimwise.kernels.compiled import compiled


@compiled
def dot(a: Floats, b: Floats) -> float:
    """Return the sum of products."""
    total = 0.0
    for i in range(len(a)):
        total += a[i] * b[i]
    return total


@compiled
def add(out: Floats, factor: float, a: Floats) -> None:
    """Add a multiple of a to out."""
    for i in range(len(a)):
        out[i] += factor * a[i]


@compiled
def copy(source: Floats, target: Floats) -> None:
    """Write one vector to another."""
    for i in range(len(source)):
        target[i] = source[i]


@compiled
def fill(target: Floats, value: float) -> None:
    """Set all entries."""
    for i in range(len(target)):
        target[i] = value


@compiled
def largest(a: Floats) -> float:
    """Return the largest size of an entry; NaN if one is NaN."""
    found = 0.0
    for i in range(len(a)):
        size = abs(a[i])
        if size > found or size != size:
            found = size
    return found


@compiled
def times_vector(matrix: Floats, b: Floats) -> Floats:
    """Return matrix times vector."""
    out = np.zeros(len(matrix))
    for i in range(len(matrix)):
        for j in range(len(b)):
            out[i] += matrix[i, j] * b[j]
    return out


@compiled
def row(a: Floats) -> Floats:
    """Return a vector as a matrix of one row."""
    return a.reshape(1, len(a))


@compiled
def block(matrix: Floats, top: int, bottom: int, left: int, right: int) -> Floats:
    """Return a copy of some rows and columns."""
    out = np.empty((bottom - top, right - left))
    for i in range(top, bottom):
        for j in range(left, right):
            out[i - top, j - left] = matrix[i, j]
    return out


@compiled
def turned(matrix: Floats) -> Floats:
    """Return a copy with rows and columns exchanged."""
    rows, columns = matrix.shape
    out = np.empty((columns, rows))
    for i in range(rows):
        for j in range(columns):
            out[j, i] = matrix[i, j]
    return out


@compiled
def product(a: Floats, b: Floats) -> Floats:
    """Return the product of two matrices, by BLAS."""
    out: Floats = np.dot(a, b)
    return out
