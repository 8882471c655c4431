"""Monte Carlo intervals of what is counted in simulated studies."""

from math import inf, isinf, isnan

import numpy as np
import pytest
from scipy import stats

import claimwise as cw
from claimwise.engine.monte_carlo import estimated_ratio_row, ratio_row, share_row

CUT = 1.96


def exaggeration(truth: float) -> float:
    """The mean size of a normal effect given that it exceeds the cut, over the true size."""
    found = stats.norm.sf(CUT - truth) + stats.norm.cdf(-CUT - truth)
    above = stats.norm.pdf(CUT - truth) + truth * stats.norm.sf(CUT - truth)
    below = stats.norm.pdf(CUT + truth) - truth * stats.norm.cdf(-CUT - truth)
    return float((above + below) / found / truth)


@pytest.mark.slow
@pytest.mark.parametrize(("truth", "more"), [(0.4, 300), (1.5, 0)])
def test_chance_the_interval_of_an_exaggeration_heeds_that_the_truth_is_simulated(truth, more):
    rng, studies, sets = np.random.default_rng(20250714), 100, 400
    hits = narrow = 0
    for _ in range(sets):
        tested, untested = rng.normal(truth, 1, studies), rng.normal(truth, 1, more)
        found = np.abs(tested) > CUT
        row = estimated_ratio_row("type_m", tested, found, untested, 50)
        hits += row.low <= exaggeration(truth) <= row.high
        sizes, mean = np.abs(tested[found]), np.concatenate([tested, untested]).mean()
        known = ratio_row("type_m", sizes.sum(), (sizes**2).sum(), len(sizes), abs(mean), 50)
        narrow += known.low <= exaggeration(truth) <= known.high
    assert stats.binomtest(hits, sets, 0.95).pvalue > 1e-3  # the seed is fixed
    assert narrow < hits - 20  # what an interval that takes the truth for known would hold


def test_value_with_a_truth_that_is_sure_the_interval_is_that_of_the_numerator():
    rng = np.random.default_rng(3)
    tested = rng.normal(1.5, 1, 200)
    found = np.abs(tested) > CUT
    row = estimated_ratio_row("type_m", tested, found, rng.normal(1.5, 1, 2_000_000), 50)
    sizes = np.abs(tested[found])
    known = ratio_row("type_m", sizes.sum(), (sizes**2).sum(), len(sizes), 1.5, 50)
    for end in ("estimate", "low", "high"):
        assert getattr(row, end) == pytest.approx(getattr(known, end), rel=3e-3)


def test_law_neither_the_sign_nor_the_unit_of_the_effects_matters():
    rng = np.random.default_rng(5)
    tested, untested = rng.normal(0.8, 1, 100), rng.normal(0.8, 1, 100)
    found = np.abs(tested) > CUT
    one = estimated_ratio_row("type_m", tested, found, untested, 50)
    other = estimated_ratio_row("type_m", -7 * tested, found, -7 * untested, 50)
    assert (one.low, one.estimate, one.high) == pytest.approx(
        (other.low, other.estimate, other.high)
    )


def test_a_truth_that_may_be_nothing_leaves_the_exaggeration_without_an_upper_end():
    rng = np.random.default_rng(1)
    tested = rng.normal(0, 1, 200)
    row = estimated_ratio_row("type_m", tested, np.abs(tested) > CUT, np.empty(0), 50)
    assert 0 < row.low < row.estimate < row.high == inf
    none = estimated_ratio_row("type_m", tested, np.zeros(200, bool), np.empty(0), 50)
    assert isnan(none.estimate)


def test_a_plan_of_answers_is_no_surer_of_the_exaggeration_than_of_the_difference():
    plan = cw.plan.responses(
        items=50,
        responses=1,
        epsilon_b=0.1,
        metric="mae",
        replicates=100,
        resamples=99,
        sets=2,
        rng=1,
    )
    times, difference = plan["type_m[mae]"], plan["difference[mae]"]
    assert not isinf(times.high)
    assert times.high / times.estimate > difference.estimate / difference.high
    # The ends of the divisor alone reach this far, and the numerator adds to it.
    assert times.high > 0.9 * times.estimate * difference.estimate / difference.low
    shown = cw.report.to_text(plan, details=True)
    assert f"{times.low:.1f} to {times.high:.1f}" in shown


def test_value_studies_that_depend_on_each_other_count_for_fewer():
    """Four times the variance of 100 independent studies is that of 25."""
    row = share_row("power", 60, 100, 50, inflation=4.0)
    assert row.estimate == 0.6
    assert row.low == pytest.approx(stats.beta.ppf(0.025, 15, 11))
    assert row.high == pytest.approx(stats.beta.ppf(0.975, 16, 10))
