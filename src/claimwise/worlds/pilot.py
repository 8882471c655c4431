"""Studies like a pilot: its items, or whole clusters of them, drawn anew.

No distribution is assumed for what systems say. The items of a study are drawn with replacement
from those of the pilot, with weights that make the systems differ by a given amount (see
`tilting`). The world without an effect is the same pilot, tilted to a difference of 0: A and B
are equally good, though not exchangeable, which is what tests meet in real data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from claimwise.data import Differences, PairCounts
from claimwise.kernels.arrays import Floats, Ints
from claimwise.metrics import ItemCorpus, SumCorpus
from claimwise.metrics.studies import CorpusStudies
from claimwise.worlds.base import Batch
from claimwise.worlds.pilot_units import Pilot, taken

THIN = 0.1  # of the pilot's units: a world without an effect that rests on fewer is none
CELLS = 1 << 22  # numbers of studies that are held at once
DIGITS = 9  # of the shares that items are drawn with
MOST_AT_ONCE = {"corpus": 25, "numeric": 250, "binary": 1000}  # studies in a block


@dataclass(frozen=True, slots=True, eq=False)
class StudyList:
    """Studies of different sizes, to be tested one by one."""

    studies: Sequence[Differences | PairCounts]
    streams: tuple[int, ...]

    def effect(self) -> Floats:
        """Return the observed difference of each study, B minus A."""
        return np.array([float(study.effect()[0]) for study in self.studies])

    def __len__(self) -> int:
        """Return the number of studies."""
        return len(self.studies)

    def __getitem__(self, index: Any) -> StudyList:
        """Return some of the studies, with the random numbers that they have."""
        chosen = range(len(self))[index]
        places = [chosen] if isinstance(chosen, int) else list(chosen)
        return StudyList([self.studies[i] for i in places], tuple(self.streams[i] for i in places))


@dataclass(frozen=True, slots=True, eq=False)
class ResampledPilot:
    """Studies of items drawn from a pilot.

    Parameters
    ----------
    pilot : Pilot
        The items, or clusters of them.
    outcome : {"corpus", "numeric", "binary"}
        In what form a test takes the studies.
    weights : array (listed units,)
        How likely each is to be drawn.
    difference : float
        B minus A under these weights.
    swapped : bool
        Whether the systems were made alike by swapping them at random, not by weights.
    """

    pilot: Pilot
    outcome: str
    weights: Floats
    difference: float
    swapped: bool = False

    @classmethod
    def at(cls, pilot: Pilot, outcome: str, difference: float | None = None) -> ResampledPilot:
        """Return the world in which the systems differ so much; as they do in the pilot, if None.

        Raises
        ------
        ImpossibleError
            Where no weights reach the difference.
        """
        tilting = pilot.tilting
        if difference is None:
            weights = tilting.weights(0.0)
            return cls(pilot, outcome, weights, pilot.difference(weights))
        return cls(pilot, outcome, tilting.towards(difference), difference)

    def truth(self) -> float:
        """Return the true difference, B minus A."""
        return self.difference

    def scores(self) -> Floats:
        """Return the true scores of A and B."""
        return self.pilot.scores(self.weights)

    def effective(self) -> float:
        """Return how many equally likely units of the pilot the studies rest on."""
        return self.pilot.tilting.effective(self.weights)

    def null(self) -> Self:
        """Return the pilot tilted to a difference of 0, or, where that leaves little, mirrored.

        If B is nowhere worse than A, only items without a difference could make up a world
        without one. Then each item is as likely to be drawn with its systems swapped.
        """
        if self.pilot.even is None:
            return self._mirrored()
        found = type(self)(self.pilot, self.outcome, self.pilot.even, 0.0)
        least = THIN * self.pilot.tilting.spread()
        thin = found.effective() < THIN * self.pilot.units
        return self._mirrored() if thin or found.spread() < least else found

    def spread(self) -> float:
        """Return the standard deviation of the influences among the units that are drawn."""
        return self.pilot.tilting.spread(self.weights)

    def _mirrored(self) -> Self:
        both = self.pilot.mirrored()
        equal = both.times / both.times.sum()
        return type(self)(both, self.outcome, equal, 0.0, True)

    def unit_size(self) -> float:
        """Return the items of a unit, on average over those that are drawn."""
        return float(self.weights @ self.pilot.sizes)

    def groups(self, n: int) -> int:
        """Return how many units make n items, on average."""
        return max(1, round(round(n / self.unit_size(), DIGITS)))

    def at_once(self, n: int) -> int:
        """Return how many studies of n items may be held at once."""
        corpus = self.pilot.corpus
        wide = 2 * corpus.stats.shape[2] if isinstance(corpus, SumCorpus) else 3
        cells = {"corpus": n * wide, "numeric": 2 * n, "binary": 4}[self.outcome]
        return int(np.clip(CELLS // cells, 1, MOST_AT_ONCE[self.outcome]))

    def draw(self, n: int, rng: np.random.Generator, size: int) -> Batch:
        """Return a batch of `size` studies of n items."""
        if self.outcome == "corpus":
            return CorpusStudies.of([self._corpus(n, rng) for _ in range(size)])
        if self.pilot.cluster is not None:
            drawn = [self._clustered(n, rng) for _ in range(size)]
            return StudyList(drawn, tuple(range(1, size + 1)))
        if self.outcome == "binary":
            return self._counted(n, rng, size)
        return Differences(self.differences(n, rng, size))

    @property
    def by_item(self) -> bool:
        """Whether a study is a sum of what its items add: no metric of a corpus, no clusters."""
        return self.outcome != "corpus" and self.pilot.cluster is None

    def differences(self, n: int, rng: np.random.Generator, size: int) -> Floats:
        """Return what each item of `size` studies adds, B minus A, one study in each row."""
        a, b = self._values()
        return np.asarray((b - a)[self._units(rng, (size, n))])

    def _values(self) -> Floats:
        """Return the numbers of the items; only metrics that are means of them get here."""
        if self.pilot.values is None:
            raise TypeError(f"{self.pilot.metric.name} is not a mean of item scores")
        return self.pilot.values

    def _units(self, rng: np.random.Generator, shape: tuple[int, ...] | int) -> Ints:
        """Return units drawn by their weights."""
        ends = np.cumsum(self.weights)
        found = np.searchsorted(ends, rng.random(shape) * ends[-1], side="right")
        return np.asarray(np.minimum(found, len(ends) - 1), dtype=np.int64)

    def _counted(self, n: int, rng: np.random.Generator, size: int) -> PairCounts:
        """Return how often each of the four outcomes of an item came up."""
        a, b = self._values()
        masks = ((b > a), (a > b), (a * b > 0), (a + b == 0))
        cells = np.array([self.weights[mask].sum() for mask in masks])
        wins, losses, both, _ = rng.multinomial(n, _settled(cells), size=size).T
        return PairCounts(wins, losses, n, both)

    def _clustered(self, n: int, rng: np.random.Generator) -> Differences | PairCounts:
        """Return one study of whole clusters."""
        items, cluster = self._members(n, rng)
        a, b = self._values()[:, items]
        if self.outcome == "numeric":
            return Differences((b - a)[None], cluster)
        wins, losses = np.array([(b > a).sum()]), np.array([(a > b).sum()])
        return PairCounts(wins, losses, len(items), np.array([int((a * b).sum())]))

    def _members(self, n: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Return the items of drawn clusters, and to which of these they belong."""
        drawn = self._units(rng, self.groups(n))
        parts = [self.pilot.members[unit] for unit in drawn]
        sizes = [len(part) for part in parts]
        return np.concatenate(parts), np.repeat(np.arange(len(parts)), sizes)

    def _corpus(self, n: int, rng: np.random.Generator) -> SumCorpus | ItemCorpus:
        """Return one study under the metric."""
        corpus = self.pilot.corpus
        if isinstance(corpus, ItemCorpus):
            if self.pilot.cluster is None:
                return taken(corpus, self._units(rng, n))
            return taken(corpus, *self._members(n, rng))
        names, metric = corpus.systems, corpus.metric
        if corpus.counts is not None:
            counts = rng.multinomial(n, _settled(self.weights)).astype(np.int64)
            return SumCorpus(metric, names, corpus.stats, n, counts)
        groups = self.groups(n)
        drawn = self._units(rng, groups)
        held = n
        if corpus.clusters:
            held = sum(len(self.pilot.members[unit]) for unit in drawn)
        stats = corpus.stats[:, drawn]
        return SumCorpus(metric, names, stats, held, clusters=groups if corpus.clusters else 0)


def _settled(shares: Floats) -> Floats:
    """Return shares of few digits.

    Weights are searched for, and their last digits differ between processors; on which side of a
    half a share is decides how a binomial number is drawn, and so all that are drawn after it.
    """
    few = np.round(shares / shares.sum(), DIGITS)
    return np.asarray(few / few.sum())
