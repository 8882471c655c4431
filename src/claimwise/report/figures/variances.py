"""Variance components: how raters and items differ, as standard deviations."""

from __future__ import annotations

from claimwise.core import Result, Row, spelled
from claimwise.report.figures.book import figure
from claimwise.report.figures.build import known_ends, layer, listed, names_of, settings_of
from claimwise.report.figures.theme import INK, SKY, Chart, axis, titled
from claimwise.report.numbers import given_percent, number

LEVEL = "(Intercept)"


def _rows(result: Result) -> list[Row]:
    return [row for row in result.rows if row.quantity == "sd" and row.estimate == row.estimate]


def _name(row: Row) -> str:
    """Return what varies: the level of a group, or the difference that it sees."""
    group, term = row.at.get("group"), row.at.get("term")
    if term is None:
        return "residual" if group == "residual" else f"one rating of {spelled(row.at)}"
    return f"{group}: level" if term == LEVEL else f"{group}: {term}"


def _end(end: float, row: Row) -> str:
    """Return an end of an interval; one that is nothing beside the estimate is 0."""
    return number(end) if end > 0.005 * row.estimate else "0"


def _unit(result: Result) -> str:
    settings = settings_of(result)
    if "model" not in settings:
        return "logits"  # of judgements head to head
    if settings["model"] == "linear":
        return "rating points"
    return f"latent units, {settings['link']}" if settings.get("link") else "latent units"


def _assumed(result: Result) -> str:
    settings = settings_of(result)
    groups = ", ".join(
        f"{count:,} {name}{'s' * (count != 1)}"
        for name, count in settings.get("groups", {}).items()
    )
    parts = [result.method, str(settings.get("formula", "")), groups]
    return "; ".join(part for part in parts if part)


def _interval(result: Result) -> str:
    level = next((row.level for row in _rows(result) if row.low == row.low), None)
    return "" if level is None else f"bars with ends: {given_percent(level)} interval"


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
    kinds=("ratings", "rating posterior", "judgements"),
    fits=lambda result: bool(_rows(result)),
    caption=_caption,
    needs="standard deviations of raters and items",
    remedy="Make them with claimwise ratings or claimwise judgements.",
)
def variances_chart(result: Result) -> Chart:
    """Return the standard deviation of each random effect."""
    values = []
    for row in _rows(result):
        ends = known_ends(row)
        between = f" ({_end(row.low, row)} to {_end(row.high, row)})" if ends else ""
        text = f"{number(row.estimate)}{between}"
        values.append({"what": _name(row), "sd": row.estimate, "text": text, **ends})
    x = axis("sd", f"standard deviation ({_unit(result)})", scale={"zero": True})
    y = names_of("what", "what differs", values)
    bar = layer("bar", {"x": x, "y": y}, color=SKY, height={"band": 0.6})
    title = titled("How raters and items differ", [_assumed(result), _interval(result)])
    return listed(values, x, y, [bar], title=title, size=50, strokeWidth=2, color=INK)
