"""claimwise plan responses: several answers of gold, A and B to each item."""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.grid import NUMBER, NUMBERS, WHOLE
from claimwise.cli.listed import Listed, Listing
from claimwise.cli.options import (
    GOLD,
    LISTED_TEST,
    OF_ANSWERS,
    A,
    B,
    alpha,
    alternative,
    power,
    replicates,
    resamples,
)
from claimwise.cli.output import Output, output_options
from claimwise.cli.posterior import effect_prior_of
from claimwise.cli.running import run_options, seed_option

WORLD = click.option(
    "--world",
    default="published",
    show_default=True,
    metavar="NAME",
    help="World to simulate: published or toxicity (Wein et al. 2023), a file from claimwise fit "
    "responses, or a file of answers, whose items are drawn with replacement.",
)
METRICS = (
    "mae, mse, inverse-mse, rmse, wins[:mae|mse|emd], wins-vectorised, cosine, emd-means, "
    "emd-responses, mean-emd, spearman, pearson; of categories accuracy, f1:macro, mean-tv, ..."
)


@click.command(
    cls=Listing,
    lists=[Listed("Procedures", "test", "item-swap", {"outcome": "responses"})],
    short_help="Several answers to each item, against several gold ones.",
    epilog="Example: claimwise plan responses --items 1000 --responses 5 --world published "
    "--epsilon-b 0.05 --metric mae,wins,spearman",
)
@click.option("--items", type=NUMBERS, help="Items in the test set.")
@click.option("--responses", type=NUMBERS, help="Answers to each item: of gold, of A and of B.")
@click.option(
    "--responses-gold", type=NUMBERS, show_default="--responses", help="Gold answers to each item."
)
@click.option(
    "--responses-a", type=NUMBERS, show_default="--responses", help="Answers of A to each item."
)
@click.option(
    "--responses-b", type=NUMBERS, show_default="--responses", help="Answers of B to each item."
)
@WORLD
@click.option("--epsilon-a", type=NUMBERS, help="Distance of A from the gold standard.")
@click.option(
    "--epsilon-b",
    type=NUMBERS,
    help="Distance of B from the gold standard, on the scale of the answers; in a world of your "
    "own answers from 0 (as gold) to 1 (as seen).",
)
@click.option(
    "--metric", default="mae", show_default=True, metavar="LIST", help=f"Metrics: {METRICS}"
)
@click.option(
    "--procedure",
    default="item-swap",
    show_default=True,
    metavar="NAME",
    help=LISTED_TEST,
)
@click.option(
    "--sampler",
    default="bootstrap,all",
    show_default=True,
    metavar="ITEMS,ANSWERS",
    help="Resampling for the expected p: all or bootstrap (items), then all, first or sample(K) "
    "(answers).",
)
@alternative(OF_ANSWERS)
@alpha()
@power()
@click.option(
    "--solve",
    metavar="WHAT",
    show_default="power",
    help="Quantity to solve for: power, split (the best items x answers for --budget), items or "
    "responses (the fewest that reach the power), budget (the cheapest that does).",
)
@click.option("--budget", type=NUMBER, help="Amount to spend, at the prices below.")
@click.option("--price-item", type=NUMBER, help="Price of an item.")
@click.option(
    "--price-gold",
    type=NUMBER,
    show_default="1 if there is no price",
    help="Price of a gold answer.",
)
@click.option("--price-a", type=NUMBER, help="Price of an answer of A.")
@click.option("--price-b", type=NUMBER, help="Price of an answer of B.")
@replicates("1,000")
@resamples("500")
@click.option(
    "--sets",
    type=WHOLE,
    show_default="20",
    help="Test sets from which the expected p is estimated.",
)
@GOLD
@A
@B
@effect_prior_of("epsilon-b minus epsilon-a, how much farther off B is")
@seed_option
@run_options
@output_options
def responses(output: Output, **options: Any) -> None:
    """Systems that answer each item several times, against several gold answers.

    How many items, and how many answers to each? Gold answers come from people who differ,
    answers of systems from runs that differ.

    item-swap and item-bootstrap ask whether A and B are equally good; response-permutation whether
    they answer alike, and finds too much where different systems are equally good. Those of
    responders are for raters or runs that answer all items, each with shifts of its own.
    """
    several = [key for key, value in options.items() if isinstance(value, list)]
    split = options["solve"] in ("split", "budget") or options["budget"] is not None
    output.check(None if split else several, "--items 100,200,500")
    from claimwise import plan as plans

    output.show_call("cw.plan.responses", plans.responses, **options)
