"""Exact probabilities of what t tests of normal scores decide.

The mean difference and its estimated standard error are independent, so that given the error a
decision is an interval of the mean difference, and its probability a normal one. What is left is
an average over the error: a chi variable, and for two groups also the share of the sum of
squares that A has.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np
from scipy import special

from claimwise.kernels.arrays import Floats
from claimwise.kernels.legendre import legendre

NODES = 40  # in each piece
SHARES = 64
TAIL = 1e-17  # of the chi distribution, left out
FAR = 9.0  # errors beyond which the normal distribution has nothing left


@dataclass(frozen=True, slots=True, eq=False)
class TError:
    """How the estimated standard error varies about the true one, `error`.

    Estimated over true error is ``chi * scale``, chi the root of a mean square with `df` degrees
    of freedom; the test takes its quantile at `critical_df`. Of two groups there is one entry for
    each share of the sum of squares that A may have, with its `weight`.
    """

    error: float
    df: float
    scale: Floats
    critical_df: Floats
    weight: Floats


@dataclass(frozen=True, slots=True)
class Decided:
    """Probability of a decision, and the mean of the observed difference times its indicator."""

    probability: float
    effect: float


def one_group(n: int, sd: float) -> TError:
    """Return the error of the mean of n differences."""
    one = np.ones(1)
    return TError(sd / np.sqrt(n), n - 1, one, (n - 1) * one, one)


def two_groups(n: int, sd_a: float, sd_b: float, *, pooled: bool) -> TError:
    """Return the error of the difference of two means of n scores each.

    `pooled` is Student's test with 2n - 2 degrees of freedom, otherwise Welch's.
    """
    # A's share of both sums of squares is Beta((n - 1) / 2, (n - 1) / 2); as the square of a sine
    # it has a density without poles, and nothing beyond ten deviations from the middle.
    nodes, weight = legendre(SHARES)
    angle = np.pi / 4 + min(np.pi / 4, 5 / np.sqrt(n)) * nodes
    share, rest = np.sin(angle) ** 2, np.cos(angle) ** 2
    log_density = (n / 2 - 1) * (np.log(share) + np.log(rest))
    weight = weight * np.exp(log_density - log_density.max())
    weight /= weight.sum()
    part = sd_a**2 / (sd_a**2 + sd_b**2)
    of_a, of_b = part * share, (1 - part) * rest
    welch = (n - 1) * (of_a + of_b) ** 2 / (of_a**2 + of_b**2)
    critical = np.full_like(share, 2 * n - 2.0) if pooled else welch
    error = float(np.sqrt((sd_a**2 + sd_b**2) / n))
    return TError(error, 2 * n - 2, np.sqrt(2 * (of_a + of_b)), critical, weight)


def decided(
    spread: TError, truth: float, tail: float, *, above: float = -inf, below: float = inf
) -> Decided:
    """Return how often the difference is found to be above one margin and below another.

    Parameters
    ----------
    spread : TError
        How the error varies.
    truth : float
        The true difference.
    tail : float
        Level of each of the one-sided tests.
    above, below : float
        The margins; infinite where that side is not tested.
    """
    quantile = -special.stdtrit(spread.critical_df, tail) * spread.scale  # per chi, in errors
    lower, upper = (above - truth) / spread.error, (below - truth) / spread.error
    # A decision turns from sure to impossible within a few errors of where its side is at 0.
    turns = [(FAR - lower, -FAR - lower), (upper - FAR, upper + FAR)]
    ends = [np.full_like(quantile, x) / quantile for side in turns for x in side if abs(x) < inf]
    # Between two margins nothing can be shown once the error is too large for the room.
    stop = (upper - lower) / 2 / quantile if abs(upper - lower) < inf else None
    chi, weight = _chi(spread.df, ends, stop)
    reach = chi * quantile[:, None]
    low, high = lower + reach, upper - reach
    share = special.ndtr(high) - special.ndtr(low)
    # From the far tail, where the difference of two numbers near 1 has no digits left.
    share = np.where(low > 0, special.ndtr(-low) - special.ndtr(-high), share)
    bell = _bell(low) - _bell(high)
    total = spread.weight[:, None] * weight
    probability = float((total * share).sum())
    return Decided(
        min(1.0, max(0.0, probability)),
        float(truth * probability + spread.error * (total * bell).sum()),
    )


def _bell(x: Floats) -> Floats:
    return np.asarray(np.exp(-(np.minimum(np.abs(x), 1e3) ** 2) / 2) / np.sqrt(2 * np.pi))


def _chi(df: float, ends: list[Floats], stop: Floats | None) -> tuple[Floats, Floats]:
    """Return nodes and weights of the root of a mean square, piece by piece, for each row."""
    first = np.sqrt(2 * special.gammaincinv(df / 2, TAIL) / df)
    last = np.sqrt(2 * special.gammainccinv(df / 2, TAIL) / df)
    rows = ends[0].size
    final = np.full(rows, last) if stop is None else np.clip(stop, first, last)
    edges = np.sort(
        [np.full(rows, first), *(np.clip(e, first, final) for e in ends), final], axis=0
    )
    nodes, weights = legendre(NODES)
    half = np.diff(edges, axis=0)[:, :, None] / 2
    chi = edges[:-1, :, None] + half * (nodes + 1)
    log_density = (
        np.log(2)
        + (df / 2) * np.log(df / 2)
        - special.gammaln(df / 2)
        + special.xlogy(df - 1, chi)
        - df * chi**2 / 2
    )
    weight = half * weights * np.exp(log_density)
    # (pieces, rows, nodes) to (rows, all nodes)
    return (np.concatenate(list(chi), axis=-1), np.concatenate(list(weight), axis=-1))
