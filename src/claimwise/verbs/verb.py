"""What a verb of the command line is called, and what can be asked of it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from claimwise.core.field import Field
from claimwise.core.listed import Listed


def find_function(path: str | Callable[..., Any]) -> Callable[..., Any]:
    """Return a function by where it is within claimwise, or as it was given."""
    if not isinstance(path, str):
        return path
    room, _, name = path.rpartition(":")
    home: Any = importlib.import_module(f"claimwise.{room}" if room else "claimwise")
    found: Callable[..., Any] = reduce(getattr, name.split("."), home)
    return found


def called(path: str | Callable[..., Any]) -> str:
    """Return what a line of Python calls a function."""
    return f"cw.{path}" if isinstance(path, str) else f"{path.__module__}.{path.__name__}"


def later(path: str) -> Callable[..., Any]:
    """Return a function that finds the one that is meant when it is first called."""
    return lambda *given, **named: find_function(path)(*given, **named)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """One verb: its words, and its fields in the order of help and page."""

    name: str  # as it is typed: compare, or fit agreement
    function: str | Callable[..., Any]  # what answers: plan.accuracy within claimwise, or itself
    short: str  # a line of help
    about: str = ""  # more of it; without it the short line
    example: str  # what follows the name in a command that works
    fields: tuple[Field, ...]
    lists: Sequence[Listed] = ()  # procedures that its help lists
    title: str = ""  # of its form on the page, if it has one
    question: str = ""  # above that form
    # Which systems are compared: a title on the page, and the fields that then name them.
    ways: Mapping[str, Sequence[str]] = field(default_factory=dict)
    result: str = ""  # attribute of what the function returns that is the Result
    answers: bool = True  # whether it gives a Result, which can be printed in many forms
    draws: bool = True  # whether its results have figures
    simulates: bool = False  # whether it takes a number of processes, and keeps what it simulated

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the command."""
        return tuple(self.name.split())

    @property
    def path(self) -> str | Callable[..., Any]:
        """What answers, within claimwise; a colon ends the name of a file."""
        return self.function

    @property
    def called(self) -> str:
        """What answers, as a line of Python calls it."""
        return called(self.path)

    def find(self) -> Callable[..., Any]:
        """Return the function that answers; its room is imported now."""
        return find_function(self.path)

    @property
    def argument(self) -> Field | None:
        """The field of what is read, if the command has one: files come without an option."""
        return next((one for one in self.fields if one.argument), None)

    def but(self, *without: str, **changes: Any) -> tuple[Field, ...]:
        """Return the fields, some left out and some changed, for a form of its own."""
        return tuple(
            one.but(**changes[one.name]) if one.name in changes else one
            for one in self.fields
            if one.name not in without
        )
