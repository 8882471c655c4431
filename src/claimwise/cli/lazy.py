"""Groups of commands that load when they are called, so that help answers at once."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click

from claimwise.cli.spelling import in_options
from claimwise.core.errors import ClaimwiseError, did_you_mean

RUNNING = "claimwise.running"  # where the contexts keep the command that the arguments name


class Verbs(click.Group):
    """A group that refuses an unknown command with the list of the known ones.

    What its commands refuse is said with their options.
    """

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments name."""
        known = self.list_commands(ctx)
        hidden = args and args[0] in self.commands
        if args and args[0] not in known and not hidden and not args[0].startswith("-"):
            near = did_you_mean(args[0], known)
            ctx.fail(
                f"{ctx.command_path} needs one of {', '.join(known)}; found {args[0]!r}. "
                f"{near}".strip()
            )
        name, command, rest = super().resolve_command(ctx, args)
        ctx.meta[RUNNING] = command
        return name, command, rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; spell the parameters of a refusal as its options."""
        try:
            return super().invoke(ctx)
        except ClaimwiseError as error:
            error.spell(in_options(ctx.meta.get(RUNNING, self)))
            raise


Table = Mapping[str, tuple[str, str]]  # of each command its module, and the line of help


class LazyGroup(Verbs):
    """Commands by name, in groups: the module that holds each, and the line that help shows."""

    def __init__(self, *args: Any, groups: Mapping[str, Table], **kw: Any) -> None:
        """Keep the tables of commands; import nothing."""
        super().__init__(*args, **kw)
        self.groups = groups
        self.commands_in = {name: one for table in groups.values() for name, one in table.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, in the order of the table."""
        return list(self.commands_in)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command and return the command in it."""
        if cmd_name not in self.commands_in:
            return super().get_command(ctx, cmd_name)
        module = importlib.import_module(self.commands_in[cmd_name][0])
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the tables of commands, of one width, without importing them."""
        wide = max(map(len, self.commands_in))
        for group, table in self.groups.items():
            with formatter.section(group):
                formatter.write_dl([(name.ljust(wide), line) for name, (_, line) in table.items()])
