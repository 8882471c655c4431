"""A mixed model of ratings in full: its terms, thresholds, random effects and categories."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.answer import Table
from claimwise.report.compared import chosen_interval
from claimwise.report.tabled import Column, tabled


def term_table(result: Result) -> tuple[Table, ...]:
    """Return the tests of whole terms."""
    return tabled(
        "Whole terms",
        result.rows,
        by={"term": "term"},
        columns=[
            Column("f_test", "F"),
            Column("f_test", "p (F)", shows="p"),
            Column("likelihood_ratio", "chi-square"),
            Column("likelihood_ratio", "p (chi-square)", shows="p"),
        ],
    )


def coefficient_table(result: Result) -> tuple[Table, ...]:
    """Return the fixed effects, with the p-values that there are of them."""
    return tabled(
        "Fixed effects",
        result.rows,
        by={"term": "coefficient"},
        columns=[
            *_with_interval(result, "coefficient"),
            Column("standard_error", "standard error"),
            Column("coefficient", "p", shows="p"),
            Column("df", "Satterthwaite's df"),
            Column("small_sample", "p by t"),
        ],
    )


def threshold_table(result: Result) -> tuple[Table, ...]:
    """Return where an ordinal model cuts the latent scale into ratings."""
    columns = _with_interval(result, "threshold")
    return tabled("Thresholds", result.rows, by={"cut": "threshold"}, columns=columns)


def variation_table(title: str, result: Result) -> tuple[Table, ...]:
    """Return how far raters, items and single ratings vary, and how their effects go together."""
    return tabled(
        title,
        result.rows,
        by={"group": "group", "system": "system", "term": "term", "other": "with"},
        columns=[
            *_with_interval(result, "sd", "standard deviation"),
            Column("correlation", "correlation"),
            Column("sd", "number", shows="n"),
        ],
    )


def shares_table(title: str, result: Result, quantity: str) -> tuple[Table, ...]:
    """Return a line for each system: the share of each category, and the expected rating."""
    categories = dict.fromkeys(row.at["category"] for row in result.select(quantity))
    columns = [Column(quantity, str(name), {"category": name}) for name in categories]
    if quantity == "category":
        columns.append(Column("expected_rating", "expected", shows="both"))
    return tabled(title, result.rows, by={"system": ""}, columns=columns)


def _with_interval(result: Result, quantity: str, heading: str = "estimate") -> list[Column]:
    """Return the columns of an estimate and of its interval."""
    rows = result.select(quantity)
    level = chosen_interval(rows[0]) if rows else ""
    return [Column(quantity, heading), Column(quantity, level, shows="ends")]
