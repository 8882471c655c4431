"""Parts of a study: how its claim is decided, and what is believed of the truth."""

from __future__ import annotations

from dataclasses import dataclass

from claimwise.core.parts import Looks, Part


@dataclass(frozen=True, slots=True, repr=False)
class Test(Part):
    """A test decides; an interval stands beside it, unless the test is alone.

    Parameters
    ----------
    name : str, optional
        The test, or the model of ratings and judgements; by default the usual one.
    interval : str, optional
        The interval that goes with it, by its name.
    alone : bool
        Whether no interval is reported.
    """

    __test__ = False  # is no test of pytest

    name: str | None = None
    interval: str | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Belief(Part):
    """What is believed of the true effect, over which the power is averaged.

    Parameters
    ----------
    effect_prior : str, optional
        ``normal:MEAN:SD`` or ``uniform:LOW:HIGH``.
    uncertain : bool
        Whether the power is averaged over what a pilot leaves open.
    shrink : float, optional
        Items that the prior of the pilot is worth, on which neither system is ahead.
    """

    effect_prior: str | None = None
    uncertain: bool = False
    shrink: float | None = None


class Normal(Belief):
    """The effect is somewhere around a mean."""

    def __init__(self, mean: float, sd: float) -> None:
        """Take the mean, and the standard deviation."""
        Belief.__init__(self, f"normal:{mean!r}:{sd!r}")

    def __repr__(self) -> str:
        """Write what is believed."""
        return f"cw.Belief(effect_prior={self.effect_prior!r})"


class Uniform(Belief):
    """The effect is somewhere between two ends."""

    def __init__(self, low: float, high: float) -> None:
        """Take both ends."""
        Belief.__init__(self, f"uniform:{low!r}:{high!r}")

    def __repr__(self) -> str:
        """Write what is believed."""
        return f"cw.Belief(effect_prior={self.effect_prior!r})"


class Anytime(Looks):
    """A look after each item, decided by a confidence sequence."""

    def __init__(self, sequence: str | None = None) -> None:
        """Take the sequence that decides: difference (the usual one) or win-rate."""
        Looks.__init__(self, spending="anytime", sequence=sequence)

    def __repr__(self) -> str:
        """Write the rule, and the sequence if it was said."""
        said = f"sequence={self.sequence!r}" if self.sequence else ""
        return f"cw.Anytime({said})"
