"""Randomisation and paired bootstrap of metrics that are no means: values, laws, direction."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from claimwise.data import Differences, Outputs
from claimwise.htest import find_test
from claimwise.htest.corpus import paired_bootstrap, randomisation
from claimwise.metrics import Metric, SumCorpus, find_metric, measure
from claimwise.metrics.studies import CorpusStudies


def f1(totals):
    return 2 * totals[..., 0] / (totals[..., 1] + totals[..., 2])


F1 = Metric("f1-like", "label", "higher", lambda g, p: None, f1)


def made(n, seed, lift=0.0):
    """A corpus of two systems: true positives, gold positives, predicted positives."""
    rng = np.random.default_rng(seed)
    gold = rng.random(n) < 0.4
    said = [np.where(rng.random(n) < hit, gold, ~gold) for hit in (0.75, 0.75 + lift)]
    stats_ = [np.stack([gold & s, gold, s], axis=1).astype(float) for s in said]
    return SumCorpus(F1, ("A", "B"), np.stack(stats_), n)


def turned(corpus):
    return corpus.pair(1, 0)


def by_enumeration(corpus, sides):
    """The exact p-value: every one of the 2^n swaps."""
    a, b = corpus.stats
    observed = f1(b.sum(0)) - f1(a.sum(0))
    hits = 0
    for bits in product((0, 1), repeat=len(a)):
        swap = np.array(bits)[:, None]
        first, second = np.where(swap, b, a).sum(0), np.where(swap, a, b).sum(0)
        d = f1(second) - f1(first)
        hits += abs(d) >= abs(observed) - 1e-12 if sides == 2 else d >= observed - 1e-12
    return hits / 2 ** len(a)


@pytest.mark.parametrize("seed", range(4))
def test_randomisation_agrees_with_every_swap(seed):
    corpus = made(11, seed, lift=0.15)
    for sides, alternative in ((2, "two-sided"), (1, "greater")):
        exact = by_enumeration(corpus, sides)
        p = float(randomisation(corpus, alternative, seed=seed, resamples=20_000))
        assert abs(p - exact) < 5 * np.sqrt(exact * (1 - exact) / 20_000) + 1e-4


def test_randomisation_of_a_mean_is_the_permutation_test():
    rng = np.random.default_rng(4)
    a, b = rng.normal(size=(2, 40)) + np.array([[0.0], [0.4]])
    mean = Metric(
        "mean-like", "label", "higher", lambda g, p: None, lambda t: t[..., 0] / t[..., 1]
    )
    values = np.stack([np.stack([x, np.ones(40)], axis=1) for x in (a, b)])
    p = float(randomisation(SumCorpus(mean, ("A", "B"), values, 40), "two-sided", resamples=40_000))
    exact = float(
        find_test("permutation").evaluate(Differences.of(b - a), "two-sided", resamples=400_000)
    )
    assert p == pytest.approx(exact, abs=5 * np.sqrt(exact / 40_000))


def test_a_system_against_itself_has_p_of_one():
    corpus = made(50, 1)
    same = SumCorpus(F1, ("A", "B"), corpus.stats[[0, 0]], 50)
    for test in (randomisation, paired_bootstrap):
        for alternative in ("two-sided", "greater", "less"):
            assert float(test(same, alternative, resamples=500)) == 1.0


def test_p_is_never_zero():
    stats_ = np.zeros((2, 400, 3))
    stats_[:, :, 1] = 1
    stats_[1, :, [0, 2]] = 1
    corpus = SumCorpus(F1, ("A", "B"), stats_, 400)
    p = float(randomisation(corpus, "two-sided", resamples=999))
    assert p == pytest.approx(1 / 1000)


@pytest.mark.parametrize("test", [randomisation, paired_bootstrap])
def test_swapping_the_systems_mirrors_the_p_value(test):
    corpus = made(200, 7, lift=0.05)
    for one, other in (("two-sided", "two-sided"), ("greater", "less"), ("less", "greater")):
        p = float(test(corpus, one, resamples=2000))
        assert p == float(test(turned(corpus), other, resamples=2000))


@pytest.mark.parametrize("test", [randomisation, paired_bootstrap])
def test_a_better_system_has_a_small_p_for_greater(test):
    corpus = made(600, 3, lift=0.12)
    assert float(test(corpus, "greater", resamples=2000)) < 0.01
    assert float(test(corpus, "less", resamples=2000)) > 0.95


def test_the_bootstrap_moves_to_the_null_before_sizes_are_taken():
    corpus = made(300, 5, lift=0.03)
    draws = corpus.drawn(3000, 8)
    scores = corpus.scores()
    observed, resampled = scores[1] - scores[0], draws[1] - draws[0]
    by_hand = (np.sum(np.abs(resampled - observed) >= abs(observed)) + 1) / 3001
    p = float(paired_bootstrap(corpus, "two-sided", seed=8, resamples=3000))
    assert p == pytest.approx(by_hand)
    sizes = np.abs(resampled)  # how it is often done, and finds too much
    wrong = (np.sum(sizes - sizes.mean() >= abs(observed)) + 1) / 3001
    assert p > 1.2 * wrong


def test_margins_move_the_null():
    corpus = made(400, 5, lift=0.03)
    ps = [
        float(paired_bootstrap(corpus, "greater", margin=m, resamples=4000))
        for m in (-0.1, 0.0, 0.1)
    ]
    assert ps[0] < ps[1] < ps[2]
    scores = corpus.scores()
    at = float(paired_bootstrap(corpus, "greater", margin=scores[1] - scores[0], resamples=4000))
    assert at == pytest.approx(0.5, abs=0.05)


def test_undefined_scores_are_not_significant():
    stats_ = np.zeros((2, 20, 3))
    assert np.isnan(float(randomisation(SumCorpus(F1, ("A", "B"), stats_, 20), "two-sided")))
    assert np.isnan(float(paired_bootstrap(SumCorpus(F1, ("A", "B"), stats_, 20), "two-sided")))


def test_a_study_has_the_same_p_alone_and_among_others():
    studies = CorpusStudies.of([made(60, seed) for seed in range(5)])
    for test in (randomisation, paired_bootstrap):
        together = test(studies, "two-sided", seed=4, resamples=300)
        alone = [float(test(studies[i], "two-sided", seed=4, resamples=300)[0]) for i in range(5)]
        assert together.tolist() == alone
    again = CorpusStudies.of([made(60, 0)] * 2)  # equal studies have swaps of their own
    p = randomisation(again, "two-sided", resamples=300)
    assert p[0] != p[1]


def test_clusters_are_swapped_as_a_whole():
    gold = tuple("ab" * 50)
    predicted = {"A": ("a",) * 100, "B": tuple("ab" * 25) + ("a",) * 50}
    cluster = np.repeat(np.arange(4), 25)
    metric = find_metric("accuracy")
    whole = measure(metric, Outputs(gold=gold, predicted=predicted, cluster=cluster))
    assert whole.clusters == 4
    p = float(randomisation(whole, "two-sided", resamples=8000))
    assert p == pytest.approx(0.5, abs=0.03)  # two clusters differ, alike: half of the swaps
    alone = measure(metric, Outputs(gold=gold, predicted=predicted))
    assert float(randomisation(alone, "two-sided", resamples=8000)) < 0.001


def test_counted_and_listed_items_say_the_same():
    listed = made(800, 9, lift=0.02)
    rows, counts = np.unique(
        np.concatenate([listed.stats[0], listed.stats[1]], axis=1), axis=0, return_counts=True
    )
    counted = SumCorpus(F1, ("A", "B"), np.stack([rows[:, :3], rows[:, 3:]]), 800, counts)
    assert counted.scores() == pytest.approx(listed.scores())
    for test in (randomisation, paired_bootstrap):
        p, q = (float(test(c, "two-sided", resamples=20_000)) for c in (listed, counted))
        assert abs(p - q) < 5 * np.sqrt(2 * p * (1 - p) / 20_000)
    many, few = (c.left_out() for c in (listed, counted))
    assert np.sort(np.repeat(few[0][1], few[1])) == pytest.approx(np.sort(many[0][1]))
    assert np.sort(counted.swap_effects(0, 1)) == pytest.approx(np.sort(listed.swap_effects(0, 1)))


def test_swap_effects_are_those_of_scoring_anew():
    corpus = made(25, 2)
    effects = corpus.swap_effects(0, 1)
    a, b = corpus.stats
    observed = f1(b.sum(0)) - f1(a.sum(0))
    for i in range(25):
        first, second = a.copy(), b.copy()
        first[i], second[i] = b[i], a[i]
        assert effects[i] == pytest.approx(
            f1(second.sum(0)) - f1(first.sum(0)) - observed, abs=1e-14
        )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["randomisation", "paired-bootstrap"])
def test_false_positives_stay_at_alpha(name):
    studies = CorpusStudies.of([made(150, 1000 + seed) for seed in range(600)])
    p = find_test(name).evaluate(studies, "two-sided", seed=1, resamples=399)
    hits = int((p <= 0.05).sum())
    assert stats.binomtest(hits, 600, 0.05).pvalue > 1e-3, hits / 600


def test_swaps_without_a_score_count_as_extreme():
    ratio = Metric("r", "label", "higher", lambda g, p: None, lambda t: t[..., 0] / t[..., 1])
    values = np.array([[[1.0, 1.0], [1.0, 1.0]], [[0.0, 0.0], [3.0, 1.0]]])
    # A scores 1, B 3. Swapping item 1 leaves B 2, A 1; item 2 leaves B nothing to divide by... of
    # the four swaps two have A and B as they are or turned round, one has no score.
    corpus = SumCorpus(ratio, ("A", "B"), values, 2)
    exact = []
    for bits in product((0, 1), repeat=2):
        swap = np.array(bits)[:, None]
        first = np.where(swap, values[1], values[0]).sum(0)
        second = np.where(swap, values[0], values[1]).sum(0)
        with np.errstate(divide="ignore", invalid="ignore"):
            exact.append(abs(second[0] / second[1] - first[0] / first[1]))
    hits = sum(d != d or d >= 2 - 1e-12 for d in exact)
    p = float(randomisation(corpus, "two-sided", resamples=20_000))
    assert p == pytest.approx(hits / 4, abs=0.02)


def test_undefined_swaps_are_no_evidence():
    ratio = Metric("r", "label", "higher", lambda g, p: None, lambda t: t[..., 0] / t[..., 1])
    values = np.zeros((2, 8, 2))
    values[0, 0], values[1, 1] = (1.0, 1.0), (9.0, 1.0)  # one scored item each: half of all swaps
    p = float(randomisation(SumCorpus(ratio, ("A", "B"), values, 8), "two-sided", resamples=8000))
    assert p == pytest.approx(1.0, abs=0.02)  # put both on one side and leave the other undefined


def test_items_are_drawn_with_their_gold_values():
    from claimwise.kernels import swaps

    rng = np.random.default_rng(6)
    gold = tuple(rng.normal(size=30))
    predicted = {"A": tuple(rng.normal(size=30)), "B": tuple(np.array(gold) + rng.normal(size=30))}
    corpus = measure(find_metric("spearman"), Outputs(gold=gold, predicted=predicted))
    drawn = corpus.drawn(40, 3)
    weights = np.concatenate([w for _, w in swaps.draw_weights(30, 40, 3)]).astype(int)
    for row in range(40):
        items = np.repeat(np.arange(30), weights[row])
        for place, said in enumerate(predicted.values()):
            expected = stats.spearmanr(np.array(gold)[items], np.array(said)[items]).statistic
            assert drawn[place, row] == pytest.approx(expected)
