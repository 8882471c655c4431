"""claimwise reproduce: published tables and figures, computed again."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from claimwise.cli.output import Output, check_file, output_options
from claimwise.cli.running import run_options

ROOM = "cw.replications"


@click.command(epilog="Example: claimwise reproduce card-figure-6 --plot figure.png")
@click.argument("name", required=False)
@click.option("--quick", is_flag=True, help="Compute it now, with fewer studies or a part of it.")
@click.option("--full", is_flag=True, help="Compute all of it now; --keep saves what is done.")
@click.option(
    "--data",
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False),
    help="Folder with the authors' files, for those that are computed from them.",
)
@click.option(
    "--keep",
    metavar="FILE",
    help="CSV that --full adds each part to; a run that was cut goes on from there. Without NAME "
    "a folder of such files.",
)
@click.option("--seed", "rng", type=int, default=1, show_default=True, help="Seed.")
@run_options
@output_options
def reproduce(
    name: str | None,
    quick: bool,
    full: bool,
    data: str | None,
    keep: str | None,
    rng: int,
    output: Output,
) -> None:
    """A published table or figure, computed again beside the published values.

    Without --quick or --full: the full run that is kept with claimwise. Without NAME: all of
    them, as a list; a report then holds every table and figure.
    """
    _check(quick, full, data, keep)
    if name is None:
        _all(quick, full, data, keep, rng, output)
        return
    from claimwise import replications
    from claimwise.report.python_lines import python_lines

    if keep is not None:
        check_file("--keep", keep)
    output.check()
    if quick or full:
        asked: dict[str, Any] = {"quick": quick, "data": data, "table": keep, "rng": rng}
        result = replications.reproduce(name, say=_say(), **asked)
        made: Any = replications.reproduce
        lines = python_lines(f"{ROOM}.reproduce", made, name, result=result, **asked)
        output.show(result, python=lines)
    else:
        output.show_call(f"{ROOM}.kept", replications.kept, name)


def _check(quick: bool, full: bool, data: str | None, keep: str | None) -> None:
    """Refuse options that do not go together."""
    if quick and full:
        raise click.UsageError("--quick and --full exclude each other.")
    if keep is not None and not full:
        raise click.UsageError("--keep needs --full.")
    if data is not None and not (quick or full):
        raise click.UsageError("--data needs --quick or --full: the run that is kept needs none.")


def _say() -> Callable[[str], None] | None:
    return (lambda line: click.echo(line, err=True)) if sys.stderr.isatty() else None


def _all(
    quick: bool, full: bool, data: str | None, keep: str | None, rng: int, output: Output
) -> None:
    """Show all replications as a list, computed now or kept; a report has each of them."""
    from claimwise import replications

    if output.plot is not None:
        known = ", ".join(replications.REPLICATIONS)
        raise click.UsageError(f"--plot needs the NAME of a replication: {known}.")
    if keep is not None:
        if Path(keep).is_file():
            raise click.UsageError(f"--keep needs a folder where there is no NAME; found {keep}.")
        Path(keep).mkdir(parents=True, exist_ok=True)
    output.check()
    results = []
    for name in replications.REPLICATIONS:
        if not (quick or full) or replications.lacks(name, data):
            results.append(replications.kept(name))
            continue
        table = None if keep is None else Path(keep) / f"{name}.csv"
        found = replications.reproduce(
            name, quick=quick, data=data, table=table, rng=rng, say=_say()
        )
        results.append(found)
    output.show(replications.listed(results), parts=results)
