"""What raters add to the variance of a mean: sums of squares of R, lme4, laws, and chance."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from claimwise.kernels import crossed
from claimwise.kernels.crossed_parts import part
from claimwise.kernels.mean_interval import adjusted_variance

FOLDER = Path(__file__).parents[1] / "golden"
GOLDEN = json.loads((FOLDER / "crossed_parts.json").read_text("utf-8"))
STUDIES = 1000
BOUND = stats.binom.ppf(0.9999, STUDIES, 0.05) / STUDIES


def table(case):
    return np.array([[np.nan if x is None else x for x in row] for row in case["d"]])


def mean_of(d):
    """Return the mean of the items' means with its raters as a sample."""
    items = np.nanmean(d, axis=0)
    of_items = np.asarray(items.var(ddof=1) / len(items))
    return crossed.together(np.asarray(items.mean()), [part(d)], of_items, len(items) - 1)


@pytest.mark.parametrize("case", GOLDEN, ids=["4 raters", "6 raters", "12 raters"])
def test_value_missing_cells_against_sums_of_squares_of_r(case):
    d = table(case)
    there = ~np.isnan(d)
    weight = there / (there.sum(axis=0) * d.shape[1])
    own = weight.sum(axis=1)
    expected = case["of_rater"] * own @ own + case["rest"] * (weight**2).sum()
    found = part(d)
    assert float(found.variance) == pytest.approx(expected, rel=1e-9)
    assert float(found.df) == pytest.approx(1 / (own @ own) - 1)
    assert float(found.df) <= len(d) - 1


@pytest.mark.parametrize("case", GOLDEN, ids=["4 raters", "6 raters", "12 raters"])
def test_value_missing_cells_are_near_lme4(case):
    """Not the same: lme4 weighs items by what they say, here each counts once."""
    found = mean_of(table(case))
    assert float(np.sqrt(found.variance)) == pytest.approx(case["se"], rel=0.05)
    assert float(found.mean) == pytest.approx(case["mean"], abs=0.1 * case["se"])


def test_value_a_complete_table_with_one_cell_less_is_nearly_the_same():
    d = np.random.default_rng(2).normal(size=(5, 60)) + np.arange(5)[:, None]
    whole = part(d)
    d[2, 7] = np.nan
    less = part(d)
    assert float(less.variance) == pytest.approx(float(whole.variance), rel=0.02)
    assert float(less.residual) == pytest.approx(float(whole.residual), rel=0.05)
    assert float(less.df) == pytest.approx(4, abs=0.01)


def test_value_raters_of_items_of_their_own_are_clusters():
    rng = np.random.default_rng(3)
    rater, values = rng.integers(6, size=90), rng.normal(size=90)
    rater[:6] = np.arange(6)
    d = np.full((6, 90), np.nan)
    d[rater, np.arange(90)] = values + rater
    _, variance, df = adjusted_variance(values + rater, rater)
    found = mean_of(d)
    assert float(found.variance) == pytest.approx(float(variance))
    assert found.df[0] == pytest.approx(df)


def test_law_the_order_of_raters_and_items_is_irrelevant():
    d = table(GOLDEN[0])
    rng = np.random.default_rng(4)
    other = d[rng.permutation(len(d))][:, rng.permutation(d.shape[1])]
    assert float(part(other).variance) == pytest.approx(float(part(d).variance))
    assert float(mean_of(other).tail()) == pytest.approx(float(mean_of(d).tail()))


def test_law_nor_do_the_last_digits_of_the_degrees_of_freedom_decide():
    """Raters of both systems who scored as many items: in whatever order, one Welch term."""
    rng = np.random.default_rng(5)
    a, b = rng.normal(size=(2, 5, 12))
    a[rng.random(a.shape) < 0.3] = np.nan
    b[np.isnan(a)] = np.nan
    one = crossed.apart(part(a), part(b))
    for _ in range(20):
        other = crossed.apart(part(a), part(b[rng.permutation(5)][:, rng.permutation(12)]))
        assert len(other) == len(one) == 1


def test_law_both_sides_of_a_pvalue():
    found = crossed.raters(np.random.default_rng(5).normal(0.4, 1, size=(40, 3, 9)))
    less, greater = found.pvalue("less", 0.1), found.pvalue("greater", 0.1)
    assert less + greater == pytest.approx(1)
    assert found.pvalue("two-sided", 0.1) == pytest.approx(2 * np.minimum(less, greater))
    sure = crossed.raters(np.random.default_rng(5).normal(-9, 1, size=(30, 500)))
    assert 0 < float(sure.pvalue("less")) < 1e-30


def test_value_one_run_is_taken_to_vary_like_those_of_the_other():
    """With items that are alike it is the t test of one value against several."""
    a, b = np.array([0.7]), np.array([0.74, 0.78, 0.85])
    parts = crossed.apart(part(np.repeat(a[:, None], 30, 1)), part(np.repeat(b[:, None], 30, 1)))
    found = crossed.together(b.mean() - a.mean(), parts, np.zeros(()), 29)
    t = (b.mean() - a[0]) / np.sqrt(b.var(ddof=1) * (1 + 1 / 3))
    assert float(found.pvalue()) == pytest.approx(2 * stats.t.sf(t, 2), rel=1e-9)


@pytest.mark.parametrize(("raters", "per"), [(3, 2), (5, 3), (20, 3), (8, 1)])
@pytest.mark.parametrize("spread", [0.0, 0.5])
def test_chance_missing_cells_find_nothing_in_nothing(raters, per, spread):
    rng = np.random.default_rng([raters, per, int(10 * spread)])
    finds = 0
    for _ in range(STUDIES):
        d = rng.normal(size=(raters, 60)) + 0.7 * rng.normal(size=60)
        d += spread * rng.normal(size=(raters, 1))
        away = np.argsort(rng.random((raters, 60)), axis=0) >= per
        d[away] = np.nan
        low, high = mean_of(d[~np.isnan(d).all(axis=1)]).interval(0.95)
        finds += bool(low > 0 or high < 0)
    assert finds / STUDIES <= BOUND
