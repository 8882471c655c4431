"""Long tables: a row for each score, with columns for the item, the system and the score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, Note, dropped, option
from claimwise.core.missing import listed
from claimwise.data.columns import NESTED, Table, kind
from claimwise.data.hints import label_hints, percent_hints
from claimwise.data.role_names import is_id
from claimwise.data.roles import Guess, NoColumnError, Roles, assign, no_role
from claimwise.data.scores import EMPTY, Coded, Scores

# Roles that are read wherever there is a column for them; answers can be long texts.
KEPT = ("metric", "dataset", "run", "rater", "cluster")
ANSWERS = ("gold", "prediction")


def read_long(table: Table, roles: Roles, given: Mapping[str, str], system: str | None) -> Scores:
    """Read a long table.

    Gold answers and predictions are read where there is no score, which is then whether the
    two are equal, and where the user names them.

    Parameters
    ----------
    table : Table
        The columns.
    roles : Roles
        Which column plays which role.
    given : mapping
        The roles that the user named.
    system : str, optional
        The system's name where the table has no column for it.
    """
    score = roles.get("score")
    answers = [role for role in ANSWERS if roles.get(role) and (score is None or role in given)]
    if roles.get("item") is None:
        raise missing_column(table, "item")
    wanted = ["item", *(["system"] if roles.get("system") else []), *KEPT, *answers]
    wanted = [role for role in wanted if roles.get(role)]
    loaded = table.load([roles.columns[role] for role in wanted], [score] if score else [])
    coded: dict[str, Any] = {role: loaded.labels[roles.columns[role]] for role in wanted}
    inferred: list[str] = [line for line in roles.inferred if _concerns(line, (*wanted, "score"))]
    for role in ("item", "system"):
        if role in coded:
            _refuse_missing(table, role, roles.columns[role], coded[role])
    if "system" not in coded:
        name = system or "system"
        coded["system"] = Coded(np.zeros(loaded.rows, np.int32), (name,))
        inferred.append(f"system: {name}, as there is no column for it")
    notes: list[Note] = []
    if score is None:
        values = _equal(coded["gold"], coded["prediction"])
        columns = f"{roles.columns['prediction']} equals column {roles.columns['gold']}"
        inferred.append(f"score: 1 where column {columns}")
        notes += label_hints(coded["gold"], coded["prediction"])
        lost = int(np.isnan(values).sum())
        if lost:
            said = (
                f"{lost:,} rows of {table.name} lack a gold answer or a prediction and have no "
                "score; an empty answer that counts as wrong must be written as a word."
            )
            notes.append(dropped(said, EMPTY))
    else:
        values = loaded.scores[score]
        notes += percent_hints([table.sample()[score]] if score in table.sample() else [])
    return Scores(
        **coded,
        score=values,
        called=score or "correct",
        inferred=tuple(inferred),
        notes=tuple(notes),
        sources=((table.name, loaded.rows),),
    )


def missing_column(table: Table, role: str) -> DataError:
    """Say that no column plays a role."""
    nested = [name for name, texts in table.sample().items() if NESTED in texts]
    problem, remedy = no_role(table.name, [n for n in table.names if n not in nested], role)
    if nested:
        problem += f" Lists or objects are in {listed(nested)}."
    numbers = _unused_numbers(table) if role == "score" else []
    if len(numbers) == 1:
        return NoColumnError(problem, "Name it: " + option("columns", {role: numbers[0]}) + ".")
    return NoColumnError(problem, remedy)


def _unused_numbers(table: Table) -> list[str]:
    """Return the columns of numbers or verdicts that are called like nothing that is known."""
    sample = table.sample()
    taken = {*assign(table.names, where=table.name, sample=sample).columns.values()}
    free = [name for name in table.names if name and name not in taken and not is_id(name)]
    return [name for name in free if kind(sample[name]) in ("number", "verdict")]


def rows_of_files(table: Table) -> DataError:
    """Say that rows of several files are not matched by their place, and how they can be."""
    problem, _ = no_role(table.name, table.names, "item")
    return NoColumnError(
        problem + " Rows of several files are not matched by their place.",
        "If row by row they are of the same items, put the scores side by side in one file, a "
        "column for each system; else name the column: "
        + option("columns", {"item": "NAME"})
        + ".",
    )


def no_label(table: Table, role: str, column: str, row: int) -> DataError:
    """Say that a row, counted from 0, does not name its item or system."""
    return DataError(f"Row {row + 1} of {table.name} has no {role}: column {column} is empty.")


def _concerns(guess: Guess, roles: tuple[str, ...]) -> bool:
    return guess.role in roles


def _refuse_missing(table: Table, role: str, column: str, coded: Coded) -> None:
    empty = np.flatnonzero(coded.codes < 0)
    if len(empty):
        raise no_label(table, role, column, int(empty[0]))


def _equal(gold: Coded, prediction: Coded) -> NDArray[np.float64]:
    place = {label: i for i, label in enumerate(gold.labels)}
    same = np.array([place.get(label, -2) for label in prediction.labels] + [-1], np.int64)
    right = (same[prediction.codes] == gold.codes).astype(np.float64)
    return np.where((gold.codes < 0) | (prediction.codes < 0), np.nan, right)
