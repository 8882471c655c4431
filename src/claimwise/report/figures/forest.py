"""Differences with their intervals and margins, one below the other, the better system first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from claimwise.core import Result, spelled
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import (
    joined,
    listed,
    rule,
    with_labels,
    words_above,
    zone,
)
from claimwise.report.figures.contrasts import (
    ADJUSTED,
    POSTERIOR,
    Contrast,
    Panel,
    panels_of,
)
from claimwise.report.figures.theme import (
    BLUE,
    GREEN,
    GREY,
    LINE,
    VERMILION,
    Chart,
    axis,
    defined,
    domain,
    ticks,
    told_apart,
)
from claimwise.report.method import short_name
from claimwise.report.names import short_names
from claimwise.report.numbers import given, pvalue
from claimwise.report.quantities import chosen_interval
from claimwise.report.tables import shown

LONG = 34  # letters of a name beyond which it takes two lines
GOOD, OPEN, BAD = (BLUE, "circle"), (GREY, "diamond"), (VERMILION, "square")
SAME, NONE = (GREEN, "triangle-up"), (GREEN, "circle")
LOOKS = {  # of verdicts, in the order of the legend
    **dict.fromkeys(("better", "pass", "different"), GOOD),
    **dict.fromkeys(("open", "undecided"), OPEN),
    **dict.fromkeys(("worse", "fail"), BAD),
    "equivalent": SAME,
    **dict.fromkeys(("no verdict", "not defined"), NONE),
}


def _every(result: Result) -> list[Contrast]:
    return [contrast for contrasts in panels_of(result).values() for contrast in contrasts]


@figure(
    "forest",
    place=5,
    kinds=(
        *("comparison", "leaderboard", "ratings", "rating posterior", "judgements"),
        "study assessment",
    ),
    fits=lambda result: bool(_every(result)),
    needs="differences between systems, with intervals",
    remedy="Make them with claimwise compare, and --assess interval.",
)
def forest_picture(result: Result) -> Picture:
    """Return a line for each difference, in a panel for each scale."""
    panels, every = panels_of(result), _every(result)
    # What most lines are by is named by the method of the answer.
    usual = {what: _usual(getattr(one, what) for one in every) for what in ("test", "interval")}
    parts = [_panel(shared, contrasts, usual) for shared, contrasts in panels.items()]
    corrected = result.settings.get("correct", "holm" if result.select("raw_pvalue") else "none")
    tested = any(one.row.pvalue is not None for one in every)
    hold = {"none": "", "max-t": ", all at once"}.get(corrected, ", not corrected" * tested)
    looked = any(one.row.quantity == ADJUSTED for one in every)
    counts = {one.row.n for one in every} - {None}
    remarks = [
        f"bars: {chosen_interval(every[0].row)}{hold}"
        + (f"; n\u00a0{counts.pop():,}" if len(counts) == 1 else ""),
        "differences and bars allow for the looks (median-unbiased)" if looked else "",
        _left_out(result, every),
    ]
    return Picture(_title(list(panels), every), remarks, joined(parts, "vconcat", 28))


def _left_out(result: Result, drawn: Sequence[Contrast]) -> str:
    """Say how many differences are drawn, where they are too many for a picture."""
    count = len({spelled(row.at) for row in result.select("difference", POSTERIOR)})
    if "systems" not in result.settings or count <= len(drawn):  # of two, all are drawn
        return ""
    return f"{len(drawn):,} of {count:,} differences, the first of neighbours in rank"


def _title(panels: list[Panel], every: list[Contrast]) -> str:
    """Return what is drawn, by the names of the systems where one title holds for all lines."""
    pairs = {(panel.first, panel.second) for panel in panels}
    first, second = pairs.pop() if len(pairs) == 1 else ("", "")
    only = f" ({panels[0].title})" if len(panels) == 1 and panels[0].title else ""
    if first:
        return f"Difference: {first} minus {second}{only}"
    if second:
        return f"Differences from {second}{only}"
    ordered = ", higher rank minus lower" if any(one.is_over for one in every) else ""
    return f"Differences between systems{ordered}{only}"


def _usual(names: Iterable[str]) -> str:
    """Return the name that most lines have."""
    return next((name for name, _ in Counter(filter(None, names)).most_common(1)), "")


def _panel(shared: Panel, contrasts: Sequence[Contrast], usual: Mapping[str, str]) -> Chart:
    ends = _ends(shared, contrasts)
    values = [_value(shared, contrast, ends, usual) for contrast in contrasts]
    unit = f" ({shared.unit})" if shared.unit else ""
    left, right = shared.sides
    short = short_names((shared.what, left, right))
    title = [f"{short[shared.what]}{unit}", f"\u2190 {short[left]} | {short[right]} \u2192"]
    marked = {"values": ticks(ends), "labelOverlap": False}
    x = axis("estimate", title, scale={"domain": ends, "nice": False}, axis=marked)
    written = short_names(name for one in contrasts for name in (one.c.b, one.c.a))
    labels = {one.name: one.lines(written) for one in contrasts if len(one.name) > LONG}
    lines, tall = with_labels(labels), LINE
    if any(len(label) > 1 for label in labels.values()):
        lines["labelOffset"] = -7
        tall = LINE + 12
    names = list(dict.fromkeys(value["name"] for value in values))
    y = axis("name", "comparison", kind="nominal", sort=names, axis=lines)
    words = sorted({value["verdict"] for value in values}, key=list(LOOKS).index)
    legend = {"columns": len(words)} if len(words) > 1 else None  # one verdict needs none
    return listed(
        values,
        x,
        y,
        [*_margins(shared), rule("x", 0, strokeDash=[1, 0])],
        apart=told_apart("verdict", "verdict", words, LOOKS, legend=legend),
        ends=("from", "to"),
        title=shared.title,
        size=90,
        line=tall,
    )


def _ends(shared: Panel, contrasts: Sequence[Contrast]) -> list[float]:
    """Return the ends of the axis: all intervals, no difference, and the margins."""
    rows = [contrast.row for contrast in contrasts]
    every = [0.0, *shared.edges, *(v for row in rows for v in (row.estimate, row.low, row.high))]
    return domain([shared.scale.times * value for value in every])


def _value(
    shared: Panel, contrast: Contrast, ends: list[float], usual: Mapping[str, str]
) -> dict[str, Any]:
    row, times = contrast.row, shared.scale.times
    low, high = times * row.low, times * row.high
    return {
        "name": contrast.name,
        "first": contrast.c.b,
        "second": contrast.c.a,
        "estimate": times * row.estimate,
        "low": defined(low),
        "high": defined(high),
        "from": max(low, ends[0]),  # an interval without an end goes on to the edge
        "to": min(high, ends[1]),
        "verdict": contrast.word or "no verdict",
        "text": _text(contrast, shared, usual),
    }


def _text(contrast: Contrast, shared: Panel, usual: Mapping[str, str]) -> str:
    """Return numbers and verdict for those who see no colours; by what, where that is unusual."""
    row, scale = contrast.row, shared.scale
    own = {what: getattr(contrast, what) for what in usual}
    by = {
        what: f" by {short_name(what, name)}"
        for what, name in own.items()
        if name not in ("", usual[what])
    }
    size, inside = shown(row, "signed", scale), shown(row, "ends", scale)
    parts = [f"{size} ({inside}{by.get('interval', '')})"]
    if row.pvalue is not None:
        parts.append(f"{pvalue(row.pvalue)}{by.get('test', '')}")
    return ", ".join([*parts, *([contrast.word] if contrast.word else [])])


def _margins(shared: Panel) -> list[Chart]:
    """Return the zone between the margins, or a line at the only one, and what it is."""
    places = [shared.scale.times * edge for edge in shared.edges]
    if not places:
        return []
    unit = " points" if shared.scale.unit == "points" else ""
    words = f"{shared.zone}: {' to '.join(given(round(p, 10)) for p in places)}{unit}"
    first, last = places[0], places[-1]
    marked = zone(first, last, words) if first < last else [words_above(first, words)]
    return [*marked, *(rule("x", place) for place in places)]
