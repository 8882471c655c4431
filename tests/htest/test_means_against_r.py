"""Every test of graded scores against R (golden/means.R): library functions where R has them,
enumeration and sums written out where it has not."""

import json
from pathlib import Path

import numpy as np
import pytest

from claimwise.data import Differences, IndependentScores
from claimwise.htest import find_test
from claimwise.htest.runs import run_budget
from claimwise.kernels.clusters import mean_variance
from claimwise.kernels.ranks import mann_whitney_shares, signed_rank_shares

R = json.loads((Path(__file__).parents[1] / "golden" / "means.json").read_text())
D = np.array(R["data b"]) - np.array(R["data a"])
CLUSTER = R["data cluster"]
ITEMS = Differences.of(D)
LIKERT = Differences.of(R["data likert"])
CLUSTERED = Differences.of(D, CLUSTER)
# R's first sample is system B, its second A: "greater" is then B above A.
APART = IndependentScores.of(R["data y"], R["data x"])
APART_TIED = IndependentScores.of(R["data xt"], R["data yt"])

CASES = [
    ("paired-t", "paired-t", ITEMS, 0),
    ("paired-t", "paired-t margin 0.3", ITEMS, 0.3),
    ("t", "t", APART, 0),
    ("welch", "welch", APART, 0),
    ("welch", "welch margin 0.1", APART, 0.1),
    ("wilcoxon", "wilcoxon exact", ITEMS, 0),
    ("wilcoxon", "wilcoxon margin 0.3", ITEMS, 0.3),
    ("wilcoxon", "wilcoxon ties", LIKERT, 0),
    ("mann-whitney", "mann-whitney exact", APART, 0),
    ("mann-whitney", "mann-whitney ties", APART_TIED, 0),
    ("sign-scores", "sign", LIKERT, 0),
    ("permutation", "permutation", ITEMS, 0),
    ("permutation", "permutation margin 0.3", ITEMS, 0.3),
    ("permutation", "permutation likert", LIKERT, 0),
    ("unpaired-permutation", "unpaired-permutation", APART, 0),
    ("cluster-t", "cluster-t", CLUSTERED, 0),
    ("cluster-permutation", "cluster-permutation", CLUSTERED, 0),
]


@pytest.mark.parametrize(("test", "key", "data", "margin"), CASES, ids=[c[1] for c in CASES])
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_value_pvalues(test, key, data, margin, alternative):
    got = find_test(test).evaluate(data, alternative, margin=margin)
    assert got == pytest.approx(R[f"{key} {alternative.replace('-', '.')}"], rel=1e-9)


def test_value_cluster_robust_standard_error():
    variance, clusters = mean_variance(D, np.array(CLUSTER))
    assert clusters == 6
    assert np.sqrt(variance) == pytest.approx(R["cluster-t se"], rel=1e-12)


def test_value_null_distributions_of_ranks():
    below = np.cumsum(signed_rank_shares(50))[::97]
    assert below == pytest.approx(R["psignrank 0:1275 of 50 every 97th"], rel=1e-12)
    below = np.cumsum(mann_whitney_shares(12, 25))[::13]
    assert below == pytest.approx(R["pwilcox 0:300 of 12 25 every 13th"], rel=1e-12)


def test_value_variance_of_items_and_of_runs():
    a = np.array(R["data runs_a"], float).reshape(6, 3)
    b = np.array(R["data runs_b"], float).reshape(6, 2)
    budget = run_budget(a, b)
    got = [budget.items, budget.noise_a, budget.noise_b]
    assert got == pytest.approx(R["runs terms"], rel=1e-12)
    assert budget.standard_error**2 * 6 == pytest.approx(sum(got))
