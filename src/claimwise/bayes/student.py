"""What is believed of a mean: Student's t, mixtures of it, and the difference of two."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, nan, sqrt

import numpy as np
from scipy import special

from claimwise.bayes.gridded import GridPosterior
from claimwise.bayes.posterior import RealPosterior
from claimwise.kernels.arrays import ArrayLike, Floats

POINTS, WEIGHTS = (np.asarray(column) for column in special.roots_legendre(96))
POINTS, WEIGHTS = (POINTS + 1) / 2, WEIGHTS / 2  # on the unit interval
FARTHEST = 20.0  # of sinh: what lies beyond 2e8 scales of both is below 1e-24
UNDERFLOW = 1e-290  # of a tail, below which it is integrated in logs


def log_student(z: Floats, df: Floats | float) -> Floats:
    """Return the log density of Student's t.

    >>> np.exp(log_student(np.array([0.0, 2.0]), 5)).round(6).tolist()
    [0.379607, 0.06509]
    """
    half = np.asarray(df, np.float64) / 2
    constant = special.gammaln(half + 0.5) - special.gammaln(half) - 0.5 * np.log(2 * np.pi * half)
    return np.asarray(constant - (half + 0.5) * np.log1p(z**2 / (2 * half)))


def log_tail(z: float, df: float) -> float:
    """Return log P(T > z), also where the probability is below the smallest number.

    >>> round(log_tail(2.0, 5), 6), round(log_tail(60.0, 5000), 1)
    (-2.976523, -1360.6)
    """
    direct = float(special.stdtr(df, -z))
    if direct > UNDERFLOW:
        return log(direct)
    slope = (df + 1) * z / (df + z**2)  # of minus the log density: the tail is about 1 / slope wide
    u = POINTS / (1 - POINTS) * 4 / slope
    logs = log_student(z + u, df) + np.log(WEIGHTS * 4 / slope) - 2 * np.log1p(-POINTS)
    return float(special.logsumexp(logs))


@dataclass(frozen=True, eq=False)  # no slots: super() does not know the class that they make
class StudentMixture(RealPosterior):
    """Student's t with a location and a scale, or several with weights, all of the same df."""

    weights: Floats
    locations: Floats
    scales: Floats
    df: float

    @classmethod
    def single(cls, location: float, scale: float, df: float) -> StudentMixture:
        """Return one distribution."""
        return cls(np.ones(1), np.array([location]), np.array([scale]), df)

    @property
    def is_single(self) -> bool:
        """Whether it is one t distribution: symmetric, and in closed form."""
        return self.weights.size == 1

    @property
    def mean(self) -> float:
        """The mean; of one degree of freedom, which has none, the middle."""
        return float(self.weights @ self.locations)

    @property
    def sd(self) -> float:
        """The standard deviation; up to two degrees of freedom, which have none, the scale."""
        wider = self.df / (self.df - 2) if self.df > 2 else 1.0
        squares = wider * self.scales**2 + (self.locations - self.mean) ** 2
        return sqrt(float(self.weights @ squares))

    def _z(self, x: ArrayLike) -> Floats:
        return (np.asarray(x, np.float64)[..., None] - self.locations) / self.scales

    def sf_with_error(self, x: ArrayLike) -> tuple[Floats, Floats]:
        """Return P(d > x), in closed form."""
        value = np.asarray(special.stdtr(self.df, -self._z(x)) @ self.weights)
        return value, np.zeros_like(value)

    def log_density(self, x: ArrayLike) -> Floats:
        """Return the log density at x."""
        logs = log_student(self._z(x), self.df) - np.log(self.scales)
        return np.asarray(special.logsumexp(logs, b=self.weights, axis=-1))

    def log_probability(self, low: float, high: float) -> float:
        """Return log P(low < d < high), right also far out."""
        if low >= high:
            return -inf
        return float(
            special.logsumexp(
                [
                    self._cell((low - location) / scale, (high - location) / scale)
                    for location, scale in zip(self.locations, self.scales, strict=True)
                ],
                b=self.weights,
            )
        )

    def _cell(self, low: float, high: float) -> float:
        """Return the log probability of a cell of the standard distribution."""
        if high <= 0:
            low, high = -high, -low
        if low <= 0:
            rest = special.stdtr(self.df, low) + special.stdtr(self.df, -high)
            return float(np.log1p(-rest))
        upper, lower = log_tail(low, self.df), log_tail(high, self.df) if high < inf else -inf
        return float(upper + np.log1p(-np.exp(lower - upper)))

    def quantile(self, p: ArrayLike) -> Floats:
        """Return the points below which a share p lies."""
        if self.is_single:
            return np.asarray(self.locations[0] + self.scales[0] * special.stdtrit(self.df, p))
        return super().quantile(p)

    def hdi(self, level: float, *, start: tuple[float, float] | None = None) -> tuple[float, float]:
        """Return the highest-density interval; of one t, which is symmetric, the equal-tailed."""
        start = start or self.eti(level)
        return start if self.is_single else super().hdi(level, start=start)

    def mirrored(self) -> StudentMixture:
        """Return the distribution of the negative."""
        return StudentMixture(self.weights, -self.locations, self.scales, self.df)


class TwoStudents(RealPosterior):
    """The difference of two independent means, each with a t distribution (Behrens and Fisher).

    By quadrature of the convolution, with nodes about the peaks of both; it is symmetric.
    """

    def __init__(self, location: float, scales: tuple[float, float], dfs: tuple[int, int]) -> None:
        """Lay a spline through the density of the difference less its location."""
        self.location, self._scales, self._dfs = location, scales, dfs
        self._grid = GridPosterior.of(self._log_density, 0.0, sqrt(scales[0] ** 2 + scales[1] ** 2))

    def _log_density(self, x: Floats) -> Floats:
        """Return log of the integral of f_A(u) f_B((x + s_A u) / s_B) / s_B over u."""
        (s_a, s_b), (df_a, df_b) = self._scales, self._dfs
        other = -x / s_a  # where the second density has its peak; the first has it at 0
        parts = []
        for peak, width, towards in ((0 * x, 1.0, other), (other, s_b / s_a, 0 * x)):
            inner = (towards - peak) / 2
            side = np.where(inner < 0, -1.0, 1.0)
            for sign, reach in (
                (side, np.arcsinh(np.abs(inner) / width)),
                (-side, np.full(x.shape, FARTHEST)),
            ):
                t = reach[:, None] * POINTS
                u = peak[:, None] + sign[:, None] * width * np.sinh(t)
                logs = log_student(u, df_a)
                logs = logs + log_student((x[:, None] + s_a * u) / s_b, df_b) - log(s_b)
                with np.errstate(divide="ignore"):  # a reach of nothing holds nothing
                    logs = logs + np.log(np.cosh(t) * width * WEIGHTS * reach[:, None])
                parts.append(logs)
        return np.asarray(special.logsumexp(np.concatenate(parts, axis=1), axis=1))

    @property
    def mean(self) -> float:
        """The middle, which is the mean where there is one."""
        return self.location

    @property
    def sd(self) -> float:
        """The standard deviation as far as it is finite; else the scale."""
        wider = [df / (df - 2) if df > 2 else 1.0 for df in self._dfs]
        return sqrt(sum(w * s**2 for w, s in zip(wider, self._scales, strict=True)))

    @property
    def error(self) -> float:
        """The numerical error of probabilities."""
        return self._grid.error

    @property
    def floor(self) -> float:
        """As of the grid."""
        return self._grid.floor

    def sf_with_error(self, x: ArrayLike) -> tuple[Floats, Floats]:
        """Return P(d > x) and its numerical error."""
        return self._grid.sf_with_error(np.asarray(x, np.float64) - self.location)

    def log_density(self, x: ArrayLike) -> Floats:
        """Return the log density at x."""
        return self._grid.log_density(np.asarray(x, np.float64) - self.location)

    def log_probability(self, low: float, high: float) -> float:
        """Return log P(low < d < high)."""
        return self._grid.log_probability(low - self.location, high - self.location)

    def quantile(self, p: ArrayLike) -> Floats:
        """Return the points below which a share p lies."""
        return self.location + self._grid.quantile(p)

    def hdi(self, level: float, *, start: tuple[float, float] | None = None) -> tuple[float, float]:
        """Return the highest-density interval, which is the equal-tailed one."""
        return start or self.eti(level)

    def mirrored(self) -> TwoStudents:
        """Return the distribution of the negative."""
        return TwoStudents(-self.location, self._scales, self._dfs)


class Flat(RealPosterior):
    """A prior that is spread evenly over all numbers: not a distribution, but one half is above 0.

    Probabilities of bounded regions, and densities, are not defined.
    """

    is_proper = False

    @property
    def mean(self) -> float:
        """Not defined."""
        return nan

    @property
    def sd(self) -> float:
        """Not finite."""
        return inf

    def sf_with_error(self, x: ArrayLike) -> tuple[Floats, Floats]:
        """Return one half: as much lies above any number as below."""
        value = np.full(np.shape(x), 0.5)
        return value, np.zeros_like(value)

    def log_density(self, x: ArrayLike) -> Floats:
        """Not defined."""
        return np.full(np.shape(x), nan)

    def log_probability(self, low: float, high: float) -> float:
        """Return log of one half on one side of a number; not defined between two."""
        if low == -inf and high == inf:
            return 0.0
        return log(0.5) if low == -inf or high == inf else nan
