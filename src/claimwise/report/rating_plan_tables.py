"""Tables of a planned rating study: analyses at effects, and what designs of equal power cost."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row
from claimwise.report.answer import Table, table
from claimwise.report.numbers import number, percent
from claimwise.report.rating_study import RatingStudy
from claimwise.report.simulated import digits, exaggeration, share_cell

SHOWN = 10  # designs without details
RARE = {  # shares that are shown where at least one is not 0
    "type_s": "wrong sign",
    "boundary": "fits at the edge",
    "failed": "failed fits",
    "failed_null": "failed without an effect",
}


def analyses_table(study: RatingStudy) -> tuple[Table, ...]:
    """Return a line for each analysis and effect."""
    lines = [
        (analysis, i)
        for analysis in study.analyses
        for i in range(len(study.effects))
        if study.row("power", analysis, i) is not None
    ]
    several = len(study.effects) > 1
    header = [
        "analysis",
        "wins less losses" if study.judged else "difference",
        "power",
        "assurance",
        "without an effect",
        "times too large",
        *RARE.values(),
        "" if study.unit == "rating points" else f"effect, {study.unit}",
    ]
    rare = {name: _rare(study, name, lines) for name in RARE}
    body = []
    for k, (analysis, i) in enumerate(lines):
        row = {
            name: study.row(name, analysis, i) for name in ("power", "assurance", "alpha", "type_m")
        }
        body.append(
            [
                analysis if len(study.analyses) > 1 or not several else "",
                _difference(study, i) if several else "",
                share_cell(row["power"]),
                share_cell(row["assurance"]),
                share_cell(row["alpha"]),
                exaggeration(row["type_m"], row["power"]),
                *(rare[name][k] for name in RARE),
                digits(study.effects[i]) if header[-1] and several else "",
            ]
        )
    return table("Analyses", header, body)


def _difference(study: RatingStudy, effect: int) -> str:
    if study.judged:
        wins, losses = study.shares(effect)
        return percent(wins - losses)
    return digits(study.points(effect))


def _rare(study: RatingStudy, quantity: str, lines: list[tuple[str, int]]) -> list[str]:
    """Return a column of shares; empty where all are 0."""
    rows = [study.row(quantity, analysis, i) for analysis, i in lines]
    if not any(row is not None and row.estimate > 0 for row in rows):
        return [""] * len(rows)
    return [share_cell(row) for row in rows]


def designs(result: Result) -> list[Row]:
    """Return what designs cost: the cheapest for each number of ratings of an item."""
    least: dict[str | float, Row] = {}
    for row in result.select("frontier_cost"):
        key = row.at["ratings_per_item"]
        if key not in least or row.estimate < least[key].estimate:
            least[key] = row
    return [row for _, row in sorted(least.items(), key=lambda one: float(one[0]))]


def designs_table(study: RatingStudy, *, all_of_them: bool = False) -> tuple[Table, ...]:
    """Return the cheapest designs, or what is left to be shown of them, a line each."""
    found = designs(study.result)
    if all_of_them and len(found) <= SHOWN:
        return ()
    if not all_of_them:
        near = sorted(found, key=lambda row: row.estimate)[:SHOWN]
        found = [row for row in found if row in near]
    unit = study.settings["unit"]
    header = [f"{unit} per item", "cost", "items", "raters", unit, "items a rater", "cost is"]
    body = [
        [
            number(row.point["ratings_per_item"]),
            "-" if isnan(row.estimate) else number(row.estimate),
            number(_count(study.result, "frontier_items", row)),
            number(_count(study.result, "frontier_raters", row)),
            f"{row.n:,}",
            number(row.point["list_length"]) if "list_length" in row.at else "all",
            row.kind or "",
        ]
        for row in found
    ]
    which = "All designs" if all_of_them else "The cheapest designs"
    return table(f"{which}, by {unit} per item", header, body)


def _count(result: Result, quantity: str, design: Row) -> float:
    """Return how many items, or raters, a design has."""
    rows = result.select(quantity, **design.at)
    return next(row.estimate for row in rows if row.at == design.at)
