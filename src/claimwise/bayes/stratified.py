"""Several datasets: a weighted mean of their differences, each with its own posterior."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from claimwise.bayes.posterior import SURE, Posterior
from claimwise.core import ParameterError
from claimwise.kernels.arrays import ArrayLike, Floats
from claimwise.kernels.lattice import Half, Lattice, lattices
from claimwise.kernels.weighted_sum import ROUGH, Atoms, Line, saddle

CORNER = 10.0  # below this power a density may be visibly unsmooth at zero
CLEAR = 1e-7  # a density this far below its peak is found on a line of its own
CLEAR_TAIL = 1e-9  # and a tail below this
FINE = 1e-6  # a probability above it is read off the grid
_NO_LINE = Line(0.0, 0.0, 0.0, 1.0, np.zeros(1), np.zeros(1, np.complex128))


class StratifiedPosterior(Posterior):
    """The weighted mean of independent differences, such as one for each dataset.

    Fit for datasets of unlike difficulty: pooling their items would mix the difference of the
    systems with that of the datasets. The weights are fixed shares, usually those of the items.

    The sum is found by inverting its characteristic function, to about 1e-12; where the
    densities have corners or poles (priors, datasets without a decided item) by convolution
    on a fine grid, to 1e-7 or better.
    """

    def __init__(self, posteriors: Sequence[Posterior], weights: Sequence[float]) -> None:
        """Combine the posteriors with these weights, which are brought to a sum of 1."""
        scale = np.asarray(weights, np.float64)
        good = np.isfinite(scale).all() and (scale > 0).all()
        if len(posteriors) != scale.size or not scale.size or not good:
            raise ParameterError(
                "StratifiedPosterior",
                f"a weight above 0 for each of {len(posteriors)} strata",
                f"{list(weights)}",
            )
        self.posteriors = tuple(posteriors)
        self.weights = scale / scale.sum()
        self._mean = float(self.weights @ [part.mean for part in posteriors])
        self._sd = float(np.sqrt(self.weights**2 @ [part.sd**2 for part in posteriors]))
        self._split = [_has_corner(part) for part in posteriors]
        self._saddles: dict[float, Line] = {}
        self._grids: tuple[Lattice, Lattice] | None = None
        self._upper = self._lower = (_NO_LINE, _NO_LINE)
        # Where every term has a corner, the characteristic function dies as the sum's power.
        if not (all(self._split) and self.power_at_zero < CORNER):
            atoms = [_atoms(part, cut) for part, cut in zip(posteriors, self._split, strict=True)]
            self._upper, self._lower = (
                self._lines(atoms, tilt) for tilt in (1 / self._sd, -1 / self._sd)
            )
            if self._upper[0].end < ROUGH:
                return
        self._grids = lattices([_halves(part) for part in posteriors], self.weights)

    def _lines(self, atoms: list[Atoms], tilt: float) -> tuple[Line, Line]:
        """Return the line with this tilt, and again from every second atom."""
        halved = [part.halved() for part in atoms]
        return Line.of(atoms, self.weights, tilt), Line.of(halved, self.weights, tilt)

    @property
    def mean(self) -> float:
        """Exact mean."""
        return self._mean

    @property
    def sd(self) -> float:
        """Exact standard deviation."""
        return self._sd

    @property
    def power_at_zero(self) -> float:
        """The powers of independent terms add up."""
        return float(sum(part.power_at_zero for part in self.posteriors))

    def sf_with_error(self, x: ArrayLike) -> tuple[Floats, Floats]:
        """Return P(d > x) and its numerical error."""
        point = np.asarray(x, np.float64)
        if self._grids is not None:
            fine, coarse = (grid.sf(point) for grid in self._grids)
            gain = (fine - coarse) / 3
            return np.clip(fine + gain, 0.0, 1.0), np.abs(gain)
        side = point >= self._mean
        (above, gap_above), (below, gap_below) = (
            _tail(lines, np.where(part, point, self._mean))
            for lines, part in ((self._upper, side), (self._lower, ~side))
        )
        value = np.where(side, above, 1 - below)
        # What is out of sight of the lines, beyond their period, is certain.
        seen = np.abs(point - self._mean) < 25 * self._sd
        value = np.where(seen, value, ~side)
        error = np.where(seen, np.where(side, gap_above, gap_below), 0.0)
        return np.clip(value, 0.0, 1.0), error + self._upper[0].end

    def log_density(self, x: ArrayLike) -> Floats:
        """Return the log density at x; infinite where the density is."""
        point = np.asarray(x, np.float64)
        with np.errstate(divide="ignore", invalid="ignore"):
            if self._grids is not None:
                fine, coarse = (grid.density(point) for grid in self._grids)
                value = np.log(np.maximum((4 * fine - coarse) / 3, 0.0))
            else:
                value = np.where(
                    point >= self._mean,
                    _clear_log_density(self._upper[0], point),
                    _clear_log_density(self._lower[0], point),
                )
        value = np.where(np.abs(point) >= 1, -np.inf, value)
        for place in np.argwhere(np.isnan(value)):
            value[tuple(place)] = self._far_log_density(float(point[tuple(place)]))
        if self._grids is not None and (point == 0).any():
            value = np.where(point == 0, self._log_density_at_zero(), value)
        return value

    def log_probability(self, low: float, high: float) -> float:
        """Return log P(low < d < high), right also where the probability is exp(-10,000)."""
        low, high = max(low, -1.0), min(high, 1.0)
        if low >= high:
            return -np.inf
        tails = self.sf(np.array([low, high]))
        direct = float(tails[0] - tails[1])
        if direct > (SURE if self._grids is None else FINE):
            return float(np.log(direct))
        if low < self._mean < high or high - low < 1e-3 * self._sd:  # narrow: by Simpson's rule
            logs = self.log_density(np.array([low, (low + high) / 2, high]))
            return float(np.logaddexp.reduce(logs + np.log([1, 4, 1])) + np.log((high - low) / 6))
        near, far = (low, high) if low >= self._mean else (high, low)
        if abs(near) == 1:
            return -np.inf
        if self._grids is None and self._clear_tail(near) > CLEAR_TAIL:
            line = self._upper[0] if low >= self._mean else self._lower[0]
        else:
            line = self._saddle(near)
        factors, numbers = line.tail(np.array([near, far]))
        beyond = 0.0 if abs(far) == 1 else numbers[1] * np.exp(factors[1] - factors[0])
        return float(factors[0] + np.log(max(numbers[0] - beyond, np.finfo(np.float64).tiny)))

    def _clear_tail(self, x: float) -> float:
        """Return the tail beyond x, on the side where it is the smaller one."""
        lines = self._upper if x >= self._mean else self._lower
        return float(_tail(lines, np.array(x))[0]) if abs(x - self._mean) < 25 * self._sd else 0.0

    def _log_density_at_zero(self) -> float:
        """Return the log density at zero, a corner or pole, exactly: the grid blunts it.

        Given the term of the smallest weight, all others have to make up for it.
        """
        if self.power_at_zero <= 1:
            return np.inf
        first = int(np.argmin(self.weights))
        atoms = _atoms(self.posteriors[first], True, 257)
        others = [part for i, part in enumerate(self.posteriors) if i != first]
        weights = np.delete(self.weights, first)
        rest = others[0] if len(others) == 1 else StratifiedPosterior(others, list(weights))
        place = -self.weights[first] * atoms.x / weights.sum()
        logs = atoms.log_weight + rest.log_density(place)
        return float(np.logaddexp.reduce(logs) - np.log(weights.sum()))

    def _far_log_density(self, x: float) -> float:
        factor, number = self._saddle(x).density(np.array([x]))
        return float(factor[0] + np.log(max(number[0], np.finfo(np.float64).tiny)))

    def _saddle(self, x: float) -> Line:
        if x not in self._saddles:
            densities = [part.log_density for part in self.posteriors]
            self._saddles[x] = saddle(densities, self.weights, x, split=self._split)
        return self._saddles[x]


def _tail(lines: tuple[Line, Line], x: Floats) -> tuple[Floats, Floats]:
    """Return the tail on the side of the lines' tilt, and its error."""
    (factor, number), (_, other) = (line.tail(x) for line in lines)
    scale = np.exp(factor)
    return scale * number, scale * np.abs(number - other)


def _clear_log_density(line: Line, x: Floats) -> Floats:
    """Return the log density, and NaN where rounding may have reached it."""
    factor, number = line.density(x)
    peak = line.density(np.array(line.mean))[1]
    return np.where(number > CLEAR * peak, factor + np.log(number), np.nan)


def _has_corner(part: Posterior) -> bool:
    return part.power_at_zero < CORNER and abs(part.mean) < 12 * part.sd


@lru_cache(maxsize=64)  # all strata have the same prior, and every analysis needs it
def _atoms(part: Posterior, split: bool, count: int | None = None) -> Atoms:
    return Atoms.of(part.log_density, split=split, count=count)


@lru_cache(maxsize=64)
def _halves(part: Posterior) -> tuple[Half, Half]:
    power = min(1.0, part.power_at_zero)
    return Half.of(part.log_density, -1.0, power), Half.of(part.log_density, 1.0, power)
