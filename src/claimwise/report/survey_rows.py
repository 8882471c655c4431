"""The facts of a survey: its comparisons, shares of them, and tau in words."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row, Settings, counted, spelled
from claimwise.report.numbers import pvalue
from claimwise.report.quantities import chosen_interval, ends, value

OF_COMPARISON = ("difference", "mde", "expected_difference", "expected_power", "agreement")
GAIN = {  # by where it comes from
    "others": "the gain that the other comparisons predict",
    "table": "the gain that the table expects",
    "both": "the gain that the table expects or else the other comparisons predict",
}
COURSES = {
    "rise": "differences rise as test sets grow",
    "fall": "differences fall as test sets grow",
    "few papers": "too few papers to say whether differences rise or fall as test sets grow",
    "open": "whether differences rise or fall as test sets grow stays open",
}


def of_comparisons(result: Result) -> dict[str, dict[str, Row]]:
    """Return the rows of each comparison, by its name and by quantity."""
    found: dict[str, dict[str, Row]] = {}
    for row in result.select(*OF_COMPARISON):
        found.setdefault(spelled(row.at), {})[row.quantity] = row
    return found


def share(result: Result, statistic: str, **at: str) -> Row | None:
    """Return what share of the comparisons it is, there if need be; None where none is known."""
    rows = [row for row in result.select("share") if row.at == {"statistic": statistic, **at}]
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


def tau_sentence(row: Row, settings: Settings) -> str:
    """Return tau, and whether differences rise or fall with size; empty where it is not defined."""
    course = settings.get("tau_course")
    return f"{tau_in_short(row, settings)}: {COURSES[course]}." if course else ""


def tau_in_short(row: Row, settings: Settings) -> str:
    """Return tau with its interval and p; of papers with several comparisons, what each is over."""
    if isnan(row.estimate):
        return "Kendall's tau of difference and n is not defined"
    papers = settings.get("papers")
    several = papers is not None and papers < settings["comparisons"]
    shown = f"Kendall's tau of difference and n is {value(row)}"
    if not isnan(row.low):
        shown += f" ({chosen_interval(row)} {ends(row)}{' over papers' if several else ''})"
    if row.pvalue is not None:
        shown += f", {pvalue(row.pvalue)}{' as if rows were independent' if several else ''}"
    return shown
