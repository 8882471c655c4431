"""The metric, count and ordinal examples of HyBayes, and more, against numbers found elsewhere.

The data are made by formula, so that nothing is random. The expected values come from converged
quadrature with other code.
"""

import numpy as np
import pytest
from scipy import integrate, stats

from claimwise.bayes import Groups, How, assess_bayes_factor, assess_posterior, fit
from claimwise.bayes.effects import effect_rows
from claimwise.bayes.models.count_prior import CountPrior
from claimwise.bayes.models.metric_prior import MetricPrior
from claimwise.bayes.models.scale_prior import ScalePrior
from claimwise.data import IndependentScores
from claimwise.htest import run_test


def metric_data():
    first = 99.2 + 2 * stats.norm.ppf((np.arange(1, 41) - 0.5) / 40)
    second = 100.8 + 2 * stats.norm.ppf((np.arange(1, 31) - 0.5) / 30)
    return Groups.of({"second": second, "first": first})


def count_data():
    first = stats.poisson.ppf((np.arange(1, 68) - 0.5) / 67, 11.1)
    second = stats.poisson.ppf((np.arange(1, 77) - 0.5) / 76, 9.9)
    assert (first.sum(), second.sum()) == (744, 753)
    return Groups.of({"second": second, "first": first})


def ordinal_data():
    return Groups.of(
        {"second": np.repeat([0, 1, 2], [18, 9, 7]), "first": np.repeat([0, 1, 2], [10, 9, 20])}
    )


@pytest.mark.slow
def test_value_metric():
    fitted = fit(metric_data(), "hybayes", How(model="metric"))
    assert fitted.prior.spread == pytest.approx(199.26336963)
    assert fitted.log_marginal == pytest.approx(-171.338917068, abs=1e-6)
    d = fitted.difference("second", "first")
    assert (d.mean, d.sd) == pytest.approx((-1.59999484, 0.50615449), abs=1e-6)
    assert d.sf(0.0) == pytest.approx(0.00105051, abs=1e-7)
    assert d.probability(-0.1, 0.1) == pytest.approx(0.00131093, abs=1e-7)
    assert d.hdi(0.95) == pytest.approx((-2.595316, -0.604673), abs=1e-5)
    assert fitted.before("second", "first").probability(-0.1, 0.1) == pytest.approx(
        0.000283138, abs=1e-8
    )
    factors = assess_bayes_factor(fitted, rope=0.1, names=("second", "first"))
    # Lindley's paradox: Welch's p is 0.0015, and the vague prior speaks for "equal".
    second, first = metric_data().values
    welch = run_test("welch", IndependentScores.of(second, first)).rows[0].pvalue
    assert welch == pytest.approx(0.00148, abs=5e-6)
    assert factors["bayes_factor_01"].estimate == pytest.approx(4.634786, abs=1e-3)
    rows = {row.estimand: row.estimate for row in effect_rows(fitted, "second", "first", 0.95)}
    assert rows["normality"] == pytest.approx(40.50318, rel=0.01)


def test_value_metric_with_normality_from_one_on():
    fitted = fit(metric_data(), "kruschke", How(model="metric"))
    d = fitted.difference("second", "first")
    assert d.sd == pytest.approx(0.50616999, abs=1e-7)
    assert d.hdi(0.95) == pytest.approx((-2.595342, -0.604647), abs=1e-5)


def test_value_metric_of_a_thousand_scores():
    """The data of a published benchmark of samplers; truth by quadrature."""
    rng = np.random.default_rng(20260)
    first, second = 0.72 + 0.18 * rng.standard_t(5, 500), 0.69 + 0.20 * rng.standard_t(5, 500)
    fitted = fit({"B": second, "A": first}, "hybayes", How(model="metric"))
    d = fitted.difference("B", "A")
    assert (d.mean, d.sd) == pytest.approx((0.0509551207, 0.0135797179), abs=1e-9)
    assert d.sf([0.0, 0.01]) == pytest.approx((0.9999089, 0.9987025), abs=1e-7)
    assert fitted.log_marginal == pytest.approx(-0.540902063, abs=1e-8)


def test_value_count():
    fitted = fit(count_data(), "hybayes", How(model="count"))
    assert fitted.prior.spread == pytest.approx(3.1985097, abs=1e-7)
    d = fitted.difference("second", "first")
    assert fitted.log_marginal == pytest.approx(-378.822772558, abs=1e-6)
    assert (d.mean, d.sd) == pytest.approx((1.19708884, 0.59773282), abs=1e-6)
    assert d.sf(0.0) == pytest.approx(0.97768967, abs=1e-7)
    assert d.probability(-0.1, 0.1) == pytest.approx(0.01806311, abs=1e-7)
    assert d.hdi(0.95) == pytest.approx((0.025935, 2.370471), abs=1e-5)
    prior = fitted.before("second", "first").probability(-0.1, 0.1)
    assert prior == pytest.approx(0.0157785, abs=1e-6)
    factors = assess_bayes_factor(fitted, rope=0.1, names=("second", "first"))
    assert factors["bayes_factor_01"].estimate == pytest.approx(1.147455, abs=1e-5)


def test_value_count_spread_and_skewness():
    """What the published program gets wrong: variance = mean + mean**2 / shape."""
    draws = fit(count_data(), "hybayes", How(model="count")).sample(40_000, 1)
    want = {"first": (66.1579, 3.67114, 0.388365), "second": (66.3364, 3.43431, 0.401705)}
    for system, (shape, sd, skewness) in want.items():
        mean = draws.of("mu", system=system)
        alpha = draws.of("alpha", system=system)
        assert alpha.mean() == pytest.approx(shape, rel=0.02)
        assert np.sqrt(mean + mean**2 / alpha).mean() == pytest.approx(sd, rel=0.003)
        skew = (alpha + 2 * mean) / np.sqrt(alpha * mean * (alpha + mean))
        assert skew.mean() == pytest.approx(skewness, rel=0.003)


def test_value_count_with_the_safer_prior():
    """A log-scale of sd 1 hardly moves the posterior: 1.1954 instead of 1.1971."""
    center = np.log((744 / 67 + 753 / 76) / 2)
    prior = CountPrior("log sd 1", center, 1.0)
    d = fit(count_data(), prior, How(model="count")).difference("second", "first")
    assert d.mean == pytest.approx(1.1954, abs=5e-5)
    default = fit(count_data(), how=How(model="count")).difference("second", "first")
    assert default.mean == pytest.approx(1.1954, abs=0.005)


def test_value_ordinal_anchored():
    fitted = fit(ordinal_data(), "published", How(model="ordinal"))
    d = fitted.difference("second", "first")
    assert fitted.log_marginal == pytest.approx(-85.36281925, abs=1e-6)
    assert (d.mean, d.sd) == pytest.approx((1.49843958, 0.68429156), abs=1e-6)
    assert d.sf(0.0) == pytest.approx(0.99549846, abs=1e-7)
    assert d.hdi(0.95) == pytest.approx((0.258464, 2.903818), abs=1e-5)
    second, first = ordinal_data().values
    ranks = run_test("mann-whitney", IndependentScores.of(second, first)).rows[0].pvalue
    assert ranks == pytest.approx(0.0047957, abs=1e-7)


@pytest.mark.slow
def test_value_ordinal_as_the_published_program_has_it():
    fitted = fit(ordinal_data(), "hybayes", How(model="ordinal"))
    d = fitted.difference("second", "first")
    assert d.mean == pytest.approx(4.206, abs=1e-3)
    assert d.hdi(0.95) == pytest.approx((0.4608, 8.4769), abs=2e-3)
    assert d.sf(0.0) == pytest.approx(0.98991, abs=5e-5)
    top = fitted.sample(40_000, 0)["threshold"][..., -1].mean()
    assert top == pytest.approx(4.446, abs=0.02)
    assert any("not to conclude" in note for note in fitted.notes)


def test_value_normal_scores_against_a_plain_grid():
    """Sums over a fine uniform grid, for the difference of two normal means."""
    a, b = np.array([1.0, 2.5, 3.0, 4.2]), np.array([3.0, 3.3, 5.1])
    prior = MetricPrior("mine", 3.0, 2.0, ScalePrior.lognormal(1.0, 0.5)).normal()

    grid, log_sd = np.linspace(-9, 15, 1201), np.linspace(-4, 4, 801)

    def marginal(data):
        logs = sum(stats.norm.logpdf(y, grid[:, None], np.exp(log_sd)) for y in data)
        over_sd = np.exp(logs + stats.norm.logpdf(log_sd, 0, 0.5)).sum(axis=1) * 0.01
        return over_sd * stats.norm.pdf(grid, 3, 2)

    first, second = marginal(a), marginal(b)
    step = grid[1] - grid[0]
    total = first.sum() * second.sum() * step**2
    fitted = fit({"A": a, "B": b}, prior, How(model="metric"))
    assert fitted.log_marginal == pytest.approx(np.log(total), abs=1e-7)
    joint = np.outer(second, first) / (first.sum() * second.sum())
    above = np.tril(joint, -1).sum() + 0.5 * np.trace(joint)
    assert fitted.difference("A", "B").sf(0.0) == pytest.approx(above, abs=1e-5)


def test_value_poisson_against_nested_integrals():
    a, b = np.array([0, 2, 1, 4]), np.array([3, 5, 2])
    prior = CountPrior("mine", 0.7, 0.8).poisson()

    def evidence(data):
        def over(eta):
            return np.exp(
                stats.poisson.logpmf(data, np.exp(eta)).sum() + stats.norm.logpdf(eta, 0.7, 0.8)
            )

        return integrate.quad(over, -6, 6, epsabs=0, epsrel=1e-10)[0]

    fitted = fit({"A": a, "B": b}, prior, How(model="count"))
    assert fitted.log_marginal == pytest.approx(np.log(evidence(a) * evidence(b)), abs=1e-8)


def test_value_paired_metric_is_the_model_of_differences():
    """With normal scores and a wide prior, the posterior is nearly that of the paired t test."""
    rng = np.random.default_rng(3)
    a = rng.normal(10, 3, 60)
    b = a + rng.normal(0.5, 1, 60)
    data = Groups.of({"A": a, "B": b}, paired=True)
    prior = MetricPrior("wide", 0.0, 100.0, ScalePrior.uniform(1e-3, 1e3)).normal()
    d = fit(data, prior, How(model="metric")).difference("A", "B")
    error = (b - a).std(ddof=1) / np.sqrt(60)
    t = stats.t(60 - 2, (b - a).mean(), error * np.sqrt(59 / 58))  # flat in sd: one df less
    assert d.mean == pytest.approx((b - a).mean(), abs=1e-5)
    for x in (0.2, 0.5, 0.8):
        assert d.sf(x) == pytest.approx(t.sf(x), abs=2e-5)


def test_direction_and_mirror():
    data = metric_data()
    for model, some in (("metric", data), ("count", count_data()), ("ordinal", ordinal_data())):
        fitted = fit(some, how=How(model=model))
        there, back = fitted.difference("first", "second"), fitted.difference("second", "first")
        assert there.mean == pytest.approx(-back.mean, abs=1e-7)
        assert there.sf(0.3) == pytest.approx(back.cdf(-0.3), abs=1e-7)
        assert there.hdi(0.9) == pytest.approx([-end for end in back.hdi(0.9)[::-1]], abs=1e-5)


def test_the_result_holds_prior_and_model():
    result = assess_posterior(
        metric_data(), rope=0.1, names=("second", "first"), how=How(model="metric")
    )
    settings = result.provenance["settings"]
    assert settings["model"] == "metric"
    assert settings["by"] == "quadrature"
    assert settings["prior"] == "unit"
    spread = np.sqrt(1.9926336963**2 + 0.8**2)  # of the scores about the common centre
    assert settings["prior_parameters"]["spread"] == pytest.approx(spread, abs=1e-5)
    assert settings["numerical_error"] < 1e-7
    assert result.notes[0].startswith("Prior unit: each mean normal(100, 2.14723)")
