"""What right/wrong counts could have shown, by going through every outcome of such a study."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from math import inf, isnan, nan, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy import special

from claimwise.assess.claims import Claim
from claimwise.core import ClaimwiseError, DataError
from claimwise.data import IndependentCounts, PairCounts
from claimwise.engine.saw_tooth import smallest_difference
from claimwise.htest import Test
from claimwise.intervals import Interval
from claimwise.kernels.arrays import Floats
from claimwise.power import exact_power
from claimwise.worlds import PairedAccuracy, Proportions
from claimwise.worlds.base import EnumerableWorld

Counts = PairCounts | IndependentCounts
LARGEST_EXACT = 20_000  # items; beyond, the normal approximation is as good and quicker
MOST_OUTCOMES = 15_000  # that are gone through one by one
STEPS = 40  # halvings of the range of differences


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be found: support of a claim, with this power."""

    claim: Claim
    power: float


def detectable_count(
    data: Counts, test: Test | None, interval: Interval | None, question: Wanted
) -> float:
    """Return the true difference at which the claim is supported with the power asked for.

    At the observed agreement, or with A at its observed rate: every other difference is one that
    such systems can have. Infinite where none is found, NaN where nothing varies.

    It depends on the number of disagreements alone, or on the count of A: of many pairs of systems
    those that agree equally often share one search.
    """
    if isinstance(data, PairCounts):
        disagreements = int(data.wins) + int(data.losses)
        return _of_pairs(disagreements, data.n, test, interval, question)
    right = int(data.a) + int(data.b)
    if right in (0, data.n_a + data.n_b):
        return nan  # nothing varies
    return _of_totals(int(data.a), data.n_a, data.n_b, test, interval, question)


@lru_cache(maxsize=4096)
def _of_pairs(
    disagreements: int, n: int, test: Test | None, interval: Interval | None, question: Wanted
) -> float:
    return _searched(PairCounts.of(disagreements, 0, n), test, interval, question)


@lru_cache(maxsize=4096)
def _of_totals(
    a: int, n_a: int, n_b: int, test: Test | None, interval: Interval | None, question: Wanted
) -> float:
    return _searched(IndependentCounts.of(a, n_a, 0, n_b), test, interval, question)


def _searched(
    data: Counts, test: Test | None, interval: Interval | None, question: Wanted
) -> float:
    sign = _sign(question.claim)
    value = _towards(sign, data, test, interval, question)
    two_sided = question.claim.kind == "difference" and question.claim.alternative == "two-sided"
    if np.isinf(value) and two_sided and isinstance(data, IndependentCounts):
        return _towards(-sign, data, test, interval, question)  # B may have room below only
    return value


def _sign(claim: Claim) -> int:
    """Return 1 where a higher score of B serves the claim, -1 where a lower one does."""
    if claim.kind != "difference":
        return claim.up
    return -1 if claim.alternative == "less" else 1


def _towards(
    sign: int, data: Counts, test: Test | None, interval: Interval | None, question: Wanted
) -> float:
    largest = _largest(sign, data)
    if isnan(largest):
        return nan
    plain = question.claim.kind == "difference" and test is not None
    if plain and test is not None and _has_exact_power(data, test):
        # At a fixed agreement, or rate of A, a larger difference makes every rejected outcome more
        # likely: the power never falls, and the search may start near to where the answer is.
        found = smallest_difference(
            lambda size: _exact(sign * size, data, test, question),
            question.power,
            largest=largest,
            rising_from=_guess(data, question),
        )
        return sign * found.size
    power = _by_normal(data, question, sign)
    if _outcomes(data) <= MOST_OUTCOMES:
        # An interval that needs more than wins and losses leaves it at the approximation.
        with suppress(ClaimwiseError):
            power = _by_outcomes(data, test, interval, question, sign)
    low = 0.0 if question.claim.kind == "difference" else -_largest(-sign, data)
    return sign * _smallest(power, low, largest, question.power)


def _guess(data: Counts, question: Wanted) -> float:
    """Return about which difference is detected: quantiles times a standard error."""
    two_sided = question.claim.alternative == "two-sided"
    tail = question.claim.alpha / 2 if two_sided else question.claim.alpha
    if isinstance(data, PairCounts):
        error = sqrt((int(data.wins) + int(data.losses)) / data.n**2)
    else:
        rate = (float(data.a) + 0.5) / (data.n_a + 1)
        error = sqrt(rate * (1 - rate) * (1 / data.n_a + 1 / data.n_b))
    return float(special.ndtri(question.power) - special.ndtri(tail)) * error


def _largest(sign: int, data: Counts) -> float:
    """Return by how much B can differ from A; NaN if no such system varies."""
    if isinstance(data, PairCounts):
        share = (int(data.wins) + int(data.losses)) / data.n
        return share if share > 0 else nan
    rate = float(data.a) / data.n_a
    return 1 - rate if sign > 0 else rate


def _has_exact_power(data: Counts, test: Test) -> bool:
    paired = isinstance(data, PairCounts)
    if test.outcome != "binary" or test.paired != paired or test.resampled:
        return False
    if isinstance(data, IndependentCounts) and data.n_a != data.n_b:
        return False
    n = data.n if isinstance(data, PairCounts) else data.n_a
    return n <= min(LARGEST_EXACT, test.quick_to or LARGEST_EXACT)


def _exact(difference: float, data: Counts, test: Test, question: Wanted) -> float:
    if isinstance(data, PairCounts):
        world: EnumerableWorld = PairedAccuracy(difference, float(data.ties / data.n))
        n = data.n
    else:
        world, n = Proportions(float(data.a) / data.n_a, difference), data.n_a
    alpha, alternative = question.claim.alpha, question.claim.alternative
    return exact_power(world, test, n, alpha=alpha, alternative=alternative).power


def _outcomes(data: Counts) -> int:
    if isinstance(data, PairCounts):
        return (data.n + 1) * (data.n + 2) // 2
    return (data.n_a + 1) * (data.n_b + 1)


def _by_outcomes(
    data: Counts, test: Test | None, interval: Interval | None, question: Wanted, sign: int
) -> Callable[[float], float]:
    """Return the power as a function of the size of the difference, summed over outcomes."""
    if isinstance(data, PairCounts):
        n, share = data.n, (int(data.wins) + int(data.losses)) / data.n
        wins, losses = (x.ravel() for x in np.mgrid[0 : n + 1, 0 : n + 1])
        inside = wins + losses <= n
        wins, losses = wins[inside], losses[inside]
        ties = n - wins - losses
        tables: Counts = PairCounts.of(wins, losses, n)
        ways = special.gammaln(n + 1) - sum(special.gammaln(x + 1) for x in (wins, losses, ties))
        kept = supported(tables, test, interval, question, sign)

        def power(size: float) -> float:
            up, down = (share + sign * size) / 2, (share - sign * size) / 2
            logs = ways + special.xlogy(wins, up) + special.xlogy(losses, down)
            return float(np.exp(logs + special.xlogy(ties, 1 - share))[kept].sum())

        return power
    rate, n_a, n_b = float(data.a) / data.n_a, data.n_a, data.n_b
    a, b = (x.ravel() for x in np.mgrid[0 : n_a + 1, 0 : n_b + 1])
    kept = supported(IndependentCounts.of(a, n_a, b, n_b), test, interval, question, sign)
    table = kept.reshape(n_a + 1, n_b + 1)
    first = _binomial(n_a, rate)

    def separate(size: float) -> float:
        other = min(1.0, max(0.0, rate + sign * size))
        return float(first @ table @ _binomial(n_b, other))

    return separate


def _binomial(n: int, rate: float) -> Floats:
    """Return the probability of each count (scipy.stats takes long to import)."""
    k = np.arange(n + 1)
    ways = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
    return np.asarray(np.exp(ways + special.xlogy(k, rate) + special.xlogy(n - k, 1 - rate)))


def supported(
    tables: Counts, test: Test | None, interval: Interval | None, question: Wanted, sign: int
) -> NDArray[np.bool_]:
    """Return for which outcomes the claim is supported (a difference: towards `sign`)."""
    claim = question.claim
    ahead = sign * np.asarray(tables.effect()) > 0 if claim.kind == "difference" else True
    if test is not None:
        per = [
            test.decide(tables, h.alternative, claim.alpha, margin=h.margin)
            for h in claim.hypotheses()
        ]
        return np.asarray(np.all(per, axis=0) & ahead)
    if interval is None:
        raise DataError("The power over outcomes", "a test or an interval", "neither")
    low, high = interval.evaluate(tables, claim.judging_level)
    if claim.kind == "difference":
        return np.asarray(((low > 0) | (high < 0)) & ahead)
    edge = claim.margin if claim.kind == "superiority" else -claim.margin
    return np.asarray(low > edge if claim.up == 1 else -high > edge)


def _by_normal(data: Counts, question: Wanted, sign: int) -> Callable[[float], float]:
    """Return the power by the normal approximation, with the variance of each difference."""
    claim = question.claim
    two_sided = claim.kind == "difference" and claim.alternative == "two-sided"
    critical = -float(special.ndtri(claim.alpha / 2 if two_sided else claim.alpha))
    edge = {"superiority": claim.margin, "non-inferiority": -claim.margin}.get(claim.kind, 0.0)

    def errors(size: float) -> tuple[float, float]:
        if isinstance(data, PairCounts):
            share = (int(data.wins) + int(data.losses)) / data.n
            null, true = max(share - edge**2, 0.0), max(share - size**2, 0.0)
            return sqrt(null / data.n), sqrt(true / data.n)
        rate = float(data.a) / data.n_a
        other = min(1.0, max(0.0, rate + sign * size))
        true = rate * (1 - rate) / data.n_a + other * (1 - other) / data.n_b
        if edge:
            return sqrt(true), sqrt(true)
        mean = (data.n_a * rate + data.n_b * other) / (data.n_a + data.n_b)
        return sqrt(mean * (1 - mean) * (1 / data.n_a + 1 / data.n_b)), sqrt(true)

    def power(size: float) -> float:
        null, true = errors(size)
        gap = size - edge - critical * null
        return float(special.ndtr(gap / true)) if true else float(gap > 0)

    return power


def _smallest(power: Callable[[float], float], low: float, high: float, target: float) -> float:
    """Return the smallest size with the power, between two sizes; infinite if there is none."""
    if power(high) < target:
        return inf
    if power(low) >= target:
        return low
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if power(middle) >= target else (middle, high)
    return high
