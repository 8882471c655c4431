"""Raters and runs that are a sample: values of lme4, laws, and how often nothing is found."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from claimwise.kernels import crossed

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "crossed.json").read_text("utf-8"))
STUDIES = 3000
BOUND = stats.binom.ppf(0.9999, STUDIES, 0.05) / STUDIES  # of a share that should be at most 5%


@pytest.mark.parametrize("case", GOLDEN, ids=["3 raters", "5 raters", "2 raters"])
def test_value_the_standard_error_is_that_of_a_mixed_model(case):
    assert not case["singular"]
    found = crossed.raters(np.array(case["d"]))
    assert float(found.mean) == pytest.approx(case["mean"], abs=1e-6)
    assert float(np.sqrt(found.variance)) == pytest.approx(case["se"], rel=1e-4)


def test_value_with_one_part_alone_it_is_a_t_test():
    """Where no item differs from the others, all is between raters; and the other way round."""
    shift = np.array([0.4, 1.0, 1.9])
    found = crossed.raters(np.repeat(shift[:, None], 8, axis=1))
    expected = stats.ttest_1samp(shift, 0, alternative="greater")
    assert float(found.tail()) == pytest.approx(expected.pvalue, rel=1e-9)
    assert found.interval(0.9) == pytest.approx(
        stats.ttest_1samp(shift, 0).confidence_interval(0.9)
    )
    items = np.array([0.3, -0.2, 1.1, 0.9, 0.4])
    alike = crossed.raters(np.repeat(items[None], 3, axis=0))
    assert float(alike.tail()) == pytest.approx(
        stats.ttest_1samp(items, 0, alternative="greater").pvalue, rel=1e-9
    )


def test_value_runs_whose_items_are_alike_are_two_samples():
    a, b = np.array([0.68, 0.72, 0.76]), np.array([0.70, 0.74, 0.80])
    found = crossed.runs(np.repeat(a[:, None], 50, axis=1), np.repeat(b[:, None], 50, axis=1))
    expected = stats.ttest_ind(b, a, equal_var=False)
    assert 2 * float(found.tail()) == pytest.approx(expected.pvalue, rel=1e-9)


def test_law_p_and_interval_are_one():
    rng = np.random.default_rng(4)
    for found in (
        crossed.raters(rng.normal(0.3, 1, size=(300, 3, 9))),
        crossed.runs(rng.normal(size=(300, 2, 9)), rng.normal(0.3, 1, size=(300, 4, 9))),
        crossed.runs(rng.normal(size=(300, 3, 9)), rng.normal(0.3, 1, size=(300, 3, 9))),
    ):
        low, high = found.interval(0.9)
        assert np.array_equal(found.tail() < 0.05, low > 0)
        assert np.array_equal(found.tail() > 0.95, high < 0)
        assert found.tail(0.2) == pytest.approx(
            crossed.Crossed(found.mean - 0.2, found.variance, found.share, found.df).tail()
        )


def test_law_swapping_the_systems_mirrors_all():
    rng = np.random.default_rng(5)
    a, b = rng.normal(size=(50, 2, 9)), rng.normal(0.3, 1, size=(50, 4, 9))
    one, other = crossed.runs(a, b), crossed.runs(b, a)
    assert one.tail() == pytest.approx(1 - other.tail())
    assert one.variance == pytest.approx(other.variance)


def test_law_more_shared_by_a_rater_is_less_certain():
    rng = np.random.default_rng(6)
    noise, shift = rng.normal(size=(4, 40)), np.array([-1.0, -0.3, 0.3, 1.0])[:, None]
    widths = [float(crossed.raters(noise + s * shift).variance) for s in (0.0, 0.5, 1.0, 2.0)]
    assert widths[1:] == sorted(widths[1:])
    assert widths[3] > 10 * widths[0]


def test_nothing_that_varies_is_not_defined():
    same = crossed.raters(np.ones((3, 5)))
    assert np.isnan(same.tail())
    assert np.isnan(same.interval(0.95)).all()


@pytest.mark.parametrize("count", [2, 3, 5, 10])
@pytest.mark.parametrize(("spread", "items"), [(0.0, 0.5), (0.2, 0.0), (0.4, 1.5), (1.0, 0.5)])
def test_chance_raters_find_nothing_in_nothing(count, spread, items):
    rng = np.random.default_rng([count, int(10 * spread), int(10 * items)])
    d = rng.normal(size=(STUDIES, count, 40)) + items * rng.normal(size=(STUDIES, 1, 40))
    found = crossed.raters(d + spread * rng.normal(size=(STUDIES, count, 1)))
    low, high = found.interval(0.95)
    assert np.mean((low > 0) | (high < 0)) <= BOUND


@pytest.mark.parametrize(("of_a", "of_b"), [(2, 2), (3, 3), (5, 5), (2, 5), (2, 10)])
@pytest.mark.parametrize("spread", [0.0, 0.1, 0.5])
def test_chance_runs_find_nothing_in_nothing(of_a, of_b, spread):
    """Right or wrong; what a run adds moves all of its items."""
    rng = np.random.default_rng([of_a, of_b, int(10 * spread)])
    item = rng.normal(size=(STUDIES, 1, 60))

    def right(count):
        own = 0.5 * rng.normal(size=(STUDIES, 1, 60)) + 0.7 * rng.normal(size=(STUDIES, count, 60))
        return (item + own + spread * rng.normal(size=(STUDIES, count, 1)) > 0).astype(float)

    low, high = crossed.runs(right(of_a), right(of_b)).interval(0.95)
    assert np.mean((low > 0) | (high < 0)) <= BOUND


@pytest.mark.parametrize(("t", "df"), [(1.1972622561466553, 0.492575562500115), (1.0, 0.98541329)])
def test_fractional_degrees_of_freedom_do_not_lose_the_tail(t, df):
    one = crossed.Crossed(
        np.asarray(t), np.asarray(1.0), np.array([1.0, 0.0]), np.array([df, 39.0])
    )
    assert one.tail() == pytest.approx(stats.t.sf(t, df), rel=1e-6)


def test_law_one_part_is_students_t():
    rng = np.random.default_rng(3)
    t, df = rng.normal(0, 2, 20_000), rng.uniform(0.3, 5, 20_000)
    share, dfs = np.tile([1.0, 0.0], (t.size, 1)), np.column_stack([df, np.full(t.size, 39.0)])
    one = crossed.Crossed(t, np.ones(t.size), share, dfs)
    np.testing.assert_allclose(one.tail(), stats.t.sf(t, df), rtol=1e-6)


def test_law_two_parts_lie_between_their_own_tails_and_match_the_interval():
    rng = np.random.default_rng(4)
    size = 5_000
    t, df = rng.normal(0, 3, size), rng.uniform(0.3, 40, (size, 2))
    first = rng.random(size)
    one = crossed.Crossed(t, np.ones(size), np.column_stack([first, 1 - first]), df)
    own = np.sort(stats.t.sf(t[:, None], df), axis=-1)
    tail = one.tail()
    assert np.all((own[:, 0] * (1 - 1e-6) <= tail) & (tail <= own[:, 1] * (1 + 1e-6)))
    low, _ = one.interval(0.9)
    clear = np.abs(low) > 1e-6
    np.testing.assert_array_equal((tail < 0.05)[clear], (low > 0)[clear])
