"""The options of looking at the data before the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from claimwise.core.errors import ParameterError

F = TypeVar("F", bound=Callable[..., Any])
SPENDING = "obrien-fleming (little at first), pocock (evenly) or anytime (a look after every item)."


class Shares(click.ParamType):  # type: ignore[type-arg]
    """A number of looks, or the shares of the data at which they are."""

    name = "looks"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return a number, or a list of several."""
        if not isinstance(value, str):
            return value
        try:
            numbers = [float(part) for part in value.split(",")]
        except ValueError:
            needs = "a number such as 4, or shares of the data such as 0.25,0.5,1"
            raise ParameterError("--looks", needs, repr(value)) from None
        return numbers if len(numbers) > 1 else numbers[0]


class Bounds(click.ParamType):  # type: ignore[type-arg]
    """The lowest and the highest possible score."""

    name = "bounds"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return both."""
        if not isinstance(value, str):
            return value
        try:
            low, high = (float(part) for part in value.split(","))
        except ValueError:
            needs = "the lowest and the highest possible score, such as 0,1"
            raise ParameterError("--bounds", needs, repr(value)) from None
        return low, high


def plan_looks_options() -> list[Callable[[Any], Any]]:
    """Return the options of a plan with looks."""
    return [
        click.option(
            "--looks",
            type=Shares(),
            metavar="K|SHARES",
            help="Look at the data so often, or at these shares of them: 4 or 0.25,0.5,1.",
        ),
        click.option(
            "--spending",
            metavar="RULE",
            show_default="obrien-fleming with --looks",
            help=f"How looks spend alpha: {SPENDING}",
        ),
    ]


def looks_of_a_plan(command: F) -> F:
    """Add the options of a plan with looks."""
    for option in reversed(plan_looks_options()):
        command = option(command)
    return command


def compare_looks_options() -> list[Callable[[Any], Any]]:
    """Return the options of a comparison at a look."""
    return [
        *plan_looks_options(),
        click.option("--look", type=int, help="Which look this is: 1, 2, ..."),
        click.option(
            "--planned-n", type=int, help="Items at the last look; of each system, if unpaired."
        ),
        click.option(
            "--looked-at",
            metavar="LIST",
            help="Items at the looks before, where they were not at the planned shares.",
        ),
        click.option(
            "--bounds",
            type=Bounds(),
            metavar="LOW,HIGH",
            help="Lowest and highest possible score, for --spending anytime; 0,1 of right or "
            "wrong is known.",
        ),
    ]


def item_list(text: str | None) -> list[float] | None:
    """Return numbers of items, given with commas."""
    if text is None:
        return None
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        needs = "numbers of items with commas, such as 500,1000"
        raise ParameterError("--looked-at", needs, repr(text)) from None
