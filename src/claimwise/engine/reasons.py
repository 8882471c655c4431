"""Why a size or an effect cannot be reached, and what to know of one that was: a sentence each."""

from __future__ import annotations

from enum import Enum
from typing import Any

from claimwise.core import Note, meaning


class Reason(Enum):
    """What stands in the way, with its sentence; the facts in it come from the search."""

    NEVER = "No number of {unit} makes {name} find a difference of {effect:g}."
    NOT_TRUE = (
        "No number of {unit} suffices: at a true difference of {effect:g} the claim is not true."
    )
    FAR = (
        "About {guess:,.0f} {unit} are needed for power {target:g}; {name} is searched up to "
        "{most:,}."
    )
    BEYOND = (
        "No study of up to {most:,} {unit} was found to reach power {target:g}: {name} is searched "
        "up to there."
    )
    LEVELS_OFF = (
        "No study of up to {most:,} {unit} was found to reach power {target:g}: the largest that "
        "was looked at, of {last:,}, has about {best:.2g}."
    )
    NO_ROOM = "No difference is possible here, so none is detectable."
    NO_CLAIM = "No possible difference makes the claim true, so none is detectable."
    LARGEST = (
        "With {n:,} {unit} no possible difference reaches power {target:g}: the largest possible "
        "one, {largest:.4g}, has power {best:.3g}."
    )
    FARTHEST = (
        "With {n:,} {unit} no difference up to {largest:.4g} is found with power {target:g}, and "
        "none beyond it was looked at."
    )
    NEARER = (
        "The smallest difference found with power {target:g} is not known: none nearer to 0 than "
        "{least:.4g} can be simulated here, and that one is found with as much."
    )
    NOTHING = "With {n:,} {unit} nothing is found with power {target:g}."
    # Of what was reached.
    SAW_TOOTH = (
        "The power is a saw-tooth, as of all tests on counts: it first reaches the target at "
        "{first} and stays there from {last} on, which is the one reported."
    )
    SKIPPED = (
        "The size needed was found by bisection: for this test not every size was tried, and a few "
        "sizes above it may fall just short of the target."
    )
    NEAR_ONLY = (
        "Only {window} sizes on either side of it were tried: a size farther away may fall just "
        "short of the target."
    )
    SMALLEST = (
        "Even the smallest possible difference reaches the target: with the agreement assumed no "
        "smaller one is possible."
    )

    def note(self, **facts: Any) -> Note:
        """Return the sentence with its facts."""
        return meaning(self.value.format(**facts))
