"""Is a study complete, consistent, frozen, and powered?"""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from claimwise.core import ClaimwiseError, Result, Row, provenance
from claimwise.kinds import find_kind
from claimwise.study.complete import faults_of, missing
from claimwise.study.declaration import FIXED, Study
from claimwise.study.freeze import CHANGED, DAMAGED, UNCHANGED, Seal, verify
from claimwise.study.reached import deciding, powered

METHOD = "study check"
AVERAGES = ("expected_power", "assurance")  # known of one look at the end alone


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
        settings, and so do the rows by which the power is judged, those that decide
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
    reached, judged = powered(study, power), deciding(study, power) if power else []
    state = readiness(faults, lacks, seal.state, reached)
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
        "faults": faults,
        "matters": [*_unknown(study, state, judged), *faults, *_sealed(seal), *_lacking(lacks)],
        "readiness": state,
        "state": seal.state,
        "hash": seal.hash,
        "date": str(seal.frozen.date) if seal.frozen else None,
        "target": study.target,
        "stopping": study.stopping.rule,
        "judged_by": [
            {
                "measure": rows[0].quantity if rows else "power",
                "rows": [row.estimand for row in rows],
            }
            for rows in judged
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


def _unknown(study: Study, state: str, judged: Sequence[Sequence[Row]]) -> list[str]:
    """Say why it is not known whether the power suffices; nothing where it is."""
    rows = [row for of_one in judged for row in of_one]
    why = ""
    if study.stopping.rule != FIXED and any(row.quantity in AVERAGES for row in rows):
        why = ": its average is that of one look at the end, and another rule is declared"
    if any(row.low < study.target <= row.high for row in rows):
        why = ": the simulation leaves both possible; more replicates would tell"
    said = f"Whether the study reaches power {100 * study.target:.6g}% is not known{why}."
    return [said] if state == "unknown" else []


def _sealed(seal: Seal) -> list[str]:
    """Say what changed since the study was frozen, and whether its record is damaged."""
    changes = "; ".join(seal.changes) or "which keys changed cannot be known"
    said = f"The declaration changed since it was frozen on {seal.frozen and seal.frozen.date}: "
    changed = [f"{said}{changes}."] if seal.state == CHANGED else []
    return [*changed, *([DAMAGED] if seal.damaged else [])]


def _lacking(lacks: Sequence[tuple[str, str]]) -> list[str]:
    """Say what is still to be declared."""
    listed = ", ".join(f"{place} ({why})" for place, why in lacks)
    return [f"Still to be declared: {listed}."] if lacks else []


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
