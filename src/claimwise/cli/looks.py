"""The options of looking at the data before the end."""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.grid import WHOLE
from claimwise.core.errors import ParameterError

SPENDING = "obrien-fleming (little at first), pocock (evenly) or anytime (a look after each item)."


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


PLAN_LOOKS = (
    click.option(
        "--looks",
        type=Shares(),
        metavar="K|SHARES",
        help="Number of looks at the data, or the shares of the data at them: 4 or 0.25,0.5,1.",
    ),
    click.option(
        "--spending",
        metavar="RULE",
        show_default="obrien-fleming with --looks",
        help=f"Rule by which looks spend alpha: {SPENDING}",
    ),
)
LOOKED_AT = click.option(
    "--looked-at",
    metavar="LIST",
    help="Items at the looks before, where they were not at the planned shares: 500,1000.",
)
COMPARE_LOOKS = (
    *PLAN_LOOKS,
    click.option("--look", type=WHOLE, help="Number of this look: 1, 2, ..."),
    click.option(
        "--planned-n",
        type=WHOLE,
        help="Items planned for the last look; of each system, if unpaired.",
    ),
    LOOKED_AT,
    click.option(
        "--bounds",
        type=Bounds(),
        metavar="LOW,HIGH",
        help="Lowest and highest possible score, for --spending anytime; known of right/wrong.",
    ),
)


def item_list(text: str | None) -> list[float] | None:
    """Return numbers of items, given with commas."""
    if text is None:
        return None
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        needs = "numbers of items with commas, such as 500,1000"
        raise ParameterError("--looked-at", needs, repr(text)) from None
