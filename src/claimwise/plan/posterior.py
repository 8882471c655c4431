"""A study that is to make a posterior sure: what it is to show, and how often it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, Protocol

import numpy as np
from scipy import special

from claimwise.core import Note, Row, meaning
from claimwise.engine.answer import size_rows
from claimwise.engine.belief import assured_rows
from claimwise.engine.effect_prior import EffectPrior
from claimwise.engine.goal import Sizes
from claimwise.engine.planned import Answer, Comb, Planned
from claimwise.engine.reasons import Reason
from claimwise.engine.simulate import Run
from claimwise.kernels.arrays import Floats
from claimwise.plan.assessing import Reading
from claimwise.plan.posterior_rows import posterior_rows
from claimwise.plan.settings import Settings
from claimwise.power.conclusions import Conclusion
from claimwise.worlds.base import EnumerableWorld

LARGEST_SEARCHED = 200_000
QUICK = 3000  # items up to which many sizes around the one found are tried
OF_POSTERIOR = {"analysis": "posterior"}


class Read(Protocol):
    """How a posterior will be read."""

    @property
    def margin(self) -> float:
        """By how much one system is to be ahead."""

    @property
    def level(self) -> float:
        """The probability at which the posterior is sure."""


@dataclass(frozen=True, slots=True)
class Sure:
    """The posterior is sure of a margin, and rightly so.

    With a negative margin the claim is that B is hardly worse, whatever the difference.
    """

    reading: Read

    @property
    def name(self) -> str:
        """What decides it."""
        return "the posterior"

    @property
    def success(self) -> str:
        """What is counted, as a clause."""
        margin = self.reading.margin
        if margin < 0:
            return (
                f"the posterior is sure that B is less than {-margin:g} below A, and this is true"
            )
        by = f"by more than {margin:g} " if margin > 0 else ""
        return f"the posterior is sure that one system is ahead {by}and this is true"

    @property
    def tail(self) -> float:
        """The level of a test that is about as strict."""
        return 2 * (1 - self.reading.level)

    @property
    def edges(self) -> tuple[float, ...]:
        """The differences at which the claims just fail to be true."""
        return (self.reading.margin, -self.reading.margin)

    @property
    def largest_n(self) -> int | None:
        """No size is too large."""
        return None

    def less(self, difference: float) -> bool:
        """Whether the claim that is true, if one is, is that A is ahead."""
        return difference < 0 <= self.reading.margin

    def gap(self, difference: float) -> float:
        """By how much the claim is true at a difference."""
        return (-difference if self.less(difference) else difference) - self.reading.margin

    @property
    def farther_is_truer(self) -> bool:
        """Larger differences make it sure more often."""
        return True

    def worth_a_size(self, effect: float) -> bool:
        """Whether the claim is true."""
        return self.gap(effect) > 0

    def why_never(self, effect: float) -> Reason | None:
        """Return why the posterior is never rightly sure: the claim is not true."""
        return Reason.NOT_TRUE if self.gap(effect) <= 0 else None

    def at(self, size: float) -> float:
        """Return the difference at which B is ahead by so much more than the margin."""
        return self.reading.margin + size

    def sizes(self, down: Sizes, up: Sizes) -> Sizes:
        """Return by how much the claim can be true."""
        return max(0.0, up[0] - self.reading.margin), up[1] - self.reading.margin


@dataclass(frozen=True, slots=True)
class Concluding:
    """How often the posterior is sure, by enumeration; what it says beside that, by simulation."""

    world: Callable[[float], EnumerableWorld]
    goal: Sure
    run: Run

    def powers(self, sizes: list[int], effect: float) -> Floats:
        """Return how often studies of several sizes conclude what may be true."""
        world, less = self.world(effect), self.goal.less(effect)
        reading: Any = self.goal.reading
        return np.array([_rule(reading, n, less).probability(world) for n in sizes])

    def study(self, n: int, effect: float | EffectPrior) -> Answer:
        """Return what a study will conclude, at a difference or over a prior of it."""
        reading: Any = self.goal.reading
        return posterior_rows(self.world, reading, n, effect, self.run)


@lru_cache(maxsize=64)
def _rule(reading: Reading, n: int, less: bool) -> Conclusion:
    """Return the rule, which keeps its critical counts: many differences cost little more."""
    return Conclusion(n, reading.prior, reading.margin, reading.level, less=less)


def planned_posterior(
    settings: Settings,
    reading: Reading,
    worlds: Callable[[float], EnumerableWorld],
    possible: Callable[[int], Sizes],
    unit: str,
    window: Callable[[float, float], int],
) -> Planned:
    """Return a study that is to make the posterior sure."""
    goal = Sure(reading)
    return Planned(
        goal=goal,
        route=Concluding(worlds, goal, settings.run),
        target=settings.target,
        needs=partial(_needs, goal, settings.target, worlds),
        possible=possible,
        unit=unit,
        most=LARGEST_SEARCHED,
        comb=partial(_comb, window),
    )


def _needs(
    goal: Sure, target: float, worlds: Callable[[float], EnumerableWorld], difference: float
) -> float:
    reach = float(special.ndtri(goal.reading.level) + special.ndtri(target))
    return variance(worlds(difference)) * (max(0.0, reach) / goal.gap(difference)) ** 2


def _comb(window: Callable[[float, float], int], guess: float, difference: float) -> Comb:
    if guess <= QUICK:
        return Comb(min(40, window(guess, difference)))
    return Comb(4, 64, patient=False, remark=Reason.NEAR_ONLY.note(window=4))


def posterior_answer(
    planned: Planned,
    prior: EffectPrior | None,
    n: int | None,
    difference: float | None,
    solve: str | None,
) -> Answer:
    """Return what the posterior will say, at the difference or over the prior of it."""
    rows: list[Row] = []
    notes: list[Note] = []
    truth: float | EffectPrior | None = difference
    if prior is not None and n is not None:
        rows, notes = assured_rows(planned, n, prior, OF_POSTERIOR)
        if difference is None:
            truth = prior.confined(planned.pieces())
    if solve == "n" and difference is not None:
        more, remarks = size_rows(planned, difference)
        rows.append(replace(more[0], at=OF_POSTERIOR))
        exact = [meaning("sample_size[posterior] rests on enumeration, not on simulation.")]
        notes, n = [*notes, *(exact if more[0].n else []), *remarks], more[0].n
    if n is None or truth is None:
        return rows, notes
    more, remarks = planned.route.study(n, truth)  # type: ignore[arg-type]
    return rows + more, notes + remarks


def variance(world: EnumerableWorld) -> float:
    """Return n times the variance of the observed difference."""
    n = 400  # any: the product does not depend on it
    strata = world.strata(n)
    mean = strata.slope * strata.size * strata.prob + strata.shift
    within = strata.slope**2 * strata.size * strata.prob * (1 - strata.prob)
    second, first = strata.weight @ (within + mean**2), strata.weight @ mean
    return float(n * (second - first**2))
