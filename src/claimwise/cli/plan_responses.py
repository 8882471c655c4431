"""claimwise plan responses: several answers of gold, A and B to each item."""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.grid import NUMBERS
from claimwise.cli.output import Output, output_options
from claimwise.cli.posterior import effect_prior_of
from claimwise.cli.running import run_options, seed_option

WORLD = (
    "published or toxicity (Wein et al. 2023), a file from claimwise fit responses, or a file of "
    "answers, whose items are drawn anew."
)


@click.command(
    epilog="Example: claimwise plan responses --items 1000 --responses 5 --world published "
    "--epsilon-b 0.05 --metric mae,wins,spearman"
)
@click.option("--items", type=NUMBERS, help="Items of the study.")
@click.option("--responses", type=NUMBERS, help="Answers to each item: of gold, of A and of B.")
@click.option("--responses-gold", type=NUMBERS, help="Answers of gold, if it has its own number.")
@click.option("--responses-a", type=NUMBERS, help="Answers of A, likewise.")
@click.option("--responses-b", type=NUMBERS, help="Answers of B, likewise.")
@click.option("--world", default="published", show_default=True, metavar="NAME", help=WORLD)
@click.option("--epsilon-a", type=NUMBERS, help="How far A is off the gold standard.")
@click.option(
    "--epsilon-b",
    type=NUMBERS,
    help="How far B is, on the scale of the answers; in a world of your own answers, from 0 (as "
    "gold) to 1 (as seen).",
)
@click.option(
    "--metric",
    default="mae",
    show_default=True,
    metavar="LIST",
    help="mae, mse, inverse-mse, rmse, wins[:mae|mse|emd], wins-vectorised, cosine, emd-means, "
    "emd-responses, mean-emd, spearman, pearson; of categories accuracy, f1:macro, mean-tv, ...",
)
@click.option(
    "--procedure",
    default="item-swap",
    show_default=True,
    metavar="NAME",
    help="The test: a name of the list above.",
)
@click.option(
    "--sampler",
    default="bootstrap,all",
    show_default=True,
    help="How the expected p is estimated from one test set: all or bootstrap (items), then all, "
    "first or sample(K) (answers).",
)
@click.option(
    "--alternative",
    default="two-sided",
    show_default=True,
    help="two-sided, better or worse (B than A), or less or greater (B's score).",
)
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Significance level.")
@click.option("--power", type=float, default=0.8, show_default=True, help="The power to reach.")
@click.option(
    "--solve",
    metavar="WHAT",
    help="power (default), split (the best items x answers for --budget), items or responses (the "
    "fewest that reach the power), budget (the cheapest items and answers that do).",
)
@click.option("--budget", type=float, help="What may be spent, at the prices below.")
@click.option("--price-item", type=float, help="Of an item.")
@click.option(
    "--price-gold",
    type=float,
    help="Of a gold answer; 1 if no price is given, and everything else free.",
)
@click.option("--price-a", type=float, help="Of an answer of A.")
@click.option("--price-b", type=float, help="Of an answer of B.")
@click.option("--replicates", type=int, show_default="1,000", help="Simulated studies.")
@click.option(
    "--resamples", type=int, show_default="500", help="Within each study, of tests by resampling."
)
@click.option(
    "--sets", type=int, show_default="20", help="Test sets from which the expected p is estimated."
)
@click.option("--gold", metavar="NAME", help="The gold source of a file of answers.")
@click.option("--a", metavar="NAME", help="The baseline in a file of answers.")
@click.option("--b", metavar="NAME", help="The candidate in a file of answers.")
@effect_prior_of("epsilon-b minus epsilon-a, how much farther off B is")
@seed_option
@run_options
@output_options
def responses(output: Output, **options: Any) -> None:
    """Systems that answer each item several times, against several gold answers.

    How many items, and how many answers to each? Gold answers come from people who differ,
    answers of systems from runs that differ.

    \b
    Procedures:
      item-swap             swap A and B on random items (equally good?); the default
      item-bootstrap        draw items anew (equally good?)
      response-permutation  shuffle answers of A and B within items (the same distribution?); finds
                            too much where different systems are equally good
      responder-permutation, responder-bootstrap, two-way-bootstrap
                            where raters or runs answer all items, each with shifts of its own
    """
    several = [key for key, value in options.items() if isinstance(value, list)]
    split = options["solve"] in ("split", "budget") or options["budget"] is not None
    output.check(None if split else several, "--items 100,200,500")
    from claimwise import plan as plans

    output.show_call("cw.plan.responses", plans.responses, **options)
