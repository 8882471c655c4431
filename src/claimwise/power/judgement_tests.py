"""What people do with judgements of two systems head to head: mixed models, and simple tests.

A judgement counts -1 (for A), 0 (a tie) or 1 (for B); estimates are shares of wins less shares of
losses, but that of the logistic model, which is a logit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from scipy import special

from claimwise.core import FitError, ParameterError
from claimwise.core.procedure import RATED, Procedure
from claimwise.core.references import DIXON, KUZNETSOVA, MCCULLAGH
from claimwise.data import Differences, PairCounts
from claimwise.designs import Assignment
from claimwise.htest import find_test
from claimwise.kernels.arrays import Floats, Ints
from claimwise.mixed.batch import FitBatch, fit_many
from claimwise.mixed.design import Column, Design, build_design
from claimwise.mixed.formula import parse
from claimwise.mixed.linear import LinearModel
from claimwise.mixed.ordinal import OrdinalModel
from claimwise.power.rating_tests import (
    LINKS,
    TESTS,
    Outcomes,
    RatingTest,
    Run,
    Study,
    Z,
    labels,
    registered,
)
from claimwise.worlds.judgements import Judgements, scores

FORMULA = "y ~ 1 + (1 | rater) + (1 | item)"


def _world(study: Study) -> Judgements:
    if not isinstance(study.world, Judgements):
        raise ParameterError(
            "an analysis of judgements", "a world of judgements", study.world.outcome
        )
    return study.world


def _matrices(study: Study, *, intercept: bool) -> Design:
    design = study.design
    if design.n <= max(design.items, design.raters):
        raise ParameterError(
            "a mixed model of judgements",
            "more than one judgement of each item and by each rater",
            f"{design.n:,} of {design.items:,} items by {design.raters:,} raters",
            "Take more judgements per item.",
        )
    table: dict[str, Column] = {"rater": labels(design.rater), "item": labels(design.item)}
    return build_design(parse(FORMULA), table, intercept=intercept)


def _logistic(study: Study) -> Run:
    """Student's t of the logistic model, with the degrees of freedom of the linear one.

    Of few raters the logistic model alone knows too little about how raters differ; the linear
    model of the same judgements says how little (Satterthwaite).
    """
    by_z, by_t = _logistic_fits(study), _linear_fits(study)

    def run(responses: Floats | Ints) -> Outcomes:
        found, beside = by_z(responses), by_t(responses)
        z = found.middle / found.middle_error
        pvalue = 2 * special.stdtr(beside.df[:, 0], -np.abs(z))
        return _middle(found, np.where(beside.converged, pvalue, np.nan))

    return run


def _logistic_z(study: Study) -> Run:
    """Wald's z, as programs for logistic mixed models have it."""
    fits = _logistic_fits(study)

    def run(responses: Floats | Ints) -> Outcomes:
        found = fits(responses)
        return _middle(found, 2 * special.ndtr(-np.abs(found.middle / found.middle_error)))

    return run


def _middle(found: FitBatch, pvalue: Floats) -> Outcomes:
    pvalue = np.where(found.converged, pvalue, np.nan)
    kept = np.isfinite(pvalue)
    return Outcomes(pvalue, np.where(kept, -found.middle, np.nan), found.boundary)


def _logistic_fits(study: Study) -> Callable[[Floats | Ints], FitBatch]:
    """Return a function that fits the logistic model; ties are the category between.

    A study in which one of the systems never wins has no fit.
    """
    world = _world(study)
    codes = np.asarray(study.first, np.int64)
    last = len(world.categories) - 1
    if len(np.unique(codes)) <= last:
        raise FitError("The first simulated study lacks a category.")
    matrices = _matrices(study, intercept=False)
    model = OrdinalModel.of(matrices, world.categories, link=LINKS[world.noise])
    first = model.fit(codes)

    def fits(responses: Floats | Ints) -> FitBatch:
        found = fit_many(first, responses)
        both = (responses == 0).any(axis=1) & (responses == last).any(axis=1)
        return replace(found, converged=found.converged & both)

    return fits


def _linear_fits(study: Study) -> Callable[[Floats | Ints], FitBatch]:
    size = len(_world(study).categories)
    model = LinearModel.of(_matrices(study, intercept=True), reml=True)
    first = model.fit(scores(study.first, size))
    return lambda responses: fit_many(first, scores(responses, size))


def _linear(study: Study) -> Run:
    """REML with Satterthwaite's t of the mean score."""
    fits = _linear_fits(study)

    def run(responses: Floats | Ints) -> Outcomes:
        found = fits(responses)
        pvalue = found.pvalues()[:, 0]
        kept = np.isfinite(pvalue)
        return Outcomes(pvalue, np.where(kept, found.coefficients[:, 0], np.nan), found.boundary)

    return run


def _signs(count: Callable[[Floats], Floats]) -> Callable[[Study], Run]:
    """Return the sign test of what some function makes of the scores, (studies, signs)."""

    def prepare(study: Study) -> Run:
        size = len(_world(study).categories)
        chosen = find_test("sign", paired=True, outcome="binary")

        def run(responses: Floats | Ints) -> Outcomes:
            some = count(scores(responses, size))
            data = PairCounts((some > 0).sum(axis=1), (some < 0).sum(axis=1), some.shape[1])
            pvalue = chosen.evaluate(data, alternative=Z, seed=0, resamples=0)
            return Outcomes(pvalue, data.effect(), np.zeros(len(some), bool))

        return run

    return prepare


def _majorities(study: Study) -> Run:
    means = _item_means(study.design)
    return _signs(means)(study)


def _item_means(design: Assignment) -> Callable[[Floats], Floats]:
    """Return a function from scores to the mean score of each item, (studies, items)."""
    order = np.argsort(design.item, kind="stable")
    _, starts, counts = np.unique(design.item[order], return_index=True, return_counts=True)
    return lambda values: np.add.reduceat(values[:, order], starts, axis=1) / counts


def _t_items(study: Study) -> Run:
    size, means = len(_world(study).categories), _item_means(study.design)
    chosen = find_test("paired-t", paired=True, outcome="numeric")

    def run(responses: Floats | Ints) -> Outcomes:
        data = Differences(means(scores(responses, size)))
        pvalue = chosen.evaluate(data, alternative=Z, seed=0, resamples=0)
        return Outcomes(pvalue, data.effect(), np.zeros(len(responses), bool))

    return run


JUDGEMENT_TESTS = registered(
    "judgement analysis",
    RatingTest(
        "logistic",
        Procedure(
            "a logistic mixed model with Satterthwaite's degrees of freedom; ties are a category "
            "between",
            (MCCULLAGH, KUZNETSOVA),
            (RATED,),
            short="logistic mixed model, Satterthwaite's t",
        ),
        "latent",
        _logistic,
    ),
    RatingTest(
        "logistic-z",
        Procedure(
            "a logistic mixed model with Wald's z",
            (MCCULLAGH,),
            (RATED,),
            short="logistic mixed model, Wald's z",
        ),
        "latent",
        _logistic_z,
    ),
    RatingTest(
        "linear",
        replace(
            TESTS["linear"].says,
            short="linear mixed model of scores -1, 0, 1, Satterthwaite's t",
        ),
        "rating",
        _linear,
    ),
    RatingTest(
        "t-items",
        replace(
            TESTS["t-items"].says,
            short="t test on items' mean scores, raters ignored",
        ),
        "rating",
        _t_items,
    ),
    RatingTest(
        "sign-items",
        Procedure(
            "a sign test of the items' majorities",
            (DIXON,),
            short="sign test on majorities of items",
        ),
        "majority",
        _majorities,
    ),
    RatingTest(
        "sign",
        Procedure(
            "a sign test of all judgements, as if unrelated",
            (DIXON,),
            short="sign test on all judgements as if unrelated",
        ),
        "rating",
        _signs(lambda x: x),
    ),
)
