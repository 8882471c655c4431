"""The difference and the Bayes factors under several priors, as Vega-Lite."""

from __future__ import annotations

from math import floor, inf, isfinite, isinf, isnan, log10
from typing import Any

from claimwise.core import At, Result, Row
from claimwise.report.figures.book import figure
from claimwise.report.figures.build import layer, panel
from claimwise.report.figures.posterior import (
    GAP,
    A,
    about,
    difference_axis,
    difference_title,
    has_curves,
    rope_layers,
    zero_line,
)
from claimwise.report.figures.theme import LIST, Chart, axis, titled
from claimwise.report.numbers import given_percent, number
from claimwise.report.scale import scale_of

LINE = 20  # height of a prior
SMALLEST = 1e-300  # a factor below it is only known to be smaller
POINT: At = {"against": "point"}
FACTORS: tuple[tuple[str, At], ...] = (  # quantities and where they stand, from top to bottom
    ("bayes_factor_01", {}),
    ("bayes_factor_rope_encompassing", {}),
    ("bayes_factor_direction", {}),
    ("bayes_factor_01", POINT),
    ("bayes_factor_01", {**POINT, "part": "share"}),
)


def _caption(result: Result) -> str:
    rows = _by_prior(result, "posterior_difference")
    level = given_percent(next(iter(rows.values())).level or 0.95)
    return (
        f"The answer under other priors ({', '.join(rows)}): mean and {level} HDI of "
        f"{difference_title(about(result))}, and Bayes factors; a factor of 1 shifts no odds."
    )


@figure(
    "sensitivity",
    place=2,
    fits=lambda result: has_curves(result) and bool(_by_prior(result, "posterior_difference")),
    caption=_caption,
    needs="answers under several priors",
    remedy="Name several priors, with commas.",
)
def sensitivity_section(result: Result) -> Chart:
    """Return the picture of what other priors change: the difference above, the factors below."""
    settings = about(result)
    rows = _by_prior(result, "posterior_difference")
    level = given_percent(next(iter(rows.values())).level or 0.95)
    meaning = f"point and bar: mean and {level} HDI of the difference; line at 1: no shift of odds"
    panels = [_differences(rows, settings), *_factors(result, list(rows), settings)]
    return {"title": titled("Under other priors", meaning), "spacing": 12, "vconcat": panels}


def _by_prior(result: Result, quantity: str, at: At | None = None) -> dict[str, Row]:
    """Return the rows of one quantity by prior, in the order in which they were asked for."""
    rows = [row for row in result.select(quantity) if "prior" in row.at]
    whole = [row for row in rows if row.at.get("over") in (None, "combined")]
    rest = {"prior", "over"}
    return {
        str(row.at["prior"]): row
        for row in whole
        if {key: value for key, value in row.at.items() if key not in rest} == (at or {})
    }


def _priors(names: list[str]) -> Chart:
    return axis("prior", "prior", kind="nominal", sort=names, axis=LIST)


def _dots(x: Chart, y: Chart, *, of: str, colour: str, wide: float) -> list[Chart]:
    """Return a point and its interval for each prior."""
    bar = {"x": x | {"field": "low"}, "x2": {"field": "high"}, "y": y}
    return [
        layer("rule", bar, strokeWidth=wide, color=colour),
        layer("point", {"x": x | {"field": of}, "y": y}, size=60, color=colour),
    ]


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
    low, high = _range(values, settings, times)
    x = difference_axis("mean", settings, low, high)
    dots = _dots(x, _priors(list(rows)), of="mean", colour=GAP, wide=3)
    layers = [*rope_layers(settings, low, high), zero_line(low, high), *dots]
    return panel(values, layers, height=LINE * len(rows))


def _range(values: list[Chart], settings: dict[str, Any], times: float) -> tuple[float, float]:
    """Return the ends of the picture: intervals, no difference, and the region unless it is far."""
    low, high = min(v["low"] for v in values), max(v["high"] for v in values)
    span = high - low
    rope = settings.get("rope") or 0.0
    ends = rope if isinstance(rope, list | tuple) else (-rope, rope)
    for point in (0.0, *(times * end for end in ends)):
        if low - 2 * span < point < high + 2 * span:
            low, high = min(low, point), max(high, point)
    room = 0.05 * (high - low)
    return low - room, high + room


def _factors(result: Result, priors: list[str], settings: dict[str, Any]) -> list[Chart]:
    found = [_by_prior(result, quantity, at) for quantity, at in FACTORS]
    return [_factor(rows, priors, settings) for rows in found if rows]


def _factor(rows: dict[str, Row], priors: list[str], settings: dict[str, Any]) -> Chart:
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
    first = next(iter(rows.values()))
    numbers = "format(datum.value, datum.value < 1 ? '~g' : ',~r')"
    x = axis(
        "factor",
        "Bayes factor",
        scale={"type": "log", "domain": [low, high], "nice": False},
        axis={"labelExpr": numbers, "tickCount": 6, "labelOverlap": True},
    )
    y = _priors(priors)
    even = layer("rule", {"x": x | {"field": "even"}}, values=[{"even": 1}], strokeWidth=1)
    text = {"x": {"value": 4}, "y": y, "text": {"field": "text"}}
    said = layer("text", text, values=words, align="left", fontStyle="italic")
    return panel(
        points,
        [even, *_dots(x, y, of="factor", colour=A, wide=2), said],
        title=f"Bayes factor of {_hypothesis(first, settings)}",
        height=LINE * len(priors),
    )


def _hypothesis(row: Row, settings: dict[str, Any]) -> str:
    """Return what a Bayes factor sets against what."""
    if row.at.get("against") == "point":
        if row.at.get("part") == "share":
            return "each winning half of the decided items against any share"
        return "no difference at all against any difference"
    if row.quantity == "bayes_factor_direction":
        verb = "being rated" if settings.get("rated") else "scoring"
        return f"{settings.get('b', 'B')} {verb} {_beyond(settings)} against not"
    rope = settings.get("rope") or 0.0
    if isinstance(rope, list | tuple):
        within, larger = f"from {' to '.join(map(scale_of(settings).given, rope))}", "one outside"
    else:
        within, larger = f"below {scale_of(settings).given(rope)}", "a larger one"
    other = "any difference" if row.quantity == "bayes_factor_rope_encompassing" else larger
    return f"a difference {within} against {other}"


def _beyond(settings: dict[str, Any]) -> str:
    """Return which way, and by how much; a margin below 0 allows a little of the other way."""
    way, other = ("lower", "higher") if settings.get("downwards") else ("higher", "lower")
    edge = settings.get("edge", settings.get("margin")) or 0.0
    if edge < 0:
        return f"{way}, or {other} by less than {scale_of(settings).given(-edge)},"
    return f"{way} by more than {scale_of(settings).given(edge)}" if edge else way


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
