"""A weighted sum of independent differences whose densities have corners or poles.

Each term is put on a fine common grid: what lies between two grid points is split between them
so that its mean stays where it was. Then the masses are convolved. The error falls with the
square of the step; the grid is halved once, and the leading error taken off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from claimwise.kernels import quadrature
from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.weighted_sum import LogDensity

POINTS = 1 << 16
EMPTY = 1e-14
# Weights of the six nodes about a step for the integral of that step, exact to fifth powers.
_STEP = np.array([11, -93, 802, 802, -93, 11]) / 1440


@dataclass(frozen=True, slots=True, eq=False)
class Half:
    """The part of a distribution on one side of zero: mass and mean below a distance from it."""

    start: float
    step: float
    mass: Floats  # from zero on, at equal steps of t
    moment: Floats
    slope: Floats  # of the mass, per unit of t
    distance: Floats

    @classmethod
    def of(cls, log_density: LogDensity, sign: float, power: float, count: int = 1025) -> Half:
        """Integrate the density outwards from zero, near which the mass goes as this power."""

        def log_f(left: Floats, _: Floats) -> Floats:
            return log_density(sign * np.minimum(left, quadrature.BELOW_ONE))

        left, right, logs = quadrature.log_rule(log_f, quadrature.reach(power), count)
        t = np.arcsinh((np.log(left) - np.log(right)) / np.pi)
        step = float(t[-1] - t[0]) / (count - 1)
        slope = np.exp(logs) / step
        return cls(
            float(t[0]), step, _running(slope) * step, _running(slope * left) * step, slope, left
        )

    def below(self, distance: Floats) -> tuple[Floats, Floats]:
        """Return P(|d| < distance) and E[|d|; |d| < distance] on this side of zero."""
        inside = np.clip(distance, self.distance[0], self.distance[-1])
        t = np.arcsinh(special.logit(inside) / np.pi)
        place = np.clip((t - self.start) / self.step, 0, self.mass.size - 1)
        at = np.minimum(place.astype(np.int64), self.mass.size - 2)
        part = place - at
        mass = _hermite(self.mass, self.slope * self.step, at, part)
        moment = _hermite(self.moment, self.slope * self.distance * self.step, at, part)
        return np.where(distance > 0, mass, 0.0), np.where(distance > 0, moment, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Masses of a weighted sum at the points ``first * step, (first + 1) * step, ...``."""

    step: float
    first: int
    mass: Floats

    def sf(self, x: Floats) -> Floats:
        """Return P(D > x), between the grid points by cubics."""
        # Half way between two points, the masses to the right are the tail.
        tail = np.cumsum(self.mass[::-1])[::-1]
        place = np.clip(x / self.step - self.first - 0.5, 0, self.mass.size - 3)
        at = np.minimum(place.astype(np.int64), self.mass.size - 4)
        slope = -(self.mass[:-1] + self.mass[1:]) / 2
        return np.clip(_hermite(tail[1:], slope, at, place - at), 0.0, 1.0)

    def density(self, x: Floats) -> Floats:
        """Return the density at x, between the grid points by straight lines."""
        place = np.clip(x / self.step - self.first, 0, self.mass.size - 2)
        at = place.astype(np.int64)
        part = place - at
        return (self.mass[at] * (1 - part) + self.mass[at + 1] * part) / self.step


def lattices(
    terms: Sequence[tuple[Half, Half]], weights: Floats, points: int = POINTS
) -> tuple[Lattice, Lattice]:
    """Return the sum on a grid of about so many points, and on one of half as many."""
    spans = [_span(*halves, scale) for halves, scale in zip(terms, weights, strict=True)]
    step = sum(high - low for low, high in spans) / points
    fine = [
        _on_grid(below, above, scale, span, step)
        for (below, above), scale, span in zip(terms, weights, spans, strict=True)
    ]
    coarse = [_coarser(first, mass) for first, mass in fine]
    return _convolved(fine, step), _convolved(coarse, 2 * step)


def _span(below: Half, above: Half, scale: float) -> tuple[float, float]:
    """Return where the distribution has its mass; one of its halves may be empty."""
    low = -below.distance[-1] if below.mass[-1] > EMPTY else above.distance[0]
    high = above.distance[-1] if above.mass[-1] > EMPTY else -below.distance[0]
    return scale * float(low), scale * float(high)


def _on_grid(
    below: Half, above: Half, scale: float, span: tuple[float, float], step: float
) -> tuple[int, Floats]:
    first, last = int(np.floor(span[0] / step)), int(np.ceil(span[1] / step))
    grid = np.arange(first, last + 1, dtype=np.float64) * (step / scale)
    left, right = below.below(-grid), above.below(grid)
    mass = np.diff(np.where(grid > 0, right[0], -left[0]))
    moment = np.diff(np.where(grid > 0, right[1], left[1])) * scale
    # What a cell holds goes to its two ends; the share of the right one keeps the mean.
    upper = (moment - grid[:-1] * scale * mass) / step
    out = np.zeros(grid.size)
    out[:-1] += mass - upper
    out[1:] += upper
    return first, out


def _coarser(first: int, mass: Floats) -> tuple[int, Floats]:
    start = first - first % 2
    padded = np.zeros(mass.size + 4 - (mass.size + first - start) % 2)
    padded[first - start + 1 : first - start + 1 + mass.size] = mass
    even = padded[1::2][: (padded.size - 1) // 2]
    odd = padded[0::2]
    return start // 2, even + (odd[: even.size] + odd[1 : even.size + 1]) / 2


def _convolved(parts: Sequence[tuple[int, Floats]], step: float) -> Lattice:
    size = sum(mass.size - 1 for _, mass in parts) + 1
    padded = 1 << int(size - 1).bit_length()
    spectrum = np.ones(padded // 2 + 1, np.complex128)
    for _, mass in parts:
        spectrum = spectrum * np.fft.rfft(mass, padded)
    mass = np.fft.irfft(spectrum, padded)[:size]
    # A pole at -1 or 1 holds some 1e-8 nearer to it than a double can come.
    return Lattice(step, sum(first for first, _ in parts), mass / mass.sum())


def _running(values: Floats) -> Floats:
    """Return the running integral of values at equal steps of 1, zero outside."""
    padded = np.concatenate([np.zeros(2), values, np.zeros(3)])
    steps = np.convolve(padded, _STEP[::-1], mode="valid")
    return np.concatenate([[0.0], np.cumsum(steps[: values.size - 1])])


def _hermite(values: Floats, slope: Floats, at: Ints, part: Floats) -> Floats:
    """Interpolate by the cubic with these values and slopes at both ends of a step of 1."""
    rise = values[at + 1] - values[at]
    left, right = slope[at] - rise, rise - slope[at + 1]
    bend = (1 - part) * left + part * right
    return np.asarray(values[at] + part * rise + part * (1 - part) * bend)
