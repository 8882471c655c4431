"""claimwise plan pilot: what could a study like this pilot show?"""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.grid import NUMBERS
from claimwise.cli.options import (
    CLUSTER,
    COLUMN,
    DATASET,
    FILTER,
    FITS,
    HIGHER,
    LIMIT,
    LISTED_TEST,
    REFERENCES,
    SYSTEM,
    A,
    B,
    N,
    alpha,
    alternative,
    named_test,
    options,
    power,
    replicates,
    resamples,
)
from claimwise.cli.output import Output, output_options
from claimwise.cli.posterior import EFFECT_PRIOR, UNCERTAIN
from claimwise.cli.running import run_options, seed_option

AXES = ("n", "difference", "alpha", "power", "shrink")  # options that may have several values


@click.command(
    short_help="Two systems on the same items, drawn from a pilot.",
    epilog="Example: claimwise plan pilot base.txt new.txt --references ref.txt --metric bleu "
    "--n 3000 --difference 0.5",
)
@click.argument("files", nargs=-1, required=True)
@REFERENCES
@LIMIT
@click.option(
    "--metric",
    metavar="NAME",
    help="Metric, if the file has several; or the one to compute from outputs: bleu, f1:macro, "
    "or a Python file, whose code is run.",
)
@N
@click.option(
    "--difference",
    type=NUMBERS,
    show_default="the pilot's own",
    help="True score of B minus that of A, in the metric's units.",
)
@named_test(FITS, LISTED_TEST)
@alternative(HIGHER)
@alpha(NUMBERS)
@power(NUMBERS)
@click.option(
    "--solve",
    metavar="WHAT",
    show_default="power",
    help="Quantity to solve for: mde (smallest detectable difference), n (sample size) or power.",
)
@replicates("10,000 of verdicts, 2,000 of scores, 500 of a corpus")
@resamples("1,000")
@seed_option
@run_options
@options(A, B, CLUSTER, COLUMN, SYSTEM, DATASET, FILTER, EFFECT_PRIOR, *UNCERTAIN)
@output_options
def pilot(files: tuple[str, ...], output: Output, **given: Any) -> None:
    """Two systems on the same items: studies of items drawn from a pilot.

    FILES: outputs of two systems with --references, a table of gold answers and predictions with
    --metric, or a table of scores (item, system, score). The items are weighted so that the
    systems differ by the given difference.

    \b
    Tests:
      randomisation     swap the systems on random items; the default of corpus metrics
      paired-bootstrap  draw items with replacement
      permutation, paired-t, bootstrap, wilcoxon, ...
                        where the metric is a mean of item scores
      mcnemar-midp, ... where these are right or wrong
      cluster-permutation, cluster-t, cluster-cr2
                        scores of items in clusters
    """
    several = [key for key, value in given.items() if key in AXES and isinstance(value, list)]
    output.check(several)
    from claimwise import plan as plans

    output.show_call("cw.plan.pilot", plans.pilot, *files, **given)
