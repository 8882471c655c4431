"""A mixed model of ratings in full: its terms, thresholds, random effects and categories."""

from __future__ import annotations

from math import isinf

from claimwise.core import Result, Row
from claimwise.report.answer import Table, named, table
from claimwise.report.compared import chosen_interval
from claimwise.report.numbers import number, p_cell, percent, pvalue
from claimwise.report.quantities import ends, quantity_of
from claimwise.report.raters import agreement

# Standard deviations of the errors of each link.
NOISE = {"logit": "1.81", "probit": "1", "cloglog": "1.28", "loglog": "1.28"}
TESTS = {"f_test": ("F test", "F"), "likelihood_ratio": ("likelihood ratio", "chi-square")}
MEANS = ", other columns at their means"


def fitted_paragraphs(result: Result) -> tuple[str, ...]:
    """Return how to read the chances, the tests of whole terms, how raters differ and agree."""
    settings = result.provenance["settings"]
    read = []
    if settings["model"] == "ordinal":
        link = settings["link"]
        read.append(
            f"Latent units are those of the ordinal model ({link}), on whose scale one rating "
            f"varies by {NOISE[link]} beyond rater and item."
        )
    if result.select("superiority"):
        read.append(
            f"Rated higher: by a typical rater of a typical item{_others(result)}; ties count one "
            "half."
        )
    tests = " ".join(_term(result, row) for row in result.select("f_test", "likelihood_ratio"))
    spread = " ".join(text for text in (_spread(result), agreement(result)) if text)
    return tuple(text for text in (" ".join(read), tests, spread) if text)


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


def _term(result: Result, row: Row) -> str:
    by = " (Satterthwaite)" if row.quantity == "f_test" else ""
    return f"{quantity_of(row).label} of {row.at['term']}: {term_test(result, row)}{by}."


def _spread(result: Result) -> str:
    """Say how raters and items differ: in their level, and in what they make of the rest."""
    groups: dict[str, dict[str, float]] = {}
    for row in result.select("sd"):
        if "term" in row.at:
            groups.setdefault(str(row.at["group"]), {})[str(row.at["term"])] = row.estimate
    said = []
    for group, sds in groups.items():
        level = sds.pop("(Intercept)", None)
        parts = [] if level is None else [f"{number(level)} in level"]
        if sds:
            low, high = number(min(sds.values())), number(max(sds.values()))
            parts.append(f"{low if low == high else f'{low} to {high}'} in slopes")
        said.append(f"{group} {', '.join(parts)}")
    if not said:
        return ""
    unit = result.provenance["settings"]["unit"]
    return f"How they differ, as standard deviations in {unit}: {'; '.join(said)}."


def fitted_tables(result: Result) -> tuple[Table, ...]:
    """Return fixed effects, thresholds, random effects, and the ratings that are expected."""
    return (
        *coefficient_table(result),
        *_thresholds(result),
        *_deviations(result),
        *_categories(result),
        *_given(result),
    )


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
