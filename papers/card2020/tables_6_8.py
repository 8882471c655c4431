"""Tables 6 and 8 of Card et al. (2020): regressions over improvements on the SQuAD 2.0 leaderboard.

Table 8 predicts the gain from the accuracy of the best system so far, Table 6 the agreement of both
from that accuracy and the gain. Tables 2 and 9 print what Table 8 expects next, and the mean gain.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from claimwise import fit_agreement, fit_effect
from claimwise.worlds import Regression
from papers.base import Effort, Value
from papers.card2020.squad import MODELS, PAIRS, improvements, leaderboard
from papers.declared import declared
from papers.found import numbers

BEST = 0.90724  # accuracy of the best system of May 2020
TERMS_6 = {"constant": "intercept", "lower accuracy": "min_accuracy", "difference": "difference"}
TERMS_8 = {"constant": "intercept", "baseline accuracy": "baseline"}
Lines = dict[tuple[str, str], float]
PRINTED_6 = {
    ("constant", "coefficient"): "0.4339",
    ("constant", "standard error"): "0.091",
    ("lower accuracy", "coefficient"): "0.5932",
    ("lower accuracy", "standard error"): "0.101",
    ("difference", "coefficient"): "-1.2849",
    ("difference", "standard error"): "0.588",
    ("R squared", "value"): "0.944",
    ("improvements", "value"): "14",
}
PRINTED_8 = {
    ("constant", "coefficient"): "0.1331",
    ("constant", "standard error"): "0.023",
    ("baseline accuracy", "coefficient"): "-0.1408",
    ("baseline accuracy", "standard error"): "0.028",
    ("R squared", "value"): "0.672",
    ("improvements", "value"): "14",
    ("next gain in points (Table 9)", "value"): "0.528",
    ("mean gain in points (Tables 2 and 9)", "value"): "2.23",
    ("standard error of the mean gain (Table 9)", "value"): "0.431",
}


def _lines(fitted: Regression, terms: dict[str, str]) -> Lines:
    """Return coefficients with their errors, R squared and the number of improvements."""
    at = {term: k for k, term in enumerate(fitted.terms)}
    found = {}
    for line, term in terms.items():
        found[line, "coefficient"] = float(fitted.coefficients[at[term]])
        found[line, "standard error"] = float(fitted.standard_errors[at[term]])
    found["R squared", "value"] = fitted.r_squared
    found["improvements", "value"] = float(fitted.n)
    return found


def _table_6(effort: Effort) -> Lines:
    return _lines(fit_agreement(improvements(leaderboard(effort))), TERMS_6)


def _table_8(effort: Effort) -> tuple[Lines, Lines]:
    past = improvements(leaderboard(effort))
    fitted, gains = fit_effect(past), 100 * past["difference"]
    found = _lines(fitted, TERMS_8)
    error = "standard error of the mean gain (Table 9)", "value"
    found["next gain in points (Table 9)", "value"] = 100 * fitted.predict(baseline=BEST)
    found["mean gain in points (Tables 2 and 9)", "value"] = float(gains.mean())
    found[error] = float(gains.std(ddof=1)) / sqrt(len(gains))
    return found, {error: float(np.std(gains)) / sqrt(len(gains))}


def _remark_6(values: list[Value]) -> str:
    at = numbers(values, "line", "number")
    errors = [
        abs(at[line, "coefficient"] - float(PRINTED_6[line, "coefficient"]))
        / at[line, "standard error"]
        for line in TERMS_6
    ]
    return (
        f"With agreements of development items the coefficients lie at most {max(errors):.1f} "
        "standard errors from the published ones."
    )


_SHARED: dict[str, Any] = {
    "columns": ("line", "number"),
    "measures": "Regression",
    "needs": (MODELS, PAIRS),
}
TABLE_6 = declared(
    name="card-table-6",
    source="Card et al. (2020), Table 6",
    title="Agreement of two systems by their accuracies, on SQuAD 2.0",
    study=_table_6,
    printed=PRINTED_6,
    reasons=[
        (
            {},
            "which test items two systems disagree on is private, so that the agreement here is "
            "that on development items; the same 14 improvements are compared",
        )
    ],
    remarks=_remark_6,
    **_SHARED,
)
TABLE_8 = declared(
    name="card-table-8",
    source="Card et al. (2020), Table 8, and SQuAD 2.0 in Tables 2 and 9",
    title="Gain over the best system by its accuracy, on SQuAD 2.0",
    study=_table_8,
    printed=PRINTED_8,
    reasons=[
        ({"line": "standard error"}, "its standard deviation is divided by n, not by n - 1"),
    ],
    **_SHARED,
)
