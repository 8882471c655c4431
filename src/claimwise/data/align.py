"""Match the items of two systems, or of many, and say what could not be matched."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, ParameterError, as_words, counted, option
from claimwise.core.missing import lacks
from claimwise.data.audit import Audit, CommonAudit, SystemCounts
from claimwise.data.choose_pair import choose_pair
from claimwise.data.matrix import UNLIKE, ItemMatrix, matrix
from claimwise.data.pairs import Pairs
from claimwise.data.scores import Scores

Mask = NDArray[np.bool_]
WHO = "the alignment"


def align(
    data: Scores | ItemMatrix,
    a: str | None = None,
    b: str | None = None,
    *,
    dataset: str | None = None,
) -> Pairs:
    """Pair the scores of two systems, item by item, with an audit of how they match.

    Parameters
    ----------
    data : Scores or ItemMatrix
        Items are matched by data set and label.
    a, b : str, optional
        The baseline and the candidate. With two systems, the first one in the file is the
        baseline; with more, name both.
    dataset : str, optional
        One data set; all of them by default.

    Returns
    -------
    Pairs
        Items with a score of both systems. Items that only one of them has, items without a
        score, and items whose fingerprints say that they are not the same are dropped and
        counted in `audit`.
    """
    if isinstance(data, Scores):
        a, b = choose_pair(data.system.used(), a, b)
        data = matrix(data, (a, b), dataset)
    else:
        a, b = choose_pair(data.systems, a, b)
        data = _one_dataset(data, dataset)
    first, second = data.column(a), data.column(b)
    there = (data.rows[:, first] > 0, data.rows[:, second] > 0)
    scored = (data.runs[:, first] > 0, data.runs[:, second] > 0)
    matched = there[0] & there[1]
    conflicts = {
        kind: matched & _differ(prints[:, first], prints[:, second])
        for kind, prints in data.fingerprints.items()
    }
    prompts = conflicts.pop("prompt", np.zeros(len(data), dtype=bool))
    strange = np.logical_or.reduce([np.zeros(len(data), dtype=bool), *conflicts.values()])
    _refuse_other_items(data, (a, b), matched, strange)
    used = np.flatnonzero(matched & scored[0] & scored[1] & ~strange)
    both = [first, second]
    audit = Audit(
        names=(a, b),
        rows=int(data.rows[:, both].sum()),
        items_a=int(there[0].sum()),
        items_b=int(there[1].sum()),
        matched=int(matched.sum()),
        used=len(used),
        only_a=int((there[0] & ~there[1]).sum()),
        only_b=int((there[1] & ~there[0]).sum()),
        missing_a=int((matched & ~scored[0]).sum()),
        missing_b=int((matched & ~scored[1]).sum()),
        unscored_rows=int(data.unscored[used][:, both].sum()),
        conflicts={kind: int(where.sum()) for kind, where in conflicts.items()},
        prompts=int(prompts[used].sum()),
        runs_a=_span(data.runs[used, first]),
        runs_b=_span(data.runs[used, second]),
        said=data.notes,
    )
    _refuse_too_few(data, audit, there)
    return data.pairs(a, b, used, audit=audit)


def audit_all(data: Scores | ItemMatrix, systems: Sequence[str] | None = None) -> CommonAudit:
    """Count what each of many systems has, and what all of them share; linear in the cells."""
    table = matrix(data, systems) if isinstance(data, Scores) else data
    scored = table.runs > 0
    prompts = table.conflicts("prompt") if "prompt" in table.fingerprints else None
    complete = table.complete()
    return CommonAudit(
        rows=table.table_rows,
        items=len(table),
        systems=tuple(
            SystemCounts(
                name=name,
                rows=int(table.rows[:, i].sum()),
                items=int((table.rows[:, i] > 0).sum()),
                scored=int(scored[:, i].sum()),
                runs=_span(table.runs[scored[:, i], i]),
            )
            for i, name in enumerate(table.systems)
        ),
        common=len(complete),
        conflicts={
            kind: int(table.conflicts(kind).sum())
            for kind in table.fingerprints
            if kind != "prompt"
        },
        prompts=0 if prompts is None else int(prompts.sum()),
        said=table.notes,
    )


def _one_dataset(data: ItemMatrix, dataset: str | None) -> ItemMatrix:
    if dataset is None:
        return data
    known = () if data.dataset is None else data.dataset.used()
    if data.dataset is None or dataset not in known:
        raise ParameterError(*lacks("the table", f"data set {dataset}", known, dataset))
    return data.take(np.flatnonzero(data.dataset.codes == data.dataset.labels.index(dataset)))


def _differ(a: NDArray[np.int32], b: NDArray[np.int32]) -> Mask:
    unlike = (a == UNLIKE) | (b == UNLIKE)
    return np.asarray(unlike | ((a >= 0) & (b >= 0) & (a != b)))


def _span(runs: NDArray[np.int32]) -> tuple[int, int]:
    return (int(runs.min()), int(runs.max())) if len(runs) else (0, 0)


def _refuse_other_items(
    data: ItemMatrix, names: tuple[str, str], matched: Mask, strange: Mask
) -> None:
    if 2 * int(strange.sum()) > int(matched.sum()):
        example = data.label(int(np.flatnonzero(strange)[0]))
        raise DataError(
            f"The ids of {names[0]} and {names[1]} do not mean the same items: fingerprints differ "
            f"in {int(strange.sum()):,} of {int(matched.sum()):,}, such as {example}.",
            "Check that both were run on the same data.",
        )


def _refuse_too_few(data: ItemMatrix, audit: Audit, there: tuple[Mask, Mask]) -> None:
    if audit.used >= 2:
        return
    shown = [", ".join(data.label(int(i)) for i in np.flatnonzero(mask)[:3]) for mask in there]
    (a, b), (of_a, of_b) = audit.names, shown
    why, remedy = "", as_words("")
    if audit.matched < 2:
        named = option("columns", {"item": "NAME"})
        remedy = "Check the items' names, or name their column: " + named + "."
    else:
        lost = [f"{a} has no score for {audit.missing_a:,}"] * bool(audit.missing_a)
        lost += [f"{b} has none for {audit.missing_b:,}"] * bool(audit.missing_b)
        lost += [f"{n:,} differ in their {kind}" for kind, n in audit.conflicts.items() if n]
        why = f"; of {audit.matched:,} matched ones {', '.join(lost)}"
    raise DataError(
        f"{a} and {b} share {counted(audit.used, 'scored item')}, and a comparison needs two; "
        f"found {counted(audit.items_a, 'item')} of {a} ({of_a}) and {audit.items_b:,} of {b} "
        f"({of_b}){why}.",
        remedy,
    )
