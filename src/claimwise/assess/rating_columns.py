"""Which columns hold raters, items, systems and ratings: recognised by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from claimwise.core import Note, ParameterError, caution, inferred, option
from claimwise.core.missing import called
from claimwise.data.fields import column_names
from claimwise.data.roles import ALIASES, find_column
from claimwise.mixed.design import Labels
from claimwise.mixed.formula import Formula, formula_of
from claimwise.mixed.table import RatingTable

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


def roles_of(formula: Formula, *, plain: bool, grouped: bool) -> dict[str, str]:
    """Return which column is the rating, the system, the rater and the item, as far as is known.

    Of a plain design the places say so, unless its groups were named; else the names do. Next to
    raters, the only other group is the items.
    """
    fixed = [name for term in formula.fixed for name in term]
    groups = [":".join(effects.factor) for effects in formula.random]
    known = {
        role: name
        for role, names in (("system", fixed), ("rater", groups), ("item", groups))
        for name in names[::-1]
        if name.lower() in PLACES[role]
    }
    if plain:
        known["system"] = fixed[0]
        known |= {} if grouped else {"rater": groups[0], "item": groups[1]}
    others = [
        ":".join(effects.factor)
        for effects in formula.random
        if known.get("rater") not in effects.factor
    ]
    if "rater" in known and len(others) == 1:
        known.setdefault("item", others[0])
    order = ("system", "rater", "item")
    return {"rating": formula.outcome, **{role: known[role] for role in order if role in known}}


def length_note(table: RatingTable, scale: Sequence[Any] | None) -> list[Note]:
    """Say that the length of the scale was taken from the ratings, where nobody gave it."""
    if scale is not None or table.points is None:
        return []
    return [
        inferred(
            f"The scale is taken to have {table.points} points, from the lowest to the highest "
            "rating that was given; name it with scale if it has more."
        )
    ]


def doubled_note(table: RatingTable, roles: Mapping[str, str]) -> list[Note]:
    """Say that the same rating stands there more than once, where raters and items are known."""
    if not {"rater", "item"} <= roles.keys():
        return []
    columns = [x.codes if isinstance(x, Labels) else x for x in table.columns.values()]
    again = table.rows - len(np.unique(np.column_stack(columns), axis=0))
    if not again:
        return []
    has = "rating has" if again == 1 else "ratings have"
    said = (
        f"{again:,} {has} the same rater, item, system and value as an earlier row: are rows "
        "doubled? Each counts as a rating of its own here."
    )
    return [caution(said)]
