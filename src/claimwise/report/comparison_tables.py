"""Comparisons as tables: a line each, with what is believed of them and under which priors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimwise.core import At, Result, Row
from claimwise.report.answer import Table, table
from claimwise.report.compared import Compared, chosen_interval
from claimwise.report.method import short_name
from claimwise.report.numbers import chance, compact, level_percent, p_cell
from claimwise.report.quantities import quantity_of, value
from claimwise.report.scale import score_places
from claimwise.report.tabled import Column, tabled

WORDS = {1.0: "better", 0.0: "open", -1.0: "worse"}
CLAIMED = {1.0: "pass", 0.0: "open", -1.0: "fail"}
ALIKE = {1.0: "different", 0.0: "open", -1.0: "different"}
NO_CHANCES: Mapping[str, str] = {}
ROPE = {1.0: "different", 0.0: "undecided", -1.0: "equivalent"}
BELIEFS: tuple[
    tuple[str, dict[str, str], str], ...
] = (  # quantity, where within the comparison, heading
    ("probability_greater", {}, "P(B > A)"),
    ("probability_greater", {"against": "margin"}, "P(B beyond margin)"),
    ("probability_less", {"against": "margin"}, "P(A beyond margin)"),
    ("probability_rope", {}, "P(region)"),
    ("hdi_rope", {}, "HDI + ROPE"),
    ("bayes_factor_01", {}, "BF region"),
    ("bayes_factor_direction", {}, "BF direction"),
    ("bayes_factor_01", {"against": "point"}, "BF no difference"),
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
    """Return a line for each comparison of two systems: scores, difference, p and verdict.

    `heading` is that of the differences, by default of their scale. `chances` are further columns:
    their headings by the quantities, which are probabilities.
    """
    header = [first, *(found[0].names() if scores and found else ("", ""))]
    interval = next((chosen_interval(c.difference) for c in found if c.difference.level), "")
    scales = {c.scale for c in found}
    column = scales.pop().column if len(scales) == 1 else "difference"
    header += [heading or column, interval, _corrected(found), "verdict", *chances.values()]
    header += ["detectable", "items", "clusters"]
    body = []
    for c in found:
        row, places = c.difference, c.scale.decimals(c.difference)
        low, mde = row.low == row.low, c.row("mde")
        body.append(
            [
                c.label,
                *((_score(c, c.a), _score(c, c.b)) if scores else ("", "")),
                signed(c.scale.bare(row.estimate, places)),
                c.scale.ends(row, places) if low else "",
                p_cell(c.pvalue),
                verdict_word(c),
                *(_chance(c.row(quantity)) for quantity in chances),
                "" if mde is None else value(mde, c.scale),
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


def _chance(row: Row | None) -> str:
    return "" if row is None else compact(chance(row))


def signed(shown: str) -> str:
    """Return a difference with its sign, also if it is positive."""
    return shown if shown.startswith("-") or not shown.strip("0.,") else f"+{shown}"


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
    body, level = [], None
    for label, c, at in lines:
        mean = c.row("posterior_difference", **at)
        cells = [label, "", ""]
        if mean is not None:
            level = mean.level
            places = c.scale.decimals(mean)
            cells[1:] = signed(c.scale.bare(mean.estimate, places)), c.scale.ends(mean, places)
        rows = [c.row(quantity, **{**at, **where}) for quantity, where, _ in BELIEFS]
        if mean is not None or any(rows):
            body.append([*cells, *("" if row is None else _belief(row) for row in rows)])
    scales = {c.scale for _, c, _ in lines}
    column = scales.pop().column if len(scales) == 1 else "difference"
    header = [
        "",
        f"posterior {column}",
        f"{level_percent(level or 0.95)} HDI",
        *(h for *_, h in BELIEFS),
    ]
    return table(title, header, body)


def _belief(row: Row) -> str:
    if row.quantity == "hdi_rope":
        return ROPE.get(row.estimate, "")
    return compact(chance(row)) if quantity_of(row).form == "share" else value(row)


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
