"""Bootstrap kernels against full enumeration, SciPy, and themselves cut otherwise."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import special, stats

from claimwise.kernels import bca, resampled_sums
from claimwise.kernels import bootstrap_interval as kernel

SKEWED = np.array([0.1, 0.4, 0.45, 1.3, 4.0])
SEED, MANY = 12, 200_000


def every_resample(values):
    """All n^n resamples, which are equally likely."""
    return np.array(list(itertools.product(values, repeat=len(values))))


def exact_quantile(values, share):
    """The smallest value that at least that share of the equally likely ones does not exceed."""
    return np.sort(values)[int(np.ceil(share * len(values) - 1e-9)) - 1]


def test_chance_draws_are_uniform_over_all_resamples():
    counts = np.zeros((3, 3, 3))
    for block in resampled_sums.draws(3, 27_000, seed=1, stream=0):
        np.add.at(counts, tuple(block.T), 1)
    assert stats.chisquare(counts.ravel()).pvalue > 1e-3


def test_value_sums_over_the_draws():
    columns = np.random.default_rng(0).normal(size=(70, 6))
    rows = np.concatenate(list(resampled_sums.draws(6, 2500, seed=4, stream=2)))
    want = columns[:, rows].sum(axis=-1)
    found = resampled_sums.resampled_sums(columns, 2500, 4, 2)
    np.testing.assert_allclose(found, want, rtol=0, atol=1e-12)


@pytest.mark.parametrize("columns", [1, 3, 64, 130])
def test_law_a_column_has_the_same_sums_in_any_company(columns):
    values = np.random.default_rng(0).normal(size=(columns, 9))
    together = resampled_sums.resampled_sums(values, 1500, 4, 0)
    alone = [resampled_sums.resampled_sums(one[None], 1500, 4, 0)[0] for one in values]
    assert np.array_equal(together, alone)


def test_law_streams_blocks_and_seeds_differ():
    def first(seed, stream):
        return next(iter(resampled_sums.draws(50, 10, seed, stream)))

    assert not np.array_equal(first(1, 0), first(2, 0))
    assert not np.array_equal(first(1, 0), first(1, 1))
    one, two = resampled_sums.draws(50, 2000, 1, 0)
    assert not np.array_equal(one, two)


@pytest.mark.parametrize("chunk", [1, 7, 20_000])
def test_law_how_the_work_is_cut_changes_nothing(chunk, monkeypatch):
    rng = np.random.default_rng(3)
    values, other = rng.exponential(size=(7, 11)), rng.normal(size=(7, 5))
    cluster = np.arange(11) // 2

    def answers():
        more = {"seed": SEED, "resamples": 1300}
        return [
            kernel.percentile(values, 0.9, **more),
            kernel.bca_mean(values, 0.9, **more),
            kernel.studentised(values, 0.9, **more),
            kernel.clustered(values, cluster, 0.9, **more),
            kernel.unpaired(other, values, 0.9, corrected=True, **more),
        ]

    want = answers()
    monkeypatch.setattr(resampled_sums, "CHUNK", chunk)
    monkeypatch.setattr(kernel, "HELD", chunk)
    assert np.array_equal(want, answers())


@pytest.mark.parametrize("level", [0.5, 0.8, 0.95])
def test_value_percentile_is_that_of_all_resamples(level):
    means = every_resample(SKEWED).mean(axis=1)
    got = kernel.percentile(SKEWED, level, seed=SEED, resamples=MANY)
    want = [exact_quantile(means, share) for share in ((1 - level) / 2, (1 + level) / 2)]
    assert [float(x) for x in got] == pytest.approx(want, abs=0.03)


@pytest.mark.parametrize("level", [0.5, 0.8, 0.95])
def test_value_bca_is_that_of_all_resamples(level):
    """Bias from the enumerated means, acceleration from the jackknife as it is defined."""
    means, mean = every_resample(SKEWED).mean(axis=1), SKEWED.mean()
    tie = np.abs(means - mean) < 1e-9
    bias = special.ndtri((means < mean - 1e-9).mean() + tie.mean() / 2)
    left_out = np.array([np.delete(SKEWED, i).mean() for i in range(5)])
    off = left_out.mean() - left_out
    skew = (off**3).sum() / (6 * (off**2).sum() ** 1.5)
    z = special.ndtri([(1 - level) / 2, (1 + level) / 2])
    shares = special.ndtr(bias + (bias + z) / (1 - skew * (bias + z)))
    got = kernel.bca_mean(SKEWED, level, seed=SEED, resamples=MANY)
    want = [exact_quantile(means, share) for share in shares]
    assert [float(x) for x in got] == pytest.approx(want, abs=0.03)


@pytest.mark.parametrize("level", [0.5, 0.8])
def test_value_studentised_is_that_of_all_resamples(level):
    every, mean = every_resample(SKEWED), SKEWED.mean()
    off, spread = every.mean(axis=1) - mean, every.std(axis=1, ddof=1) / np.sqrt(5)
    equal = every.min(axis=1) == every.max(axis=1)
    scores = np.where(equal, np.copysign(np.inf, off), off / np.where(equal, 1, spread))
    error = SKEWED.std(ddof=1) / np.sqrt(5)
    want = [
        mean - exact_quantile(scores, (1 + level) / 2) * error,
        mean - exact_quantile(scores, (1 - level) / 2) * error,
    ]
    got = kernel.studentised(SKEWED, level, seed=SEED, resamples=MANY)
    assert [float(x) for x in got] == pytest.approx(want, rel=0.02)


def test_value_clusters_are_drawn_whole():
    cluster = np.array([0, 0, 0, 1, 2, 2, 3, 3, 3, 3])
    values = np.array([0.1, 0.5, 0.4, 2.0, 1.0, 1.5, -0.5, -0.2, 0.3, 0.1])
    parts = [values[cluster == g] for g in range(4)]
    means = np.array(
        [np.concatenate([parts[g] for g in some]).mean() for some in every_resample(range(4))]
    )
    got = kernel.clustered(values, cluster, 0.8, seed=SEED, resamples=MANY)
    want = [exact_quantile(means, share) for share in (0.1, 0.9)]
    assert [float(x) for x in got] == pytest.approx(want, abs=0.01)


def test_value_two_groups_are_drawn_by_themselves():
    a, b = np.array([0.0, 1.0, 5.0]), np.array([2.0, 2.5, 9.0, 4.0])
    means = np.subtract.outer(every_resample(b).mean(axis=1), every_resample(a).mean(axis=1))
    got = kernel.unpaired(a, b, 0.8, seed=SEED, resamples=MANY, corrected=False)
    want = [exact_quantile(means.ravel(), share) for share in (0.1, 0.9)]
    assert [float(x) for x in got] == pytest.approx(want, abs=0.06)


def test_value_two_groups_do_not_share_their_draws():
    """The same scores in both groups: the difference still has the variance of two means."""
    values = np.random.default_rng(1).normal(size=60)
    low, high = kernel.unpaired(values, values, 0.9, seed=3, resamples=20_000, corrected=False)
    alone = kernel.percentile(values, 0.9, seed=3, resamples=20_000)
    assert float(high - low) == pytest.approx(np.sqrt(2) * float(alone[1] - alone[0]), rel=0.05)


@pytest.mark.parametrize("method", ["percentile", "BCa"])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_value_agrees_with_scipy_on_the_same_draws(method, level):
    """SciPy is handed our resampled means, so only the rank of a quantile differs (by < 1)."""
    values = np.random.default_rng(5).lognormal(size=40)
    sums = resampled_sums.resampled_sums(values[None], 20_000, SEED, kernel.STREAM_B)
    ours = SimpleNamespace(bootstrap_distribution=sums[0] / 40)
    want = stats.bootstrap(
        (values,),
        np.mean,
        n_resamples=0,
        bootstrap_result=ours,
        method=method,
        confidence_level=level,
    ).confidence_interval
    made = kernel.bca_mean if method == "BCa" else kernel.percentile
    got = made(values, level, seed=SEED, resamples=20_000)
    assert [float(x) for x in got] == pytest.approx([want.low, want.high], abs=2e-3)


def test_value_bca_of_two_groups_agrees_with_scipy():
    rng = np.random.default_rng(6)
    a, b = rng.normal(size=15), rng.lognormal(size=30)
    sums_b = resampled_sums.resampled_sums(b[None], 20_000, SEED, kernel.STREAM_B)[0] / 30
    sums_a = resampled_sums.resampled_sums(a[None], 20_000, SEED, kernel.STREAM_A)[0] / 15
    want = stats.bootstrap(
        (b, a),
        lambda x, y, axis=-1: x.mean(axis=axis) - y.mean(axis=axis),
        n_resamples=0,
        bootstrap_result=SimpleNamespace(bootstrap_distribution=sums_b - sums_a),
        method="BCa",
        vectorized=True,
    ).confidence_interval
    got = kernel.unpaired(a, b, 0.95, seed=SEED, resamples=20_000, corrected=True)
    assert [float(x) for x in got] == pytest.approx([want.low, want.high], abs=2e-3)


def test_value_quantiles_by_hand():
    draws = np.array([[1.0, 2, 3, 4], [-4, -3, -2, -1]])
    assert bca.quantile(draws, 0.5).tolist() == [2.5, -2.5]
    assert bca.quantile(draws, 0.3).tolist() == [1.5, -3.5]
    assert bca.quantile(draws, np.array([0.0, 1.0])).tolist() == [1, -1]
    assert bca.quantile(np.array([[-np.inf, 0.0, 1.0, np.inf]]), 0.4).tolist() == [0]
    assert float(bca.quantile(np.array([7.0]), 0.5)) == 7


def test_value_bias_counts_ties_half_and_all_on_one_side_is_undefined():
    draws = np.array([[0.0, 1, 1, 2], [1, 1, 1 + 1e-15, 5], [2, 3, 4, 5]])
    got = bca.bias(draws, np.array([1.0, 1.0, 1.0]), np.full(3, 1e-12))
    assert got[:2] == pytest.approx(special.ndtri([0.5, 0.375]))
    assert np.isnan(got[2])


def test_value_shares_by_hand_and_where_the_formula_ends():
    low, high = bca.shares(np.array(0.1), np.array(0.05), 0.9)
    z = 1.6448536269514722
    want = [0.1 + (0.1 + s * z) / (1 - 0.05 * (0.1 + s * z)) for s in (-1, 1)]
    assert [float(low), float(high)] == pytest.approx(special.ndtr(want))
    low, high = bca.shares(np.array(0.0), np.array(1.0), 0.9)
    assert float(high) == 1
    assert np.isnan(bca.shares(np.array(np.nan), np.array(0.0), 0.9)).all()
