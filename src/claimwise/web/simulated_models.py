"""What can be asked of a plan by simulation: the options of each kind."""

from __future__ import annotations

from typing import Any, Literal

from claimwise.web.fields import (
    NAME,
    FileId,
    Options,
    choice,
    count,
    file,
    in_percent,
    number,
    seed,
    text,
)
from claimwise.web.plan_models import Alternative


def replicates(default: int, help_: str = "Simulated studies.", most: int = 100_000) -> Any:
    """Return the field of how many studies are simulated."""
    return count(default, "Replicates", help_, low=20, high=most, more=True)


# What is looked for is not asked for.
WITH_N = {"solve": ["everything", "power", "mde"]}
WITH_DIFFERENCE = {"solve": ["everything", "power", "n"]}


class Simulated(Options):
    """What all simulated plans share."""

    alpha: float = number(
        0.05, "Alpha", "Significance level.", above=0, below=0.5, step=0.001, more=True
    )
    power: float = in_percent(
        0.8,
        "Power to reach",
        "Power of the detectable difference and of the needed size.",
        above=0,
        below=1,
        step=0.01,
        more=True,
    )
    seed: int | None = seed()


class Bleu(Simulated):
    """Two systems on the same sentences, compared by BLEU with a randomisation test."""

    n: int = count(
        2000,
        "Sentences",
        "Sentences of the test set.",
        high=100_000,
        slider=(100, 20_000),
        scale="log",
        shown_when=WITH_N,
    )
    difference: float = number(
        1.0,
        "True difference",
        "True BLEU of B minus true BLEU of A, in points from 0 to 100.",
        low=-100,
        high=100,
        slider=(-3, 3),
        step=0.05,
        unit="points",
        shown_when=WITH_DIFFERENCE,
    )
    world: Literal["wmt-average", "wmt19", "wmt18", "wmt17", "wmt16"] = choice(
        "wmt-average",
        "World",
        "Published evaluations that the effects of sentences are taken from.",
    )
    world_file: FileId | None = file(
        None,
        "World of your own",
        "File from claimwise fit bleu, in place of a published world.",
        more=True,
        option="world",
    )
    alternative: Alternative = choice(
        "two-sided",
        "Alternative",
        "Side of the test: two-sided, or one direction of B minus A.",
        more=True,
    )
    solve: Literal["everything", "power", "mde", "n"] = choice(
        "power", "Look for", "Quantity to solve for.", more=True
    )
    replicates: int = replicates(5000)
    resamples: int = count(
        1000, "Resamples", "Random swaps in each study.", low=20, high=10_000, more=True
    )


class Chrf(Bleu):
    """Two systems on the same sentences, compared by chrF with a randomisation test."""

    world: None = None  # type: ignore[assignment]
    difference: float = number(
        0.5,
        "True difference",
        "True chrF of B minus true chrF of A, in points.",
        low=-100,
        high=100,
        slider=(-3, 3),
        step=0.05,
        unit="points",
        shown_when=WITH_DIFFERENCE,
    )
    world_file: FileId = file(
        ..., "World", "File from claimwise fit chrf; none is published.", option="world"
    )


class F1(Simulated):
    """F1 of two systems that label the same items."""

    tables: FileId = file(
        ..., "Confusion tables", "TOML file of confusion tables, such as confusion.toml."
    )
    n: int = count(
        1000,
        "Items",
        "Items in the test set.",
        high=1_000_000,
        slider=(50, 20_000),
        scale="log",
        shown_when=WITH_N,
    )
    difference: float | None = number(
        None,
        "True difference",
        "True F1 of B minus that of A; by default that of the tables.",
        low=-1,
        high=1,
        slider=(-0.2, 0.2),
        step=0.005,
        shown_when=WITH_DIFFERENCE,
    )
    average: Literal["binary", "micro", "macro", "weighted", "auto"] = choice(
        "auto", "Average", "Average over the classes.", more=True
    )
    positive: str | None = text(
        None, "Positive class", "Class that a binary score looks for.", pattern=NAME, more=True
    )
    test: Literal["randomisation", "paired-bootstrap"] = choice(
        "randomisation", "Test", "Test: swap labels, or draw items with replacement.", more=True
    )
    alternative: Alternative = choice(
        "two-sided",
        "Alternative",
        "Side of the test: two-sided, or one direction of B minus A.",
        more=True,
    )
    solve: Literal["everything", "power", "mde", "n"] = choice(
        "power", "Look for", "Quantity to solve for.", more=True
    )
    replicates: int = replicates(2000)
    resamples: int = count(
        1000, "Resamples", "Resamples in each simulated study.", low=20, high=10_000, more=True
    )


class PilotPlan(Simulated):
    """A study like this pilot."""

    files: list[FileId] = file(
        ..., "Pilot", "Scores or outputs of both systems.", argument=True, several=True
    )
    references: list[FileId] = file(
        [],
        "References",
        "References of the outputs, line by line; a file for each reference.",
        more=True,
        several=True,
    )
    a: str | None = text(None, "A", "The baseline.", kind="system", pattern=NAME)
    b: str | None = text(None, "B", "The candidate.", kind="system", pattern=NAME)
    metric: str | None = text(
        None, "Metric", "Metric, if the file has several; or the one to compute from outputs."
    )
    n: int = count(
        1000,
        "Items",
        "Items of the study.",
        high=1_000_000,
        slider=(20, 20_000),
        scale="log",
        shown_when=WITH_N,
    )
    difference: float | None = number(
        None,
        "True difference",
        "True score of B minus that of A, in the metric's units; by default the pilot's own.",
        low=-1e6,
        high=1e6,
        by_data=True,
        scaled_when={"metric": [None]},
        shown_when=WITH_DIFFERENCE,
    )
    test: str | None = text(
        None, "Test", "Test, by name; by default the one that fits the data.", more=True
    )
    alternative: Alternative = choice(
        "two-sided",
        "Alternative",
        "Side of the test: two-sided, or one direction of B minus A.",
        more=True,
    )
    solve: Literal["power", "mde", "n"] = choice(
        "power", "Look for", "Quantity to solve for.", more=True
    )
    replicates: int = replicates(2000)
    resamples: int | None = count(
        None, "Resamples", "Resamples in each simulated study.", low=20, high=10_000, more=True
    )
