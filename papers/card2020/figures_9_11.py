"""Figures 9, 10 and 11 of Card et al. (2020): pairs and submissions of the SQuAD 2.0 leaderboard.

Figure 9 holds development against test items, for all pairs of 144 models; Figure 10 counts the
submissions that had power and those that gained; Figure 11 shows the agreement of two systems by
the accuracy of the worse. Agreements on test items are private, and so are all of GLUE's.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from claimwise import fit_agreement
from papers.base import Claim, Effort, Value
from papers.card2020.squad import (
    DEV,
    MODELS,
    PAIRS,
    TEST,
    Leaderboard,
    improvements,
    leaderboard,
    steps,
)
from papers.declared import declared
from papers.found import number, numbers, rises

POINTS = 5  # width of the bins of Figures 9 and 11, in percentage points
PAIRS_OF, GAPS = "all pairs", "mean difference on test items"
RESULTS = ("significantly better", "no significant difference", "significantly worse")
POWERED, OTHER = "gain with power", "other submissions"
RESULT, LUCKY = "by result on test items", "significantly better without power"
SHARES, PERCENT = "share that gains significantly", "percent"
FITS, CURVES = "regressions", "agreement in percent by the lower accuracy"
WITHIN = 5  # days in which the paper says that three submissions were beaten
PRINTED_9 = {(PAIRS_OF, "correlation", "value"): "0.99", (PAIRS_OF, "models", "value"): "144"}
PRINTED_10 = {
    (RESULT, POWERED, "all"): "19",
    (RESULT, POWERED, RESULTS[0]): "14",
    (RESULT, OTHER, "all"): "124",
    (RESULT, OTHER, RESULTS[0]): "3",
    (SHARES, POWERED, PERCENT): "74",
    (SHARES, OTHER, PERCENT): "2.5",
}
VAST = 2 / 3  # a majority that may be called vast is larger
GRID = (60, 65, 70, 75, 80, 85, 90)


Found = dict[tuple[str, str, str], float]


def _figure_9(effort: Effort) -> Found:
    board = leaderboard(effort)
    dev, test = (100 * (of[board.second] - of[board.first]) for of in (board.dev, board.test))
    found: Found = {
        (PAIRS_OF, "correlation", "value"): np.corrcoef(dev, test)[0, 1],
        (PAIRS_OF, "slope of the line", "value"): np.polyfit(dev, test, 1)[0],
        (PAIRS_OF, "models", "value"): len(board.test),
        (PAIRS_OF, "pairs", "value"): len(dev),
    }
    for low in range(-10, 30, POINTS):
        here = (low <= dev) & (dev < low + POINTS)
        found[GAPS, f"{low + POINTS / 2:g}", "points"] = test[here].mean()
    return found


def _claim_9(values: list[Value]) -> Claim:
    """Hold the caption."""
    r = number(values, line="correlation")
    return Claim(
        "differences on development and test items correlate with more than 0.99",
        r > 0.99,
        f"They correlate with {r:.4f}.",
    )


def _counted(board: Leaderboard, items: int) -> Found:
    """Count submissions by their power with so many items, and by what test items show."""
    found = steps(board, items)
    counts = Counter((POWERED if step.powered else OTHER, step.result) for step in found)
    table = {(group, what): counts[group, what] for group in (POWERED, OTHER) for what in RESULTS}
    for group in (POWERED, OTHER):
        table[group, "all"] = sum(table[group, what] for what in RESULTS)
    shares = {
        (SHARES, group, PERCENT): 100 * table[group, RESULTS[0]] / table[group, "all"]
        for group in (POWERED, OTHER)
    }
    return {(RESULT, *at): float(n) for at, n in table.items()} | shares


def _figure_10(effort: Effort) -> tuple[Found, Found]:
    board = leaderboard(effort)
    found = _counted(board, TEST)
    lucky = [step for step in steps(board, DEV) if not step.powered and step.result == RESULTS[0]]
    beaten = sum(_beaten(board, step.new) for step in lucky)
    replaced = sum(_replaced(board, step.new) for step in lucky)
    found[LUCKY, f"beaten within {WITHIN} days", "submissions"] = beaten
    found[LUCKY, f"followed by a new best within {WITHIN} days", "submissions"] = replaced
    theirs = _counted(board, DEV)
    del theirs[SHARES, OTHER, PERCENT]  # their counts do not give what they print
    return found, theirs


def _beaten(board: Leaderboard, new: int) -> bool:
    """Whether a later submission has a higher test accuracy, soon."""
    soon = (board.days > board.days[new]) & (board.days <= board.days[new] + WITHIN)
    return bool((board.test[soon] > board.test[new]).any())


def _replaced(board: Leaderboard, new: int) -> bool:
    """Whether a later submission becomes the best by the rule of the paper, soon."""
    best = [board.days[step.new] for step in steps(board, DEV) if step.new_best]
    return any(board.days[new] < day <= board.days[new] + WITHIN for day in best)


REASONS_10 = [
    (
        {"part": SHARES, "line": OTHER},
        "2.5% is printed of 3 submissions of 124, which are 2.4%; here they are 3 of 128",
    ),
    ({}, "power was computed for the 11,873 development items, but the test has 8,862"),
]


def _claims_10(values: list[Value]) -> list[Claim]:
    """Hold the sentences of appendix D."""
    at = numbers(values, "part", "line", "number")
    powered, won = (at[RESULT, POWERED, of] for of in ("all", RESULTS[0]))
    total = powered + at[RESULT, OTHER, "all"]
    error = (0.8 * 0.2 / powered) ** 0.5
    worse = at[RESULT, POWERED, RESULTS[2]] + at[RESULT, OTHER, RESULTS[2]]
    beaten = at[LUCKY, f"beaten within {WITHIN} days", "submissions"]
    replaced = at[LUCKY, f"followed by a new best within {WITHIN} days", "submissions"]
    lucky = at[RESULT, OTHER, RESULTS[0]]
    return [
        Claim(
            "of the submissions with at least 80% power, the share that gains significantly on "
            "test items is consistent with the expected value of 80%",
            abs(won / powered - 0.8) <= 2 * error,
            f"With the size of the test set {won:.0f} of {powered:.0f} do ({won / powered:.0%}): "
            f"two standard errors of 80% of {powered:.0f} are {200 * error:.0f} points. And 80% "
            "is the least that is expected, since most have more power than that.",
            because="the share lies more than two standard errors from 80%",
        ),
        Claim(
            f"the three others that gain significantly were beaten within {WITHIN} days",
            beaten == lucky,
            f"{beaten:.0f} of {lucky:.0f} were; a new best by the paper's rule came so soon after "
            f"{replaced:.0f}.",
            because="the submission that followed one of them as the best by that rule has a lower "
            "test accuracy (83.47 after 83.54)",
        ),
        Claim(
            "the vast majority of submissions are significantly worse than the best before them",
            worse / total > VAST,
            f"{worse:.0f} of {total:.0f} are ({worse / total:.0%}).",
            because="they are not even two thirds",
        ),
    ]


def _figure_11(effort: Effort) -> Found:
    board = leaderboard(effort)
    a, b = board.test[board.first], board.test[board.second]
    agreement = 1 - board.disagree / DEV
    pairs = fit_agreement({"baseline": a, "candidate": b, "agreement": agreement})
    best = improvements(board)
    few = fit_agreement(best)
    found: Found = {}
    for line, fitted in (("all pairs", pairs), ("14 improvements", few)):
        found[FITS, line, "R squared"] = fitted.r_squared
        found[FITS, line, "coefficient of accuracy"] = fitted.coefficients[1]
    lower = 100 * np.minimum(a, b)
    typical = float(best["difference"].mean())
    for at in GRID:
        here = (at - POINTS / 2 <= lower) & (lower < at + POINTS / 2)
        found[CURVES, "all pairs; mean", str(at)] = 100 * agreement[here].mean()
        predicted = few.predict(min_accuracy=at / 100, difference=typical)
        found[CURVES, "14 improvements; regression", str(at)] = 100 * predicted
    return found


def _claim_11(values: list[Value]) -> Claim:
    """Hold what the figure shows."""
    means = list(numbers(values, "number", line="all pairs; mean").values())
    slope = number(values, line="14 improvements", number="coefficient of accuracy")
    return Claim(
        "agreement rises with the accuracy of the baseline (Figure 11, upper panel)",
        rises(means) and slope > 0,
        f"Over all pairs it goes from {means[0]:.1f}% around {GRID[0]}% to {means[-1]:.1f}% "
        f"around {GRID[-1]}%; over the 14 improvements by {slope:.2f} points for each point "
        "of accuracy.",
    )


_SHARED: dict[str, Any] = {
    "columns": ("part", "line", "number"),
    "tables": "part",
    "needs": (MODELS, PAIRS),
}
FIGURE_9 = declared(
    name="card-figure-9",
    source="Card et al. (2020), Figure 9",
    title="Differences of SQuAD 2.0 systems on development and test items, in percentage points",
    study=_figure_9,
    printed=PRINTED_9,
    claims=_claim_9,
    remarks=[
        "The right half, agreement on development and on test items, cannot be computed: which "
        "test items two systems disagree on is private.",
        "Pairs share systems, so that the correlation says less than as many pairs seem to.",
    ],
    chart={
        "marks": "line",
        "only": GAPS,
        "x": "line",
        "x_title": "difference on development items",
        "y": GAPS,
    },
    measures="Pairs of systems",
    **_SHARED,
)
FIGURE_10 = declared(
    name="card-figure-10",
    source="Card et al. (2020), Figure 10 and appendix D",
    title="Submissions to SQuAD 2.0 against the best before them",
    study=_figure_10,
    printed=PRINTED_10,
    reasons=REASONS_10,
    claims=_claims_10,
    remarks=[
        "A submission is tested with the disagreement of development items, at the size of the "
        "test set: the test items' own is private.",
    ],
    chart={
        "marks": "bar",
        "only": RESULT,
        "x": "number",
        "x_title": "on test items",
        "column": "line",
        "y": "submissions",
    },
    measures="Submissions",
    **_SHARED,
)
FIGURE_11 = declared(
    name="card-figure-11",
    source="Card et al. (2020), Figure 11",
    title="Agreement of two SQuAD 2.0 systems by the accuracy of the worse",
    study=_figure_11,
    claims=_claim_11,
    remarks=[
        "No number is published with the figure. Agreements here are those of development items, "
        "in percent; those of test items and of GLUE (the lower panel) are private. The regression "
        "is drawn at the mean gain of the improvements.",
    ],
    chart={
        "marks": "line",
        "only": CURVES,
        "x": "number",
        "x_title": "lower accuracy in percent",
        "color": "line",
        "y": "agreement in percent",
    },
    measures="Pairs of systems",
    **_SHARED,
)
