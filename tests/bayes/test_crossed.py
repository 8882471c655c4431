"""Ratings by several raters: the crossed model against other routes, its laws and its words."""

import json

import numpy as np
import pytest
from scipy import stats

import claimwise as cw
from claimwise.bayes import How
from claimwise.bayes import fit as fit_exactly
from claimwise.bayes.draws import Draws
from claimwise.bayes.mcmc.backend import backend, double_precision
from claimwise.bayes.mcmc.crossed import CrossedPrior, zero_sum
from claimwise.bayes.mcmc.data import Ratings
from claimwise.bayes.mcmc.fit import fit_of
from claimwise.bayes.mcmc.models import problem
from claimwise.bayes.mcmc.sample import Sampler, Settings
from claimwise.bayes.models.groups import Groups
from claimwise.bayes.models.ordinal_prior import ordinal_prior
from claimwise.bayes.rated import chances, pair_rows, predictive_levels, spreads
from claimwise.core import FitError
from claimwise.core.note import KINDS
from claimwise.data import example_path
from claimwise.report import document, plain, to_json, to_text
from claimwise.report.numbers import chance as chance_of
from claimwise.report.numbers import compact
from claimwise.report.quantities import value

pytestmark = pytest.mark.slow
CUTS = np.array([0.5, 1.4, 2.6, 3.5])
SHORT = Settings(chains=4, warmup=300, draws=500, target_accept=0.8)


def columns(raters=6, items=8, difference=1.2, seed=5):
    """Ratings of two systems, every rater with every item: system, rater, item, level from 0 on."""
    rng = np.random.default_rng(seed)
    system, rater, item = (x.ravel() for x in np.meshgrid(range(2), range(raters), range(items)))
    latent = 1.6 + difference * system + rng.normal(0, 0.6, raters)[rater]
    latent = latent + rng.normal(0, 0.5, items)[item] + rng.normal(0, 0.9, system.size)
    return system, rater, item, np.searchsorted(CUTS, latent)


def write(path, *, words=None):
    """Write ratings to a file, as numbers from 1 on or as words."""
    names = words or [str(level + 1) for level in range(5)]
    lines = ["rater,item,system,rating"]
    for k, r, i, level in zip(*columns(), strict=True):
        lines.append(f"r{r},i{i},{('old', 'new')[k]},{names[level]}")
    path.write_text("\n".join(lines))
    return path


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    words = ["awful", "poor", "fair", "good", "great"]
    file = write(tmp_path_factory.mktemp("ratings") / "ratings.csv", words=words)
    return cw.rating_posterior(
        file,
        assess="posterior,bayes-factor",
        reference={"system": "old"},
        scale=words,
        rope=0.2,
        margin=0.1,
        draws=500,
        warmup=300,
        target_accept=0.8,
        rng=3,
    )


def test_direction_and_agreement_of_all_rows(found):
    rows = {row.estimand: row for row in found.result.rows}
    difference = rows["posterior_difference[new vs old]"]
    assert difference.low < difference.estimate < difference.high
    assert difference.estimate == pytest.approx(1.2, abs=0.8)
    assert rows["probability_greater[new vs old]"].estimate > 0.9
    assert rows["probability_greater[margin, new vs old]"].estimate > 0.9
    assert rows["bayes_factor_direction[new vs old]"].estimate > 10 or np.isnan(
        rows["bayes_factor_direction[new vs old]"].estimate
    )
    points = rows["points[new vs old]"]
    means = [rows[f"expected_rating[{name}]"].estimate for name in ("new", "old")]
    assert points.estimate == pytest.approx(means[0] - means[1])
    assert rows["above[new vs old]"].estimate > rows["below[new vs old]"].estimate
    shares = [row.estimate for row in found.result.rows if row.estimand.startswith("category[new,")]
    assert sum(shares) == pytest.approx(1)
    assert {"sd[rater, (Intercept)]", "sd[rater, system]", "sd[item, system]"} <= set(rows)
    assert rows["predictive[levels, new]"].estimate == pytest.approx(0.5, abs=0.495)
    there, back = (found.fit.difference(*pair) for pair in (("old", "new"), ("new", "old")))
    assert there.mean == pytest.approx(-back.mean, rel=1e-12)  # a sum may round either way


def test_words_say_what_the_rows_say(found):
    made = document(found.result, figures=False)
    chance = found.result["probability_greater[new vs old]"].estimate
    sure = "more than 99." if chance > 0.999 else f"{100 * chance:.0f}%"
    headline, points = plain(made.headline), found.result["points[new vs old]"]
    assert headline.startswith(
        f"new is rated higher than old on the 5-point scale with probability {sure}"
    )
    ends = f"95% HDI {points.low:.1f} to {points.high:.1f}, raters and items like these"
    assert f"{points.estimate:.1f} points, {ends}" in headline
    assert "6 raters and 8 items" in made.lines[0]
    assert "new and old is rated higher by more than 0.1" in plain(made.question)
    tables = {table.title: table for table in (*made.tables, *made.more)}
    (beliefs,) = (
        dict(zip(tables["Posterior"].header, row, strict=True)) for row in tables["Posterior"].rows
    )
    beyond = found.result["probability_greater[margin, new vs old]"]
    assert beliefs["P(B passes)"] == compact(chance_of(beyond))
    assert beliefs["P(B passes)"] != beliefs["P(A passes)"]
    assert beliefs["BF direction"] == value(found.result["bayes_factor_direction[new vs old]"])
    kinds = {kind: " ".join(n for n in found.result.notes if n.kind == kind) for kind in KINDS}
    assert "half-normal(1.25) each" in kinds["assumed"]
    assert "Sampled by NUTS: largest R-hat" in kinds["meaning"]
    assert "Rating points: awful is 1, great 5." in kinds["meaning"]
    assert json.loads(to_json(found.result))["provenance"]["settings"]["verb"] == "ratings"


def test_draws_have_names(found):
    draws = found.draws()
    assert draws.shape == (4, 500)
    assert draws["rater_deviation"].shape == (4, 500, 6, 2)
    assert np.allclose(draws["rater_deviation"].sum(axis=2), 0)
    assert draws.of("item_deviation", item="i3", system="new").shape == (4, 500)


def test_value_new_raters_and_items_by_simulation():
    """Effects of many new raters and items, drawn one by one."""
    rng = np.random.default_rng(8)
    systems, size = 3, 400_000
    mu, sigma = np.array([1.2, 2.3, 1.9]), np.array([0.7, 1.1, 0.9])
    sd = {"sd_rater": 0.6, "sd_item": 0.3, "sd_rater_slope": 0.8, "sd_item_slope": 0.5}
    draws = Draws(
        {
            "mu": np.tile(mu, (1, 2, 1)),
            "sigma": np.tile(sigma, (1, 2, 1)),
            "threshold": np.tile(CUTS, (1, 2, 1)),
            **{name: np.full((1, 2), value) for name, value in sd.items()},
        }
    )
    latent = mu + sigma * rng.standard_normal((size, systems))
    for name in ("rater", "item"):
        own = rng.standard_normal((size, systems)) * sd[f"sd_{name}_slope"] / 2**0.5
        latent += sd[f"sd_{name}"] * rng.standard_normal((size, 1))
        latent += own - own.mean(axis=1, keepdims=True)
    level = np.searchsorted(CUTS, latent)
    want = np.array([np.bincount(level[:, k], minlength=5) / size for k in range(systems)])
    assert chances(draws)[0, 0] == pytest.approx(want, abs=0.004)
    assert spreads(draws).total[0, 0] == pytest.approx(latent.var(axis=0), rel=0.02)
    rows = {row.estimand: row.estimate for row in pair_rows(draws, 0, 1, np.arange(5.0), 0.95)}
    a, b = level[:, 0], level[:, 1]
    assert rows["above"] == pytest.approx((b > a).mean(), abs=0.004)
    assert rows["below"] == pytest.approx((b < a).mean(), abs=0.004)
    assert rows["points"] == pytest.approx((b - a).mean(), abs=0.01)
    assert rows["superiority"] == pytest.approx((1 + (b > a).mean() - (b < a).mean()) / 2, abs=4e-3)


def test_direction_levels_that_no_draw_expects_are_strange():
    system, rater, item, level = columns()
    odd = np.where(system == 1, np.where(level >= 2, 4, 0), level)
    shape = (1, 200)
    draws = Draws(
        {
            "mu": np.ones((*shape, 2)),
            "middle": np.tile([1.6, 2.8], (*shape, 1)),
            "sigma": np.full((*shape, 2), 1.1),
            "threshold": np.tile(CUTS, (*shape, 1)),
            "rater_deviation": np.zeros((*shape, 6, 2)),
            "item_deviation": np.zeros((*shape, 8, 2)),
        }
    )
    names = ("0", "1")
    fine = predictive_levels(draws, Ratings.of(system, rater, item, level, names=names), 1)
    strange = predictive_levels(draws, Ratings.of(system, rater, item, odd, names=names), 1)
    assert min(fine.values()) > 0.02
    assert strange["1"] < 0.005


@pytest.mark.parametrize("size", [2, 3, 7])
def test_law_the_basis_is_orthonormal_and_adds_up_to_zero(size):
    basis = zero_sum(size)
    assert basis.T @ basis == pytest.approx(np.eye(size - 1))
    assert basis @ basis.T == pytest.approx(np.eye(size) - 1 / size)


@pytest.mark.calibration
def test_law_swapping_systems_flips_the_sign_and_order_of_rows_is_irrelevant():
    system, rater, item, level = columns()
    ratings = Ratings.of(system, rater, item, level, names=("0", "1"))
    chosen = problem("crossed-ordinal", ratings)
    sampler = Sampler(chosen, SHORT)

    def difference(seed, **replaced):
        run = sampler.run(seed=seed, data={**chosen.data, **replaced})
        fitted = fit_of(chosen, run, SHORT, seed)
        assert not fitted.failures
        return fitted.difference("0", "1")

    order = np.random.default_rng(1).permutation(level.size)
    plain = difference(1)
    swapped = difference(2, system=1 - ratings.system)
    shuffled = difference(3, **{key: column[order] for key, column in chosen.data.items()})
    reach = 5 * plain.mean_error
    assert swapped.mean == pytest.approx(-plain.mean, abs=reach)
    assert shuffled.mean == pytest.approx(plain.mean, abs=reach)
    assert swapped.sd == pytest.approx(plain.sd, rel=0.15)


def test_value_the_likelihood_is_that_of_an_ordered_probit():
    """By hand, at a point drawn from the prior: each rating under its system, rater and item."""
    jax = backend().jax
    from numpyro.handlers import seed, trace

    system, rater, item, level = columns()
    ratings = Ratings.of(system, rater, item, level, names=("0", "1"))
    chosen = problem("crossed-ordinal", ratings)
    with double_precision():
        sites = trace(seed(chosen.model, jax.random.key(4))).get_trace(dict(chosen.data))
        at = {name: np.asarray(site["value"]) for name, site in sites.items()}
        found = float(sites["levels"]["fn"].log_factor)
    effects = at["rater_deviation"][rater, system] + at["item_deviation"][item, system]
    assert np.ptp(at["rater_deviation"]) > 0.1
    assert (np.ptp(at["item_deviation"], axis=1) > 0.01).any()
    cuts = np.array([-np.inf, *at["threshold"], np.inf])
    latent, sd = at["middle"][system] + effects, at["sigma"][system]
    below, above = (stats.norm.cdf((cuts[level + k] - latent) / sd) for k in (0, 1))
    assert found == pytest.approx(np.log(above - below).sum(), rel=1e-6)


@pytest.mark.calibration
def test_value_without_effects_it_is_the_ordinal_model_by_the_exact_engine():
    system, rater, item, level = columns()
    prior = ordinal_prior("anchored", 5)
    ratings = Ratings.of(system, rater, item, level, names=("0", "1"))
    chosen = problem("crossed-ordinal", ratings, CrossedPrior(prior, 1e-4), slopes=False)
    fitted = fit_of(chosen, Sampler(chosen, SHORT).run(seed=1), SHORT, 1)
    groups = Groups.of({str(k): level[system == k].astype(float) for k in range(2)})
    exact = fit_exactly(groups, prior, How(model="ordinal", levels=(0, 4)))
    there, here = exact.difference("0", "1"), fitted.difference("0", "1")
    assert here.mean == pytest.approx(there.mean, abs=5 * (here.mean_error + there.mean_error))
    assert here.sd == pytest.approx(there.sd, rel=0.1)
    assert fitted.before("0", "1").sd == exact.before("0", "1").sd


@pytest.mark.calibration
def test_value_the_example_agrees_with_maximum_likelihood():
    """The latent difference in units of the noise is the probit coefficient of the mixed model.

    Posterior means are drawn to the prior and medians of skew posteriors lie off their modes: a
    fifth of a standard error and 5 percent are what the two may differ by.
    """
    file, reference = example_path("ratings.csv"), {"system": "baseline"}
    fitted = cw.rating_posterior(file, slopes=False, reference=reference)
    other = cw.fit_ratings(file, slopes=False, link="probit", reference=reference).result
    for name in ("large", "small"):
        want = other[f"difference[{name} vs baseline]"]
        error = (want.high - want.low) / 3.92
        size = fitted.result[f"effect_size[{name} vs baseline]"]
        assert size.estimate == pytest.approx(want.estimate, rel=0.05, abs=0.2 * error)
        assert size.high - size.low == pytest.approx(want.high - want.low, rel=0.2)
    noise = np.mean([fitted.result[f"sd[{name}]"].estimate for name in ("large", "baseline")])
    for group in ("rater", "item"):
        ratio = fitted.result[f"sd[{group},(Intercept)]"].estimate / noise
        assert ratio == pytest.approx(other[f"sd[{group},(Intercept)]"].estimate, rel=0.3)


@pytest.mark.calibration
def test_several_priors_are_compared_and_a_short_run_is_refused(tmp_path):
    file = write(tmp_path / "ratings.csv")
    how = {"slopes": False, "warmup": 300, "draws": 500, "target_accept": 0.8}
    answer = cw.rating_posterior(file, prior="anchored,anchored:0.25", **how).result
    assert "posterior_difference[old vs new, prior=anchored:0.25]" not in answer
    assert "posterior_difference[prior=anchored:0.25, old vs new]" in answer
    words = to_text(answer, details=True)
    assert "Under other priors" in words
    assert sum(note.startswith("Prior anchored") for note in answer.notes) == 2
    assert "anchored:0.25" in words
    with pytest.raises(FitError, match="Run longer"):
        cw.rating_posterior(file, slopes=False, draws=20, warmup=20)


@pytest.mark.calibration
def test_law_the_prior_of_effects_is_what_it_says():
    """Forward draws: slopes differ between two systems by their sd, and means by their prior."""
    jax = backend().jax
    from numpyro.infer import Predictive

    grid = [(s, r, i) for s in "AB" for r in range(4) for i in range(6)]
    level = np.arange(len(grid)) % 4
    made = problem("crossed-ordinal", Ratings.of(*zip(*grid, strict=True), level, names=("A", "B")))
    with double_precision():
        drawn = jax.jit(Predictive(made.model, num_samples=4000, parallel=True))(
            jax.random.key(0), dict(made.data)
        )
    for name, size in (("rater", 4), ("item", 6)):
        deviation = np.asarray(drawn[f"{name}_deviation"])
        gap = deviation[..., 0] - deviation[..., 1]
        unit = np.asarray(drawn[f"sd_{name}_slope"])[:, None]
        # Deviations from the mean of so many: their variance is less by one part in `size`.
        assert ((gap / unit) ** 2).mean() == pytest.approx(1 - 1 / size, rel=0.04)
    prior = made.prior.levels
    mu, middle = (np.asarray(drawn[key]) - prior.center for key in ("mu", "middle"))
    assert (mu**2).mean() == pytest.approx(prior.spread**2, rel=0.05)
    assert (mu * middle).mean() == pytest.approx(prior.spread**2, rel=0.05)
    assert (mu[:, 0] * mu[:, 1]).mean() == pytest.approx(0.0, abs=0.05 * prior.spread**2)
