"""Several estimates of one model: how large is the largest |t| of all, if nothing differs?

The estimates are normal with a known correlation R of rank k, and share one estimate of variance
with some degrees of freedom (infinitely many: the normal form). Write Z = r A u, R = A A', u
uniform on the sphere of k dimensions and r^2 / k of F(k, df): then the largest |Z_i| is r m(u),
m(u) being the largest |A u|, and

    P(largest >= t) = E_u P(F(k, df) >= (t / m(u))^2 / k).

The radius is integrated out exactly, so that small p-values have about as many right digits as
large ones (spherical-radial form: Genz and Bretz 2009, Computation of multivariate normal and t
probabilities). Two estimates, or all pairs of three systems, have k = 2: directions are then
spaced evenly on a half-circle, and the answer is exact to 1e-6. Others are averages over a fixed
set of directions.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, pi

import numpy as np
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats

RANK = 1e-9  # a share of the largest variance of a direction: below it is none
ARC = 4096  # directions on the half-circle
POWER = 13  # 2^13 directions of the sphere, from a fixed Sobol sequence
SEED = 20


@dataclass(frozen=True, slots=True, eq=False)
class LargestT:
    """The largest |t| of several estimates whose true values are 0."""

    reach: Floats  # the largest |A u| in each direction
    rank: int
    df: float

    def pvalue(self, t: ArrayLike) -> Floats:
        """Return the probability that the largest |t| is at least as large as each of these."""
        return np.array([self._beyond(abs(float(x))) for x in np.atleast_1d(t)])

    def _beyond(self, t: float) -> float:
        if not t < inf:
            return 0.0 if t == inf else float("nan")
        squares = (t / self.reach) ** 2
        if self.df == inf:
            return float(special.chdtrc(self.rank, squares).mean())
        return float(special.fdtrc(self.rank, self.df, squares / self.rank).mean())

    def critical(self, level: float) -> float:
        """Return what the largest |t| stays below with this probability."""
        from scipy.optimize import brentq

        def lacking(t: float) -> float:
            return self._beyond(t) - (1 - level)

        top = 2.0
        while lacking(top) > 0:
            top *= 2
        return float(brentq(lacking, 0.0, top, xtol=1e-10))


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
    root = vectors[:, kept] * np.sqrt(values[kept])
    rank = int(kept.sum())
    directions = _directions(rank)
    reach = [np.abs(some @ root.T).max(axis=1) for some in np.array_split(directions, 16)]
    return LargestT(np.concatenate(reach), rank, df)


def _directions(rank: int) -> Floats:
    if rank == 1:
        return np.ones((1, 1))
    if rank == 2:
        angle = (np.arange(ARC) + 0.5) * pi / ARC
        return np.column_stack([np.cos(angle), np.sin(angle)])
    from scipy.stats import qmc

    uniform = qmc.Sobol(rank, scramble=True, seed=SEED).random_base2(POWER)
    normal = special.ndtri(np.clip(uniform, 1e-12, 1 - 1e-12))
    return np.asarray(normal / np.linalg.norm(normal, axis=1, keepdims=True))
