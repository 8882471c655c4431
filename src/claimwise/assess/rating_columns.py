"""Which columns hold raters, items, systems and ratings: recognised by their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from claimwise.core import Note, ParameterError, inferred, option
from claimwise.data.role_names import OF_RATINGS, plays
from claimwise.data.roles import find_roles
from claimwise.data.table_files import open_table
from claimwise.mixed.formula import Formula, formula_of
from claimwise.mixed.table import RatingTable

PLACES = ("rater", "item", "system")


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
    told = {role: name for role, name in (("rating", rating), ("system", system)) if name}
    names = open_table(data).names
    # A group that is a column is that column; one called rater or item may go by other names.
    told = {name: name for name in by if name in PLACES and name in names} | told
    roles = find_roles(open_table(data), {r: n for r, n in told.items() if n in names}, OF_RATINGS)

    def known(role: str) -> str:
        if role in told:
            return told[role]
        return roles.need(role, "Name it with " + option(role, "COLUMN") + ".")

    factors = tuple(known(name) if name in PLACES and name not in names else name for name in by)
    if not factors:
        raise ParameterError("by", "at least one column", "none", "Such as rater.")
    return formula_of(
        known("rating"), known("system"), factors, slopes=slopes, correlated=correlated
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
        if plays(name, role)
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
    """Say that the length of the scale was taken from the ratings, where it was not given."""
    if scale is not None or table.points is None:
        return []
    return [
        inferred(
            f"The scale is taken to have {table.points} points, from the lowest to the highest "
            "rating that was given; name it with " + option("scale") + " if it has more."
        )
    ]
