"""The complete crossed rating study by maximum likelihood, as Card et al. (2020) fitted it.

The same five mean squares as by restricted likelihood (see `strata`), but the two means leave
their variances in the likelihood. With S = f M, and L_r + L_i - s^2 that of the mean of sums and
of the mean of differences:

    -2 log = sum (f log L + S / L) + log(L_r0 + L_i0 - s^2) + log(L_r1 + L_i1 - s^2) + constant

Each L given the others solves a quadratic equation; s^2 is found with the strata that have come
down to it, all of which move together. Both in turn, until nothing moves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from claimwise.kernels.arrays import ArrayLike, Flags, Floats
from claimwise.kernels.mixed.strata import check_ratings, mean_squares
from claimwise.kernels.student import CONSTANT

MOST = 1000  # rounds; most studies need some 20
CLOSE = 1e-12  # of every variance, relative
PARTNER = np.array([2, 3, 0, 1])  # raters and items of the same side


class BalancedML(NamedTuple):
    """Fits of many studies by maximum likelihood; NaN where a study has no fit."""

    difference: Floats
    error: Floats
    boundary: Flags  # some variance is estimated to be 0
    converged: Flags


def fit_balanced_ml(y: ArrayLike) -> BalancedML:
    """Fit each study of `y`, which has the shape (studies, raters, items, 2).

    >>> ratings = np.array([[[[3, 5], [2, 2], [4, 5]], [[2, 4], [1, 2], [5, 5]]]])
    >>> study = fit_balanced_ml(ratings)
    >>> [float(x[0].round(3)) for x in (study.difference, study.error)]
    [1.0, 0.408]
    """
    y = check_ratings(np.asarray(y, np.float64))
    raters, items = y.shape[1:3]
    with np.errstate(invalid="ignore"):  # of an infinite rating
        squares, means = mean_squares(y)
    freedom = np.array(
        [raters - 1, raters - 1, items - 1, items - 1, 2 * (raters - 1) * (items - 1)]
    )
    rounding = CONSTANT * np.abs(y).max(axis=(1, 2, 3), initial=0.0)
    some = squares[:, 4] > rounding**2
    expected = np.full((len(y), 5), np.nan)
    converged = np.zeros(len(y), bool)
    if some.any():
        expected[some], converged[some] = _searched(squares[some], freedom)
    pooled = expected[:, :4] <= expected[:, 4:]
    spread = expected[:, 1] + expected[:, 3] - expected[:, 4]
    return BalancedML(
        difference=means[:, 1],
        error=np.sqrt(2 * spread / (raters * items)),
        boundary=np.asarray(pooled.any(axis=1)),
        converged=converged,
    )


def _searched(squares: Floats, freedom: np.ndarray) -> tuple[Floats, Flags]:
    """Return the expectations of the mean squares that make the study most likely."""
    sums = squares * freedom
    found = np.maximum(squares, squares[:, 4:])
    moving = np.ones(len(squares), bool)
    for _ in range(MOST):
        before = found[moving]
        after = _round(before.copy(), sums[moving], freedom)
        found[moving] = after
        still = (np.abs(after - before) > CLOSE * after).any(axis=1)
        moving[np.flatnonzero(moving)[~still]] = False
        if not moving.any():
            break
    return found, ~moving


def _round(found: Floats, sums: Floats, freedom: np.ndarray) -> Floats:
    for k in range(4):
        rest = found[:, PARTNER[k]] - found[:, 4]
        half = (freedom[k] * rest - sums[:, k]) / (2 * (freedom[k] + 1))
        root = np.sqrt(half**2 + sums[:, k] * rest / (freedom[k] + 1)) - half
        found[:, k] = np.maximum(root, found[:, 4])
    down = found[:, :4] <= found[:, 4:]
    total = sums[:, 4] + (down * sums[:, :4]).sum(axis=1)
    df = freedom[4] + down @ freedom[:4]
    for raters, items in ((0, 2), (1, 3)):
        both = down[:, raters] & down[:, items]
        none = ~(down[:, raters] | down[:, items])
        mean = found[:, raters] + found[:, items] - found[:, 4]
        df = df + both - none * found[:, 4] / mean
    variance = total / df
    found[:, 4] = variance
    found[:, :4] = np.where(down, variance[:, None], np.maximum(found[:, :4], variance[:, None]))
    return found
