"""claimwise fit f1, mcc, ...: confusion tables of two systems from a pilot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from claimwise.cli.grid import NUMBER
from claimwise.cli.options import (
    COLUMN,
    DATASET,
    FILTER,
    LIMIT,
    POSITIVE,
    REFERENCES,
    SYSTEM,
    A,
    B,
    options,
)
from claimwise.cli.output import own_words

NAMES = ("f1", "precision", "recall", "mcc", "kappa", "confusion")


OPTIONS = (
    click.argument("files", nargs=-1, required=True),
    A,
    B,
    click.option(
        "--smooth",
        type=NUMBER,
        default=0.0,
        show_default=True,
        help="Count added to every cell, so that what the pilot did not show can be.",
    ),
    POSITIVE,
    REFERENCES,
    COLUMN,
    LIMIT,
    SYSTEM,
    FILTER,
    DATASET,
)


def _run(files: tuple[str, ...], **given: Any) -> None:
    """Fit a world of labels to a pilot; print it as TOML for claimwise plan.

    FILES: a table with a row for each item and system: item, system, gold, prediction. Or text
    files with one label on each line, one file for each system, with --references.

    The tables are the same for every metric of labels: f1, precision, recall, mcc, kappa.
    """
    from claimwise.assess.confusion_pilot import fit_tables

    named = {key: value for key, value in given.items() if value is not None}
    pilot = fit_tables(*files, **named)
    pilot = replace(pilot, notes=own_words(pilot.notes))
    head = (
        f"What {pilot.a} (A) and {pilot.b} (B) said of {pilot.n:,} items of {', '.join(files)}.",
        "Another pilot would give other tables: what it shows by chance is taken for the truth.",
    )
    click.echo(pilot.toml(head), nl=False)


def _command(name: str) -> click.Command:
    """Return the command under one of its names."""
    example = (
        f"Example: claimwise fit {name} examples/ner.csv --a base --b new > tables.toml; then "
        "claimwise plan f1 --tables tables.toml --average macro --n 1000"
    )
    about = f"Confusion tables of two systems, for plan {name}."
    return click.command(name, short_help=about, epilog=example)(options(*OPTIONS)(_run))


COMMANDS = [_command(name) for name in NAMES]
