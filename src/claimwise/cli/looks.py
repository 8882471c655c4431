"""The options of looking at the data before the end."""

from __future__ import annotations

from typing import Any

import click

from claimwise.cli.grid import WHOLE
from claimwise.cli.grouped import option_of
from claimwise.core.errors import ParameterError
from claimwise.kinds.shared import LOOKED


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


LOOKED_AT = click.option(
    "--looked-at",
    metavar="LIST",
    help="Items at the looks before, where they were not at the planned shares: 500,1000.",
)
COMPARE_LOOKS = (
    *map(option_of, LOOKED),
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
