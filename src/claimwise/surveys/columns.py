"""The columns of a table of published comparisons, as texts: by role, or by their own name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from claimwise.core import Note, inferred
from claimwise.data import digest, read_roles
from claimwise.data.fields import MISSING, column_names
from claimwise.data.role_names import OF_SURVEYS, plain
from claimwise.data.roles import Roles

WHO = "a survey"

NEEDED = ("n", "baseline", "new")
RENAME = "Rename the column that has it."
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
    own = [name for name in column_names(table) if plain(name) == DIFFERENCE][:1]
    roles, cells = read_roles(table, OF_SURVEYS, also=[*named, *own])
    for role in NEEDED:
        roles.need(role, RENAME)
    texts = {name: [_text(value) for value in values] for name, values in cells.items()}
    by_role = {role: texts[roles.columns[role]] for role in OF_SURVEYS if roles.get(role)}
    return Written(
        roles=by_role,
        named={name: texts[name] for name in named} | ({DIFFERENCE: texts[own[0]]} if own else {}),
        headers=dict(roles.columns),
        digest=digest(table),
        notes=[*_unused(roles), *_one_case(by_role)],
    )


def without_commas(text: str) -> str:
    """Return a size without the commas between its thousands; other commas stay."""
    return text.replace(",", "") if THOUSANDS.match(text) else text


def _unused(roles: Roles) -> list[Note]:
    """Say which columns could have been meant, where several could play one role."""
    return [
        inferred(f"Recognised: {role} is column {taken}; column {other} is not read as {role}.")
        for role, taken in roles.columns.items()
        for other in roles.able[role][1:]
    ]


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
