"""claimwise fit: learn what is usual from past comparisons."""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.lazy import Verbs
from claimwise.cli.output import check_outputs, output_options, show


@click.group(cls=Verbs)
def fit() -> None:
    """Learn from past comparisons what agreement, or what gain, is usual."""


@fit.command(
    epilog="Example: claimwise fit agreement past.csv, with the columns baseline, "
    "candidate, agreement; then claimwise plan accuracy --agreement-from past.csv ..."
)
@click.argument("file")
@output_options
def agreement(file: str, **output: Any) -> None:
    """Regress the agreement of two systems on their accuracies.

    FILE has a row for each past comparison: baseline, candidate (or difference), agreement.
    """
    _run("fit_agreement", file, output)


@fit.command(
    epilog="Example: claimwise fit effect past.csv, with the columns baseline, "
    "candidate and, if there are several, task."
)
@click.argument("file")
@output_options
def effect(file: str, **output: Any) -> None:
    """Regress the gain over the baseline on the baseline's accuracy.

    FILE has a row for each past comparison: baseline, candidate (or difference), and task
    if there are several.
    """
    _run("fit_effect", file, output)


def _run(name: str, file: str, output: dict[str, Any]) -> None:
    check_outputs(output["markdown"], None, [])
    from claimwise import worlds

    show(getattr(worlds, name)(file).result(), **output)
