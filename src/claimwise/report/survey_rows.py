"""The facts of a survey: its comparisons, shares of them, whence expected gains, and tau.

The p-value of Kendall's tau takes comparisons as independent, which those of one paper are not.
Where papers have several, the interval over papers decides; elsewhere both have to exclude chance.
"""

from __future__ import annotations

from dataclasses import replace
from math import isnan

from claimwise.core import Result, Row, Settings, counted, spelled
from claimwise.report.numbers import number, pvalue
from claimwise.report.quantities import chosen_interval
from claimwise.report.scale import PLAIN, POINTS, Scale

OF_COMPARISON = ("difference", "mde", "expected_difference", "expected_power", "agreement")
OTHERS, TABLE, BOTH = "others", "table", "both"
GAIN = {
    OTHERS: "the gain that the other comparisons predict",
    TABLE: "the gain that the table expects",
    BOTH: "the gain that the table expects or else the other comparisons predict",
}
DIGITS = 12  # of tau: a perfect order is 1, not 0.9999999999999999
OPEN = "whether differences rise or fall as test sets grow stays open"


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


def tau_sentence(row: Row, settings: Settings) -> str:
    """Return tau, and whether differences rise or fall with size; empty where it is not defined."""
    if isnan(row.estimate):
        return ""
    return f"{tau_in_short(row, settings)}: {_verdict(_rounded(row), settings)}."


def tau_in_short(row: Row, settings: Settings) -> str:
    """Return tau with what decides about it: its interval over papers, or interval and p."""
    if isnan(row.estimate):
        return "Kendall's tau of difference and n is not defined"
    row, several = _rounded(row), _several(settings)
    shown = f"Kendall's tau of difference and n is {number(row.estimate)}"
    known = not isnan(row.low)
    if known:
        over = " over papers" if several else ""
        ends = f"{number(row.low)} to {number(row.high)}"
        shown += f" ({chosen_interval(row)} {ends}{over})"
    if row.pvalue is None or (known and several):
        return shown
    return f"{shown}, {pvalue(row.pvalue)}{' as if rows were independent' if several else ''}"


def _rounded(row: Row) -> Row:
    """Return the row without the noise of its last digits."""
    ends = {name: round(getattr(row, name), DIGITS) for name in ("estimate", "low", "high")}
    return replace(row, **ends)


def _several(settings: Settings) -> bool:
    """Whether some paper has several comparisons."""
    papers = settings.get("papers")
    return papers is not None and papers < settings["comparisons"]


def _verdict(row: Row, settings: Settings) -> str:
    """Return whether differences rise or fall, or that it stays open."""
    alpha = settings["alpha"]
    away = row.low > 0 < row.estimate or row.high < 0 > row.estimate
    if _several(settings):
        # Papers that lean either way by chance all lean the same way this often.
        if 2.0 ** (1 - settings["papers"]) > alpha:
            return f"{OPEN}, with too few papers ({settings['papers']})"
        decided = away and round((row.level or 0.0) - (1 - alpha), DIGITS) >= 0
    else:
        significant = row.pvalue is not None and row.pvalue <= alpha
        decided = significant and (away or isnan(row.low))
    course = "rise" if row.estimate > 0 else "fall"
    return f"differences {course} as test sets grow" if decided else OPEN
