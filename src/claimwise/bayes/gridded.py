"""A distribution given by its log density at points: splines between them, sums of its cells."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import numpy as np
from scipy import special

from claimwise.bayes.posterior import RealPosterior
from claimwise.kernels.arrays import ArrayLike, Floats

NEGLIGIBLE = 36.0  # nats below the top at which a density ends
TOLERANCE = 1e-8  # of probabilities
MOST_POINTS = 2000
POINTS, WEIGHTS = (np.asarray(column) for column in special.roots_legendre(6))
POINTS, WEIGHTS = (POINTS + 1) / 2, WEIGHTS / 2  # on the unit interval


class GridPosterior(RealPosterior):
    """A density known at increasing points, from where it is negligible to where it is again.

    Between the points its log is a spline of degree 5, so that a normal density is exact.
    Probabilities are sums over cells by Gauss-Legendre rules: small ones are as exact as large
    ones. What is beyond the points, below exp(-36) of the top, counts as nothing.
    """

    def __init__(self, x: Floats, log_density: Floats, error: float = 0.0) -> None:
        """Lay a spline through the log density at the points, and sum up its cells."""
        from scipy.interpolate import make_interp_spline

        self._x = x
        self._spline = make_interp_spline(x, log_density, k=5)
        width = np.diff(x)
        inner = x[:-1, None] + width[:, None] * POINTS
        height = np.exp(self._spline(inner))
        mass = height @ WEIGHTS * width
        self._log_total = float(np.log(mass.sum()))
        self._cells = mass / mass.sum()
        self._below = np.concatenate([[0.0], np.cumsum(self._cells)])
        self._above = np.concatenate([np.cumsum(self._cells[::-1])[::-1], [0.0]])
        self._inner, self._weight = inner, height * WEIGHTS * width[:, None] / mass.sum()
        self._mean = self.expected(lambda x: x)
        self._sd = float(np.sqrt(self.expected(lambda x: (x - self._mean) ** 2)))
        # Where the density was normalised, what its integral lacks is an error too.
        self._error = max(error, abs(float(np.expm1(self._log_total))))

    @classmethod
    def of(
        cls,
        log_density: Callable[[Floats], Floats],
        center: float,
        width: float,
        *,
        count: int = 121,
        error: float = 0.0,
    ) -> GridPosterior:
        """Look for the range of a density with one peak near `center`, about `width` wide.

        Points are close in the middle and lie ever wider towards the ends (sinh), so that light
        and heavy tails need equally many.
        """
        low, high = -3.0, 3.0

        def point(v: Floats) -> Floats:
            return np.asarray(center + width * np.sinh(v))

        for _ in range(40):
            logs = log_density(point(np.linspace(low, high, 61)))
            slope = np.linspace(low, high, 61)
            worth = logs + np.log(np.cosh(slope))
            top = worth.max()
            open_low = worth[0] > top - NEGLIGIBLE
            open_high = worth[-1] > top - NEGLIGIBLE
            if not (open_low or open_high) or max(-low, high) > 300:
                break
            low, high = low - open_low, high + open_high
        kept = np.flatnonzero(worth > top - NEGLIGIBLE)
        first, last = max(kept[0] - 1, 0), min(kept[-1] + 1, 60)
        x = point(np.linspace(slope[first], slope[last], count))
        logs = log_density(x)
        while True:
            # Where nothing is left, -inf would spoil the spline; so would a cliff.
            logs = np.maximum(logs, logs.max() - 2 * NEGLIGIBLE)
            missed = between_points(x, logs)
            if missed < TOLERANCE or count > MOST_POINTS:
                return cls(x, logs, max(error, missed))
            count = 2 * count - 1
            finer = point(np.linspace(slope[first], slope[last], count))
            more = np.empty(count)
            more[::2], more[1::2] = logs, log_density(finer[1::2])
            x, logs = finer, more

    def exponential(self) -> ExponentialPosterior:
        """Return the distribution of the exponential."""
        return ExponentialPosterior(self)

    def mirrored(self) -> GridPosterior:
        """Return the distribution of the negative."""
        return GridPosterior(-self._x[::-1], self._spline(self._x)[::-1], self._error)

    def expected(self, function: Callable[[Floats], Floats]) -> float:
        """Return the mean of a function of the number, by the cells."""
        return float((self._weight * function(self._inner)).sum())

    @property
    def error(self) -> float:
        """The numerical error of probabilities."""
        return self._error

    @property
    def log_total(self) -> float:
        """The log of the integral of the density that was given: 0 if it was normalised."""
        return self._log_total

    @property
    def ends(self) -> tuple[float, float]:
        """The points between which the density is not negligible."""
        return float(self._x[0]), float(self._x[-1])

    @property
    def floor(self) -> float:
        """The smallest log probability that is told from none."""
        return -NEGLIGIBLE

    @property
    def mean(self) -> float:
        """Mean, by the cells."""
        return self._mean

    @property
    def sd(self) -> float:
        """Standard deviation, by the cells."""
        return self._sd

    def log_density(self, x: ArrayLike) -> Floats:
        """Return the log density at x; -inf beyond the points."""
        at = np.asarray(x, np.float64)
        inside = (at >= self._x[0]) & (at <= self._x[-1])
        value = self._spline(np.clip(at, self._x[0], self._x[-1])) - self._log_total
        return np.where(inside, value, -np.inf)

    def _within(self, low: Floats, high: Floats) -> Floats:
        """Return the mass between two points of one cell."""
        width = high - low
        inner = low[..., None] + width[..., None] * POINTS
        return np.asarray(np.exp(self._spline(inner) - self._log_total) @ WEIGHTS * width)

    def sf_with_error(self, x: ArrayLike) -> tuple[Floats, Floats]:
        """Return P(d > x) and its numerical error."""
        at = np.clip(np.asarray(x, np.float64), self._x[0], self._x[-1])
        cell = np.clip(np.searchsorted(self._x, at, side="right"), 1, len(self._x) - 1)
        upper = self._above[cell] + self._within(at, self._x[cell])
        return np.clip(upper, 0.0, 1.0), np.full(upper.shape, self._error)

    def log_probability(self, low: float, high: float) -> float:
        """Return log P(low < d < high); -inf where it is not told from none."""
        ends = np.clip(np.array([low, high]), self._x[0], self._x[-1])
        if not ends[0] < ends[1]:
            return -inf
        first, last = np.clip(
            [np.searchsorted(self._x, ends[0], side="right"), np.searchsorted(self._x, ends[1])],
            1,
            len(self._x) - 1,
        )
        if first > last:  # both in one cell
            first = last
        if first == last and self._x[first] >= ends[1]:
            mass = float(self._within(ends[:1], ends[1:])[0])
        else:
            edges = self._within(
                np.array([ends[0], self._x[last - 1]]), np.array([self._x[first], ends[1]])
            )
            mass = float(edges.sum() + self._cells[first : last - 1].sum())
        return float(np.log(mass)) if mass > 0 else -inf

    def mode(self) -> float:
        """Return the most probable point: of a fine grid, then by a parabola."""
        x = np.linspace(self._mean - 2.2 * self._sd, self._mean + 2.2 * self._sd, 2001)
        logs = self.log_density(x)
        best = int(np.clip(np.argmax(logs), 1, x.size - 2))
        left, middle, right = logs[best - 1 : best + 2]
        bend = left - 2 * middle + right
        step = (left - right) / bend / 2 if np.isfinite(bend) and bend < 0 else 0.0
        return float(x[best] + step * (x[1] - x[0]))

    @property
    def _bounds(self) -> dict[str, float]:
        return {"low": float(self._x[0]), "high": float(self._x[-1]), "scale": self._sd}


def between_points(x: Floats, log_density: Floats) -> float:
    """Return by how much probabilities may be off for what lies between the points.

    A spline of degree 5 through every second point misses those between by some 64 times as much
    as one through all points misses what is between them; half of that is counted on.
    """
    from scipy.interpolate import make_interp_spline

    spline = make_interp_spline(x[::2], log_density[::2], k=5)
    top = float(log_density.max())
    guess = np.minimum(spline(x[1::2]), top + 1)
    missed = np.abs(np.exp(guess - top) - np.exp(log_density[1::2] - top))
    mass = np.trapezoid(np.exp(log_density - top), x)
    return float(missed @ (x[2::2] - x[:-2:2]) / mass / 32)


class ExponentialPosterior(RealPosterior):
    """A positive number whose log has a distribution on a grid."""

    def __init__(self, log: GridPosterior) -> None:
        """Find mean and standard deviation from quantiles of the log."""
        self._log = log
        self._mean = log.expected(np.exp)
        square = log.expected(lambda x: np.exp(2 * x))
        self._sd = float(np.sqrt(max(square - self._mean**2, 0.0)))

    @property
    def low(self) -> float:
        """It is positive."""
        return 0.0

    @property
    def mean(self) -> float:
        """Mean, by the cells of the log."""
        return self._mean

    @property
    def sd(self) -> float:
        """Standard deviation, by the cells of the log."""
        return self._sd

    def sf_with_error(self, x: ArrayLike) -> tuple[Floats, Floats]:
        """Return P(number > x) and its numerical error."""
        return self._log.sf_with_error(_log(x))

    def log_density(self, x: ArrayLike) -> Floats:
        """Return the log density at x."""
        logs = _log(x)
        inside = np.isfinite(logs)
        value = self._log.log_density(np.where(inside, logs, 0.0)) - np.where(inside, logs, 0.0)
        return np.where(inside, value, -np.inf)

    def quantile(self, p: ArrayLike) -> Floats:
        """Return the points below which a share p lies."""
        return np.exp(self._log.quantile(p))


def _log(x: ArrayLike) -> Floats:
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(np.maximum(np.asarray(x, np.float64), 0.0)))
