"""One fitted model: the same object from every engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import nan
from typing import Any, Protocol

from claimwise.bayes.draws import Draws
from claimwise.bayes.posterior import Posterior, ZeroDensity
from claimwise.core import FitError, Note, Words, sentences
from claimwise.kernels.arrays import Floats

# Draws (None: the prior), how many, a seed -> what it is of, real data, drawn data by replicate.
Replicate = Callable[[Draws | None, int, int], Iterator[tuple[str, Floats, Floats]]]


class GradedPrior(Protocol):
    """What all priors can say of themselves."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def words(self) -> str:
        """All of it in words."""

    @property
    def parameters(self) -> dict[str, Any]:
        """All of its numbers."""


class FailedFit(FitError):
    """A fit that its own checks refuse: nothing is concluded from it."""

    def __init__(self, fitted: Fit) -> None:
        """Say why."""
        super().__init__(sentences(fitted.failures))
        self.fitted = fitted


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Fit:
    """A model fitted to data: what is believed of each difference, before and after.

    `difference(a, b)` is the posterior of B minus A, `before(a, b)` the same before the data,
    `sample(count, seed)` gives draws of all parameters. `quality` holds what tells whether the
    numbers can be trusted (numerical error; effective sample size and Pareto k; R-hat and
    divergences), `failures` why they cannot, in sentences: no conclusion is drawn from such a fit.
    """

    model: str
    engine: str  # exact or mcmc
    method: str  # quadrature, importance sampling, NUTS
    names: tuple[str, ...]
    n: int
    paired: bool
    prior: GradedPrior
    unit: str  # what a difference is one of: score, count, levels
    of: str = ""  # what of the scores it is about, where that is not their mean: centre, median
    difference: Callable[[str, str], Posterior]
    before: Callable[[str, str], Posterior]
    sample: Callable[[int, int], Draws]
    mean: Callable[[str], Posterior] | None = None  # of one system, after the data
    mean_before: Callable[[str], Posterior] | None = None
    # Of counts: the log of B's mean over A's, on which no difference is a point like any other.
    log_ratio: Callable[[str, str], Posterior] | None = None
    log_ratio_before: Callable[[str, str], Posterior] | None = None
    # Of a mean: the densities of the difference in standard deviations at 0, after and before.
    standardised: Callable[[str, str], tuple[ZeroDensity, ZeroDensity]] | None = None
    log_marginal: float = nan
    quality: Mapping[str, float] = field(default_factory=dict)
    failures: tuple[Words, ...] = ()
    replicate: Replicate | None = None  # of a model of one's own that observes its data
    notes: tuple[Note, ...] = ()

    def called(self, names: tuple[str, ...]) -> Fit:
        """Return the same fit with other names of the systems, in the same order."""
        back = dict(zip(names, self.names, strict=True))

        def sample(count: int, seed: int) -> Draws:
            return self.sample(count, seed).called(names)

        def single(of: Callable[[str], Posterior] | None) -> Callable[[str], Posterior] | None:
            return None if of is None else lambda s: of(back[s])

        def at_zero(a: str, b: str) -> tuple[ZeroDensity, ZeroDensity]:
            if self.standardised is None:
                raise TypeError("this model has no standardised difference")
            return self.standardised(back[a], back[b])

        def double(
            of: Callable[[str, str], Posterior] | None,
        ) -> Callable[[str, str], Posterior] | None:
            return None if of is None else lambda a, b: of(back[a], back[b])

        return replace(
            self,
            names=names,
            difference=lambda a, b: self.difference(back[a], back[b]),
            before=lambda a, b: self.before(back[a], back[b]),
            sample=sample,
            mean=single(self.mean),
            mean_before=single(self.mean_before),
            log_ratio=double(self.log_ratio),
            log_ratio_before=double(self.log_ratio_before),
            standardised=None if self.standardised is None else at_zero,
        )

    def noted(self, *notes: Note) -> Fit:
        """Return the same fit with more to heed."""
        return replace(self, notes=(*self.notes, *notes))
