"""From comparisons to a Result: rows in reading order, notes, and what they rest on."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimwise.assess.bayesian import bayesian_rows, is_bayesian
from claimwise.assess.combined import (
    COMBINED,
    clustered_by_dataset,
    combine_totals,
    conjunction_rows,
    over_datasets,
)
from claimwise.assess.datasets import rank_over_datasets
from claimwise.assess.many import (
    PROMISE,
    adjust,
    adjust_by_max_t,
    pairs_to_compare,
    ranking_rows,
    raw_rows,
)
from claimwise.assess.nested import nest
from claimwise.assess.one import Comparison, compare_one, flip_rows, further_rows, score_rows
from claimwise.assess.pairing import pairing_bounds
from claimwise.assess.question import Question
from claimwise.assess.runs import run_rows
from claimwise.assess.sources import PairedSource, Source, TotalsSource
from claimwise.assess.vary import refuse_constant
from claimwise.core import (
    DataError,
    ParameterError,
    Result,
    Row,
    label,
    provenance,
    qualified,
    sentence,
)
from claimwise.kernels.arrays import Floats
from claimwise.kernels.binomial_interval import clopper_pearson

Told = dict[str, Any]  # metric, dataset and fingerprint of the data


def two_systems(source: Source, systems: tuple[str, ...], question: Question, told: Told) -> Result:
    """Answer for two systems, on each data set and on all of them together."""
    a, b = systems
    several = source.datasets if len(source.datasets) > 1 else ()
    parts = [_compare(source, a, b, d, question) for d in several]
    if not several:
        whole = _compare(source, a, b, None, question)
    elif isinstance(source, TotalsSource):
        whole = combine_totals(parts, question)
    else:
        whole = _compare(source, a, b, None, question, COMBINED)
    rows: list[Row] = []
    notes: list[str] = []
    if question.correct not in (None, "none") and parts and "test" in question.ways:
        rows += raw_rows(parts)
        adjust(parts, question, str(question.correct))
        notes.append(_correction(str(question.correct), len(parts)))
    for found in (*parts, whole):
        more, said = _rows_of_one(found, question, parts)
        rows += more
        notes += said
    if parts:
        more, said = _across(parts, whole, question)
        rows += more
        notes += said
        if question.correct in (None, "none") and "test" in question.ways:
            notes.append(
                "The p-values of the single data sets are not corrected for their number; "
                "the count of data sets on which the claim holds is."
            )
    return _result(source, [*parts, whole], rows, notes, question, told, systems)


def _compare(
    source: Source, a: str, b: str, dataset: str | None, question: Question, where: str = ""
) -> Comparison:
    evidence = source.evidence(a, b, dataset)
    refuse_constant(evidence, question.claim)
    found = compare_one(evidence, question, where or label(dataset or ""))
    if question.runs == "nested":
        if not isinstance(source, PairedSource):
            raise DataError(sentence("runs nested", "scores item by item", "none"))
        nest(found, question, source.scores)
    return found


def _rows_of_one(
    found: Comparison, question: Question, parts: list[Comparison]
) -> tuple[list[Row], list[str]]:
    rows: list[Row] = []
    notes = list(found.notes)
    evidence = found.evidence
    if evidence is not None:
        rows += score_rows(evidence, question.claim.interval_level, found.label)
    rows.append(found.difference(question))
    if found.against or found.interval is not None:
        rows.append(found.verdict(question))
    rows += _simulated_p(found, question)
    if evidence is not None:
        rows += flip_rows(evidence, found.label)
        for more, said in (run_rows(found, question), pairing_bounds(found, question)):
            rows += more
            notes += said
    strata = None
    if evidence is None:
        strata = [p.evidence.data for p in parts if p.evidence is not None]
    last = found.label in ("", COMBINED)
    bayesian = bayesian_rows(found, question, strata, last=last)
    for more, said in (bayesian, further_rows(found, question)):
        rows += more
        notes += said
    return rows, notes


def _simulated_p(found: Comparison, question: Question) -> list[Row]:
    """Return the Monte Carlo interval of a p-value that was found by resampling."""
    p = found.pvalue
    if not found.simulated or p is None or p != p:
        return []
    hits = round(p * (question.resamples + 1)) - 1
    low, high = clopper_pearson(hits, question.resamples, 0.95)
    return [
        Row(
            estimand=qualified("pvalue", found.label),
            estimate=p,
            low=min(p, float(low)),
            high=max(p, float(high)),
            level=0.95,
            kind="monte carlo",
            n=found.n,
        )
    ]


def _across(
    parts: list[Comparison], whole: Comparison, question: Question
) -> tuple[list[Row], list[str]]:
    rows, notes = over_datasets(parts, question)
    evidence = whole.evidence
    pairs = None if evidence is None else evidence.pairs
    if pairs is not None and pairs.dataset is not None:
        more, said = clustered_by_dataset(pairs.b - pairs.a, pairs.dataset.codes, question)
        rows += more
        notes += said
    return rows + conjunction_rows(parts, question), notes


def many_systems(
    source: Source,
    systems: tuple[str, ...],
    baseline: str | None,
    question: Question,
    told: Told,
) -> Result:
    """Answer for several systems: all pairs, or each against the baseline."""
    if is_bayesian(question):
        raise ParameterError(
            sentence(
                "the posterior",
                "two systems",
                f"{len(systems)}: {', '.join(systems)}",
                "Name two of them with a and b.",
            )
        )
    if isinstance(source, TotalsSource) and len(source.datasets) > 1:
        raise DataError(
            sentence(
                "compare",
                "one data set for totals of more than two systems",
                f"{len(source.datasets)}: {', '.join(source.datasets)}",
                "Choose one with dataset, or two systems with a and b.",
            )
        )
    if isinstance(source, PairedSource):
        source.common(systems)
    found = []
    for a, b in pairs_to_compare(systems, baseline):
        found.append(_compare(source, a, b, None, question, label(f"{b} vs {a}")))
    rows, scores = _each_score(found, question, systems)
    how = question.correct or "holm"
    notes = [] if how == "max-t" else [note for c in found for note in c.notes]
    if "test" in question.ways:
        raw = raw_rows(found)
        if how == "max-t":
            _max_t(source, found, question, systems)
            for c in found:
                c.renamed = "max-t"
        else:
            adjust(found, question, how)
            if "interval" in question.ways:
                notes.append("Each interval holds for its own comparison, not for all at once.")
        notes.append(_correction(how, len(found)))
    else:
        raw = []
    for c in found:
        rows += [c.difference(question), *([c.verdict(question)] if c.against else [])]
        rows += flip_rows(c.evidence, c.label) if c.evidence is not None else []
        among = len(found) if how in ("holm", "max-t") and "test" in question.ways else 1
        more, said = further_rows(c, question, among)
        rows += more
        notes += said
    rows += raw
    more, said = _each_dataset(source, systems, baseline, question, how)
    rows += more
    notes += said
    groups: dict[str, str] = {}
    if baseline is None and "test" in question.ways and question.claim.kind == "difference":
        more, groups = ranking_rows(found, question, systems, scores)
        rows += more
    if len(source.datasets) > 1 and isinstance(source, PairedSource):
        more, said = rank_over_datasets(source.common(systems), question, systems)
        rows += more
        notes += said
    told = told | {"groups": groups} if groups else told
    settings = {"correct": how, "baseline": baseline, "comparisons": len(found)}
    return _result(source, found, rows, notes, question, told | settings, systems)


def _each_dataset(
    source: Source, systems: tuple[str, ...], baseline: str | None, question: Question, how: str
) -> tuple[list[Row], list[str]]:
    """Return the comparisons on each data set, corrected over those of the same data set."""
    if len(source.datasets) < 2:
        return [], []
    rows: list[Row] = []
    for dataset in source.datasets:
        found = [
            _compare(source, a, b, dataset, question, label(f"{b} vs {a}", dataset))
            for a, b in pairs_to_compare(systems, baseline)
        ]
        if "test" in question.ways:
            adjust(found, question, "holm" if how == "max-t" else how)
        for c in found:
            rows += [c.difference(question), *([c.verdict(question)] if c.against else [])]
    corrected = "holm" if how == "max-t" else how
    note = f"On each data set the p-values are corrected ({corrected}) over its own comparisons."
    return rows, [note] if "test" in question.ways and how != "none" else []


def _each_score(
    found: list[Comparison], question: Question, systems: tuple[str, ...]
) -> tuple[list[Row], Floats]:
    by_name: dict[str, Row] = {}
    for c in found:
        if c.evidence is not None and not set(c.names) <= set(by_name):
            scored = score_rows(c.evidence, question.claim.interval_level, "")
            by_name |= dict(zip(c.names, scored, strict=True))
    rows = [by_name[name] for name in systems]
    return rows, np.array([row.estimate for row in rows])


def _max_t(
    source: Source, found: list[Comparison], question: Question, systems: tuple[str, ...]
) -> None:
    if not isinstance(source, PairedSource):
        raise ParameterError(
            sentence("max-t", "scores of the same items", "none", "Use holm for totals.")
        )
    table = source.common(systems)
    cluster = None if table.cluster is None else table.cluster.codes.astype(np.int64)
    adjust_by_max_t(found, question, table.values, systems, cluster)


def _correction(how: str, comparisons: int) -> str:
    return f"{comparisons} comparisons, corrected by {how}: {PROMISE[how]}."


def _result(
    source: Source,
    found: list[Comparison],
    rows: list[Row],
    notes: list[str],
    question: Question,
    told: Told,
    systems: tuple[str, ...],
) -> Result:
    claim, last = question.claim, found[-1]
    evidence = next(c.evidence for c in found if c.evidence is not None)
    data = told.pop("data", None)
    settings = {
        "verb": "compare",
        "a": systems[0],
        **({"b": systems[1]} if len(systems) == 2 else {"systems": list(systems)}),
        "claim": claim.kind,
        "margin": claim.margin,
        "alternative": claim.alternative or "one-sided",
        "alpha": claim.alpha,
        "better": claim.better,
        "assess": list(question.ways),
        "test": last.test_name,
        "interval": last.interval_name,
        "paired": evidence.paired,
        "clusters": evidence.clusters or None,
        "n_a": evidence.n_a,
        "n_b": evidence.n_b,
        "equal_n": all(c.evidence is None or c.evidence.n_a == c.evidence.n_b for c in found),
        "unit": "points" if evidence.verdicts else "score",
        "target": question.power,
        "rope": question.rope,
        "prior": str(question.prior) if is_bayesian(question) else None,
        "resamples": question.resamples if any(c.simulated for c in found) else None,
        **told,
    }
    simulated = any(c.simulated for c in found) or (
        last.interval is not None and last.interval.resampled
    )
    return Result(
        method=settings.get("test") or settings.get("interval") or "posterior",
        rows=tuple(rows),
        notes=tuple(dict.fromkeys([*source.notes(), *notes])),
        provenance=provenance(
            {key: value for key, value in settings.items() if value is not None},
            seed=question.seed if simulated else None,
            data=data,
        ),
    )
