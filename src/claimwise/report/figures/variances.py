"""Variance components: how raters and items differ, as standard deviations."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result, Row, spelled
from claimwise.report.figures.book import figure
from claimwise.report.figures.names import list_axis
from claimwise.report.figures.theme import BLUE, LINE, SKY, Chart, axis, titled
from claimwise.report.figures.words import given_share, value

SIDE = 360
LEVEL = "(Intercept)"


def _rows(result: Result) -> list[Row]:
    return [row for row in result.rows if row.quantity == "sd" and row.estimate == row.estimate]


def is_of_raters(result: Result) -> bool:
    """Whether the result is a model with raters and items."""
    return result.kind in ("ratings", "rating posterior", "judgements")


def _name(row: Row) -> str:
    """Return what varies: the level of a group, or the difference that it sees."""
    group, term = row.at.get("group"), row.at.get("term")
    if term is None:
        return "residual" if group == "residual" else f"one rating of {spelled(row.at)}"
    return f"{group}: level" if term == LEVEL else f"{group}: {term}"


def _end(end: float, row: Row) -> str:
    """Return an end of an interval; one that is nothing beside the estimate is 0."""
    return value(end) if end > 0.005 * row.estimate else "0"


def _unit(result: Result) -> str:
    settings = result.provenance.get("settings", {})
    if settings.get("verb") == "judgements":
        return "logits"
    if settings.get("model") == "linear":
        return "rating points"
    return f"latent units, {settings['link']}" if settings.get("link") else "latent units"


def _assumed(result: Result) -> str:
    settings = result.provenance.get("settings", {})
    groups = ", ".join(
        f"{count:,} {name}{'s' * (count != 1)}"
        for name, count in settings.get("groups", {}).items()
    )
    parts = [result.method, str(settings.get("formula", "")), groups]
    return "; ".join(part for part in parts if part)


def _interval(result: Result) -> str:
    level = next((row.level for row in _rows(result) if row.low == row.low), None)
    return "" if level is None else f"bars with ends: {given_share(level)} interval"


def _caption(result: Result) -> str:
    bars = _interval(result)
    single = any("term" not in row.at for row in _rows(result))
    what = "raters, items and single ratings" if single else "raters and items"
    return (
        f"How far {what} differ: standard deviations in {_unit(result)}"
        f"{f' ({bars})' if bars else ', without intervals'}. Assumed: {_assumed(result)}."
    )


@figure(
    "variances",
    place=8,
    fits=lambda result: is_of_raters(result) and bool(_rows(result)),
    caption=_caption,
    needs="standard deviations of raters and items",
    remedy="Make them with claimwise ratings or claimwise judgements.",
)
def variances_chart(result: Result) -> Chart:
    """Return the standard deviation of each random effect."""
    values: list[dict[str, Any]] = []
    for row in _rows(result):
        known = {"low": row.low, "high": row.high} if row.low == row.low else {}
        written = value(row.estimate)
        if known:
            written += f" ({_end(row.low, row)} to {_end(row.high, row)})"
        values.append({"what": _name(row), "sd": row.estimate, "text": written, **known})
    names = [one["what"] for one in values]
    x = axis("sd", f"standard deviation ({_unit(result)})", scale={"zero": True})
    y = axis("what", "what differs", kind="nominal", sort=names, axis=list_axis(names))
    ends = {"x": x | {"field": "low"}, "x2": {"field": "high"}, "y": y}
    numbers = {"x": {"value": SIDE}, "y": y, "text": {"field": "text"}}
    return {
        "title": titled("How raters and items differ", [_assumed(result), _interval(result)]),
        "width": SIDE,
        "height": {"step": LINE},
        "data": {"values": values},
        "layer": [
            {
                "mark": {"type": "bar", "color": SKY, "height": {"band": 0.6}},
                "encoding": {"x": x, "y": y},
            },
            {
                "transform": [{"filter": "isValid(datum.low)"}],
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": ends,
            },
            {
                "mark": {"type": "point", "filled": True, "size": 50, "color": BLUE, "opacity": 1},
                "encoding": {"x": x, "y": y},
            },
            {"mark": {"type": "text", "align": "left", "dx": 8}, "encoding": numbers},
        ],
    }
