"""Differences with their intervals and margins, one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from claimwise.core import Result
from claimwise.report.figures.book import figure
from claimwise.report.figures.contrasts import (
    ADJUSTED,
    BAD,
    GOOD,
    NONE,
    OPEN,
    SAME,
    Contrast,
    Scale,
    names_of,
    panels_of,
)
from claimwise.report.figures.names import short_names, with_labels
from claimwise.report.figures.theme import (
    BLUE,
    GREEN,
    GREY,
    LINE,
    VERMILION,
    YELLOW,
    Chart,
    axis,
    defined,
    domain,
    small_title,
    ticks,
    titled,
)
from claimwise.report.numbers import number, percent, pvalue, quantity

SIDE = 400
LONG = 34  # letters of a name beyond which it takes two lines
LOOKS = {
    GOOD: (BLUE, "circle"),
    OPEN: (GREY, "diamond"),
    BAD: (VERMILION, "square"),
    SAME: (GREEN, "triangle-up"),
    NONE: (GREEN, "circle"),
}


def _every(result: Result) -> list[Contrast]:
    return [contrast for found in panels_of(result).values() for contrast in found]


def _bars(result: Result) -> str:
    """Return what the bars are."""
    row = _every(result)[0].row
    if row.kind == "credible":
        return f"{percent(row.level or 0.95)} HDI"
    return f"{percent(row.level or 0.95)} confidence interval"


def _of_each(result: Result, what: str) -> list[str]:
    """Return the tests, or the intervals, of all lines."""
    return [name for name in dict.fromkeys(getattr(c, what) for c in _every(result)) if name]


def _assumed(result: Result) -> str:
    settings = result.provenance.get("settings", {})
    tests, intervals = _of_each(result, "test"), _of_each(result, "interval")
    said = [" or ".join(tests)]
    if intervals:
        said.append(f"interval {' or '.join(intervals)}")
    if len(tests) > 1 or len(intervals) > 1:
        said.append("as each line says")
    if settings.get("prior"):
        said.append(f"prior {settings['prior']}")
    if settings.get("alpha") is not None:
        over = " over all looks" if _looked(result) else ""
        said.append(f"alpha {number(settings['alpha'])}{over}")
    raw = any(row.quantity == "raw_pvalue" for row in result.rows)
    corrected = settings.get("correct", "holm" if raw else "none")
    if corrected != "none":
        said.append(f"p-values corrected by {corrected}, intervals not")
    counts = {contrast.row.n for contrast in _every(result)} - {None}
    if len(counts) == 1:
        said.append(f"n {counts.pop():,}")
    return ", ".join(said)


def _looked(result: Result) -> bool:
    """Whether the differences allow for several looks."""
    return any(contrast.row.quantity == ADJUSTED for contrast in _every(result))


def _caption(result: Result) -> str:
    zones = {scale.zone for scale in panels_of(result)} - {""}
    zone = f" Marked: {', '.join(sorted(zones))}, as declared." if zones else ""
    allow = " that allow for the looks (median-unbiased)" if _looked(result) else ""
    return (
        f"Differences, B - A,{allow} with their {_bars(result)} ({names_of(result)}); the line is "
        f"at no difference.{zone} Assumed: {_assumed(result)}."
    )


@figure(
    "forest",
    place=5,
    fits=lambda result: bool(_every(result)),
    caption=_caption,
    needs="differences between systems, with intervals",
    remedy="Make them with claimwise compare, and --assess interval.",
)
def forest_chart(result: Result) -> Chart:
    """Return a line for each difference, in a panel for each scale."""
    panels = panels_of(result)
    below = [f"{names_of(result)}; bars: {_bars(result)}", _assumed(result)]
    title = titled("Differences, B - A", below)
    named = [what for what in ("test", "interval") if len(_of_each(result, what)) > 1]
    parts = [_panel(scale, found, named) for scale, found in panels.items()]
    if len(parts) == 1:
        return {"title": title, **_untitled(parts[0], title)}
    return {"title": title, "vconcat": parts, "spacing": 28}


def _untitled(part: Chart, title: Chart) -> Chart:
    """Return the only panel; what its own title said is said below that of the figure."""
    own = part.get("title")
    if own is not None:
        title["subtitle"] = [own["text"], *title.get("subtitle", [])]
    return {key: value for key, value in part.items() if key != "title"}


def _panel(scale: Scale, found: Sequence[Contrast], named: Sequence[str]) -> Chart:
    ends = _ends(scale, found)
    values = [_value(scale, contrast, ends, named) for contrast in found]
    names = list(dict.fromkeys(value["name"] for value in values))
    unit = f" ({scale.unit})" if scale.unit else ""
    title = [f"B - A{unit}", f"\u2190 {scale.left} | {scale.right} \u2192"]
    marked = {"values": ticks(ends), "labelOverlap": False}
    x = axis("estimate", title, scale={"domain": ends, "nice": False}, axis=marked)
    labels = _labels(names)
    lines, tall = with_labels(labels), LINE
    if any(len(label) > 1 for label in labels.values()):
        lines["labelOffset"] = -7
        tall = LINE + 12
    y = axis("name", "comparison", kind="nominal", sort=names, axis=lines)
    return {
        **({"title": small_title(scale.title)} if scale.title else {}),
        "width": SIDE,
        "height": {"step": tall},
        "data": {"values": values},
        "layer": [*_margin_layers(scale, ends), *_marks(x, y, values)],
    }


def _labels(names: Sequence[str]) -> dict[str, list[str]]:
    """Return the lines in which long names are written: B, and below it A."""
    short = short_names(part for name in names for part in name.split(" vs "))
    found = {}
    for name in names:
        if len(name) > LONG:
            first, *rest = (short[part] for part in name.split(" vs "))
            found[name] = [first, *(f"vs {part}" for part in rest)]
    return found


def _ends(scale: Scale, found: Sequence[Contrast]) -> list[float]:
    """Return the ends of the axis: all intervals, no difference, and the margins."""
    margins = [value for value in (scale.low, scale.high) if value is not None]
    rows = [contrast.row for contrast in found]
    every = [0.0, *margins, *(v for row in rows for v in (row.estimate, row.low, row.high))]
    return domain([scale.times * value for value in every])


def _value(
    scale: Scale, contrast: Contrast, ends: list[float], named: Sequence[str]
) -> dict[str, Any]:
    row, times = contrast.row, scale.times
    low, high = times * row.low, times * row.high
    return {
        "name": contrast.name,
        "estimate": times * row.estimate,
        "low": defined(low),
        "high": defined(high),
        "from": max(low, ends[0]),  # an interval without an end goes on to the edge
        "to": min(high, ends[1]),
        "verdict": contrast.word or "no verdict",
        "mark": contrast.mark,
        "text": _text(contrast, times, named),
    }


def _text(contrast: Contrast, times: float, named: Sequence[str]) -> str:
    """Return the numbers and the verdict, for those who see no colours; and by what, if named."""
    row = contrast.row

    def shown(value: float) -> str:
        endless = "\u221e" if value > 0 else "-\u221e"
        return f"{times * value:.3g}" if isfinite(value) else endless

    sign = "+" if row.estimate > 0 else ""
    by = f" by {contrast.interval}" if "interval" in named and contrast.interval else ""
    said = [f"{sign}{shown(row.estimate)} ({shown(row.low)} to {shown(row.high)}{by})"]
    if row.pvalue is not None:
        by = f" by {contrast.test}" if "test" in named and contrast.test else ""
        said.append(f"{pvalue(row.pvalue)}{by}")
    return ", ".join([*said, *([contrast.word] if contrast.word else [])])


def _marks(x: Chart, y: Chart, values: list[dict[str, Any]]) -> list[Chart]:
    words = list(dict.fromkeys(value["verdict"] for value in values))
    looks = {value["verdict"]: LOOKS[value["mark"]] for value in values}
    kind = {"field": "verdict", "type": "nominal", "title": "verdict"}
    colours = {"domain": words, "range": [looks[word][0] for word in words]}
    forms = {"domain": words, "range": [looks[word][1] for word in words]}
    legend = {"orient": "bottom"} if len(words) > 1 else None  # one is told by the texts
    colour = {**kind, "scale": colours, "legend": legend}
    shape = {**kind, "scale": forms, "legend": legend}
    bar = {"x": x | {"field": "from"}, "x2": {"field": "to"}, "y": y, "color": colour}
    dots = {"x": x, "y": y, "color": colour, "shape": shape}
    told = {"x": {"value": SIDE}, "y": y, "text": {"field": "text"}}
    return [
        {"mark": {"type": "rule", "strokeWidth": 1}, "encoding": {"x": {"datum": 0}}},
        {"mark": {"type": "rule", "strokeWidth": 2.5}, "encoding": bar},
        {"mark": {"type": "point", "filled": True, "size": 90, "opacity": 1}, "encoding": dots},
        {"mark": {"type": "text", "align": "left", "dx": 10, "fontSize": 11}, "encoding": told},
    ]


def _margin_layers(scale: Scale, ends: list[float]) -> list[Chart]:
    """Return the zone between the margins, or a line at the only one, and what it is."""
    edges = [value for value in (scale.low, scale.high) if value is not None]
    if not edges:
        return []
    places = [scale.times * value for value in edges]
    unit = " points" if scale.unit.startswith("points") else ""
    said = " to ".join(quantity(place) for place in places) + unit
    values = [{"x": places[0], "x2": places[-1], "what": f"{scale.zone}: {said}"}]
    data = {"values": values}
    words = {"type": "text", "align": "left", "baseline": "bottom", "dx": 2, "fontSize": 11}
    x = {"field": "x", "type": "quantitative"}
    text = {"x": x, "y": {"value": -3}, "text": {"field": "what"}}
    lines = [
        {
            "data": {"values": [{"x": place} for place in places]},
            "mark": {"type": "rule", "strokeDash": [5, 4]},
            "encoding": {"x": x},
        },
        {"data": data, "mark": words, "encoding": text},
    ]
    if len(places) == 1:
        return lines
    zone = {"type": "rect", "color": YELLOW, "opacity": 0.35}
    return [{"data": data, "mark": zone, "encoding": {"x": x, "x2": {"field": "x2"}}}, *lines]
