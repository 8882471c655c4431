"""Options that every verb has, and the printing of a Result."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from claimwise.core.errors import ParameterError, sentence

F = TypeVar("F", bound=Callable[..., Any])


def output_options(command: F) -> F:
    """Add --json, --table, --markdown and --plot."""
    for option in reversed(
        [
            click.option("--json", "as_json", is_flag=True, help="Print one JSON object only."),
            click.option("--table", "as_table", is_flag=True, help="Print all rows as a table."),
            click.option(
                "--markdown",
                type=click.Path(dir_okay=False),
                metavar="FILE",
                help="Also write a Markdown report.",
            ),
            click.option(
                "--plot",
                type=click.Path(dir_okay=False),
                metavar="FILE",
                help="Also draw the curve: .png, .svg, .pdf, .html or .json.",
            ),
        ]
    ):
        command = option(command)
    return command


def check_outputs(markdown: str | None, plot: str | None, axes: list[str]) -> None:
    """Refuse what cannot be written before anything is computed."""
    if markdown is not None and not Path(markdown).resolve().parent.is_dir():
        raise ParameterError(
            sentence("--markdown", "an existing folder", f"none at {Path(markdown).parent}")
        )
    if plot is not None:
        if not axes:
            raise ParameterError(
                sentence(
                    "--plot",
                    "an option with several values",
                    "a single study",
                    "Give a range, such as --n 200:4000:200.",
                )
            )
        from claimwise.report.figure import check_figure_path

        check_figure_path(plot)


def show(
    result: Any, *, as_json: bool, as_table: bool, markdown: str | None, plot: str | None
) -> None:
    """Print the result and write the files that were asked for."""
    from claimwise import report

    if markdown is not None:
        Path(markdown).write_text(report.to_markdown(result), encoding="utf-8")
    if plot is not None:
        report.save_figure(result, plot)
    if as_json:
        click.echo(report.to_json(result))
        return
    if as_table:
        from rich.console import Console

        Console(soft_wrap=True).print(report.to_table(result))
    else:
        click.echo(report.to_text(result))
    for path in (markdown, plot):
        if path is not None:
            click.echo(f"\nWritten: {path}")
