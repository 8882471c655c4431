"""What is in a file, as a short list: one line for each file or system."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.numbers import number
from claimwise.report.places import place_of


def inventory(result: Result) -> list[str]:
    """Return a line for the table as a whole, then for each file and system."""
    lines: dict[str, list[str]] = {}
    for row in result.rows:
        count = number(row.estimate) if row.estimate else "0"
        name = row.quantity.removesuffix("s") if row.estimate == 1 else row.quantity
        lines.setdefault(place_of(row), []).append(f"{count} {name}")
    said = [f"{what}: {', '.join(counts)}" for what, counts in lines.items() if what]
    whole = lines.get("")
    return [", ".join(whole), *said] if whole else said
