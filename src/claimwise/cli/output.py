"""Options that every verb has, and the printing of a Result."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from claimwise.core.errors import ParameterError, sentence

F = TypeVar("F", bound=Callable[..., Any])


def output_options(command: F) -> F:
    """Add --json, --table and --markdown."""
    for option in reversed(
        [
            click.option("--json", "as_json", is_flag=True, help="Print one JSON object only."),
            click.option("--table", "as_table", is_flag=True, help="Print all rows as a table."),
            click.option("--markdown", metavar="FILE", help="Also write a Markdown report."),
        ]
    ):
        command = option(command)
    return command


def plot_option(command: F) -> F:
    """Add --plot."""
    formats = "Also draw a figure: .png, .svg, .pdf, .html or .json."
    return click.option("--plot", metavar="FILE", help=formats)(command)


def check_file(who: str, path: str) -> None:
    """Refuse a file that cannot be written before anything is computed."""
    target = Path(path)
    folder = target.resolve().parent
    if target.is_dir() or not folder.is_dir():
        found = f"a folder at {path}" if target.is_dir() else f"none at {target.parent}"
        raise ParameterError(sentence(who, "a file in an existing folder", found))
    if not os.access(target if target.exists() else folder, os.W_OK):
        raise ParameterError(sentence(who, "a file that can be written", path))


def write_file(path: str, content: bytes) -> None:
    """Write a file; what the system refuses is said in one sentence."""
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise ParameterError(
            sentence(path, "to be a file that can be written", f"{error.strerror}")
        ) from error


def check_outputs(
    markdown: str | None, plot: str | None, axes: list[str], such: str = "--n 200:4000:200"
) -> None:
    """Refuse what cannot be written before anything is computed."""
    if markdown is not None:
        check_file("--markdown", markdown)
    if plot is not None:
        if not axes:
            raise ParameterError(
                sentence(
                    "--plot",
                    "an option with several values",
                    "a single study",
                    f"Give a range, such as {such}.",
                )
            )
        check_figure(plot)


def check_figure(plot: str) -> None:
    """Refuse a figure that cannot be drawn or written."""
    check_file("--plot", plot)
    from claimwise.report.figure import check_figure_path

    check_figure_path(plot)


def show(
    result: Any,
    *,
    as_json: bool,
    as_table: bool,
    markdown: str | None,
    plot: str | None = None,
) -> None:
    """Print the result and write the files that were asked for."""
    from claimwise import report

    # Everything is made before anything is written.
    files: dict[str, bytes] = {}
    if plot is not None:
        files[plot] = report.draw_figure(result, Path(plot).suffix.lower())
    if markdown is not None:
        files[markdown] = report.to_markdown(result).encode()
    for path, content in files.items():
        write_file(path, content)
    if as_json:
        click.echo(report.to_json(result))
        return
    if as_table:
        from rich.console import Console

        Console(soft_wrap=True).print(report.to_table(result))
    else:
        click.echo(report.to_text(result))
    for path in files:
        click.echo(f"\nWritten: {path}")
