"""One study of graded scores: rows, notes, seeds and refusals."""

import numpy as np
import pytest

from claimwise.core import DataError, ParameterError, names
from claimwise.data import Differences, IndependentCounts, IndependentScores, PairCounts, Pairs
from claimwise.htest import find_test, run_test
from claimwise.kernels.binomial_interval import clopper_pearson

RNG = np.random.default_rng(1)
REAL = Differences.of(RNG.normal(0.3, 1, size=60))
APART = IndependentScores.of(RNG.normal(size=30), RNG.normal(0.4, 1, size=25))


def test_a_resampled_pvalue_carries_its_monte_carlo_interval():
    result = run_test("permutation", REAL, rng=3, resamples=999)
    p, row = result["difference"].pvalue, result["pvalue"]
    assert row.estimate == p
    assert row.kind == "monte carlo"
    low, high = clopper_pearson(round(p * 1000) - 1, 999, 0.95)
    assert (row.low, row.high) == (pytest.approx(float(low)), pytest.approx(float(high)))
    assert row.low <= p <= row.high
    assert result.provenance["seed"] == 3
    assert result.provenance["settings"]["resamples"] == 999
    assert result["difference"].estimate == pytest.approx(REAL.d.mean())
    assert result["difference"].n == 60


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("permutation", Differences.of([1, 2, -1, 0, 3])),
        ("permutation", Differences.of(np.tile([0.25, 0.5, -0.75, 0.0], 100))),
        ("cluster-permutation", Differences.of(REAL.d, np.arange(60) // 5)),
        ("unpaired-permutation", IndependentScores.of([1, 2, 4], [3, 5, 6, 7])),
        ("paired-t", REAL),
    ],
)
def test_an_exact_pvalue_has_no_monte_carlo_interval(name, data):
    assert [row.estimand for row in run_test(name, data, rng=1).rows] == ["difference"]
    assert not find_test(name).monte_carlo(data)


def test_tests_know_whether_they_draw():
    permutation = find_test("permutation")
    assert permutation.monte_carlo(REAL)
    assert find_test("bootstrap").monte_carlo(REAL)
    assert find_test("unpaired-permutation").monte_carlo(APART)
    assert not find_test("mcnemar-midp").monte_carlo(PairCounts.of(3, 5, 10))
    batch = Differences.of(np.vstack([np.ones(60), REAL.d]))
    assert permutation.monte_carlo(batch)
    assert not permutation.monte_carlo(batch[0])
    # A margin turns whole numbers into something else, and only then are signs drawn.
    whole = Differences.of(np.random.default_rng(2).integers(-3, 4, size=60))
    assert not permutation.monte_carlo(whole)
    assert permutation.monte_carlo(whole, margin=np.pi / 10)


def test_without_a_seed_one_is_taken_and_kept():
    once = run_test("bootstrap", REAL, resamples=199)
    again = run_test("bootstrap", REAL, resamples=199, rng=once.provenance["seed"])
    assert once.rows == again.rows
    assert run_test("paired-t", REAL, rng=1).provenance["seed"] is None


@pytest.mark.parametrize("name", ["paired-t", "bootstrap"])
def test_undefined_is_no_number_but_a_note(name):
    result = run_test(name, Differences.of([0.3, 0.3, 0.3]), rng=1)
    assert result["difference"].pvalue is None
    assert any("not defined" in note for note in result.notes)
    assert len(result.rows) == 1


def test_identical_systems_are_said_to_be():
    result = run_test("permutation", Differences.of(np.zeros(8)))
    assert result.only.pvalue == 1
    assert any("same on every item" in note for note in result.notes)


def test_what_is_left_out_or_passed_over_is_said():
    notes = run_test("wilcoxon", Differences.of([0, 0, 1, 2, -3, 4])).notes
    assert "2 of 6 items are equal and do not count." in notes
    assert "The p-value is exact." in notes
    notes = run_test("wilcoxon", Differences.of([1, 2] * 20)).notes
    assert any("normal approximation" in note for note in notes)
    notes = run_test("sign-scores", Differences.of([0.5, 0.5, 1.5]), margin=0.5).notes
    assert "2 of 3 items are equal and do not count." in notes
    assert any("once 0.5 is taken off" in note for note in notes)
    notes = run_test("paired-t", Differences.of(REAL.d, np.arange(60) // 5)).notes
    assert any("12 clusters" in note and "paired-t ignores" in note for note in notes)


@pytest.mark.parametrize(
    ("a", "b", "way"),
    [
        (np.arange(50.0), np.arange(50.0) + 0.3, "exact"),
        (np.arange(51.0), np.arange(50.0) + 0.3, "normal approximation"),
        ([1, 2, 2], [2, 3, 3, 4], "exact"),
        ([1, 2, 2] * 4, [2, 3, 3] * 4, "normal approximation"),
    ],
)
def test_mann_whitney_says_how_it_got_its_pvalue(a, b, way):
    notes = run_test("mann-whitney", IndependentScores.of(a, b)).notes
    assert any(way in note for note in notes)


def test_graded_scores_are_not_told_in_percentage_points():
    d = Differences.of([12.0, 30.5, -3.0, 8.5])
    shown = str(run_test("paired-t", d))
    assert "B minus A: 12.0" in shown
    assert "points" not in shown
    assert "B minus A: 25.0 points" in str(
        run_test("mcnemar-exact", Pairs([0, 1, 1, 0], [1, 1, 1, 0]))
    )


def test_pairs_of_graded_scores_are_their_differences():
    a, b = RNG.normal(size=20), RNG.normal(size=20)
    got = run_test("wilcoxon", Pairs(a, b)).only
    assert got == run_test("wilcoxon", Differences.of(b - a)).only
    groups = np.arange(20) // 4
    got = run_test("cluster-t", Pairs(a, b, cluster=groups)).only
    assert got == run_test("cluster-t", Differences.of(b - a, groups)).only


def test_right_wrong_scores_may_be_tested_as_scores():
    pairs = Pairs([0, 1, 0, 0, 1, 0, 0], [1, 1, 1, 1, 0, 1, 1])
    exact = run_test("mcnemar-exact", pairs).only.pvalue
    for name in ("permutation", "sign-scores"):
        assert run_test(name, pairs).only.pvalue == pytest.approx(exact)


@pytest.mark.parametrize(
    ("name", "data", "error", "says"),
    [
        ("paired-t", APART, ParameterError, "welch"),
        ("welch", REAL, ParameterError, "paired-t"),
        ("paired-t", PairCounts.of(1, 2, 5), ParameterError, "mcnemar-midp"),
        ("fisher", APART, ParameterError, "mann-whitney"),
        ("permutaton", REAL, ParameterError, "Did you mean permutation"),
        ("cluster-t", REAL, DataError, "cluster of each item.*Name the column"),
        ("cluster-permutation", REAL, DataError, "cluster of each item.*Name the column"),
        ("paired-t", [1, 2, 3], DataError, "Differences.*found list"),
        ("paired-t", Differences.of(np.ones((3, 4))), DataError, "batch of 3.*data\\[0\\]"),
    ],
)
def test_refusals_name_the_remedy(name, data, error, says):
    with pytest.raises(error, match=says):
        run_test(name, data)


def test_margins_only_where_they_mean_something():
    with pytest.raises(ParameterError, match=r"margin of 0\.1.*tango"):
        run_test("mcnemar-midp", PairCounts.of(1, 2, 5), margin=0.1)
    with pytest.raises(ParameterError, match="margin needs a finite number"):
        run_test("paired-t", REAL, margin=float("nan"))
    with pytest.raises(ParameterError, match="resamples"):
        run_test("permutation", REAL, resamples=0)
    assert run_test("fisher", IndependentCounts.of(3, 9, 5, 9)).only.n == 18


def test_every_numeric_test_takes_a_margin():
    assert names("test", outcome="numeric") == names("test", outcome="numeric", margin=True)
