"""What can be asked of data: the options of each kind."""

from __future__ import annotations

from typing import Literal

from claimwise.web.fields import (
    COLUMNS,
    NAME,
    FileId,
    Options,
    choice,
    count,
    file,
    number,
    seed,
    text,
    yes,
)
from claimwise.web.plan_models import CLAIM, Claim

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
    level: float | None = number(
        None,
        "Level",
        "Of intervals; by default 1 - alpha, one-sided 1 - 2 alpha.",
        above=0,
        below=1,
        more=True,
    )
    resamples: int = count(
        10_000, "Resamples", "Of tests and intervals by resampling.", high=200_000, more=True
    )
    seed: int | None = seed()


class Compare(Compared):
    """Is B better than A?"""

    baseline: str | None = text(
        None, "Baseline", "Compare every other system with it.", kind="system", pattern=NAME
    )
    claim: Claim = choice("difference", "Claim", CLAIM)
    margin: float | None = number(
        None,
        "Margin",
        "In the metric's units.",
        above=0,
        high=1e9,
        shown_when={"claim": ["superiority", "non-inferiority", "equivalence"]},
    )
    assess: Ways = choice("test,interval", "Assess by", "What you want to say.")
    alternative: Literal["auto", "two-sided", "less", "greater"] = choice(
        "auto",
        "Alternative",
        "Of a difference; auto: two-sided.",
        more=True,
        shown_when={"claim": ["difference"]},
    )
    metric: str | None = text(
        None,
        "Metric",
        "Which one, if the file has several; or what to compute from outputs.",
        more=True,
        suggestions=("bleu", "chrf", "f1:macro", "mcc", "exact-match", "token-f1"),
    )
    references: list[FileId] = file(
        [], "References", "Of outputs, line by line.", more=True, several=True
    )
    better: Literal["auto", "higher", "lower"] = choice(
        "auto", "Better", "auto: what the file says.", more=True
    )
    test: str | None = text(None, "Test", "By name; by default the one that fits.", more=True)
    interval: str | None = text(
        None, "Interval", "By name; by default the one that fits.", more=True
    )
    unpaired: bool = yes(
        "Different items",
        "The systems were scored on different items.",
        keyword="paired",
        means=False,
    )
    dataset: str | None = text(
        None, "Data set", "One; by default each and all.", pattern=NAME, more=True
    )
    cluster: str | None = text(
        None, "Cluster", "Column of items that belong together; or none.", pattern=NAME, more=True
    )
    columns: str | None = text(
        None,
        "Columns",
        "Roles of columns that are not recognised: score=f1, item=qid.",
        pattern=COLUMNS,
        more=True,
    )
    correct: Literal["auto", "holm", "benjamini-hochberg", "max-t", "none"] = choice(
        "auto", "Correct", "For several comparisons; auto: holm.", more=True
    )
    runs: Literal["mean", "nested"] = choice(
        "mean", "Several runs", "Their mean, or nested within items.", more=True
    )
    power: float = number(
        0.8, "Power", "Of the detectable difference.", above=0, below=1, step=0.01, more=True
    )
    rope: float | None = number(
        None,
        "Region of equivalence",
        "Posterior: half its width; by default the margin.",
        above=0,
        high=1e9,
        more=True,
        shown_when=BELIEF,
    )
    prior: str = text(
        "default",
        "Prior",
        "Posterior: uniform, jeffreys, beta(2,2), ...",
        more=True,
        shown_when=BELIEF,
        suggestions=("default", "uniform", "jeffreys"),
    )
    model: Literal[
        "auto",
        "binary",
        "binary-probit",
        "binomial",
        "metric",
        "metric-normal",
        "count",
        "count-poisson",
        "ordinal",
        "hierarchical",
    ] = choice(
        "auto", "Model", "Of the posterior; auto: binary or metric.", more=True, shown_when=BELIEF
    )
    engine: Literal["exact", "mcmc"] = choice(
        "exact", "Engine", "Of the posterior: closed form, or NUTS.", more=True, shown_when=BELIEF
    )


class Gold(Compared):
    """Several answers to each item, compared with gold answers."""

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
        "mae, wins, spearman, mean-emd, accuracy, mean-tv, ...",
        suggestions=("mae", "wins:mae", "rmse", "spearman", "pearson", "mean-emd", "mean-tv"),
    )
    assess: Literal["test,interval", "test", "interval"] = choice(
        "test,interval", "Assess by", "What you want to say."
    )
    kind: Literal["auto", "continuous", "ordinal", "categorical"] = choice(
        "auto", "Answers", "auto: as the file looks.", more=True
    )
    even: bool = yes("Even", "As many answers of each system, the first ones.")
    test: str | None = text(None, "Test", "By name; by default the one that fits.", more=True)
    columns: str | None = text(
        None,
        "Columns",
        "Roles of columns: response=score, source=model.",
        pattern=COLUMNS,
        more=True,
    )


class RatingsFit(Options):
    """What do the raters say?"""

    file: FileId = file(
        ..., "File", "One row for each rating: rater, item, system, rating.", argument=True
    )
    model: Literal["ordinal", "linear"] = choice(
        "ordinal", "Model", "Ratings as ordered categories, or as numbers.", keyword="outcome"
    )
    rating: str | None = text(
        None, "Column of the rating", "If not recognised.", pattern=NAME, more=True
    )
    system: str | None = text(None, "Column of the system", "Likewise.", pattern=NAME, more=True)
    rater: str | None = text(None, "Column of the rater", "Likewise.", pattern=NAME, more=True)
    item: str | None = text(None, "Column of the item", "Likewise.", pattern=NAME, more=True)
    no_slopes: bool = yes("No slopes", "Random intercepts only.", keyword="slopes", means=False)
    link: Literal["auto", "logit", "probit", "cloglog", "loglog"] = choice(
        "auto", "Link", "auto: logit.", more=True, shown_when={"model": ["ordinal"]}
    )
    thresholds: Literal["auto", "flexible", "symmetric", "equidistant"] = choice(
        "auto", "Thresholds", "auto: flexible.", more=True, shown_when={"model": ["ordinal"]}
    )
    interval: Literal["wald", "profile", "bootstrap"] = choice(
        "wald", "Interval", "Of the coefficients.", more=True
    )
    level: float = number(0.95, "Level", "Of the intervals.", above=0, below=1, more=True)
    simplify: bool = yes("Simplify", "Drop random effects at the edge, step by step.")
    resamples: int = count(
        999,
        "Resamples",
        "Of the bootstrap.",
        low=20,
        high=20_000,
        more=True,
        shown_when={"interval": ["bootstrap"]},
    )
    seed: int | None = seed(shown_when={"interval": ["bootstrap"]})


class JudgementsFit(Options):
    """Which system do raters prefer, head to head?"""

    file: FileId = file(
        ..., "File", "One row for each judgement: rater, item, winner.", argument=True
    )
    a: str | None = text(None, "A", "The baseline.", kind="system", pattern=NAME)
    b: str | None = text(None, "B", "The candidate.", kind="system", pattern=NAME)
    winner: str | None = text(
        None, "Column of the winner", "If not recognised.", pattern=NAME, more=True
    )
    rater: str | None = text(None, "Column of the rater", "Likewise.", pattern=NAME, more=True)
    item: str | None = text(None, "Column of the item", "Likewise.", pattern=NAME, more=True)
    level: float = number(0.95, "Level", "Of the intervals.", above=0, below=1, more=True)
