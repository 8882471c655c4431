"""The general engine with worlds and tests of a user's own."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

from claimwise.core import ParameterError
from claimwise.htest import find_test
from claimwise.power import simulate_power
from claimwise.worlds import PairedAccuracy

MIDP = find_test("mcnemar-midp", paired=True)


@dataclass
class Means:
    """Normal scores: nothing that the house knows how to enumerate."""

    shift: float
    values: np.ndarray | None = None

    def truth(self):
        return self.shift

    def null(self):
        return Means(0.0)

    def draw(self, n, rng, size):
        return Means(self.shift, rng.normal(self.shift, 1, (size, n)))

    def effect(self):
        return self.values.mean(axis=1)


def z_test(studies):
    from scipy import special

    z = studies.values.mean(axis=1) * np.sqrt(studies.values.shape[1])
    return 2 * special.ndtr(-np.abs(z))


def test_chance_any_world_and_any_test():
    result = simulate_power(Means(0.3), z_test, 50, replicates=4000, rng=8)
    from scipy import special

    truth = special.ndtr(0.3 * math.sqrt(50) - 1.96)
    assert result["power"].low < truth < result["power"].high
    assert result["alpha"].low < 0.05 < result["alpha"].high
    assert result.method == "z_test"
    assert result.provenance["seed"] == 8


def test_the_same_seed_gives_the_same_answer_and_another_another():
    world = PairedAccuracy(0.05, 0.8)
    first, again, other = (simulate_power(world, MIDP, 100, rng=s) for s in (4, 4, 5))
    assert first.rows == again.rows
    assert first.rows != other.rows


def test_no_effect_gives_no_power_row():
    result = simulate_power(PairedAccuracy(0, 0.8), MIDP, 50, replicates=1000, rng=1)
    assert "power" not in result
    assert "alpha" in result


def test_nothing_significant_is_not_defined_rather_than_zero():
    result = simulate_power(PairedAccuracy(0.1, 0.8), MIDP, 3, replicates=1000, rng=1)
    assert result["power"].estimate == 0
    assert math.isnan(result["type_m"].estimate)
    assert math.isnan(result["type_s"].estimate)


def test_a_test_of_the_wrong_shape_is_refused():
    with pytest.raises(ParameterError, match="one p-value for each of 500 studies"):
        simulate_power(PairedAccuracy(0.1, 0.8), lambda s: np.array([0.5]), 30, replicates=500)


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"alpha": 0.6}, "alpha"),
        ({"alternative": "up"}, "alternative"),
        ({"replicates": 0}, "replicates"),
        ({"workers": 0}, "workers"),
        ({"rng": -1}, "rng"),
    ],
)
def test_settings_are_checked(settings, match):
    with pytest.raises(ParameterError, match=match):
        simulate_power(PairedAccuracy(0.1, 0.8), MIDP, 30, **settings)
