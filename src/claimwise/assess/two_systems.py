"""Two systems: on each data set, on all of them together, and over the data sets."""

from __future__ import annotations

from collections.abc import Mapping

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
from claimwise.assess.multiplicity import adjust, raw_rows
from claimwise.assess.one import Comparison, flip_rows, further_rows, score_rows
from claimwise.assess.over_levels import own_spreads, refuse_combined, sampled, share_rows
from claimwise.assess.pairing import pairing_bounds
from claimwise.assess.question import Question
from claimwise.assess.runs import run_rows
from claimwise.assess.sources import PairedSource, Source
from claimwise.assess.vary import refuse_all_constant
from claimwise.core import Note, Result, Row, assumed, meaning
from claimwise.kernels.binomial_interval import clopper_pearson
from claimwise.kernels.crossed import Crossed
from claimwise.kernels.decimals import difference


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
        refuse_all_constant([p.evidence for p in parts if p.evidence], question.claim)
        refuse_combined(source, parts)
        whole, combined = combine_parts(parts, question)
    rows: list[Row] = []
    notes: list[Note] = []
    if question.correct not in (None, "none") and parts and "test" in question.ways:
        rows += raw_rows(parts)
        # One pair on several data sets: no shared items, so max-t has nothing to share.
        how = "holm" if question.correct == "max-t" else str(question.correct)
        adjust(parts, how)
        notes.append(correction_note(how, len(parts)))
    for found in (*parts, whole):
        own = own_spreads(source, found.evidence, _dataset(found, parts, several), question)
        more, said, believed = _rows_of_one(found, question, parts, own, last=found is whole)
        rows += more
        notes += said
    rows += combined
    if parts:
        more, said = _across(source, parts, whole, question)
        rows += more
        notes = [*said, *notes]  # about the whole, before what is said of its parts
        if question.correct in (None, "none") and "test" in question.ways:
            notes.append(
                meaning(
                    "The p-values of the single data sets are not corrected for their number; "
                    "the count of data sets on which the claim holds is."
                )
            )
    return make_result(source, [*parts, whole], rows, notes, question, told, systems, believed)


def _rows_of_one(
    found: Comparison,
    question: Question,
    parts: list[Comparison],
    own: Mapping[str, Crossed],
    *,
    last: bool,
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
    believed = believe(found, question, parts if last else (), last=last)
    for more, said in ((believed.rows, believed.notes), further_rows(found, question)):
        rows += more
        notes += said
    return rows, notes, believed


def _dataset(found: Comparison, parts: list[Comparison], datasets: tuple[str, ...]) -> str | None:
    """Return the data set that a comparison is on; None for all of them together."""
    return next((d for part, d in zip(parts, datasets, strict=True) if part is found), None)


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
