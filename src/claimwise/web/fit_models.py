"""What can be asked of ratings and judgements: the options of each kind."""

from __future__ import annotations

from typing import Literal

from claimwise.web.fields import (
    NAME,
    FileId,
    Options,
    choice,
    column,
    count,
    file,
    in_percent,
    seed,
    text,
    yes,
)


class RatingsFit(Options):
    """What do the raters say?"""

    file: FileId = file(
        ..., "File", "One row for each rating: rater, item, system, rating.", argument=True
    )
    model: Literal["ordinal", "linear"] = choice(
        "ordinal",
        "Model",
        "Model of the ratings: as ordered categories, or as numbers.",
        keyword="outcome",
    )
    rating: str | None = column("Rating", "Column of the rating.")
    system: str | None = column("System", "Column of the system.")
    rater: str | None = column("Rater", "Column of the rater.")
    item: str | None = column("Item", "Column of the item.")
    no_slopes: bool = yes(
        "No slopes",
        "Leave out random slopes: raters and items differ in level only.",
        keyword="slopes",
        means=False,
    )
    link: Literal["auto", "logit", "probit", "cloglog", "loglog"] = choice(
        "auto",
        "Link",
        "Link of the model; automatic: logit.",
        more=True,
        shown_when={"model": ["ordinal"]},
    )
    thresholds: Literal["auto", "flexible", "symmetric", "equidistant"] = choice(
        "auto",
        "Thresholds",
        "Spacing of the thresholds; automatic: free.",
        more=True,
        shown_when={"model": ["ordinal"]},
    )
    interval: Literal["wald", "profile", "bootstrap"] = choice(
        "wald", "Interval", "Computation of the intervals of coefficients.", more=True
    )
    level: float = in_percent(
        0.95, "Level", "Confidence level of the intervals.", above=0, below=1, more=True
    )
    simplify: bool = yes("Simplify", "Drop random effects that the fit puts at zero, step by step.")
    resamples: int = count(
        999,
        "Resamples",
        "Resamples of the bootstrap.",
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
    winner: str | None = column("Winner", "Column of the winner.")
    rater: str | None = column("Rater", "Column of the rater.")
    item: str | None = column("Item", "Column of the item.")
    level: float = in_percent(
        0.95, "Level", "Confidence level of the intervals.", above=0, below=1, more=True
    )
