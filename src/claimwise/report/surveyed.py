"""The facts of a survey: its comparisons, shares of them, and where expected gains come from."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row, counted, spelled
from claimwise.report.scale import PLAIN, POINTS, Scale

OF_COMPARISON = ("difference", "mde", "expected_difference", "expected_power", "agreement")
OTHERS, TABLE, BOTH = "others", "table", "both"
GAIN = {
    OTHERS: "the gain that the other comparisons predict",
    TABLE: "the gain that the table expects",
    BOTH: "the gain that the table expects or else the other comparisons predict",
}


def survey_scale(result: Result) -> Scale:
    """Return the unit of differences: points of accuracy, or the scores' own."""
    return POINTS if result.settings.get("kind") == "accuracy" else PLAIN


def of_comparisons(result: Result) -> dict[str, dict[str, Row]]:
    """Return the rows of each comparison, by its name and by quantity."""
    found: dict[str, dict[str, Row]] = {}
    for row in result.select(*OF_COMPARISON):
        found.setdefault(spelled(row.at), {})[row.quantity] = row
    return found


def gains_from(result: Result) -> str:
    """Return where expected gains come from; empty where there are none."""
    known = sum(not isnan(row.estimate) for row in result.select("expected_difference"))
    given = result.settings.get("gains_told", 0)
    if not known:
        return ""
    return OTHERS if not given else TABLE if given >= known else BOTH


def share(result: Result, statistic: str, **at: str) -> Row | None:
    """Return what share of the comparisons it is; None where none is known."""
    place = {"statistic": statistic, **at}
    rows = [row for row in result.select("share") if row.at == place]
    return rows[0] if rows and not isnan(rows[0].estimate) else None


def number_of(row: Row) -> str:
    """Return how many comparisons a share is, in a sentence."""
    return f"{round(row.estimate * (row.n or 0)) or 'none'}"


def some_of(row: Row) -> str:
    """Return how many of all comparisons: "12 of 39 comparisons".

    >>> some_of(Row(quantity="share", estimate=1 / 3, n=39))
    '13 of 39 comparisons'
    >>> some_of(Row(quantity="share", estimate=0.0, n=3))
    'none of 3 comparisons'
    """
    return f"{number_of(row)} of {counted(row.n or 0, 'comparison')}"
