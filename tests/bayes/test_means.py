"""The mean difference: R's values, own quadrature, the t interval, and simulated studies."""

from math import inf, sqrt

import numpy as np
import pytest
from scipy import integrate, stats

import claimwise as cw
from claimwise.bayes import Groups, How, assess_bayes_factor, assess_posterior, fit, sensitivity
from claimwise.bayes.models.mean import Effect, jzs
from claimwise.bayes.models.mean_prior import mean_prior
from claimwise.bayes.student import StudentMixture, TwoStudents, log_tail
from claimwise.core import ClaimwiseError, DataError, ParameterError
from claimwise.report.tables import every_row

MEANS = How(model="means")
# R's data set sleep
FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
PAIRED = Groups.of({"A": FIRST, "B": SECOND}, paired=True)
APART = Groups.of({"A": FIRST, "B": SECOND})


@pytest.mark.parametrize(
    ("groups", "factor"),
    [(PAIRED, 17.25888), (APART, 1.265925)],  # BayesFactor 0.9.12: ttestBF, rscale "medium"
)
def test_value_the_factor_of_no_difference_is_that_of_bayesfactor(groups, factor):
    found = assess_bayes_factor(groups, how=MEANS)["bayes_factor_01[point]"].estimate
    assert 1 / found == pytest.approx(factor, rel=1e-5)


@pytest.mark.parametrize(
    ("t", "n", "factor"),
    [(0.69, 100, 10.0), (3.20, 100, 0.1014), (2.03, 80, 1.557)],  # Rouder et al. (2009)
)
def test_value_published_factors(t, n, factor):
    effect = Effect(t / sqrt(n), 1.0, n, n - 1)
    assert np.exp(jzs(effect, 1.0)[0]) == pytest.approx(factor, rel=2e-3)


@pytest.mark.parametrize(("t", "n", "width"), [(0.0, 5, 0.7), (2.0, 12, 1.0), (9.0, 40, 0.2)])
def test_value_factor_and_posterior_by_own_quadrature(t, n, width):
    """Over the standardised difference and the standard deviation, on their own scales."""
    sd, d = 1.3, t * 1.3 / sqrt(n)
    squares = (n - 1) * sd**2

    def likelihood(delta, sigma):
        gap = n * (d - delta * sigma) ** 2
        return sigma ** -(n + 1) * np.exp(-(squares + gap) / (2 * sigma**2) + n / 2)

    # the standard deviation on a grid of logs, the difference by its Cauchy quantiles
    log_sigma = np.linspace(np.log(sd) - 4, np.log(sd) + 8, 401)
    sigma = np.exp(log_sigma)[:, None]
    u = (np.arange(20_000) + 0.5) / 20_000
    delta = width * np.tan(np.pi * (u - 0.5))[None]
    weight = likelihood(delta, sigma) * sigma
    marginal = weight.sum() / u.size
    null = (likelihood(0.0, sigma) * sigma).sum()
    log_factor, posterior, _ = jzs(Effect(d, sd, n, n - 1), width)
    assert log_factor == pytest.approx(np.log(null / marginal), abs=2e-3)
    mu = np.broadcast_to(delta * sigma, weight.shape)
    for x in (0.0, d, 1.5 * d + 0.1):
        share = weight[mu > x].sum() / weight.sum()
        assert float(posterior.sf(x)) == pytest.approx(share, abs=2e-3)


def test_value_the_posterior_of_pairs_is_the_t_interval_and_the_one_sided_p():
    rng = np.random.default_rng(1)
    d = rng.exponential(1.0, 25)
    groups = Groups.of({"A": np.zeros(25), "B": d}, paired=True)
    rows = assess_posterior(groups, margin=0.7, how=MEANS)
    low, high = stats.t.interval(0.95, 24, d.mean(), stats.sem(d))
    row = rows["posterior_difference"]
    assert (row.estimate, row.low, row.high) == pytest.approx((d.mean(), low, high), rel=1e-12)
    p = stats.ttest_1samp(d, 0.7, alternative="greater").pvalue
    assert rows["probability_greater[margin]"].estimate == pytest.approx(1 - p, abs=1e-12)


def test_value_two_systems_on_different_items_are_the_difference_of_two_t():
    a, b = np.array(FIRST), np.array(SECOND[:6])
    posterior = fit({"A": a, "B": b}, how=MEANS).difference("A", "B")
    one, other = (stats.t(x.size - 1, x.mean(), stats.sem(x)) for x in (a, b))
    for x in (-2.0, 0.0, 1.0, 9.0):
        share = integrate.quad(lambda u, x=x: one.pdf(u) * other.sf(x + u), -inf, inf)[0]
        assert float(posterior.sf(x)) == pytest.approx(share, abs=1e-7)
    low, high = posterior.eti(0.95)
    assert float(posterior.sf(low) - posterior.sf(high)) == pytest.approx(0.95, abs=1e-9)
    assert (low + high) / 2 == pytest.approx(b.mean() - a.mean(), abs=1e-9)


@pytest.mark.parametrize(("n_a", "n_b", "ratio"), [(2, 2, 1.0), (3, 400, 50.0), (700, 4, 0.02)])
def test_law_two_t_are_a_distribution_however_unequal(n_a, n_b, ratio):
    posterior = TwoStudents(0.0, (1.0, ratio), (n_a - 1, n_b - 1))
    one, other = stats.t(n_a - 1), stats.t(n_b - 1, scale=ratio)
    rng = np.random.default_rng(3)
    drawn = other.rvs(200_000, random_state=rng) - one.rvs(200_000, random_state=rng)
    assert posterior.error < 1e-6
    for p in (0.03, 0.3, 0.5, 0.9):
        assert (drawn < posterior.quantile(p)).mean() == pytest.approx(p, abs=4.5e-3)


def test_law_swapping_the_systems_mirrors_everything():
    for groups in (PAIRED, APART):
        swapped = Groups(groups.names[::-1], groups.values[::-1], groups.paired)
        for prior in ("reference", "jzs:0.5"):
            one = fit(groups, prior, MEANS).difference("A", "B")
            other = fit(swapped, prior, MEANS).difference("A", "B")
            assert one.eti(0.9) == pytest.approx(other.eti(0.9), abs=1e-7)
            back = fit(groups, prior, MEANS).difference("B", "A")
            assert back.eti(0.9) == pytest.approx([-x for x in one.eti(0.9)[::-1]], abs=1e-7)


def test_law_draws_agree_with_the_distribution():
    for groups in (PAIRED, APART):
        for prior in ("reference", "jzs"):
            fitted = fit(groups, prior, MEANS)
            draws = fitted.sample(40_000, 1)
            if "difference" in draws.names:
                gap = draws["difference"].ravel()
            else:
                gap = (draws.of("mu", system="B") - draws.of("mu", system="A")).ravel()
            for x in (0.0, 1.0, 2.0):
                share = float(fitted.difference("A", "B").sf(x))
                assert (gap > x).mean() == pytest.approx(share, abs=0.012)


def test_value_tails_that_no_double_holds():
    assert log_tail(3.0, 7) == pytest.approx(np.log(stats.t.sf(3.0, 7)), rel=1e-12)
    # where both ways are possible, and beyond: Student's t with many degrees of freedom
    assert log_tail(36.0, 1e9) == pytest.approx(stats.norm.logsf(36.0), rel=1e-5)
    single = StudentMixture.single(100.0, 1.0, 1e7)
    want = stats.norm.logsf(100.0)
    assert single.log_probability(-inf, 0.0) == pytest.approx(want, rel=1e-3)


def test_estimate_interval_and_posterior_are_of_one_quantity():
    """15% large gains and 85% small losses: the centre of a t distribution is on the other side."""
    rng = np.random.default_rng(0)
    gain = rng.random(80) < 0.15
    d = np.where(gain, rng.normal(8, 1, 80), rng.normal(-0.7, 0.5, 80))
    scores = {"A": np.zeros(80), "B": d}
    found = cw.compare(scores, assess=["test", "interval", "posterior", "bayes-factor"])
    plain, believed = found["difference"], found["posterior_difference"]
    assert believed.estimate == pytest.approx(plain.estimate)
    assert (believed.low, believed.high) == pytest.approx((plain.low, plain.high))
    assert found["probability_greater"].estimate > 0.5
    robust = cw.compare(scores, assess="posterior", model="robust")
    assert robust["posterior_difference"].estimate < 0 < plain.estimate
    assert robust.provenance["settings"]["of"] == "centre"
    (table,) = every_row(robust)
    assert any("of centre" in line[0] for line in table.rows)
    assert any(note.kind == "caution" and "not of the means" in note for note in robust.notes)


def test_a_caution_stands_where_few_scores_are_skewed():
    rng = np.random.default_rng(2)

    def cautions(d):
        found = cw.compare({"A": np.zeros(d.size), "B": d}, assess="posterior")
        return [note for note in found.notes if note.kind == "caution" and "skewness" in note]

    assert cautions(rng.lognormal(0, 1, 40))
    assert not cautions(rng.standard_normal(40))
    assert not cautions(rng.exponential(1, 2000))


def test_factors_of_a_region_need_a_proper_prior():
    found = assess_bayes_factor(PAIRED, rope=0.5, how=MEANS)
    assert np.isnan(found["bayes_factor_01"].estimate)
    assert np.isnan(found["prior_probability_rope"].estimate)
    assert any("metric-normal" in note for note in found.notes)
    # half of the prior is above 0, whatever its width: the odds are those of the posterior
    above = found["probability_greater"].estimate
    assert found["bayes_factor_direction"].estimate == pytest.approx(above / (1 - above))


def test_the_strip_of_priors_and_earlier_data():
    strip = sensitivity(PAIRED, how=MEANS)
    shown = {row.at["prior"]: row.estimate for row in strip.select("posterior_difference")}
    assert list(shown) == ["reference", "jzs", "jzs:1", "jzs:1.414"]
    assert shown["jzs"] < shown["jzs:1"] < shown["reference"]  # nearer to 0, the narrower
    early = Groups.of({"A": FIRST[:4], "B": SECOND[:4]}, paired=True)
    late = Groups.of({"A": FIRST[4:], "B": SECOND[4:]}, paired=True)
    joined = assess_posterior(late, earlier=early, how=MEANS)
    whole = assess_posterior(PAIRED, how=MEANS)
    assert joined["posterior_difference"].high == whole["posterior_difference"].high


@pytest.mark.parametrize("prior", ["unit", "jzs:x", "jzs:0", 3])
def test_unknown_priors_are_refused(prior):
    with pytest.raises(ParameterError):
        mean_prior(prior)


def test_what_has_no_posterior_is_refused():
    with pytest.raises(DataError, match="differences that vary"):
        fit(Groups.of({"A": [1.0, 2, 3], "B": [2.0, 3, 4]}, paired=True), how=MEANS)
    with pytest.raises(ClaimwiseError, match="metric-normal"):
        fit(PAIRED, how=How(model="means", engine="mcmc"))


@pytest.mark.parametrize(
    ("name", "draw", "mean", "least"),
    [
        ("normal", lambda r, s: r.standard_normal(s), 0.0, 0.95),
        ("exponential", lambda r, s: r.exponential(1.0, s), 1.0, 0.93),
        ("spikes at 0 and 100", lambda r, s: 100 * np.round(r.beta(0.4, 0.3, s), 1), None, 0.94),
    ],
)
def test_chance_intervals_hold_the_truth_from_120_items_on(name, draw, mean, least):
    """600 studies of 120 pairs; the binomial bound of what is claimed in the caution and docs."""
    rng = np.random.default_rng(5)
    if mean is None:
        mean = float(draw(np.random.default_rng(6), 4_000_000).mean())
    held = 0
    for d in draw(rng, (600, 120)):
        groups = Groups.of({"A": np.zeros(120), "B": d}, paired=True)
        low, high = fit(groups, how=MEANS).difference("A", "B").eti(0.95)
        held += low <= mean <= high
    assert stats.binom.cdf(held, 600, least) > 1e-3
    assert stats.binom.sf(held - 1, 600, 0.97) > 1e-3
