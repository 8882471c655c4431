"""Ranks of the systems of a leaderboard, the ranks left open, and which are tied."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result, Row, spelled
from claimwise.report.figures.book import figure
from claimwise.report.figures.names import list_axis
from claimwise.report.figures.scales import metric_name
from claimwise.report.figures.theme import BLUE, LINE, Chart, axis, small_title, titled
from claimwise.report.figures.words import alpha, decimals, given_share, written

SIDE, COLUMN = 340, 24


def _ranked(result: Result) -> dict[str, list[Row]]:
    """Return the ranks by each metric, the best system first; of the only metric without a name."""
    ranks: dict[str, list[Row]] = {}
    if result.kind == "leaderboard":
        for row in sorted(result.select("rank"), key=lambda row: row.estimate):
            if row.estimate == row.estimate:
                ranks.setdefault(str(row.at.get("metric", "")), []).append(row)
    metrics = [str(metric) for metric in result.provenance.get("settings", {}).get("metrics") or []]
    return {name: ranks[name] for name in metrics or ranks if name in ranks}


def _assumed(result: Result) -> str:
    settings = result.provenance["settings"]
    corrected = settings.get("correct", "none")
    by = "not corrected" if corrected == "none" else f"corrected by {corrected}"
    return (
        f"{settings.get('test', result.method)}, alpha {alpha(settings['alpha'])}, "
        f"{settings.get('comparisons', 'all')} comparisons {by}"
    )


def _caption(result: Result) -> str:
    level = next(row.level for rows in _ranked(result).values() for row in rows)
    return (
        f"Ranks by score, and as bars the ranks that the comparisons leave open "
        f"({given_share(level or 0.95)} together). Systems that share a letter are too close to "
        f"call, which does not make them equally good. Assumed: {_assumed(result)}."
    )


@figure(
    "ranks",
    place=6,
    fits=lambda result: bool(_ranked(result)),
    caption=_caption,
    needs="ranks of several systems, all compared with all",
    remedy="Compare more than two systems, without --baseline.",
)
def ranks_chart(result: Result) -> Chart:
    """Return the rank of each system with its interval, and its tie groups."""
    panels = []
    for name, rows in _ranked(result).items():
        both = {"hconcat": _panels(result, rows), "spacing": 12}
        panels.append(both | ({"title": small_title(metric_name(name))} if name else {}))
    below = [
        f"points: rank by score; bars: ranks left open; {_assumed(result)}",
        "systems that share a letter are too close to call, which does not make them equally good",
    ]
    title = titled("Ranks and tie groups", below)
    return (
        {"title": title, **panels[0]} if len(panels) == 1 else {"title": title, "vconcat": panels}
    )


def _panels(result: Result, rows: list[Row]) -> list[Chart]:
    names = [str(row.at["system"]) for row in rows]
    scores = {spelled(row.at): row for row in result.select("score")}
    values: list[dict[str, Any]] = [
        {
            "system": str(row.at["system"]),
            "rank": row.estimate,
            "low": row.low,
            "high": row.high,
            "score": _score(result, scores.get(spelled(row.at))),
        }
        for row in rows
    ]
    last = len(rows)
    ticks = list(range(1, last + 1))
    x = axis(
        "rank",
        "rank (1 is best)",
        scale={"domain": [0.5, last + 0.5], "nice": False},
        axis={"values": ticks, "format": "d", "grid": True, "labelOverlap": True},
    )
    y = axis("system", "system", kind="nominal", sort=names, axis=list_axis(names))
    ends = {"x": x | {"field": "low"}, "x2": {"field": "high"}, "y": y}
    bar = {"type": "rule", "strokeWidth": 6, "opacity": 0.45, "color": BLUE, "strokeCap": "round"}
    dot = {"type": "point", "filled": True, "size": 90, "color": BLUE, "opacity": 1}
    text = {"type": "text", "align": "left", "dx": 8}
    written = {"x": {"value": SIDE}, "y": y, "text": {"field": "score"}}
    main = {
        "width": SIDE,
        "height": {"step": LINE},
        "data": {"values": values},
        "layer": [
            {"mark": bar, "encoding": ends},
            {"mark": dot, "encoding": {"x": x, "y": y}},
            {"mark": text, "encoding": written},
        ],
    }
    marks = result.provenance["settings"].get("groups") or {}
    groups = {str(row.at["system"]): marks.get(spelled(row.at), "") for row in rows}
    letters = sorted({letter for own in groups.values() for letter in own})
    return [main, _groups(names, groups, letters)] if letters else [main]


def _groups(names: list[str], groups: dict[str, str], letters: list[str]) -> Chart:
    """Return a column for each tie group, with its letter where a system belongs to it."""
    values = [{"system": n, "group": mark} for n in names for mark in groups.get(n, "")]
    encoding = {
        "x": axis(
            "group",
            "tie groups",
            kind="nominal",
            sort=letters,
            axis={"labels": False, "ticks": False, "domain": False},
        ),
        "y": axis("system", None, kind="nominal", sort=names, axis=None),
    }
    box = {"type": "rect", "color": BLUE, "opacity": 0.18}
    letter = {"text": {"field": "group", "type": "nominal"}}
    return {
        "width": {"step": COLUMN},
        "height": {"step": LINE},
        "data": {"values": values},
        "layer": [
            {"mark": box, "encoding": encoding},
            {"mark": {"type": "text"}, "encoding": encoding | letter},
        ],
    }


def _score(result: Result, row: Row | None) -> str:
    """Return the score of a system, with the decimals that its error justifies."""
    if row is None:
        return ""
    points = result.provenance["settings"].get("unit") == "points"
    times, unit = (100, "%") if points else (1, "")
    values = [times * value for value in (row.estimate, row.low, row.high)]
    return f"{written(values[0], decimals(values, points=points))}{unit}"
