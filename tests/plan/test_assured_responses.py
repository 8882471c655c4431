"""Assurance of plans with several answers: against power at points, and averages of it."""

import numpy as np
import pytest
from scipy import stats

import claimwise as cw
from claimwise.core import ParameterError

STUDY = {"items": 50, "responses": 3, "resamples": 99, "sets": 2, "epsilon_a": 0.1, "rng": 2}


def near(one, other):
    errors = np.hypot(one.high - one.low, other.high - other.low) / 2 / 1.96
    return abs(one.estimate - other.estimate) <= 3 * errors


@pytest.mark.slow
def test_value_a_prior_at_a_point_is_the_power_there():
    plan = cw.plan.responses(
        **STUDY, epsilon_b=0.3, metric="mae,spearman",
        effect_prior="normal:0.2:0.000001", replicates=250,
    )  # fmt: skip
    for metric in ("mae", "spearman"):
        assert 0.1 < plan[f"power[{metric}]"].estimate < 0.99
        assert near(plan[f"assurance[{metric}]"], plan[f"power[{metric}]"])


@pytest.mark.slow
def test_value_a_wide_prior_is_the_average_of_powers():
    plan = cw.plan.responses(**STUDY, effect_prior="uniform:-0.1:0.3", replicates=400)
    places = [float(x) for x in np.linspace(0.0, 0.4, 8, endpoint=False) + 0.025]
    curve = cw.plan.responses(**{**STUDY, "rng": 5}, epsilon_b=places, replicates=200)
    powers = [curve[f"power[mae, epsilon_b={x:.12g}]"].estimate for x in places]
    assert plan["assurance[mae]"].estimate == pytest.approx(np.mean(powers), abs=0.06)


@pytest.mark.slow
def test_direction_of_better_and_worse_systems():
    far = {**STUDY, "items": 200, "epsilon_a": 0.4, "replicates": 100}
    better = cw.plan.responses(**far, effect_prior="uniform:-0.4:-0.35")
    assert better["assurance[mae]"].estimate > 0.9
    blind = cw.plan.responses(**far, effect_prior="uniform:-0.4:-0.35", alternative="worse")
    assert blind["assurance[mae]"].estimate < 0.05
    seen = cw.plan.responses(**far, effect_prior="uniform:-0.4:-0.35", alternative="better")
    assert seen["assurance[mae]"].estimate > 0.9


@pytest.mark.slow
def test_direction_where_equal_errors_do_not_make_equal_systems():
    """B has a bias: moved to the error of A it is still worse, and so it counts."""
    from dataclasses import replace

    from claimwise.worlds.response_presets import PUBLISHED

    world = replace(PUBLISHED, bias_b=0.5)
    plan = cw.plan.responses(**STUDY, world=world, effect_prior="uniform:-0.1:0.1", replicates=100)
    assert plan["assurance[mae]"].estimate > 0.9


@pytest.mark.slow
def test_value_what_is_impossible_is_cut_off_and_said():
    plan = cw.plan.responses(**STUDY, effect_prior="normal:0.1:0.1", replicates=50)
    cut = stats.norm(0.1, 0.1).cdf(-0.1)
    assert any(f"{cut:.2g} of that prior" in note for note in plan.notes)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"epsilon_b": [0.1, 0.2]}, "at most one epsilon_b"),
        ({"items": None, "epsilon_b": 0.2, "solve": "items"}, "a prior of it"),
        ({"effect_prior": "normal:-1:0.1"}, "at least half"),
    ],
    ids=["list", "solve", "impossible"],
)
def test_refusals_are_one_sentence(more, says):
    with pytest.raises(ParameterError, match=says):
        cw.plan.responses(**{**STUDY, "effect_prior": "normal:0.1:0.1", **more})
