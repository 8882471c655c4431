"""More than two systems: all pairs, each against the baseline, or those that the ranks choose."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from claimwise.assess.answer import (
    Told,
    compare_pairs,
    correction_note,
    make_result,
    refuse_alike,
)
from claimwise.assess.datasets import rank_over_datasets
from claimwise.assess.leader import verdict_of_all, without_direction
from claimwise.assess.multiplicity import (
    ITS_OWN,
    NO_OUTLOOK,
    adjust,
    joint_ranking_rows,
    ranking_rows,
    raw_rows,
    shared_alpha,
)
from claimwise.assess.one import Comparison, flip_rows, outlook_rows
from claimwise.assess.over_levels import share_rows
from claimwise.assess.question import Question
from claimwise.assess.sources import PairedSource, Source, items_of
from claimwise.assess.system_scores import Beliefs, Scored, score_systems
from claimwise.assess.together import MAX_T, Together, one_of_several, together_of
from claimwise.assess.which_pairs import Chosen, choose_pairs
from claimwise.core import (
    DataError,
    Note,
    Result,
    Row,
    dropped,
    meaning,
    option,
)
from claimwise.core.missing import listed
from claimwise.data.matrix import check_systems
from claimwise.kernels.arrays import Floats


def many_systems(
    source: Source,
    systems: tuple[str, ...],
    baseline: str | None,
    question: Question,
    told: Told,
) -> Result:
    """Answer for several systems: scores, comparisons, ranks."""
    check_systems(len(systems))
    _refuse(source, systems, question)
    how, tested = question.correct or MAX_T, "test" in question.ways
    if isinstance(source, PairedSource):
        source.common(systems)
    scored = score_systems(source, systems, question)
    values = np.array([row.estimate for row in scored.rows])
    chosen = choose_pairs(systems, baseline, question.pairs, question.claim.up * values)
    refuse_alike("comparisons", ({"b": b, "a": a} for a, b in chosen.pairs))
    together = _together(source, chosen, None, question, how)
    each = one_of_several(question, together)
    among = chosen.among if together is not None or (how == "holm" and tested) else 1
    outlook = None if how in NO_OUTLOOK and tested else shared_alpha(each, how, among)
    found: list[Comparison] = []
    beside: list[list[Row]] = []  # rows that stand beside each comparison
    notes: list[Note] = list(scored.notes)
    beliefs = Beliefs(question)
    for one in compare_pairs(source, chosen.pairs, None, each):
        more, said = _beside(one, question, outlook, among)
        beside.append(more + beliefs.of(one))
        notes += [*one.notes, *said]
        one.forget()  # a million items for each of many pairs would fill the memory
        found.append(one)
    notes += beliefs.notes()
    raw = raw_rows(found) if tested else []
    notes += _correct(found, question, how, chosen, together)
    rows = list(scored.rows)
    verdicts: list[Row] = []
    for c, more in zip(found, beside, strict=True):
        judged = [c.verdict(question)] if c.against or c.interval is not None else []
        verdicts += judged
        rows += [c.difference(question), *judged, *more]
    no_direction = without_direction(question.claim, baseline)
    if no_direction and verdicts:
        rows.append(verdict_of_all(verdicts, len(systems)))
    rows += raw
    more, said = _each_dataset(source, chosen, question, how)
    rows += more
    notes += said
    if no_direction and tested:
        more, groups, said = _ranks(chosen, found, scored, question, systems, values)
        rows += more
        notes += said
        told = told | {"groups": groups}
    if len(source.datasets) > 1 and isinstance(source, PairedSource):
        table = source.common(systems)
        more, said = rank_over_datasets(table, question, systems, chosen.pairs)
        rows += more
        notes += said
    told = told | {"correct": how, "baseline": baseline, "comparisons": len(found)}
    if not chosen.complete:
        told = told | {"pairs": list(chosen.by), "among": chosen.among}
    return make_result(source, found, rows, notes, question, told, systems, beliefs.last)


def _ranks(
    chosen: Chosen,
    found: list[Comparison],
    scored: Scored,
    question: Question,
    systems: tuple[str, ...],
    values: Floats,
) -> tuple[list[Row], dict[str, str], list[Note]]:
    """Return the ranks that are left open: by all pairs, else by intervals of the scores."""
    if chosen.complete:
        rows, groups = ranking_rows(found, question, systems, values, {})
        return rows, groups, []
    rows = joint_ranking_rows(scored.low, scored.high, question, systems, values)
    compared, _ = ranking_rows(found, question, systems, values, {})
    by_pairs = {row.at["system"]: row for row in compared}
    said = (
        f"{chosen.words()} The ranks left open are those that the intervals of all scores leave "
        "open, which hold all at once (Bonferroni)"
    )
    if all(row.level is None for row in by_pairs.values()):
        return rows, {}, [meaning(f"{said}.")]
    # Both hold at the level of the claim; together they may err twice as often.
    level = max(0.0, 1 - 2 * question.claim.alpha)
    rows = [
        replace(
            row,
            low=max(row.low, by_pairs[row.at["system"]].low),
            high=min(row.high, by_pairs[row.at["system"]].high),
            level=level,
        )
        for row in rows
    ]
    said += f", and that the comparisons leave open; both together hold at level {level:.6g}."
    return rows, {}, [meaning(said)]


def _together(
    source: Source, chosen: Chosen, dataset: str | None, question: Question, how: str
) -> Together | None:
    """Return the comparisons of a data set as judged together; None by another correction."""
    if how != MAX_T or not {"test", "interval"} & set(question.ways):
        return None
    return together_of(source, chosen.pairs, dataset, question, chosen.among)


def _cautions(one: Comparison) -> list[Note]:
    """Return what to heed of a comparison on one data set: the rest is said of all together."""
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
    one: Comparison, question: Question, outlook: Question | None, among: int
) -> tuple[list[Row], list[Note]]:
    """Return flips, effects and the detectable difference, where there is an outlook for it."""
    if one.evidence is None:
        return [], []
    rows, notes = outlook_rows(one, question, outlook, among)
    flips = flip_rows(one.evidence, one.at, question.claim.up)
    return [*one.beside, *share_rows(one), *flips, *rows], notes


def _correct(
    found: list[Comparison],
    question: Question,
    how: str,
    chosen: Chosen,
    together: Together | None,
) -> list[Note]:
    """Correct the p-values, and say so."""
    shown, tested = "interval" in question.ways, "test" in question.ways
    if together is not None:
        together.correct(found)
        return [correction_note(how, chosen.among), *together.out_of_reach(found)]
    notes = [ITS_OWN] if shown else []
    if tested:
        adjust(found, how, chosen.among)
        notes.insert(0, correction_note(how, chosen.among))
    return notes


def _each_dataset(
    source: Source, chosen: Chosen, question: Question, how: str
) -> tuple[list[Row], list[Note]]:
    """Return the comparisons on each data set, corrected over those of the same data set."""
    if len(source.datasets) < 2:
        return [], []
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
        together = _together(source, chosen, dataset, question, how)
        each = one_of_several(question, together)
        for one in compare_pairs(source, chosen.pairs, dataset, each):
            found.append(one)
            notes += _cautions(one)
            one.forget()
        if together is not None:
            together.correct(found)
        elif "test" in question.ways:
            adjust(found, how, chosen.among)
        for c in found:
            rows += [c.difference(question), c.verdict(question)]
    what = "p-values and intervals" if how == MAX_T else "p-values"
    note = meaning(f"On each data set {what} are corrected ({how}) over its own comparisons.")
    return rows, notes + ([note] if "test" in question.ways and how != "none" else [])
