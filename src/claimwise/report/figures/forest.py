"""Differences with their intervals and margins, one below the other, the better system first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from claimwise.core import Result
from claimwise.report.compared import chosen_interval
from claimwise.report.comparison_tables import signed
from claimwise.report.figures.book import figure
from claimwise.report.figures.build import (
    layer,
    number_at,
    panel,
    settings_of,
    side_by_side,
    with_labels,
)
from claimwise.report.figures.contrasts import ADJUSTED, Contrast, Panel, panels_of
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
    ticks,
    titled,
)
from claimwise.report.names import short_names
from claimwise.report.numbers import decimal, given, pvalue

SIDE = 400
LONG = 34  # letters of a name beyond which it takes two lines
GOOD, OPEN, BAD = (BLUE, "circle"), (GREY, "diamond"), (VERMILION, "square")
SAME, NONE = (GREEN, "triangle-up"), (GREEN, "circle")
LOOKS = {  # of verdicts, in the order of the legend
    **dict.fromkeys(("better", "pass", "different"), GOOD),
    **dict.fromkeys(("open", "undecided"), OPEN),
    **dict.fromkeys(("worse", "fail"), BAD),
    "equivalent": SAME,
}


def _every(result: Result) -> list[Contrast]:
    return [contrast for contrasts in panels_of(result).values() for contrast in contrasts]


def _bars(result: Result) -> str:
    """Return what the bars are."""
    return chosen_interval(_every(result)[0].row)


def _of_each(result: Result, what: str) -> list[str]:
    """Return the tests, or the intervals, of all lines."""
    return [name for name in dict.fromkeys(getattr(c, what) for c in _every(result)) if name]


def _assumed(result: Result) -> str:
    settings = settings_of(result)
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
        parts.append(f"alpha {decimal(settings['alpha'])}{over}")
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
    pairs = {(panel.first, panel.second) for panel in panels_of(result)}
    first, second = pairs.pop() if len(pairs) == 1 else ("", "")
    if first:
        return f"Difference: {first} minus {second}"
    if second:
        return f"Differences from {second}"
    ordered = any(contrast.between == "over" for contrast in _every(result))
    return f"Differences between systems{', better minus worse' if ordered else ''}"


def _caption(result: Result) -> str:
    zones = {panel.zone for panel in panels_of(result)} - {""}
    zone = f" Marked: {', '.join(sorted(zones))}, as declared." if zones else ""
    allow = " that allow for the looks (median-unbiased)" if _looked(result) else ""
    return (
        f"{_title(result)}{allow}, with {_bars(result)}; the line is at no difference.{zone} "
        f"Assumed: {_assumed(result)}."
    )


@figure(
    "forest",
    place=5,
    kinds=(
        *("comparison", "leaderboard", "ratings", "rating posterior", "judgements"),
        "study assessment",
    ),
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
    parts = [_panel(shared, contrasts, named) for shared, contrasts in panels.items()]
    only = next(iter(panels)).title if len(parts) == 1 else ""
    if only:  # what its own title said is said below that of the figure
        title["subtitle"] = [only, *title["subtitle"]]
    return side_by_side(parts, title, "vconcat", 28)


def _panel(shared: Panel, contrasts: Sequence[Contrast], named: Sequence[str]) -> Chart:
    ends = _ends(shared, contrasts)
    values = [_value(shared, contrast, ends, named) for contrast in contrasts]
    names = list(dict.fromkeys(value["name"] for value in values))
    unit = f" ({shared.unit})" if shared.unit else ""
    left, right = shared.sides
    short = short_names((shared.what, left, right))
    title = [f"{short[shared.what]}{unit}", f"\u2190 {short[left]} | {short[right]} \u2192"]
    marked = {"values": ticks(ends), "labelOverlap": False}
    x = axis("estimate", title, scale={"domain": ends, "nice": False}, axis=marked)
    labels = _labels(contrasts)
    lines, tall = with_labels(labels), LINE
    if any(len(label) > 1 for label in labels.values()):
        lines["labelOffset"] = -7
        tall = LINE + 12
    y = axis("name", "comparison", kind="nominal", sort=names, axis=lines)
    layers = [*_margin_layers(shared), *_marks(x, y, values)]
    return panel(values, layers, title=shared.title, width=SIDE, height={"step": tall})


def _labels(contrasts: Sequence[Contrast]) -> dict[str, list[str]]:
    """Return the lines in which long names are written: one system, and below it the other."""
    short = short_names(name for one in contrasts for name in (one.first, one.second))
    return {
        one.name: one.lines(short[one.first], short[one.second])
        for one in contrasts
        if len(one.name) > LONG
    }


def _ends(shared: Panel, contrasts: Sequence[Contrast]) -> list[float]:
    """Return the ends of the axis: all intervals, no difference, and the margins."""
    rows = [contrast.row for contrast in contrasts]
    every = [0.0, *_edges(shared), *(v for row in rows for v in (row.estimate, row.low, row.high))]
    return domain([shared.scale.times * value for value in every])


def _edges(shared: Panel) -> list[float]:
    return [value for value in (shared.low, shared.high) if value is not None]


def _value(
    shared: Panel, contrast: Contrast, ends: list[float], named: Sequence[str]
) -> dict[str, Any]:
    row, times = contrast.row, shared.scale.times
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
        "text": _text(contrast, shared, named),
    }


def _text(contrast: Contrast, shared: Panel, named: Sequence[str]) -> str:
    """Return the numbers and the verdict, for those who see no colours; and by what, if named."""
    row, places = contrast.row, shared.scale.decimals(contrast.row)
    by = f" by {contrast.interval}" if "interval" in named and contrast.interval else ""
    size = signed(shared.scale.bare(row.estimate, places))
    parts = [f"{size} ({shared.scale.ends(row, places)}{by})"]
    if row.pvalue is not None:
        by = f" by {contrast.test}" if "test" in named and contrast.test else ""
        parts.append(f"{pvalue(row.pvalue)}{by}")
    return ", ".join([*parts, *([contrast.word] if contrast.word else [])])


def _marks(x: Chart, y: Chart, values: list[dict[str, Any]]) -> list[Chart]:
    order = [*LOOKS, "no verdict", "not defined"]
    words = sorted({value["verdict"] for value in values}, key=order.index)
    looks = [LOOKS.get(word, NONE) for word in words]
    kind: Chart = {"field": "verdict", "type": "nominal", "title": "verdict"}
    kind["legend"] = {"orient": "bottom"} if len(words) > 1 else None  # one is in the texts
    colour = {**kind, "scale": {"domain": words, "range": [look[0] for look in looks]}}
    shape = {**kind, "scale": {"domain": words, "range": [look[1] for look in looks]}}
    bar = {"x": x | {"field": "from"}, "x2": {"field": "to"}, "y": y, "color": colour}
    numbers = {"x": {"value": SIDE}, "y": y, "text": {"field": "text"}}
    return [
        layer("rule", {"x": {"datum": 0}}, strokeWidth=1),
        layer("rule", bar, strokeWidth=2.5),
        layer("point", {"x": x, "y": y, "color": colour, "shape": shape}, size=90),
        layer("text", numbers, align="left", dx=10),
    ]


def _margin_layers(shared: Panel) -> list[Chart]:
    """Return the zone between the margins, or a line at the only one, and what it is."""
    places = [shared.scale.times * edge for edge in _edges(shared)]
    if not places:
        return []
    unit = " points" if shared.scale.unit == "points" else ""
    where = " to ".join(given(round(place, 10)) for place in places) + unit
    values = [{"x": places[0], "x2": places[-1], "what": f"{shared.zone}: {where}"}]
    text = {"x": number_at("x"), "y": {"value": -3}, "text": {"field": "what"}}
    edges = [{"x": place} for place in places]
    lines = [
        layer("rule", {"x": number_at("x")}, values=edges, strokeDash=[5, 4]),
        layer("text", text, values=values, align="left", baseline="bottom", dx=2),
    ]
    if len(places) == 1:
        return lines
    zone = {"x": number_at("x"), "x2": {"field": "x2"}}
    return [layer("rect", zone, values=values, color=YELLOW, opacity=0.35), *lines]
