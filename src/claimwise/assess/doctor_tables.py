"""What is in a table of ratings, judgements or published comparisons, and what to ask of it?"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.assess.diagnosis import ASK, READY, Diagnosis
from claimwise.core import Note, Row, inferred, meaning
from claimwise.data.fields import Fields, read_fields
from claimwise.data.recognise import JUDGEMENTS, RATINGS, SURVEY, Recognised, could_be
from claimwise.data.table_files import open_table
from claimwise.data.winners import read_judged

Findings = tuple[list[Row], list[Note], Diagnosis, str | None]
OPTIONS = ("rating", "system", "rater", "item")  # of claimwise ratings, a column each


def examine_table(source: Any, seen: Recognised) -> Findings:
    """Return the counts, the notes, the diagnosis and the fingerprint of a table."""
    found = {RATINGS: _ratings, JUDGEMENTS: _judgements, SURVEY: _survey}[seen.about]
    rows, notes, diagnosis, digest = found(source, seen)
    why = inferred(f"Recognised as {seen.about}: {seen.why}.")
    roles = "; ".join(seen.roles.inferred)
    return (
        rows,
        [why, *([inferred(f"Recognised: {roles}.")] if roles else []), *notes],
        diagnosis,
        digest,
    )


def _attempt(verb: str, source: Any, options: Mapping[str, str], *, slopes: bool = True) -> str:
    """Return the command to try, or the call where the data are not a file."""
    if isinstance(source, str | Path):
        words = ["claimwise", verb, str(source)]
        for name, value in options.items():
            words += [f"--{name}", value]
        return shlex.join([*words, *([] if slopes else ["--no-slopes"])])
    call = {"ratings": "cw.ratings", "judgements": "cw.judgements", "survey": "cw.survey"}
    named = "".join(f", {name}={value!r}" for name, value in options.items())
    return f"{call[verb]}(data{named}{'' if slopes else ', slopes=False'})"


def _recognised(seen: Recognised) -> tuple[str, ...]:
    return tuple(f"{guess.role}={guess.column}" for guess in seen.roles.inferred)


def _ratings(source: Any, seen: Recognised) -> Findings:
    roles, table = seen.roles, open_table(source)
    missing = [role for role in ("system", "item") if roles.get(role) is None]
    options: dict[str, str] = {}
    for role in missing:
        able = [name for name in could_be(table, roles, role) if name not in options.values()]
        if able:
            options[role] = able[0]
    columns = {role: roles.columns[role] for role in OPTIONS if roles.get(role)} | options
    names = list(columns.values())
    fields = read_fields(source, names, labels=names)
    counts = {role: fields.labels[columns[role]].used() for role in columns if role != "rating"}
    rows = [Row(quantity="rows", estimate=fields.rows)]
    rows += [
        Row(quantity=f"{role}s", estimate=len(labels))
        for role, labels in counts.items()
        if role not in missing
    ]
    levels = fields.labels[columns["rating"]].used()
    known: dict[str, Any] = {"scores": RATINGS, "recognised": _recognised(seen), "paired": False}
    known |= {"systems": () if missing else counts["system"], "raters": len(counts["rater"])}
    known |= {"items": len(counts["item"]) if "item" in counts and not missing else None}
    crossed = len({"system", "item"} & set(columns)) < 2 or _crossed(fields, columns)
    known["attempt"] = _attempt("ratings", source, options, slopes=crossed)
    said = f"Ratings are {_span(levels)}; claimwise fit ratings makes a world of them, for plans."
    notes = [meaning(said), *_repeated(fields, columns)]
    if missing:
        needs = {f"column of the {role}s": could_be(table, roles, role) for role in missing}
        return rows, notes, Diagnosis(state=ASK, needs=needs, **known), fields.digest
    return rows, notes, Diagnosis(state=READY, **known), fields.digest


def _crossed(fields: Fields, columns: Mapping[str, str]) -> bool:
    """Whether some item was rated under several systems, so that items may differ in slope."""
    codes = np.stack([fields.labels[columns[role]].codes for role in ("item", "system")])
    return bool(np.unique(codes, axis=1).shape[1] > len(np.unique(codes[0])))


def _span(levels: tuple[str, ...]) -> str:
    try:
        values = sorted(float(level) for level in levels)
    except ValueError:
        return f"the words {', '.join(levels[:7])}: name their order with scale"
    return f"from {values[0]:g} to {values[-1]:g}"


def _repeated(fields: Fields, columns: Mapping[str, str]) -> list[Note]:
    """Say how many rows are of a rater who rated the same item of the same system before."""
    from claimwise.mixed.table import repeated_note

    coded = [fields.labels[name].codes for role, name in columns.items() if role != "rating"]
    return repeated_note(
        [codes.astype(np.int64) for codes in coded], fields.labels[columns["rating"]].codes
    )


def _judgements(source: Any, seen: Recognised) -> Findings:
    judged = read_judged(source, dict(seen.roles.columns))
    systems, pair = judged.systems(), judged.most_judged()
    rows = [Row(quantity="rows", estimate=judged.fields.rows)]
    rows.append(Row(quantity="systems", estimate=len(systems)))
    for role in ("rater", "item"):
        coded = judged.of(role, np.arange(judged.fields.rows))
        if coded is not None:
            rows.append(Row(quantity=f"{role}s", estimate=len(coded.used())))
    known: dict[str, Any] = {"scores": JUDGEMENTS, "systems": systems}
    known |= {"recognised": _recognised(seen)}
    known |= {
        row.quantity: int(row.estimate) for row in rows if row.quantity in ("items", "raters")
    }
    notes = [meaning("claimwise fit judgements makes a world of them, for plans.")]
    digest = judged.fields.digest
    lacking = [role for role in ("rater", "item") if seen.roles.get(role) is None]
    if lacking:
        table = open_table(source)
        options: dict[str, str] = {}
        for role in lacking:
            able = [n for n in could_be(table, seen.roles, role) if n not in options.values()]
            options |= {role: able[0]} if able else {}
        needs = {f"column of the {role}s": could_be(table, seen.roles, role) for role in lacking}
        attempt = _attempt("judgements", source, options)
        return rows, notes, Diagnosis(state=ASK, needs=needs, attempt=attempt, **known), digest
    if len(systems) > 2 and pair is not None:
        attempt = _attempt("judgements", source, {"a": pair[0], "b": pair[1]})
        needs = {"pair": [f"{pair[0]} and {pair[1]} (judged most often)", "any two others"]}
        return rows, notes, Diagnosis(state=ASK, needs=needs, attempt=attempt, **known), digest
    attempt = _attempt("judgements", source, {})
    return rows, notes, Diagnosis(state=READY, attempt=attempt, **known), digest


def _survey(source: Any, seen: Recognised) -> Findings:
    from claimwise.data import digest, read_roles
    from claimwise.data.role_names import OF_SURVEYS

    roles, cells = read_roles(source, OF_SURVEYS, dict(seen.roles.columns))
    n = len(cells[roles.columns["n"]])
    rows = [Row(quantity="comparisons", estimate=n)]
    for role in ("task", "paper"):
        if roles.get(role):
            there = {str(cell) for cell in cells[roles.columns[role]] if str(cell).strip()}
            rows.append(Row(quantity=f"{role}s", estimate=len(there)))
    known: dict[str, Any] = {"scores": SURVEY, "comparisons": n, "recognised": _recognised(seen)}
    known["attempt"] = _attempt("survey", source, {})
    return rows, [], Diagnosis(state=READY, **known), digest(source)
