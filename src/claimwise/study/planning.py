"""From a declared comparison to the plan of its kind: what it is called with."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from claimwise.core import ParameterError, Result, option
from claimwise.core.field import Field
from claimwise.kinds import Kind, Plan, find_kind
from claimwise.study import deciding
from claimwise.study.contrast import only_differences
from claimwise.study.declaration import ANYTIME, FIXED, Comparison, Study

AVERAGED = ("effect_prior", "uncertain", "shrink")  # no part of the power alone


def plan(study: Study, comparison: Comparison, alpha: float, solve: str | None = None) -> Result:
    """Call the plan of the kind with what is declared."""
    kind = find_kind(study.kind)
    of_metric = kind.plans[0] if kind.by is None else kind.by(study, comparison)
    result: Result = of_metric.find()(**arguments(kind, of_metric, study, comparison, alpha, solve))
    return replace(result, notes=(*kind.remarks(study, comparison), *result.notes))


def arguments(
    kind: Kind,
    plan: Plan,
    study: Study,
    comparison: Comparison,
    alpha: float,
    solve: str | None = None,
) -> dict[str, Any]:
    """Return what a plan is called with; what was run is what `assess` runs."""
    keys = {one.name: one for one in kind.fields}
    asked = {one.name: one for one in plan.fields}
    without = kind.sought(solve) | set(AVERAGED if solve == "power" else ())
    values = declared(kind, study, comparison)
    found = {
        one.called: value
        for name, one in asked.items()
        if name in keys and name not in without and (value := values.get(name)) is not None
    }
    found |= {"alpha": alpha, "power": study.target, "rng": study.seed}
    found |= claimed(kind, asked, study, comparison) | looking(kind, asked, study)
    if "pilot" in found and "a" in asked:
        found |= {"a": comparison.a, "b": comparison.b}
    if "metric" in asked:
        found["metric"] = comparison.metric or kind.metric
    if "solve" in asked and kind.solves:
        found["solve"] = solve
    found |= deciding.to_plan(study, comparison) | kind.to_plan(study, comparison, found)
    return {key: value for key, value in found.items() if value is not None}


def declared(kind: Kind, study: Study, comparison: Comparison) -> dict[str, Any]:
    """Return what is declared of each field, files where they are, items less the missing."""
    usual = deciding.usual(kind, study, comparison)
    said: Mapping[str, Mapping[str, Any]] = {
        "data": study.data,
        "procedure": {**usual, **study.procedure},
        "assumptions": comparison.assumptions,
    }
    found = {}
    for one in kind.fields:
        value = said[one.section].get(one.key)
        if value is not None:
            found[one.name] = _placed(study, one, value)
    if "n" in found and "missing" not in {one.name for plan in kind.plans for one in plan.fields}:
        found["n"] = study.analysed("n")
    return found


def _placed(study: Study, field: Field, value: Any) -> Any:
    """Return a value, of a file where it is."""
    if field.type == "file":
        return study.beside(value)
    return study.beside_if_file(value) if field.type == "world" or field.free else value


def claimed(
    kind: Kind, asked: Mapping[str, Field], study: Study, comparison: Comparison
) -> dict[str, Any]:
    """Return the claim as the plan takes it: a margin, a side, or neither."""
    more: dict[str, Any] = {}
    if "better" in asked:
        more = {"better": comparison.better or "higher"}
    if comparison.has_margin and "claim" in asked:
        if comparison.better == "lower" and not more:
            raise ParameterError(
                f"the plan of {comparison.says} by a margin",
                "scores of which higher ones are better",
                "better lower",
                "Turn the scores round, such as right for wrong.",
            )
        return {"claim": comparison.says, "margin": comparison.margin, **more}
    if "alternative" not in asked:
        only_differences(kind.called, comparison)
        return more
    usual = "higher" if kind.better is None else kind.better(study, comparison)
    return {"alternative": sided(comparison, usual), **more}


def sided(comparison: Comparison, better: str) -> str:
    """Return the side of the test, for a claim without a margin."""
    if comparison.says == "difference":
        return comparison.alternative or "two-sided"
    if comparison.says == "superiority" and not comparison.margin:
        return "greater" if (comparison.better or better) == "higher" else "less"
    raise ParameterError(
        option("says", comparison.says),
        "a kind of study whose plan knows margins",
        "one that plans differences alone",
        "Claim a difference, or superiority without a margin.",
    )


def looking(kind: Kind, asked: Collection[str], study: Study) -> dict[str, Any]:
    """Return the looks, as plans of scores take them."""
    rule = study.stopping.rule
    if rule == FIXED or kind.looks != "scores" or "looks" not in asked:
        return {}
    return {"spending": rule} | ({} if rule == ANYTIME else {"looks": list(study.stopping.looks)})
