"""Many simulated studies of two systems under one metric, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.kernels import swaps
from claimwise.kernels.arrays import Floats, Ints
from claimwise.metrics.base import Metric
from claimwise.metrics.corpus import Corpus, SumCorpus

CELLS = 1 << 22  # weights of resampled studies that are held at once
CROWDED = 0.5  # share of types with items from which on studies are swapped side by side


@dataclass(frozen=True, slots=True, eq=False)
class CorpusStudies:
    """Studies of two systems each, A and then B.

    Each has random numbers of its own, by its number in `streams`: so the errors of resampling
    average out over the studies, and a study has the same p-value alone and among others.
    """

    corpora: Sequence[Corpus]
    streams: tuple[int, ...]

    @classmethod
    def of(cls, corpora: Sequence[Corpus]) -> CorpusStudies:
        """Number the studies."""
        return cls(corpora, tuple(range(1, len(corpora) + 1)))

    def scores(self) -> Floats:
        """Return the scores of A and B in each study: (studies, 2)."""
        return np.stack([corpus.scores() for corpus in self.corpora])

    def effect(self) -> Floats:
        """Return the observed difference of each study, B minus A."""
        scores = self.scores()
        return np.asarray(scores[:, 1] - scores[:, 0])

    def swapped(self, resamples: int, seed: int) -> Iterator[tuple[slice, Floats]]:
        """Yield (which studies, their differences with random units swapped), some at a time."""
        for i, (corpus, stream) in enumerate(zip(self.corpora, self.streams, strict=True)):
            yield slice(i, i + 1), corpus.swapped(0, [1], resamples, seed, stream)

    def __len__(self) -> int:
        """Return the number of studies."""
        return len(self.streams)

    def __getitem__(self, index: Any) -> CorpusStudies:
        """Return some of the studies, with the random numbers that they have."""
        places = _places(len(self), index)
        return CorpusStudies(
            [self.corpora[i] for i in places], tuple(self.streams[i] for i in places)
        )


@dataclass(frozen=True, slots=True, eq=False)
class CountedStudies:
    """Studies whose items are of a few types, only counted: many are swapped and scored at once.

    The same answers as `CorpusStudies` of the same studies, sooner. `stats` has shape
    (2, types, k), `counts` (studies, types).
    """

    metric: Metric
    stats: Floats
    counts: Ints
    streams: tuple[int, ...]

    @classmethod
    def of(cls, metric: Metric, stats: Floats, counts: Ints) -> CountedStudies:
        """Number the studies."""
        return cls(metric, stats, counts, tuple(range(1, len(counts) + 1)))

    @property
    def corpora(self) -> list[SumCorpus]:
        """The studies one by one."""
        return [
            SumCorpus(self.metric, ("A", "B"), self.stats, int(row.sum()), row)
            for row in self.counts
        ]

    def _score(self, totals: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.metric.score(totals), dtype=np.float64)  # type: ignore[misc]

    def _totals(self) -> Floats:
        return np.asarray(np.einsum("nu,suk->nsk", self.counts.astype(np.float64), self.stats))

    def scores(self) -> Floats:
        """Return the scores of A and B in each study: (studies, 2)."""
        return self._score(self._totals())

    def effect(self) -> Floats:
        """Return the observed difference of each study, B minus A."""
        scores = self.scores()
        return np.asarray(scores[:, 1] - scores[:, 0])

    def swapped(self, resamples: int, seed: int) -> Iterator[tuple[slice, Floats]]:
        """Yield (which studies, their differences with random items swapped), some at a time."""
        if swaps.swaps_made(int(self.counts.sum(axis=1).max(initial=0)), resamples) < resamples:
            for i, (corpus, stream) in enumerate(zip(self.corpora, self.streams, strict=True)):
                yield slice(i, i + 1), corpus.swapped(0, [1], resamples, seed, stream)
            return
        gain = self.stats[1] - self.stats[0]  # what A gains by a swap
        totals = self._totals()
        at_once = self._at_once(gain.any(axis=1))
        for start in range(0, len(self), at_once):
            here = slice(start, start + at_once)
            a, b = (totals[here, system, None] for system in (0, 1))
            found = np.empty((len(a), resamples))
            for first, gained in swaps.counted_sums(
                gain, self.counts[here], resamples, seed, self.streams[here]
            ):
                some = slice(first, first + gained.shape[1])
                found[:, some] = self._score(b - gained) - self._score(a + gained)
            yield here, found

    def _at_once(self, moved: Any) -> int:
        """Return how many studies to swap side by side: few where most types have no items."""
        counts = self.counts[:, moved]
        words = int((-(-counts // 64)).max(axis=0, initial=1).sum())
        crowded = counts.size and np.count_nonzero(counts) >= CROWDED * counts.size
        return max(1, CELLS // (swaps.BLOCK * max(words, self.stats.shape[2]))) if crowded else 1

    def __len__(self) -> int:
        """Return the number of studies."""
        return len(self.streams)

    def __getitem__(self, index: Any) -> CountedStudies:
        """Return some of the studies, with the random numbers that they have."""
        places = _places(len(self), index)
        streams = tuple(self.streams[i] for i in places)
        return CountedStudies(self.metric, self.stats, self.counts[places], streams)


def _places(n: int, index: Any) -> list[int]:
    chosen = range(n)[index]
    return [chosen] if isinstance(chosen, int) else list(chosen)
