"""Parts of a study and of plans: what decides, what is believed, how it is computed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

from claimwise.core.errors import did_you_mean
from claimwise.core.parts import Claim, Looks, Part, Taken


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


# What belongs together among the settings of several plans.
CLAIM = (Claim, "says margin alternative")
BELIEF = (Belief, "effect_prior uncertain shrink")
PRIOR = (Belief, "effect_prior")
OF_PILOT = (Belief, "effect_prior uncertain")
STOPPING = (Looks, "looks spending")
POSTERIOR = (Posterior, "rope prior level bayes_factor")
COUNTED = (Run, "by replicates workers")
SIMULATED = (Run, "replicates precision workers")
COSTS = (Costs, "cost_item cost_rating cost_rater")

F = TypeVar("F", bound=Callable[..., Any])


def grouped(**parts: tuple[type[Part], str]) -> Callable[[F], F]:
    """Let a function take `parts` for the settings of each; these can be said as well.

    A claim says its kind under the name of its parameter.

    >>> from claimwise.core.parts import Claim
    >>> @grouped(claim=(Claim, "says margin"))
    ... def plan(*, n=None, claim="difference", margin=None): return n, claim, margin
    >>> plan(n=5, claim="non-inferiority:0.02"), plan(claim="equivalence", margin=0.1)
    ((5, 'non-inferiority', 0.02), (None, 'equivalence', 0.1))
    >>> str(inspect.signature(plan))
    "(*, n=None, claim: 'cw.Claim | None' = None)"
    """
    return lambda function: _grouped(function, parts)


def _grouped(function: F, parts: Mapping[str, tuple[type[Part], str]]) -> F:
    own = inspect.signature(function)
    taken = {}
    for name, (kind, named) in parts.items():
        settings = {key: own.parameters[_flat(name, key)].default for key in named.split()}
        taken[name] = Taken(kind, settings)
    within = {_flat(name, key) for name, part in taken.items() for key in part.settings}
    known = [*own.parameters, *parts]

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        flat = {key: value for key, value in named.items() if key not in taken}
        for name, part in taken.items():
            if name in named:
                single = {key: flat[key] for key in part.settings if key in flat}
                said = part.value(name, named[name], single).said()
                flat |= {_flat(name, key): value for key, value in said.items()}
        for key in flat:
            if key not in own.parameters:
                near = did_you_mean(key, known)
                raise TypeError(f"{function.__name__} has no parameter {key!r}. {near}".strip())
        return function(*given, **flat)

    kept = [one for key, one in own.parameters.items() if key not in within]
    made = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=f"cw.{part.kind.__name__} | None",
        )
        for name, part in taken.items()
    ]
    about: Any = call
    about.__signature__ = own.replace(parameters=[*kept, *made])
    about.parts = taken
    return about  # type: ignore[no-any-return]


def _flat(part: str, setting: str) -> str:
    """Return the parameter of a setting."""
    return part if setting == "says" else setting
