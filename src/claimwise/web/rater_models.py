"""What can be asked of a plan with raters, or with several answers to each item."""

from __future__ import annotations

from typing import Literal

from claimwise.web.fields import FileId, choice, count, file, in_percent, number, text, yes
from claimwise.web.simulated_models import Simulated, replicates

# What is looked for is not asked for; prices only where something is bought.
WITH_ITEMS = {"solve": ["power", "mde", "raters"]}
WITH_RATERS = {"solve": ["power", "mde", "items"]}
WITH_EFFECT = {"solve": ["power", "items", "raters", "budget"]}
BUYING = {"solve": ["budget"]}
SPLITTING = {"solve": ["split"]}


class Layout(Simulated):
    """How a study with raters is laid out."""

    items: int = count(
        100,
        "Items",
        "Items that both systems work on.",
        high=10_000,
        slider=(10, 500),
        scale="log",
        shown_when=WITH_ITEMS,
    )
    list_length: int | None = count(
        None, "Items of a rater", "Items that one rater sees.", high=10_000, slider=(5, 100)
    )
    raters: int | None = count(
        None,
        "Raters",
        "Raters, who then rate everything.",
        high=1000,
        slider=(2, 50),
        more=True,
        shown_when=WITH_RATERS,
    )
    design: Literal["complete", "lists", "random", "auto"] = choice(
        "auto",
        "Design",
        "Assignment of items to raters; automatic: lists, where a rater sees some items only.",
        more=True,
    )
    missing: float = in_percent(
        0.0, "Missing", "Share of ratings that go missing.", low=0, below=1, step=0.01, more=True
    )
    uneven: float = number(
        0.0,
        "Uneven",
        "Inequality of the loads of a random design: 0 equal, 1 as in crowds.",
        low=0,
        high=1,
        more=True,
    )
    solve: Literal["power", "mde", "items", "raters", "budget"] = choice(
        "power", "Look for", "Quantity to solve for.", more=True
    )
    cost_item: float = number(
        0.0,
        "Cost of an item",
        "Cost of an item, for the budget.",
        low=0,
        high=1e9,
        more=True,
        shown_when=BUYING,
    )
    cost_rating: float = number(
        1.0,
        "Cost of a rating",
        "Cost of a rating, for the budget.",
        low=0,
        high=1e9,
        more=True,
        shown_when=BUYING,
    )
    cost_rater: float = number(
        0.0,
        "Cost of a rater",
        "Cost of a rater, for the budget.",
        low=0,
        high=1e9,
        more=True,
        shown_when=BUYING,
    )
    replicates: int = replicates(1000, most=20_000)


class RatingPlan(Layout):
    """Raters rate what two systems made of the same items."""

    world: Literal[
        "extreme-low",
        "low",
        "general",
        "high",
        "extreme-high",
        "card-low",
        "card-high",
        "hashimoto-lm",
    ] = choice("general", "World", "Published variation of raters, items and systems.")
    world_file: FileId | None = file(
        None,
        "World of your own",
        "File from claimwise fit ratings, in place of a published world.",
        more=True,
        option="world",
    )
    ratings_per_item: int | None = count(
        3,
        "Ratings of an item",
        "Ratings of each item under each system.",
        high=200,
        slider=(1, 20),
        shown_when={"raters": [None], **WITH_RATERS},
    )
    effect: str = text(
        "0.5t",
        "Effect",
        "True effect, B minus A: 0.5t of the distance between thresholds, 0.3r rating points, "
        "0.6p probability that B is rated above A.",
        pattern=r"^-?[0-9]{1,6}(\.[0-9]{1,9})?[tpr]?$",
        shown_when=WITH_EFFECT,
    )
    model: Literal["auto", "ordinal", "linear", "ordinal,linear", "ordinal-lrt"] = choice(
        "auto", "Analysis", "Mixed model; automatic: the one of the world.", more=True
    )
    independent: bool = yes(
        "Independent",
        "Take levels and slopes as uncorrelated.",
        keyword="correlated",
        means=False,
    )


class JudgementPlan(Layout):
    """Raters compare two systems head to head, on several items each."""

    per_item: int | None = count(
        3,
        "Judgements of an item",
        "Judgements of each item.",
        high=200,
        slider=(1, 20),
        shown_when=WITH_RATERS,
    )
    win: float = in_percent(
        0.6,
        "B wins",
        "Share of judgements for B.",
        low=0,
        high=1,
        slider=(0, 1),
        step=0.01,
        shown_when=WITH_EFFECT,
    )
    lose: float = in_percent(
        0.4,
        "A wins",
        "Share of judgements for A; the rest are ties.",
        low=0,
        high=1,
        slider=(0, 1),
        step=0.01,
        shown_when=WITH_EFFECT,
    )
    tie: float = in_percent(
        0.0,
        "Ties",
        "Share of ties where neither is better.",
        low=0,
        below=1,
        slider=(0, 0.9),
        step=0.01,
        shown_when={"solve": ["mde"]},
    )
    rater_sd: float = number(
        0.5,
        "Raters lean",
        "Standard deviation of the raters' logits: 0.5 a little, 1 much.",
        low=0,
        high=10,
        slider=(0, 3),
        step=0.05,
    )
    item_sd: float = number(
        0.8,
        "Items lean",
        "Standard deviation of the items' logits.",
        low=0,
        high=10,
        slider=(0, 3),
        step=0.05,
    )
    model: Literal["auto", "logistic", "linear", "logistic-z"] = choice(
        "auto", "Analysis", "Mixed model; automatic: logistic.", more=True
    )


class ResponsePlan(Simulated):
    """Systems that answer each item several times, against several gold answers."""

    items: int = count(
        1000,
        "Items",
        "Items of the study.",
        high=100_000,
        slider=(20, 5000),
        scale="log",
        shown_when={"solve": ["power", "responses"]},
    )
    responses: int = count(
        5,
        "Answers to an item",
        "Answers to each item: of gold, of A and of B.",
        high=1000,
        slider=(1, 50),
        shown_when={"solve": ["power", "items"]},
    )
    world: Literal["published", "toxicity"] = choice(
        "published", "World", "Published variation of answers (Wein et al. 2023)."
    )
    epsilon_a: float | None = number(
        None,
        "A is off by",
        "Distance of A from the gold standard.",
        low=0,
        high=10,
        step=0.01,
        more=True,
    )
    epsilon_b: float = number(
        0.05,
        "B is off by",
        "Distance of B from the gold standard, on the scale of the answers.",
        low=0,
        high=10,
        slider=(0, 0.5),
        step=0.01,
    )
    metric: Literal[
        "mae",
        "mse",
        "rmse",
        "wins",
        "cosine",
        "spearman",
        "pearson",
        "mean-emd",
        "emd-means",
        "mae,wins,spearman",
    ] = choice("mae", "Metric", "Metric of answers against gold answers.")
    procedure: Literal["item-swap", "item-bootstrap", "response-permutation"] = choice(
        "item-swap",
        "Test",
        "Test, by how it resamples the study.",
        more=True,
    )
    alternative: Literal["two-sided", "better", "worse", "less", "greater"] = choice(
        "two-sided",
        "Alternative",
        "Side of the test: two-sided, or one direction.",
        more=True,
    )
    solve: Literal["power", "split", "items", "responses"] = choice(
        "power", "Look for", "Quantity to solve for.", more=True
    )
    budget: float = number(
        5000.0,
        "Budget",
        "Amount to spend, at the prices below.",
        above=0,
        high=1e9,
        more=True,
        shown_when=SPLITTING,
    )
    price_item: float | None = number(
        None,
        "Price of an item",
        "Price of an item; by default 0.",
        low=0,
        high=1e9,
        more=True,
        shown_when=SPLITTING,
    )
    price_gold: float | None = number(
        None,
        "Price of a gold answer",
        "Price of a gold answer; by default 1, if items cost nothing.",
        low=0,
        high=1e9,
        more=True,
        shown_when=SPLITTING,
    )
    replicates: int = replicates(1000, most=20_000)
    resamples: int = count(
        500, "Resamples", "Resamples in each simulated study.", low=20, high=10_000, more=True
    )
