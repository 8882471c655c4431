"""What procedures find on data like yours, the histogram of their p-values, and coverage."""

from __future__ import annotations

from claimwise.core import Result, Row
from claimwise.report.calibrated import OF_PROCEDURE, Case, cases_of
from claimwise.report.figures.book import figure
from claimwise.report.figures.build import (
    known_ends,
    layer,
    line_down,
    listed,
    names_of,
    number_at,
    panel,
    settings_of,
)
from claimwise.report.figures.theme import (
    BLUE,
    Chart,
    axis,
    domain,
    series,
    shapes,
    small_title,
    titled,
)
from claimwise.report.kinds import answer_of
from claimwise.report.numbers import decimal, given_percent
from claimwise.report.scale import metric_name, scale_of

BINS = "p_histogram"
SIDE, SMALL = 320, 150
REMEDY = "Make them with claimwise calibrate."


def _defined(result: Result, *quantities: str) -> list[Row]:
    return [row for row in result.select(*quantities) if row.estimate == row.estimate]


def _exact(result: Result) -> bool:
    return bool(settings_of(result).get("by") == "exact")


def _studies(result: Result) -> str:
    return "studies" if _exact(result) else "simulated studies"


def _bars(result: Result, words: str) -> str:
    """Return what the bars are; nothing where every outcome was counted."""
    return "" if _exact(result) else words


def _case(result: Result, row: Row) -> Case | None:
    """Return the world of a row; None of a result that names none."""
    if "cases" not in settings_of(result):
        return None
    of_bins = (*OF_PROCEDURE, "bin") if row.quantity == BINS else OF_PROCEDURE
    place = {key: value for key, value in row.at.items() if key not in of_bins}
    return next(case for case in cases_of(result) if case.at == place)


def _world(result: Result, row: Row) -> str:
    """Return what is true in the world of a row, and how far its systems are off."""
    case = _case(result, row)
    if case is None or case.at.get("difference") == 0:
        return "" if case is None else case.truth
    between = " by " if "difference" in case.at else ", "
    label = case.label(scale_of(settings_of(result)))
    return case.truth if label == case.truth else f"{case.truth}{between}{label}"


def _findings_caption(result: Result) -> str:
    level = decimal(settings_of(result)["alpha"])
    bars = _bars(result, ", with its 95% Monte Carlo interval")
    return (
        f"The share of {_studies(result)} in which each procedure finds a difference{bars}, by "
        "what is true of the systems. Where they are alike or equally good, it should be "
        f"{level} (dashed). Tried on {answer_of(result).brief}."
    )


@figure(
    "findings",
    place=40,
    kinds=("calibration",),
    fits=lambda result: bool(_defined(result, "false_positives", "power")),
    caption=_findings_caption,
    needs="procedures that were tried on simulated studies",
    remedy=REMEDY,
)
def findings_chart(result: Result) -> Chart:
    """Return false positives and power by world, a panel for each metric."""
    settings = settings_of(result)
    values = [
        {
            "metric": row.at["metric"],
            "procedure": row.at["analysis"],
            "world": _world(result, row),
            "share": row.estimate,
            **known_ends(row),
        }
        for row in _defined(result, "false_positives", "power")
    ]
    names = settings["procedures"]
    share = axis(
        "share", "studies that find a difference", scale={"domain": [0, 1]}, axis={"format": "%"}
    )
    encoding = {
        "y": names_of("world", "truth", values) | {"type": "ordinal"},
        "x": share,
        "color": series("procedure", "procedure", names),
        "yOffset": {"field": "procedure", "type": "nominal", "sort": names},
    }
    ends = encoding | {"x": share | {"field": "low"}, "x2": {"field": "high"}}
    dots = encoding | {"shape": shapes("procedure", "procedure", names)}
    layers = [
        line_down(settings["alpha"]),
        layer("rule", ends, strokeWidth=2),
        layer("point", dots, size=50),
    ]
    panels = [
        panel(
            [value for value in values if value["metric"] == metric],
            layers,
            title=metric_name(metric),
            width=SIDE,
            height={"step": 13},
        )
        for metric in dict.fromkeys(str(value["metric"]) for value in values)
    ]
    bars = _bars(result, "; bars: 95% Monte Carlo intervals")
    dashed = f"dashed: alpha {decimal(settings['alpha'])}{bars}"
    title = titled("What each procedure finds", [answer_of(result).brief, dashed])
    return {"title": title, "vconcat": panels, "spacing": 24}


def _bins(result: Result) -> dict[tuple[str, str], dict[str, list[Row]]]:
    """Return the bars of each histogram, by metric and world and then by procedure."""
    bars: dict[tuple[str, str], dict[str, list[Row]]] = {}
    for row in result.select(BINS):
        place = str(row.at["metric"]), _world(result, row)
        bars.setdefault(place, {}).setdefault(str(row.at["analysis"]), []).append(row)
    return bars


def _bins_caption(result: Result) -> str:
    return (
        f"P-values of {_studies(result)} without a difference, in bins of .05. Those of an exact "
        "test are spread evenly, 5% in each bin (dashed), but for chance and for scores of few "
        "values; the first bin is the share of false positives at .05. "
        f"Tried on {answer_of(result).brief}."
    )


@figure(
    "p-values",
    place=41,
    kinds=("calibration",),
    fits=lambda result: bool(result.select(BINS)),
    caption=_bins_caption,
    needs="p-values of simulated studies without a difference",
    remedy=REMEDY,
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
    dashed = "dashed: an exact test; above it at the left: false positives"
    title = titled("P-values without a difference", [answer_of(result).brief, dashed])
    return {"title": title, "vconcat": lines}


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
    even = [{"share": 1 / len(rows)}]
    return {
        "width": SMALL,
        "height": 90,
        "layer": [
            layer("rect", bars, values=values, color=BLUE, opacity=0.75, xOffset=0.5),
            layer("rule", {"y": number_at("share")}, values=even, strokeDash=[4, 3]),
        ],
    }


def _tried(result: Result) -> list[str]:
    """Return what procedures were tried on, where that is known."""
    return [answer_of(result).brief] if "cases" in settings_of(result) else []


def _coverage_caption(result: Result) -> str:
    bars = _bars(result, ", with its Monte Carlo interval")
    tried = "".join(f" Tried on {brief}." for brief in _tried(result))
    return (
        f"The share of {_studies(result)} whose interval holds the truth{bars}; dashed: the level "
        f"that is promised, {given_percent(_promised(result))}.{tried}"
    )


def _promised(result: Result) -> float:
    settings = settings_of(result)
    return float(settings.get("level", 1 - settings.get("alpha", 0.05)))


def _interval(result: Result, row: Row) -> str:
    """Return which interval a row is of, and in which world."""
    case = _case(result, row)
    where = case.label(scale_of(settings_of(result))) if case else ""
    name = str(row.at.get("analysis", ""))
    return ", ".join(part for part in (name, where) if part) or "interval"


@figure(
    "coverage",
    place=42,
    fits=lambda result: bool(_defined(result, "coverage")),
    caption=_coverage_caption,
    needs="rows of coverage",
    remedy="Make them with claimwise calibrate accuracy or calibrate means.",
)
def coverage_chart(result: Result) -> Chart:
    """Return the coverage of intervals, a line for each."""
    covered, level = _defined(result, "coverage"), _promised(result)
    order = list(dict.fromkeys(row.at.get("analysis") for row in covered))
    rows = sorted(covered, key=lambda row: order.index(row.at.get("analysis")))
    values = [
        {"interval": _interval(result, row), "share": row.estimate, **known_ends(row)}
        for row in rows
    ]
    every = [v for row in rows for v in (row.estimate, row.low, row.high)]
    scale = {"domain": domain([*every, level]), "nice": False, "zero": False}
    x = axis("share", "studies whose interval holds the truth", scale=scale, axis={"format": "~%"})
    y = names_of("interval", "interval", values)
    bars = _bars(result, "; bars: Monte Carlo interval")
    below = [*_tried(result), f"dashed: promised, {given_percent(level)}{bars}"]
    title = titled("Coverage", below)
    return listed(values, x, y, [line_down(level)], title=title, side=SIDE, size=60)
