"""Comparisons that are judged together: what a p-value of one is worth among all."""

from itertools import combinations

import numpy as np
import pytest
from scipy import special, stats

from claimwise.kernels.families import BOTH_SIDES, ONE_SIDED, TWO_SIDED, Family, family_of

SIDES = (TWO_SIDED, ONE_SIDED, BOTH_SIDES)


def pairs(k):
    return list(combinations(range(k), 2))


@pytest.mark.parametrize("k", [3, 4, 5, 10, 30])
def test_value_independent_systems_are_tukeys_range(k):
    found = family_of(np.eye(k), pairs(k))
    for want in (0.01, 0.05, 0.3):
        z = stats.studentized_range.isf(want, k, np.inf) / np.sqrt(2)
        rel = 0.003 if k < 10 else 0.03
        assert found.pvalues(2 * special.ndtr(-z)) == pytest.approx([want], rel=rel)


@pytest.mark.parametrize("sides", [TWO_SIDED, ONE_SIDED])
def test_value_against_a_baseline_is_dunnetts(sides):
    """Known control, 5 others: the integral over the control's score, by a fine sum."""
    found = family_of(np.eye(6), [(0, j) for j in range(1, 6)])
    x = np.linspace(-8, 8, 20_001)
    for t in (0.4, 1.9, 2.6, 3.5):
        high, low = special.ndtr(np.sqrt(2) * t + x), special.ndtr(-np.sqrt(2) * t + x)
        kept = (high - low if sides == TWO_SIDED else high) ** 5
        want = 1 - np.trapezoid(kept * stats.norm.pdf(x), x)
        p = special.ndtr(-t) * (2 if sides == TWO_SIDED else 1)
        assert found.pvalues(p, sides) == pytest.approx([want], rel=0.005)


def test_value_of_unknown_dependence_sidak_and_bonferroni():
    found = Family(8)
    assert found.pvalues([0.01, np.nan])[0] == pytest.approx(1 - 0.99**8)
    assert np.isnan(found.pvalues([0.01, np.nan])[1])
    assert found.pvalues([0.01, 0.5], ONE_SIDED).tolist() == pytest.approx([0.08, 1.0])
    assert found.alone(0.05) == pytest.approx(1 - 0.95 ** (1 / 8))
    assert found.alone(0.05, ONE_SIDED) == pytest.approx(0.05 / 8)
    assert [Family(1).pvalues(0.03)[0], Family(1).alone(0.03)] == [0.03, 0.03]


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("seed", range(6))
def test_law_between_the_own_p_and_the_inequalities(sides, seed):
    rng = np.random.default_rng(seed)
    k = int(rng.integers(3, 9))
    scores = rng.normal(size=(int(rng.integers(4, 40)), k)) @ rng.normal(size=(k, k))
    found = family_of(np.cov(scores.T), pairs(k))
    p = np.sort(rng.random(200) ** 6)
    corrected = found.pvalues(p, sides)
    assert (np.diff(corrected) >= -1e-9).all()
    assert (corrected >= p * (1 - 1e-12)).all()
    assert (corrected <= np.minimum(1, len(pairs(k)) * p) * (1 + 1e-12)).all()
    for alpha in (0.5, 0.05, 1e-4):
        share = found.alone(alpha, sides)
        assert found.pvalues(share, sides) == pytest.approx([alpha], rel=1e-6)
        assert alpha / len(pairs(k)) * (1 - 1e-9) <= share <= alpha


def test_law_names_and_scale_and_who_is_b_change_nothing():
    rng = np.random.default_rng(3)
    scores = rng.normal(size=(30, 6)) * [1, 2, 1, 0.5, 3, 1]
    there = np.array(pairs(6))
    p = [0.2, 0.01, 0.0003]
    found = family_of(np.cov(scores.T), there)
    order = rng.permutation(6)
    moved = np.argsort(order)[there]
    turned = np.where(rng.random((15, 1)) < 0.5, moved, moved[:, ::-1])
    for sides in (TWO_SIDED, BOTH_SIDES):
        again = family_of(1e6 * np.cov(scores[:, order].T), turned).pvalues(p, sides)
        assert again == pytest.approx(found.pvalues(p, sides), rel=1e-9)


def test_law_pairs_that_never_vary_count_as_comparisons_and_nothing_else():
    rng = np.random.default_rng(4)
    three = rng.normal(size=(40, 3))
    twin = np.hstack([three, three[:, :1]])
    alone = family_of(np.cov(three.T), pairs(3)).pvalues(0.01)[0]
    known = family_of(np.cov(twin.T), pairs(4))
    assert (known.count, known.known) == (6, 5)
    assert known.pvalues(0.01)[0] == pytest.approx(1 - (1 - alone) * 0.99, rel=1e-3)
    nothing = family_of(np.zeros((3, 3)), pairs(3))
    assert nothing.pvalues(0.01) == pytest.approx([1 - 0.99**3])


@pytest.mark.parametrize("sides", [TWO_SIDED, ONE_SIDED])
def test_chance_the_smallest_p_of_all_is_uniform(sides):
    rng = np.random.default_rng(5)
    root = rng.normal(size=(6, 4))
    there = np.array(pairs(6))
    covariance = root @ root.T
    found = family_of(covariance, there)
    z = rng.normal(size=(40_000, 4)) @ root.T
    gaps = z[:, there[:, 1]] - z[:, there[:, 0]]
    own = np.diag(covariance)
    gaps /= np.sqrt(own[there[:, 0]] + own[there[:, 1]] - 2 * covariance[tuple(there.T)])
    largest = np.abs(gaps).max(axis=1) if sides == TWO_SIDED else gaps.max(axis=1)
    p = found.pvalues((2 if sides == TWO_SIDED else 1) * special.ndtr(-largest), sides)
    for alpha in (0.01, 0.05, 0.5):
        assert (p <= alpha).mean() == pytest.approx(alpha, abs=4 * np.sqrt(alpha / len(z)))


def test_direction_few_items_tell_little_of_the_correlation():
    rng = np.random.default_rng(6)
    covariance = np.cov(rng.normal(size=(20, 5)).T)
    shares = [family_of(covariance, pairs(5), units=n).alone(0.05) for n in (5, 20, 60, 120, 500)]
    assert shares[0] == pytest.approx(1 - 0.95**0.1)  # Sidak's: nothing is known
    assert shares[0] < shares[1] < shares[2] < shares[3] == shares[4]
