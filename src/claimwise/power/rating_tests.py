"""What people do with ratings of two systems: mixed models, and the simple things.

Every analysis is prepared once for a design, and then takes many simulated studies at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import special

from claimwise.core import FitError, ParameterError, check_one_of, option, register
from claimwise.core.procedure import RATED, Procedure
from claimwise.core.references import (
    BATES,
    CARD,
    FAI,
    KUZNETSOVA,
    MCCULLAGH,
    STUDENT,
    WILCOXON,
)
from claimwise.data import Differences
from claimwise.designs import Assignment
from claimwise.htest import find_test
from claimwise.kernels import student
from claimwise.kernels.arrays import Flags, Floats, Ints
from claimwise.kernels.mixed.strata import fit_balanced
from claimwise.kernels.mixed.strata_ml import fit_balanced_ml
from claimwise.mixed.batch import FitBatch, fit_many
from claimwise.mixed.compare import refit_without
from claimwise.mixed.design import Column, Design, Labels, build_design
from claimwise.mixed.formula import parse
from claimwise.mixed.linear import LinearModel
from claimwise.mixed.ordinal import OrdinalModel
from claimwise.mixed.rows import Fit
from claimwise.mixed.small_sample import FEW
from claimwise.worlds.ratings import OrdinalRatings, RatingWorld

LINKS = {"normal": "probit", "logistic": "logit"}
Z = "two-sided"


class Outcomes(NamedTuple):
    """What an analysis says of each study; NaN where it says nothing."""

    pvalue: Floats
    estimate: Floats  # B minus A, in the units of the analysis
    boundary: Flags  # some deviation is estimated to be 0


Run = Callable[[Floats | Ints], Outcomes]


@dataclass(frozen=True, slots=True)
class RatingTest:
    """An analysis of ratings by name.

    `scale` says in what units its estimate is: "rating" points (of judgements: shares of wins less
    shares of losses), "latent" ones, or others, whose true value is not known.
    """

    name: str
    says: Procedure
    scale: str
    prepare: Callable[[Study], Run]
    largest_n: int | None = None  # as of other tests: any study, and none is slow to plan
    quick_to: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """A design in a world, and one simulated study from which searches begin.

    `correlated` is whether the mixed models let a rater's level and slope be correlated.
    """

    design: Assignment
    world: RatingWorld
    first: Floats | Ints
    correlated: bool

    def matrices(self, *, intercept: bool, correlated: bool) -> Design:
        """Return the mixed model's matrices: x is -1/2 for A and 1/2 for B."""
        if self.design.n <= 2 * max(self.design.items, self.design.raters):
            raise ParameterError(
                "a mixed model with slopes",
                "more than two ratings of each item and by each rater",
                f"{self.design.n:,} of {self.design.items:,} items by "
                f"{self.design.raters:,} raters",
                "Take more ratings per item.",
            )
        bar = "|" if correlated else "||"
        formula = f"y ~ x + (x {bar} rater) + (x {bar} item)"
        table: dict[str, Column] = {
            "x": self.design.system.astype(np.float64) - 0.5,
            "rater": labels(self.design.rater),
            "item": labels(self.design.item),
        }
        return build_design(parse(formula), table, intercept=intercept)


def labels(codes: Ints) -> Labels:
    """Return codes as the levels of a factor."""
    found, codes = np.unique(codes, return_inverse=True)
    return Labels(codes.astype(np.int64), tuple(str(name) for name in found.tolist()))


def rating_test(name: str) -> RatingTest:
    """Return an analysis by its name."""
    return TESTS[check_one_of("model", name, TESTS)]


def _linear(study: Study) -> Run:
    """REML with Satterthwaite's t."""
    if study.design.complete() and not study.correlated:
        return _balanced(study.design)
    matrices = study.matrices(intercept=True, correlated=study.correlated)
    return _fitted(_first_linear(matrices, study, reml=True))


def _linear_ml(study: Study) -> Run:
    """Maximum likelihood with Satterthwaite's t, as Howcroft and Rieser did."""
    matrices = study.matrices(intercept=True, correlated=study.correlated)
    return _fitted(_first_linear(matrices, study, reml=False))


def _linear_z(study: Study) -> Run:
    """Maximum likelihood and a normal distribution, as Card et al. did; slopes independent."""
    if study.design.complete():
        return _balanced_ml(study.design)
    matrices = study.matrices(intercept=True, correlated=False)
    return _fitted(_first_linear(matrices, study, reml=False), normal=True)


def _first_linear(matrices: Design, study: Study, *, reml: bool) -> Fit:
    first = study.world.numbers(study.first)
    return LinearModel.of(matrices, reml=reml).fit(np.asarray(first, np.float64))


def _fitted(first: Fit, *, normal: bool = False) -> Run:
    def run(responses: Floats | Ints) -> Outcomes:
        found = fit_many(first, responses)
        return _outcomes(found, _wald(found) if normal else found.pvalues()[:, -1])

    return run


def _wald(found: FitBatch) -> Floats:
    z = np.abs(found.coefficients[:, -1] / found.errors[:, -1])
    return np.where(found.converged, 2 * special.ndtr(-z), np.nan)


def _outcomes(found: FitBatch, pvalue: Floats) -> Outcomes:
    kept = np.isfinite(pvalue)
    return Outcomes(pvalue, np.where(kept, found.coefficients[:, -1], np.nan), found.boundary)


def _balanced(design: Assignment) -> Run:
    """Complete designs with independent slopes have a closed form."""
    as_table = _crossed(design)
    fewest = min(design.raters, design.items)
    cap = fewest - 1.0 if fewest < FEW else np.inf

    def run(responses: Floats | Ints) -> Outcomes:
        found = fit_balanced(as_table(responses))
        p = student.pvalue(found.difference / found.error, np.minimum(found.df, cap), Z)
        return Outcomes(p, found.difference, np.asarray(found.boundary.any(axis=1)))

    return run


def _balanced_ml(design: Assignment) -> Run:
    as_table = _crossed(design)

    def run(responses: Floats | Ints) -> Outcomes:
        found = fit_balanced_ml(as_table(responses))
        pvalue = 2 * special.ndtr(-np.abs(found.difference / found.error))
        pvalue = np.where(found.converged, pvalue, np.nan)
        kept = np.isfinite(pvalue)
        return Outcomes(pvalue, np.where(kept, found.difference, np.nan), found.boundary)

    return run


def _crossed(design: Assignment) -> Callable[[Floats | Ints], Floats]:
    """Return a function from studies to tables (studies, raters, items, systems)."""
    order = np.lexsort((design.system, design.item, design.rater))
    shape = (design.raters, design.items, 2)
    return lambda responses: np.asarray(responses, np.float64)[:, order].reshape(-1, *shape)


def _ordinal(study: Study) -> Run:
    """Student's t of the cumulative link model, allowing for few raters and items."""
    return _fitted(_first_ordinal(study))


def _ordinal_z(study: Study) -> Run:
    """Wald's z of the cumulative link model, as programs for such models have it."""
    return _fitted(_first_ordinal(study), normal=True)


def _ordinal_ratio(study: Study) -> Run:
    """Likelihood ratio of the cumulative link model with and without the systems."""
    first = _first_ordinal(study)
    without = refit_without(first, (0,))

    def run(responses: Floats | Ints) -> Outcomes:
        found, less = fit_many(first, responses), fit_many(without, responses)
        statistic = np.maximum(0.0, 2 * (found.loglik - less.loglik))
        both = found.converged & less.converged
        return _outcomes(found, np.where(both, special.chdtrc(1, statistic), np.nan))

    return run


def _first_ordinal(study: Study) -> Fit:
    world = study.world
    if not isinstance(world, OrdinalRatings):
        raise ParameterError(
            "an ordinal model",
            "a world whose ratings are categories",
            "a linear one",
            "Use " + option("model", "linear") + ".",
        )
    codes = np.asarray(study.first, np.int64)
    if len(np.unique(codes)) < len(world.categories):
        raise FitError("The first simulated study lacks a category.")
    model = OrdinalModel.of(
        study.matrices(intercept=False, correlated=study.correlated),
        world.categories,
        link=LINKS[world.noise],
    )
    return model.fit(codes)


def _item_means(design: Assignment) -> Callable[[Floats | Ints], Floats]:
    """Return a function from studies to differences of the items' means, (studies, items)."""
    text = design.item * 2 + design.system
    order = np.argsort(text, kind="stable")
    names, starts, counts = np.unique(text[order], return_index=True, return_counts=True)
    item, system = names // 2, names % 2
    both = np.intersect1d(item[system == 0], item[system == 1])
    a = np.searchsorted(names, 2 * both)
    b = np.searchsorted(names, 2 * both + 1)

    def differences(responses: Floats | Ints) -> Floats:
        sums = np.add.reduceat(np.asarray(responses, np.float64)[:, order], starts, axis=1)
        means = sums / counts
        return np.asarray(means[:, b] - means[:, a])

    return differences


def _by_items(test: str) -> Callable[[Study], Run]:
    def prepare(study: Study) -> Run:
        differences = _item_means(study.design)
        chosen = find_test(test, paired=True, outcome="numeric")

        def run(responses: Floats | Ints) -> Outcomes:
            data = Differences(differences(responses))
            pvalue = chosen.evaluate(data, alternative=Z, seed=0, resamples=0)
            return Outcomes(pvalue, data.effect(), np.zeros(len(responses), bool))

        return run

    return prepare


def _all_ratings(study: Study) -> Run:
    """Student's t as if every rating came from another rater and another item."""
    is_b = study.design.system == 1

    def run(responses: Floats | Ints) -> Outcomes:
        numbers = np.asarray(responses, np.float64)
        a, b = numbers[:, ~is_b], numbers[:, is_b]
        gap = b.mean(axis=1) - a.mean(axis=1)
        return Outcomes(student.pooled(a, b, 0.0, Z), gap, np.zeros(len(numbers), bool))

    return run


def registered(kind: str, *tests: RatingTest) -> dict[str, RatingTest]:
    """Register analyses with their words, and return them by name."""
    return {one.name: register(kind, one.name, says=one.says)(one) for one in tests}


TESTS = registered(
    "rating analysis",
    RatingTest(
        "linear",
        Procedure(
            "a linear mixed model by REML with Satterthwaite's degrees of freedom",
            (BATES, KUZNETSOVA, FAI),
            (RATED,),
            short="linear mixed model, Satterthwaite's t",
        ),
        "rating",
        _linear,
    ),
    RatingTest(
        "linear-z",
        Procedure(
            "a linear mixed model by maximum likelihood with Wald's z",
            (BATES, CARD),
            (RATED,),
            short="linear mixed model by ML, z as in Card et al.",
        ),
        "rating",
        _linear_z,
    ),
    RatingTest(
        "linear-ml",
        Procedure(
            "a linear mixed model by maximum likelihood with Satterthwaite's degrees of freedom",
            (BATES, KUZNETSOVA),
            (RATED,),
            short="linear mixed model by ML, Satterthwaite's t",
        ),
        "rating",
        _linear_ml,
    ),
    RatingTest(
        "ordinal",
        Procedure(
            "an ordinal mixed model with Satterthwaite's degrees of freedom on the latent scale, "
            "its variances corrected for few raters and items",
            (MCCULLAGH, KUZNETSOVA),
            (RATED,),
            short="ordinal mixed model, Satterthwaite's t",
        ),
        "latent",
        _ordinal,
    ),
    RatingTest(
        "ordinal-z",
        Procedure(
            "an ordinal mixed model with Wald's z",
            (MCCULLAGH,),
            (RATED,),
            short="ordinal mixed model, Wald's z",
        ),
        "latent",
        _ordinal_z,
    ),
    RatingTest(
        "ordinal-lrt",
        Procedure(
            "an ordinal mixed model by likelihood ratio",
            (MCCULLAGH,),
            (RATED,),
            short="ordinal mixed model, likelihood ratio",
        ),
        "latent",
        _ordinal_ratio,
    ),
    RatingTest(
        "t-items",
        Procedure(
            "a paired t test of the items' means",
            (STUDENT,),
            short="t test on means of items, raters ignored",
        ),
        "rating",
        _by_items("paired-t"),
    ),
    RatingTest(
        "wilcoxon-items",
        Procedure(
            "Wilcoxon's signed-rank test of the items' means",
            (WILCOXON,),
            short="Wilcoxon on means of items",
        ),
        "rating",
        _by_items("wilcoxon"),
    ),
    RatingTest(
        "t-ratings",
        Procedure(
            "a t test of all ratings, as if unrelated",
            (STUDENT,),
            short="t test on all ratings as if unrelated",
        ),
        "rating",
        _all_ratings,
    ),
)
