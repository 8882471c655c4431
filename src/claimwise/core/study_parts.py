"""Parts of a study: how its claim is decided, and what is believed of the truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
class Interval(Part):
    """An interval decides, with no test: its name, or the one that fits."""

    interval: str | None = None


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


@dataclass(frozen=True, slots=True, repr=False)
class Posterior(Part):
    """How a posterior to come is read.

    Parameters
    ----------
    rope : float, optional
        Half the width of the region of practical equivalence; by default the margin.
    prior : str, optional
        Prior of the posterior; by default uniform.
    level : float, optional
        Level of its interval, and the probability at which it concludes (0.95).
    bayes_factor : float, optional
        The Bayes factor that it is to reach (10).
    """

    rope: float | None = None
    prior: str | None = None
    level: float | None = None
    bayes_factor: float | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Run(Part):
    """How an answer is computed.

    Parameters
    ----------
    by : str, optional
        The computation: exact, normal or simulation.
    replicates, resamples, sets : int, optional
        Simulated studies, the resamples in each, and test sets of an estimated p.
    precision : float, optional
        Half-width of the Monte Carlo intervals at which a simulation ends.
    workers : int
        Processes.
    """

    by: str | None = None
    replicates: int | None = None
    resamples: int | None = None
    sets: int | None = None
    precision: float | None = None
    workers: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Predicted(Part):
    """Agreement and difference from what others found: see `claimwise.plan.accuracy`."""

    agreement_from: Any = None
    difference_from: Any = None
    task: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Spreads(Part):
    """How scores spread: each system's deviation, their correlation, and the shape."""

    sd_a: Any = None
    sd_b: Any = None
    correlation: Any = None
    shape: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Levels(Part):
    """What scores are levels of: runs of an item, items of a cluster, and their correlation."""

    runs_per_item: int | None = None
    cluster_size: Any = None
    icc: Any = None


@dataclass(frozen=True, slots=True, repr=False)
class Layout(Part):
    """How ratings go missing, and how unequal the loads of a random design are."""

    missing: float | None = None
    uneven: float | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Leaning(Part):
    """How raters and items lean to a system: standard deviations, in logits."""

    rater_sd: float | None = None
    item_sd: float | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Answers(Part):
    """Answers to an item, where a source has a number of its own."""

    responses_gold: Any = None
    responses_a: Any = None
    responses_b: Any = None


@dataclass(frozen=True, slots=True, repr=False)
class Costs(Part):
    """What an item, a rating or an answer, and a rater cost."""

    cost_item: float | None = None
    cost_rating: float | None = None
    cost_rater: float | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Prices(Part):
    """What there is to spend, and what an item and an answer of each source cost."""

    budget: float | None = None
    price_item: float | None = None
    price_gold: float | None = None
    price_a: float | None = None
    price_b: float | None = None
