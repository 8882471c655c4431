"""claimwise fit f1, mcc, ...: confusion tables of two systems from a pilot."""

from __future__ import annotations

from typing import Any

import click

from claimwise.core.errors import ParameterError

NAMES = ("f1", "precision", "recall", "mcc", "kappa", "confusion")


def _run(files: tuple[str, ...], column: tuple[str, ...], **options: Any) -> None:
    """Fit a world of labels to a pilot; print it as TOML for claimwise plan.

    FILES: a table with a row for each item and system: item, system, gold, prediction. Or text
    files with one label on each line, one file for each system, with --references.

    The tables are the same for every metric of labels: f1, precision, recall, mcc, kappa.
    """
    from claimwise.assess.confusion_pilot import fit_tables

    if not files:
        raise ParameterError("fit", "a file with gold labels and predictions", "none")
    columns = dict(_pair(text) for text in column)
    pilot = fit_tables(*files, columns=columns, **_named(options))
    head = (
        f"What {pilot.a} (A) and {pilot.b} (B) said of {pilot.n:,} items of {', '.join(files)}.",
        "Another pilot would give other tables: what it shows by chance is taken for the truth.",
    )
    click.echo(pilot.toml(head), nl=False)


def _pair(text: str) -> tuple[str, str]:
    role, equals, name = text.partition("=")
    if not equals:
        raise ParameterError("--column", "ROLE=NAME", repr(text))
    return role.strip(), name.strip()


def _named(options: dict[str, Any]) -> dict[str, Any]:
    """Leave out what was not given."""
    lists = {key: list(options.pop(key)) or None for key in ("references", "system")}
    return options | {key: value for key, value in lists.items() if value}


def _command(name: str) -> click.Command:
    """Return the command under one of its names."""
    made: Any = _run
    for option in reversed(
        [
            click.argument("files", nargs=-1),
            click.option("--a", metavar="SYSTEM", help="The baseline; by default the first."),
            click.option("--b", metavar="SYSTEM", help="The candidate."),
            click.option(
                "--smooth",
                type=float,
                default=0.0,
                show_default=True,
                help="Add so much to every cell, so that what the pilot did not show can be.",
            ),
            click.option("--positive", metavar="CLASS", help="The class of binary scores."),
            click.option(
                "--references", metavar="FILE", multiple=True, help="Gold labels by line."
            ),
            click.option(
                "--column", multiple=True, metavar="ROLE=NAME", help="As in claimwise compare."
            ),
            click.option(
                "--system", multiple=True, metavar="NAME", help="Name the files' systems."
            ),
            click.option("--filter", metavar="NAME", help="Which filter of an lm-eval log."),
            click.option("--dataset", metavar="NAME", help="One data set."),
        ]
    ):
        made = option(made)
    example = (
        f"Example: claimwise fit {name} examples/ner.csv --a base --b new > tables.toml; then "
        "claimwise plan f1 --tables tables.toml --average macro --n 1000"
    )
    return click.command(name, epilog=example)(made)


COMMANDS = [_command(name) for name in NAMES]
