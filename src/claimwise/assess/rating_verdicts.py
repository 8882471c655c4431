"""What is concluded of rated systems: of each pair, and of all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import nan

from claimwise.assess.leader import verdict_of_all
from claimwise.core import At, Note, Row, caution, spelled
from claimwise.htest.claims import CONTRADICTED, INCONCLUSIVE, SUPPORTED, Claim

FEW = 3  # pairs that a caution names


def claim_settings(level: float) -> dict[str, object]:
    """Return what is claimed of each pair, for the provenance: a difference, either way."""
    claim = Claim(alpha=1 - level)
    return {"claim": claim.kind, "alternative": claim.alternative, "alpha": claim.alpha}


def by_deciding_p(rows: Sequence[Row]) -> list[Row]:
    """Return the differences with the p-values that decide.

    By t where an ordinal model has few raters or items: there Wald's z finds too much.
    """
    by_t = {_pair(row.at): row.pvalue for row in rows if row.quantity == "small_sample"}
    return [
        replace(row, pvalue=row.pvalue if (p := by_t.get(_pair(row.at))) is None else p)
        for row in rows
        if row.quantity == "difference"
    ]


def _pair(at: At) -> tuple[object, object]:
    return at.get("b"), at.get("a")


def judged(row: Row, level: float, *, converged: bool = True) -> Row:
    """Return the verdict on a difference: 1 where B is ahead, -1 where A is, 0 where it is open.

    NaN where there is no p-value, or a search that did not arrive gave it.
    """
    p = row.pvalue if row.pvalue is not None and converged else nan
    verdict = Claim(alpha=1 - level).by_tests(row.estimate, [p], [])
    return Row(quantity="verdict", at=row.at, estimate=verdict, pvalue=row.pvalue, n=row.n)


def verdict_rows(rows: Sequence[Row], level: float, *, converged: bool) -> list[Row]:
    """Return a verdict on each difference, with the p-value that decides it.

    Of more than two systems another one, without a place, is on all of them.
    """
    differences = by_deciding_p(rows)
    verdicts = [judged(row, level, converged=converged) for row in differences]
    if len(verdicts) < 2:
        return verdicts
    return [*verdicts, verdict_of_all(verdicts)]


def interval_notes(rows: Sequence[Row], said: Sequence[Note], *, ordinal: bool) -> list[Note]:
    """Say so where the interval that is shown reads otherwise than the verdict.

    An ordinal model decides by its p-value, and rating points are shown with the interval of a
    linear one; p-values of several pairs are corrected, intervals are not. Pairs of which `said`
    already tells are left out.
    """
    verdicts = {_pair(row.at): row for row in rows if row.quantity == "verdict" and row.at}
    shown = {_pair(row.at): row for row in rows if row.quantity == "difference"}
    shown |= {_pair(row.at): row for row in rows if row.quantity == "points"}
    known = {note.about for note in said}
    pairs = [
        f"{b} and {a}"
        for (b, a), verdict in verdicts.items()
        if verdict.estimate in (SUPPORTED, CONTRADICTED, INCONCLUSIVE)
        and verdict.estimate != _by_interval(shown[b, a])
        and spelled(verdict.at) not in known
    ]
    if not pairs:
        return []
    several = len(verdicts) > 1
    alone = ", which is that of the pair alone," if several else ""
    corrected = ", corrected for the number of pairs" if several else ""
    named = ", ".join(pairs[:FEW]) + (f" and {len(pairs) - FEW} more" if len(pairs) > FEW else "")
    return [
        caution(
            f"{named}: the interval{alone} reads otherwise than the verdict, which follows the "
            f"p-value of the {'ordinal ' if ordinal else ''}model{corrected}."
        )
    ]


def _by_interval(row: Row) -> float:
    return SUPPORTED if row.low > 0 else CONTRADICTED if row.high < 0 else INCONCLUSIVE
