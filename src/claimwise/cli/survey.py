"""claimwise survey: what could published comparisons have shown?"""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.options import LIMIT, alpha, level, named_test, power, resamples
from claimwise.cli.output import Output, output_options
from claimwise.cli.running import seed_option


@click.command(
    epilog="Example: claimwise survey examples/survey.csv --agreement-from own --report survey.html"
)
@click.argument("file")
@LIMIT
@click.option(
    "--kind",
    default="accuracy",
    show_default=True,
    metavar="KIND",
    help="Kind of results: accuracy (right or wrong), or scores such as mean ratings.",
)
@click.option(
    "--percent/--no-percent",
    default=None,
    show_default="percent if a value is above 1",
    help="Read accuracies as percentages, or as shares of 1.",
)
@click.option("--unpaired", is_flag=True, help="Treat the systems as scored on different items.")
@click.option(
    "--agreement-from",
    metavar="SOURCE",
    show_default="own if ten rows have one, else lachenbruch",
    help="Source of the agreement, for rows without one: own, glue, squad2, lachenbruch, "
    "lachenbruch-low, lachenbruch-high, independent, or a file of past comparisons.",
)
@click.option(
    "--where",
    multiple=True,
    metavar="COLUMN=VALUE",
    help="Rows that the survey is about; also !=, >, >=, <, <=, and difference>0 (new minus "
    "baseline, in the unit of the table). Repeatable.",
)
@click.option(
    "--fit-where",
    multiple=True,
    metavar="COLUMN=VALUE",
    show_default="all",
    help="Rows from which expected gains are predicted.",
)
@named_test("mcnemar-midp; z-pooled or paired-t")
@click.option(
    "--by",
    default="exact",
    show_default=True,
    metavar="ROUTE",
    help="Computation: exact (enumeration) or normal (classical formula).",
)
@click.option(
    "--counts",
    default="nearest",
    show_default=True,
    metavar="HOW",
    help="Rounding of predicted counts: nearest, or down as in Card et al. (2020).",
)
@alpha()
@power()
@level()
@resamples(2000, "Resamples of intervals.")
@seed_option
@output_options
def survey(file: str, output: Output, **options: Any) -> None:
    """Audit published comparisons: what could each have shown, and what would be expected?

    FILE has a row for each comparison. The difference that its size detects, the power for the
    gain that all other comparisons predict, and whether small studies report larger gains.

    \b
    Columns: n (size of the test set), baseline, new       needed
             agreement       share of items where both are right or both wrong
             task            gains are predicted by one line, shifted for each task
             paper           intervals are over papers
             name            how the comparison is called
             expected        the gain that was expected, instead of the predicted one
             low, high, sd   of scores: ends of the scale, and the standard deviation of
                             the items' differences
    """
    output.check()
    from claimwise.surveys import survey as run

    for name in ("where", "fit_where"):
        options[name] = list(options[name]) or None
    output.show_call("cw.survey", run, file, **options)
