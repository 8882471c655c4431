"""Kendall's tau of a survey in words: a direction is said only where chance does not explain it.

The p-value takes comparisons as independent, which those of one paper are not, so that it is too
small rather than too large. Both it and the interval, over papers where these have several
comparisons, have to exclude chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isnan
from typing import Any

from claimwise.core import Row
from claimwise.report.compared import chosen_interval
from claimwise.report.numbers import number, pvalue

Settings = Mapping[str, Any]
DIGITS = 12  # of tau: a perfect order is 1, not 0.9999999999999999
OPEN = "whether differences rise or fall as test sets grow stays open"


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
    agree = row.pvalue is None or row.pvalue <= settings["alpha"] or not _away(row)
    if row.pvalue is None or (known and several and agree):
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


def _away(row: Row) -> bool:
    """Whether the interval excludes 0, on the side of the estimate."""
    return row.low > 0 < row.estimate or row.high < 0 > row.estimate


def _verdict(row: Row, settings: Settings) -> str:
    """Return whether differences rise or fall, or that it stays open."""
    alpha, away = settings["alpha"], _away(row)
    significant = row.pvalue is None or row.pvalue <= alpha
    if _several(settings):
        # Papers that lean either way by chance all lean the same way this often.
        if 2.0 ** (1 - settings["papers"]) > alpha:
            return f"{OPEN}, with too few papers ({settings['papers']})"
        decided = significant and away and round((row.level or 0.0) - (1 - alpha), DIGITS) >= 0
    else:
        decided = significant and row.pvalue is not None and (away or isnan(row.low))
    course = "rise" if row.estimate > 0 else "fall"
    return f"differences {course} as test sets grow" if decided else OPEN
