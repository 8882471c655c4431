"""claimwise calibrate accuracy and means: are tests and intervals honest on data like mine?"""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.grid import NUMBER, NUMBERS, WHOLE
from claimwise.cli.grouped import option_of
from claimwise.cli.options import (
    HIGHER,
    alpha,
    alternative,
    clusters,
    level,
    options,
    replicates,
    resamples,
    spreads,
)
from claimwise.cli.output import Output, output_options
from claimwise.cli.running import run_options, seed_option
from claimwise.kinds.shared import route

SHARED = (
    click.option(
        "--test",
        metavar="LIST",
        show_default="see above",
        help="Tests to try, with commas, or none.",
    ),
    click.option(
        "--interval",
        metavar="LIST",
        show_default="see above",
        help="Intervals to try, with commas, or none.",
    ),
    alternative(HIGHER),
    alpha(),
    level(None, "1 - alpha"),
)
DIFFERENCES = "True {} of B minus that of A: one or several; 0 is always added."


@click.command(
    short_help="Tests and intervals of right and wrong, on the same items.",
    epilog="Example: claimwise calibrate accuracy --n 100 --agreement 0.9 --difference 0.05",
)
@click.option("--n", type=WHOLE, required=True, help="Items in the test set.")
@click.option(
    "--agreement",
    type=NUMBER,
    required=True,
    help="Share of items where both are right or both are wrong.",
)
@click.option("--difference", type=NUMBERS, help=DIFFERENCES.format("accuracy"))
@click.option("--baseline", type=NUMBER, help="True accuracy of A; newcombe-paired needs it.")
@options(*SHARED)
@option_of(
    route(
        "exact (every outcome of a study) or simulation",
        "exact up to a million outcomes",
        choices=("exact", "simulation"),
    )
)
@replicates("10,000")
@seed_option
@run_options
@output_options
def accuracy(output: Output, **given: Any) -> None:
    """Right/wrong answers to the same items: which tests and intervals are honest?

    False positives and p-values of tests where both systems are equally good, their power where
    B is better, and how often intervals hold the true difference.

    \b
    Tests:     mcnemar-midp, mcnemar-exact, mcnemar-asymptotic, mcnemar-corrected (the defaults),
               mcnemar-unconditional, sign, tango
    Intervals: tango, bonett-price, wald-paired (the defaults), newcombe-paired
    """
    _show("accuracy", given, output)


@click.command(
    short_help="Tests and intervals of graded scores.",
    epilog="Example: claimwise calibrate means --n 30 --shape skewed --difference 0.5 "
    "--test paired-t,wilcoxon --interval t,studentised",
)
@click.option(
    "--n", type=WHOLE, required=True, help="Items in the test set; of each system with --unpaired."
)
@click.option("--difference", type=NUMBERS, help=DIFFERENCES.format("mean score"))
@options(*spreads(NUMBER, "1"), *clusters(WHOLE), *SHARED)
@replicates("10,000; 2,000 if any procedure resamples")
@resamples(1000)
@seed_option
@run_options
@output_options
def means(output: Output, **given: Any) -> None:
    """Graded scores: which tests and intervals are honest?

    All are applied to the same simulated studies: of systems that are equally good on average, and
    of systems that differ.

    \b
    On the same items
      tests:     permutation, paired-t, wilcoxon, bootstrap (the defaults), sign-scores
      intervals: t, percentile, bca, studentised (the defaults)
    In clusters
      tests:     cluster-permutation, cluster-cr2, paired-t (the defaults), cluster-t, ...
      intervals: cluster-cr2, cluster-bootstrap, t (the defaults), cluster-t, ...
    On different items
      tests:     welch, t, unpaired-permutation, mann-whitney (the defaults)
      intervals: welch, pooled-t, unpaired-percentile (the defaults), unpaired-bca
    """
    _show("means", given, output)


def _show(name: str, given: dict[str, Any], output: Output) -> None:
    output.check()
    from claimwise import calibrate as calibrations

    output.show_call(f"cw.calibrate.{name}", getattr(calibrations, name), **given)
