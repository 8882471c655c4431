"""claimwise plan pilot: what could a study like this pilot show?"""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.compare_values import columns_of
from claimwise.cli.grid import NUMBERS
from claimwise.cli.output import Output, output_options
from claimwise.cli.posterior import effect_prior_option, uncertain_options
from claimwise.cli.running import run_options, seed_option


@click.command(
    epilog="Example: claimwise plan pilot base.txt new.txt --references ref.txt --metric bleu "
    "--n 3000 --difference 0.5"
)
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--references",
    metavar="FILE",
    multiple=True,
    help="References of outputs, line by line; once for each reference translation.",
)
@click.option(
    "--metric",
    metavar="NAME",
    help="bleu, chrf, f1:macro, ... of outputs; or which one, if a file of scores has several.",
)
@click.option("--n", type=NUMBERS, help="Items of the study.")
@click.option(
    "--difference",
    type=NUMBERS,
    help="True score of B minus that of A, in the metric's units; by default the pilot's own.",
)
@click.option(
    "--test",
    metavar="NAME",
    help="A test of the list above; by default the one that fits the data.",
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
    help="mde (smallest detectable difference), n (sample size) or power, the default.",
)
@click.option(
    "--replicates",
    type=int,
    show_default="10,000 of verdicts, 2,000 of scores, 500 of a corpus",
    help="Simulated studies.",
)
@click.option(
    "--resamples",
    type=int,
    show_default="1,000",
    help="Within each study, for tests by resampling.",
)
@seed_option
@run_options
@click.option("--a", metavar="NAME", help="The baseline system.")
@click.option("--b", metavar="NAME", help="The candidate system.")
@click.option(
    "--cluster",
    metavar="COLUMN",
    help="Clusters of items, drawn as a whole; or none. With --references a file with the "
    "document of each line.",
)
@click.option(
    "--column",
    "column",
    multiple=True,
    metavar="ROLE=NAME",
    help="Name the column of a role: --column score=f1 --column item=qid.",
)
@click.option(
    "--system", multiple=True, metavar="NAME", help="Name the files' systems, one by one."
)
@click.option("--dataset", metavar="NAME", help="One data set of the file.")
@click.option("--filter", metavar="NAME", help="Which filter of an lm-eval log.")
@effect_prior_option
@uncertain_options
@output_options
def pilot(files: tuple[str, ...], output: Output, **options: Any) -> None:
    """Two systems on the same items: studies of items drawn from a pilot.

    FILES: outputs of two systems with --references, a table of gold answers and predictions with
    --metric, or a table of scores (item, system, score). The items are weighted so that the
    systems differ by the given difference.

    \b
    Tests:
      randomisation     swap the systems on random items; the default of corpus metrics
      paired-bootstrap  draw items anew
      permutation, paired-t, bootstrap, wilcoxon, ...
                        where the metric is a mean of item scores
      mcnemar-midp, ... where these are right or wrong
      cluster-permutation, cluster-t, cluster-cr2
                        scores of items in clusters
    """
    several = [key for key, value in options.items() if isinstance(value, list)]
    output.check(several)
    options["columns"] = columns_of(options.pop("column"))
    options["system"] = list(options["system"]) or None
    options["references"] = list(options["references"]) or None
    from claimwise import plan as plans

    output.show_call("cw.plan.pilot", plans.pilot, *files, **options)
