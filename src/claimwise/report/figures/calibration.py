"""What procedures find on data like yours, the histogram of their p-values, and coverage."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row, spelled
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import (
    SHARE,
    bars,
    defined,
    known_ends,
    line_of,
    listed,
    rule,
)
from claimwise.report.figures.theme import BLUE, Chart, axis, small_title, told_apart
from claimwise.report.kinds.calibration import OF_PROCEDURE, cases_of
from claimwise.report.numbers import decimal, given_percent
from claimwise.report.scale import metric_name, scale_of

BINS = "p_histogram"
SMALL = 150  # width of a histogram
REMEDY = "Make them with claimwise calibrate."


def _dashed(words: str, rows: list[Row]) -> str:
    """Return what the dashed line is, and the bars; exact shares have none."""
    banded = any(map(known_ends, rows))
    return f"dashed: {words}" + ("; bars: 95% Monte Carlo interval" if banded else "")


def _worlds(result: Result, rows: list[Row]) -> list[str]:
    """Return what is true in the world of each row; nothing of a result that names no worlds."""
    known: dict[str, str] = {}
    scale = scale_of(result.settings)
    for case in cases_of(result) if "cases" in result.settings else ():
        label = case.label(scale)
        known[spelled(case.at)] = case.truth if label == case.truth else f"{case.truth}, {label}"
    places = ({k: x for k, x in row.at.items() if k not in (*OF_PROCEDURE, "bin")} for row in rows)
    return [known.get(spelled(place), "") for place in places]


@figure(
    "findings",
    place=40,
    kinds=("calibration",),
    fits=lambda result: bool(defined(result.select("false_positives", "power"))),
    needs="procedures that were tried on simulated studies",
    remedy=REMEDY,
)
def findings_picture(result: Result) -> Picture:
    """Return false positives and power by world, a panel for each metric."""
    settings, rows = result.settings, defined(result.select("false_positives", "power"))
    values = [
        line_of(world, row, metric=row.at["metric"], procedure=row.at["analysis"])
        for row, world in zip(rows, _worlds(result, rows), strict=True)
    ]
    names = settings["procedures"]
    x = axis("estimate", "studies that find a difference", **SHARE)
    looks = told_apart("procedure", "procedure", names)
    offset = {"yOffset": {"field": "procedure", "type": "nominal", "sort": names}}
    panels = [
        listed(
            [value for value in values if value["metric"] == metric],
            "truth",
            x,
            [rule("x", settings["alpha"])],
            apart=offset | looks,
            title=metric_name(metric),
            size=50,
            line=13,
            strokeWidth=2,
        )
        for metric in dict.fromkeys(str(value["metric"]) for value in values)
    ]
    wanted = f"alpha {decimal(settings['alpha'])}, what is wanted where systems are equally good"
    remarks = [_dashed(wanted, rows)]
    return Picture("What each procedure finds", remarks, {"vconcat": panels, "spacing": 24})


@figure(
    "p-values",
    place=41,
    kinds=("calibration",),
    fits=lambda result: bool(result.select(BINS)),
    needs="p-values of simulated studies without a difference",
    remedy=REMEDY,
)
def p_values_picture(result: Result) -> Picture:
    """Return a histogram of p-values for each procedure, by metric and world."""
    bins: dict[tuple[str, str], dict[str, list[Row]]] = {}
    rows = list(result.select(BINS))
    for row, world in zip(rows, _worlds(result, rows), strict=True):
        place = str(row.at["metric"]), world
        bins.setdefault(place, {}).setdefault(str(row.at["analysis"]), []).append(row)
    lines = [
        {
            "title": small_title(f"{metric_name(metric)}, systems that are {where}"),
            "hconcat": [_histogram(name, rows) for name, rows in procedures.items()],
            "spacing": 16,
        }
        for (metric, where), procedures in bins.items()
    ]
    remarks = [
        "dashed: an exact test, but for chance and for scores of few values",
        "above it at the left: false positives",
    ]
    return Picture("P-values without a difference", remarks, {"vconcat": lines})


def _histogram(procedure: str, rows: list[Row]) -> Chart:
    """Return the bars of one procedure: bins of equal width from 0 to 1, in their order."""
    values = [
        {"from": k / len(rows), "to": (k + 1) / len(rows), "share": row.estimate}
        for k, row in enumerate(rows)
        if not isnan(row.estimate)
    ]
    x = axis("from", f"p ({procedure})", scale={"domain": [0, 1]}, axis={"tickCount": 5})
    y = axis("share", "studies", axis={"tickCount": 4, "format": "~%"})
    layers = [
        bars(x, y, values=values, color=BLUE, opacity=0.75, xOffset=0.5),
        rule("y", 1 / len(rows)),
    ]
    return {"width": SMALL, "height": 90, "layer": layers}


@figure(
    "coverage",
    place=42,
    fits=lambda result: bool(defined(result.select("coverage"))),
    needs="rows of coverage",
    remedy="Make them with claimwise calibrate accuracy or calibrate means.",
)
def coverage_picture(result: Result) -> Picture:
    """Return the coverage of intervals, a line for each."""
    settings, covered = result.settings, defined(result.select("coverage"))
    level = float(settings.get("level", 1 - settings.get("alpha", 0.05)))
    order = list(dict.fromkeys(row.at.get("analysis") for row in covered))
    rows = sorted(covered, key=lambda row: order.index(row.at.get("analysis")))
    values = [
        line_of(", ".join(filter(None, (str(row.at.get("analysis", "")), world))), row)
        for row, world in zip(rows, _worlds(result, rows), strict=True)
    ]
    words, marks = "studies whose interval holds the truth", {"format": "~%"}
    x = axis("estimate", words, scale={"zero": False}, axis=marks)
    remarks = [_dashed(f"promised, {given_percent(level)}", rows)]
    chart = listed(values, "interval", x, [rule("x", level)], size=60)
    return Picture("Coverage", remarks, chart)
