"""Figures 2 and 6 and the examples of Azer et al. (2020), computed again."""

from __future__ import annotations

import re
from math import isnan, sqrt

import numpy as np
import pytest
from scipy import stats

import papers
from papers.azer2020 import figures_2_6
from papers.run import kept_values

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
    found = papers.kept_verdict("azer-figure-2")
    assert [one.value.at("question")[:8] for one in found.numbers if not one.same] == [
        "low end ",
        "high end",
    ]
    assert all(one.explained for one in found.numbers if not one.same)
    assert [claim.holds for claim in found.claims] == [False, False, False]


# Copied from the paper: Appendices A.1 and A.2, Examples 3 and 4 (its posterior and its prior).
PRINTED = {
    "one-sided p (Example 1)": 0.00372124,
    "low end of 95% interval (Example 2)": 0.0136,
    "high end of 95% interval (Example 2)": 0.057,
    "P(better) (Example 3)": 0.996,
    "P(within a point) (Figure 2)": 0.027,
    "prior P(within a point) (Example 4)": 0.019,
    "Bayes factor of within a point (Example 4)": 1.382,
}


def test_value_what_is_published_is_what_the_paper_prints():
    """Wide tolerances would let a wrong digit pass."""
    judged_ = papers.kept_verdict("azer-figure-2").numbers
    assert {one.value.at("question"): one.published for one in judged_} == PRINTED


def test_value_the_factor_is_held_as_closely_as_its_draws_allow():
    """By simulation of the paper's program: 40,000 draws from the prior, 250,000 after."""
    rng = np.random.default_rng(3)
    prior = rng.binomial(40_000, 0.0199, 200_000) / 40_000
    after = rng.binomial(250_000, 0.0272047, 200_000) / 250_000
    factors = after / (1 - after) / (prior / (1 - prior))
    assert pytest.approx(factors.std(), rel=0.02) == figures_2_6.FACTOR_ERROR
    far = (abs(factors - factors.mean()) > abs(1.32 - 1.37733)).mean()
    (h4,) = [c for c in papers.kept_verdict("azer-figure-2").claims if "H4" in c.said]
    (said,) = re.findall(r"(\d+)% of runs", h4.found)
    assert int(said) / 100 == pytest.approx(far, abs=0.015)
    assert "nothing" not in h4.because
    tolerance = {
        one.value.at("question"): one.tolerance
        for one in papers.kept_verdict("azer-figure-2").numbers
    }["Bayes factor of within a point (Example 4)"]
    assert tolerance == pytest.approx(3 * factors.std(), rel=0.02)
    low, high = 1.377 - tolerance, 1.377 + tolerance
    notes = " ".join(papers.kept("azer-figure-2").notes)
    assert f"Any factor from {low:.2f} to {high:.2f} would have passed" in notes


def test_value_the_line_of_example_4():
    """Digits that were cut off explain it; the exchange of denominators makes it worse."""
    claim = papers.kept_verdict("azer-figure-2").claims[1]
    assert not claim.holds
    assert "cut off" in claim.because
    right = 0.027 / 0.973 / (0.019 / 0.981)
    assert abs(right - 1.382) > abs(0.027 / 0.980 / (0.019 / 0.972) - 1.382)
    # All shares whose digits, cut after the third, are those that are printed.
    prior, after = np.meshgrid(np.linspace(0.019, 0.02, 201), np.linspace(0.027, 0.028, 201))
    kept = (np.floor(1000 * (1 - prior)) == 980) & (np.floor(1000 * (1 - after)) == 972)
    factors = (after / (1 - after) / (prior / (1 - prior)))[kept]
    ends = [float(x) for x in re.findall(r"factors from ([\d.]+) to ([\d.]+),", claim.found)[0]]
    assert ends == pytest.approx([factors.min(), factors.max()], abs=0.003)
    assert ends[0] < 1.382 < ends[1]


def test_direction_wrong_values_differ():
    found = judged("azer-figure-2", lambda value: value._replace(estimate=value.estimate + 0.3))
    assert not any(one.same for one in found.numbers)
    low = judged("azer-figure-6", lambda value: value._replace(estimate=value.estimate - 0.05))
    assert not any(claim.holds for claim in low.claims)
    assert all(claim.holds for claim in papers.kept_verdict("azer-figure-6").claims)


@pytest.mark.parametrize("name", ["azer-figure-2", "azer-figure-6"])
def test_law_the_kept_run_is_what_the_command_gives(name):
    (cell,) = papers.REPLICATIONS[name].cells()
    kept = papers.kept(name)
    for value in cell.compute(FULL):
        row = kept[value.row().estimand]
        assert row.estimate == pytest.approx(value.estimate, rel=1e-4, abs=1e-6)


def test_the_figures_are_posteriors():
    found = papers.kept("azer-figure-2")
    assert {"curves", "about", "hdi"} <= set(found.draws)
    low = found["value[question=low end of HDI (Figure 2), data=easy]"].estimate
    assert found.draws["hdi"].low == pytest.approx(low, abs=1e-4)
