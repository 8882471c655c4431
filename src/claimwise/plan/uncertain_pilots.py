"""What a pilot of verdicts, judgements or scores leaves open, as slices of its posterior."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np
from scipy import special

from claimwise.core import DataError, ParameterError, option
from claimwise.engine.effect_prior import EffectPrior
from claimwise.kernels.arrays import Floats
from claimwise.kernels.legendre import legendre
from claimwise.plan.uncertain import Slice

SLICES = 12
FEW = 20  # items that differ, of which there are few enough for more slices
TAIL = 1e-8  # of the posterior, left out on each side
LEAST = 1e-3  # of items that agree, where none do


def counted_slices(
    wins: int,
    losses: int,
    n: int,
    shrink: float,
    effect: EffectPrior | None,
    power: Callable[[float, float], float],
) -> tuple[list[Slice], Floats]:
    """Return slices of the posterior of a paired pilot, by the share of items that differ.

    The prior is worth `shrink` items, of which as many differ as in the pilot, half of them for
    each system: it draws the difference to 0, and leaves the agreement where it is. `power`
    takes the difference and the share of items that differ.
    """
    differ = wins + losses
    if not differ:
        raise DataError(
            "the pilot",
            "items on which the systems differ",
            f"none among {n:,}",
            "Give " + option("difference") + " and " + option("agreement") + ", or a larger pilot.",
        )
    half = shrink * differ / n / 2
    win, lose = wins + half, losses + half
    if not win or not lose:
        raise DataError(
            "the pilot",
            "items for either system, or a prior that has some",
            f"{wins:,} for B and {losses:,} for A",
            "Give " + option("shrink") + ", how many items the prior is worth.",
        )
    rest = max(LEAST, (n - differ) * (1 + shrink / n))
    shares, weights = _beta_nodes(win + lose, rest)
    low, high = special.betaincinv(win, lose, TAIL), 1 - special.betaincinv(lose, win, TAIL)

    def at(share: float) -> Slice:
        def mass(d: Floats) -> Floats:
            part = np.clip((d / share + 1) / 2, 0.0, 1.0)
            return np.diff(special.betainc(win, lose, part)) * _believed(effect, d)

        ends = _within(effect, share * (2 * float(low) - 1), share * (2 * float(high) - 1))
        place = float(special.betainc(win + lose, rest, share))
        return Slice(*ends, mass, lambda d: power(d, share), place)

    return [at(float(share)) for share in shares], weights


def _beta_nodes(a: float, b: float) -> tuple[Floats, Floats]:
    """Return nodes and weights of a Beta distribution."""
    low, high = special.betaincinv(a, b, TAIL), 1 - special.betaincinv(b, a, TAIL)
    nodes, weights = legendre(SLICES if a > FEW else 2 * SLICES)
    x = low + (high - low) * (nodes + 1) / 2
    log = (a - 1) * np.log(x) + (b - 1) * np.log1p(-x)
    weight = weights * np.exp(log - log.max())
    return x, weight / weight.sum()


def scored_slices(
    d: float,
    sd: float,
    n: int,
    shrink: float,
    effect: EffectPrior | None,
    power: Callable[[float, float], float],
) -> tuple[list[Slice], Floats]:
    """Return slices of the posterior of a pilot of n differences, by their standard deviation.

    The prior is worth `shrink` items of mean 0 that vary as the others do; of the standard
    deviation it says nothing. `power` takes the difference and the standard deviation.
    """
    mean = d * n / (n + shrink)
    squares = (n - 1) * sd**2 + d**2 * n * shrink / (n + shrink)
    half = (n - 1) / 2
    low = sqrt(squares / 2 / special.gammainccinv(half, TAIL))
    high = sqrt(squares / 2 / special.gammaincinv(half, TAIL))
    nodes, weights = legendre(SLICES if n > 10 else 4 * SLICES)
    # In the logarithm, in which the posterior of a spread is nearly a bell.
    log_sd = np.log(low) + (np.log(high) - np.log(low)) * (nodes + 1) / 2
    log = -(n - 1) * log_sd - squares / 2 / np.exp(2 * log_sd)
    weight = weights * np.exp(log - log.max())

    def at(spread: float) -> Slice:
        error = spread / sqrt(n + shrink)
        reach = -float(special.ndtri(TAIL)) * error

        def mass(x: Floats) -> Floats:
            return np.diff(special.ndtr((x - mean) / error)) * _believed(effect, x)

        ends = _within(effect, mean - reach, mean + reach)
        place = float(special.gammaincc(half, squares / 2 / spread**2))
        return Slice(*ends, mass, lambda x: power(x, spread), place)

    return [at(float(s)) for s in np.exp(log_sd)], weight / weight.sum()


def _within(effect: EffectPrior | None, low: float, high: float) -> tuple[float, float]:
    """Return the part of the differences of which both pilot and prior have something to say."""
    first, last = (low, high) if effect is None else effect.span()
    start, end = max(low, first), min(high, last)
    if not start < end:
        raise ParameterError(
            "effect_prior",
            f"a prior that does not rule out what the pilot shows ({low:.3g} to {high:.3g})",
            f"{effect.words if effect else ''}",
        )
    return start, end


def _believed(effect: EffectPrior | None, edges: Floats) -> Floats:
    """Return how plausible each cell is by what was believed before the pilot."""
    middle = (edges[:-1] + edges[1:]) / 2
    return np.ones_like(middle) if effect is None else effect.density(middle)
