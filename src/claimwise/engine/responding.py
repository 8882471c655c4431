"""Power of studies of several answers as the engine asks for it; items or answers may move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from claimwise.data.responses import Counts
from claimwise.engine.monte_carlo import share_row
from claimwise.engine.planned import Answer
from claimwise.engine.reached import SEARCHED
from claimwise.engine.responses import Studies, simulate_responses
from claimwise.engine.simulate import EFFECT, Run
from claimwise.htest import Test
from claimwise.metrics.responses import ResponseMetric
from claimwise.worlds.response_even import is_even
from claimwise.worlds.responses import ResponseWorld

PLAIN = 200  # studies without a test that tell which system is better
SIDE = SEARCHED  # stream of their random numbers


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Responding:
    """Items answered several times, scored by one metric and tested.

    The effect is by how much B is farther off the gold standard than A, which stays where it is.
    `shape` gives the items and the answers of a size, and `plain` those of studies without a test,
    by which is told which system is better; `clear` is an effect that tells it. `sides` keeps what
    was found of that.
    """

    world: ResponseWorld
    shape: Callable[[int], tuple[int, Counts]]
    metric: ResponseMetric
    test: Test
    alternative: str  # of B minus A by the metric
    alpha: float
    run: Run
    resamples: int
    plain: tuple[int, Counts]
    clear: float
    sides: dict[float, float] = field(default_factory=dict)

    def at(self, effect: float) -> ResponseWorld:
        """Return the world in which B is off by so much more than A."""
        a = self.world.epsilon_a
        own = effect == self.world.epsilon_b - a
        return self.world if own else self.world.at(epsilon_b=float(max(0.0, a + effect)))

    def found(
        self, n: int, effect: float, stream: int, studies: int | None = None
    ) -> tuple[int, int]:
        """Return in how many studies the difference is found with its sign, and how many scored."""
        items, counts = self.shape(n)
        seen = self._simulated(effect, items, counts, stream, studies, tested=True)
        if not seen.defined:
            return 0, len(seen.a)
        hit = seen.significant(self.test.name, self.alpha)
        right = hit & (self.side(effect) * np.nan_to_num(seen.differences) > 0)
        return int(right.sum()), seen.defined

    def study(self, n: int, effect: float) -> Answer:
        """Return the power."""
        return [share_row("power", *self.found(n, effect, EFFECT), n)], []

    def side(self, effect: float) -> float:
        """Return the sign of the true difference by the metric at an effect.

        Where equal errors make the systems equally good it is that of the effect, or the opposite
        one; otherwise it is looked at there.
        """
        items, counts = self.plain
        equal = is_even(self.at(0.0)) and counts.a == counts.b
        at = self.clear if equal else effect
        if at not in self.sides:
            seen = self._simulated(at, items, counts, SIDE, PLAIN)
            self.sides[at] = -1.0 if seen.difference < 0 else 1.0
        return self.sides[at] * float(np.sign(effect * at)) if equal else self.sides[at]

    def _simulated(
        self,
        effect: float,
        items: int,
        counts: Counts,
        stream: int,
        studies: int | None,
        *,
        tested: bool = False,
    ) -> Studies:
        return simulate_responses(
            self.at(effect),
            items,
            counts,
            [self.metric],
            tests=(self.test,) if tested else (),
            alternative=self.alternative,
            replicates=studies or self.run.replicates,
            resamples=self.resamples,
            seed=self.run.seed,
            stream=stream,
            workers=self.run.workers,
            label=f"simulating {items:,} items x {counts.words()}",
        )[self.metric.name]
