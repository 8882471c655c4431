"""Numbers of a replication from the rows of a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimwise.core import Result
from papers.base import Value


def values_of(
    found: Result, where: Mapping[str, object], models: Sequence[str], effects: Sequence[str]
) -> list[Value]:
    """Return the power of each analysis at each effect, and what it finds at effect 0."""
    shared = tuple((name, str(value)) for name, value in where.items())
    studies = int(found.provenance["settings"]["replicates"])
    values = []
    for model in models:
        for effect in ("0", *effects):
            null = effect == "0"
            at = f"[{model}, effect={float(effects[0] if null else effect):.12g}]"
            row = found[f"alpha{at}" if null else f"power{at}"]
            failed = found[f"failed_null{at}" if null else f"failed{at}"].estimate
            values.append(
                Value(
                    (*shared, ("analysis", model), ("effect", effect)),
                    "power",
                    row.estimate,
                    row.low,
                    row.high,
                    round(studies * (1 - failed)),
                )
            )
    return values
