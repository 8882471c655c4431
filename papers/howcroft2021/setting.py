"""What Howcroft and Rieser (2021) vary: settings of the variances, designs, effects, models."""

from __future__ import annotations

from functools import cache
from typing import Any

from claimwise.worlds import find_rating_world

SETTINGS = ("extreme-low", "low", "general", "high", "extreme-high")
FIGURE_2 = ("low", "general", "high")  # the settings of Figure 2; Figure 3 has the extremes
DESIGNS = ("published", "published-corrected")
EFFECTS = ("0.155", "0.31", "0.465", "0.62")
MODELS = ("ordinal-z", "linear-ml")
EQUAL_POINTS = "linear-ml of equal points"
STUDIES = 100  # of each cell, as published
MORE = {model: f"{model} of 1000 studies" for model in MODELS}  # where 100 do not tell
DRAWN = {model: f"{model} of drawn thresholds" for model in MODELS}


def place(setting: str, per_item: int, items: int, design: str, **more: str) -> dict[str, Any]:
    """Return where the numbers of a cell stand, which is also what a plan of it is asked."""
    at = {"world": setting, "ratings_per_item": per_item, "items": items, "design": design}
    return at | more


@cache
def equal_points(setting: str) -> float:
    """Return the latent effect at which the expected ratings of both systems are equal.

    It is not 0: B's latent scores are more spread out than A's, and the scale ends.
    """
    return float(find_rating_world(setting).with_points(0.0).effect)


@cache
def points(setting: str, effect: float) -> float:
    """Return the difference in rating points that a latent effect makes."""
    return float(find_rating_world(setting).at(effect).points())
