"""Where everything of a mixed model stands: built once for a design, used for every response.

Every observation belongs to one level of each grouping factor, and has a row z of that factor's
random-effect columns. The factor with most effects comes first: its part of the system is
block-diagonal and is eliminated level by level; the effects of all others stand in one dense
matrix. A cell is a level of the first factor met with a level of another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from claimwise.kernels.arrays import Floats, Ints


class Layout(NamedTuple):
    """Index arrays of a design, in a form that compiled code reads."""

    q: Ints  # (factors,) columns of each factor
    levels: Ints  # (factors,)
    z_at: Ints  # (factors + 1,) where a factor's columns begin in z
    u_at: Ints  # (factors + 1,) where a factor's effects begin in u
    codes: Ints  # (n, factors) level of each observation
    z: Floats  # (n, columns of all factors)
    cell_at: Ints  # (levels of the first + 1,) its cells
    cell_factor: Ints  # (cells,)
    cell_effect: Ints  # (cells,) where the other level's effects begin, counted from factor 1
    cell_block: Ints  # (cells + 1,) where its block begins
    cell_of: Ints  # (n, factors - 1)


def build(codes: Sequence[Ints], z: Sequence[Floats]) -> tuple[Layout, list[int]]:
    """Return the layout, and which of the factors given became the first, second, ...

    `codes` holds for each factor the level of every observation (0, 1, ...), `z` its columns.
    """
    levels = np.array([int(code.max()) + 1 for code in codes], np.int64)
    q = np.array([columns.shape[1] for columns in z], np.int64)
    order = sorted(range(len(codes)), key=lambda g: -int(levels[g] * q[g]))
    levels, q = levels[order], q[order]
    table = np.ascontiguousarray(np.column_stack([codes[g] for g in order]).astype(np.int64))
    columns = np.ascontiguousarray(np.column_stack([z[g] for g in order]).astype(np.float64))
    n, factors = table.shape
    u_at = _starts(levels * q)
    effects = u_at[:-1] + 0  # of a factor's first level, counted from factor 1 for the others
    effects[1:] -= u_at[1]
    # Cells: the first factor's levels met with those of the others.
    keys, others = [], max(1, factors - 1)
    for g in range(1, factors):
        keys.append(table[:, 0] * int(levels[1:].sum()) + int(levels[1:g].sum()) + table[:, g])
    seen = np.unique(np.concatenate(keys)) if keys else np.empty(0, np.int64)
    cell_of = np.zeros((n, others), np.int64)
    for g in range(1, factors):
        cell_of[:, g - 1] = np.searchsorted(seen, keys[g - 1])
    total = max(1, int(levels[1:].sum()))
    first, other = seen // total, seen % total
    level_at = _starts(levels[1:])
    factor = np.searchsorted(level_at, other, side="right")  # 1 for the first of the others
    effect = effects[factor] + (other - level_at[factor - 1]) * q[factor]
    cell_at = np.searchsorted(first, np.arange(levels[0] + 1))
    layout = Layout(
        q=q,
        levels=levels,
        z_at=_starts(q),
        u_at=u_at,
        codes=table,
        z=columns,
        cell_at=cell_at.astype(np.int64),
        cell_factor=factor.astype(np.int64),
        cell_effect=effect.astype(np.int64),
        cell_block=_starts(q[factor] * q[0]),
        cell_of=cell_of,
    )
    return layout, order


def _starts(sizes: Ints) -> Ints:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
