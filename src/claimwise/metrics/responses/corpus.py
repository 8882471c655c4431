"""Systems that answered each item several times, under one metric: what can be swapped and drawn.

A metric that is a function of sums makes a `SumCorpus`, as metrics of single outputs do. Others
are scored again for each resample, those that depend on an order along that order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from claimwise.core import DataError, ParameterError, option
from claimwise.data.responses import Answers, Responses
from claimwise.kernels import swaps
from claimwise.kernels.arrays import Floats, Ints
from claimwise.metrics.base import Metric
from claimwise.metrics.corpus import Corpus, SumCorpus
from claimwise.metrics.responses.base import ResponseMetric, scores
from claimwise.metrics.responses.rescored import Rescorer, rescorer, slices, stacked


def as_metric(metric: ResponseMetric) -> Metric:
    """Return the metric as tests, intervals and reports know it; it cannot score single outputs."""

    def refuse(*given: Any) -> NoReturn:
        raise ParameterError(f"metric {metric.name}", "several answers to each item", "one output")

    return Metric(
        metric.name,
        "responses",
        metric.better,
        refuse if metric.sums else None,
        metric.score,
        None if metric.sums else refuse,
        signature=metric.signature,
        mean=metric.mean,
        limits=metric.limits,
    )


def response_corpus(
    metric: ResponseMetric, responses: Responses, systems: Sequence[str] | None = None
) -> Corpus:
    """Return systems under a metric, ready to be swapped, resampled and scored.

    Every item needs answers of gold and of each of the systems.
    """
    names = tuple(responses.systems if systems is None else systems)
    gold = responses.answers[responses.gold]
    given = [responses.answers[name] for name in names]
    for one in given:
        metric.check(responses.kind, Answers(gold, one, one))
    for name in (responses.gold, *names):
        empty = np.flatnonzero(np.isnan(responses.answers[name]).all(axis=1))
        if len(empty):
            raise DataError(
                f"metric {metric.name}",
                "answers of every source to every item",
                f"none of {name} to {responses.items[empty[0]]}",
            )
    return corpus_of(metric, gold, given, names)


def corpus_of(
    metric: ResponseMetric,
    gold: Floats,
    given: Sequence[Floats],
    systems: tuple[str, ...],
    cluster: Ints | None = None,
) -> Corpus:
    """Return the corpus of answers (items, K) of each system; clusters are numbered from 0."""
    if metric.pairwise and len(given) != 2:
        raise ParameterError(
            f"metric {metric.name}",
            "two systems, as it counts what one wins from the other",
            f"{len(given)}",
            "Name them with " + option("a") + " and " + option("b") + ".",
        )
    answers = stacked(given)
    if not metric.sums:
        return AnswersCorpus(metric, systems, gold, answers, cluster)
    assert metric.item_stats is not None
    if metric.pairwise:
        stats = metric.item_stats(Answers(gold, answers[0], answers[1]))
    else:  # all at once, since the classes of labels are those of all systems
        stats = metric.item_stats(Answers(gold, answers, answers))[:, 0]
    n = len(gold)
    if cluster is None:
        return SumCorpus(as_metric(metric), systems, stats, n)
    summed = np.zeros((len(stats), int(cluster.max()) + 1, stats.shape[2]))
    for system, rows in enumerate(stats):
        np.add.at(summed[system], cluster, rows)
    return SumCorpus(as_metric(metric), systems, summed, n, clusters=summed.shape[1])


@dataclass(frozen=True, slots=True, eq=False)
class AnswersCorpus:
    """A corpus under a metric of the answers themselves.

    `gold` has shape (n, K), `answers` (systems, n, K) with a K of their own, `cluster` (n,) the
    number of each item's cluster, from 0 on.
    """

    response: ResponseMetric
    systems: tuple[str, ...]
    gold: Floats
    answers: Floats
    cluster: Ints | None = None

    @property
    def metric(self) -> Metric:
        """What the systems are scored by."""
        return as_metric(self.response)

    @property
    def n(self) -> int:
        """Items."""
        return len(self.gold)

    @property
    def clusters(self) -> int:
        """Clusters; 0 where the items are the units."""
        return 0 if self.cluster is None else int(self.cluster.max()) + 1

    @property
    def units(self) -> int:
        """What is swapped or drawn as a whole."""
        return self.clusters or self.n

    def scores(self) -> Floats:
        """Return the score of each system: (systems,)."""
        return np.array([scores(self.response, self._pair(i, i))[0] for i in self._places])

    @property
    def _places(self) -> range:
        return range(len(self.systems))

    def _pair(self, a: int, b: int) -> Answers:
        return Answers(self.gold, self.answers[a], self.answers[b])

    def swapped(
        self, a: int, others: Sequence[int], resamples: int, seed: int, stream: int = 0
    ) -> Floats:
        """Return differences, B minus A, with random units swapped: (others, resamples)."""
        found = np.empty((len(others), swaps.swaps_made(self.units, resamples)))
        for row, other in enumerate(others):
            score = rescorer(self.response, self._pair(a, other))
            for first, bits in swaps.swap_bits(self.units, resamples, seed, stream):
                both = score(None, self._items(bits))
                found[row, first : first + len(bits)] = both[:, 1] - both[:, 0]
        return found

    def drawn(self, resamples: int, seed: int, stream: int = 0) -> Floats:
        """Return scores over units drawn with replacement: (systems, resamples)."""
        found = np.empty((len(self.systems), resamples))
        scorers = self._scorers()
        for first, weights in swaps.draw_weights(self.units, resamples, seed, None, stream):
            here = slice(first, first + len(weights))
            for places, score in scorers:
                found[places, here] = score(self._items(weights), None).T[: len(places)]
        return found

    def left_out(self) -> tuple[Floats, Ints]:
        """Return scores without each unit (systems, units), and how often each such unit is."""
        found = np.empty((len(self.systems), self.units))
        scorers = self._scorers()
        for here in slices(self.units, self.n):
            weights = 1.0 - _one_each(here, self.units)
            for places, score in scorers:
                found[places, here] = score(self._items(weights), None).T[: len(places)]
        return found, np.ones(self.units, np.int64)

    def swap_effects(self, a: int, b: int) -> Floats:
        """Return by how much the difference, B minus A, changes as each item alone is swapped."""
        score = rescorer(self.response, self._pair(a, b))
        observed = score(None, np.zeros((1, self.n), bool))[0]
        found = np.empty(self.n)
        for here in slices(self.n, self.n):
            both = score(None, _one_each(here, self.n) > 0)
            found[here] = both[:, 1] - both[:, 0] - (observed[1] - observed[0])
        same = (self.answers[a] == self.answers[b]) | np.isnan(self.answers[[a, b]]).all(axis=0)
        found[same.all(axis=1)] = 0.0
        return found

    def pair(self, a: int, b: int) -> AnswersCorpus:
        """Return two of the systems."""
        names = (self.systems[a], self.systems[b])
        return AnswersCorpus(self.response, names, self.gold, self.answers[[a, b]], self.cluster)

    def _scorers(self) -> list[tuple[list[int], Rescorer]]:
        """Return which systems are scored together, two at a time, and by what."""
        pairs = [list(self._places[i : i + 2]) for i in range(0, len(self.systems), 2)]
        return [(pair, rescorer(self.response, self._pair(pair[0], pair[-1]))) for pair in pairs]

    def _items(self, units: Any) -> Any:
        return units if self.cluster is None else units[:, self.cluster]


def _one_each(here: slice, size: int) -> Floats:
    """Return rows that name one unit each: those of an identity matrix."""
    rows = min(here.stop, size) - here.start
    return np.eye(rows, size, here.start)
