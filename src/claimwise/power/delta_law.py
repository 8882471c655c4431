"""Power of a randomisation test in a Delta-Laplace world, by the law of its sums.

Nothing is drawn, so that there is no Monte Carlo error; the one approximation, that of the sums
under random signs, is good from some hundred items that differ. How good is known: without an
effect the test rejects as often as it says, whatever the law, and what the quadrature finds there
is held against that.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import comb, exp, factorial, inf, log

import numpy as np
from scipy import special

from claimwise.kernels.flip_law import Item, rejections, size_of_test
from claimwise.kernels.root import root
from claimwise.power.delta_normal import normal_mde, normal_size
from claimwise.power.point import Power
from claimwise.worlds.delta_laplace import DeltaLaplace

CLOSE = 0.005  # of alpha, by which the false positives of the quadrature may be off
STEP = 1.005  # by which a first guess is moved, to have the target between both; then twice that
MOST = 24  # steps


def law_study(
    world: DeltaLaplace, n: float, alpha: float, alternative: str, resamples: int
) -> Power:
    """Return power and errors of a randomisation test of n items."""
    sides = 2 if alternative == "two-sided" else 1
    found = rejections(item_of(world), n, alpha, resamples, sides)
    if alternative == "greater":
        found = found._replace(below=0.0, size_below=0.0)
    if alternative == "less":
        found = found._replace(above=0.0, size_above=0.0)
    size = found.size_above + found.size_below
    return Power.of(world.difference, found.above, found.below, size)


@lru_cache(maxsize=256)
def is_close(world: DeltaLaplace, n: float, alpha: float, alternative: str, resamples: int) -> bool:
    """Return whether the quadrature finds the false positives that the test is known to have.

    >>> world = DeltaLaplace(difference=1, zero_share=0.13, scale=25.8)
    >>> [is_close(world, n, 0.05, "two-sided", 1000) for n in (20, 200, 2000)]
    [False, True, True]
    """
    known = size_of_test(alpha, resamples)
    found = law_study(world.null(), n, alpha, alternative, resamples).reject_any
    return abs(found - known) <= CLOSE * alpha


def law_size(
    world: DeltaLaplace, target: float, alpha: float, alternative: str, resamples: int
) -> float:
    """Return the number of items, mostly not a whole one, with that power."""
    guess = normal_size(world, target, alpha, alternative)
    if guess == inf:
        return inf

    def short(log_n: float) -> float:
        return law_study(world, exp(log_n), alpha, alternative, resamples).power - target

    return _where(short, guess, 2 * log(STEP))  # power goes by the square root of n


def law_mde(
    world: DeltaLaplace, n: float, target: float, alpha: float, alternative: str, resamples: int
) -> float:
    """Return the size of the smallest difference with that power; infinite where none has it."""
    guess = normal_mde(world, n, target, alpha, alternative)
    if guess == inf:
        return inf
    sign = -1 if alternative == "less" else 1

    def short(log_size: float) -> float:
        there = world.at(sign * exp(log_size))
        return law_study(there, n, alpha, alternative, resamples).power - target

    return _where(short, guess, log(STEP))


def _where(short: Callable[[float], float], guess: float, step: float) -> float:
    """Return the number, near a guess, from whose logarithm on nothing is short of the target."""
    here = log(guess)
    side = 1 if short(here) < 0 else -1
    for doubled in range(MOST):
        there = here + side * step * 2**doubled
        if (short(there) < 0) == (side < 0):
            return exp(root(short, min(here, there), max(here, there), xtol=1e-8))
        here = there
    return inf if side > 0 else exp(here)


def item_of(world: DeltaLaplace) -> Item:
    """Return the law of one item: 0, or Laplace about `difference` / (1 - P0)."""
    apart = 1 - world.zero_share
    middle, scale = world.difference / apart, world.scale / 2
    moments = tuple(
        apart
        * sum(comb(k, j) * middle ** (k - j) * factorial(j) * scale**j for j in range(0, k + 1, 2))
        for k in range(7)
    )

    def transform(s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """E exp(i s x + i t x^2), of x = middle + u with u to the right of it or to the left."""
        turn = np.exp(1j * (s * middle + t * middle**2))
        slope = 1j * (s + 2 * t * middle)
        sides = _half(1 / scale - slope, t) + _half(1 / scale + slope, t)
        return np.asarray(world.zero_share + apart * turn * sides / (2 * scale))

    return Item(transform, (1.0, *moments[1:]))


def _half(rate: np.ndarray, t: np.ndarray) -> np.ndarray:
    """Return the integral of exp(-rate u + i t u^2) over u > 0, by the Faddeeva function."""
    flat = t == 0
    root_ = np.sqrt(-1j * np.where(flat, 1.0, t))
    turned = np.sqrt(np.pi) / (2 * root_) * special.wofz(1j * rate / (2 * root_))
    return np.where(flat, 1 / rate, turned)
