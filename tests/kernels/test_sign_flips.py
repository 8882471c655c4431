"""Random signs: exact where promised, the same whoever computes it, and close to SciPy."""

import tracemalloc
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from claimwise.kernels import sign_flips
from claimwise.kernels.sign_flips import flip_blocks, flip_sums, pvalue, sampled

SIDES = ["two-sided", "less", "greater"]
numbers = st.lists(st.floats(-5, 5).map(lambda x: round(x, 6)), min_size=1, max_size=10)


def by_hand(d, alternative):
    sums = np.array([np.dot(signs, d) for signs in product((-1, 1), repeat=len(d))])
    observed, near = sum(d), 1e-9
    if alternative == "two-sided":
        return np.mean(np.abs(sums) >= abs(observed) - near)
    return np.mean(sums >= observed - near if alternative == "greater" else sums <= observed + near)


@given(numbers)
@settings(max_examples=40)
def test_value_few_items_are_enumerated(d):
    for alternative in SIDES:
        got = pvalue(np.array(d), alternative, 100, 1)
        assert got == pytest.approx(by_hand(d, alternative), rel=1e-12)
    assert not sampled(np.array(d), 100)


@pytest.mark.parametrize("alternative", SIDES)
def test_value_enumeration_and_convolution_agree(alternative):
    rng = np.random.default_rng(5)
    d = rng.integers(-3, 4, size=(40, 16)).astype(float)
    enumerated = pvalue(d, alternative, 100, 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sign_flips, "_ways", lambda sizes, _: np.full(len(sizes), 2))
        convolved = pvalue(d, alternative, 100, 1)
    assert convolved == pytest.approx(enumerated, rel=1e-12)


@pytest.mark.parametrize("alternative", SIDES)
def test_value_graded_whole_scores_agree_with_scipy_by_simulation(alternative):
    d = np.random.default_rng(2).integers(-2, 4, size=60).astype(float) / 4
    assert not sampled(d, 1000)
    exact = float(pvalue(d, alternative, 1000, 1))
    found = stats.permutation_test(
        (d,),
        np.sum,
        permutation_type="samples",
        vectorized=True,
        n_resamples=20_000,
        alternative=alternative,
        rng=1,
    ).pvalue
    # SciPy doubles the smaller tail, so that its error is twice that of a share
    assert abs(found - exact) < 2 * 4 * np.sqrt(exact * (1 - exact) / 20_000)


@pytest.mark.parametrize("alternative", SIDES)
def test_chance_random_signs_agree_with_exact_ones(alternative):
    """The same data once as whole numbers, once with the exact ways shut off."""
    d = np.random.default_rng(4).integers(-4, 6, size=(30, 80)).astype(float)
    exact = pvalue(d, alternative, 1000, 1)
    resamples = 20_000
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sign_flips, "_ways", lambda sizes, _: np.full(len(sizes), 3))
        drawn = pvalue(d, alternative, resamples, 7)
    counts = np.rint(drawn * (resamples + 1) - 1)
    error = (counts - exact * resamples) / np.sqrt(resamples * exact * (1 - exact) + 1e-9)
    assert np.abs(error).max() < 4.5


def test_value_the_signs_are_fair_and_independent():
    """Sums of unit vectors are the signs themselves."""
    signs = flip_sums(np.eye(21), 20_000, 3)
    assert set(np.unique(signs)) == {-1.0, 1.0}
    assert np.abs(signs.mean(axis=0)).max() < 4.5 / np.sqrt(20_000)
    products = signs.T @ signs / 20_000 - np.eye(21)
    assert np.abs(products).max() < 4.5 / np.sqrt(20_000)
    # No resample repeats another: the streams of the blocks differ.
    assert len(np.unique(signs @ 2.0 ** np.arange(21))) > 0.99 * 20_000


def test_value_resamples_do_not_know_of_each_other():
    """No sign of an item is that of any item in one of the next resamples."""
    signs = flip_sums(np.eye(24), 16_384, 3)
    for lag in range(1, 17):
        products = signs[lag:].T @ signs[:-lag] / (len(signs) - lag)
        assert np.abs(products).max() < 5.5 / np.sqrt(len(signs))


def test_value_sums_are_those_of_the_signs():
    rng = np.random.default_rng(1)
    values = rng.normal(size=(37, 3))
    signs, sums = flip_sums(np.eye(37), 3000, 9), flip_sums(values, 3000, 9)
    assert sums == pytest.approx(signs @ values, abs=1e-12)


def test_law_pairs_of_systems_need_only_the_sums_of_systems():
    values = np.random.default_rng(1).normal(size=(50, 4))
    sums = flip_sums(values, 500, 9)
    differences = flip_sums(values[:, [1]] - values[:, [0]], 500, 9)
    assert sums[:, 1] - sums[:, 0] == pytest.approx(differences[:, 0], abs=1e-12)


@pytest.mark.parametrize("resamples", [1, 7, 2048, 2049, 5000])
def test_law_how_the_work_is_cut_is_irrelevant(resamples, monkeypatch):
    values = np.random.default_rng(1).normal(size=(1000, 2))
    whole = flip_sums(values, resamples, 3)
    monkeypatch.setattr(sign_flips, "GROUPS", 3)
    assert (flip_sums(values, resamples, 3) == whole).all()
    assert whole.shape == (resamples, 2)
    blocks = list(flip_blocks(values.T, resamples, 3))
    assert [first for first, _ in blocks] == list(range(0, resamples, 2048))


def test_law_studies_have_streams_of_their_own():
    """Shared signs would give all studies of a simulation the same Monte Carlo error."""
    rng = np.random.default_rng(1)
    sizes = np.sort(rng.exponential(size=40))
    d = sizes * rng.choice([-1.0, 1.0], size=(400, 40))  # the same distribution of sums
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sign_flips, "_ways", lambda sizes, _: np.full(len(sizes), 3))
        drawn, many = pvalue(d, "greater", 199, 3), pvalue(d, "greater", 50_000, 4)
    error = (drawn - many) / np.sqrt(many * (1 - many) / 199)
    assert abs(error.mean()) < 4.5 / np.sqrt(400)
    assert error.std() == pytest.approx(1, rel=0.2)


@pytest.mark.parametrize("alternative", SIDES)
def test_law_order_and_zeros_are_irrelevant(alternative):
    rng = np.random.default_rng(3)
    d = rng.normal(0.1, size=50)
    assert sampled(d, 2000)
    p = pvalue(d, alternative, 2000, 5)
    assert pvalue(rng.permutation(d), alternative, 2000, 5) == p
    padded = rng.permutation(np.concatenate([d, np.zeros(30)]))
    assert abs(pvalue(padded, alternative, 2000, 5) - p) < 4.5 * np.sqrt(0.5 / 2000)


def test_ties_count_and_p_is_never_zero():
    apart = np.linspace(1, 2, 200) + 1e-5 * np.random.default_rng(1).normal(size=200)
    assert sampled(apart, 99)
    assert pvalue(apart, "two-sided", 99, 1) == 1 / 100
    assert pvalue(apart, "less", 99, 1) == 1
    assert pvalue(np.ones(2000), "two-sided", 99, 1) > 0
    assert pvalue(np.zeros(30), "two-sided", 99, 1) == 1
    # A sum of 0 is reached by every other, whatever rounding makes of it.
    even = np.concatenate([apart, -apart])
    assert pvalue(even, "two-sided", 99, 1) == 1


def test_value_equal_sums_tie_although_rounding_parts_them():
    """Scores a third apart plus noise below rounding: without a tolerance ties are lost."""
    d = np.array([0.1, 0.2, -0.3, 0.7, 0.1, 0.6, -0.4])
    assert pvalue(d, "two-sided", 99, 1) == by_hand(d, "two-sided")


def test_shape_of_the_batch_is_kept():
    d = np.random.default_rng(1).normal(size=(2, 3, 40))
    p = pvalue(d, "greater", 200, 1)
    assert p.shape == sampled(d, 200).shape == (2, 3)
    assert p[1, 2] == pvalue(d[1, 2], "greater", 200, 1)
    assert pvalue(d[0, 0], "greater", 200, 1).shape == ()


def test_memory_stays_far_below_the_number_of_signs():
    values = np.random.default_rng(1).normal(size=(200_000, 4))
    flip_sums(values[:100], 8, 1)
    tracemalloc.start()
    flip_sums(values, 1000, 1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * 2**20  # the signs alone would take 25 MiB, as bits
