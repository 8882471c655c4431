"""claimwise doctor: what is in this file, and what is wrong with it?"""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.compare import compare
from claimwise.cli.options import COLUMN, FILTER, LIMIT, SYSTEM
from claimwise.cli.output import Output, in_own_options, text_options


@click.command(epilog="Example: claimwise doctor examples/arc.csv")
@click.argument("files", nargs=-1, required=True)
@click.option("--metric", metavar="NAME", help="Metric, if the file has several.")
@FILTER
@COLUMN
@LIMIT
@SYSTEM
@text_options
def doctor(files: tuple[str, ...], output: Output, **given: Any) -> None:
    """Say what is in FILES, which roles were inferred, what can be asked, what is wrong.

    Nothing is computed but counts. Exit code 2 if the file cannot be read.
    """
    output.check()
    from claimwise.assess import doctor as run
    from claimwise.report.python_lines import python_lines

    result = run(*files, **given)
    result = in_own_options(result, compare)  # what it advises is for a comparison
    output.show(result, python=python_lines("cw.doctor", run, *files, result=result, **given))
