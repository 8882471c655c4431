"""Notes by what they tell: what was assumed, inferred or left out, what is meant, what to heed.

A note is a plain sentence that begins with fixed words. One that begins otherwise is to be heeded:
so no note is ever lost, only less well placed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

ASSUMED = "assumed"
INFERRED = "inferred"
DROPPED = "dropped"
MEANT = "meant"
UNDETECTED = "undetected"
HEED = "heed"
KINDS = (ASSUMED, INFERRED, DROPPED, MEANT, UNDETECTED, HEED)

# In this order; the first that fits decides. Under a comparison's name ("b vs a: Prior ...") a
# note is of the same kind as without it.
PATTERNS: tuple[tuple[str, str], ...] = (
    (DROPPED, r"Dropped: "),
    (DROPPED, r"Missing: "),
    (DROPPED, r"Rows without a score: "),
    (DROPPED, r"Items: .* (compared|are scored)"),
    (DROPPED, r"[\d,]+ (of [\d,]+ )?(items?|rows?|judgements?|instances?|samples?) .*left out"),
    (DROPPED, r".*\bleft out\b.*(answered|split|perturbation|winner|pairs of systems)"),
    (DROPPED, r".*: [\d,]+ (samples?|instances?|scores?) (not scored|without a value|missing)"),
    (DROPPED, r".*, so without a score"),
    (DROPPED, r"[\d,]+ empty cells? (is|are) "),
    (DROPPED, r"[\d,.]+ of that prior lies on differences"),
    (INFERRED, r"Recognised: "),
    (INFERRED, r"Test: "),
    (INFERRED, r"Test [\w-]+: "),
    (INFERRED, r"Interval: "),
    (INFERRED, r"Signature\b"),
    (INFERRED, r"Pilot: "),
    (INFERRED, r"[\d,]+ items; answers to an item: "),
    (INFERRED, r"Totals alone do not say"),
    (INFERRED, r"Scores are right or wrong"),
    (INFERRED, r"Planned with "),
    (INFERRED, r"Distribution of the items' "),
    (INFERRED, r"Answers pile up at an end"),
    (INFERRED, r"epsilon_[ab] of "),
    (INFERRED, r"The share of the data at this look was taken"),
    (ASSUMED, r"Assumed "),
    (ASSUMED, r"Null hypothesis"),
    (ASSUMED, r"Prior\b"),
    (ASSUMED, r"World [\w./-]+: "),
    (ASSUMED, r"Before the data items differ"),
    (ASSUMED, r"Prices: "),
    (ASSUMED, r"An effect of "),
    (ASSUMED, r"Raters lean to a system"),
    (ASSUMED, r"The items of a study are drawn"),
    (ASSUMED, r"Equally good systems: "),
    (ASSUMED, r"To give the difference, some items are drawn"),
    (ASSUMED, r"True scores are those of the expected counts"),
    (ASSUMED, r"Combined: "),
    (ASSUMED, r"Independent are the "),
    (ASSUMED, r"Detectable difference: "),
    (ASSUMED, r"The looks before this one are taken"),
    (ASSUMED, r"The two systems see different items"),
    (ASSUMED, r".* are treated as scored on different items"),
    (ASSUMED, r"The difference is the (mean over|share of wins)"),
    (ASSUMED, r"Expected power is over "),
    (ASSUMED, r"[\d,]+ (ratings|judgements): "),
    (ASSUMED, r"Each rater gives "),
    (ASSUMED, r"No rater meets an item twice"),
    (ASSUMED, r"Every rater sees "),
    (ASSUMED, r"Alpha is spent by "),
    (UNDETECTED, r"What could have been detected is not defined"),
    (MEANT, r"(mde and sample_size|assurance|expected_power|true_p|left_out_error) (is|are) "),
    (MEANT, r"Rows (without \[exact\]|marked simulated) "),
    (MEANT, r"[\d,]+ comparisons, corrected by (?!none)"),
    (MEANT, r"p-values and intervals by the largest t "),
    (MEANT, r"(Odds ratio|Cohen's d|Probability of superiority|Agreement): "),
    (MEANT, r"Data sets as clusters \("),
    (MEANT, r"[^ ]+: lower scores are better"),
    (MEANT, r"The interval beside the p-value holds at all looks"),
    # Of a fit, the checks that it passes.
    (MEANT, r".*: (100|\d\d|[5-9])\.\d+% of [\d,]+ simulated data sets are at least as far"),
)
_COMPILED = tuple((kind, re.compile(pattern)) for kind, pattern in PATTERNS)
_OWN = re.compile(r"^[^:]+ vs [^:]+: (?=[A-Z])")  # whose note it is


def kind_of_note(note: str) -> str:
    """Return what a note tells: assumed, inferred, dropped, meant, or to be heeded.

    >>> kind_of_note("Dropped: 3 items, because B has no score there.")
    'dropped'
    >>> kind_of_note("new vs old: Prior: Beta(1, 1).")
    'assumed'
    """
    text = _OWN.sub("", note)
    return next((kind for kind, pattern in _COMPILED if pattern.match(text)), HEED)


def sorted_notes(notes: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the notes under each kind, in their order; every note once."""
    return {kind: tuple(n for n in notes if kind_of_note(n) == kind) for kind in KINDS}
