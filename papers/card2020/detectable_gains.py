"""What is detectable on nine test sets, ours and as Card et al. (2020) solved for it with R.

Ours is the root; R's `uniroot` stops near it, and its functions go by steps.
"""

from __future__ import annotations

from functools import partial
from math import ceil, floor, inf, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from claimwise.plan import accuracy, proportions
from claimwise.worlds import Regression
from papers.card2020.uniroot import uniroot

POWER, ALPHA, POINTS = 0.8, 0.05, 100  # percentage points in a share
NORMAL = NormalDist()
Z, Z_POWER = NORMAL.inv_cdf(1 - ALPHA / 2), NORMAL.inv_cdf(POWER)
EDGE, GRID = 1e-6, 1e-4  # of the paper's brackets, and of the R package's shares of both right
BINOMIAL, MID, LOW, HIGH = "binomial", "Lachenbruch mid", "Lachenbruch low", "Lachenbruch high"
REGRESSION = "regression"
EXACT, FORMULA, ROUNDED = "exact test", "normal formula", "rounded coefficients"
BOUNDS = {MID: "mid", LOW: "low", HIGH: "high"}
WAYS = (BINOMIAL, MID, LOW, HIGH, REGRESSION)


class TestSet(NamedTuple):
    """A line of Table 9, as printed, in the order of WAYS; and gains in points from the line."""

    size: int
    sota: str
    printed: tuple[str, ...]
    claimed: float  # mean gain of papers that claim one
    predicted: float  # next gain, by a regression
    source: str = "glue"  # of the predicted agreement

    @property
    def place(self) -> tuple[str, str]:
        """Return the columns that go with the line."""
        return str(self.size), self.sota


SETS = {
    "WNLI": TestSet(147, "94.5", ("5.38", "5.42", "5.36", "5.45", "5.26"), 1.72, -1.17),
    "MRPC": TestSet(1725, "92.0", ("2.40", "1.91", "0.45", "2.48", "1.62"), 0.625, 0.03),
    "SST-2": TestSet(1821, "97.2", ("1.34", "1.10", "0.43", "1.35", "1.02"), 0.571, 0.18),
    "RTE": TestSet(3000, "91.7", ("1.89", "1.48", "0.26", "1.96", "1.23"), 3.89, 1.11),
    "QNLI": TestSet(5463, "97.5", ("0.77", "0.60", "0.14", "0.78", "0.55"), 1.31, 0.69),
    "MNLI-m": TestSet(9796, "91.6", ("1.08", "0.82", "0.08", "1.12", "0.67"), 0.97, 0.12),
    "MNLI-mm": TestSet(9847, "91.3", ("1.09", "0.84", "0.08", "1.14", "0.68"), 1.29, 0.34),
    "QQP": TestSet(390965, "91.0", ("0.18", "0.13", "8.45e-5", "0.19", "0.11"), 0.36, 0.08),
    "SQuAD 2.0": TestSet(
        8862, "90.724", ("1.18", "0.91", "0.09", "1.23", "0.556"), 2.23, 0.528, "squad2"
    ),
}
# Equation 2: the coefficients of Table 5 with the two digits that the text prints.
EQUATION_2 = Regression(
    outcome="agreement",
    terms=("intercept", "min_accuracy", "difference"),
    coefficients=np.array([0.41, 0.58, -0.47]),
    standard_errors=np.array([0.019, 0.021, 0.028]),
    r_squared=0.966,
    n=270,
    source="Card et al. 2020, equation 2",
)


def _baseline(name: str) -> float:
    return float(SETS[name].sota) / POINTS


def by_regression(name: str, **how: object) -> float:
    """Return what is detectable with a predicted agreement; NaN where no possible gain is."""
    line = SETS[name]
    asked: dict[str, Any] = {
        "n": line.size,
        "baseline": _baseline(name),
        "agreement_from": line.source,
        **how,
    }
    return POINTS * accuracy(**asked, solve="mde")["mde"].estimate


def by_formulas(name: str) -> dict[str, float]:
    """Return what is detectable by two proportions, and by Lachenbruch's bounds."""
    n, baseline = SETS[name].size, _baseline(name)
    unpaired = proportions(n=n, baseline=baseline, solve="mde", by="normal")
    bounds = accuracy(
        n=n, baseline=baseline, agreement_from="lachenbruch", solve="mde", by="normal"
    )
    return {
        BINOMIAL: POINTS * unpaired["mde"].estimate,
        **{way: POINTS * bounds[f"mde[{bound}]"].estimate for way, bound in BOUNDS.items()},
    }


def their_way(name: str) -> dict[str, float]:
    """Return what R's solver gives, in the units of the table, where the way is published."""
    line, baseline = SETS[name], _baseline(name)
    n = line.size
    found = {BINOMIAL: uniroot(lambda p: _two_proportions(n, baseline, p) - POWER, baseline, 1.0)}
    for way, bound in BOUNDS.items():
        start = baseline + EDGE if bound == "low" else baseline
        f = partial(_too_many, n, baseline, bound)
        found[way] = uniroot(f, start, 1 - EDGE)
    found = {way: POINTS * (p - baseline) for way, p in found.items()}
    if line.source == "glue":
        gain = uniroot(partial(_excess, name), EDGE, 1 - baseline - EDGE)
        found[REGRESSION] = POINTS * gain
    if name == "QQP":
        found[LOW] /= POINTS  # printed with a sign of percent, but not multiplied by 100
    return found


def _two_proportions(n: int, a: float, b: float) -> float:
    """Return the power that R's power.prop.test gives."""
    mean = (a + b) / 2
    reach = sqrt(n) * abs(a - b) - Z * sqrt(2 * mean * (1 - mean))
    return NORMAL.cdf(reach / sqrt(a * (1 - a) + b * (1 - b)))


def _too_many(n: int, a: float, bound: str, b: float) -> float:
    """Return how many items more than n the R package asks for; it goes by steps."""
    if b <= a:
        return inf
    shares = floor((1 - b) / GRID + 1e-10) + 1  # of both right, from the least to the greatest
    place = {"high": 1, "mid": (shares + 1) // 2, "low": shares}[bound]
    both = a - (shares - place) * GRID
    return ceil((Z + Z_POWER) ** 2 * (a + b - 2 * both) / (b - a) ** 2) - n


def _excess(name: str, gain: float) -> float:
    """Return by how much a gain has more power than is needed; of QQP by the normal formula."""
    line = SETS[name]
    row = "power" if name == "QQP" else "reject_any"
    found = accuracy(
        n=line.size,
        baseline=_baseline(name),
        difference=gain,
        agreement_from=line.source,
        solve="power",
        by="normal" if name == "QQP" else "exact",
    )
    return found[row].estimate - POWER
