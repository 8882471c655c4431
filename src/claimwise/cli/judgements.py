"""claimwise judgements: which system do raters prefer?"""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.output import Output, output_options


def judgement_columns(command: Any) -> Any:
    """Add the options that say what the columns and the systems are called."""
    for option in reversed(
        [
            click.option("--winner", metavar="NAME", help="Column of the system that won, or tie."),
            click.option("--rater", metavar="NAME", help="Column of who judged."),
            click.option("--item", metavar="NAME", help="Column of what was judged."),
            click.option(
                "--a", metavar="SYSTEM", help="The baseline; by default the first in order."
            ),
            click.option("--b", metavar="SYSTEM", help="The candidate."),
        ]
    ):
        command = option(command)
    return command


@click.command(epilog="Example: claimwise judgements examples/judgements.csv --a base --b new")
@click.argument("file")
@judgement_columns
@click.option("--level", type=float, default=0.95, show_default=True, help="Of the intervals.")
@output_options
def judgements(file: str, output: Output, **options: Any) -> None:
    """Fit mixed models to the judgements in FILE, head to head, one row for each judgement.

    Columns: rater, item, and winner (a system's name, or tie). Raters and items may lean to a
    system; a study of a few raters is a study of those few.
    """
    output.check()
    from claimwise.assess.judgements import fit

    output.show_call("cw.judgements.fit", fit, file, after=".result", **options)
