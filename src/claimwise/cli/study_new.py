"""claimwise study new: a declaration from options, or from a short dialogue."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import click

from claimwise.cli.grouped import GroupedCommand
from claimwise.core.display import shown
from claimwise.core.errors import ClaimwiseError, ParameterError
from claimwise.core.field import STUDY, Field

OPTIONS = {"says": "claim"}  # where an option is called otherwise than its key
AGAIN = "once for each of several"


class NewStudy(GroupedCommand):
    """A command with an option for every key of every kind, which are read when it is called."""

    def __init__(self, *args: Any, **kw: Any) -> None:
        """Hold nothing yet: what kinds have is not imported for the help of others."""
        super().__init__(*args, fields=(), lists=(), **kw)
        self.groups["kind"] = STUDY
        self.keys: list[click.Option] = []

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the options of the command, then those of the keys."""
        if not self.keys:
            from claimwise.study.settings import settings

            for name, ways in settings().items():
                field = ways[0].field
                self.groups[name] = field.group
                self.keys.append(_option(name, field, several=len(ways) > 1))
        own = super().get_params(ctx)
        arguments = [one for one in own if isinstance(one, click.Argument)]
        first = [one for one in own if one.name in ("out", "kind", "b")]
        rest = [one for one in own if one not in (*arguments, *first)]
        return [*first, *(one for one in self.keys if one.name != "b"), *rest]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, then every kind with what it is about."""
        super().format_options(ctx, formatter)
        from claimwise.kinds import find_kind, kinds

        with formatter.section("Kinds of study"):
            formatter.write_dl([(kind.name, kind.about) for kind in map(find_kind, kinds())])


def _option(name: str, field: Field, *, several: bool) -> click.Option:
    """Return the option of a key; what a text means is read later, when the kind is known."""
    option = f"--{OPTIONS.get(name, name).replace('_', '-')}"
    help_ = f"{field.title}, as the kind of study has it." if several else field.help
    usual = field.usual or (str(field.default) if field.default not in (None, "") else False)
    metavar = field.metavar or ("NUMBER" if field.type in ("number", "integer") else "TEXT")
    return click.Option([option, name], help=help_, metavar=metavar, show_default=usual)


@click.command(
    cls=NewStudy,
    short_help="Write the declaration of a study, from options or questions.",
    epilog="Example: claimwise study new study.toml --kind accuracy --a base --b new --n 2000 "
    "--difference 0.02 --agreement 0.9 --source 'a pilot of 200 items'",
)
@click.argument("out")
@click.option("--kind", metavar="KIND", help="Kind of study, one of those below.")
@click.option("--b", multiple=True, metavar="TEXT", help=f"Candidate system (B); {AGAIN}.")
@click.option(
    "--set",
    "also",
    multiple=True,
    metavar="SECTION.KEY=VALUE",
    help="Any key, with its value.",
)
@click.option("--force", is_flag=True, help="Write over an existing file.")
def new(
    out: str,
    kind: str | None,
    b: tuple[str, ...],
    also: tuple[str, ...],
    force: bool,
    **given: str | None,
) -> None:
    """Write the declaration of a study to OUT (- is standard output), to be edited by hand.

    Without any other option, on a terminal, a few questions are asked instead.
    """
    from claimwise.core.writing import there_already
    from claimwise.study import declare
    from claimwise.study.new import draft, named
    from claimwise.study.writer import to_toml, write

    folder = Path(out).resolve().parent if out != "-" else Path()
    if out != "-" and Path(out).exists() and not force:  # before anything is asked
        raise there_already(Path(out))
    said = {name: text for name, text in given.items() if text is not None}
    if kind is None and not (b or also or said):
        if not on_terminal():
            needs = "options such as --kind, --a and --b, or a terminal to ask questions on"
            raise ParameterError("study new", needs, "neither")
        from claimwise.cli.study_dialogue import ask

        document = ask()
    elif kind is None:
        from claimwise.kinds import kinds

        raise ParameterError("--kind", f"one of {', '.join(kinds())}", "nothing")
    else:
        from claimwise.study.new import way_of

        settings = {name: way_of(kind, name).read(text) for name, text in said.items()}
        document = draft(kind, settings, b=b, n=settings.pop("n", None), also=also)
    study = named(declare(document, folder=folder, place="study new"))
    if out == "-":
        click.echo(to_toml(study), nl=False)
        return
    write(study, out, force=force)
    _say_next(study, out)


def on_terminal() -> bool:
    """Whether a person can be asked."""
    return sys.stdin.isatty()


def _say_next(study: Any, out: str) -> None:
    from claimwise.study.complete import missing

    click.echo(f"Written: {shown(out)}")
    try:
        lacks = missing(study)
    except ClaimwiseError:
        lacks = []
    if lacks:
        click.echo("Still to be declared, in the file:")
        for place, why in lacks:
            click.echo(f"- {place}: {why}")
    name = shown(shlex.quote(out))
    click.echo(f"Next: claimwise study check {name}, and before the data are seen")
    click.echo(f"      claimwise study freeze {name}")
