"""What can be asked of scores and answers: the options of each kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from claimwise.web.fields import (
    NAME,
    FileId,
    Options,
    choice,
    column,
    columns,
    count,
    file,
    in_percent,
    number,
    seed,
    text,
    yes,
)

Claim = Literal["difference", "superiority", "non-inferiority", "equivalence"]
CLAIM = "Claim to make; all but a difference need a margin."
Ways = Literal[
    "test,interval",
    "test",
    "interval",
    "posterior",
    "bayes-factor",
    "test,interval,posterior",
    "test,interval,posterior,bayes-factor",
]
BELIEF = {"assess": [way for way in Ways.__args__ if "posterior" in way or "factor" in way]}  # type: ignore[attr-defined]
PAIR, PAIRS = ("a", "b"), ()  # fields that name two systems; none name all of them
OF_SCORES = {"metric": [None]}  # then a margin is in the unit of the scores of the file
ROLES = {
    "item": "Item",
    "system": "System",
    "score": "Score",
    "dataset": "Data set",
    "metric": "Metric",
    "run": "Run",
    "rater": "Rater",
    "gold": "Gold answer",
    "prediction": "Prediction",
    "correct": "Right answers, in totals",
    "n": "Items, in totals",
}
ANSWERS = {
    "item": "Item",
    "source": "System or gold",
    "response": "Answer",
    "responder": "Who answers",
}


class Compared(Options):
    """What all comparisons share."""

    files: list[FileId] = file(
        ...,
        "Files",
        "One table (item, system, score), one file for each system, totals, or logs.",
        argument=True,
        several=True,
    )
    a: str | None = text(None, "A", "The baseline.", kind="system", pattern=NAME)
    b: str | None = text(None, "B", "The candidate.", kind="system", pattern=NAME)
    alpha: float = number(
        0.05, "Alpha", "Significance level.", above=0, below=0.5, step=0.005, more=True
    )
    level: float | None = in_percent(
        None,
        "Level",
        "Confidence level of intervals; by default 1 - alpha, one-sided 1 - 2 alpha.",
        above=0,
        below=1,
        more=True,
    )
    resamples: int = count(
        10_000,
        "Resamples",
        "Resamples of tests and intervals that need them.",
        high=200_000,
        more=True,
    )
    seed: int | None = seed()


class Compare(Compared):
    """Is B better than A?"""

    ways: ClassVar[Mapping[str, Sequence[str]]] = {
        "Two systems": PAIR,
        "With a baseline": ("baseline",),
        "All pairs": PAIRS,
    }
    baseline: str | None = text(
        None,
        "Baseline",
        "The system that all others are compared with.",
        kind="system",
        pattern=NAME,
    )
    claim: Claim = choice("difference", "Claim", CLAIM)
    margin: float | None = number(
        None,
        "Margin",
        "Amount by which B must exceed A, or may differ from it.",
        above=0,
        high=1e9,
        by_data=True,
        scaled_when=OF_SCORES,
        shown_when={"claim": ["superiority", "non-inferiority", "equivalence"]},
    )
    assess: Ways = choice("test,interval", "Assess by", "Ways to assess the claim.")
    alternative: Literal["auto", "two-sided", "less", "greater"] = choice(
        "auto",
        "Alternative",
        "Side of the test: two-sided, or one direction; automatic: two-sided.",
        more=True,
        shown_when={"claim": ["difference"]},
    )
    metric: str | None = text(
        None,
        "Metric",
        "Metric, if the file has several; or the one to compute from outputs.",
        more=True,
        suggestions=("bleu", "chrf", "f1:macro", "mcc", "exact-match", "token-f1"),
    )
    references: list[FileId] = file(
        [],
        "References",
        "References of the outputs, line by line; a file for each reference.",
        more=True,
        several=True,
    )
    better: Literal["auto", "higher", "lower"] = choice(
        "auto", "Better", "Which scores are better; automatic: what the file says.", more=True
    )
    test: str | None = text(
        None, "Test", "Test, by name; by default the one that fits the data.", more=True
    )
    interval: str | None = text(
        None, "Interval", "Interval, by name; by default the one that fits the data.", more=True
    )
    unpaired: bool = yes(
        "Different items",
        "Treat the systems as scored on different items.",
        keyword="paired",
        means=False,
    )
    dataset: str | None = text(
        None,
        "Data set",
        "Data set to use; by default each, and all together.",
        pattern=NAME,
        more=True,
    )
    columns: str | None = columns(ROLES, "Columns by role, where they are not recognised.")
    cluster: str | None = column("Cluster", "Column of items that belong together.", none=True)
    correct: Literal["auto", "holm", "benjamini-hochberg", "max-t", "none"] = choice(
        "auto", "Correct", "Correction for several comparisons; automatic: max-T.", more=True
    )
    pairs: Literal["auto", "all", "neighbours", "best", "neighbours,best"] = choice(
        "auto",
        "Pairs",
        "Pairs of several systems to compare; automatic: all of up to 60 systems.",
        more=True,
    )
    raters: Literal["random", "fixed"] = choice(
        "random",
        "Raters",
        "Raters of the data: a sample of raters like these, or these alone.",
        more=True,
    )
    runs: Literal["crossed", "separate", "samples", "fixed"] = choice(
        "crossed",
        "Runs",
        "Runs of the data: a sample, of the same names compared one by one; a sample for each "
        "system; independent answers of one model; or these alone.",
        more=True,
    )
    power: float = in_percent(
        0.8, "Power", "Power of the detectable difference.", above=0, below=1, step=0.01, more=True
    )
    rope: float | None = number(
        None,
        "Region of equivalence",
        "Half the width of what counts as equal; by default the margin.",
        above=0,
        high=1e9,
        by_data=True,
        scaled_when=OF_SCORES,
        more=True,
        shown_when=BELIEF,
    )
    prior: str = text(
        "default",
        "Prior",
        "Prior of the posterior: uniform, jeffreys, beta(2,2), ...",
        more=True,
        shown_when=BELIEF,
        suggestions=("default", "uniform", "jeffreys"),
    )
    model: Literal[
        "auto",
        "binary",
        "binary-probit",
        "binomial",
        "means",
        "metric",
        "metric-normal",
        "count",
        "count-poisson",
        "ordinal",
        "hierarchical",
    ] = choice(
        "auto",
        "Model",
        "Model of the posterior; automatic: by the scores.",
        more=True,
        shown_when=BELIEF,
    )
    engine: Literal["exact", "mcmc"] = choice(
        "exact", "Engine", "Computation of the posterior.", more=True, shown_when=BELIEF
    )


class Gold(Compared):
    """Several answers to each item, compared with gold answers."""

    ways: ClassVar[Mapping[str, Sequence[str]]] = {"Two systems": PAIR, "All pairs": PAIRS}
    files: list[FileId] = file(
        ...,
        "Files",
        "One row for each answer: item, source (a system or gold), response.",
        argument=True,
        several=True,
    )
    gold: str = text("gold", "Gold", "The source that is the gold standard.", pattern=NAME)
    metric: str = text(
        "mae",
        "Metric",
        "Metric of answers against gold answers: mae, wins, spearman, mean-emd, ...",
        suggestions=("mae", "wins:mae", "rmse", "spearman", "pearson", "mean-emd", "mean-tv"),
    )
    assess: Literal["test,interval", "test", "interval"] = choice(
        "test,interval", "Assess by", "Ways to assess the claim."
    )
    kind: Literal["auto", "continuous", "ordinal", "categorical"] = choice(
        "auto", "Answers", "Kind of answers; automatic: as the file looks.", more=True
    )
    even: bool = yes("Even", "Use as many answers of each system, the first ones.")
    test: str | None = text(
        None, "Test", "Test, by name; by default the one that fits the data.", more=True
    )
    columns: str | None = columns(ANSWERS, "Columns by role, where they are not recognised.")
