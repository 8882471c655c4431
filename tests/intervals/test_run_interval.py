"""One study in, one row out."""

import numpy as np
import pytest

from claimwise.core import DataError, ParameterError
from claimwise.data import (
    Differences,
    Hits,
    IndependentCounts,
    IndependentScores,
    PairCounts,
    Pairs,
)
from claimwise.intervals import find_interval, run_interval


def test_value_of_the_row():
    result = run_interval("newcombe", IndependentCounts.of(1637, 2376, 1721, 2376))
    row = result.only
    assert (row.estimand, row.n, row.level, row.kind) == ("difference", 4752, 0.95, "confidence")
    assert row.estimate == pytest.approx(84 / 2376)
    assert (row.low, row.high) == pytest.approx((0.0094631, 0.0611799), abs=1e-7)
    assert result.method == "newcombe"
    assert result.notes == ()
    assert result.provenance["seed"] is None
    assert result.provenance["settings"] == {
        "level": 0.95,
        "paired": False,
        "outcome": "binary",
    }


def test_one_system_has_a_score():
    row = run_interval("wilson", Hits.of(81, 263)).only
    assert (row.estimand, row.n) == ("score", 263)
    assert row.estimate == pytest.approx(81 / 263)


def test_pairs_become_what_the_interval_needs():
    pairs = Pairs([1, 1, 0, 0, 1, 0], [1, 0, 1, 1, 1, 0], provenance={"data": "sha256:x"})
    by_counts = run_interval("newcombe-paired", pairs)
    assert by_counts.only == run_interval("newcombe-paired", PairCounts.of(2, 1, 6, 2)).only
    assert by_counts.provenance["data"] == "sha256:x"
    by_scores = run_interval("t", pairs).only
    assert by_scores == run_interval("t", Differences.of([0, -1, 1, 1, 0, 0])).only
    assert by_scores.estimate == pytest.approx(1 / 6)
    with pytest.raises(DataError, match=r"tango needs right/wrong scores.*0\.5 at item 1"):
        run_interval("tango", Pairs([1, 0.5], [1, 0]))


def test_a_seed_is_kept_and_repeats_the_answer():
    data = Differences.of(np.random.default_rng(0).normal(size=30))
    first = run_interval("bca", data, resamples=500)
    zero = run_interval("bca", data, rng=0, resamples=500)
    assert first.provenance["settings"]["resamples"] == 500
    assert (first.only, first.provenance["seed"]) == (zero.only, 0)
    assert zero.only != run_interval("bca", data, rng=1, resamples=500).only
    generator = run_interval("bca", data, rng=np.random.default_rng(1), resamples=500)
    assert generator.provenance["seed"] > 1


def test_clusters_are_said_or_their_neglect_is():
    data = Differences.of([0.1, 0.2, 0.4, -0.1, 0.3], [1, 1, 2, 3, 3])
    assert "3 clusters, not the 5 items" in run_interval("cluster-cr2", data).notes[0]
    assert "3 clusters, but t takes them as independent" in run_interval("t", data).notes[0]


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("t", Differences.of([0.5]), "one item"),
        ("bca", Differences.of([0.5, 0.5]), "do not vary"),
        ("welch", IndependentScores.of([0.5, 0.5], [0.7, 0.7]), "do not vary"),
        ("welch", IndependentScores.of([0.5], [0.7, 0.9]), "one item"),
        ("cluster-t", Differences.of([0.5, 0.7], [1, 1]), "one cluster"),
        ("cluster-t", Differences.of([0.5, 0.7] * 2, [1, 1, 2, 2]), "clusters do not differ"),
        ("studentised", Differences.of([0.0] * 9 + [1.0]), "resamples have no spread"),
        ("wald-paired", PairCounts.of(0, 0, 10), "standard error is estimated as zero"),
        ("wald", IndependentCounts.of(0, 10, 10, 10), "standard error is estimated as zero"),
    ],
)
def test_undefined_is_said_and_why(name, data, why):
    result = run_interval(name, data, rng=1)
    assert np.isnan(result.only.low)
    assert np.isnan(result.only.high)
    assert not np.isnan(result.only.estimate)
    assert any("undefined" in note and why in note for note in result.notes)


def test_an_estimate_outside_its_interval_is_said():
    result = run_interval("agresti-caffo", IndependentCounts.of(0, 10, 10, 10), level=0.5)
    assert result.only.high < result.only.estimate
    assert "outside its interval" in result.notes[0]
    inside = run_interval("agresti-caffo", IndependentCounts.of(0, 10, 10, 10))
    assert not inside.notes


def test_wrong_data_are_refused_with_the_intervals_that_fit():
    with pytest.raises(DataError, match=r"tango needs PairCounts; found Hits.*wilson"):
        run_interval("tango", Hits.of(3, 10))
    with pytest.raises(DataError, match="wilson needs Hits; found list"):
        run_interval("wilson", [1, 0])
    with pytest.raises(DataError, match=r"one study; found a batch of 2.*data\[0\]"):
        run_interval("wilson", Hits.of([1, 2], 10))
    with pytest.raises(ParameterError, match="Did you mean tango"):
        run_interval("tangoo", PairCounts.of(1, 2, 10))
    with pytest.raises(ParameterError, match=r"level needs.*Write 0\.95 for 95%"):
        run_interval("tango", PairCounts.of(1, 2, 10), level=95)


def test_traits_choose():
    assert find_interval("tango", paired=True).takes is PairCounts
    with pytest.raises(ParameterError, match="interval needs one of"):
        find_interval("tango", paired=False)
