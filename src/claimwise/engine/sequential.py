"""Power of a test that looks several times, by running the test itself on growing data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from typing import Any

import numpy as np

from claimwise.core import ParameterError, Row
from claimwise.data import Differences, IndependentCounts, IndependentScores, PairCounts
from claimwise.engine.monte_carlo import LEVEL, NORMAL, ratio_row, share_row
from claimwise.engine.simulate import Run, gathered
from claimwise.htest import Test
from claimwise.kernels.arrays import Flags, Floats
from claimwise.power.looks import Looks
from claimwise.worlds import Preference
from claimwise.worlds.base import World

Decide = Callable[[Any], Flags]
BLOCK = 1000
SIMULATED = "simulated"
COUNTS = ("above", "below", "size", "square")


@dataclass(frozen=True, slots=True, eq=False)
class Stops:
    """At which look simulated studies stopped, and what they had observed there.

    Arrays have one entry for each look: studies that stopped with a positive and with a negative
    effect, and the sums of its size and of its square.
    """

    sizes: tuple[int, ...]
    studies: int
    above: Floats
    below: Floats
    size: Floats
    square: Floats

    @classmethod
    def none(cls, sizes: tuple[int, ...]) -> Stops:
        """Return what no studies leave behind."""
        return cls(sizes, 0, *np.zeros((4, len(sizes))))

    def __add__(self, other: Stops) -> Stops:
        """Return the studies of both."""
        sums = (getattr(self, name) + getattr(other, name) for name in COUNTS)
        return Stops(self.sizes, self.studies + other.studies, *sums)

    def stopped(self) -> Floats:
        """Return how many studies crossed the boundary at each look."""
        return self.above + self.below

    def expected_n(self, truth: str) -> Row:
        """Return the mean number of items at which studies end, with its Monte Carlo interval."""
        ended = self.stopped()
        ended[-1] += self.studies - ended.sum()
        share, at = ended / self.studies, np.asarray(self.sizes, np.float64)
        mean = float(share @ at)
        reach = NORMAL * sqrt(max(0.0, float(share @ (at - mean) ** 2)) / self.studies)
        return Row(
            quantity="expected_n",
            at={"truth": truth, "by": SIMULATED},
            estimate=mean,
            low=mean - reach,
            high=mean + reach,
            level=LEVEL,
            kind="monte carlo",
            n=self.sizes[-1],
        )


def simulate_looks(
    world: World,
    test: Test,
    sizes: tuple[int, ...],
    looks: Looks,
    run: Run,
    stream: int = 0,
) -> Stops:
    """Simulate studies that are tested at each of these sizes, until they stop.

    `looks` says which p-value stops at each. The test sees all items so far, every time.
    """
    if test.resampled:
        raise ParameterError(
            "the simulation of looks",
            "a test whose p-values can be as small as a look asks for",
            f"{test.name}, which resamples",
        )
    split = isinstance(world, Preference) and world.ties == "split"
    drawn = replace(world, ties="drop") if isinstance(world, Preference) and split else world
    decides = tuple(
        _decision(test, n, level, looks.alternative)
        for n, level in zip(sizes, looks.levels, strict=True)
    )
    return gathered(
        partial(_block, drawn, decides, sizes, split),
        Stops.none(sizes),
        run,
        stream=stream,
        block=BLOCK,
        label="simulating studies with looks",
        tell=lambda so_far: share_row(
            "boundary crossed in", int(so_far.stopped().sum()), so_far.studies, sizes[-1]
        ),
    )


def _decision(test: Test, n: int, level: float, alternative: str) -> Decide:
    if test.region is not None:
        return test.rejects(n, level, alternative)
    return partial(_significant, test, level, alternative)


def _significant(test: Test, level: float, alternative: str, data: Any) -> Flags:
    return test.decide(data, alternative, level)


def _block(
    world: World,
    decides: tuple[Decide, ...],
    sizes: tuple[int, ...],
    split: bool,
    rng: np.random.Generator,
    size: int,
) -> Stops:
    found = np.zeros((4, len(sizes)))
    going = np.ones(size, dtype=bool)
    data: Any = None
    for k, (n, decide) in enumerate(zip(sizes, decides, strict=True)):
        fresh = world.draw(n - (sizes[k - 1] if k else 0), rng, size)
        data = fresh if data is None else gather(data, fresh)
        if not going.any():
            continue
        alive = data[going].split_ties() if split else data[going]
        stops = decide(alive)
        effects = alive.effect()[stops]
        found[:, k] = (
            (effects > 0).sum(),
            (effects < 0).sum(),
            np.abs(effects).sum(),
            (effects**2).sum(),
        )
        going[np.flatnonzero(going)[stops]] = False
    return Stops(sizes, size, *found)


def gather(old: Any, new: Any) -> Any:
    """Return studies with the items of both."""
    if isinstance(old, PairCounts):
        return PairCounts(old.wins + new.wins, old.losses + new.losses, old.n + new.n)
    if isinstance(old, IndependentCounts):
        return IndependentCounts(old.a + new.a, old.n_a + new.n_a, old.b + new.b, old.n_b + new.n_b)
    if isinstance(old, Differences) and old.cluster is None:
        return Differences(np.concatenate([old.d, new.d], axis=-1))
    if isinstance(old, IndependentScores):
        return IndependentScores(
            np.concatenate([old.a, new.a], axis=-1), np.concatenate([old.b, new.b], axis=-1)
        )
    raise ParameterError(
        "the simulation of looks", "data that grow item by item", type(old).__name__
    )


def stop_rows(effect: Stops, null: Stops, truth: float) -> list[Row]:
    """Return what was found in studies with an effect, and in studies without one."""
    n, stopped = effect.sizes[-1], effect.stopped()
    above, below = int(effect.above.sum()), int(effect.below.sum())
    right, wrong = (above, below) if truth > 0 else (below, above)
    rejected = int(stopped.sum())
    known = truth != 0  # otherwise there is no right sign
    size, square = float(effect.size.sum()), float(effect.square.sum())
    at = {"stopping": "sequential", "by": SIMULATED}
    return [
        share_row("power", right, effect.studies if known else 0, n, at=at),
        share_row("alpha", int(null.stopped().sum()), null.studies, n, at=at),
        ratio_row("type_m", size, square, rejected, abs(truth), n, at),
        share_row("type_s", wrong, rejected if known else 0, n, at=at),
        effect.expected_n("effect"),
        null.expected_n("no effect"),
        *(
            share_row("stop", int(count), effect.studies, seen, at={"look": k, "by": SIMULATED})
            for k, (count, seen) in enumerate(zip(stopped, effect.sizes, strict=True), start=1)
        ),
    ]
