"""Chance: exchangeable systems are told apart as often as alpha says, whatever the metric."""

import numpy as np
import pytest
from scipy import stats

from claimwise.data.outputs import Outputs
from claimwise.htest.corpus import randomisation
from claimwise.metrics import find_metric, measure

STUDIES, ALPHA = 150, 0.1


def study(rng, numbers, n=40):
    """Two systems that are right equally often, on items of different difficulty."""
    hard = rng.random(n)
    if numbers:
        gold = rng.integers(0, 2, n)
        rows = {name: tuple(gold + (0.5 + hard) * rng.normal(size=n)) for name in "ab"}
        return Outputs(gold=tuple(gold.tolist()), predicted=rows)
    gold = rng.choice(list("abc"), n, p=[0.6, 0.3, 0.1])
    gold[:3] = list("abc")
    rows = {
        name: tuple(np.where(rng.random(n) < hard, gold, rng.choice(list("abc"), n)).tolist())
        for name in "ab"
    }
    return Outputs(gold=tuple(gold.tolist()), predicted=rows)


@pytest.mark.parametrize("asked", ["f1:macro", "mcc", "recall:positive=c", "pearson", "auroc"])
def test_chance_false_positives_are_as_many_as_alpha(asked):
    rng = np.random.default_rng(20240611)
    metric = find_metric(asked)
    found = [
        float(
            randomisation(
                measure(metric, study(rng, metric.takes == "number")),
                "two-sided",
                seed=i,
                resamples=199,
            )
        )
        for i in range(STUDIES)
    ]
    wrong = sum(p <= ALPHA for p in found)
    # Few members of a class make few values of the difference, and the test cautious.
    tail = "greater" if asked.startswith("recall") else "two-sided"
    assert stats.binomtest(wrong, STUDIES, ALPHA, tail).pvalue > 1e-3
