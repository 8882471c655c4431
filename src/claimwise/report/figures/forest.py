"""Differences and ranks of systems with their intervals, one below the other, the best first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from claimwise.core import Result, Row, spelled
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import (
    Values,
    defined,
    joined,
    line_of,
    listed,
    rule,
    words_above,
    zone,
)
from claimwise.report.figures.contrasts import (
    ADJUSTED,
    MOST_LINES,
    POSTERIOR,
    Contrast,
    Panel,
    panels_of,
)
from claimwise.report.figures.theme import (
    BAD,
    EVERY_TICK,
    GOOD,
    LINE,
    NONE,
    OPEN,
    SAME,
    Chart,
    axis,
    domain,
    told_apart,
)
from claimwise.report.method import short_name
from claimwise.report.names import short_names
from claimwise.report.numbers import given, given_percent, pvalue
from claimwise.report.quantities import chosen_interval, value
from claimwise.report.scale import metric_name, scale_of
from claimwise.report.tables import shown

LONG = 34  # letters of a name beyond which it takes two lines
LOOKS = {  # of verdicts, in the order of the legend
    **dict.fromkeys(("better", "pass", "different"), GOOD),
    **dict.fromkeys(("open", "undecided"), OPEN),
    **dict.fromkeys(("worse", "fail"), BAD),
    "equivalent": SAME,
    **dict.fromkeys(("no verdict", "not defined"), NONE),
}
COMPARED = (
    *("comparison", "leaderboard", "ratings", "rating posterior", "judgements"),
    "study assessment",
)


@figure(
    "forest",
    place=5,
    kinds=COMPARED,
    fits=lambda result: bool(panels_of(result)),
    needs="differences between systems, with intervals",
    remedy="Make them with claimwise compare, and --assess interval.",
)
def forest_picture(result: Result) -> Picture:
    """Return a line for each difference, in a panel for each scale."""
    panels = panels_of(result)
    every = [contrast for contrasts in panels.values() for contrast in contrasts]
    # What most lines are by is named by the method of the answer.
    usual = {
        what: Counter(getattr(one, what) for one in every).most_common(1)[0][0]
        for what in ("test", "interval")
    }
    parts = [_panel(shared, contrasts, usual) for shared, contrasts in panels.items()]
    corrected = result.settings.get("correct", "holm" if result.select("raw_pvalue") else "none")
    tested = any(one.row.pvalue is not None for one in every)
    hold = {"none": "", "max-t": ", all at once"}.get(corrected, ", not corrected" * tested)
    looked = any(one.row.quantity == ADJUSTED for one in every)
    sizes = ({one.row.n for one in every} - {None}) or ({result.settings.get("n")} - {None})
    size = f"; n\u00a0{sizes.pop():,}" if len(sizes) == 1 else ""
    count = len({spelled(row.at) for row in result.select("difference", POSTERIOR)})
    some = "systems" in result.settings and count > len(every)
    remarks = [
        f"bars: {chosen_interval(every[0].row)}{hold}{size}",
        "differences and bars allow for the looks (median-unbiased)" if looked else "",
        f"{len(every):,} of {count:,} differences" if some else "",
    ]
    pairs = {(panel.first, panel.second) for panel in panels}
    first, second = pairs.pop() if len(pairs) == 1 else ("", "")
    title = f"Differences from {second}" if second else "Differences between systems"
    title = f"Difference: {first} minus {second}" if first else title
    return Picture(title, remarks, joined(parts, "vconcat", 28))


def _panel(shared: Panel, contrasts: Sequence[Contrast], usual: Mapping[str, str]) -> Chart:
    """Return the differences on one scale, with margins and no difference."""
    times, (edges, _) = shared.scale.times, shared.margins
    rows = [contrast.row for contrast in contrasts]
    seen = [0.0, *edges, *(x for row in rows for x in (row.estimate, row.low, row.high))]
    ends = domain([times * x for x in seen])
    values = [_value(shared, contrast, ends, usual) for contrast in contrasts]
    unit = f" ({shared.unit})" if shared.unit else ""
    short = short_names((shared.what, *shared.sides))
    left, right = (short[side] for side in shared.sides)
    title = [f"{short[shared.what]}{unit}", f"\u2190 {left} | {right} \u2192"]
    x = axis("estimate", title, scale={"domain": ends, "nice": False}, axis=EVERY_TICK)
    written = short_names(name for one in contrasts for name in (one.c.b, one.c.a))
    labels = {one.name: one.lines(written) for one in contrasts if len(one.name) > LONG}
    words = sorted({value["verdict"] for value in values}, key=list(LOOKS).index)
    legend = {"columns": len(words)} if len(words) > 1 else None  # one verdict needs none
    return listed(
        values,
        "comparison",
        x,
        [*_margins(shared), rule("x", 0, strokeDash=[1, 0])],
        apart=told_apart("verdict", "verdict", words, LOOKS, legend=legend),
        ends=("from", "to"),
        title=shared.title,
        size=90,
        labels=labels,
        line=LINE + 12 * any(len(label) > 1 for label in labels.values()),
    )


def _value(
    shared: Panel, contrast: Contrast, ends: list[float], usual: Mapping[str, str]
) -> dict[str, Any]:
    """Return what is drawn of a difference; the text is for those who see no colours.

    It names the test and the interval where they are others than those of most lines.
    """
    row, scale, c = contrast.row, shared.scale, contrast.c
    low, high = scale.times * row.low, scale.times * row.high
    text = [f"{shown(row, 'signed', scale)} ({shown(row, 'ends', scale)})"]
    text += [pvalue(row.pvalue)] if row.pvalue is not None else []
    text += [contrast.word] if contrast.word else []
    own = {what: getattr(contrast, what) for what in usual}
    text += [f"by {short_name(k, x)}" for k, x in own.items() if x not in ("", usual[k])]
    return {
        "name": contrast.name,
        "first": c.b,
        "second": c.a,
        "estimate": scale.times * row.estimate,
        "low": low if isfinite(low) else None,
        "high": high if isfinite(high) else None,
        "from": max(low, ends[0]),  # an interval without an end goes on to the edge
        "to": min(high, ends[1]),
        "verdict": contrast.word or "no verdict",
        "text": ", ".join(text),
    }


def _margins(shared: Panel) -> list[Chart]:
    """Return the zone between the margins, or a line at the only one, and what it is."""
    edges, what = shared.margins
    if not edges:
        return []
    places = [shared.scale.times * edge for edge in edges]
    unit = " points" if shared.scale.unit == "points" else ""
    words = f"{what}: {' to '.join(given(round(p, 10)) for p in places)}{unit}"
    low, high = places[0], places[-1]
    marked = zone(low, high, words) if low < high else [words_above(low, words)]
    return [*marked, *(rule("x", place) for place in places)]


def _ranked(result: Result) -> dict[str, list[Row]]:
    """Return the ranks by each metric, the best system first; of the only metric without a name."""
    ranks: dict[str, list[Row]] = {}
    for row in sorted(defined(result.select("rank")), key=lambda row: row.estimate):
        ranks.setdefault(str(row.at.get("metric", "")), []).append(row)
    return ranks


@figure(
    "ranks",
    place=6,
    kinds=("leaderboard",),
    fits=lambda result: bool(_ranked(result)),
    needs="ranks of several systems, all compared with all",
    remedy="Compare more than two systems, without --baseline.",
)
def ranks_picture(result: Result) -> Picture:
    """Return the rank of each system with its interval, its score and its tie groups."""
    ranked = _ranked(result)
    panels = [_ranks(result, name, rows[:MOST_LINES]) for name, rows in ranked.items()]
    every = [row for rows in ranked.values() for row in rows]
    level = every[0].level
    remarks = [
        "points: rank by score; bars: ranks that the comparisons leave open, "
        + (f"{given_percent(level)} together" if level else "not corrected"),
        "systems that share a letter are too close to call, which does not make them equally good"
        if result.settings.get("groups")
        else "",
        f"the first {MOST_LINES} systems" if any(r.estimate > MOST_LINES for r in every) else "",
    ]
    return Picture("Ranks and tie groups", remarks, joined(panels, "vconcat", 20))


def _ranks(result: Result, metric: str, rows: list[Row]) -> Chart:
    """Return the ranks by one metric; at the right scores and letters of tie groups."""
    settings = {**result.settings, **({"measure": metric} if metric else {})}
    scores = {spelled(row.at): row for row in result.select("score")}
    groups = settings.get("groups") or {}
    letters = sorted(set().union(*groups.values()))
    values: Values = []
    for row in rows:
        score, group = scores.get(spelled(row.at)), groups.get(spelled(row.at), "")
        size = value(score, scale_of(settings)) if score else ""
        columns = "".join(one if one in group else "\u2002" for one in letters)
        values.append(
            line_of(
                str(row.at["system"]),
                row,
                group=group,
                text=f"{size}\u2003{columns}".rstrip(),
            )
        )
    x = axis(
        "estimate",
        "rank (1 is best)",
        scale={"domain": [0.5, len(rows) + 0.5], "nice": False},
        axis={"tickMinStep": 1, "grid": True},
    )
    thick: Chart = {"strokeWidth": 6, "opacity": 0.45, "strokeCap": "round"}
    return listed(values, "system", x, title=metric_name(metric), **thick)
