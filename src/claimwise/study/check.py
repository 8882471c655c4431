"""Is a study complete, consistent, frozen, and powered?"""

from __future__ import annotations

from math import isnan, nan

from claimwise.core import ClaimwiseError, Result, Row, label, provenance
from claimwise.study.complete import faults_of, missing
from claimwise.study.declaration import Study
from claimwise.study.freeze import UNCHANGED, verify

METHOD = "study check"
SHOWN = ("power", "mde", "sample_size")


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
        power is not known), and the power, the smallest detectable difference and the sample
        size of each comparison. What is missing or wrong stands in the settings and in words.
    """
    lacks, faults, seal = missing(study), faults_of(study), verify(study)
    power: Result | None = None
    if all(place == "assumptions.source" for place, _ in lacks):
        try:
            power = study.power()
        except ClaimwiseError as error:  # such as a test that does not fit the claim
            faults.append(str(error))
    rows = [
        Row(estimand="complete", estimate=float(not lacks)),
        Row(estimand="consistent", estimate=float(not faults)),
        Row(estimand="frozen", estimate=float(seal.state == UNCHANGED)),
        Row(estimand="powered", estimate=powered(study, power)),
    ]
    if power is not None:
        rows += [row for row in power.rows if row.name in SHOWN]
    settings = {
        "verb": METHOD,
        "title": study.title,
        "kind": study.kind,
        "comparisons": [comparison.name for comparison in study.comparisons],
        "missing": [list(lack) for lack in lacks],
        "faults": faults,
        "state": seal.state,
        "hash": seal.hash,
        "date": str(seal.frozen.date) if seal.frozen else None,
        "changes": list(seal.changes),
        "target": study.target,
        "plan": dict(power.provenance.get("settings", {})) if power else None,
        "method": power.method if power else None,
    }
    return Result(
        method=METHOD,
        rows=tuple(rows),
        notes=power.notes if power else (),
        provenance=provenance(settings, seed=study.seed),
    )


def powered(study: Study, power: Result | None) -> float:
    """Return 1 if every comparison reaches the declared power, 0 if one does not.

    Undefined where that is not known: no power, or one whose simulation leaves both possible.
    """
    if power is None:
        return nan
    reached = []
    for row in power.rows:
        of = {label(comparison.name) for comparison in study.comparisons}
        if row.name == "power" and (row.qualifier in of or len(study.comparisons) == 1):
            unsure = row.low < study.target <= row.high
            reached.append(nan if unsure or isnan(row.estimate) else row.estimate >= study.target)
    if any(one == 0 for one in reached):
        return 0.0
    return 1.0 if reached and all(one == 1 for one in reached) else nan
