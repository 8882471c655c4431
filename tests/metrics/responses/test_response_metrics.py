"""Metrics of several answers: by hand, against SciPy and scikit-learn, and by their laws."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.spatial import distance
from sklearn import metrics as sk

from claimwise.core import DataError, ParameterError, names
from claimwise.data.responses import Answers
from claimwise.metrics.responses import find_response_metric, scores

NAN = np.nan
NAMES = [
    *names("response metric"),
    "wins:emd",
    "wins:tv",
    "wins:mse",
    "f1:micro",
    "recall:weighted",
]
SUMS = [name for name in NAMES if find_response_metric(name).sums]


def score(name, gold, a, b=None):
    """Scores of A and B from lists of answers."""
    a = np.asarray(a, float)
    b = a if b is None else np.asarray(b, float)
    return scores(find_response_metric(name), Answers(np.asarray(gold, float), a, b))


def some(n=30, k=4, seed=0, studies=()):
    """Whole numbers from 0 to 3, so that every metric fits."""
    rng = np.random.default_rng(seed)
    return Answers(*(rng.integers(0, 4, (*studies, n, k)).astype(float) for _ in range(3)))


def with_gaps(answers, seed=1):
    rng = np.random.default_rng(seed)
    gaps = [rng.random(one.shape) < 0.3 for one in answers]
    for gap in gaps:
        gap[..., 0] = False
    return Answers(*(np.where(gap, NAN, one) for gap, one in zip(gaps, answers, strict=True)))


def there(row):
    return row[~np.isnan(row)]


def by_scipy(name, gold, system):
    """The score of one system, item by item."""
    g, s = np.nanmean(gold, axis=1), np.nanmean(system, axis=1)
    items = list(zip(gold, system, strict=True))
    return {
        "mae": lambda: np.abs(g - s).mean(),
        "mse": lambda: np.square(g - s).mean(),
        "rmse": lambda: np.sqrt(np.square(g - s).mean()),
        "inverse-mse": lambda: 1 / np.square(g - s).mean(),
        "mean-emd": lambda: np.mean(
            [stats.wasserstein_distance(there(x), there(y)) for x, y in items]
        ),
        "emd-means": lambda: stats.wasserstein_distance(g, s),
        "emd-responses": lambda: stats.wasserstein_distance(
            there(gold.ravel()), there(system.ravel())
        ),
        "spearman": lambda: stats.spearmanr(g.round(9), s.round(9)).statistic,
        "pearson": lambda: stats.pearsonr(g, s).statistic,
    }[name]()


@pytest.mark.parametrize("gaps", [False, True], ids=["full", "gaps"])
@pytest.mark.parametrize(
    "name",
    [
        "mae",
        "mse",
        "rmse",
        "inverse-mse",
        "mean-emd",
        "emd-means",
        "emd-responses",
        "spearman",
        "pearson",
    ],
)
def test_value_agrees_with_scipy(name, gaps):
    answers = with_gaps(some()) if gaps else some()
    found = scores(find_response_metric(name), answers)
    wanted = [by_scipy(name, answers.gold, one) for one in (answers.a, answers.b)]
    assert found == pytest.approx(wanted, rel=1e-12)


def test_value_of_mean_emd_with_unequal_numbers():
    gold, a = some(40, 3, 5).gold, some(40, 20, 6).gold / 3
    wanted = np.mean([stats.wasserstein_distance(x, y) for x, y in zip(gold, a, strict=True)])
    assert score("mean-emd", gold, a)[0] == pytest.approx(wanted, rel=1e-12)


def test_value_of_cosine_distance():
    answers = some()
    wanted = [distance.cosine(answers.gold.ravel(), one.ravel()) for one in answers[1:]]
    assert scores(find_response_metric("cosine"), answers) == pytest.approx(wanted, rel=1e-12)


def test_value_of_labels_by_hand():
    gold = [[0, 0, 1], [1, 1, 0], [2, 2, 2]]
    a = [[0, 1, 1], [1, 1, 1], [0, 1, NAN]]
    assert score("mean-tv", gold, a)[0] == pytest.approx((1 / 3 + 1 / 3 + 1) / 3)
    assert score("accuracy", gold, a)[0] == pytest.approx(1 / 3)
    tied = [[0, 0, 1, 1]], [[0, 0, 1]]  # gold is 0 or 1, the system says 0
    assert score("accuracy", *tied)[0] == 0.5
    assert score("accuracy", [[0, 1]], [[0, 1]])[0] == 0.5  # two fair draws agree half the time


@pytest.mark.parametrize("name", ["f1:macro", "f1:weighted", "kappa", "mcc", "recall"])
def test_value_of_label_metrics_agrees_with_scikit_learn(name):
    rng = np.random.default_rng(2)
    gold, said = rng.integers(0, 3, (2, 60))
    rows = [np.repeat(one[:, None], 3, axis=1).astype(float) for one in (gold, said)]
    rows[1][:, 2] = 0  # outvoted
    wanted = {
        "f1:macro": sk.f1_score(gold, said, average="macro"),
        "f1:weighted": sk.f1_score(gold, said, average="weighted"),
        "kappa": sk.cohen_kappa_score(gold, said),
        "mcc": sk.matthews_corrcoef(gold, said),
        "recall": sk.recall_score(gold, said, average="macro"),
    }[name]
    assert score(name, *rows)[0] == pytest.approx(wanted, rel=1e-12)
    scaled = [one / 5 - 1 for one in rows]  # a scale need not be whole numbers from 0
    assert score(name, *scaled)[0] == pytest.approx(wanted, rel=1e-12)


def test_value_of_auroc_needs_gold_of_0_and_1():
    gold, a = np.array([[0.0], [1], [1], [0]]), np.array([[0.1], [0.9], [0.3], [0.2]])
    assert score("auroc", gold, a)[0] == 1
    assert np.isnan(score("auroc", gold / 2, a)[0])


def test_errors_that_differ_by_rounding_are_ties():
    gold, a, b = [[0.3]], [[0.1 + 0.1]], [[0.4]]  # 0.09999999999999998 and 0.10000000000000003
    for name in ("wins", "wins:mse", "wins:emd", "wins-vectorised"):
        assert score(name, gold, a, b).tolist() == [0, 0]
    assert score("wins", gold, a, [[0.4 + 1e-9]]).tolist() == [1, 0]
    thirds = np.full((2, 3), 0.2)
    assert score("wins", [[0.6], [0.6]], thirds, [[0.2], [0.2]]).tolist() == [0, 0]


def test_rank_correlation_takes_rounded_means_as_ties():
    gold = [[1.0], [2.0], [3.0]]
    a = [[0.3, 0.3], [0.1 + 0.2, 0.3], [0.9, 0.9]]
    assert score("spearman", gold, a)[0] == pytest.approx(stats.spearmanr([1, 2, 3], [1, 1, 2])[0])


def test_direction_b_further_from_gold_is_worse_by_every_metric():
    rng = np.random.default_rng(11)
    gold = np.repeat(rng.integers(0, 4, (80, 1)), 5, axis=1).astype(float)
    wrong = rng.random((2, 80, 5)) < np.array([0.2, 0.7])[:, None, None]
    a, b = np.where(wrong, rng.integers(0, 4, (2, 80, 5)), gold)
    for name in NAMES:
        metric = find_response_metric(name)
        if "published" in name or name == "auroc":
            continue
        of_a, of_b = scores(metric, Answers(gold, a, b))
        assert (of_a > of_b) == (metric.better == "higher"), name


@pytest.mark.parametrize("name", NAMES)
def test_law_studies_side_by_side_have_the_scores_they_have_alone(name):
    metric, studies = find_response_metric(name), some(12, 3, 4, (2, 3))
    together = scores(metric, studies)
    assert together.shape == (2, 3, 2)
    for i in range(2):
        for j in range(3):
            alone = scores(metric, studies.study((i, j)))
            assert together[i, j] == pytest.approx(alone, rel=1e-12, nan_ok=True)


@pytest.mark.parametrize("name", NAMES)
def test_law_gaps_at_the_end_change_nothing(name):
    metric, answers = find_response_metric(name), some(12, 3, 7)
    padded = Answers(*(np.pad(one, ((0, 0), (0, 2)), constant_values=NAN) for one in answers))
    if metric.aligned:
        with pytest.raises(DataError, match="pairs them by place"):
            metric.check(metric.kinds[0], padded)
        return
    wanted = scores(metric, answers)
    assert scores(metric, padded) == pytest.approx(wanted, rel=1e-12, nan_ok=True)


@given(st.integers(0, 10**6), st.sampled_from(NAMES), st.booleans())
def test_law_swapping_the_systems_swaps_the_scores(seed, name, gaps):
    metric, answers = find_response_metric(name), some(8, 3, seed)
    answers = with_gaps(answers, seed) if gaps and not metric.aligned else answers
    gold, a, b = answers
    order = np.random.default_rng(seed).permutation(8)
    turned = scores(metric, Answers(gold[order], b[order], a[order]))
    assert turned[::-1] == pytest.approx(scores(metric, answers), rel=1e-9, abs=1e-12, nan_ok=True)


@given(st.integers(0, 10**6))
def test_law_swapping_answers_swaps_the_statistics(seed):
    gold, a, b = some(6, 3, seed)
    for name in SUMS:
        stats_of = find_response_metric(name).item_stats
        found, turned = stats_of(Answers(gold, a, b)), stats_of(Answers(gold, b, a))
        assert found == pytest.approx(turned[::-1], nan_ok=True)


def test_law_a_missing_item_leaves_no_score():
    answers = some(6, 2)
    answers.a[3] = NAN
    for name in NAMES:
        if "published" in name or name in ("emd-responses", "auroc"):
            continue  # these take whatever answers there are
        assert np.isnan(scores(find_response_metric(name), answers)[0]), name


def test_metrics_say_what_they_fit():
    answers = some()
    for name in ("mae", "spearman", "mean-emd", "wins"):
        with pytest.raises(DataError, match=r"found categorical\. Use accuracy"):
            find_response_metric(name).check("categorical", answers)
    for name in ("mean-tv", "accuracy", "wins:tv", "f1"):
        with pytest.raises(DataError, match="found continuous"):
            find_response_metric(name).check("continuous", answers)
    with pytest.raises(ParameterError, match="micro, macro, weighted"):
        find_response_metric("f1:median")
    with pytest.raises(ParameterError, match="mae, mse, emd, tv"):
        find_response_metric("wins:rmse")
