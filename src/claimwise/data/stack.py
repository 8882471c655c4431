"""Tables of scores under each other: one file for each system becomes one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import DataError, ParameterError, option
from claimwise.data.coding import join
from claimwise.data.scores import COLUMNS, Coded, Scores, Totals

# A row without one of these could not be told from others; all files have it, or none.
KEYS = ("metric", "dataset")


def names_of_files(paths: Sequence[Path]) -> list[str]:
    """Return a name for each file: its stem, or its folder's name where stems are equal.

    >>> names_of_files([Path("a/x.csv"), Path("b/x.csv")])
    ['a', 'b']
    """
    choices = (
        [path.stem for path in paths],
        [path.absolute().parent.name for path in paths],
        [path.name for path in paths],
        [f"{path.absolute().parent.name}/{path.stem}" for path in paths],
    )
    return next((names for names in choices if len(set(names)) == len(names)), choices[0])


def refuse_same_names(names: Sequence[str], paths: Sequence[Path]) -> None:
    """Refuse files that would become one system under one name."""
    if len(set(names)) < len(names):
        same = ", ".join(str(path) for path in paths)
        raise ParameterError(
            f"The names of {same} do not tell their systems apart.",
            "Name them: " + option("system", ["NAME", "NAME"]) + ".",
        )


def rename(scores: Scores, name: str) -> Scores:
    """Give the only system of a table another name."""
    return replace(scores, system=Coded(scores.system.codes, (name,)))


def tell_apart(parts: Sequence[Scores], paths: Sequence[Path]) -> list[Scores]:
    """Rename the systems of logs that name the same one for the same data set.

    Two logs of one model on different data sets belong together; two on the same data set
    are what the user wants to compare.
    """
    keys: dict[tuple[str, str], int] = {}
    clash = False
    for part in parts:
        datasets = ("",) if part.dataset is None else part.dataset.used()
        for key in {(name, dataset) for name in part.system.used() for dataset in datasets}:
            clash = clash or key in keys
            keys[key] = 1
    if not clash or any(len(part.system.labels) != 1 for part in parts):
        return list(parts)
    names = names_of_files(paths)
    refuse_same_names(names, paths)
    said = "system: the file's name, as several files name the same system"
    return [
        replace(rename(part, name), inferred=(*part.inferred, said))
        for part, name in zip(parts, names, strict=True)
    ]


def stack(parts: Sequence[Scores], digest: str | None) -> Scores:
    """Put tables of scores under each other."""
    for role in KEYS:
        _refuse_partial(role, parts)
    if len(parts) == 1:
        return replace(parts[0], provenance={"data": digest})
    sizes = [len(part) for part in parts]
    columns: dict[str, Any] = {
        role: join([(getattr(part, role), len(part)) for part in parts])
        for role in COLUMNS
        if any(getattr(part, role) is not None for part in parts)
    }
    kinds = dict.fromkeys(kind for part in parts for kind in part.fingerprints)
    inputs = None
    if any(part.inputs is not None for part in parts):
        inputs = np.empty(sum(sizes), dtype=object)
        for part, start in zip(parts, np.cumsum([0, *sizes[:-1]]).tolist(), strict=True):
            if part.inputs is not None:
                inputs[start : start + len(part)] = part.inputs
    return Scores(
        **columns,
        score=np.concatenate([part.score for part in parts]),
        fingerprints={
            kind: join([(part.fingerprints.get(kind), len(part)) for part in parts])
            for kind in kinds
        },
        inputs=inputs,
        better=_better(parts),
        called=parts[0].called if len({part.called for part in parts}) == 1 else None,
        inferred=tuple(dict.fromkeys(line for part in parts for line in part.inferred)),
        notes=tuple(dict.fromkeys(line for part in parts for line in part.notes)),
        provenance={"data": digest},
        sources=tuple(source for part in parts for source in part.sources),
    )


def stack_totals(parts: Sequence[Totals], digest: str | None) -> Totals:
    """Put tables of totals under each other."""
    seen: set[tuple[str, str]] = set()
    for part in parts:
        for key in zip(part.dataset, part.system, strict=True):
            if key in seen:
                where = f" on {key[0]}" if key[0] else ""
                raise DataError(f"{key[1]}{where} has totals in several files.")
            seen.add(key)
    return Totals(
        dataset=tuple(name for part in parts for name in part.dataset),
        system=tuple(name for part in parts for name in part.system),
        correct=np.concatenate([part.correct for part in parts]),
        n=np.concatenate([part.n for part in parts]),
        inferred=tuple(dict.fromkeys(line for part in parts for line in part.inferred)),
        notes=tuple(dict.fromkeys(line for part in parts for line in part.notes)),
        provenance={"data": digest},
    )


def _refuse_partial(role: str, parts: Sequence[Scores]) -> None:
    with_it = [part for part in parts if getattr(part, role) is not None]
    if with_it and len(with_it) < len(parts):
        without = next(part for part in parts if getattr(part, role) is None)
        raise DataError(
            f"{with_it[0].sources[0][0]} has a column for the {role}, "
            f"{without.sources[0][0]} has none.",
            "Give it to all files or to none.",
        )


def _better(parts: Sequence[Scores]) -> Mapping[str, str]:
    better: dict[str, str] = {}
    for part in parts:
        for metric, direction in part.better.items():
            if better.setdefault(metric, direction) != direction:
                raise DataError(f"The files differ in which {metric} is better: higher or lower.")
    return better
