"""What is concluded of rated systems: of each pair, and of all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

from claimwise.assess.leader import verdict_of_all
from claimwise.core import Row
from claimwise.htest.claims import Claim


def claim_settings(level: float) -> dict[str, object]:
    """Return what is claimed of each pair, for the provenance: a difference, either way."""
    claim = Claim(alpha=1 - level)
    return {"claim": claim.kind, "alternative": claim.alternative, "alpha": claim.alpha}


def judged(row: Row, level: float, *, converged: bool = True) -> Row:
    """Return the verdict on a difference: 1 where B is ahead, -1 where A is, 0 where it is open.

    NaN where there is no p-value, or a search that did not arrive gave it.
    """
    p = row.pvalue if row.pvalue is not None and converged else nan
    verdict = Claim(alpha=1 - level).by_tests(row.estimate, [p], [])
    return Row(quantity="verdict", at=row.at, estimate=verdict, pvalue=row.pvalue, n=row.n)


def verdict_rows(rows: Sequence[Row], level: float, *, converged: bool) -> list[Row]:
    """Return a verdict on each difference, by its p-value.

    Of more than two systems another one, without a place, is on all of them.
    """
    differences = [row for row in rows if row.quantity == "difference"]
    verdicts = [judged(row, level, converged=converged) for row in differences]
    if len(verdicts) < 2:
        return verdicts
    return [*verdicts, verdict_of_all(verdicts)]
