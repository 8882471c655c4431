"""A claim, under the name by which the comparisons of this room know it."""

from claimwise.htest.claims import (
    BETTER,
    CONTRADICTED,
    FLIPPED,
    INCONCLUSIVE,
    KINDS,
    SUPPORTED,
    Claim,
    Hypothesis,
)

__all__ = [
    "BETTER",
    "CONTRADICTED",
    "FLIPPED",
    "INCONCLUSIVE",
    "KINDS",
    "SUPPORTED",
    "Claim",
    "Hypothesis",
]
