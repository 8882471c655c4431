"""What pictures are made of: rank counts, weights, distributions of drawn data."""

import numpy as np
import pytest
from scipy import stats

from claimwise.bayes import Groups, How, diagnostic_picture, fit, predictive_picture
from claimwise.bayes.analysis import from_fit
from claimwise.bayes.draws import Draws
from claimwise.bayes.fit import Fit
from claimwise.bayes.mcmc.problem import SaidPrior
from claimwise.bayes.predictive import drawn_scores, predictive_check
from claimwise.bayes.sampled import SampledPosterior
from claimwise.core import ParameterError

RNG = np.random.default_rng(3)
CHAINS, EACH = 4, 600
SCORES = Groups.of({"A": RNG.normal(100, 8, 30), "B": RNG.normal(104, 9, 25)})
LEVELS = Groups.of({"A": RNG.integers(1, 6, 50), "B": RNG.integers(2, 6, 40)})
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def metric():
    return fit(SCORES, how=How(model="metric"))


@pytest.fixture(scope="module")
def ordinal():
    return fit(LEVELS, how=How(model="ordinal"))


def sampled(values, dims=None, coords=None):
    """Return a posterior and its fit, whose draws are these."""
    draws = Draws(values, dims or {}, coords or {})
    fitted = Fit(
        model="mine",
        engine="mcmc",
        method="NUTS",
        names=("A", "B"),
        n=10,
        paired=False,
        prior=SaidPrior("mine", "as I like it"),
        unit="score",
        difference=lambda a, b: SampledPosterior(values["difference"]),
        before=lambda a, b: SampledPosterior(values["difference"]),
        sample=lambda count, seed: draws,
        quality={"divergences": 3.0},
    )
    return fitted.difference("A", "B"), fitted


def normal(*shape):
    return np.random.default_rng(1).standard_normal((CHAINS, EACH, *shape))


def test_rank_counts_sum_to_the_draws():
    found = diagnostic_picture(*sampled({"difference": normal(), "sd": normal() ** 2}))
    assert [panel["name"] for panel in found["panels"]] == ["difference", "sd"]
    for panel in found["panels"]:
        assert [sum(counts) for counts in panel["ranks"]] == [EACH] * CHAINS
        assert panel["uniform"] == EACH / len(panel["ranks"][0])
        assert len(panel["traces"]) == CHAINS
        assert panel["traces"][0][1] == pytest.approx(
            (normal() if panel["name"] == "difference" else normal() ** 2)[0, panel["step"]]
        )
    assert (found["chains"], found["draws"], found["divergences"]) == (CHAINS, EACH, 3)


def test_direction_a_stuck_chain_is_visible_in_the_counts():
    stuck = normal()
    stuck[2] += 6.0
    found = diagnostic_picture(*sampled({"difference": stuck}))
    panel = found["panels"][0]
    bins = len(panel["ranks"][0])
    top = bins - bins // CHAINS  # the highest quarter of all ranks is the chain that is elsewhere
    assert sum(panel["ranks"][2][top:]) > 0.98 * EACH
    assert all(sum(panel["ranks"][chain][top:]) < 0.02 * EACH for chain in (0, 1, 3))
    assert panel["rhat"] > 1.5


def test_few_numbers_are_chosen_and_the_worst_is_among_them():
    items = normal(30)
    items[1, :, 17] += 3.0
    found = diagnostic_picture(
        *sampled(
            {"difference": normal(), "item": items, "mu": normal(2), "sd": normal()},
            {"item": ("item",), "mu": ("system",)},
            {"item": tuple(range(30)), "system": ("A", "B")},
        )
    )
    names = [panel["name"] for panel in found["panels"]]
    assert names[:4] == ["difference", "mu[A]", "mu[B]", "sd"]
    assert names[-1] == "item[17]"
    assert len(names) == 8
    assert [panel["worst"] for panel in found["panels"]] == [False] * 7 + [True]
    assert found["numbers"] == 34


def test_weights_of_importance_sampling():
    pairs = Groups.of({"A": LEVELS.values[0], "B": LEVELS.values[0][::-1]}, paired=True)
    analysis = from_fit(fit(pairs, how=How(model="ordinal")), ("A", "B"))
    found = diagnostic_picture(analysis.posterior, analysis.fitted)
    weights = [point["weight"] for point in found["points"]]
    assert weights == sorted(weights, reverse=True)
    whole = np.sort(analysis.posterior.weights)[::-1]
    assert found["points"][0]["held"] == pytest.approx(whole[0])
    assert found["ess"] == pytest.approx(1 / (whole**2).sum())
    assert found["pareto_k"] == analysis.fitted.quality["pareto_k"]
    assert found["light"] == (whole * whole.size < 1e-3).sum()


def test_quadrature_has_no_diagnostics(metric):
    with pytest.raises(ParameterError, match="found one by quadrature"):
        diagnostic_picture(metric.difference("A", "B"), metric)


def test_metric_scores_lie_in_their_band(metric):
    found = predictive_picture(metric, SCORES)
    for system, real, (_, _, drawn) in zip(
        found["systems"], SCORES.values, drawn_scores(metric, SCORES), strict=True
    ):
        place = system["places"][40]
        assert place["observed"] == (real <= place["at"]).mean()
        shares = (drawn <= place["at"]).mean(axis=1)
        assert place["low"] == pytest.approx(np.quantile(shares, 0.025))
        assert place["middle"] == pytest.approx(np.median(shares))
        inside = [p["low"] <= p["observed"] <= p["high"] for p in system["places"]]
        assert np.mean(inside) > 0.95


def test_the_picture_shows_what_the_check_says(metric, ordinal):
    check = predictive_check(metric, SCORES)
    for system in predictive_picture(metric, SCORES)["systems"]:
        for one in system["statistics"]:
            row = check[f"predictive[{one['statistic']}, {system['name']}]"]
            assert one["above"] == row.estimate
            kept = sum(bar["count"] for bar in one["bars"])
            assert 985 <= kept <= 1000
    check = predictive_check(ordinal, LEVELS)
    for system in predictive_picture(ordinal, LEVELS)["systems"]:
        assert system["farther"] == check[f"predictive[levels, {system['name']}]"].estimate


@pytest.mark.parametrize("highest", [6, 70])
def test_counts_and_levels_are_all_in_some_place(highest, ordinal):
    counts = Groups.of({"A": RNG.integers(0, highest, 60), "B": RNG.poisson(3, 40)})
    found = predictive_picture(fit(counts, how=How(model="count")), counts)
    for system, n in zip(found["systems"], (60, 40), strict=True):
        assert sum(place["observed"] for place in system["places"]) == n
        assert system["places"][-1]["observed"] == 0  # beyond the highest count
        assert len(system["places"]) <= 26
        assert all(p["low"] <= p["middle"] <= p["high"] for p in system["places"])
    found = predictive_picture(ordinal, LEVELS)
    assert [place["at"] for place in found["systems"][0]["places"]] == list("12345")
    given = [place["observed"] for place in found["systems"][1]["places"]]
    assert given == [(LEVELS.values[1] == level).sum() for level in range(1, 6)]


def test_value_drawn_counts_are_negative_binomial_item_by_item():
    """Each item has its own factor: the mean of many items varies little between data sets."""
    rng = np.random.default_rng(8)
    data = Groups.of({"A": rng.negative_binomial(2, 0.2, 400), "B": rng.poisson(8, 400)})
    fitted = fit(data, how=How(model="count"))
    name, real, drawn = next(iter(drawn_scores(fitted, data)))
    assert name == "A"
    law = stats.nbinom(2, 0.2)
    # Sampling error of parameters and of data: sqrt(2) times that of one mean.
    assert drawn.mean(axis=1).std() == pytest.approx(law.std() * np.sqrt(2 / 400), rel=0.2)
    assert np.median(drawn.std(axis=1)) == pytest.approx(real.std(), rel=0.1)


def test_the_same_seed_gives_the_same_picture(metric):
    assert predictive_picture(metric, SCORES) == predictive_picture(metric, SCORES)
    assert predictive_picture(metric, SCORES, seed=1) != predictive_picture(metric, SCORES)
