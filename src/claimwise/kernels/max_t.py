"""Many comparisons on the same items: how large is the largest t of all, if nothing differs?

A multiplier bootstrap: every item's deviations from the systems' means get one random sign,
the same for all systems, so that one sum for each system serves all pairs, and the pairs keep
their dependence. Each resample is studentised anew: signs leave the squares as they are, so that
this too needs no more than the sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf

import numpy as np

from claimwise.kernels.arrays import ArrayLike, Floats, Ints
from claimwise.kernels.clusters import cluster_sizes, cluster_sums

TIE = 1e-12
SAME = 1e-13  # deviations below this share of the largest score are rounding


@dataclass(frozen=True, slots=True, eq=False)
class MaxT:
    """The pairs' statistics and what the largest of them does by chance.

    `t` is each pair's mean difference, second system minus first, over its standard error;
    NaN (and so the p-values) where the two systems do not differ in spread. `adjusted`
    are the step-down p-values, never above those of one step, `single_step`; the latter
    belong to the intervals: p is at most alpha where the interval of level 1 - alpha leaves 0 out.
    """

    t: Floats
    adjusted: Floats
    single_step: Floats
    estimate: Floats
    error: Floats
    alternative: str
    largest: Floats  # the largest t of each resample, in the direction of the alternative

    def critical(self, level: float) -> float:
        """Return the value that the largest t stays below with this probability.

        Infinite where there are too few resamples to tell.
        """
        rank = ceil(level * (len(self.largest) + 1) * (1 - TIE))
        return float(self.largest[rank - 1]) if rank <= len(self.largest) else inf

    def interval(self, pair: int, level: float) -> tuple[float, float]:
        """Return the pair's interval; all of them hold together with this probability.

        With a one-sided alternative either limit is that of a one-sided interval of level
        (1 + level) / 2.
        """
        sides = level if self.alternative == "two-sided" else (1 + level) / 2
        reach = self.critical(sides) * float(self.error[pair])
        middle = float(self.estimate[pair])
        return middle - reach, middle + reach


def max_t(
    matrix: Floats,
    pairs: ArrayLike,
    resamples: int,
    seed: int,
    alternative: str = "two-sided",
    cluster: Ints | None = None,
) -> MaxT:
    """Compare pairs of systems so that the chance of even one false finding is controlled.

    Parameters
    ----------
    matrix : array of shape (items, systems)
        A score for every system on every item.
    pairs : array of shape (comparisons, 2)
        Columns of the two systems, A and B.
    resamples, seed : int
        Number of random signs for each item, and the root of their randomness.
    alternative : {"two-sided", "less", "greater"}
        "greater": B scores higher than A.
    cluster : array of codes, optional
        Items of a cluster share their sign, and the standard errors allow for clusters.

    References
    ----------
    Westfall and Young (1993), Resampling-based multiple testing, algorithm 2.8 (step-down).
    Romano and Wolf (2005), J. Amer. Statist. Assoc. 100, 94-108 (nulls that imply each other).
    """
    from claimwise.kernels.sign_flips import flip_blocks

    a, b = np.asarray(pairs, np.int64).reshape(-1, 2).T
    n, k = matrix.shape
    scores, sizes = _units(matrix, cluster)
    estimate = matrix.mean(axis=0)[b] - matrix.mean(axis=0)[a]
    squares = np.array(
        [((scores[:, j] - scores[:, i]) ** 2).sum() for i, j in zip(a, b, strict=True)]
    )
    squares[squares <= n * (SAME * np.abs(matrix).max()) ** 2] = np.nan
    scale = len(sizes) / (len(sizes) - 1) / n**2 if len(sizes) > 1 else np.nan
    error = np.sqrt(scale * squares)
    t = estimate / error
    directed = _directed(t, alternative)
    ranked = np.argsort(-directed, kind="stable")  # NaN goes last
    ranked = ranked[: int((~np.isnan(t)).sum())]
    least = (directed[ranked] * (1 - TIE * np.sign(directed[ranked])))[:, None]
    reached, once = np.zeros(len(ranked), np.int64), np.zeros(len(ranked), np.int64)
    largest = [np.zeros(0)]
    equal = bool((sizes == sizes[0]).all())
    rows = scores.T if equal else np.vstack([scores.T, (scores * sizes[:, None]).T])
    for _, sums in flip_blocks(rows, resamples, seed):
        weighted = sizes[0] * sums if equal else sums[k:]
        mean, cross = (sums[b] - sums[a])[ranked] / n, (weighted[b] - weighted[a])[ranked]
        stats = _studentised(mean, cross, squares[ranked], float((sizes**2).sum()), scale)
        # From each pair on to the last: the largest among the pairs not yet found.
        highest = np.maximum.accumulate(_directed(stats, alternative)[::-1], axis=0)[::-1]
        reached += (highest >= least).sum(axis=1)
        once += (highest[:1] >= least).sum(axis=1)
        largest += list(highest[:1])
    adjusted, single = np.full(len(t), np.nan), np.full(len(t), np.nan)
    adjusted[ranked] = np.maximum.accumulate((reached + 1.0) / (resamples + 1.0))
    single[ranked] = (once + 1.0) / (resamples + 1.0)
    tops = np.sort(np.concatenate(largest))
    return MaxT(t, adjusted, single, estimate, error, alternative, tops)


def _units(matrix: Floats, cluster: Ints | None) -> tuple[Floats, Floats]:
    """Return what gets a sign of its own, items' or clusters' deviations, and their sizes."""
    centred = matrix - matrix.mean(axis=0)
    if cluster is None:
        return centred, np.ones(len(matrix))
    return cluster_sums(centred.T, cluster).T, cluster_sizes(cluster).astype(np.float64)


def _studentised(
    mean: Floats, cross: Floats, squares: Floats, size_squares: float, scale: float
) -> Floats:
    """Return the resampled means over their own standard errors.

    `cross` are the signed sums of cluster sums times cluster sizes: what is left of the
    deviations' squares when the resample's mean is taken off.
    """
    left = squares[:, None] - 2 * mean * cross + mean**2 * size_squares
    varies = left > 1e-12 * squares[:, None]
    error = np.sqrt(scale * np.where(varies, left, 1.0))
    extreme = np.where(mean == 0, 0.0, np.copysign(inf, mean))
    return np.asarray(np.where(varies, mean / error, extreme))


def _directed(t: Floats, alternative: str) -> Floats:
    """Return t with its sign such that large values speak for the alternative."""
    if alternative == "two-sided":
        return np.abs(t)
    return t if alternative == "greater" else -t
