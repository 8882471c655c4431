"""The power of every comparison of a declared study, against the power that is wanted."""

from __future__ import annotations

from claimwise.core import Result, Row
from claimwise.report.figures.book import figure
from claimwise.report.figures.build import known_ends, line_down, listed, names_of, settings_of
from claimwise.report.figures.theme import Chart, axis, titled
from claimwise.report.numbers import decimal, given_percent, percent
from claimwise.report.studies import AT_MOST, parts_of


def _powers(result: Result) -> dict[str, Row]:
    """Return the power of each comparison by its name; of the first analysis, if several."""
    powers = {}
    for name, part in parts_of(result).items():
        rows = [row for row in part.select("power") if row.at.get("end") != AT_MOST]
        if rows and rows[0].estimate == rows[0].estimate:
            powers[name] = rows[0]
    return powers


def _target(result: Result) -> float:
    return float(settings_of(result)["target"])


def _bars(result: Result) -> str:
    level = next((row.level for row in _powers(result).values() if row.low == row.low), None)
    return "" if level is None else f"; bars: {given_percent(level)} Monte Carlo interval"


def _declared(result: Result) -> str:
    settings = settings_of(result)
    source = f", assumptions from {settings['source']}" if settings.get("source") else ""
    corrected = settings.get("correct", "none")
    by = "" if corrected == "none" else f", corrected by {corrected}"
    return f"alpha {decimal(settings['alpha'])}{by}{source}"


def _caption(result: Result) -> str:
    return (
        "The power of each comparison of the study, at the difference that was declared. Dashed "
        f"line: the wanted {given_percent(_target(result))}{_bars(result)}. Declared: "
        f"{_declared(result)}."
    )


@figure(
    "powers",
    place=24,
    kinds=("study plan",),
    fits=lambda result: len(_powers(result)) > 1,
    caption=_caption,
    needs="a declared study of several comparisons",
    remedy="Make it with claimwise study power.",
)
def powers_chart(result: Result) -> Chart:
    """Return a point for each comparison, and the wanted power as a line."""
    values = [
        {
            "comparison": name,
            "power": row.estimate,
            "text": percent(row.estimate) + ("" if row.n is None else f" (n {row.n:,})"),
            **known_ends(row),
        }
        for name, row in _powers(result).items()
    ]
    x = axis("power", "power", scale={"domain": [0, 1]}, axis={"format": "%", "tickCount": 6})
    y = names_of("comparison", "comparison", values)
    dashed = f"dashed: wanted {given_percent(_target(result))}{_bars(result)}"
    title = titled("Power of each comparison", [_declared(result), dashed])
    return listed(values, x, y, [line_down(_target(result))], title=title)
