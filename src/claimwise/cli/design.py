"""claimwise design: who rates what."""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.files import check_apart, check_file
from claimwise.cli.grid import WHOLE
from claimwise.cli.grouped import option_of
from claimwise.cli.lazy import Verbs
from claimwise.cli.options import options
from claimwise.cli.output import Output, text_options
from claimwise.cli.running import seed_option
from claimwise.core.display import shown
from claimwise.kinds.layout import JUDGED, RATED


@click.group(cls=Verbs)
def design() -> None:
    """Lay out a study before it is run: who rates what, under which system."""


# The layout calls it the same for ratings and for judgements.
LAID_OUT = [f.but(parameter="ratings_per_item") if f.name == "per_item" else f for f in JUDGED]
OUT = "File to write the assignment to, as CSV: one row for each {}."


@design.command(
    short_help="Assign texts to raters: lists, complete or random.",
    epilog="Example: claimwise design ratings --items 100 --ratings-per-item 3 --list-length 25 "
    "--out lists.csv",
)
@options(*map(option_of, RATED))
@click.option(
    "--systems", type=WHOLE, default=2, show_default=True, help="Number of systems to compare."
)
@seed_option
@click.option("--out", metavar="FILE", help=OUT.format("rating"))
@text_options
def ratings(design: str | None, rng: int, out: str | None, output: Output, **given: Any) -> None:
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
    _assign({"kind": design, **given}, rng, out, output)


@design.command(
    short_help="Assign pairs to raters, head to head.",
    epilog="Example: claimwise design judgements --items 100 --per-item 3 --list-length 20 "
    "--out lists.csv",
)
@options(*map(option_of, LAID_OUT))
@seed_option
@click.option("--out", metavar="FILE", help=OUT.format("pair"))
@text_options
def judgements(
    design: str | None,
    rng: int,
    out: str | None,
    output: Output,
    **given: Any,
) -> None:
    """Assign pairs to raters, head to head, with the system that each sees first.

    \b
    Designs:
      lists      a rater judges some items, each once; all items equally often
      complete   every rater judges every item
      random     each item goes to raters drawn at random; --uneven for unequal loads
    """
    _assign({"kind": design, "pairs": True, **given}, rng, out, output)


def _assign(layout: dict[str, Any], rng: int, out: str | None, output: Output) -> None:
    """Make the design, write it where it is wanted, and say what it is."""
    output.check()
    if out is not None:
        check_file("--out", out)
        check_apart({"--out": out, **output.paths})
    from claimwise.core import root_seed
    from claimwise.plan.rating_design import DesignPlan

    found = DesignPlan.of(**layout).make(root_seed(rng), shuffled=True)
    output.show(found.result())
    if out is not None:
        found.write(out)
    if not output.as_json:
        click.echo(f"\nWritten: {shown(out)}" if out else "\nWrite the assignment with --out FILE.")
