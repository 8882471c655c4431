"""What can be asked of an exact plan: the options of each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from claimwise.web.fields import (
    GIVEN,
    Options,
    choice,
    count,
    in_percent,
    in_points,
    number,
    registered,
    seed,
    yes,
)

if TYPE_CHECKING:
    PairedTest = str
    UnpairedTest = str
    PreferenceTest = str
else:
    PairedTest = registered("test", outcome="binary", paired=True)
    UnpairedTest = registered("test", outcome="binary", paired=False)
    PreferenceTest = registered("test", outcome="binary", paired=True, margin=False)
Alternative = Literal["two-sided", "less", "greater"]
Claim = Literal["difference", "superiority", "non-inferiority", "equivalence"]
WITH_MARGIN = {"claim": ["superiority", "non-inferiority", "equivalence"]}
# Such studies are simulated.
IN_CLUSTERS: dict[str, list[Any]] = {"unpaired": [False], "cluster_size": [GIVEN]}
MARGIN = "Amount by which B must exceed A, or may differ from it."
CLAIM = "Claim to make; all but a difference need a margin."


class Exact(Options):
    """What all exact plans share."""

    alternative: Alternative = choice(
        "two-sided", "Alternative", "Side of the test: two-sided, or one direction.", more=True
    )
    alpha: float = number(
        0.05,
        "Alpha",
        "Significance level.",
        above=0,
        below=0.5,
        slider=(0.001, 0.2),
        step=0.001,
        more=True,
    )
    power: float = in_percent(
        0.8,
        "Power to reach",
        "Power of the detectable difference and of the needed size.",
        above=0,
        below=1,
        slider=(0.5, 0.99),
        step=0.01,
        more=True,
    )


class Claimed(Exact):
    """Plans that may be of a claim with a margin, which has a side of its own."""

    alternative: Alternative = choice(
        "two-sided",
        "Alternative",
        "Side of the test: two-sided, or one direction.",
        more=True,
        shown_when={"claim": ["difference"]},
    )


class Accuracy(Claimed):
    """Two systems on the same items, each answer right or wrong."""

    n: int = count(
        500, "Items", "Items in the test set.", slider=(20, 20_000), scale="log", unit="items"
    )
    difference: float = in_points(
        0.02,
        "True difference",
        "True accuracy of B minus true accuracy of A.",
        low=-1,
        high=1,
        slider=(-0.2, 0.2),
        step=0.001,
    )
    agreement: float = in_percent(
        0.9,
        "Agreement",
        "Share of items where both are right or both are wrong.",
        low=0,
        high=1,
        slider=(0, 1),
        step=0.005,
    )
    test: PairedTest = choice(
        "auto",
        "Test",
        "Test of the claim; automatic: McNemar, mid-p; with a margin Tango's.",
        more=True,
    )
    claim: Claim = choice("difference", "Claim", CLAIM, more=True)
    margin: float | None = in_points(
        None, "Margin", MARGIN, above=0, below=1, step=0.005, more=True, shown_when=WITH_MARGIN
    )


class Proportions(Claimed):
    """Two systems on different items, each answer right or wrong."""

    n: int = count(
        1000,
        "Items of each system",
        "Items in each group.",
        slider=(20, 20_000),
        scale="log",
        unit="items",
    )
    baseline: float = in_percent(
        0.8,
        "Accuracy of A",
        "True accuracy of the baseline.",
        low=0,
        high=1,
        slider=(0.01, 0.99),
        step=0.005,
    )
    difference: float = in_points(
        0.05,
        "True difference",
        "True accuracy of B minus that of A.",
        low=-1,
        high=1,
        slider=(-0.3, 0.3),
        step=0.001,
    )
    test: UnpairedTest = choice(
        "auto",
        "Test",
        "Test of the claim; automatic: pooled z-test; with a margin Farrington-Manning.",
        more=True,
    )
    claim: Claim = choice("difference", "Claim", CLAIM, more=True)
    margin: float | None = in_points(
        None, "Margin", MARGIN, above=0, below=1, step=0.005, more=True, shown_when=WITH_MARGIN
    )


class Preference(Exact):
    """Judges compare two systems head to head: win, lose or tie."""

    n: int = count(
        200,
        "Judgements",
        "Judgements in all, unrelated to each other.",
        slider=(10, 10_000),
        scale="log",
        unit="judgements",
    )
    win: float = in_percent(
        0.5,
        "B wins",
        "Share of judgements that prefer B.",
        low=0,
        high=1,
        slider=(0, 1),
        step=0.005,
    )
    lose: float = in_percent(
        0.4,
        "A wins",
        "Share of judgements that prefer A; the rest are ties.",
        low=0,
        high=1,
        slider=(0, 1),
        step=0.005,
    )
    ties: Literal["drop", "split"] = choice(
        "drop", "Ties", "Treatment of ties in the test.", more=True
    )
    test: PreferenceTest = choice(
        "auto", "Test", "Test of the claim; automatic: the exact sign test.", more=True
    )


class Means(Claimed):
    """Two systems by their mean scores."""

    n: int = count(
        300,
        "Items",
        "Items in the test set; of each system where each has its own.",
        low=2,
        slider=(5, 20_000),
        scale="log",
        unit="items",
    )
    difference: float = number(
        0.05,
        "True difference",
        "True mean score of B minus that of A.",
        low=-1e6,
        high=1e6,
        slider=(-1, 1),
        step=0.005,
    )
    unpaired: bool = yes(
        "Different items", "Treat the systems as scored on items of their own.", more=False
    )
    sd: float | None = number(
        0.4,
        "Standard deviation of differences",
        "Standard deviation of the items' differences, B minus A.",
        above=0,
        high=1e6,
        slider=(0.01, 2),
        step=0.005,
        shown_when={"unpaired": [False]},
    )
    sd_a: float | None = number(
        0.4,
        "Standard deviation of A",
        "Standard deviation of the scores of A.",
        above=0,
        high=1e6,
        slider=(0.01, 2),
        step=0.005,
        shown_when={"unpaired": [True]},
    )
    sd_b: float | None = number(
        0.4,
        "Standard deviation of B",
        "Standard deviation of the scores of B.",
        above=0,
        high=1e6,
        slider=(0.01, 2),
        step=0.005,
        shown_when={"unpaired": [True]},
    )
    cluster_size: float | None = number(
        None,
        "Items in a cluster",
        "Mean number of items that belong together; such studies are simulated.",
        low=1,
        high=1e6,
        more=True,
        shown_when={"unpaired": [False]},
    )
    icc: float = number(
        0.1,
        "Correlation within clusters",
        "Correlation of the differences of items in one cluster.",
        low=0,
        high=1,
        slider=(0, 1),
        step=0.01,
        more=True,
        shown_when=IN_CLUSTERS,
    )
    test: Literal["paired-t", "welch", "t", "auto"] = choice(
        "auto",
        "Test",
        "Test of the claim; automatic: paired t-test; on different items Welch's.",
        more=True,
    )
    claim: Claim = choice("difference", "Claim", CLAIM, more=True)
    margin: float | None = number(
        None, "Margin", MARGIN, above=0, high=1e6, step=0.005, more=True, shown_when=WITH_MARGIN
    )
    better: Literal["higher", "lower"] = choice(
        "higher", "Better", "Which scores are better.", more=True
    )
    replicates: int = count(
        10_000,
        "Replicates",
        "Simulated studies.",
        low=20,
        high=100_000,
        more=True,
        shown_when=IN_CLUSTERS,
    )
    seed: int | None = seed(shown_when=IN_CLUSTERS)
