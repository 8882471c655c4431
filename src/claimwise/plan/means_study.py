"""A planned comparison of mean scores: how often a test finds the difference, by each route."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf, isfinite, nan, sqrt

from scipy import special

from claimwise.core import Row, meaning
from claimwise.htest import Test
from claimwise.intervals import Interval
from claimwise.kernels.t_power import Decided, TError, decided, one_group, two_groups
from claimwise.plan.design import Answer
from claimwise.power import Power, smallest_difference, smallest_n
from claimwise.power.claims import Judge, count_supported
from claimwise.power.engine import Tally, count_found, found_rows
from claimwise.power.normal import critical_z
from claimwise.power.rating_solve import Point
from claimwise.power.reached import stream_of
from claimwise.power.search import find_effect, find_size
from claimwise.power.solve import LARGEST_N
from claimwise.worlds import PairedScores, SeparateScores

EXACT_TESTS = ("paired-t", "t", "welch")
EXACT_INTERVALS = ("t", "pooled-t", "welch")
POOLED = ("t", "pooled-t")
CELLS = 1 << 21  # scores that a block of studies may hold
BLOCK = 1000
FEWEST = 6  # items in a search by simulation
MOST = 100_000
FAR = 1e6  # times the difference of a first guess: no farther


@dataclass(frozen=True, slots=True, kw_only=True)
class Spreads:
    """How scores vary: paired, `a` is the standard deviation of an item's difference."""

    paired: bool
    a: float
    b: float = 0.0
    shape: str = "normal"
    cluster_size: int = 1
    icc: float = 0.0

    @property
    def unit(self) -> float:
        """The standard error of the difference, times the root of n; without clusters."""
        return sqrt(self.a**2 + self.b**2)

    @property
    def inflation(self) -> float:
        """By how much clusters multiply the variance of a mean."""
        return 1 + (self.cluster_size - 1) * self.icc

    def exact(self, procedure: Test | Interval) -> bool:
        """Whether the distribution of this procedure is known in such a world."""
        known = EXACT_TESTS if isinstance(procedure, Test) else EXACT_INTERVALS
        return procedure.name in known and self.shape == "normal" and self.inflation == 1

    def error(self, n: int, procedure: str) -> TError:
        """Return how the estimated standard error varies."""
        if self.paired:
            return one_group(n, self.a)
        return two_groups(n, self.a, self.b, pooled=procedure in POOLED)

    def world(self, difference: float) -> PairedScores | SeparateScores:
        """Return the world with this difference."""
        if self.paired:
            return PairedScores(difference, self.a, self.shape, self.cluster_size, self.icc)
        return SeparateScores(difference, self.a, self.b, self.shape)

    def support(self, judge: Judge, n: int, difference: float) -> float:
        """Return the exact probability that a study supports a claim."""
        ends = {"greater": -inf, "less": inf}
        ends |= {h.alternative: h.margin for h in judge.claim.hypotheses()}
        error = self.error(n, judge.procedure.name)
        return decided(
            error, difference, judge.claim.alpha, above=ends["greater"], below=ends["less"]
        ).probability


@dataclass(frozen=True, slots=True, kw_only=True)
class MeansStudy:
    """What is fixed when n and the difference may still move."""

    spreads: Spreads
    test: Test
    alternative: str
    alpha: float
    target: float
    sign: int
    by: str
    unit: str
    replicates: int
    resamples: int
    seed: int
    workers: int

    def exactly(self, n: int, difference: float) -> Power:
        """Return the properties of a study of normal scores."""
        above, below = (self._decided(n, difference, side) for side in ("above", "below"))
        size = above.effect - below.effect
        return Power.of(difference, above.probability, below.probability, size)

    def _decided(self, n: int, difference: float, side: str) -> Decided:
        """Return how often the test says that B is above A, or below."""
        blind = {"above": "less", "below": "greater"}[side] == self.alternative
        if blind or n < 2:  # one item has no spread to be judged by
            return Decided(0.0, 0.0)
        error = self.spreads.error(n, self.test.name)
        tail = self.alpha / 2 if self.alternative == "two-sided" else self.alpha
        return decided(error, difference, tail, **{side: 0.0})

    def power(self, n: int, difference: float) -> float:
        """Return the power, right sign, exact or by the normal formula."""
        if self.by == "exact" and not difference:
            return nan
        if self.by == "exact":
            return self._decided(n, difference, "above" if difference > 0 else "below").probability
        blind = {"greater": difference < 0, "less": difference > 0}
        if blind.get(self.alternative, False):
            return 0.0
        shift = sqrt(n) * abs(difference) / self.spreads.unit
        return float(special.ndtr(shift - critical_z(self.alpha, self.alternative)))

    def tally(self, n: int, difference: float, stream: int) -> Tally:
        """Simulate studies and count what the test finds."""
        return count_found(
            self.spreads.world(difference),
            self.test,
            n,
            alpha=self.alpha,
            alternative=self.alternative,
            replicates=self.replicates,
            seed=self.seed,
            stream=stream,
            workers=self.workers,
            resamples=self.resamples,
            block=block_of(n),
        )

    def supported(self, judge: Judge, n: int, difference: float, stream: int) -> Tally:
        """Simulate studies and count those that support a claim."""
        return count_supported(
            self.spreads.world(difference),
            judge,
            n,
            replicates=self.replicates,
            seed=self.seed,
            stream=stream,
            workers=self.workers,
            block=block_of(n),
        )

    def rows(self, n: int, difference: float) -> Answer:
        """Return the properties of a study of known size and difference."""
        if self.by == "simulation":
            effect, null = self.tally(n, difference, 0), self.tally(n, 0.0, 1)
            return found_rows(effect, null, difference, n), [
                *effect.failures.notes(self.replicates)
            ]
        if self.by == "normal":
            power = self.power(n, difference) if difference else nan
            return [Row(quantity="power", estimate=power, n=n)], []
        study, none = self.exactly(n, difference), self.exactly(n, 0.0)
        values = {
            "power": study.power,
            "reject_any": study.reject_any,
            "alpha": none.reject_any,
            "type_m": study.type_m,
            "type_s": study.type_s,
        }
        return [Row(quantity=k, estimate=v, n=n) for k, v in values.items()], []

    def mde(self, n: int) -> Answer:
        """Return the smallest difference that studies of n items find."""
        start = self._step * self.spreads.unit * sqrt(self.spreads.inflation / n)
        if self.by == "simulation":
            found = find_effect(
                lambda size: self._point(n, self.sign * size, size),
                target=self.target,
                alpha=self._two_sided,
                start=start,
                most=100 * start,
            )
            return [found.row("mde", n, self.sign)], []
        most = start
        while self.power(n, self.sign * most) < self.target and most < FAR * start:
            most *= 2
        value = smallest_difference(
            lambda size: self.power(n, self.sign * size),
            self.target,
            largest=most,
            rising_from=start,
        ).value
        row = Row(quantity="mde", estimate=self.sign * value, n=n)
        lost = meaning(f"With {n:,} {self.unit} nothing is found with power {self.target:g}.")
        return [row], [lost] if value != value else []

    def size(self, difference: float) -> Answer:
        """Return the number of items that suffices for a difference."""
        if not difference or (self.alternative != "two-sided" and self.sign * difference < 0):
            return [Row(quantity="sample_size", estimate=nan)], [
                meaning(
                    f"No number of {self.unit} makes {self.test.name} ({self.alternative}) find a "
                    f"difference of {difference:g}."
                )
            ]
        guess = self._step**2 * self.spreads.inflation * (self.spreads.unit / difference) ** 2
        most = MOST if self.by == "simulation" else LARGEST_N
        if guess > most:
            return [Row(quantity="sample_size", estimate=nan)], [
                meaning(
                    f"About {guess:,.0f} {self.unit} are needed for power {self.target:g}; sizes "
                    f"are searched up to {most:,}."
                )
            ]
        if self.by == "simulation":
            found = find_size(
                lambda n: self._point(int(n), difference, n),
                target=self.target,
                alpha=self._two_sided,
                start=guess,
                least=FEWEST,
                most=most,
            )
            return [found.row("sample_size", int(found.size) if isfinite(found.size) else None)], []
        if self.by == "normal":
            n = ceil(guess - 1e-9)
        else:
            found_n = smallest_n(
                lambda n: self.power(n, difference), self.target, guess=guess, window=2,
                stride=256, patient=False,
            )  # fmt: skip
            n = int(found_n.value)
        return [Row(quantity="sample_size", estimate=float(n), n=n)], []

    @property
    def _step(self) -> float:
        """The difference, in standard errors, that has the wanted power."""
        return critical_z(self.alpha, self.alternative) + float(special.ndtri(self.target))

    @property
    def _two_sided(self) -> float:
        return self.alpha if self.alternative == "two-sided" else 2 * self.alpha

    def _point(self, n: int, difference: float, size: float) -> Point:
        found = self.tally(n, difference, stream_of(size))
        return Point(size, found.above if difference > 0 else found.below, found.done)

    def chance(self, n: int) -> Callable[[float, int, int], tuple[int, int]]:
        """Return how to count right findings at a difference: stream and studies are given."""
        from dataclasses import replace

        def count(difference: float, stream: int, studies: int) -> tuple[int, int]:
            found = replace(self, replicates=studies).tally(n, difference, stream)
            return (found.above if difference > 0 else found.below), found.done

        return count


def block_of(n: int) -> int:
    """Return how many studies of n items are drawn at once."""
    return max(1, min(BLOCK, CELLS // n))
