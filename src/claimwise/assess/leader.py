"""Of many systems: is there one that beats each other one beyond doubt?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isnan, nan

from claimwise.assess.claims import CONTRADICTED, INCONCLUSIVE, SUPPORTED, Claim
from claimwise.core import Row


def without_direction(claim: Claim, baseline: str | None) -> bool:
    """Whether nothing says which system of a pair is to be the better one."""
    two_sided = claim.kind == "difference" and claim.alternative == "two-sided"
    return baseline is None and two_sided


def verdict_of_all(verdicts: Sequence[Row], systems: int = 0) -> Row:
    """Return the verdict on all pairs of systems, as a row without a place.

    Each pair is judged two-sided: 1 where B is better, -1 where A is. Supported where one system is
    the better one in all its pairs, under each metric, else open. It is never contradicted: which
    system of a pair is B follows from the order of names, so nothing was claimed of B. Undefined
    where no pair could be judged. Where not all pairs of so many `systems` were compared, only one
    that was compared with each other one can be the better one of all.

    >>> apart = Row(quantity="verdict", at={"b": "new", "a": "old"}, estimate=1)
    >>> verdict_of_all([apart]).estimate, verdict_of_all([apart]).at
    (1, {})
    """
    if all(isnan(row.estimate) for row in verdicts):
        return Row(quantity="verdict", estimate=nan)
    beaten_or_open: set[object] = set()
    for row in verdicts:
        beaten_or_open |= {row.at["a"]} if row.estimate != CONTRADICTED else set()
        beaten_or_open |= {row.at["b"]} if row.estimate != SUPPORTED else set()
    compared = Counter(row.at[side] for row in verdicts for side in ("a", "b"))
    known = {name for name, pairs in compared.items() if pairs >= systems - 1}
    value = SUPPORTED if known - beaten_or_open else INCONCLUSIVE
    return Row(quantity="verdict", estimate=value)
