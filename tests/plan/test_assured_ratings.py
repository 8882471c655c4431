"""Assurance of ratings and judgements: against power at points, and averages of it."""

import numpy as np
import pytest

import claimwise as cw
from claimwise.core import ParameterError
from claimwise.plan.rating_belief import Belief
from claimwise.worlds.judgements import Judgements
from claimwise.worlds.rating_presets import preset

RATED = {"world": "card-high", "items": 20, "ratings_per_item": 3, "model": "t-items", "rng": 3}
JUDGED = {"items": 40, "per_item": 2, "rater_sd": 0.3, "item_sd": 0.3, "model": "sign", "rng": 3}


def overlap(one, other):
    """Whether two shares agree within three errors of their Monte Carlo intervals."""
    errors = np.hypot(one.high - one.low, other.high - other.low) / 2 / 1.96
    return abs(one.estimate - other.estimate) <= 3 * errors


@pytest.mark.slow
def test_value_a_prior_at_a_point_is_the_power_there():
    plan = cw.plan.ratings(
        **RATED, effect=0.25, effect_prior="normal:0.25:0.000001", replicates=2000
    )
    assert 0.1 < plan["power"].estimate < 0.95
    assert overlap(plan["assurance"], plan["power"])
    plan = cw.plan.judgements(
        **JUDGED, difference=0.3, effect_prior="normal:0.3:0.000001", replicates=1000
    )
    assert 0.1 < plan["power"].estimate < 0.95
    assert overlap(plan["assurance"], plan["power"])


@pytest.mark.slow
def test_value_a_wide_prior_is_the_average_of_powers():
    plan = cw.plan.ratings(**RATED, effect_prior="uniform:-0.1:0.5", replicates=3000)
    places = [float(x) for x in np.linspace(-0.1, 0.5, 24, endpoint=False) + 0.0125]
    curve = cw.plan.ratings(**{**RATED, "rng": 4}, effect=places, replicates=1000)
    powers = [curve[f"power[effect={x:.12g}]"].estimate for x in places]
    row = plan["assurance"]
    assert row.estimate == pytest.approx(np.mean(powers), abs=0.04)
    assert row.low < np.mean(powers) < row.high
    assert row.high - row.low < 2 * 1.96 * np.sqrt(row.estimate * (1 - row.estimate) / 3000)


@pytest.mark.slow
def test_value_differences_become_the_effects_that_give_them():
    for world, difference in ((preset("general"), 0.4), (Judgements.of(rater=0.5, item=1), 0.25)):
        prior = f"normal:{difference}:0.1"
        belief = Belief.read("plan", prior, world, of="difference", asked="power", several=False)
        points = [belief.at(d).points() for d in (0.01, difference, 0.4)]
        assert points == pytest.approx([0.01, difference, 0.4], abs=1e-5)
        assert belief.middle().points() == pytest.approx(difference, abs=1e-6)


def test_direction_counts_the_sign_of_each_effect():
    below = cw.plan.ratings(**RATED, effect_prior="uniform:-0.8:-0.6", replicates=100)
    both = cw.plan.ratings(**RATED, effect_prior="uniform:-2:2", replicates=200)
    assert below["assurance"].estimate > 0.9
    assert both["assurance"].estimate > 0.8
    nothing = cw.plan.ratings(**RATED, effect_prior="uniform:-0.00001:0.00001", replicates=2000)
    # Findings by chance have the right sign in half of the cases.
    assert nothing["assurance"].high < nothing["alpha"].estimate


def test_value_several_models_have_a_row_each():
    study = {**RATED, "model": ["t-items", "wilcoxon-items"], "effect_prior": "normal:0.3:0.1"}
    plan = cw.plan.ratings(**study, replicates=100)
    assert {"assurance[t-items]", "assurance[wilcoxon-items]"} <= {r.estimand for r in plan.rows}
    assert plan.provenance["settings"]["effects"] == [pytest.approx(0.3)]  # the middle
    assert any("the power is that at the middle of the prior" in note for note in plan.notes)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"effect": [0.1, 0.2]}, "at most one effect"),
        ({"solve": "mde"}, "a prior of it"),
        ({"effect": "0.3r"}, "as the prior's are"),
        ({"effect_prior": "normal:9"}, "normal:MEAN:SD"),
        ({"difference": 0.1, "world": "general", "effect_prior": "normal:9:1"}, "at least half"),
    ],
    ids=["list", "solve", "unit", "words", "impossible"],
)
def test_refusals_are_one_sentence(more, says):
    with pytest.raises(ParameterError, match=says):
        cw.plan.ratings(**{**RATED, "effect_prior": "normal:0.3:0.1", **more})
