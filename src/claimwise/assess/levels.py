"""Raters and runs as a sample: is B better with raters like these, with runs like these?

What is a level in the data is a level in the analysis, unless the user says otherwise. A table
with a column of raters or of runs is a two-way layout, raters by items; both are samples
(`kernels.crossed`). Systems that the same raters scored, or whose runs have the same names, are
compared rater by rater; else each system's raters vary for themselves, which never finds more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isnan

import numpy as np
from numpy.typing import NDArray

from claimwise.assess.level_tables import Cells, Matched, matched, nested_in_items
from claimwise.core import register
from claimwise.core.procedure import OF_CLUSTERS, Procedure
from claimwise.data import Pairs
from claimwise.kernels import crossed
from claimwise.kernels.arrays import Floats
from claimwise.kernels.crossed import Crossed
from claimwise.kernels.crossed_parts import Part, part
from claimwise.kernels.mean_interval import adjusted_variance

PLURAL = {"rater": "raters", "run": "runs"}
COCHRAN = "Cochran (1964), Biometrics 20, 191-195"
HENDERSON = "Henderson (1953), Biometrics 9, 226-252"
NAMES: dict[tuple[str, ...], str] = {("rater",): "crossed-raters", ("run",): "crossed-runs"}
BOTH = "crossed-raters-and-runs"


def _register(name: str, what: str) -> None:
    """File the analysis as a test and as an interval: p-value and limits are one."""
    samples = (
        f"Items and {what} are random samples of those that the claim is about, and all that ties "
        "scores together."
    )
    clusters = (
        f"Clusters of items and {what} are random samples of those that the claim is about, and "
        "all that ties scores together."
    )
    layout = f"a two-way analysis of variance, {what} by items, both of them a sample"
    by_clusters = f"a two-way analysis of variance, {what} by clusters of items, both a sample"
    limits = "t quantiles of items and {what}, each with its share of the variance"
    test = Procedure(
        layout, (COCHRAN, HENDERSON), (samples,), f"{what} and items crossed", by_clusters
    )
    limits = limits.format(what=what)
    interval = Procedure(
        f"the same analysis, limits by {limits}", (COCHRAN,), (samples,), "Cochran"
    )
    OF_CLUSTERS[samples] = clusters
    register("crossed test", name, says=test)(Crossed)
    register("crossed interval", name, says=interval)(Crossed)


for _name, _what in (
    *((NAMES[role], PLURAL[role[0]]) for role in NAMES),
    (BOTH, "raters and runs"),
):
    _register(_name, _what)


@dataclass(slots=True, eq=False)
class Level:
    """The raters, or the runs, of one comparison.

    `counts` says how many each system has; `paired` ones are those of both.
    """

    role: str
    paired: bool
    names: tuple[str, ...]
    counts: tuple[int, int]
    parts: list[Part] = field(default_factory=list)
    pairs: Matched | None = None
    lone: int = 0  # scores without their other
    nested: bool = False  # each has one item

    @property
    def known(self) -> bool:
        """Whether how they vary can be estimated."""
        return bool(self.parts)

    @property
    def lent(self) -> bool:
        """Whether one system has a single one, taken to vary like those of the other."""
        return self.known and not self.paired and 1 in self.counts

    def words(self) -> str:
        """Return them in words: "these 3 raters", "this run", "these runs (2 and 3)"."""
        a, b = self.counts
        if self.paired or a == b:
            return f"these {a} {PLURAL[self.role]}" if a > 1 else f"this {self.role}"
        return f"these {PLURAL[self.role]} ({a} and {b})"


@dataclass(slots=True, eq=False)
class Spread:
    """A comparison with its levels as samples: the mean difference and its uncertainty."""

    crossed: Crossed
    levels: list[Level]
    n: int

    @property
    def name(self) -> str:
        """The name of the procedure."""
        return NAMES.get(tuple(one.role for one in self.levels), BOTH)

    @property
    def who(self) -> str:
        """What are samples, beside the items."""
        return " and ".join(PLURAL[one.role] for one in self.levels)

    def shares(self) -> dict[str, float]:
        """Return the shares of the variance: of each level, what it has in common, the items'.

        A level's share is what more of them could remove; a part of it is what each has in common
        over all items, the rest the noise of its single scores.
        """
        total = float(self.crossed.variance)
        found: dict[str, float] = {}
        for one in self.levels:
            whole = sum(float(p.variance) for p in one.parts)
            common = max(0.0, whole - sum(float(p.residual) for p in one.parts))
            found[PLURAL[one.role]] = min(1.0, whole / total)
            found[f"in common to a {one.role}"] = min(1.0, common / total)
        of_all = sum(found[PLURAL[one.role]] for one in self.levels)
        return {"items": max(0.0, 1 - of_all), **found}


def level_of(a: Cells, b: Cells, role: str, *, by_name: bool) -> Level:
    """Return how raters or runs vary, from the tables of both systems."""
    counts = (a.count, b.count)
    if nested_in_items(a) or nested_in_items(b):
        return Level(role, False, (), counts, nested=True)
    same = set(a.names) == set(b.names)
    if by_name and (same or role == "rater"):
        found = matched(a, b)
        if found is not None:
            count = len(found.names)
            parts = [part(found.d)]
            return Level(role, True, found.names, (count, count), parts, found, found.lone)
    if max(counts) == 1:
        return Level(role, same, a.names if same else (), counts)
    return Level(role, False, (), counts, crossed.apart(part(a.values), part(b.values)))


def spread_of_pairs(
    pairs: Pairs, levels: list[Level], cluster: NDArray[np.int64] | None
) -> Spread | None:
    """Return the mean difference on the same items, with its levels as samples.

    Of one level that is paired it is over the scores that have their other; of several the mean
    of all. None where nothing varies.
    """
    d, kept = pairs.b - pairs.a, np.arange(pairs.n)
    only = levels[0].pairs if len(levels) == 1 else None
    if only is not None:
        with np.errstate(invalid="ignore"):
            d, kept = np.nanmean(only.d, axis=0), only.items
    of_items, df = _of_items(d, None if cluster is None else cluster[kept])
    return _together(float(d.mean()), levels, of_items, df, len(d))


def spread_of_separate(a: Floats, b: Floats, levels: list[Level]) -> Spread | None:
    """Return the difference of means on different items, with the levels as samples."""
    terms = np.array([column.var(ddof=1) / len(column) for column in (a, b)])
    of_items = float(terms.sum())
    free = np.array([len(a) - 1.0, len(b) - 1.0])
    df = of_items**2 / float((terms**2 / free).sum()) if of_items > 0 else float(free.min())
    return _together(float(b.mean() - a.mean()), levels, of_items, df, len(a) + len(b))


def spread_of_one(
    means: Floats, tables: Sequence[Cells], cluster: NDArray[np.int64] | None
) -> Crossed | None:
    """Return the mean score of one system, with its raters or runs as a sample.

    None where how they vary is not known, or where nothing varies.
    """
    parts = [part(one.values) for one in tables if one.count > 1 and not nested_in_items(one)]
    if not parts:
        return None
    of_items, df = _of_items(means, cluster)
    found = crossed.together(np.asarray(means.mean()), parts, np.asarray(of_items), df)
    return None if isnan(float(found.variance)) else found


def _of_items(values: Floats, cluster: NDArray[np.int64] | None) -> tuple[float, float]:
    """Return the variance of a mean over items, or over clusters of them, and its df."""
    if cluster is None:
        return float(values.var(ddof=1)) / len(values), len(values) - 1.0
    _, variance, df = adjusted_variance(values, np.unique(cluster, return_inverse=True)[1])
    return float(variance), df


def _together(
    mean: float, levels: list[Level], of_items: float, df: float, n: int
) -> Spread | None:
    parts = [p for one in levels for p in one.parts]
    if not parts or isnan(of_items):
        return None
    found = crossed.together(np.asarray(mean), parts, np.asarray(of_items), df)
    return None if isnan(float(found.variance)) else Spread(found, levels, n)
