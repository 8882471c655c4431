"""claimwise doctor: what is in this file, and what is wrong with it?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from claimwise.cli.options import COLUMN, FILTER
from claimwise.cli.output import Output, text_options
from claimwise.cli.spelling import in_options


@click.command(epilog="Example: claimwise doctor examples/arc.csv")
@click.argument("files", nargs=-1, required=True)
@click.option("--metric", metavar="NAME", help="Metric, if the file has several.")
@FILTER
@COLUMN
@text_options
def doctor(files: tuple[str, ...], output: Output, **given: Any) -> None:
    """Say what is in FILES, which roles were inferred, what can be asked, what is wrong.

    Nothing is computed but counts. Exit code 2 if the file cannot be read.
    """
    output.check()
    from claimwise.assess import doctor as run
    from claimwise.report.python_lines import python_lines

    result = run(*files, **given)
    spelling = in_options(click.get_current_context().command)
    result = replace(result, notes=tuple(note.spelled(spelling) for note in result.notes))
    output.show(result, python=python_lines("cw.doctor", run, *files, result=result, **given))
