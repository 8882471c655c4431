"""The door for several answers to each item, of the gold standard and of every system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from claimwise.core import (
    DataError,
    ParameterError,
    check_one_of,
    option,
)
from claimwise.core.missing import lacks, listed
from claimwise.data.content import joined_digest
from claimwise.data.recognise import GOLD
from claimwise.data.response_items import (
    answered,
    arranged,
    refuse_twice,
    refuse_without_gold,
)
from claimwise.data.response_rows import ResponseRows, load_rows
from claimwise.data.responses import KINDS, Responses
from claimwise.data.scores import Coded
from claimwise.kernels.arrays import Floats

FEW = 11  # whole numbers that make a scale: 0 to 10 at most


def read_responses(
    *sources: Any,
    gold: str | None = None,
    columns: Mapping[str, str] | None = None,
    kind: str | None = None,
    levels: Sequence[str] | None = None,
    systems: Sequence[str] | None = None,
) -> Responses:
    """Read several answers to each item: those of the gold standard, and those of each system.

    Parameters
    ----------
    *sources : paths or data frames
        Long tables (CSV, TSV, JSONL, Parquet) with a row for each answer: item, source (or
        system, model), response (or answer, score, value, rating, label) and, where it is known,
        the responder (rater, annotator, judge, run, seed, ...). A file without a source has its
        name for it.
    gold : str, optional
        The source that is the gold standard; by default the one called gold, reference, human or
        truth.
    columns : mapping, optional
        Role -> column, where the names do not tell: ``{"response": "toxicity"}``.
    kind : {"continuous", "ordinal", "categorical"}, optional
        By default texts are categories, a few whole numbers a scale, other numbers continuous.
    levels : sequence of str, optional
        The levels of a scale in their order, or all categories.
    systems : sequence of str, optional
        Those that must have answered an item for it to stay; by default all.

    Returns
    -------
    Responses
        Of the items that each of these sources has answered. An empty cell is a missing answer.
    """
    if not sources:
        raise ParameterError("There is nothing to read.", "Give a file or a data frame.")
    if kind is not None:
        check_one_of("kind", kind, KINDS)
    named = None if levels is None else tuple(str(level).strip() for level in levels)
    if named is not None and (len(named) < 2 or len(set(named)) < len(named)):
        raise ParameterError("levels", "at least two, each once", ", ".join(named))
    texts = None
    if kind == "continuous":
        texts = False
    elif kind == "categorical" or (named and not _numeric(named)):
        texts = True
    rows, digests = load_rows(sources, columns, texts=texts)
    values, kind, names, told = _valued(rows, kind, named)
    chosen, guessed = _gold(rows, gold)
    refuse_twice(rows)
    there = ~np.isnan(values)
    refuse_without_gold(rows, there, chosen)
    needed = None if systems is None else {chosen, *systems}
    keep, notes = answered(rows, there, needed)
    answers, responders = arranged(rows, values, there, keep)
    order = [chosen, *(name for name in answers if name != chosen)]
    provenance: dict[str, Any] = {"data": joined_digest(digests)}
    if kind == "ordinal" and named and not names:
        provenance["scale"] = [float(level) for level in named]
    return Responses(
        answers={name: answers[name] for name in order},
        items=tuple(label for label, kept in zip(rows.item.labels, keep, strict=True) if kept),
        kind=kind,
        gold=chosen,
        levels=names,
        responders=None if responders is None else {name: responders[name] for name in order},
        people=() if rows.responder is None else rows.responder.labels,
        inferred=(*rows.inferred, *told, *guessed),
        notes=tuple(notes),
        provenance=provenance,
    )


def _numeric(texts: Sequence[str]) -> bool:
    try:
        return bool(np.isfinite([float(text) for text in texts]).all())
    except ValueError:
        return False


def _valued(
    rows: ResponseRows, kind: str | None, levels: tuple[str, ...] | None
) -> tuple[Floats, str, tuple[str, ...], list[str]]:
    """Return answers as numbers, their kind, their levels, and what was guessed."""
    if rows.texts is not None:
        return _worded(rows, rows.texts, kind, levels)
    assert rows.numbers is not None  # one of the two
    values = rows.numbers
    seen = np.unique(values[~np.isnan(values)])
    if not len(seen):
        raise DataError("Every cell is empty.")
    if levels is not None and kind != "continuous":
        allowed = np.array([float(level) for level in levels])
        if (np.diff(allowed) <= 0).any():
            raise ParameterError("levels", "numbers that rise", ", ".join(levels))
        odd = np.flatnonzero(~np.isnan(values) & ~np.isin(values, allowed))
        if len(odd):
            raise _beyond(rows, int(odd[0]), f"{values[odd[0]]:g}", levels)
        return values, "ordinal", (), []
    if kind is not None:
        return values, kind, (), []
    whole = bool((seen == np.rint(seen)).all())
    if whole and len(seen) <= FEW:
        said = (
            f"kind: ordinal, as there are {len(seen)} whole numbers ({seen[0]:g} to {seen[-1]:g})"
        )
        return values, "ordinal", (), [said]
    why = f"{len(seen):,} different numbers" if whole else "numbers that are not whole"
    return values, "continuous", (), [f"kind: continuous, as there are {why}"]


def _worded(
    rows: ResponseRows, texts: Coded, kind: str | None, levels: tuple[str, ...] | None
) -> tuple[Floats, str, tuple[str, ...], list[str]]:
    """Return texts as places among their levels."""
    used = texts.used()
    if not used:
        raise DataError("Every cell is empty.")
    if kind == "ordinal" and levels is None:
        raise ParameterError(
            f"Answers such as {used[0]!r} are words, and their order is not known.",
            "Give it, from low to high: " + option("levels", ["low", "mid", "high"]) + ".",
        )
    told = []
    if kind is None:
        kind = "categorical" if levels is None else "ordinal"
        why = "answers are texts" if levels is None else "levels are given"
        told = [f"kind: {kind}, as {why}"]
    if levels is None:
        levels = tuple(sorted(used, key=float) if _numeric(used) else sorted(used))
    place = {level: float(i) for i, level in enumerate(levels)}
    odd = next((label for label in used if label not in place), None)
    if odd is not None:
        row = int(np.flatnonzero(texts.codes == texts.labels.index(odd))[0])
        raise _beyond(rows, row, repr(odd), levels)
    values = np.array([*(place.get(label, np.nan) for label in texts.labels), np.nan])
    return values[texts.codes], kind, levels, told


def _beyond(rows: ResponseRows, row: int, found: str, levels: Sequence[str]) -> DataError:
    return DataError(
        f"The answer {found} in {rows.place(row)} is none of the levels {listed(levels)}."
    )


def _gold(rows: ResponseRows, gold: str | None) -> tuple[str, list[str]]:
    """Return the name of the gold standard, and what was guessed."""
    used = rows.source.used()
    if gold is not None:
        if gold in used:
            found, told = gold, []
        else:
            raise DataError(*lacks(rows.name, f"source {gold}", used, gold))
    else:
        able = [name for name in used if name.lower() in GOLD]
        if len(able) != 1:
            which = f"several of them: {listed(able)}" if able else f"none among {listed(used)}"
            raise DataError(
                f"Which source is the gold standard? Recognised are {', '.join(GOLD[:-1])} and "
                f"{GOLD[-1]}; found {which}.",
                "Name it with " + option("gold", "NAME") + ".",
            )
        found, told = able[0], [] if able[0] == "gold" else [f"gold: source {able[0]}"]
    if len(used) < 2:
        raise DataError(f"There is no system: every answer is of {found}, the gold standard.")
    return found, told
