"""claimwise plan means: what could a comparison of mean scores show?"""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.grid import NUMBERS
from claimwise.cli.looks import looks_of_a_plan
from claimwise.cli.output import Output, output_options
from claimwise.cli.plan_shown import show_plan
from claimwise.cli.posterior import effect_prior_option, uncertain_options
from claimwise.cli.running import run_options, seed_option


@click.command(epilog="Example: claimwise plan means --n 300 --difference 0.05 --sd 0.4")
@click.option("--n", type=NUMBERS, help="Items; of each system with --unpaired.")
@click.option("--difference", type=NUMBERS, help="True mean score of B minus that of A.")
@click.option("--sd", type=NUMBERS, help="Standard deviation of the items' differences.")
@click.option("--sd-a", type=NUMBERS, help="Standard deviation of the scores of A.")
@click.option("--sd-b", type=NUMBERS, help="Standard deviation of the scores of B.")
@click.option("--correlation", type=NUMBERS, help="Of both scores over items, with these two.")
@click.option("--unpaired", is_flag=True, help="Each system is scored on items of its own.")
@click.option("--pilot", metavar="FILE", help="Scores of both systems: item, system, score.")
@click.option("--a", metavar="SYSTEM", help="The baseline in the pilot.")
@click.option("--b", metavar="SYSTEM", help="The candidate in the pilot.")
@click.option(
    "--shape", default="normal", show_default=True, help="Of the differences: normal or skewed."
)
@click.option("--cluster-size", type=NUMBERS, help="Items in each cluster, with --icc.")
@click.option("--icc", type=NUMBERS, help="Correlation of the differences within a cluster.")
@effect_prior_option
@uncertain_options
@click.option(
    "--test", show_default="paired-t; welch if unpaired", help="A test of the list above."
)
@click.option(
    "--claim",
    default="difference",
    show_default=True,
    metavar="KIND",
    help="difference, superiority, non-inferiority or equivalence: with --margin.",
)
@click.option("--margin", type=NUMBERS, help="Margin of the claim, in the units of the scores.")
@click.option(
    "--interval",
    metavar="NAME",
    help="Decide the claim by this interval, or the one that fits (choose), as in compare "
    "--assess interval.",
)
@click.option(
    "--better", default="higher", show_default=True, help="Which scores are: higher or lower."
)
@click.option(
    "--alternative",
    default="two-sided",
    show_default=True,
    help="two-sided, less or greater (B scores higher than A).",
)
@click.option("--alpha", type=NUMBERS, default=0.05, show_default=True, help="Significance level.")
@click.option("--power", type=NUMBERS, default=0.8, show_default=True, help="The power to reach.")
@click.option(
    "--solve",
    metavar="WHAT",
    help="mde (smallest detectable difference), n (sample size) or power; by default everything "
    "that the rest allows.",
)
@click.option(
    "--by",
    metavar="ROUTE",
    help="exact (t tests of normal scores), normal (known spreads) or simulation.",
)
@click.option(
    "--replicates",
    type=int,
    show_default="10,000; 2,000 of tests by resampling",
    help="Simulated studies.",
)
@click.option(
    "--resamples", type=int, show_default="1,000", help="In each, for tests by resampling."
)
@seed_option
@run_options
@looks_of_a_plan
@output_options
def means(output: Output, **options: Any) -> None:
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
    show_plan("means", options, output)
