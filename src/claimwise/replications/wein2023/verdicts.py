"""What the tables of Wein et al. (2023) come to, beside the published numbers."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan, nan, sqrt
from statistics import median

from claimwise.replications.base import Value

THEIRS = 1000  # published studies
FEW = 1e-3  # below, the simulated standard error rests on a handful of studies
PRECISION = 1e-5  # a published 0 is less than this

Published = Callable[[Value], float]


def model_error(p: float, studies: int) -> float:
    """Return the standard error of an expected p by the exponential model.

    Hanley and McNeil (1982), for an area of 1 - p and as many studies with an effect as without.
    """
    area = 1.0 - p
    first, second = area / (2 - area), 2 * area**2 / (1 + area)
    rest = (studies - 1) * (first + second - 2 * area**2)
    return sqrt(max(0.0, p * area + rest)) / studies


def errors_apart(value: Value, theirs: float) -> float:
    """Return how many standard errors lie between a value and what is published.

    Both have the chance of their simulated studies, and the published one that of its last digit.
    """
    if isnan(theirs):
        return nan
    larger = max(value.estimate, theirs)
    if value.estimate < FEW:
        ours, published = (model_error(larger, m) for m in (value.studies, THEIRS))
    else:
        ours = (value.high - value.estimate) / 1.96
        published = ours * sqrt(value.studies / THEIRS)
    return abs(value.estimate - theirs) / sqrt(ours**2 + published**2 + PRECISION**2)


def judge_truths(values: list[Value], published: Published) -> list[str]:
    """Say how many true p agree, and which readings of the paper that takes."""
    gaps = {}  # samplers that keep as many answers share their studies: one number, not several
    for value in values:
        theirs = published(value)
        if value.at("value") == "true p" and not isnan(theirs):
            key = (value.at("metric"), value.at("epsilon"), theirs)
            gaps[key] = (errors_apart(value, theirs), value.estimate)
    inside = sum(gap < 3 for gap, _ in gaps.values())
    far = max(gaps, key=lambda key: gaps[key][0])
    verdict = "Reproduces" if inside >= 0.95 * len(gaps) else "Differs"
    said = [
        f"{verdict}: {inside} of {len(gaps)} different published true p lie within 3 Monte Carlo "
        f"errors of ours (half of them within {median(gap for gap, _ in gaps.values()):.1f}); the "
        f"farthest is {far[0]} at epsilon {far[1]}, {far[2]:.4g} published and "
        f"{gaps[far][1]:.4g} here, {gaps[far][0]:.1f} errors. "
        "Numbers of one table come from the same published studies, and err together.",
        "Brackets have the published number, then the Monte Carlo errors between both; "
        "rows that the text of the paper does not give legibly have none.",
        "An expected p is no p-value: it is the share of pairs of studies, one with the effect "
        "and one without, in which the one without is as extreme, or the mean p-value. "
        "Without an effect it is 0.5, and which side is extreme was chosen from the data.",
        "inverse-mse is what the paper calls MSE: it is one over the mean squared error.",
    ]
    return [*said, *_emd(values)]


def _emd(values: list[Value]) -> list[str]:
    """Say what the correct earth mover's distance gives."""
    at = {
        (v.at("metric"), v.at("epsilon")): v.estimate
        for v in values
        if (v.at("value"), v.at("sampler")) == ("true p", "bootstrap,all")
    }
    shown = [e for e in ("0.05", "0.1", "0.3") if ("mean-emd", e) in at]
    pairs = "; ".join(
        f"epsilon {e}: {at['mean-emd-published', e]:.3g} as published, {at['mean-emd', e]:.3g} "
        "correct"
        for e in shown
    )
    return [
        "The published earth mover's distances take the counts of a histogram for answers, so "
        "that it does not matter where the bins lie. The correct ones stand below them. "
        f"True p of the mean over items: {pairs}."
    ]


def judge_estimates(values: list[Value], published: Published) -> list[str]:
    """Say how far one published estimate may lie from the mean of many."""
    by = {(*v.where[:2], v.where[3], v.at("value")): v for v in values}
    near, all_of, spreads = 0, 0, []
    for (*where, kind), value in by.items():
        theirs, spread = published(value), by.get((*where, "SD of estimates"))
        if kind == "mean estimate" and not isnan(theirs) and spread is not None:
            if spread.estimate < FEW:
                continue  # all next to 0
            spreads.append(spread.estimate)
            all_of += 1
            near += abs(theirs - value.estimate) <= 2 * spread.estimate
    said = [
        "The paper's spreads of answers, uniform(0, 2), do not give its numbers: those of its "
        "code, uniform(0, 0.3), do, with the means of B cut to 0 to 1.",
    ]
    if all_of:
        sets = next(v.studies for v in values if v.at("value") == "mean estimate")
        said.insert(
            0,
            f"A published estimated p is one draw of noise: over {sets} test sets of the same "
            f"world the estimates have standard deviations of up to {max(spreads):.2f}; "
            f"{near} of {all_of} published estimates lie within two of these of our mean.",
        )
    return said
