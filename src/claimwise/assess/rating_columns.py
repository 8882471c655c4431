"""Which columns hold raters, items, systems and ratings: recognised by their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from claimwise.core import ParameterError, option
from claimwise.core.missing import called
from claimwise.data.fields import column_names
from claimwise.data.roles import ALIASES, find_column
from claimwise.mixed.formula import Formula, formula_of

RATING = ("rating", "score", "response", "value", "y")
PLACES = {"rater": ALIASES["rater"], "item": ALIASES["item"], "system": ALIASES["system"]}


def plain_formula(
    data: Any,
    rating: str | None,
    system: str | None,
    by: Sequence[str],
    *,
    slopes: bool,
    correlated: bool,
) -> Formula:
    """Return the formula of a plain design, its columns recognised by their names."""
    names = column_names(data)

    def known(given: str | None, role: str, aliases: Sequence[str]) -> str:
        if given is not None:
            return given
        named = option(role, "COLUMN") if role in (*PLACES, "rating") else option("by", role)
        remedy = "Name it with " + named + "."
        return find_column(names, role, aliases, remedy, called(data))

    factors = tuple(
        known(None if name in PLACES and name not in names else name, name, PLACES.get(name, ()))
        for name in by
    )
    if not factors:
        raise ParameterError("by", "at least one column", "none", "Such as rater.")
    return formula_of(
        known(rating, "rating", RATING),
        known(system, "system", PLACES["system"]),
        factors,
        slopes=slopes,
        correlated=correlated,
    )
