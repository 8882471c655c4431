"""Parts of a question: settings that belong together, as one value with a name.

A function takes a part as a value, ``bayes=cw.Bayes(prior="uniform")``, as what its first setting
is, ``stopping=4``, or any of its settings by the setting's own name, ``prior="uniform"``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import wraps
from typing import Any, ParamSpec, Self, TypeVar

from claimwise.core.errors import ParameterError, did_you_mean

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True, repr=False)
class Part:
    """Settings that belong together; what is not said is left to the library."""

    @classmethod
    def of(cls, given: Any) -> Self:
        """Return a part that was given as such, or as its first setting."""
        if given is None:
            return cls()
        return (
            given
            if isinstance(given, cls)
            else replace(cls(), **{next(iter(cls.settings())): given})
        )

    @classmethod
    def settings(cls) -> dict[str, Any]:
        """Return each setting with its default."""
        return {one.name: one.default for one in fields(cls)}

    def everything(self) -> dict[str, Any]:
        """Return each setting with its value."""
        return {name: getattr(self, name) for name in self.settings()}

    def said(self) -> dict[str, Any]:
        """Return the settings that differ from their defaults."""
        usual = self.settings()
        given = self.everything().items()
        return {name: value for name, value in given if not _same(value, usual[name])}

    def __repr__(self) -> str:
        """Write the part as Python does."""
        given = ", ".join(f"{name}={value!r}" for name, value in self.said().items())
        return f"cw.{type(self).__name__}({given})"


def _same(value: Any, other: Any) -> bool:
    return value is other or (type(value) is type(other) and bool(value == other))


@dataclass(frozen=True, slots=True, repr=False)
class Claim(Part):
    """What is claimed of the difference; a text may hold the margin: ``"non-inferiority:0.02"``.

    `says` is difference, superiority, non-inferiority or equivalence; `margin` is in the metric's
    own units; `alternative` is the side of a difference: two-sided, less or greater.
    """

    says: str = "difference"
    margin: float | None = None
    alternative: str | None = None

    @classmethod
    def of(cls, given: Any) -> Claim:
        """Return a claim of a text such as ``equivalence:0.01``, or as it was given."""
        if given is None:
            return Claim()
        if isinstance(given, Claim):
            return Claim(given.says, given.margin, given.alternative)
        if not isinstance(given, str) or ":" not in given:
            return Claim(given)
        says, _, margin = given.partition(":")
        try:
            return Claim(says.strip(), float(margin))
        except ValueError:
            needs = "a claim with its margin, such as non-inferiority:0.02"
            raise ParameterError("claim", needs, repr(given)) from None

    def __repr__(self) -> str:
        """Write the claim as Python does, by the name of its kind.

        >>> Claim("non-inferiority", 0.02), Difference("less")
        (cw.NonInferiority(margin=0.02), cw.Difference(alternative='less'))
        """
        kind = CLAIMS[self.says].__name__ if self.says in CLAIMS else "Claim"
        said = {
            key: value for key, value in self.said().items() if kind == "Claim" or key != "says"
        }
        return f"cw.{kind}({', '.join(f'{key}={value!r}' for key, value in said.items())})"


class Difference(Claim):
    """A and B differ; with an alternative, B scores higher ("greater") or lower ("less")."""

    def __init__(self, alternative: str | None = None, margin: float | None = None) -> None:
        """Take the side, and the margin of a posterior."""
        Claim.__init__(self, "difference", margin, alternative)


class Superiority(Claim):
    """B is better by more than a margin."""

    def __init__(self, margin: float | None = None) -> None:
        """Take the margin, in the metric's own units."""
        Claim.__init__(self, "superiority", margin)


class NonInferiority(Claim):
    """B is not worse by as much as a margin."""

    def __init__(self, margin: float | None = None) -> None:
        """Take the margin, in the metric's own units."""
        Claim.__init__(self, "non-inferiority", margin)


class Equivalence(Claim):
    """A and B differ by less than a margin."""

    def __init__(self, margin: float | None = None) -> None:
        """Take the margin, in the metric's own units."""
        Claim.__init__(self, "equivalence", margin)


CLAIMS = {
    "difference": Difference,
    "superiority": Superiority,
    "non-inferiority": NonInferiority,
    "equivalence": Equivalence,
}


@dataclass(frozen=True, slots=True, repr=False)
class Reading(Part):
    """How files are read, and what their rows are a sample of.

    Parameters
    ----------
    columns : mapping, optional
        Columns that play a role, such as ``{"score": "f1", "item": "qid"}``.
    cluster : str, optional
        The column of the items' clusters; "none" leaves out one that was recognised by its name.
    dataset, filter, system : optional
        Which data set, which part of a log, and what systems are called: see `claimwise.read`.
    paired : bool, optional
        False: the systems were scored on different items.
    better : {"higher", "lower"}, optional
        Which scores are better; by default what the file or the metric's name says, otherwise
        higher.
    references : path or list of paths, optional
        Line-aligned references of outputs that stand line by line in text files.
    gold, kind, even : optional
        For several answers to each item: which source is the gold standard, what kind of answers
        they are (see `claimwise.read_responses`), and whether as many answers of each system are
        used.
    sampler : str, optional
        Of several answers to each item: how the test set is drawn again for its estimated p (HTEST
        of Wein et al. 2023), such as ``"bootstrap,all"``; without it there is none.
    raters : {"random", "fixed"}
        Raters of the data: a sample of those that the claim is about, or these alone.
    runs : {"crossed", "separate", "samples", "fixed"}
        Several runs of the items: a sample, each with something in common over items, those of
        the same name under both systems compared one by one; the same with each system's runs its
        own; independent answers of one model, item by item; these runs alone.
    """

    columns: Mapping[str, str] | None = None
    cluster: str | None = None
    dataset: str | None = None
    filter: str | None = None
    system: str | Sequence[str] | None = None
    paired: bool | None = None
    better: str | None = None
    references: Any = None
    gold: str | None = None
    kind: str | None = None
    even: bool = False
    sampler: str | None = None
    raters: str = "random"
    runs: str = "crossed"


@dataclass(frozen=True, slots=True, repr=False)
class Bayes(Part):
    """What is believed before the data, and how a posterior is computed.

    Parameters
    ----------
    prior : str, tuple or list
        Prior of the posterior: "uniform", "jeffreys", "informed:9:3", "unit", ...; of ratings
        "anchored", "anchored:0.25" or "published". Of several the first answers, and all stand in
        the table of other priors.
    rope : float or (float, float), optional
        Region of practical equivalence: half its width, or both ends; by default the margin.
    model : str, optional
        Observation model of the posterior: binary, binary-probit, binomial, means, robust,
        metric-normal, count, count-poisson, ordinal, or a file with a NumPyro model. By default
        binary for right and wrong, means (the mean difference) for graded scores.
    engine : {"exact", "mcmc"}
        Closed forms, quadrature and importance sampling; or NUTS (needs claimwise[bayes]).
    levels : (int, int) or list of str, optional
        First and last level of the ordinal model; by default the lowest and highest given. With
        `gold` also the names of a scale, in their order.
    earlier, earlier_dataset : optional
        Earlier data (a file, or a data set of this one), whose posterior is the prior.
    check : bool
        Whether the rows of predictive checks are given, and not only what they find strange.
    chains, draws, warmup, target_accept
        For engine mcmc.
    plot_of : str or list
        Pictures that the result is to be ready for, any of posterior, sensitivity, diagnostics,
        predictive: `report.save_figure` draws them in this order; by default the posterior.
    """

    prior: Any = "default"
    rope: float | tuple[float, float] | None = None
    model: str | None = None
    engine: str = "exact"
    levels: Any = None
    earlier: Any = None
    earlier_dataset: str | None = None
    check: bool = False
    chains: int = 4
    draws: int = 1000
    warmup: int = 1000
    target_accept: float | None = None
    plot_of: str | Sequence[str] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Looks(Part):
    """When the data are looked at before the end: ``cw.Looks(4)`` plans four looks.

    Parameters
    ----------
    looks : int or list of float, optional
        The looks that were planned: a number, or shares of the data.
    spending : {"obrien-fleming", "pocock", "anytime"}, optional
        How looks spend alpha; "anytime" is a confidence sequence, with a look after each item.
    look : int, optional
        Which of the looks this is.
    planned_n : int, optional
        The items at the last one.
    looked_at : sequence of float, optional
        The items at the looks before, where they were not as planned.
    bounds : (float, float), optional
        For "anytime": the lowest and highest possible score.
    sequence : {"difference", "win-rate"}, optional
        For "anytime" and right or wrong: which of the two confidence sequences decides, that of
        the difference by default.
    """

    looks: Any = None
    spending: str | None = None
    look: int | None = None
    planned_n: int | None = None
    looked_at: Sequence[float] | None = None
    bounds: tuple[float, float] | None = None
    sequence: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Mixed(Part):
    """A mixed model of ratings; ``model="linear"`` is short for its outcome.

    Parameters
    ----------
    outcome : {"ordinal", "linear"}
        Ratings as ordered categories (cumulative link model), or as numbers.
    by : sequence of str, default ("rater", "item")
        Columns whose levels have random effects.
    slopes : bool, default True
        Whether the difference between systems varies over the levels of `by` too.
    correlated : bool, default True
        Whether intercepts and slopes of a factor are correlated.
    link : {"logit", "probit", "cloglog", "loglog"}, default "logit"
        Of the ordinal model only.
    thresholds : {"flexible", "symmetric", "equidistant"}, default "flexible"
        Of the ordinal model only.
    nodes : int, default 1
        Of the ordinal model only, with one grouping factor: adaptive Gauss-Hermite quadrature
        with so many nodes for each random effect; 1 is Laplace's approximation.
    reml : bool, default True
        Of the linear model: restricted maximum likelihood, or maximum likelihood, by which
        ordinal models are always fitted.
    simplify : bool
        Whether random effects that are estimated at the edge are dropped step by step; every
        step is said.
    """

    outcome: str = "ordinal"
    by: Sequence[str] | None = None
    slopes: bool | None = None
    correlated: bool | None = None
    link: str | None = None
    thresholds: str | None = None
    nodes: int | None = None
    reml: bool | None = None
    simplify: bool = False


@dataclass(frozen=True, slots=True)
class Taken:
    """A part that a function takes, and the settings of it that it knows."""

    kind: type[Part]
    settings: Mapping[str, Any]

    @classmethod
    def of(cls, given: type[Part] | tuple[type[Part], str]) -> Taken:
        """Return all settings of a part, or those that are named."""
        if not isinstance(given, tuple):
            return cls(given, given.settings())
        kind, names = given
        usual = kind.settings()
        return cls(kind, {name: usual[name] for name in names.split()})

    def value(self, who: str, given: Any, single: Mapping[str, Any]) -> Part:
        """Return the part, of a value and of settings that were given by themselves."""
        part = self.kind.of(given)
        for name in part.said():
            if name in single:
                found = f"{name} in {who} and by itself"
                raise ParameterError(name, "one value", found, "Leave out one of them.")
            if name not in self.settings:
                needs = f"none but {', '.join(self.settings)}"
                raise ParameterError(who, needs, name, did_you_mean(name, self.settings))
        return replace(part, **single)


def in_parts(
    **parts: type[Part] | tuple[type[Part], str],
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function take `parts` as values, as their first settings, or setting by setting.

    Of a part with names in a text it knows these settings alone.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        own = inspect.signature(function).parameters
        taken = {name: Taken.of(part) for name, part in parts.items()}
        known = [*own, *(setting for part in taken.values() for setting in part.settings)]

        @wraps(function)
        def call(*given: P.args, **named: P.kwargs) -> R:
            rest: dict[str, Any] = dict(named)
            for name, part in taken.items():
                by_itself = [one for one in part.settings if one in rest and one not in own]
                single = {one: rest.pop(one) for one in by_itself}
                rest[name] = part.value(name, rest.get(name), single)
            for one in rest:
                if one not in own:
                    near = did_you_mean(one, known)
                    raise TypeError(f"{function.__name__} has no parameter {one!r}. {near}".strip())
            return function(*given, **rest)

        call.parts = taken  # type: ignore[attr-defined]
        return call

    return decorate


def parts_of(function: Callable[..., Any]) -> Mapping[str, Taken]:
    """Return the parts that a function takes, by parameter."""
    found: Mapping[str, Taken] = getattr(function, "parts", {})
    return found


def flat_defaults(function: Callable[..., Any]) -> dict[str, Any]:
    """Return all that can be said to a function, setting by setting, each with its default.

    What a claim says goes by the name of its parameter.
    """
    parts = parts_of(function)
    found: dict[str, Any] = {}
    for name, one in inspect.signature(function).parameters.items():
        if name in parts:
            settings = parts[name].settings.items()
            found |= {name if key == "says" else key: usual for key, usual in settings}
        elif one.kind is not one.VAR_POSITIONAL:
            found[name] = None if one.default is one.empty else one.default
    return found


def in_groups(function: Callable[..., Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return keywords with the settings of each part put together in one value.

    >>> @in_parts(bayes=Bayes)
    ... def ask(*, alpha=0.05, bayes=None): ...
    >>> in_groups(ask, {"alpha": 0.1, "prior": "uniform"})
    {'alpha': 0.1, 'bayes': cw.Bayes(prior='uniform')}
    """
    own = inspect.signature(function).parameters
    left, made = dict(given), {}
    for name, part in parts_of(function).items():
        single = {key: left.pop(key) for key in part.settings if key in left and key not in own}
        if single:
            made[name] = part.value(name, left.pop(name, None), single)
    return left | made
