"""Is a study complete, consistent, frozen, and powered?"""

from __future__ import annotations

from math import isnan, nan

from claimwise.core import ClaimwiseError, Result, Row, provenance
from claimwise.study.bundle import names_of
from claimwise.study.complete import faults_of, missing
from claimwise.study.declaration import FIXED, Study
from claimwise.study.freeze import UNCHANGED, verify

METHOD = "study check"
EARLY = ("sequential", "anytime")  # what marks the power of a study that may stop early


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
        settings and in words.
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
    }
    made = provenance(settings, seed=study.seed)
    if power is not None:
        made["plan"] = {"method": power.method, **power.provenance}
    return Result(
        method=METHOD,
        rows=(*rows, *(power.rows if power else ())),
        notes=power.notes if power else (),
        provenance=made,
    )


def powered(study: Study, power: Result | None) -> float:
    """Return 1 if every comparison reaches the declared power, 0 if one does not.

    Undefined where that is not known: no power, or one whose simulation leaves both possible.
    Where a plan has several cases, each must reach it.
    """
    if power is None:
        return nan
    reached = []
    for name in names_of(study):
        cases = _cases(study, power, name)
        reached += [_reaches(row, study.target) for row in cases] or [nan]
    if any(one == 0 for one in reached):
        return 0.0
    return 1.0 if all(one == 1 for one in reached) else nan


def _cases(study: Study, power: Result, name: str) -> list[Row]:
    """Return the powers of a comparison: the one without a case, or those of all cases."""
    cases = {}
    for row in power.rows:
        if row.name != "power" or not f", {row.qualifier}".endswith(f", {name}" if name else ""):
            continue
        inner = row.qualifier.removesuffix(name).removesuffix(", ")
        if inner != "at most":
            cases[inner] = row
    if study.stopping.rule != FIXED:
        return [row for inner, row in cases.items() if inner.startswith(EARLY)]
    return [cases[""]] if "" in cases else list(cases.values())


def _reaches(row: Row, target: float) -> float:
    unsure = row.low < target <= row.high
    return nan if unsure or isnan(row.estimate) else float(row.estimate >= target)
