"""Run a replication, or show the one that is kept, as a Result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import as_file, files
from math import isnan
from pathlib import Path
from statistics import median
from typing import Any

from claimwise.core import (
    DataError,
    ParameterError,
    Result,
    check_count,
    did_you_mean,
    meaning,
    provenance,
    root_seed,
)
from papers.base import THEIR_WAY, Effort, Replication, Value
from papers.book import REPLICATIONS
from papers.origin import is_stored, stored_words
from papers.table import append_values, cell_of, read_done, read_values
from papers.verdict import Verdict, verdict

NO_COMMAND = (
    "No command gives the same by itself: the authors' files have to be brought into a table "
    "first, which the code of this replication does."
)
SEED = 1  # of the runs that are kept


def kept(name: str) -> Result:
    """Return the full run that is kept with the package."""
    found = find(name)
    return _result(found, kept_values(name), SEED, "kept")


def find(name: str) -> Replication:
    """Return the replication of that name; of another name, say the nearest."""
    if name not in REPLICATIONS:
        near = did_you_mean(name, REPLICATIONS)
        remedy = f"{near} Without a name, python -m papers lists them all.".strip()
        raise ParameterError("papers", "the name of a replication", repr(name), remedy)
    return REPLICATIONS[name]


def kept_values(name: str) -> list[Value]:
    """Return the numbers of the run that is kept."""
    with as_file(files("papers") / "kept" / f"{name}.csv") as path:
        return read_values(path, REPLICATIONS[name].columns)


def kept_verdict(name: str) -> Verdict:
    """Return what the run that is kept comes to."""
    return verdict(REPLICATIONS[name], kept_values(name))


def lacks(name: str, data: str | Path | None) -> list[str]:
    """Return which of the authors' files a replication needs and the folder does not have."""
    effort = Effort(quick=True, seed=SEED, workers=1, data=None if data is None else Path(data))
    missing = []
    for file in REPLICATIONS[name].needs:
        try:
            effort.file(file)
        except FileNotFoundError:
            missing.append(file)
    return missing


def reproduce(
    name: str,
    *,
    quick: bool = False,
    data: str | Path | None = None,
    table: str | Path | None = None,
    rng: int | None = SEED,
    workers: int = 1,
    say: Callable[[str], None] | None = None,
) -> Result:
    """Compute a published table or figure again, beside what was published.

    Parameters
    ----------
    name : str
        One of `REPLICATIONS`.
    quick : bool
        Fewer studies, and of large grids only a part.
    data : path, optional
        A folder with the authors' files, at any depth; some replications are computed from them.
    table : path, optional
        A CSV to which each part is added when it is done; parts that it has are not computed
        again, so a run that was cut goes on where it ended. A part that was cut while it was
        written is computed again.
    rng, workers
        Seed and processes.
    say : callable, optional
        Is told which part begins.
    """
    found = find(name)
    _check_data(found, data)
    effort = Effort(
        quick,
        root_seed(rng),
        check_count("workers", workers),
        None if data is None else Path(data),
    )
    cells = found.cells()
    values = [] if table is None else read_done(Path(table), found.columns, cells)
    done = {cell_of(value, cells) for value in values}
    waiting = [c for k, c in enumerate(cells) if k not in done and (c.quick or not quick)]
    for k, cell in enumerate(waiting):
        if say is not None:
            parts = ", ".join(value for _, value in cell.where)
            say(f"{name}, part {k + 1} of {len(waiting)}: {parts}")
        new = cell.compute(effort)
        if table is not None:
            append_values(Path(table), found.columns, new)
        values += new
    some = sum(cell.quick for cell in cells) if quick else len(cells)
    run = "quick" if quick else "full"
    return _result(found, values, effort.seed, run, (some, len(cells)))


def _check_data(found: Replication, data: str | Path | None) -> None:
    """Refuse to compute from files that are not there."""
    missing = lacks(found.name, data)
    if missing:
        raise DataError(
            found.name,
            f"the authors' files {', '.join(missing)}",
            "no folder of data" if data is None else f"none of them in {data}",
            "Name the folder that holds them with --data; docs/papers.md says where they "
            "are published. The run that is kept needs none.",
        )


def _result(
    found: Replication,
    values: Sequence[Value],
    seed: int,
    run: str,
    parts: Sequence[int] = (),  # computed, of all; empty where all are
) -> Result:
    """Return the values beside the published ones, with the verdict."""
    judged = verdict(found, values)
    stored = sum(is_stored(found.name, one.value) for one in judged.numbers)
    every = (*judged.numbers, *judged.draws)
    tolerance = {one.value[:2]: one.tolerance for one in every}
    rows = []
    for value in values:
        if value.quantity == THEIR_WAY:
            continue
        rows.append(value.row())
        theirs = found.published(value)
        if not isnan(theirs):
            rows.append(value.row("published", theirs))
        if value[:2] in tolerance:
            rows.append(value.row("tolerance", tolerance[value[:2]]))
    rows += [value.row() for value in values if value.quantity == THEIR_WAY]
    settings: dict[str, Any] = {
        "verb": "reproduce",
        "name": found.name,
        "source": found.source,
        "title": found.title,
        "columns": list(found.columns),
        "chart": found.chart,
        "run": run,
        "commands": list(found.commands),
        "measures": found.measures,
        "tables": found.tables,
        "verdict": judged.counts(),
        "reasons": judged.why(),
        "unexplained": len(judged.unexplained),
        "stored": stored,
        "zeros": sum(one.published == 0 for one in judged.numbers),
        "tolerances": _widths([one.tolerance for one in judged.numbers]),
        "parts": list(parts),
    }
    picture = found.picture() if found.picture is not None else None
    ours = [value for value in values if value.quantity != THEIR_WAY]
    notes = [f"The same by: {command}" for command in found.commands]
    if found.needs and not found.commands:
        notes = [NO_COMMAND]
    return Result(
        kind="replication",
        method=found.name,
        rows=tuple(rows),
        notes=tuple(
            meaning(text)
            for text in (
                *judged.sentences(),
                *stored_words(stored, len(judged.numbers)),
                *found.remarks(ours),
                *notes,
            )
        ),
        draws={} if picture is None else {**picture.draws, "hdi": picture.rows[0]},
        provenance=provenance(settings, seed=seed),
    )


def _widths(tolerances: Sequence[float]) -> dict[str, float] | None:
    """Return how far published numbers may lie from ours: in the middle, and at most."""
    return {"median": median(tolerances), "widest": max(tolerances)} if tolerances else None
