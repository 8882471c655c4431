"""Published comparisons as numbers, checked once: sizes, scores, and what else is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, ParameterError, check_count, label, sentence
from claimwise.kernels.arrays import Floats, Ints
from claimwise.surveys.columns import WHO, Texts, counted, read_table, without_commas
from claimwise.surveys.filters import DIFFERENCE, conditions
from claimwise.surveys.units import as_shares, on_one_scale

NEEDED = ("n", "baseline", "new")
NUMBERS = (*NEEDED, "agreement", "expected", "sd", "low", "high")
DIGITS = 12  # of a difference; the rest is rounding of the scores it is made of


@dataclass(frozen=True, slots=True, eq=False)
class Comparisons:
    """Published comparisons, one entry each; NaN where a number is not known.

    `chosen` marks those that the survey is about, `fitted` those that predictions learn from.
    """

    keys: tuple[str, ...]
    n: Ints
    baseline: Floats
    new: Floats
    agreement: Floats
    expected: Floats
    sd: Floats
    tasks: tuple[str, ...] | None
    papers: tuple[str, ...] | None  # empty texts are papers of their own
    chosen: NDArray[np.bool_]
    fitted: NDArray[np.bool_]
    digest: str | None
    where: tuple[str, ...] = ()  # the conditions on those it is about, as written
    fit_where: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def difference(self) -> Floats:
        """New minus baseline."""
        return np.round(self.new - self.baseline, DIGITS)

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
    texts, named_texts, digest, recognised = read_table(table, list(dict.fromkeys(named)))
    rows = len(texts["n"])
    numbers = {role: _numbers(texts, role) for role in NUMBERS}
    used = np.all([np.isfinite(numbers[role]) for role in NEEDED], axis=0)
    notes = [*_dropped(numbers, rows), *recognised]
    if not used.any():
        raise DataError(sentence(WHO, "rows with n, baseline and new", f"none in {rows}"))
    for i in np.flatnonzero(used):
        _whole(float(numbers["n"][i]), int(i))
    as_written = numbers["new"] - numbers["baseline"]
    notes += (as_shares if kind == "accuracy" else on_one_scale)(numbers, used, percent)
    # Accuracies are asked for in the unit of the table; scores on the scale that they share.
    asked_of = as_written if kind == "accuracy" else numbers["new"] - numbers["baseline"]
    differences = np.round(asked_of, DIGITS)
    named_texts[DIFFERENCE] = [str(float(d)) if isfinite(d) else "" for d in differences]
    masks = []
    for wanted in (asked, learnt):
        kept = used.copy()
        for condition in wanted:
            column = DIFFERENCE if condition.column.lower() == DIFFERENCE else condition.column
            kept &= condition.holds(named_texts[column])
        masks.append(kept)
    chosen, fitted = masks
    if not chosen.any():
        shown = " and ".join(c.words for c in asked)
        raise ParameterError(sentence("where", "at least one comparison", f"none with {shown}"))
    if asked:
        left = int(used.sum() - chosen.sum())
        notes.append(
            f"Dropped: {counted(left, 'row')} from the summary, because it is about those with "
            f"{' and '.join(c.words for c in asked)}."
        )
    keep = np.flatnonzero(used)
    papers = _labels(texts, "paper", keep, blank="")
    notes += _without_paper(papers, chosen[keep])
    return Comparisons(
        keys=_keys(texts, keep),
        n=numbers["n"][keep].astype(np.int64),
        **{
            role: numbers[role][keep] for role in ("baseline", "new", "agreement", "expected", "sd")
        },
        tasks=_labels(texts, "task", keep, blank="(no task)"),
        papers=papers,
        chosen=chosen[keep],
        fitted=fitted[keep],
        digest=digest,
        where=tuple(c.words for c in asked),
        fit_where=tuple(c.words for c in learnt),
        notes=tuple(notes),
    )


def _numbers(texts: Texts, role: str) -> Floats:
    """Return a column as numbers; NaN where it has no value, or where there is no such column."""
    if role not in texts:
        return np.full(len(texts["n"]), np.nan)
    values = []
    for row, text in enumerate(texts[role], start=1):
        try:
            value = float(without_commas(text) if role == "n" else text) if text else np.nan
        except ValueError:
            value = inf
        if value in (inf, -inf):
            raise DataError(
                sentence(
                    f"column {role} of {WHO}",
                    "a number in each row, or nothing",
                    f"{text!r} in row {row}",
                    "Leave the cell empty where the number is not known.",
                )
            )
        values.append(value)
    return np.array(values, np.float64)


def _whole(n: float, i: int) -> None:
    try:
        check_count("n", float(n))
    except ParameterError:
        raise DataError(
            sentence(WHO, "n as a whole number of items, at least 1", f"{n:g} in row {i + 1}")
        ) from None


def _dropped(numbers: dict[str, Floats], rows: int) -> list[str]:
    missing = {role: np.isnan(numbers[role]) for role in NEEDED}
    left_out = int(np.any(list(missing.values()), axis=0).sum())
    if not left_out:
        return []
    parts = [f"{int(gone.sum())} without {role}" for role, gone in missing.items() if gone.any()]
    return [f"Dropped: {left_out} of {counted(rows, 'row')} ({', '.join(parts)})."]


def _labels(texts: Texts, role: str, keep: Ints, *, blank: str) -> tuple[str, ...] | None:
    if role not in texts or not any(texts[role]):
        return None
    return tuple(texts[role][i] or blank for i in keep)


def _without_paper(papers: tuple[str, ...] | None, chosen: NDArray[np.bool_]) -> list[str]:
    """Say how many of the comparisons that the survey is about name no paper."""
    blank = int(np.sum(np.array(papers)[chosen] == "")) if papers else 0
    if not blank:
        return []
    of = f"{blank:,} of {counted(int(chosen.sum()), 'comparison')}"
    return [f"No paper is named by {of}: each is taken for a paper of its own."]


def _keys(texts: Texts, keep: Ints) -> tuple[str, ...]:
    """Return a name for each comparison: system and task, and a number where that is not enough."""
    rows = len(texts["n"])
    names, tasks = texts.get("name", [""] * rows), texts.get("task", [""] * rows)
    plain = [label(names[i] or f"row {i + 1}", tasks[i]) for i in keep]
    taken: dict[str, None] = {}
    for key in plain:
        fresh, count = key, 2
        while fresh in taken:
            fresh, count = f"{key} #{count}", count + 1
        taken[fresh] = None
    return tuple(taken)
