"""What is in this file, what can be asked of it, and what is wrong with it?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.assess.sources import recognised
from claimwise.core import (
    ClaimwiseError,
    Note,
    Result,
    Row,
    caution,
    inferred,
    meaning,
    provenance,
)
from claimwise.data import Scores, Totals, align, audit_all, read
from claimwise.data.logs import describe, sniff
from claimwise.data.read_responses import looks_like_responses, read_responses


def doctor(
    *sources: Any,
    metric: str | None = None,
    columns: Mapping[str, str] | None = None,
    filter: str | None = None,
) -> Result:
    """Examine files of scores without computing anything but counts.

    Returns
    -------
    Result
        Rows count what is there; notes say which roles were inferred, what can be asked, and
        what stands in the way.
    """
    rows: list[Row] = []
    notes: list[Note] = []
    logs = [_log(path, name) for path, name in _called(sources).items()]
    for log_rows, log_notes in logs:
        rows += log_rows
        notes += log_notes
    if sources and not rows and all(looks_like_responses(s, columns) for s in sources):
        return _responses(sources, columns)
    try:
        data = read(*sources, metric=metric, columns=columns, filter=filter)
    except ClaimwiseError as error:
        if not rows:
            raise
        notes.append(_not_ready(error))
        return _result(rows, notes, None)
    more, said = _totals(data) if isinstance(data, Totals) else _scores(data)
    notes += [*recognised(data), *data.notes, *said, *_matching(data)]
    return _result(rows + more, notes, data.provenance.get("data"))


def _not_ready(error: ClaimwiseError) -> Note:
    return caution("Not ready to be compared: " + error.words)


def _result(rows: list[Row], notes: list[Note], data: str | None) -> Result:
    return Result(
        kind="inventory",
        method="doctor",
        rows=tuple(rows),
        notes=tuple(dict.fromkeys(notes)),
        provenance=provenance({"verb": "doctor"}, data=data),
    )


def _called(sources: tuple[Any, ...]) -> dict[Path, str]:
    """Return the files by what they are called: as much of the path as tells them apart."""
    paths = list(dict.fromkeys(Path(s) for s in sources if isinstance(s, str | Path)))
    found = {}
    for path in paths:
        parts = 1
        while any(p != path and p.parts[-parts:] == path.parts[-parts:] for p in paths):
            parts += 1
        found[path] = str(Path(*path.parts[-parts:]))
    return found


def _log(path: Path, called: str) -> tuple[list[Row], list[Note]]:
    """Return what a harness log says of itself; nothing for plain tables."""
    kind = sniff(path)
    if kind is None:
        return [], []
    facts = describe(path, kind=kind)
    rows = [
        Row(quantity=name, at={"file": called}, estimate=float(facts[name]))
        for name in ("samples", "epochs", "errors", "unscored")
        if facts.get(name) is not None
    ]
    said = [f"{called}: a log of {kind}"]
    for name in ("task", "model", "status"):
        if facts.get(name):
            said.append(f"{name} {facts[name]}")
    notes = [inferred(", ".join(said) + ".")]
    for name, what in (("metrics", "Metrics"), ("filters", "Filters"), ("clusters", "Fields")):
        if facts.get(name):
            notes.append(inferred(f"{what} of {called}: {_listed(facts[name])}."))
    return rows, notes


def _listed(values: Any) -> str:
    if isinstance(values, Mapping):
        return ", ".join(f"{key} ({value})" for key, value in values.items())
    return ", ".join(str(value) for value in values)


def _responses(sources: tuple[Any, ...], columns: Mapping[str, str] | None) -> Result:
    """Return what a file of several answers to each item holds."""
    found = read_responses(*sources, columns=columns)
    rows = [
        Row(quantity="items", estimate=found.n),
        Row(quantity="systems", estimate=len(found.systems)),
    ]
    if found.people:
        rows.append(Row(quantity="responders", estimate=len(found.people)))
    for name in found.answers:
        each, at = found.counts(name), {"system": name}
        rows.append(Row(quantity="answers", at=at, estimate=int(each.sum())))
        rows.append(Row(quantity="answers to an item, at most", at=at, estimate=each.max()))
        if each.min() < each.max():
            rows.append(Row(quantity="answers to an item, at least", at=at, estimate=each.min()))
    values = "categories" if found.kind == "categorical" else f"{found.kind} answers"
    levels = f" ({', '.join(found.levels)})" if found.levels else ""
    said = f"Several answers to each item: {values}{levels}; the gold standard is {found.gold}."
    further = meaning("claimwise fit responses makes a world of them, for plans.")
    notes = [inferred(said), *recognised(found), *found.notes, further]
    return _result(rows, notes, found.provenance.get("data"))


def _totals(totals: Totals) -> tuple[list[Row], list[Note]]:
    rows = [
        Row(quantity="rows", estimate=len(totals)),
        Row(quantity="systems", estimate=len(set(totals.system))),
        Row(quantity="datasets", estimate=len(set(totals.dataset))),
    ]
    note = meaning(
        "Totals only: unpaired tests and intervals, posterior and Bayes factor, with bounds over "
        "every pairing. A paired test needs scores item by item."
    )
    return rows, [note, _can_compare(len(set(totals.system)))]


def _scores(scores: Scores) -> tuple[list[Row], list[Note]]:
    missing = np.isnan(scores.score)
    rows = [
        Row(quantity="rows", estimate=len(scores)),
        Row(quantity="systems", estimate=_used(scores.system.codes)),
    ]
    for name in ("metric", "dataset", "run", "rater", "cluster"):
        column = getattr(scores, name)
        if column is not None:
            rows.append(Row(quantity=f"{name}s", estimate=_used(column.codes)))
    for code, system in enumerate(scores.system.labels):
        mine, at = scores.system.codes == code, {"system": system}
        rows.append(Row(quantity="items", at=at, estimate=_used(scores.item.codes[mine])))
        lost = int((mine & missing).sum())
        if lost:
            rows.append(Row(quantity="missing", at=at, estimate=lost))
    simple = scores.run is None and scores.cluster is None
    what = [_what_scores(scores.score[~missing], simple)] if scores.inputs is None else []
    return rows, [*what, *_what_outputs(scores), _can_compare(len(scores.system.used()))]


def _what_outputs(scores: Scores) -> list[Note]:
    """Say which metrics can be computed from outputs."""
    if scores.inputs is not None:
        named = ", ".join(scores.metric.used()) if scores.metric is not None else "the metric"
        said = (
            f"Values of {named} are pairs, of which the whole corpus has a score: claimwise "
            "compare computes it with --metric f1, mcc, bleu, chrf, ter or perplexity."
        )
        return [inferred(said)]
    if scores.gold is None or scores.prediction is None:
        return []
    said = (
        "Gold answers and predictions: claimwise compare computes --metric f1:macro, mcc, kappa, "
        "... from labels, and bleu, chrf, token-f1, ... from texts."
    )
    return [inferred(said)]


def _matching(data: Scores | Totals) -> list[Note]:
    """Say how the items of the systems match, or why they cannot be compared."""
    if isinstance(data, Totals) or len(data.system.used()) < 2:
        return []
    systems = data.system.used()
    try:
        if len(systems) == 2:
            audit = align(data, *systems).audit
            return [] if audit is None else audit.notes()
        return audit_all(data).notes()
    except ClaimwiseError as error:
        return [_not_ready(error)]


def _used(codes: Any) -> int:
    return len(np.unique(codes[codes >= 0]))


def _what_scores(values: Any, simple: bool) -> Note:
    if not len(values):
        return caution("No score at all: nothing can be asked.")
    if bool(np.isin(values, (0.0, 1.0)).all()) and not simple:
        return inferred(
            "Scores are right or wrong (0 or 1), in clusters or several runs: tests and intervals."
        )
    if bool(np.isin(values, (0.0, 1.0)).all()):
        return inferred("Scores are right or wrong (0 or 1): all four ways to assess are open.")
    span = f"from {values.min():g} to {values.max():g}"
    return inferred(f"Scores are graded, {span}: tests and intervals of the mean difference.")


def _can_compare(systems: int) -> Note:
    if systems < 2:
        return meaning("One system: give a second file to compare it with.")
    if systems == 2:
        said = "Two systems: claimwise compare answers for them; the first is the baseline."
        return meaning(said)
    return meaning(f"{systems} systems: claimwise compare takes all pairs, or --baseline NAME.")
