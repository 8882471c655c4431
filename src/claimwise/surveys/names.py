"""What comparisons, tasks and papers are called: each by a name of its own."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from claimwise.core import counted, label
from claimwise.kernels.arrays import Ints
from claimwise.surveys.columns import Texts

NO_TASK = "(no task)"
Names = tuple[str, ...]


def apart(names: Iterable[str]) -> Names:
    """Return the names, with a number where one was taken before.

    >>> apart(["a", "a", "b", "a"])
    ('a', 'a #2', 'b', 'a #3')
    """
    taken: dict[str, None] = {}
    counts: dict[str, int] = {}
    for name in names:
        fresh = name
        while fresh in taken:
            counts[name] = counts.get(name, 1) + 1
            fresh = f"{name} #{counts[name]}"
        taken[fresh] = None
    return tuple(taken)


def labels(texts: Texts, role: str, keep: Ints) -> Names | None:
    """Return the texts of a role, empty where there is none; None if no row has any."""
    if role not in texts or not any(texts[role]):
        return None
    return tuple(texts[role][i] for i in keep)


def task_labels(texts: Texts, keep: Ints) -> tuple[Names | None, list[str]]:
    """Return the task of each comparison as rows call it, and say where that has a number.

    Brackets and commas are spelled anew in the names of rows, which may make two names one.
    """
    tasks = labels(texts, "task", keep)
    if tasks is None:
        return None, []
    every = sorted(set(tasks))
    plain = [label(task) or NO_TASK for task in every]
    called = dict(zip(every, apart(plain), strict=True))
    notes = [
        f"Task {task or 'without a name'} is called {called[task]}, to tell it from another."
        for task, name in zip(every, plain, strict=True)
        if called[task] != name
    ]
    return tuple(called[task] for task in tasks), notes


def keys(texts: Texts, keep: Ints, tasks: Names | None) -> Names:
    """Return a name for each comparison: system and task, and a number where that is not enough."""
    rows = len(texts["n"])
    names = texts.get("name", [""] * rows)
    of_task = tasks or [""] * len(keep)
    told = texts.get("task", [""] * rows)
    return apart(
        label(names[i] or f"row {i + 1}", of_task[k] if told[i] else "") for k, i in enumerate(keep)
    )


def blanks(tasks: Names | None, papers: Names | None, chosen: NDArray[np.bool_]) -> list[str]:
    """Say how many of the comparisons that the survey is about name no task, or no paper."""
    of = counted(int(chosen.sum()), "comparison")
    no_task = int(np.sum(np.array(tasks)[chosen] == "")) if tasks else 0
    no_paper = int(np.sum(np.array(papers)[chosen] == "")) if papers else 0
    notes = []
    if no_task:
        notes.append(
            f"No task is named by {no_task:,} of {of}: they are taken for one task, {NO_TASK}."
        )
    if no_paper:
        notes.append(
            f"No paper is named by {no_paper:,} of {of}: each is taken for a paper of its own."
        )
    return notes


def repeated(texts: Texts, at: Ints) -> list[str]:
    """Say how many comparisons repeat an earlier one in all that is read."""
    seen = {tuple(values[i] for values in texts.values()) for i in at}
    again = len(at) - len(seen)
    if not again:
        return []
    repeat = "repeats" if again == 1 else "repeat"
    return [
        f"{counted(again, 'comparison')} {repeat} an earlier one in all that is read: each counts "
        "anew, as if it were another."
    ]
