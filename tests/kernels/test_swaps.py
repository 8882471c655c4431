"""Random swaps and draws as matrix products: values, laws, chance."""

import numpy as np
import pytest
from scipy import stats

from claimwise.kernels import swaps


def gathered(blocks):
    parts = list(blocks)
    assert [first for first, _ in parts] == list(
        np.cumsum([0, *(len(part) for _, part in parts[:-1])])
    )
    return np.concatenate([part for _, part in parts])


def test_sums_are_those_of_the_swapped_units():
    rng = np.random.default_rng(1)
    gain = rng.integers(-5, 6, size=(70, 3)).astype(float)
    bits = gathered(swaps.swap_bits(70, 600, seed=3))
    sums = gathered(swaps.swapped_sums(gain, 600, seed=3))
    assert np.array_equal(sums, bits.astype(float) @ gain)


def test_single_and_double_precision_agree_on_whole_numbers(monkeypatch):
    gain = np.random.default_rng(2).integers(-50, 51, size=(130, 4)).astype(float)
    quick = gathered(swaps.swapped_sums(gain, 300, seed=1))
    monkeypatch.setattr(swaps, "EXACT", 0.0)
    assert np.array_equal(quick, gathered(swaps.swapped_sums(gain, 300, seed=1)))


def test_numbers_too_large_for_single_precision_are_not_rounded():
    gain = np.full((100, 1), 2.0**22 + 1)
    sums = gathered(swaps.swapped_sums(gain, 50, seed=1))
    counts = gathered(swaps.swap_bits(100, 50, seed=1)).sum(axis=1, keepdims=True)
    assert np.array_equal(sums, counts * (2.0**22 + 1))


def test_each_unit_is_swapped_half_of_the_time_and_by_itself():
    bits = gathered(swaps.swap_bits(65, 4000, seed=5)).astype(float)
    assert abs(bits.mean() - 0.5) < 4 * 0.5 / np.sqrt(bits.size)
    off = np.corrcoef(bits.T)[np.triu_indices(65, 1)]
    assert np.abs(off).max() < 5 / np.sqrt(4000)


@pytest.mark.parametrize("count", [1, 2, 63, 64, 65, 200])
def test_items_of_a_type_are_swapped_one_by_one(count):
    counts = np.array([7, count, 0, 130])
    drawn = gathered(swaps.swapped_sums(np.eye(4), 20_000, seed=9, counts=counts))
    assert drawn[:, 2].max() == 0
    for column, size in ((1, count), (3, 130)):
        expected = stats.binom.pmf(np.arange(size + 1), size, 0.5) * len(drawn)
        seen = np.bincount(drawn[:, column].astype(int), minlength=size + 1)
        usual = expected >= 5
        chi = ((seen - expected)[usual] ** 2 / expected[usual]).sum()
        assert stats.chi2.sf(chi, usual.sum()) > 1e-4
    assert abs(np.corrcoef(drawn[:, 1], drawn[:, 3])[0, 1]) < 5 / np.sqrt(20_000)


def test_as_many_units_are_drawn_as_there_are():
    weights = gathered(swaps.draw_weights(37, 700, seed=2))
    assert (weights.sum(axis=1) == 37).all()
    assert weights.mean(axis=0) == pytest.approx(np.ones(37), abs=5 / np.sqrt(700))
    values = np.random.default_rng(3).normal(size=(37, 2))
    assert gathered(swaps.resampled_sums(values, 700, seed=2)) == pytest.approx(weights @ values)


def test_of_types_as_many_items_as_they_stand_for():
    counts = np.array([10, 30, 60])
    weights = gathered(swaps.draw_weights(3, 5000, seed=2, counts=counts))
    assert (weights.sum(axis=1) == 100).all()
    assert weights.var(axis=0) == pytest.approx([9.0, 21.0, 24.0], rel=0.1)


def test_streams_are_different_and_seeds_repeat():
    gain = np.random.default_rng(1).normal(size=(20, 1))
    first = gathered(swaps.swapped_sums(gain, 100, seed=1))
    assert np.array_equal(first, gathered(swaps.swapped_sums(gain, 100, seed=1)))
    assert not np.array_equal(first, gathered(swaps.swapped_sums(gain, 100, seed=2)))
    assert not np.array_equal(first, gathered(swaps.swapped_sums(gain, 100, seed=1, stream=1)))


def test_the_first_resamples_do_not_depend_on_how_many_follow():
    gain = np.random.default_rng(1).normal(size=(20, 1))
    few = gathered(swaps.swapped_sums(gain, 512, seed=1))
    assert np.array_equal(few, gathered(swaps.swapped_sums(gain, 1000, seed=1))[:512])


def test_large_sets_of_units_are_cut(monkeypatch):
    monkeypatch.setattr(swaps, "UNITS", 128)
    gain = np.random.default_rng(1).integers(-3, 4, size=(300, 2)).astype(float)
    bits = gathered(swaps.swap_bits(300, 40, seed=1))
    assert bits.shape == (40, 300)
    assert np.array_equal(gathered(swaps.swapped_sums(gain, 40, seed=1)), bits @ gain)
