"""Variance of items and of runs, against simulated items and runs of known variance."""

import numpy as np
import pytest

from claimwise.core import DataError
from claimwise.htest.runs import run_budget
from claimwise.kernels.runs import item_stats, variance_terms

W, S_A, S_B = 0.5, 1.2, 0.8  # spread of the items' true differences; noise of a run of A, of B


def studies(size, n, most_a, most_b, rng, unequal=True):
    """Items differ in difficulty and in noise; runs are missing here and there."""
    loud = rng.uniform(0.2, 1.8, size=n)  # noise of an item, relative; mean square 1.213
    level = rng.normal(0, 2, size=(size, n, 1))
    lead = rng.normal(0.1, W, size=(size, n, 1))
    a = level + S_A * loud[:, None] * rng.normal(size=(size, n, most_a))
    b = level + lead + S_B * loud[:, None] * rng.normal(size=(size, n, most_b))
    if unequal:
        for scores, most in ((a, most_a), (b, most_b)):
            runs = rng.integers(2, most + 1, size=n)
            scores[:, np.arange(most) >= runs[:, None]] = np.nan
    return a, b, loud


def terms(a, b):
    mean_a, runs_a, within_a = item_stats(a)
    mean_b, runs_b, within_b = item_stats(b)
    return variance_terms(mean_a, mean_b, runs_a, runs_b, within_a, within_b), runs_a[0], runs_b[0]


def test_chance_terms_are_unbiased_for_unequal_runs_and_unequal_noise():
    rng = np.random.default_rng(11)
    size, n = 4000, 25
    a, b, loud = studies(size, n, 5, 4, rng)
    (between, noise_a, noise_b), runs_a, runs_b = terms(a, b)
    want = (
        W**2,
        np.mean((S_A * loud) ** 2 / runs_a),
        np.mean((S_B * loud) ** 2 / runs_b),
    )
    for got, truth in zip((between, noise_a, noise_b), want, strict=True):
        assert got.shape == (size,)
        assert abs(got.mean() - truth) < 4 * got.std() / np.sqrt(size)


def test_law_terms_add_up_to_the_variance_of_the_differences():
    a, b, _ = studies(3, 12, 4, 3, np.random.default_rng(2))
    (between, noise_a, noise_b), _, _ = terms(a, b)
    d = np.nanmean(b, axis=2) - np.nanmean(a, axis=2)
    assert between + noise_a + noise_b == pytest.approx(d.var(axis=1, ddof=1))


def test_value_an_item_with_one_run_takes_the_average_noise():
    a = np.array([[0.0, 2.0], [1.0, 1.0], [5.0, np.nan]])  # variances 2 and 0, means of 2 runs
    b = np.zeros((3, 1))
    _, noise_a, noise_b = variance_terms(
        *(x for pair in zip(item_stats(a), item_stats(b), strict=True) for x in pair)
    )
    assert noise_a == pytest.approx((2 / 2 + 0 / 2 + 1 / 1) / 3)
    assert np.isnan(noise_b)


def test_value_items_with_runs_missing():
    mean, runs, within = item_stats(np.array([[1.0, np.nan, 4.0], [np.nan, np.nan, np.nan]]))
    assert mean[0] == 2.5
    assert np.isnan(mean[1])
    assert runs.tolist() == [2, 0]
    assert within.tolist() == [4.5, 0.0]


def test_budget_says_what_more_runs_would_leave():
    rng = np.random.default_rng(5)
    a, b, _ = studies(1, 400, 5, 5, rng)
    budget = run_budget(a[0], b[0])
    (between, noise_a, noise_b), _, _ = terms(a, b)
    assert budget.items == pytest.approx(between[0])
    assert budget.share_of_runs == pytest.approx((noise_a + noise_b)[0] / budget.total)
    assert budget.standard_error_of_items == pytest.approx(np.sqrt(between[0] / 400))
    assert budget.standard_error_of_items < budget.standard_error
    noisy = run_budget(rng.normal(size=(8, 2)), rng.normal(size=(8, 2)))
    assert 0 <= noisy.share_of_runs <= 1
    assert noisy.standard_error_of_items >= 0


def test_budget_of_one_run_is_undefined_but_for_the_total():
    budget = run_budget(np.array([[0.0], [1.0]]), np.array([[1.0], [1.0]]))
    assert np.isnan([budget.items, budget.noise_a, budget.share_of_runs]).all()
    assert np.isnan(budget.standard_error_of_items)
    assert budget.standard_error == pytest.approx(np.sqrt(0.5 / 2))


def test_budget_refuses_items_without_runs():
    good, bad = np.ones((3, 2)), np.array([[1.0, 0.0], [np.nan, np.nan], [1.0, 1.0]])
    with pytest.raises(DataError, match=r"none at item 1 of B.*Leave that item out"):
        run_budget(good, bad)
    with pytest.raises(DataError, match="3 and 2 items"):
        run_budget(good, good[:2])
