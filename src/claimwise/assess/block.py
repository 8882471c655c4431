"""Several comparisons at once: the procedures take a batch, so pairs of systems are one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.assess.claims import Hypothesis
from claimwise.assess.evidence import Data, Evidence
from claimwise.assess.fit import Procedure, fitting_interval, fitting_test
from claimwise.assess.one import Comparison, disagreement, nulls
from claimwise.assess.question import Question
from claimwise.assess.skewness import BY_RANKS, skewness_note
from claimwise.core import At, Note, caution, meaning
from claimwise.data import Differences, IndependentCounts, IndependentScores, PairCounts
from claimwise.htest import Test
from claimwise.intervals import Interval

MOST_NUMBERS = 4_000_000  # of a block: differences of so many items and pairs are held at once
MOST_PAIRS = 1_024


def blocks(pairs: Sequence[Any], items: int) -> Iterator[Sequence[Any]]:
    """Cut pairs into blocks that fit into memory.

    >>> [len(block) for block in blocks(range(10), 1_000_000)]
    [4, 4, 2]
    """
    size = max(1, min(MOST_PAIRS, MOST_NUMBERS // max(1, items)))
    return (pairs[first : first + size] for first in range(0, len(pairs), size))


def compare_block(
    evidence: Sequence[Evidence], question: Question, places: Sequence[At]
) -> list[Comparison]:
    """Assess comparisons by test and interval; the rows of each stand at its place.

    Each procedure is called once for all comparisons whose data have the same form. What it says
    of one does not depend on the others.
    """
    made = [
        Comparison(at, one.names, one.estimate, one.n, one)
        for one, at in zip(evidence, places, strict=True)
    ]
    if "test" in question.ways:
        _by_tests(made, evidence, question)
    if "interval" in question.ways:
        _by_intervals(made, evidence, question)
    return made


def _by_tests(made: list[Comparison], evidence: Sequence[Evidence], question: Question) -> None:
    chosen = [fitting_test(one, question) for one in evidence]
    for given, (test, _, _) in zip(evidence, chosen, strict=True):
        test.check_n(given.n)
    how = {"seed": question.seed, "resamples": question.resamples}
    claim = question.claim
    better = Hypothesis(0.0, "greater" if claim.up == 1 else "less")
    two_sided = claim.alternative == "two-sided"
    for group in _alike((test, data) for test, data, _ in chosen):
        test, batch = chosen[group[0]][0], stacked([chosen[i][1] for i in group])

        def pvalues(h: Hypothesis, test: Test = test, batch: Data = batch) -> list[float]:
            return list(map(float, test.evaluate(batch, h.alternative, margin=h.margin, **how)))

        against = [pvalues(h) for h in claim.hypotheses()]
        contra = [pvalues(h) for h in claim.contradictions()]
        directed = pvalues(better) if two_sided else None
        simulated = _simulated(test, batch, question, len(group))
        for place, i in enumerate(group):
            one, data = made[i], chosen[i][1]
            one.test = test
            one.against = [p[place] for p in against]
            one.contra = [p[place] for p in contra]
            one.directed = directed[place] if directed is not None else max(one.against)
            one.simulated = bool(simulated[place])
            one.notes += [*chosen[i][2], *_test_notes(one, evidence[i], test, data, question)]


def _simulated(test: Test, batch: Data, question: Question, count: int) -> NDArray[np.bool_]:
    """Return for which comparisons the p-value has Monte Carlo error."""
    if not test.resampled or test.sampled is None:
        return np.full(count, test.resampled)
    if not isinstance(batch, Differences | IndependentScores):
        return np.ones(count, bool)
    margins = {h.margin for h in question.claim.hypotheses()}
    per = [test.sampled(batch.shifted(margin), question.resamples) for margin in margins]
    return np.asarray(np.any(per, axis=0))


def _test_notes(
    found: Comparison, evidence: Evidence, test: Test, data: Data, question: Question
) -> list[Note]:
    """Return what to know of one comparison by a test."""
    claim, notes = question.claim, nulls(test, data, question)
    if any(isnan(p) for p in found.against):
        same = f"every item has the same difference ({found.estimate:g})"
        why = same if evidence.paired else "the scores do not vary"
        notes.append(caution(f"{test.name} is not defined here: {why}.", test.name))
    opposed = found.lead(claim) * claim.up * evidence.estimate < 0
    if claim.alternative == "two-sided" and test.name in BY_RANKS and opposed:
        notes.append(
            caution(
                f"{test.name} does not judge by the mean: it points the other way than the "
                "difference of the means, and the verdict follows the test.",
                test.name,
            )
        )
    notes += skewness_note(data, test, found.called)
    agree = isinstance(data, PairCounts) and not int(data.wins) + int(data.losses)
    if agree and not claim.threshold:
        notes.append(meaning("A and B agree on every item: there is no evidence either way."))
    return notes


def _by_intervals(made: list[Comparison], evidence: Sequence[Evidence], question: Question) -> None:
    chosen = [fitting_interval(one, question) for one in evidence]
    how = {"seed": question.seed, "resamples": question.resamples}
    claim, judged = question.claim, "test" not in question.ways
    for group in _alike((interval, data) for interval, data, _ in chosen):
        interval, batch = chosen[group[0]][0], stacked([chosen[i][1] for i in group])
        shown = np.array(interval.evaluate(batch, claim.interval_level, **how), np.float64).T
        deciding = shown
        if judged:
            deciding = np.array(interval.evaluate(batch, claim.judging_level, **how), np.float64).T
        for place, i in enumerate(group):
            one = made[i]
            one.interval = interval
            one.notes += chosen[i][2]
            one.low, one.high = shown[place].tolist()
            if judged:
                low, high = deciding[place].tolist()
                one.judging = (low, high)
                one.notes += skewness_note(chosen[i][1], interval, one.called)
            one.notes += disagreement(one, question)
            if evidence[i].verdicts and not isnan(one.low):  # no share differs by more than all
                one.low, one.high = max(-1.0, one.low), min(1.0, one.high)
            if isnan(one.low) or isnan(one.high):
                one.notes.append(_without_interval(interval, chosen[i][1], one))


def _without_interval(interval: Interval, data: Data, found: Comparison) -> Note:
    """Say why there is no interval: one of no width would read as certainty."""
    constant = isinstance(data, Differences) and data.n > 1 and not np.ptp(data.d)
    if not constant:
        return meaning(f"The {interval.name} interval is not defined for these scores.")
    said = (
        f"Every item has the same difference ({found.estimate:.3g}): how far others may lie from "
        "it is not known, so there is no interval."
    )
    return caution(said, found.called)


def _alike(chosen: Iterable[tuple[Procedure, Data]]) -> list[list[int]]:
    """Return the places of those that one call can answer: same procedure, same form of data."""
    groups: dict[tuple[Any, ...], list[int]] = {}
    for i, (procedure, data) in enumerate(chosen):
        groups.setdefault((procedure.name, *_form(data)), []).append(i)
    return list(groups.values())


def _form(data: Data) -> tuple[Any, ...]:
    if isinstance(data, PairCounts):
        return "pair counts", data.n, data.both is None
    if isinstance(data, IndependentCounts):
        return "independent counts", data.n_a, data.n_b
    if isinstance(data, Differences):
        return "differences", data.n, None if data.cluster is None else data.cluster.tobytes()
    return "independent scores", data.a.shape[-1], data.b.shape[-1]


def stacked(data: Sequence[Data]) -> Data:
    """Return single studies of one form as a batch."""
    first = data[0]
    if isinstance(first, PairCounts):
        counts = [one for one in data if isinstance(one, PairCounts)]
        both = None if first.both is None else np.array([int(one.both) for one in counts])  # type: ignore[arg-type]
        wins, losses = (np.array([int(x) for x in xs]) for xs in _sides(counts))
        return PairCounts(wins, losses, first.n, both)
    if isinstance(first, IndependentCounts):
        separate = [one for one in data if isinstance(one, IndependentCounts)]
        a, b = (np.array([int(getattr(one, side)) for one in separate]) for side in "ab")
        return IndependentCounts(a, first.n_a, b, first.n_b)
    if isinstance(first, Differences):
        return Differences(
            np.stack([one.d for one in data if isinstance(one, Differences)]), first.cluster
        )
    scores = [one for one in data if isinstance(one, IndependentScores)]
    return IndependentScores(
        np.stack([one.a for one in scores]), np.stack([one.b for one in scores])
    )


def _sides(counts: Sequence[PairCounts]) -> tuple[list[Any], list[Any]]:
    return [one.wins for one in counts], [one.losses for one in counts]
