"""Several estimates at once: how large is the largest |t| of all, if nothing differs?

The estimates are normal with a known correlation R of rank k, and share one estimate of variance
with some degrees of freedom (infinitely many: the normal form). Write Z = r A u, R = A A', u
uniform on the sphere of k dimensions and r^2 / k of F(k, df): then the largest |Z_i| is r m(u),
m(u) being the largest |A u|, and

    P(largest >= t) = E_u P(F(k, df) >= (t / m(u))^2 / k).

The radius is integrated out exactly, so that small p-values have about as many right digits as
large ones (spherical-radial form: Genz and Bretz 2009, Computation of multivariate normal and t
probabilities). Two estimates, or all pairs of three systems, have k = 2: directions are then
spaced evenly on a half-circle, and the answer is exact to 1e-6; on the sphere (k = 3) it is to
1e-4. Others are averages over a fixed set of directions. One-sided, the largest Z_i itself counts:
in a direction and in its opposite, the largest of A u and of -A u.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import inf, pi, sqrt

import numpy as np
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats, Ints
from claimwise.kernels.root import root

RANK = 1e-9  # a share of the largest variance of a direction: below it is none
ARC = 4096  # directions on the half-circle
POWER = 15  # 2^15 directions of the sphere, from Richtmyer's sequence of roots of primes
PARTS = 16  # in which directions are gone through: all at once would fill the memory


@dataclass(frozen=True, slots=True, eq=False)
class LargestT:
    """The largest |t| of several estimates whose true values are 0."""

    up: Floats  # the largest of A u in each direction
    down: Floats  # and in the opposite one
    rank: int
    df: float

    def pvalue(self, t: ArrayLike) -> Floats:
        """Return the probability that the largest |t| is at least as large as each of these."""
        return np.array([self._beyond(abs(float(x))) for x in np.atleast_1d(t)])

    def one_sided(self, t: ArrayLike) -> Floats:
        """Return the probability that the largest t is at least as large as each of these."""
        reach = np.concatenate([self.up, self.down])
        return np.array([self._above(float(x), reach) for x in np.atleast_1d(t)])

    def _beyond(self, t: float) -> float:
        if not t < inf:
            return 0.0 if t == inf else float("nan")
        return float(self._radius(t / np.maximum(self.up, self.down)).mean())

    def _above(self, t: float, reach: Floats) -> float:
        if not -inf < t < inf:
            return {inf: 0.0, -inf: 1.0}.get(t, float("nan"))
        # Where all of A u is below 0, a longer way leads further below.
        ahead = reach > 0
        beyond = self._radius(np.divide(t, reach, where=reach != 0, out=np.zeros_like(reach)))
        if t > 0:
            return float(np.where(ahead, beyond, 0.0).mean())
        return float(np.where(ahead | (reach == 0), 1.0, 1 - beyond).mean())

    def _radius(self, r: Floats) -> Floats:
        """Return the probability of a radius of at least r."""
        if self.df == inf:
            return np.asarray(special.chdtrc(self.rank, r**2))
        return np.asarray(special.fdtrc(self.rank, self.df, r**2 / self.rank))

    def critical(self, level: float) -> float:
        """Return what the largest |t| stays below with this probability."""

        def lacking(t: float) -> float:
            return self._beyond(t) - (1 - level)

        top = 2.0
        while lacking(top) > 0:
            top *= 2
        return root(lacking, 0.0, top, xtol=1e-10)


def largest_t(covariance: Floats, df: float = inf) -> LargestT:
    """Return the largest |t| of estimates with a covariance, which may be singular.

    Parameters
    ----------
    covariance : array of shape (estimates, estimates)
        Of the estimates, as all pairs of a few systems have it, up to a factor.
    df : float
        Degrees of freedom that all share.

    References
    ----------
    Hothorn, Bretz and Westfall (2008), Biometrical Journal 50, 346-363.
    """
    errors = np.sqrt(np.diag(covariance))
    values, vectors = np.linalg.eigh(covariance / np.outer(errors, errors))
    kept = values > RANK * values.max()
    return _of_root(vectors[:, kept] * np.sqrt(values[kept]), df, POWER)


def largest_of_pairs(covariance: Floats, pairs: Ints, power: int = POWER) -> LargestT:
    """Return the largest z of the differences of pairs of systems, all of which vary.

    Quick for many pairs of few systems: no matrix of pairs by pairs is made.

    Parameters
    ----------
    covariance : array of shape (systems, systems)
        Of the systems' scores, up to a factor.
    pairs : array of shape (pairs, 2)
        Places of the systems A and B.
    power : int
        The average is over two to this power of directions.
    """
    values, vectors = np.linalg.eigh(covariance)
    kept = values > RANK * values.max()
    systems = vectors[:, kept] * np.sqrt(values[kept])
    a, b = pairs.T
    gaps = systems[b] - systems[a]
    root = gaps / np.sqrt((gaps**2).sum(axis=1))[:, None]
    values, vectors = np.linalg.eigh(root.T @ root)
    return _of_root(root @ vectors[:, values > RANK * values.max()], inf, power)


def _of_root(root: Floats, df: float, power: int) -> LargestT:
    """Return the largest of A u over the directions u, where A A' is the correlation."""
    rank = root.shape[1]
    ends = [some @ root.T for some in np.array_split(_directions(rank, power), PARTS)]
    up = np.concatenate([reach.max(axis=1) for reach in ends])
    down = np.concatenate([-reach.min(axis=1) for reach in ends])
    return LargestT(up, down, rank, df)


@lru_cache(maxsize=8)
def _directions(rank: int, power: int = POWER) -> Floats:
    if rank == 1:
        return np.ones((1, 1))
    if rank == 2:
        angle = (np.arange(ARC) + 0.5) * pi / ARC
        return np.column_stack([np.cos(angle), np.sin(angle)])
    if rank == 3:  # a spiral of golden sections: each direction has the same part of the sphere
        count = np.arange(2**power) + 0.5
        height, angle = 1 - 2 * count / 2**power, 2 * pi * count * (sqrt(5) - 1) / 2
        wide = np.sqrt(1 - height**2)
        return np.column_stack([wide * np.cos(angle), wide * np.sin(angle), height])
    steps = np.arange(1.0, 2**power + 1)[:, None] * np.sqrt(_primes(rank))
    normal = special.ndtri(np.clip((steps + 0.5) % 1, 1e-12, 1 - 1e-12))
    return np.asarray(normal / np.linalg.norm(normal, axis=1, keepdims=True))


def _primes(count: int) -> Floats:
    """Return the first primes.

    >>> _primes(5).tolist()
    [2.0, 3.0, 5.0, 7.0, 11.0]
    """
    found: list[int] = []
    number = 2
    while len(found) < count:
        found += [number] if all(number % prime for prime in found) else []
        number += 1
    return np.array(found, np.float64)
