"""A difference found by a model, with the verdict on the claim: said as a comparison is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isnan, nan
from typing import Any, NamedTuple

from claimwise.assess.claims import Claim
from claimwise.core import Note, ParameterError, Result, Row, provenance
from claimwise.study.declaration import Comparison, Study


class Contrast(NamedTuple):
    """B minus A as a model has it; the p-value is NaN where the model has none."""

    estimate: float
    low: float
    high: float
    pvalue: float
    n: int  # items
    test: str  # in words
    interval: str


def only_differences(who: str, comparison: Comparison) -> None:
    """Refuse claims that the plans of models do not know: they test a difference, two-sided."""
    if comparison.says != "difference" or comparison.alternative not in (None, "two-sided"):
        asked = comparison.says if comparison.says != "difference" else comparison.alternative
        raise ParameterError(
            who,
            "the claim of a difference, two-sided, whose power can be planned",
            asked,
            "Leave alternative and margin out.",
        )


def spread_rows(rows: Sequence[Row]) -> list[Row]:
    """Return the deviations of raters and items under a name that no posterior has."""
    return [replace(row, quantity="random_sd") for row in rows if row.quantity == "sd"]


def judged(
    study: Study,
    comparison: Comparison,
    found: Contrast,
    *,
    method: str,
    rows: Sequence[Row] = (),
    notes: Sequence[Note] = (),
    data: str | None = None,
    **settings: Any,
) -> Result:
    """Return the difference, the verdict, and what else is known."""
    claim = Claim.of(
        "difference",
        margin=None,
        alternative=comparison.alternative,
        alpha=study.alpha,
        better=comparison.better or "higher",
        level=None,
    )
    verdict = claim.by_tests(claim.up * found.estimate, [found.pvalue], [])
    undefined = isnan(found.pvalue)
    shown = "interval" in (study.procedure.get("assess") or ["interval"])
    difference = Row(
        quantity="difference",
        estimate=found.estimate,
        n=found.n,
        low=found.low if shown else nan,
        high=found.high if shown else nan,
        level=claim.interval_level if shown else None,
        kind="confidence" if shown else None,
        pvalue=None if undefined else found.pvalue,
    )
    told = {
        "verb": "compare",
        "a": comparison.a,
        "b": comparison.b,
        "claim": claim.kind,
        "margin": 0.0,
        "alternative": claim.alternative,
        "alpha": claim.alpha,
        "better": claim.better,
        "assess": ["test", "interval"] if shown else ["test"],
        "test": found.test,
        "interval": found.interval,
        "paired": True,
        "details": {"": {"test": found.test, "interval": found.interval}},
        "unit": "score",
        "target": study.target,
        **settings,
    }
    return Result(
        kind="comparison",
        method=method,
        rows=(difference, Row(quantity="verdict", estimate=verdict, n=found.n), *rows),
        notes=tuple(dict.fromkeys(notes)),
        provenance=provenance(told, data=data),
    )
