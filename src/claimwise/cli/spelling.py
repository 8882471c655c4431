"""How a command spells the parameters that an error mentions: as its own options."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

import click

from claimwise.core.errors import Option, Spelling


def in_options(command: click.Command) -> Spelling:
    """Return the spelling of parameters by the options of a command.

    >>> command = click.Command("plan", params=[click.Option(["--seed", "rng"])])
    >>> in_options(command)(Option("rng", 7))
    '--seed 7'
    """
    options = [one for one in command.params if isinstance(one, click.Option)]

    def spell(mentioned: Option) -> str | None:
        written = f"--{mentioned.name.replace('_', '-')}"
        for one in options:
            if one.name == mentioned.name or written in one.opts:
                return _spelled(one, mentioned.value)
        return None

    return spell


def _spelled(option: click.Option, value: object) -> str | None:
    """Write an option with a value; None where no value of it says so."""
    name = option.opts[0]
    if option.is_flag:
        on = option.flag_value if isinstance(option.flag_value, bool) else True
        if value is None or value == on:
            return name
        return option.secondary_opts[0] if option.secondary_opts and value is False else None
    if value is None:
        return name
    if isinstance(value, Mapping):
        return " ".join(f"{name} {_word(f'{key}={_text(one)}')}" for key, one in value.items())
    if option.multiple and isinstance(value, list | tuple):
        return " ".join(f"{name} {_word(_text(one))}" for one in value)
    return f"{name} {_word(_text(value))}"


def _text(value: object) -> str:
    """Write a value as the command line takes it: of several, with commas."""
    if value is ...:
        return "..."
    if isinstance(value, list | tuple):
        return ",".join(_text(one) for one in value)
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def _word(text: str) -> str:
    return shlex.quote(text)
