"""Figures 2 and 6 and the examples of Azer et al. (2020), computed again."""

from __future__ import annotations

from math import isnan, sqrt

import pytest
from scipy import stats

from claimwise import replications
from claimwise.replications.run import kept_values

from .kept import FULL, judged

EASY = (1637, 1721, 2376)  # right answers of A and of B, questions


def numbers(name):
    return {v.at("question"): v.estimate for v in kept_values(name) if v.quantity == "value"}


@pytest.mark.parametrize(("name", "least"), [("azer-figure-2", 11), ("azer-figure-6", 5)])
def test_nothing_is_simulated(name, least):
    """One value for each question, without a Monte Carlo interval."""
    values = kept_values(name)
    assert len(values) >= least
    assert all(isnan(value.low) and value.studies == 0 for value in values)


def test_value_p_and_interval_by_hand():
    a, b, n = EASY
    pooled = (a + b) / (2 * n)
    z = (b - a) / n / sqrt(2 * pooled * (1 - pooled) / n)
    found = numbers("azer-figure-2")
    assert found["one-sided p (Example 1)"] == pytest.approx(stats.norm.sf(z), rel=1e-4)
    posterior = stats.beta(b + 1, n - b + 1).rvs(200_000, random_state=1)
    posterior = posterior - stats.beta(a + 1, n - a + 1).rvs(200_000, random_state=2)
    assert found["P(better) (Example 3)"] == pytest.approx((posterior > 0).mean(), abs=0.001)
    within = (abs(posterior) < 0.01).mean()
    assert found["P(within a point) (Figure 2)"] == pytest.approx(within, abs=0.0015)


def test_verdict_of_figure_2():
    found = replications.kept_verdict("azer-figure-2")
    assert [one.value.at("question")[:8] for one in found.numbers if not one.same] == [
        "low end ",
        "high end",
    ]
    assert all(one.explained for one in found.numbers if not one.same)
    assert [claim.holds for claim in found.claims] == [False, False, False]


def test_direction_wrong_values_differ():
    found = judged("azer-figure-2", lambda value: value._replace(estimate=value.estimate + 0.3))
    assert not any(one.same for one in found.numbers)
    low = judged("azer-figure-6", lambda value: value._replace(estimate=value.estimate - 0.05))
    assert not any(claim.holds for claim in low.claims)
    assert all(claim.holds for claim in replications.kept_verdict("azer-figure-6").claims)


@pytest.mark.parametrize("name", ["azer-figure-2", "azer-figure-6"])
def test_law_the_kept_run_is_what_the_command_gives(name):
    (cell,) = replications.REPLICATIONS[name].cells()
    kept = replications.kept(name)
    for value in cell.compute(FULL):
        row = kept[value.row().estimand]
        assert row.estimate == pytest.approx(value.estimate, rel=1e-4, abs=1e-6)


def test_the_figures_are_posteriors():
    found = replications.kept("azer-figure-2")
    assert {"curves", "about", "hdi"} <= set(found.draws)
    low = found["value[question=low end of HDI (Figure 2), data=easy]"].estimate
    assert found.draws["hdi"].low == pytest.approx(low, abs=1e-4)
