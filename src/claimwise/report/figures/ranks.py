"""Ranks of the systems of a leaderboard, the ranks left open, and which are tied."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result, Row
from claimwise.report.figures.book import figure
from claimwise.report.figures.names import list_axis
from claimwise.report.figures.theme import BLUE, LINE, Chart, axis, small_title, titled
from claimwise.report.leaderboard import of_metric
from claimwise.report.numbers import number, percent, quantity
from claimwise.report.places import place_of

SIDE, COLUMN = 340, 24


def _ranked(result: Result) -> dict[str, Result]:
    """Return the result of each metric by its name; of the only one without a name."""
    if result.kind != "leaderboard":
        return {}
    metrics = result.provenance["settings"].get("metrics")
    parts = {m: of_metric(result, m) for m in metrics} if metrics else {"": result}
    return {name: part for name, part in parts.items() if _ranks(part)}


def _ranks(result: Result) -> list[Row]:
    rows = [row for row in result.rows if row.quantity == "rank" and row.estimate == row.estimate]
    return sorted(rows, key=lambda row: row.estimate)


def _assumed(result: Result) -> str:
    settings = result.provenance["settings"]
    corrected = settings.get("correct", "none")
    by = "not corrected" if corrected == "none" else f"corrected by {corrected}"
    return (
        f"{settings.get('test', result.method)}, alpha {number(settings['alpha'])}, "
        f"{settings.get('comparisons', 'all')} comparisons {by}"
    )


def _caption(result: Result) -> str:
    level = next(row.level for part in _ranked(result).values() for row in _ranks(part))
    return (
        f"Ranks by score, and with bars the ranks that the comparisons leave open "
        f"({percent(level or 0.95)} together). Systems that share a letter are not told apart; "
        f"that is no evidence that they are equally good. {_assumed(result)}."
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
    for name, part in _ranked(result).items():
        both = {"hconcat": _panels(part), "spacing": 12}
        panels.append(both | ({"title": small_title(f"metric {name}")} if name else {}))
    below = [
        f"points: rank by score; bars: ranks left open; {_assumed(result)}",
        "systems with a letter in common are not told apart, which is no evidence that they are "
        "equally good",
    ]
    title = titled("Ranks and tie groups", below)
    return (
        {"title": title, **panels[0]} if len(panels) == 1 else {"title": title, "vconcat": panels}
    )


def _panels(result: Result) -> list[Chart]:
    rows, settings = _ranks(result), result.provenance["settings"]
    names = [place_of(row) for row in rows]
    scores = {place_of(row): row for row in result.rows if row.quantity == "score"}
    values: list[dict[str, Any]] = [
        {
            "system": place_of(row),
            "rank": row.estimate,
            "low": row.low,
            "high": row.high,
            "score": _score(scores[place_of(row)].estimate, settings)
            if place_of(row) in scores
            else "",
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
    groups = settings.get("groups") or {}
    letters = sorted({letter for name in names for letter in groups.get(name, "")})
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
    told = {"text": {"field": "group", "type": "nominal"}}
    return {
        "width": {"step": COLUMN},
        "height": {"step": LINE},
        "data": {"values": values},
        "layer": [
            {"mark": box, "encoding": encoding},
            {"mark": {"type": "text"}, "encoding": encoding | told},
        ],
    }


def _score(value: float, settings: dict[str, Any]) -> str:
    return percent(value) if settings.get("unit") == "points" else quantity(value)
