"""Power known by simulation: of a test in any world, or of a claim with a margin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from claimwise.engine.answer import support_rows, tally_rows
from claimwise.engine.counted import possible_edges
from claimwise.engine.goal import Sign, Sizes, Support
from claimwise.engine.planned import Answer
from claimwise.engine.simulate import (
    BLOCK,
    EFFECT,
    NO_EFFECT,
    Run,
    Tally,
    UndecidedError,
    count_decided,
    count_found,
)
from claimwise.htest import Test
from claimwise.power.claims import RESAMPLES
from claimwise.worlds.base import World


def run_of(run: Run, studies: int | None) -> Run:
    """Return the same run of another number of studies, if one is given."""
    return run if studies is None else run._replace(replicates=studies)


def usual_block(n: int) -> int:
    """Return how many studies are drawn at once, where their size does not matter."""
    return BLOCK


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """Studies of a world, tested one by one.

    `block` says how many studies of n items are drawn at once. `nulls` keeps what was found
    without an effect, by n; studies that are alike but for their effect may share it.
    """

    world: Callable[[float], World]
    goal: Sign
    run: Run
    resamples: int = RESAMPLES
    block: Callable[[int], int] = usual_block
    test: Test | None = None  # in place of the goal's, where studies are not of one size
    nulls: dict[int, Tally] = field(default_factory=dict, compare=False)

    def tally(
        self, world: World, n: int, stream: int = EFFECT, studies: int | None = None
    ) -> Tally:
        """Return what the test finds in studies of a world."""
        self.goal.test.check_n(n)
        return count_found(
            world,
            self.test or self.goal.test,
            n,
            run_of(self.run, studies),
            alpha=self.goal.alpha,
            alternative=self.goal.alternative,
            stream=stream,
            resamples=self.resamples,
            block=self.block(n),
        )

    def found(
        self, n: int, effect: float, stream: int, studies: int | None = None
    ) -> tuple[int, int]:
        """Return in how many studies the effect is found with its sign, and how many were tested.

        In a world without an effect there is none to find, and none is found where not one study
        can be tested, as may be of few items.
        """
        try:
            tally = self.tally(self.world(effect), n, stream, studies)
        except UndecidedError:
            return 0, studies or self.run.replicates
        return tally.right(effect) if effect else 0, tally.done

    def study(self, n: int, effect: float) -> Answer:
        """Return power, both kinds of error, and the false positives."""
        world = self.world(effect)
        found = self.tally(world, n)  # first: it is what a run that is stopped can say
        if n not in self.nulls:
            self.nulls[n] = self.tally(world.null(), n, NO_EFFECT)
        return tally_rows(found, self.nulls[n], world.truth(), n)


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedSupport:
    """Studies of a world, in each of which a claim with a margin is supported or not."""

    world: Callable[[float], World]
    goal: Support
    run: Run
    possible: Callable[[int], Sizes]
    block: Callable[[int], int] = usual_block

    def tally(self, n: int, effect: float, stream: int, studies: int | None = None) -> Tally:
        """Return how often the claim is supported, as rejections."""
        return count_decided(
            self.world(effect),
            self.goal.judge.supports,
            n,
            run_of(self.run, studies),
            stream=stream,
            block=self.block(n),
            label="simulating studies that may support the claim",
            tell=lambda total: total.row("claim supported in", n),
        )

    def found(
        self, n: int, effect: float, stream: int, studies: int | None = None
    ) -> tuple[int, int]:
        """Return how many studies support the claim, and how many could be decided."""
        tally = self.tally(n, effect, stream, studies)
        return tally.rejected, tally.done

    def study(self, n: int, effect: float) -> Answer:
        """Return how often the claim is supported where it is true, and where it just is not."""
        tally = self.tally(n, effect, EFFECT)
        there = possible_edges(self.goal, self.possible)
        errors = [self.tally(n, d, NO_EFFECT).row("alpha", n) for d in there]
        rows, notes = support_rows(
            tally.row("support", n), errors, effect, true=self.goal.room(effect) > 0
        )
        failed = tally.failures.notes(tally.done + tally.failures.total())
        return rows, [*failed, *notes]
