"""From a declared comparison to its analysis: what `compare` is called with, what data hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from claimwise.core import Result
from claimwise.core.check import NO_CLUSTERS
from claimwise.kinds import find_kind
from claimwise.kinds.kind import SCORES
from claimwise.study import deciding
from claimwise.study import found as look_at
from claimwise.study.declaration import ANYTIME, FIXED, Comparison, Study
from claimwise.study.found import Found

LOOK = "look"  # among the procedure's settings: which look this is
LOOKED_AT = "looked_at"  # likewise: the items at those before, if they are known
CHOSEN = "chosen"  # in place of a test's name: the one that fits what is compared
# Keys of a study that `compare` has too; what nobody declared is left to it.
READING = ("columns", "dataset")
METHOD = ("interval", "resamples", "raters", "runs")


def assess(study: Study, comparison: Comparison, data: Any) -> Result:
    """Compare two systems of the data with exactly what was declared."""
    kind = find_kind(study.kind)
    asked = dict(study.procedure)
    if asked.get("test") != CHOSEN:
        asked = {**deciding.usual(kind, study, comparison), **asked}
    options = {
        "metric": comparison.metric or kind.metric,
        "test": asked.get("test"),
        "resamples": asked.get("resamples"),
        "better": None if kind.better or kind.reads != SCORES else "higher",
    }
    if kind.reads == SCORES:
        options["metric"] = look_at.metric_there(study, comparison, data)
    if kind.separate(study):
        options["paired"] = False
    if study.data.get("references") is not None:
        options["references"] = study.beside(study.data["references"])
    if kind.looks == SCORES:
        options |= looked(study)
    options |= deciding.to_compare(study) | kind.to_compare(study, comparison)
    return deciding.judged(study, comparison, compared(study, comparison, data, **options))


def found(study: Study, comparison: Comparison, data: Any) -> Found:
    """Look at scores, or at outputs."""
    kind = find_kind(study.kind)
    if kind.reads != SCORES:
        named = replace(comparison, metric=comparison.metric or kind.metric)
        return look_at.outputs(study, named, data, kind.reads)
    if kind.separate(study):
        return look_at.separate_scores(study, comparison, data)
    return look_at.paired_scores(study, comparison, data)


def looked(study: Study) -> dict[str, Any]:
    """Return the looks, as the analysis of scores takes them."""
    rule = study.stopping.rule
    if rule == FIXED:
        return {}
    said: dict[str, Any] = {"spending": rule, "planned_n": study.data.get("n")}
    said["sequence"] = study.procedure.get("sequence")
    if rule != ANYTIME:
        said["looks"] = list(study.stopping.looks)
        said["look"] = study.procedure.get(LOOK) or len(study.stopping.looks)
        said["looked_at"] = study.procedure.get(LOOKED_AT)
    return {key: value for key, value in said.items() if value is not None}


def compared(study: Study, comparison: Comparison, data: Sequence[Any], **more: Any) -> Result:
    """Compare two systems; `more` is what else `compare` takes, or takes otherwise.

    Where the declaration does not say that the items are independent, columns by which they might
    not be are tried.
    """
    from claimwise.assess import compare
    from claimwise.assess.unnamed_clusters import with_unnamed_clusters

    says = comparison.says
    options: dict[str, Any] = {
        "a": comparison.a,
        "b": comparison.b,
        "metric": comparison.metric,
        "cluster": study.cluster or NO_CLUSTERS,
        "claim": says,
        "margin": comparison.margin if says != "difference" else None,
        "alternative": comparison.alternative if says == "difference" else None,
        "alpha": study.alpha,
        "power": study.target,
        "assess": study.procedure.get("assess") or ["test", "interval"],
        "rng": study.seed,
    }
    options |= {key: study.data.get(key) for key in READING}
    options |= {key: study.procedure.get(key) for key in METHOD} | more
    options["better"] = comparison.better or options.get("better")
    if options.get("test") == CHOSEN:
        options["test"] = None
    if options.get("spending") == ANYTIME:  # a procedure of its own
        options |= {"test": None, "interval": None}
    options = {key: value for key, value in options.items() if value is not None}
    result = compare(*data, **options)
    declared = study.data.get("cluster") is not None or options.get("paired") is False
    if declared or {"references", "gold"} & set(options):  # texts and several answers have none
        return result
    given = {**options, "sources": data, "cluster": None}
    guesses = dict(result.settings.get("columns") or {}).values()
    return with_unnamed_clusters(result, compare, given, guesses)
