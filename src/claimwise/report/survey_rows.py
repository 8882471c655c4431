"""The facts of a survey: its comparisons, shares of them, and tau in words."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

from claimwise.core import Result, Row, Settings, counted, spelled
from claimwise.report.numbers import pvalue
from claimwise.report.quantities import chosen_interval, ends, value

OF_COMPARISON = ("difference", "mde", "expected_difference", "expected_power", "agreement")
DIGITS = 12  # of tau
OTHERS, TABLE, BOTH = "others", "table", "both"
GAIN = {
    OTHERS: "the gain that the other comparisons predict",
    TABLE: "the gain that the table expects",
    BOTH: "the gain that the table expects or else the other comparisons predict",
}
OPEN = "whether differences rise or fall as test sets grow stays open"


def of_comparisons(result: Result) -> dict[str, dict[str, Row]]:
    """Return the rows of each comparison, by its name and by quantity."""
    found: dict[str, dict[str, Row]] = {}
    for row in result.select(*OF_COMPARISON):
        found.setdefault(spelled(row.at), {})[row.quantity] = row
    return found


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


def tau_sentence(row: Row, settings: Settings) -> str:
    """Return tau, and whether differences rise or fall with size; empty where it is not defined."""
    course = settings.get("tau_course")
    if course is None:
        return ""
    few = f", with too few papers ({settings.get('papers')})" if course == "few papers" else ""
    way = f"differences {course} as test sets grow" if course in ("rise", "fall") else OPEN + few
    return f"{tau_in_short(row, settings)}: {way}."


def tau_in_short(row: Row, settings: Settings) -> str:
    """Return tau with what decides about it: its interval over papers, or interval and p."""
    if isnan(row.estimate):
        return "Kendall's tau of difference and n is not defined"
    # Without the noise of the last digits: a perfect order is 1, not 0.9999999999999999.
    estimate, low, high = (round(x, DIGITS) for x in (row.estimate, row.low, row.high))
    row = replace(row, estimate=estimate, low=low, high=high)
    papers = settings.get("papers")
    several = papers is not None and papers < settings["comparisons"]
    shown, known = f"Kendall's tau of difference and n is {value(row)}", not isnan(row.low)
    if known:
        over = " over papers" if several else ""
        shown += f" ({chosen_interval(row)} {ends(row)}{over})"
    away = row.low > 0 < row.estimate or row.high < 0 > row.estimate
    agree = row.pvalue is None or row.pvalue <= settings["alpha"] or not away
    if row.pvalue is None or (known and several and agree):
        return shown
    return f"{shown}, {pvalue(row.pvalue)}{' as if rows were independent' if several else ''}"
