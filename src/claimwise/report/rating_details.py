"""A mixed model of ratings in full: its terms, thresholds, random effects and categories."""

from __future__ import annotations

from math import isinf

from claimwise.core import Result, Row
from claimwise.report.answer import Table, named, table
from claimwise.report.compared import chosen_interval
from claimwise.report.numbers import number, p_cell, percent, pvalue
from claimwise.report.quantities import ends, quantity_of

TESTS = {"f_test": ("F test", "F"), "likelihood_ratio": ("likelihood ratio", "chi-square")}
MEANS = ", other columns at their means"


def _others(result: Result) -> str:
    """Say where other columns of the fixed effects stand, if there are any."""
    return MEANS if len(result.select("likelihood_ratio")) > 1 else ""


def term_test(result: Result, row: Row) -> str:
    """Return a test of a whole term, as it stands in brackets."""
    p = "p not defined" if row.pvalue is None else pvalue(row.pvalue)
    test, name = TESTS[row.quantity]
    degrees = result.select("df", term=row.at["term"], analysis=test)
    parts = [number(df.estimate) for df in degrees]
    return f"{name}({', '.join(parts)}) = {number(row.estimate)}, {p}"


def fitted_tables(result: Result) -> tuple[Table, ...]:
    """Return fixed effects, thresholds, random effects, and the ratings that are expected."""
    return (
        *_terms(result),
        *coefficient_table(result),
        *_thresholds(result),
        *_deviations(result),
        *_categories(result),
        *_given(result),
    )


def _terms(result: Result) -> tuple[Table, ...]:
    """Return the tests of whole terms."""
    rows = result.select("f_test", "likelihood_ratio")
    body = [[str(row.at["term"]), quantity_of(row).label, term_test(result, row)] for row in rows]
    return table("Whole terms", ["term", "test", ""], body)


def coefficient_table(result: Result) -> tuple[Table, ...]:
    """Return the fixed effects, with the p-values that there are of them."""
    linear = result.provenance["settings"]["model"] == "linear"
    rows = result.select("coefficient")
    level = chosen_interval(rows[0]) if rows else ""
    header = ["coefficient", "estimate", level, "standard error"]
    header += ["p (t)" if linear else "p (Wald z)", "df", "" if linear else "p (t)"]
    body = []
    for row in rows:
        error, df, by_t = (_first(result, name, row) for name in OF_COEFFICIENTS)
        body.append(
            [
                str(row.at["term"]),
                number(row.estimate),
                ends(row) or "not defined",
                "" if error is None else number(error.estimate),
                p_cell(row.pvalue),
                "" if df is None else _df(df.estimate),
                "" if by_t is None else p_cell(by_t.estimate),
            ]
        )
    return table("Fixed effects", header, body)


OF_COEFFICIENTS = ("standard_error", "df", "small_sample")


def _first(result: Result, quantity: str, row: Row) -> Row | None:
    return next((one for one in result.select(quantity) if one.at == row.at), None)


def _df(value: float) -> str:
    return "infinite" if isinf(value) else f"{value:,.4g}" if value < 1000 else f"{value:,.0f}"


def _thresholds(result: Result) -> tuple[Table, ...]:
    rows = result.select("threshold")
    level = chosen_interval(rows[0]) if rows else ""
    body = [[str(row.at["cut"]), number(row.estimate), ends(row) or "not defined"] for row in rows]
    return table("Thresholds", ["threshold", "estimate", level], body)


def _deviations(result: Result) -> tuple[Table, ...]:
    body = []
    for row in result.select("sd", "correlation"):
        group, term = str(row.at["group"]), str(row.at.get("term", ""))
        if row.quantity == "correlation":
            body.append([group, f"correlation {term}, {row.at['other']}", number(row.estimate), ""])
        else:
            count = f"{row.n:,}" if row.n is not None and "term" in row.at else ""
            body.append([group, term, number(row.estimate), count])
    return table("Random effects", ["group", "term", "standard deviation", "number"], body)


def _categories(result: Result) -> tuple[Table, ...]:
    expected = {str(row.at["system"]): row for row in result.select("expected_rating")}
    title = f"Ratings by a typical rater of a typical item{_others(result)}"
    return shares_table(title, result.select("category"), expected)


def _given(result: Result) -> tuple[Table, ...]:
    return shares_table("Ratings as they were given", result.select("observed_share"), {})


def shares_table(title: str, rows: tuple[Row, ...], expected: dict[str, Row]) -> tuple[Table, ...]:
    """Return a line for each system: the share of each category, and the expected rating."""
    cells: dict[str, dict[str, str]] = {}
    for row in rows:
        share = percent(row.estimate)
        cells.setdefault(str(row.at["system"]), {})[str(row.at["category"])] = share
    categories = list(dict.fromkeys(name for row in cells.values() for name in row))
    body = [
        [
            named(system),
            *(shares.get(name, "") for name in categories),
            _expected(expected[system]) if system in expected else "",
        ]
        for system, shares in cells.items()
    ]
    return table(title, ["", *categories, "expected"], body)


def _expected(row: Row) -> str:
    return f"{number(row.estimate)} ({ends(row)})" if ends(row) else number(row.estimate)
