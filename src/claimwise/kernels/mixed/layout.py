"""Where everything of a mixed model stands: built once for a design, used for every response.

Every observation belongs to one level of each grouping factor, and has a row z of that factor's
random-effect columns. The factor with most effects comes first: its part of the system is
block-diagonal and is eliminated level by level; the effects of all others stand in one dense
matrix. A level of the first factor meets an effect of another if they share an observation.
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
    effects: Ints  # (n, factors) where the effects of these levels begin in u
    met_at: Ints  # (levels of the first + 1,) where the effects that a level meets begin in met
    met: Ints  # effects of other factors, counted from the second factor on
    met_of: Ints  # (n, factors - 1) where those of an observation's levels begin in met


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
    effects = u_at[:-1] + table * q
    # A key for each pair of levels that meet: one of the first factor, one of another.
    others = max(1, int(levels[1:].sum()))
    level_at = _starts(levels[1:])
    keys = [table[:, 0] * others + level_at[g - 1] + table[:, g] for g in range(1, factors)]
    seen = np.unique(np.concatenate(keys)) if keys else np.empty(0, np.int64)
    first, other = seen // others, seen % others
    factor = np.searchsorted(level_at, other, side="right")  # 1 for the second factor
    size = q[factor] if factors > 1 else np.empty(0, np.int64)
    begin = _starts(size)
    effect = u_at[factor] - u_at[1] + (other - level_at[factor - 1]) * size
    met = np.repeat(effect - begin[:-1], size) + np.arange(begin[-1])
    met_of = np.zeros((n, max(1, factors - 1)), np.int64)
    for g, key in enumerate(keys):
        met_of[:, g] = begin[np.searchsorted(seen, key)]
    layout = Layout(
        q=q,
        levels=levels,
        z_at=_starts(q),
        u_at=u_at,
        codes=table,
        z=columns,
        effects=np.ascontiguousarray(effects),
        met_at=begin[np.searchsorted(first, np.arange(levels[0] + 1))],
        met=met.astype(np.int64),
        met_of=met_of,
    )
    return layout, order


def _starts(sizes: Ints) -> Ints:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
