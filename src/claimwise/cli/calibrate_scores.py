"""claimwise calibrate accuracy and means: are tests and intervals honest on data like mine?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from claimwise.cli.grid import NUMBERS
from claimwise.cli.output import Output, output_options
from claimwise.cli.running import run_options, seed_option

F = TypeVar("F", bound=Callable[..., Any])
SHARED = (
    click.option(
        "--test", metavar="LIST", show_default="see above", help="Tests, with commas; or none."
    ),
    click.option(
        "--interval",
        metavar="LIST",
        show_default="see above",
        help="Intervals, with commas; or none.",
    ),
    click.option(
        "--alternative",
        default="two-sided",
        show_default=True,
        help="two-sided, less or greater (B scores higher than A).",
    ),
    click.option(
        "--alpha", type=float, default=0.05, show_default=True, help="Significance level."
    ),
    click.option("--level", type=float, show_default="1 - alpha", help="Of the intervals."),
)


def _shared(command: F) -> F:
    for option in reversed(SHARED):
        command = option(command)
    return command


@click.command(
    epilog="Example: claimwise calibrate accuracy --n 100 --agreement 0.9 --difference 0.05"
)
@click.option("--n", type=int, required=True, help="Items that both systems answer.")
@click.option(
    "--agreement",
    type=float,
    required=True,
    help="Share of items on which both are right or both are wrong.",
)
@click.option(
    "--difference",
    type=NUMBERS,
    help="True accuracy of B minus that of A: one or several. 0 is always looked at.",
)
@click.option("--baseline", type=float, help="Accuracy of A; newcombe-paired needs it.")
@_shared
@click.option(
    "--by",
    metavar="ROUTE",
    show_default="exact up to a million outcomes",
    help="exact (every outcome of a study) or simulation.",
)
@click.option("--replicates", type=int, show_default="10,000", help="Simulated studies.")
@seed_option
@run_options
@output_options
def accuracy(output: Output, **options: Any) -> None:
    """Right/wrong answers to the same items: which tests and intervals are honest?

    False positives and p-values of tests where both systems are equally good, their power where
    B is better, and how often intervals hold the true difference.

    \b
    Tests:     mcnemar-midp, mcnemar-exact, mcnemar-asymptotic, mcnemar-corrected (the defaults),
               mcnemar-unconditional, sign, tango
    Intervals: tango, bonett-price, wald-paired (the defaults), newcombe-paired
    """
    _show("accuracy", options, output)


@click.command(
    epilog="Example: claimwise calibrate means --n 30 --shape skewed --difference 0.5 "
    "--test paired-t,wilcoxon --interval t,studentised"
)
@click.option("--n", type=int, required=True, help="Items; of each system with --unpaired.")
@click.option(
    "--difference",
    type=NUMBERS,
    help="True mean score of B minus that of A: one or several. 0 is always looked at.",
)
@click.option(
    "--sd", type=float, show_default="1", help="Standard deviation of the items' differences."
)
@click.option("--sd-a", type=float, show_default="1", help="Of the scores of A, with --unpaired.")
@click.option("--sd-b", type=float, show_default="1", help="Of the scores of B, likewise.")
@click.option("--unpaired", is_flag=True, help="Each system is scored on items of its own.")
@click.option(
    "--shape", default="normal", show_default=True, help="Of the differences: normal or skewed."
)
@click.option("--cluster-size", type=int, help="Items in each cluster, with --icc.")
@click.option("--icc", type=float, help="Correlation of the differences within a cluster.")
@_shared
@click.option(
    "--replicates",
    type=int,
    show_default="10,000; 2,000 if any procedure resamples",
    help="Simulated studies of each kind.",
)
@click.option(
    "--resamples", type=int, default=1000, show_default=True, help="In each, if any is drawn."
)
@seed_option
@run_options
@output_options
def means(output: Output, **options: Any) -> None:
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
    _show("means", options, output)


def _show(name: str, options: dict[str, Any], output: Output) -> None:
    output.check()
    from claimwise import calibrate as calibrations

    output.show_call(f"cw.calibrate.{name}", getattr(calibrations, name), **options)
