"""Two models side by side, and what a study could have found."""

import numpy as np
import polars
import pytest
from scipy import stats

import claimwise as cw
from claimwise.data import example_path
from claimwise.mixed.detectable import strength

EXAMPLE = example_path("ratings.csv")


def test_value_the_other_model_is_the_one_fitted_alone():
    ordinal = cw.fit_ratings(EXAMPLE, link="probit", slopes=False).result
    linear = cw.fit_ratings(EXAMPLE, outcome="linear", slopes=False).result
    for where in ("large vs baseline", "small vs baseline", "small vs large"):
        for name, one, other in (
            ("linear_points", ordinal, linear),
            ("latent", linear, ordinal),
        ):
            row, alone = one[f"{name}[{where}]"], other[f"difference[{where}]"]
            for end in ("estimate", "low", "high", "pvalue"):
                assert getattr(row, end) == pytest.approx(getattr(alone, end), rel=1e-4)
    assert not any("disagree" in note for note in [*ordinal.notes, *linear.notes])


def test_points_are_those_of_the_model_that_decides():
    """Near the linear model's, with the p-value and the verdict of the ordinal one."""
    found = cw.fit_ratings(EXAMPLE).result
    for row in found.select("points"):
        (latent,), (linear,) = (found.select(x, **row.at) for x in ("difference", "linear_points"))
        assert row.pvalue == latent.pvalue != linear.pvalue
        assert row.estimate == pytest.approx(linear.estimate, abs=0.12)
        assert row.high - row.low == pytest.approx(linear.high - linear.low, rel=0.25)
        assert (row.low > 0, row.high < 0) == (latent.low > 0, latent.high < 0)
    turned = cw.fit_ratings(EXAMPLE, reference={"system": "large"}).result
    one, other = found["points[large vs baseline]"], turned["points[baseline vs large]"]
    assert other.estimate == pytest.approx(-one.estimate, rel=1e-3)
    assert (other.low, other.high) == pytest.approx((-one.high, -one.low), rel=1e-2)


def lopsided():
    """B is rated 3 by everybody; A is 5 often and 1 sometimes: means and medians differ."""
    rng = np.random.default_rng(5)
    n = 240
    a = rng.choice([1, 4, 5], n, p=[0.46, 0.2, 0.34])
    system = np.repeat(["A", "B"], n)
    return polars.DataFrame(
        {
            "rater": np.tile(np.arange(n) % 12, 2).astype(str),
            "item": np.tile(np.arange(n) // 12, 2).astype(str),
            "system": system,
            "rating": np.concatenate([a, rng.choice([2, 3], n)]),
        }
    )


def test_models_that_disagree_are_said_to():
    for outcome in ("ordinal", "linear"):
        found = cw.fit_ratings(lopsided(), outcome=outcome, slopes=False).result
        name = "linear_points" if outcome == "ordinal" else "latent"
        pvalues = [found["difference[B vs A]"].pvalue, found[f"{name}[B vs A]"].pvalue]
        ordinal, linear = pvalues if outcome == "ordinal" else reversed(pvalues)
        assert linear < 0.05 < ordinal
        assert any("disagree about B and A" in note for note in found.notes)


def test_words_have_no_points():
    data = polars.read_csv(EXAMPLE).with_columns(
        rating=polars.col("rating").replace_strict(
            {1: "awful", 2: "poor", 3: "fair", 4: "good", 5: "great"}
        )
    )
    found = cw.fit_ratings(
        data, slopes=False, scale=("awful", "poor", "fair", "good", "great")
    ).result
    assert not found.select("points", "linear_points")
    many = polars.read_csv(EXAMPLE).with_columns(
        rating=polars.col("rating") + polars.int_range(polars.len()) / 1000
    )
    found = cw.fit_ratings(many, slopes=False, outcome="linear").result
    assert not found.select("latent")


@pytest.mark.parametrize("df", [2.0, 5.0, 14.0, 300.0, np.inf])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_value_strength_is_that_of_the_noncentral_t(df, level):
    critical = stats.t.ppf((1 + level) / 2, df)
    found = strength(critical, df)
    assert stats.nct.sf(critical, df, found) + stats.nct.cdf(-critical, df, found) == pytest.approx(
        0.8, abs=1e-6
    )


@pytest.mark.parametrize("outcome", ["linear", "ordinal"])
def test_value_detectable_differences_rest_on_the_standard_error_alone(outcome):
    two = polars.read_csv(EXAMPLE).filter(polars.col("system") != "small")
    found = cw.fit_ratings(two, outcome=outcome, slopes=False).result
    row, mde = found["difference[large vs baseline]"], found["mde[large vs baseline]"]
    df = found["df[systemlarge]"].estimate
    by = "standard_error" if outcome == "linear" else "corrected_error"
    error = found[f"{by}[systemlarge]"].estimate
    critical = stats.t.ppf(0.975, df)
    assert row.high - row.low == pytest.approx(2 * critical * error)
    assert mde.estimate == pytest.approx(error * strength(critical, df))
    assert mde.pvalue is None


@pytest.mark.slow
def test_chance_a_difference_of_that_size_is_found_with_its_power():
    pilot = cw.fit_ratings(EXAMPLE, outcome="linear", slopes=False, correct="none")
    mde = pilot.result["mde[large vs baseline]"].estimate
    fit = pilot.fit
    place = fit.model.design.names.index("systemlarge")
    coefficients = fit.coefficients.copy()
    coefficients[place] = mde
    from dataclasses import replace

    from claimwise.mixed.batch import fit_many
    from claimwise.mixed.simulate import simulate

    responses = simulate(replace(fit, coefficients=coefficients), 400, np.random.default_rng(1))
    pvalues = fit_many(fit, responses).pvalues()[:, place]
    assert (pvalues < 0.05).mean() == pytest.approx(0.8, abs=0.07)
