"""Ranks of the systems of a leaderboard, the ranks left open, and which are tied."""

from __future__ import annotations

from claimwise.core import Result, Row, spelled
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import joined, layer, listed, names_of
from claimwise.report.figures.contrasts import MOST_LINES
from claimwise.report.figures.theme import BLUE, LINE, Chart, axis, small_title
from claimwise.report.numbers import given_percent
from claimwise.report.quantities import value
from claimwise.report.scale import metric_name, scale_of

SIDE, COLUMN = 280, 24


def _ranked(result: Result) -> dict[str, list[Row]]:
    """Return the ranks by each metric, the best system first; of the only metric without a name."""
    ranks: dict[str, list[Row]] = {}
    for row in sorted(result.select("rank"), key=lambda row: row.estimate):
        if row.estimate == row.estimate:
            ranks.setdefault(str(row.at.get("metric", "")), []).append(row)
    metrics = [str(metric) for metric in result.settings.get("metrics") or []]
    return {name: ranks[name] for name in metrics or ranks if name in ranks}


@figure(
    "ranks",
    place=6,
    kinds=("leaderboard",),
    fits=lambda result: bool(_ranked(result)),
    needs="ranks of several systems, all compared with all",
    remedy="Compare more than two systems, without --baseline.",
)
def ranks_picture(result: Result) -> Picture:
    """Return the rank of each system with its interval, and its tie groups."""
    ranked = _ranked(result)
    panels = []
    for name, rows in ranked.items():
        both = {"hconcat": _panels(result, rows[:MOST_LINES]), "spacing": 12}
        panels.append(both | ({"title": small_title(metric_name(name))} if name else {}))
    level = next(row.level for rows in ranked.values() for row in rows)
    many = {len(rows) for rows in ranked.values() if len(rows) > MOST_LINES}
    remarks = [
        "points: rank by score; bars: ranks that the comparisons leave open, "
        + (f"{given_percent(level)} together" if level else "not corrected"),
        "systems that share a letter are too close to call, which does not make them equally good"
        if result.settings.get("groups")
        else "",
        *(f"the first {MOST_LINES} of {n:,} systems" for n in many),
    ]
    return Picture("Ranks and tie groups", remarks, joined(panels, "vconcat", 20))


def _panels(result: Result, rows: list[Row]) -> list[Chart]:
    names = [str(row.at["system"]) for row in rows]
    scores = {spelled(row.at): row for row in result.select("score")}
    values = [
        {
            "system": str(row.at["system"]),
            "rank": row.estimate,
            "low": row.low,
            "high": row.high,
            "text": _score(result, scores.get(spelled(row.at))),
        }
        for row in rows
    ]
    x = axis(
        "rank",
        "rank (1 is best)",
        scale={"domain": [0.5, len(rows) + 0.5], "nice": False},
        axis={
            "values": list(range(1, len(rows) + 1)),
            "format": "d",
            "grid": True,
            "labelOverlap": True,
        },
    )
    y = names_of("system", "system", values)
    main = listed(values, x, y, width=SIDE, strokeWidth=6, opacity=0.45, strokeCap="round")
    marks = result.settings.get("groups") or {}
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
    letter = {"text": {"field": "group", "type": "nominal"}}
    return {
        "width": {"step": COLUMN},
        "height": {"step": LINE},
        "data": {"values": values},
        "layer": [
            layer("rect", encoding, color=BLUE, opacity=0.18),
            layer("text", encoding | letter, fontSize=12),
        ],
    }


def _score(result: Result, row: Row | None) -> str:
    """Return the score of a system, with the decimals that its error justifies."""
    if row is None:
        return ""
    settings = result.settings
    metric = row.at.get("metric")
    scale = scale_of({**settings, "measure": metric} if metric else settings)
    return value(row, scale)
