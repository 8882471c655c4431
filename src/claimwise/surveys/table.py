"""Published comparisons as numbers, checked once: sizes, scores, and what else is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, isfinite, isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import (
    At,
    DataError,
    Note,
    ParameterError,
    check_count,
    counted,
    dropped,
    inferred,
)
from claimwise.core.check import LARGEST_COUNT
from claimwise.kernels.arrays import Floats, Ints
from claimwise.surveys.columns import (
    DIFFERENCE,
    WHO,
    Texts,
    Written,
    read_table,
    without_commas,
)
from claimwise.surveys.filters import Condition, conditions
from claimwise.surveys.names import blanks, keys, labels, repeated, task_labels
from claimwise.surveys.units import as_shares, on_one_scale

Mask = NDArray[np.bool_]
NEEDED = ("n", "baseline", "new")
NUMBERS = (*NEEDED, "agreement", "expected", "sd", "low", "high")
DIGITS = 12  # of a difference; the rest is rounding of the scores it is made of


@dataclass(frozen=True, slots=True, eq=False)
class Comparisons:
    """Published comparisons, one entry each; NaN where a number is not known.

    `chosen` marks those that the survey is about, `fitted` those that predictions learn from.
    """

    keys: tuple[At, ...]  # where the rows of each stand
    n: Ints
    baseline: Floats
    new: Floats
    agreement: Floats
    expected: Floats
    sd: Floats
    tasks: tuple[str, ...] | None  # as rows call them; different tasks are spelled differently
    papers: tuple[str, ...] | None  # empty texts are papers of their own
    chosen: Mask
    fitted: Mask
    digest: str | None
    scaled: bool = False  # whether scores lie between 0 and 1, the ends of their scales
    where: tuple[str, ...] = ()  # the conditions on those it is about, as written
    fit_where: tuple[str, ...] = ()
    notes: tuple[Note, ...] = field(default=())
    difference: Floats = field(init=False)  # new minus baseline

    def __post_init__(self) -> None:
        """Subtract once: every comparison asks for it."""
        object.__setattr__(self, "difference", np.round(self.new - self.baseline, DIGITS))

    def case(self, i: int) -> tuple[float | None, ...]:
        """Return all that the detectable difference of comparison i hangs on."""
        told = (self.n[i], self.baseline[i], self.agreement[i], self.sd[i])
        return tuple(None if isnan(value) else float(value) for value in told)

    @property
    def at(self) -> Ints:
        """Where the comparisons are that the survey is about."""
        return np.flatnonzero(self.chosen)


def read_comparisons(
    table: Any, *, kind: str, percent: bool | None, where: Any, fit_where: Any
) -> Comparisons:
    """Read a table of published comparisons, and say what was taken for what."""
    asked, learnt = conditions("where", where), conditions("fit_where", fit_where)
    named = [c.column for c in (*asked, *learnt) if c.column.lower() != DIFFERENCE]
    written = read_table(table, list(dict.fromkeys(named)))
    numbers = {role: _numbers(written, role) for role in NUMBERS}
    used = np.all([np.isfinite(numbers[role]) for role in NEEDED], axis=0)
    notes = [*_dropped(numbers, written.rows), *written.notes]
    if not used.any():
        found = f"none in {written.rows}"
        raise DataError(WHO, "rows with n, baseline and new", found)
    for i in np.flatnonzero(used):
        _whole(written, float(numbers["n"][i]), int(i))
    as_written = numbers["new"] - numbers["baseline"]
    accuracy = kind == "accuracy"
    notes += (as_shares if accuracy else on_one_scale)(numbers, used, percent, written)
    # Accuracies are asked for in the unit of the table; scores on the scale that they share.
    asked_of = as_written if accuracy else numbers["new"] - numbers["baseline"]
    notes += _own_difference(written, (*asked, *learnt))
    differences = np.round(asked_of, DIGITS)
    named_texts = written.named | {
        DIFFERENCE: [str(float(d)) if isfinite(d) else "" for d in differences]
    }
    chosen = _meeting("where", asked, named_texts, used)
    fitted = _meeting("fit_where", learnt, named_texts, used)
    notes += _left_out(asked, int(used.sum() - chosen.sum()))
    keep = np.flatnonzero(used)
    tasks, numbered = task_labels(written.roles, keep)
    papers = labels(written.roles, "paper", keep)
    notes += numbered + blanks(labels(written.roles, "task", keep), papers, chosen[keep])
    notes += repeated(written.roles, keep[chosen[keep]])
    return Comparisons(
        keys=keys(written.roles, keep, tasks),
        n=numbers["n"][keep].astype(np.int64),
        **{
            role: numbers[role][keep] for role in ("baseline", "new", "agreement", "expected", "sd")
        },
        tasks=tasks,
        papers=papers,
        chosen=chosen[keep],
        fitted=fitted[keep],
        digest=written.digest,
        scaled=accuracy or bool(np.isfinite(numbers["low"][used]).any()),
        where=tuple(c.words for c in asked),
        fit_where=tuple(c.words for c in learnt),
        notes=tuple(notes),
    )


def _meeting(who: str, wanted: list[Condition], texts: Texts, used: Mask) -> Mask:
    """Return which of the rows in use meet all conditions; refuses those that none meets."""
    kept = used.copy()
    for condition in wanted:
        column = DIFFERENCE if condition.column.lower() == DIFFERENCE else condition.column
        kept &= condition.holds(texts[column])
    if not kept.any():
        shown = " and ".join(c.words for c in wanted)
        raise ParameterError(who, "at least one comparison", f"none with {shown}")
    return kept


def _left_out(asked: list[Condition], left: int) -> list[Note]:
    """Say how many rows the conditions leave out."""
    if not left:
        return []
    with_what = " and ".join(c.words for c in asked)
    said = f"Dropped: {counted(left, 'row')} from the summary, because it is about those with "
    return [dropped(f"{said}{with_what}.")]


def _own_difference(written: Written, wanted: tuple[Condition, ...]) -> list[Note]:
    """Say that a condition on the difference does not ask a column of that name."""
    asked = any(c.column.lower() == DIFFERENCE for c in wanted)
    if not asked or DIFFERENCE not in written.named:
        return []
    said = (
        "Conditions on difference ask for new minus baseline: the table's own column difference "
        "is not read."
    )
    return [inferred(said)]


def _numbers(written: Written, role: str) -> Floats:
    """Return a column as numbers; NaN where it has no value, or where there is no such column."""
    if role not in written.roles:
        return np.full(written.rows, np.nan)
    values = []
    for row, text in enumerate(written.roles[role], start=1):
        try:
            value = float(without_commas(text) if role == "n" else text) if text else np.nan
        except ValueError:
            value = inf
        if value in (inf, -inf):
            raise DataError(
                f"{written.column(role)} of {WHO}",
                "a number in each row, or nothing",
                f"{text!r} in row {row}",
                "Leave the cell empty where the number is not known.",
            )
        values.append(value)
    return np.array(values, np.float64)


def _whole(written: Written, n: float, i: int) -> None:
    """Refuse a size that is no number of items."""
    try:
        check_count("n", float(n))
    except ParameterError:
        what = f"whole numbers of items, from 1 to {LARGEST_COUNT:,}"
        who = f"{written.column('n')} of {WHO}"
        raise DataError(who, what, written.cell("n", i)) from None


def _dropped(numbers: dict[str, Floats], rows: int) -> list[Note]:
    missing = {role: np.isnan(numbers[role]) for role in NEEDED}
    left_out = int(np.any(list(missing.values()), axis=0).sum())
    if not left_out:
        return []
    parts = [f"{int(gone.sum())} without {role}" for role, gone in missing.items() if gone.any()]
    return [dropped(f"Dropped: {left_out} of {counted(rows, 'row')} ({', '.join(parts)}).")]
