"""The data of one comparison, in the form that procedures take, with what is known of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from claimwise.choose import Traits
from claimwise.core import DataError, option
from claimwise.data import (
    Coded,
    Differences,
    Hits,
    IndependentCounts,
    IndependentScores,
    PairCounts,
    Pairs,
)
from claimwise.kernels.arrays import Floats
from claimwise.kernels.decimals import decimals, difference

Data = PairCounts | IndependentCounts | Differences | IndependentScores
Sample = Hits | Differences
SMALLEST, LARGEST = 1e-70, 1e70  # of the largest score: what can be squared twice and summed
ROUNDING = 1e-12  # of the largest score: what differences may differ by and still be the same


@dataclass(frozen=True, slots=True)
class Shape:
    """What is known of the items as a whole."""

    paired: bool
    clusters: int
    n_a: int
    n_b: int
    verdicts: bool


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Two systems: what to test, the scores of each alone, and how the items are structured."""

    data: Data
    names: tuple[str, str]
    alone: tuple[Sample, Sample]  # the scores of A, and of B
    n_a: int
    n_b: int
    clusters: int = 0
    pairs: Pairs | None = None
    verdicts: bool = True  # every single score is right or wrong, also where runs are averaged
    totals: bool = False  # nothing is known of the single items

    @property
    def paired(self) -> bool:
        """Whether both systems were scored on the same items."""
        return isinstance(self.data, PairCounts | Differences)

    @property
    def binary(self) -> bool:
        """Whether the comparison is one of counts."""
        return isinstance(self.data, PairCounts | IndependentCounts)

    @property
    def n(self) -> int:
        """Items; of both systems together where they are not the same."""
        return self.n_a if self.paired else self.n_a + self.n_b

    @property
    def estimate(self) -> float:
        """Score of B minus score of A."""
        return float(self.data.effect())

    def shape(self) -> Shape:
        """Return what is known of the items as a whole."""
        return Shape(self.paired, self.clusters, self.n_a, self.n_b, self.verdicts)

    def traits(self, *, margin: bool, together: bool = False) -> Traits:
        """Return what a choice of procedures depends on."""
        expected = float("inf")
        if isinstance(self.data, IndependentCounts):
            right = int(self.data.a) + int(self.data.b)
            wrong = self.n - right
            expected = min(right, wrong) * min(self.n_a, self.n_b) / self.n
        return Traits(
            outcome="binary" if self.binary else "numeric",
            paired=self.paired,
            clustered=bool(self.clusters),
            margin=margin,
            varies=not isinstance(self.data, Differences) or float(np.ptp(self.data.d)) > 0,
            n=self.n,
            smallest_expected=expected,
            together=together,
        )


def _refuse_extreme(names: tuple[str, str], a: Floats, b: Floats) -> None:
    """Refuse scores of whose variance no double holds the square."""
    largest = max(float(np.abs(a).max(initial=0.0)), float(np.abs(b).max(initial=0.0)))
    if not largest or SMALLEST < largest < LARGEST:
        return
    much = "many times larger" if largest <= SMALLEST else "many times smaller"
    raise DataError(
        f"the comparison of {names[0]} with {names[1]}",
        f"scores of a size between {SMALLEST:g} and {LARGEST:g}",
        f"{largest:g} as the largest",
        f"Give them in another unit, so that the numbers are {much}.",
    )


def is_verdicts(*columns: NDArray[np.float64]) -> bool:
    """Whether all scores are 0 or 1."""
    return all(bool(((column == 0) | (column == 1)).all()) for column in columns)


def paired_evidence(pairs: Pairs, *, verdicts: bool | None = None, part: bool = False) -> Evidence:
    """Return the evidence of two systems on the same items.

    `verdicts` says whether the single scores are right or wrong; by default, whether those of
    the items are. A `part` of several data sets may have clusters that are none.
    """
    right_or_wrong = is_verdicts(pairs.a, pairs.b)
    codes = cluster_codes(pairs.cluster, pairs.dataset)
    clusters = 0 if codes is None else _clusters(codes, part=part)
    codes = codes if clusters else None
    _refuse_extreme(pairs.names, pairs.a, pairs.b)
    d = difference(pairs.b, pairs.a)
    exact = decimals(pairs.a, pairs.b) is not None
    if not exact and np.ptp(d) <= ROUNDING * max(np.abs(pairs.a).max(), np.abs(pairs.b).max()):
        d = np.full_like(d, d[0])  # the same difference everywhere, but for rounding
    single = pairs.runs_a is None or (
        pairs.runs_b is not None and max(int(pairs.runs_a.max()), int(pairs.runs_b.max())) == 1
    )
    if right_or_wrong and single and not clusters:
        alone: tuple[Sample, Sample] = (
            Hits.of(int(pairs.a.sum()), pairs.n),
            Hits.of(int(pairs.b.sum()), pairs.n),
        )
        return Evidence(pairs.counts("compare"), pairs.names, alone, pairs.n, pairs.n, pairs=pairs)
    alone = (Differences.of(pairs.a, codes), Differences.of(pairs.b, codes))
    data = Differences.of(d, codes)
    said = right_or_wrong if verdicts is None else verdicts
    return Evidence(data, pairs.names, alone, pairs.n, pairs.n, clusters, pairs, said)


def cluster_codes(
    cluster: NDArray[np.int64] | None, dataset: Coded | None
) -> NDArray[np.int64] | None:
    """Return the clusters, told apart by data set as the items are."""
    if cluster is None or dataset is None:
        return cluster
    return np.asarray(cluster * (len(dataset.labels) + 1) + dataset.codes, np.int64)


def _clusters(codes: NDArray[np.int64], *, part: bool) -> int:
    """Return the number of clusters; 0 where those of a part are single items."""
    sizes = np.unique(codes, return_counts=True)[1]
    if part:
        return len(sizes) if sizes.max() > 1 else 0
    if len(sizes) < 2:
        raise DataError(
            f"All {len(codes)} items are in one cluster, and a comparison needs two.",
            "Name another column with " + option("cluster") + ", or none.",
        )
    if sizes.max() == 1:
        raise DataError(
            f"Each of the {len(sizes)} clusters has one item.",
            "Leave them out with " + option("cluster", "none") + ": the items are then the unit.",
        )
    return len(sizes)


def totals_evidence(
    names: tuple[str, str], counts: IndependentCounts, *, totals: bool = True
) -> Evidence:
    """Return the evidence of two counts; of totals, the pairing is not known."""
    alone = (Hits.of(counts.a, counts.n_a), Hits.of(counts.b, counts.n_b))
    return Evidence(counts, names, alone, counts.n_a, counts.n_b, totals=totals)


def separate_evidence(
    names: tuple[str, str], a: NDArray[np.float64], b: NDArray[np.float64]
) -> Evidence:
    """Return the evidence of two systems on different items."""
    if is_verdicts(a, b):
        counts = IndependentCounts.of(int(a.sum()), len(a), int(b.sum()), len(b))
        return totals_evidence(names, counts, totals=False)
    _refuse_extreme(names, a, b)
    data = IndependentScores.of(a, b)
    alone = (Differences.of(a), Differences.of(b))
    return Evidence(data, names, alone, len(a), len(b), verdicts=False)
