"""Variance components: how raters and items differ, as standard deviations."""

from __future__ import annotations

from claimwise.core import Result, Row, spelled
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import defined, known_ends, layer, listed, names_of
from claimwise.report.figures.theme import INK, SKY, axis
from claimwise.report.numbers import given_percent, number

LEVEL = "(Intercept)"


def _rows(result: Result) -> list[Row]:
    return defined(result.select("sd"))


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
    settings = result.settings
    if "model" not in settings:
        return "logits"  # of judgements head to head
    if settings["model"] == "linear":
        return "rating points"
    return f"latent units, {settings['link']}" if settings.get("link") else "latent units"


def fitted_model(result: Result) -> str:
    """Return the model that was fitted, with its formula."""
    formula = result.settings.get("formula")
    return f"{result.method}: {formula}" if formula else result.method


@figure(
    "variances",
    place=8,
    kinds=("ratings", "rating posterior", "judgements"),
    fits=lambda result: bool(_rows(result)),
    needs="standard deviations of raters and items",
    remedy="Make them with claimwise ratings or claimwise judgements.",
)
def variances_picture(result: Result) -> Picture:
    """Return the standard deviation of each random effect."""
    values = []
    for row in _rows(result):
        ends = known_ends(row)
        interval = f" ({_end(row.low, row)} to {_end(row.high, row)})" if ends else ""
        text = f"{number(row.estimate)}{interval}"
        values.append({"what": _name(row), "sd": row.estimate, "text": text, **ends})
    x = axis("sd", f"standard deviation ({_unit(result)})", scale={"zero": True})
    y = names_of("what", "what differs", values)
    bar = layer("bar", {"x": x, "y": y}, color=SKY, height={"band": 0.6})
    level = next((row.level for row in _rows(result) if known_ends(row)), None)
    groups = result.settings.get("groups", {}).items()
    remarks = [
        "" if level is None else f"bars with ends: {given_percent(level)} interval",
        fitted_model(result),
        ", ".join(f"{count:,} {name}{'s' * (count != 1)}" for name, count in groups),
    ]
    chart = listed(values, x, y, [bar], size=50, strokeWidth=2, color=INK)
    return Picture("How raters and items differ", remarks, chart)
