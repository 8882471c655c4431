"""Commands whose help lists procedures; only their help imports the rooms of these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from claimwise.core.listed import Listed


class Listing(click.Command):
    """A command with lists of procedures below its text; only its help imports their rooms."""

    def __init__(self, *args: Any, lists: Sequence[Listed], **kw: Any) -> None:
        """Keep what is to be listed; import nothing."""
        super().__init__(*args, **kw)
        self.lists = lists

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the text, and then the lists."""
        super().format_help_text(ctx, formatter)
        for one in self.lists:
            with formatter.section(one.heading):
                formatter.write_dl(one.lines())
