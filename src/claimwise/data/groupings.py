"""Columns that nobody named, and by which the items of a table or a log could belong together."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import ClaimwiseError
from claimwise.data.columns import NESTED
from claimwise.data.numbers import kind_of
from claimwise.data.outputs import Outputs
from claimwise.data.pairs import Pairs
from claimwise.data.role_names import ROLES, plain
from claimwise.data.scores import Scores, Totals
from claimwise.data.table_files import open_table

FEWEST = 20  # values of such a column: with fewer it rather says of which kind an item is
MOST_TRIED = 8  # columns
IN_MEMORY = (Scores, Totals, Pairs, Outputs, Mapping, np.ndarray)  # no columns are left of these
# What says something of an answer, or of which kind an item is, and not where it comes from.
NO_GROUPS = {
    *(name for role in ("gold", "prediction", "score", "correct") for name in ROLES[role].known),
    *("category", "categories", "class", "labels", "targets", "choices", "predictions", "outputs"),
}


def could_group(sources: Sequence[Any], taken: Collection[str]) -> list[str]:
    """Return columns of a table, or fields of a log, by which items could belong together.

    By their names and first cells: those of `taken` have a role or are systems, and gold answers,
    targets, labels, categories, predictions, decimal numbers and lists are none.
    """
    from claimwise.data.folders import is_folder
    from claimwise.data.logs import describe, sniff

    if not sources or isinstance(sources[0], IN_MEMORY):
        return []
    first = sources[0]
    try:
        if isinstance(first, str | Path):
            kind = None if is_folder(Path(first)) else sniff(Path(first))
            if kind is not None:
                fields = [str(name) for name in describe(Path(first), kind=kind)["clusters"]]
                return [n for n in fields if plain(n.split(".")[-1]) not in NO_GROUPS][:MOST_TRIED]
            if is_folder(Path(first)):
                return []
        sample = open_table(first).sample()
    except (ClaimwiseError, OSError):
        return []  # what is wrong was said where the table was read
    free = [n for n in sample if n and n not in taken and plain(n) not in NO_GROUPS]
    return [name for name in free if _labels(sample[name])][:MOST_TRIED]


def _labels(texts: Sequence[str]) -> bool:
    """Whether first cells could be labels that come again: no lists, and no decimal numbers."""
    some = [text.strip() for text in texts if text.strip()]
    if NESTED in texts or len(set(some)) < 2:
        return False
    return not any(kind_of(text) == "number" and not text.lstrip("+-").isdigit() for text in some)


def can_group(groups: int, items: int) -> bool:
    """Whether so many values of a column, which repeat over items, could be clusters of them."""
    return FEWEST <= groups < items


def groups_items(scores: Scores) -> bool:
    """Whether the clusters of scores have many values that repeat over items."""
    if scores.cluster is None or bool((scores.cluster.codes < 0).any()):
        return False
    return can_group(len(np.unique(scores.cluster.codes)), len(np.unique(scores.item.codes)))
