"""The properties of one planned study."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan


@dataclass(frozen=True, slots=True)
class Power:
    """What would happen if the study were run many times.

    `power` is the probability of a significant result with the right sign; `reject_any` of
    one with either sign. `type_s` is the share of wrong signs among significant results,
    `type_m` the mean of observed over true effect size among them (both signs included).
    With a true effect of zero there is no right sign, and all but `reject_any` are NaN.
    """

    power: float
    reject_any: float
    type_s: float
    type_m: float

    @classmethod
    def of(cls, truth: float, above: float, below: float, size: float) -> Power:
        """Make it from the rejections above and below zero, and their summed effect size."""
        above, below = min(1.0, above), min(1.0, below)  # sums of thousands of terms
        either = min(1.0, above + below)
        if truth == 0:
            return cls(nan, either, nan, nan)
        right, wrong = (above, below) if truth > 0 else (below, above)
        if either <= 0:
            return cls(right, either, nan, nan)
        return cls(right, either, wrong / either, size / either / abs(truth))
