"""Paired verdicts: the shares of items won, lost and left even follow a Dirichlet distribution.

The difference d = won - lost is s (2r - 1), where s = won + lost ~ Beta(win + lose, rest) and
r = won / s ~ Beta(win, lose) are independent. `win`, `lose` and `rest` are the parameters, that
is counts plus prior; all arguments broadcast.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from claimwise.kernels import beta, quadrature
from claimwise.kernels.arrays import ArrayLike, Floats, Ints
from claimwise.kernels.difference_of_betas import log_beta_function

Density = Callable[..., Floats]


def log_density_of(win: Floats, lose: Floats, rest: Floats) -> Density:
    """Return the log density of the shares won, lost and even, as a function of the three.

    Written about the mean, as the Beta's is; one share may be near 1, and its distance to the
    mean then comes from the other two.
    """
    weights = (win, lose, rest)
    total = win + lose + rest
    means = [weight / total for weight in weights]
    large = [mean > 0.5 for mean in means]
    constant = 0.5 * np.log(win / total * lose * rest) - np.log(2 * np.pi)
    constant = constant + beta.stirling_error(total)
    constant = constant - sum(beta.stirling_error(weight) for weight in weights)

    def density(*shares: Floats, at: Any = ...) -> Floats:
        gaps = [share - mean[at] for share, mean in zip(shares, means, strict=True)]
        logs = constant[at]
        for i, (share, weight) in enumerate(zip(shares, weights, strict=True)):
            others = -(gaps[i - 1] + gaps[i - 2])
            gap = np.where(large[i][at], others, gaps[i])
            ratio = beta.log_ratio(share, means[i][at], gap)
            logs = logs + (weight[at] * ratio - np.log(share))
        return np.asarray(logs)

    return density


def sf(x: ArrayLike, win: ArrayLike, lose: ArrayLike, rest: ArrayLike) -> Floats:
    """Return P(d > x), to 1e-10 or better.

    >>> round(float(sf(0.0, 3, 1, 10)), 12)
    0.875
    """
    return sf_with_error(x, win, lose, rest)[0]


def sf_with_error(
    x: ArrayLike, win: ArrayLike, lose: ArrayLike, rest: ArrayLike
) -> tuple[Floats, Floats]:
    """Return P(d > x) and its numerical error.

    At 0 it is one incomplete beta; elsewhere the expectation over s or r, whichever adds
    less to the spread of d. A negative x is the mirror image.
    """
    shape, (point, won, lost, even) = beta.flat(x, win, lose, rest)
    mirror, gap = point < 0, np.abs(point)
    won, lost = np.where(mirror, lost, won), np.where(mirror, won, lost)
    half = np.full(1, 0.5)
    value = beta.above(half, half, won, lost)
    error = np.zeros(value.shape)
    spread_s = beta.variance(won + lost, even) * ((won - lost) / (won + lost)) ** 2
    spread_r = 4 * beta.variance(won, lost) * ((won + lost) / (won + lost + even)) ** 2
    inner = (gap > 0) & (gap < 1)
    for group, over in ((spread_s <= spread_r, _over_s), (spread_s > spread_r, _over_r)):
        at = np.flatnonzero(inner & group)
        if at.size:
            value[at], error[at] = over(gap[at], won[at], lost[at], even[at])
    value = np.where(gap >= 1, 0.0, np.clip(value, 0.0, 1.0))
    return np.where(mirror, 1 - value, value).reshape(shape), error.reshape(shape)


def _over_s(x: Floats, won: Floats, lost: Floats, even: Floats) -> tuple[Floats, Floats]:
    def exceeds(s: Floats, _: Floats, places: Ints) -> Floats:
        gap = x[places, None]
        above, below = (s + gap) / (2 * s), (s - gap) / (2 * s)
        return beta.above(above, below, won[places, None], lost[places, None])

    return beta.expectation(exceeds, won + lost, even, x, np.ones_like(x))


def _over_r(x: Floats, won: Floats, lost: Floats, even: Floats) -> tuple[Floats, Floats]:
    def exceeds(r: Floats, rc: Floats, places: Ints) -> Floats:
        gap = x[places, None]
        lead = np.maximum(r - rc, gap)  # rounding may bring it below
        s, sc = gap / lead, ((1 - gap) - 2 * rc) / lead
        return beta.above(s, sc, (won + lost)[places, None], even[places, None])

    return beta.expectation(exceeds, won, lost, (1 + x) / 2, np.ones_like(x))


def log_density(x: ArrayLike, win: ArrayLike, lose: ArrayLike, rest: ArrayLike) -> Floats:
    """Return the log density of d at x: infinite where it is, exact far in the tails.

    >>> round(float(np.exp(log_density(0.5, 1, 1, 1))), 12)  # the triangle won, lost, even
    0.5
    """
    return log_density_with_error(x, win, lose, rest)[0]


def log_density_with_error(
    x: ArrayLike, win: ArrayLike, lose: ArrayLike, rest: ArrayLike
) -> tuple[Floats, Floats]:
    """Return the log density of d at x, and its numerical error.

    The integral of the Dirichlet density over the share lost, from 0 to (1 - x) / 2.
    """
    shape, (point, won, lost, even) = beta.flat(x, win, lose, rest)
    mirror = point < 0
    won, lost = np.where(mirror, lost, won), np.where(mirror, won, lost)
    gap = np.abs(point)
    inside = (gap < 1) & (gap > 0)
    gap = np.where(inside, gap, 0.5)[:, None]
    width = (1 - gap) / 2
    density = log_density_of(won[:, None], lost[:, None], even[:, None])

    def shares(left: Floats, right: Floats, at: Ints) -> Floats:
        near, far = width[at] * left, width[at] * right
        return density(gap[at] + near, near, 2 * far, at=at)

    reach = quadrature.reach(np.minimum(lost, even))
    value, error = quadrature.log_integral(shares, point.size, reach)
    value = value + np.log(width[:, 0])
    if not inside.all():
        at_zero = log_density_at_zero(won, lost, even)
        at_one = np.where(np.abs(point) == 1, _log_density_at_one(won, lost, even), -np.inf)
        value = np.where(inside, value, np.where(point == 0, at_zero, at_one))
        error = np.where(inside, error, 0.0)
    return value.reshape(shape), error.reshape(shape)


def _log_density_at_one(win: Floats, lose: Floats, rest: Floats) -> Floats:
    """Return the limit of the log density as all items are won."""
    # d = 1 - (2 lost + even), and lost + even ~ Beta(lose + rest, win).
    both = -lose * np.log(2.0) - log_beta_function(win, lose + rest)
    power = lose + rest - 1
    return np.where(power > 0, -np.inf, np.where(power < 0, np.inf, both))


def log_density_at_zero(win: ArrayLike, lose: ArrayLike, rest: ArrayLike) -> Floats:
    """Return the log density of d at 0, in closed form; infinite if win + lose <= 1.

    >>> round(float(np.exp(log_density_at_zero(1, 1, 2))), 12)
    1.5
    """
    win, lose = np.asarray(win, np.float64), np.asarray(lose, np.float64)
    decided = win + lose
    finite = decided > 1
    power = np.where(finite, decided - 1, 1.0)
    # E[1 / s] times half the density of r at one half: d = s (2r - 1).
    inverse = log_beta_function(power, rest) - log_beta_function(decided, rest)
    density = log_density_of_share(win, lose)
    return np.where(finite, inverse + density - np.log(2.0), np.inf)


def log_density_of_share(win: ArrayLike, lose: ArrayLike) -> Floats:
    """Return the log density of r = won / (won + lost) at one half.

    >>> float(log_density_of_share(1, 1))
    0.0
    """
    win, lose = np.asarray(win, np.float64), np.asarray(lose, np.float64)
    half = np.full(1, 0.5)
    return np.asarray(
        beta.log_density(half, half, win, lose).reshape(np.broadcast(win, lose).shape)
    )
