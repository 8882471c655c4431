"""After the data: what do they show, assessed exactly as it was declared?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isnan, nan
from typing import Any

from claimwise.assess.claims import CONTRADICTED, INCONCLUSIVE
from claimwise.assess.multiplicity import ADJUST, PROMISE
from claimwise.core import ParameterError, Result, Row, label, qualified, requalify, sentence
from claimwise.study.bundle import EXPLORATORY, bundled, heeded, marked, names_of, part
from claimwise.study.declaration import Comparison, Study
from claimwise.study.deviations import Deviation, deviations_of, of_systems, refuse_unknown
from claimwise.study.explore import explored
from claimwise.study.freeze import CHANGED, UNFROZEN, verify
from claimwise.study.kind import Kind
from claimwise.study.schema import find_kind

OF_ALL = "combined"  # the label of all data sets together


def assess(study: Study, *data: Any, look: int | None = None, also: Sequence[str] = ()) -> Result:
    """Run exactly what was declared, and list every deviation of the data from it.

    Parameters
    ----------
    study : Study
        The declaration.
    *data : paths, a data frame, or data that were read
        What the kind of study takes.
    look : int, optional
        Which of the declared looks this is, counted from 1; by default the last.
    also : list of str
        Exploratory additions, such as ``test=wilcoxon``, ``metric=f1``, ``a=x,b=y`` or
        ``assess=posterior``: run, and marked as exploratory; no part of the verdict.

    Returns
    -------
    Result
        For each comparison `difference` (with the corrected p-value), `verdict` (1 supported,
        0 inconclusive, -1 contradicted) and what else the analysis says; `deviations`, their
        number, and ``deviation[WHAT]``; and what was explored, qualified by ``exploratory ...``.
    """
    if not data:
        raise ParameterError(sentence("study assess", "data", "none"))
    kind, names = find_kind(study.kind), names_of(study)
    listed = _deviations(kind, study, names, data)
    found = [kind.assess(study, comparison, data) for comparison in study.comparisons]
    rows: list[Row] = []
    notes: list[str] = []
    parts = {}
    if len(found) > 1:
        found, notes = corrected(kind, study, found, data)
    for name, result in zip(names, found, strict=True):
        rows += marked(result, name)
        notes += heeded(result, name)
        parts[name] = part(result)
    rows.append(Row(estimand="deviations", estimate=float(len(listed))))
    for what in listed:
        rows.append(Row(estimand=qualified("deviation", what), estimate=1.0))
    beside = {}
    known = {note for result in found for note in result.notes}
    for extra, result in explored(kind, study, data, [also] if isinstance(also, str) else also):
        mark = label(f"{EXPLORATORY} {extra}")
        rows += marked(result, mark)
        new = tuple(note for note in result.notes if note not in known)
        notes += heeded(replace(result, notes=new), mark)
        beside[mark] = part(result)
    return bundled(
        "study assess",
        study,
        rows,
        notes,
        parts,
        data=found[0].provenance.get("data"),
        more={"deviations": listed, "exploratory": beside},
    )


def _deviations(
    kind: Kind, study: Study, names: list[str], data: tuple[Any, ...]
) -> dict[str, str]:
    """Return every deviation by what marks its row."""
    listed: dict[str, str] = {}
    if kind.found is None:
        return listed
    systems: dict[str, None] = {}
    for name, comparison in zip(names, study.comparisons, strict=True):
        found = kind.found(study, comparison, data)
        refuse_unknown(comparison, found)
        systems |= dict.fromkeys(found.systems)
        for one in deviations_of(study, found):
            listed[label(one.what, name)] = f"[{name}] {one.says}" if name else one.says
    for one in [*of_systems(study, systems), *_of_freezing(study)]:
        listed[one.what] = one.says
    return _merged(listed, names)


def _merged(listed: dict[str, str], names: list[str]) -> dict[str, str]:
    """Say once what is the same of every comparison."""
    if len(names) < 2:
        return listed
    merged: dict[str, str] = {}
    for key, says in listed.items():
        what = key.partition(", ")[0]
        everywhere = [listed.get(label(what, name)) for name in names]
        plain = {s.removeprefix(f"[{n}] ") for n, s in zip(names, everywhere, strict=True) if s}
        if None not in everywhere and len(plain) == 1:
            merged[what] = plain.pop()
        else:
            merged[key] = says
    return merged


def _of_freezing(study: Study) -> list[Deviation]:
    """Say so if nobody fixed the declaration before the data, or if it was changed since."""
    seal = verify(study)
    if seal.state == UNFROZEN:
        says = (
            "The declaration was not frozen: nothing shows that it was made before the data were "
            "seen."
        )
        return [Deviation("frozen", says)]
    if seal.state == CHANGED:
        what = "; ".join(seal.changes) or "what, cannot be known"
        on = seal.frozen.date.isoformat() if seal.frozen else ""
        return [
            Deviation("hash", f"The declaration was changed since it was frozen on {on}: {what}.")
        ]
    return []


def headline(result: Result) -> tuple[Row, Row]:
    """Return the rows of the difference and of the verdict that answer the claim."""
    for where in ("", OF_ALL):
        named = qualified("difference", where), qualified("verdict", where)
        if named[0] in result and named[1] in result:
            return result[named[0]], result[named[1]]
    raise ParameterError(
        sentence("a study", "an analysis with a difference and a verdict", result.method)
    )


def corrected(
    kind: Kind, study: Study, found: list[Result], data: tuple[Any, ...]
) -> tuple[list[Result], list[str]]:
    """Correct the p-values of several comparisons, and judge each claim by them."""
    how = study.correct or "none"
    if how not in ADJUST:
        raise ParameterError(
            sentence("multiplicity.correct", f"one of {', '.join(ADJUST)}", repr(how))
        )
    note = f"{len(found)} comparisons, corrected by {how}: {PROMISE[how]}."
    if how == "none":
        return found, [f"{len(found)} comparisons: {PROMISE[how]}."]
    raw = [_p(headline(result)[0]) for result in found]
    adjusted = [float(p) for p in ADJUST[how](raw)]
    verdicts = [headline(result)[1].estimate for result in found]
    contra = [nan] * len(found)
    if any(v == CONTRADICTED and _one_sided(c) for v, c in _each(verdicts, study)):
        contra = [float(q) for q in ADJUST[how](_against(kind, study, data))]
    judged = []
    for i, (result, comparison) in enumerate(zip(found, study.comparisons, strict=True)):
        p = contra[i] if verdicts[i] == CONTRADICTED and _one_sided(comparison) else adjusted[i]
        verdict = verdicts[i] if isnan(verdicts[i]) or p <= study.alpha else INCONCLUSIVE
        judged.append(_with(result, how, raw[i], adjusted[i], verdict))
    said = [note, "The intervals are those of each comparison alone: they are not corrected."]
    return judged, said


def _each(verdicts: list[float], study: Study) -> list[tuple[float, Comparison]]:
    return list(zip(verdicts, study.comparisons, strict=True))


def _p(row: Row) -> float:
    return nan if row.pvalue is None else row.pvalue


def _one_sided(comparison: Comparison) -> bool:
    return comparison.says != "difference" or comparison.alternative in ("less", "greater")


def _against(kind: Kind, study: Study, data: tuple[Any, ...]) -> list[float]:
    """Return the p-values of what would contradict each claim; NaN for two-sided ones."""
    found = []
    for comparison in study.comparisons:
        turned = opposite(comparison)
        each = [_p(headline(kind.assess(study, one, data))[0]) for one in turned]
        found.append(min(each) if each else nan)
    return found


def opposite(comparison: Comparison) -> tuple[Comparison, ...]:
    """Return the claims of which any one, if it stands, contradicts this one."""
    up = comparison.better != "lower"
    turned = replace(comparison, better="lower" if up else "higher")
    if comparison.says == "difference":
        sides = {"greater": "less", "less": "greater"}
        other = sides.get(comparison.alternative or "")
        return (replace(comparison, alternative=other),) if other else ()
    if comparison.says == "equivalence":
        ahead = replace(comparison, says="superiority")
        return ahead, replace(ahead, better=turned.better)
    if comparison.says == "non-inferiority":
        return (replace(turned, says="superiority"),)
    if not comparison.margin:
        side = "less" if up else "greater"
        return (replace(comparison, says="difference", alternative=side, margin=None),)
    return (replace(turned, says="non-inferiority"),)


def _with(result: Result, how: str, raw: float, adjusted: float, verdict: float) -> Result:
    """Return the result with the corrected p-value, and the verdict by it."""
    difference, judged = headline(result)
    where = difference.qualifier
    rows = []
    for row in result.rows:
        if row == difference:
            rows.append(replace(row, pvalue=None if isnan(adjusted) else adjusted))
        elif row == judged:
            rows.append(replace(row, estimate=float(verdict)))
        elif row.name != "pvalue" or row.qualifier != where:
            rows.append(row)
    plain = Row(estimand="raw_pvalue", estimate=raw, n=difference.n)
    rows.append(requalify(plain, where) if where else plain)
    settings = dict(result.provenance.get("settings", {}))
    details = {key: dict(value) for key, value in settings.get("details", {}).items()}
    details.setdefault(where, {})["corrected"] = how
    settings["details"] = details
    return replace(result, rows=tuple(rows), provenance={**result.provenance, "settings": settings})
