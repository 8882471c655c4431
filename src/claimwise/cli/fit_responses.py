"""claimwise fit responses: a world for plans, from several answers to each item."""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.grid import WHOLE
from claimwise.cli.options import COLUMN, GOLD, LIMIT, A, B
from claimwise.cli.output import Output, output_options, own_words
from claimwise.cli.running import seed_option


@click.command(
    "responses",
    short_help="A world of several answers to each item, for plan responses.",
    epilog="Example: claimwise fit responses examples/responses.csv --plot fit.png > world.toml; "
    "then claimwise plan responses --world world.toml ...",
)
@click.argument("files", nargs=-1, required=True)
@GOLD
@A
@B
@click.option(
    "--kind",
    type=click.Choice(["continuous", "ordinal", "categorical"]),
    show_default="as they look",
    help="Kind of answers.",
)
@click.option(
    "--levels", metavar="L1,L2,...", help="Levels of a scale in order, or all categories."
)
@COLUMN
@LIMIT
@click.option(
    "--replicates",
    type=WHOLE,
    default=199,
    show_default=True,
    help="Number of simulated data sets, with which the data are compared.",
)
@seed_option
@output_options
def responses(
    files: tuple[str, ...],
    levels: str | None,
    output: Output,
    **options: Any,
) -> None:
    """Fit a world of several answers to each item; print it as TOML for claimwise plan responses.

    FILES have a row for each answer: item, source (gold and systems), response, and who gave it
    (responder) where that is known.
    """
    output.check()
    from claimwise.assess.response_fit import fit_responses
    from claimwise.report.python_lines import python_lines
    from claimwise.worlds.response_file import response_toml

    named = None if levels is None else [level.strip() for level in levels.split(",")]
    options["levels"] = named
    fitted, found = fit_responses(*files, **options)
    lines = python_lines(
        "cw.fit_responses", fit_responses, *files, after="[1]", result=found, **options
    )
    if output.shows(found, python=lines):
        return
    n = found.provenance["settings"]["items"]
    head = (
        f"A world of answers, fitted to {n:,} items of {', '.join(files)}.",
        f"Gold is {fitted.gold}, A is {fitted.a}, B is {fitted.b}.",
        *own_words(found.notes),
        "The epsilon of a small pilot is a poor guess: plan for a range of them.",
    )
    names = {"gold": fitted.gold, "a": fitted.a, "b": fitted.b}
    click.echo(response_toml(fitted.world, head, names), nl=False)
