"""Quadrature or importance sampling, and NUTS: the same model, the same answers."""

import numpy as np
import pytest

from claimwise.bayes import Groups, How, assess_posterior, fit
from claimwise.data import IndependentCounts, PairCounts

RNG = np.random.default_rng(12)
ITEM = RNG.normal(0, 1, 40)
CASES = {
    "metric, paired": (
        "metric",
        Groups.of({"A": 50 + 5 * ITEM, "B": 51 + 5 * ITEM + RNG.standard_t(4, 40)}, paired=True),
    ),
    "ordinal, five levels": (
        "ordinal",
        Groups.of({"A": RNG.integers(1, 6, 50), "B": RNG.integers(2, 6, 40)}),
    ),
}
SLOW = {
    "metric": ("metric", Groups.of({"A": RNG.normal(5, 1, 20), "B": RNG.normal(6, 2, 25)})),
    "metric-normal": (
        "metric-normal",
        Groups.of({"A": RNG.normal(5, 1, 20), "B": RNG.normal(6, 2, 25)}),
    ),
    "count": (
        "count",
        Groups.of({"A": RNG.poisson(4, 30), "B": RNG.negative_binomial(3, 0.3, 30)}),
    ),
    "count, paired": (
        "count",
        Groups.of(
            {"A": RNG.poisson(5 * np.exp(0.5 * ITEM)), "B": RNG.poisson(7 * np.exp(0.5 * ITEM))},
            paired=True,
        ),
    ),
    "ordinal, paired": (
        "ordinal",
        Groups.of(
            {
                "A": np.digitize(ITEM + RNG.normal(0, 1, 40), [-1, 0, 1]),
                "B": np.digitize(0.5 + ITEM + RNG.normal(0, 1, 40), [-1, 0, 1]),
            },
            paired=True,
        ),
    ),
    "binary": ("binary", IndependentCounts.of(30, 60, 45, 70)),
    "binary, paired": ("binary", PairCounts.of(20, 10, 100, 50)),
    "binary-probit": ("binary-probit", PairCounts.of(20, 10, 100, 50)),
}


@pytest.mark.calibration
@pytest.mark.parametrize("case", [*SLOW, *CASES])
def test_law_engines_agree_on_every_model(case):
    model, data = (SLOW | CASES)[case]
    exact = assess_posterior(data, margin=0.1, how=How(model=model))
    drawn = assess_posterior(data, margin=0.1, how=How(model=model, engine="mcmc"))
    assert drawn.provenance["settings"].get("by") == "NUTS"
    a, b = exact["posterior_difference"], drawn["posterior_difference"]
    sd = (a.high - a.low) / 3.92
    assert b.estimate == pytest.approx(a.estimate, abs=0.12 * sd)  # 4 errors of 1,200 draws
    assert (b.low, b.high) == pytest.approx((a.low, a.high), abs=0.35 * sd)
    for name in ("probability_greater", "probability_greater[margin]"):
        low, high = drawn[name].low, drawn[name].high
        reach = high - low  # twice as far as the 95% interval
        assert low - reach / 2 <= exact[name].estimate <= high + reach / 2


def test_value_five_levels_by_importance_sampling_are_those_by_nuts():
    """Four chains of 20,000 draws, run once."""
    model, data = CASES["ordinal, five levels"]
    found = assess_posterior(data, margin=0.1, how=How(model=model))
    difference = found["posterior_difference"]
    assert difference.estimate == pytest.approx(0.6213, abs=0.02)
    assert (difference.low, difference.high) == pytest.approx((-0.098, 1.320), abs=0.06)
    assert found["probability_greater"].estimate == pytest.approx(0.9583, abs=0.006)
    assert found["probability_greater[margin]"].estimate == pytest.approx(0.9268, abs=0.008)


@pytest.mark.calibration
@pytest.mark.parametrize("case", ["metric", "metric-normal", "count", "ordinal, paired"])
def test_law_marginal_likelihoods_agree(case):
    """Quadrature or importance sampling against bridge sampling."""
    model, data = SLOW[case]
    exact, drawn = (fit(data, how=How(model=model, engine=e)) for e in ("exact", "mcmc"))
    error = drawn.quality["log_marginal_error"] + exact.quality.get("log_marginal_error", 0.0)
    assert drawn.log_marginal == pytest.approx(exact.log_marginal, abs=4 * error + 0.01)
