"""Ratings as they were given: which share of a system's ratings is of each level."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from claimwise.core import Row
from claimwise.mixed.design import Column, Labels
from claimwise.mixed.table import outcome_codes

MOST = 20  # levels of a scale; of more, shares say little


def observed_rows(ratings: Column, systems: Column, names: Sequence[str]) -> list[Row]:
    """Return rows ``observed_share[SYSTEM, LEVEL]``, `n` being the ratings of that system.

    `names` are what the levels of `systems` are called. Empty where ratings are of too many kinds.
    """
    codes, categories = outcome_codes(ratings)
    if len(categories) > MOST or not isinstance(systems, Labels):
        return []
    rows = []
    for place, name in enumerate(names):
        own = codes[(systems.codes == place) & (codes >= 0)]
        counts = np.bincount(own, minlength=len(categories))
        for category, count in zip(categories, counts.tolist(), strict=True):
            at = {"system": name, "category": category}
            share = count / len(own) if len(own) else float("nan")
            rows.append(Row(quantity="observed_share", at=at, estimate=share, n=len(own)))
    return rows
