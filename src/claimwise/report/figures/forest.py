"""Differences with their intervals and margins, one below the other, the better system first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from claimwise.core import Result
from claimwise.report.figures.book import figure
from claimwise.report.figures.contrasts import ADJUSTED, Contrast, panels_of
from claimwise.report.figures.names import with_labels
from claimwise.report.figures.scales import Scale
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
from claimwise.report.figures.verdicts import BAD, GOOD, NONE, OPEN, SAME
from claimwise.report.figures.words import alpha, decimals, given_share, p, plain, written
from claimwise.report.names import short_names

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
    return [contrast for contrasts in panels_of(result).values() for contrast in contrasts]


def _bars(result: Result) -> str:
    """Return what the bars are."""
    row = _every(result)[0].row
    kind = "HDI" if row.kind == "credible" else "CI"
    return f"{given_share(row.level or 0.95)} {kind}"


def _of_each(result: Result, what: str) -> list[str]:
    """Return the tests, or the intervals, of all lines."""
    return [name for name in dict.fromkeys(getattr(c, what) for c in _every(result)) if name]


def _assumed(result: Result) -> str:
    settings = result.provenance.get("settings", {})
    tests, intervals = _of_each(result, "test"), _of_each(result, "interval")
    parts = [" or ".join(tests)]
    if intervals:
        parts.append(f"{' or '.join(intervals)} interval")
    if len(tests) > 1 or len(intervals) > 1:
        parts.append("as each line says")
    if settings.get("prior"):
        parts.append(f"prior {settings['prior']}")
    if settings.get("alpha") is not None:
        over = " over all looks" if _looked(result) else ""
        parts.append(f"alpha {alpha(settings['alpha'])}{over}")
    corrected = settings.get("correct", "holm" if result.select("raw_pvalue") else "none")
    if corrected != "none":
        parts.append(f"p corrected by {corrected}, intervals not")
    counts = {contrast.row.n for contrast in _every(result)} - {None}
    if len(counts) == 1:
        parts.append(f"n\u00a0{counts.pop():,}")
    return ", ".join(parts)


def _looked(result: Result) -> bool:
    """Whether the differences allow for several looks."""
    return any(contrast.row.quantity == ADJUSTED for contrast in _every(result))


def _title(result: Result) -> str:
    """Return what is drawn, by the names of the systems where one title holds for all lines."""
    scales = list(panels_of(result))
    pairs = {(scale.first, scale.second) for scale in scales}
    first, second = pairs.pop() if len(pairs) == 1 else ("", "")
    if first:
        return f"Difference: {first} minus {second}"
    if second:
        return f"Differences from {second}"
    ordered = any(contrast.between == "over" for contrast in _every(result))
    return f"Differences between systems{', better minus worse' if ordered else ''}"


def _caption(result: Result) -> str:
    zones = {scale.zone for scale in panels_of(result)} - {""}
    zone = f" Marked: {', '.join(sorted(zones))}, as declared." if zones else ""
    allow = " that allow for the looks (median-unbiased)" if _looked(result) else ""
    return (
        f"{_title(result)}{allow}, with {_bars(result)}; the line is at no difference.{zone} "
        f"Assumed: {_assumed(result)}."
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
    title = titled(_title(result), [f"bars: {_bars(result)}; {_assumed(result)}"])
    named = [what for what in ("test", "interval") if len(_of_each(result, what)) > 1]
    parts = [_panel(scale, contrasts, named) for scale, contrasts in panels.items()]
    if len(parts) == 1:
        return {"title": title, **_untitled(parts[0], title)}
    return {"title": title, "vconcat": parts, "spacing": 28}


def _untitled(part: Chart, title: Chart) -> Chart:
    """Return the only panel; what its own title said is said below that of the figure."""
    own = part.get("title")
    if own is not None:
        title["subtitle"] = [own["text"], *title.get("subtitle", [])]
    return {key: value for key, value in part.items() if key != "title"}


def _panel(scale: Scale, contrasts: Sequence[Contrast], named: Sequence[str]) -> Chart:
    ends = _ends(scale, contrasts)
    values = [_value(scale, contrast, ends, named) for contrast in contrasts]
    names = list(dict.fromkeys(value["name"] for value in values))
    unit = f" ({scale.unit})" if scale.unit else ""
    left, right = scale.sides
    short = short_names((scale.what, left, right))
    title = [f"{short[scale.what]}{unit}", f"\u2190 {short[left]} | {short[right]} \u2192"]
    marked = {"values": ticks(ends), "labelOverlap": False}
    x = axis("estimate", title, scale={"domain": ends, "nice": False}, axis=marked)
    labels = _labels(contrasts)
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


def _labels(contrasts: Sequence[Contrast]) -> dict[str, list[str]]:
    """Return the lines in which long names are written: one system, and below it the other."""
    short = short_names(name for one in contrasts for name in (one.first, one.second))
    return {
        one.name: one.lines(short[one.first], short[one.second])
        for one in contrasts
        if len(one.name) > LONG
    }


def _ends(scale: Scale, contrasts: Sequence[Contrast]) -> list[float]:
    """Return the ends of the axis: all intervals, no difference, and the margins."""
    margins = [value for value in (scale.low, scale.high) if value is not None]
    rows = [contrast.row for contrast in contrasts]
    every = [0.0, *margins, *(v for row in rows for v in (row.estimate, row.low, row.high))]
    return domain([scale.times * value for value in every])


def _value(
    scale: Scale, contrast: Contrast, ends: list[float], named: Sequence[str]
) -> dict[str, Any]:
    row, times = contrast.row, scale.times
    low, high = times * row.low, times * row.high
    return {
        "name": contrast.name,
        "first": contrast.first,
        "second": contrast.second,
        "estimate": times * row.estimate,
        "low": defined(low),
        "high": defined(high),
        "from": max(low, ends[0]),  # an interval without an end goes on to the edge
        "to": min(high, ends[1]),
        "verdict": contrast.word or "no verdict",
        "mark": contrast.mark,
        "text": _text(contrast, scale, named),
    }


def _text(contrast: Contrast, scale: Scale, named: Sequence[str]) -> str:
    """Return the numbers and the verdict, for those who see no colours; and by what, if named."""
    row = contrast.row
    values = [scale.times * value for value in (row.estimate, row.low, row.high)]
    digits = decimals(values, points=scale.times != 1)
    estimate = written(values[0], digits, sign=True)
    low, high = (written(value, digits) for value in values[1:])
    by = f" by {contrast.interval}" if "interval" in named and contrast.interval else ""
    parts = [f"{estimate} ({low} to {high}{by})"]
    if row.pvalue is not None:
        by = f" by {contrast.test}" if "test" in named and contrast.test else ""
        parts.append(f"{p(row.pvalue)}{by}")
    return ", ".join([*parts, *([contrast.word] if contrast.word else [])])


def _marks(x: Chart, y: Chart, values: list[dict[str, Any]]) -> list[Chart]:
    marks = {value["verdict"]: value["mark"] for value in values}
    words = sorted(marks, key=lambda word: list(LOOKS).index(marks[word]))
    looks = {word: LOOKS[marks[word]] for word in words}
    kind = {"field": "verdict", "type": "nominal", "title": "verdict"}
    colours = {"domain": words, "range": [looks[word][0] for word in words]}
    forms = {"domain": words, "range": [looks[word][1] for word in words]}
    legend = {"orient": "bottom"} if len(words) > 1 else None  # one is in the texts
    colour = {**kind, "scale": colours, "legend": legend}
    shape = {**kind, "scale": forms, "legend": legend}
    bar = {"x": x | {"field": "from"}, "x2": {"field": "to"}, "y": y, "color": colour}
    dots = {"x": x, "y": y, "color": colour, "shape": shape}
    numbers = {"x": {"value": SIDE}, "y": y, "text": {"field": "text"}}
    return [
        {"mark": {"type": "rule", "strokeWidth": 1}, "encoding": {"x": {"datum": 0}}},
        {"mark": {"type": "rule", "strokeWidth": 2.5}, "encoding": bar},
        {"mark": {"type": "point", "filled": True, "size": 90, "opacity": 1}, "encoding": dots},
        {"mark": {"type": "text", "align": "left", "dx": 10, "fontSize": 11}, "encoding": numbers},
    ]


def _margin_layers(scale: Scale, ends: list[float]) -> list[Chart]:
    """Return the zone between the margins, or a line at the only one, and what it is."""
    edges = [value for value in (scale.low, scale.high) if value is not None]
    if not edges:
        return []
    places = [scale.times * value for value in edges]
    unit = " points" if scale.unit.startswith("points") else ""
    where = " to ".join(plain(round(place, 10)) for place in places) + unit
    values = [{"x": places[0], "x2": places[-1], "what": f"{scale.zone}: {where}"}]
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
