"""Read right/wrong verdicts of two systems on the same items."""

from __future__ import annotations

from typing import Any

from claimwise.core import DataError
from claimwise.data.choose_pair import choose_pair
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
    columns = read_columns(source, ROLES)
    table: dict[str, dict[str, int]] = {}
    rows = zip(columns["item"], columns["system"], columns["correct"], strict=True)
    for number, (item, system, correct) in enumerate(rows, start=1):
        verdicts = table.setdefault(str(system), {})
        if str(item) in verdicts:
            raise DataError(
                f"Row {number} of the pilot is a second verdict on item {item} of {system}."
            )
        verdict = VERDICTS.get(str(correct).strip().lower())
        if verdict is None:
            raise DataError(
                f"Row {number} of the pilot has the verdict {correct!r}, on item {item} of "
                f"{system}.",
                "Write 0 or 1, or true or false.",
            )
        verdicts[str(item)] = verdict
    baseline, candidate = choose_pair(list(table), a, b, source)
    _refuse_unmatched(table, baseline, candidate)
    items = list(table[baseline])
    return Pairs(
        [table[baseline][item] for item in items],  # type: ignore[arg-type]
        [table[candidate][item] for item in items],  # type: ignore[arg-type]
        names=(baseline, candidate),
        provenance={"data": digest(source)},
    )


def _refuse_unmatched(table: dict[str, dict[str, int]], a: str, b: str) -> None:
    only_a, only_b = table[a].keys() - table[b].keys(), table[b].keys() - table[a].keys()
    if only_a or only_b:
        example = min(only_a or only_b)
        raise DataError(
            f"{a} and {b} were scored on different items: {len(only_a)} of {a} alone and "
            f"{len(only_b)} of {b} alone, such as {example}.",
            "Remove them or add the missing verdicts.",
        )
