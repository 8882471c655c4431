"""P-values from the items on which two systems differ.

`wins` are the items that only B got right (or where B was preferred), `losses` those that
only A got right. Given their sum, wins are binomial with probability one half under the null,
so every alternative is an upper tail: of wins, of losses, or of the larger of the two.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from claimwise.kernels import binomial
from claimwise.kernels.arrays import ArrayLike, Floats, Ints, ints


def exact(wins: ArrayLike, losses: ArrayLike, alternative: str) -> Floats:
    """Exact conditional test: the binomial tail, the observed count included.

    >>> float(exact(8, 1, "two-sided"))
    0.0390625
    """
    count, total, sides = _extreme(wins, losses, alternative)
    return np.minimum(1.0, sides * binomial.at_least(count, total, 0.5))


def midp(wins: ArrayLike, losses: ArrayLike, alternative: str) -> Floats:
    """Mid-p test: the observed count enters the tail with half its probability.

    >>> round(float(midp(8, 1, "two-sided")), 12)
    0.021484375
    """
    count, total, sides = _extreme(wins, losses, alternative)
    tail = binomial.at_least(count, total, 0.5) - binomial.pmf(count, total, 0.5) / 2
    return np.clip(sides * tail, 0.0, 1.0)


def asymptotic(wins: ArrayLike, losses: ArrayLike, alternative: str) -> Floats:
    """McNemar's chi-square without continuity correction, as a signed normal score.

    >>> round(float(asymptotic(8, 1, "two-sided")), 6)
    0.019631
    """
    return _normal(wins, losses, 0, alternative)


def corrected(wins: ArrayLike, losses: ArrayLike, alternative: str) -> Floats:
    """McNemar's chi-square with Edwards' continuity correction.

    >>> round(float(corrected(8, 1, "two-sided")), 6)
    0.0455
    """
    return _normal(wins, losses, 1, alternative)


def _normal(wins: ArrayLike, losses: ArrayLike, correction: int, alternative: str) -> Floats:
    count, total, sides = _extreme(wins, losses, alternative)
    score = (2 * count - total - correction) / np.sqrt(np.maximum(total, 1))
    return np.minimum(1.0, sides * special.ndtr(-score))


def _extreme(wins: ArrayLike, losses: ArrayLike, alternative: str) -> tuple[Ints, Ints, int]:
    """Return the count whose upper tail is wanted, the total, and how many tails there are."""
    wins, losses = ints(wins), ints(losses)
    if alternative == "two-sided":
        return np.maximum(wins, losses), wins + losses, 2
    return (wins if alternative == "greater" else losses), wins + losses, 1
