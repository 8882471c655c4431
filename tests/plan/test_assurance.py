"""Assurance: the average power, by another route; what is cut off; what is refused."""

import numpy as np
import pytest
from scipy import integrate, stats

import claimwise as cw
from claimwise.core import ParameterError
from claimwise.engine.effect_prior import EffectPrior

PRIOR = "normal:0.03:0.03"


def power_at(d, **settings):
    return cw.exact_power(cw.PairedAccuracy(d, 0.85), "mcnemar-midp", 400, **settings).power


def test_value_average_power_by_independent_quadrature():
    plan = cw.plan.accuracy(n=400, agreement=0.85, effect_prior=PRIOR)
    prior = stats.norm(0.03, 0.03)
    top, _ = integrate.quad(
        lambda d: prior.pdf(d) * power_at(d), -0.15, 0.15, points=[0.0], limit=200, epsabs=1e-8
    )
    inside = prior.cdf(0.15) - prior.cdf(-0.15)
    assert plan["assurance"].estimate == pytest.approx(top / inside, abs=1e-6)
    assert [row.estimand for row in plan.rows] == ["assurance"]


def test_value_one_sided_counts_gains_only():
    plan = cw.plan.accuracy(
        n=400, agreement=0.85, effect_prior="uniform:-0.1:0.1", alternative="greater"
    )
    nodes = np.linspace(0.0005, 0.0995, 100)  # the midpoint rule
    mean = np.mean([power_at(float(d), alternative="greater") for d in nodes])
    assert plan["assurance"].estimate == pytest.approx(mean / 2, abs=1e-5)


@pytest.mark.slow
def test_value_of_the_posteriors_assurance():
    """Conclusions at one difference after another, counted where they are true."""
    plan = cw.plan.accuracy(
        n=400, agreement=0.85, effect_prior="uniform:-0.04:0.1", assess="posterior", margin=0.02,
        replicates=200, rng=1,
    )  # fmt: skip

    def concluded(d):
        at = cw.plan.accuracy(
            n=400,
            difference=d,
            agreement=0.85,
            assess="posterior",
            margin=0.02,
            replicates=1,
            rng=1,
        )
        return [at[f"conclude[{side}, margin]"].estimate for side in ("greater", "less")]

    nodes = np.linspace(-0.04, 0.1, 15)[:-1] + 0.005
    found = np.array([concluded(float(d)) for d in nodes])
    true = found[nodes > 0.02, 0].sum() + found[nodes < -0.02, 1].sum()
    assert plan["assurance[posterior]"].estimate == pytest.approx(true / 14, abs=6e-3)
    any_true = found[:, 0].mean()
    assert plan["conclude[greater, margin]"].estimate == pytest.approx(any_true, abs=6e-3)


@pytest.mark.slow
def test_chance_each_study_has_a_difference_of_its_own():
    settings = {"n": 400, "agreement": 0.85, "assess": "posterior", "rng": 5}
    plan = cw.plan.accuracy(**settings, effect_prior="normal:0.05:0.0001", replicates=250)
    fixed = cw.plan.accuracy(**settings, difference=0.05, replicates=250)
    for name in ("hdi_excludes_zero", "interval_width", "wrong_sign"):
        assert plan[name].low <= fixed[name].high
        assert fixed[name].low <= plan[name].high
    goal = "conclude[greater]"
    assert plan[goal].estimate == pytest.approx(fixed[goal].estimate, abs=1e-4)
    spread = cw.plan.accuracy(**settings, effect_prior="normal:0:0.04", replicates=250)
    above = cw.plan.accuracy(**settings, effect_prior="uniform:0:0.08", replicates=250)
    assert spread["conclude[less]"].estimate == pytest.approx(
        spread["conclude[greater]"].estimate, rel=1e-6
    )
    assert above["conclude[less]"].estimate < 0.01


def test_law_a_certain_prior_gives_the_power():
    plan = cw.plan.accuracy(n=400, agreement=0.85, difference=0.05, effect_prior="normal:0.05:1e-6")
    assert plan["assurance"].estimate == pytest.approx(plan["power"].estimate, abs=1e-5)
    unpaired = cw.plan.proportions(
        n=300, baseline=0.8, difference=0.06, effect_prior="normal:0.06:1e-6"
    )
    assert unpaired["assurance"].estimate == pytest.approx(
        unpaired["power[exact]"].estimate, abs=1e-5
    )


@pytest.mark.slow
def test_law_workers_change_nothing():
    settings = {"n": 200, "agreement": 0.8, "effect_prior": PRIOR, "assess": "posterior", "rng": 3}
    one = cw.plan.accuracy(**settings, replicates=300)
    two = cw.plan.accuracy(**settings, replicates=300, workers=2)
    assert one.rows == two.rows


def test_direction_uncertainty_costs_power_where_power_is_high():
    plan = cw.plan.accuracy(n=900, agreement=0.85, difference=0.05, effect_prior="normal:0.05:0.03")
    assert plan["assurance"].estimate < plan["power"].estimate


def test_what_is_impossible_is_cut_off_and_said():
    plan = cw.plan.accuracy(n=400, agreement=0.95, effect_prior="normal:0.03:0.02")
    cut = stats.norm.sf(1) + stats.norm.cdf(-4)
    assert any(note.startswith(f"{cut:.2g} of that prior") for note in plan.notes)
    with pytest.raises(ParameterError, match=r"at least half .* \(-0.05 to 0.05\); found 0.16 of"):
        cw.plan.accuracy(n=400, agreement=0.95, effect_prior="normal:0.07:0.02")


def test_curves_of_assurance():
    plan = cw.plan.accuracy(n=[200, 800], agreement=0.85, effect_prior=PRIOR)
    assert plan["assurance[n=200]"].estimate < plan["assurance[n=800]"].estimate


def test_draws_follow_the_prior_where_it_is_possible():
    prior = EffectPrior.of("normal:0.02:0.02").confined([(-0.05, -0.01), (0.01, 0.05)])
    drawn = prior.draw(np.random.default_rng(1), 4000)
    assert ((np.abs(drawn) > 0.01) & (np.abs(drawn) < 0.05)).all()
    truncated = prior.average(lambda d: np.array([d]), ())[0]
    assert drawn.mean() == pytest.approx(truncated, abs=4 * drawn.std() / 63)


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ("gamma:1:2", "normal:MEAN:SD or uniform:LOW:HIGH"),
        ("normal:0.1", "normal:MEAN:SD"),
        ("normal:x:0.1", "normal:MEAN:SD"),
        ("normal:0.1:0", "a standard deviation from"),
        ("normal:nan:0.1", "normal:MEAN:SD"),
        ("uniform:0.2:0.1", "a lower end below"),
        (0.05, "normal:MEAN:SD"),
    ],
)
def test_bad_priors_are_refused(given, match):
    with pytest.raises(ParameterError, match=match):
        cw.plan.accuracy(n=400, agreement=0.85, effect_prior=given)


def test_searches_over_a_prior_are_refused():
    with pytest.raises(ParameterError, match=r'solve="n" does not go with effect_prior\.'):
        cw.plan.accuracy(agreement=0.85, effect_prior=PRIOR, solve="n")
