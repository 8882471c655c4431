"""Run a replication, or show the one that is kept, as a Result."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import as_file, files
from math import isnan
from pathlib import Path

from claimwise.core import Result, check_count, check_one_of, provenance, root_seed
from claimwise.replications import (
    azer_figures,
    card_bleu_figures,
    card_figure_6,
    howcroft_figures,
    wein2023,
    wein2023_split,
)
from claimwise.replications.base import Effort, Replication, Value
from claimwise.replications.table import append_values, has, read_values

REPLICATIONS = {
    found.name: found
    for found in (
        card_bleu_figures.FIGURE_4,
        card_figure_6.FIGURE,
        card_bleu_figures.FIGURE_17,
        howcroft_figures.FIGURES,
        azer_figures.FIGURE_2,
        azer_figures.FIGURE_6,
        wein2023.TABLES,
        wein2023.TOXICITY_TABLES,
        wein2023_split.SPLIT,
    )
}
SEED = 1  # of the runs that are kept


def kept(name: str) -> Result:
    """Return the full run that is kept with the package."""
    found = REPLICATIONS[check_one_of("replication", name, REPLICATIONS)]
    with as_file(files("claimwise.replications") / "kept" / f"{name}.csv") as path:
        return _result(found, read_values(path, found.columns), SEED, "kept")


def reproduce(
    name: str,
    *,
    quick: bool = False,
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
    table : path, optional
        A CSV to which each part is added when it is done; parts that it has are not computed
        again, so a run that was cut goes on where it ended.
    rng, workers
        Seed and processes.
    say : callable, optional
        Is told which part begins.
    """
    found = REPLICATIONS[check_one_of("replication", name, REPLICATIONS)]
    effort = Effort(quick, root_seed(rng), check_count("workers", workers))
    values = [] if table is None else read_values(Path(table), found.columns)
    cells = [cell for cell in found.cells() if cell.quick or not quick]
    waiting = [cell for cell in cells if not has(values, cell)]
    for k, cell in enumerate(waiting):
        if say is not None:
            say(f"part {k + 1} of {len(waiting)}: {', '.join(value for _, value in cell.where)}")
        new = cell.compute(effort)
        if table is not None:
            append_values(Path(table), found.columns, new)
        values += new
    return _result(found, values, effort.seed, "quick" if quick else "full")


def _result(found: Replication, values: list[Value], seed: int, run: str) -> Result:
    rows = []
    for value in values:
        rows.append(value.row())
        theirs = found.published(value)
        if not isnan(theirs):
            rows.append(value.row("published", theirs))
            if found.gap is not None and not isnan(gap := found.gap(value)):
                rows.append(value.row("errors apart", gap))
    settings = {
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
    }
    picture = found.picture() if found.picture is not None else None
    notes = [f"One line of the figure: {command}" for command in found.commands]
    return Result(
        method=found.name,
        rows=tuple(rows),
        notes=(*found.judge(values), *notes),
        draws={} if picture is None else {**picture.draws, "hdi": picture.rows[0]},
        provenance=provenance(settings, seed=seed),
    )
