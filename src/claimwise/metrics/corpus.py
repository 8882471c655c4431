"""Systems on the same items under one metric: scores, swaps, resamples, one item left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from claimwise.core import ParameterError
from claimwise.kernels import swaps
from claimwise.kernels.arrays import Floats, Ints
from claimwise.metrics.base import Metric

ITEMS_AT_ONCE = 1 << 22  # resampled items that a metric of items is given at once


class Corpus(Protocol):
    """What tests, intervals and plans ask of systems under a metric.

    Systems stand on the first axis, in the order of `systems`. A unit is what is swapped or drawn
    as a whole: an item, or a cluster of items.
    """

    @property
    def metric(self) -> Metric:
        """What the systems are scored by."""

    @property
    def systems(self) -> tuple[str, ...]:
        """Their names."""

    @property
    def n(self) -> int:
        """Items."""

    @property
    def clusters(self) -> int:
        """Clusters; 0 where the items are the units."""

    def scores(self) -> Floats:
        """Return the score of each system: (systems,)."""

    def swapped(
        self, a: int, others: Sequence[int], resamples: int, seed: int, stream: int = 0
    ) -> Floats:
        """Return differences, B minus A, with random units swapped: (others, resamples).

        Where there are fewer swaps than resamples, every swap is made once.
        """

    def drawn(self, resamples: int, seed: int, stream: int = 0) -> Floats:
        """Return scores over units drawn with replacement: (systems, resamples)."""

    def left_out(self) -> tuple[Floats, Ints]:
        """Return scores without each unit (systems, units), and how often each such unit is."""

    def swap_effects(self, a: int, b: int) -> Floats:
        """Return by how much the difference, B minus A, changes as each item alone is swapped."""

    def pair(self, a: int, b: int) -> Corpus:
        """Return two of the systems."""


def scored(metric: Metric, score: Callable[..., Any] | None, *given: Floats) -> Floats:
    """Return scores; NaN for those that are not finite. A metric's own mistakes are told."""
    try:
        with np.errstate(all="ignore"):
            found = np.asarray(score(*given), dtype=np.float64)  # type: ignore[misc]
    except Exception as error:
        shapes = " and ".join(str(one.shape) for one in given)
        raise ParameterError(
            f"metric {metric.name}",
            f"a score of arrays of shape {shapes}",
            f"{type(error).__name__}: {error}",
        ) from error
    return np.where(np.isfinite(found), found, np.nan)


@dataclass(frozen=True, slots=True, eq=False)
class SumCorpus:
    """A corpus under a metric that is a function of sums.

    `stats` has shape (systems, units, k). Equal items may be counted instead of listed: then
    `counts` says how many items each unit stands for, and they are swapped and drawn one by one.
    """

    metric: Metric
    systems: tuple[str, ...]
    stats: Floats
    n: int
    counts: Ints | None = None
    clusters: int = 0

    def _score(self, totals: Floats) -> Floats:
        return scored(self.metric, self.metric.score, totals)

    def totals(self) -> Floats:
        """Return the sums of each system: (systems, k)."""
        weights = np.ones(self.stats.shape[1]) if self.counts is None else self.counts
        return np.asarray(np.einsum("u,suk->sk", weights.astype(np.float64), self.stats))

    def scores(self) -> Floats:
        """Return the score of each system: (systems,)."""
        return self._score(self.totals())

    def swapped(
        self, a: int, others: Sequence[int], resamples: int, seed: int, stream: int = 0
    ) -> Floats:
        """Return differences, B minus A, with random units swapped: (others, resamples)."""
        theirs = list(others)
        gain = self.stats[theirs] - self.stats[a]  # what A gains by a swap
        m, units, k = gain.shape
        flat = np.ascontiguousarray(gain.transpose(1, 0, 2).reshape(units, m * k))
        totals = self.totals()
        swapped = self.clusters or self.n
        found = np.empty((m, swaps.swaps_made(swapped, resamples)))
        for first, sums in swaps.swapped_sums(flat, resamples, seed, self.counts, stream):
            gained = sums.reshape(len(sums), m, k)
            here = slice(first, first + len(sums))
            ours, others_ = totals[a] + gained, totals[theirs] - gained
            found[:, here] = (self._score(others_) - self._score(ours)).T
        return found

    def drawn(self, resamples: int, seed: int, stream: int = 0) -> Floats:
        """Return scores over units drawn with replacement: (systems, resamples)."""
        s, units, k = self.stats.shape
        flat = np.ascontiguousarray(self.stats.transpose(1, 0, 2).reshape(units, s * k))
        found = np.empty((s, resamples))
        for first, sums in swaps.resampled_sums(flat, resamples, seed, self.counts, stream):
            found[:, first : first + len(sums)] = self._score(sums.reshape(len(sums), s, k)).T
        return found

    def left_out(self) -> tuple[Floats, Ints]:
        """Return scores without each unit (systems, units), and how often each such unit is."""
        ones = np.ones(self.stats.shape[1], np.int64)
        times = ones if self.counts is None else self.counts
        return self._score(self.totals()[:, None] - self.stats), times

    def swap_effects(self, a: int, b: int) -> Floats:
        """Return by how much the difference, B minus A, changes as each item alone is swapped."""
        totals, gain = self.totals(), self.stats[b] - self.stats[a]
        observed = self._score(totals[b]) - self._score(totals[a])
        alone = self._score(totals[b] - gain) - self._score(totals[a] + gain) - observed
        alone[(gain == 0).all(axis=1)] = 0.0
        return np.asarray(alone if self.counts is None else np.repeat(alone, self.counts))

    def pair(self, a: int, b: int) -> SumCorpus:
        """Return two of the systems."""
        return SumCorpus(
            self.metric,
            (self.systems[a], self.systems[b]),
            self.stats[[a, b]],
            self.n,
            self.counts,
            self.clusters,
        )


@dataclass(frozen=True, slots=True, eq=False)
class ItemCorpus:
    """A corpus under a metric of the items themselves: each resample is scored anew.

    `gold` has shape (n,), `predicted` (systems, n), `cluster` (n,) the number of each item's
    cluster, from 0 on.
    """

    metric: Metric
    systems: tuple[str, ...]
    gold: Floats
    predicted: Floats
    n: int
    cluster: Ints | None = None

    @property
    def clusters(self) -> int:
        """Clusters; 0 where the items are the units."""
        return 0 if self.cluster is None else int(self.cluster.max()) + 1

    @property
    def units(self) -> int:
        """What is swapped or drawn as a whole."""
        return self.clusters or self.n

    def _score(self, gold: Floats, predicted: Floats) -> Floats:
        return scored(self.metric, self.metric.score_items, gold, predicted)

    def scores(self) -> Floats:
        """Return the score of each system: (systems,)."""
        return np.array([float(self._score(self.gold, one)) for one in self.predicted])

    def swapped(
        self, a: int, others: Sequence[int], resamples: int, seed: int, stream: int = 0
    ) -> Floats:
        """Return differences, B minus A, with random units swapped: (others, resamples)."""
        found = np.empty((len(others), swaps.swaps_made(self.units, resamples)))
        ours = self.predicted[a]
        step = max(1, ITEMS_AT_ONCE // self.n)
        for first, bits in swaps.swap_bits(self.units, resamples, seed, stream):
            for start in range(0, len(bits), step):
                some = bits[start : start + step]
                some = some if self.cluster is None else some[:, self.cluster]
                here = slice(first + start, first + start + len(some))
                gold = np.broadcast_to(self.gold, some.shape)
                for row, other in enumerate(others):
                    theirs = self.predicted[other]
                    swapped_b = self._score(gold, np.where(some, ours, theirs))
                    swapped_a = self._score(gold, np.where(some, theirs, ours))
                    found[row, here] = swapped_b - swapped_a
        return found

    def drawn(self, resamples: int, seed: int, stream: int = 0) -> Floats:
        """Return scores over units drawn with replacement: (systems, resamples)."""
        found = np.empty((len(self.systems), resamples))
        for first, weights in swaps.draw_weights(self.units, resamples, seed, None, stream):
            for row, drawn in enumerate(weights.astype(np.int64)):
                often = drawn if self.cluster is None else drawn[self.cluster]
                items = np.repeat(np.arange(self.n), often)
                for system, predicted in enumerate(self.predicted):
                    score = self._score(self.gold[items], predicted[items])
                    found[system, first + row] = float(score)
        return found

    def left_out(self) -> tuple[Floats, Ints]:
        """Return scores without each unit (systems, units), and how often each such unit is."""
        unit = np.arange(self.n) if self.cluster is None else self.cluster
        found = np.empty((len(self.systems), self.units))
        for one in range(self.units):
            rest = unit != one
            for system, predicted in enumerate(self.predicted):
                found[system, one] = float(self._score(self.gold[rest], predicted[rest]))
        return found, np.ones(self.units, np.int64)

    def swap_effects(self, a: int, b: int) -> Floats:
        """Return by how much the difference, B minus A, changes as each item alone is swapped."""
        first, second = self.predicted[a], self.predicted[b]
        both = self.scores()
        found = np.zeros(self.n)
        for item in np.flatnonzero(first != second):
            ours, theirs = first.copy(), second.copy()
            ours[item], theirs[item] = second[item], first[item]
            swapped = self._score(self.gold, theirs) - self._score(self.gold, ours)
            found[item] = float(swapped) - (both[b] - both[a])
        return found

    def pair(self, a: int, b: int) -> ItemCorpus:
        """Return two of the systems."""
        names = (self.systems[a], self.systems[b])
        return ItemCorpus(
            self.metric, names, self.gold, self.predicted[[a, b]], self.n, self.cluster
        )
