"""The random effects of a design, as the kernels take them and as people read them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from claimwise.core import DataError
from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.mixed.layout import Layout, build
from claimwise.mixed.design import Design, Factor

NOTHING = 1e-5  # a standard deviation below this (over the noise) is 0
MOST_DENSE = 12_000  # effects of all factors but the largest: their matrix takes 1 GiB


@dataclass(frozen=True, slots=True, eq=False)
class Structure:
    """A design's random effects: index arrays for the kernels, and the way back."""

    factors: tuple[Factor, ...]
    layout: Layout
    entries: Ints  # (parameters, 3): the kernels' factor, row and column of each
    places: tuple[int, ...]  # where the kernels keep each factor
    turns: tuple[Floats, ...]  # (q, q) of each factor: the kernels see its columns times this

    @property
    def parameters(self) -> int:
        """How many entries of the lower triangles are estimated."""
        return len(self.entries)

    def start(self, diagonal: float) -> Floats:
        """Return parameters that give every effect the same standard deviation."""
        return np.where(self.entries[:, 1] == self.entries[:, 2], diagonal, 0.0)

    def levels(self) -> Ints:
        """Return, for each parameter, how many levels its factor has."""
        return self.layout.levels[self.entries[:, 0]]

    def loadings(self, theta: Floats) -> list[Floats]:
        """Return of each factor the root A of its effects' covariance A A', for its own columns."""
        lower = self.unscaled(theta)
        return [turn @ of for of, turn in zip(lower, self.turns, strict=True)]

    def unscaled(self, theta: Floats) -> list[Floats]:
        """Return the lower triangles for the columns that the kernels see, signs made positive.

        These columns have size 1, so that what is small is small, whether years or seconds are
        counted; and mean 0 where a correlated intercept takes up the mean.
        """
        found = []
        for factor, place in zip(self.factors, self.places, strict=True):
            size = factor.z.shape[1]
            lower = np.zeros((size, size))
            for value, (g, r, c) in zip(theta, self.entries, strict=True):
                if g == place:
                    lower[r, c] = value
            found.append(lower * np.where(np.diag(lower) < 0, -1.0, 1.0))
        return found

    def turned(self, theta: Floats) -> Floats:
        """Return the parameters with signs such that no diagonal is negative, and tiny ones 0.

        A search for a deviation of 0 ends near it: the likelihood is flat there.
        """
        diagonal = self.entries[:, 1] == self.entries[:, 2]
        theta = np.where(diagonal & (np.abs(theta) < NOTHING), 0.0, theta)
        triangles = self.unscaled(theta)
        at = dict(zip(self.places, triangles, strict=True))
        return np.array([at[int(g)][r, c] for g, r, c in self.entries])

    def effects(self, theta: Floats, u: Floats) -> list[Floats]:
        """Return the random effects of each factor's levels, (levels, columns)."""
        u_at = self.layout.u_at
        signs = self._signs(theta)
        found = []
        for root, place, sign in zip(self.loadings(theta), self.places, signs, strict=True):
            part = u[u_at[place] : u_at[place + 1]].reshape(-1, len(root)) * sign
            found.append(part @ root.T)
        return found

    def _signs(self, theta: Floats) -> list[Floats]:
        signs = []
        for factor, place in zip(self.factors, self.places, strict=True):
            sign = np.ones(factor.z.shape[1])
            for value, (g, r, c) in zip(theta, self.entries, strict=True):
                if g == place and r == c and value < 0:
                    sign[c] = -1.0
            signs.append(sign)
        return signs


def prepare(design: Design) -> Structure:
    """Build the index arrays once; they serve every response on this design."""
    sizes = sorted(len(f.levels) * f.z.shape[1] for f in design.factors)
    if sum(sizes[:-1]) > MOST_DENSE:
        raise DataError(
            "a mixed model",
            f"at most {MOST_DENSE:,} random effects besides those of the largest factor",
            f"{sum(sizes[:-1]):,}",
            "Leave slopes out, or a factor.",
        )
    turns = tuple(_turn(factor) for factor in design.factors)
    columns = [(f.z - _centre(f)) / _size(f) for f in design.factors]
    layout, order = build([f.codes for f in design.factors], columns)
    places = tuple(order.index(g) for g in range(len(design.factors)))
    entries = [
        (place, r, c)
        for factor, place in zip(design.factors, places, strict=True)
        for r, c in factor.entries
    ]
    return Structure(design.factors, layout, np.array(entries, np.int64), places, turns)


def _centre(factor: Factor) -> Floats:
    """Return what is taken off each column: its mean, where a correlated intercept takes it up."""
    centre = np.zeros(factor.z.shape[1])
    if "(Intercept)" in factor.columns:
        first = factor.columns.index("(Intercept)")
        for j in range(len(centre)):
            if j != first and (max(first, j), min(first, j)) in factor.entries:
                centre[j] = factor.z[:, j].mean()
    return centre


def _size(factor: Factor) -> Floats:
    size = np.sqrt(((factor.z - _centre(factor)) ** 2).mean(axis=0))
    return np.where(size > 0, size, 1.0)


def _turn(factor: Factor) -> Floats:
    """Return the matrix that turns a factor's columns into those that the kernels see."""
    centre, size = _centre(factor), _size(factor)
    turn = np.diag(1 / size)
    if centre.any():
        turn[factor.columns.index("(Intercept)")] -= centre / size
    return turn
