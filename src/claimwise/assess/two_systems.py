"""Two systems: on each data set, on all of them together, and over the data sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from claimwise.assess.answer import Told, compare_on, correction_note, make_result
from claimwise.assess.bayesian import Believed, believe
from claimwise.assess.combined import (
    COMBINED,
    clustered_by_dataset,
    combine_parts,
    conjunction_rows,
    losing_row,
    over_datasets,
)
from claimwise.assess.multiplicity import (
    ITS_OWN,
    NO_OUTLOOK,
    adjust,
    promise,
    raw_rows,
    shared_alpha,
)
from claimwise.assess.one import Comparison, flip_rows, outlook_rows, score_rows
from claimwise.assess.over_levels import own_spreads, refuse_combined, sampled, share_rows
from claimwise.assess.pairing import pairing_bounds
from claimwise.assess.question import Question
from claimwise.assess.runs import run_rows
from claimwise.assess.sources import PairedSource, Source
from claimwise.assess.together import MAX_T, Together, one_of_several
from claimwise.assess.vary import refuse_all_constant
from claimwise.core import Note, Result, Row, assumed, meaning
from claimwise.kernels.binomial_interval import clopper_pearson
from claimwise.kernels.crossed import Crossed
from claimwise.kernels.decimals import difference
from claimwise.kernels.families import Family


def two_systems(source: Source, systems: tuple[str, ...], question: Question, told: Told) -> Result:
    """Answer for two systems, on each data set and on all of them together."""
    a, b = systems
    several = source.datasets if len(source.datasets) > 1 else ()
    parts = [compare_on(source, a, b, d, question, part=True) for d in several]
    combined: list[Row] = []
    if not several:
        whole = compare_on(source, a, b, None, question)
    elif isinstance(source, PairedSource):
        whole = compare_on(source, a, b, None, question, COMBINED)
    else:
        same = refuse_all_constant([p.evidence for p in parts if p.evidence], question.claim)
        refuse_combined(source, parts)
        whole, combined = combine_parts(parts, question)
        whole.notes[:0] = same
    single = _one_by_one(source, (a, b), parts, question)
    rows, notes = list(single.raw), list(single.notes)
    for found, dataset in zip(single.found, several, strict=True):
        own = own_spreads(source, found.evidence, dataset, question)
        more, said, _ = _rows_of_one(found, question, single.each, own)
        rows += more
        notes += said
    own = own_spreads(source, whole.evidence, None, question)
    more, said, believed = _rows_of_one(whole, question, question, own, parts, last=True)
    rows += more + combined
    notes += said
    if parts:
        more, said = _across(source, parts, whole, question)
        rows += more
        notes = [*said, *notes]  # about the whole, before what is said of its parts
    return make_result(
        source, [*single.found, whole], rows, notes, question, told, systems, believed
    )


class Single(NamedTuple):
    """The single data sets: what was found, the question of each alone, uncorrected p-values."""

    found: list[Comparison]
    each: Question | None  # None where nothing says at which alpha each is judged
    raw: list[Row]
    notes: list[Note]


def _one_by_one(
    source: Source, systems: tuple[str, str], parts: list[Comparison], question: Question
) -> Single:
    """Return the single data sets, corrected for their number.

    They have items of their own: nothing is known of how they depend on each other, nor needed.
    """
    how, tested = question.correct or MAX_T, "test" in question.ways
    if not parts or not {"test", "interval"} & set(question.ways):
        return Single(parts, question, [], [])
    m = len(parts)
    if how == MAX_T:
        together = Together(Family(m), question)
        each = together.alone
        found = [compare_on(source, *systems, d, each, part=True) for d in source.datasets]
        raw = raw_rows(found)
        together.correct(found)
        said = f"The single data sets are {m} comparisons, corrected by {how}: {promise(how)}."
        return Single(found, each, raw, [meaning(said), *together.out_of_reach(found)])
    notes = [ITS_OWN] if "interval" in question.ways else []
    alone = one_of_several(question, None)
    found = [compare_on(source, *systems, d, alone, part=True) for d in source.datasets]
    raw = raw_rows(found) if tested and how != "none" else []
    if tested:
        adjust(found, how)
        notes.insert(0, correction_note(how, m))
    each_alone = None if how in NO_OUTLOOK else shared_alpha(question, how, m)
    return Single(found, each_alone, raw, notes)


def _rows_of_one(
    found: Comparison,
    question: Question,
    each: Question | None,
    own: Mapping[str, Crossed],
    parts: Sequence[Comparison] = (),
    *,
    last: bool = False,
) -> tuple[list[Row], list[Note], Believed]:
    rows: list[Row] = []
    notes = list(found.notes)
    evidence = found.evidence
    if evidence is not None:
        rows += score_rows(evidence, question.claim.interval_level, found.at, own)
    rows.append(found.difference(question))
    if found.against or found.interval is not None:
        rows.append(found.verdict(question))
    rows += [*found.beside, *share_rows(found)]
    rows += simulated_p(found, question)
    if evidence is not None:
        rows += flip_rows(evidence, found.at, question.claim.up)
        by_item = run_rows(found, question) if found.spread is None else ([], [])
        for more, said in (by_item, pairing_bounds(found, question)):
            rows += more
            notes += said
    believed = believe(found, question, parts, last=last)
    for more, said in ((believed.rows, believed.notes), outlook_rows(found, question, each)):
        rows += more
        notes += said
    return rows, notes, believed


def simulated_p(found: Comparison, question: Question) -> list[Row]:
    """Return the Monte Carlo interval of a p-value that was found by resampling."""
    p = found.pvalue
    if not found.simulated or found.corrected or p is None or p != p:
        return []
    hits = round(p * (question.resamples + 1)) - 1
    low, high = clopper_pearson(hits, question.resamples, 0.95)
    return [
        Row(
            quantity="pvalue",
            at=found.at,
            estimate=p,
            low=min(p, float(low)),
            high=max(p, float(high)),
            level=0.95,
            kind="monte carlo",
            n=found.n,
        )
    ]


def _across(
    source: Source, parts: list[Comparison], whole: Comparison, question: Question
) -> tuple[list[Row], list[Note]]:
    rows, notes = over_datasets(parts, question)
    evidence = whole.evidence
    pairs = None if evidence is None else evidence.pairs
    if pairs is not None and pairs.dataset is not None:
        verdict = whole.verdict(question).estimate if whole.against else 0.0
        d = difference(pairs.b, pairs.a)
        codes = pairs.dataset.codes.astype(np.int64)
        levels = sampled(source, evidence, None, question, codes)
        crossed = None if levels is None else levels.crossed
        more, said = clustered_by_dataset(d, codes, question, verdict, crossed)
        rows += more
        notes += said
    if whole.spread is not None and rows:
        notes.append(
            assumed(
                f"Tests over data sets take the {whole.spread.who} that these share as given.",
                whole.spread.who,
            )
        )
    return rows + conjunction_rows(parts, question) + losing_row(parts, question), notes
