"""claimwise fit bleu, chrf and ter: a world for plans, from the outputs of two systems."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from claimwise.cli.output import Output, output_options
from claimwise.cli.running import seed_option

F = TypeVar("F", bound=Callable[..., Any])


def fit_options(name: str) -> Callable[[F], F]:
    """Add the options of fits to outputs."""

    def decorate(command: F) -> F:
        for option in reversed(
            [
                click.argument("files", nargs=-1, required=True),
                click.option(
                    "--references",
                    metavar="FILE",
                    multiple=True,
                    help="References, line by line; once for each reference translation.",
                ),
                click.option("--a", metavar="SYSTEM", help="The baseline; by default the first."),
                click.option("--b", metavar="SYSTEM", help="The candidate; by default the second."),
                click.option(
                    "--system", multiple=True, metavar="NAME", help="Name the files' systems."
                ),
                click.option(
                    "--metric",
                    default=name,
                    show_default=True,
                    help=f"With options, such as {name}:case=lc.",
                ),
                click.option(
                    "--cluster",
                    metavar="NAME",
                    help="Swap whole documents: a file with the document of each line, or a "
                    "column. The n of a plan is then a number of documents.",
                ),
                click.option(
                    "--scale",
                    type=click.Choice(["matched", "published"]),
                    default="matched",
                    show_default=True,
                    help="b0 to the spread of the effects, or by Laplace maximum likelihood.",
                ),
                click.option(
                    "--subsets",
                    type=int,
                    default=2000,
                    show_default=True,
                    help="Random subsets of swaps: do single effects add up?",
                ),
                seed_option,
                output_options,
            ]
        ):
            command = option(command)
        return command

    return decorate


@click.command(
    epilog="Example: claimwise fit bleu base.txt new.txt --references ref.txt > world.toml; then "
    "claimwise plan bleu --world world.toml --n 3000 --difference 1"
)
@fit_options("bleu")
def bleu(**options: Any) -> None:
    """Fit a world of BLEU to the outputs of two systems; print it as TOML for plan bleu.

    FILES are one text file for each system, line by line, with --references; or a table (item,
    system, gold, prediction).
    """
    _run("bleu", **options)


@click.command(
    epilog="Example: claimwise fit chrf base.txt new.txt --references ref.txt > world.toml"
)
@fit_options("chrf")
def chrf(**options: Any) -> None:
    """Fit a world of chrF to the outputs of two systems; print it as TOML for plan chrf.

    FILES as in claimwise fit bleu.
    """
    _run("chrf", **options)


@click.command(
    epilog="Example: claimwise fit ter base.txt new.txt --references ref.txt > world.toml"
)
@fit_options("ter")
def ter(**options: Any) -> None:
    """Fit a world of TER to the outputs of two systems; print it as TOML for plan ter.

    FILES as in claimwise fit bleu.
    """
    _run("ter", **options)


COMMANDS = (bleu, chrf, ter)


def _run(name: str, files: tuple[str, ...], output: Output, **options: Any) -> None:
    output.check()
    from claimwise.worlds.delta_read import fit_files

    references = list(options.pop("references")) or None
    system = list(options.pop("system")) or None
    fitted = fit_files(name, *files, references=references, system=system, **options)
    found = fitted.result()
    if output.shows(found):
        return
    click.echo(fitted.pilot.toml(fitted.words()), nl=False)
