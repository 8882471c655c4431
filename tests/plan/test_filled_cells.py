"""Cells of the matrix against the same question asked of another kind, or counted by hand."""

import numpy as np
import pytest
from scipy import stats

import claimwise as cw
from claimwise.data import Pairs, example_path

CLAIMED = {"claim": "non-inferiority", "margin": 0.1, "solve": "power"}


def pilot_of(wins, losses, both, neither):
    """Return a pilot of verdicts with these counts."""
    cells = [(0, 1)] * wins + [(1, 0)] * losses + [(1, 1)] * both + [(0, 0)] * neither
    a, b = np.array(cells, float).T
    return Pairs(a, b)


def test_value_a_claim_about_preferences_is_one_about_pairs():
    """A judgement for B is an item that only B gets right."""
    for claim, margin in (("non-inferiority", 0.1), ("equivalence", 0.15), ("superiority", 0.01)):
        asked = {"n": 250, "claim": claim, "margin": margin}
        judged = cw.plan.preference(win=0.3, lose=0.26, **asked)
        paired = cw.plan.accuracy(difference=0.04, agreement=0.44, **asked)
        for name in ("support", "alpha", "sample_size"):
            assert judged[name].estimate == pytest.approx(paired[name].estimate, nan_ok=True)
    with pytest.raises(cw.ParameterError, match="ties"):
        cw.plan.preference(n=250, win=0.3, lose=0.26, ties="split", **CLAIMED)


@pytest.mark.slow
def test_chance_a_claim_of_a_pilot_is_enumerated_where_its_items_are_right_or_wrong():
    pilot = pilot_of(30, 30, 90, 50)
    drawn = cw.plan.pilot(pilot, n=300, difference=0.0, replicates=4000, rng=2, **CLAIMED)
    known = cw.plan.accuracy(n=300, difference=0.0, agreement=0.7, **CLAIMED)
    assert drawn.method == known.method == "tango"
    share = drawn["support"]
    error = (share.high - share.low) / 2 / 1.96
    assert abs(share.estimate - known["support"].estimate) < 3.5 * error
    assert drawn["alpha"].low - 0.01 < 0.05 < drawn["alpha"].high + 0.01


@pytest.mark.slow
def test_direction_where_lower_is_better_a_pilot_claims_the_other_way():
    asked = {"n": 60, "claim": "superiority", "margin": 1, "replicates": 200, "rng": 1}
    asked |= {"better": "lower"}
    file = str(example_path("latency.csv"))
    faster, slower = (cw.plan.pilot(file, difference=d, **asked) for d in (-8, 8))
    assert faster["support"].estimate > 0.5
    assert slower["support"].estimate < 0.05


@pytest.mark.slow
def test_chance_a_claim_about_labels_keeps_alpha_on_its_margin():
    asked = {"tables": str(example_path("confusion.toml")), "n": 400, "rng": 4}
    claim = {"claim": "non-inferiority", "margin": 0.06, "replicates": 1500}
    plan = cw.plan.f1(**asked, difference=0.0, **claim)
    assert plan.method == "jackknife-t"
    assert plan["alpha"].low < 0.06
    there = cw.plan.f1(**asked, difference=-0.06, **claim)
    assert there["support"].low - 0.01 < 0.05 < there["support"].high + 0.01
    assert plan["support"].estimate > 5 * there["support"].estimate


@pytest.mark.slow
def test_value_the_detectable_error_of_b_is_found_as_often_as_wanted():
    study = {"items": 60, "responses": 3, "metric": "mae", "resamples": 99, "rng": 5}
    found = cw.plan.responses(**study, solve="mde", replicates=400)["mde[mae]"]
    at = cw.plan.responses(**study, epsilon_b=found.estimate, replicates=1000)["power[mae]"]
    assert at.low - 0.03 < 0.8 < at.high + 0.03
    assert found.low <= found.estimate <= found.high


def test_value_looks_at_bleu_are_those_of_its_power():
    once = cw.plan.bleu(n=2000, difference=1, by="normal", solve="power")
    looked = cw.plan.bleu(n=2000, difference=1, by="normal", solve="power", looks=[0.5, 1])
    drift = stats.norm.isf(0.025) + stats.norm.ppf(once["power"].estimate)
    z1, z2 = (looked[f"boundary_z[look={k}]"].estimate for k in (1, 2))
    both = stats.multivariate_normal([drift * 0.5**0.5, drift], [[1, 0.5**0.5], [0.5**0.5, 1]])
    missed = both.cdf([z1, z2])
    assert looked["power[sequential]"].estimate == pytest.approx(1 - missed, abs=1e-4)


@pytest.mark.slow
def test_chance_a_look_after_every_item_of_a_pilot_is_that_of_its_agreement():
    pilot = pilot_of(60, 40, 50, 50)
    asked = {"n": 300, "spending": "anytime", "replicates": 400, "rng": 6}
    drawn = cw.plan.pilot(pilot, **asked)["power[anytime]"]
    known = cw.plan.accuracy(difference=0.1, agreement=0.5, solve="power", **asked)
    known = known["power[anytime]"]
    errors = np.hypot(drawn.high - drawn.low, known.high - known.low) / 2 / 1.96
    assert abs(drawn.estimate - known.estimate) < 3.5 * errors
    assert 0.05 < known.estimate < 0.999
