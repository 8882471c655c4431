"""Confusion tables as TOML files: written by hand or by a fit to a pilot, read by a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import DataError, check_probability, did_you_mean
from claimwise.core.toml import assigned, comment, read_toml, rows_of
from claimwise.kernels.arrays import Floats
from claimwise.worlds.confusion import ConfusionTables, labels_of
from claimwise.worlds.confusion_cells import numbers_of, refuse_cells
from claimwise.worlds.paired_accuracy import PairedAccuracy

KEYS = ("classes", "prior", "positive", "counts", "tables", "simple")
SIMPLE = ("accuracy_a", "accuracy_b", "agreement", "same_error")


def read_tables(path: str | Path) -> ConfusionTables:
    """Read confusion tables from a file.

    ``classes``, ``prior`` and either ``[tables]``, with a table for each class, or ``[simple]``,
    with the same error rates in every class.
    """
    found = read_toml(path)
    try:
        return tables_of(found)
    except DataError as error:
        raise DataError(f"{path}: {error}") from error  # its keys are no options


def tables_of(found: Mapping[str, Any]) -> ConfusionTables:
    """Return the tables that a mapping of the form of a file holds."""
    _known("confusion tables", found, KEYS)
    if "classes" not in found:
        raise DataError("confusion tables", "a list of classes", "none")
    forms = [key for key in ("tables", "simple") if key in found]
    if len(forms) != 1 or not isinstance(found[forms[0]], Mapping):
        there = " and ".join(f"[{key}]" for key in forms) or "neither"
        raise DataError("confusion tables", "[tables] or [simple], one of them", there)
    classes = labels_of(found["classes"])
    positive = found.get("positive")
    if forms == ["simple"]:
        if _counted(found):
            raise DataError("[simple]", "shares, and so no counts = true", "counts = true")
        prior = _prior(found)
        simple = simple_tables(len(classes), **_simple(found["simple"]))
        return ConfusionTables.of(classes, prior, simple, positive)
    tables = _named(classes, found["tables"])
    if _counted(found):
        k = len(classes)
        counts = [_counts(label, t, k) for label, t in zip(classes, tables, strict=True)]
        sizes = np.array([table.sum() for table in counts])
        prior = found.get("prior", sizes / sizes.sum())
        shares = [table / size for table, size in zip(counts, sizes, strict=True)]
        return ConfusionTables.of(classes, prior, shares, positive)
    return ConfusionTables.of(classes, _prior(found), tables, positive)


def simple_tables(
    classes: int,
    *,
    accuracy_a: float,
    accuracy_b: float,
    agreement: float,
    same_error: float | None = None,
) -> Floats:
    """Return tables with the same error rates in every class.

    Parameters
    ----------
    classes : int
        How many.
    accuracy_a, accuracy_b : float
        Share of right labels, the same in every class.
    agreement : float
        Share of items on which both are right or both are wrong.
    same_error : float, optional
        Of items that both get wrong, the share on which both say the same. By default as if each
        chose its wrong label by itself, evenly.

    Returns
    -------
    array (classes, classes, classes)
    """
    a = check_probability("accuracy_a", accuracy_a)
    b = check_probability("accuracy_b", accuracy_b)
    cell = PairedAccuracy(b - a, agreement, a).cells()
    wrong = classes - 1
    same = 1 / wrong if same_error is None else check_probability("same_error", same_error)
    if wrong == 1 and same != 1:
        raise DataError("same_error", "1 with two classes: there is one wrong label", f"{same:g}")
    found = np.empty((classes, classes, classes))
    for c, table in enumerate(found):
        table[:] = cell["both wrong"] * (1 - same) / max(1, wrong * (wrong - 1))
        np.fill_diagonal(table, cell["both wrong"] * same / wrong)
        table[c, :] = cell["only A"] / wrong
        table[:, c] = cell["only B"] / wrong
        table[c, c] = cell["both right"]
    return found


def toml_of(
    classes: Sequence[str],
    prior: Floats,
    tables: Floats,
    *,
    counts: bool = False,
    positive: str | None = None,
    notes: Sequence[str] = (),
) -> str:
    """Return a file that `read_tables` reads."""
    lines = [comment(line) for note in notes for line in str(note).splitlines()]
    lines.append(assigned("classes", list(classes)))
    if positive is not None:
        lines.append(assigned("positive", positive))
    lines.append(assigned("prior", _row(prior), "share of each class"))
    if counts:
        lines.append("counts = true  # the tables hold numbers of items")
    lines += ["", "[tables]  # of the items of each class: rows what A says, columns what B says"]
    for label, table in zip(classes, tables, strict=True):
        lines.append(rows_of(label, map(_row, table)))
    return "\n".join(lines) + "\n"


def _row(values: Floats) -> list[float]:
    return [int(x) if x == int(x) else float(x) for x in values]


def _known(who: str, found: Mapping[str, Any], keys: Sequence[str]) -> None:
    """Refuse a key that would be passed over."""
    odd = next((key for key in found if key not in keys), None)
    if odd is not None:
        raise DataError(who, f"keys among {', '.join(keys)}", repr(odd), did_you_mean(odd, keys))


def _counted(found: Mapping[str, Any]) -> bool:
    """Return whether the tables hold numbers of items, not shares."""
    given = found.get("counts", False)
    if not isinstance(given, bool):
        raise DataError("counts", "true or false, without quotes", repr(given))
    return given


def _prior(found: Mapping[str, Any]) -> Any:
    if "prior" not in found:
        raise DataError("confusion tables", "a prior: the share of each class", "none")
    return found["prior"]


def _simple(given: Mapping[str, Any]) -> dict[str, Any]:
    _known("[simple]", given, SIMPLE)
    missing = [key for key in SIMPLE[:3] if key not in given]
    if missing:
        raise DataError("[simple]", ", ".join(SIMPLE[:3]), f"no {missing[0]}")
    return dict(given)


def _named(classes: Sequence[str], given: Mapping[str, Any]) -> list[Any]:
    """Return the tables in the order of the classes; each class has one, and no other has."""
    missing = [label for label in classes if label not in given]
    if missing:
        raise DataError("[tables]", "a table for each class", f"none for {missing[0]!r}")
    _known("[tables]", given, classes)
    return [given[label] for label in classes]


def _counts(label: str, table: Any, k: int) -> Floats:
    """Return numbers of items, at least one of them."""
    who = f"the table of class {label!r}"
    rows = f"{k} rows (what A says) of {k} counts (what B says)"
    found = numbers_of(who, table, (k, k), rows)
    needs = "counts from 0 on, not all 0"
    refuse_cells(who, needs, found)
    if not found.sum():
        raise DataError(who, needs, "no items at all")
    return found
