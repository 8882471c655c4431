"""AUROC, Spearman and Pearson: equal to scikit-learn's and SciPy's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import roc_auc_score

from claimwise.core import DataError
from claimwise.data.outputs import Outputs
from claimwise.metrics import find_metric, measure
from claimwise.metrics.correlation import score_auroc, score_pearson, score_spearman


def corpus(asked, gold, **predicted):
    rows = {name: tuple(row) for name, row in predicted.items()}
    return measure(find_metric(asked), Outputs(gold=tuple(gold), predicted=rows))


def score(asked, gold, predicted):
    return float(corpus(asked, gold, b=predicted).scores()[0])


few = st.integers(-3, 3).map(float)  # many ties
numbers = st.floats(-1e6, 1e6, allow_subnormal=False)


@st.composite
def pairs(draw, values):
    n = draw(st.integers(3, 20))
    return [draw(st.lists(values, min_size=n, max_size=n)) for _ in range(2)]


@given(pairs(few | numbers))
def test_value_spearman_is_that_of_scipy(data):
    gold, predicted = data
    ours = score("spearman", gold, predicted)
    if min(len(set(gold)), len(set(predicted))) == 1:
        assert np.isnan(ours)
    else:
        assert ours == pytest.approx(stats.spearmanr(gold, predicted).statistic, abs=1e-12)


@given(pairs(few))
def test_value_pearson_is_that_of_scipy(data):
    gold, predicted = (np.array(row) for row in data)
    for shift, scale in ((0, 1), (1e6, 1), (-0.1, 1e-3)):
        x, y = gold * scale + shift, predicted * scale + shift
        ours = score("pearson", x, y)
        if min(len(set(gold)), len(set(predicted))) == 1:
            assert np.isnan(ours)
        else:
            assert ours == pytest.approx(stats.pearsonr(gold, predicted).statistic, abs=1e-8)


def test_pearson_of_a_constant_is_undefined_also_in_a_resample():
    found = corpus("pearson", [0.1, 0.2, 0.7, 0.4], a=[0.3] * 4, b=[0.3, 0.3, 0.3, 7.1])
    assert np.isnan(found.scores()[0])
    assert not np.isnan(found.scores()[1])
    without, _ = found.left_out()
    assert np.isnan(without[1, 3])
    assert np.isfinite(without[1, :3]).all()


def test_law_what_rounding_leaves_of_a_variance_of_0_is_none():
    """Resamples of one item alone, again and again: their sums are rounded up as often as down."""
    rng = np.random.default_rng(3)
    gold, made = rng.normal(size=200), rng.normal(size=200)
    metric = corpus("pearson", gold, b=made).metric
    stats = metric.item_stats(gold, made)
    for constant in ("gold", "predicted"):
        rows = np.repeat(stats[:, None], 7, axis=1)
        vary, fixed = (2, 1) if constant == "gold" else (1, 2)
        rows[:, :, vary] = rng.normal(size=(200, 7))
        rows[:, :, vary + 2] = rows[:, :, vary] ** 2
        rows[:, :, 5] = rows[:, :, vary] * rows[:, :, fixed]
        totals = rows.sum(axis=1)
        dust = totals[:, fixed + 2] - totals[:, fixed] ** 2 / 7
        assert (dust > 0).any()
        assert np.isnan(metric.score(totals)).all()


@given(pairs(few | st.floats(-1e300, 1e300)), st.randoms(use_true_random=False))
def test_value_auroc_is_that_of_scikit_learn(data, random):
    predicted = data[0]
    gold = [0, 1, *(random.randint(0, 1) for _ in predicted[2:])]
    assert score("auroc", gold, predicted) == pytest.approx(
        roc_auc_score(gold, predicted), abs=1e-12
    )


def test_value_auroc_by_hand():
    """Four pairs: won, tied, lost, won."""
    assert score("auroc", [1, 1, 0, 0], [3, 2, 1, 3]) == pytest.approx((1 + 0.5 + 1 + 0) / 4)
    assert score("auroc", ["1", "0"], ["1e-14", "1e-15"]) == 1  # small is not tied
    assert score("auroc", [1, 0, 0], [1e-14, 1e-15, 1.0]) == 0.5
    assert np.isnan(score_auroc(np.ones(3), np.arange(3.0)))
    assert np.isnan(score_auroc(np.zeros(3), np.arange(3.0)))


def test_direction():
    gold, reverse = [0, 0, 1, 1], [4, 3, 2, 1]
    for asked, best, worst in (("auroc", 1, 0), ("spearman", 0.9, -0.8), ("pearson", 0.9, -0.8)):
        assert score(asked, gold, [1, 1, 2, 2]) >= best
        assert score(asked, gold, reverse) <= worst


@pytest.mark.parametrize("asked", ["auroc", "spearman", "pearson"])
def test_values_that_are_no_numbers_are_refused(asked):
    with pytest.raises(DataError, match=r"finite numbers as .*found 'x'.* at line 2"):
        score(asked, [0, 1], ["1", "x"])
    with pytest.raises(DataError, match=r"found 'nan' in the gold answer|'nan' at line 1"):
        score(asked, ["nan", "1"], [0, 1])


def test_auroc_refuses_gold_values_other_than_0_and_1():
    with pytest.raises(DataError, match="0 or 1 as gold values; found 2 in the gold answer at li"):
        score("auroc", [0, 2], [0, 1])


def test_law_batches_are_scored_one_by_one():
    rng = np.random.default_rng(5)
    gold, predicted = rng.integers(0, 2, (3, 4, 9)) * 1.0, rng.integers(0, 4, (3, 4, 9)) * 1.0
    for function in (score_auroc, score_spearman):
        whole = function(gold, predicted)
        for i, j in np.ndindex(3, 4):
            assert whole[i, j] == pytest.approx(float(function(gold[i, j], predicted[i, j])))
    assert np.isnan(score_pearson(np.zeros((2, 6)))).all()
