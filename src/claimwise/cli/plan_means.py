"""claimwise plan means: what could a comparison of mean scores show?"""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.grid import NUMBERS
from claimwise.cli.looks import PLAN_LOOKS
from claimwise.cli.options import (
    BETTER,
    HIGHER,
    LISTED_TEST,
    MARGIN,
    SOLVE,
    A,
    B,
    alpha,
    alternative,
    claim,
    clusters,
    named_test,
    options,
    power,
    replicates,
    resamples,
    spreads,
)
from claimwise.cli.output import Output, output_options
from claimwise.cli.plan_options import INTERVAL, route
from claimwise.cli.plan_shown import show_plan
from claimwise.cli.posterior import EFFECT_PRIOR, UNCERTAIN
from claimwise.cli.running import run_options, seed_option


@click.command(
    short_help="Two systems by mean scores, on the same or different items.",
    epilog="Example: claimwise plan means --n 300 --difference 0.05 --sd 0.4",
)
@click.option("--n", type=NUMBERS, help="Items in the test set; of each system with --unpaired.")
@click.option("--difference", type=NUMBERS, help="True mean score of B minus that of A.")
@options(*spreads(NUMBERS))
@click.option(
    "--correlation",
    type=NUMBERS,
    help="Correlation of both scores over items, with --sd-a, --sd-b.",
)
@click.option("--pilot", metavar="FILE", help="Scores of both systems: item, system, score.")
@A
@B
@click.option(
    "--runs-per-item",
    type=int,
    show_default="as many as in the pilot",
    help="Runs of each item in the planned study, with --pilot.",
)
@options(*clusters(NUMBERS))
@EFFECT_PRIOR
@options(*UNCERTAIN)
@named_test("paired-t; welch if unpaired", LISTED_TEST)
@claim("; with --margin")
@click.option("--margin", type=NUMBERS, help=MARGIN)
@INTERVAL
@click.option("--better", default="higher", show_default=True, metavar="WHICH", help=BETTER)
@alternative(HIGHER)
@alpha(NUMBERS)
@power(NUMBERS)
@SOLVE
@route("exact (t tests of normal scores), normal (known spreads) or simulation", "exact if it can")
@replicates("10,000; 2,000 of tests by resampling")
@resamples("1,000")
@seed_option
@run_options
@options(*PLAN_LOOKS)
@output_options
def means(output: Output, **given: Any) -> None:
    """Two systems by their mean scores, on the same items or on different ones.

    \b
    Tests on the same items:
      paired-t         Student's test of the differences; the default
      permutation, wilcoxon, sign-scores, bootstrap
                       by simulation
      cluster-permutation, cluster-t, cluster-cr2
                       items in clusters, by simulation
    Tests on different items:
      welch            Welch's test; the default
      t                Student's test with one variance
      unpaired-permutation, mann-whitney
                       by simulation
    """
    show_plan("means", given, output)
