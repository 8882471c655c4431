"""--limit: what a file may hold, raised until the command ends."""

from __future__ import annotations

import click

from claimwise.core.errors import ParameterError
from claimwise.core.limits import LIMITS, using


def _limits(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> None:
    """Set the limits until the command ends."""
    values = {}
    for text in given:
        name, _, value = text.partition("=")
        plain = value.replace("_", "").replace(",", "").strip()
        if not plain.isdecimal():
            raise ParameterError("limit", "NAME=NUMBER, such as columns=30000", repr(text))
        values[name.strip()] = int(plain)
    ctx.with_resource(using(**values))


LIMIT = click.option(
    "--limit",
    multiple=True,
    expose_value=False,
    callback=_limits,
    metavar="NAME=NUMBER",
    help="Raise a limit on what a file may hold: "
    + ", ".join(f"{name} ({one.default:,})" for name, one in LIMITS.items())
    + ".",
)
