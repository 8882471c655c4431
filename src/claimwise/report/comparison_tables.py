"""Comparisons as tables: a line each, with what is believed of them and under which priors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from claimwise.core import At, Result, Row
from claimwise.report.answer import Table, table
from claimwise.report.compared import Compared, chosen_interval
from claimwise.report.method import short_name
from claimwise.report.numbers import p_cell
from claimwise.report.quantities import value
from claimwise.report.scale import score_places
from claimwise.report.tabled import Column, cell, of_what, tabled
from claimwise.report.tabled import signed as signed  # for figures

WORDS = {1.0: "better", 0.0: "open", -1.0: "worse"}
CLAIMED = {1.0: "pass", 0.0: "open", -1.0: "fail"}
ALIKE = {1.0: "different", 0.0: "open", -1.0: "different"}
NO_CHANCES: Mapping[str, str] = {}
MEAN = "posterior_difference"
ROPE = {1.0: "different", 0.0: "undecided", -1.0: "equivalent"}
BELIEFS = (
    Column("probability_greater", "P(B > A)"),
    Column("probability_greater", "P(B beyond margin)", {"against": "margin"}),
    Column("probability_less", "P(A beyond margin)", {"against": "margin"}),
    Column("probability_rope", "P(region)"),
    Column("hdi_rope", "HDI + ROPE", shows=lambda row: ROPE.get(row.estimate, "")),
    Column("bayes_factor_01", "BF region"),
    Column("bayes_factor_direction", "BF direction"),
    Column("bayes_factor_01", "BF no difference", {"against": "point"}),
)


def verdict_word(c: Compared) -> str:
    """Return the verdict of a comparison for a table: of B."""
    if c.verdict is None:
        return ""
    if c.alike:
        return (ALIKE if c.two_sided else ALIKE | {-1.0: "open"}).get(c.verdict, "not defined")
    if not c.has_margin:
        return WORDS.get(c.verdict * c.side, "not defined")
    return CLAIMED.get(c.verdict, "not defined")


def comparison_table(
    title: str,
    first: str,
    found: Sequence[Compared],
    *,
    scores: bool = True,
    heading: str = "",
    chances: Mapping[str, str] = NO_CHANCES,
) -> tuple[Table, ...]:
    """Return a line for each comparison of two systems: verdict, scores, difference, p.

    The verdict stands first, so that it stays where there is little room.

    `heading` is that of the differences, by default of their scale. `chances` are further columns:
    their headings by the quantities, which are probabilities.
    """
    header = [first, "verdict", *(found[0].names() if scores and found else ("", ""))]
    interval = next((chosen_interval(c.difference) for c in found if c.difference.level), "")
    header += [heading or _difference(found), interval, _corrected(found), *chances.values()]
    header += ["detectable", "items", "clusters"]
    body = []
    for c in found:
        row, places = c.difference, c.scale.decimals(c.difference)
        low = row.low == row.low
        body.append(
            [
                c.pair if first == "comparison" else c.label,
                verdict_word(c),
                *((_score(c, c.a), _score(c, c.b)) if scores else ("", "")),
                signed(c.scale.bare(row.estimate, places)),
                c.scale.ends(row, places) if low else "",
                p_cell(c.pvalue),
                *(_value(c, c.row(quantity)) for quantity in chances),
                _value(c, c.row("mde")),
                "" if row.n is None else f"{row.n:,}",
                f"{c.settings['clusters']:,}" if c.settings.get("clusters") else "",
            ]
        )
    return table(title, header, body)


def _corrected(found: Sequence[Compared]) -> str:
    """Return the heading of p-values, with what they are corrected by."""
    known = found[0].settings if found else {}
    how = known.get("corrected") or known.get("correct")
    if how in (None, "none"):
        return "p"
    return f"p ({short_name('correction', str(how))})"


def _score(c: Compared, system: str) -> str:
    row = c.row("score", system=system)
    return "" if row is None else c.scale.score(row.estimate, score_places(row))


def _value(c: Compared, row: Row | None) -> str:
    return "" if row is None else value(row, c.scale)


def _difference(found: Sequence[Compared]) -> str:
    """Return the heading of differences, with their unit if they have the same."""
    scales = {c.scale for c in found}
    return scales.pop().column if len(scales) == 1 else "difference"


def belief_table(found: Sequence[Compared], title: str = "Posterior") -> tuple[Table, ...]:
    """Return the posterior and the Bayes factors of each comparison; none without them."""
    return _beliefs(title, [(c.label, c, {}) for c in found])


def prior_table(found: Sequence[Compared]) -> tuple[Table, ...]:
    """Return the answers under other priors, a line for each prior of each comparison."""
    lines: list[tuple[str, Compared, At]] = []
    for c in found:
        of = f"{c.label}, " if len(found) > 1 else ""
        priors = dict.fromkeys(row.at["prior"] for row in c.rows if "prior" in row.at)
        lines += [(f"{of}{prior}", c, {"prior": prior}) for prior in priors]
    return _beliefs("Under other priors", lines)


def _beliefs(title: str, lines: Sequence[tuple[str, Compared, At]]) -> tuple[Table, ...]:
    """Return a line for each comparison, or for each prior of one."""
    found = [c for _, c, _ in lines]
    means = [row for c in found for row in c.rows if row.quantity == MEAN]
    of = next((c.settings["of"] for c in found if c.settings.get("of")), "")
    columns = (
        Column(MEAN, f"posterior {_difference(found)}{of_what(of)}", shows="signed"),
        Column(MEAN, chosen_interval(means[0]) if means else "", shows="ends"),
        *(replace(column, heading=f"{column.heading}{of_what(of)}") for column in BELIEFS[:1]),
        *BELIEFS[1:],
    )
    body = [[label, *_cells(c, at, columns)] for label, c, at in lines]
    header = ["", *(column.heading for column in columns)]
    return table(title, header, [line for line in body if any(line[1:])])


def _cells(c: Compared, at: At, columns: Sequence[Column]) -> list[str]:
    return [cell(c.rows, {**c.at, **at}, column, c.scale) for column in columns]


def predictive_table(result: Result) -> tuple[Table, ...]:
    """Return the predictive checks: a line for each statistic of each system."""
    return tabled(
        "Share of drawn data above the real ones; near 0 or 1, the model misses something",
        result.rows,
        by={"statistic": "statistic", "system": "system"},
        columns=[
            Column("predictive", "fitted model", shows=_share),
            Column("prior_predictive", "prior", shows=_share),
        ],
    )


def _share(row: Row) -> str:
    return f"{row.estimate:.3f}"
