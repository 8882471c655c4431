"""Kendall's tau of a survey in words: a direction is said only where chance does not explain it.

The p-value takes comparisons as independent, which those of one paper are not. Where papers have
several, the interval over papers decides; elsewhere both have to exclude chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isnan
from typing import Any

from claimwise.core import Row
from claimwise.report.numbers import interval, number, pvalue

Settings = Mapping[str, Any]
DIGITS = 12  # of tau: a perfect order is 1, not 0.9999999999999999
OPEN = (
    "Whether differences rise or fall with size stays open, which is no evidence that they do "
    "neither."
)


def tau_sentences(row: Row, settings: Settings) -> str:
    """Return tau, what it rests on, and whether differences rise or fall with size."""
    if isnan(row.estimate):
        return ""
    row = _rounded(row)
    inside, p = interval(row), _p(row)
    if _several(settings):
        inside = f" ({inside} over papers)" if inside else ""
        p = f"{p} as if the comparisons of a paper were independent" if p else ""
        beside = f"{inside}{p}"
    else:
        beside = f"{p} ({inside})" if inside else p
    return (
        "Kendall's tau of reported difference and size of the test set is "
        f"{number(row.estimate)}{beside}. {_verdict(row, settings)}"
    )


def tau_in_short(row: Row, settings: Settings) -> str:
    """Return tau for a figure, with what decides about it: its interval over papers, or p."""
    if isnan(row.estimate):
        return "Kendall's tau of difference and n is not defined"
    row = _rounded(row)
    inside = interval(row).replace("confidence ", "")  # short enough for one line
    beside = f" ({inside})" if inside else f"{_p(row)} as if rows were independent"
    if not _several(settings):
        beside = _p(row)
    return f"Kendall's tau of difference and n {number(row.estimate)}{beside}"


def _rounded(row: Row) -> Row:
    """Return the row without the noise of its last digits."""
    ends = {name: round(getattr(row, name), DIGITS) for name in ("estimate", "low", "high")}
    return replace(row, **ends)


def _p(row: Row) -> str:
    """Return the p-value after a comma, where there is one."""
    return "" if row.pvalue is None else f", {pvalue(row.pvalue)}"


def _several(settings: Settings) -> bool:
    """Whether some paper has several comparisons."""
    papers = settings.get("papers")
    return papers is not None and papers < settings["comparisons"]


def _too_few(papers: int, alpha: float) -> bool:
    """Whether papers that lean either way by chance would all lean the same way too often."""
    return float(2.0 ** (1 - papers)) > alpha


def _verdict(row: Row, settings: Settings) -> str:
    """Return whether differences rise or fall, or that it stays open."""
    course = "rise" if row.estimate > 0 else "fall"
    said = f"Differences {course} as test sets grow."
    significant = row.pvalue is not None and row.pvalue <= settings["alpha"]
    wanted = 1 - settings["alpha"]
    known = bool(interval(row)) and round((row.level or 0.0) - wanted, DIGITS) >= 0
    if not _several(settings):
        return said if significant and (_away(row) or not interval(row)) else OPEN
    few = _too_few(settings["papers"], settings["alpha"])
    if known and not few:
        return said if _away(row) else OPEN
    if not significant:
        return OPEN
    papers = settings["papers"]
    are = "1 paper is" if papers == 1 else f"{papers} papers are"
    why = (
        f"{are} too few to tell"
        if few
        else f"there is no {100 * wanted:.4g}% interval over papers that could tell"
    )
    return f"Were they, differences would be found to {course} as test sets grow; {why}."


def _away(row: Row) -> bool:
    """Whether the interval leaves out 0, on the side of the estimate."""
    return row.low > 0 < row.estimate or row.high < 0 > row.estimate
