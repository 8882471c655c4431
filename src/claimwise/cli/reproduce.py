"""claimwise reproduce: published tables and figures, computed again."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from claimwise.cli.output import Output, check_file, output_options
from claimwise.cli.running import run_options
from claimwise.core import DataError, ParameterError, sentence

ROOM = "cw.replications"
COMPUTING = ("rng", "workers", "dask", "store", "no_store")  # of no use to the run that is kept
F = TypeVar("F", bound=Callable[..., Any])


def _computing(command: F) -> F:
    """Refuse the options of a run where nothing is computed, before a store is opened."""

    @wraps(command)
    def checked(*args: Any, **given: Any) -> Any:
        context = click.get_current_context()
        for option in context.command.params:
            source = context.get_parameter_source(option.name or "")
            asked = source is ParameterSource.COMMANDLINE and option.name in COMPUTING
            if asked and not (given["quick"] or given["full"]):
                name = option.opts[0]
                raise click.UsageError(
                    f"{name} needs --quick or --full: nothing is computed for the run that is kept."
                )
        return command(*args, **given)

    made: Any = checked
    return made  # type: ignore[no-any-return]


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
@_computing
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
    else:
        _one(name, quick, full, data, keep, rng, output)


def _one(
    name: str,
    quick: bool,
    full: bool,
    data: str | None,
    keep: str | None,
    rng: int,
    output: Output,
) -> None:
    """Show one replication, computed now or kept."""
    from claimwise import replications
    from claimwise.report.python_lines import python_lines

    replications.find(name)
    if keep is not None:
        check_file("--keep", keep)
    output.check()
    _check_plot(name, output)
    if quick or full:
        asked: dict[str, Any] = {"quick": quick, "data": data, "table": keep, "rng": rng}
        result = replications.reproduce(name, say=_say(), **asked)
        made: Any = replications.reproduce
        lines = python_lines(f"{ROOM}.reproduce", made, name, result=result, **asked)
        output.show(result, python=lines)
    else:
        output.show_call(f"{ROOM}.kept", replications.kept, name)


def _check_plot(name: str, output: Output) -> None:
    """Refuse to draw a replication that has no figure, before anything is computed."""
    from claimwise import replications, report

    if output.plot is not None and not report.figures_of(replications.kept(name)):
        drawn = sentence("--plot", "a replication with a figure", f"{name}, which has none")
        raise ParameterError(f"{drawn} Without --plot its table is printed.")


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
        raise click.UsageError("--plot needs the NAME of a replication; without it all are listed.")
    if keep is not None and Path(keep).is_file():
        raise click.UsageError(f"--keep needs a folder where there is no NAME; found {keep}.")
    output.check()
    known = list(replications.REPLICATIONS)
    taken = _without_files(data) if quick or full else known
    if keep is not None:
        Path(keep).mkdir(parents=True, exist_ok=True)
    results = []
    for name in known:
        if name in taken:
            results.append(replications.kept(name))
            continue
        table = None if keep is None else Path(keep) / f"{name}.csv"
        found = replications.reproduce(
            name, quick=quick, data=data, table=table, rng=rng, say=_say()
        )
        results.append(found)
    output.show(replications.listed(results), parts=results)


def _without_files(data: str | None) -> list[str]:
    """Return those that cannot be computed for want of the authors' files, and say so.

    A folder that has no file of any is refused.
    """
    from claimwise import replications

    needy = {name: one.needs for name, one in replications.REPLICATIONS.items() if one.needs}
    lacks = {name: replications.lacks(name, data) for name in needy}
    if data is not None and all(len(lacks[name]) == len(needs) for name, needs in needy.items()):
        files = ", ".join(dict.fromkeys(file for needs in needy.values() for file in needs))
        asked = f"a folder with some of the authors' files, at any depth ({files})"
        where = "docs/papers.md says where they are published."
        raise DataError(sentence("--data", asked, f"none in {data}", where))
    taken = [name for name, missing in lacks.items() if missing]
    if taken:
        files = ", ".join(dict.fromkeys(file for name in taken for file in lacks[name]))
        click.echo(
            f"Not computed now, but shown from the kept run, for want of {files}: "
            f"{', '.join(taken)}.",
            err=True,
        )
    return taken
