"""Intervals for metrics of a whole corpus: bootstrap and jackknife, for scores and differences.

Systems are resampled together: one set of draws serves every system and every difference.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from claimwise.core import (
    ParameterError,
    Procedure,
    Words,
    check_one_of,
    check_share,
    option,
    register,
)
from claimwise.core.references import EFRON_1979, EFRON_1987, TUKEY
from claimwise.intervals.base import Ends, Interval
from claimwise.kernels import bca, jackknife
from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.mean_interval import t_quantile
from claimwise.metrics import Corpus

RESAMPLES = 10_000
MOST_UNDEFINED = 0.05  # share of the resamples; with more there is no interval
TIE = 1e-11  # of the larger score


@dataclass(frozen=True, slots=True, eq=False)
class Resampled:
    """Scores of all systems over resampled items, and without each item: what intervals need.

    `draws` has shape (systems, resamples), `left` (systems, units); each unit left out stands for
    `times` equal ones.
    """

    scores: Floats
    draws: Floats
    left: Floats
    times: Ints

    @classmethod
    def of(
        cls, corpus: Corpus, resamples: int, seed: int, *, draws: bool = True, left: bool = True
    ) -> Resampled:
        """Resample, and leave each unit out; what is not needed stays empty."""
        none = np.empty((len(corpus.systems), 0))
        drawn = corpus.drawn(resamples, seed) if draws else none
        without, times = corpus.left_out() if left else (none, np.empty(0, np.int64))
        return cls(corpus.scores(), drawn, without, times)

    def difference(self, a: int, b: int) -> One:
        """Return B minus A."""
        near = TIE * max(abs(self.scores[a]), abs(self.scores[b]))
        return One(
            float(self.scores[b] - self.scores[a]),
            self.draws[b] - self.draws[a],
            self.left[b] - self.left[a],
            self.times,
            float(near),
            paired=True,
        )

    def score(self, system: int) -> One:
        """Return one system alone."""
        near = float(TIE * abs(self.scores[system]))
        return One(
            float(self.scores[system]), self.draws[system], self.left[system], self.times, near
        )


@dataclass(frozen=True, slots=True, eq=False)
class One:
    """A score or a difference, its values over resamples and without each unit."""

    estimate: float
    draws: Floats
    left: Floats
    times: Ints
    near: float  # values this close are equal but for rounding
    paired: bool = False  # a difference of two systems

    @property
    def undefined(self) -> int:
        """Resamples that have no value."""
        return int(np.isnan(self.draws).sum())

    def ends(self, name: str, level: float) -> tuple[float, float]:
        """Return the interval of this name; NaN where there is none."""
        check_one_of("interval", name, CORPUS_INTERVALS)
        check_share("level", level)
        if self.fixed:
            return 0.0, 0.0
        return {"bca": self._bca, "percentile": self._percentile, "jackknife": self._jackknife}[
            name
        ](level)

    def _percentile(self, level: float) -> tuple[float, float]:
        half = (1 - level) / 2
        return self._cut(half, 1 - half)

    def _bca(self, level: float) -> tuple[float, float]:
        kept = self._kept()
        if kept is None:
            return float("nan"), float("nan")
        bias = bca.bias(kept, self.estimate, self.near)
        influence = self._influence()
        if np.isnan(influence).any() or np.isnan(bias):
            return float("nan"), float("nan")
        low, high = bca.shares(bias, bca.acceleration(influence), level)
        return self._cut(float(low), float(high))

    def _influence(self) -> Floats:
        """Return what each unit adds, by the jackknife; equal units stand as often as they are."""
        mean = float((self.left * self.times).sum() / self.times.sum())
        return np.repeat(mean - self.left, self.times)

    def _cut(self, low: float, high: float) -> tuple[float, float]:
        kept = self._kept()
        if kept is None:
            return float("nan"), float("nan")
        ordered = np.sort(kept)
        return float(bca.quantile(ordered, low)), float(bca.quantile(ordered, high))

    def _kept(self) -> Floats | None:
        """Return the defined draws; None where too many are undefined, or where they never vary."""
        if np.isnan(self.estimate) or self.undefined > MOST_UNDEFINED * len(self.draws):
            return None
        kept = self.draws[~np.isnan(self.draws)]
        return None if float(np.ptp(kept)) <= self.near else kept

    def error(self) -> float:
        """Return the jackknife's standard error."""
        return jackknife.standard_error(self.left, self.times)

    @property
    def fixed(self) -> bool:
        """Whether it is exactly 0 whatever the items: both systems have the same statistics."""
        seen = self.draws.size + self.left.size
        never = self.paired and self.estimate == 0 and not self.draws.any()
        return bool(seen and never and not self.left.any())

    def why_not(self, name: str) -> str | Words:
        """Say why there is no interval of this name."""
        if np.isnan(self.estimate):
            return "the difference is not defined"
        share = self.undefined / len(self.draws) if len(self.draws) else 0.0
        if name != "jackknife" and share > MOST_UNDEFINED:
            return f"{share:.0%} of the resamples have no score"
        if name != "percentile" and np.isnan(self.left).any():
            return "without some of the items there is no score; try " + option(
                "interval", "percentile"
            )
        return "it is the same whatever the items"

    def _jackknife(self, level: float) -> tuple[float, float]:
        error, df = self.error(), int(self.times.sum()) - 1
        if not error > self.near:
            return float("nan"), float("nan")
        reach = float(t_quantile(df, level)) * error
        return self.estimate - reach, self.estimate + reach


def _bounds(name: str) -> Interval:
    """Return the interval as plans and reports know it: the difference of two systems."""

    def bounds(corpus: Corpus, level: float, *, seed: int = 0, resamples: int = RESAMPLES) -> Ends:
        drawn, left = name != "jackknife", name != "percentile"
        made = Resampled.of(corpus, resamples, seed, draws=drawn, left=left)
        low, high = made.difference(0, 1).ends(name, level)
        return np.asarray(low), np.asarray(high)

    return Interval(name, bounds, "corpus", True, True, name != "jackknife")


WORDS = {
    "jackknife": Procedure(
        "a t interval with the jackknife's standard error",
        (TUKEY,),
        short="jackknife interval",
        of_clusters="a t interval with the jackknife's standard error, clusters left out in turn",
    ),
    "bca": Procedure("the BCa bootstrap interval", (EFRON_1987,), short="BCa interval"),
    "percentile": Procedure(
        "the percentile bootstrap interval", (EFRON_1979,), short="percentile interval"
    ),
}
CORPUS_INTERVALS = {
    name: register("corpus interval", name, says=says)(_bounds(name))
    for name, says in WORDS.items()
}


def find_corpus_interval(name: str) -> Interval:
    """Return the interval of that name for metrics of a whole corpus."""
    if name not in CORPUS_INTERVALS:
        raise ParameterError(
            "interval",
            f"one of {', '.join(CORPUS_INTERVALS)} for a metric of the whole corpus",
            repr(name),
        )
    return CORPUS_INTERVALS[name]
