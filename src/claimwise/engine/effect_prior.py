"""What is believed of the true difference before the study: for averages over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import erf, exp, inf, isfinite, pi, sqrt

import numpy as np

from claimwise.core import ImpossibleError, ParameterError
from claimwise.kernels.arrays import Floats
from claimwise.kernels.legendre import legendre

FAR = 8.5  # standard deviations beyond which a normal prior has nothing to say
ENOUGH = 1e-7  # the change by doubling the nodes at which an average is fine
MOST_NODES = 1024
LARGEST_CUT = 0.5
Piece = tuple[float, float]


@dataclass(frozen=True, slots=True)
class EffectPrior:
    """A normal (mean, standard deviation) or uniform (low, high) prior of B minus A.

    `pieces` are the stretches of possible differences that it is confined to.

    >>> EffectPrior.of("normal:0.03:0.01").words
    'Normal(0.03, 0.01)'
    >>> EffectPrior.of("uniform:0:0.05").average(lambda d: np.array([d]), ())[0].round(12)
    np.float64(0.025)
    """

    family: str
    first: float
    second: float
    pieces: tuple[Piece, ...] = ((-1.0, 1.0),)

    @classmethod
    def of(cls, given: object, *, shares: bool = True) -> EffectPrior:
        """Read ``normal:MEAN:SD`` or ``uniform:LOW:HIGH``; of shares, or of any scores."""
        needs = "normal:MEAN:SD or uniform:LOW:HIGH, such as normal:0.03:0.01"
        family, *numbers = str(given).strip().split(":")
        try:
            first, second = (float(number) for number in numbers)
        except ValueError:
            raise ParameterError("effect_prior", needs, repr(given)) from None
        if family not in ("normal", "uniform") or not isfinite(first) or not isfinite(second):
            raise ParameterError("effect_prior", needs, repr(given))
        widest = 10 if shares else inf
        if family == "normal" and not 1e-6 <= second <= widest:
            needs = (
                "a standard deviation from 0.000001 to 10"
                if shares
                else ("a standard deviation of at least 0.000001")
            )
            raise ParameterError("effect_prior", needs, f"{second:g}")
        if family == "uniform" and second - first < 1e-6:
            needs = "a lower end below its upper end"
            raise ParameterError("effect_prior", needs, f"{first:g} and {second:g}")
        return cls(family, first, second, ((-1.0, 1.0),) if shares else ((-inf, inf),))

    @property
    def words(self) -> str:
        """The family with its numbers."""
        return f"{self.family.capitalize()}({self.first:g}, {self.second:g})"

    def mass(self) -> float:
        """Return the share of the prior within its pieces."""
        return sum(self._below(high) - self._below(low) for low, high in self.pieces)

    def _below(self, x: float) -> float:
        if self.family == "normal":
            return (1 + erf((x - self.first) / self.second / sqrt(2))) / 2
        return min(1.0, max(0.0, (x - self.first) / (self.second - self.first)))

    def confined(self, pieces: Sequence[Piece]) -> EffectPrior:
        """Return the prior confined to possible differences; refuse if most of it is cut off."""
        stretches = tuple((low, high) for low, high in pieces if low < high)
        inside = EffectPrior(self.family, self.first, self.second, stretches)
        if inside.mass() < LARGEST_CUT:
            possible = " and ".join(f"{low:.4g} to {high:.4g}" for low, high in stretches)
            raise ImpossibleError(
                "effect_prior",
                "at least half of its probability on possible differences "
                f"({possible or 'there are none'})",
                f"{inside.mass():.2g} of {self.words}",
            )
        return inside

    def average(self, of: Callable[[float], Floats], breaks: Sequence[float]) -> Floats:
        """Return the mean of some functions of the difference, smooth but for known breaks.

        Gauss-Legendre between the breaks, with twice as many nodes until nothing changes.
        """
        stretches = self._stretches(breaks)
        mass, count, before = self.mass(), 16, None
        while True:
            nodes, weights = legendre(count)
            total = np.sum(
                [
                    (high - low) / 2 * weight * self._density(place) * of(place)
                    for low, high in stretches
                    for node, weight in zip(nodes, weights, strict=True)
                    for place in [float(low + (high - low) * (node + 1) / 2)]
                ],
                axis=0,
            )
            if before is not None and np.max(np.abs(total - before)) < ENOUGH * mass:
                return np.asarray(total / mass)
            if 2 * count > MOST_NODES:
                raise ParameterError(
                    "effect_prior",
                    "a prior over which the power can be averaged",
                    f"{self.words}, too wide for so large a study",
                    "Use a narrower one.",
                )
            before, count = total, 2 * count

    def _stretches(self, breaks: Sequence[float]) -> list[Piece]:
        """Cut the pieces where the functions break, and where the prior ends."""
        low, high = self.span()
        found = []
        for start, end in self.pieces:
            start, end = max(start, low), min(end, high)
            cuts = sorted({start, end, *(x for x in breaks if start < x < end)})
            found += list(pairwise(cuts))
        return found

    def _density(self, x: float) -> float:
        if self.family == "uniform":
            return 1 / (self.second - self.first)
        return exp(-(((x - self.first) / self.second) ** 2) / 2) / self.second / sqrt(2 * pi)

    def density(self, x: Floats) -> Floats:
        """Return the density at some differences; 0 outside of its pieces."""
        inside = np.any([(x > low) & (x < high) for low, high in self.pieces], axis=0)
        if self.family == "uniform":
            level = 1 / (self.second - self.first)
            found = np.where((x >= self.first) & (x <= self.second), level, 0.0)
        else:
            z = (x - self.first) / self.second
            found = np.exp(-(z**2) / 2) / self.second / sqrt(2 * pi)
        return np.where(inside, found, 0.0)

    def span(self) -> Piece:
        """Return from where to where the prior has anything to say."""
        if self.family == "uniform":
            return self.first, self.second
        return self.first - FAR * self.second, self.first + FAR * self.second

    def quantile(self, share: Floats) -> Floats:
        """Return the differences below which these shares of the prior lie, within its pieces."""
        from scipy import special

        masses = [self._below(high) - self._below(low) for low, high in self.pieces]
        left = np.asarray(share) * sum(masses)
        found = np.empty_like(left)
        before = 0.0
        for (low, high), mass in zip(self.pieces, masses, strict=True):
            inside = (left >= before) & ((left <= before + mass) | (high == self.pieces[-1][1]))
            at = self._below(low) + left[inside] - before
            if self.family == "normal":
                values = self.first + self.second * special.ndtri(at)
            else:
                values = self.first + at * (self.second - self.first)
            found[inside] = np.clip(values, low, high)
            before += mass
        return found

    def draw(self, rng: np.random.Generator, size: int) -> Floats:
        """Return possible differences drawn from the prior."""
        found = np.empty(0)
        while found.size < size:  # at least half of what is drawn is kept
            if self.family == "normal":
                more = rng.normal(self.first, self.second, size)
            else:
                more = rng.uniform(self.first, self.second, size)
            keep = np.any([(more > low) & (more < high) for low, high in self.pieces], axis=0)
            found = np.r_[found, more[keep]]
        return found[:size]
