"""claimwise calibrate: is this procedure honest on data like mine?"""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.calibrate_scores import accuracy, means
from claimwise.cli.grid import NUMBERS
from claimwise.cli.lazy import Verbs
from claimwise.cli.output import Output, output_options
from claimwise.cli.plan_responses import WORLD
from claimwise.cli.running import run_options, seed_option


@click.group(cls=Verbs)
def calibrate() -> None:
    """False positives, power, coverage and errors of p-values, on data like yours."""


calibrate.add_command(accuracy)
calibrate.add_command(means)


@calibrate.command(
    epilog="Example: claimwise calibrate responses --world published --epsilon-b 0,0.05,0.1 "
    "--items 200 --metric mae,wins --procedure item-swap,response-permutation,htest"
)
@click.option("--world", default="published", show_default=True, metavar="NAME", help=WORLD)
@click.option("--epsilon-a", type=float, help="How far A is off the gold standard.")
@click.option(
    "--epsilon-b",
    type=NUMBERS,
    help="How far B is: one or several. For each, both off by as much are looked at too.",
)
@click.option("--items", type=int, default=200, show_default=True, help="Items of a study.")
@click.option(
    "--responses", type=int, default=5, show_default=True, help="Answers of each source to each."
)
@click.option("--metric", default="mae,wins", show_default=True, metavar="LIST", help="Metrics.")
@click.option(
    "--procedure",
    default="item-swap,item-bootstrap,response-permutation,htest",
    show_default=True,
    metavar="LIST",
    help="Tests of answers; htest is the published expected p.",
)
@click.option("--sampler", default="bootstrap,all", show_default=True, help="Of htest.")
@click.option(
    "--alternative",
    default="two-sided",
    show_default=True,
    help="two-sided, better or worse (B than A), or less or greater (B's score).",
)
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Significance level.")
@click.option("--replicates", type=int, default=1000, show_default=True, help="Simulated studies.")
@click.option("--resamples", type=int, default=500, show_default=True, help="Within each study.")
@click.option("--sets", type=int, default=200, show_default=True, help="Studies for htest.")
@click.option("--draws", type=int, default=200, show_default=True, help="Resamples of htest.")
@click.option("--gold", metavar="NAME", help="The gold source of a file of answers.")
@click.option("--a", metavar="NAME", help="The baseline in a file of answers.")
@click.option("--b", metavar="NAME", help="The candidate in a file of answers.")
@seed_option
@run_options
@output_options
def responses(output: Output, **options: Any) -> None:
    """Tests of several answers to each item: which metric and which procedure to use?

    Each is run on many simulated studies: of systems that are alike, of systems that are equally
    good but not alike, and of systems that differ.
    """
    output.check()
    from claimwise import calibrate as calibrations

    output.show_call("cw.calibrate.responses", calibrations.responses, **options)
