"""What procedures find on data like yours, the histogram of their p-values, and coverage."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result, Row
from claimwise.report.calibration_heads import calibration_head, case_name, is_exact
from claimwise.report.figures.book import figure
from claimwise.report.figures.theme import (
    BLUE,
    LINE,
    LIST,
    Chart,
    axis,
    domain,
    series,
    shapes,
    small_title,
    titled,
)
from claimwise.report.numbers import number, percent
from claimwise.report.places import place_of

FOUND = ("false_positives", "power")
BINS = "p_histogram"
SIDE, SMALL = 320, 150


def _settings(result: Result) -> dict[str, Any]:
    return dict(result.provenance["settings"])


def _world(result: Result, where: str) -> str:
    """Return what is true in a world, and how far systems are off there."""
    truths = {place: truth for truth, place in _settings(result)["cases"]}
    return case_name(truths.get(where, ""), where)


def _found(result: Result) -> list[Row]:
    return [row for row in result.rows if row.quantity in FOUND and row.estimate == row.estimate]


def _studies(result: Result) -> str:
    return "studies" if is_exact(result) else "simulated studies"


def _findings_caption(result: Result) -> str:
    settings = _settings(result)
    return (
        f"The share of {_studies(result)} in which each procedure finds a difference"
        f"{'' if is_exact(result) else ', with its 95% Monte Carlo interval'}, by what is true of "
        "the systems. Where they are alike or equally good, it should be "
        f"{number(settings['alpha'])} (dashed). {calibration_head(result)}."
    )


@figure(
    "findings",
    place=40,
    fits=lambda result: result.kind == "calibration" and bool(_found(result)),
    caption=_findings_caption,
    needs="procedures that were tried on simulated studies",
    remedy="Make them with claimwise calibrate.",
)
def findings_chart(result: Result) -> Chart:
    """Return false positives and power by world, a panel for each metric."""
    settings = _settings(result)
    values = []
    for row in _found(result):
        metric, procedure, where = place_of(row).split(", ", 2)
        known = {"low": row.low, "high": row.high} if row.low == row.low else {}
        place = {"metric": metric, "procedure": procedure, "world": _world(result, where)}
        values.append({**place, "share": row.estimate, **known})
    order = list(dict.fromkeys(value["world"] for value in values))
    names = settings["procedures"]
    share = axis("share", "share of studies that find a difference", scale={"domain": [0, 1]})
    encoding = {
        "y": axis("world", "truth", kind="ordinal", sort=order, axis=LIST),
        "x": share,
        "color": series("procedure", "procedure", names),
        "yOffset": {"field": "procedure", "type": "nominal", "sort": names},
    }
    ends = encoding | {"x": share | {"field": "low"}, "x2": {"field": "high"}}
    dots = encoding | {"shape": shapes("procedure", "procedure", names)}
    line = {
        "mark": {"type": "rule", "strokeDash": [4, 3]},
        "encoding": {"x": {"datum": settings["alpha"]}},
    }
    panels = [
        {
            "title": small_title(f"metric {metric}"),
            "width": SIDE,
            "height": {"step": 13},
            "data": {"values": [value for value in values if value["metric"] == metric]},
            "layer": [
                line,
                {"mark": {"type": "rule", "strokeWidth": 2}, "encoding": ends},
                {
                    "mark": {"type": "point", "filled": True, "size": 50, "opacity": 1},
                    "encoding": dots,
                },
            ],
        }
        for metric in dict.fromkeys(value["metric"] for value in values)
    ]
    bars = "" if is_exact(result) else "; bars: 95% Monte Carlo intervals"
    dashed = f"dashed: alpha {number(settings['alpha'])}{bars}"
    title = titled("What each procedure finds", [calibration_head(result), dashed])
    return {"title": title, "vconcat": panels, "spacing": 24}


def _bins(result: Result) -> dict[tuple[str, str], dict[str, list[Row]]]:
    """Return the bars of each histogram, by metric and world and then by procedure."""
    found: dict[tuple[str, str], dict[str, list[Row]]] = {}
    for row in result.rows:
        if row.quantity == BINS and row.estimate == row.estimate:
            metric, procedure, where, _ = place_of(row).split(", ")
            found.setdefault((metric, where), {}).setdefault(procedure, []).append(row)
    return found


def _own_count(result: Result) -> str:
    """Return how many studies the slow procedure has, which are fewer."""
    settings = _settings(result)
    return f"; htest on {settings['sets']:,}" if "htest" in settings["procedures"] else ""


def _bins_caption(result: Result) -> str:
    return (
        f"P-values of {_studies(result)} without a difference, in bins of 0.05. Those of an exact "
        "test are spread evenly, 0.05 in each bin (dashed), but for chance and for scores of few "
        "values; the first bin is the share of false positives at 0.05. "
        f"{calibration_head(result)}{_own_count(result)}."
    )


@figure(
    "p-values",
    place=41,
    fits=lambda result: result.kind == "calibration" and bool(_bins(result)),
    caption=_bins_caption,
    needs="p-values of simulated studies without a difference",
    remedy="Make them with claimwise calibrate.",
)
def p_values_chart(result: Result) -> Chart:
    """Return a histogram of p-values for each procedure, by metric and world."""
    lines = [
        {
            "title": small_title(f"{metric}, systems that are {_world(result, where)}"),
            "hconcat": [_histogram(name, rows) for name, rows in procedures.items()],
            "spacing": 16,
        }
        for (metric, where), procedures in _bins(result).items()
    ]
    below = [
        calibration_head(result),
        f"dashed: an exact test; above it at the left: false positives{_own_count(result)}",
    ]
    return {"title": titled("P-values without a difference", below), "vconcat": lines}


def _histogram(procedure: str, rows: list[Row]) -> Chart:
    values = []
    for row in rows:
        low, high = place_of(row).rpartition(", ")[2].split("-")
        values.append({"from": float(low), "to": float(high), "share": row.estimate})
    even = values[0]["to"] - values[0]["from"]
    x = axis("from", f"p ({procedure})", scale={"domain": [0, 1]}, axis={"tickCount": 5})
    y = axis("share", "share of studies", axis={"tickCount": 4})
    bars = {"x": x, "x2": {"field": "to"}, "y": y, "y2": {"datum": 0}}
    return {
        "width": SMALL,
        "height": 90,
        "layer": [
            {
                "data": {"values": values},
                "mark": {"type": "rect", "color": BLUE, "opacity": 0.75, "xOffset": 0.5},
                "encoding": bars,
            },
            {
                "data": {"values": [{"share": even}]},
                "mark": {"type": "rule", "strokeDash": [4, 3]},
                "encoding": {"y": {"field": "share", "type": "quantitative"}},
            },
        ],
    }


def _covered(result: Result) -> list[Row]:
    return [
        row for row in result.rows if row.quantity == "coverage" and row.estimate == row.estimate
    ]


def _coverage_caption(result: Result) -> str:
    bars = "" if is_exact(result) else ", with its Monte Carlo interval"
    head = f" {calibration_head(result)}." if result.kind == "calibration" else ""
    return (
        f"The share of {_studies(result)} whose interval holds the truth{bars}; dashed: the level "
        f"that is promised, {percent(_promised(result))}.{head}"
    )


def _promised(result: Result) -> float:
    settings = result.provenance.get("settings", {})
    return float(settings.get("level", 1 - settings.get("alpha", 0.05)))


@figure(
    "coverage",
    place=42,
    fits=lambda result: bool(_covered(result)),
    caption=_coverage_caption,
    needs="rows of coverage",
    remedy="Make them with claimwise calibrate accuracy or calibrate means.",
)
def coverage_chart(result: Result) -> Chart:
    """Return the coverage of intervals, a line for each."""
    found, level = _covered(result), _promised(result)
    order = list(dict.fromkeys(place_of(row).split(", ")[0] for row in found))
    rows = sorted(found, key=lambda row: order.index(place_of(row).split(", ")[0]))
    names = [place_of(row) or "interval" for row in rows]
    values: list[dict[str, Any]] = []
    for name, row in zip(names, rows, strict=True):
        known = {"low": row.low, "high": row.high} if row.low == row.low else {}
        values.append({"interval": name, "share": row.estimate, **known})
    every = [v for row in rows for v in (row.estimate, row.low, row.high)]
    scale = {"domain": domain([*every, level]), "nice": False, "zero": False}
    x = axis("share", "share of studies whose interval holds the truth", scale=scale)
    y = axis("interval", "interval", kind="nominal", sort=names, axis=LIST)
    ends = {"x": x | {"field": "low"}, "x2": {"field": "high"}, "y": y}
    bars = "" if is_exact(result) else "; bars: Monte Carlo interval"
    below = [calibration_head(result)] if result.kind == "calibration" else []
    return {
        "title": titled("Coverage", [*below, f"dashed: promised, {percent(level)}{bars}"]),
        "width": SIDE,
        "height": {"step": LINE},
        "data": {"values": values},
        "layer": [
            {
                "mark": {"type": "rule", "strokeDash": [4, 3]},
                "encoding": {"x": {"datum": level}},
            },
            {"mark": {"type": "rule", "strokeWidth": 2, "color": BLUE}, "encoding": ends},
            {
                "mark": {"type": "point", "filled": True, "size": 60, "color": BLUE, "opacity": 1},
                "encoding": {"x": x, "y": y},
            },
        ],
    }
