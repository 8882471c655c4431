"""From data and a prior to what is believed after and before: the door of this room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from claimwise.bayes.beta_binomial import beta_binomial
from claimwise.bayes.paired import dirichlet_multinomial
from claimwise.bayes.posterior import Posterior
from claimwise.bayes.priors import Prior
from claimwise.bayes.stratified import StratifiedPosterior
from claimwise.core import (
    DataError,
    ParameterError,
    check_difference,
    check_number,
    check_share,
    sentence,
)
from claimwise.data import IndependentCounts, PairCounts, Pairs

Study: TypeAlias = PairCounts | IndependentCounts
Data: TypeAlias = Study | Pairs | Sequence[Study]


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """One posterior with the prior it came from, and the words that go with both."""

    method: str
    posterior: Posterior
    before: Callable[[], Posterior]  # made when it is asked for
    prior: Prior
    n: int
    paired: bool
    strata: int
    notes: tuple[str, ...]

    @property
    def settings(self) -> dict[str, Any]:
        """What the answer rests on."""
        settings: dict[str, Any] = {"paired": self.paired, "prior": self.prior.name}
        settings["prior_parameters"] = list(self.prior.parameters)
        if isinstance(self.posterior, StratifiedPosterior):
            settings["weights"] = [float(weight) for weight in self.posterior.weights]
        return settings


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a posterior, checked."""

    rope: float | None
    margin: float
    level: float
    a: str
    b: str

    @classmethod
    def of(cls, rope: Any, margin: Any, level: Any, names: Any) -> Question:
        """Check at the door."""
        if rope is not None:
            half = check_number("rope", rope)
            if not 0 < half < 1:
                remedy = "It is half the width of the region: 0.01 is one point either way."
                raise ParameterError(
                    sentence("rope", "a number between 0 and 1", f"{half:g}", remedy)
                )
        if abs(check_difference(margin)) >= 1:
            raise ParameterError(sentence("margin", "a number between -1 and 1", f"{margin:g}"))
        if isinstance(names, str) or len(names) != 2:
            raise ParameterError(sentence("names", "the names of A and of B", repr(names)))
        a, b = (str(name) for name in names)
        return cls(
            None if rope is None else float(rope), float(margin), check_share("level", level), a, b
        )


def exceeds(best: str, worse: str, margin: float) -> str:
    """Return the claim that one system is above another by a margin, in words.

    >>> exceeds("B", "A", 0.0), exceeds("B", "A", 0.01), exceeds("B", "A", -0.01)
    ('B exceeds A', 'B exceeds A by more than 0.01', 'B is less than 0.01 below A')
    """
    if margin < 0:
        return f"{best} is less than {-margin:g} below {worse}"
    return f"{best} exceeds {worse}" + (f" by more than {margin:g}" if margin else "")


def analyse(data: Data, prior: Any = "uniform", names: tuple[str, str] = ("A", "B")) -> Analysis:
    """Return the posterior of B minus A from one study, or from several as strata."""
    if isinstance(data, PairCounts | IndependentCounts | Pairs):
        return _one(data, prior, names)
    if not isinstance(data, Sequence) or isinstance(data, str) or not len(data):
        raise DataError(
            sentence(
                "A posterior",
                "PairCounts, IndependentCounts, or a list of either",
                f"{type(data).__name__}" + (" of length 0" if data == [] else ""),
            )
        )
    parts: list[Analysis] = [
        _one(study, prior, names, place) for place, study in enumerate(data, 1)
    ]
    if len(parts) == 1:
        return parts[0]
    sizes = [part.n for part in parts]
    shares = ", ".join(f"{size / sum(sizes):.4g}" for size in sizes)
    note = (
        f"The difference is the mean over {len(parts)} strata, weighted by their items "
        f"({shares}); each stratum has its own posterior from the same prior, and the prior of "
        "the mean follows from theirs."
    )
    said = dict.fromkeys(note for part in parts for note in part.notes)
    return Analysis(
        "stratified",
        StratifiedPosterior([part.posterior for part in parts], sizes),
        lambda: StratifiedPosterior([part.before() for part in parts], sizes),
        parts[0].prior,
        sum(sizes),
        all(part.paired for part in parts),
        len(parts),
        (*said, note),
    )


def _one(data: Any, prior: Any, names: tuple[str, str], place: int | None = None) -> Analysis:
    who = "A posterior" if place is None else f"Stratum {place}"
    counts = data.counts(who) if isinstance(data, Pairs) else data
    if not isinstance(counts, PairCounts | IndependentCounts):
        needs = "PairCounts or IndependentCounts"
        raise DataError(sentence(who, needs, type(data).__name__))
    if np.ndim(counts.effect()):
        found = f"a batch of {len(counts.effect())}"
        raise DataError(sentence(who, "one study", found, "Take one: data[0]."))
    a, b = names
    if isinstance(counts, PairCounts):
        posterior, before, chosen = dirichlet_multinomial(counts, prior)
        notes = [f"Prior: {chosen.words}, over both right, only {a}, only {b}, both wrong."]
        if not int(counts.wins) + int(counts.losses):
            where = "" if place is None else f" of stratum {place}"
            notes.append(
                f"{a} and {b} agree on every item{where}: the posterior says only how rarely "
                "they differ."
            )
        return Analysis(
            "dirichlet", posterior, lambda: before, chosen, counts.n, True, 1, tuple(notes)
        )
    posterior_, before_, chosen = beta_binomial(counts, prior)
    notes = [f"Prior: {chosen.words}, for the accuracy of {a} and of {b}, independently."]
    if counts.n_a == counts.n_b:
        notes.append(
            f"{a} and {b} are treated as scored on different items. Were they the same, the "
            "pairing should be used, or the bounds over every possible pairing."
        )
    total = counts.n_a + counts.n_b
    return Analysis(
        "beta-binomial", posterior_, lambda: before_, chosen, total, False, 1, tuple(notes)
    )
