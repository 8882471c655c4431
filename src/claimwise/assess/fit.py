"""The procedure and the data in the form that it takes: chosen, or the user's word."""

from __future__ import annotations

import numpy as np

from claimwise.assess.evidence import Data, Evidence
from claimwise.assess.question import Question
from claimwise.choose import Traits, choose_interval, choose_test
from claimwise.core import (
    DataError,
    Note,
    ParameterError,
    Words,
    as_words,
    caution,
    inferred,
    option,
    sentence,
)
from claimwise.data import Differences, IndependentCounts, IndependentScores, PairCounts
from claimwise.htest import Test, find_test
from claimwise.intervals import Interval, find_interval
from claimwise.kernels.decimals import difference

Procedure = Test | Interval
PAIRED_FORM = {  # of tests for different items
    "t": "paired-t",
    "welch": "paired-t",
    "unpaired-permutation": "permutation",
    "mann-whitney": "wilcoxon",
    "fisher": "mcnemar-midp",
    "boschloo": "mcnemar-midp",
    "z-pooled": "mcnemar-midp",
}


UNPAIRED_INTERVAL = {  # that says what a test for different items says
    "t": "pooled-t",
    "welch": "welch",
    "unpaired-permutation": "welch",
    "farrington-manning": "score",
    "z-pooled": "score",
    "fisher": "newcombe",
    "boschloo": "newcombe",
}


def fitting_test(evidence: Evidence, question: Question) -> tuple[Test, Data, list[Note]]:
    """Return the test, its data, and what to heed about the choice."""
    if question.test is None:
        choice = choose_test(_traits(evidence, question))
        test = find_test(choice.name)
        why = inferred(f"Test: {choice.name}, for {choice.why}.")
        return test, data_for(test, evidence), [why]
    name, notes = _of_means(question.test, evidence)
    test = find_test(name)
    return test, data_for(test, evidence), [*notes, *_ignored(test, evidence)]


def _traits(evidence: Evidence, question: Question) -> Traits:
    return evidence.traits(margin=bool(question.claim.threshold), together=question.together)


def _of_means(name: str, evidence: Evidence) -> tuple[str, list[Note]]:
    """Return what a test of corpus metrics is called where the metric is a mean."""
    same = {
        "randomisation": "cluster-permutation" if evidence.clusters else "permutation",
        "paired-bootstrap": "bootstrap",
    }.get(name, name)
    said = inferred(f"Test: {same}, which {name} is for means of scores.")
    return same, [] if same == name else [said]


def fitting_interval(evidence: Evidence, question: Question) -> tuple[Interval, Data, list[Note]]:
    """Return the interval of the difference, its data, and what to heed about the choice."""
    unpaired = UNPAIRED_INTERVAL.get(question.test or "") if evidence.paired else None
    if question.interval is None and unpaired is not None and "test" in question.ways:
        interval = find_interval(unpaired)
        why = inferred(f"Interval: {interval.name}, as the test ignores the pairing.")
        return interval, data_for(interval, evidence), [why]
    if question.interval is None:
        choice = choose_interval(_traits(evidence, question))
        interval = find_interval(choice.name)
        why = inferred(f"Interval: {choice.name}, {choice.why}.")
        return interval, data_for(interval, evidence), [why]
    interval = find_interval(question.interval)
    if interval.paired is None:
        raise ParameterError(
            "interval", "one for a difference", f"{interval.name}, which is for one system alone"
        )
    return interval, data_for(interval, evidence), _ignored(interval, evidence)


def _ignored(procedure: Procedure, evidence: Evidence) -> list[Note]:
    """Say which structure of the data a procedure leaves unused."""
    notes: list[Words] = []
    if evidence.paired and not procedure.paired:
        paired = PAIRED_FORM.get(procedure.name) if isinstance(procedure, Test) else None
        said = as_words(
            f"{procedure.name} is for unpaired scores and ignores the pairing: both systems were "
            "scored on the same items."
        )
        notes.append(said + " Use " + option("test", paired) + "." if paired else said)
    if evidence.clusters and not procedure.clustered:
        notes.append(
            as_words(
                f"{procedure.name} ignores the {evidence.clusters:,} clusters: where items "
                "of a cluster are alike, it finds too much."
            )
        )
    return [caution(note, procedure.name) for note in notes]


def data_for(procedure: Procedure, evidence: Evidence) -> Data:
    """Return the data of the comparison in the form that the procedure takes."""
    if procedure.paired and not evidence.paired:
        raise DataError(
            procedure.name,
            "both systems scored on the same items",
            "scores whose pairing is not known",
            "Give one row for each item and system.",
        )
    if procedure.clustered and not evidence.clusters:
        raise DataError(
            option("test" if isinstance(procedure, Test) else "interval", procedure.name),
            "clusters of items",
            "none",
            "Name their column with " + option("cluster", "COLUMN") + ".",
        )
    if procedure.outcome == "binary" and not evidence.binary:
        raise DataError(_not_verdicts(procedure.name, evidence))
    if procedure.outcome == "binary":
        return _counts(procedure, evidence)
    return _scores(procedure, evidence)


def _counts(procedure: Procedure, evidence: Evidence) -> Data:
    data = evidence.data
    if procedure.paired or isinstance(data, IndependentCounts):
        return data
    if not isinstance(data, PairCounts) or data.both is None:
        raise DataError(procedure.name, "counts of right answers", "none")
    a, b = int(data.losses) + int(data.both), int(data.wins) + int(data.both)
    return IndependentCounts.of(a, data.n, b, data.n)


def _scores(procedure: Procedure, evidence: Evidence) -> Data:
    data = evidence.data
    if isinstance(data, IndependentScores):
        return data
    if isinstance(data, IndependentCounts):
        return IndependentScores.of(_column(data.a, data.n_a), _column(data.b, data.n_b))
    if evidence.pairs is None:
        raise DataError(procedure.name, "scores item by item", "totals alone")
    if not procedure.paired:
        return IndependentScores.of(evidence.pairs.a, evidence.pairs.b)
    if isinstance(data, Differences):
        return data if procedure.clustered else Differences(data.d)
    return Differences.of(difference(evidence.pairs.b, evidence.pairs.a))


def _column(hits: object, n: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    column = np.zeros(n)
    column[: int(hits)] = 1.0  # type: ignore[call-overload]
    return column


def _not_verdicts(name: str, evidence: Evidence) -> str:
    found = "graded scores"
    if evidence.pairs is not None:
        columns = ((0, evidence.pairs.a), (1, evidence.pairs.b))
        for which, column in columns:
            odd = np.flatnonzero((column != 0) & (column != 1))
            if len(odd):
                place = odd[0]
                items = evidence.pairs.items
                label = items[place] if items is not None else place
                found = f"{column[place]:g} at item {label} of {evidence.names[which]}"
                break
        else:
            found = "clusters or several runs of each item"
    remedy = "Use permutation." if evidence.paired else "Use welch."
    if evidence.clusters:
        remedy = "Use cluster-permutation or cluster-cr2."
    return sentence(name, "one right/wrong verdict (0 or 1) for each item", found, remedy)
