"""What a study is to show: a difference with its sign, or a claim with a margin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from claimwise.core import ParameterError, option
from claimwise.engine.reasons import Reason
from claimwise.htest import Test
from claimwise.htest.claims import Claim
from claimwise.power.claims import Judge
from claimwise.power.normal import critical_z

Sizes = tuple[float, float]  # the smallest and the largest


class Goal(Protocol):
    """What counts as success, and along which effects a detectable one is looked for."""

    @property
    def name(self) -> str:
        """What decides it, for sentences."""

    @property
    def success(self) -> str:
        """What is counted, as a clause."""

    @property
    def tail(self) -> float:
        """The level of the two-sided test that is as strict on the side that counts."""

    @property
    def edges(self) -> tuple[float, ...]:
        """The effects at which there just is nothing to show."""

    @property
    def largest_n(self) -> int | None:
        """The largest study that what decides it can handle."""

    @property
    def farther_is_truer(self) -> bool:
        """Whether there is a detectable effect: what is farther from the edge is shown more."""

    def worth_a_size(self, effect: float) -> bool:
        """Whether a reader of power at an effect wants to know the size that it needs."""

    def why_never(self, effect: float) -> Reason | None:
        """Return why no study shows anything true at an effect; None where one may."""

    def at(self, size: float) -> float:
        """Return the effect that is so much farther than the edge."""

    def sizes(self, down: Sizes, up: Sizes) -> Sizes:
        """Return how far from the edge effects can be, given those below 0 and above it."""


def tail_of(alpha: float, alternative: str) -> float:
    """Return the level of the two-sided test with the same critical value.

    >>> tail_of(0.05, "two-sided"), tail_of(0.05, "less"), tail_of(0.6, "less")
    (0.05, 0.1, 0.999)
    """
    return alpha if alternative == "two-sided" else min(2 * alpha, 0.999)


def blind(alternative: str, effect: float) -> bool:
    """Whether a one-sided test looks away from this effect."""
    return {"greater": effect < 0, "less": effect > 0}.get(alternative, False)


@dataclass(frozen=True, slots=True)
class Sign:
    """A significant difference, with the sign of the true one.

    `sign` is that of the differences which are looked for; `test` any procedure with a name.
    """

    test: Any
    alpha: float
    alternative: str
    sign: int = 1

    @property
    def name(self) -> str:
        """The test and its side."""
        return f"{self.test.name} ({self.alternative})"

    @property
    def success(self) -> str:
        """What is counted, as a clause."""
        return "the difference comes out significant and with the sign of the true one"

    @property
    def tail(self) -> float:
        """The level of the two-sided test with the same critical value."""
        return tail_of(self.alpha, self.alternative)

    @property
    def z(self) -> float:
        """The normal quantile of the test."""
        return critical_z(self.alpha, self.alternative)

    @property
    def edges(self) -> tuple[float, ...]:
        """No difference."""
        return (0.0,)

    @property
    def largest_n(self) -> int | None:
        """The largest study that the test can handle."""
        most: int | None = self.test.largest_n
        return most

    @property
    def farther_is_truer(self) -> bool:
        """Larger differences are found more often."""
        return True

    def worth_a_size(self, effect: float) -> bool:
        """Whether there is a difference, even if the test looks away."""
        return effect != 0

    def why_never(self, effect: float) -> Reason | None:
        """Return why the test never finds an effect: there is none, or it looks away."""
        return Reason.NEVER if not effect or blind(self.alternative, effect) else None

    def at(self, size: float) -> float:
        """Return the difference of a size, on the side that is looked at."""
        return self.sign * size

    def sizes(self, down: Sizes, up: Sizes) -> Sizes:
        """Return the sizes of differences on that side."""
        return up if self.sign > 0 else down


@dataclass(frozen=True, slots=True)
class Support:
    """A claim with a margin, supported where it is true."""

    judge: Judge

    @property
    def claim(self) -> Claim:
        """The claim."""
        return self.judge.claim

    @property
    def name(self) -> str:
        """The test or the interval that decides it."""
        return self.judge.procedure.name

    @property
    def success(self) -> str:
        """What is counted, as a clause."""
        return "the claim is true and the study supports it"

    @property
    def tail(self) -> float:
        """Claims are tested on one side."""
        return tail_of(self.claim.alpha, "greater")

    @property
    def edges(self) -> tuple[float, ...]:
        """The differences at which the claim just fails to be true."""
        if self.claim.kind == "equivalence":
            return (-self.claim.margin, self.claim.margin)
        return (self.claim.up * self.claim.edge,)

    @property
    def largest_n(self) -> int | None:
        """The largest study that a test can handle; an interval has no such limit."""
        procedure = self.judge.procedure
        return procedure.largest_n if isinstance(procedure, Test) else None

    def room(self, difference: float) -> float:
        """By how much the claim is true at a difference; 0 or less where it is not."""
        if self.claim.kind == "equivalence":
            return self.claim.margin - abs(difference)
        return self.claim.up * difference - self.claim.edge

    @property
    def farther_is_truer(self) -> bool:
        """Equivalence is truest in the middle."""
        return self.claim.kind != "equivalence"

    def worth_a_size(self, effect: float) -> bool:
        """Whether the claim is true."""
        return self.room(effect) > 0

    def why_never(self, effect: float) -> Reason | None:
        """Return why the claim is never rightly supported: it is not true."""
        return Reason.NOT_TRUE if self.room(effect) <= 0 else None

    def at(self, size: float) -> float:
        """Return the difference at which the claim is true by so much."""
        return self.claim.up * (self.claim.edge + size)

    def sizes(self, down: Sizes, up: Sizes) -> Sizes:
        """Return by how much the claim can be true; refuse one that is truest in the middle."""
        if not self.farther_is_truer:
            raise ParameterError(
                option("solve", "mde"),
                "a claim that a larger difference supports",
                option("claim", "equivalence"),
                "Use " + option("solve", "n") + ", at a difference.",
            )
        low, high = sorted((self.claim.up * -down[1], self.claim.up * up[1]))
        return max(0.0, low - self.claim.edge), high - self.claim.edge
