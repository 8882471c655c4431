"""More than two systems: all pairs, or each against the baseline."""

from __future__ import annotations

from math import isnan

import numpy as np

from claimwise.assess.answer import (
    Told,
    compare_on,
    correction_note,
    make_result,
    refuse_alike,
)
from claimwise.assess.bayesian import Believed, believe
from claimwise.assess.datasets import rank_over_datasets
from claimwise.assess.evidence import cluster_codes
from claimwise.assess.leader import verdict_of_all, without_direction
from claimwise.assess.multiplicity import (
    adjust,
    adjust_by_max_t,
    pairs_to_compare,
    ranking_rows,
    raw_rows,
)
from claimwise.assess.one import Comparison, flip_rows, further_rows, score_rows
from claimwise.assess.question import Question
from claimwise.assess.sources import PairedSource, Source, items_of
from claimwise.core import (
    DataError,
    Note,
    ParameterError,
    Result,
    Row,
    caution,
    dropped,
    meaning,
    option,
)
from claimwise.core.missing import listed

SHARED = ("holm", "max-t")  # corrections that divide alpha among the comparisons
ITS_OWN = meaning("Each interval holds for its own comparison, not for all at once.")


def many_systems(
    source: Source,
    systems: tuple[str, ...],
    baseline: str | None,
    question: Question,
    told: Told,
) -> Result:
    """Answer for several systems: scores, comparisons, ranks."""
    _refuse(source, systems, question)
    how, tested = question.correct or "holm", "test" in question.ways
    if isinstance(source, PairedSource):
        source.common(systems)
    pairs = pairs_to_compare(systems, baseline)
    refuse_alike("comparisons", ({"b": b, "a": a} for a, b in pairs))
    among = len(pairs) if how in SHARED and tested else 1
    found: list[Comparison] = []
    scores: dict[str, Row] = {}
    beside: list[list[Row]] = []  # rows that stand beside each comparison
    notes: list[Note] = []
    believed = Believed()
    for a, b in pairs:
        one = compare_on(source, a, b, None, question, {"b": b, "a": a})
        more, said = _beside(one, question, among, scores)
        believed = believe(one, question, last=False)
        beside.append(more + believed.rows)
        notes += [note.of(one.called) for note in believed.notes]
        notes += [*(_cautions(one) if how == "max-t" else one.notes), *said]
        one.forget()  # a million items for each of many pairs would fill the memory
        found.append(one)
    raw = raw_rows(found) if tested else []
    if tested:
        notes += _correct(source, found, question, systems, how)
    rows = [scores[name] for name in systems]
    if not tested:
        notes.append(ITS_OWN)
    verdicts: list[Row] = []
    for c, more in zip(found, beside, strict=True):
        judged = [c.verdict(question)] if c.against or c.interval is not None else []
        verdicts += judged
        rows += [c.difference(question), *judged, *more]
    no_direction = without_direction(question.claim, baseline)
    if no_direction and verdicts:
        rows.append(verdict_of_all(verdicts))
    rows += raw
    more, said = _each_dataset(source, pairs, question, how)
    rows += more
    notes += said
    if no_direction and tested:
        values = np.array([scores[name].estimate for name in systems])
        more, groups = ranking_rows(found, question, systems, values, {})
        rows += more
        told = told | {"groups": groups}
    if len(source.datasets) > 1 and isinstance(source, PairedSource):
        more, said = rank_over_datasets(source.common(systems), question, systems)
        rows += more
        notes += said
    told = told | {"correct": how, "baseline": baseline, "comparisons": len(found)}
    believed.curves = []  # one picture cannot show all pairs
    return make_result(source, found, rows, notes, question, told, systems, believed)


def _cautions(one: Comparison) -> list[Note]:
    """Return what to heed of the comparison itself, whatever its test was."""
    return [note for note in one.notes if note.kind == "caution" and note.about == one.called]


def _refuse(source: Source, systems: tuple[str, ...], question: Question) -> None:
    if not isinstance(source, PairedSource) and len(source.datasets) > 1:
        both = option("a") + " and " + option("b")
        raise DataError(
            f"Unpaired scores of more than two systems are compared on one data set; found "
            f"{len(source.datasets)}: {listed(source.datasets)}.",
            "Choose one with " + option("dataset") + ", or two systems with " + both + ".",
        )


def _beside(
    one: Comparison, question: Question, among: int, scores: dict[str, Row]
) -> tuple[list[Row], list[Note]]:
    """Return flips, effects and the detectable difference; note the scores on the way."""
    if one.evidence is None:
        return [], []
    if not set(one.names) <= set(scores):
        scored = score_rows(one.evidence, question.claim.interval_level, {})
        scores.update(zip(one.names, scored, strict=True))
    rows, notes = further_rows(one, question, among)
    return flip_rows(one.evidence, one.at, question.claim.up) + rows, notes


def _correct(
    source: Source,
    found: list[Comparison],
    question: Question,
    systems: tuple[str, ...],
    how: str,
) -> list[Note]:
    """Correct the p-values, and say so."""
    notes = [correction_note(how, len(found))]
    if how != "max-t":
        adjust(found, how)
        if "interval" in question.ways:
            notes.append(ITS_OWN)
        return notes
    if not isinstance(source, PairedSource):
        raise ParameterError(
            option("correct", "max-t"), "scores of the same items", "none", "Use holm for totals."
        )
    table = source.common(systems)
    codes = None if table.cluster is None else table.cluster.codes.astype(np.int64)
    cluster = cluster_codes(codes, table.dataset)
    adjust_by_max_t(found, question, table.values, systems, cluster)
    notes.append(
        meaning(
            "p-values and intervals by the largest t of all comparisons, over "
            f"{question.resamples:,} resamples; no p-value can be smaller than 1 in one more than "
            "these."
        )
    )
    why = "is not judged, and counts as open: every item has the same difference."
    notes += [
        caution(f"{c.called} {why}", c.called) for c in found if any(isnan(p) for p in c.against)
    ]
    return notes


def _each_dataset(
    source: Source, pairs: list[tuple[str, str]], question: Question, how: str
) -> tuple[list[Row], list[Note]]:
    """Return the comparisons on each data set, corrected over those of the same data set."""
    if len(source.datasets) < 2:
        return [], []
    corrected = "holm" if how == "max-t" else how
    rows: list[Row] = []
    notes: list[Note] = []
    for dataset in source.datasets:
        if isinstance(source, PairedSource) and source.together is not None:
            common = len(items_of(source.together, dataset))
            if common < 2:
                few = f"the systems have {common} items there in common"
                notes.append(dropped(f"Not compared on {dataset} alone: {few}."))
                continue
        found = []
        for a, b in pairs:
            at = {"b": b, "a": a, "dataset": dataset}
            found.append(compare_on(source, a, b, dataset, question, at, part=True))
            notes += _cautions(found[-1])
            found[-1].forget()
        if "test" in question.ways:
            adjust(found, corrected)
        for c in found:
            rows += [c.difference(question), c.verdict(question)]
    note = meaning(
        f"On each data set the p-values are corrected ({corrected}) over its own comparisons."
    )
    return rows, notes + ([note] if "test" in question.ways and how != "none" else [])
