"""A pilot: two systems under one metric, as the units from which studies are drawn."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from claimwise.core import DataError, ImpossibleError, Note
from claimwise.data import Outputs, Pairs
from claimwise.kernels.arrays import Floats, Ints
from claimwise.metrics import Corpus, ItemCorpus, Metric, SumCorpus, measure
from claimwise.metrics.base import checked_stats
from claimwise.worlds.tilting import Tilting

MEAN = "mean score"  # of numbers whose name is not known
LITTLE = 1e-3  # of a unit, by which sums are moved to see what it does
COPIES = 1 << 16  # items of the population on which a metric of items is computed


@dataclass(frozen=True, eq=False, kw_only=True)
class Pilot:
    """Two systems, A then B, on the items of a pilot.

    `values` holds, where the metric is a mean of one number for each item, those numbers (2,
    items); `cluster` the items' clusters as codes 0, 1, ...
    """

    corpus: SumCorpus | ItemCorpus
    values: Floats | None = None
    cluster: Ints | None = None
    notes: tuple[Note, ...] = ()
    provenance: dict[str, Any] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """Items."""
        return self.corpus.n

    @property
    def names(self) -> tuple[str, ...]:
        """The names of A and B."""
        return self.corpus.systems

    @property
    def metric(self) -> Metric:
        """What the systems are scored by."""
        return self.corpus.metric

    @cached_property
    def times(self) -> Ints:
        """How many equal units each listed one stands for."""
        counts = self.corpus.counts if isinstance(self.corpus, SumCorpus) else None
        return np.ones(self.listed, np.int64) if counts is None else counts

    @property
    def listed(self) -> int:
        """How many different units are listed."""
        if isinstance(self.corpus, ItemCorpus):
            return self.corpus.units
        return int(self.corpus.stats.shape[1])

    @property
    def units(self) -> int:
        """Items, or clusters where there are any."""
        return self.corpus.clusters or self.n

    @cached_property
    def sizes(self) -> Floats:
        """Items in each listed unit."""
        if self.cluster is None:
            return np.ones(self.listed)
        return np.bincount(self.cluster).astype(np.float64)

    @cached_property
    def members(self) -> tuple[Ints, ...]:
        """The items of each cluster."""
        if self.cluster is None:
            return ()
        order = np.argsort(self.cluster, kind="stable")
        ends = np.cumsum(np.bincount(self.cluster))[:-1]
        return tuple(np.split(order, ends))

    @cached_property
    def right_or_wrong(self) -> bool:
        """Whether each item is right or wrong, 1 or 0."""
        return self.values is not None and bool(np.isin(self.values, (0.0, 1.0)).all())

    @property
    def outcome(self) -> str:
        """What tests fit it: of verdicts, of scores, or of a metric of the corpus."""
        return "corpus" if self.values is None else "binary" if self.right_or_wrong else "numeric"

    @cached_property
    def tilting(self) -> Tilting:
        """The units by their influence on the difference, from leaving out one at a time."""
        scores = self.corpus.scores()
        observed = float(scores[1] - scores[0])
        if np.isnan(observed):
            raise DataError("the pilot", f"a {self.metric.name} of both systems", "none defined")
        without = self.corpus.left_out()[0]
        moved = (self.units - 1) * (observed - (without[1] - without[0]))
        moved = np.where(np.isfinite(moved), moved, 0.0)
        influence = moved - moved @ self.times / self.times.sum()
        scale = float(np.abs(scores).max()) or 1.0
        sums = isinstance(self.corpus, SumCorpus)
        gradient = self.gradient if sums else None
        return Tilting(self.times, influence, self.difference, scale, gradient)

    @cached_property
    def even(self) -> Floats | None:
        """The weights under which the systems do not differ; None where there are none."""
        try:
            return self.tilting.towards(0.0)
        except ImpossibleError:
            return None

    def error(self) -> float:
        """Return the standard error of the pilot's own difference."""
        return self.tilting.spread() / float(np.sqrt(max(self.units - 1, 1)))

    def scores(self, weights: Floats) -> Floats:
        """Return the scores of A and B over units that are as frequent as the weights say."""
        if isinstance(self.corpus, SumCorpus):
            totals = self._totals(weights)
            with np.errstate(divide="ignore", invalid="ignore"):
                found = self.metric.score(totals)  # type: ignore[misc]
            return np.asarray(found, dtype=np.float64)
        items = copies(weights, COPIES)
        if self.cluster is not None:
            items = np.concatenate([self.members[unit] for unit in items])
        return taken(self.corpus, items).scores()

    def difference(self, weights: Floats) -> float:
        """Return B minus A over such units."""
        a, b = self.scores(weights)
        return float(b - a)

    def gradient(self, weights: Floats) -> Floats:
        """Return what each unit adds to the difference under these weights: its derivative.

        Only metrics of sums have one that is not too slow: the sums move by a little of one unit.
        """
        if not isinstance(self.corpus, SumCorpus):
            raise TypeError(f"{self.metric.name} is not a function of sums")
        stats = self.corpus.stats
        totals = self._totals(weights)[:, None]
        above, here, below = (
            self._differences(totals + step * stats) for step in (LITTLE, 0.0, -LITTLE)
        )
        # Where less of a unit leaves no score, what more of it does is all that can be known.
        moved = np.where(np.isfinite(below), (above - below) / 2, above - here)
        moved = np.where(np.isfinite(moved), moved, 0.0) * self.units / LITTLE
        return np.asarray(moved - weights @ moved)

    def _totals(self, weights: Floats) -> Floats:
        """Return the sums of A and B, as of a pilot of these weights."""
        return np.asarray((self.units * weights @ self._flat).reshape(2, -1))

    @cached_property
    def _flat(self) -> Floats:
        """The statistics of A and of B side by side, for every listed unit."""
        stats = self.corpus.stats  # type: ignore[union-attr]
        return np.ascontiguousarray(stats.transpose(1, 0, 2).reshape(stats.shape[1], -1))

    def _differences(self, totals: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            a, b = np.asarray(self.metric.score(totals), dtype=np.float64)  # type: ignore[misc]
        return np.asarray(b - a)

    def mirrored(self) -> Pilot:
        """Return the pilot with each item once more, the systems swapped: nothing differs."""
        corpus = self.corpus
        double: SumCorpus | ItemCorpus
        cluster = self.cluster
        if cluster is not None:
            cluster = np.concatenate([cluster, cluster + int(cluster.max()) + 1])
        if isinstance(corpus, SumCorpus):
            both = np.concatenate([corpus.stats, corpus.stats[::-1]], axis=1)
            counts = None if corpus.counts is None else np.tile(corpus.counts, 2)
            double = replace(
                corpus, stats=both, n=2 * corpus.n, counts=counts, clusters=2 * corpus.clusters
            )
        else:
            swapped = np.concatenate([corpus.predicted, corpus.predicted[::-1]], axis=1)
            gold = np.tile(corpus.gold, 2)
            double = replace(corpus, gold=gold, predicted=swapped, n=2 * corpus.n, cluster=cluster)
        values = self.values
        if values is not None:
            values = np.concatenate([values, values[::-1]], axis=1)
        return replace(self, corpus=double, values=values, cluster=cluster)


def copies(weights: Floats, total: int) -> Ints:
    """Return units, each as often as its weight says, in about as many copies in all.

    Equal weights give equally many copies of each.
    """
    each = max(16, -(-total // len(weights)))
    ends = np.rint(np.cumsum(weights) * each * len(weights)).astype(np.int64)
    return np.repeat(np.arange(len(weights)), np.diff(ends, prepend=0))


def taken(corpus: ItemCorpus, items: Ints, cluster: Ints | None = None) -> ItemCorpus:
    """Return some items of a corpus."""
    return ItemCorpus(
        corpus.metric,
        corpus.systems,
        corpus.gold[items],
        corpus.predicted[:, items],
        len(items),
        cluster,
    )


def pilot_of_pairs(pairs: Pairs) -> Pilot:
    """Return a pilot of item scores, whose mean is what counts."""
    notes = () if pairs.audit is None else tuple(pairs.audit.notes())
    values = np.stack([pairs.a, pairs.b])
    return _of_values(
        mean_metric("accuracy" if np.isin(values, (0.0, 1.0)).all() else MEAN, "higher"),
        pairs.names,
        values,
        pairs.cluster,
        notes=notes,
        provenance=dict(pairs.provenance),
    )


def pilot_of_outputs(metric: Metric, outputs: Outputs) -> Pilot:
    """Return a pilot of the outputs of two systems under a metric."""
    found = metric.bound(outputs.gold or (), outputs.predicted)
    more: dict[str, Any] = {"notes": outputs.notes, "provenance": dict(outputs.provenance)}
    if found.mean and found.sums:
        stats = [
            checked_stats(found, found.item_stats(outputs.gold, one), outputs.n)  # type: ignore[misc, arg-type]
            for one in outputs.predicted.values()
        ]
        values = np.stack([one[:, 0] for one in stats])
        return _of_values(found, outputs.systems, values, outputs.cluster, **more)
    corpus: Corpus = measure(metric, outputs)
    cluster = None
    if outputs.cluster is not None:
        cluster = np.unique(outputs.cluster, return_inverse=True)[1].astype(np.int64)
    if not isinstance(corpus, SumCorpus | ItemCorpus):
        raise TypeError(f"no pilot can be made of {type(corpus).__name__}")
    return Pilot(corpus=corpus, cluster=cluster, **more)


def mean_metric(name: str, better: str) -> Metric:
    """Return the mean of item scores as a metric of sums."""
    return Metric(name, "number", better, _number_and_one, _mean, mean=True)


def _number_and_one(gold: Any, predicted: Any) -> Floats:
    values = np.asarray(predicted, dtype=np.float64)
    return np.stack([values, np.ones(len(values))], axis=1)


def _mean(totals: Floats) -> Floats:
    return np.asarray(totals[..., 0] / totals[..., 1])


def _of_values(
    metric: Metric, names: tuple[str, ...], values: Floats, cluster: Any, **more: Any
) -> Pilot:
    """Return a pilot of the numbers of each item, summed within clusters."""
    n = values.shape[1]
    stats = np.stack([values, np.ones_like(values)], axis=2)
    if cluster is None:
        return Pilot(corpus=SumCorpus(metric, names, stats, n), values=values, **more)
    codes = np.unique(np.asarray(cluster), return_inverse=True)[1].astype(np.int64)
    summed = np.zeros((2, int(codes.max()) + 1, 2))
    for system in range(2):
        np.add.at(summed[system], codes, stats[system])
    corpus = SumCorpus(metric, names, summed, n, clusters=summed.shape[1])
    return Pilot(corpus=corpus, values=values, cluster=codes, **more)
