"""The difference of two proportions on the same n items.

`wins` are the items that only B got right, `losses` those that only A got right, `both` those
that both got right. The difference, B minus A, is (wins - losses) / n. Every argument may be
an array.
"""

from __future__ import annotations

import numpy as np

from claimwise.kernels.arrays import ArrayLike, Floats
from claimwise.kernels.binomial_interval import normal_quantile, wilson
from claimwise.kernels.bracket import last_kept


def score(wins: ArrayLike, losses: ArrayLike, n: ArrayLike, difference: ArrayLike) -> Floats:
    """Tango's score: how many standard errors the data lie above a supposed difference.

    The standard error is the one under the supposition: the share of losses is estimated by
    maximum likelihood among all worlds with that difference (Tango 1998, equation 8). Without
    a supposed difference and without a discordant item the score is 0.

    >>> round(float(score(8, 1, 20, 0.0)) ** 2, 6)  # McNemar's chi-square: 7**2 / 9
    5.444444
    """
    wins, losses, n, supposed = np.broadcast_arrays(
        *(np.asarray(x, np.float64) for x in (wins, losses, n, difference))
    )
    # The likelihood has a mirror: with the systems swapped the difference changes its sign.
    negative = supposed < 0
    more = np.where(negative, losses, wins) / n
    less = np.where(negative, wins, losses) / n
    gap = np.abs(supposed)
    # The restricted share x of the rarer side solves 2 x^2 + b x + c = 0, and c <= 0.
    b = (2 - more + less) * gap - more - less
    c = -less * gap * (1 - gap)
    root = np.sqrt(b * b - 8 * c)
    total = root + np.abs(b)
    # The larger root, written so that nothing cancels for either sign of b.
    share = np.where(b > 0, np.divide(-2 * c, total, where=total > 0, out=np.zeros_like(b)), 0)
    share = np.where(b > 0, share, total / 4)
    variance = np.maximum(2 * share + gap * (1 - gap), 0) / n
    return _ratio((wins - losses) / n - supposed, variance)


def _ratio(distance: Floats, variance: Floats) -> Floats:
    """Distance in standard errors; infinite where only the distance is not zero, 0 at 0 / 0."""
    some = variance > 0
    sure = np.where(distance == 0, 0.0, np.copysign(np.inf, distance))
    return np.asarray(np.where(some, distance / np.sqrt(np.where(some, variance, 1)), sure))


def tango(wins: ArrayLike, losses: ArrayLike, n: ArrayLike, level: float) -> tuple[Floats, Floats]:
    """Score interval: the differences that Tango's test does not reject.

    >>> low, high = tango(0, 0, 50, 0.95)  # no discordant item: z^2 / (n + z^2)
    >>> round(float(low), 6), round(float(high), 6)
    (-0.071348, 0.071348)
    """
    wins, losses, n = np.broadcast_arrays(*(np.asarray(x, np.float64) for x in (wins, losses, n)))
    z, estimate = normal_quantile(level), (wins - losses) / n
    one = np.ones_like(estimate)
    low = last_kept(lambda d: score(wins, losses, n, d) > z, estimate, -one)
    high = last_kept(lambda d: score(wins, losses, n, d) < -z, estimate, one)
    return low, high


def newcombe(
    wins: ArrayLike, losses: ArrayLike, both: ArrayLike, n: ArrayLike, level: float
) -> tuple[Floats, Floats]:
    """Newcombe's method 10: both systems' Wilson intervals, joined by their correlation.

    >>> low, high = newcombe(12, 2, 36, 50, 0.95)
    >>> round(float(low), 4), round(float(high), 4)
    (0.0569, 0.3404)
    """
    wins, losses, both, n = np.broadcast_arrays(
        *(np.asarray(x, np.float64) for x in (wins, losses, both, n))
    )
    right_a, right_b = both + losses, both + wins
    low_a, high_a = wilson(right_a, n, level)
    low_b, high_b = wilson(right_b, n, level)
    a, b = right_a / n, right_b / n
    phi = _phi(wins, losses, both, n)
    down = _joined(b - low_b, high_a - a, phi)
    up = _joined(high_b - b, a - low_a, phi)
    estimate = (wins - losses) / n
    # No overshoot in exact arithmetic; the last bits may stand out.
    return np.asarray(np.maximum(estimate - down, -1.0)), np.asarray(np.minimum(estimate + up, 1.0))


def _joined(one: Floats, other: Floats, phi: Floats) -> Floats:
    return np.asarray(np.sqrt(np.maximum(one**2 - 2 * phi * one * other + other**2, 0)))


def _phi(wins: Floats, losses: Floats, both: Floats, n: Floats) -> Floats:
    """Correlation of the verdicts, shrunk by a continuity correction where it is positive."""
    neither = n - wins - losses - both
    top = both * neither - wins * losses
    top = np.where(top > 0, np.maximum(top - n / 2, 0), top)
    right_a, right_b = both + losses, both + wins
    bottom = np.sqrt(right_a * (n - right_a) * right_b * (n - right_b))
    return np.asarray(np.where(bottom > 0, top / np.where(bottom > 0, bottom, 1), 0))


def bonett_price(
    wins: ArrayLike, losses: ArrayLike, n: ArrayLike, level: float
) -> tuple[Floats, Floats]:
    """Wald interval after adding one win and one loss; ends beyond -1 and 1 are cut.

    >>> low, high = bonett_price(6, 16, 161, 0.95)
    >>> round(float(low), 4), round(float(high), 4)
    (-0.1195, -0.0032)
    """
    wins, losses, n = (np.asarray(x, np.float64) for x in (wins, losses, n))
    low, high = wald(wins + 1, losses + 1, n + 2, level)
    return np.asarray(np.maximum(low, -1.0)), np.asarray(np.minimum(high, 1.0))


def wald(wins: ArrayLike, losses: ArrayLike, n: ArrayLike, level: float) -> tuple[Floats, Floats]:
    """Estimate plus and minus z estimated standard errors; undefined where these are zero."""
    wins, losses, n = (np.asarray(x, np.float64) for x in (wins, losses, n))
    estimate = (wins - losses) / n
    variance = ((wins + losses) - (wins - losses) ** 2 / n) / n**2
    reach = normal_quantile(level) * np.sqrt(np.where(variance > 0, variance, np.nan))
    return np.asarray(estimate - reach), np.asarray(estimate + reach)
