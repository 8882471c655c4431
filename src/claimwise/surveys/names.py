"""What comparisons, tasks and papers are called: each by a name of its own."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from claimwise.core import At, Note, assumed, counted, inferred, spelled
from claimwise.kernels.arrays import Ints
from claimwise.surveys.columns import Texts

NO_TASK = "(no task)"
Names = tuple[str, ...]


def apart(places: Iterable[At]) -> tuple[At, ...]:
    """Return the places, the first name with a number where one is spelled as another before.

    >>> apart([{"row": "a", "task": "x"}, {"row": "a"}, {"row": "a", "task": "x"}])[2]
    {'row': 'a #2', 'task': 'x'}
    """
    taken: dict[str, At] = {}
    counts: dict[str, int] = {}
    for at in places:
        key, name = next(iter(at.items()))
        word, fresh = spelled(at), at
        while spelled(fresh) in taken:
            counts[word] = counts.get(word, 1) + 1
            fresh = {**at, key: f"{name} #{counts[word]}"}
        taken[spelled(fresh)] = fresh
    return tuple(taken.values())


def labels(texts: Texts, role: str, keep: Ints) -> Names | None:
    """Return the texts of a role, empty where there is none; None if no row has any."""
    if role not in texts or not any(texts[role]):
        return None
    return tuple(texts[role][i] for i in keep)


def task_labels(texts: Texts, keep: Ints) -> tuple[Names | None, list[Note]]:
    """Return the task of each comparison as rows call it, and say where that has a number.

    Brackets and commas are spelled anew in the names of rows, which may make two names one.
    """
    tasks = labels(texts, "task", keep)
    if tasks is None:
        return None, []
    every = sorted(set(tasks))
    places = apart({"task": task or NO_TASK} for task in every)
    called = {task: str(at["task"]) for task, at in zip(every, places, strict=True)}
    why = "to tell it from another"
    notes = [
        inferred(f"Task {task or 'without a name'} is called {name}, {why}.")
        for task, name in called.items()
        if name != (task or NO_TASK)
    ]
    return tuple(called[task] for task in tasks), notes


def keys(texts: Texts, keep: Ints, tasks: Names | None) -> tuple[At, ...]:
    """Return where each comparison stands: name and task, with a number if that is not enough."""
    rows = len(texts["n"])
    names = texts.get("name", [""] * rows)
    of_task = tasks or [""] * len(keep)
    told = texts.get("task", [""] * rows)
    return apart(
        {"row": names[i] or f"row {i + 1}", **({"task": of_task[k]} if told[i] else {})}
        for k, i in enumerate(keep)
    )


def blanks(tasks: Names | None, papers: Names | None, chosen: NDArray[np.bool_]) -> list[Note]:
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
    return [assumed(note) for note in notes]


def repeated(texts: Texts, at: Ints) -> list[Note]:
    """Say how many comparisons repeat an earlier one in all that is read."""
    seen = {tuple(values[i] for values in texts.values()) for i in at}
    again = len(at) - len(seen)
    if not again:
        return []
    repeat = "repeats" if again == 1 else "repeat"
    said = (
        f"{counted(again, 'comparison')} {repeat} an earlier one in all that is read: each counts "
        "as another comparison."
    )
    return [assumed(said)]
