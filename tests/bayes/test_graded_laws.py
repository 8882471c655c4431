"""Laws of the graded models: other routes to the same posterior, units, order, refusals."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from claimwise.bayes import (
    Groups,
    How,
    assess_bayes_factor,
    assess_posterior,
    effect_rows,
    fit,
    predictive_check,
    sensitivity,
    weigh_models,
)
from claimwise.bayes.analysis import add_data
from claimwise.bayes.gridded import GridPosterior
from claimwise.bayes.importance import sample
from claimwise.bayes.models.count import CountModel
from claimwise.bayes.models.count_pairs import CountPairs, log_count
from claimwise.bayes.models.count_prior import CountPrior, count_prior
from claimwise.bayes.models.metric_prior import metric_prior
from claimwise.bayes.models.ordinal_prior import ordinal_prior
from claimwise.bayes.normal import LognormalDifference, LognormalPosterior, NormalPosterior
from claimwise.core import ClaimwiseError, DataError, FitError, ParameterError
from claimwise.data import IndependentCounts, PairCounts
from claimwise.kernels import bivariate_normal, normal_cells, pareto, student_sums

RNG = np.random.default_rng(5)
SCORES = {"A": RNG.normal(100, 8, 30), "B": RNG.normal(104, 9, 25)}
COUNTS = {"A": RNG.poisson(5, 30), "B": RNG.poisson(7, 30)}
LEVELS = {"A": RNG.integers(1, 5, 40), "B": RNG.integers(2, 6, 40)}


# Kernels


def test_value_student_sums_against_scipy():
    data = stats.t.rvs(4, size=23, random_state=1)
    mean, log_sd, nu = np.linspace(-1, 1, 4), np.linspace(-3, 2, 5), np.array([0.3, 2.0, 80.0])
    found = student_sums.log_likelihood(data, mean, log_sd, nu)
    want = stats.t.logpdf(
        data, nu[:, None, None, None], mean[:, None, None], np.exp(log_sd)[:, None]
    ).sum(axis=-1)
    assert found == pytest.approx(want, rel=1e-11)


@pytest.mark.parametrize(("low", "high"), [(0.2, 0.5), (5.0, 6.0), (30.0, 31.0)])
def test_value_normal_cells(low, high):
    """The complementary error function of C has small values right to all digits."""
    erfc = [math.erfc(x / math.sqrt(2)) for x in (low, high)]
    want = math.log((erfc[0] - erfc[1]) / 2)
    assert float(normal_cells.log_probability(low, high)) == pytest.approx(want, rel=1e-12)
    assert float(normal_cells.log_probability(-high, -low)) == pytest.approx(want, rel=1e-12)


def test_edge_normal_cells_beyond_all_numbers():
    assert float(normal_cells.log_probability(1e200, 1e210)) == -np.inf
    assert float(normal_cells.log_probability(2.0, 2.0)) == -np.inf


@given(h=st.floats(-4, 4), k=st.floats(-4, 4), r=st.floats(-0.99, 0.99))
@settings(max_examples=60, deadline=None)
@pytest.mark.slow
def test_value_bivariate_normal_against_scipy(h, k, r):
    want = stats.multivariate_normal.cdf([h, k], cov=[[1, r], [r, 1]])
    assert float(bivariate_normal.cdf(h, k, r)) == pytest.approx(want, abs=2e-7)


def test_law_cells_of_pairs_are_a_table():
    a, b = np.array([[-0.5, 0.4]]), np.array([[0.1, 0.9]])
    cells = bivariate_normal.cells(a, b, np.array([0.6]))[0]
    assert cells.sum() == pytest.approx(1, abs=1e-14)
    assert cells.sum(axis=1) == pytest.approx(np.diff(stats.norm.cdf([-9, -0.5, 0.4, 9])), abs=1e-9)
    alone = bivariate_normal.cells(a, b, np.array([0.0]))[0]
    assert alone == pytest.approx(np.outer(alone.sum(axis=1), alone.sum(axis=0)), abs=1e-14)


@pytest.mark.parametrize("shape", [0.2, 0.5, 0.9])
def test_value_pareto_shape_of_known_weights(shape):
    logs = shape * np.random.default_rng(4).exponential(size=40_000)
    assert pareto.smoothed(logs)[1] == pytest.approx(shape, abs=0.12)


def test_law_smoothed_weights_sum_to_one_and_keep_their_order():
    logs = np.random.default_rng(1).normal(size=2000)
    smooth, _ = pareto.smoothed(logs)
    assert np.exp(smooth).sum() == pytest.approx(1)
    assert (np.diff(smooth[np.argsort(logs)]) >= -1e-12).all()


def test_equal_weights_are_trusted():
    smooth, shape = pareto.smoothed(np.zeros(1000))
    assert shape < 0
    assert np.exp(smooth) == pytest.approx(np.full(1000, 1e-3))


# Distributions


@pytest.mark.parametrize("truth", [stats.norm(3, 2), stats.t(3, 1, 0.5), stats.gumbel_r(-2, 3)])
def test_value_gridded_distributions(truth):
    grid = GridPosterior.of(truth.logpdf, float(truth.mean()), float(truth.std()))
    for x in truth.ppf([0.001, 0.3, 0.9, 0.9999]):
        assert grid.sf(x) == pytest.approx(truth.sf(x), rel=1e-5)
        assert grid.log_density(x) == pytest.approx(truth.logpdf(x), abs=1e-5)
    assert grid.quantile(0.8) == pytest.approx(truth.ppf(0.8), rel=1e-6)
    a, b = truth.ppf([0.2, 0.20001])
    assert grid.probability(a, b) == pytest.approx(1e-5, rel=1e-4)
    low, high = grid.hdi(0.9)
    assert truth.logpdf(low) == pytest.approx(truth.logpdf(high), abs=1e-4)
    assert truth.cdf(high) - truth.cdf(low) == pytest.approx(0.9, abs=1e-6)
    mirror = grid.mirrored()
    assert mirror.mean == pytest.approx(-grid.mean)
    assert mirror.sf(0.5) == pytest.approx(grid.cdf(-0.5), abs=1e-9)


def test_what_a_grid_cannot_resolve_is_told():
    grid = GridPosterior.of(stats.norm(0, 1).logpdf, 0.0, 1.0)
    assert grid.log_probability(50, 60) == -np.inf
    assert grid.floor > -np.inf


def test_value_priors_of_differences():
    normal = NormalPosterior(0.0, 3.0)
    assert normal.probability(-1, 1) == pytest.approx(2 * stats.norm.cdf(1 / 3) - 1)
    assert normal.hdi(0.9) == pytest.approx(stats.norm(0, 3).interval(0.9))
    log = LognormalDifference(0.3, 0.7)
    rng = np.random.default_rng(0)
    drawn = np.exp(0.3 + 0.7 * rng.standard_normal((2, 1_000_000)))
    d = drawn[1] - drawn[0]
    assert log.sd == pytest.approx(d.std(), rel=0.01)
    for x in (-2.0, 0.0, 0.5, 3.0):
        assert log.sf(x) == pytest.approx((d > x).mean(), abs=0.002)
    assert log.density(0.0) == pytest.approx(((d > -0.02) & (d < 0.02)).mean() / 0.04, rel=0.03)
    assert log.probability(-0.5, 2) == pytest.approx(log.sf(-0.5) - log.sf(2.0), abs=1e-10)
    mean = LognormalPosterior(0.3, 0.7)
    assert mean.mean == pytest.approx(stats.lognorm(0.7, scale=np.exp(0.3)).mean())
    assert mean.density(1.2) == pytest.approx(stats.lognorm(0.7, scale=np.exp(0.3)).pdf(1.2))


# Other routes


def test_law_importance_sampling_agrees_with_quadrature():
    """Four levels by both: on a grid, and by weighted draws of the same density."""
    from claimwise.bayes.between import SameScale, posterior_of_difference
    from claimwise.bayes.models.ordinal import OrdinalModel
    from claimwise.bayes.models.ordinal_points import OrdinalPoints
    from claimwise.bayes.structured import integrate

    counts = (np.array([10.0, 14, 9, 7]), np.array([4.0, 9, 15, 12]))
    prior = ordinal_prior("anchored", 4)
    grid = integrate(OrdinalModel(counts, prior))
    exact = posterior_of_difference(grid, 0, 1, SameScale())
    points = OrdinalPoints(prior, counts)
    drawn = sample(points.log_density, *points.start(), 3)
    d = np.diff(points.parts(drawn.draws)[0], axis=1)[:, 0]
    error = exact.sd / np.sqrt(drawn.ess)
    assert drawn.weights @ d == pytest.approx(exact.mean, abs=4 * error)
    assert drawn.log_marginal == pytest.approx(grid.log_marginal, abs=4 * drawn.log_marginal_error)
    above = drawn.weights @ (d > 0.5)
    assert above == pytest.approx(float(exact.sf(0.5)), abs=4 * 0.5 / np.sqrt(drawn.ess))
    assert drawn.failures() == ()


def test_law_pairs_without_item_effects_are_as_groups():
    """Counts of pairs whose items do not differ have the likelihood of groups."""
    a, b = (np.array(COUNTS[name], float) for name in "AB")
    prior = CountPrior("mine", 1.7, 1.0, 10.0, 1.0)
    pairs = CountPairs((a, b), prior)
    beyond = np.array([8.0, 9.0]) ** -0.5
    alike = np.array([[np.log(5.0), np.log(7.0), *beyond, 1e-8]])  # items do not differ
    assert pairs.shapes(alike)[0] == pytest.approx([8, 9])
    likelihood = log_count(a, np.log(5.0), np.array(8.0)).sum()
    likelihood += log_count(b, np.log(7.0), np.array(9.0)).sum()
    by_hand = stats.norm.logpdf([np.log(5) - 1.7, np.log(7) - 1.7]).sum() + stats.halfnorm.logpdf(0)
    slope = np.log(2 * beyond**-3)  # of the shape as a function of the variation
    by_hand += (stats.expon(scale=10).logpdf([8, 9]) + slope).sum()
    assert pairs.log_density(alike)[0] == pytest.approx(likelihood + by_hand, abs=1e-6)


def test_value_priors_by_their_quantiles():
    z = np.array([-2.0, 0.3, 2.5])
    published = CountPrior("mine", 0.0, 1.0, 30.0)
    assert published.shapes(z) == pytest.approx(stats.expon(scale=30).ppf(stats.norm.cdf(z)))
    safer = CountPrior("mine", 0.0, 1.0, variation=0.5)
    beyond = stats.halfnorm(scale=0.5).ppf(stats.norm.sf(z))
    assert safer.shapes(z) == pytest.approx(beyond**-2)
    found = safer.log_variation(np.array([0.1, 0.7]))
    assert found == pytest.approx(stats.halfnorm(scale=0.5).logpdf([0.1, 0.7]))


def test_value_item_effects_against_numerical_integrals():
    from scipy.integrate import quad

    prior = CountPrior("mine", 1.7, 1.0, 10.0, 1.0)
    model = CountPairs((np.array([3.0]), np.array([9.0])), prior)
    point = np.array([[np.log(5.0), np.log(7.0), 4**-0.5, 6**-0.5, 0.8]])

    def integrand(z):
        shift = 0.8 * z - 0.32
        first = stats.nbinom.pmf(3, 4, 4 / (4 + 5 * np.exp(shift)))
        second = stats.nbinom.pmf(9, 6, 6 / (6 + 7 * np.exp(shift)))
        return first * second * stats.norm.pdf(z)

    want = np.log(quad(integrand, -9, 9, epsabs=0, epsrel=1e-11)[0])
    found = model._log_items(point, np.array([0.8]), np.array([[3.0, 9.0]]))
    assert found[0, 0] == pytest.approx(want, abs=1e-6)


def test_law_pairing_sharpens_what_items_share():
    item = RNG.normal(0, 5, 60)
    scores = {"A": 50 + item + RNG.normal(0, 1, 60), "B": 51 + item + RNG.normal(0, 1, 60)}
    paired = fit(Groups.of(scores, paired=True), how=How(model="metric")).difference("A", "B")
    apart = fit(scores, how=How(model="metric")).difference("A", "B")
    assert paired.sd < 0.3 * apart.sd


def test_value_probit_pairs_near_the_dirichlet_posterior():
    data = PairCounts.of(60, 40, 1000, 700)
    probit = fit(data, how=How(model="binary-probit")).difference("A", "B")
    dirichlet = assess_posterior(data)["posterior_difference"]
    assert probit.mean == pytest.approx(dirichlet.estimate, abs=0.001)
    assert probit.hdi(0.95)[0] == pytest.approx(dirichlet.low, abs=0.002)


@pytest.mark.parametrize("times", [1000.0, 0.001])
def test_law_units_do_not_matter(times):
    plain = fit(SCORES, how=How(model="metric"))
    scaled = fit({k: times * v for k, v in SCORES.items()}, how=How(model="metric"))
    d, e = plain.difference("A", "B"), scaled.difference("A", "B")
    assert e.mean == pytest.approx(times * d.mean, rel=1e-6)
    assert e.sf(0.0) == pytest.approx(float(d.sf(0.0)), abs=1e-8)
    one = assess_bayes_factor(plain, rope=1.0)["bayes_factor_01"].estimate
    other = assess_bayes_factor(scaled, rope=times)["bayes_factor_01"].estimate
    assert other == pytest.approx(one, rel=1e-5)


def test_law_an_outlier_hardly_moves_robust_means():
    wild = {"A": SCORES["A"], "B": np.append(SCORES["B"], 500.0)}
    robust = fit(wild, how=How(model="metric")).difference("A", "B")
    normal = fit(wild, how=How(model="metric-normal")).difference("A", "B")
    calm = fit(SCORES, how=How(model="metric")).difference("A", "B")
    assert abs(robust.mean - calm.mean) < 1.5
    assert normal.sd > 3 * robust.sd


@pytest.mark.slow
def test_law_earlier_data_then_new_is_both_at_once():
    prior = metric_prior("unit", list(SCORES.values()))
    early = Groups.of({k: v[:12] for k, v in SCORES.items()})
    late = Groups.of({k: v[12:] for k, v in SCORES.items()})
    how = How(model="metric")
    added = add_data(early, late, prior, ("A", "B"), how)
    whole = fit(SCORES, prior, how).difference("A", "B")
    assert added.posterior.mean == pytest.approx(whole.mean, abs=1e-9)
    assert added.before().mean == pytest.approx(fit(early, prior, how).difference("A", "B").mean)


def test_value_arc_easy_then_challenge():
    easy = IndependentCounts.of(1637, 2376, 1721, 2376)
    challenge = IndependentCounts.of(496, 1172, 566, 1172)
    added = assess_posterior(challenge, margin=0.02, earlier=easy)
    row = added["posterior_difference"]
    assert (row.low, row.high) == pytest.approx((0.02085571, 0.06589889), abs=1e-6)
    found = added["probability_greater[margin]"].estimate
    assert found == pytest.approx(0.9790110619, abs=1e-9)
    moved = assess_bayes_factor(challenge, rope=0.01, earlier=easy)
    after = 0.00184668 / (1 - 0.00184668)  # of both, from the digest of the posterior
    before = 0.0272046768 / (1 - 0.0272046768)
    assert moved["bayes_factor_01"].estimate == pytest.approx(after / before, rel=1e-2)


def test_law_three_groups_hold_every_pair():
    scores = {**SCORES, "C": RNG.normal(110, 8, 20)}
    fitted = fit(scores, how=How(model="metric"))
    steps = fitted.difference("A", "B").mean + fitted.difference("B", "C").mean
    assert fitted.difference("A", "C").mean == pytest.approx(steps, abs=1e-6)


# Words, checks, models


@pytest.mark.slow
def test_effect_sizes_from_draws():
    fitted = fit(SCORES, how=How(model="metric"))
    rows = {row.estimand: row for row in effect_rows(fitted, "A", "B", 0.95)}
    size = rows["effect_size"]
    pooled = np.sqrt((rows["scale[A]"].estimate ** 2 + rows["scale[B]"].estimate ** 2) / 2)
    gap = rows["posterior_mean[B, centre]"].estimate - rows["posterior_mean[A, centre]"].estimate
    assert size.estimate == pytest.approx(gap / pooled, rel=0.05)
    assert size.low < size.estimate < size.high
    counts = effect_rows(fit(COUNTS, how=How(model="count")), "A", "B", 0.95)
    assert {row.estimand: row for row in counts}["ratio"].estimate > 1


def test_direction_predictive_checks_find_what_a_model_misses():
    zeros = np.concatenate([np.zeros(40), np.full(40, 12)])
    odd = Groups.of({"A": zeros, "B": RNG.poisson(6, 80)})
    fitted = fit(odd, how=How(model="count-poisson"))
    check = predictive_check(fitted, odd)
    assert check["predictive[sd, A]"].estimate < 0.005
    assert any("sd of A" in note for note in check.notes)
    fair = Groups.of(COUNTS)
    assert predictive_check(fit(fair, how=How(model="count")), fair).notes == ()


def test_direction_unequal_thresholds_are_told():
    """A uses the middle of the scale alone, B its ends: no shared thresholds fit both."""
    odd = Groups.of(
        {"A": np.repeat([1, 2, 3, 4, 5], [2, 60, 2, 60, 2]), "B": np.repeat([1, 3, 5], 40)}
    )
    check = predictive_check(fit(odd, how=How(model="ordinal")), odd)
    assert any("thresholds may differ" in note for note in check.notes)


def test_prior_predictive_checks():
    data = Groups.of(SCORES)
    fitted = fit(data, how=How(model="metric"))
    check = predictive_check(fitted, data, prior=True)
    assert all(0.02 < row.estimate < 0.98 for row in check.rows)
    levels = Groups.of(LEVELS)
    rows = predictive_check(fit(levels, how=How(model="ordinal")), levels, prior=True).rows
    assert [row.estimand for row in rows] == [
        "prior_predictive[mean, A]",
        "prior_predictive[mean, B]",
    ]


def test_direction_models_are_weighed():
    heavy = {k: stats.t.rvs(1.5, size=60, random_state=k_) for k_, k in enumerate("AB")}
    found = weigh_models(heavy, ["metric", "metric-normal"])
    assert found["bayes_factor[metric vs metric-normal]"].estimate > 1e3
    calm = weigh_models(COUNTS, ["count", "count-poisson"])
    assert calm["bayes_factor[count vs count-poisson]"].estimate < 1
    logs = [calm[f"log_marginal[{m}]"].estimate for m in ("count", "count-poisson")]
    factor = calm["bayes_factor[count vs count-poisson]"].estimate
    assert np.log(factor) == pytest.approx(logs[0] - logs[1])
    with pytest.raises(ParameterError, match="that could be compared"):
        weigh_models(COUNTS, ["count", "metric"])


@pytest.mark.slow
def test_sensitivity_of_a_graded_model():
    found = sensitivity(Groups.of(SCORES), rope=1.0, how=How(model="metric"))
    priors = {row.at["prior"] for row in found.select("bayes_factor_01")}
    assert "unit" in priors
    wide = found["bayes_factor_01[prior=kruschke]"].estimate
    assert wide > 20 * found["bayes_factor_01[prior=unit]"].estimate  # Lindley


def test_a_prior_without_mass_in_the_region_has_no_factor():
    narrow = CountPrior("mine", 3.0, 1e-3)

    class Apart(NormalPosterior):
        """A prior that lies elsewhere altogether."""

        def log_probability(self, low, high):
            return -np.inf if high < 5 else super().log_probability(low, high)

    fitted = fit(COUNTS, narrow, How(model="count"))
    from dataclasses import replace

    found = assess_bayes_factor(replace(fitted, before=lambda a, b: Apart(100.0, 1.0)), rope=0.5)
    assert np.isnan(found["bayes_factor_01"].estimate)
    assert any("no mass between -0.5 and 0.5" in note for note in found.notes)


def test_a_region_far_from_the_posterior_gives_a_bound():
    scores = {"A": RNG.normal(0, 1, 400), "B": RNG.normal(50, 1, 400)}
    found = assess_bayes_factor(fit(scores, how=How(model="metric")), rope=0.01)
    row = found["bayes_factor_01"]
    assert np.isnan(row.estimate)
    assert (row.low, row.kind) == (0.0, "bound")
    assert row.high < 1e-9
    assert any("only known to be below" in note for note in found.notes)


@pytest.mark.parametrize(
    ("scores", "model", "prior", "match"),
    [
        ({"A": [1.0, 2.0], "B": [3.0]}, "metric", "default", "at least 2 scores of each system"),
        ({"A": [1.0, 1.0], "B": [1.0, 1.0]}, "metric", "default", "of each system that vary"),
        ({"A": [1.0, np.nan], "B": [1.0, 1.0]}, "metric", "default", "finite scores"),
        ({"A": [1.0, 2.0]}, "metric", "default", "at least two systems"),
        ({"A": [1.5, 2.0], "B": [3.0, 1.0]}, "count", "default", "whole numbers from 0 on"),
        ({"A": [-1, 2], "B": [3, 1]}, "count", "default", "whole numbers from 0 on"),
        ({"A": [1.5, 2.0], "B": [3.0, 1.0]}, "ordinal", "default", "whole numbers"),
        ({"A": [0, 1], "B": [1, 1]}, "ordinal", "default", "use the binary model"),
        ({"A": [0, 90], "B": [1, 1]}, "ordinal", "default", "at most 20 levels"),
        ({"A": [1, 2], "B": [2, 3]}, "metric", "uniform", "one of unit, wide, hybayes"),
        ({"A": [1, 2], "B": [2, 3]}, "metric", "unit:inf", "is not a distribution"),
        ({"A": [1, 2], "B": [2, 3]}, "metric", "unit:0", "is not a distribution"),
        ({"A": [1, 2], "B": [2, 3]}, "metric", "unti", "Did you mean unit"),
        ({"A": [1, 2], "B": [2, 3]}, "metrik", "default", "Did you mean metric"),
        ({"A": [3, 3], "B": [3, 3]}, "count", "hybayes", "Use the prior factor"),
    ],
)
def test_refusals(scores, model, prior, match):
    with pytest.raises(ClaimwiseError, match=match):
        fit(scores, prior, How(model=model))


def test_zero_counts_everywhere_have_an_answer():
    found = fit({"A": [0] * 20, "B": [0] * 20}, how=How(model="count")).difference("A", "B")
    assert found.mean == pytest.approx(0, abs=1e-6)
    assert found.hdi(0.95)[1] < 0.3


def test_levels_never_used_are_told():
    fitted = fit({"A": [1, 2, 4, 5] * 5, "B": [2, 4, 5, 5] * 5}, how=How(model="ordinal"))
    assert any("Level 3 never used" in note for note in fitted.notes)
    more = fit({"A": [2, 3, 4] * 5, "B": [3, 4, 4] * 5}, how=How(model="ordinal", levels=(1, 5)))
    assert any("Levels 1, 5 never used" in note for note in more.notes)
    with pytest.raises(DataError, match="all ratings from 2 to 5"):
        fit({"A": [1, 2, 4] * 5, "B": [2, 4, 5] * 5}, how=How(model="ordinal", levels=(2, 5)))


def test_a_failed_fit_refuses_to_conclude():
    from dataclasses import replace

    fitted = replace(fit(SCORES, how=How(model="metric")), failures=("It failed.",))
    with pytest.raises(FitError, match="It failed"):
        assess_posterior(fitted)


@pytest.mark.slow
def test_draws_have_names_and_convert():
    drawn = fit(LEVELS, how=How(model="ordinal")).sample(500, 0)
    assert drawn.names == ("mu", "sigma", "threshold")
    assert drawn["threshold"].shape == (1, 500, 4)
    tree = drawn.to_arviz()
    assert tree["posterior"]["mu"].dims == ("chain", "draw", "system")
    assert list(tree["posterior"]["mu"]["system"].values) == ["A", "B"]
    with pytest.raises(ParameterError, match="one of mu, sigma, threshold"):
        drawn["nu"]


@pytest.mark.slow
def test_same_seed_same_draws():
    groups = Groups.of(LEVELS, paired=True)
    one, two = (fit(groups, how=How(model="ordinal", seed=4)) for _ in range(2))
    assert one.difference("A", "B").mean == two.difference("A", "B").mean
    other = fit(groups, how=How(model="ordinal", seed=5)).difference("A", "B")
    assert other.mean != one.difference("A", "B").mean
    assert other.mean == pytest.approx(one.difference("A", "B").mean, abs=0.02)


def test_models_need_no_counts_in_units_of_their_own():
    assert count_prior("factor", [np.zeros(3), np.zeros(3)]).center < 0
    assert CountModel((np.zeros(3),), count_prior("factor", [np.zeros(3)])).groups == 1


@pytest.mark.slow
def test_systems_far_apart_are_not_drawn_together():
    """All zeros against a hundred each: the prior widens with the distance."""
    counts = fit({"A": [0] * 200, "B": [100] * 200}, how=How(model="count")).difference("A", "B")
    assert counts.mean == pytest.approx(100, abs=0.5)
    assert counts.sf(90.0) > 0.999
    scores = fit({"A": [0.0, 1, 2, 3], "B": [100.0, 101, 102, 103]}, how=How(model="metric"))
    assert scores.difference("A", "B").mean == pytest.approx(100, abs=1)


def test_a_quadrature_that_is_not_exact_refuses_to_conclude():
    fitted = fit({"A": [1.0, 2, 3], "B": [2.0, 3, 5]}, how=How(model="metric"))
    x = np.linspace(-9, 9, 61)
    for error, refused in ((0.01, True), (1e-9, False)):
        rough = GridPosterior(x, -0.5 * x**2 - 0.9189385332046727, error=error)
        made = replace(fitted, difference=lambda a, b, rough=rough: rough)
        if refused:
            with pytest.raises(FitError, match=r"found 0\.01\. Use engine=.mcmc"):
                assess_posterior(made)
        else:
            assert assess_posterior(made)["probability_greater"].estimate == pytest.approx(0.5)


@pytest.mark.slow
def test_value_two_hundred_zeros_where_fifty_were_expected():
    """Zeros far from their prior: the mean is that of a sum over means and shapes."""
    prior = CountPrior("narrow", np.log(50), 1.0)
    fitted = fit({"A": [0] * 200, "B": [100, 101, 99] * 60}, prior, How(model="count"))
    log_mean, shape = np.linspace(-16, 12, 3001)[:, None], np.geomspace(1e-9, 400, 3000)
    logs = 200 * shape * np.log(shape / (shape + np.exp(log_mean)))
    logs = logs - 0.5 * (log_mean - np.log(50)) ** 2 - shape / prior.shape + np.log(shape)
    weight = np.exp(logs - logs.max()).sum(axis=1)
    want = weight @ log_mean[:, 0] / weight.sum()
    found = np.log(fitted.sample(20_000, 0).of("mu", system="A")).mean()
    assert found == pytest.approx(want, abs=0.03)


@pytest.mark.slow
def test_a_conclusion_that_depends_on_the_prior_is_told():
    data = Groups.of({"A": [0.0, 1.0, 2.0, 0.5], "B": [1.5, 2.0, 3.4, 2.4]})
    found = sensitivity(data, ["unit", "unit:0.2"], how=How(model="metric"))
    shares = [row.estimate for row in found.select("probability_greater")]
    assert shares[0] > 0.95 > shares[1]
    assert any("reaches 95% under some of these priors, not under" in n for n in found.notes)
    split = sensitivity(data, ["unit", "unit:0.05"], rope=0.4, how=How(model="metric"))
    decisions = {row.estimate for row in split.select("hdi_rope")}
    assert decisions == {0.0, -1.0}
    assert any("undecided under some of these priors, equivalent" in n for n in split.notes)
    same = sensitivity(data, ["unit", "unit:2"], how=How(model="metric"))
    assert not any(note.kind == "caution" for note in same.notes)


@pytest.mark.slow
def test_regression_levels_that_only_one_system_uses():
    """A grid so wide that some cells are beyond all numbers."""
    data = {"A": np.repeat([0, 2], [17, 3]), "B": np.repeat([0, 1, 2, 3], [10, 4, 5, 1])}
    d = fit(data, how=How(model="ordinal", levels=(0, 3))).difference("A", "B")
    assert d.error < 1e-6
    assert d.sf(0.0) > 0.9
