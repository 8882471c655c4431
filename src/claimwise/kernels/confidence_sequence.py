"""Intervals and p-values that hold at every item at once, so that one may stop at any.

All read the items along the last axis, in the order in which they came. An interval is the
intersection of those of all items so far, and a p-value the inverse of the largest e-value so
far: what was once shown stays shown.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import TypeAlias

import numpy as np
from scipy import special

from claimwise.core.procedure import Procedure
from claimwise.core.registry import register
from claimwise.kernels.arrays import ArrayLike, Flags, Floats, Ints
from claimwise.kernels.bracket import last_kept
from claimwise.kernels.student import CONSTANT

Rejected: TypeAlias = Callable[[Floats], Flags]
TINY_LOG = -700.0  # a p-value is never 0
NEVER = -1  # the item at which nothing was shown


def pvalue_from(log_e: ArrayLike) -> Floats:
    """Return 1 over the largest e-value, at most 1 and above 0.

    >>> pvalue_from([0.0, np.log(20), 5000.0]).round(4).tolist()[:2]
    [1.0, 0.05]
    """
    return np.asarray(np.exp(np.clip(-np.asarray(log_e, np.float64), TINY_LOG, 0.0)))


# Wins and losses: a uniform mixture of likelihood ratios (Robbins 1970, Ann. Math. Stat. 41).


def log_mixture(
    wins: ArrayLike, losses: ArrayLike, rate: ArrayLike, alternative: str = "two-sided"
) -> Floats:
    """Return the log e-value against a win rate: beta-binomial over binomial probability.

    One-sided, the mixture is over the rates on that side alone.

    >>> round(float(np.exp(log_mixture(10, 0, 0.5))), 4)  # 2^10 / 11
    93.0909
    """
    wins, losses = np.asarray(wins, np.float64), np.asarray(losses, np.float64)
    rate = np.asarray(rate, np.float64)
    chance = special.xlogy(wins, rate) + special.xlog1py(losses, -rate)
    found = special.betaln(1 + wins, 1 + losses) - chance
    if alternative == "two-sided":
        return np.asarray(found)
    if alternative == "greater":
        side, width = special.betainc(1 + losses, 1 + wins, 1 - rate), 1 - rate
    else:
        side, width = special.betainc(1 + wins, 1 + losses, rate), rate
    with np.errstate(divide="ignore"):  # no mass is left on that side
        return np.asarray(found + np.log(side) - np.log(width))


def win_rate_evidence(
    signs: ArrayLike, rate: float, alpha: float, *, alternative: str
) -> tuple[Floats, Ints]:
    """Return the largest log e-value, and the item at which 1/alpha was reached.

    `signs` are 1 for a win, -1 for a loss; 0 (a tie) tells nothing of the win rate.
    """
    signs = np.asarray(signs)
    wins = np.cumsum(signs > 0, axis=-1)
    losses = np.cumsum(signs < 0, axis=-1)
    return _reached(log_mixture(wins, losses, rate, alternative), alpha)


def _reached(log_e: Floats, alpha: float) -> tuple[Floats, Ints]:
    reached = log_e >= -log(alpha)
    first = np.where(reached.any(axis=-1), reached.argmax(axis=-1), NEVER)
    return np.maximum(log_e.max(axis=-1), 0.0), first


def win_rate(wins: ArrayLike, losses: ArrayLike, level: float) -> tuple[Floats, Floats]:
    """Return the win rates that the counts leave possible: at each item, not intersected."""
    wins, losses = np.asarray(wins, np.float64), np.asarray(losses, np.float64)
    limit, n = -log(1 - level), wins + losses
    middle = np.where(n > 0, wins / np.maximum(n, 1.0), 0.5)

    mixed = special.betaln(1 + wins, 1 + losses)

    def rejected(rate: Floats) -> Flags:
        chance = special.xlogy(wins, rate) + special.xlog1py(losses, -rate)
        return np.asarray(mixed - chance >= limit)

    return _out_to(rejected, middle, 0.0), _out_to(rejected, middle, 1.0)


def _out_to(rejected: Rejected, kept: Floats, edge: float) -> Floats:
    """Return the last point on the way to the edge that is not rejected: maybe the edge itself."""
    end = np.full_like(kept, edge)
    return np.asarray(np.where(rejected(end), last_kept(rejected, kept, end), end))


# Means of bounded values: the hedged bets of Waudby-Smith and Ramdas (2024), JRSS B 86, 1-27.


def _unit(x: ArrayLike, low: float, high: float) -> Floats:
    """Return the values within [0, 1], one study in each row."""
    values = (np.asarray(x, np.float64) - low) / (high - low)
    return np.ascontiguousarray(np.clip(values, 0.0, 1.0).reshape(-1, values.shape[-1]))


@register(
    "anytime stopping",
    "anytime",
    says=Procedure(
        "a confidence sequence that holds at every item",
        (
            "Waudby-Smith and Ramdas (2024), J. R. Statist. Soc. B 86, 1-27",
            "Robbins (1970), Ann. Math. Stat. 41, 1397-1409",
        ),
        (
            "The items are a random sample of those that the claim is about, both systems answered "
            "the same ones, and they come in an order that does not depend on their scores.",
        ),
        short="at any time",
    ),
)
def bounded_mean(x: ArrayLike, level: float, *, low: float, high: float) -> tuple[Floats, Floats]:
    """Return both ends for the mean of values that cannot leave [low, high].

    Each end misses with half of what the level leaves. Where the lower end exceeds the upper one,
    no mean fits all items in this order.
    """
    from claimwise.kernels.bets import bets_on, wealth_of

    shape = np.shape(x)[:-1]
    values = _unit(x, low, high)
    limit = log(2 / (1 - level))
    bets = bets_on(values, limit)

    def too_low(mean: Floats) -> Flags:
        return np.asarray(wealth_of(values, bets, mean, True, limit)[0] >= limit)

    def too_high(mean: Floats) -> Flags:
        return np.asarray(wealth_of(values, bets, mean, False, limit)[0] >= limit)

    # The wealth rises with the distance from the far edge, where no bet wins.
    bottom = _out_to(too_low, np.ones(len(values)), 0.0)
    top = _out_to(too_high, np.zeros(len(values)), 1.0)
    ends = [low + (high - low) * end.reshape(shape) for end in (bottom, top)]
    return ends[0], ends[1]


def bounded_evidence(
    x: ArrayLike, mean: float, alpha: float, *, low: float, high: float, alternative: str
) -> tuple[Floats, Ints]:
    """Return the largest log e-value against a mean, and the item at which 1/alpha was reached.

    Items count from 0; `NEVER` where it was not. Two-sided, half of the wealth bets each way, and
    the e-value is the larger half.
    """
    from claimwise.kernels.bets import bets_on, wealth_of

    shape = np.shape(x)[:-1]
    values = _unit(x, low, high)
    sides = 2 if alternative == "two-sided" else 1
    limit = log(sides / alpha)
    bets = bets_on(values, limit)
    against = np.full(len(values), (mean - low) / (high - low))
    best, first = np.full(len(values), -np.inf), np.full(len(values), NEVER)
    for up in (True, False):
        if alternative == ("less" if up else "greater"):
            continue
        wealth, at = wealth_of(values, bets, against, up, limit)
        best = np.maximum(best, wealth)
        first = np.where((at >= 0) & ((first < 0) | (at < first)), at, first)
    return (best - log(sides)).reshape(shape), first.reshape(shape)


# Means of unbounded values: Gaussian mixture with an estimated variance (Waudby-Smith, Arbour,
# Sinha, Kennedy and Ramdas 2024, Ann. Stat. 52, 2613-2640).


def mixture_scale(alpha: float, tuned: float) -> float:
    """Return the squared scale of the mixture that is nearly tightest at `tuned` items."""
    return (-2 * log(alpha) + log(-2 * log(alpha)) + 1) / tuned


def _moments(x: Floats, start: int) -> tuple[Floats, Floats, Floats]:
    """Return items, mean and standard deviation after each item from the start on."""
    n = np.arange(1, x.shape[-1] + 1, dtype=np.float64)
    shift = x[..., :1]  # keeps digits where values lie far from zero
    mean = np.cumsum(x - shift, axis=-1) / n
    square = np.cumsum((x - shift) ** 2, axis=-1) / n
    spread = np.sqrt(np.maximum(square - mean**2, 0.0))
    spread = np.where(spread > CONSTANT * np.abs(x).max(axis=-1, keepdims=True), spread, 0.0)
    kept = slice(start - 1, None)
    return n[kept], (mean + shift)[..., kept], spread[..., kept]


def asymptotic_mean(
    x: ArrayLike, level: float, *, start: int, tuned: float
) -> tuple[Floats, Floats]:
    """Return both ends for the mean, looked at from item `start` on; NaN with fewer items.

    Holds as the start grows, for values whose variance is finite.
    """
    x = np.asarray(x, np.float64)
    if x.shape[-1] < start:
        nothing = np.full(x.shape[:-1], np.nan)
        return nothing, nothing.copy()
    alpha = 1 - level
    scale = mixture_scale(alpha, tuned)
    n, mean, spread = _moments(x, start)
    reach = spread * np.sqrt(
        2 * (n * scale + 1) / (n**2 * scale) * np.log(np.sqrt(n * scale + 1) / alpha)
    )
    reach = np.where(spread > 0, reach, np.inf)  # without spread nothing is known
    low, high = (mean - reach).max(axis=-1), (mean + reach).min(axis=-1)
    known = (spread > 0).any(axis=-1)
    return np.where(known, low, np.nan), np.where(known, high, np.nan)


def asymptotic_evidence(
    x: ArrayLike, mean: float, alpha: float, *, start: int, tuned: float, alternative: str
) -> tuple[Floats, Ints]:
    """Return the largest log e-value against a mean, and the item at which 1/alpha was reached.

    One-sided, it is the two-sided one where the values lie on that side, which is conservative.
    """
    x = np.asarray(x, np.float64)
    shape = x.shape[:-1]
    if x.shape[-1] < start:
        return np.full(shape, np.nan), np.full(shape, NEVER)
    scale = mixture_scale(alpha, tuned)
    n, observed, spread = _moments(x, start)
    known = spread > 0
    z = n * (observed - mean) / np.where(known, spread, 1.0)
    log_e = z**2 * scale / (2 * (n * scale + 1)) - np.log(n * scale + 1) / 2
    aside = {"greater": z <= 0, "less": z >= 0}.get(alternative, np.zeros_like(known))
    best, first = _reached(np.where(known & ~aside, log_e, -np.inf), alpha)
    defined = known.any(axis=-1)
    return np.where(defined, best, np.nan), np.where(first >= 0, first + start - 1, NEVER)
