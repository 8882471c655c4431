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
from claimwise.report.compared import chosen_interval
from claimwise.report.numbers import number, percent, pvalue

Settings = Mapping[str, Any]
DIGITS = 12  # of tau: a perfect order is 1, not 0.9999999999999999
OPEN = (
    "Whether differences rise or fall as test sets grow stays open; that is not evidence that "
    "they do neither."
)


def tau_sentences(row: Row, settings: Settings) -> str:
    """Return tau, what it rests on, and whether differences rise or fall with size."""
    if isnan(row.estimate):
        return ""
    row = _rounded(row)
    over = " over papers" if _several(settings) else ""
    asides = [f"{_interval(row)}{over}"] if _interval(row) else []
    if row.pvalue is not None:
        alike = " as if the comparisons of a paper were independent" if over else ""
        asides.append(f"{pvalue(row.pvalue)}{alike}")
    aside = f" ({', '.join(asides)})" if asides else ""
    return (
        "Kendall's tau of reported difference and size of the test set is "
        f"{number(row.estimate)}{aside}. {_verdict(row, settings)}"
    )


def tau_in_short(row: Row, settings: Settings) -> str:
    """Return tau for a figure, with what decides about it: its interval over papers, or p."""
    if isnan(row.estimate):
        return "Kendall's tau of difference and n is not defined"
    row = _rounded(row)
    shown = f"Kendall's tau of difference and n {number(row.estimate)}"
    p = "" if row.pvalue is None else f", {pvalue(row.pvalue)}"
    if not _several(settings):
        return f"{shown}{p}"
    inside = _interval(row)
    return f"{shown} ({inside})" if inside else f"{shown}{p} as if rows were independent"


def _interval(row: Row) -> str:
    """Return the interval in words; empty without one."""
    if isnan(row.low) or row.level is None:
        return ""
    return f"{chosen_interval(row)} {number(row.low)} to {number(row.high)}"


def _rounded(row: Row) -> Row:
    """Return the row without the noise of its last digits."""
    ends = {name: round(getattr(row, name), DIGITS) for name in ("estimate", "low", "high")}
    return replace(row, **ends)


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
    decided = f"Differences {course} as test sets grow."
    significant = row.pvalue is not None and row.pvalue <= settings["alpha"]
    wanted = 1 - settings["alpha"]
    known = bool(_interval(row)) and round((row.level or 0.0) - wanted, DIGITS) >= 0
    if not _several(settings):
        return decided if significant and (_away(row) or not _interval(row)) else OPEN
    few = _too_few(settings["papers"], settings["alpha"])
    if known and not few:
        return decided if _away(row) else OPEN
    if not significant:
        return OPEN
    papers = settings["papers"]
    are = "1 paper is" if papers == 1 else f"{papers} papers are"
    why = (
        f"{are} too few to tell"
        if few
        else f"there is no {percent(wanted)} interval over papers that could tell"
    )
    return f"If they were, differences would be found to {course} as test sets grow; {why}."


def _away(row: Row) -> bool:
    """Whether the interval leaves out 0, on the side of the estimate."""
    return row.low > 0 < row.estimate or row.high < 0 > row.estimate
