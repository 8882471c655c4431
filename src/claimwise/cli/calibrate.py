"""claimwise calibrate: is this procedure honest on data like mine?"""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.calibrate_scores import accuracy, means
from claimwise.cli.grid import NUMBER, NUMBERS, WHOLE
from claimwise.cli.grouped import option_of
from claimwise.cli.lazy import Verbs
from claimwise.cli.options import GOLD, OF_ANSWERS, A, B, alpha, alternative, replicates, resamples
from claimwise.cli.output import Output, output_options
from claimwise.cli.running import run_options, seed_option
from claimwise.kinds.responses import WORLD


@click.group(cls=Verbs)
def calibrate() -> None:
    """False positives, power, coverage and errors of p-values, on data like yours."""


calibrate.add_command(accuracy)
calibrate.add_command(means)


@calibrate.command(
    short_help="Tests of several answers to each item.",
    epilog="Example: claimwise calibrate responses --world published --epsilon-b 0,0.05,0.1 "
    "--items 200 --metric mae,wins --procedure item-swap,response-permutation,htest",
)
@option_of(WORLD)
@click.option("--epsilon-a", type=NUMBER, help="Distance of A from the gold standard.")
@click.option(
    "--epsilon-b",
    type=NUMBERS,
    help="Distances of B from the gold standard; for each, both at that distance are added.",
)
@click.option("--items", type=WHOLE, default=200, show_default=True, help="Items in the test set.")
@click.option(
    "--responses",
    type=WHOLE,
    default=5,
    show_default=True,
    help="Answers to each item: of gold, of A and of B.",
)
@click.option(
    "--metric",
    default="mae,wins",
    show_default=True,
    metavar="LIST",
    help="Metrics to try, with commas; those of claimwise plan responses.",
)
@click.option(
    "--procedure",
    default="item-swap,item-bootstrap,response-permutation,htest",
    show_default=True,
    metavar="LIST",
    help="Tests to try, with commas; htest is the published expected p.",
)
@click.option(
    "--sampler",
    default="bootstrap,all",
    show_default=True,
    metavar="ITEMS,ANSWERS",
    help="Resampling of htest: all or bootstrap (items), then all, first or sample(K) (answers).",
)
@alternative(OF_ANSWERS)
@alpha()
@replicates(1000)
@resamples(500)
@click.option(
    "--sets", type=WHOLE, default=200, show_default=True, help="Simulated studies for htest."
)
@click.option("--draws", type=WHOLE, default=200, show_default=True, help="Resamples of htest.")
@GOLD
@A
@B
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
