"""What fits say beside the difference, and on which scale they say it."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from claimwise.bayes import Groups, How, assess_posterior, effect_rows, fit, weigh_models
from claimwise.bayes.draws import Draws
from claimwise.bayes.models.ordinal_prior import ordinal_prior
from claimwise.core import DataError, FitError, ParameterError
from claimwise.data import PairCounts

pytestmark = pytest.mark.slow
RNG = np.random.default_rng(20261116)
LEVELS = {
    "A": RNG.choice([1, 2, 3, 4, 5], 60, p=[0.2, 0.25, 0.25, 0.2, 0.1]),
    "B": RNG.choice([1, 2, 3, 4, 5], 60, p=[0.1, 0.2, 0.25, 0.25, 0.2]),
}
COUNTS = {"A": RNG.negative_binomial(4, 0.4, 80), "B": RNG.negative_binomial(4, 0.3, 70)}
ORDINAL = How(model="ordinal")


def rows_of(fitted, a="A", b="B"):
    return {row.estimand: row for row in effect_rows(fitted, a, b, 0.95)}


@pytest.mark.parametrize("paired", [False, True])
def test_law_levels_shifted_by_two_shift_means_and_thresholds_alone(paired):
    here = fit(Groups.of(LEVELS, paired=paired), how=ORDINAL)
    there = fit(Groups.of({k: v + 2 for k, v in LEVELS.items()}, paired=paired), how=ORDINAL)
    assert there.log_marginal == pytest.approx(here.log_marginal, abs=1e-6)
    first, second = here.difference("A", "B"), there.difference("A", "B")
    assert (second.mean, second.sd) == pytest.approx((first.mean, first.sd), rel=1e-6)
    one, two = here.sample(500, 3), there.sample(500, 3)
    assert two["mu"] == pytest.approx(one["mu"] + 2, abs=1e-5)
    assert two["threshold"] == pytest.approx(one["threshold"] + 2, abs=1e-5)
    assert one.coords["cut"] == (1.5, 2.5, 3.5, 4.5)
    assert one["threshold"][..., 0] == pytest.approx(1.5)
    assert one["threshold"][..., -1] == pytest.approx(4.5)


def test_direction_latent_means_lie_where_the_ratings_are():
    rows = rows_of(fit(Groups.of(LEVELS), how=ORDINAL))
    for name, given in LEVELS.items():
        assert rows[f"posterior_mean[{name}]"].estimate == pytest.approx(given.mean(), abs=0.5)
    observed = LEVELS["B"].mean() - LEVELS["A"].mean()
    assert rows["difference_rating"].estimate == pytest.approx(observed, abs=0.1)


def test_law_shares_of_levels_sum_to_one_and_give_the_mean_rating():
    rows = rows_of(fit(Groups.of(LEVELS), how=ORDINAL))
    means = {}
    for name, given in LEVELS.items():
        shares = np.array([rows[f"level_share[{name}, {k}]"].estimate for k in range(1, 6)])
        assert shares.sum() == pytest.approx(1.0, abs=1e-9)
        observed = np.bincount(given, minlength=6)[1:] / given.size
        assert shares == pytest.approx(observed, abs=0.12)
        means[name] = shares @ np.arange(1, 6)
    gap = means["B"] - means["A"]
    assert rows["difference_rating"].estimate == pytest.approx(gap, abs=1e-9)


def test_value_spread_and_skewness_of_counts_against_scipy():
    """At each draw the moments are those of SciPy's negative binomial."""
    fitted = fit(Groups.of(COUNTS), how=How(model="count"))
    draws, rows = fitted.sample(20_000, 0), rows_of(fitted)
    for name in "AB":
        mean, shape = draws.of("mu", system=name), draws.of("alpha", system=name)
        variance, skewness = stats.nbinom.stats(shape, shape / (shape + mean), moments="vs")
        assert rows[f"sd[{name}]"].estimate == pytest.approx(np.sqrt(variance).mean(), rel=1e-6)
        assert rows[f"skewness[{name}]"].estimate == pytest.approx(skewness.mean(), rel=1e-6)
        assert rows[f"variation[{name}]"].estimate == pytest.approx((shape**-0.5).mean())
    poisson = rows_of(fit(Groups.of(COUNTS), how=How(model="count-poisson")))
    mean = poisson["posterior_mean[A]"].estimate
    assert poisson["sd[A]"].estimate == pytest.approx(np.sqrt(mean), rel=0.01)
    assert poisson["skewness[A]"].estimate == pytest.approx(mean**-0.5, rel=0.01)
    assert "variation[A]" not in poisson


def test_value_spread_of_paired_counts_is_that_of_drawn_counts():
    item = np.exp(RNG.normal(0, 0.6, 120))
    data = Groups.of({"A": RNG.poisson(5 * item), "B": RNG.poisson(7 * item)}, paired=True)
    fitted = fit(data, how=How(model="count"))
    rows, draws = rows_of(fitted), fitted.sample(4000, 1)
    tau = draws["tau"][0][:, None]
    for name in "AB":
        mean, shape = (draws.of(key, system=name)[0][:, None] for key in ("mu", "alpha"))
        rng = np.random.default_rng(5)
        factor = np.exp(tau * rng.standard_normal((4000, 1000)) - tau**2 / 2)
        factor *= rng.gamma(np.broadcast_to(shape, factor.shape)) / shape
        spread = rng.poisson(mean * factor).std(axis=1).mean()
        assert rows[f"sd[{name}]"].estimate == pytest.approx(spread, rel=0.03)
    assert "skewness[A]" not in rows


@pytest.mark.parametrize("model", ["binary-probit", "binary"])
def test_counts_without_names_take_those_of_the_question(model):
    data = PairCounts.of(24, 12, 400, 300)
    how = How(model=model, engine="exact")
    result = assess_posterior(data, how=how, names=("old", "new"))
    assert result["probability_greater"].estimate > 0.95
    swapped = assess_posterior(PairCounts.of(12, 24, 400, 300), how=how, names=("new", "old"))
    assert swapped["probability_greater"].estimate < 0.05


def test_law_a_fit_under_other_names_says_the_same():
    fitted = fit(Groups.of(COUNTS), how=How(model="count"))
    other = fitted.called(("old", "new"))
    assert other.difference("old", "new").mean == fitted.difference("A", "B").mean
    assert other.before("old", "new").sd == fitted.before("A", "B").sd
    assert other.mean("new").mean == fitted.mean("B").mean
    drawn = other.sample(100, 2)
    assert (
        drawn.of("mu", system="new").tolist() == fitted.sample(100, 2).of("mu", system="B").tolist()
    )


def test_law_earlier_ratings_may_have_used_fewer_levels():
    early = Groups.of({"A": [2, 3, 3, 4, 2, 3], "B": [3, 4, 2, 4, 3, 4]})
    late = Groups.of({"A": [1, 2, 3, 3, 2, 4, 5], "B": [2, 4, 5, 3, 4, 5, 4]})
    found = assess_posterior(late, earlier=early, how=ORDINAL, prior="anchored")
    both = assess_posterior(early.with_more(late), how=ORDINAL, prior="anchored")
    row, want = found["posterior_difference"], both["posterior_difference"]
    assert (row.estimate, row.low) == pytest.approx((want.estimate, want.low), abs=1e-9)


def test_a_prior_of_other_levels_is_refused():
    with pytest.raises(DataError, match="levels 0 to 4, which its prior has; found levels 1 to 5"):
        fit(Groups.of(LEVELS), ordinal_prior("anchored", 5), ORDINAL)


def test_models_are_weighed_under_every_prior():
    scores = {"A": [1.0, 2.0, 1.5, 2.2, 1.8, 1.1], "B": [2.0, 2.8, 2.4, 2.1, 9.0, 2.6]}
    found = weigh_models(scores, ["metric", "metric-normal"], priors=["unit", "kruschke"])
    name = "bayes_factor[metric vs metric-normal"
    assert found[f"{name}]"].estimate == found[f"{name}, prior=unit]"].estimate
    logs = []
    for model in ("metric", "metric-normal"):
        logs.append(fit(scores, "kruschke", How(model=model)).log_marginal)
    want = np.exp(logs[0] - logs[1])
    assert found[f"{name}, prior=kruschke]"].estimate == pytest.approx(want, rel=1e-12)
    with pytest.raises(ParameterError, match="a list of priors"):
        weigh_models(scores, ["metric", "metric-normal"], priors="unit")


def test_models_without_a_marginal_likelihood_cannot_be_weighed(monkeypatch):
    from claimwise.bayes import weigh

    real = weigh.fit
    monkeypatch.setattr(weigh, "fit", lambda *a: replace(real(*a), log_marginal=float("nan")))
    with pytest.raises(FitError, match="too many parameters"):
        weigh_models({"A": [1.0, 2, 3], "B": [2.0, 3, 5]}, ["metric", "metric-normal"])


def test_law_the_ratio_of_a_over_b_is_the_inverse_of_b_over_a():
    fitted = fit(Groups.of(COUNTS), how=How(model="count"))
    one, other = rows_of(fitted)["ratio"], rows_of(fitted, "B", "A")["ratio"]
    assert one.estimate > 1
    inverse = (1 / other.estimate, 1 / other.high, 1 / other.low)
    assert (one.estimate, one.low, one.high) == pytest.approx(inverse, rel=1e-3)


def test_spreads_of_data_sets_are_told_apart_and_new_data_sets_have_their_sign():
    drawn = Draws(
        {
            "rate": np.array([[[0.5, 0.6], [0.52, 0.64]]]),
            "tau": np.array([[[0.8, 0.2], [1.0, 0.4]]]),
            "difference_new": np.array([[0.1, 0.3]]),
        },
        {"rate": ("system",), "tau": ("between",)},
        {"system": ("A", "B"), "between": ("data sets", "systems on a data set")},
    )
    base = fit(Groups.of(COUNTS), how=How(model="count"))
    made = replace(base, model="hierarchical", unit="points", sample=lambda count, seed: drawn)
    rows = rows_of(made)
    assert rows["logit_spread[data sets]"].estimate == pytest.approx(0.9)
    assert rows["logit_spread[systems on a data set]"].estimate == pytest.approx(0.3)
    assert rows["difference_new"].estimate == pytest.approx(0.2)
    assert rows["posterior_mean[B]"].estimate == pytest.approx(0.62)
    assert "item_spread" not in rows
    assert rows_of(made, "B", "A")["difference_new"].estimate == pytest.approx(-0.2)
