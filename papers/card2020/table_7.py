"""Table 7 of Card et al. (2020): the gain that a paper on GLUE claims, by baseline and task.

The regression is over all claims of improvement on the best system so far, in percentage points.
Tables 2 and 9 print what it expects next and the mean claim of each task; Figure 13 shows it.
"""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev

from claimwise import fit_effect
from claimwise.worlds import Regression
from papers.base import Claim, Effort, Value
from papers.card2020.glue import (
    ANNOTATIONS,
    BEST,
    Comparison,
    claims,
    columns,
    comparisons,
)
from papers.declared import declared
from papers.found import numbers, rises

TABLE, NEXT = "Table 7", "Tables 2 and 9"
TERMS = {
    "constant": "intercept",
    "baseline accuracy": "baseline",
    **{task: f"task={task}" for task in BEST if task != "MNLI-m"},
}
COEFFICIENTS = {
    "constant": ("24.342", "2.837"),
    "baseline accuracy": ("-0.264", "0.032"),
    "MNLI-mm": ("0.150", "0.621"),
    "MRPC": ("0.023", "0.622"),
    "QNLI": ("2.139", "0.639"),
    "QQP": ("-0.195", "0.719"),
    "RTE": ("1.018", "0.628"),
    "SST-2": ("1.536", "0.686"),
    "WNLI": ("-0.520", "0.789"),
}
FIT = {
    "claims": "61",
    "R squared": "0.690",
    "adjusted R squared": "0.642",
    "residual standard error": "1.309",
    "F": "14.455",
}
# Next gain, mean claim, its standard error, claims.
GAINS = {
    "WNLI": ("-1.17", "1.72", "0.917", "4"),
    "MRPC": ("0.03", "0.625", "0.234", "8"),
    "SST-2": ("0.18", "0.571", "0.197", "7"),
    "RTE": ("1.11", "3.89", "1.23", "10"),
    "QNLI": ("0.69", "1.31", "0.552", "9"),
    "MNLI-m": ("0.12", "0.97", "0.442", "10"),
    "MNLI-mm": ("0.34", "1.29", "0.550", "8"),
    "QQP": ("0.08", "0.36", "0.121", "5"),
}
OF_GAINS = ("next gain", "mean gain", "standard error", "claims")
PRINTED = {
    **{(TABLE, line, "coefficient"): of for line, (of, _) in COEFFICIENTS.items()},
    **{(TABLE, line, "standard error"): error for line, (_, error) in COEFFICIENTS.items()},
    **{(TABLE, line, "value"): text for line, text in FIT.items()},
    **{
        (NEXT, task, number): text
        for task, texts in GAINS.items()
        for number, text in zip(OF_GAINS, texts, strict=True)
    },
}
Found = dict[tuple[str, str, str], float]
# Baselines of the figure, in percent: where its line is drawn, and where gains are averaged.
GRID = tuple(range(60, 100, 5))
RANGES = ((50, 80), (80, 85), (85, 90), (90, 100))


def _table_7(effort: Effort) -> Found:
    rows = claims(effort)
    fitted = fit_effect(columns(rows))
    found = _fit_lines(fitted)
    for task, best in BEST.items():
        gains = [100 * row.gain for row in rows if row.task == task]
        numbers = (
            100 * fitted.predict(task, baseline=best),
            mean(gains),
            stdev(gains) / sqrt(len(gains)),
            len(gains),
        )
        found |= {
            (NEXT, task, number): float(x) for number, x in zip(OF_GAINS, numbers, strict=True)
        }
    up = [100 * row.gain for row in rows if row.task == "WNLI" and row.gain > 0]
    found[NEXT, "WNLI; gains above 0", "mean gain"] = mean(up)
    found[NEXT, "WNLI; gains above 0", "claims"] = float(len(up))
    return found


def _fit_lines(fitted: Regression) -> Found:
    """Return Table 7: in percentage points, so that all but the slope are 100 times as large."""
    at = {term: k for k, term in enumerate(fitted.terms)}
    found = {}
    for line, term in TERMS.items():
        unit = 1 if term == "baseline" else 100
        found[TABLE, line, "coefficient"] = unit * float(fitted.coefficients[at[term]])
        found[TABLE, line, "standard error"] = unit * float(fitted.standard_errors[at[term]])
    n, k, r = fitted.n, len(fitted.terms), fitted.r_squared
    fit = {
        "claims": float(n),
        "R squared": r,
        "adjusted R squared": 1 - (1 - r) * (n - 1) / (n - k),
        "residual standard error": 100 * fitted.residual_sd,
        "F": r / (k - 1) / ((1 - r) / (n - k)),
    }
    return found | {(TABLE, line, "value"): x for line, x in fit.items()}


def _claims_7(values: list[Value]) -> list[Claim]:
    """Hold the captions of Tables 2 and 9."""
    at = numbers(values, "line", "number", part=NEXT)
    lower = [task for task in BEST if at[task, "next gain"] < at[task, "mean gain"]]
    shown, up = at["WNLI", "mean gain"], at["WNLI; gains above 0", "mean gain"]
    return [
        Claim(
            "the expected next gains are far lower than past averages (appendix E.4)",
            len(lower) == len(BEST),
            f"They are lower on {len(lower)} of {len(BEST)} tasks, by "
            f"{min(at[t, 'mean gain'] - at[t, 'next gain'] for t in BEST):.2f} to "
            f"{max(at[t, 'mean gain'] - at[t, 'next gain'] for t in BEST):.2f} points.",
        ),
        Claim(
            "mean gains are of papers with a positive gain (caption of Table 9)",
            abs(shown - up) < 0.005,
            f"On WNLI the mean of the {at['WNLI', 'claims']:.0f} claims is {shown:.3f}, which "
            f"is printed as 1.72; of the {at['WNLI; gains above 0', 'claims']:.0f} positive "
            f"ones it is {up:.2f}.",
            because="a claim of a loss, 89.0 after 89.7 on WNLI, is among them",
        ),
    ]


def _figure_13(effort: Effort) -> Found:
    fitted = fit_effect(columns(claims(effort)))
    rows = comparisons(effort)
    found = {
        ("regression", task, str(at)): 100 * fitted.predict(task, baseline=at / 100)
        for at in GRID
        for task in BEST
        if _seen(rows, task, at)
    }
    found["R squared", "claims", "all"] = fitted.r_squared
    for low, high in RANGES:
        of = (("claims", claims(effort)), ("all comparisons", rows))
        for name, some in of:
            gains = [100 * r.gain for r in some if low <= 100 * r.baseline < high]
            found["mean gain", name, f"{(low + high) / 2:g}"] = mean(gains)
    return found


def _seen(rows: list[Comparison], task: str, baseline: float) -> bool:
    """Whether baselines of the task go as low, so that the line is not drawn where none is."""
    return min(100 * row.baseline for row in rows if row.task == task) <= baseline


def _claim_13(values: list[Value]) -> Claim:
    """Hold the caption."""
    means = list(numbers(values, "baseline", what="mean gain", of="claims").values())
    shown = ", ".join(
        f"{m:.2f} ({low}% to {high}%)" for m, (low, high) in zip(means, RANGES, strict=True)
    )
    return Claim(
        "as the baseline moves toward the accuracy of current submissions, reported gains "
        "decrease toward 0",
        rises(means[::-1]) and 0 < means[-1] < 1,
        f"Mean claims are {shown} points, by the baseline's accuracy.",
    )


TABLE_7 = declared(
    name="card-table-7",
    source="Card et al. (2020), Table 7, and gains in Tables 2 and 9",
    title="Claimed gains on GLUE by baseline and task, in percentage points",
    columns=("part", "line", "number"),
    study=_table_7,
    printed=PRINTED,
    claims=_claims_7,
    remarks=[
        "Nothing explains the two next gains that differ: each is a hundredth of a point from what "
        "Table 7, which comes out to the last digit, expects at the accuracy that Table 9 prints."
    ],
    measures="Regression",
    tables="part",
    needs=(ANNOTATIONS,),
)
FIGURE_13 = declared(
    name="card-figure-13",
    source="Card et al. (2020), Figure 13",
    title="Gains on GLUE by the baseline's accuracy",
    columns=("what", "of", "baseline"),
    study=_figure_13,
    claims=_claim_13,
    remarks=[
        "R squared, printed as 0.69 with the figure, is that of Table 7 and judged there.",
        "Gains and accuracies are in percentage points; mean gains stand at the middle of the "
        "range of baselines that they are of. The single results are the authors' and not shown.",
    ],
    chart={
        "marks": "line",
        "only": "regression",
        "x": "baseline",
        "color": "of",
        "y": "gain in points",
    },
    measures="Percentage points",
    tables="what",
    needs=(ANNOTATIONS,),
)
