"""A mixed model of ratings in full: its terms, thresholds, random effects and categories."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.answer import Table
from claimwise.report.compared import chosen_interval
from claimwise.report.tabled import Column, tabled

EFFECTS = "Fixed effects"


def model_tables(result: Result) -> tuple[Table, ...]:
    """Return terms, fixed effects, thresholds, random effects, and the ratings to be expected."""
    terms = [
        Column("f_test", "F"),
        Column("f_test", "p (F)", shows="p"),
        Column("likelihood_ratio", "chi-square"),
        Column("likelihood_ratio", "p (chi-square)", shows="p"),
    ]
    effects = [
        *_with_interval(result, "coefficient"),
        Column("standard_error", "standard error"),
        Column("corrected_error", "corrected"),
        Column("coefficient", "p", shows="p"),
        Column("df", "Satterthwaite's df"),
        Column("wald_p", "p (z)"),
    ]
    cuts = _with_interval(result, "threshold")  # of the latent scale, into ratings
    return (
        *tabled("Whole terms", result.rows, by={"term": "term"}, columns=terms),
        *tabled(EFFECTS, result.rows, by={"term": "coefficient"}, columns=effects),
        *tabled("Thresholds", result.rows, by={"cut": "threshold"}, columns=cuts),
        *variation_table("Random effects", result),
        *shares_table("Ratings by a typical rater of a typical item", result, "category"),
        *shares_table("Ratings as they were given", result, "observed_share"),
    )


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
