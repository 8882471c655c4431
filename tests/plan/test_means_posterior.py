"""The posterior of a mean to come: against simulated studies that are analysed, and by hand."""

import numpy as np
import pytest
from scipy import stats

import claimwise as cw
from claimwise.core import ParameterError
from claimwise.plan.means_posterior import critical_t

ASKED = {"n": 40, "difference": 0.15, "sd": 0.4, "assess": "posterior", "margin": 0.05}
READ = {"rope": 0.1, "level": 0.9, "bayes_factor": 3}


def by_analysis(difference, studies=300):
    """Simulate studies, read the posterior of each by compare, and count."""
    rng, seen = np.random.default_rng(11), []
    for _ in range(studies):
        b = rng.normal(difference, 0.4, 40)
        rows = {
            row.estimand: row
            for row in cw.compare(
                np.zeros(40), b, assess="posterior", margin=0.05, rope=0.1, level=0.9
            ).rows
        }
        seen.append(rows)
    return seen


@pytest.mark.slow
def test_chance_compare_says_of_simulated_studies_what_the_plan_foresees():
    plan = cw.plan.means(**ASKED, **READ)
    studies = by_analysis(0.15)
    interval, factor = "posterior_difference", "bayes_factor_01[point, prior=reference]"
    said = {
        "conclude[greater]": [s["probability_greater"].estimate >= 0.9 for s in studies],
        "hdi_excludes_zero": [s[interval].low >= 0 for s in studies],
        "hdi_outside_rope[greater]": [s[interval].low >= 0.1 for s in studies],
        "bayes_factor_10_above[3]": [1 / s[factor].estimate >= 3 for s in studies],
    }
    for name, hits in said.items():
        count = int(np.sum(hits))
        assert stats.binomtest(count, len(hits), plan[name].estimate).pvalue > 1e-3, name
    widths = [s[interval].high - s[interval].low for s in studies]
    error = np.std(widths) / np.sqrt(len(widths))
    assert plan["interval_width"].estimate == pytest.approx(np.mean(widths), abs=4 * error)


def test_value_sure_is_a_t_test_of_the_margin_by_the_noncentral_t():
    plan = cw.plan.means(**ASKED, **READ)
    critical = stats.t.ppf(0.9, 39)
    shift = (0.15 - 0.05) / 0.4 * np.sqrt(40)
    by_hand = stats.nct.sf(critical, 39, shift)
    assert plan["conclude[greater, margin]"].estimate == pytest.approx(by_hand, abs=1e-6)
    null = stats.nct.sf(critical, 39, -0.05 / 0.4 * np.sqrt(40))
    assert plan["conclude[greater, margin, no effect]"].estimate == pytest.approx(null, abs=1e-6)


@pytest.mark.parametrize(("n", "factor", "width"), [(30, 3.0, 0.7071), (20, 10.0, 1.0)])
def test_value_critical_bayes_factors_are_those_of_quadrature(n, factor, width):
    """The marginal density of t under a Cauchy prior of the standardised effect, by hand."""
    t = critical_t(n, factor, width)
    effect = np.linspace(-8, 8, 100_001)
    density = stats.nct.pdf(t, n - 1, effect * np.sqrt(n)) * stats.cauchy.pdf(effect, 0, width)
    assert np.trapezoid(density, effect) / stats.t.pdf(t, n - 1) == pytest.approx(factor, rel=2e-3)
    assert critical_t(n, 1 / 100, width) is None  # so few items are never so much for the null


def test_direction_a_negative_difference_makes_the_posterior_sure_of_a():
    plus = cw.plan.means(**ASKED, **READ)
    minus = cw.plan.means(**ASKED | {"difference": -0.15}, **READ)
    assert minus["conclude[less, margin]"].estimate == pytest.approx(
        plus["conclude[greater, margin]"].estimate
    )
    assert minus["hdi_excludes_zero"].estimate == pytest.approx(plus["hdi_excludes_zero"].estimate)


def test_value_the_size_has_the_chance_that_was_asked_for():
    plan = cw.plan.means(**ASKED | {"n": None}, **READ, solve="n")
    n = plan["sample_size[posterior]"].n
    at, below = (cw.plan.means(**ASKED | {"n": k}, **READ) for k in (n, n - 1))
    assert at["conclude[greater, margin]"].estimate >= 0.8
    assert below["conclude[greater, margin]"].estimate < 0.8


def test_value_an_average_over_a_prior_is_that_of_points():
    plan = cw.plan.means(**ASKED | {"difference": None}, **READ, effect_prior="uniform:0:0.3")
    places = np.linspace(0, 0.3, 61)
    points = [
        cw.plan.means(**ASKED | {"difference": d}, **READ)["conclude[greater, margin]"].estimate
        for d in places[1:]
    ]
    mean = float(np.trapezoid([plan_at_zero(), *points], places)) / 0.3
    assert plan["conclude[greater, margin]"].estimate == pytest.approx(mean, abs=1e-3)


def plan_at_zero():
    return cw.plan.means(**ASKED, **READ)["conclude[greater, margin, no effect]"].estimate


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"prior": "jzs"}, "reference prior"),
        ({"unpaired": True}, "different items"),
        ({"shape": "skewed"}, "skewed scores"),
        ({"cluster_size": 4, "icc": 0.1}, "clusters"),
        ({"solve": "mde", "difference": None}, "a posterior"),
        ({"claim": "superiority"}, "A posterior has a margin of its own"),
        ({"looks": 2}, "a posterior alone"),
        ({"assess": "test", "margin": None, "rope": 0.1}, "a posterior to speak of"),
    ],
    ids=str,
)
def test_what_has_no_such_posterior_is_refused(more, says):
    with pytest.raises(ParameterError, match=says):
        cw.plan.means(**ASKED | more)
