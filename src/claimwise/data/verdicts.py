"""Read right/wrong verdicts of two systems on the same items."""

from __future__ import annotations

from typing import Any

from claimwise.core import DataError, did_you_mean
from claimwise.data.pairs import Pairs
from claimwise.data.tables import digest, read_columns

# The names under which a column may come, the preferred one first.
ROLES = {
    "item": ("item", "item_id", "id", "question", "example", "doc_id"),
    "system": ("system", "model", "system_name", "model_name"),
    "correct": ("correct", "score", "is_correct", "right", "acc", "accuracy"),
}
VERDICTS = {"1": 1, "0": 0, "1.0": 1, "0.0": 0, "true": 1, "false": 0}


def read_pairs(source: Any, *, a: str | None = None, b: str | None = None) -> Pairs:
    """Read a long table (item, system, correct) and pair the two systems' verdicts.

    Parameters
    ----------
    source : path or data frame
        One row for each item and system; `correct` is 0/1 or true/false.
    a, b : str, optional
        The baseline and the candidate. Needed when there are more than two systems; with
        two, the first one in the file is the baseline.
    """
    columns = read_columns(source, ROLES, who="the pilot")
    table: dict[str, dict[str, int]] = {}
    rows = zip(columns["item"], columns["system"], columns["correct"], strict=True)
    for number, (item, system, correct) in enumerate(rows, start=1):
        verdicts = table.setdefault(str(system), {})
        if str(item) in verdicts:
            raise DataError(
                "the pilot",
                "one verdict for each item and system",
                f"a second one for item {item} of {system} in row {number}",
            )
        verdict = VERDICTS.get(str(correct).strip().lower())
        if verdict is None:
            raise DataError(
                "the pilot",
                "verdicts 0 or 1 (or true, false)",
                f"{correct!r} for item {item} of {system} in row {number}",
            )
        verdicts[str(item)] = verdict
    baseline, candidate = _choose(list(table), a, b)
    _refuse_unmatched(table, baseline, candidate)
    items = list(table[baseline])
    return Pairs(
        [table[baseline][item] for item in items],  # type: ignore[arg-type]
        [table[candidate][item] for item in items],  # type: ignore[arg-type]
        names=(baseline, candidate),
        provenance={"data": digest(source)},
    )


def _choose(systems: list[str], a: str | None, b: str | None) -> tuple[str, str]:
    if len(systems) < 2:
        raise DataError("the pilot", "two systems", f"only {systems[0]}")
    for name in (a, b):
        if name is not None and name not in systems:
            raise DataError(
                "the pilot",
                f"a system called {name}",
                f"only {', '.join(systems)}",
                did_you_mean(name, systems),
            )
    if a is not None and a == b:
        raise DataError("the pilot", "two different systems", f"{a} twice")
    if len(systems) > 2 and (a is None or b is None):
        raise DataError(
            "the pilot",
            "the two systems to compare",
            f"{len(systems)}: {', '.join(systems)}",
            "Name the baseline with a and the candidate with b.",
        )
    rest = [name for name in systems if name not in (a, b)]
    first = a if a is not None else rest.pop(0)
    return first, b if b is not None else rest[0]


def _refuse_unmatched(table: dict[str, dict[str, int]], a: str, b: str) -> None:
    only_a, only_b = table[a].keys() - table[b].keys(), table[b].keys() - table[a].keys()
    if only_a or only_b:
        example = min(only_a or only_b)
        raise DataError(
            "the pilot",
            "the same items under both systems",
            f"{len(only_a)} items with {a} alone and {len(only_b)} with {b} alone, "
            f"such as {example}",
            "Remove them or add the missing verdicts.",
        )
