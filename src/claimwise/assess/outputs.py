"""From outputs to a comparison: metrics of the corpus here, means of item scores as scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.assess.answer import refuse_alike
from claimwise.assess.corpus import compare_corpus
from claimwise.assess.many_systems import many_systems
from claimwise.assess.one_metric import BY_DRAWS, SHORT
from claimwise.assess.question import Question
from claimwise.assess.sources import PairedSource, choose_systems, recognised
from claimwise.assess.two_systems import two_systems
from claimwise.core import DataError, Note, ParameterError, Result, Words, option
from claimwise.core.check import NO_CLUSTERS
from claimwise.data import Coded, Outputs, Scores, read_outputs
from claimwise.data.clusters import recognised_output_clusters
from claimwise.data.read_outputs import is_log
from claimwise.metrics import Metric, SumCorpus, find_metrics, is_metric, measure
from claimwise.metrics.direction import direction_of

TABLES = (".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".parquet", ".pq", ".eval", ".gz", "")
OPTIONS = (":", ",", "@")  # in a text that names a metric of ours, and no column of a file


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for before anything is read."""

    sources: tuple[Any, ...]
    metric: str | Sequence[str] | None
    references: Any
    dataset: str | None
    cluster: str | None
    columns: Mapping[str, str]
    filter: str | None
    system: Any

    def is_known(self) -> bool:
        """Whether every metric asked for is one of the house."""
        text = self.metric if isinstance(self.metric, str) else ",".join(self.metric or ())
        return bool(text) and is_metric(text)

    def outputs_alone(self) -> bool:
        """Whether the sources can be nothing but outputs."""
        if self.references is not None or any(isinstance(s, Outputs) for s in self.sources):
            return True
        if not self.is_known():
            return False
        text = self.metric
        return not isinstance(text, str) or text.endswith(".py") or any(o in text for o in OPTIONS)

    def compare(
        self, question: Question, who: tuple[str | None, str | None, str | None], better: str | None
    ) -> Result:
        """Read the outputs and answer."""
        if self.metric is None:
            raise ParameterError(
                "These are outputs, and there is no metric to score them by.",
                "Give one, such as " + option("metric", "bleu") + ".",
            )
        metrics = find_metrics(self.metric)
        taken: dict[tuple[str, str], Outputs] = {}
        for metric in metrics:
            if self._key(metric) not in taken:
                taken[self._key(metric)] = self._read(metric, who)
        outputs = [
            recognised_output_clusters(taken[self._key(metric)], self.cluster) for metric in metrics
        ]
        systems, baseline = choose_systems(outputs[0].systems, *who, *self.sources)
        refuse_alike("systems", ({"system": name} for name in systems))
        told = {"dataset": self.dataset, "data": outputs[0].provenance.get("data")}
        _refuse_direction(metrics, better)
        direction = better
        if better is None and metrics[0].takes == "score":
            direction = outputs[0].better or direction_of(outputs[0].called)
            if direction is None and _graded(outputs[0]):
                told |= {"better_by": "guess", "called": outputs[0].called}
        test = SHORT.get(question.test or "", question.test)
        by_swaps = test in ("randomisation", *BY_DRAWS)
        if len(metrics) == 1 and metrics[0].mean and not by_swaps:
            claim = replace(question.claim, better=direction or metrics[0].better)
            told["metric"] = metrics[0].name
            return _by_items(
                metrics[0],
                outputs[0].keep(systems),
                baseline,
                replace(question, claim=claim),
                told,
            )
        return compare_corpus(metrics, outputs, systems, baseline, question, told, direction)

    def _key(self, metric: Metric) -> tuple[str, str]:
        """Return what a reading depends on: of a log, also on the metric whose pairs are read."""
        return metric.takes, _head(metric) if is_log(self.sources) else ""

    def _read(self, metric: Metric, who: tuple[str | None, str | None, str | None]) -> Outputs:
        a, b, baseline = who
        first = a or baseline
        pair = (first, b) if first is not None and b is not None and first != b else None
        if len(self.sources) == 1 and isinstance(self.sources[0], Outputs):
            return self.sources[0]
        if self.references is None and self.sources and all(map(is_text, self.sources)):
            raise ParameterError(*no_references(metric.name))
        named = None if self.cluster in (None, NO_CLUSTERS) else self.cluster
        return read_outputs(
            *self.sources,
            references=self.references,
            cluster=named,
            columns=self.columns,
            system=self.system,
            metric=_head(metric),
            filter=self.filter,
            dataset=self.dataset,
            takes=metric.takes,
            only=pair,
        )


def _graded(outputs: Outputs) -> bool:
    """Whether scores are others than right and wrong."""
    values = {value for said in outputs.predicted.values() for value in said}
    return not values <= {0.0, 1.0}


def no_references(metric: str) -> tuple[str, Words]:
    """Say that texts line by line have nothing to be scored against."""
    return (
        f"The files are texts, and {metric} needs references to score them by.",
        "Give " + option("references", "FILE") + ", line by line; or tables with gold and "
        "prediction.",
    )


def _head(metric: Metric) -> str:
    """Return the name of a metric without its options."""
    return metric.name.split(":")[0].split("@")[0]


def _refuse_direction(metrics: Sequence[Metric], better: str | None) -> None:
    """Refuse to turn a metric round; a mean of scores is better as the user says."""
    for metric in metrics:
        if better is not None and metric.takes != "score" and better != metric.better:
            raise ParameterError(
                "better",
                f"{metric.better} for {metric.name}, whose direction is its own",
                better,
                "Leave it out.",
            )


def is_text(source: Any) -> bool:
    """Whether a source is a file of plain text, by its name."""
    return isinstance(source, str | Path) and Path(source).suffix.lower() not in TABLES


def _by_items(
    metric: Metric, outputs: Outputs, baseline: str | None, question: Question, told: dict[str, Any]
) -> Result:
    """Answer by the ordinary route: every item has a score, and the metric is their mean."""
    scores = item_scores(metric, outputs)
    source = ItemSource(scores, scores.system.labels, ())
    if len(outputs.systems) == 2:
        return two_systems(source, outputs.systems, question, told)
    return many_systems(source, outputs.systems, baseline, question, told)


class ItemSource(PairedSource):
    """Scores that a metric gave each item; what was read is told of the outputs."""

    def notes(self) -> list[Note]:
        """Return what was read, dropped and guessed."""
        return [*recognised(self.scores), *self.scores.notes]


def item_scores(metric: Metric, outputs: Outputs) -> Scores:
    """Return the scores of each item, under a metric that is their mean."""
    corpus = measure(metric, replace(outputs, cluster=None))
    if not isinstance(corpus, SumCorpus) or not metric.mean:
        raise DataError(f"{metric.name} has no score for each item.", "Choose another metric.")
    if corpus.counts is not None:  # equal items were counted: list them
        corpus = _listed(metric, outputs)
    n, systems = outputs.n, outputs.systems
    items = outputs.items or tuple(str(i + 1) for i in range(n))
    tile = np.tile(np.arange(n, dtype=np.int32), len(systems))
    cluster = None
    if outputs.cluster is not None:
        codes = np.unique(outputs.cluster, return_inverse=True)[1].astype(np.int32)
        cluster = Coded(np.tile(codes, len(systems)), tuple(str(c) for c in range(codes.max() + 1)))
    return Scores(
        item=Coded(tile, items),
        system=Coded(np.repeat(np.arange(len(systems), dtype=np.int32), n), systems),
        score=corpus.stats[..., 0].ravel(),
        cluster=cluster,
        inferred=outputs.inferred,
        notes=(*outputs.notes, *metric.notes),
        provenance=outputs.provenance,
        sources=tuple((f"the outputs of {name}", n) for name in systems),
    )


def _listed(metric: Metric, outputs: Outputs) -> SumCorpus:
    bound = metric.bound(outputs.gold or (), outputs.predicted)
    stats = [bound.item_stats(outputs.gold, one) for one in outputs.predicted.values()]  # type: ignore[arg-type, misc]
    return SumCorpus(bound, outputs.systems, np.asarray(stats, np.float64), outputs.n)
