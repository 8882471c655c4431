"""A model of ratings in words and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isinf, isnan

from claimwise.core import Result, Row
from claimwise.report.curve import Table
from claimwise.report.numbers import number, percent, probability, pvalue, quantity
from claimwise.report.places import place_of

RATED = ("ratings", "rating posterior")


def ratings_head(result: Result) -> str:
    """Return the line that says what was fitted."""
    settings = result.provenance["settings"]
    how = f"link {settings['link']}" if settings["model"] == "ordinal" else settings["criterion"]
    groups = ", ".join(f"{count:,} levels of {name}" for name, count in settings["groups"].items())
    return f"{result.method} ({how}): {settings['formula']}; {settings['n']:,} ratings, {groups}"


def ratings_paragraphs(result: Result) -> list[str]:
    """Return the answer in words: a sentence for each difference, and the tests of whole terms."""
    rows = {row.estimand: row for row in result.rows}
    settings = result.provenance["settings"]
    differences = [row for row in result.rows if row.quantity == "difference"]
    said = [_difference(row, rows, settings) for row in differences]
    tests = [
        _term(row, rows) for row in result.rows if row.quantity in ("f_test", "likelihood_ratio")
    ]
    agreement = " ".join(part for part in (_spread(rows, settings), _agreement(rows)) if part)
    return [*said, *([" ".join(tests)] if tests else []), *([agreement] if agreement else [])]


def _spread(rows: dict[str, Row], settings: dict[str, object]) -> str:
    """Say how raters and items differ: in their level, and in what they make of the rest."""
    found: dict[str, dict[str, float]] = {}
    for row in rows.values():
        if row.quantity == "sd" and "term" in row.at:
            found.setdefault(str(row.at["group"]), {})[str(row.at["term"])] = row.estimate
    unit = "latent units" if settings["model"] == "ordinal" else "rating points"
    said = []
    for group, sds in found.items():
        level = sds.pop("(Intercept)", None)
        parts = [] if level is None else [f"{quantity(level)} in level"]
        if sds:
            low, high = quantity(min(sds.values())), quantity(max(sds.values()))
            parts.append(f"{low if low == high else f'{low} to {high}'} in slopes")
        said.append(f"{group} {', '.join(parts)}")
    if not said:
        return ""
    return f"How they differ, as standard deviations in {unit}: {'; '.join(said)}."


def _difference(row: Row, rows: dict[str, Row], settings: dict[str, object]) -> str:
    b, _, a = place_of(row).partition(" vs ")
    ordinal = settings["model"] == "ordinal"
    unit = " on the latent scale" if ordinal else ""
    way = "higher" if row.estimate > 0 else "lower"
    holm = ", corrected by holm" if f"raw_pvalue[{place_of(row)}]" in rows else ""
    p = ""
    if row.pvalue is not None:
        p = f"; {_pvalues(row.pvalue, rows.get(f'small_sample[{place_of(row)}]'))}{holm}"
    level = percent(row.level or 0.0)
    text = (
        f"{b} is rated {quantity(abs(row.estimate))} {way} than {a}{unit} ({level} confidence "
        f"interval of the difference {quantity(row.low)} to {quantity(row.high)}{p})."
    )
    if row.pvalue is not None and row.level and row.pvalue > 1 - row.level:
        text += (
            f" Which is rated higher stays open at alpha {number(1 - row.level)}; that is no "
            "evidence that they are rated alike."
        )
    others = _others(rows)
    above = rows.get(f"superiority[{place_of(row)}]")
    if above is not None:
        text += (
            f" For a typical rater and item{others}, {b} is rated above {a} with probability "
            f"{probability(above.estimate)} (ties count one half)."
        )
    first, second = (rows.get(f"expected_rating[{name}]") for name in (a, b))
    if first is not None and second is not None:
        text += (
            f" Expected ratings{' there' if others else ''}: {quantity(second.estimate)} ({b}) "
            f"and {quantity(first.estimate)} ({a})."
        )
    return (
        text
        + _beside(place_of(row), rows)
        + _after(rating_detectable(place_of(row), rows, settings))
    )


def _beside(where: str, rows: dict[str, Row]) -> str:
    """Return what the other model says of the same difference, if it was fitted."""
    points, latent = rows.get(f"points[{where}]"), rows.get(f"latent[{where}]")
    other, unit = (points, "rating points") if points is not None else (latent, "latent units")
    if other is None:
        return ""
    model = "linear" if points is not None else "ordinal"
    p = "" if other.pvalue is None else f"; {pvalue(other.pvalue)}"
    return (
        f" By the {model} model, {'on average over raters and items' if points else 'probit'}: "
        f"{quantity(other.estimate)} {unit} ({quantity(other.low)} to {quantity(other.high)}{p})."
    )


def _after(text: str) -> str:
    return f" {text}" if text else ""


def rating_detectable(where: str, rows: dict[str, Row], settings: Mapping[str, object]) -> str:
    """Return which true difference of two systems such ratings would show; empty if unknown."""
    row = rows.get(f"mde[{where}]")
    if row is None:
        return ""
    unit = (
        f"latent units ({settings['link']})" if settings["model"] == "ordinal" else "rating points"
    )
    return (
        f"A study like this one finds a true difference of {quantity(row.estimate)} {unit} with "
        f"power 0.8{' (by this comparison alone)' if f'raw_pvalue[{where}]' in rows else ''}."
    )


def _pvalues(z: float, by_t: Row | None) -> str:
    """Return the p-value of a difference; by t too where raters are too few for Wald's z."""
    if by_t is None or by_t.pvalue is None:
        return pvalue(z)
    return f"{pvalue(z)} by Wald's z, {pvalue(by_t.pvalue)} by t"


def _others(rows: Iterable[str]) -> str:
    """Say where other columns of the fixed effects stand, if there are any.

    Each term that is part of no product has a likelihood ratio.
    """
    terms = [name for name in rows if name.startswith("likelihood_ratio[")]
    return ", other columns at their means" if len(terms) > 1 else ""


def _term(row: Row, rows: dict[str, Row]) -> str:
    p = pvalue(row.pvalue) if row.pvalue is not None else "p not defined"
    if row.quantity == "f_test":
        ends = (f"df[f_test {place_of(row)}, {end}]" for end in ("numerator", "denominator"))
        numerator, denominator = (rows[end].estimate for end in ends)
        product = ":" in place_of(row)
        what = "How {} act together" if product else "All differences of {} at once"
        return (
            f"{what.format(place_of(row).replace(':', ' and '))}: F({number(numerator)}, "
            f"{number(denominator)}) = {number(row.estimate)}, {p} (Satterthwaite)."
        )
    df = rows[f"df[likelihood_ratio {place_of(row)}]"].estimate
    value = number(row.estimate)
    return f"Likelihood ratio of {place_of(row)}: chi-square({number(df)}) = {value}, {p}."


def _agreement(rows: dict[str, Row]) -> str:
    alpha = next((row for row in rows.values() if row.quantity == "alpha"), None)
    shares = [row for row in rows.values() if row.quantity == "icc"]
    said = []
    if shares:
        one, other = shares
        where = place_of(one).partition(", ")[2]
        of = f"For ratings {'at' if '=' in where else 'of'} {where}, " if where else ""
        said.append(
            f"{of}{percent(one.estimate)} of the variance of one rating is due to items; "
            f"{percent(other.estimate)} if raters' own levels are set aside (intraclass "
            "correlation)."
        )
    if alpha is not None and not isnan(alpha.estimate):
        ends = "" if isnan(alpha.low) else f" ({percent(alpha.level or 0)} interval {_ends(alpha)})"
        said.append(
            f"Krippendorff's alpha ({place_of(alpha)}) is {quantity(alpha.estimate)}{ends}."
        )
    return " ".join(said)


def ratings_tables(result: Result) -> list[Table]:
    """Return coefficients, thresholds, random effects and category probabilities."""
    tables = [_coefficients(result), _thresholds(result), _deviations(result), _categories(result)]
    return [table for table in tables if table[2]]


def _coefficients(result: Result) -> Table:
    rows = {row.estimand: row for row in result.rows}
    found = [row for row in result.rows if row.quantity == "coefficient"]
    linear = result.provenance["settings"]["model"] == "linear"
    level = percent(found[0].level or 0.0) if found else ""
    header = ["coefficient", "estimate", "standard error", f"{level} interval"]
    small = any(row.quantity == "small_sample" for row in result.rows)
    header += ["df", "p (t)"] if linear else ["p (Wald z)", *(["df", "p (t)"] if small else [])]
    body = []
    for row in found:
        error = rows[f"standard_error[{place_of(row)}]"].estimate
        cells = [place_of(row), quantity(row.estimate), quantity(error), _ends(row)]
        p = "" if row.pvalue is None else f"{row.pvalue:.4g}"
        df = _df(rows, place_of(row))
        if linear:
            cells += [df, p]
        elif small:
            other = rows.get(f"small_sample[{place_of(row)}]")
            cells += [p, df, "" if other is None else f"{other.estimate:.4g}"]
        else:
            cells.append(p)
        body.append(cells)
    return "Fixed effects", header, body


def _df(rows: dict[str, Row], name: str) -> str:
    row = rows.get(f"df[{name}]")
    if row is None:
        return ""
    if isinf(row.estimate):
        return "infinite"
    return f"{row.estimate:.4g}" if row.estimate < 1000 else f"{row.estimate:,.0f}"


def _thresholds(result: Result) -> Table:
    found = [row for row in result.rows if row.quantity == "threshold"]
    level = percent(found[0].level or 0.0) if found else ""
    body = [[place_of(row), quantity(row.estimate), _ends(row)] for row in found]
    return "Thresholds", ["threshold", "estimate", f"{level} interval"], body


def _deviations(result: Result) -> Table:
    body = []
    for row in result.rows:
        if row.quantity == "sd":
            group, term = str(row.at["group"]), str(row.at.get("term", ""))
            levels = "" if group == "residual" else f"{row.n:,}"
            body.append([group, term, quantity(row.estimate), levels])
        if row.quantity == "correlation":
            group, first, second = (str(row.at[key]) for key in ("group", "term", "other"))
            body.append([group, f"correlation {first}, {second}", quantity(row.estimate), ""])
    return "Random effects", ["group", "term", "standard deviation", "levels"], body


def _categories(result: Result) -> Table:
    cells: dict[str, dict[str, str]] = {}
    for row in result.rows:
        if row.quantity == "category":
            category = str(row.at["category"])
            cells.setdefault(str(row.at["system"]), {})[category] = percent(row.estimate)
    categories = list(next(iter(cells.values()), {}))
    body = [[name, *(found[c] for c in categories)] for name, found in cells.items()]
    others = _others(row.estimand for row in result.rows)
    return f"Ratings by a typical rater of a typical item{others}", ["", *categories], body


def _ends(row: Row) -> str:
    if isnan(row.low) or isnan(row.high):
        return "not defined"
    return f"{quantity(row.low)} to {quantity(row.high)}"
