"""The law of the sign-flip test: its joint law, its size, and brute force beside it."""

from dataclasses import astuple

import numpy as np
import pytest
from scipy import special

from claimwise.kernels import flip_law
from claimwise.power.delta_law import is_close, item_of, law_study
from claimwise.worlds import DeltaLaplace

WORLD = DeltaLaplace(difference=1.5, zero_share=0.2, scale=20.0)
NORMAL = flip_law.Item(  # of standard normal items, the transform is known by heart
    lambda s, t: np.exp(-(s**2) / (2 * (1 - 2j * t))) / np.sqrt(1 - 2j * t),
    (1, 0, 1, 0, 3, 0, 15),
)


def moment(i, j, n=300, item=None):
    """E S^i Q^j by the grid."""
    sums, squares, cells = flip_law.joint_law(item or item_of(WORLD), n, 512)
    return float((cells * sums[:, None] ** i * squares**j).sum())


def test_value_moments_of_the_joint_law():
    """Of independent items, by hand from the moments of one."""
    n, (_, m1, m2, m3, m4, _, _) = 300, item_of(WORLD).moments
    assert moment(0, 0) == pytest.approx(1, abs=1e-12)
    assert moment(1, 0) == pytest.approx(n * m1, rel=1e-9)
    assert moment(0, 1) == pytest.approx(n * m2, rel=1e-7)
    assert moment(2, 0) == pytest.approx(n * m2 + n * (n - 1) * m1**2, rel=1e-9)
    assert moment(1, 1) == pytest.approx(n * m3 + n * (n - 1) * m1 * m2, rel=1e-7)
    assert moment(0, 2) == pytest.approx(n * m4 + n * (n - 1) * m2**2, rel=1e-6)


def test_value_transform_is_the_mean_over_draws():
    x = WORLD.draw(400_000, np.random.default_rng(1), 1).d[0]
    for s, t in ((0.05, 0.0), (-0.1, 0.004), (0.02, -0.01), (0.0, 0.003)):
        by_hand = np.exp(1j * (s * x + t * x**2)).mean()
        found = item_of(WORLD).transform(np.array([s]), np.array([t]))[0]
        assert abs(found - by_hand) < 5 / np.sqrt(len(x))


def test_value_the_law_of_normal_items_is_that_of_a_t_test():
    """Of normal items S / sqrt(Q) is a t statistic in other clothes."""
    n, sides = 400, 1
    sums, squares, cells = flip_law.joint_law(NORMAL, n, 4096)
    for cut in (1.0, 1.6449, 2.2):
        z = sums[:, None] / np.sqrt(np.maximum(squares, 1e-9))
        t = cut * np.sqrt((n - 1) / (n - cut**2))
        beyond = (cells * (z > cut)).sum()
        assert beyond == pytest.approx(special.stdtr(n - 1, -t), abs=2e-4)
    found = flip_law.rejections(NORMAL, n, 0.05, 999, sides)
    assert found.above == pytest.approx(0.05, abs=2e-5)


@pytest.mark.parametrize("zero_share", [0.0, 0.5, 0.95])
@pytest.mark.parametrize(("alpha", "resamples"), [(0.05, 1000), (0.01, 999), (0.1, 99)])
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_law_without_an_effect_it_rejects_as_often_as_it_says(
    zero_share, alpha, resamples, alternative
):
    """True of every law of items; so it measures what the series leaves out."""
    world, n = DeltaLaplace(0.0, zero_share, 20.0), 150 / (1 - zero_share)
    found = law_study(world, n, alpha, alternative, resamples).reject_any
    assert found == pytest.approx(flip_law.size_of_test(alpha, resamples), rel=1e-3)
    assert is_close(world, n, alpha, alternative, resamples)
    assert not is_close(world, 10 / (1 - zero_share), alpha, alternative, resamples)


def test_law_scale_and_sign_of_the_items_do_not_matter():
    one = law_study(WORLD, 500, 0.05, "two-sided", 1000)
    larger = law_study(DeltaLaplace(150.0, 0.2, 2000.0), 500, 0.05, "two-sided", 1000)
    mirrored = law_study(WORLD.at(-1.5), 500, 0.05, "two-sided", 1000)
    for other in (larger, mirrored):
        assert astuple(other) == pytest.approx(astuple(one), rel=1e-6)
    less = law_study(WORLD.at(-1.5), 500, 0.05, "less", 1000)
    greater = law_study(WORLD, 500, 0.05, "greater", 1000)
    assert astuple(less) == pytest.approx(astuple(greater), rel=1e-6)
    assert law_study(WORLD, 500, 0.05, "less", 1000).power == 0


def test_value_brute_force():
    """Studies drawn, and every p-value by drawn flips, with nothing of the package."""
    rng, n, resamples, studies = np.random.default_rng(3), 120, 199, 6000
    x = rng.laplace(2.5 / 0.8, 10.0, (studies, n)) * (rng.random((studies, n)) > 0.2)
    above = 0
    for block in np.split(x, 30):
        flips = rng.integers(0, 2, (resamples, n)) * 2 - 1
        reached = np.abs(block @ flips.T) >= np.abs(block.sum(axis=1))[:, None]
        pvalues = (1 + reached.sum(axis=1)) / (resamples + 1)
        above += int(((pvalues <= 0.05) & (block.sum(axis=1) > 0)).sum())
    found = law_study(WORLD.at(2.5), n, 0.05, "two-sided", resamples).power
    assert above / studies == pytest.approx(found, abs=4 * np.sqrt(found * (1 - found) / studies))
