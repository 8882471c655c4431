"""A study planned from the items of a pilot: the pilot is read for plan, test and direction."""

from __future__ import annotations

from typing import Any

from claimwise.core import ParameterError, Result
from claimwise.core.check import NO_CLUSTERS
from claimwise.kinds import find_kind
from claimwise.study.assessing import READING
from claimwise.study.declaration import Comparison, Study
from claimwise.study.found import Found, outputs, paired_scores
from claimwise.study.planning import arguments


def read(study: Study, comparison: Comparison) -> Any:
    """Return the pilot that the declaration names."""
    from claimwise.plan.pilot_sources import read_pilot

    given = comparison.assumptions.get("pilot")
    if given is None:
        raise ParameterError(
            "assumptions.pilot", "the file of the pilot", "none", "Or choose another kind."
        )
    files = study.beside(given)
    references = comparison.assumptions.get("references")
    said = {key: study.data[key] for key in READING if study.data.get(key) is not None}
    return read_pilot(
        *(files if isinstance(files, list) else [files]),
        references=None if references is None else study.beside(references),
        metric=comparison.metric,
        a=comparison.a,
        b=comparison.b,
        cluster=study.cluster or NO_CLUSTERS,
        **said,
    )


def usual(study: Study, comparison: Comparison) -> dict[str, Any]:
    """Return the test that fits the pilot and the declared n, and its resamples."""
    from claimwise.plan.pilot_question import PilotQuestion

    resamples = study.procedure.get("resamples") or 1000  # one number for plan and analysis
    if study.procedure.get("test"):
        return {"test": study.procedure["test"], "resamples": resamples}
    asked = PilotQuestion.of(
        read(study, comparison),
        test=None,
        n=study.analysed("n"),
        alternative="two-sided",
        alpha=study.alpha,
        power=study.target,
        replicates=None,
        resamples=None,
        seed=study.seed,
        workers=1,
        nulls={},
    )
    return {"test": asked.test.name, "resamples": resamples}


def better(study: Study, comparison: Comparison) -> str:
    """Return which scores of the pilot's metric are better."""
    return str(read(study, comparison).metric.better)


def plan(study: Study, comparison: Comparison, alpha: float, solve: str | None = None) -> Result:
    """Return what a study like the pilot could show."""
    from claimwise.plan import pilot

    kind = find_kind(study.kind)
    given = arguments(kind, kind.plans[0], study, comparison, alpha, solve)
    of_reading = {one.called for one in kind.plans[0].fields if one.group == "Reading"}
    planned = {key: value for key, value in given.items() if key not in of_reading}
    planned.pop("files")
    planned.pop("metric", None)
    return pilot(read(study, comparison), **planned)


def found(study: Study, comparison: Comparison, data: Any) -> Found:
    """Look at the scores, or at the outputs if the pilot's metric is of a corpus."""
    from claimwise.metrics import find_metrics, is_metric

    pilot = read(study, comparison)
    name = comparison.metric
    if name is not None and is_metric(name) and pilot.values is None:
        return outputs(study, comparison, data, find_metrics(name)[0].takes)
    return paired_scores(study, comparison, data)
