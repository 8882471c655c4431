"""Tables 2 and 9 of Card et al. (2020): the smallest gains that nine test sets could show.

Each line is a test set with its size and the best accuracy of May 2020. Detectable with power 0.8
at alpha 0.05, in percentage points: by two proportions (as if the items were different ones), by
Lachenbruch's formula for the least, middle and greatest agreement that is possible, and with the
agreement that a regression over past systems predicts. The last is by the mid-p test: that is what
the R package computes that the paper used, whatever it calls it. Our values are the roots, those
of the paper where R's solver stopped; `detectable_gains.py` follows both. The other columns of the
tables, gains that were claimed and predicted, are not computed here.
"""

from __future__ import annotations

from math import isnan, nan
from typing import Any

from papers.base import Claim, Effort, Value
from papers.card2020.detectable_gains import (
    BINOMIAL,
    EQUATION_2,
    EXACT,
    FORMULA,
    HIGH,
    LOW,
    MID,
    REGRESSION,
    ROUNDED,
    SETS,
    WAYS,
    by_formulas,
    by_regression,
    their_way,
)
from papers.declared import Reason, declared
from papers.found import numbers

TABLE_2 = {"SQuAD 2.0": "0.56"}  # the only number that Table 2 prints with fewer digits
SMALLEST = {"WNLI", "MRPC", "SST-2"}
CLOSE = 0.1  # a tenth apart is what is taken for very close
ALIKE = 2.0  # times as large is what is taken for roughly similar
NOT_ALIKE = (  # why the columns are not alike but for the bounds
    "the columns other than the bounds lie farther apart on most test sets",
    "the lower bound is no exception",
    "the upper bound is no exception: systems that agree as little as possible are no better "
    "off on the same items than on different ones",
)


Found = dict[tuple[str, str, str], float]


def _placed(name: str, found: dict[str, float]) -> Found:
    return {(*SETS[name].place, way): x for way, x in found.items() if not isnan(x)}


def _table_9(_: Effort, dataset: str) -> tuple[Found, Found]:
    found = {**by_formulas(dataset), REGRESSION: by_regression(dataset)}
    return _placed(dataset, found), _placed(dataset, their_way(dataset))


def _table_2(_: Effort, dataset: str) -> tuple[Found, Found]:
    found = {
        REGRESSION: by_regression(dataset),
        EXACT: by_regression(dataset, test="mcnemar-exact"),
        FORMULA: by_regression(dataset, by="normal"),
    }
    if SETS[dataset].source == "glue":
        found[ROUNDED] = by_regression(dataset, agreement_from=EQUATION_2)
    theirs = {way: x for way, x in their_way(dataset).items() if way == REGRESSION}
    return _placed(dataset, found), _placed(dataset, theirs)


PRINTED_9 = {
    (name, *line.place, way): text
    for name, line in SETS.items()
    for way, text in zip(WAYS, line.printed, strict=True)
}
PRINTED_2 = {at: TABLE_2.get(at[0], text) for at, text in PRINTED_9.items() if at[-1] == REGRESSION}
REASONS: list[Reason] = [
    (
        {"dataset": "QQP", "mde": LOW},
        "R's solver stopped at four times the root, and the share was printed as percent without "
        "being multiplied by 100",
    ),
    ({"dataset": "SQuAD 2.0", "mde": HIGH}, ""),  # R's solver gives another number, too
    (
        {"dataset": "WNLI", "mde": LOW},
        "the R package rounds the number of items up, so that all gains from 5.34 to 5.37 points "
        "ask for 147, and R's solver stopped at one of them",
    ),
    ({}, "R's solver may stop 0.012 points from the root, and stopped within that"),
]


def _judged_once(value: Value) -> float:
    """Return NaN for the column by regression, which Table 2 has, too: it is judged there."""
    return nan if value.at("mde") == REGRESSION else 0.0


def _ours(values: list[Value]) -> dict[str, dict[str, float]]:
    """Return the detectable differences by test set and way."""
    names = dict.fromkeys(value.at("dataset") for value in values)
    return {name: numbers(values, "mde", dataset=name) for name in names}


def _ratios(values: list[Value], over: str, under: str) -> dict[str, float]:
    return {name: line[over] / line[under] for name, line in _ours(values).items()}


def _claims_9(values: list[Value]) -> list[Claim]:
    """Hold what the text says of the columns."""
    mid = _ratios(values, MID, REGRESSION)
    near = sum(abs(ratio - 1) <= CLOSE for ratio in mid.values())
    lines = _ours(values)
    apart = {name: _apart(line) for name, line in lines.items()}
    alike = [name for name, times in apart.items() if times <= ALIKE]
    far = max(apart, key=lambda name: apart[name])
    worst = max(mid, key=lambda name: mid[name])
    high = [abs(ratio - 1) for ratio in _ratios(values, HIGH, BINOMIAL).values()]
    off = sum(ratio > CLOSE for ratio in high)
    low = sum(line[LOW] * ALIKE < line[REGRESSION] for line in lines.values())
    below = [name for name, line in lines.items() if SETS[name].predicted < line[LOW]]
    why = [
        reason
        for many, reason in zip((len(alike), low, off), NOT_ALIKE, strict=True)
        if many <= len(apart) / 2
    ]
    return [
        Claim(
            'detectable differences by Lachenbruch\'s midpoint are "very close" to those by '
            "regression (Section 3.2, Appendix E.3)",
            near > len(mid) / 2,
            f"They lie {min(mid.values()) - 1:.0%} to {mid[worst] - 1:.0%} above ({worst}), and "
            f"within a tenth for {near} of {len(mid)} test sets.",
            because="real systems agree more than halfway between the least and the greatest "
            "agreement that is possible",
        ),
        Claim(
            'the columns are "roughly similar except for the upper and lower bounds" (Appendix '
            "E.4)",
            not why,
            f"The others lie within a factor of {ALIKE:g} of each other on {len(alike)} of "
            f"{len(apart)} test sets ({apart[far]:.1f} on {far}), and the lower bound farther off "
            f"on {low}. The upper bound lies at most {max(high):.0%} from the binomial column, and "
            f"more than a tenth on {off}.",
            because="; ".join(why),
        ),
        Claim(
            "in some cases the predicted gain is smaller even than the lower bound (Appendix E.4)",
            bool(below),
            f"The printed predictions are so for {_listed(below)}.",
        ),
    ]


def _apart(line: dict[str, float]) -> float:
    """Return how many times the smallest of the columns but the bounds goes into the largest."""
    columns = [line[way] for way in (BINOMIAL, MID, REGRESSION)]
    return max(columns) / min(columns)


def _listed(names: list[str]) -> str:
    return (
        f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names) or "none"
    )


def _claim_2(values: list[Value]) -> Claim:
    """Hold what the text says of the smallest test sets."""
    ours = _ours(values)
    below = [name for name, line in ours.items() if SETS[name].claimed < line[REGRESSION]]
    rest = [
        SETS[name].claimed / line[REGRESSION] for name, line in ours.items() if name not in below
    ]
    return Claim(
        "the mean gain that papers claim is well below what is detectable for WNLI, MRPC and "
        "SST-2, the three smallest test sets",
        set(below) == SMALLEST,
        f"The printed means are below it for {_listed(below)}; elsewhere they are "
        f"{min(rest):.1f} to {max(rest):.1f} times as large.",
    )


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


_SHARED: dict[str, Any] = {
    "columns": ("dataset", "size", "sota", "mde"),
    "grid": {"dataset": list(SETS)},
    "quantity": "mde",
    "reasons": REASONS,
    "measures": "Percentage points",
}
TABLE_9 = declared(
    name="card-table-9",
    source="Card et al. (2020), Table 9",
    title="Smallest detectable gains over the best system, by several ways",
    study=_table_9,
    printed=PRINTED_9,
    chance=_judged_once,
    claims=_claims_9,
    remarks=[
        "The column by regression is that of Table 2, with a digit more for SQuAD 2.0: its numbers "
        "are judged there and not a second time.",
        "A value differs where it is not the printed one when rounded. R's solver, followed step "
        "by step, gives the printed digits of every cell but two on SQuAD 2.0: the regression, for "
        "which no code is published and the root itself is what is printed; and Lachenbruch's "
        "upper bound, for which it gives 1.239, as if the printed 1.23 had been cut off, while "
        "others were rounded.",
        "Predicted and mean claimed gains are taken as printed; they are not computed here.",
    ],
    commands=(
        "claimwise plan proportions --n 1725 --baseline 0.92 --solve mde --by normal",
        "claimwise plan accuracy --n 1725 --baseline 0.92 --agreement-from lachenbruch --solve mde",
        "claimwise plan accuracy --n 1725 --baseline 0.92 --agreement-from glue --solve mde",
    ),
    **_SHARED,
)
TABLE = declared(
    name="card-table-2",
    source="Card et al. (2020), Table 2",
    title="Smallest detectable gains over the best system, with a predicted agreement",
    study=_table_2,
    printed=PRINTED_2,
    claims=_claim_2,
    remarks=_remarks_2,
    commands=(
        "claimwise plan accuracy --n 1725 --baseline 0.92 --agreement-from glue --solve mde",
        "claimwise plan accuracy --n 8862 --baseline 0.90724 --agreement-from squad2 --solve mde",
    ),
    **_SHARED,
)
