"""What procedures find on data like yours, the histogram of their p-values, and coverage."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result, Row
from claimwise.report.figures.book import figure
from claimwise.report.figures.calibration_words import head, is_exact, levels, studies, world
from claimwise.report.figures.names import list_axis
from claimwise.report.figures.scales import metric_name
from claimwise.report.figures.theme import (
    BLUE,
    LINE,
    Chart,
    axis,
    domain,
    series,
    shapes,
    small_title,
    titled,
)
from claimwise.report.figures.words import alpha, given_share

FOUND = ("false_positives", "power")
BINS = "p_histogram"
SIDE, SMALL = 320, 150


def _found(result: Result) -> list[Row]:
    return [row for row in result.select(*FOUND) if row.estimate == row.estimate]


def _metrics(rows: list[Row]) -> list[str]:
    return list(dict.fromkeys(str(row.at["metric"]) for row in rows))


def _findings_caption(result: Result) -> str:
    level = alpha(result.provenance["settings"]["alpha"])
    bars = "" if is_exact(result) else ", with its 95% Monte Carlo interval"
    return (
        f"The share of {studies(result)} in which each procedure finds a difference{bars}, by "
        "what is true of the systems. Where they are alike or equally good, it should be "
        f"{level} (dashed). Tried on {head(result)}."
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
    settings, rows = result.provenance["settings"], _found(result)
    values: list[dict[str, Any]] = []
    for row in rows:
        known = {"low": row.low, "high": row.high} if row.low == row.low else {}
        place = {"metric": row.at["metric"], "procedure": row.at["analysis"]}
        values.append({**place, "world": world(result, row), "share": row.estimate, **known})
    order = list(dict.fromkeys(value["world"] for value in values))
    names = settings["procedures"]
    share = axis(
        "share", "studies that find a difference", scale={"domain": [0, 1]}, axis={"format": "%"}
    )
    encoding = {
        "y": axis("world", "truth", kind="ordinal", sort=order, axis=list_axis(order)),
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
            "title": small_title(metric_name(metric)),
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
        for metric in _metrics(rows)
    ]
    bars = "" if is_exact(result) else "; bars: 95% Monte Carlo intervals"
    dashed = f"dashed: alpha {alpha(settings['alpha'])}{bars}"
    title = titled("What each procedure finds", [head(result), dashed])
    return {"title": title, "vconcat": panels, "spacing": 24}


def _bins(result: Result) -> dict[tuple[str, str], dict[str, list[Row]]]:
    """Return the bars of each histogram, by metric and world and then by procedure."""
    bars: dict[tuple[str, str], dict[str, list[Row]]] = {}
    for row in result.select(BINS):
        place = str(row.at["metric"]), world(result, row)
        bars.setdefault(place, {}).setdefault(str(row.at["analysis"]), []).append(row)
    return bars


def _own_count(result: Result) -> str:
    """Return how many studies the slow procedure has, which are fewer."""
    settings = result.provenance["settings"]
    return f"; htest on {settings['sets']:,}" if "htest" in settings["procedures"] else ""


def _bins_caption(result: Result) -> str:
    return (
        f"P-values of {studies(result)} without a difference, in bins of .05. Those of an exact "
        "test are spread evenly, 5% in each bin (dashed), but for chance and for scores of few "
        "values; the first bin is the share of false positives at .05. "
        f"Tried on {head(result)}{_own_count(result)}."
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
            "title": small_title(f"{metric_name(metric)}, systems that are {where}"),
            "hconcat": [_histogram(name, rows) for name, rows in procedures.items()],
            "spacing": 16,
        }
        for (metric, where), procedures in _bins(result).items()
    ]
    below = [
        head(result),
        f"dashed: an exact test; above it at the left: false positives{_own_count(result)}",
    ]
    return {"title": titled("P-values without a difference", below), "vconcat": lines}


def _histogram(procedure: str, rows: list[Row]) -> Chart:
    """Return the bars of one procedure: bins of equal width from 0 to 1, in their order."""
    values = [
        {"from": k / len(rows), "to": (k + 1) / len(rows), "share": row.estimate}
        for k, row in enumerate(rows)
        if row.estimate == row.estimate
    ]
    x = axis("from", f"p ({procedure})", scale={"domain": [0, 1]}, axis={"tickCount": 5})
    y = axis("share", "studies", axis={"tickCount": 4, "format": "~%"})
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
                "data": {"values": [{"share": 1 / len(rows)}]},
                "mark": {"type": "rule", "strokeDash": [4, 3]},
                "encoding": {"y": {"field": "share", "type": "quantitative"}},
            },
        ],
    }


def _covered(result: Result) -> list[Row]:
    return [row for row in result.select("coverage") if row.estimate == row.estimate]


def _coverage_caption(result: Result) -> str:
    bars = "" if is_exact(result) else ", with its Monte Carlo interval"
    tried = f" Tried on {head(result)}." if result.kind == "calibration" else ""
    return (
        f"The share of {studies(result)} whose interval holds the truth{bars}; dashed: the level "
        f"that is promised, {given_share(_promised(result))}.{tried}"
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
    covered, level = _covered(result), _promised(result)
    order = list(dict.fromkeys(str(row.at.get("analysis", "")) for row in covered))
    rows = sorted(covered, key=lambda row: order.index(str(row.at.get("analysis", ""))))
    values: list[dict[str, Any]] = []
    for row in rows:
        known = {"low": row.low, "high": row.high} if row.low == row.low else {}
        name = ", ".join(
            part for part in (str(row.at.get("analysis", "")), levels(result, row)) if part
        )
        values.append({"interval": name or "interval", "share": row.estimate, **known})
    names = [value["interval"] for value in values]
    every = [v for row in rows for v in (row.estimate, row.low, row.high)]
    scale = {"domain": domain([*every, level]), "nice": False, "zero": False}
    x = axis("share", "studies whose interval holds the truth", scale=scale, axis={"format": "~%"})
    y = axis("interval", "interval", kind="nominal", sort=names, axis=list_axis(names))
    ends = {"x": x | {"field": "low"}, "x2": {"field": "high"}, "y": y}
    bars = "" if is_exact(result) else "; bars: Monte Carlo interval"
    below = [head(result)] if result.kind == "calibration" else []
    return {
        "title": titled("Coverage", [*below, f"dashed: promised, {given_share(level)}{bars}"]),
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
