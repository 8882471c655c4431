"""What two and many systems share: one comparison on one data set, and the Result of all."""

from __future__ import annotations

from typing import Any

from claimwise.assess.bayesian import is_bayesian
from claimwise.assess.multiplicity import PROMISE
from claimwise.assess.nested import nest
from claimwise.assess.one import Comparison, compare_one
from claimwise.assess.question import Question
from claimwise.assess.sources import PairedSource, Source
from claimwise.assess.vary import refuse_constant
from claimwise.core import DataError, Result, Row, label, provenance, sentence

Told = dict[str, Any]  # metric, dataset and fingerprint of the data


def compare_on(
    source: Source, a: str, b: str, dataset: str | None, question: Question, where: str = ""
) -> Comparison:
    """Compare two systems on one data set, or on all of them together."""
    evidence = source.evidence(a, b, dataset)
    refuse_constant(evidence, question.claim)
    found = compare_one(evidence, question, where or label(dataset or ""))
    if question.runs == "nested":
        if not isinstance(source, PairedSource):
            raise DataError(sentence("runs nested", "scores item by item", "none"))
        nest(found, question, source.scores)
    return found


def correction_note(how: str, comparisons: int) -> str:
    """Say how p-values were corrected, and what that promises."""
    return f"{comparisons} comparisons, corrected by {how}: {PROMISE[how]}."


def make_result(
    source: Source,
    found: list[Comparison],
    rows: list[Row],
    notes: list[str],
    question: Question,
    told: Told,
    systems: tuple[str, ...],
) -> Result:
    """Return rows and notes with everything they rest on."""
    claim, last = question.claim, found[-1]
    shapes = [s for c in found if (s := c.shape or (c.evidence and c.evidence.shape()))]
    shape = shapes[0]
    data = told.pop("data", None)
    settings = {
        "verb": "compare",
        "a": systems[0],
        **({"b": systems[1]} if len(systems) == 2 else {"systems": list(systems)}),
        "claim": claim.kind,
        "margin": claim.margin,
        "alternative": claim.alternative or "one-sided",
        "alpha": claim.alpha,
        "better": claim.better,
        "assess": list(question.ways),
        "test": last.test_name,
        "interval": last.interval_name,
        "paired": shape.paired,
        "clusters": shape.clusters or None,
        "n_a": shape.n_a,
        "n_b": shape.n_b,
        "equal_n": all(s.n_a == s.n_b for s in shapes),
        "unit": "points" if all(s.verdicts for s in shapes) else "score",
        "target": question.power,
        "rope": question.rope,
        "prior": str(question.prior) if is_bayesian(question) else None,
        "resamples": question.resamples if any(c.simulated for c in found) else None,
        **told,
    }
    simulated = any(c.simulated for c in found) or (
        last.interval is not None and last.interval.resampled
    )
    return Result(
        method=settings.get("test") or settings.get("interval") or "posterior",
        rows=tuple(rows),
        notes=tuple(dict.fromkeys([*source.notes(), *notes])),
        provenance=provenance(
            {key: value for key, value in settings.items() if value is not None},
            seed=question.seed if simulated else None,
            data=data,
        ),
    )
