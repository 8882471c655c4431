"""The grid over a nuisance proportion, and the largest value between its points."""

import numpy as np
import pytest

from claimwise.kernels import nuisance


@pytest.mark.parametrize("n", [5, 800, 6000, 50_000])
def test_law_the_grid_has_ten_points_to_a_standard_deviation(n):
    """On the arcsine scale a proportion of n items has the standard deviation 1 / (2 sqrt n)."""
    angles = np.arcsin(np.sqrt(nuisance.grid(n)))
    assert angles[0] == 0
    assert angles[-1] == pytest.approx(np.pi / 2)
    assert np.diff(angles).max() <= 1 / (2 * np.sqrt(n)) / 10 * (1 + 1e-6)


def test_value_the_peak_of_a_parabola_lies_between_the_points():
    x = np.linspace(0, 1, 11)
    assert nuisance.peak(0.5 - (x - 0.333) ** 2) == pytest.approx(0.5)
    assert nuisance.peak(x / 2) == 0.5
