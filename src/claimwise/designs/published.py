"""The lists of Howcroft and Rieser (2021), as their code makes them, for replication.

Four rows to a list, two of each system; lists go to raters in turns, five to each. Every further
rating of a text is a clone of the whole block with new raters, who see the very same lists. In
the released code rater ids begin with 0 where vectors begin with 1: the effects of the first
rater's rows are dropped, and the others move up and begin again where they end. So a rating can
carry the habits of another rater than the one whom the model is told.
"""

from __future__ import annotations

import numpy as np

from claimwise.core import ParameterError, check_count, option
from claimwise.designs.assignment import Assignment

ROWS, LISTS = 4, 5  # of a list, of a rater


def published(items: int, ratings_per_item: int, *, shifted: bool = True) -> Assignment:
    """Return the published design; `shifted` with the error of its generator, or without.

    >>> found = published(100, 3, shifted=False)
    >>> found.n, found.raters, sorted(set(found.loads().tolist()))
    (600, 30, [20])
    """
    items, copies = check_count("items", items), check_count("ratings_per_item", ratings_per_item)
    if items % 10:
        raise ParameterError(option("design", "published"), "items in tens", option("items", items))
    raters = 2 * items // (ROWS * LISTS)
    item = np.tile(np.arange(items), 2)
    system = (np.arange(2 * items) + np.repeat([0, 1], items)) % 2
    rater = np.arange(2 * items) // ROWS % raters
    block = np.repeat(np.arange(copies), 2 * items)
    rater = np.tile(rater, copies) + block * raters
    carrier = None
    if shifted:
        kept = rater[rater > 0]
        carrier = kept[np.arange(len(rater)) % len(kept)]
    return Assignment(
        "published lists, ids shifted" if shifted else "published lists, corrected",
        rater,
        np.tile(item, copies),
        np.tile(system, copies),
        carrier=carrier,
    )
