"""What two and many systems share: one comparison on one data set, and the Result of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil, isfinite, nan
from typing import Any

from claimwise.assess.bayesian import Believed, is_bayesian
from claimwise.assess.block import blocks, compare_block
from claimwise.assess.evidence import Evidence
from claimwise.assess.multiplicity import promise
from claimwise.assess.one import Comparison
from claimwise.assess.over_levels import over_levels, sampled
from claimwise.assess.pairing import paired_test
from claimwise.assess.question import Question
from claimwise.assess.sources import Source
from claimwise.assess.vary import refuse_all_constant
from claimwise.core import (
    At,
    DataError,
    Note,
    Result,
    Row,
    caution,
    meaning,
    merged,
    provenance,
    spelled,
)

# Words that stand in the brackets of our own rows.
RESERVED = (
    *("combined", "every pairing", "best pairing", "datasets as clusters", "margin", "lowest"),
    *("highest", "point", "share", "equal-tailed", "items", "runs", "raters", "right to wrong"),
    *("wrong to right", "sign-scores", "wilcoxon", "in common to a run", "in common to a rater"),
)
MOST_ITEMS = 10_000_000  # that anybody would be told to collect
DRAWN = ("importance sampling", "NUTS")  # posteriors that depend on the seed
Told = dict[str, Any]  # metric, dataset and fingerprint of the data


def compare_on(
    source: Source,
    a: str,
    b: str,
    dataset: str | None,
    question: Question,
    at: At | None = None,
    *,
    part: bool = False,
) -> Comparison:
    """Compare two systems on one data set, or on all of them together.

    Its rows stand at the data set, or where `at` says. A `part` of several data sets may hold
    scores that never vary, the whole may not.
    """
    evidence = source.evidence(a, b, dataset)
    same = [] if part else refuse_all_constant([evidence], question.claim)
    places = [_place(dataset) if at is None else at]
    (found,) = _as_given(source, [evidence], dataset, question, places)
    over_levels(source, found, dataset, question)
    found.notes[:0] = same
    return found


def compare_pairs(
    source: Source, pairs: Sequence[tuple[str, str]], dataset: str | None, question: Question
) -> Iterator[Comparison]:
    """Compare pairs of systems on one data set, or on all of them together, block by block.

    A pair whose scores never vary is a tie, and does not stop the others.
    """
    if not pairs:
        return
    items = source.evidence(*pairs[0], dataset).n
    more = {"dataset": dataset} if dataset else {}
    for block in blocks(pairs, items):
        evidence = [source.evidence(a, b, dataset) for a, b in block]
        places: list[At] = [{"b": b, "a": a, **more} for a, b in block]
        for found in _as_given(source, evidence, dataset, question, places):
            over_levels(source, found, dataset, question)
            yield found


def _as_given(
    source: Source,
    evidence: Sequence[Evidence],
    dataset: str | None,
    question: Question,
    places: Sequence[At],
) -> list[Comparison]:
    """Compare with raters and runs as they are.

    Where they are a sample this stands in the details alone, and a test that was named for single
    verdicts, which means of runs are not, need not fit: the one that does takes its place.
    """
    try:
        return compare_block(evidence, question, places)
    except DataError:
        if sampled(source, evidence[0], dataset, question) is None:
            raise
        return compare_block(evidence, replace(question, test=None, interval=None), places)


def _place(dataset: str | None) -> At:
    """Return where the rows of a data set stand; the words that we use ourselves stay ours."""
    if not dataset:
        return {}
    return {"dataset": f"{dataset} (data set)" if dataset in RESERVED else dataset}


def refuse_alike(what: str, places: Iterable[At]) -> None:
    """Refuse names that would be written the same in the answer."""
    counts = Counter(spelled(at) for at in places)
    alike = [name for name, count in counts.items() if count > 1]
    if alike:
        raise DataError(
            f"Several {what} would be written {alike[0]} in the answer.",
            "Rename one: commas and brackets are not kept.",
        )


def correction_note(how: str, comparisons: int) -> Note:
    """Say how p-values were corrected, over how many comparisons, and what that promises."""
    if how == "none":
        return caution(f"{comparisons} comparisons: {promise(how)}.")
    return meaning(f"{comparisons} comparisons, corrected by {how}: {promise(how)}.")


def _details(found: Comparison) -> dict[str, Any]:
    """Return what the sentences of one comparison need to know of it."""
    shape = found.shape or (found.evidence.shape() if found.evidence is not None else None)
    details: dict[str, Any] = {
        "test": found.test_name,
        "interval": found.interval_name,
        "corrected": found.corrected,
        "like": found.like,
    }
    if shape is not None:
        details |= {"n_a": shape.n_a, "n_b": shape.n_b, "clusters": shape.clusters}
    return {key: value for key, value in details.items() if value}


def _drawn(believed: Believed | None) -> dict[str, Any]:
    """Return what pictures are made of."""
    if believed is None or not believed.curves:
        return {}
    return {"curves": believed.curves, **believed.pictures}


def settling(rows: list[Row], found: Mapping[str, Comparison]) -> tuple[list[Row], list[Note]]:
    """Return how many items would settle each open difference, were it as large as it looks.

    Detectable differences shrink with the square root of the size, at the agreement, rate or
    spread observed: n times the square of detectable over observed difference. Not so where
    raters or runs are a sample: more items do not make more of them.
    """
    verdicts = {spelled(row.at): row.estimate for row in rows if row.quantity == "verdict"}
    sizes = {spelled(row.at): row for row in rows if row.quantity == "mde"}
    settled: list[Row] = []
    notes: list[Note] = []
    for row in rows:
        mde, one = sizes.get(spelled(row.at)), found.get(spelled(row.at))
        if row.quantity != "difference" or mde is None or verdicts.get(spelled(row.at)) != 0:
            continue
        if not row.estimate or not isfinite(mde.estimate) or not mde.n:
            continue
        if one is not None and one.spread is not None:
            settled.append(Row(quantity="sample_size", at=row.at, estimate=nan))
            said = (
                f"How many items would settle it is not said: it depends on the {one.spread.who}."
            )
            notes.append(meaning(said, "sample_size"))
            continue
        needed = ceil(mde.n * (mde.estimate / row.estimate) ** 2)
        if needed <= MOST_ITEMS:
            settled.append(Row(quantity="sample_size", at=row.at, estimate=needed, n=needed))
    return settled, notes


def make_result(
    source: Source,
    found: list[Comparison],
    rows: list[Row],
    notes: list[Note],
    question: Question,
    told: Told,
    systems: tuple[str, ...],
    believed: Believed | None = None,
) -> Result:
    """Return rows and notes with everything they rest on."""
    claim, last = question.claim, found[-1]
    shapes = [s for c in found if (s := c.shape or (c.evidence and c.evidence.shape()))]
    shape = shapes[0]
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
        "paired": shape.paired,
        "like": last.like or None,
        "sampled": None if last.spread is None else last.spread.who,
        "details": {spelled(c.at): _details(c) for c in found},
        "unit": "points" if all(s.verdicts for s in shapes) else "score",
        "target": question.power,
        "rope": question.rope,
        "prior": believed.prior if believed is not None else None,
        **(believed.settings if believed is not None else {}),
        "resamples": question.resamples if any(c.simulated for c in found) else None,
        **told,
    }
    if any(row.quantity == "difference" and "pairing" in row.at for row in rows):
        settings["pairing_test"] = paired_test(question).name
    if claim.margin and claim.kind == "difference" and not is_bayesian(question):
        unused = caution(
            f"The margin of {claim.margin:g} is not used: the claim of a difference has none. Name "
            "a claim that has one, such as non-inferiority."
        )
        notes = [*notes, unused]
    if len(systems) == 2 and claim.kind == "difference":
        more, said = settling(rows, {spelled(c.at): c for c in found})
        rows, notes = [*rows, *more], [*notes, *said]
    drawn = believed is not None and believed.settings.get("by") in DRAWN
    simulated = drawn or any(c.simulated for c in found)
    simulated = simulated or (last.interval is not None and last.interval.resampled)
    return Result(
        kind="comparison" if len(systems) == 2 else "leaderboard",
        method=settings.get("test") or settings.get("interval") or "posterior",
        rows=tuple(rows),
        notes=merged([*source.notes(), *notes]),
        draws=_drawn(believed),
        provenance=provenance(
            {key: value for key, value in settings.items() if value is not None},
            seed=question.seed if simulated else None,
            data=data,
        ),
    )
