"""Power of a randomisation test in a Delta-Laplace world, by simulation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, inf, isfinite, sqrt

from claimwise.core import Row
from claimwise.htest import find_test
from claimwise.power.delta_normal import normal_mde, normal_size
from claimwise.power.engine import Tally, count_found, found_rows
from claimwise.power.monte_carlo import LEVEL
from claimwise.power.rating_solve import Point, Solved, solve_effect, solve_size
from claimwise.worlds.delta_laplace import DeltaLaplace

TEST = "permutation"  # of the x of the world: a swap turns a sign
EFFECT, NULL = 0, 1  # streams of the seed
CELLS = 1 << 21  # numbers that a block of studies may hold
BLOCK = 250
LARGEST = 50_000  # items, in a search; beyond, the normal approximation is as good
LARGEST_DIFFERENCE = 100.0
SMALL = 50  # items: below, power is a saw-tooth, and what a search finds is looked at again
STEP, STEPS = 1.05, 12  # by how much a size that falls short is raised, and how often


@dataclass(frozen=True, slots=True)
class DeltaStudy:
    """How studies are tested and simulated; the world and n may still move."""

    alpha: float
    alternative: str
    replicates: int
    resamples: int
    seed: int
    workers: int = 1

    def rows(self, world: DeltaLaplace, n: int) -> tuple[list[Row], tuple[str, ...]]:
        """Return power, both kinds of error and the false positives, and notes of failures."""
        effect, null = self.tally(world, n), _null(self, world.null(), n)
        notes = effect.failures.notes(self.replicates)
        return found_rows(effect, null, world.truth(), n), notes

    def tally(self, world: DeltaLaplace, n: int, stream: int = EFFECT) -> Tally:
        """Return what the test found in simulated studies."""
        return count_found(
            world,
            find_test(TEST),
            n,
            alpha=self.alpha,
            alternative=self.alternative,
            replicates=self.replicates,
            seed=self.seed,
            stream=stream,
            block=max(1, min(BLOCK, CELLS // n)),
            resamples=self.resamples,
            workers=self.workers,
        )

    def point(self, world: DeltaLaplace, n: int, size: float) -> Point:
        """Return the power, right sign, for a search over `size`."""
        found = self.tally(world, n)
        return Point(size, found.above if world.truth() > 0 else found.below, found.done)

    @property
    def _two_sided(self) -> float:
        """The two-sided level of the same critical value."""
        return self.alpha if self.alternative == "two-sided" else 2 * self.alpha

    def mde(self, world: DeltaLaplace, n: int, target: float, sign: int) -> Row:
        """Return the smallest difference with the power wanted; undefined where none has it."""
        start = normal_mde(world, n, target, self.alpha, self.alternative)

        def evaluate(size: float) -> Point:
            return self.point(world.at(sign * size), n, size)

        found = inf
        ends = (inf, inf)
        if start <= LARGEST_DIFFERENCE:
            solved = solve_effect(
                evaluate,
                target=target,
                alpha=self._two_sided,
                start=start,
                most=LARGEST_DIFFERENCE,
            )
            found, ends = solved.size, (solved.low, solved.high)
            if n < SMALL:
                found, ends = _raised(evaluate, solved, target, lambda size: size * STEP)
        return _row("mde", sign * found, (sign * ends[0], sign * ends[1]), n)

    def sample_size(self, world: DeltaLaplace, target: float) -> Row:
        """Return the fewest items with the power wanted; without an interval if by the formula."""
        start = normal_size(world, target, self.alpha, self.alternative)
        if not isfinite(start):
            return _row("sample_size", inf, (inf, inf), None)
        if start > LARGEST:
            return Row(estimand="sample_size", estimate=float(ceil(start)), n=ceil(start))

        def evaluate(size: float) -> Point:
            return self.point(world, int(size), size)

        solved = solve_size(
            evaluate,
            target=target,
            alpha=self._two_sided,
            start=start,
            least=2,
            most=4 * LARGEST,
            rounded=lambda size: float(ceil(size - 1e-9)),
        )
        found, ends = solved.size, (solved.low, solved.high)
        if found < SMALL:
            found, ends = _raised(evaluate, solved, target, lambda size: size + 1)
        if not isfinite(found):
            return _row("sample_size", inf, ends, None)
        return _row("sample_size", found, (floor(ends[0]), ceil(ends[1])), int(found))


@lru_cache(maxsize=512)
def _null(study: DeltaStudy, world: DeltaLaplace, n: int) -> Tally:
    """Return the studies without an effect: all differences of a curve share them."""
    return study.tally(world, n, NULL)


def _raised(
    evaluate: Callable[[float], Point],
    solved: Solved,
    target: float,
    larger: Callable[[float], float],
) -> tuple[float, tuple[float, float]]:
    """Return the first size from the one found on that has the power, and its interval."""
    size = solved.size
    for _ in range(STEPS if isfinite(size) else 0):
        point = evaluate(size)
        error = sqrt(target * (1 - target) / point.studies)
        if point.found / point.studies >= target - 2 * error:
            return size, (min(solved.low, size), max(solved.high, size))
        size = larger(size)
    return inf, (inf, inf)


def _row(name: str, value: float, ends: tuple[float, float], n: int | None) -> Row:
    """Return what was searched, with its interval; undefined if it is nowhere."""
    if not isfinite(value):
        return Row(estimand=name, estimate=float("nan"), n=n)
    low, high = sorted(ends)
    return Row(
        estimand=name,
        estimate=value,
        low=low,
        high=high,
        level=LEVEL,
        kind="monte carlo",
        n=n,
    )
