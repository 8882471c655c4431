"""What is believed of ratings, in words and tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.belief import BELIEFS, ends_plain
from claimwise.report.curve import Table
from claimwise.report.leaderboard import sensitivity_table
from claimwise.report.numbers import number, percent, probability, quantity
from claimwise.report.places import place_of, plain

Settings = Mapping[str, Any]


def rating_posterior_head(result: Result) -> str:
    """Return the line that says what was asked, and of which model."""
    settings = result.provenance["settings"]
    groups = ", ".join(f"{count:,} levels of {name}" for name, count in settings["groups"].items())
    return (
        f"{result.method}, by {', '.join(settings['assess'])}: {settings['formula']}; "
        f"{settings['n']:,} ratings, {groups}"
    )


def rating_posterior_paragraphs(result: Result) -> list[str]:
    """Return what is believed of each pair of systems, and how raters and items differ."""
    settings = result.provenance["settings"]
    said = []
    for where in _pairs(result):
        b, _, a = where.partition(" vs ")
        rows = [
            row
            for row in result.rows
            if place_of(row).split(", ")[-1] == where and "prior=" not in place_of(row)
        ]
        known = [row for row in rows if row.quantity in BELIEFS]
        known.sort(key=lambda row: list(BELIEFS).index(row.quantity))
        parts: list[list[str]] = [[], _in_ratings({row.quantity: row for row in rows}, a, b), []]
        for row in known:
            factor = row.quantity.startswith("bayes_factor")
            parts[2 if factor else 0].append(BELIEFS[row.quantity](row, a, b, settings))
        said += [" ".join(text for text in part if text) for part in parts]
    spread = _spread(result, settings)
    return [text for text in (*said, spread) if text]


def _pairs(result: Result) -> list[str]:
    """Return what the pairs of systems are called, in their order."""
    named = ("posterior_difference", "bayes_factor_direction")
    found = [
        place_of(row).split(", ")[-1]
        for row in result.rows
        if row.quantity in named and "prior=" not in place_of(row)
    ]
    return list(dict.fromkeys(found))


def _in_ratings(rows: dict[str, Row], a: str, b: str) -> list[str]:
    """Say what the difference comes to in ratings."""
    if "points" not in rows:
        return []
    points, above, below = rows["points"], rows["above"], rows["below"]
    return [
        f"In ratings, over all raters and items like these, the difference of {b} over {a} is "
        f"{quantity(points.estimate)} points on average and lies in {ends_plain(points)} with "
        f"probability {number(points.level)}. A new rater who rates a new item under both rates "
        f"{b} above {a} with probability {_share(above)}, below with {_share(below)}, and else "
        "the same."
    ]


def _share(row: Row) -> str:
    low, high = (probability(end) for end in (row.low, row.high))
    return f"{probability(row.estimate)} ({low} to {high})"


def _spread(result: Result, settings: Settings) -> str:
    """Say how raters and items differ: in their level, and in the differences they see."""
    systems = [row for row in result.select("sd") if "term" not in row.at]
    groups: dict[str, dict[str, Row]] = {}
    for row in result.select("sd"):
        if "term" in row.at:
            groups.setdefault(str(row.at["group"]), {})[str(row.at["term"])] = row
    if not groups:
        return ""
    said = []
    for group, terms in groups.items():
        level = terms.pop("(Intercept)")
        slopes = "".join(
            f", {_with_ends(row)} in the difference they see between two systems"
            for row in terms.values()
        )
        said.append(f"{group} {_with_ends(level)} in level{slopes}")
    noise = ", ".join(f"{_with_ends(row)} for {place_of(row)}" for row in systems)
    return (
        f"How they differ, as standard deviations in levels of the latent scale: "
        f"{'; '.join(said)}. Beyond that, one rating varies by {noise}."
    )


def _with_ends(row: Row) -> str:
    return f"{quantity(row.estimate)} ({ends_plain(row)})"


def rating_posterior_tables(result: Result) -> list[Table]:
    """Return the shares of the levels and the expected rating, and the answers by prior."""
    rows = {row.estimand: row for row in result.rows}
    categories = result.provenance["settings"]["categories"]
    cells: dict[str, list[str]] = {}
    for row in result.rows:
        if row.quantity == "category":
            name = plain(str(row.at["system"]))
            cells.setdefault(name, []).append(percent(row.estimate))
    body = [
        [name, *shares, _with_ends(rows[f"expected_rating[{name}]"])]
        for name, shares in cells.items()
    ]
    title = "Ratings of new items by new raters"
    tables: list[Table] = [(title, ["", *categories, "expected"], body)] if body else []
    return [*tables, *sensitivity_table(result)]
