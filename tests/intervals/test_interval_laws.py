"""Laws that hold for every registered interval, whoever wrote it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwise.core import DataError, ParameterError, entries
from claimwise.data import Differences, Hits, IndependentCounts, IndependentScores, PairCounts
from claimwise.intervals import find_interval

INTERVALS = [entry.thing for entry in entries("interval")]
LEVELS = (0.5, 0.8, 0.9, 0.95, 0.99)
RESAMPLES = 400
CLUSTER = np.array([0, 0, 1, 2, 2, 2, 3, 4, 4, 5, 5, 5])

# These start from another point than the estimate, or follow the resamples, and may leave it
# outside at low levels.
MAY_MISS_ITS_ESTIMATE = {
    "agresti-caffo",
    "bca",
    "bonett-price",
    "cluster-bootstrap",
    "jeffreys",
    "percentile",
    "studentised",
    "unpaired-bca",
    "unpaired-percentile",
}
MAY_LEAVE_THE_RANGE = {"wald", "wald-paired"}

every_interval = pytest.mark.parametrize("interval", INTERVALS, ids=lambda i: i.name)
of_counts = pytest.mark.parametrize(
    "interval", [i for i in INTERVALS if i.outcome == "binary"], ids=lambda i: i.name
)
of_scores = pytest.mark.parametrize(
    "interval", [i for i in INTERVALS if i.outcome == "numeric"], ids=lambda i: i.name
)


def batch(interval, n=9):
    """A batch of studies: every outcome for counts, random ones for scores."""
    if interval.takes is Hits:
        return Hits.of(np.arange(n + 1), n)
    if interval.takes is IndependentCounts:
        a, b = (x.ravel() for x in np.indices((n + 1, n + 4)))
        return IndependentCounts.of(a, n, b, n + 3)
    if interval.takes is PairCounts:
        wins, losses, both = (x.ravel() for x in np.indices((n + 1,) * 3))
        fit = wins + losses + both <= n
        return PairCounts.of(wins[fit], losses[fit], n, both[fit])
    rng = np.random.default_rng(11)
    if interval.takes is IndependentScores:
        return IndependentScores.of(rng.exponential(size=(25, 8)), rng.normal(size=(25, 11)))
    return Differences.of(rng.exponential(size=(25, 12)) - 0.9, CLUSTER)


def swapped(data):
    if isinstance(data, PairCounts):
        return PairCounts(data.losses, data.wins, data.n, data.both)
    if isinstance(data, IndependentCounts):
        return IndependentCounts(data.b, data.n_b, data.a, data.n_a)
    if isinstance(data, IndependentScores):
        return IndependentScores(data.b, data.a)
    return Differences(-data.d, data.cluster)


def ends(interval, data, level=0.95, seed=3):
    return interval.evaluate(data, level, seed=seed, resamples=RESAMPLES)


def test_the_intervals_of_the_house_are_all_here():
    assert {i.name for i in INTERVALS} >= {
        *("wilson", "clopper-pearson", "jeffreys"),
        *("tango", "newcombe-paired", "bonett-price", "wald-paired"),
        *("newcombe", "agresti-caffo", "score", "miettinen-nurminen", "wald"),
        *("t", "bca", "percentile", "studentised", "welch", "pooled-t"),
        *("unpaired-percentile", "unpaired-bca"),
        *("cluster-t", "cluster-cr2", "cluster-bootstrap"),
    }
    assert {i.name for i in INTERVALS} >= MAY_MISS_ITS_ESTIMATE | MAY_LEAVE_THE_RANGE


@every_interval
def test_every_interval_says_what_it_is(interval):
    assert interval.bounds.__doc__
    assert find_interval(interval.name, outcome=interval.outcome) is interval


@every_interval
def test_law_swapping_the_systems_negates_and_swaps_the_ends(interval):
    data = batch(interval)
    low, high = ends(interval, data)
    if interval.takes is Hits:  # one system: right and wrong change places
        low_, high_ = ends(interval, Hits.of(data.n - data.hits, data.n))
        assert low_ == pytest.approx(1 - high, abs=1e-12)
        assert high_ == pytest.approx(1 - low, abs=1e-12)
        return
    low_, high_ = ends(interval, swapped(data))
    # Two groups are resampled by two streams, which do not change places with the systems.
    room = 0.25 * np.nanmean(high - low) if interval.name.startswith("unpaired-") else 1e-12
    assert low_ == pytest.approx(-high, abs=room, nan_ok=True)
    assert high_ == pytest.approx(-low, abs=room, nan_ok=True)


@every_interval
def test_law_a_higher_level_is_wider(interval):
    data = batch(interval)
    inner = ends(interval, data, LEVELS[0])
    for level in LEVELS[1:]:
        outer = ends(interval, data, level)
        both = ~np.isnan(inner[0]) & ~np.isnan(outer[0])
        assert both.any()
        assert (outer[0] <= inner[0] + 1e-12)[both].all(), level
        assert (outer[1] >= inner[1] - 1e-12)[both].all(), level
        inner = outer


@every_interval
@pytest.mark.parametrize("level", LEVELS)
def test_law_low_is_at_most_high_and_the_estimate_lies_between(interval, level):
    data = batch(interval)
    low, high = ends(interval, data, level)
    known = ~np.isnan(low)
    assert (np.isnan(low) == np.isnan(high)).all()
    assert (low < high)[known].all()  # a width of zero would read as certainty
    inside = (low <= data.effect() + 1e-12) & (data.effect() <= high + 1e-12)
    if interval.name not in MAY_MISS_ITS_ESTIMATE or (
        level >= 0.95 and interval.outcome == "binary"
    ):
        assert inside[known].all()
    else:
        assert inside[known].mean() > 0.6


@of_counts
@pytest.mark.parametrize("level", [0.9, 0.999])
def test_law_ends_are_possible_values(interval, level):
    data = batch(interval)
    low, high = ends(interval, data, level)
    least = 0 if interval.takes is Hits else -1
    inside = (low >= least) & (high <= 1)
    if interval.name in MAY_LEAVE_THE_RANGE:
        assert not inside[~np.isnan(low)].all()
    else:
        assert inside.all()


@of_counts
def test_law_only_wald_is_ever_undefined_for_counts(interval):
    low, _ = ends(interval, batch(interval))
    assert np.isnan(low).any() == (interval.name in MAY_LEAVE_THE_RANGE)


@every_interval
def test_law_a_batch_is_its_studies_one_by_one(interval):
    data = batch(interval, 5)
    low, high = ends(interval, data)
    for i in range(len(data)):
        one = ends(interval, data[i])
        assert float(one[0]) == pytest.approx(float(low[i]), abs=1e-13, nan_ok=True)
        assert float(one[1]) == pytest.approx(float(high[i]), abs=1e-13, nan_ok=True)


@of_scores
def test_law_batches_of_any_shape(interval):
    data = batch(interval)
    low, high = ends(interval, data)
    if isinstance(data, Differences):
        shaped = Differences(data.d.reshape(5, 5, -1), data.cluster)
    else:
        shaped = IndependentScores(data.a.reshape(5, 5, -1), data.b.reshape(5, 5, -1))
    low_, high_ = ends(interval, shaped)
    assert low_.shape == high_.shape == (5, 5)
    assert np.array_equal(low_.ravel(), low, equal_nan=True)
    assert np.array_equal(high_.ravel(), high, equal_nan=True)


@every_interval
def test_law_the_same_seed_gives_the_same_answer(interval):
    data = batch(interval)
    one, again, other = ends(interval, data), ends(interval, data), ends(interval, data, seed=4)
    assert np.array_equal(one, again, equal_nan=True)
    assert np.array_equal(one, other, equal_nan=True) != interval.resampled


@every_interval
def test_direction_positive_means_b_is_better(interval):
    if interval.takes is Hits:
        low, high = ends(interval, Hits.of([2, 28], 30))
        assert high[0] < 0.5 < low[1]
        return
    rng = np.random.default_rng(2)
    data = {
        PairCounts: PairCounts.of(20, 2, 30, 4),
        IndependentCounts: IndependentCounts.of(3, 30, 20, 25),
        Differences: Differences.of(rng.normal(1, 1, 60), np.arange(60) // 2),
        IndependentScores: IndependentScores.of(rng.normal(0, 1, 40), rng.normal(1.5, 1, 30)),
    }[interval.takes]
    low, high = ends(interval, data)
    assert 0 < low < data.effect() < high


@of_scores
@given(scale=st.floats(0.01, 100), shift=st.floats(-50, 50))
@settings(max_examples=10)
def test_law_other_units_give_the_same_interval(interval, scale, shift):
    data = batch(interval)[:6]
    low, high = ends(interval, data)
    if isinstance(data, Differences):
        moved, by = Differences(data.d * scale + shift, data.cluster), shift
    else:
        moved, by = IndependentScores(data.a * scale, data.b * scale + shift), shift
    low_, high_ = ends(interval, moved)
    assert low_ == pytest.approx(low * scale + by, rel=1e-9, abs=1e-9, nan_ok=True)
    assert high_ == pytest.approx(high * scale + by, rel=1e-9, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("name", ["t", "welch", "pooled-t", "cluster-t", "cluster-cr2"])
def test_law_the_order_of_items_is_irrelevant(name):
    interval = find_interval(name)
    data = batch(interval)
    order = np.random.default_rng(0).permutation(12)
    if isinstance(data, Differences):
        mixed = Differences.of(data.d[:, order], [f"c{9 - c}" for c in CLUSTER[order]])
    else:
        mixed = IndependentScores(data.a[:, ::-1], data.b[:, ::-1])
    assert np.array(ends(interval, mixed)) == pytest.approx(np.array(ends(interval, data)))


@pytest.mark.parametrize("name", ["cluster-t", "cluster-cr2"])
def test_law_clusters_of_one_item_are_no_clusters(name):
    d = np.random.default_rng(1).normal(size=(4, 15))
    alone = Differences.of(d, np.arange(15))
    assert np.array(ends(find_interval(name), alone)) == pytest.approx(
        np.array(ends(find_interval("t"), Differences.of(d))), rel=1e-12
    )


def test_law_with_equal_clusters_cr2_is_the_plain_one():
    d = Differences.of(np.random.default_rng(1).normal(size=(4, 15)), np.arange(15) // 3)
    one, other = (ends(find_interval(name), d) for name in ("cluster-t", "cluster-cr2"))
    assert np.array(one) == pytest.approx(np.array(other), rel=1e-12)


@of_scores
def test_undefined_is_never_a_width_of_zero(interval):
    """One item, equal scores (also where rounding hides that they are equal), one cluster."""
    if interval.takes is Differences:
        cases = [
            Differences.of([0.7], [0]),
            Differences.of([0.1] * 12, CLUSTER),
            Differences.of([0.0] * 12, CLUSTER),
        ]
    else:
        cases = [
            IndependentScores.of([0.1] * 3, [0.7] * 6),
            IndependentScores.of([0.1], [0.7]),
        ]
    for data in cases:
        assert np.isnan(ends(interval, data)).all()


@pytest.mark.parametrize("name", ["welch", "unpaired-percentile", "unpaired-bca"])
def test_undefined_with_one_item_in_a_group(name):
    data = IndependentScores.of([0.3], [0.1, 0.5, 0.4])
    assert np.isnan(ends(find_interval(name), data)).all()


def test_value_pooled_t_needs_one_spread_only():
    from scipy import stats

    low, high = ends(find_interval("pooled-t"), IndependentScores.of([0.3], [0.1, 0.5, 0.4]))
    want = stats.ttest_ind([0.1, 0.5, 0.4], [0.3]).confidence_interval(0.95)
    assert (float(low), float(high)) == pytest.approx((want.low, want.high))


@pytest.mark.parametrize("name", ["cluster-t", "cluster-cr2", "cluster-bootstrap"])
def test_undefined_for_one_cluster_or_clusters_that_do_not_differ(name):
    interval = find_interval(name)
    assert np.isnan(ends(interval, Differences.of([0.1, 0.3, 0.8], [0, 0, 0]))).all()
    same = Differences.of([0.1, 0.3, 0.8] * 4, np.arange(12) // 3)
    assert np.isnan(ends(interval, same)).all()


def test_undefined_studentised_where_most_resamples_have_no_spread():
    assert np.isnan(ends(find_interval("studentised"), Differences.of([0.0] * 11 + [1.0]))).all()
    assert not np.isnan(ends(find_interval("t"), Differences.of([0.0] * 11 + [1.0]))).any()


@pytest.mark.parametrize("name", ["cluster-t", "cluster-cr2", "cluster-bootstrap"])
def test_clusters_are_asked_for_by_name(name):
    with pytest.raises(DataError, match=f"{name} needs the cluster of each item.*or use t"):
        ends(find_interval(name), Differences.of([0.1, 0.2]))


def test_newcombe_paired_asks_for_the_items_that_both_got_right():
    with pytest.raises(DataError, match=r"how many items both systems got right.*use tango"):
        ends(find_interval("newcombe-paired"), PairCounts.of(3, 1, 10))


@pytest.mark.parametrize(("level", "least"), [(0.95, 39), (0.9, 19), (0.99, 199), (0.75, 7)])
def test_resamples_too_few_for_the_level_are_refused(level, least):
    interval, data = find_interval("percentile"), Differences.of([0.1, 0.2, 0.5])
    interval.evaluate(data, level, resamples=least)
    with pytest.raises(ParameterError, match=f"at least {least} resamples for a level of {level}"):
        interval.evaluate(data, level, resamples=least - 1)


@every_interval
@pytest.mark.parametrize("level", [0, 1, 95, -0.1, float("nan")])
def test_impossible_levels_are_refused(interval, level):
    with pytest.raises(ParameterError, match="level needs"):
        interval.evaluate(batch(interval, 3), level)
