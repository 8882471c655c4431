"""From several answers to each item to a comparison of systems with a gold standard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from claimwise.assess.answer import Told, refuse_alike
from claimwise.assess.bayesian import is_bayesian
from claimwise.assess.corpus import OutputsSource, answer_by_metrics, refuse_by_item
from claimwise.assess.many_systems import many_systems
from claimwise.assess.one_response_metric import Asked, OneResponseMetric, find_response_test
from claimwise.assess.outputs import ItemSource
from claimwise.assess.question import Question
from claimwise.assess.sources import choose_systems
from claimwise.assess.two_systems import two_systems
from claimwise.core import (
    DataError,
    ParameterError,
    Result,
    caution,
    dropped,
    inferred,
    names,
    option,
)
from claimwise.data import Coded, Responses, Scores, read_responses
from claimwise.kernels.arrays import Floats
from claimwise.kernels.response_samplers import Sampler
from claimwise.metrics import SumCorpus
from claimwise.metrics.responses import (
    ResponseMetric,
    find_response_metrics,
    item_means,
    response_corpus,
)

WHO = "compare with a gold standard"
CORRELATIONS = ("spearman", "pearson")
UNEQUAL = 1.02  # times as many answers of one system as of another: worth a caution


@dataclass(frozen=True, slots=True)
class ResponsesAsked:
    """What was asked for before anything is read."""

    sources: tuple[Any, ...]
    gold: str | None
    metric: str | Sequence[str] | None
    columns: Mapping[str, str]
    kind: str | None
    even: bool
    levels: Sequence[str] | None = None
    sampler: str | None = None

    def compare(
        self,
        question: Question,
        who: tuple[str | None, str | None, str | None],
        better: str | None,
        unfit: Mapping[str, Any],
    ) -> Result:
        """Read the answers and answer; what does not go with a gold standard is refused."""
        for name, value in unfit.items():
            if value is not None:
                raise ParameterError(
                    option(name) + " does not go with a gold standard, " + option("gold") + ".",
                    "Leave out the one or the other.",
                )
        if self.metric is None:
            raise ParameterError(
                option("gold") + " needs a metric.",
                "Give one, such as " + option("metric", "mae") + ".",
            )
        metrics = find_response_metrics(self.metric)
        refuse_alike("metrics", ({"metric": metric.name} for metric in metrics))
        for metric in metrics:
            if better is not None and better != metric.better:
                needs = f"{metric.better} for {metric.name}, whose direction is its own"
                raise ParameterError("better", needs, better, "Leave it out.")
        sampler = None if self.sampler is None else Sampler.of(self.sampler)
        if sampler is not None and is_bayesian(question):
            raise ParameterError(
                option("sampler", sampler.name),
                "a test and an interval beside it",
                option("assess", ",".join(question.ways)),
            )
        data = self._read(who)
        systems, baseline = choose_systems(data.systems, *who, *self.sources)
        refuse_alike("systems", ({"system": name} for name in systems))
        data = _answered(data, systems)
        data = _first_of_each(data, systems) if self.even else data
        _refuse_constant(data, metrics)
        told: Told = {"data": data.provenance.get("data"), "gold": data.gold}
        told |= {} if sampler is None else {"sampler": sampler.name}
        if is_bayesian(question):
            return _by_items(metrics, data, systems, baseline, question, told)
        refuse_by_item(question, data.n)
        several = len(metrics) > 1

        def each() -> Iterator[OneResponseMetric]:
            for metric in metrics:
                claim = replace(question.claim, better=metric.better)
                at = {"metric": metric.name} if several else {}
                asked = Asked(metric, data, systems, sampler)
                own = replace(question, claim=claim)
                yield OneResponseMetric(asked, own, baseline, at, len(metrics))

        source = OutputsSource(_counted(data, systems), systems)
        return answer_by_metrics(metrics, each(), source, systems, question, told, better)

    def _read(self, who: tuple[str | None, str | None, str | None]) -> Responses:
        first, second = who[0] or who[2], who[1]
        if len(self.sources) == 1 and isinstance(self.sources[0], Responses):
            data = self.sources[0]
            if self.columns or self.kind or self.levels:
                raise ParameterError(
                    "The answers were read before: columns, kind and levels are those of then.",
                    "Name them in read_responses.",
                )
            return data if self.gold in (None, data.gold) else replace(data, gold=str(self.gold))
        return read_responses(
            *self.sources,
            gold=self.gold,
            columns=self.columns or None,
            kind=self.kind,
            levels=self.levels,
            systems=(first, second) if first and second else None,  # others do not matter
        )


def _answered(data: Responses, systems: tuple[str, ...]) -> Responses:
    """Return the items to which gold and all of these systems have an answer."""
    chosen = (data.gold, *systems)
    keep = np.all([data.counts(name) > 0 for name in chosen], axis=0)
    if keep.sum() < 2:
        raise DataError(
            f"{int(keep.sum())} of {data.n:,} items were answered by all of {', '.join(chosen)}, "
            "and a comparison needs two."
        )
    gone = data.n - int(keep.sum())
    said = dropped(f"{gone:,} of {data.n:,} items left out: not all sources answered them.")
    who = data.responders
    return replace(
        data,
        answers={name: data.answers[name][keep] for name in chosen},
        items=tuple(name for name, kept in zip(data.items, keep, strict=True) if kept),
        responders=None if who is None else {name: who[name][keep] for name in chosen},
        notes=(*data.notes, *([said] if gone else [])),
    )


def _refuse_constant(data: Responses, metrics: Sequence[ResponseMetric]) -> None:
    """Refuse answers that are all the same, and for correlations sources that never vary."""
    values = np.concatenate([one[~np.isnan(one)] for one in data.answers.values()])
    if (values == values[0]).all():
        raise DataError("All answers are the same.")
    for metric in metrics:
        if metric.name.partition(":")[0] not in CORRELATIONS:
            continue
        for name, answers in data.answers.items():
            if np.ptp(item_means(answers)) == 0:
                raise DataError(
                    f"metric {metric.name}",
                    "mean answers that vary from item to item",
                    f"the same of {name} to every item",
                    "Use an error such as mae.",
                )


def _first_of_each(data: Responses, systems: tuple[str, ...]) -> Responses:
    """Return as many answers of each system to an item as the one with fewest has there."""
    fewest = np.min([data.counts(name) for name in systems], axis=0)
    answers = dict(data.answers)
    gone = 0
    for name in systems:
        there = ~np.isnan(answers[name])
        kept = there & (np.cumsum(there, axis=1) <= fewest[:, None])
        gone += int((there & ~kept).sum())
        answers[name] = np.where(kept, answers[name], np.nan)
    said = f"As many answers of each system to each item, the first ones: {gone:,} are not used."
    return replace(data, answers=answers, notes=(*data.notes, dropped(said)))


def _counted(data: Responses, systems: tuple[str, ...]) -> Responses:
    """Add notes on how many answers there are, and on what unequal numbers of them do."""
    each = {name: float(data.counts(name).mean()) for name in (data.gold, *systems)}
    words = ", ".join(f"{name} {mean:.3g}" for name, mean in each.items())
    said = f"{data.n:,} items; answers to an item: {words}; gold standard: {data.gold}."
    notes = [inferred(said)]
    most, fewest = (end(systems, key=lambda name: each[name]) for end in (max, min))
    if each[most] > UNEQUAL * each[fewest]:
        few = (
            f"The system {fewest} has fewer answers to an item than {most} ({each[fewest]:.3g} and "
            f"{each[most]:.3g}). What is computed from fewer answers is noisier, and looks further "
            "from gold for that alone. Add "
        )
        notes.append(caution(few + option("even", True) + " to use as many of each."))
    return replace(data, notes=(*data.notes, *notes))


def _by_items(
    metrics: Sequence[ResponseMetric],
    data: Responses,
    systems: tuple[str, ...],
    baseline: str | None,
    question: Question,
    told: Told,
) -> Result:
    """Answer by the ordinary route: every item has a score, and the metric is their mean."""
    belief = next(way for way in question.ways if way in ("posterior", "bayes-factor"))
    odd = next((metric.name for metric in metrics if not metric.mean), None)
    if odd is not None or len(metrics) > 1:
        found = f"{odd}, which has none" if odd is not None else f"{len(metrics)} metrics"
        remedy = "Use test and interval, or a mean over items such as mae."
        raise ParameterError(
            option("assess", belief), "one metric with a score for each item", found, remedy
        )
    if question.test is not None and question.test in names("test", outcome="responses"):
        find_response_test(question.test)
        raise ParameterError(
            option("assess", belief),
            "a test of item scores, or none",
            option("test", question.test),
            "Leave the test out, or ask for it by itself.",
        )
    metric = metrics[0]
    if metric.pairwise:  # a model of right and wrong does not know that two cannot win
        remedy = "Use test and interval, or a mean over items such as mae."
        found = f"{metric.name}, which one system wins from the other"
        raise ParameterError(
            option("assess", belief), "scores of each system by itself", found, remedy
        )
    scores = item_scores(metric, _counted(data, systems), systems)
    told["metric"] = metric.name
    own = replace(question, claim=replace(question.claim, better=metric.better))
    source = ItemSource(scores, scores.system.labels, ())
    if len(systems) == 2:
        return two_systems(source, systems, own, told)
    return many_systems(source, systems, baseline, own, told)


def item_scores(metric: ResponseMetric, data: Responses, systems: tuple[str, ...]) -> Scores:
    """Return the scores of each item, under a metric that is their mean."""
    corpus = response_corpus(metric, data, systems)
    assert isinstance(corpus, SumCorpus)  # a mean is a function of sums
    values: Floats = corpus.stats[..., 0]
    n = data.n
    tile = np.tile(np.arange(n, dtype=np.int32), len(systems))
    return Scores(
        item=Coded(tile, data.items),
        system=Coded(np.repeat(np.arange(len(systems), dtype=np.int32), n), systems),
        score=values.ravel(),
        inferred=data.inferred,
        notes=data.notes,
        provenance=data.provenance,
        sources=tuple((f"the answers of {name}", n) for name in systems),
    )
