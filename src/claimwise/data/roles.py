"""Which column plays which role: the one table of names, and the user's word over it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from claimwise.core import DataError, ParameterError, Words, did_you_mean
from claimwise.core.missing import lacks

# The names under which a column may come, the preferred one first. Capitals do not matter,
# and a blank or a hyphen counts as an underscore.
ALIASES: dict[str, tuple[str, ...]] = {
    "item": (
        "item",
        "item_id",
        "id",
        "input",
        "question",
        "example",
        "doc_id",
        "instance_id",
        "sample_id",
        "query",
        "query_id",
        "qid",
        "question_id",
        "example_id",
        "problem",
        "problem_id",
        "prompt_id",
        "sentence_id",
        "task_id",
        "idx",
        "index",
        "uid",
        "key",
        "unnamed:_0",  # what a data frame writes before its first column
        "prompt",
        "sample",
        "sentence",
    ),
    "system": ("system", "model", "system_name", "model_name", "model_id"),
    "score": ("score", "correct", "is_correct", "right", "acc", "accuracy", "value"),
    "metric": ("metric", "metric_name"),
    "dataset": ("dataset", "task", "benchmark", "subset", "evaluation_name"),
    "run": ("run", "seed", "epoch", "repeat", "trial", "replicate", "attempt"),
    "rater": ("rater", "annotator", "judge", "worker", "participant"),
    "cluster": ("cluster", "group", "passage", "document", "doc"),
    "gold": ("gold", "reference", "label", "target"),
    "prediction": ("prediction", "output", "response", "answer", "predicted"),
}
# Files of totals have no items; their columns are looked for only where there is no item.
TOTALS: dict[str, tuple[str, ...]] = {
    "correct": ("correct", "right", "hits", "n_correct", "num_correct"),
    "n": ("n", "total", "items", "n_items", "num_items", "n_total", "size"),
}
ROLES = (*ALIASES, *TOTALS)


class Guess(str):
    """What was guessed, in words, and which column has which role by it."""

    __slots__ = ("column", "role")
    role: str
    column: str

    def __new__(cls, text: str, *, role: str, column: str) -> Guess:
        """Keep the words as the text."""
        guess = super().__new__(cls, text)
        guess.role, guess.column = role, column
        return guess

    def __reduce__(self) -> tuple[object, ...]:
        """Keep role and column where guesses go from one process to another."""
        return _guess, (str(self), self.role, self.column)


def _guess(text: str, role: str, column: str) -> Guess:
    return Guess(text, role=role, column=column)


@dataclass(frozen=True, slots=True)
class Roles:
    """The columns by role, and in words which of them were guessed."""

    columns: Mapping[str, str]
    inferred: tuple[Guess, ...]
    totals: bool = False

    def get(self, role: str) -> str | None:
        """Return the column that plays a role, or None."""
        return self.columns.get(role)


def assign(
    names: Sequence[str],
    columns: Mapping[str, str] | None,
    *,
    where: str,
    nested: Collection[str] = (),
    dotted: bool = False,
) -> Roles:
    """Give each role its column: the user's, or the first one of the table of names.

    Parameters
    ----------
    names : sequence of str
        The columns of the table.
    columns : mapping, optional
        Role -> column, as the user says; wins over the table of names.
    where : str
        What the table is called in an error.
    nested : collection of str
        Columns that hold lists or objects, which no role can be guessed for.
    dotted : bool
        Whether ``doc.passage`` may reach into the column ``doc``.
    """
    chosen = _given(names, columns or {}, where, dotted)
    free = [name for name in names if name and name not in nested]
    by_alias: dict[str, list[str]] = {}
    for name in free:
        by_alias.setdefault(_plain(name), []).append(name)
    inferred: list[Guess] = []
    used = set(chosen.values())
    totals = {"correct", "n"} <= set(chosen)
    if "item" not in chosen and "score" not in chosen and not totals:
        found = {
            role: [n for alias in aliases for n in by_alias.get(alias, ()) if n not in used]
            for role, aliases in (TOTALS | {"item": ALIASES["item"]}).items()
        }
        totals = not found["item"] and all(found[r] or r in chosen for r in ("correct", "n"))
    table = ALIASES | TOTALS if totals else ALIASES
    for role in [*TOTALS, *ALIASES] if totals else ALIASES:
        if role in chosen:
            continue
        able = [n for alias in table[role] for n in by_alias.get(alias, ()) if n not in used]
        if able:
            chosen[role] = able[0]
            used.add(able[0])
            others = f" (not {', '.join(able[1:])})" if able[1:] else ""
            text = f"{role}: column {able[0]}{others}"
            inferred.append(Guess(text, role=role, column=able[0]))
    if "item" not in chosen and not totals:
        named = [name for name in free if is_id(name) and name not in used]
        if named:
            text = f"item: column {named[0]}"
            chosen["item"] = named[0]
            inferred.append(Guess(text, role="item", column=named[0]))
    return Roles(chosen, tuple(inferred), totals)


def _plain(name: str) -> str:
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def is_id(name: str) -> bool:
    """Whether a column is called like one that names something, and so holds no scores.

    >>> is_id("question_id"), is_id("Unnamed: 0"), is_id("candid"), is_id("gpt-4")
    (True, True, False, False)
    """
    plain = _plain(name)
    return plain in ALIASES["item"] or plain == "id" or plain.endswith(("_id", "_idx", "_index"))


def _given(
    names: Sequence[str], columns: Mapping[str, str], where: str, dotted: bool
) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for role, name in columns.items():
        if role not in ROLES:
            raise ParameterError(
                "columns", f"roles among {', '.join(ROLES)}", role, did_you_mean(role, ROLES)
            )
        found = _find(names, str(name))
        if found is None and dotted and _find(names, str(name).split(".")[0]) is not None:
            found = str(name)
        if found is None:
            raise DataError(*lacks(where, f"column {name}", names, name))
        if found in chosen.values():
            other = next(r for r, n in chosen.items() if n == found)
            raise ParameterError("columns", "each column once", f"{found} as {other} and as {role}")
        chosen[role] = found
    return chosen


def _find(names: Sequence[str], name: str) -> str | None:
    """Return the column of exactly this name, or the only one that differs in capitals."""
    if name in names:
        return name
    near = [n for n in names if n.strip().lower() == name.strip().lower()]
    return near[0] if len(near) == 1 else None


def find_column(
    names: Sequence[str], role: str, aliases: Sequence[str], remedy: Words, where: str
) -> str:
    """Return the column that plays a role by its name, or say which names it could have."""
    lower = {name.strip().lower(): name.strip() for name in names}
    found = next((lower[alias] for alias in aliases if alias in lower), None)
    if found is None:
        problem, _ = lacks(where, f"column for the {role}", names)
        raise ParameterError(problem, remedy + f" Recognised are {', '.join(aliases)}.")
    return found
