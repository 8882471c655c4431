"""Boundaries of repeated looks: published tables, multivariate normal, laws, and simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from claimwise.kernels import group_sequential as kernel
from claimwise.kernels.spending import spent

FIVE = np.arange(1, 6) / 5
PUBLISHED = {
    "obrien-fleming": [4.877, 3.357, 2.680, 2.290, 2.031],
    "pocock": [2.438, 2.427, 2.410, 2.397, 2.386],
}


@pytest.mark.parametrize("rule", PUBLISHED)
def test_value_spending_boundaries_of_five_looks(rule):
    found = kernel.boundaries(FIVE, spent(rule, FIVE, 0.05))
    assert found.round(3).tolist() == PUBLISHED[rule]


# The constants of the original tests, as tabulated for two-sided alpha 0.05.
@pytest.mark.parametrize(
    ("looks", "pocock", "obrien_fleming"),
    [(2, 2.178, 1.977), (5, 2.413, 2.040), (10, 2.555, 2.087)],
)
def test_value_original_constants_keep_alpha(looks, pocock, obrien_fleming):
    times = np.arange(1, looks + 1) / looks
    for bounds in (np.full(looks, pocock), obrien_fleming / np.sqrt(times)):
        above, below = kernel.crossings(times, bounds, 0.0)
        assert above.sum() + below.sum() == pytest.approx(0.05, abs=1e-4)


# The factors that belong to them: how many more items for power 0.8 and 0.9, five looks.
@pytest.mark.parametrize(
    ("bounds", "power", "ratio"),
    [
        (np.full(5, 2.413), 0.8, 1.229),
        (np.full(5, 2.413), 0.9, 1.207),
        (2.040 / np.sqrt(FIVE), 0.8, 1.028),
        (2.040 / np.sqrt(FIVE), 0.9, 1.026),
    ],
    ids=["pocock-0.8", "pocock-0.9", "obrien-fleming-0.8", "obrien-fleming-0.9"],
)
def test_value_inflation_of_five_looks(bounds, power, ratio):
    once = stats.norm.isf(0.025) + stats.norm.ppf(power)
    assert (kernel.drift_with(FIVE, bounds, power) / once) ** 2 == pytest.approx(ratio, abs=1e-3)


@pytest.mark.parametrize("drift", [0.0, 2.5])
def test_value_by_the_multivariate_normal(drift):
    times = np.array([0.2, 0.35, 0.9, 1.0])
    bounds = kernel.boundaries(times, spent("pocock", times, 0.05))
    shared = np.sqrt(np.minimum.outer(times, times) / np.maximum.outer(times, times))
    normal = stats.multivariate_normal(drift * np.sqrt(times), shared, abseps=1e-8, maxpts=400_000)
    inside = normal.cdf(bounds, lower_limit=-bounds, rng=np.random.default_rng(1))
    above, below = kernel.crossings(times, bounds, drift)
    assert above.sum() + below.sum() == pytest.approx(1 - inside, abs=2e-6)


def test_value_of_one_look_is_the_fixed_test():
    assert kernel.boundaries([1.0], [0.05])[0] == pytest.approx(1.959964, abs=1e-6)
    assert kernel.boundaries([1.0], [0.05], sides=1)[0] == pytest.approx(1.644854, abs=1e-6)
    above, below = kernel.crossings([1.0], [1.96], 2.8)
    assert above[0] == pytest.approx(stats.norm.sf(1.96 - 2.8), rel=1e-12)
    assert below[0] == pytest.approx(stats.norm.cdf(-1.96 - 2.8), rel=1e-9)


rising = st.lists(st.floats(0.02, 1.0), min_size=1, max_size=5).map(
    lambda steps: np.cumsum(steps) / np.sum(steps)
)


@settings(max_examples=30)
@given(times=rising, rule=st.sampled_from(sorted(PUBLISHED)), sides=st.sampled_from([1, 2]))
def test_law_just_the_planned_alpha_is_spent(times, rule, sides):
    planned = spent(rule, times, 0.05, sides=sides)
    bounds = kernel.boundaries(times, planned, sides=sides)
    above, below = kernel.crossings(times, bounds, 0.0, sides=sides)
    assert np.cumsum(above + below) == pytest.approx(planned, abs=1e-9)


@settings(max_examples=20)
@given(times=rising, drift=st.floats(-4, 4), scale=st.floats(0.1, 10))
def test_law_only_ratios_of_times_matter(times, drift, scale):
    bounds = np.full(len(times), 2.2)
    once = kernel.crossings(times, bounds, drift)
    again = kernel.crossings(scale * times, bounds, drift / np.sqrt(scale))
    assert np.concatenate(again) == pytest.approx(np.concatenate(once), abs=1e-9)


def test_direction_drift_and_its_mirror():
    bounds = kernel.boundaries(FIVE, spent("pocock", FIVE, 0.05))
    above, below = kernel.crossings(FIVE, bounds, 2.0)
    mirrored = kernel.crossings(FIVE, bounds, -2.0)
    assert above.sum() > 10 * below.sum()
    assert mirrored[1] == pytest.approx(above, abs=1e-12)


def test_value_looks_that_nearly_coincide_and_an_early_one():
    times = np.array([0.01, 0.3, 0.301, 0.999, 1.0])
    planned = spent("obrien-fleming", times, 0.05)
    bounds = kernel.boundaries(times, planned)
    assert bounds[0] == pytest.approx(stats.norm.isf(planned[0] / 2), rel=1e-9)
    above, below = kernel.crossings(times, bounds, 0.0)
    assert (above + below).sum() == pytest.approx(0.05, abs=1e-7)


def test_value_a_look_without_alpha_never_stops():
    assert np.isinf(kernel.boundaries([0.5, 1.0], [0.0, 0.05])[0])


def test_value_tails_of_the_first_look_are_those_of_one_look():
    upper, lower = kernel.tail([0.4], [], 2.3, 0.0)
    assert (upper, lower) == pytest.approx((stats.norm.sf(2.3), stats.norm.cdf(2.3)), rel=1e-12)
    assert kernel.drift_at([0.25], [], 2.0, 0.5) == pytest.approx(2.0 / 0.5, abs=1e-8)


@settings(max_examples=20)
@given(z=st.floats(-5, 5), drift=st.floats(-4, 4), sides=st.sampled_from([1, 2]))
def test_law_both_tails_make_one(z, drift, sides):
    times = FIVE[:3]
    bounds = kernel.boundaries(times, spent("pocock", times, 0.05, sides=sides), sides=sides)
    upper, lower = kernel.tail(times, bounds[:2], z, drift, sides=sides)
    between = upper + lower
    # One-sided, nothing stops below; two-sided both orders meet at the observed outcome.
    assert between == pytest.approx(1.0, abs=1e-9)


def test_direction_earlier_stops_and_larger_z_are_more_extreme():
    bounds = kernel.boundaries(FIVE, spent("pocock", FIVE, 0.05))
    early = kernel.tail(FIVE[:1], [], 2.5, 0.0)[0]
    late = kernel.tail(FIVE[:2], bounds[:1], 2.9, 0.0)[0]
    later = kernel.tail(FIVE[:2], bounds[:1], 2.6, 0.0)[0]
    assert early < late < later
    exact = kernel.tail(FIVE, bounds[:4], bounds[4], 0.0)[0]
    assert exact == pytest.approx(0.025, abs=1e-9)


def _simulated(rng, drift, times, bounds, studies):
    """Return at which look, and with which z, studies end."""
    steps = np.diff(times, prepend=0.0)
    paths = np.cumsum(rng.normal(drift * steps, np.sqrt(steps), (studies, len(times))), axis=1)
    z = paths / np.sqrt(times)
    crossed = np.abs(z) >= bounds
    look = np.where(crossed.any(axis=1), crossed.argmax(axis=1), len(times) - 1)
    return look, z[np.arange(studies), look], crossed.any(axis=1)


def test_chance_crossings_by_simulation():
    times = np.array([0.3, 0.6, 1.0])
    bounds = kernel.boundaries(times, spent("pocock", times, 0.05))
    studies = 100_000
    look, z, crossed = _simulated(np.random.default_rng(11), 2.0, times, bounds, studies)
    above, _ = kernel.crossings(times, bounds, 2.0)
    for k, p in enumerate(above):
        hits = int(((look == k) & crossed & (z > 0)).sum())
        assert stats.binomtest(hits, studies, p).pvalue > 1e-4


@pytest.mark.parametrize("drift", [0.0, 2.0])
def test_chance_stagewise_intervals_cover(drift):
    times = np.array([0.3, 0.6, 1.0])
    bounds = kernel.boundaries(times, spent("pocock", times, 0.05))
    studies = 1500
    look, z, _ = _simulated(np.random.default_rng(12), drift, times, bounds, studies)
    tails = np.array(
        [kernel.tail(times[: k + 1], bounds[:k], at, drift) for k, at in zip(look, z, strict=True)]
    )
    # The interval misses where a tail at the truth is below 0.025; the median where below half.
    for missed, p in ((tails[:, 0] < 0.025, 0.025), (tails[:, 1] < 0.025, 0.025)):
        assert stats.binomtest(int(missed.sum()), studies, p).pvalue > 1e-3
    assert stats.binomtest(int((tails[:, 0] < 0.5).sum()), studies, 0.5).pvalue > 1e-3


def test_chance_futility_by_simulated_paths():
    """Two looks and an end: who finds something, who gives up, who is wrong about it."""
    times, drift, share = np.array([0.3, 0.6, 1.0]), 2.5, 0.2
    bounds = kernel.boundaries(times, [0.001, 0.01, 0.05])
    floors = kernel.curtailed(times, bounds[-1], drift, share)
    assert floors[-1] == -np.inf
    rng = np.random.default_rng(8)
    steps = rng.normal(0, np.sqrt(np.diff(times, prepend=0)), size=(200_000, 3))
    paths = steps.cumsum(axis=1)
    for truth in (drift, 0.0):
        z = (paths + truth * times) / np.sqrt(times)
        going, seen = np.ones(len(z), bool), np.zeros((3, 3))
        for k in range(3):
            parts = z[:, k] >= bounds[k], z[:, k] <= -bounds[k]
            gives_up = (z[:, k] <= floors[k]) & ~parts[1]
            for i, part in enumerate((*parts, gives_up)):
                seen[i, k] = (going & part).mean()
            going &= ~(parts[0] | parts[1] | gives_up)
        found = kernel.outcomes(times, bounds, floors, truth)
        assert np.array(found) == pytest.approx(seen, abs=4 * np.sqrt(0.25 / len(z)))


def test_value_the_conditional_power_at_a_floor_is_the_one_asked_for():
    times, drift = np.array([0.25, 0.7, 1.0]), 3.0
    floors = kernel.curtailed(times, 2.0, drift, 0.15)
    for t, z in zip(times[:2], floors[:2], strict=True):
        rest = stats.norm(z * np.sqrt(t) + drift * (1 - t), np.sqrt(1 - t))
        assert rest.sf(2.0) == pytest.approx(0.15, abs=1e-9)


def test_direction_giving_up_costs_power_and_never_alpha():
    bounds = kernel.boundaries(FIVE, [0.01, 0.02, 0.03, 0.04, 0.05])
    plain = kernel.crossings(FIVE, bounds, 2.8)[0].sum()
    floors = kernel.curtailed(FIVE, bounds[-1], 2.8, 0.3)
    above, _, futile = kernel.outcomes(FIVE, bounds, floors, 2.8)
    assert above.sum() < plain
    assert futile.sum() > 0
    null = kernel.outcomes(FIVE, bounds, floors, 0.0)
    assert null[0].sum() + null[1].sum() < 0.05
    # A study that is to keep its power in spite of it needs a stronger signal.
    with_it = kernel.drift_with(FIVE, bounds, 0.8, futility=0.3)
    assert with_it > kernel.drift_with(FIVE, bounds, 0.8)
    floors = kernel.curtailed(FIVE, bounds[-1], with_it, 0.3)
    assert kernel.outcomes(FIVE, bounds, floors, with_it)[0].sum() == pytest.approx(0.8, abs=1e-8)
