"""The general engine with worlds and tests of a user's own."""

import math
from dataclasses import dataclass

import numpy as np
import pytest
from scipy import stats

from claimwise.core import ParameterError, block_rng
from claimwise.engine.simulate import simulate_power
from claimwise.htest import find_test
from claimwise.power import exact_power
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

    def __len__(self):
        return len(self.values)

    def __getitem__(self, index):
        return Means(self.shift, self.values[index])


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


def test_no_effect_leaves_power_undefined():
    result = simulate_power(PairedAccuracy(0, 0.8), MIDP, 50, replicates=1000, rng=1)
    assert math.isnan(result["power"].estimate)
    assert math.isnan(result["type_m"].estimate)
    assert math.isnan(result["type_s"].estimate)
    assert result["alpha"].estimate < 0.2


@pytest.mark.parametrize("difference", [0.03, -0.03])
@pytest.mark.parametrize("alpha", [0.01, 0.2])
def test_chance_every_row_agrees_with_enumeration(difference, alpha):
    """Small and noisy on purpose: wrong signs are frequent, so they are counted for real."""
    world, n, replicates = PairedAccuracy(difference, 0.6), 60, 20_000
    exact = exact_power(world, MIDP, n, alpha=alpha)
    null = exact_power(world.null(), MIDP, n, alpha=alpha)
    got = simulate_power(world, MIDP, n, alpha=alpha, replicates=replicates, rng=99)
    wanted = {
        "power": (exact.power, replicates),
        "reject_any": (exact.reject_any, replicates),
        "alpha": (null.reject_any, replicates),
        "type_s": (exact.type_s, got["reject_any"].estimate * replicates),
    }
    for name, (truth, trials) in wanted.items():
        hits = round(got[name].estimate * trials)
        assert stats.binomtest(hits, round(trials), truth).pvalue > 1e-3, name
        assert got[name].low < got[name].estimate < got[name].high
    assert exact.type_s > 0.02
    row = got["type_m"]
    error = (row.high - row.low) / 2 / 1.96
    assert abs(row.estimate - exact.type_m) < 4 * error


def test_value_the_interval_of_type_m_is_that_of_a_mean():
    result = simulate_power(Means(0.3), z_test, 50, replicates=3000, rng=8)
    studies = [Means(0.3).draw(50, block_rng(8, 0, block), 1000) for block in range(3)]
    sizes = np.concatenate([np.abs(s.effect())[z_test(s) <= 0.05] for s in studies]) / 0.3
    row = result["type_m"]
    assert row.estimate == pytest.approx(sizes.mean())
    reach = 1.959964 * sizes.std(ddof=1) / math.sqrt(len(sizes))
    assert row.high - row.estimate == pytest.approx(reach, rel=1e-6)


def test_a_rejection_without_an_effect_still_counts():
    result = simulate_power(
        PairedAccuracy(0.1, 0.8), lambda s: np.zeros(len(s)), 10, replicates=500, rng=1
    )
    assert result["reject_any"].estimate == result["alpha"].estimate == 1
    assert result["power"].estimate < 1


def test_failures_without_an_effect_are_told_apart():
    class Fussy(Means):
        def null(self):
            return Means(0.0, None)

    def only_with_an_effect(studies):
        p = z_test(studies)
        return np.where(np.full(len(p), studies.shift == 0) & (p > 0.5), np.nan, p)

    result = simulate_power(Fussy(0.3), only_with_an_effect, 20, replicates=1000, rng=1)
    assert len(result.notes) == 1
    assert result.notes[0].startswith("With no effect: ")


def test_costly_regions_are_found_once():
    """Ten thousand studies with an unconditional test in a moment, not in minutes."""
    world = PairedAccuracy(0.1, 0.7)
    got = simulate_power(world, "mcnemar-unconditional", 100, replicates=10_000, rng=5)
    exact = exact_power(world, "mcnemar-unconditional", 100)
    hits = round(got["power"].estimate * 10_000)
    assert stats.binomtest(hits, 10_000, exact.power).pvalue > 1e-3


def test_a_world_that_cannot_be_enumerated_says_so():
    with pytest.raises(ParameterError, match=r"found Means\. Use simulate_power"):
        exact_power(Means(0.1), "sign", 30)


def test_tests_go_by_name_and_results_say_what_they_rest_on():
    result = simulate_power(PairedAccuracy(0.1, 0.8), "sign", 30, replicates=500, rng=2)
    assert result.method == "sign"
    assert set(result.provenance) == {"version", "seed", "settings", "data"}
    with pytest.raises(ParameterError, match=r"name of a test; found 'sgn'\. Did you mean sign\?"):
        simulate_power(PairedAccuracy(0.1, 0.8), "sgn", 30)


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
