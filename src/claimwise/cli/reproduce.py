"""claimwise reproduce: published tables and figures, computed again."""

from __future__ import annotations

import sys
from typing import Any

import click

from claimwise.cli.output import Output, check_file, output_options
from claimwise.cli.running import run_options

ROOM = "cw.replications"


@click.command(epilog="Example: claimwise reproduce card-figure-6 --plot figure.png")
@click.argument("name", required=False)
@click.option("--quick", is_flag=True, help="Compute it now, with fewer studies or a part of it.")
@click.option("--full", is_flag=True, help="Compute all of it now; --keep FILE saves what is done.")
@click.option(
    "--keep",
    metavar="FILE",
    help="CSV that --full adds each part to; a run that was cut goes on from there.",
)
@click.option("--seed", "rng", type=int, default=1, show_default=True, help="Seed.")
@run_options
@output_options
def reproduce(
    name: str | None,
    quick: bool,
    full: bool,
    keep: str | None,
    rng: int,
    output: Output,
) -> None:
    """A published table or figure, computed again beside the published values.

    Without --quick or --full: the full run that is kept with claimwise. Without NAME: the list.
    """
    from claimwise import replications
    from claimwise.report.python_lines import python_lines

    if name is None and output.paths:
        option = next(iter(output.paths))
        known = ", ".join(replications.REPLICATIONS)
        raise click.UsageError(f"{option} needs the NAME of a replication: {known}.")
    if name is None:
        for found in replications.REPLICATIONS.values():
            click.echo(f"{found.name:<22}{found.title}: {found.source}")
        return
    if quick and full:
        raise click.UsageError("--quick and --full exclude each other.")
    if keep is not None and not full:
        raise click.UsageError("--keep needs --full.")
    if keep is not None:
        check_file("--keep", keep)
    output.check()
    if quick or full:
        say = (lambda line: click.echo(line, err=True)) if sys.stderr.isatty() else None
        asked: dict[str, Any] = {"quick": quick, "table": keep, "rng": rng}
        result = replications.reproduce(name, say=say, **asked)
        made: Any = replications.reproduce
        lines = python_lines(f"{ROOM}.reproduce", made, name, result=result, **asked)
        output.show(result, python=lines)
    else:
        output.show_call(f"{ROOM}.kept", replications.kept, name)
