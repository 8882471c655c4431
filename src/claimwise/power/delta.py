"""Power of a randomisation test in a Delta-Laplace world, by simulation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, isfinite, nan

from claimwise.core import Note, Row
from claimwise.htest import find_test
from claimwise.power.delta_normal import normal_mde, normal_size
from claimwise.power.engine import Tally, count_found, found_rows
from claimwise.power.rating_solve import Point
from claimwise.power.reached import stream_of
from claimwise.power.search import find_effect, find_size
from claimwise.worlds.delta_laplace import DeltaLaplace

TEST = "permutation"  # of the x of the world: a swap turns a sign
EFFECT, NULL = 0, 1  # streams of the seed
CELLS = 1 << 21  # numbers that a block of studies may hold
BLOCK = 250
LARGEST = 50_000  # items, in a search; beyond, the normal approximation is as good
LARGEST_DIFFERENCE = 100.0
FEWEST = 2  # items


@dataclass(frozen=True, slots=True)
class DeltaStudy:
    """How studies are tested and simulated; the world and n may still move."""

    alpha: float
    alternative: str
    replicates: int
    resamples: int
    seed: int
    workers: int = 1

    def rows(self, world: DeltaLaplace, n: int) -> tuple[list[Row], tuple[Note, ...]]:
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
        found = self.tally(world, n, stream_of(size))
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

        found = find_effect(
            evaluate,
            target=target,
            alpha=self._two_sided,
            start=min(start, LARGEST_DIFFERENCE),
            most=LARGEST_DIFFERENCE,
        )
        return found.row("mde", n, sign)

    def sample_size(self, world: DeltaLaplace, target: float) -> Row:
        """Return the fewest items with the power wanted; without an interval if by the formula."""
        start = normal_size(world, target, self.alpha, self.alternative)
        if not isfinite(start):
            return Row(quantity="sample_size", estimate=nan)
        if start > LARGEST:
            return Row(quantity="sample_size", estimate=float(ceil(start)), n=ceil(start))

        def evaluate(size: float) -> Point:
            return self.point(world, int(size), size)

        found = find_size(
            evaluate,
            target=target,
            alpha=self._two_sided,
            start=start,
            least=FEWEST,
            most=4 * LARGEST,
        )
        return found.row("sample_size", int(found.size) if isfinite(found.size) else None)


@lru_cache(maxsize=512)
def _null(study: DeltaStudy, world: DeltaLaplace, n: int) -> Tally:
    """Return the studies without an effect: all differences of a curve share them."""
    return study.tally(world, n, NULL)
