"""claimwise judgements: which system do raters prefer?"""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.options import ITEM, LIMIT, RATER, A, B, level, options
from claimwise.cli.output import Output, output_options

judgement_columns = options(
    click.option("--winner", metavar="COLUMN", help="Column of the system that won, or tie."),
    RATER,
    ITEM,
    A,
    B,
)


@click.command(epilog="Example: claimwise judgements examples/judgements.csv --a base --b new")
@click.argument("file")
@judgement_columns
@LIMIT
@level()
@output_options
def judgements(file: str, output: Output, **given: Any) -> None:
    """Fit mixed models to the judgements in FILE, head to head, one row for each judgement.

    Columns: rater, item, and winner (a system's name, or tie). Raters and items may lean to a
    system; a study of a few raters is a study of those few.
    """
    output.check()
    from claimwise.assess.judgements import fit

    output.show_call("cw.judgements.fit", fit, file, after=".result", **given)
