"""claimwise reproduce: published tables and figures, computed again."""

from __future__ import annotations

import sys

import click

from claimwise.cli.output import check_figure, check_file, output_options, plot_option, show
from claimwise.cli.running import run_options


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
@plot_option
def reproduce(
    name: str | None,
    quick: bool,
    full: bool,
    keep: str | None,
    rng: int,
    as_json: bool,
    as_table: bool,
    markdown: str | None,
    plot: str | None,
) -> None:
    """A published table or figure, computed again beside the published values.

    Without --quick or --full: the full run that is kept with claimwise. Without NAME: the list.
    """
    from claimwise import replications

    if name is None:
        for found in replications.REPLICATIONS.values():
            click.echo(f"{found.name:<22}{found.title}: {found.source}")
        return
    if quick and full:
        raise click.UsageError("--quick and --full exclude each other.")
    if keep is not None and not full:
        raise click.UsageError("--keep needs --full.")
    for who, path in (("--markdown", markdown), ("--keep", keep)):
        if path is not None:
            check_file(who, path)
    if plot is not None:
        check_figure(plot)
    if quick or full:
        say = (lambda line: click.echo(line, err=True)) if sys.stderr.isatty() else None
        result = replications.reproduce(name, quick=quick, table=keep, rng=rng, say=say)
    else:
        result = replications.kept(name)
    show(result, as_json=as_json, as_table=as_table, markdown=markdown, plot=plot)
