"""Is a study complete, consistent, frozen, and powered?"""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from claimwise.core import ClaimwiseError, Result, Row, provenance
from claimwise.study.complete import faults_of, missing
from claimwise.study.declaration import Study
from claimwise.study.freeze import CHANGED, DAMAGED, UNCHANGED, verify
from claimwise.study.reached import deciding, powered
from claimwise.study.schema import find_kind

METHOD = "study check"


def check(study: Study) -> Result:
    """Check a declaration before the data are collected.

    Parameters
    ----------
    study : Study
        The declaration.

    Returns
    -------
    Result
        Rows `complete`, `consistent` and `frozen` (1 or 0), `powered` (1, 0, or undefined where
        power is not known), and those of `Study.power`. What is missing or wrong stands in the
        settings and in words, and so do the rows by which the power is judged, those that decide
        `Study.power` (see `Result.deciding`). The setting `readiness` says what it comes to:
        ready, or the gravest reason why not (see `readiness`).
    """
    lacks, faults, seal = missing(study), faults_of(study), verify(study)
    power: Result | None = None
    if all(place == "assumptions.source" for place, _ in lacks):
        try:
            power = study.power()
        except ClaimwiseError as error:  # such as a test that does not fit the claim
            faults.append(str(error))
    reached = powered(study, power)
    rows = [
        Row(quantity="complete", estimate=float(not lacks)),
        Row(quantity="consistent", estimate=float(not faults)),
        Row(quantity="frozen", estimate=float(seal.state == UNCHANGED)),
        Row(quantity="powered", estimate=reached),
    ]
    settings = {
        "verb": METHOD,
        "title": study.title,
        "kind": study.kind,
        "called": find_kind(study.kind).called,
        "comparisons": [comparison.name for comparison in study.comparisons],
        "missing": [list(lack) for lack in lacks],
        "faults": faults,
        "readiness": readiness(faults, lacks, seal.state, reached),
        "state": seal.state,
        "hash": seal.hash,
        "date": str(seal.frozen.date) if seal.frozen else None,
        "changes": list(seal.changes),
        "damaged": DAMAGED if seal.damaged else None,
        "target": study.target,
        "stopping": study.stopping.rule,
        "judged_by": [
            {
                "measure": rows[0].quantity if rows else "power",
                "rows": [row.estimand for row in rows],
            }
            for rows in (deciding(study, power) if power else [])
        ],
    }
    made = provenance(settings, seed=study.seed)
    if power is not None:
        made["plan"] = {"kind": power.kind, "method": power.method, **power.provenance}
    return Result(
        kind=METHOD,
        method=METHOD,
        rows=(*rows, *(power.rows if power else ())),
        notes=power.notes if power else (),
        provenance=made,
    )


def readiness(faults: Sequence[object], lacks: Sequence[object], state: str, powered: float) -> str:
    """Return ready, or why a study is not: a fault weighs more than a gap.

    >>> readiness([], [], "unfrozen", 1.0), readiness([], ["data.n"], "unfrozen", 0.0)
    ('ready', 'too small')
    """
    if faults:
        return "inconsistent"
    if state == CHANGED:
        return "changed"
    if powered == 0:
        return "too small"
    return "incomplete" if lacks else "unknown" if isnan(powered) else "ready"
