"""Assurance where power is simulated, and in plans of judgements: against other routes."""

import numpy as np
import pytest
from scipy import integrate, stats

import claimwise as cw
from claimwise.engine.belief import drawn_effects
from claimwise.engine.effect_prior import EffectPrior


def test_value_of_judgements_by_independent_quadrature():
    plan = cw.plan.preference(n=80, tie=0.25, effect_prior="normal:0.2:0.1")
    prior = stats.norm(0.2, 0.1)

    def power(d):
        world = cw.Preference((0.75 + d) / 2, (0.75 - d) / 2)
        return cw.exact_power(world, "sign", 80).power

    at = np.linspace(-0.3, 0.7, 101)
    top = integrate.simpson([prior.pdf(d) * power(float(d)) if d else 0.0 for d in at], x=at)
    assert plan["assurance"].estimate == pytest.approx(top, abs=2e-4)
    assert [row.estimand for row in plan.rows] == ["assurance"]


def test_value_ties_that_are_split_are_split_in_the_average():
    study = {"n": 80, "tie": 0.25, "effect_prior": "uniform:0.29999:0.30001"}
    for ties in ("drop", "split"):
        narrow = cw.plan.preference(**study, ties=ties)["assurance"].estimate
        at = cw.plan.preference(n=80, win=0.525, lose=0.225, ties=ties, solve="power")
        assert narrow == pytest.approx(at["power"].estimate, abs=1e-4)


@pytest.mark.slow
def test_value_a_pilot_of_judgements_is_the_same_as_its_shares():
    pilot = cw.plan.preference(n=90, pilot="60,40,20", solve="power")
    told = cw.plan.preference(n=90, win=0.5, lose=1 / 3, solve="power")
    assert pilot["power"].estimate == pytest.approx(told["power"].estimate, abs=1e-12)
    open_ = cw.plan.preference(n=90, pilot=(60, 40, 20), solve="power", uncertain=True)
    assert open_["expected_power"].estimate < open_["power"].estimate
    rng = np.random.default_rng(5)
    cells = rng.dirichlet([60 + 25 / 3, 40 + 25 / 3, 20 + 10 / 3], 400)
    found = [cw.exact_power(cw.Preference(x, y), "sign", 90).power for x, y, _ in cells]
    error = np.std(found) / 20
    assert open_["expected_power"].estimate == pytest.approx(np.mean(found), abs=3.5 * error)


def test_law_each_part_of_the_prior_has_one_difference():
    prior = EffectPrior("normal", 0.1, 0.3, ((-1.0, 1.0),))
    effects = drawn_effects(prior, 4)
    law = stats.truncnorm(-1.1 / 0.3, 0.9 / 0.3, 0.1, 0.3)
    assert (np.floor(50 * law.cdf(effects)) == np.arange(50)).all()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plan", "options", "prior"),
    [
        (cw.plan.bleu, {"n": 400, "world": "wmt19", "replicates": 600}, "uniform:1.9999:2.0001"),
        (
            cw.plan.f1,
            {"n": 300, "tables": "examples/confusion.toml", "replicates": 300, "resamples": 99},
            "uniform:0.0799:0.0801",
        ),
        (
            lambda **options: cw.plan.pilot("examples/latency.csv", test="paired-t", **options),
            {"n": 30, "replicates": 600},
            "uniform:-8.001:-7.999",
        ),
    ],
    ids=["bleu", "f1", "pilot"],
)
def test_value_a_prior_of_one_difference_is_the_power_there(plan, options, prior):
    low, high = (float(x) for x in prior.split(":")[1:])
    at = plan(**options, difference=(low + high) / 2, solve="power", rng=1)["power"]
    over = plan(**options, effect_prior=prior, solve="power", rng=2)["assurance"]
    studies = options["replicates"]
    error = np.sqrt(2 * at.estimate * (1 - at.estimate) / studies)
    assert over.estimate == pytest.approx(at.estimate, abs=3.5 * error)
    assert over.low < over.estimate < over.high


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plan", "options"),
    [
        (cw.plan.bleu, {"n": 300, "world": "wmt19"}),
        (cw.plan.f1, {"n": 300, "tables": "examples/confusion.toml", "resamples": 99}),
        (lambda **options: cw.plan.pilot("examples/latency.csv", test="paired-t", **options),
         {"n": 30}),
        (cw.plan.means, {"n": 30, "sd": 1.0, "by": "simulation"}),
    ],
    ids=["bleu", "f1", "pilot", "means"],
)  # fmt: skip
def test_direction_findings_of_the_wrong_sign_do_not_count(plan, options):
    """Next to no difference, half of the findings have the wrong sign."""
    found = plan(
        **options, effect_prior="uniform:-0.0001:0.0001", alpha=0.4, solve="power", replicates=400,
        rng=1,
    )["assurance"].estimate  # fmt: skip
    assert 0.12 < found < 0.29


def test_value_expected_power_of_a_pilots_items():
    """The knots' own answer: power at differences from the posterior, one by one."""
    plan = cw.plan.pilot(
        "examples/latency.csv", n=30, test="paired-t", uncertain=True, replicates=400, rng=1
    )
    pairs = cw.align(cw.read("examples/latency.csv"))
    d = pairs.b - pairs.a
    spread = d.std()  # of the items, as they are
    mean, error = d.mean() * 120 / 140, spread / np.sqrt(140)
    nodes, weights = np.polynomial.hermite_e.hermegauss(9)
    exact = [
        cw.plan.means(n=30, difference=mean + error * x, sd=d.std(ddof=1), solve="power")["power"]
        for x in nodes
    ]
    want = np.average([row.estimate for row in exact], weights=weights)
    row = plan["expected_power"]
    assert row.low - 0.03 < want < row.high + 0.03  # the items are not quite normal
    assert plan["power_interval"].low < row.estimate < plan["power_interval"].high
    assert row.estimate < plan["power"].estimate


def test_refusals():
    with pytest.raises(
        cw.ParameterError, match=r'solve="mde" does not go with effect_prior\. Give n to'
    ):
        cw.plan.bleu(n=100, effect_prior="normal:1:1", solve="mde")
    with pytest.raises(cw.ParameterError, match="three counts"):
        cw.plan.preference(n=100, pilot="60,40")
    with pytest.raises(cw.ParameterError, match=r"gives the shares, also win\. Leave it"):
        cw.plan.preference(n=100, pilot="60,40,1", win=0.5)
