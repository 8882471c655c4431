"""What a look shows: decision, what is spent, and the estimate that allows for the looks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from claimwise.assess.looks import Stage, at_look, unbiased
from claimwise.core import ParameterError

HALF = {"rule": "obrien-fleming", "fractions": (0.5,), "planned": 2}


@pytest.mark.parametrize(
    ("z", "fractions", "decision"),
    [(2.9, (0.5,), 0), (3.0, (0.5,), 1), (1.9, (0.5, 1.0), -1), (2.0, (0.5, 1.0), 1)],
    ids=["go on", "stop", "not shown", "shown at the end"],
)
def test_value_decisions_at_the_boundaries(z, fractions, decision):
    found = at_look(z=z, rule="obrien-fleming", fractions=fractions, planned=2)
    assert found["decision"].estimate == decision
    by_p = at_look(
        pvalue=float(2 * stats.norm.sf(z)), rule="obrien-fleming", fractions=fractions, planned=2
    )
    assert by_p["decision"].estimate == decision


def test_value_spent_and_left():
    found = at_look(z=1.0, **HALF)
    assert found["spent"].estimate == pytest.approx(0.003051, abs=1e-6)
    assert found["left"].estimate == pytest.approx(0.05 - 0.003051, abs=1e-6)
    assert found["boundary_p"].estimate == pytest.approx(0.003051, abs=1e-6)
    end = at_look(z=1.0, rule="pocock", fractions=(0.4, 0.9), planned=2)
    assert (end["spent"].estimate, end["left"].estimate) == (0.05, 0)


def test_value_what_is_spent_follows_the_actual_shares():
    moved = at_look(z=1.0, rule="pocock", fractions=(0.3, 0.6), planned=3)
    added = at_look(z=1.0, rule="pocock", fractions=(0.2, 0.3, 0.6), planned=4)
    assert moved["spent"].estimate == added["spent"].estimate
    assert added["boundary_z"].estimate != moved["boundary_z"].estimate


def test_value_at_the_first_look_nothing_needs_allowing_for():
    found = at_look(z=3.5, estimate=0.07, error=0.02, **HALF)["adjusted_difference"]
    assert found.estimate == pytest.approx(0.07, abs=1e-8)
    assert (found.low, found.high) == pytest.approx((0.07 - 0.0392, 0.07 + 0.0392), abs=1e-5)
    assert found.pvalue == pytest.approx(2 * stats.norm.sf(3.5))


def test_value_p_at_the_last_boundary_is_alpha():
    stage = Stage.of((0.3, 0.6, 1.0), 3, rule="pocock", alpha=0.05, alternative="two-sided")
    found = at_look(z=stage.z, rule="pocock", fractions=(0.3, 0.6, 1.0), planned=3)
    assert found["adjusted_difference"].pvalue == pytest.approx(0.05, abs=1e-9)


def test_direction_the_estimate_moves_towards_zero():
    found = at_look(
        z=2.6, rule="pocock", fractions=(0.2, 0.4, 0.6), planned=5, estimate=0.052, error=0.02
    )["adjusted_difference"]
    assert 0 < found.estimate < 0.052
    assert found.low < 0.052 - 1.96 * 0.02


@pytest.mark.parametrize("alternative", ["two-sided", "less"])
def test_direction_mirrored_data_mirror_the_estimate(alternative):
    other = {"less": "greater"}.get(alternative, alternative)
    more = {"rule": "pocock", "fractions": (0.5, 1.0), "planned": 2, "error": 0.02}
    one = at_look(z=-2.3, estimate=-0.046, alternative=alternative, **more)
    two = at_look(z=2.3, estimate=0.046, alternative=other, **more)
    down, up = one["adjusted_difference"], two["adjusted_difference"]
    assert (down.estimate, down.low, down.high) == pytest.approx((-up.estimate, -up.high, -up.low))
    assert down.pvalue == pytest.approx(up.pvalue)
    assert one["decision"].estimate == two["decision"].estimate == 1


def test_direction_a_one_sided_look_does_not_stop_for_the_other_side():
    found = at_look(z=-9.0, alternative="greater", **HALF)
    assert found["decision"].estimate == 0


@pytest.mark.slow
@settings(max_examples=25)
@given(z=st.floats(-4, 4), looks=st.integers(1, 4))
def test_law_the_interval_excludes_zero_where_p_is_below_alpha(z, looks):
    times = tuple(k / looks for k in range(1, looks + 1))
    found = at_look(
        z=z, rule="pocock", fractions=times, planned=looks, estimate=z * 0.1, error=0.1
    )["adjusted_difference"]
    if abs(found.pvalue - 0.05) > 1e-6:
        assert (found.low > 0 or found.high < 0) == (found.pvalue < 0.05)


def test_value_going_on_gives_the_repeated_interval():
    found = at_look(z=1.5, estimate=0.03, error=0.02, **HALF)
    row, z = found["repeated_difference"], found["boundary_z"].estimate
    assert (row.low, row.high) == pytest.approx((0.03 - z * 0.02, 0.03 + z * 0.02))
    assert row.level == 0.95
    assert "adjusted_difference" not in found


def test_value_without_a_standard_error_it_is_nan_and_said():
    found = at_look(z=3.5, estimate=0.07, **HALF)
    assert np.isnan(found["adjusted_difference"].estimate)
    assert any("standard error" in note for note in found.notes)


@pytest.mark.slow
def test_chance_the_median_unbiased_estimate_is_and_its_interval_covers():
    rng, truth, studies = np.random.default_rng(8), 0.05, 200
    times = np.array([0.4, 0.7, 1.0])
    full = Stage.of(tuple(times), 3, rule="pocock", alpha=0.05, alternative="two-sided")
    bounds = np.array(full.looks.bounds)
    error = 0.02 / np.sqrt(times)  # 0.02 once all are in
    steps = np.diff(times, prepend=0.0)
    paths = np.cumsum(rng.normal(truth / 0.02 * steps, np.sqrt(steps), (studies, 3)), axis=1)
    z = paths / np.sqrt(times)
    above, covered = 0, 0
    for row in z:
        crossed = np.abs(row) >= bounds
        k = int(crossed.argmax()) if crossed.any() else 2
        at = tuple(times[: k + 1])
        stage = Stage.of(at, tuple(times), rule="pocock", alpha=0.05, alternative="two-sided")
        middle, low, high = unbiased(stage, row[k] * error[k], error[k], 0.9)
        above += middle > truth
        covered += low <= truth <= high
    assert stats.binomtest(above, studies, 0.5).pvalue > 1e-3
    assert stats.binomtest(covered, studies, 0.9).pvalue > 1e-3


REFUSED = {
    "neither": ({}, "a p-value or a z"),
    "both": ({"z": 1.0, "pvalue": 0.1}, "a p-value or a z"),
    "no share": ({"z": 1.0, "fractions": ()}, "share of the data"),
    "falling": ({"z": 1.0, "fractions": (0.5, 0.4), "planned": 3}, "rising"),
    "after the end": ({"z": 1.0, "fractions": (1.0, 1.2), "planned": 3}, "alpha that is left"),
    "anytime": ({"z": 1.0, "rule": "anytime"}, "one of"),
    "no probability": ({"pvalue": 1.2}, "probability"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case):
    more, match = REFUSED[case]
    with pytest.raises(ParameterError, match=match):
        at_look(**(HALF | more))
