"""Many simulated studies of two systems that answered each item several times, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.data.responses import Answers
from claimwise.kernels import swaps
from claimwise.kernels.arrays import Floats, Ints
from claimwise.metrics.corpus import Corpus, SumCorpus
from claimwise.metrics.responses.base import ResponseMetric, item_sums, scores
from claimwise.metrics.responses.corpus import AnswersCorpus, as_metric
from claimwise.metrics.responses.rescored import stacked


@dataclass(frozen=True, slots=True, eq=False)
class ResponseStudies:
    """Studies of two systems each, A and then B, under one metric.

    `answers` are (studies, items, K) of gold, A and B; `stats` what their items add to the sums,
    (studies, 2, items, k), for a metric of sums. Each study has random numbers of its own, by its
    number in `streams`. `responders` says who gave each answer of gold, A and B, (items, K) each
    and the same in all studies; by default nobody is known.
    """

    metric: ResponseMetric
    answers: Answers
    stats: Floats | None
    streams: tuple[int, ...]
    responders: tuple[Ints, Ints, Ints] | None = None

    @classmethod
    def of(
        cls,
        metric: ResponseMetric,
        answers: Answers,
        responders: tuple[Ints, Ints, Ints] | None = None,
    ) -> ResponseStudies:
        """Number the studies, and find their items' statistics."""
        stats = None if metric.item_stats is None else metric.item_stats(answers)
        return cls(metric, answers, stats, tuple(range(1, len(answers.a) + 1)), responders)

    @property
    def corpora(self) -> list[Corpus]:
        """The studies one by one."""
        return [self.corpus(i) for i in range(len(self))]

    def corpus(self, i: int) -> Corpus:
        """Return one of the studies."""
        names, n = ("A", "B"), self.answers.items
        if self.stats is not None:
            return SumCorpus(as_metric(self.metric), names, self.stats[i], n)
        gold, a, b = self.answers.study(i)
        return AnswersCorpus(self.metric, names, gold, stacked([a, b]))

    def scores(self) -> Floats:
        """Return the scores of A and B in each study: (studies, 2)."""
        return scores(self.metric, self.answers) if self.stats is None else self._score(self.totals)

    @property
    def totals(self) -> Floats:
        """The sums of A and B in each study: (studies, 2, k)."""
        assert self.stats is not None
        return item_sums(self.stats)

    def _score(self, sums: Floats) -> Floats:
        with np.errstate(all="ignore"):
            found = np.asarray(self.metric.score(sums), dtype=np.float64)  # type: ignore[misc]
        return np.where(np.isfinite(found), found, np.nan)

    def effect(self) -> Floats:
        """Return the observed difference of each study, B minus A."""
        both = self.scores()
        return np.asarray(both[:, 1] - both[:, 0])

    def swapped(self, resamples: int, seed: int) -> Iterator[tuple[slice, Floats]]:
        """Yield (which studies, their differences with random items swapped), some at a time."""
        if self.stats is None:
            for i, stream in enumerate(self.streams):
                yield slice(i, i + 1), self.corpus(i).swapped(0, [1], resamples, seed, stream)
            return
        gain = self.stats[:, 1] - self.stats[:, 0]  # what A gains by a swap
        moved = (gain != 0).any(axis=(0, 1))  # the number of items does not change
        for i, (stream, (a, b)) in enumerate(zip(self.streams, self.totals, strict=True)):
            gained = np.zeros((swaps.swaps_made(gain.shape[1], resamples), len(moved)))
            table = np.ascontiguousarray(gain[i][:, moved])
            for first, sums in swaps.swapped_sums(table, resamples, seed, None, stream):
                gained[first : first + len(sums), moved] = sums
            yield slice(i, i + 1), (self._score(b - gained) - self._score(a + gained))[None]

    def drawn(self, resamples: int, seed: int) -> Iterator[tuple[slice, Floats]]:
        """Yield (which studies, scores over items drawn with replacement: (some, 2, resamples))."""
        for i, stream in enumerate(self.streams):
            yield slice(i, i + 1), self.corpus(i).drawn(resamples, seed, stream)[None]

    def __len__(self) -> int:
        """Return the number of studies."""
        return len(self.streams)

    def __getitem__(self, index: Any) -> ResponseStudies:
        """Return some of the studies, with the random numbers that they have."""
        chosen = range(len(self))[index]
        places = [chosen] if isinstance(chosen, int) else list(chosen)
        return ResponseStudies(
            self.metric,
            self.answers.study(places),
            None if self.stats is None else self.stats[places],
            tuple(self.streams[i] for i in places),
            self.responders,
        )
