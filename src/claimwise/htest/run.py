"""One study, one test, one result."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from claimwise.core import (
    DataError,
    Note,
    Result,
    Row,
    caution,
    check_alternative,
    check_count,
    check_number,
    meaning,
    provenance,
    root_seed,
)
from claimwise.data import Differences, IndependentCounts, IndependentScores, PairCounts, Pairs
from claimwise.htest.base import RESAMPLES, Test, find_test
from claimwise.kernels import binomial_interval
from claimwise.kernels.decimals import difference

Data: TypeAlias = PairCounts | IndependentCounts | Differences | IndependentScores
LEVEL = 0.95  # of the interval that says how far off a p-value by resampling may be


def run_test(
    name: str,
    data: Pairs | Data,
    *,
    alternative: str = "two-sided",
    margin: float = 0.0,
    rng: int | np.random.Generator | None = None,
    resamples: int = RESAMPLES,
) -> Result:
    """Test whether B scores higher, or lower, than A.

    Fit for one score per item and system. Unfit for clustered items (several questions on one
    passage), where all but the tests for clusters find too much.

    Parameters
    ----------
    name : str
        A registered test, such as ``mcnemar-midp`` or ``permutation``.
    data : Pairs, PairCounts, IndependentCounts, Differences or IndependentScores
        Scores of both systems, or the counts of one study.
    alternative : {"two-sided", "less", "greater"}
        "greater": B scores higher than A.
    margin : float, default 0
        The difference, B minus A, under the null hypothesis.
    rng : int or Generator, optional
        Seed of the tests that resample, by default 0.
    resamples : int, default 10000
        How often they do.

    Returns
    -------
    Result
        A row `difference` with the p-value; and, where that rests on random resamples, a row
        `pvalue` with its Monte Carlo interval.

    Examples
    --------
    >>> from claimwise.data import Differences, Pairs
    >>> run_test("mcnemar-exact", Pairs([1, 1, 0, 0, 1], [1, 1, 1, 1, 1])).only.pvalue
    0.5
    >>> run_test("permutation", Differences.of([0.5, 0.1, 0.7, 0.2, 0.9])).only.pvalue
    0.0625
    """
    test, study = _matched(name, data)
    check_alternative(alternative)
    margin, resamples = check_number("margin", margin), check_count("resamples", resamples)
    n = study.n_a + study.n_b if isinstance(study, IndependentCounts) else study.n
    test.check_n(max(study.n_a, study.n_b) if isinstance(study, IndependentCounts) else n)
    effect = study.effect()
    if effect.ndim:
        raise DataError("run_test", "one study", f"a batch of {len(effect)}", "Take one: data[0].")
    seed = root_seed(rng)
    p = float(test.evaluate(study, alternative, margin=margin, seed=seed, resamples=resamples))
    undefined = p != p
    rows = [
        Row(quantity="difference", estimate=float(effect), n=n, pvalue=None if undefined else p)
    ]
    if not undefined and test.monte_carlo(study, margin=margin, resamples=resamples):
        rows.append(_error_of(p, resamples, n))
    settings: dict[str, Any] = {"alternative": alternative, "paired": test.paired}
    settings["outcome"] = test.outcome
    settings |= {"margin": margin} if test.margin else {}
    settings |= {"resamples": resamples} if test.resampled else {}
    return Result(
        kind="test",
        method=name,
        rows=tuple(rows),
        notes=(*test.notes(study, margin=margin), *_heed(test, study, undefined)),
        provenance=provenance(
            settings,
            seed=seed if test.resampled else None,
            data=data.provenance.get("data") if isinstance(data, Pairs) else None,
        ),
    )


def _matched(name: str, data: Pairs | Data) -> tuple[Test, Data]:
    """Return the test, and the data in the form that it takes."""
    if isinstance(data, Pairs):
        test = find_test(name, paired=True)
        if test.outcome == "binary":
            return test, data.counts(name)
        return test, Differences.of(difference(data.b, data.a), data.cluster)
    if not isinstance(data, Data):
        raise DataError(
            "run_test",
            "Pairs, PairCounts, IndependentCounts, Differences or IndependentScores",
            type(data).__name__,
            "Read a file or a data frame with read_pairs.",
        )
    outcome = "binary" if isinstance(data, PairCounts | IndependentCounts) else "numeric"
    paired = isinstance(data, PairCounts | Differences)
    return find_test(name, outcome=outcome, paired=paired), data


def _error_of(p: float, resamples: int, n: int) -> Row:
    """Return the p-value with the range in which more resamples would find it."""
    count = round(p * (resamples + 1)) - 1
    low, high = binomial_interval.clopper_pearson(count, resamples, LEVEL)
    return Row(
        quantity="pvalue",
        estimate=p,
        low=float(low),
        high=float(high),
        level=LEVEL,
        kind="monte carlo",
        n=n,
    )


def _heed(test: Test, data: Data, undefined: bool) -> list[Note]:
    """Return what a reader should know of these data under this test."""
    notes = []
    if isinstance(data, PairCounts) and not int(data.wins) + int(data.losses):
        notes.append(meaning("A and B agree on every item: there is no evidence either way."))
    if isinstance(data, Differences):
        if not data.d.any():
            notes.append(meaning("A and B score the same on every item: no evidence either way."))
        if data.cluster is not None and not test.clustered:
            notes.append(
                caution(
                    f"The items lie in {data.clusters:,} clusters, and {test.name} ignores "
                    "them: where items of a cluster are alike, it finds too much."
                )
            )
    if undefined:
        notes.append(
            caution(
                f"{test.name} is not defined here: the scores do not vary, or there are too few."
            )
        )
    return notes
