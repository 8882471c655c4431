"""The same raters on rating scales of different lengths: thresholds, information, words."""

from math import pi, sqrt

import numpy as np
import pytest
from scipy import stats

import claimwise as cw
from claimwise.core import ParameterError
from claimwise.worlds import OrdinalRatings
from claimwise.worlds.rating_presets import preset
from claimwise.worlds.varying import Varying

NONE = Varying(0.0, 0.0)
WIDE = OrdinalRatings(effect=0.0, thresholds=tuple(np.linspace(-2, 2, 6)), rater=NONE, item=NONE)
STUDY = {"items": 30, "ratings_per_item": 2, "list_length": 15, "effect": "0.6t", "rng": 1}


def signal(world):
    """By how many standard deviations of a rating the systems differ, in points."""
    mean, square = (
        [float(s @ np.arange(len(s)) ** power) for s in world.shares()] for power in (1, 2)
    )
    spread = np.mean([square[i] - mean[i] ** 2 for i in (0, 1)])
    return world.points() / sqrt(spread)


def test_value_thresholds_by_hand():
    world = OrdinalRatings(effect=0.0, thresholds=(-2.0, 0.0, 1.0), rater=NONE, item=NONE)
    # The range is -4 to 2; a quarter of the scale ends at -2, a half at 0, three at 1.
    assert world.on_scale(2).thresholds == (0.0,)
    assert world.on_scale(8).thresholds == pytest.approx((-3, -2, -1, 0, 0.5, 1, 1.5))
    assert world.on_scale(100).scale_points() == 100


@pytest.mark.parametrize("name", ["general", "extreme-high"])
def test_law_as_many_points_as_before_change_nothing(name):
    world = preset(name)
    assert world.on_scale(6).thresholds == pytest.approx(world.thresholds)
    twice = world.on_scale(12).thresholds
    assert twice[1::2] == pytest.approx(world.thresholds)


def test_value_two_points_keep_two_parts_in_pi_of_the_information():
    """Of a normal score cut at its middle; a hundred points keep nearly all."""
    world = WIDE.at(0.05)
    known = 0.05  # in standard deviations of the latent score
    kept = {k: (signal(world.on_scale(k)) / known) ** 2 for k in (2, 3, 5, 7, 100)}
    assert kept[2] == pytest.approx(2 / pi, rel=2e-3)
    assert list(kept.values()) == sorted(kept.values())
    assert 0.95 < kept[100] < 1.001


@pytest.mark.slow
def test_a_curve_over_scales_is_each_scale_by_itself():
    told = STUDY | {"replicates": 120, "model": "linear"}
    curve = cw.plan.ratings(scale_points=[2, 6], **told)
    for points in (2, 6):
        alone = cw.plan.ratings(scale_points=points, **told)
        for row in alone.rows:
            there = curve[f"{row.quantity}[scale_points={points}]"]
            assert (there.estimate, there.low, there.high) == (row.estimate, row.low, row.high)
    plain = cw.plan.ratings(**told)  # the world has six points itself
    assert curve["power[scale_points=6]"].estimate == plain["power"].estimate
    assert curve.provenance["axes"] == ["scale_points"]
    assert "scale points" in str(curve)
    assert "latent units" in " ".join(str(curve).split())


@pytest.mark.slow
def test_chance_false_positives_on_a_scale_of_two_points():
    told = {"items": 20, "ratings_per_item": 4, "list_length": 10, "effect": 0.5, "rng": 2}
    world = OrdinalRatings(effect=0.0, thresholds=(-1.0, 0.0, 1.0), rater=NONE, item=NONE)
    found = cw.plan.ratings(world=world, scale_points=2, model="t-items", replicates=1500, **told)
    hits = round(found["alpha"].estimate * 1500)
    assert stats.binomtest(hits, 1500, 0.05).pvalue > 1e-3


def test_ordinal_models_are_for_few_points():
    long = cw.plan.ratings(scale_points=30, replicates=20, **STUDY)
    assert long.settings["models"] == ["linear"]
    with pytest.raises(ParameterError, match="a scale of at most 20 points; found 30"):
        cw.plan.ratings(scale_points=30, model="ordinal", **STUDY)


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ({"scale_points": 1}, "a number from 2 to 1,000; found 1"),
        ({"scale_points": 5, "world": "card-low", "effect": 0.1}, "an ordinal world"),
        ({"scale_points": []}, "at least one value"),
        ({"scale_points": [2, 5], "effect": "0.2t,0.4t"}, "one effect; found several"),
    ],
)
def test_what_cannot_be_is_refused(given, match):
    with pytest.raises(ParameterError, match=match):
        cw.plan.ratings(**STUDY | {"replicates": 20} | given)
