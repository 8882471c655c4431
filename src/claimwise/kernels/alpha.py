"""Agreement between raters: Krippendorff's alpha.

Alpha compares how far the ratings of one unit lie apart with how far any two ratings do. Both
need sums over units alone, so a resample is a weight for each unit, and the estimate itself
is the case in which every unit has the weight 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from claimwise.core import (
    DataError,
    block_rng,
    check_one_of,
)
from claimwise.kernels.arrays import Floats, Ints

LEVELS = ("nominal", "ordinal", "interval", "ratio")
STREAM = 105
ROUNDING = 1e-13  # of a sum of squares: less spread than this is none
# Nodes of the integral behind ratios, even on the scale of logarithms: its error is below 1e-10.
STEP, NEAR, FAR = 1 / 3, math.exp(-14), 34.0
NOTHING = 1e-100  # of the largest value: ratings below this are 0

# From weights of the kinds of units, shape (resamples, kinds), to squared differences within
# units and across all ratings, each of shape (resamples,).
Sums = Callable[[Floats], tuple[Floats, Floats]]


class Kinds(NamedTuple):
    """Units with two ratings or more; those that were rated alike are one kind.

    A kind has one entry for each of its distinct values. Entries stand kind after kind.
    """

    copies: Floats  # (kinds,) units of the kind
    sizes: Floats  # (kinds,) ratings of such a unit
    starts: Ints  # (kinds,) where its entries begin
    kind: Ints  # (entries,)
    code: Ints  # (entries,) which of the values
    times: Floats  # (entries,) ratings that have it
    values: Floats  # the distinct values, ascending

    def each(self, entries: Floats) -> Floats:
        """Add up the entries of each kind: the last axis."""
        return np.asarray(np.add.reduceat(entries, self.starts, axis=-1))

    def from_first(self, entries: Floats) -> Floats:
        """Return how far each entry lies from the first one of its kind.

        Where all ratings of a unit are the same these are 0, not nearly 0.
        """
        first = np.take(entries, self.starts, axis=-1)
        return np.asarray(entries - np.take(first, self.kind, axis=-1))


def krippendorff(unit: Ints, rater: Ints, value: Floats, level: str) -> float:
    """Return Krippendorff's alpha: 1 for perfect agreement, 0 for agreement by chance.

    Fit for any number of ratings per unit: one row for each rating, missing ones are absent.
    Units with a single rating say nothing about agreement and are left out. Alpha does not
    ask who rated: raters are exchangeable, and two ratings of a unit by one rater count like
    any two.

    Undefined (NaN) where no unit has two ratings, or where all ratings of such units are the
    same: without variation, agreement cannot be told from a habit.

    Parameters
    ----------
    unit, rater : arrays of whole numbers
        What was rated, and by whom.
    value : array of numbers
        The ratings; none below 0 for the level ratio.
    level : str
        The distance of two values. nominal: same or not; ordinal: the number of ratings
        between them; interval: their difference; ratio: their difference over their sum.

    References
    ----------
    .. [1] Hayes and Krippendorff (2007), Commun. Methods Meas. 1, 77-89.
    .. [2] Krippendorff (2011), Computing Krippendorff's alpha-reliability, University of
           Pennsylvania, Annenberg School for Communication.

    Examples
    --------
    >>> unit, rater = np.array([0, 0, 1, 1, 2, 2]), np.array([0, 1, 0, 1, 0, 1])
    >>> value = np.array([1.0, 1.0, 2.0, 2.0, 3.0, 2.0])
    >>> round(krippendorff(unit, rater, value, "nominal"), 4)
    0.5455
    """
    kinds = sort_units(unit, rater, value, level)
    if kinds is None:
        return math.nan
    return float(alphas(kinds, SUMS[level](kinds), kinds.copies[None])[0])


def sort_units(unit: Ints, rater: Ints, value: Floats, level: str) -> Kinds | None:
    """Check the ratings and sort the units with two or more; None if there are none."""
    check_one_of("level", level, LEVELS)
    _check(unit, rater, value, level)
    _, unit, sizes = np.unique(unit, return_inverse=True, return_counts=True)
    paired = sizes[unit] > 1
    if not paired.any():
        return None
    _, unit, sizes = np.unique(unit[paired], return_inverse=True, return_counts=True)
    values, code = np.unique(value[paired], return_inverse=True)
    cells, count = np.unique(unit * len(values) + code, return_counts=True)
    unit, code = np.divmod(cells, len(values))
    first, alike, copies = _alike(unit, code, count, len(values))
    entries = np.flatnonzero(first[alike[unit]] == unit)  # those of one unit of each kind
    entries = entries[np.argsort(alike[unit[entries]], kind="stable")]
    kind = alike[unit[entries]]
    return Kinds(
        copies.astype(np.float64),
        sizes[first].astype(np.float64),
        _starts(kind),
        kind,
        code[entries],
        count[entries].astype(np.float64),
        values,
    )


def _check(unit: Ints, rater: Ints, value: Floats, level: str) -> None:
    if not unit.shape == rater.shape == value.shape:
        shapes = f"{unit.shape}, {rater.shape} and {value.shape}"
        raise DataError("krippendorff", "a unit and a rater for each rating", shapes)
    if not np.isfinite(value).all():
        row = int(np.flatnonzero(~np.isfinite(value))[0])
        found, remedy = f"{value[row]} in row {row}", "Leave the rows of missing ratings out."
        raise DataError("krippendorff", "finite ratings", found, remedy)
    if level == "ratio" and (value < 0).any():
        row = int(np.flatnonzero(value < 0)[0])
        found, remedy = f"{value[row]:g} in row {row}", "For values below 0 use level interval."
        raise DataError("level ratio", "ratings of at least 0", found, remedy)


def _alike(unit: Ints, code: Ints, count: Ints, values: int) -> tuple[Ints, Ints, Ints]:
    """Return a unit of each kind, the kind of each unit, and how many units a kind has."""
    # Each value has a random number of 64 bits, and a unit the sum of those of its ratings: two
    # units that differ have the same sum with probability 2^-64. Kinds stand in the order of
    # the sums, so that neither names nor order of the units decide what is drawn.
    numbers = block_rng(0, STREAM, 1).integers(0, 2**64, size=values, dtype=np.uint64)
    sums = np.add.reduceat(numbers[code] * count.astype(np.uint64), _starts(unit))
    _, first, alike, copies = np.unique(
        sums, return_index=True, return_inverse=True, return_counts=True
    )
    return first, alike, copies


def _starts(ordered: Ints) -> Ints:
    """Return where each run of equal numbers begins."""
    return np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])


def alphas(kinds: Kinds, sums: Sums, weights: Floats) -> Floats:
    """Return alpha for each row of weights; NaN where no two ratings differ."""
    within, across = sums(weights)
    n = weights @ kinds.sizes
    defined = across > 0
    alpha = 1 - (n - 1) * within / np.where(defined, across, 1.0)
    return np.asarray(np.where(defined, alpha, np.nan))


def _nominal(kinds: Kinds) -> Sums:
    differ = (kinds.sizes**2 - kinds.each(kinds.times**2)) / (kinds.sizes - 1)
    totals = _totals(kinds)

    def sums(weights: Floats) -> tuple[Floats, Floats]:
        counts = totals(weights)
        return weights @ differ, counts.sum(axis=-1) ** 2 - (counts**2).sum(axis=-1)

    return sums


def _ordinal(kinds: Kinds) -> Sums:
    """Take differences of mean ranks: the ratings between two values and half of their own."""
    totals = _totals(kinds)

    def sums(weights: Floats) -> tuple[Floats, Floats]:
        counts = totals(weights)
        n = counts.sum(axis=-1)
        rank = np.cumsum(counts, axis=-1) - counts / 2 - n[:, None] / 2
        own = kinds.from_first(np.take(rank, kinds.code, axis=-1))
        part = kinds.times * own
        within = _spread(kinds.sizes, kinds.each(part), kinds.each(part * own))
        within *= weights / (kinds.sizes - 1)
        part = counts * rank
        return within.sum(axis=-1), _spread(n, part.sum(axis=-1), (part * rank).sum(axis=-1))

    return sums


def _interval(kinds: Kinds) -> Sums:
    largest = np.abs(kinds.values).max()
    x = (kinds.values / (largest if largest > 0 else 1.0))[kinds.code]
    within = _spread(*_moments(kinds, kinds.times, kinds.from_first(x))) / (kinds.sizes - 1)
    moments = _moments(kinds, kinds.times, x - _mean(kinds, kinds.times, x))

    def sums(weights: Floats) -> tuple[Floats, Floats]:
        return weights @ within, _spread(*(moments @ weights.T))

    return sums


def _ratio(kinds: Kinds) -> Sums:
    """Write ((c - k) / (c + k))^2 as the integral of s (c - k)^2 exp(-s c) exp(-s k) over s.

    At each s these are squared differences of values with weights, which need their moments
    alone: no table of values by values.
    """
    values = kinds.values / max(kinds.values[-1], np.finfo(float).tiny)
    values = np.where(values < NOTHING, 0.0, values)
    farthest = math.log(FAR / values[values > 0].min(initial=1.0))
    nodes = np.exp(np.arange(math.log(NEAR), farthest + STEP, STEP))
    x = values[kinds.code]
    own = kinds.from_first(x)
    within = np.zeros(len(kinds.sizes))
    moments = np.empty((len(nodes), 3, len(kinds.sizes)))
    for place, s in enumerate(nodes):
        # One s is of the formula and one of ds = s dlog(s): one for each of two ratings.
        weight = kinds.times * (s * math.sqrt(STEP) * np.exp(-s * values))[kinds.code]
        within += _spread(*_moments(kinds, weight, own))
        moments[place] = _moments(kinds, weight, x - _mean(kinds, weight, x))
    within /= kinds.sizes - 1

    def sums(weights: Floats) -> tuple[Floats, Floats]:
        n, total, squares = np.moveaxis(moments @ weights.T, 1, 0)
        return weights @ within, _spread(n, total, squares).sum(axis=0)

    return sums


SUMS: dict[str, Callable[[Kinds], Sums]] = {
    "nominal": _nominal,
    "ordinal": _ordinal,
    "interval": _interval,
    "ratio": _ratio,
}


def _totals(kinds: Kinds) -> Callable[[Floats], Floats]:
    """Return a function from weights to how many ratings have each value."""
    order = np.argsort(kinds.code, kind="stable")
    kind, count = kinds.kind[order], kinds.times[order]
    starts = _starts(kinds.code[order])
    return lambda weights: np.asarray(
        np.add.reduceat(count * np.take(weights, kind, axis=-1), starts, axis=-1)
    )


def _mean(kinds: Kinds, weight: Floats, x: Floats) -> float:
    """Return the weighted mean over all ratings."""
    weight = kinds.copies[kinds.kind] * weight
    return float(weight @ x / weight.sum())


def _moments(kinds: Kinds, weight: Floats, x: Floats) -> Floats:
    """Return the weighted sums of 1, x and x^2 over the entries of each kind."""
    part = weight * x
    return np.stack([kinds.each(weight), kinds.each(part), kinds.each(part * x)])


def _spread(n: Floats, total: Floats, squares: Floats) -> Floats:
    """Return the sum of squared differences over all ordered pairs; 0 if it is but rounding."""
    found = 2 * (n * squares - total**2)
    return np.asarray(np.where(found > ROUNDING * n * squares, found, 0.0))
