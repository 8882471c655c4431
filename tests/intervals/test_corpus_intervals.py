"""Bootstrap and jackknife intervals of corpus metrics: values, laws, coverage."""

import numpy as np
import pytest
from scipy import stats

from claimwise.core import ParameterError
from claimwise.data import Differences
from claimwise.intervals import find_interval
from claimwise.intervals.corpus import CORPUS_INTERVALS, Resampled, find_corpus_interval
from claimwise.metrics import Metric, SumCorpus

MEAN = Metric("m", "label", "higher", lambda g, p: None, lambda t: t[..., 0] / t[..., 1])
RATIO = Metric("r", "label", "higher", lambda g, p: None, lambda t: t[..., 0] / t[..., 1])


def means(a, b):
    ones = np.ones(len(a))
    values = np.stack([np.stack([x, ones], axis=1) for x in (a, b)])
    return SumCorpus(MEAN, ("A", "B"), values, len(a))


def test_the_jackknife_of_a_mean_is_students_interval():
    a, b = np.random.default_rng(1).normal(size=(2, 30))
    low, high = CORPUS_INTERVALS["jackknife"].evaluate(means(a, b), 0.95)
    expected = stats.ttest_1samp(b - a, 0).confidence_interval(0.95)
    assert (float(low), float(high)) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize("name", ["bca", "percentile"])
def test_the_bootstrap_of_a_mean_is_that_of_the_house(name):
    rng = np.random.default_rng(2)
    a, b = rng.normal(size=60), rng.exponential(size=60)
    ours = CORPUS_INTERVALS[name].evaluate(means(a, b), 0.9, seed=1, resamples=20_000)
    theirs = find_interval(name).evaluate(Differences.of(b - a), 0.9, seed=2, resamples=20_000)
    assert [float(x) for x in ours] == pytest.approx([float(x) for x in theirs], abs=0.02)


@pytest.mark.parametrize("name", sorted(CORPUS_INTERVALS))
def test_swapping_the_systems_mirrors_the_interval(name):
    a, b = np.random.default_rng(3).exponential(size=(2, 50))
    low, high = CORPUS_INTERVALS[name].evaluate(means(a, b), 0.95, seed=3)
    mirrored = CORPUS_INTERVALS[name].evaluate(means(b, a), 0.95, seed=3)
    assert (-float(mirrored[1]), -float(mirrored[0])) == pytest.approx((float(low), float(high)))
    assert low < (b - a).mean() < high


@pytest.mark.parametrize("name", sorted(CORPUS_INTERVALS))
def test_systems_with_the_same_statistics_differ_by_nothing(name):
    a = np.random.default_rng(3).normal(size=20)
    low, high = CORPUS_INTERVALS[name].evaluate(means(a, a), 0.95)
    assert (float(low), float(high)) == (0.0, 0.0)
    one = Resampled.of(means(np.zeros(20), a), 50, 1).score(0)  # a score of 0 is no difference
    assert np.isnan(one.ends(name, 0.95)[0])


@pytest.mark.parametrize("name", sorted(CORPUS_INTERVALS))
def test_one_and_the_same_difference_has_no_interval(name):
    a = np.random.default_rng(3).normal(size=20)
    made = Resampled.of(means(a, a + 0.5), 200, 1).difference(0, 1)
    assert np.isnan(made.ends(name, 0.95)[0])
    assert made.why_not(name) == "it is the same whatever the items"


def test_too_many_undefined_resamples_leave_no_interval():
    values = np.zeros((2, 6, 2))
    values[:, 0] = 1.0  # a ratio with one item below the line: often missing from a resample
    values[1, 0, 0] = 2.0
    low, _ = CORPUS_INTERVALS["percentile"].evaluate(SumCorpus(RATIO, ("A", "B"), values, 6), 0.95)
    assert np.isnan(low)


def test_one_set_of_draws_serves_scores_and_differences():
    a, b = np.random.default_rng(5).normal(size=(2, 40))
    made = Resampled.of(means(a, b), 500, 1)
    assert made.difference(0, 1).draws == pytest.approx(made.score(1).draws - made.score(0).draws)


def test_unknown_names_are_refused_with_the_known_ones():
    with pytest.raises(ParameterError, match="jackknife, bca, percentile"):
        find_corpus_interval("tango")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(CORPUS_INTERVALS))
def test_intervals_of_a_ratio_cover_the_truth(name):
    rng = np.random.default_rng(20)
    studies, hits, truth = 300, 0, 1.2 / 1.0 - 1.0
    for seed in range(studies):
        size = rng.gamma(4.0, 0.25, 120)
        values = np.stack(
            [
                np.stack([size * lift * rng.gamma(9, 1 / 9, 120), size], axis=1)
                for lift in (1.0, 1.2)
            ]
        )
        corpus = SumCorpus(RATIO, ("A", "B"), values, 120)
        low, high = CORPUS_INTERVALS[name].evaluate(corpus, 0.9, seed=seed, resamples=399)
        hits += bool(low <= truth <= high)
    assert stats.binomtest(hits, studies, 0.9).pvalue > 1e-3, hits / studies


def bca_by_hand(estimate, draws, left, level):
    """Efron and Tibshirani (1993), equations 14.9 to 14.15."""
    z0 = stats.norm.ppf(np.mean(draws < estimate))
    off = left.mean() - left
    a = (off**3).sum() / (6 * (off**2).sum() ** 1.5)
    ends = []
    for z in stats.norm.ppf([(1 - level) / 2, (1 + level) / 2]):
        share = stats.norm.cdf(z0 + (z0 + z) / (1 - a * (z0 + z)))
        ends.append(np.quantile(draws, share))
    return ends


def test_bca_of_a_skewed_ratio_by_hand():
    rng = np.random.default_rng(11)
    size = rng.lognormal(0.0, 1.2, 40)
    values = np.stack([np.stack([size * rng.exponential(1.0, 40), size], axis=1) for _ in "AB"])
    made = Resampled.of(SumCorpus(RATIO, ("A", "B"), values, 40), 9999, 1)
    for one in (made.score(0), made.score(1), made.difference(0, 1)):
        expected = bca_by_hand(one.estimate, one.draws, one.left, 0.95)
        assert one.ends("bca", 0.95) == pytest.approx(expected, rel=0.01)


def test_counted_items_have_the_acceleration_of_listed_ones():
    rng = np.random.default_rng(12)
    rows = rng.integers(0, 3, size=(2, 4, 2)) + np.array([0, 1])
    counts = np.array([3, 1, 9, 4])
    counted = SumCorpus(RATIO, ("A", "B"), rows.astype(float), 17, counts)
    listed = SumCorpus(RATIO, ("A", "B"), np.repeat(rows, counts, axis=1).astype(float), 17)
    few, many = (Resampled.of(c, 10, 1).difference(0, 1) for c in (counted, listed))
    assert few.error() == pytest.approx(many.error())
    assert np.sort(few._influence()) == pytest.approx(np.sort(many._influence()))
