"""Intervals by answers and by responders: by hand, by their laws, and by how often they cover."""

import numpy as np
import pytest
from scipy import stats

from claimwise.core import DataError, ParameterError
from claimwise.data.responses import Answers
from claimwise.intervals.responses import (
    RESPONSE_INTERVALS,
    centred_ends,
    find_response_interval,
)
from claimwise.metrics.responses import ResponseStudies, find_response_metric, scores
from claimwise.metrics.responses.resampled import redrawn_scores, widening
from claimwise.metrics.responses.responders import redrawn_responders

NAN = np.nan
MAE = find_response_metric("mae")


def test_value_of_the_ends_by_hand():
    draws = np.stack([np.zeros(999), np.arange(1.0, 1000.0)], axis=1)  # mean 500
    low, high = centred_ends(np.array([1.0, 3.0]), draws, 2.0, 0.95)
    assert (low, high) == (2 + 2 * (25 - 500), 2 + 2 * (975 - 500))


def test_value_of_the_widening():
    full = Answers(*np.zeros((3, 4, 5)))
    assert widening(full) == pytest.approx(np.sqrt(5 / 4))
    gaps = np.zeros((4, 5))
    gaps[:, 2:] = NAN
    assert widening(full._replace(a=gaps)) == pytest.approx(np.sqrt(2))
    assert widening(full._replace(gold=gaps[:, :1])) == pytest.approx(np.sqrt(5 / 4))
    assert widening(full._replace(b=gaps[:, :1])) == np.inf


def test_value_of_the_widening_of_unequal_numbers():
    """By what the variance of a mean is, and what redrawing leaves of it."""
    full = Answers(*np.zeros((3, 60, 4)))
    single = np.zeros((60, 2))
    single[1:, 1] = NAN  # a second gold answer to one item alone: hardly anything changes
    by_hand = (4 / 2 + 60 / 4 * 2) / (4 / 4 + 60 * 3 / 16 * 2)
    assert widening(full._replace(gold=single)) == pytest.approx(np.sqrt(by_hand))
    mixed = np.zeros((60, 9))
    mixed[::2, 1:] = NAN  # half of the items have one answer, which redrawing cannot vary
    by_hand = (1 + 1 / 9) / (8 / 81)
    assert widening(full._replace(a=mixed)) == pytest.approx(np.sqrt(by_hand))


def test_value_of_redrawn_answers():
    """The variance of a mean of K answers drawn with replacement is known."""
    rng = np.random.default_rng(0)
    gold, a = np.zeros((30, 1)), 10 + rng.random((30, 4))
    a[:10, 3] = NAN
    b = 20 + rng.random((30, 2))
    both = redrawn_scores(MAE, Answers(gold, a, b), 4000, 1)
    mean_a, mean_b = np.nanmean(a, axis=1).mean(), b.mean()
    assert both.mean(axis=0) == pytest.approx([mean_a, mean_b], abs=0.01)
    k = (~np.isnan(a)).sum(axis=1)
    wanted = np.sqrt((np.nanvar(a, axis=1) / k).sum()) / 30
    assert both[:, 0].std() == pytest.approx(wanted, rel=0.06)
    assert np.corrcoef(both.T)[0, 1] == pytest.approx(0, abs=0.06)  # gold is fixed here


def test_value_of_redrawn_responders():
    """Two responders of A, one off by 4: of the draws a quarter has each alone."""
    gold, a = np.zeros((6, 1)), np.tile([1.0, 5.0], (6, 1))
    b = np.tile([2.0, 2.0], (6, 1))
    unknown = np.full((6, 1), -1)
    who = (unknown, np.tile([0, 1], (6, 1)), np.tile([2, 3], (6, 1)))
    both = redrawn_responders(MAE, Answers(gold, a, b), who, 4000, 0, 0)
    assert (both[:, 1] == 2).all()
    values, often = np.unique(both[:, 0], return_counts=True)
    assert values.tolist() == [1, 3, 5]
    assert often / 4000 == pytest.approx([0.25, 0.5, 0.25], abs=0.03)
    shuffled = a.copy()
    shuffled[::2] = shuffled[::2, ::-1]  # the same people in other places
    other = (who[0], np.where(np.arange(6)[:, None] % 2, who[1], who[1][:, ::-1]), who[2])
    again = redrawn_responders(MAE, Answers(gold, shuffled, b), other, 4000, 0, 0)
    assert again == pytest.approx(both)


def test_law_shared_responders_are_drawn_together():
    a = np.tile([1.0, 5.0], (6, 1))
    who = tuple(np.tile([0, 1], (6, 1)) for _ in range(3))
    both = redrawn_responders(MAE, Answers(a * 0, a, 2 * a), who, 200, 0, 0)
    assert both[:, 1] == pytest.approx(2 * both[:, 0])
    apart = (who[0], who[1], who[2] + 2)
    both = redrawn_responders(MAE, Answers(a * 0, a, 2 * a), apart, 200, 0, 0)
    assert np.corrcoef(both.T)[0, 1] < 0.3


def test_direction_and_levels():
    rng = np.random.default_rng(4)
    gold = rng.random((1, 40, 1)) + rng.normal(0, 0.1, (1, 40, 4))
    noise = rng.normal(0, 0.1, (2, 1, 40, 4))
    answers = Answers(gold, gold + noise[0], gold + 1 + noise[1])
    who = tuple(np.tile(np.arange(4) + 4 * i, (40, 1)) for i in range(3))
    study = ResponseStudies.of(MAE, answers, who)
    for interval in RESPONSE_INTERVALS.values():
        ends = [interval.evaluate(study, level, seed=1, resamples=400) for level in (0.5, 0.9)]
        (low, high), (lower, higher) = ends
        assert 0.5 < lower[0] < low[0] < study.effect()[0] < high[0] < higher[0]


def test_nothing_to_resample_is_undefined():
    one = Answers(*np.random.default_rng(0).random((3, 1, 5, 1)))
    study = ResponseStudies.of(MAE, one)
    assert np.isnan(RESPONSE_INTERVALS["answers"].evaluate(study, 0.95, resamples=99)).all()
    with pytest.raises(DataError, match="found no responders"):
        RESPONSE_INTERVALS["responders"].evaluate(study, 0.95, resamples=99)
    with pytest.raises(ParameterError, match="answers, responders, two-way"):
        find_response_interval("tango")


@pytest.mark.calibration
def test_chance_answers_cover_the_difference_on_these_items():
    rng = np.random.default_rng(12)
    hits, sets = 0, 400

    def answer(mean, spread, size):
        return Answers(
            *(m[:, None] + spread[:, None] * rng.normal(size=(*size, 60, 5)) for m in mean)
        )

    for _ in range(sets):
        gold, spread = rng.random(60), rng.uniform(0, 0.3, 60)
        mean = (gold, gold + rng.uniform(-0.3, 0.3, 60), gold + rng.uniform(-0.4, 0.4, 60))
        truth = np.diff(scores(MAE, answer(mean, spread, (500,))).mean(axis=0))[0]
        study = ResponseStudies.of(MAE, answer(mean, spread, (1,)))
        low, high = RESPONSE_INTERVALS["answers"].evaluate(study, 0.95, seed=3, resamples=499)
        hits += int(low[0] <= truth <= high[0])
    assert stats.binomtest(hits, sets, 0.95).pvalue > 1e-3, hits / sets
