"""Numbers of a replication from the rows of a plan."""

from __future__ import annotations

from collections.abc import Sequence

from claimwise.core import Result
from papers.base import Number


def simulated(found: Result, estimand: str, failed: str = "") -> Number:
    """Return a row with its studies, but for those whose analysis failed."""
    row = found[estimand]
    lost = found[failed].estimate if failed else 0.0
    studies = round(found.provenance["settings"]["replicates"] * (1 - lost))
    return Number(row.estimate, row.low, row.high, studies)


def powers(
    found: Result, models: Sequence[str], effects: Sequence[str]
) -> dict[tuple[str, str], Number]:
    """Return the power of each analysis at each effect, and what it finds at effect 0."""
    numbers = {}
    for model in models:
        at = {effect: f"[{model}, effect={float(effect):.12g}]" for effect in effects}
        first = at[effects[0]]
        numbers[model, "0"] = simulated(found, f"alpha{first}", f"failed_null{first}")
        for effect, place in at.items():
            numbers[model, effect] = simulated(found, f"power{place}", f"failed{place}")
    return numbers
