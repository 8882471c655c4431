"""Scores that never vary: a tie of answers all right or all wrong, and no comparison else."""

from __future__ import annotations

import numpy as np

from claimwise.assess.claims import Claim
from claimwise.assess.evidence import Evidence
from claimwise.core import DataError, Note, as_words, caution, option
from claimwise.data import Differences, Hits


def refuse_all_constant(parts: list[Evidence], claim: Claim) -> list[Note]:
    """Refuse one and the same score everywhere, or say so where that is a tie all the same."""
    values = set().union(*(values_of(evidence) for evidence in parts))
    a, b = parts[0].names
    return refuse_one_value(values, f"{a} and {b}", parts[0], claim)


def refuse_one_value(values: set[float], who: str, first: Evidence, claim: Claim) -> list[Note]:
    """Refuse systems that score one and the same.

    Where all answers are right, or all are wrong, that is a tie: so many equal answers still bound
    the difference. A caution says so, unless the claim is that nothing was lost.
    """
    if len(values) != 1:
        return []
    said = f"{who} score {min(values):g} on every item"
    if not first.binary:
        raise DataError(
            said + ": nothing can be compared.", "Check the metric and the score column."
        )
    if claim.kind != "difference":
        return []
    lost = option("claim", "non-inferiority") + " and " + option("margin")
    remedy = ": a tie. Check the metric and the score column; to show that nothing was lost, use "
    return [caution(as_words(said) + remedy + lost + ".")]


def values_of(evidence: Evidence) -> set[float]:
    """Return the smallest and the largest score of both systems."""
    values: set[float] = set()
    for sample in evidence.alone:
        if isinstance(sample, Hits):
            right = int(sample.hits)
            values |= {0.0} if right == 0 else {1.0} if right == sample.n else {0.0, 1.0}
        elif isinstance(sample, Differences):
            values |= {float(np.min(sample.d)), float(np.max(sample.d))}
    return values
