"""claimwise design: who rates what."""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.lazy import Verbs
from claimwise.cli.output import check_file
from claimwise.cli.running import seed_option


@click.group(cls=Verbs)
def design() -> None:
    """Lay out a study before it is run: who rates what, under which system."""


ITEMS = click.option("--items", type=int, help="Items that both systems work on.")
MORE = [
    click.option("--missing", type=float, default=0.0, help="Rate at which ratings go missing."),
    click.option(
        "--uneven",
        type=float,
        default=0.0,
        help="How unequal the loads of a random design are: 0 equal, 1 as in crowds.",
    ),
]


def layout_options(command: Any) -> Any:
    """Add the options that say how a rating study is laid out."""
    for option in reversed(
        [
            ITEMS,
            click.option(
                "--ratings-per-item",
                type=int,
                help="Ratings of each item under each system; 3 unless raters are named.",
            ),
            click.option(
                "--list-length", type=int, help="Items that one rater sees, each under one system."
            ),
            click.option("--raters", type=int, help="Raters, who then rate everything."),
            click.option(
                "--design",
                "kind",
                metavar="KIND",
                help="complete, lists, random, published or published-corrected; by default lists "
                "with a list length, else as in the study of the world, else complete.",
            ),
            *MORE,
        ]
    ):
        command = option(command)
    return command


def judgement_layout_options(command: Any) -> Any:
    """Add the options that say how judgements of pairs are laid out."""
    for option in reversed(
        [
            ITEMS,
            click.option(
                "--per-item", type=int, help="Judgements of each item; 3 unless raters are named."
            ),
            click.option("--list-length", type=int, help="Items that one rater judges."),
            click.option("--raters", type=int, help="Raters, who then judge every item."),
            click.option(
                "--design",
                "kind",
                metavar="KIND",
                help="complete, lists or random; by default lists with a list length, else "
                "complete.",
            ),
            *MORE,
        ]
    ):
        command = option(command)
    return command


@design.command(
    epilog="Example: claimwise design ratings --items 100 --ratings-per-item 3 --list-length 25 "
    "--out lists.csv"
)
@layout_options
@click.option("--systems", type=int, default=2, show_default=True, help="Systems to compare.")
@seed_option
@click.option("--out", metavar="FILE", help="Write the assignment as CSV: one row for each rating.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object only.")
def ratings(kind: str | None, rng: int, out: str | None, as_json: bool, **options: Any) -> None:
    """Assign texts to raters: balanced lists, complete, or at random.

    \b
    Designs:
      lists      a rater sees some items, never one under two systems; all texts equally often
      complete   every rater rates every item under every system
      random     each text goes to raters drawn at random; --uneven for unequal loads
      published, published-corrected
                 the lists of Howcroft and Rieser (2021), with the error of their generator
                 or without: for replication
    """
    _assign({"kind": kind, **options}, rng, out, as_json)


@design.command(
    epilog="Example: claimwise design judgements --items 100 --per-item 3 --list-length 20 "
    "--out lists.csv"
)
@judgement_layout_options
@seed_option
@click.option("--out", metavar="FILE", help="Write the assignment as CSV: one row for each pair.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object only.")
def judgements(
    kind: str | None,
    per_item: int | None,
    rng: int,
    out: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Assign pairs to raters, head to head, with the system that each sees first.

    \b
    Designs:
      lists      a rater judges some items, each once; all items equally often
      complete   every rater judges every item
      random     each item goes to raters drawn at random; --uneven for unequal loads
    """
    layout = {"kind": kind, "ratings_per_item": per_item, "pairs": True, **options}
    _assign(layout, rng, out, as_json)


def _assign(layout: dict[str, Any], rng: int, out: str | None, as_json: bool) -> None:
    """Make the design, write it where it is wanted, and say what it is."""
    if out is not None:
        check_file("--out", out)
    from claimwise.core import root_seed
    from claimwise.plan.rating_design import DesignPlan

    found = DesignPlan.of(**layout).make(root_seed(rng), shuffled=True)
    if out is not None:
        found.write(out)
    if as_json:
        from claimwise.report import to_json

        click.echo(to_json(found.result()))
        return
    click.echo(f"{found.name}\n")
    for line in found.describe():
        click.echo(line)
    click.echo(f"\nWritten: {out}" if out else "\nWrite the assignment with --out FILE.")
