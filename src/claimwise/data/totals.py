"""Tables of totals: how many items each system got right, of how many."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, Note, assumed
from claimwise.data.columns import Table
from claimwise.data.long import missing_column
from claimwise.data.numbers import NUMBER
from claimwise.data.roles import Roles
from claimwise.data.scores import Totals

UP_TO_TEN = 10.0  # numbers without a sign up to which per cent are not taken for granted


def read_totals(table: Table, roles: Roles, system: str | None) -> Totals:
    """Read the columns system, correct or accuracy, n and, if there is one, dataset."""
    labels = [role for role in ("system", "dataset") if roles.get(role)]
    if "system" not in labels and system is None:
        raise missing_column(table, "system")
    columns = {r: roles.columns[r] for r in ("correct", "n", "accuracy") if roles.get(r)}
    shares = columns.get("accuracy") if "correct" not in columns else None
    texts_of = [roles.columns[role] for role in labels] + ([shares] if shares else [])
    counts = [name for name in columns.values() if name != columns.get("accuracy")]
    loaded = table.load(texts_of, counts)
    texts = {role: list(loaded.labels[roles.columns[role]]) for role in labels}
    systems = texts.get("system", [system or ""] * loaded.rows)
    datasets = texts.get("dataset", [""] * loaded.rows)
    n = _whole(table, columns["n"], loaded.scores[columns["n"]])
    notes: tuple[Note, ...] = ()
    if shares:
        correct, notes = _counted(table, shares, list(loaded.labels[shares]), n)
    else:
        correct = _whole(table, columns["correct"], loaded.scores[columns["correct"]])
    seen: dict[tuple[str, str], int] = {}
    for row, key in enumerate(zip(datasets, systems, strict=True)):
        if not key[1]:
            raise DataError(f"Row {row + 1} of {table.name} has no system.")
        if key in seen:
            where = f" on {key[0]}" if key[0] else ""
            raise DataError(
                f"{key[1]}{where} has two totals, in rows {seen[key] + 1} and {row + 1} of "
                f"{table.name}."
            )
        seen[key] = row
        if not n[row] >= 1 or correct[row] > n[row]:
            raise DataError(
                f"Row {row + 1} of {table.name} has {columns.get('correct', 'correct')} "
                f"{correct[row]:,} of {columns['n']} {n[row]:,}, which cannot be."
            )
    inferred = [g for g in roles.inferred if g.role in ("system", "dataset", *columns)]
    return Totals(
        dataset=tuple(datasets),
        system=tuple(systems),
        correct=correct,
        n=n,
        inferred=tuple(inferred),
        notes=notes,
    )


def _counted(
    table: Table, column: str, texts: list[str], n: NDArray[np.int64]
) -> tuple[NDArray[np.int64], tuple[Note, ...]]:
    """Return how many were right, from shares or per cent and the digits that are written.

    Refuses a share that no whole number of right answers gives, rounded as it is written.
    """
    cells = [text.strip().removesuffix("%").strip() for text in texts]
    odd = next((row for row, cell in enumerate(cells) if not NUMBER.fullmatch(cell)), None)
    if odd is not None:
        found = repr(texts[odd]) if texts[odd].strip() else "nothing"
        raise DataError(
            f"Column {column} has {found} in row {odd + 1} of {table.name}.",
            "Write the share or the per cent of right answers.",
        )
    percent = _in_percent(table, column, texts, [float(cell) for cell in cells])
    scale = 100 if percent else 1
    correct, unsure = np.zeros(len(cells), np.int64), 0.0
    for row, cell in enumerate(cells):
        share = Decimal(cell) / scale
        exponent = share.as_tuple().exponent
        slack = Decimal(1).scaleb(int(exponent)) / 2 * int(n[row])  # half a unit, in items
        exact = share * int(n[row])
        count = int(exact.to_integral_value(ROUND_HALF_EVEN))
        if not 0 <= share <= 1 or abs(exact - count) > slack + Decimal("1e-9"):
            raise DataError(
                f"Row {row + 1} of {table.name} has {column} {texts[row]} of {n[row]:,} items, "
                f"which no whole number of right answers gives ({float(exact):.6g}).",
                "Give the number of right answers in a column correct.",
            )
        correct[row] = count
        unsure = max(unsure, float(slack))
    unit = "per cent" if percent else "shares"
    said = f"Right answers are counted from {column}, in {unit}, and the number of items"
    off = f"; rounded as it is, a count may be off by {int(unsure):,}" if unsure >= 1 else ""
    return correct, (assumed(f"{said}{off}."),)


def _in_percent(table: Table, column: str, texts: list[str], values: list[float]) -> bool:
    """Whether the shares are in per cent; asks where that cannot be seen.

    Without a sign, numbers up to ten may be means of a scale, and some below 1 next to others
    above may be shares next to per cent.
    """
    signs = ["%" in text for text in texts]
    if all(signs):
        return True
    above = [row for row, value in enumerate(values) if value > 1]
    below = [row for row, value in enumerate(values) if 0 < value <= 1]
    if not above and not any(signs):
        return False
    if any(signs) or below:
        other = signs.index(not signs[0]) if any(signs) else (below if above[0] == 0 else above)[0]
        found = f"{texts[0].strip()} and {texts[other].strip()}: shares and per cent"
    elif max(values) <= UP_TO_TEN:
        found = f"{texts[above[0]].strip()}: that may be per cent, or a mean on another scale"
    else:
        return True
    raise DataError(
        f"Column {column} of {table.name} has {found}.",
        "Write a per cent sign in each row, as 3.2%, or shares of right answers, as 0.032; means "
        "of graded scores are compared item by item.",
    )


def _whole(table: Table, column: str, values: NDArray[np.float64]) -> NDArray[np.int64]:
    odd = np.flatnonzero(~((values >= 0) & (values <= 1e15) & (values == np.floor(values))))
    if len(odd):
        found = "nothing" if np.isnan(values[odd[0]]) else f"{values[odd[0]]:g}"
        raise DataError(
            f"Column {column} has {found} in row {odd[0] + 1} of {table.name}.",
            "Totals are whole numbers of at least 0.",
        )
    return values.astype(np.int64)
