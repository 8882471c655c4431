"""The accuracy of each system under the closed-form models: a Beta before and after the data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import special

from claimwise.bayes.analysis import Analysis
from claimwise.bayes.posterior import Posterior
from claimwise.core import Row
from claimwise.data import IndependentCounts, PairCounts
from claimwise.kernels import beta
from claimwise.kernels.arrays import ArrayLike, Floats


@dataclass(frozen=True, slots=True)
class BetaPosterior(Posterior):
    """What is believed of one accuracy: Beta(right, wrong).

    >>> [round(end, 7) for end in BetaPosterior(13.0, 14.0).hdi(0.95)]
    [0.2983496, 0.6653508]
    """

    right: float
    wrong: float

    @property
    def low(self) -> float:
        """The lower end of the support."""
        return 0.0

    @property
    def mean(self) -> float:
        """Exact mean."""
        return self.right / (self.right + self.wrong)

    @property
    def sd(self) -> float:
        """Exact standard deviation."""
        return float(np.sqrt(beta.variance(np.array(self.right), np.array(self.wrong))))

    @property
    def power_at_zero(self) -> float:
        """As which power of the accuracy the mass near 0 grows."""
        return self.right

    def sf_with_error(self, x: ArrayLike) -> tuple[Floats, Floats]:
        """Return P(accuracy > x); SciPy is exact to rounding."""
        at = np.clip(np.asarray(x, np.float64), 0.0, 1.0)
        above = np.asarray(special.betaincc(self.right, self.wrong, at))
        return above, np.full(above.shape, 1e-15)

    def log_density(self, x: ArrayLike) -> Floats:
        """Return the log density at x."""
        at = np.asarray(x, np.float64)
        return beta.log_density(at, 1 - at, np.float64(self.right), np.float64(self.wrong))


def accuracies(
    analysis: Analysis, data: Any, earlier: Any = None
) -> list[tuple[BetaPosterior, BetaPosterior]]:
    """Return what is believed of A's and of B's accuracy, before and after the data.

    Nothing where a system's right answers are not known: of pairs of which only who was better is.
    """
    prior = [float(value) for value in analysis.prior.parameters]
    now, before = _tallies(data), [(0, 0), (0, 0)] if earlier is None else _tallies(earlier)
    if now is None or before is None or analysis.fitted is not None:
        return []
    base = [(prior[0], prior[1])] * 2
    if len(prior) == 4:  # both right, only A, only B, both wrong
        base = [
            (prior[0] + prior[1], prior[2] + prior[3]),
            (prior[0] + prior[2], prior[1] + prior[3]),
        ]
    found = []
    for (up, down), (was, was_not), (hit, miss) in zip(base, before, now, strict=True):
        first = BetaPosterior(up + was, down + was_not)
        found.append((first, BetaPosterior(first.right + hit, first.wrong + miss)))
    return found


def accuracy_rows(
    analysis: Analysis, data: Any, names: tuple[str, str], level: float, earlier: Any = None
) -> list[Row]:
    """Return rows ``posterior_mean[NAME]`` with highest-density intervals."""
    rows = []
    for name, (_, after) in zip(names, accuracies(analysis, data, earlier), strict=False):
        low, high = after.hdi(level)
        how: dict[str, Any] = {"level": level, "kind": "credible", "n": analysis.n}
        how |= {"quantity": "posterior_mean", "at": {"system": name}}
        rows.append(Row(estimate=after.mean, low=low, high=high, **how))
    return rows


def _tallies(data: Any) -> list[tuple[int, int]] | None:
    """Return right and wrong answers of A and of B; None where these are not known."""
    if isinstance(data, IndependentCounts):
        a, b = int(data.a), int(data.b)
        return [(a, data.n_a - a), (b, data.n_b - b)]
    if isinstance(data, PairCounts) and data.both is not None:
        both = int(data.both)
        a, b = both + int(data.losses), both + int(data.wins)
        return [(a, data.n - a), (b, data.n - b)]
    return None
