"""Degrees of freedom of an ordinal model's coefficient."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import special, stats

from claimwise.kernels.mixed.laplace import information
from claimwise.mixed.compare import refit_without
from claimwise.mixed.design import Labels, build_design
from claimwise.mixed.formula import parse
from claimwise.mixed.linear import LinearModel
from claimwise.mixed.ordinal import OrdinalModel
from claimwise.mixed.rows import estimate_of
from claimwise.mixed.small_sample import df_cap, ordinal_df, small_sample

SLOPES = "rating ~ system + (system | rater) + (system | item)"
CUTS = np.array([-1.78, -1.16, -0.54, 0.08, 0.70])
SDS = {"rater": (0.52, 0.43), "item": (0.57, 0.77)}


def plan(raters, items=30):
    """Let everyone rate every item, in one system, and half of them in the other."""
    rater, item = np.divmod(np.arange(raters * items), items)
    return {"rater": rater, "item": item, "system": (rater + item) % 2}


def draw(rows, studies, seed, effect=0.0, sds=SDS):
    rng = np.random.default_rng(seed)
    x = rows["system"]
    latent = effect * x + rng.normal(size=(studies, len(x)))
    for name, by in sds.items():
        codes = rows[name]
        effects = rng.normal(size=(studies, codes.max() + 1, 2)) * by
        latent += effects[:, codes, 0] + x * effects[:, codes, 1]
    return np.searchsorted(CUTS, latent)


def design_of(rows, formula=SLOPES, *, intercept=False):
    table = {
        name: Labels(codes, tuple(map(str, range(codes.max() + 1)))) for name, codes in rows.items()
    }
    return build_design(parse(formula), table, intercept=intercept)


def model_of(rows, formula=SLOPES, link="probit"):
    return OrdinalModel.of(design_of(rows, formula), tuple("123456"), link=link)


def fit_one(raters=8, seed=1, formula=SLOPES, link="probit"):
    rows = plan(raters)
    return model_of(rows, formula, link).fit(draw(rows, 1, seed)[0])


def variance(fit, theta):
    """Return the coefficient's variance for given random-effect parameters, the slow way."""
    model, structure = fit.model, fit.model.structure
    data = model.data(fit.y)
    at = np.concatenate([fit.searched[: -len(theta)], theta])
    hessian = information(structure.layout, data, structure.entries, at, fit.u.copy(), central=True)
    fixed = len(at) - len(theta)
    return np.linalg.inv(hessian[:fixed, :fixed])[fixed - 1, fixed - 1]


@pytest.mark.parametrize("link", ["probit", "logit"])
def test_value_equals_the_definition_with_slopes_by_differences(link):
    fit = fit_one(link=link)
    k, step = len(fit.theta), 1e-3
    slopes = [
        (variance(fit, fit.theta + step * e) - variance(fit, fit.theta - step * e)) / (2 * step)
        for e in np.eye(k)
    ]
    covariance = np.linalg.inv(fit.hessian)[-k:, -k:]
    levels = np.array(
        [8 if g == fit.model.structure.places[0] else 30 for g in fit.model.structure.entries[:, 0]]
    )
    more = np.array(slopes) * np.sqrt(levels / (levels - 1))  # maximum likelihood, as by L - 1
    expected = 2 * variance(fit, fit.theta) ** 2 / (more @ covariance @ more)
    df, factor = ordinal_df(fit, 0)
    assert df == pytest.approx(expected, rel=5e-3)
    grown = np.sqrt(levels / (levels - 1)) * fit.theta
    by_hand = variance(fit, grown) / variance(fit, fit.theta)
    assert factor - 1 == pytest.approx(by_hand - 1, rel=0.25)
    assert factor > 1.005
    estimate = estimate_of(fit, np.ones(1))  # what p and interval go by
    assert estimate.spread == pytest.approx(estimate.error * np.sqrt(factor))
    assert estimate.pvalue == pytest.approx(2 * stats.t.sf(abs(estimate.t), df))


def test_near_those_of_a_linear_model_of_the_same_ratings():
    rows = plan(8)
    ordinal, linear = [], []
    for y in draw(rows, 12, seed=2):
        ordinal.append(ordinal_df(model_of(rows).fit(y), 0)[0])
        fit = LinearModel.of(design_of(rows, intercept=True)).fit(y.astype(float))
        linear.append(fit.df(np.array([0.0, 1.0])))
    assert np.median(ordinal) == pytest.approx(np.median(linear), rel=0.2)


def test_direction_more_raters_more_degrees_of_freedom():
    few, many = (
        np.median([ordinal_df(fit_one(raters, seed), 0)[0] for seed in range(7)])
        for raters in (6, 24)
    )
    assert 3 < few < 15
    assert many > 2 * few


def test_law_the_reference_system_does_not_matter():
    rows = plan(8)
    y = draw(rows, 1, seed=3)[0]
    turned = {**rows, "system": 1 - rows["system"]}
    one, two = (model_of(r).fit(y) for r in (rows, turned))
    assert two.coefficients[0] == pytest.approx(-one.coefficients[0], abs=1e-4)
    assert ordinal_df(two, 0) == pytest.approx(ordinal_df(one, 0), rel=5e-3)


def test_law_the_order_of_ratings_does_not_matter():
    rows = plan(8)
    y = draw(rows, 1, seed=4)[0]
    order = np.random.default_rng(0).permutation(len(y))
    one = model_of(rows).fit(y)
    two = model_of({name: codes[order] for name, codes in rows.items()}).fit(y[order])
    assert ordinal_df(two, 0) == pytest.approx(ordinal_df(one, 0), rel=2e-3)


def test_intercepts_alone_leave_hundreds():
    """The difference within raters and items does not depend on how far these are apart."""
    fit = fit_one(formula="rating ~ system + (1 | rater) + (1 | item)")
    assert ordinal_df(fit, 0)[0] > 200
    assert ordinal_df(fit, 0)[1] == pytest.approx(1, abs=0.01)


def test_each_column_has_its_own():
    """Slopes by raters are for the system alone: the other column varies within raters."""
    rows = plan(8)
    late = {**rows, "late": (np.arange(len(rows["rater"])) // 7 % 2).astype(np.int64)}
    formula = "rating ~ system + late + (system | rater) + (1 | item)"
    fit = model_of(late, formula).fit(draw(rows, 1, seed=5)[0])
    assert fit.model.design.names == ("system1", "late1")
    assert ordinal_df(fit, 0)[0] < 30
    assert ordinal_df(fit, 1)[0] > 5 * ordinal_df(fit, 0)[0]


def test_a_deviation_at_zero_is_left_out():
    rows = plan(8)
    y = draw(rows, 1, seed=8, sds={"rater": (0.5, 0.4), "item": (0.0, 0.0)})[0]
    formula = "rating ~ system + (system | rater) + (1 | item)"
    fit = model_of(rows, formula).fit(y)
    zero = fit.model.structure.entries[:, 0] == fit.model.structure.places[1]
    assert fit.theta[zero] == pytest.approx(0, abs=1e-3)
    smaller = model_of(rows, "rating ~ system + (system | rater)").fit(y)
    assert ordinal_df(fit, 0) == pytest.approx(ordinal_df(smaller, 0), rel=1e-2)
    flat = fit.hessian.copy()
    flat[-1] = flat[:, -1] = 0.0
    same = ordinal_df(replace(fit, hessian=flat), 0)
    assert same == pytest.approx(ordinal_df(fit, 0), rel=1e-2)


def test_nan_without_a_covariance_or_a_maximum():
    fit = fit_one()
    assert np.isnan(ordinal_df(replace(fit, covariance=fit.covariance * np.nan), 0)[0])
    assert np.isnan(ordinal_df(replace(fit, hessian=-fit.hessian), 0)[0])
    hill = fit.hessian.copy()
    hill[-6:, -6:] *= -1
    assert np.isnan(ordinal_df(replace(fit, hessian=hill), 0)[0])


@pytest.mark.parametrize("raters", [2, 3, 4])
@pytest.mark.parametrize("outcome", ["ordinal", "linear"])
def test_two_or_three_raters_leave_one_degree_fewer(raters, outcome):
    rows = plan(raters)
    y = draw(rows, 1, seed=11)[0]
    linear = outcome == "linear"
    design = design_of(rows, "y ~ system + (system | rater) + (1 | item)", intercept=linear)
    model = LinearModel.of(design) if linear else OrdinalModel.of(design, tuple("123456"))
    found = small_sample(model.fit(y.astype(float) if linear else y), np.eye(1 + linear)[-1])
    assert found.df <= raters - 1 if raters < 4 else found.df > 0
    assert df_cap(design, np.eye(1 + linear)[-1]) == (raters - 1 if raters < 4 else np.inf)


def test_raters_without_slopes_or_with_one_system_each():
    """Intercepts do not make a difference within raters uncertain, but one between them."""
    rows = plan(3)
    within = design_of(rows, "rating ~ system + (1 | rater) + (1 | item)")
    assert df_cap(within, np.ones(1)) == np.inf
    between = {**rows, "system": (rows["rater"] > 0).astype(np.int64)}
    design = design_of(between, "rating ~ system + (1 | rater) + (1 | item)")
    assert df_cap(design, np.ones(1)) == 2


def rates(raters, studies, seed):
    """Return false positives at 0.05 of Wald's z, of t, and of the ratio of likelihoods."""
    rows = plan(raters)
    model = model_of(rows)
    responses = draw(rows, studies + 1, seed)
    start = model.fit(responses[0]).searched
    start[-model.structure.parameters :] += 0.02  # away from 0
    found = []
    for y in responses[1:]:
        fit = model.fit(y, start)
        z = abs(fit.coefficients[0]) / np.sqrt(fit.covariance[-1, -1])
        ratio = 2 * max(0.0, fit.loglik - refit_without(fit, (0,)).loglik)
        df, factor = ordinal_df(fit, 0)
        by_t = 2 * special.stdtr(df, -z / np.sqrt(factor))
        found.append((2 * special.ndtr(-z), by_t, special.chdtrc(1, ratio)))
    p = np.array(found)
    return np.nansum(p < 0.05, axis=0), np.isfinite(p).all(axis=1).sum()


@pytest.mark.slow
def test_false_positives_of_a_few_studies():
    (z, t, _), studies = rates(6, 120, seed=7)
    assert studies > 110
    assert t <= z
    assert stats.binomtest(int(t), int(studies), 0.055, alternative="greater").pvalue > 1e-3


@pytest.mark.calibration
@pytest.mark.parametrize("raters", [6, 8])
def test_calibration_of_t_with_few_raters(raters):
    (z, t, ratio), studies = rates(raters, 1500, seed=8)
    print(
        f"\n{raters} raters: z {z / studies:.4f}, t {t / studies:.4f}, ratio {ratio / studies:.4f}"
    )
    assert stats.binomtest(int(t), int(studies), 0.055, alternative="greater").pvalue > 1e-3
    assert stats.binomtest(int(t), int(studies), 0.03, alternative="less").pvalue > 1e-3
    assert t < z
