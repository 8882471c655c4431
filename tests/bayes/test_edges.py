"""Where posteriors are hard to compute: long tails, priors with an end, ties, wild scores."""

import sys
from dataclasses import replace

import numpy as np
import pytest
from numpy.polynomial.legendre import leggauss
from scipy import stats

from claimwise.bayes import (
    Groups,
    How,
    PairedPosterior,
    assess_bayes_factor,
    assess_posterior,
    fit,
    sensitivity,
)
from claimwise.bayes.accuracies import accuracies
from claimwise.bayes.analysis import analyse, from_fit
from claimwise.bayes.factors import factor_rows
from claimwise.bayes.models.metric_prior import metric_prior
from claimwise.bayes.normal import LognormalDifference
from claimwise.bayes.question import Question
from claimwise.bayes.sampled import SampledPosterior
from claimwise.core import DataError, FitError
from claimwise.data import PairCounts
from claimwise.kernels import normal_cells

pytestmark = pytest.mark.slow
NORMAL = How(model="metric-normal")


def mean_of_counts(data, prior):
    """Return points and probabilities of one mean count, by a plain sum over a wide grid."""
    log_mean = np.linspace(-14, 9, 3001)
    beyond = (np.arange(150) + 0.5) / 25
    shape = beyond**-2.0
    mean = np.exp(log_mean)[:, None]
    logs = sum(stats.nbinom.logpmf(y, shape, shape / (shape + mean)) for y in data)
    logs = logs - 0.5 * ((log_mean - prior.center) / prior.spread)[:, None] ** 2 - beyond**2 / 2
    weight = np.exp(logs - logs.max()).sum(axis=1)
    return np.exp(log_mean), weight / weight.sum()


def above(a, b, x):
    """Return P(B - A > x) of two lists of points and probabilities."""
    (mean_a, weight_a), (mean_b, weight_b) = a, b
    below = np.cumsum(weight_b) - weight_b / 2
    return float(weight_a @ (1 - np.interp(mean_a + x, mean_b, below)))


@pytest.mark.parametrize(
    ("a", "b", "points"),
    [
        ([4, 0, 12, 7, 17, 7, 7, 3, 0, 18, 4], [0, 0, 0], [-6.0, -5.0, -4.0, 1.0]),
        ([0, 0, 1, 0, 0], [100, 150, 90, 110, 95], [50.0, 100.0, 150.0]),
    ],
)
def test_value_counts_whose_means_have_long_tails(a, b, points):
    """Against plain sums over 3,001 means and 150 variations of each system."""
    fitted = fit({"A": a, "B": b}, how=How(model="count"))
    d = fitted.difference("A", "B")
    parts = [mean_of_counts(data, fitted.prior) for data in (a, b)]
    want = [above(*parts, x) for x in points]
    assert d.sf(points) == pytest.approx(want, abs=2e-4)
    assert d.error < 1e-6


def mean_of_scores(data, prior):
    """Return points and probabilities of one mean of normal scores, sd uniform between bounds."""
    data = np.array(data, float)
    t = np.linspace(-12, 12, 8001)
    mean = data.mean() + 0.05 * np.sinh(t)
    low, high = np.log(prior.sd.first), np.log(prior.sd.second)
    nodes, weights = leggauss(300)
    sd = np.exp((low + high) / 2 + (high - low) / 2 * nodes)
    squares = data.size * (data.var() + (data.mean() - mean) ** 2)
    total = np.zeros(mean.size)
    for s, w in zip(sd, weights * (high - low) / 2, strict=True):
        total += w * s * np.exp(-data.size * np.log(s) - squares / (2 * s**2))
    total *= np.exp(-0.5 * ((mean - prior.center) / prior.spread) ** 2) * np.cosh(t)
    return mean, total / total.sum()


@pytest.mark.parametrize(
    ("a", "b"), [([5, 6], [40, 45]), ([5, 6], [4, 7]), ([5, 6, 5.5, 7], [6, 8, 11, 6])]
)
def test_value_priors_of_spread_that_end_abruptly(a, b):
    """Against Gauss-Legendre over the standard deviation, which is exact between bounds."""
    fitted = fit({"A": a, "B": b}, "kruschke", NORMAL)
    d = fitted.difference("A", "B")
    parts = [mean_of_scores(data, fitted.prior) for data in (a, b)]
    moments = []
    for mean, weight in parts:
        middle = weight @ mean
        moments.append((middle, weight @ (mean - middle) ** 2))
    assert d.mean == pytest.approx(moments[1][0] - moments[0][0], abs=1e-4)
    assert d.sd == pytest.approx(np.sqrt(moments[0][1] + moments[1][1]), rel=1e-4)
    assert d.sf(0.0) == pytest.approx(above(*parts, 0.0), abs=1e-5)
    assert d.error < 1e-6


def test_value_levels_under_a_prior_that_ends_abruptly():
    """By a plain sum over mean and standard deviation, elsewhere."""
    groups = Groups.of({"A": [0, 0], "B": [0, 1]})
    fitted = fit(groups, "published", How(model="ordinal", levels=(0, 2)))
    assert fitted.difference("A", "B").sf(0.0) == pytest.approx(0.57175, abs=1e-5)
    assert fitted.log_marginal == pytest.approx(-5.4064, abs=5e-5)


def test_law_wild_scores_hardly_move_the_default_factors():
    rng = np.random.default_rng(14)
    a, b = rng.normal(0, 1, 40), rng.normal(0.9, 1, 40)
    plain = assess_bayes_factor({"A": a, "B": b}, rope=0.3, how=How(model="metric"))
    for wild in (100.0, 1e6):
        data = {"A": np.append(a, wild), "B": b}
        found = assess_bayes_factor(data, rope=0.3, how=How(model="metric"))
        for name in ("bayes_factor_01[point]", "bayes_factor_01"):
            assert plain[name].estimate / 2 < found[name].estimate < 3 * plain[name].estimate
    with_wild = metric_prior("unit", [np.append(a, 1e6), b])
    assert with_wild.spread == pytest.approx(metric_prior("unit", [a, b]).spread, rel=0.2)


def test_law_scores_without_wild_ones_have_the_plain_unit():
    rng = np.random.default_rng(3)
    groups = [rng.normal(5, 2, 60), rng.normal(6, 1, 50)]
    within = np.mean([np.var(group, ddof=1) for group in groups])
    middle = np.mean([group.mean() for group in groups])
    apart = np.mean([(group.mean() - middle) ** 2 for group in groups])
    prior = metric_prior("default", groups)
    assert (prior.center, prior.spread) == pytest.approx((middle, np.sqrt(within + apart)))


def test_scores_that_are_mostly_equal_are_refused_with_the_reason():
    pairs = Groups.of({"A": [0, 0, 1, 0.5, 1], "B": [0, 0, 1, 1, 1]}, paired=True)
    with pytest.raises(
        DataError, match=r'0 for 4 of 5 of the differences\. Use model="metric-normal",'
    ):
        fit(pairs, how=How(model="metric"))
    assert fit(pairs, how=NORMAL).difference("A", "B").mean > 0
    flat = {"A": [5.0] * 5, "B": [4, 6.5, 7, 5, 8]}
    for model in ("metric", "metric-normal"):
        with pytest.raises(DataError, match="found 5 for all 5 of A"):
            fit(flat, how=How(model=model))


def test_a_draw_of_hardly_any_weight_gives_a_bound_and_no_factor():
    values = np.append(np.linspace(1, 2, 5000), -1.0)
    weights = np.append(np.full(5000, 1.0), 1e-15)
    after = SampledPosterior.weighted(values, weights)
    fitted = fit({"A": [1.0, 2, 3], "B": [2.0, 3, 5]}, how=How(model="metric"))
    analysis = from_fit(fitted, ("A", "B"))
    question = Question.of(None, 0.0, 0.95, ("A", "B"), shares=False)
    rows, _ = factor_rows(replace(analysis, posterior=after), analysis.before(), question)
    row = next(row for row in rows if row.quantity == "bayes_factor_direction")
    assert np.isnan(row.estimate)
    assert (row.kind, row.high) == ("bound", np.inf)
    assert row.low == pytest.approx(5000 / 3, rel=1e-6)


@pytest.mark.parametrize(("n", "want"), [(8, 4.557), (30, 15.05)])
def test_value_point_factor_of_probit_at_a_corner(n, want):
    """Both systems right on all items: the posterior of the difference has a corner at 0."""
    found = assess_bayes_factor(PairCounts.of(0, 0, n, n), how=How(model="binary-probit"))
    row = found["bayes_factor_01[point]"]
    assert row.estimate == pytest.approx(want, rel=0.02)
    assert row.low < want < row.high


def test_law_two_ways_to_the_density_of_no_difference_agree(monkeypatch):
    """Quadrature of four levels, and importance sampling of the same model with one mean less."""
    from claimwise.bayes import exact

    data = {
        "A": np.repeat([1, 2, 3, 4], [10, 12, 8, 6]),
        "B": np.repeat([1, 2, 3, 4], [6, 9, 12, 11]),
    }
    grid = fit(data, how=How(model="ordinal")).difference("A", "B")
    monkeypatch.setattr(exact, "MOST_GRID_LEVELS", 2)
    drawn = fit(data, how=How(model="ordinal")).difference("A", "B")
    log, error = drawn.log_density_with_error(0.0)
    assert error < 0.02
    assert float(log) == pytest.approx(float(grid.log_density(0.0)), abs=4 * float(error))


def test_law_density_of_no_difference_of_paired_counts_is_that_of_its_draws():
    rng = np.random.default_rng(8)
    item = np.exp(rng.normal(0, 0.5, 60))
    pairs = Groups.of({"A": rng.poisson(5 * item), "B": rng.poisson(5.2 * item)}, paired=True)
    d = fit(pairs, how=How(model="count")).log_ratio("A", "B")
    log, error = d.log_density_with_error(0.0)
    smeared, smear = d.log_density_with_error(np.array([0.0]))  # by a kernel
    assert float(log) == pytest.approx(float(smeared[0]), abs=4 * float(smear[0]) + 0.02)
    assert error < smear[0]


def test_a_prior_that_fails_is_left_out_and_named(monkeypatch):
    room = sys.modules["claimwise.bayes.sensitivity"]
    real = room.analysed

    def analysed(data, prior, *rest):
        if prior == "kruschke":
            raise FitError("Quadrature failed.")
        return real(data, prior, *rest)

    monkeypatch.setattr(room, "analysed", analysed)
    found = sensitivity({"A": [1.0, 2, 3], "B": [2.0, 3, 5]}, how=How(model="metric"))
    assert "Prior kruschke is left out: Quadrature failed." in found.notes
    assert "posterior_difference[prior=unit:2]" in [row.estimand for row in found.rows]


def test_direction_a_margin_below_zero_allows_for_as_much_the_other_way():
    data = PairCounts.of(24, 12, 400, 300)
    found = assess_posterior(data, margin=-0.01)
    posterior = PairedPosterior.of(data)
    assert found["probability_greater[margin]"].estimate == pytest.approx(posterior.sf(-0.01))
    assert found["probability_less[margin]"].estimate == pytest.approx(posterior.cdf(0.01))


def test_direction_lower_claims_have_the_factor_of_lower_scores():
    data = PairCounts.of(24, 12, 400, 300)
    up = sensitivity(data, ["uniform"])["bayes_factor_direction[prior=uniform]"].estimate
    down = sensitivity(data, ["uniform"], lower=True)
    assert down["bayes_factor_direction[prior=uniform]"].estimate == pytest.approx(1 / up)


def test_regression_a_cell_narrower_than_rounding_is_empty_and_not_undefined():
    """Four levels of which a system uses few: the search meets thresholds that coincide."""
    edge = np.linspace(-8, 8, 4001)
    logs = normal_cells.log_probability(edge, np.nextafter(edge, np.inf))
    assert not np.isnan(logs).any()
    groups = Groups.of(
        {"A": np.repeat([0, 2], [17, 3]), "B": np.repeat([0, 1, 2, 3], [10, 4, 5, 1])}
    )
    found = fit(groups, how=How(model="ordinal")).difference("A", "B")
    # By NUTS, once: four chains of 20,000 draws.
    assert found.mean == pytest.approx(1.3542, abs=0.02)
    assert found.sd == pytest.approx(0.8249, abs=0.02)


def test_value_no_difference_of_counts_is_asked_of_the_log_ratio():
    """Posterior over prior density of the log ratio at 0, by plain sums."""
    a, b = [4, 7, 3, 9, 5, 6, 8, 4], [6, 9, 7, 8, 11, 5, 7, 10]
    fitted = fit({"A": a, "B": b}, how=How(model="count"))
    prior = fitted.prior
    (mean, first), (_, second) = (mean_of_counts(data, prior) for data in (a, b))
    step = np.log(mean[1] / mean[0])
    want = (first @ second / step) * 2 * np.sqrt(np.pi) * prior.spread
    found = assess_bayes_factor(fitted)["bayes_factor_01[point]"].estimate
    assert found == pytest.approx(want, rel=1e-3)


@pytest.mark.parametrize("paired", [False, True])
def test_law_wider_priors_of_counts_speak_for_no_difference(paired):
    rng = np.random.default_rng(80)
    item = np.exp(rng.normal(0, 0.3, 50))
    data = Groups.of({"A": rng.poisson(98 * item), "B": rng.poisson(97 * item)}, paired=paired)
    factors = []
    for prior in ("factor", "factor:2"):
        found = assess_bayes_factor(data, prior=prior, how=How(model="count"))
        factors.append(found["bayes_factor_01[point]"].estimate)
    assert factors[1] == pytest.approx(2 * factors[0], rel=0.1)


@pytest.mark.parametrize("spread", [0.5, 3.0, 20.0])
def test_value_density_of_equal_log_normal_means(spread):
    closed = -2.0 + spread**2 / 4 - np.log(2 * spread * np.sqrt(np.pi))
    found = LognormalDifference(2.0, spread).log_density(0.0)
    assert float(found) == pytest.approx(closed, abs=1e-6)


def test_law_draws_under_a_prior_with_an_end_are_those_of_the_quadrature():
    fitted = fit({"A": [1, 2, 4, 3], "B": [2, 5, 6, 9, 30]}, "kruschke", How(model="metric"))
    draws = fitted.sample(10_000, 3)
    gap = draws.of("mu", system="B") - draws.of("mu", system="A")
    d = fitted.difference("A", "B")
    shares = np.array([0.005, 0.05, 0.5, 0.95, 0.995])
    assert d.cdf(np.quantile(gap, shares)) == pytest.approx(shares, abs=0.006)
    # By a brute-force grid, elsewhere.
    assert draws.of("sigma", system="A").mean() == pytest.approx(2.72, abs=0.16)
    assert draws.of("sigma", system="B").mean() == pytest.approx(16.57, abs=0.6)


def test_direction_monte_carlo_error_decides_nothing():
    rng = np.random.default_rng(6)
    fitted = fit({"A": [1.0, 2, 3, 5, 4, 6], "B": [2.0, 3, 5, 4, 6, 9]}, how=How(model="metric"))
    for middle, decision in ((0.035, 0.0), (0.08, 1.0), (0.0, 0.0)):
        drawn = SampledPosterior(middle + 0.0132 * rng.standard_normal((4, 1000)))
        low, high = drawn.hdi(0.95)
        assert high - low == pytest.approx(2 * 1.96 * 0.0132, rel=0.05)
        assert 2e-4 < drawn.hdi_error(low, high) < 2e-3
        made = replace(fitted, difference=lambda a, b, drawn=drawn: drawn)
        found = assess_posterior(made, rope=0.0095)
        assert found["hdi_rope"].estimate == decision
        assert any("within which interval and region" in n for n in found.notes) == (
            middle == 0.035
        )


def test_few_scores_have_their_caution():
    few = fit({"A": [0.9, 1.1], "B": [1.0, 1.5]}, how=How(model="metric"))
    assert any("with 2 scores" in note for note in few.notes)
    many = fit({"A": np.arange(8.0), "B": np.arange(8.0) ** 2}, how=How(model="metric"))
    assert not any(note.kind == "caution" for note in many.notes)


def test_direction_of_lower_claims_the_lower_side_is_compared():
    data = PairCounts.of(12, 24, 400, 300)
    rows = sensitivity(data, ["uniform", "jeffreys"], margin=0.01, lower=True)
    names = {row.estimand for row in rows.rows}
    assert "probability_less[margin, prior=uniform]" in names
    assert "probability_greater[margin, prior=uniform]" not in names
    below = PairedPosterior.of(data).cdf(-0.01)
    assert rows["probability_less[margin, prior=uniform]"].estimate == pytest.approx(below)
    odds = below / (1 - below)
    before = PairedPosterior.before().cdf(-0.01)
    factor = rows["bayes_factor_direction[prior=uniform]"].estimate
    assert factor == pytest.approx(odds / (before / (1 - before)), rel=1e-6)


def test_value_accuracies_of_pairs_under_an_uneven_prior():
    """Both right 3, only A 1, only B 2, neither 4 expected; 5 both, 2 only A, 1 only B of 10."""
    data = PairCounts.of(1, 2, 10, 5)
    analysis = analyse(data, "dirichlet(3,1,2,4)")
    (before_a, after_a), (before_b, after_b) = accuracies(analysis, data)
    assert (before_a.right, before_a.wrong) == (4, 6)
    assert (after_a.right, after_a.wrong) == (4 + 7, 6 + 3)
    assert (before_b.right, before_b.wrong) == (5, 5)
    assert (after_b.right, after_b.wrong) == (5 + 6, 5 + 4)
