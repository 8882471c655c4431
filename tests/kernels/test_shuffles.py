"""Shuffled labels against enumeration and SciPy."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from claimwise.kernels import shuffles
from claimwise.kernels.shuffles import pvalue, sampled

SIDES = ["two-sided", "less", "greater"]
scores = st.lists(st.integers(0, 8).map(lambda x: x / 10), min_size=1, max_size=6)


def by_hand(a, b, alternative):
    pool, near = np.array(a + b), 1e-9
    seen = np.mean(b) - np.mean(a)
    gaps = []
    for chosen in combinations(range(len(pool)), len(b)):
        mask = np.zeros(len(pool), bool)
        mask[list(chosen)] = True
        gaps.append(pool[mask].mean() - pool[~mask].mean())
    gaps = np.array(gaps)
    if alternative == "two-sided":
        return np.mean(np.abs(gaps) >= abs(seen) - near)
    return np.mean(gaps >= seen - near if alternative == "greater" else gaps <= seen + near)


@given(scores, scores)
@settings(max_examples=40)
def test_value_few_items_are_enumerated(a, b):
    assert not sampled(len(a), len(b))
    for alternative in SIDES:
        got = pvalue(np.array(a), np.array(b), alternative, 10, 1)
        assert got == pytest.approx(by_hand(a, b, alternative), rel=1e-12)


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize("sizes", [(7, 11), (11, 7), (9, 9)])
def test_chance_random_shuffles_agree_with_all(alternative, sizes, monkeypatch):
    rng = np.random.default_rng(6)
    a, b = rng.normal(size=(20, sizes[0])), rng.normal(0.3, 2, size=(20, sizes[1]))
    monkeypatch.setattr(shuffles, "sampled", lambda n_a, n_b: False)
    exact = pvalue(a, b, alternative, 10, 1)
    monkeypatch.setattr(shuffles, "sampled", lambda n_a, n_b: True)
    resamples = 10_000
    counts = pvalue(a, b, alternative, resamples, 4) * (resamples + 1) - 1
    error = (counts - exact * resamples) / np.sqrt(resamples * exact * (1 - exact) + 1e-9)
    assert np.abs(error).max() < 4.5


@pytest.mark.parametrize("alternative", ["less", "greater"])
def test_chance_large_groups_agree_with_scipy(alternative):
    rng = np.random.default_rng(6)
    a, b = rng.normal(size=60), rng.normal(0.2, 1, size=45)
    ours = float(pvalue(a, b, alternative, 20_000, 1))

    def gap(x, y, axis):
        return np.mean(y, axis=axis) - np.mean(x, axis=axis)

    theirs = stats.permutation_test(
        (a, b), gap, vectorized=True, n_resamples=20_000, alternative=alternative, rng=1
    ).pvalue
    assert abs(ours - theirs) < 4.5 * np.sqrt(2 * ours * (1 - ours) / 20_000)


def chosen(n, k, resamples):
    """Which items each resample chose: sums of powers of two tell."""
    sums = np.concatenate(list(shuffles._group_sums(2.0 ** np.arange(n), k, resamples, 1, 9)))
    return (sums[:, None].astype(np.int64) >> np.arange(n)) & 1


def test_value_every_item_is_chosen_equally_often(monkeypatch):
    every = chosen(12, 5, 0)
    assert every.sum(axis=0).tolist() == [330] * 12  # C(11, 4)
    monkeypatch.setattr(shuffles, "sampled", lambda n_a, n_b: True)
    drawn = chosen(12, 5, 6000)
    assert (drawn.sum(axis=1) == 5).all()
    share = 5 / 12
    assert np.abs(drawn.mean(axis=0) - share).max() < 4.5 * np.sqrt(share * (1 - share) / 6000)
    together = drawn.T @ drawn / 6000
    pair = 5 * 4 / (12 * 11)
    off = together[~np.eye(12, dtype=bool)]
    assert np.abs(off - pair).max() < 4.5 * np.sqrt(pair / 6000)
    assert len(np.unique(drawn, axis=0)) == 792  # C(12, 5): all of them, over all blocks


def test_value_where_all_splits_are_tried():
    assert not sampled(1, 19_999)
    assert sampled(1, 20_000)
    assert not sampled(8, 8)
    assert sampled(9, 9)
    assert sampled(10**6, 10**6)


def test_law_how_the_work_is_cut_is_irrelevant(monkeypatch):
    rng = np.random.default_rng(6)
    a, b = rng.normal(size=(3, 30)), rng.normal(size=(3, 25))
    whole = pvalue(a, b, "two-sided", 1500, 3)
    monkeypatch.setattr(shuffles, "DRAWS", 100)
    assert (pvalue(a, b, "two-sided", 1500, 3) == whole).all()


@pytest.mark.parametrize("sizes", [(30, 25), (25, 30), (30, 30)])
def test_law_swapping_the_systems_keeps_every_shuffle(sizes):
    rng = np.random.default_rng(6)
    a, b = rng.normal(size=(9, sizes[0])), rng.normal(0.2, 1, size=(9, sizes[1]))
    for alternative, other in zip(SIDES, ["two-sided", "greater", "less"], strict=True):
        assert (pvalue(a, b, alternative, 300, 3) == pvalue(b, a, other, 300, 3)).all()


def test_equal_scores_are_no_evidence():
    for alternative in SIDES:
        assert pvalue(np.full(30, 0.1), np.full(30, 0.1), alternative, 99, 1) == 1
        assert pvalue(np.full(3, 0.1), np.full(3, 0.1), alternative, 99, 1) == 1
