"""claimwise fit bleu, chrf and ter: a world for plans, from the outputs of two systems."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from claimwise.cli.grid import WHOLE
from claimwise.cli.options import LIMIT, REFERENCES, SYSTEM, A, B, options
from claimwise.cli.output import Output, output_options, own_words
from claimwise.cli.running import seed_option


def fit_options(name: str) -> Callable[[Any], Any]:
    """Add the options of fits to outputs."""
    return options(
        click.argument("files", nargs=-1, required=True),
        REFERENCES,
        A,
        B,
        SYSTEM,
        LIMIT,
        click.option(
            "--metric",
            default=name,
            show_default=True,
            metavar="NAME",
            help=f"Metric, with options, such as {name}:case=lc.",
        ),
        click.option(
            "--cluster",
            metavar="NAME",
            help="Documents to be swapped whole: a file with the document of each line, or a "
            "column. The n of a plan is then a number of documents.",
        ),
        click.option(
            "--scale",
            type=click.Choice(["matched", "published"]),
            default="matched",
            show_default=True,
            help="Fit of b0: to the spread of the effects, or by Laplace maximum likelihood.",
        ),
        click.option(
            "--subsets",
            type=WHOLE,
            default=2000,
            show_default=True,
            help="Random subsets of swaps, to see whether single effects add up.",
        ),
        seed_option,
        output_options,
    )


@click.command(
    short_help="A world of BLEU, for plan bleu.",
    epilog="Example: claimwise fit bleu base.txt new.txt --references ref.txt > world.toml; then "
    "claimwise plan bleu --world world.toml --n 3000 --difference 1",
)
@fit_options("bleu")
def bleu(**given: Any) -> None:
    """Fit a world of BLEU to the outputs of two systems; print it as TOML for plan bleu.

    FILES are one text file for each system, line by line, with --references; or a table (item,
    system, gold, prediction).
    """
    _run("bleu", **given)


@click.command(
    short_help="A world of chrF, for plan chrf.",
    epilog="Example: claimwise fit chrf base.txt new.txt --references ref.txt > world.toml",
)
@fit_options("chrf")
def chrf(**given: Any) -> None:
    """Fit a world of chrF to the outputs of two systems; print it as TOML for plan chrf.

    FILES as in claimwise fit bleu.
    """
    _run("chrf", **given)


@click.command(
    short_help="A world of TER, for plan ter.",
    epilog="Example: claimwise fit ter base.txt new.txt --references ref.txt > world.toml",
)
@fit_options("ter")
def ter(**given: Any) -> None:
    """Fit a world of TER to the outputs of two systems; print it as TOML for plan ter.

    FILES as in claimwise fit bleu.
    """
    _run("ter", **given)


COMMANDS = (bleu, chrf, ter)


def _run(name: str, files: tuple[str, ...], output: Output, **given: Any) -> None:
    output.check()
    from claimwise.worlds.delta_read import fit_files

    fitted = fit_files(name, *files, **given)
    if output.shows(fitted.result()):
        return
    click.echo(fitted.pilot.toml(own_words(fitted.words())), nl=False)
