"""The search for sizes and effects on simulated power, against curves that are known exactly."""

from math import ceil, inf, isfinite, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import special, stats

from claimwise.engine.noisy import find_effect, find_size
from claimwise.engine.probit_line import crossing
from claimwise.engine.reached import Point, stream_of

Z = 1.959963984540054
DRIFT = 0.1  # effect over the deviation of one item


def drawn(power, seed, studies):
    """Return an `evaluate` that draws findings from a known curve, and the sizes it was asked."""
    rng, asked = np.random.default_rng(seed), []

    def evaluate(size):
        asked.append(size)
        return Point(size, int(rng.binomial(studies, power(size))), studies)

    return evaluate, asked


def by_size(size):
    return special.ndtr(DRIFT * np.sqrt(size) - Z)


def by_effect(effect):
    return special.ndtr(7 * effect - Z)


def near_a_ceiling(effect):
    """Return a curve that bends: no effect is found with a power above 0.88."""
    return 0.88 * special.ndtr(0.3 * effect - 2)


def sized(power, seed=1, studies=1000, target=0.8, start=100.0, least=2, most=10**6):
    evaluate, asked = drawn(power, seed, studies)
    found = find_size(evaluate, target=target, alpha=0.05, start=start, least=least, most=most)
    return found, asked


def effective(power, seed=1, studies=1000, target=0.8, start=0.1, most=10.0):
    evaluate, asked = drawn(power, seed, studies)
    found = find_effect(evaluate, target=target, alpha=0.05, start=start, most=most)
    return found, asked


# Value


def test_a_line_through_its_own_heights_crosses_where_it_does():
    u = np.array([9.0, 10.0, 11.0, 12.0, 13.0])
    studies = np.full(5, 10**9)
    found = np.rint(studies * special.ndtr(0.25 * u - Z))
    line = crossing(u, found, studies, target=0.8, alpha=0.05, first=[True] * 5)
    assert line.u == pytest.approx((Z + special.ndtri(0.8)) / 0.25, rel=1e-6)
    assert line.unit == pytest.approx(4.0, rel=1e-3)


def test_the_interval_is_that_of_the_share_where_the_line_is_known():
    u = np.array([11.2] * 4 + [10.4, 12.0])
    studies = np.array([5000] * 6)
    found = np.rint(studies * special.ndtr(special.ndtri(0.8) + 0.25 * (u - 11.2)))
    alone = crossing(u[:4], found[:4], studies[:4], target=0.8, alpha=0.05, first=[True] * 4)
    assert not alone.firm  # one place tells nothing of the slope
    line = crossing(u, found, studies, target=0.8, alpha=0.05, first=[True] * 6)
    assert line.u == pytest.approx(11.2, abs=0.01)
    half = (line.high - line.low) / 2
    # Between all six as if they were at the crossing, and the four that are.
    ends = [sqrt(0.16 / n) / stats.norm.pdf(special.ndtri(0.8)) / 0.25 for n in (30_000, 20_000)]
    assert Z * ends[0] < half < 1.15 * Z * ends[1]


def test_one_point_is_followed_as_a_normal_test_would_go():
    height = special.ndtri(0.5)
    line = crossing([20.0], [5000], [10_000], target=0.8, alpha=0.1, first=[True])
    base = special.ndtri(0.05)
    assert line.u == pytest.approx(20 * (special.ndtri(0.8) - base) / (height - base), rel=0.01)


@pytest.mark.parametrize("seed", range(2))
def test_the_ends_of_sizes_are_rounded_outwards(seed):
    found, _ = sized(by_size, seed, 100_000)
    points = found.points
    line = crossing(
        [sqrt(p.size) for p in points],
        [p.found for p in points],
        [p.studies for p in points],
        target=0.8,
        alpha=0.05,
        first=[abs(p.power - 0.8) < 0.15 for p in points],
    )
    assert found.low <= line.low**2 <= line.high**2 <= found.high
    assert found.low > line.low**2 - 1.5
    assert found.high < line.high**2 + 1.5


# Law


@pytest.mark.parametrize(("target", "start"), [(0.3, 1e3), (0.8, 1.0), (0.99, 1e-3)])
def test_the_true_power_of_what_is_found_is_the_target(target, start):
    size = ((Z + special.ndtri(target)) / DRIFT) ** 2
    found, asked = sized(by_size, studies=4000, target=target, start=start * size)
    assert special.ndtri(by_size(found.size)) == pytest.approx(special.ndtri(target), abs=0.12)
    assert len(asked) == len(set(asked)) <= 18
    effect = (Z + special.ndtri(target)) / 7
    found, asked = effective(by_effect, studies=4000, target=target, start=start * effect)
    assert special.ndtri(by_effect(found.size)) == pytest.approx(special.ndtri(target), abs=0.12)
    assert len(asked) == len(set(asked)) <= 22


@st.composite
def curves(draw):
    """Return any power that does not fall: steps of any height at any sizes."""
    heights = sorted(draw(st.lists(st.floats(0, 1), min_size=1, max_size=6)))
    edges = sorted(draw(st.lists(st.floats(0.0, 6.0), min_size=len(heights) - 1, max_size=6)))
    edges = edges[: len(heights) - 1]
    return lambda size: heights[int(np.searchsorted(edges, np.log10(max(size, 1e-9))))]


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(
    curves(),
    st.floats(0.06, 0.9999),
    st.floats(1.0, 1e5),
    st.sampled_from([1, 7, 200, 2000]),
    st.booleans(),
)
def test_any_curve_gets_an_answer_that_holds_together(power, target, start, studies, whole):
    if whole:
        found, asked = sized(power, 1, studies, target, start, least=5, most=100_000)
        least, most = 5, 100_000
    else:
        found, asked = effective(power, 1, studies, target, start / 1e4, most=100.0)
        least, most = 0, 100
    assert len(asked) <= 23
    assert all(least <= size <= most for size in asked)
    if not isfinite(found.size):
        assert found.size == inf
        return
    assert least <= found.low <= found.size <= found.high <= most
    assert found.size in asked
    if whole:
        assert all(x == int(x) for x in (found.size, found.low, found.high))


@pytest.mark.parametrize("seed", range(4))
def test_what_is_found_is_not_contradicted_by_its_own_power(seed):
    for found, _ in (
        sized(by_size, seed, 500),
        effective(by_effect, seed, 500),
        effective(near_a_ceiling, seed, 500, start=3.0, most=100.0),
    ):
        point = next(p for p in found.points if p.size == found.size)
        error = sqrt(0.16 / point.studies)
        assert abs(point.found / point.studies - 0.8) < 3.5 * error


# Direction


def test_more_power_needs_more_and_a_larger_effect_less():
    sizes = [sized(by_size, target=t)[0].size for t in (0.3, 0.6, 0.8, 0.95, 0.99)]
    assert sizes == sorted(sizes)
    steep = sized(lambda n: by_size(4 * n))[0].size
    assert steep == pytest.approx(sizes[2] / 4, rel=0.1)


# Where no line leads


def test_law_the_last_digits_of_a_line_do_not_say_which_studies_are_drawn():
    """They differ between processors; studies are drawn anew at every effect that is looked at."""

    def evaluate(effect):
        rng = np.random.default_rng(stream_of(effect))
        return Point(effect, int(rng.binomial(400, by_effect(effect))), 400)

    one, other = (
        find_effect(evaluate, target=0.8, alpha=0.05, start=start, most=10.0)
        for start in (0.1234567890, 0.1234567891)
    )
    assert one == other
    assert all(float(f"{p.size:.6g}") == p.size for p in one.points)


@pytest.mark.parametrize(
    ("jump", "start", "most"),
    [(1.15432, 1.1, 1.2), (0.0115432, 0.011, 0.012), (1.5429043, 1.2, 2.0), (0.2123456, 0.2, 0.25)],
)
def test_a_jump_between_two_effects_of_few_digits_ends_the_search(jump, start, most):
    looked = []

    def evaluate(effect):
        looked.append(effect)
        assert len(looked) < 100
        return Point(effect, 400 if effect >= jump else 0, 400)

    found = find_effect(evaluate, target=0.8, alpha=0.05, start=start, most=most)
    assert found.size == pytest.approx(jump, rel=1e-4)


def test_a_jump_is_found_exactly():
    found, _ = sized(lambda n: 0.0 if n < 6 else 1.0, start=40.0)
    assert (found.size, found.low, found.high) == (6, 6, 6)
    found, _ = sized(lambda n: 0.001 if n < 317 else 0.999, start=2.0, least=2)
    assert (found.size, found.low, found.high) == (317, 317, 317)


def test_an_effect_at_a_jump_is_between_its_sides():
    found, _ = effective(lambda x: 0.0 if x < 0.37 else 1.0, start=3.0)
    assert found.low < 0.37 <= found.high == found.size
    assert found.high - found.low < 0.05


def test_a_saw_tooth_is_left_above_its_last_short_tooth():
    def power(n):
        return {7: 0.82, 8: 0.6, 9: 0.84, 10: 0.88}.get(int(n), 0.0 if n < 7 else 0.95)

    found, _ = sized(power, studies=4000, start=9.0)
    assert found.size in (7, 9)
    assert power(found.size) >= 0.8


@pytest.mark.parametrize(("start", "height"), [(2.0, 0.75), (100.0, 0.025), (1e5, 0.0)])
def test_what_no_size_reaches_is_not_found(start, height):
    found, asked = sized(lambda n: height * (1 - np.exp(-n / 50)), start=start, most=100_000)
    assert found.size == inf
    assert max(asked) == 100_000
    found, _ = effective(lambda x: height * (1 - np.exp(-x)), start=start / 1e5, most=100.0)
    assert found.size == inf
    row = found.row("mde", 5)
    assert np.isnan(row.estimate)
    assert np.isnan(row.low)


def test_the_smallest_size_is_the_answer_where_it_is_enough():
    found, _ = sized(lambda n: 0.97, start=1e4, least=10)
    assert (found.size, found.low, found.high) == (10, 10, 10)


def test_ends_stay_within_what_is_possible():
    found, _ = effective(by_effect, studies=200, target=0.99, most=0.62)  # right: 0.612
    assert found.high <= 0.62
    assert found.low <= found.size <= found.high


# Streams and rows


def test_every_size_has_a_stream_of_its_own():
    streams = [stream_of(size) for size in (1.0, 2.0, 10.0, 100.0, 0.1, 0.1000001, 155.0)]
    assert len(set(streams)) == len(streams)
    assert min(streams) >= 2


def test_a_row_of_negative_differences_has_its_ends_in_order():
    found, _ = effective(by_effect)
    row = found.row("mde", 30, sign=-1)
    assert row.low < row.estimate < row.high < 0
    assert (row.low, row.high) == (-found.high, -found.low)
    assert row.kind == "monte carlo"


# Chance


def _at_least(share, of):
    """Return the fewest hits of `of` that a true share makes plausible."""
    return stats.binom.ppf(0.001, of, share)


SEARCHES = pytest.mark.parametrize(
    "searches", [30, pytest.param(200, marks=pytest.mark.calibration)]
)


@pytest.mark.slow
@SEARCHES
@pytest.mark.parametrize("target", [0.8, 0.99])
def test_chance_intervals_cover(target, searches):
    size = ((Z + special.ndtri(target)) / DRIFT) ** 2
    effect = (Z + special.ndtri(target)) / 7
    hits = [0, 0]
    for seed in range(searches):
        found, _ = sized(by_size, seed, 1000, target, start=0.3 * size)
        hits[0] += found.low <= size <= found.high or found.low == ceil(size)
        found, _ = effective(by_effect, seed, 1000, target, start=2 * effect)
        hits[1] += found.low <= effect <= found.high
    assert min(hits) >= _at_least(0.95, searches)


@pytest.mark.slow
@SEARCHES
@pytest.mark.parametrize("start", [4.0, 20.0])
def test_chance_intervals_cover_where_the_curve_bends(start, searches):
    from scipy.optimize import brentq

    effect = brentq(lambda x: near_a_ceiling(x) - 0.8, 1, 30)
    hits, sizes = 0, []
    for seed in range(searches):
        found, _ = effective(near_a_ceiling, seed, 2000, start=start, most=100.0)
        hits += found.low <= effect <= found.high
        sizes.append(found.size)
    assert hits >= _at_least(0.93, searches)  # a line is not all there is to such a curve
    assert np.mean(sizes) == pytest.approx(effect, rel=0.03)
