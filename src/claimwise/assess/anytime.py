"""Items in their order, followed by a sequence that holds at each of them."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, nan
from typing import Any

import numpy as np

from claimwise.assess.claims import Claim, Hypothesis
from claimwise.core import DataError, ParameterError, check_count, option
from claimwise.engine.anytime import START, TUNED
from claimwise.kernels import confidence_sequence as kernel
from claimwise.kernels.arrays import Floats

WHO = "a confidence sequence"
BETTING, MIXTURE, LARGE = "betting", "beta-binomial mixture", "asymptotic"


@dataclass(frozen=True, slots=True, eq=False)
class Anytime:
    """Differences, B minus A, in the order of the items, and how their mean is followed.

    With `bounds` of the differences by betting, without them asymptotically, from item `start`
    on and tightest near item `tuned`.
    """

    d: Floats
    bounds: tuple[float, float] | None
    start: int = START
    tuned: float = TUNED

    @property
    def kind(self) -> str:
        """Which sequence it is."""
        return LARGE if self.bounds is None else BETTING

    def ends(self, level: float) -> tuple[float, float]:
        """Return the interval after the last item; NaN where no mean fits all items."""
        if self.bounds is None:
            found = kernel.asymptotic_mean(self.d, level, start=self.start, tuned=self.tuned)
        else:
            low, high = self.bounds
            found = kernel.bounded_mean(self.d, level, low=low, high=high)
        bottom, top = (float(end) for end in found)
        return (nan, nan) if bottom > top else (bottom, top)

    def against(self, hypothesis: Hypothesis, alpha: float) -> tuple[float, float]:
        """Return the p-value of a hypothesis, and after how many items it was refuted."""
        side = {"alternative": hypothesis.alternative}
        if self.bounds is None:
            log_e, first = kernel.asymptotic_evidence(
                self.d, hypothesis.margin, alpha, start=self.start, tuned=self.tuned, **side
            )
        else:
            low, high = self.bounds
            if not low <= hypothesis.margin <= high:
                raise ParameterError(
                    "margin", f"a number between {low:g} and {high:g}", hypothesis.margin
                )
            log_e, first = kernel.bounded_evidence(
                self.d, hypothesis.margin, alpha, low=low, high=high, **side
            )
        return float(kernel.pvalue_from(log_e)), nan if first < 0 else float(first + 1)


def follow(
    d: Any, *, bounds: Any = None, start: int | None = None, planned_n: int | None = None
) -> Anytime:
    """Check the differences and their bounds at the door."""
    values = np.asarray(d, np.float64)
    if values.ndim != 1 or len(values) < 2:
        raise DataError(WHO, "at least two items in their order", f"{values.shape}")
    if bounds is not None:
        low, high = (float(end) for end in bounds)
        if not low < high:
            raise ParameterError("bounds", "a lower and a higher number", f"{low}, {high}")
        slack = 1e-9 * (high - low)
        odd = np.flatnonzero((values < low - slack) | (values > high + slack))
        if len(odd):
            raise DataError(
                WHO,
                f"differences within {low:g} and {high:g}, as the bounds of the scores say",
                f"{values[odd[0]]:g} at item {odd[0] + 1}",
            )
        bounds = (low, high)
    first = START if start is None else check_count("start", start)
    tuned = TUNED if planned_n is None else check_count("planned_n", planned_n)
    return Anytime(values, bounds, first, float(tuned))


@dataclass(frozen=True, slots=True, eq=False)
class WinRate:
    """Wins (1), losses (-1) and ties (0) in their order: who wins where one of them does?"""

    d: Floats

    def ends(self, level: float) -> tuple[float, float]:
        """Return the interval of B's win rate after the last item; NaN where no rate fits all."""
        told = self.d[self.d != 0]
        wins = np.cumsum(told > 0)
        lows, highs = kernel.win_rate(wins, np.arange(1, len(told) + 1) - wins, level)
        low, high = float(lows.max(initial=0.0)), float(highs.min(initial=1.0))
        return (nan, nan) if low > high else (low, high)

    def against(self, hypothesis: Hypothesis, alpha: float) -> tuple[float, float]:
        """Return the p-value of a win rate of 1/2, and after how many items it was refuted."""
        if hypothesis.margin:
            raise ParameterError(
                option("sequence", "win-rate"),
                "a claim without a margin",
                option("margin", hypothesis.margin),
            )
        log_e, first = kernel.win_rate_evidence(
            self.d, 0.5, alpha, alternative=hypothesis.alternative
        )
        return float(kernel.pvalue_from(log_e)), nan if first < 0 else float(first + 1)


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim judged by a sequence: its p-values, its verdict, and when it was shown."""

    against: list[float]
    verdict: float
    after: float  # items

    @property
    def pvalue(self) -> float:
        """The p-value of the claim: the largest, where several must be small."""
        return nan if any(isnan(p) for p in self.against) else max(self.against)


def judge(path: Anytime | WinRate, claim: Claim) -> Judged:
    """Judge a claim: every hypothesis against it must have been refuted by some item."""
    found = [path.against(h, claim.alpha) for h in claim.hypotheses()]
    contra = [path.against(h, claim.alpha) for h in claim.contradictions()]
    lead = claim.up * float(path.d.mean())
    if claim.alternative == "two-sided":
        # What was shown stays shown, also where the mean has turned since.
        higher, lower = (
            path.against(Hypothesis(0.0, side), claim.alpha / 2)[0] for side in ("greater", "less")
        )
        lead = claim.up * (lower - higher)
    verdict = claim.by_tests(lead, [p for p, _ in found], [p for p, _ in contra])
    against, shown = [p for p, _ in found], nan
    if verdict < 0 and contra:
        shown = min((at for _, at in contra if not isnan(at)), default=nan)
    elif verdict:
        shown = max((at for _, at in found if not isnan(at)), default=nan)
    return Judged(against, verdict, shown)
