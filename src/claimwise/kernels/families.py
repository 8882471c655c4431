"""Several comparisons at once: what is a p-value of one of them worth among all?

Single-step max-T on the scale of p-values. Each comparison keeps its own test, and so its own small
sample; its p-value is put on the scale of a standard normal, z(p), and counts as the chance that
the largest of all the z is as large. Where the comparisons' correlation is known, the z are taken
as jointly normal with it; others are counted by Sidak's inequality, which holds whatever the
correlation, and one-sided ones by Bonferroni's. So all comparisons share one level: a corrected p
is at most alpha just where the comparison alone is significant at `alone(alpha)`, and its interval
of the level that matches leaves the null value out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp, inf, log

import numpy as np
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats
from claimwise.kernels.largest_t import LargestT, largest_of_pairs
from claimwise.kernels.root import root

TWO_SIDED, ONE_SIDED, BOTH_SIDES = "two-sided", "one-sided", "both one-sided"
VARIES = 1e-9  # a share of the largest variance: a difference with less does not vary
MOST_KNOWN = 2_000  # pairs; the correlation of more is left unused
WORK = 24  # directions times pairs, as a power of two
FEWEST, MOST = 13, 14  # directions, as powers of two
# z at which the chance is found; between them it is interpolated
SURE = 1 - 1e-12
ENOUGH, DOUBT = 120, 12  # items that tell the correlation; how much fewer of them leave open
KNOTS = np.concatenate([[-9.0, -5.0], np.linspace(-3.0, 7.0, 61), [8.0, 10.0, 12.0]])


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """Comparisons that are judged together.

    Parameters
    ----------
    count : int
        Of all comparisons.
    known : int
        Of those whose correlation is in `largest`.
    largest : LargestT, optional
        What the largest z of the known ones does by chance.
    doubt : float
        How little is known of the correlation, from 0 to 1, where nothing is.
    """

    count: int
    known: int = 0
    largest: LargestT | None = None
    doubt: float = 0.0

    def pvalues(self, p: ArrayLike, sides: str = TWO_SIDED) -> Floats:
        """Return the chance that the smallest p of all is as small as each of these.

        Parameters
        ----------
        p : array
            p-values of single comparisons; an undefined one stays undefined.
        sides : {"two-sided", "one-sided", "both one-sided"}
            Of the tests: the last is for claims of two one-sided hypotheses, such as equivalence.
        """
        given = np.atleast_1d(np.asarray(p, np.float64))
        found = np.full(given.shape, np.nan)
        some = ~np.isnan(given)
        found[some] = self._bounded(given[some], sides)
        return found

    def alone(self, alpha: float, sides: str = TWO_SIDED) -> float:
        """Return the alpha at which a comparison alone is judged, so that all keep this one."""
        if self.count < 2:
            return alpha

        def lacking(logarithm: float) -> float:
            return float(self._bounded(np.array([exp(logarithm)]), sides)[0]) - alpha

        least = log(alpha / self.count) - 0.01
        if lacking(log(alpha)) <= 0:
            return alpha
        return exp(root(lacking, least, log(alpha), xtol=1e-12))

    def _bounded(self, p: Floats, sides: str) -> Floats:
        """Return the corrected p-values: never below the own, never above the inequalities."""
        if self.count < 2:
            return p
        if self.largest is None:
            return _for_all(p, self.count, sides)
        joint = np.clip(self._joint(p, sides), p, _for_all(p, self.known, sides))
        others = _for_all(p, self.count - self.known, sides)
        if sides == TWO_SIDED:
            return np.asarray(joint + (1 - joint) * others)
        return np.minimum(1.0, joint + others)

    def _joint(self, p: Floats, sides: str) -> Floats:
        """Return the chance that the largest z of the known comparisons is as large as z(p)."""
        z = -special.ndtri(np.maximum(p, 1e-300) / (2 if sides == TWO_SIDED else 1))
        worth = np.interp(z, *_worth(self.largest, sides))
        worth = (1 - self.doubt) * worth + self.doubt * log(self.known)
        return _independent(2 * p if sides == BOTH_SIDES else p, np.exp(worth))


@lru_cache(maxsize=8)
def _worth(largest: LargestT | None, sides: str) -> tuple[Floats, Floats]:
    """Return knots, and how many independent comparisons these are worth there, as a logarithm.

    That changes slowly with z, from one to all of them, and can be interpolated. Knots at which
    the largest is as good as sure to be as large do not tell.
    """
    if largest is None:
        return KNOTS, np.zeros_like(KNOTS)
    one, tail = sides == ONE_SIDED, special.ndtr(-KNOTS)
    joint = largest.one_sided(KNOTS) if one else largest.pvalue(np.maximum(KNOTS, 0.0))
    alone = tail if one else np.minimum(1.0, 2 * tail)
    telling = (joint < SURE) & (alone < SURE)
    worth = np.log(np.log1p(-joint[telling]) / np.log1p(-alone[telling]))
    return KNOTS[telling], np.asarray(worth)


def _independent(p: Floats, count: Floats | int) -> Floats:
    """Return the p-value of the smallest of so many that are independent."""
    return np.asarray(-np.expm1(count * np.log1p(-np.minimum(p, 1 - 1e-15))))


def _for_all(p: Floats, count: int, sides: str) -> Floats:
    """Return the p-value of the smallest of so many, whatever they have to do with each other."""
    if sides == TWO_SIDED:
        return _independent(p, count)
    return np.minimum(1.0, count * p)


def family_of(
    covariance: Floats, pairs: ArrayLike, count: int | None = None, units: float = inf
) -> Family:
    """Return pairs of systems that are compared together.

    Parameters
    ----------
    covariance : array of shape (systems, systems)
        Of the systems' mean scores, up to a factor: that of the items' scores, or of sums over
        clusters; diagonal where each system has items of its own.
    pairs : array of shape (pairs, 2)
        Places of the systems A and B in the covariance.
    count : int, optional
        Of comparisons, where these pairs were chosen out of more.
    units : float
        Items or clusters from which the covariance was found. With fewer than 120 of them the
        comparisons count as more nearly independent: as 20 normal scores tell of 5 systems, the
        correlation alone found 6.2% false families at alpha .05.

    References
    ----------
    Westfall and Young (1993), Resampling-based multiple testing. Hothorn, Bretz and Westfall
    (2008), Biometrical Journal 50, 346-363. Sidak (1967), J. Amer. Statist. Assoc. 62, 626-633.
    """
    places = np.asarray(pairs, np.int64).reshape(-1, 2)
    total = len(places) if count is None else count
    if not np.isfinite(covariance).all() or len(places) > MOST_KNOWN:
        return Family(total)
    a, b = places.T
    own = np.diag(covariance)
    variance = own[a] + own[b] - 2 * covariance[a, b]
    varying = variance > VARIES * own.max(initial=0.0)
    known = int(varying.sum())
    if known == 0:
        return Family(total)
    used = np.unique(places[varying])
    used = used[
        np.lexsort((covariance.sum(axis=0)[used], own[used]))
    ]  # in whatever order they came
    where = np.argsort(used)[np.searchsorted(np.sort(used), places[varying])]
    power = int(np.clip(WORK - np.ceil(np.log2(known)), FEWEST, MOST))
    largest = largest_of_pairs(covariance[np.ix_(used, used)], where, power)
    doubt = min(1.0, max(0.0, DOUBT * (1 / units - 1 / ENOUGH)))
    return Family(total, known, largest, doubt)
