"""Mixed models of ratings keep their word: false positives, coverage, bias.

The ratings are drawn with plain numpy after the published simulation study of human evaluation
(Howcroft and Rieser 2021, EMNLP, setting "general"): two systems, crossed raters and items with
independent intercepts and slopes, six categories.
"""

from typing import NamedTuple

import numpy as np
import pytest
from scipy import special, stats

from claimwise.mixed.batch import fit_many
from claimwise.mixed.compare import refit_without
from claimwise.mixed.design import Labels, build_design
from claimwise.mixed.formula import formula_of
from claimwise.mixed.linear import LinearModel
from claimwise.mixed.ordinal import OrdinalModel

CUTS = np.array([-1.78, -1.16, -0.54, 0.08, 0.70])
RATER, ITEM = (0.52, 0.43), (0.57, 0.77)  # standard deviations of intercepts and slopes
EFFECT = 0.465
ALPHA = 0.05
REACH = special.ndtri(0.975)


class Plan(NamedTuple):
    """Who rates what: one entry for each rating."""

    rater: np.ndarray
    item: np.ndarray
    system: np.ndarray  # 0 or 1


def lists_of(length, items, ratings, seed):
    """Cut shuffled items into lists; two raters share one, each with the other's systems."""
    rng = np.random.default_rng(seed)
    rows, rater = [], 0
    for _ in range(ratings):
        for part in np.split(rng.permutation(items), items // length):
            system = rng.permutation(np.arange(length) % 2)
            for turn in (0, 1):
                rows += [(rater, i, s ^ turn) for i, s in zip(part, system, strict=True)]
                rater += 1
    return Plan(*np.array(rows).T)


def dealt_by_fours(items, ratings, raters):
    """Deal lists of four items round to a few raters, and repeat that with other raters."""
    turn, item = np.divmod(np.arange(2 * items), items)
    rater = np.arange(2 * items) // 4 % raters
    everyone = np.concatenate([rater + raters * k for k in range(ratings)])
    return Plan(everyone, np.tile(item, ratings), np.tile((item + turn) % 2, ratings))


PLANS = {"lists of 25": lists_of(25, 100, 3, seed=25), "dealt by fours": dealt_by_fours(50, 3, 5)}
SMALL = PLANS["dealt by fours"]


def draw(plan, effect, studies, seed):
    rng = np.random.default_rng(seed)
    latent = effect * plan.system + rng.normal(size=(studies, len(plan.system)))
    for codes, sds in ((plan.rater, RATER), (plan.item, ITEM)):
        effects = rng.normal(size=(studies, codes.max() + 1, 2)) * sds
        latent += effects[:, codes, 0] + plan.system * effects[:, codes, 1]
    return np.searchsorted(CUTS, latent)


def rating_difference(effect):
    """Return the true difference of the mean ratings.

    The second system's latent scores spread more (slopes), so that with uneven thresholds its
    mean rating differs even where the latent means do not.
    """
    spread = 1 + RATER[0] ** 2 + ITEM[0] ** 2
    wider = spread + RATER[1] ** 2 + ITEM[1] ** 2
    above = special.ndtr((effect - CUTS) / np.sqrt(wider)) - special.ndtr(-CUTS / np.sqrt(spread))
    return float(above.sum())


def design_of(plan, *, intercept, slopes=True):
    table = {
        name: Labels(codes, tuple(map(str, range(codes.max() + 1))))
        for name, codes in plan._asdict().items()
    }
    formula = formula_of("rating", "system", ("rater", "item"), slopes=slopes)
    return build_design(formula, table, intercept=intercept)


def fit_ordinal(plan, responses, *, slopes=True):
    """Fit all responses but the first, from which the others start; return fit and batch."""
    design = design_of(plan, intercept=False, slopes=slopes)
    model = OrdinalModel.of(design, tuple("123456"), link="probit")
    pilot = model.fit(responses[0])
    return pilot, fit_many(pilot, responses[1:])


def fit_linear(plan, responses, *, reml=True):
    responses = responses.astype(float)
    pilot = LinearModel.of(design_of(plan, intercept=True), reml=reml).fit(responses[0])
    return fit_many(pilot, responses[1:])


def likelihood_ratio(pilot, batch, responses):
    """Return p-values of the coefficient by fits without it."""
    smaller = fit_many(refit_without(pilot, (0,)), responses[1:])
    twice = np.maximum(2 * (batch.loglik - smaller.loglik), 0)
    return np.where(batch.converged & smaller.converged, special.chdtrc(1, twice), np.nan)


def against(batch, truth):
    """Return p-values of the hypothesis that a linear model's coefficient is what it truly is."""
    t = np.abs(batch.coefficients[:, 1] - truth) / batch.errors[:, 1]
    return np.where(batch.converged, 2 * special.stdtr(batch.df[:, 1], -t), np.nan)


def pvalues(plan, responses):
    """Return p-values of true hypotheses: no latent difference, the true one of mean ratings."""
    pilot, ordinal = fit_ordinal(plan, responses)
    truth = rating_difference(0.0)
    return {
        "ordinal, Wald": ordinal.pvalues()[:, 0],
        "ordinal, likelihood ratio": likelihood_ratio(pilot, ordinal, responses),
        "linear, REML": against(fit_linear(plan, responses), truth),
        "linear, ML": against(fit_linear(plan, responses, reml=False), truth),
    }


def within(hits, studies, least, most):
    """Is a count one that rates from `least` to `most` explain? Wrongly no in 1 of 1,000."""
    above = stats.binomtest(int(hits), studies, most, alternative="greater").pvalue
    below = stats.binomtest(int(hits), studies, least, alternative="less").pvalue
    return min(above, below) > 1e-3


def deviations(fit, theta):
    """Return the standard deviations of intercepts and slopes by raters, then by items."""
    rows = np.concatenate(fit.model.structure.loadings(theta))
    return np.sqrt((rows**2).sum(axis=1))


def test_the_plans_are_those_described():
    for name, (raters, items, each) in {
        "lists of 25": (24, 100, 25),
        "dealt by fours": (15, 50, 20),
    }.items():
        plan = PLANS[name]
        assert np.bincount(plan.rater).tolist() == [each] * raters
        texts, ratings = np.unique(np.stack([plan.item, plan.system]), axis=1, return_counts=True)
        assert texts.shape[1] == 2 * items
        assert (ratings == 3).all()
        assert len(np.unique(plan.rater * 1000 + plan.item)) == len(plan.item)  # once each
        by_system = np.bincount(plan.rater, weights=plan.system)
        assert set(by_system) <= {each // 2, each - each // 2}


def test_the_true_difference_of_ratings():
    draws = draw(SMALL, EFFECT, 4000, seed=2)
    means = draws[:, SMALL.system == 1].mean(axis=1) - draws[:, SMALL.system == 0].mean(axis=1)
    error = means.std() / np.sqrt(len(means))
    assert means.mean() == pytest.approx(rating_difference(EFFECT), abs=3.3 * error)


@pytest.mark.slow
def test_false_positives_and_power_of_a_few_studies():
    """In 120 studies a rate of 0.14 would be found out, as of errors that are a fifth too small."""
    found = pvalues(SMALL, draw(SMALL, 0.0, 121, seed=3))
    for name, p in found.items():
        assert np.isfinite(p).mean() > 0.95
        assert within((p < ALPHA).sum(), 120, 0.0, 0.06), name
    responses = draw(SMALL, EFFECT, 121, seed=4)
    _, ordinal = fit_ordinal(SMALL, responses)
    assert (ordinal.pvalues()[:, 0] < ALPHA).mean() > 0.4
    assert (fit_linear(SMALL, responses).pvalues()[:, 1] < ALPHA).mean() > 0.3
    estimates = ordinal.coefficients[:, 0]
    error = estimates.std() / np.sqrt(len(estimates))
    assert estimates.mean() == pytest.approx(EFFECT, abs=3.3 * error)


@pytest.mark.slow
def test_without_slopes_every_fourth_study_is_a_false_positive():
    """The check above can fail: here it does."""
    _, batch = fit_ordinal(SMALL, draw(SMALL, 0.0, 121, seed=3), slopes=False)
    hits = (batch.pvalues()[:, 0] < ALPHA).sum()
    assert not within(hits, 120, 0.0, 0.06)
    assert within(hits, 120, 0.2, 0.3)


@pytest.mark.calibration
@pytest.mark.parametrize("name", PLANS)
def test_calibration_false_positives(name):
    """Wald's z may be a little too bold, the ratio of likelihoods less so."""
    plan = PLANS[name]
    responses = draw(plan, 0.0, 2001, seed=15)
    print()
    for test, p in pvalues(plan, responses).items():
        known = np.isfinite(p)
        hits = int((p[known] < ALPHA).sum())
        print(f"{name}: {test}: {hits / known.sum():.4f} of {known.sum()}")
        assert known.mean() > 0.99
        assert within(hits, known.sum(), 0.04, 0.06), test


@pytest.mark.calibration
def test_calibration_equal_latent_means_are_not_equal_mean_ratings():
    """What the reader should know: a linear model then finds the difference of the ratings."""
    plan = PLANS["lists of 25"]
    assert rating_difference(0.0) == pytest.approx(-0.080, abs=0.001)
    p = fit_linear(plan, draw(plan, 0.0, 2001, seed=15)).pvalues()[:, 1]
    print(f"\nlinear, REML, equal latent means: {(p < ALPHA).mean():.4f}")
    assert not within((p < ALPHA).sum(), len(p), 0.0, 0.055)


@pytest.mark.calibration
@pytest.mark.parametrize(("name", "power"), [("lists of 25", 0.87), ("dealt by fours", 0.59)])
def test_calibration_of_the_ordinal_estimates(name, power):
    """The coefficient has no bias that 2,000 studies show; deviations are 3 to 12 % too small."""
    plan = PLANS[name]
    pilot, batch = fit_ordinal(plan, draw(plan, EFFECT, 2001, seed=16))
    ok = batch.converged
    estimates, errors = batch.coefficients[ok, 0], batch.errors[ok, 0]
    hits, covered = batch.pvalues()[ok, 0] < ALPHA, np.abs(estimates - EFFECT) < REACH * errors
    sds = np.array([deviations(pilot, theta) for theta in batch.theta[ok]])
    ratios = sds.mean(axis=0) / (*RATER, *ITEM)
    error = estimates.std() / np.sqrt(ok.sum())
    print(f"\n{name}: power {hits.mean():.4f}, coverage {covered.mean():.4f} of {ok.sum()}")
    print(
        f"{name}: coefficient {estimates.mean():.4f} (error {error:.4f}), sds {ratios} of the true"
    )
    assert ok.mean() > 0.99
    assert within(hits.sum(), ok.sum(), power - 0.02, power + 0.02)
    assert within(covered.sum(), ok.sum(), 0.94, 0.95)
    assert estimates.mean() == pytest.approx(EFFECT, abs=3.3 * error)
    assert estimates.std() == pytest.approx(np.sqrt((errors**2).mean()), rel=0.06)
    assert (ratios > 0.85).all()
    assert (ratios < 1.0).all()


@pytest.mark.calibration
@pytest.mark.parametrize("reml", [True, False])
@pytest.mark.parametrize(("name", "power"), [("lists of 25", 0.70), ("dealt by fours", 0.41)])
def test_calibration_of_the_linear_estimates(name, power, reml):
    plan = PLANS[name]
    batch = fit_linear(plan, draw(plan, EFFECT, 2001, seed=16), reml=reml)
    truth = rating_difference(EFFECT)
    estimates = batch.coefficients[:, 1]
    error = estimates.std() / np.sqrt(len(estimates))
    hits, covered = batch.pvalues()[:, 1] < ALPHA, against(batch, truth) > ALPHA
    print(f"\n{name}, reml {reml}: power {hits.mean():.4f}, coverage {covered.mean():.4f}")
    print(f"{name}, reml {reml}: {estimates.mean():.4f} of {truth:.4f} (error {error:.4f})")
    assert batch.converged.all()
    assert within(hits.sum(), len(hits), power - 0.02, power + 0.02)
    assert within(covered.sum(), len(covered), 0.94, 0.96)
    assert estimates.mean() == pytest.approx(truth, abs=3.3 * error)
