"""The exact unconditional test of Suissa and Shuster for paired right/wrong verdicts.

Tables are ordered by McNemar's score (wins - losses) / sqrt(wins + losses). The p-value is
the largest probability, over every rate of disagreement, of a score at least as extreme.

References
----------
Suissa and Shuster (1991), The 2 x 2 matched-pairs trial: exact unconditional design and
analysis, Biometrics 47, 361-372.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from scipy import special

from claimwise.kernels import binomial
from claimwise.kernels.arrays import ArrayLike, Floats, Ints, ints
from claimwise.kernels.nuisance import band


def score(wins: ArrayLike, losses: ArrayLike) -> Floats:
    """Signed square of McNemar's score.

    Equal fractions round to equal doubles, so ties between tables are found exactly.
    """
    gap, total = ints(wins) - ints(losses), ints(wins) + ints(losses)
    return np.asarray(np.sign(gap) * (gap * gap / np.maximum(total, 1)))


def directed_score(wins: ArrayLike, losses: ArrayLike, alternative: str) -> Floats:
    """The score, large where the alternative says so."""
    scores = score(wins, losses)
    return {"two-sided": np.abs(scores), "greater": scores, "less": -scores}[alternative]


def smallest_wins(cutoff: float, total: Ints) -> Ints:
    """Return, for each number of discordant items, the fewest wins that reach the cutoff.

    Where even all wins do not, the answer is one more than the total.
    """
    gap = ints(np.ceil(np.sqrt(cutoff * total)))
    gap = np.maximum(gap, 1)
    gap += (gap - total) % 2
    # The square root may have rounded across a tie: step once where the exact comparison says.
    back = np.maximum(gap - 2, 0)
    gap = np.where((gap >= 3) & (back * back / np.maximum(total, 1) >= cutoff), back, gap)
    gap = np.where(gap * gap / np.maximum(total, 1) < cutoff, gap + 2, gap)
    return np.where(gap <= total, (total + gap) // 2, total + 1)


def largest_tail(cutoff: float, n: int) -> float:
    """Largest probability, over the rates of disagreement, of a score >= cutoff on one side."""
    total = np.arange(n + 1)
    given_total = binomial.at_least(smallest_wins(cutoff, total), total, 0.5)
    return band(n, n).largest_mean(lambda rows, counts: given_total[counts])


def pvalue(wins: ArrayLike, losses: ArrayLike, n: int, alternative: str) -> Floats:
    """Exact unconditional p-value for studies of n items."""
    sided = 2 if alternative == "two-sided" else 1
    extreme = directed_score(wins, losses, alternative)
    cutoffs, where = np.unique(extreme, return_inverse=True)
    # With a score of zero or less, tables without any discordant item are in the tail,
    # and their probability tends to one as the rate of disagreement tends to zero.
    tails = [1.0 if c <= 0 else min(1.0, sided * largest_tail(float(c), n)) for c in cutoffs]
    return np.asarray(tails)[where].reshape(np.shape(extreme))


@lru_cache(maxsize=4096)
def critical_score(n: int, alpha: float, alternative: str) -> float:
    """Return the cutoff of the critical region: the region is found once and then reused."""
    tail = alpha / 2 if alternative == "two-sided" else alpha
    low, high = 0.0, float(n)  # the largest possible squared score is n
    if largest_tail(high, n) > tail:
        return np.inf
    near = float(special.ndtri(tail)) ** 2  # the answer is near the normal one: look there first
    looks = [look for look in (near / 2, near * 2) if look < n]
    # Two different scores differ by at least 1 / n**2, so half of that tells them apart.
    while high - low > 0.5 / n**2:
        look = looks.pop() if looks else (low + high) / 2
        if largest_tail(look, n) <= tail:
            high = min(high, look)
        else:
            low = max(low, look)
    return high
