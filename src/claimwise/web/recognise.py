"""What a file is recognised as: which column plays which role, and in which unit scores differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from claimwise.core import ClaimwiseError

OF_SCORES = {"unit": "", "factor": 1}
OF_SHARES = {"unit": "points", "factor": 100}  # of right answers: differences are in points


FORMS = {  # the form, as view and kind, that a table of each kind fits
    "ratings": ("ratings", "ratings"),
    "judgements": ("ratings", "judgements"),
    "answers": ("responses", "compare"),
}
COMPARED = ("compare", "compare")


def about(path: str, given: Mapping[str, str] | None) -> tuple[tuple[str, str], dict[str, str]]:
    """Return the form that a table fits, and its columns by role as that form takes them."""
    from claimwise.data.recognise import recognise
    from claimwise.data.table_files import open_table

    try:
        seen = recognise(open_table(path), given)
    except (ClaimwiseError, OSError):
        return COMPARED, {}
    return FORMS.get(seen.about, COMPARED), dict(seen.roles.columns)


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
