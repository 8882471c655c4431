"""The difference and the Bayes factors under several priors, as Vega-Lite."""

from __future__ import annotations

from math import floor, inf, isfinite, isinf, isnan, log10
from typing import Any

from claimwise.core import At, Result, Row
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import layer, listed, names_of, rule
from claimwise.report.figures.posterior import (
    GAP,
    A,
    about,
    difference_axis,
    has_curves,
    landmarks,
    region_of,
)
from claimwise.report.figures.theme import WIDTH, Chart, axis
from claimwise.report.numbers import given_percent, number
from claimwise.report.scale import scale_of

LINE = 20  # height of a prior
SMALLEST = 1e-300  # a factor below it is only known to be smaller
POINT: At = {"against": "point"}
FACTORS: tuple[tuple[str, At, str], ...] = (  # from top to bottom: which, where, of what
    ("bayes_factor_01", {}, "a difference within the region against one outside"),
    ("bayes_factor_rope_encompassing", {}, "a difference within the region against any"),
    ("bayes_factor_direction", {}, "{direction} against not"),
    ("bayes_factor_01", POINT, "no difference at all against any difference"),
    (
        "bayes_factor_01",
        {**POINT, "part": "share"},
        "each winning half of the decided items against any share",
    ),
)


@figure(
    "sensitivity",
    place=2,
    fits=lambda result: has_curves(result) and bool(_by_prior(result, "posterior_difference", {})),
    needs="answers under several priors",
    remedy="Name several priors, with commas.",
)
def sensitivity_picture(result: Result) -> Picture:
    """Return the picture of what other priors change: the difference above, the factors below."""
    settings = about(result)
    rows = _by_prior(result, "posterior_difference", {})
    level = given_percent(next(iter(rows.values())).level or 0.95)
    panels = [_differences(rows, settings)]
    for quantity, at, words in FACTORS:
        if factors := _by_prior(result, quantity, at):
            panels.append(_factor(factors, words.format(direction=_direction(settings))))
    remarks = [
        f"point and bar: mean and {level} HDI of the difference; line at 1: no shift of odds"
    ]
    return Picture("Under other priors", remarks, {"spacing": 12, "vconcat": panels})


def _by_prior(result: Result, quantity: str, at: At) -> dict[str, Row]:
    """Return the rows of one quantity by prior, in the order in which they were asked for."""
    rows = [row for row in result.select(quantity) if "prior" in row.at]
    whole = [row for row in rows if row.at.get("over") in (None, "combined")]
    rest = {"prior", "over"}
    return {
        str(row.at["prior"]): row
        for row in whole
        if {key: value for key, value in row.at.items() if key not in rest} == at
    }


def _direction(settings: dict[str, Any]) -> str:
    """Return which way a difference is claimed to go."""
    way = "lower" if settings.get("downwards") else "higher"
    beyond = " beyond the margin" if settings.get("edge", settings.get("margin")) else ""
    return f"{settings.get('b', 'B')} {way}{beyond}"


def _differences(rows: dict[str, Row], settings: dict[str, Any]) -> Chart:
    times = scale_of(settings).times
    values = [
        {
            "prior": prior,
            "mean": times * row.estimate,
            "low": times * row.low,
            "high": times * row.high,
        }
        for prior, row in rows.items()
    ]
    low, high = _range(values, settings)
    x, y = difference_axis("mean", settings, low, high), names_of("prior", "prior", values)
    marks = landmarks(settings, low, high)
    return listed(values, x, y, marks, width=WIDTH, line=LINE, size=60, color=GAP)


def _range(values: list[Chart], settings: dict[str, Any]) -> tuple[float, float]:
    """Return the ends of the picture: intervals, no difference, and the region unless it is far."""
    low, high = min(v["low"] for v in values), max(v["high"] for v in values)
    span = high - low
    for point in (0.0, *region_of(settings)):
        if low - 2 * span < point < high + 2 * span:
            low, high = min(low, point), max(high, point)
    room = 0.05 * (high - low)
    return low - room, high + room


def _factor(rows: dict[str, Row], hypothesis: str) -> Chart:
    """Return the factors of one hypothesis on a log axis; what is no number is said in words."""
    shown = {prior: row for prior, row in rows.items() if not _words(row)}
    low, high = _log_range(list(shown.values()))
    points = [
        {
            "prior": prior,
            "factor": row.estimate,
            "low": max(low, row.low) if row.low > 0 else row.estimate,
            "high": min(high, row.high) if row.high > 0 else row.estimate,
        }
        for prior, row in shown.items()
    ]
    words = [{"prior": prior, "text": _words(row)} for prior, row in rows.items() if _words(row)]
    numbers = "format(datum.value, datum.value < 1 ? '~g' : ',~r')"
    x = axis(
        "factor",
        "Bayes factor",
        scale={"type": "log", "domain": [low, high], "nice": False},
        axis={"labelExpr": numbers, "tickCount": 6, "labelOverlap": True},
    )
    y = names_of("prior", "prior", [{"prior": prior} for prior in rows])
    chart = listed(
        points,
        x,
        y,
        [rule("x", 1, strokeDash=[1, 0])],
        title=f"Bayes factor of {hypothesis}",
        width=WIDTH,
        line=LINE,
        size=60,
        color=A,
    )
    text = {"x": {"value": 4}, "y": y, "text": {"field": "text"}}
    chart["layer"].append(layer("text", text, values=words, align="left", fontStyle="italic"))
    return chart


def _fold(factor: float) -> str:
    """Return a factor, by a power of ten where it is far from 1.

    >>> _fold(276.6), _fold(3.2e15), _fold(1e-9)
    ('277', '3.2 x 10^15', '1 x 10^-9')
    """
    if 1e-4 <= factor < 1e6:
        return number(factor)
    power = floor(log10(factor))
    return f"{factor / 10.0**power:.2g} x 10^{power}"


def _words(row: Row) -> str:
    """Return what stands in place of a factor that is no number on the axis."""
    if row.kind == "bound":
        return f"above {_fold(row.low)}" if isinf(row.high) else f"below {_fold(row.high)}"
    if isnan(row.estimate):
        return "not defined"
    if isinf(row.estimate):
        return "too large to be drawn"
    return "too small to be drawn" if row.estimate < SMALLEST else ""


def _log_range(rows: list[Row]) -> tuple[float, float]:
    """Return the ends of the axis, which always has 1 on it."""
    every = [1.0, *(v for row in rows for v in (row.estimate, row.low, row.high))]
    good = [value for value in every if isfinite(value) and SMALLEST <= value < inf]
    low, high = min(good), max(good)
    room = max(1.5, (high / low) ** 0.05)
    return low / room, high * room
