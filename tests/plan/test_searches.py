"""Sizes and differences that plans look for: cases in which a search once went astray."""

import numpy as np
import pytest

import claimwise as cw
from claimwise.data import Pairs, example_path

ALIKE = {
    "classes": ["a", "b"],
    "positive": "a",
    "prior": [0.5, 0.5],
    "simple": {"accuracy_a": 0.9, "accuracy_b": 0.95, "agreement": 0.95},
}
NOWHERE_WORSE = {
    "classes": ["p", "q"],
    "positive": "p",
    "prior": [0.5, 0.5],
    "tables": {"p": [[0.6, 0.0], [0.1, 0.3]], "q": [[0.03, 0.0], [0.0, 0.97]]},
}
THREE = {
    "classes": ["x", "y", "z"],
    "prior": [1 / 3, 1 / 3, 1 / 3],
    "simple": {"accuracy_a": 0.7, "accuracy_b": 0.8, "agreement": 0.9},
}
QUICK = {"replicates": 400, "resamples": 200}


def bracketed(row):
    """Whether a row has its estimate in its interval, and the interval is of use."""
    return row.low <= row.estimate <= row.high < 2 * row.low


@pytest.mark.slow
@pytest.mark.parametrize("tables", [ALIKE, NOWHERE_WORSE], ids=["alike", "nowhere-worse"])
def test_a_start_at_power_1_does_not_mislead(tables):
    found = cw.plan.f1(tables=tables, solve="n", rng=0, **QUICK)
    assert found["sample_size"].estimate == pytest.approx(157, rel=0.1)
    assert bracketed(found["sample_size"])
    assert found["power"].estimate == pytest.approx(0.8, abs=0.08)


@pytest.mark.slow
def test_nor_does_a_given_n_far_beyond():
    found = cw.plan.f1(tables=THREE, n=5000, average="macro", rng=1, **QUICK)
    assert found["sample_size"].estimate == pytest.approx(65, rel=0.15)  # there the power is 0.8
    assert bracketed(found["sample_size"])


@pytest.mark.slow
def test_a_metric_without_a_score_at_small_n_has_a_size():
    found = cw.plan.precision(tables=NOWHERE_WORSE, solve="n", rng=1, **QUICK)
    assert found["sample_size"].estimate == pytest.approx(172, rel=0.1)
    assert bracketed(found["sample_size"])


@pytest.mark.parametrize(
    ("n", "options", "right"),
    [(8, {}, 24.7), (20, {"zero_share": 0.6}, 11.7)],
)
def test_small_studies_have_differences_neither_too_large_nor_too_small(n, options, right):
    found = cw.plan.bleu(n=n, solve="mde", replicates=2000, resamples=400, rng=3, **options)
    assert found["mde"].estimate == pytest.approx(right, rel=0.06)
    assert found["power"].estimate == pytest.approx(0.8, abs=0.03)
    assert bracketed(found["mde"])


def test_too_few_items_find_nothing():
    found = cw.plan.bleu(n=5, solve="mde", replicates=200, resamples=100, rng=3)
    assert np.isnan(found["mde"].estimate)
    size = cw.plan.bleu(difference=60, solve="n", replicates=500, resamples=200, rng=3)
    assert 6 <= size["sample_size"].estimate <= 8


@pytest.mark.slow
def test_a_high_power_is_not_extrapolated():
    tables = example_path("confusion.toml")
    given = {"tables": tables, "power": 0.99, "rng": 1, "replicates": 600, "resamples": 200}
    found = cw.plan.f1(n=1500, solve="mde", **given)["mde"]
    assert found.estimate == pytest.approx(0.083, rel=0.04)
    assert found.high < 0.09
    size = cw.plan.f1(solve="n", **given)["sample_size"]
    assert size.estimate == pytest.approx(8500, rel=0.06)
    assert size.high < 10_000


@pytest.mark.slow
def test_no_end_exceeds_the_largest_difference_there_is():
    tables = example_path("confusion.toml")
    found = cw.plan.f1(tables=tables, n=700, solve="mde", power=0.85, rng=1, **QUICK)["mde"]
    largest = 0.0983
    assert not found.high > largest


@pytest.fixture(scope="module")
def graded():
    rng = np.random.default_rng(1)
    a = rng.normal(0, 1, 80)
    return Pairs(a, a + rng.normal(0.3, 1, 80) + rng.exponential(0.5, 80) - 0.5)


@pytest.mark.parametrize("seed", range(3))
def test_a_size_is_within_its_own_interval(graded, seed):
    given = {"test": "paired-t", "replicates": 300, "rng": seed}
    found = cw.plan.pilot(graded, difference=0.29, solve="n", **given)["sample_size"]
    assert bracketed(found)
    assert found.estimate == pytest.approx(98.5, rel=0.15)
    assert all(value == int(value) for value in (found.low, found.estimate, found.high))


@pytest.mark.slow
def test_workers_change_nothing(graded):
    for plan in (
        lambda w: cw.plan.pilot(
            graded, n=60, solve="mde", test="paired-t", replicates=600, rng=5, workers=w
        ),
        lambda w: cw.plan.bleu(n=60, solve="mde", replicates=600, resamples=50, rng=5, workers=w),
    ):
        assert plan(1)["mde"] == plan(2)["mde"]


@pytest.mark.calibration
def test_chance_intervals_of_a_pilot_cover(graded):
    given = {"test": "paired-t", "n": 100}
    grid = [0.27, 0.28, 0.29, 0.30, 0.31]
    powers = [
        cw.plan.pilot(graded, difference=d, rng=99, replicates=20_000, **given)["power"].estimate
        for d in grid
    ]
    right = np.interp(0.8, powers, grid)
    rows = [
        cw.plan.pilot(graded, solve="mde", rng=seed, replicates=300, **given)["mde"]
        for seed in range(60)
    ]
    assert sum(row.low <= right <= row.high for row in rows) >= 51  # one time in a thousand fewer
