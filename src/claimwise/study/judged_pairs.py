"""Judgements of two systems by raters who judge several items, analysed as it was planned."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from claimwise.core import DataError, Note, Row
from claimwise.data.scores import Coded
from claimwise.kernels.arrays import Floats
from claimwise.mixed.design import Column, Labels, build_design
from claimwise.mixed.formula import parse
from claimwise.mixed.honesty import fit_notes
from claimwise.mixed.linear import LinearFit, LinearModel
from claimwise.mixed.ordinal import OrdinalFit, OrdinalModel
from claimwise.mixed.rows import quantile, two_sided, variance_rows
from claimwise.mixed.small_sample import small_sample
from claimwise.study.contrast import Contrast, spread_rows
from claimwise.study.verdicts import Winners
from claimwise.worlds.judgements import scores

WHO = "study assess"
FORMULA = "y ~ 1 + (1 | rater) + (1 | item)"


class Fits(NamedTuple):
    """The logistic model, and the linear one that lends it its degrees of freedom."""

    logistic: OrdinalFit
    linear: LinearFit


def labels(coded: Coded | None, role: str) -> Labels:
    """Return a column as the levels of a factor; refuse one that is not there, or has gaps."""
    if coded is None:
        raise DataError(WHO, f"a column of the {role}", "none")
    if (coded.codes < 0).any():
        raise DataError(WHO, f"the {role} of each judgement", "an empty cell")
    used, codes = np.unique(coded.codes, return_inverse=True)
    return Labels(codes.astype(np.int64), tuple(coded.labels[i] for i in used.tolist()))


def fitted(winners: Winners) -> Fits:
    """Fit both models; refuse judgements in which one of the systems never wins."""
    if not winners.wins or not winners.losses:
        raise DataError(
            WHO,
            "wins of both systems",
            "none of one of them",
            "No mixed model has a finite answer then.",
        )
    tied = bool((winners.outcome == 0).any())
    codes = winners.outcome + 1 if tied else (winners.outcome + 1) // 2
    categories = ("A", "tie", "B") if tied else ("A", "B")
    columns: dict[str, Column] = {
        "rater": labels(winners.rater, "rater"),
        "item": labels(winners.item, "item"),
    }
    formula = parse(FORMULA)
    for role, column in columns.items():
        levels = len(column.levels) if isinstance(column, Labels) else 0
        if not 2 <= levels < len(codes):
            raise DataError(
                f"the {role}s",
                "at least two, some with several judgements",
                f"{levels} in {len(codes):,} judgements",
                "Judgements that are unrelated are a study of the kind preference.",
            )
    logistic = OrdinalModel.of(build_design(formula, columns, intercept=False), categories)
    linear = LinearModel.of(build_design(formula, columns, intercept=True), reml=True)
    numbers = scores(codes, len(categories))
    return Fits(logistic.fit(codes.astype(np.int64)), linear.fit(numbers))


def contrast_of(
    fits: Fits, *, model: str, level: float, says: str
) -> tuple[Contrast, list[Row], list[Note]]:
    """Return B minus A as a logit (logistic) or as a share (linear), and what to heed."""
    logistic, linear = fits
    df = small_sample(linear, np.ones(1)).df
    if model == "logistic":
        share = np.full(len(logistic.alpha), 1 / len(logistic.alpha))
        estimate = -float(share @ logistic.alpha)
        variance = float(share @ logistic.covariance @ share)
        fit: OrdinalFit | LinearFit = logistic
    else:
        estimate, variance = float(linear.coefficients[0]), float(linear.covariance[0, 0])
        fit = linear
    error = sqrt(variance) if variance >= 0 else float("nan")
    sound = linear.converged and fit.converged and error > 0
    pvalue = two_sided(estimate / error, df) if sound else float("nan")
    reach = quantile(level, df) * error
    items = len(next(f for f in fit.model.design.factors if f.name == "item").levels)
    ends = estimate - reach, estimate + reach
    found = Contrast(estimate, *ends, float(pvalue), items, says, "Satterthwaite's t")
    n = fit.model.design.n
    rows = [
        Row(quantity="standard_error", estimate=error, n=n),
        Row(quantity="df", estimate=df, n=n),
        *spread_rows(variance_rows(fit)),
    ]
    return found, rows, fit_notes(fit)


def item_means(winners: Winners) -> Floats:
    """Return the mean score of each item: 1 where B always wins, -1 where A does."""
    item = labels(winners.item, "item")
    counts = np.bincount(item.codes)
    return np.asarray(np.bincount(item.codes, winners.outcome.astype(np.float64)) / counts)
