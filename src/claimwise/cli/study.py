"""claimwise study: one declaration before and after."""

from __future__ import annotations

import sys
from typing import Any

import click

from claimwise.cli.grid import WHOLE
from claimwise.cli.grouped import option_of
from claimwise.cli.lazy import Verbs
from claimwise.cli.limit import LIMIT
from claimwise.cli.output import GATE, Output, output_options, text_options
from claimwise.cli.running import run_options
from claimwise.cli.study_new import new
from claimwise.verbs.compare import ITEMS_BEFORE

READINESS = {
    "ready": 0,
    "inconsistent": 3,
    "changed": 3,
    "too small": 3,
    "incomplete": 4,
    "unknown": 4,
}


ALLOW_CODE = click.option(
    "--allow-code",
    multiple=True,
    metavar="FILE.py",
    help="Run this Python file where the study names it with its hash; read it first. "
    "No other code that a study names ever runs.",
)


@click.group(cls=Verbs)
def study() -> None:
    """Declare a study once, before the data; check, freeze and assess it by what it says."""


study.add_command(new)


@study.command(
    short_help="Is the study complete, consistent, frozen and powered?",
    epilog="Example: claimwise study check examples/study.toml",
)
@click.argument("file")
@click.option(
    "--gate",
    is_flag=True,
    help="Exit with 0 if the study is ready, 3 if it contradicts itself, changed since it was "
    "frozen or is underpowered, 4 if it is incomplete or its power is not known.",
)
@ALLOW_CODE
@run_options
@text_options
def check(file: str, gate: bool, allow_code: tuple[str, ...], output: Output) -> None:
    """Say whether FILE is complete, consistent, frozen and powered."""
    output.check()
    from claimwise.study import read

    result = output.show_call(
        "cw.study.read", read, file, after=".check()", allow_code=list(allow_code)
    )
    if gate:
        sys.exit(READINESS[result.provenance["settings"]["readiness"]])


@study.command(
    short_help="What could the declared study show?",
    epilog="Example: claimwise study power examples/study.toml",
)
@click.argument("file")
@ALLOW_CODE
@run_options
@output_options
def power(file: str, allow_code: tuple[str, ...], output: Output) -> None:
    """Say what the study in FILE could show, by the analysis that it declares.

    The figure shows power from a quarter of the declared size to twice as much.
    """
    output.check()
    from claimwise.report.python_lines import call_lines
    from claimwise.study import read
    from claimwise.study.curve import curve
    from claimwise.study.quick_curve import has_quick_curve

    study = read(file, allow_code=allow_code)
    result = study.power()
    lines = call_lines("cw.study.read", _read(file, allow_code), ".power()")
    wanted = output.plot is not None or has_quick_curve(study, result)
    output.show(result, python=lines, curves=lambda: [curve(study)] if wanted else [])


@study.command(
    short_help="Write a fingerprint of the declaration, and the date.",
    epilog="Example: claimwise study freeze study.toml",
)
@click.argument("file")
@click.option("--again", is_flag=True, help="Freeze the file again, as it is now.")
@ALLOW_CODE
def freeze(file: str, again: bool, allow_code: tuple[str, ...]) -> None:
    """Write a fingerprint of what FILE says, and today's date, at its end.

    The fingerprint is of the meaning: comments, order and spaces may change, values may not. The
    content of files that the study names (a pilot, a world) is part of it.
    """
    from claimwise.study import read
    from claimwise.study.freeze import DAMAGED, freeze_file, verify

    before = read(file, allow_code=allow_code).frozen
    frozen = freeze_file(file, again=again, allow_code=allow_code).frozen
    if frozen is None:  # pragma: no cover - what freezes is frozen
        raise RuntimeError("nothing was frozen")
    if frozen == before:
        click.echo(f"Frozen on {frozen.date} and unchanged since: nothing was written.")
    else:
        click.echo(f"Frozen on {frozen.date}.")
    if verify(read(file, allow_code=allow_code)).damaged:
        click.echo(f"{DAMAGED} With --again it is written again, with today's date.")
    click.echo(frozen.hash)
    click.echo(
        "Keep the file, or publish this line; after the data: "
        f"claimwise study assess {_quoted(file)} DATA"
    )


@study.command(
    short_help="What do the data show about the declared claims?",
    epilog="Example: claimwise study assess examples/study.toml examples/validation.csv",
)
@click.argument("file")
@click.argument("data", nargs=-1, required=True)
@LIMIT
@click.option(
    "--look",
    type=WHOLE,
    show_default="the one planned for these items",
    help="Number of this look: 1, 2, ...",
)
@option_of(ITEMS_BEFORE)
@click.option(
    "--also",
    multiple=True,
    metavar="WHAT",
    help="Exploratory analysis to add, labelled as such: test=wilcoxon, metric=f1, "
    "assess=posterior, a=x,b=y.",
)
@click.option(
    "--gate",
    is_flag=True,
    help="Exit with 0 if every claim is supported, 3 if one is contradicted, 4 if open, 2 if the "
    "declaration was changed after it was frozen.",
)
@ALLOW_CODE
@run_options
@output_options
def assess(
    file: str,
    data: tuple[str, ...],
    look: int | None,
    looked_at: list[float] | None,
    also: tuple[str, ...],
    gate: bool,
    allow_code: tuple[str, ...],
    output: Output,
) -> None:
    """Say what DATA show about the claims of FILE, by what was declared; and each deviation."""
    output.check()
    from claimwise.assess.unnamed_clusters import refuse_unnamed
    from claimwise.core import ParameterError
    from claimwise.report.python_lines import python_lines
    from claimwise.study import read
    from claimwise.study.advice import in_declared_words
    from claimwise.study.found import guessed_direction
    from claimwise.study.freeze import refuse_changed

    declared = read(file, allow_code=allow_code)
    if gate:
        refuse_changed(declared)
    asked: dict[str, Any] = {"look": look, "looked_at": looked_at or (), "also": also}
    name = f"cw.study.read({', '.join(_read(file, allow_code))}).assess"
    unknown = guessed_direction(declared, data) if gate else None
    if unknown is not None:
        raise ParameterError(
            f"A gate has to know which scores are better, and {unknown} was not declared.",
            'Declare better = "lower" or better = "higher" with the claim.',
        )
    result = declared.assess(*data, **asked)
    if gate and result.verdict == "supported":
        with in_declared_words(declared.kind):
            for part in result.provenance["parts"].values():
                refuse_unnamed(part["settings"])
    lines = python_lines(name, declared.assess, *data, result=result, **asked)
    output.show(result, python=lines)
    if gate:
        sys.exit(GATE[result.verdict])


def _read(file: str, allow_code: tuple[str, ...]) -> list[str]:
    """Return the arguments with which Python reads the same study."""
    return [repr(file), *([f"allow_code={list(allow_code)!r}"] if allow_code else [])]


def _quoted(path: str) -> str:
    import shlex

    return shlex.quote(path)
