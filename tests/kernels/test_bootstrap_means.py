"""Resampled means against exact enumeration and against theory."""

from itertools import product

import numpy as np
import pytest

from claimwise.kernels import bootstrap_means
from claimwise.kernels.bootstrap_means import pvalue, resampled_means

SIDES = ["two-sided", "less", "greater"]


@pytest.mark.parametrize("alternative", SIDES)
def test_value_against_every_resample(alternative):
    """Six items have 6^6 resamples: all of them."""
    d = np.array([0.4, -0.1, 0.3, 0.25, -0.2, 0.6])
    means = np.array([np.mean(x) for x in product(d, repeat=6)]) - d.mean()
    reached = {
        "two-sided": np.abs(means) >= abs(d.mean()) - 1e-12,
        "greater": means >= d.mean() - 1e-12,
        "less": means <= d.mean() + 1e-12,
    }[alternative].mean()
    resamples = 40_000
    count = float(pvalue(d, alternative, resamples, 3)) * (resamples + 1) - 1
    error = (count - reached * resamples) / np.sqrt(resamples * reached * (1 - reached))
    assert abs(error) < 4


def test_value_resampled_means_have_the_spread_of_theory():
    d = np.random.default_rng(1).normal(size=(2, 80))
    means = resampled_means(d, 20_000, 5)
    assert means.shape == (2, 20_000)
    spread = d.std(axis=1) / np.sqrt(80)
    assert np.abs(means.mean(axis=1) - d.mean(axis=1)).max() < 4 * spread.max() / np.sqrt(20_000)
    assert means.std(axis=1) == pytest.approx(spread, rel=4 / np.sqrt(2 * 20_000))


def test_value_every_item_is_drawn_equally_often():
    drawn = resampled_means(np.eye(7), 5000, 5) * 7
    total = drawn.sum(axis=1)
    assert np.abs(total / 5000 - 1).max() < 4 * np.sqrt(6 / 7 / 5000)
    assert drawn.sum(axis=0) == pytest.approx(np.full(5000, 7.0))


@pytest.mark.parametrize("resamples", [5, 1024, 1500])
def test_law_how_the_work_is_cut_is_irrelevant(resamples, monkeypatch):
    d = np.random.default_rng(1).normal(0.1, 1, size=(5, 33))
    whole, means = pvalue(d, "two-sided", resamples, 3), resampled_means(d, resamples, 3)
    monkeypatch.setattr(bootstrap_means, "PICKS", 100)
    assert (pvalue(d, "two-sided", resamples, 3) == whole).all()
    assert (resampled_means(d, resamples, 3) == means).all()


def test_undefined_without_spread_and_no_evidence_without_difference():
    assert np.isnan(pvalue(np.full(9, 0.3), "two-sided", 99, 1))
    assert np.isnan(pvalue(np.array([0.3]), "two-sided", 99, 1))
    for alternative in SIDES:
        assert pvalue(np.zeros(9), alternative, 99, 1) == 1


def test_centring_comes_before_taking_sizes():
    """Centring sizes instead (a known mistake) halves this p-value."""
    d = np.random.default_rng(8).normal(0.25, 1, size=60)
    p = float(pvalue(d, "two-sided", 20_000, 1))
    sizes = np.abs(resampled_means(d, 20_000, 1))
    mistaken = np.mean(sizes - sizes.mean() >= abs(d.mean()))
    assert mistaken < 0.7 * p
