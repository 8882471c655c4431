"""Where the expected gains of a survey come from: the other comparisons, the table, or both."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result

OTHERS, TABLE, BOTH = "others", "table", "both"
GAIN = {
    OTHERS: "the gain that the other comparisons predict",
    TABLE: "the gain that the table expects",
    BOTH: "the gain that the table expects or else the other comparisons predict",
}


def gains_from(result: Result) -> str:
    """Return where expected gains come from; empty where there are none."""
    known = sum(not isnan(row.estimate) for row in result.select("expected_difference"))
    given = result.provenance["settings"].get("gains_told", 0)
    if not known:
        return ""
    return OTHERS if not given else TABLE if given >= known else BOTH
