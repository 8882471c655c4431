"""Several runs of each item, resampled within the item: items resampled, then their runs."""

from __future__ import annotations

import numpy as np

from claimwise.assess.claims import Hypothesis
from claimwise.assess.one import Comparison
from claimwise.assess.question import Question
from claimwise.core import DataError, meaning, option
from claimwise.data import Pairs, Scores
from claimwise.kernels.arrays import Floats
from claimwise.kernels.runs import nested_means

NAME = "nested-bootstrap"


def nest(found: Comparison, question: Question, scores: Scores) -> None:
    """Replace p-value and interval by those of the nested bootstrap.

    The mean of an item's runs carries their noise already, so drawing the runs again counts it
    nearly twice: the answer errs on the side of caution. The default, means of runs, does not.
    """
    pairs = None if found.evidence is None else found.evidence.pairs
    if pairs is None or pairs.runs_a is None or pairs.runs_b is None:
        raise DataError(option("runs", "nested"), "several runs of each item", "none")
    if found.evidence is not None and found.evidence.clusters:
        remedy = "Use " + option("runs", "mean") + "."
        raise DataError(option("runs", "nested"), "items without clusters", "clusters", remedy)
    if max(int(pairs.runs_a.max()), int(pairs.runs_b.max())) < 2:
        raise DataError(
            option("runs", "nested"),
            "several runs of each item",
            "one run of each",
            "Name the column of runs: " + option("columns", {"run": "NAME"}) + ".",
        )
    of_a, of_b = (run_table(scores, pairs, name) for name in pairs.names)
    means = nested_means(of_a, of_b, question.resamples, question.seed)
    claim, observed = question.claim, found.estimate
    found.test_label = found.interval_label = NAME
    found.simulated, found.error = True, float(means.std())
    if "test" in question.ways:
        found.against = [_pvalue(means, observed, h) for h in claim.hypotheses()]
        found.contra = [_pvalue(means, observed, h) for h in claim.contradictions()]
        better = Hypothesis(0.0, "greater" if claim.up == 1 else "less")
        two_sided = claim.alternative == "two-sided"
        found.directed = _pvalue(means, observed, better) if two_sided else max(found.against)
    if "interval" in question.ways:
        found.low, found.high = _ends(means, claim.interval_level)
        found.judging = _ends(means, claim.judging_level)
    said = (
        "Nested bootstrap: items resampled, then their runs. It counts the runs' noise nearly "
        "twice, so it errs on the side of caution; means of runs do not."
    )
    found.notes = [meaning(said)]


def _ends(means: Floats, level: float) -> tuple[float, float]:
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def _pvalue(means: Floats, observed: float, hypothesis: Hypothesis) -> float:
    """Return how often resamples stray as far as the estimate lies from the hypothesis."""
    strayed, lead = means - observed, observed - hypothesis.margin
    slack = 1e-12 * max(1.0, abs(lead))
    if hypothesis.alternative == "greater":
        hits = (strayed >= lead - slack).sum()
    elif hypothesis.alternative == "less":
        hits = (strayed <= lead + slack).sum()
    else:
        hits = (np.abs(strayed) >= abs(lead) - slack).sum()
    return float((hits + 1) / (len(means) + 1))


def run_table(scores: Scores, pairs: Pairs, system: str) -> Floats:
    """Return the scores of a system, items by runs, padded with NaN, in the order of the pairs."""
    if pairs.items is None:
        raise DataError(option("runs", "nested"), "pairs that were read from a table", "others")
    rows = np.flatnonzero(
        (scores.system.codes == scores.system.labels.index(system)) & ~np.isnan(scores.score)
    )
    key, wanted = scores.item.codes[rows].astype(np.int64), pairs.items.codes.astype(np.int64)
    if scores.dataset is not None and pairs.dataset is not None:
        span = len(scores.item.labels) + 1
        key = key + span * scores.dataset.codes[rows]
        wanted = wanted + span * pairs.dataset.codes
    order = np.argsort(wanted, kind="stable")
    place = np.searchsorted(wanted[order], key)
    inside = place < len(wanted)
    inside[inside] = wanted[order][place[inside]] == key[inside]
    item = order[place[inside]]
    score = scores.score[rows[inside]]
    by_item = np.argsort(item, kind="stable")
    item, score = item[by_item], score[by_item]
    counts = np.bincount(item, minlength=pairs.n)
    number = np.arange(len(item)) - np.repeat(np.cumsum(counts) - counts, counts)
    table = np.full((pairs.n, int(counts.max(initial=1))), np.nan)
    table[item, number] = score
    return table
