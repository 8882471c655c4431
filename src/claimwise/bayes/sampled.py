"""A distribution known through draws alone: of a sampler, of a prior, or weighted ones."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan

import numpy as np
from numpy.polynomial import Polynomial

from claimwise.bayes import effective
from claimwise.bayes.posterior import RealPosterior, ZeroDensity
from claimwise.core import DataError
from claimwise.kernels.arrays import ArrayLike, Floats

AtZero = Callable[[], tuple[float, float]]  # log density at 0, and its error
FEWEST_NEAR = 20.0  # effective draws near a place, below which its density is not known
REACH = 8.5  # bandwidths beyond which a draw adds nothing to a density
CELLS = 2048
FEWEST_TO_SMOOTH = 400  # draws
WINDOWS = 201  # intervals of one level that are compared


class SampledPosterior(RealPosterior):
    """The distribution of d, known through draws: an array of chain by draw, or a flat one.

    All probabilities are shares of draws, with an error that follows from `ess`, the number of
    independent draws that these are worth. Fit for what is not far out: of an event that no
    draw shows, only an upper bound is known, and densities out there are NaN.

    >>> posterior = SampledPosterior(np.linspace(-1.0, 3.0, 4001))
    >>> round(posterior.mean, 9), round(float(posterior.sf(0.0)), 3)
    (1.0, 0.75)
    """

    ess: float
    _chains: Floats | None = None
    _at_zero: AtZero | None = None

    def __init__(self, draws: ArrayLike) -> None:
        """Take draws as chain by draw; a flat array holds independent ones."""
        values = np.asarray(draws, np.float64)
        self._fill(values.ravel(), None)
        self.ess = float(values.size)
        if values.ndim == 2:
            self.ess, self._chains = effective.of_chains(values), values

    @classmethod
    def weighted(
        cls, values: ArrayLike, weights: ArrayLike, at_zero: AtZero | None = None
    ) -> SampledPosterior:
        """Return the distribution of draws with importance weights, of any sum.

        `at_zero` gives the log density at 0 and its error, where it is known by a better way than
        by the draws; it is asked when it is needed.

        >>> SampledPosterior.weighted([0.0, 1.0], [1.0, 3.0]).mean
        0.75
        """
        made = cls.__new__(cls)
        flat, weight = (np.asarray(array, np.float64).ravel() for array in (values, weights))
        good = weight.size == flat.size and bool(np.isfinite(weight).all())
        if not good or weight.min(initial=0.0) < 0 or not weight.sum() > 0:
            needs = "one weight from 0 on for each draw, not all of them 0"
            raise DataError("SampledPosterior", needs, f"{weight.size} weights")
        made._fill(flat, weight / weight.sum())
        made.ess, made._at_zero = effective.of_weights(weight), at_zero
        return made

    def _fill(self, values: Floats, weights: Floats | None) -> None:
        if values.size < 2 or not np.isfinite(values).all():
            bad = int((~np.isfinite(values)).sum())
            found = f"{bad} that are not finite" if bad else f"{values.size}"
            raise DataError("SampledPosterior", "at least two finite draws", found)
        order = np.argsort(values, kind="stable")
        self._values = values[order]
        equal = np.full(values.size, 1 / values.size)
        self._weights = equal if weights is None else weights[order]
        self._below = np.concatenate([[0.0], np.cumsum(self._weights)])
        self._below /= self._below[-1]
        self._squares = np.concatenate([[0.0], np.cumsum(self._weights**2)])
        self._mean = float(self._weights @ self._values)
        self._sd = float(np.sqrt(self._weights @ (self._values - self._mean) ** 2))

    @property
    def chains(self) -> Floats | None:
        """The draws as they came, chain by draw; None if they did not come in chains."""
        return self._chains

    @property
    def weights(self) -> Floats:
        """The weights of the draws, which sum to 1, in the order of the draws' values."""
        return self._weights

    @property
    def floor(self) -> float:
        """The log of the largest share that so many draws are likely to miss."""
        return float(np.log(3 / self.ess))

    @property
    def mean(self) -> float:
        """Mean of the draws."""
        return self._mean

    @property
    def sd(self) -> float:
        """Standard deviation of the draws."""
        return self._sd

    @property
    def mean_error(self) -> float:
        """Monte Carlo standard error of the mean."""
        return self._sd / float(np.sqrt(self.ess))

    def sf_with_error(self, x: ArrayLike) -> tuple[Floats, Floats]:
        """Return the share of draws above x, and its Monte Carlo standard error.

        The error counts half a draw on either side, so that a share of 0 is not taken for sure.
        Draws of a chain are not worth the same everywhere: each share has its own error.
        """
        points = np.asarray(x, np.float64)
        place = np.searchsorted(self._values, points, side="right")
        share = np.clip(1 - self._below[place], 0.0, 1.0)
        worth = self._worth(points)
        smoothed = (share * worth + 0.5) / (worth + 1)
        return share, np.sqrt(smoothed * (1 - smoothed) / worth)

    def _worth(self, points: Floats) -> Floats:
        """Return how many independent draws would show the share above each point as well."""
        worth = np.full(points.shape, self.ess)
        if self._chains is None:
            return worth
        for place, point in np.ndenumerate(points):
            above = (self._chains > point).astype(np.float64)
            if np.ptp(above) > 0:
                worth[place] = min(float(above.size), effective.of_chains(above))
        return worth

    def log_probability(self, low: float, high: float) -> float:
        """Return the log of the share of draws between two values; -inf if there is none."""
        first = np.searchsorted(self._values, low, side="right")
        last = np.searchsorted(self._values, high, side="left")
        share = float(self._below[last] - self._below[first]) if last > first else 0.0
        return float(np.log(share)) if share > 0 else -inf

    def quantile(self, p: ArrayLike) -> Floats:
        """Return the points below which a share p of the draws lies."""
        middle = self._below[1:] - self._weights / 2
        return np.interp(np.asarray(p, np.float64), middle, self._values)

    def hdi(self, level: float, *, start: tuple[float, float] | None = None) -> tuple[float, float]:
        """Return the shortest interval that holds `level`; `start` is not needed.

        The shortest of all intervals between many draws owes much to chance, and is too short. So
        widths are smoothed over the share left out below, and the interval is where they are least.
        """
        if self._values.size < FEWEST_TO_SMOOTH:
            return self._shortest(level)
        below = (1 - level) * np.linspace(0, 1, WINDOWS)
        lows, highs = self.quantile(below), self.quantile(below + level)
        widths = highs - lows
        near = widths <= np.quantile(widths, 0.5)
        curve = Polynomial.fit(below[near], widths[near], 4)
        best = int(np.argmin(np.where(near, curve(below), np.inf)))
        return float(lows[best]), float(highs[best])

    def _shortest(self, level: float) -> tuple[float, float]:
        """Return the shortest interval between draws that holds `level`."""
        # A hair below the level, lest rounding of the sums ask for one draw more.
        last = np.searchsorted(self._below, self._below[:-1] + level * (1 - 1e-12))
        whole = last < self._below.size
        first = np.flatnonzero(whole)
        widths = self._values[last[whole] - 1] - self._values[first]
        best = int(np.argmin(widths))
        return float(self._values[first[best]]), float(self._values[last[whole][best] - 1])

    def hdi_error(self, low: float, high: float) -> float:
        """Return the larger Monte Carlo standard error of both ends; NaN if it cannot be told."""
        ends = np.array([low, high])
        error = self.sf_with_error(ends)[1] / np.exp(self.log_density(ends))
        return float(np.max(error))

    @property
    def bandwidth(self) -> float:
        """How far a draw is smeared for densities, for as many draws as `ess`."""
        quarter, three = self.quantile(np.array([0.25, 0.75]))
        spread = min(self._sd, float(three - quarter) / 1.349) or self._sd
        return float(1.1 * spread * self.ess ** (-1 / 7))

    def log_density(self, x: ArrayLike) -> Floats:
        """Return the log of a kernel estimate; NaN where too few draws are near.

        A Bayes factor from a density out there is then undefined, rather than wrong. The kernel is
        of fourth order, so that curved tails are hardly lifted (Wand and Jones 1995, section 2.8).
        """
        return self.log_density_with_error(x)[0]

    def at_zero(self) -> ZeroDensity:
        """Return the density at 0 with its Monte Carlo error; NaN where draws are too far away."""
        value, error = (float(part) for part in self.log_density_with_error(0.0))
        return ZeroDensity(nan if value == -np.inf else value, error)

    def log_density_with_error(self, x: ArrayLike) -> tuple[Floats, Floats]:
        """Return the log density and its Monte Carlo standard error."""
        points, width = np.asarray(x, np.float64), self.bandwidth
        if points.shape == () and points == 0 and self._at_zero is not None:
            log, error = self._at_zero()
            if np.isfinite(log):
                return np.asarray(log), np.asarray(error)
        if not width > 0:
            return np.full(points.shape, nan), np.full(points.shape, nan)
        found = np.array([self._log_density_at(float(point), width) for point in points.ravel()])
        found = found.reshape(*points.shape, 2)
        return found[..., 0], found[..., 1]

    def _log_density_at(self, x: float, width: float) -> tuple[float, float]:
        near = slice(*np.searchsorted(self._values, [x - 2 * width, x + 2 * width]))
        if not self._effective(near) >= FEWEST_NEAR:
            return nan, nan
        reach = slice(*np.searchsorted(self._values, [x - REACH * width, x + REACH * width]))
        z, weight = (self._values[reach] - x) / width, self._weights[reach]
        kernel = np.exp(-0.5 * z**2) / np.sqrt(2 * np.pi) * (3 - z**2) / 2
        height = float(weight @ kernel)
        if not height > 0:
            return nan, nan
        # Draws of a chain are worth fewer; weights say it by themselves.
        worth = self._effective(slice(0, self._values.size)) * float((self._weights**2).sum())
        error = float(np.sqrt(weight**2 @ kernel**2)) / height / np.sqrt(min(worth, 1.0))
        return float(np.log(height / width)), error

    def _effective(self, part: slice) -> float:
        """Return what the draws of one part are worth: never more than these are."""
        weight = self._below[part.stop] - self._below[part.start]
        squares = self._squares[part.stop] - self._squares[part.start]
        if not squares > 0:
            return 0.0
        return float(min(weight * self.ess, weight**2 / squares))

    def mode(self) -> float:
        """Return where the density estimate is highest."""
        width = self.bandwidth
        if not width > 0:
            return float(np.median(self._values))
        low, high = self.hdi(0.9)
        # The peak is not near the ends of this grid, where the smoothing misses draws beyond it.
        edges = np.linspace(low - 5 * width, high + 5 * width, CELLS + 1)
        mass, _ = np.histogram(self._values, edges, weights=self._weights)
        cell = float(edges[1] - edges[0])
        steps = np.arange(-int(4 * width / cell), int(4 * width / cell) + 1)
        smooth = np.convolve(mass, np.exp(-0.5 * (steps * cell / width) ** 2), mode="same")
        best = int(np.argmax(smooth))
        return float((edges[best] + edges[best + 1]) / 2)
