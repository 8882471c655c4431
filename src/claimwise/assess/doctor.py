"""What is in this file, what can be asked of it, and what is wrong with it?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from claimwise.assess.diagnosis import (
    Choices,
    Diagnosis,
    Request,
    broken,
    diagnose,
    diagnose_responses,
    metrics_of,
)
from claimwise.assess.doctor_tables import examine_table
from claimwise.assess.levels import PLURAL
from claimwise.assess.sources import recognised
from claimwise.assess.which_pairs import MOST_SYSTEMS
from claimwise.core import (
    ClaimwiseError,
    DataError,
    Note,
    Result,
    Row,
    caution,
    inferred,
    meaning,
    option,
    provenance,
)
from claimwise.data import Scores, Totals
from claimwise.data.folders import files_in, folders_of, is_folder
from claimwise.data.logs import describe, sniff
from claimwise.data.read import SeveralScoresError
from claimwise.data.read_responses import read_responses
from claimwise.data.recognise import ANSWERS, JUDGEMENTS, RATINGS, SURVEY, recognise
from claimwise.data.table_files import open_table

USABLE = ("score", "pair")  # kinds of values of a log that can be compared
OUTPUTS = "outputs"  # what notes on metrics that can be computed are about


def is_lines(source: Any) -> bool:
    """Whether a source is a file of plain text, which has no columns."""
    if not isinstance(source, str | Path) or Path(source).suffix.lower() != ".txt":
        return False
    return Path(source).is_file() and sniff(Path(source)) in (None, "text")


def doctor(
    *sources: Any,
    metric: str | None = None,
    columns: Mapping[str, str] | None = None,
    filter: str | None = None,
    system: str | Sequence[str] | None = None,
) -> Result:
    """Examine files without computing anything but counts.

    Returns
    -------
    Result
        Rows count what is there; the setting `diagnosis` says whether it can be compared and
        how; notes say which roles were inferred, what can be asked, and what stands in the way.
    """
    request = Request(
        sources=sources, metric=metric, columns=columns or {}, filter=filter, system=system
    )
    if sources and all(map(is_lines, sources)):
        raise DataError(
            f"{sources[0]} holds lines of text, not a table of scores.",
            "If these are outputs, compare them by a metric, with a file of references.",
        )
    logs = [_log(path, name) for path, name in _called(sources).items()]
    rows = [row for log in logs for row in log.rows]
    notes = [note for log in logs for note in log.notes]
    if sources and not rows:
        seen = [recognise(open_table(s), columns) for s in sources if _is_table(s)]
        if {one.about for one in seen} == {ANSWERS}:
            return _responses(sources, columns, request)
        if len(seen) == len(sources) == 1 and seen[0].about in (RATINGS, JUDGEMENTS, SURVEY):
            return _result(*examine_table(sources[0], seen[0]))
    needs: Choices | None = None
    more: list[Row] = []
    try:
        data = request.read()
        more, said = _totals(data) if isinstance(data, Totals) else _scores(data)
        notes += [*recognised(data), *data.notes, *said]
    except ClaimwiseError as error:
        several = list(error.choices) if isinstance(error, SeveralScoresError) else []
        settled = request.settled(_choices(logs, request, several))
        if settled is None and not rows:
            raise
        if settled is None:
            found, why = broken(error, {})
            return _result(rows, [*notes, *why], found, None)
        needs, data = settled
    found, matching = diagnose(data, request, needs)
    return _result(rows + more, [*notes, *matching], found, data.provenance.get("data"))


def _choices(logs: Sequence[Log], request: Request, scores: Sequence[str]) -> dict[str, list[str]]:
    """Return the metrics and the filters that there are."""
    metrics = [*scores, *(name for log in logs for name in log.metrics)]
    metrics += metrics_of(request.sources, request.columns)
    filters = [name for log in logs for name in log.filters]
    return {"metric": list(dict.fromkeys(metrics)), "filter": list(dict.fromkeys(filters))}


def _is_table(source: Any) -> bool:
    """Whether a source is a table: neither a folder nor scores in memory."""
    if isinstance(source, str | Path):
        return not Path(source).is_dir()
    return hasattr(source, "columns")


def _result(rows: list[Row], notes: list[Note], found: Diagnosis, data: str | None) -> Result:
    settings = {"verb": "doctor", "diagnosis": found.settings()}
    return Result(
        kind="inventory",
        method="doctor",
        rows=tuple(rows),
        notes=tuple(dict.fromkeys(notes)),
        provenance=provenance(settings, data=data),
    )


def _called(sources: tuple[Any, ...]) -> dict[Path, str]:
    """Return the files by what they are called: as much of the path as tells them apart."""
    given = dict.fromkeys(Path(s) for s in sources if isinstance(s, str | Path))
    paths = [file for path in given for file in _files(path)]
    found = {}
    for path in paths:
        parts = 1
        while any(p != path and p.parts[-parts:] == path.parts[-parts:] for p in paths):
            parts += 1
        found[path] = str(Path(*path.parts[-parts:]))
    return found


def _files(path: Path) -> tuple[Path, ...]:
    """Return a file, or the logs and tables of a folder and of those within it."""
    if not is_folder(path):
        return (path,)
    return tuple(file for folder in folders_of([path]) for file in files_in(folder).files)


class Log(NamedTuple):
    """What a harness log says of itself, and what there is to choose from."""

    rows: list[Row]
    notes: list[Note]
    metrics: list[str]
    filters: list[str]


def _log(path: Path, called: str) -> Log:
    """Return what a harness log says of itself; nothing for plain tables."""
    kind = sniff(path)
    if kind is None:
        return Log([], [], [], [])
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
    metrics = [name for name, of in (facts.get("metrics") or {}).items() if of in USABLE]
    return Log(rows, notes, metrics, list(facts["filters"]))


def _listed(values: Any) -> str:
    if isinstance(values, Mapping):
        return ", ".join(f"{key} ({value})" for key, value in values.items())
    return ", ".join(str(value) for value in values)


def _responses(
    sources: tuple[Any, ...], columns: Mapping[str, str] | None, request: Request
) -> Result:
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
    return _result(rows, notes, diagnose_responses(found, request), found.provenance.get("data"))


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
    items, lost = _items_of_each(scores, missing)
    for code, system in enumerate(scores.system.labels):
        at = {"system": system}
        rows.append(Row(quantity="items", at=at, estimate=int(items[code])))
        if lost[code]:
            rows.append(Row(quantity="missing", at=at, estimate=int(lost[code])))
    simple = scores.run is None and scores.rater is None and scores.cluster is None
    what = [_what_scores(scores.score[~missing], simple)] if scores.inputs is None else []
    can = _can_compare(len(scores.system.used()))
    return rows, [*what, *_levels(scores), *_what_outputs(scores), can]


def _levels(scores: Scores) -> list[Note]:
    """Say how compare takes the raters and the runs that there are."""
    notes = []
    for role, plural in PLURAL.items():
        column = getattr(scores, role)
        count = 0 if column is None else _used(column.codes)
        if count == 1:
            said = f"One {role}: compare says nothing about others like this one."
            notes.append(meaning(said, plural))
        elif count > 1:
            said = (
                f"{count:,} {plural}: compare takes them as a sample, crossed with items. For "
                "these alone use "
            )
            notes.append(meaning(said + option(plural, "fixed") + ".", plural))
    return notes


def _items_of_each(scores: Scores, missing: Any) -> tuple[Any, Any]:
    """Return how many items each system has, and how many rows without a score.

    Two data sets that number their items alike have different items.
    """
    columns = [one for one in (scores.system, scores.item, scores.dataset) if one is not None]
    there = np.all([one.codes >= 0 for one in columns], axis=0)
    shape = [max(1, len(one.labels)) for one in columns]
    codes = tuple(one.codes[there].astype(np.int64) for one in columns)
    system, *_ = np.unravel_index(np.unique(np.ravel_multi_index(codes, shape)), shape)
    items = np.bincount(system, minlength=shape[0])
    lost = scores.system.codes[missing & (scores.system.codes >= 0)]
    return items, np.bincount(lost, minlength=shape[0])


def _what_outputs(scores: Scores) -> list[Note]:
    """Say which metrics can be computed from outputs."""
    if scores.inputs is not None:
        named = ", ".join(scores.metric.used()) if scores.metric is not None else "the metric"
        said = (
            f"Values of {named} are pairs that only score a whole corpus: compare computes that "
            "with " + option("metric") + ": f1, mcc, bleu, chrf, ter or perplexity."
        )
        return [inferred(said, OUTPUTS)]
    if scores.gold is None or scores.prediction is None:
        return []
    said = (
        "Gold answers and predictions: compare computes a " + option("metric") + " of them: "
        "f1:macro, mcc, kappa, ... from labels, and bleu, chrf, token-f1, ... from texts."
    )
    return [inferred(said, OUTPUTS)]


def _used(codes: Any) -> int:
    return len(np.unique(codes[codes >= 0]))


def _what_scores(values: Any, simple: bool) -> Note:
    if not len(values):
        return caution("No score at all: nothing can be asked.")
    if bool(np.isin(values, (0.0, 1.0)).all()) and not simple:
        return inferred(
            "Scores are right or wrong (0 or 1), in clusters, by raters or in several runs: tests "
            "and intervals."
        )
    if bool(np.isin(values, (0.0, 1.0)).all()):
        return inferred("Scores are right or wrong (0 or 1): all four ways to assess are open.")
    span = f"from {values.min():g} to {values.max():g}"
    return inferred(f"Scores are graded, {span}: tests and intervals of the mean difference.")


def _can_compare(systems: int) -> Note:
    if systems < 2:
        return meaning("One system: give a second file to compare it with.")
    if systems == 2:
        said = "Two systems: compare answers for them; the first is the baseline."
        return meaning(said)
    which = "all pairs" if systems <= MOST_SYSTEMS else "neighbours in rank and each with the best"
    all_pairs = f"{systems} systems: compare {which}, or name a baseline with "
    return meaning(all_pairs + option("baseline", "NAME") + ".")
