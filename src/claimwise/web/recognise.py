"""What a file is recognised as: which column plays which role, and in which unit scores differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import ClaimwiseError

OF_SCORES = {"unit": "", "factor": 1}
OF_SHARES = {"unit": "points", "factor": 100}  # of right answers: differences are in points


def roles_of(
    path: str, columns: Sequence[str], fit: Mapping[str, str], given: Mapping[str, str] | None
) -> dict[str, str]:
    """Return the columns by role, as the form that the file fits would take them."""
    if not columns:
        return {}
    if fit["view"] == "ratings":
        return _by_names(columns, _names_of(fit["kind"]))
    try:
        if fit["view"] == "responses":
            from claimwise.data.response_rows import find_columns
            from claimwise.data.table_files import open_table

            able = find_columns(open_table(path), given or {})
            return {role: names[0] for role, names in able.items() if names}
        from claimwise.data.roles import assign

        return dict(assign(columns, given, where=Path(path).name).columns)
    except ClaimwiseError:
        return {}


def _names_of(kind: str) -> dict[str, Sequence[str]]:
    """Return the names under which the columns of ratings or of judgements may come."""
    from claimwise.assess.rating_columns import PLACES, RATING
    from claimwise.data.winners import WINNER

    if kind == "ratings":
        return {"rating": RATING, **PLACES}
    return {"winner": WINNER, "rater": PLACES["rater"], "item": PLACES["item"]}


def _by_names(columns: Sequence[str], names: Mapping[str, Sequence[str]]) -> dict[str, str]:
    plain = {column.strip().lower(): column for column in columns}
    firsts = {
        role: next((plain[one] for one in able if one in plain), "") for role, able in names.items()
    }
    return {role: column for role, column in firsts.items() if column}


def scores_in(path: str, given: Mapping[str, str] | None) -> tuple[list[str], dict[str, Any]]:
    """Return the systems of a file of scores or totals, and the scale of their differences."""
    from claimwise.data import Scores, read

    try:
        data = read(path, columns=given)
    except ClaimwiseError:
        return [], OF_SCORES
    if not isinstance(data, Scores):
        return list(dict.fromkeys(data.system)), OF_SHARES
    scored = data.score[~np.isnan(data.score)]
    verdicts = len(scored) > 0 and bool(np.isin(scored, (0.0, 1.0)).all())
    return list(data.system.used()), OF_SHARES if verdicts else OF_SCORES
