"""Several comparisons of one study: p-values corrected as declared, and claims judged by them."""

from __future__ import annotations

from dataclasses import replace
from math import isnan, nan
from typing import Any

from claimwise.assess.claims import CONTRADICTED, INCONCLUSIVE
from claimwise.assess.multiplicity import corrected_pvalues, promise
from claimwise.core import At, Note, ParameterError, Result, Row, caution, meaning, names, spelled
from claimwise.kinds import Kind
from claimwise.study.declaration import Comparison, Study

# Where a claim is answered: on the only data set, or on all of them together.
PLACES: tuple[At, ...] = ({}, {"over": "combined"})


def headline(result: Result) -> tuple[Row, Row]:
    """Return the rows of the difference and of the verdict that answer the claim."""
    for at in PLACES:
        found = {row.quantity: row for row in result.rows if row.at == at}
        if {"difference", "verdict"} <= found.keys():
            return found["difference"], found["verdict"]
    raise ParameterError("a study", "an analysis with a difference and a verdict", result.method)


def corrected(
    kind: Kind, study: Study, found: list[Result], data: tuple[Any, ...]
) -> tuple[list[Result], list[Note]]:
    """Correct the p-values of several comparisons, and judge each claim by them."""
    how = study.correct or "none"
    known = names("correction", of_pvalues=True)
    if how not in known:
        raise ParameterError("multiplicity.correct", f"one of {', '.join(known)}", repr(how))
    if how == "none":
        return found, [caution(f"{len(found)} comparisons: {promise(how)}.")]
    raw = [_p(headline(result)[0]) for result in found]
    adjusted = [float(p) for p in corrected_pvalues(how, raw)]
    verdicts = [headline(result)[1].estimate for result in found]
    contra = [nan] * len(found)
    if any(v == CONTRADICTED and _one_sided(c) for v, c in _each(verdicts, study)):
        contra = [float(q) for q in corrected_pvalues(how, _against(kind, study, data))]
    judged = []
    for i, (result, comparison) in enumerate(zip(found, study.comparisons, strict=True)):
        p = contra[i] if verdicts[i] == CONTRADICTED and _one_sided(comparison) else adjusted[i]
        verdict = verdicts[i] if isnan(verdicts[i]) or p <= study.alpha else INCONCLUSIVE
        judged.append(_with(result, how, raw[i], adjusted[i], verdict))
    also = any(result.select("mde") for result in found)
    alone = "The intervals" + " and the detectable differences" * also
    return judged, [
        meaning(f"{len(found)} comparisons, corrected by {how}: {promise(how)}."),
        meaning(f"{alone} are those of each comparison alone: they are not corrected."),
    ]


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
        usual = "higher" if kind.better is None else kind.better(study, comparison)
        turned = opposite(replace(comparison, better=comparison.better or usual))
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
    at = difference.at
    rows = []
    for row in result.rows:
        if row == difference:
            rows.append(replace(row, pvalue=None if isnan(adjusted) else adjusted))
        elif row == judged:
            rows.append(replace(row, estimate=float(verdict)))
        elif row.quantity != "pvalue" or row.at != at:
            rows.append(row)
    rows.append(Row(quantity="raw_pvalue", at=at, estimate=raw, n=difference.n))
    settings = dict(result.provenance.get("settings", {}))
    details = {key: dict(value) for key, value in settings.get("details", {}).items()}
    details.setdefault(spelled(at), {})["corrected"] = how
    settings["details"] = details
    return replace(result, rows=tuple(rows), provenance={**result.provenance, "settings": settings})
