"""Metrics of a whole corpus: two or more systems, one or more metrics, shared resamples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from claimwise.assess.answer import Told, correction_note, make_result, refuse_alike
from claimwise.assess.leader import verdict_of_all, without_direction
from claimwise.assess.metric_rows import metric_rows
from claimwise.assess.multiplicity import ITS_OWN, adjust, raw_rows
from claimwise.assess.one import Comparison
from claimwise.assess.one_metric import OneMetric
from claimwise.assess.question import Question
from claimwise.assess.sources import recognised
from claimwise.assess.together import MAX_T
from claimwise.core import DataError, Note, ParameterError, Result, Row, option
from claimwise.data import Outputs, Responses
from claimwise.metrics import Metric, measure
from claimwise.metrics.responses import ResponseMetric


@dataclass(slots=True, eq=False)
class OutputsSource:
    """Where the evidence comes from, for the notes."""

    outputs: Outputs | Responses
    systems: tuple[str, ...]
    datasets: tuple[str, ...] = ()

    def notes(self) -> list[Note]:
        """Return what was read, dropped and guessed."""
        return [*recognised(self.outputs), *self.outputs.notes]

    def evidence(self, a: str, b: str, dataset: str | None) -> Any:
        """Refuse: a corpus has no evidence item by item."""
        raise NotImplementedError


def compare_corpus(
    metrics: Sequence[Metric],
    outputs: Sequence[Outputs],
    systems: tuple[str, ...],
    baseline: str | None,
    question: Question,
    told: Told,
    better: str | None,
) -> Result:
    """Answer for systems under metrics of a whole corpus; `outputs` go with the metrics."""
    refuse_by_item(question, outputs[0].n, outputs[0].clusters)
    several = len(metrics) > 1
    refuse_alike("metrics", ({"metric": metric.name} for metric in metrics))

    def each() -> Iterator[OneMetric]:
        for metric, given in zip(metrics, outputs, strict=True):
            corpus = measure(metric, given.keep(systems))
            claim = replace(question.claim, better=better or corpus.metric.better)
            at = {"metric": metric.name} if several else {}
            yield OneMetric(corpus, replace(question, claim=claim), baseline, at, len(metrics))

    source = OutputsSource(outputs[0], systems)
    return answer_by_metrics(metrics, each(), source, systems, question, told, better)


def answer_by_metrics(
    metrics: Sequence[Metric | ResponseMetric],
    ones: Iterable[OneMetric],
    source: OutputsSource,
    systems: tuple[str, ...],
    question: Question,
    told: Told,
    better: str | None,
) -> Result:
    """Make the comparisons under each metric in turn, and answer for all."""
    several = len(metrics) > 1
    found: list[Comparison] = []
    rows: list[Row] = []
    notes: list[Note] = []
    groups: dict[str, Any] = {}
    signatures: list[str] = []
    baseline: str | None = None
    chosen: dict[str, Any] = {}
    made = list(ones)
    for one in made:
        one.compare()
    notes += _correct(made, question)
    for one in made:
        baseline = one.baseline
        if not one.chosen.complete:
            chosen = {"pairs": list(one.chosen.by), "among": one.chosen.among}
        signatures += [one.corpus.metric.signature] if one.corpus.metric.signature else []
        found += one.found
        rows += metric_rows(one)
        notes += one.notes
        groups |= one.groups
    how = question.correct or MAX_T
    verdicts = [row for row in rows if row.quantity == "verdict"]
    if len(systems) > 2 and verdicts and without_direction(question.claim, baseline):
        rows.append(verdict_of_all(verdicts, len(systems)))
    told |= {
        "metric": ", ".join(metric.name for metric in metrics),
        "metrics": [metric.name for metric in metrics] if several else None,
        "signature": signatures or None,
        "groups": groups or None,
        "correct": how if len(systems) > 2 or several else question.correct,
        "baseline": baseline if len(systems) > 2 else None,
        **chosen,
        "details_better": {m.name: better or m.better for m in metrics} if several else None,
    }
    shown = replace(question, claim=replace(question.claim, better=better or metrics[0].better))
    return make_result(source, found, rows, notes, shown, told, systems)


def _correct(made: Sequence[OneMetric], question: Question) -> list[Note]:
    """Correct the p-values of all comparisons, of systems and by metrics, as one family.

    By max-t they have shared alpha already.
    """
    how = question.correct or MAX_T
    if how == MAX_T or "test" not in question.ways or not made[0].one_of_several:
        return []
    for one in made:
        one.raw = raw_rows(one.found)
    among = made[0].among
    adjust([c for one in made for c in one.found], how, among)
    own = [ITS_OWN] if "interval" in question.ways else []
    return [correction_note(how, among), *own]


def refuse_by_item(question: Question, n: int, clusters: int = 0) -> None:
    """Refuse ways of assessing that need a score for each item."""
    remedy = "Use test and interval, or a metric that is a mean of item scores."
    beliefs = [way for way in question.ways if way in ("posterior", "bayes-factor")]
    unfit = [option("assess", way) for way in beliefs]
    unfit += [option("effects", effect) for effect in question.effects]
    for what in unfit:
        raise ParameterError(what, "a score for each item", "a metric of the whole corpus", remedy)
    if n < 2 or clusters == 1:
        only = "cluster" if clusters == 1 else "item"
        raise DataError(f"There is one {only}, and a comparison needs two.")
