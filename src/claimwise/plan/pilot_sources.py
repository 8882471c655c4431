"""Read the pilot of a plan: outputs under a metric, or scores of items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import ClaimwiseError, DataError, ParameterError, inferred, option
from claimwise.core.check import NO_CLUSTERS
from claimwise.data import Outputs, Pairs, Scores, Totals, align, read, read_outputs
from claimwise.data.choose_pair import choose_pair
from claimwise.data.clusters import recognised_clusters, recognised_output_clusters
from claimwise.metrics import Metric, find_metrics, is_metric
from claimwise.metrics.direction import direction_of
from claimwise.worlds.pilot_units import Pilot, pilot_of_outputs, pilot_of_pairs

WHO = "plan pilot"
OPTIONS = (":", ",", "@")  # in a text that names a metric of ours, and no column of a file


def read_pilot(
    *sources: Any,
    references: Any = None,
    metric: str | Metric | None = None,
    a: str | None = None,
    b: str | None = None,
    cluster: Any = None,
    columns: Mapping[str, str] | None = None,
    system: str | Sequence[str] | None = None,
    dataset: str | None = None,
    filter: str | None = None,
) -> Pilot:
    """Return two systems on the items of a pilot, read from files or taken as they are."""
    given = sources[0] if len(sources) == 1 else None
    if isinstance(given, Pilot):
        return given
    if isinstance(given, Pairs):
        return pilot_of_pairs(given)
    if isinstance(given, Scores):
        return _of_scores(given, a, b)
    told: dict[str, Any] = {"system": system, "dataset": dataset, "filter": filter}
    if not (isinstance(given, Outputs) or references is not None or _outputs_alone(metric)):
        scores = _try_scores(sources, metric, dict(columns or {}), cluster, told)
        if scores is not None:
            return _of_scores(scores, a, b)
    asked = _one_metric(metric)
    outputs = given
    if not isinstance(outputs, Outputs):
        _refuse_bare_texts(sources, references, asked)
        outputs = read_outputs(
            *sources,
            references=references,
            cluster=None if cluster == NO_CLUSTERS else cluster,
            columns=columns,
            metric=asked.name.split(":")[0].split("@")[0],
            takes=asked.takes,
            **told,
        )
    outputs = recognised_output_clusters(outputs, cluster)
    outputs = outputs.keep(choose_pair(outputs.systems, a, b, *sources))
    if outputs.n < 2:
        raise DataError("the pilot", "at least two items", f"{outputs.n}")
    heed = [inferred(f"Recognised: {'; '.join(outputs.inferred)}.")] if outputs.inferred else []
    return pilot_of_outputs(asked, replace(outputs, notes=(*heed, *outputs.notes)))


def _outputs_alone(metric: str | Metric | None) -> bool:
    """Whether the metric can only be one of outputs: it has options, or is a file."""
    if metric is None or isinstance(metric, Metric):
        return metric is not None
    return is_metric(metric) and (metric.endswith(".py") or any(o in metric for o in OPTIONS))


def _try_scores(
    sources: tuple[Any, ...],
    metric: Any,
    columns: dict[str, str],
    cluster: Any,
    told: dict[str, Any],
) -> Scores | None:
    """Read scores; None where a metric of the house is to make them from outputs."""
    named = {} if cluster in (None, NO_CLUSTERS) else {"cluster": str(cluster)}
    known = metric is not None and is_metric(metric)
    try:
        scores = read(*sources, metric=metric, columns=columns | named, **told)
    except ClaimwiseError:
        if known:
            return None
        raise
    if isinstance(scores, Totals):
        raise DataError(WHO, "scores item by item", "totals alone", "Use plan accuracy.")
    if known and np.isnan(scores.score).all():
        return None
    return scores if named else recognised_clusters(scores, wanted=cluster != NO_CLUSTERS)


def _of_scores(scores: Scores, a: str | None, b: str | None) -> Pilot:
    """Return the pilot of two systems' scores, with what was recognised and dropped."""
    pilot = pilot_of_pairs(align(scores, a, b))
    heed = [inferred(f"Recognised: {'; '.join(scores.inferred)}.")] if scores.inferred else []
    metric = pilot.metric
    used = () if scores.metric is None else scores.metric.used()
    by_name = direction_of(used[0] if len(used) == 1 else scores.called) or metric.better
    better = next(iter(scores.better.values()), by_name)
    metric = replace(metric, name=used[0] if len(used) == 1 else metric.name, better=better)
    return replace(
        pilot,
        corpus=replace(pilot.corpus, metric=metric),
        notes=(*heed, *scores.notes, *pilot.notes),
    )


def _refuse_bare_texts(sources: tuple[Any, ...], references: Any, metric: Metric) -> None:
    """Refuse files of text without references, which would be read as tables."""
    paths = [source for source in sources if isinstance(source, str | Path)]
    texts = [path for path in paths if Path(path).suffix.lower() == ".txt"]
    if references is None and texts and len(texts) == len(sources):
        raise ParameterError(
            f"The files are texts, and {metric.name} needs references to score them by.",
            "Give " + option("references", "FILE") + ", line by line; or tables with gold and "
            "prediction.",
        )


def _one_metric(metric: str | Metric | None) -> Metric:
    """Return the metric that the plan is about."""
    if isinstance(metric, Metric):
        return metric
    if metric is None:
        raise ParameterError(
            "These are outputs, and there is no metric to score them by.",
            "Give one, such as " + option("metric", "bleu") + ".",
        )
    found = find_metrics(metric)
    if len(found) > 1:
        raise ParameterError(WHO, "one metric", f"{len(found)}: {metric}")
    return found[0]
