"""The columns of a table of published comparisons, as texts: by role, or by their own name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from claimwise.core import Note, inferred
from claimwise.data import digest, read_columns
from claimwise.data.fields import MISSING

WHO = "a survey"

# The column that may carry each quantity, the preferred name first; "" marks it optional.
ROLES: dict[str, tuple[str, ...]] = {
    "n": ("n", "size", "items"),
    "baseline": ("baseline", "previous_best", "accuracy_a", "score_a"),
    "new": ("new", "candidate", "accuracy_b", "score_b"),
    "agreement": ("agreement", "overlap", ""),
    "expected": ("expected", "expected_difference", ""),
    "sd": ("sd", ""),
    "low": ("low", "min", ""),
    "high": ("high", "max", ""),
    "name": ("name", "model", "system", ""),
    "task": ("task", "dataset", ""),
    "paper": ("paper", "source", "link", ""),
}
DIFFERENCE = "difference"  # may be asked of a table that has no such column
Texts = dict[str, list[str]]
THOUSANDS = re.compile(r"^\d{1,3}(,\d{3})+$")


@dataclass(frozen=True, slots=True)
class Written:
    """A table as it is written: texts by role, and by the names that conditions use."""

    roles: Texts
    named: Texts
    headers: Mapping[str, str]  # the column that plays each role
    digest: str | None
    notes: list[Note]

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.roles["n"])

    def column(self, role: str) -> str:
        """Return how messages call the column of a role: by its header."""
        header = self.headers[role]
        return f"column {header}" + ("" if header == role else f" ({role})")

    def cell(self, role: str, i: int) -> str:
        """Return what stands in a cell, and where."""
        return f"{self.roles[role][i].removesuffix('.0')} in row {i + 1}"


def read_table(table: Any, named: Sequence[str]) -> Written:
    """Return the columns by their roles and those that filters name, with notes on the choice.

    Cells without a value are empty texts, whatever program left them empty.
    """
    wanted: dict[str, tuple[str, ...]] = {f"={name}": (name.strip().lower(),) for name in named}
    wanted |= {f"?{name}": (name, "") for names in ROLES.values() for name in names if name}
    wanted |= {f"?{DIFFERENCE}": (DIFFERENCE, "")}
    found = read_columns(table, {**ROLES, **wanted})
    texts = {role: [_text(value) for value in values] for role, values in found.items()}
    roles = {role: values for role, values in texts.items() if role in ROLES}
    headers = {role: next(n for n in ROLES[role] if f"?{n}" in texts) for role in roles}
    own = {DIFFERENCE: texts[f"?{DIFFERENCE}"]} if f"?{DIFFERENCE}" in texts else {}
    return Written(
        roles=roles,
        named={name: texts[f"={name}"] for name in named} | own,
        headers=headers,
        digest=digest(table),
        notes=[*_unused(texts), *_one_case(roles)],
    )


def without_commas(text: str) -> str:
    """Return a size without the commas between its thousands; other commas stay."""
    return text.replace(",", "") if THOUSANDS.match(text) else text


def _unused(texts: Texts) -> list[Note]:
    """Say which columns could have been meant, where several could play one role."""
    notes = []
    for role, names in ROLES.items():
        taken, *others = [name for name in names if f"?{name}" in texts] or [""]
        notes += [
            inferred(f"Recognised: {role} is column {taken}; column {other} is not read as {role}.")
            for other in others
        ]
    return notes


def _one_case(roles: Texts) -> list[Note]:
    """Give tasks that differ in case alone one name, in place, and say so."""
    if "task" not in roles:
        return []
    spelled: dict[str, set[str]] = {}
    for task in roles["task"]:
        spelled.setdefault(task.lower(), set()).add(task)
    roles["task"] = [min(spelled[task.lower()]) for task in roles["task"]]
    return [
        inferred(f"Recognised: {' and '.join(sorted(names))} are one task, {min(names)}.")
        for names in spelled.values()
        if len(names) > 1
    ]


def _text(value: object) -> str:
    text = "" if value is None else str(value).strip()
    return "" if text in MISSING else text
