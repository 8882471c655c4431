"""Power of confidence sequences: which fits which world, and when they stop."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from claimwise.core import ParameterError
from claimwise.engine.anytime import (
    Sequence,
    anytime_rows,
    item_differences,
    sequences_for,
    simulate_anytime,
)
from claimwise.engine.simulate import Run
from claimwise.worlds import PairedAccuracy, PairedScores, Preference, Proportions, SeparateScores

ANYTIME = {"stopping": "anytime"}


@pytest.mark.parametrize(
    "world",
    [PairedAccuracy(0.1, 0.7), Preference(0.4, 0.3), Proportions(0.5, 0.1), PairedScores(0.1)],
    ids=["accuracy", "preference", "proportions", "scores"],
)
def test_chance_items_have_the_mean_of_the_world(world):
    d = item_differences(world, 2000, np.random.default_rng(1), 50)
    assert d.mean() == pytest.approx(0.1, abs=5 * d.std() / np.sqrt(d.size))


@pytest.mark.parametrize("kind", ["difference", "win rate"])
def test_direction_stops_early_where_the_effect_is_large(kind):
    world = PairedAccuracy(0.2, 0.6)
    sequence = Sequence(kind, 0.05, "two-sided")
    effect, null = (
        simulate_anytime(place, sequence, 600, Run(300, 2), stream=i)
        for i, place in enumerate((world, world.null()))
    )
    rows = {row.estimand: row for row in anytime_rows(effect, null, 0.2, 600, ANYTIME)}
    assert rows["power[anytime]"].estimate > 0.95
    assert rows["never[anytime]"].estimate < 0.05
    assert rows["alpha[anytime]"].low <= 0.05
    assert rows["expected_n[effect, anytime]"].high < rows["expected_n[no effect, anytime]"].low
    assert 10 < rows["median_n[anytime]"].low <= rows["median_n[anytime]"].high < 300
    assert rows["type_m[anytime]"].low > 1


def test_value_rows_by_hand():
    nan = np.nan
    effect = np.array([[10.0, 20.0, nan, 30.0], [0.4, -0.2, nan, 0.6]])
    null = np.array([[nan, nan, nan, 40.0], [nan, nan, nan, 0.1]])
    rows = {row.estimand: row.estimate for row in anytime_rows(effect, null, 0.2, 50, ANYTIME)}
    assert rows["power[anytime]"] == 0.5
    assert rows["type_s[anytime]"] == pytest.approx(1 / 3)
    assert rows["type_m[anytime]"] == pytest.approx((0.4 + 0.2 + 0.6) / 3 / 0.2)
    assert rows["never[anytime]"] == 0.25
    assert rows["alpha[anytime]"] == 0.25
    assert rows["expected_n[effect, anytime]"] == (10 + 20 + 50 + 30) / 4
    assert rows["expected_n[no effect, anytime]"] == (3 * 50 + 40) / 4


def test_value_the_median_counts_those_that_never_stop():
    nan = np.nan
    stops = np.array([[10.0, nan, nan, nan], [0.5, nan, nan, nan]])
    rows = {row.estimand: row for row in anytime_rows(stops, stops, 0.2, 50, ANYTIME)}
    assert np.isnan(rows["median_n[anytime]"].estimate)


def test_value_the_interval_of_the_median_is_that_of_order_statistics():
    stops = np.array([np.arange(1.0, 401.0), np.full(400, 0.5)])
    row = {r.estimand: r for r in anytime_rows(stops, stops, 0.2, 400, ANYTIME)}[
        "median_n[anytime]"
    ]
    below = stats.binom(400, 0.5).cdf  # how many of 400 studies stop before the true median
    assert below(row.high - 1) - below(row.low - 1) == pytest.approx(0.95, abs=0.01)


def test_value_which_sequence_fits():
    assert sequences_for(PairedAccuracy(0.1, 0.8))[0] == "difference"
    assert sequences_for(Preference(0.4, 0.3))[0] == "win rate"
    assert sequences_for(PairedScores(0.1)) == ("asymptotic",)


@pytest.mark.parametrize(
    "world", [PairedScores(0.1, cluster_size=3), SeparateScores(0.1)], ids=["clusters", "separate"]
)
def test_refused_worlds(world):
    with pytest.raises(ParameterError, match="independent items"):
        sequences_for(world)


def test_refused_studies_that_do_not_fit_in_memory():
    with pytest.raises(ParameterError, match="1,000,000"):
        simulate_anytime(
            PairedAccuracy(0.1, 0.8),
            Sequence("difference", 0.05, "two-sided"),
            2_000_000,
            Run(10, 1),
        )
