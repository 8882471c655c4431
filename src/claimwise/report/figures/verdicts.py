"""What is concluded of a difference, in a word, and how that is marked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import At, Result, Row
from claimwise.report.figures.parts import row_at

GOOD, OPEN, BAD, SAME, NONE = "good", "open", "bad", "same", "none"  # how a verdict is marked
MARKS = {1.0: GOOD, 0.0: OPEN, -1.0: BAD}
EITHER = {1.0: "better", 0.0: "open", -1.0: "worse"}
CLAIM = {1.0: "supported", 0.0: "open", -1.0: "contradicted"}
MARGIN = {1.0: "pass", 0.0: "open", -1.0: "fail"}
REGION = {1.0: ("different", GOOD), 0.0: ("undecided", OPEN), -1.0: ("equivalent", SAME)}
# Tests whose null is that A and B answer alike: refuted, it does not say that one is better.
OF_ALIKE = ("response-permutation", "responder-permutation")
NOT_ALIKE = "not alike"


def verdict_of(
    result: Result, at: At, settings: Mapping[str, Any], *, turn: bool = False
) -> tuple[str, str]:
    """Return what is concluded at a place; of A and B in turn where the difference is turned."""
    row, region = row_at(result, "verdict", at), row_at(result, "hdi_rope", at)
    if row is None:
        return ("", NONE) if region is None else REGION.get(region.estimate, ("", NONE))
    claim = settings.get("claim", "difference")
    two_sided = claim == "difference" and settings.get("alternative") == "two-sided"
    value = -row.estimate if turn and two_sided and row.estimate else row.estimate
    if settings.get("test") in OF_ALIKE:
        word = NOT_ALIKE if value > 0 or (value < 0 and two_sided) else "open"
        return word, OPEN if word == "open" else MARKS.get(value, NONE)
    words = EITHER if two_sided else MARGIN if settings.get("margin") else CLAIM
    return words.get(value, "not defined"), MARKS.get(value, NONE)


def by_pvalue(row: Row, *, higher: bool | None = None) -> tuple[str, str]:
    """Return what the p-value of a row says at the level of its interval.

    Where it is known whether `higher` is better, in the words better and worse.
    """
    if row.pvalue is None or row.level is None:
        return "", NONE
    if row.pvalue > 1 - row.level:
        return "open", OPEN
    up = row.estimate > 0
    if higher is None:
        return ("higher", GOOD) if up else ("lower", BAD)
    return ("better", GOOD) if up == higher else ("worse", BAD)
