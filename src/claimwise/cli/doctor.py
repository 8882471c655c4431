"""claimwise doctor: what is in this file, and what is wrong with it?"""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.compare_values import columns_of
from claimwise.cli.output import Output, text_options


@click.command(epilog="Example: claimwise doctor examples/arc.csv")
@click.argument("files", nargs=-1, required=True)
@click.option("--metric", metavar="NAME", help="Which metric, if the file has several.")
@click.option("--filter", metavar="NAME", help="Which filter of an lm-eval log.")
@click.option("--column", multiple=True, metavar="ROLE=NAME", help="Name the column of a role.")
@text_options
def doctor(files: tuple[str, ...], column: tuple[str, ...], output: Output, **given: Any) -> None:
    """Say what is in FILES, which roles were inferred, what can be asked, what is wrong.

    Nothing is computed but counts. Exit code 2 if the file cannot be read.
    """
    output.check()
    from claimwise.assess import doctor as run

    output.show_call("cw.doctor", run, *files, columns=columns_of(column), **given)
