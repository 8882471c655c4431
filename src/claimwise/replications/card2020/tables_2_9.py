"""Tables 2 and 9 of Card et al. (2020): the smallest gains that nine test sets could show.

Each line is a test set with its size and the best accuracy of May 2020. Detectable with power 0.8
at alpha 0.05, in percentage points: by two proportions (as if the items were different ones), by
Lachenbruch's formula for the least, middle and greatest agreement that is possible, and with the
agreement that a regression over past systems predicts. The last is by the mid-p test: that is what
the R package computes that the paper used, whatever it calls it. Our values are the roots, those
of the paper where R's solver stopped; `uniroot.py` stops where R does. The other columns of the
tables, gains that were claimed and predicted, are not computed here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil, floor, inf, isnan, nan, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from claimwise.plan import accuracy, proportions
from claimwise.replications.base import THEIR_WAY, Cell, Claim, Effort, Replication, Value, Where
from claimwise.replications.card2020.uniroot import uniroot
from claimwise.replications.tolerance import of_print
from claimwise.worlds import Regression

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
    published: tuple[float, ...]
    claimed: float  # mean gain of papers that claim one
    predicted: float  # next gain, by a regression
    source: str = "glue"  # of the predicted agreement


SETS = {
    "WNLI": TestSet(147, "94.5", (5.38, 5.42, 5.36, 5.45, 5.26), 1.72, -1.17),
    "MRPC": TestSet(1725, "92.0", (2.40, 1.91, 0.45, 2.48, 1.62), 0.625, 0.03),
    "SST-2": TestSet(1821, "97.2", (1.34, 1.10, 0.43, 1.35, 1.02), 0.571, 0.18),
    "RTE": TestSet(3000, "91.7", (1.89, 1.48, 0.26, 1.96, 1.23), 3.89, 1.11),
    "QNLI": TestSet(5463, "97.5", (0.77, 0.60, 0.14, 0.78, 0.55), 1.31, 0.69),
    "MNLI-m": TestSet(9796, "91.6", (1.08, 0.82, 0.08, 1.12, 0.67), 0.97, 0.12),
    "MNLI-mm": TestSet(9847, "91.3", (1.09, 0.84, 0.08, 1.14, 0.68), 1.29, 0.34),
    "QQP": TestSet(390965, "91.0", (0.18, 0.13, 8.45e-5, 0.19, 0.11), 0.36, 0.08),
    "SQuAD 2.0": TestSet(8862, "90.724", (1.18, 0.91, 0.09, 1.23, 0.556), 2.23, 0.528, "squad2"),
}
TABLE_2 = {"SQuAD 2.0": 0.56}  # the only number that Table 2 prints with fewer digits
SMALLEST = {"WNLI", "MRPC", "SST-2"}
CLOSE = 0.1  # a tenth apart is what is taken for close
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


def _where(name: str, way: str) -> Where:
    line = SETS[name]
    return (("dataset", name), ("size", str(line.size)), ("sota", line.sota), ("mde", way))


def _cells(compute: Callable[[str, Effort], list[Value]]) -> list[Cell]:
    return [Cell((("dataset", name),), partial(compute, name)) for name in SETS]


def _baseline(name: str) -> float:
    return float(SETS[name].sota) / POINTS


def _regressed(name: str, **how: object) -> float:
    """Return what is detectable with a predicted agreement; NaN where no possible gain is."""
    line = SETS[name]
    asked = {"n": line.size, "baseline": _baseline(name), "agreement_from": line.source, **how}
    return POINTS * accuracy(**asked, solve="mde")["mde"].estimate  # type: ignore[arg-type]


def _table_9(name: str, _: Effort) -> list[Value]:
    n, baseline = SETS[name].size, _baseline(name)
    unpaired = proportions(n=n, baseline=baseline, solve="mde", by="normal")
    bounds = accuracy(
        n=n, baseline=baseline, agreement_from="lachenbruch", solve="mde", by="normal"
    )
    found = {
        BINOMIAL: POINTS * unpaired["mde"].estimate,
        **{way: POINTS * bounds[f"mde[{bound}]"].estimate for way, bound in BOUNDS.items()},
        REGRESSION: _regressed(name),
    }
    ours = [Value(_where(name, way), "mde", x) for way, x in found.items()]
    return ours + [Value(_where(name, way), THEIR_WAY, x) for way, x in their_way(name).items()]


def _table_2(name: str, _: Effort) -> list[Value]:
    found = {
        REGRESSION: _regressed(name),
        EXACT: _regressed(name, test="mcnemar-exact"),
        FORMULA: _regressed(name, by="normal"),
    }
    if SETS[name].source == "glue":
        found[ROUNDED] = _regressed(name, agreement_from=EQUATION_2)
    values = [Value(_where(name, way), "mde", x) for way, x in found.items() if not isnan(x)]
    theirs = their_way(name).get(REGRESSION, nan)
    return values if isnan(theirs) else [*values, Value(values[0].where, THEIR_WAY, theirs)]


def their_way(name: str) -> dict[str, float]:
    """Return what R's solver gives, as the table prints it, where the way is published."""
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
    if name == "SQuAD 2.0":
        found[HIGH] = floor(POINTS * found[HIGH]) / POINTS  # cut off, not rounded
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
    row, how = ("power", {"by": "normal"}) if name == "QQP" else ("reject_any", {})
    found = accuracy(
        n=line.size,
        baseline=_baseline(name),
        difference=gain,
        agreement_from=line.source,
        solve="power",
        **how,  # type: ignore[arg-type]
    )
    return found[row].estimate - POWER


def _published_9(value: Value) -> float:
    return SETS[value.at("dataset")].published[WAYS.index(value.at("mde"))]


def _published_2(value: Value) -> float:
    if value.at("mde") != REGRESSION:
        return nan
    name = value.at("dataset")
    return TABLE_2.get(name, SETS[name].published[WAYS.index(REGRESSION)])


def _tolerance_9(value: Value) -> float:
    """Return half of the last digit that is printed."""
    place = value.at("dataset"), value.at("mde")
    return of_print({("QQP", LOW): 7, ("SQuAD 2.0", REGRESSION): 3}.get(place, 2))


def _because(value: Value) -> str:
    place = value.at("dataset"), value.at("mde")
    if place == ("QQP", LOW):
        return (
            "R's solver stopped at four times the root, and the share was printed as percent "
            "without being multiplied by 100"
        )
    if place == ("SQuAD 2.0", HIGH):
        return "1.239 was cut off to two digits, not rounded"
    return "R's solver may stop 0.012 points from the root, and did"


def _ours(values: list[Value]) -> dict[str, dict[str, float]]:
    """Return the detectable differences by test set and way."""
    found: dict[str, dict[str, float]] = {}
    for value in values:
        found.setdefault(value.at("dataset"), {})[value.at("mde")] = value.estimate
    return found


def _ratios(values: list[Value], over: str, under: str) -> dict[str, float]:
    return {name: line[over] / line[under] for name, line in _ours(values).items()}


def _claims_9(values: list[Value]) -> list[Claim]:
    """Hold what the text says of the columns."""
    mid = _ratios(values, MID, REGRESSION)
    near = sum(abs(ratio - 1) <= CLOSE for ratio in mid.values())
    worst = max(mid, key=lambda name: mid[name])
    binomial, high = _ratios(values, BINOMIAL, REGRESSION), _ratios(values, HIGH, BINOMIAL)
    below = [name for name, line in _ours(values).items() if SETS[name].predicted < line[LOW]]
    return [
        Claim(
            "detectable differences by Lachenbruch's midpoint are very close to those by "
            "regression (Section 3.2, Appendix E.3)",
            near == len(mid),
            f"They lie {min(mid.values()) - 1:.0%} to {mid[worst] - 1:.0%} above ({worst}), and "
            f"within a tenth for {near} of {len(mid)} test sets.",
            because="real systems agree more than halfway between the least and the greatest "
            "agreement that is possible",
        ),
        Claim(
            "the columns are roughly alike but for the upper and lower bounds (Appendix E.4)",
            max(abs(r - 1) for r in binomial.values()) < min(abs(r - 1) for r in high.values()),
            f"The upper bound lies within {max(abs(r - 1) for r in high.values()):.0%} of the "
            f"binomial column; that column lies {min(binomial.values()) - 1:.0%} to "
            f"{max(binomial.values()) - 1:.0%} above the regression's.",
            because="systems that agree as little as possible are hardly better off on the same "
            "items than on different ones",
        ),
        Claim(
            "in some cases the predicted gain is smaller even than the lower bound (Appendix E.4)",
            bool(below),
            f"The printed predictions are so for {_listed(below)}.",
        ),
    ]


def _listed(names: list[str]) -> str:
    return (
        f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names) or "none"
    )


def _claims_2(values: list[Value]) -> list[Claim]:
    """Hold what the text says of the smallest test sets."""
    ours = _ours(values)
    below = [name for name, line in ours.items() if SETS[name].claimed < line[REGRESSION]]
    rest = [
        SETS[name].claimed / line[REGRESSION] for name, line in ours.items() if name not in below
    ]
    return [
        Claim(
            "the mean gain that papers claim is well below what is detectable for WNLI, MRPC and "
            "SST-2, the three smallest test sets",
            set(below) == SMALLEST,
            f"The printed means are below it for {_listed(below)}; elsewhere they are "
            f"{min(rest):.1f} to {max(rest):.1f} times as large.",
        )
    ]


def _remarks_2(values: list[Value]) -> list[str]:
    """Say what other tests and the printed equation would give."""
    ours = _ours(values)
    exact = {name: line[EXACT] / line[REGRESSION] for name, line in ours.items() if EXACT in line}
    none = [name for name, line in ours.items() if EXACT not in line or FORMULA not in line]
    moved = {name: line[ROUNDED] for name, line in ours.items() if ROUNDED in line}
    most = sorted(moved, key=lambda name: moved[name] / ours[name][REGRESSION])[-3:]
    shown = ", ".join(f"{name} {ours[name][REGRESSION]:.2f} to {moved[name]:.2f}" for name in most)
    return [
        "The paper calls its test exact unconditional (Suissa and Shuster); what the R package "
        "computes is the power of the mid-p test, and so are these values. With the exact "
        f"conditional test they are up to {max(exact.values()) - 1:.0%} larger"
        + (f", and on {_listed(none)} no possible gain would do." if none else "."),
        "The regression needs all digits that the authors' code has: with the two digits of "
        f"equation 2 the answers move, {shown}.",
        "Sizes and best accuracies are those that the table prints. Its mean claimed gains are "
        "taken as printed here.",
    ]


def _remarks_9(values: list[Value]) -> list[str]:
    return [
        "A value differs where it is not the printed one when rounded. R's solver, followed step "
        "by step, gives the printed digits of every cell but the regression of SQuAD 2.0, for "
        "which no code is published and the root itself is what is printed.",
        "Predicted and mean claimed gains are taken as printed; they are not computed here.",
    ]


COLUMNS = ("dataset", "size", "sota", "mde")
TABLE_9 = Replication(
    name="card-table-9",
    source="Card et al. (2020), Table 9",
    title="Smallest detectable gains over the best system, by several ways",
    columns=COLUMNS,
    cells=partial(_cells, _table_9),
    published=_published_9,
    tolerance=_tolerance_9,
    because=_because,
    claims=_claims_9,
    remarks=_remarks_9,
    measures="Percentage points",
    chart={},
    commands=(
        "claimwise plan proportions --n 1725 --baseline 0.92 --solve mde --by normal",
        "claimwise plan accuracy --n 1725 --baseline 0.92 --agreement-from lachenbruch --solve mde",
        "claimwise plan accuracy --n 1725 --baseline 0.92 --agreement-from glue --solve mde",
    ),
)
TABLE = Replication(
    name="card-table-2",
    source="Card et al. (2020), Table 2",
    title="Smallest detectable gains over the best system, with a predicted agreement",
    columns=COLUMNS,
    cells=partial(_cells, _table_2),
    published=_published_2,
    tolerance=lambda _: of_print(2),
    because=_because,
    claims=_claims_2,
    remarks=_remarks_2,
    measures="Percentage points",
    chart={},
    commands=(
        "claimwise plan accuracy --n 1725 --baseline 0.92 --agreement-from glue --solve mde",
        "claimwise plan accuracy --n 8862 --baseline 0.90724 --agreement-from squad2 --solve mde",
    ),
)
