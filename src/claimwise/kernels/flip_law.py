"""How often the sign-flip test rejects, from the law of one item: no study is drawn.

Of independent x_1, ..., x_n the test looks at S = sum x_i, and compares it with sums under random
signs. Given the sizes of the x_i these have mean 0, variance Q = sum x_i^2 and fourth cumulant
-2 sum x_i^4, and their tail follows from the three by an Edgeworth series. What remains is the
joint law of S and Q. Its Fourier transform is the n-th power of that of (x, x^2) for one item; it
is turned back on a grid, and each cell of the grid has its chance of rejection.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, log2, sqrt
from typing import NamedTuple

import numpy as np
from scipy import fft, special

from claimwise.kernels.arrays import Floats

FREQUENCIES = 64, 128  # of S and of Q, from which the law is put together
FINE = 16.0  # times sqrt(resamples): cells of S, so that several lie where its chance rises
CELLS = 512, 8192  # at least, and at most
REACH = 9.0  # standard deviations of S to either side
TAILS = 5.0, 18.0  # those of Q, whose upper tail is long
NOTHING = 1e-15  # the probability of a cell that is left out
FARTHEST = 40.0  # standard deviations: no sum under random signs goes there
ROUNDING = 1e-9

# E exp(i s x + i t x^2) of one item, for arrays s and t.
Transform = Callable[[Floats, Floats], np.ndarray]


class Item(NamedTuple):
    """The law of one item: its transform, and its moments E x^k for k = 0 to 6."""

    transform: Transform
    moments: Sequence[float]


class Rejections(NamedTuple):
    """How often S is found above 0 and below it, and the mean |S| / n of either."""

    above: float
    below: float
    size_above: float
    size_below: float


def rejections(item: Item, n: float, alpha: float, resamples: int, sides: int) -> Rejections:
    """Return how often n items are found significant, by so many random flips.

    `sides` is 2 where the size of S counts. With 1 each sign has a test of its own.
    """
    fine = 2 ** ceil(log2(FINE * sqrt(resamples)))
    sums, squares, cells = joint_law(item, n, min(CELLS[1], max(CELLS[0], fine)))
    at, there = np.nonzero((cells > NOTHING) & (squares > 0))
    squares, cells, sums = squares[at, there], cells[at, there], sums[at]
    z = np.minimum(np.abs(sums) / np.sqrt(squares), FARTHEST)
    found = cells * chance(z, item, n, squares, alpha, resamples, sides)
    above = sums > 0
    sized = found * np.abs(sums) / n
    parts = (found[above], found[~above], sized[above], sized[~above])
    return Rejections(*(float(part.sum()) for part in parts))


def joint_law(item: Item, n: float, fine: int) -> tuple[Floats, Floats, Floats]:
    """Return a grid of S, one of Q at each S, and the probability of each cell.

    Q is taken as V + c S, with V and S uncorrelated: their law fills a grid where that of Q and S
    may lie on a line.
    """
    m = item.moments
    spread = m[2] - m[1] ** 2
    slope = (m[3] - m[1] * m[2]) / spread
    s_mean, s_sd = n * m[1], sqrt(n * spread)
    v_mean = n * (m[2] - slope * m[1])
    v_sd = sqrt(n * max(m[4] - m[2] ** 2 - slope**2 * spread, 1e-12 * m[4]))
    s_low, s_width = s_mean - REACH * s_sd, 2 * REACH * s_sd
    v_low, v_width = v_mean - TAILS[0] * v_sd, sum(TAILS) * v_sd
    many_s, many_v = FREQUENCIES
    j, k = np.arange(-many_s // 2, many_s // 2)[:, None], np.arange(-many_v // 2, many_v // 2)
    s, t = 2 * np.pi * j / s_width, 2 * np.pi * k / v_width
    turned = item.transform(s - slope * t, np.broadcast_to(t, (many_s, many_v))) ** n
    grid = np.zeros((fine, many_v), complex)  # more points of S: the same waves, seen more finely
    grid[j % fine, k % many_v] = turned * np.exp(-1j * (s * s_low + t * v_low))
    cells = fft.fft2(grid).real / grid.size
    sums = s_low + s_width * np.arange(fine) / fine
    others = v_low + v_width * np.arange(many_v) / many_v
    return sums, others + slope * sums[:, None], cells


def chance(
    z: Floats, item: Item, n: float, squares: Floats, alpha: float, resamples: int, sides: int
) -> Floats:
    """Return how likely S = z sqrt(Q) is to be significant.

    By the Edgeworth series of the sum under random signs, and the binomial law of how many of the
    random flips go as far.
    """
    m = item.moments
    mean = squares / n
    # The mean of x^4 in studies with this Q: a line through the means of both.
    fourth = m[4] + (m[6] - m[4] * m[2]) / (m[4] - m[2] ** 2) * (mean - m[2])
    k4 = -2 * np.maximum(fourth, mean**2) / (n * mean**2)
    k6 = 16 * m[6] / (n**2 * m[2] ** 3)
    third = z**3 - 3 * z  # the Hermite polynomials
    fifth = z**5 - 10 * z**3 + 15 * z
    seventh = z**7 - 21 * z**5 + 105 * z**3 - 105 * z
    series = k4 * third / 24 + k6 * fifth / 720 + k4**2 * seventh / 1152
    tail = special.ndtr(-z) + np.exp(-(z**2) / 2) / sqrt(2 * np.pi) * series
    return np.asarray(special.bdtr(most(alpha, resamples), resamples, np.clip(sides * tail, 0, 1)))


def most(alpha: float, resamples: int) -> int:
    """Return how many flips may go as far, for (count + 1) / (resamples + 1) to be significant."""
    return floor(alpha * (resamples + 1) + ROUNDING) - 1


def size_of_test(alpha: float, resamples: int) -> float:
    """Return how often the test rejects without an effect, where no two sums are equal.

    Whatever the law of the items: the observed sum is as likely as any flip to be the largest.

    >>> round(size_of_test(0.05, 999), 6), round(size_of_test(0.05, 1000), 6)
    (0.05, 0.04995)
    """
    return (most(alpha, resamples) + 1) / (resamples + 1)
