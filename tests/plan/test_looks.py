"""A plan with looks: published inflation, theory beside simulation, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from claimwise import plan
from claimwise.core import ParameterError, Result, Row
from claimwise.plan.looks import Fixed, plan_looks


def once(power=0.8, n=1000, **more):
    return Fixed(power=power, n=n, alpha=0.05, **more)


@pytest.mark.parametrize(("spending", "about"), [("obrien-fleming", 1.025), ("pocock", 1.213)])
def test_value_inflation_reaches_the_target_by_the_multivariate_normal(spending, about):
    found = plan_looks(once(), looks=5, spending=spending)
    inflation = found["inflation"].estimate
    assert inflation == pytest.approx(about, abs=1e-3)
    drift = (stats.norm.isf(0.025) + stats.norm.ppf(0.8)) * np.sqrt(inflation)
    bounds = np.array([found[f"boundary_z[look={k}]"].estimate for k in range(1, 6)])
    times = np.arange(1, 6) / 5
    shared = np.sqrt(np.minimum.outer(times, times) / np.maximum.outer(times, times))
    normal = stats.multivariate_normal(drift * np.sqrt(times), shared, abseps=1e-6, maxpts=100_000)
    # Crossing below first, which this leaves out, has a probability of some 1e-5.
    missed = normal.cdf(bounds, rng=np.random.default_rng(1))
    assert 1 - missed == pytest.approx(0.8, abs=5e-5)


def test_value_one_look_changes_nothing():
    found = plan_looks(once(sample_size=950), looks=1)
    assert found["power[sequential]"].estimate == pytest.approx(0.8, abs=1e-9)
    assert found["inflation"].estimate == pytest.approx(1, abs=1e-7)
    assert found["sample_size[sequential]"].n == 950
    assert found["expected_n[effect]"].estimate == 1000
    assert found["boundary_p[look=1]"].estimate == pytest.approx(0.05)


def test_value_the_most_items_are_the_inflated_ones():
    found = plan_looks(once(sample_size=950), looks=4, spending="pocock")
    factor = found["inflation"].estimate
    assert found["sample_size[sequential]"].n == np.ceil(factor * 950)


def test_value_expected_items_by_hand():
    found = plan_looks(once(), looks=(0.4, 1), spending="pocock")
    stop = found["stop[look=1]"].estimate
    assert found["expected_n[effect]"].estimate == pytest.approx(stop * 400 + (1 - stop) * 1000)
    drift = stats.norm.isf(0.025) + stats.norm.ppf(0.8)
    z = found["boundary_z[look=1]"].estimate
    both = stats.norm.sf(z - drift * 0.4**0.5) + stats.norm.cdf(-z - drift * 0.4**0.5)
    assert stop == pytest.approx(both, rel=1e-9)


@settings(max_examples=15)
@given(
    power=st.floats(0.1, 0.99), looks=st.integers(2, 6), side=st.sampled_from(["less", "two-sided"])
)
def test_law_looks_cost_power_and_save_items(power, looks, side):
    found = plan_looks(once(power=power, alternative=side), looks=looks, spending="pocock")
    assert found["power[sequential]"].estimate < power
    effect, null = found["expected_n[effect]"].estimate, found["expected_n[no effect]"].estimate
    assert effect < null < 1000
    spent = [row.estimate for row in found.rows if row.quantity == "spent"]
    assert spent == sorted(spent)
    assert spent[-1] == pytest.approx(0.05)


def test_direction_a_one_sided_test_that_looks_away_has_no_power():
    found = plan_looks(once(power=1e-4, alternative="greater"), looks=3)
    assert found["power[sequential]"].estimate < 2e-4


def test_value_too_little_power_for_the_theory_is_not_defined():
    found = plan_looks(once(power=0.01), looks=3)
    assert np.isnan(found["power[sequential]"].estimate)
    assert np.isnan(found["stop[look=1]"].estimate)
    assert any("below half of alpha" in note for note in found.notes)


def test_value_a_power_of_one_is_said_to_tell_no_more():
    found = plan_looks(once(power=1.0), looks=3)
    assert any("practically 1" in note for note in found.notes)


@pytest.mark.parametrize("spending", ["obrien-fleming", "pocock"])
def test_chance_theory_and_simulation_agree(spending):
    found = plan.accuracy(
        n=1200, difference=0.04, agreement=0.8, looks=3, spending=spending, rng=4, replicates=5000
    )
    theory, simulated = found["power[sequential]"], found["power[sequential, simulated]"]
    error = (simulated.high - simulated.low) / 4
    assert theory.estimate == pytest.approx(simulated.estimate, abs=4 * error)
    for effect in ("effect", "no effect"):
        row = found[f"expected_n[{effect}, simulated]"]
        assert found[f"expected_n[{effect}]"].estimate == pytest.approx(row.estimate, rel=0.015)
    assert found["type_m[sequential, simulated]"].estimate > found["type_m"].estimate
    assert found["power"].estimate > theory.estimate


def test_chance_discrete_tests_show_their_own_alpha():
    found = plan.preference(n=40, win=0.6, lose=0.4, looks=4, rng=1, replicates=4000)
    assert found["alpha[sequential, simulated]"].high < 0.05
    assert found["stop[look=1, simulated]"].estimate == 0  # ten judgements cannot reach that p


def test_value_the_same_seed_gives_the_same_answer():
    given_ = {"n": 300, "difference": 0.05, "agreement": 0.8, "looks": 2, "replicates": 500}
    first, again = (plan.accuracy(**given_, rng=5) for _ in range(2))
    assert first.rows == again.rows
    assert first.provenance["seed"] == 5
    assert plan.accuracy(**given_, rng=6).rows != first.rows


def test_value_anytime_by_simulation():
    found = plan.preference(n=400, win=0.6, lose=0.3, spending="anytime", rng=1, replicates=200)
    assert found["power[anytime]"].estimate > 0.9
    assert "power[anytime, difference]" in found
    assert found.provenance["settings"]["sequence"] == "win rate"
    unpaired = plan.proportions(
        n=400, baseline=0.5, difference=0.2, spending="anytime", rng=1, replicates=200
    )
    assert unpaired["power[anytime]"].estimate > 0.8


def test_value_proportions_start_from_the_exact_power():
    found = plan.proportions(n=300, baseline=0.5, difference=0.1, looks=1, rng=1, replicates=100)
    exact = found["power[exact]"].estimate
    assert found["power[sequential]"].estimate == pytest.approx(exact, abs=1e-9)


def test_value_a_curve_has_looks_at_every_point():
    found = plan.accuracy(
        n=[400, 800], difference=0.05, agreement=0.8, looks=[0.5, 1], rng=1, replicates=200
    )
    few, many = (found[f"power[sequential, n={n}]"].estimate for n in (400, 800))
    assert few < many


def test_value_after_solving_for_the_size():
    found = plan.accuracy(difference=0.05, agreement=0.8, solve="n", looks=2, rng=1, replicates=200)
    assert found["sample_size[sequential]"].n > found["sample_size"].n
    largest = plan.accuracy(n=500, agreement=0.8, solve="mde", looks=2, rng=1, replicates=200)
    assert largest["power[sequential]"].estimate == pytest.approx(0.797, abs=0.005)


@pytest.mark.parametrize(
    "asked",
    [
        lambda **more: plan.accuracy(n=1500, difference=0.0, agreement=0.85, **more),
        lambda **more: plan.proportions(n=2500, difference=0.0, baseline=0.8, **more),
    ],
    ids=["accuracy", "proportions"],
)
def test_value_a_claim_with_a_margin_is_one_sided_and_not_simulated(asked):
    margin = {"claim": "non-inferiority", "margin": 0.03}
    found = asked(**margin, looks=3)
    power = found["power"].estimate
    same = plan_looks(once(power=power, alternative="greater"), looks=(1 / 3, 2 / 3, 1))
    assert found["power[sequential]"].estimate == pytest.approx(
        same["power[sequential]"].estimate, abs=1e-3
    )
    assert found["boundary_p[look=3]"].estimate == pytest.approx(0.0456, abs=2e-3)
    assert "power[sequential, simulated]" not in found
    with pytest.raises(
        ParameterError, match=r'without clusters or a margin; found claim="non-inferiority"\.'
    ):
        asked(**margin, spending="anytime")
    with pytest.raises(ParameterError, match="equivalence, which needs two"):
        asked(claim="equivalence", margin=0.03, looks=2)


REFUSED = {
    "no looks": ({"spending": "pocock"}, "number of looks"),
    "no rule": ({"looks": 3, "spending": "haybittle"}, "one of obrien-fleming"),
    "looks at any time": ({"looks": 3, "spending": "anytime"}, "every item is one"),
    "no effect": ({"looks": 3, "difference": 0.0}, "true difference"),
    "a posterior": (
        {"looks": 3, "assess": "posterior", "replicates": 10},
        r'assess="test"; found a posterior alone\.',
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case):
    more, match = REFUSED[case]
    with pytest.raises(ParameterError, match=match):
        plan.accuracy(**({"n": 100, "difference": 0.05, "agreement": 0.8} | more))


def test_refused_several_agreements():
    with pytest.raises(ParameterError, match="one agreement"):
        plan.accuracy(
            n=50,
            difference=0.02,
            baseline=0.8,
            agreement_from="lachenbruch",
            looks=2,
            solve="power",
        )


def test_refused_plans_without_power():
    empty = Result(kind="test", method="x", rows=(Row(quantity="mde", estimate=0.1, n=10),))
    with pytest.raises(ParameterError, match="with its power"):
        plan_looks(empty, looks=2)
    with pytest.raises(ParameterError, match="differences add up one by one"):
        plan_looks(once(), spending="anytime")
