"""What decides a declared claim: a test, an interval alone, or the posterior."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from claimwise.core import ParameterError, Result, Row
from claimwise.kinds import Kind
from claimwise.study.declaration import FIXED, Comparison, Study

TEST, INTERVAL, POSTERIOR = "test", "interval", "posterior"
OF_POSTERIOR = ("rope", "prior", "level")  # keys of a procedure
LEVEL = 0.95  # at which a posterior concludes, where nothing is said
SUPPORTED, OPEN, CONTRADICTED = 1.0, 0.0, -1.0


def decides(study: Study) -> str:
    """Return what decides; where a test is among the ways, it does."""
    ways = study.procedure.get("assess") or [TEST]
    return TEST if TEST in ways else str(ways[0])


def usual(kind: Kind, study: Study, comparison: Comparison) -> dict[str, Any]:
    """Return what the procedure takes where it does not say it: a test where one decides."""
    found = dict(kind.usual(study, comparison))
    if decides(study) != TEST:
        found.pop("test", None)
    return found


def refuse_unheeded(kind: Kind, study: Study) -> None:
    """Refuse what goes with another way of deciding than the declared one."""
    way = decides(study)
    unheeded = {TEST: OF_POSTERIOR, INTERVAL: (TEST, *OF_POSTERIOR), POSTERIOR: (TEST, INTERVAL)}
    for key in unheeded[way]:
        if study.procedure.get(key) is not None:
            needs = f"procedure.assess to name what it belongs to ({way} decides)"
            found = repr(study.procedure[key])
            raise ParameterError(f"procedure.{key}", needs, found, f"Take procedure.{key} out.")
    if way == TEST:
        return
    who = f'procedure.assess = "{way}"'
    if study.stopping.rule != FIXED:
        raise ParameterError(who, "stopping.rule fixed", study.stopping.rule)
    if len(study.comparisons) > 1 and study.correct not in (None, "none"):
        needs = 'multiplicity.correct = "none", since p-values are what is corrected'
        raise ParameterError(who, needs, repr(study.correct))
    known = ("superiority", "non-inferiority", "equivalence")
    claims = {INTERVAL: known, POSTERIOR: ("difference", "superiority")}[way]
    for one in study.comparisons:
        if one.says not in claims:
            needs = f"a claim (says) among {', '.join(claims)}"
            raise ParameterError(who, needs, repr(one.says))
        if one.better == "lower":
            raise ParameterError(who, "scores of which higher ones are better", "better lower")
        if way == POSTERIOR and one.says == "difference" and one.alternative != "two-sided":
            needs = "a difference with alternative two-sided, or superiority"
            raise ParameterError(who, needs, repr(one.alternative))


def to_plan(study: Study, comparison: Comparison) -> dict[str, Any]:
    """Return what a plan takes of what decides, in place of a test; nothing of a test."""
    way = decides(study)
    if way == INTERVAL:
        margin = comparison.margin if comparison.has_margin else None
        interval = study.procedure.get(INTERVAL) or "choose"
        return {
            "test": None,
            "alternative": None,
            "interval": interval,
            "claim": comparison.says,
            "margin": margin,
        }
    if way == POSTERIOR:
        said = {key: study.procedure.get(key) for key in OF_POSTERIOR}
        margin = comparison.margin if comparison.has_margin else None
        claim = {"test": None, "alternative": None, "claim": None, "margin": margin}
        return {"assess": POSTERIOR, **claim, **said}
    return {}


def to_compare(study: Study) -> dict[str, Any]:
    """Return what `compare` takes of what decides; nothing of a test."""
    if decides(study) == TEST:
        return {}
    said = {key: study.procedure.get(key) for key in OF_POSTERIOR}
    return {"test": None, **said} if decides(study) == POSTERIOR else {"test": None}


def judged(study: Study, comparison: Comparison, result: Result) -> Result:
    """Return a result with its verdict: that of a posterior follows the probability of the claim.

    As in the plan, the claim is supported where it is as probable as the level, and contradicted
    where its opposite is.
    """
    if decides(study) != POSTERIOR:
        return result
    beyond = comparison.has_margin
    probability = next(
        row.estimate
        for row in result.select("probability_greater")
        if ("margin" in row.at.values()) == beyond and "prior" not in row.at
    )
    level = float(study.procedure.get("level") or LEVEL)
    verdict = OPEN
    if probability >= level:
        verdict = SUPPORTED
    elif probability <= 1 - level:
        verdict = CONTRADICTED
    row = Row(quantity="verdict", estimate=verdict, n=result["difference"].n)
    kept = [one for one in result.rows if one.quantity != "mde"]  # what a test would detect
    return replace(result, rows=(*kept, row))
