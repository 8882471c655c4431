"""Comparisons as tables: a line each, with what is believed of them and under which priors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite

from claimwise.core import At, Result, Row
from claimwise.report.answer import Table, table
from claimwise.report.comparison_rows import Compared
from claimwise.report.method import short_name
from claimwise.report.numbers import p_cell
from claimwise.report.quantities import chosen_interval
from claimwise.report.scale import heading
from claimwise.report.tables import Column, cell, interval_columns, of_what, shown, table_of

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
    named: str = "",
    chances: Mapping[str, str] = NO_CHANCES,
) -> tuple[Table, ...]:
    """Return a line for each comparison of two systems: verdict, scores, difference, p.

    The verdict stands first, so that it stays where there is little room.

    `named` is what the differences are called, by default in their scale. `chances` are further
    columns: their headings by the quantities, which are probabilities.
    """
    header = [first, "verdict", *(found[0].names() if scores and found else ("", ""))]
    interval = next((chosen_interval(c.difference) for c in found if c.difference.level), "")
    header += [
        named or heading("difference", [c.scale for c in found]),
        interval,
        _corrected(found),
        *chances.values(),
    ]
    header += ["detectable", "items", "clusters"]
    body = []
    for c in found:
        row, scale = c.difference, c.scale
        scored = c.scored()
        body.append(
            [
                c.pair if first == "comparison" else c.label,
                verdict_word(c),
                *(scored if scores else ("", "")),
                shown(row, "signed", scale),
                shown(row, "ends", scale),
                p_cell(c.pvalue),
                *(shown(c.row(quantity), "value", scale) for quantity in chances),
                _detectable(c),
                shown(row, "n"),
                f"{c.settings['clusters']:,}" if c.settings.get("clusters") else "",
            ]
        )
    return table(title, header, body)


def _detectable(c: Compared) -> str:
    row = c.row("mde")
    if row is None or not isfinite(row.estimate) or c.places_beside is None:
        return shown(row, "value", c.scale)
    return c.scale.bare(row.estimate, c.places_beside)


def _corrected(found: Sequence[Compared]) -> str:
    """Return the heading of p-values, with what they are corrected by."""
    known = found[0].settings if found else {}
    how = known.get("corrected") or known.get("correct")
    if how in (None, "none"):
        return "p"
    return f"p ({short_name('correction', str(how))})"


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
    rows = [row for c in found for row in c.rows]
    of = next((of_what(c.settings["of"]) for c in found if c.settings.get("of")), "")
    mean = heading("posterior difference", [c.scale for c in found])
    means = interval_columns(rows, MEAN, f"{mean}{of}", "signed")
    greater = replace(BELIEFS[0], heading=f"{BELIEFS[0].heading}{of}")
    columns = (*means, greater, *BELIEFS[1:])
    body = [
        [label, *(cell(c.rows, {**c.at, **at}, column, c.scale) for column in columns)]
        for label, c, at in lines
    ]
    header = ["", *(column.heading for column in columns)]
    return table(title, header, [line for line in body if any(line[1:])])


def predictive_table(result: Result) -> tuple[Table, ...]:
    """Return the predictive checks: a line for each statistic of each system."""
    return table_of(
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
