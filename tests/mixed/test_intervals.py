"""Profile intervals against lme4 and by refits; bootstrap intervals and tests by what is known."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import optimize, special, stats

import claimwise as cw
from claimwise.core import ParameterError
from claimwise.kernels.mixed import laplace as kernel
from claimwise.kernels.mixed.deviance import empty_triangles
from claimwise.mixed import bootstrap
from claimwise.mixed.bootstrap import bootstrap_interval, bootstrap_pvalue, quantile_error
from claimwise.mixed.compare import likelihood_ratio
from claimwise.mixed.profile import profile_interval
from claimwise.mixed.rows import coefficients

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "profile.json").read_text())
WINE = "rating ~ temp + contact + (1 | judge)"


def frame(raters=6, items=10, seed=1, shift=0.5, sds=(0.6, 0.5, 1.0), digits=0):
    """Every rater rates every item by both systems; x is a number beside."""
    rng = np.random.default_rng(seed)
    by_rater, by_item = rng.normal(0, sds[0], raters), rng.normal(0, sds[1], items)
    rows = []
    for r in range(raters):
        for i in range(items):
            for s, system in enumerate("AB"):
                latent = 3 + s * shift + by_rater[r] + by_item[i] + sds[2] * rng.normal()
                rating = round(latent, digits) if digits else int(np.clip(round(latent), 1, 5))
                rows.append((f"r{r}", f"i{i}", system, s - 0.5, float(rating)))
    names = ["rater", "item", "system", "x", "rating"]
    return polars.DataFrame(rows, schema=names, orient="row")


def fitted(data, formula="rating ~ system + (1 | rater) + (1 | item)", **how):
    return cw.fit_ratings(data, formula, **how).fit


def column_of(fit, name):
    return fit.model.design.names.index(name)


@pytest.mark.parametrize("reml", [True, False])
@pytest.mark.parametrize("known", GOLDEN["intervals"], ids=lambda k: f"{k['data']} {k['name']}")
def test_value_profile_intervals_equal_lme4(shared_data, known, reml):
    path = shared_data / "ratings" / f"{known['data']}.csv"
    fit = fitted(path, known["formula"], outcome="linear", reml=reml)
    found = profile_interval(fit, column_of(fit, known["name"]), known["level"])
    assert found == pytest.approx(known["refined"], abs=1e-6)
    assert found == pytest.approx(known["confint"], abs=1e-5)


def held_by_scipy(fit, column, value):
    """Minus twice the log-likelihood with a coefficient held, from a cold start by scipy."""
    model = fit.model
    structure = model.structure
    data = model.data(fit.y)._replace(x=model.design.x)  # as it is, not scaled
    at = len(fit.alpha) + column
    start = model.start(fit.y)
    others = np.delete(np.arange(len(start)), at)

    def objective(some):
        everything = np.insert(some, at, value)
        u = np.zeros(int(structure.layout.u_at[-1]))
        lam = empty_triangles(structure.layout)
        found, gradient = kernel.laplace(
            structure.layout, data, everything, structure.entries, lam, u
        )
        return found, gradient[others]

    done = optimize.minimize(
        objective, start[others], jac=True, method="L-BFGS-B", options={"ftol": 1e-14, "gtol": 1e-7}
    )
    return 2 * done.fun


ORDINAL = [  # with the bottles: far from the estimate their deviation leaves 0
    ("wine", WINE, {"link": "probit"}, 0.95),
    ("wine", WINE, {"link": "logit", "thresholds": "equidistant"}, 0.999),
    ("wine", WINE, {"link": "cloglog", "thresholds": "symmetric"}, 0.5),
    ("wine", WINE + " + (1 | bottle)", {"link": "probit"}, 0.999),
    ("sim_r3_i100", "y ~ x + (x | participant) + (x | item)", {"link": "probit"}, 0.95),
]


@pytest.mark.parametrize(("data", "formula", "how", "level"), ORDINAL)
def test_law_at_both_ends_the_likelihood_ratio_is_the_quantile(
    shared_data, data, formula, how, level
):
    fit = fitted(shared_data / "ratings" / f"{data}.csv", formula, **how)
    column = len(fit.coefficients) - 1
    ends = profile_interval(fit, column, level)
    assert ends[0] < fit.coefficients[column] < ends[1]
    for end in ends:
        statistic = held_by_scipy(fit, column, end) + 2 * fit.loglik
        assert statistic == pytest.approx(stats.chi2.ppf(level, 1), abs=1e-3)


@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), shift=st.floats(-0.8, 0.8))
def test_law_an_interval_of_one_minus_p_ends_at_0(outcome, seed, shift):
    """The interval and the likelihood-ratio test are two views of one thing."""
    fit = fitted(frame(seed=seed, shift=shift), outcome=outcome)
    column = column_of(fit, "systemB")
    statistic, _, p = likelihood_ratio(fit, (column,))
    assume(0.01 < statistic < 30)
    low, high = profile_interval(fit, column, 1 - p)
    error = np.sqrt(coefficients(fit)[1][column, column])
    assert min(abs(low), abs(high)) < 1e-3 * error


def test_law_the_same_holds_by_quadrature(shared_data):
    fit = fitted(shared_data / "ratings" / "wine.csv", WINE, link="logit", nodes=7)
    p = likelihood_ratio(fit, (1,))[2]
    low, high = profile_interval(fit, 1, 1 - p)
    assert low == pytest.approx(0, abs=1e-4)
    by_laplace = profile_interval(fitted(shared_data / "ratings" / "wine.csv", WINE), 1, 1 - p)
    assert (low, high) != pytest.approx(by_laplace, abs=1e-4)
    assert high == pytest.approx(by_laplace[1], rel=0.1)
    with pytest.raises(ParameterError, match=r"bootstrap_interval needs .*; found 7 nodes\. Leave"):
        bootstrap_interval(fit, 1, 0.95)
    with pytest.raises(ParameterError, match=r"bootstrap_pvalue needs .*; found 7 nodes\. Leave"):
        bootstrap_pvalue(fit, (1,))


@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
def test_law_mirrored_and_stretched_columns(outcome):
    data = frame(seed=3, shift=0.9)
    base = fitted(data, "rating ~ x + (1 | rater) + (1 | item)", outcome=outcome)
    low, high = profile_interval(base, column_of(base, "x"), 0.9)
    other = data.with_columns(x=-4 * polars.col("x"))
    turned = fitted(other, "rating ~ x + (1 | rater) + (1 | item)", outcome=outcome)
    found = profile_interval(turned, column_of(turned, "x"), 0.9)
    assert found == pytest.approx((-high / 4, -low / 4), abs=1e-5)


def test_law_intervals_are_nested_and_longer_than_walds():
    fit = fitted(frame(shift=1.5), outcome="linear", reml=False)
    column = column_of(fit, "systemB")
    ends = [profile_interval(fit, column, level) for level in (0.2, 0.5, 0.9, 0.99, 0.9999)]
    lows, highs = np.array(ends).T
    assert (np.diff(lows) < 0).all()
    assert (np.diff(highs) > 0).all()
    error = np.sqrt(fit.covariance[column, column])
    assert highs[-1] - lows[-1] > 2 * 3.89 * error  # the tails of the profile are heavier


def test_value_without_spread_between_raters_it_is_least_squares():
    """Closed form: n log(rss(b) / rss) reaches the quantile; the deviation stays at 0."""
    rng = np.random.default_rng(5)
    n, x = 40, np.tile([0.0, 1.0], 20)
    y = rng.normal(size=n) + x
    y = y.reshape(4, 10) - y.reshape(4, 10).mean(axis=1, keepdims=True)  # raters are all alike
    data = polars.DataFrame(
        {"rater": [f"r{i // 10}" for i in range(n)], "x": x, "rating": y.ravel().round(6)}
    )
    fit = fitted(data, "rating ~ x + (1 | rater)", outcome="linear")
    assert fit.theta[0] < 1e-4
    rating = data["rating"].to_numpy()
    least = stats.linregress(x, rating)
    rss = ((rating - least.intercept - least.slope * x) ** 2).sum()
    away = np.sqrt(np.expm1(stats.chi2.ppf(0.95, 1) / n) * rss / ((x - x.mean()) ** 2).sum())
    expected = (least.slope - away, least.slope + away)
    assert profile_interval(fit, 1, 0.95) == pytest.approx(expected, abs=1e-6)


def test_an_end_that_does_not_close_is_nan_and_the_other_is_found():
    """All ratings of B are the highest: no value is too high for its coefficient, some too low."""
    data = frame(shift=0.0).with_columns(
        rating=polars.when(polars.col("system") == "B").then(6.0).otherwise("rating")
    )
    fit = fitted(data)
    low, high = profile_interval(fit, 0, 0.95)
    assert np.isnan(high)
    statistic = held_by_scipy(fit, 0, low) + 2 * fit.loglik
    assert statistic == pytest.approx(stats.chi2.ppf(0.95, 1), abs=1e-3)


@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
def test_without_a_standard_error_or_a_maximum_both_ends_are_nan(outcome):
    fit = fitted(frame(), outcome=outcome, **({"reml": False} if outcome == "linear" else {}))
    column = column_of(fit, "systemB")
    assert not np.isnan(profile_interval(fit, column, 0.95)).any()
    blind = replace(fit, covariance=np.full_like(fit.covariance, np.nan))
    assert np.isnan(profile_interval(blind, column, 0.95)).all()
    worse = {"loglik": fit.loglik - 10} if outcome == "ordinal" else {"deviance": fit.deviance + 20}
    assert np.isnan(profile_interval(replace(fit, **worse), column, 0.95)).all()


def test_value_of_the_error_of_a_quantile():
    """Against the sampling of the order statistic itself, by hand and by resampling."""
    # Three values: the middle one of three draws is the k-th with chances 7/27, 13/27, 7/27.
    assert quantile_error(np.array([0.0, 1.0, 2.0]), 0.5) == pytest.approx(np.sqrt(14 / 27))
    rng = np.random.default_rng(2)
    values = np.sort(rng.exponential(size=399))
    drawn = np.sort(rng.choice(values, size=(4000, 399)), axis=1)
    for share in (0.025, 0.5, 0.975):
        brute = drawn[:, int(np.ceil(share * 399)) - 1].std()
        assert quantile_error(values, share) == pytest.approx(brute, rel=0.06)


@pytest.mark.parametrize("how", [{"outcome": "linear"}, {"link": "probit"}])
def test_the_same_seed_gives_the_same_answer_for_any_number_of_workers(how):
    fit = fitted(frame(raters=4, items=6), **how)
    column = column_of(fit, "systemB")
    one, two = (
        bootstrap_interval(fit, column, 0.9, resamples=140, seed=4, workers=w) for w in (1, 2)
    )
    assert one == two
    assert one.failed < 10  # ordinal: responses that lack a category
    assert one.low < fit.coefficients[column] < one.high
    assert one != bootstrap_interval(fit, column, 0.9, resamples=140, seed=5)
    first, second = (
        bootstrap_pvalue(fit, (column,), resamples=20, seed=4, workers=w) for w in (1, 2)
    )
    assert first == second
    assert first.statistic == pytest.approx(likelihood_ratio(fit, (column,))[0], abs=1e-5)


def test_law_blocks_of_simulated_responses_differ():
    fit = fitted(frame(raters=4, items=6), outcome="linear")
    first, second = bootstrap._responses(fit, 2 * bootstrap.BLOCK, 4, bootstrap.INTERVAL)
    assert not (first == second).any()


def test_value_of_a_bootstrap_interval_in_a_complete_design():
    """The difference of systems is one of means: normal, with the standard error of the fit."""
    fit = fitted(frame(raters=6, items=8, digits=4), outcome="linear")
    column = column_of(fit, "systemB")
    found = bootstrap_interval(fit, column, 0.9, resamples=999, seed=1)
    error = np.sqrt(fit.covariance[column, column])
    expected = fit.coefficients[column] + special.ndtri([0.05, 0.95]) * error
    assert 0.03 * error < found.error < 0.12 * error
    assert abs(found.low - expected[0]) < 4 * found.error
    assert abs(found.high - expected[1]) < 4 * found.error


def test_direction_a_strong_effect_gets_the_least_p_and_none_a_large_one():
    strong = fitted(frame(shift=3.0, digits=3), outcome="linear")
    found = bootstrap_pvalue(strong, (1,), resamples=99)
    assert found.pvalue == 1 / 100
    assert (found.resamples, found.failed) == (99, 0)
    weak = frame(shift=0.0, digits=3)
    means = weak.group_by("system").agg(polars.col("rating").mean()).sort("system")["rating"]
    same = weak.with_columns(rating=polars.col("rating") - polars.col("x") * (means[1] - means[0]))
    assert bootstrap_pvalue(fitted(same, outcome="linear"), (1,), resamples=99).pvalue > 0.9


def test_value_a_likelihood_ratio_has_a_degree_of_freedom_for_each_column():
    data = frame().with_columns(z=np.random.default_rng(2).normal(size=120))
    formula = "rating ~ system + z + (1 | rater) + (1 | item)"
    statistic, df, p = likelihood_ratio(fitted(data, formula, outcome="linear"), (1, 2))
    assert df == 2
    assert p == pytest.approx(stats.chi2.sf(statistic, 2))


def test_several_columns_and_all_of_them_at_once(shared_data):
    fit = fitted(shared_data / "ratings" / "wine.csv", WINE, link="probit")
    both = bootstrap_pvalue(fit, (0, 1), resamples=40)
    assert both.statistic == pytest.approx(likelihood_ratio(fit, (0, 1))[0], abs=1e-5)
    assert both.pvalue == 1 / (41 - both.failed)
    linear = fitted(frame(), "rating ~ 0 + x + (1 | rater) + (1 | item)", outcome="linear")
    none = bootstrap_pvalue(linear, (0,), resamples=40)
    assert 0 < none.pvalue <= 1


def test_few_raters_are_tested_as_by_satterthwaite_and_not_by_chi_square():
    """Three raters whose difference between systems varies: t with some two degrees of freedom."""
    rng = np.random.default_rng(11)
    data = frame(raters=3, items=12, digits=3, shift=1.0)
    slopes = dict(zip(["r0", "r1", "r2"], 0.8 * rng.normal(size=3), strict=True))
    data = data.with_columns(
        rating=polars.col("rating") + polars.col("x") * polars.col("rater").replace_strict(slopes)
    )
    found = cw.fit_ratings(data, "rating ~ x + (x || rater) + (1 | item)", outcome="linear")
    t_test = found.result["coefficient[x]"].pvalue
    chi_square = found.result["likelihood_ratio[x]"].pvalue
    test = bootstrap_pvalue(found.fit, (1,), resamples=399, seed=2)
    assert test.pvalue > chi_square + 3 * test.error
    assert abs(test.pvalue - t_test) < abs(chi_square - t_test)


def fail_some(monkeypatch, every):
    real = bootstrap.fit_many

    def sometimes(fit, responses, *, workers):
        found = real(fit, responses, workers=workers)
        bad = np.arange(len(responses)) % every == 0
        # What failed must not count, whatever numbers it left.
        return replace(
            found,
            converged=found.converged & ~bad,
            coefficients=np.where(bad[:, None], 1e6, found.coefficients),
            loglik=np.where(bad, 1e6 * fit.model.design.x.shape[1], found.loglik),
        )

    monkeypatch.setattr(bootstrap, "fit_many", sometimes)


def test_failures_are_counted_and_left_out(monkeypatch):
    fit = fitted(frame(shift=3.0, digits=3), outcome="linear")
    fail_some(monkeypatch, 4)
    interval = bootstrap_interval(fit, 1, 0.9, resamples=40)
    assert interval.failed == 10
    assert interval.high < 10
    test = bootstrap_pvalue(fit, (1,), resamples=40)
    assert test.failed == 10
    assert test.pvalue == pytest.approx(1 / 31)
    fail_some(monkeypatch, 1)
    assert np.isnan(bootstrap_interval(fit, 1, 0.9, resamples=8).low)
    nothing = bootstrap_pvalue(fit, (1,), resamples=8)
    assert np.isnan(nothing.pvalue)
    assert nothing.failed == 8


def test_bad_questions_are_refused_in_a_sentence():
    fit = fitted(frame(), outcome="linear")
    with pytest.raises(ParameterError, match=r"profile_interval needs .* between 0 and 1; found"):
        profile_interval(fit, 2, 0.95)
    with pytest.raises(ParameterError, match="level"):
        profile_interval(fit, 1, 95)
    with pytest.raises(ParameterError, match="bootstrap_interval needs different columns"):
        bootstrap_interval(fit, -1, 0.95)
    with pytest.raises(ParameterError, match="resamples"):
        bootstrap_interval(fit, 1, 0.95, resamples=0)
    for columns in ((), (1, 1), (5,)):
        with pytest.raises(ParameterError, match="bootstrap_pvalue needs different columns"):
            bootstrap_pvalue(fit, columns)


@pytest.mark.calibration
@pytest.mark.parametrize("how", [{"outcome": "linear"}, {"link": "probit"}])
def test_chance_without_an_effect_one_in_ten_is_rejected_at_a_tenth(how):
    """False alarms of this test: 1 in 1,000 for each of both models."""
    studies, rejected = 200, 0
    for seed in range(studies):
        fit = fitted(frame(raters=4, items=8, seed=1000 + seed, shift=0.0), **how)
        column = column_of(fit, "systemB")
        rejected += bootstrap_pvalue(fit, (column,), resamples=99, seed=seed).pvalue <= 0.1
    assert stats.binomtest(rejected, studies, 0.1).pvalue > 0.001
