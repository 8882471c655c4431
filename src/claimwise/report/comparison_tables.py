"""Comparisons as tables: a line each, with what is believed of them and under which priors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isnan

from claimwise.core import At, Result
from claimwise.report.answer import Table, Tile, table
from claimwise.report.comparison_rows import Compared, favourable
from claimwise.report.method import short_name
from claimwise.report.numbers import p_cell
from claimwise.report.quantities import chosen_interval, ends
from claimwise.report.scale import heading
from claimwise.report.tables import Column, cell, interval_columns, of_what, shown, table_of

WORDS = {1.0: "better", 0.0: "open", -1.0: "worse"}
CLAIMED = {1.0: "pass", 0.0: "open", -1.0: "fail"}
MEAN = "posterior_difference"
ROPE = {1.0: "different", 0.0: "undecided", -1.0: "equivalent"}
AT_MARGIN: At = {"against": "margin"}
BELIEFS = (
    Column("probability_greater", "P(B better)"),
    Column("probability_greater", "P(B passes)", AT_MARGIN),
    Column("probability_less", "P(A passes)", AT_MARGIN),
    Column("probability_rope", "P(region)"),
    Column("hdi_rope", "HDI + ROPE", shows=lambda row: ROPE.get(row.estimate, "")),
    Column("bayes_factor_01", "BF region"),
    Column("bayes_factor_direction", "BF direction"),
    Column("bayes_factor_01", "BF no difference", {"against": "point"}),
)


def verdict_word(c: Compared) -> str:
    """Return the verdict of a comparison in a word: of B. Empty where nothing was judged."""
    if c.verdict is None:
        return ""
    if isnan(c.verdict):
        return "not defined"
    if c.alike:
        return "different" if c.verdict > 0 or (c.verdict and c.two_sided) else "open"
    return CLAIMED[c.verdict] if c.has_margin else WORDS[c.side * c.verdict]


def where_of(found: Sequence[Compared]) -> tuple[list[str], list[list[str]]]:
    """Return what tells comparisons apart: headings, and for each what stands below them.

    The systems stand there where they are not always the same, or nothing else does.
    """
    body = [list(c.where.values()) for c in found]
    several = len({c.pair for c in found}) > 1 or not any(map(any, body))
    cells = [[c.pair if several else "", *rest] for c, rest in zip(found, body, strict=True)]
    return ["comparison", *found[0].where], cells


def comparison_table(title: str, found: Sequence[Compared]) -> tuple[Table, ...]:
    """Return a line for each comparison: where it stands, its verdict, scores, difference, p.

    The verdict stands early, so that it stays where there is little room. Scores are shown where
    all comparisons are of the same systems.
    """
    if not found:
        return ()
    where, body = where_of(found)
    alone = len({c.pair for c in found}) == 1
    scales = [c.scale for c in found]
    interval = next((chosen_interval(c.difference) for c in found if c.difference.level), "")
    header = [*where, "verdict", *found[0].names(), heading("difference", scales), interval]
    header += [
        _corrected(found[0]),
        "P(B better)",
        "superiority",
        "Cohen's d",
        "odds ratio",
        "detectable",
        "items",
        "clusters",
    ]
    for c, cells in zip(found, body, strict=True):
        row, mde, clusters = c.difference, c.row("mde"), c.settings.get("clusters")
        cells += [verdict_word(c), *(c.scored() if alone else ("", ""))]
        cells += [shown(row, "signed", c.scale), shown(row, "ends", c.scale), p_cell(c.pvalue)]
        sure = c.surpasses(c.b) if row.kind == "credible" else None
        cells += [shown(sure, "value"), shown(c.row("superiority"), "both")]
        cells += [shown(c.row(quantity), "value") for quantity in ("cohens_d", "odds_ratio")]
        known = mde if mde and not isnan(mde.estimate) else None
        cells += [c.scale.bare(known.estimate, c.places_beside) if known else ""]
        cells += [shown(row, "n"), f"{clusters:,}" if clusters else ""]
    return table(title, header, body)


def _corrected(c: Compared) -> str:
    """Return the heading of p-values, with what they are corrected by."""
    how = c.settings.get("corrected") or c.settings.get("correct")
    return "p" if how in (None, "none") else f"p ({short_name('correction', str(how))})"


def belief_table(found: Sequence[Compared], title: str = "Posterior") -> tuple[Table, ...]:
    """Return the posterior and the Bayes factors of each comparison; none without them."""
    return _beliefs(title, [(c, {}) for c in found])


def prior_table(found: Sequence[Compared]) -> tuple[Table, ...]:
    """Return the answers under other priors, a line for each prior of each comparison."""
    lines: list[tuple[Compared, At]] = []
    for c in found:
        priors = dict.fromkeys(row.at["prior"] for row in c.rows if "prior" in row.at)
        lines += [(c, {"prior": prior}) for prior in priors]
    return _beliefs("Under other priors", lines)


def _beliefs(title: str, lines: Sequence[tuple[Compared, At]]) -> tuple[Table, ...]:
    """Return a line for each comparison, or for each prior of one."""
    if not lines:
        return ()
    found = [c for c, _ in lines]
    rows = [row for c in found for row in c.rows]
    of = next((of_what(c.settings["of"]) for c in found if c.settings.get("of")), "")
    mean = heading("posterior difference", [c.scale for c in found])
    means = interval_columns(rows, MEAN, f"{mean}{of}", "signed")
    greater = replace(BELIEFS[0], heading=f"{BELIEFS[0].heading}{of}")
    columns = (*means, greater, *BELIEFS[1:])
    where, body = where_of(found)
    for (c, at), cells in zip(lines, body, strict=True):
        own = favourable(c).rows
        cells += [str(at.get("prior", ""))]
        cells += [cell(own, {**c.at, **at}, column, c.scale) for column in columns]
    known = [cells for cells in body if any(cells[len(where) + 1 :])]
    return table(title, [*where, "prior", *(column.heading for column in columns)], known)


def predictive_table(result: Result) -> tuple[Table, ...]:
    """Return the predictive checks: a line for each statistic of each system."""
    shares = {"predictive": "fitted model", "prior_predictive": "prior"}
    return table_of(
        "Share of drawn data above the real ones; near 0 or 1, the model misses something",
        result.rows,
        by={"statistic": "statistic", "system": "system"},
        columns=[
            Column(quantity, heading, shows=lambda row: f"{row.estimate:.3f}")
            for quantity, heading in shares.items()
        ],
    )


def comparison_tiles(every: Sequence[Compared]) -> tuple[Tile, ...]:
    """Return the difference of two systems on all data, and their scores; none of several."""
    whole = [c for c in every if not c.at or c.at == {"over": "combined"}]
    if len(whole) != 1 or isnan(whole[0].difference.estimate):
        return ()
    c, row = whole[0], whole[0].difference
    inside = c.scale.ends(row) if row.level else ""
    found = [Tile(f"{c.b} minus {c.a}", shown(row, "signed", c.scale), row, c.scale.unit, inside)]
    for name, size in reversed(list(zip((c.a, c.b), c.scored(), strict=True))):
        score = c.row("score", system=name)
        if score is not None:
            found.append(Tile(name, size, score, range=ends(score, c.scale)))
    return tuple(found)
