"""The largest t of many comparisons: by hand, by laws, and by the error rate it promises."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from claimwise.kernels import sign_flips
from claimwise.kernels.max_t import max_t

SIDES = ["two-sided", "less", "greater"]


def all_pairs(k):
    return np.array(list(combinations(range(k), 2)))


def scores(n, k, rng, means=0.0, shared=0.7):
    """Systems on the same items: hard items are hard for all."""
    return means + shared * rng.normal(size=(n, 1)) + rng.normal(size=(n, k))


def by_hand(matrix, pairs, signs, alternative):
    """Every statistic of every resample from the flipped deviations themselves."""
    n = len(matrix)
    centred = matrix - matrix.mean(axis=0)

    def t_of(d):
        return d.mean(axis=-1) / (d.std(axis=-1, ddof=1) / np.sqrt(n))

    observed = np.array([t_of(matrix[:, b] - matrix[:, a]) for a, b in pairs])
    resampled = np.array([t_of(signs * (centred[:, b] - centred[:, a])) for a, b in pairs])
    turn = {"two-sided": np.abs, "greater": np.positive, "less": np.negative}[alternative]
    return observed, turn(observed), turn(resampled)


@pytest.mark.parametrize("alternative", SIDES)
def test_value_written_out(alternative):
    rng = np.random.default_rng(1)
    matrix, pairs, resamples = scores(30, 4, rng, [0, 0.2, 0.5, 0.9]), all_pairs(4), 400
    signs = sign_flips.flip_sums(np.eye(30), resamples, 5)
    t, seen, drawn = by_hand(matrix, pairs, signs, alternative)
    found = max_t(matrix, pairs, resamples, 5, alternative)
    assert found.t == pytest.approx(t)
    single = [(np.sum(drawn.max(axis=0) >= x) + 1) / (resamples + 1) for x in seen]
    assert found.single_step == pytest.approx(single)
    order, adjusted, last = np.argsort(-seen), np.empty(len(seen)), 0.0
    for step, pair in enumerate(order):
        rest = drawn[order[step:]].max(axis=0)
        last = max(last, (np.sum(rest >= seen[pair]) + 1) / (resamples + 1))
        adjusted[pair] = last
    assert found.adjusted == pytest.approx(adjusted)
    largest = np.sort(drawn.max(axis=0))
    assert found.critical(0.9) == pytest.approx(largest[int(np.ceil(0.9 * 401)) - 1])


@pytest.mark.parametrize("equal", [True, False])
def test_value_clusters_written_out(equal):
    rng = np.random.default_rng(2)
    n = 48
    cluster = np.arange(n) % 12 if equal else np.r_[np.arange(12), rng.integers(0, 12, size=n - 12)]
    matrix, resamples = scores(n, 3, rng), 300
    pairs = all_pairs(3)
    signs = sign_flips.flip_sums(np.eye(12), resamples, 5)
    found = max_t(matrix, pairs, resamples, 5, cluster=cluster)

    def t_of(d):
        """A cluster-robust t from the items."""
        e = d - d.mean()
        sums = np.bincount(cluster, e)
        return d.mean() / np.sqrt(12 / 11 * (sums**2).sum() / n**2)

    differences = [matrix[:, b] - matrix[:, a] for a, b in pairs]
    assert found.t == pytest.approx([t_of(d) for d in differences])
    drawn = np.array(
        [max(abs(t_of(s[cluster] * (d - d.mean()))) for d in differences) for s in signs]
    )
    assert found.largest == pytest.approx(np.sort(drawn))
    want = [(np.sum(drawn >= abs(t)) + 1) / (resamples + 1) for t in found.t]
    assert found.single_step == pytest.approx(want)


@pytest.mark.parametrize("alternative", SIDES)
def test_law_one_pair_is_a_test_of_that_pair(alternative):
    """Near Student's t for normal scores."""
    matrix = scores(200, 2, np.random.default_rng(3), [0, 0.15])
    found = max_t(matrix, [[0, 1]], 20_000, 5, alternative)
    want = stats.ttest_rel(matrix[:, 1], matrix[:, 0], alternative=alternative).pvalue
    assert found.adjusted == pytest.approx([want], abs=0.01)
    assert (found.adjusted == found.single_step).all()


def test_laws_of_adjusted_pvalues():
    matrix = scores(40, 5, np.random.default_rng(3), [0, 0, 0.3, 0.6, 1])
    found = max_t(matrix, all_pairs(5), 2000, 5)
    assert (found.adjusted <= found.single_step).all()
    assert (found.adjusted > 0).all()
    order = np.argsort(-np.abs(found.t))
    assert (np.diff(found.adjusted[order]) >= 0).all()
    assert (np.diff(found.single_step[order]) >= 0).all()
    assert found.adjusted[order[0]] == found.single_step[order[0]]


@pytest.mark.parametrize("alternative", SIDES)
def test_law_intervals_leave_zero_out_where_single_step_finds(alternative):
    matrix = scores(40, 5, np.random.default_rng(3), [0, 0.1, 0.3, 0.45, 1])
    found = max_t(matrix, all_pairs(5), 999, 5, alternative)
    level = 0.95 if alternative == "two-sided" else 0.9
    limits = np.array([found.interval(i, level) for i in range(10)])
    out = {
        "two-sided": (limits[:, 0] > 0) | (limits[:, 1] < 0),
        "greater": limits[:, 0] > 0,
        "less": limits[:, 1] < 0,
    }[alternative]
    assert (out == (found.single_step <= 0.05)).all()
    assert out.any() == (alternative != "less")
    assert limits.mean(axis=1) == pytest.approx(found.estimate)


def test_direction_is_second_minus_first():
    matrix = scores(60, 2, np.random.default_rng(3), [0, 2])
    found = max_t(matrix, [[0, 1], [1, 0]], 200, 5, "greater")
    assert found.t[0] == -found.t[1] > 0
    assert found.adjusted[0] < 0.02
    assert found.adjusted[1] > 0.5


def test_identical_systems_are_left_out_and_change_nothing():
    rng = np.random.default_rng(3)
    matrix = scores(30, 3, rng)
    twin = np.column_stack([matrix, matrix[:, 2]])
    found = max_t(twin, [[0, 1], [2, 3], [0, 2]], 500, 5)
    assert np.isnan([found.t[1], found.adjusted[1], found.single_step[1]]).all()
    without = max_t(matrix, [[0, 1], [0, 2]], 500, 5)
    assert found.adjusted[[0, 2]] == pytest.approx(without.adjusted)
    only = max_t(twin, [[2, 3]], 500, 5)
    assert np.isnan(only.adjusted).all()
    assert np.isnan(only.interval(0, 0.95)).all()


def test_law_same_seed_same_answer_and_single_clusters_are_items():
    matrix = scores(30, 3, np.random.default_rng(3))
    once, again = (max_t(matrix, all_pairs(3), 300, 5) for _ in range(2))
    assert (once.adjusted == again.adjusted).all()
    items = max_t(matrix, all_pairs(3), 300, 5, cluster=np.arange(30))
    assert items.adjusted == pytest.approx(once.adjusted)
    assert items.t == pytest.approx(once.t)
    assert max_t(matrix, all_pairs(3), 19, 5).critical(0.99) == np.inf


def test_two_items_are_too_few_to_find_anything():
    found = max_t(np.array([[0.0, 1.0], [0.5, 1.1]]), [[0, 1]], 500, 5)
    assert found.adjusted[0] > 0.3
    assert np.isnan(max_t(np.array([[0.0, 1.0]]), [[0, 1]], 50, 5).adjusted).all()


WORLDS = {
    "normal, nothing differs": (40, [0, 0, 0, 0], None, "normal"),
    "skewed, nothing differs": (80, [0, 0, 0, 0], None, "skewed"),
    "one system stands out": (40, [0, 0, 0, 1.5], None, "normal"),
    "two pairs of equals": (40, [0, 0, 1.5, 1.5], None, "normal"),
    "clusters": (120, [0, 0, 0], 30, "normal"),
}


def error_rate(n, means, clusters, shape, studies, rng):
    """Share of studies in which any true null is rejected, by each kind of p-value."""
    pairs = all_pairs(len(means))
    null = np.array([means[a] == means[b] for a, b in pairs])
    cluster = None if clusters is None else np.sort(rng.integers(0, clusters, size=n))
    wrong = np.zeros(2)
    for study in range(studies):
        matrix = scores(n, len(means), rng, means)
        if shape == "skewed":
            matrix = matrix + rng.exponential(1.5, size=matrix.shape)
        if cluster is not None:
            matrix = matrix + 1.5 * rng.normal(size=(clusters, len(means)))[cluster]
        found = max_t(matrix, pairs, 299, study, cluster=cluster)
        wrong += [(found.adjusted[null] <= 0.05).any(), (found.single_step[null] <= 0.05).any()]
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("world", WORLDS)
def test_chance_even_one_false_finding(world):
    studies = 500
    step_down, single = error_rate(*WORLDS[world], studies, np.random.default_rng(20))
    assert stats.binomtest(int(step_down), studies, 0.05, alternative="greater").pvalue > 1e-3
    assert single <= step_down
    if "nothing" in world:  # and not far below, where all nulls are true
        assert stats.binomtest(int(single), studies, 0.035, alternative="less").pvalue > 1e-3


@pytest.mark.slow
def test_chance_intervals_hold_together():
    studies, means, pairs = 400, np.array([0, 0.3, 0.3, 1.0]), all_pairs(4)
    rng, hits = np.random.default_rng(8), 0
    truth = np.array([means[b] - means[a] for a, b in pairs])
    for study in range(studies):
        found = max_t(scores(40, 4, rng, means), pairs, 299, study)
        limits = np.array([found.interval(i, 0.9) for i in range(len(pairs))])
        hits += ((limits[:, 0] <= truth) & (truth <= limits[:, 1])).all()
    assert stats.binomtest(hits, studies, 0.9).pvalue > 1e-3
