"""Expected p of a test set and of a world: values, laws, directions and chance."""

from __future__ import annotations

import numpy as np
import pytest

from claimwise.core import DataError, ParameterError, block_rng
from claimwise.data import Answers, Counts
from claimwise.metrics.responses import find_response_metrics, scores
from claimwise.power import Resampling, expected_p, turned_differences
from papers.wein2023 import expected_p as room
from papers.wein2023.expected_p import Share, fresh_differences, of_test_set, of_world, resampled
from papers.wein2023.setting import SAMPLERS, WORLDS

FIVE = Counts(5, 5, 5)
PUBLISHED = WORLDS["published"]


def reference_set(epsilon=0.3, items=60, seed=1):
    world = PUBLISHED.at(epsilon_b=epsilon)
    return world.draw(items, FIVE, np.random.default_rng(seed), 1).study(0)


# Made with another program, of 4,000 studies: metric, with five answers and with one.
TRUE = {
    ("published", 0.05): {"mae": (0.0697, 0.360), "wins": (0.0022, 0.100)},
    ("published", 0.1): {"inverse-mse": (0.0115, None), "cosine": (0.141, None)},
    ("toxicity", 0.05): {"mae": (0.235, None), "wins": (0.258, None)},
}


@pytest.mark.parametrize("at", list(TRUE), ids=str)
def test_value_true_p_of_published_worlds(at):
    world, epsilon = WORLDS[at[0]], at[1]
    names = list(TRUE[at])
    size = {"items": 1000, "answers": 5, "studies": 200, "seed": 2023}
    found = of_world(world.at(epsilon_b=epsilon), names, names, **size)
    for metric, known in TRUE[at].items():
        for k, value in zip((5, 1), known, strict=True):
            if value is not None:
                share = found[metric, k]
                assert abs(share.estimate - value) < 2 * (share.high - share.estimate) + 0.001


def test_value_by_hand_of_the_differences():
    gold, a, b = np.zeros((1, 2, 1)), np.full((1, 2, 1), 3.0), np.array([[[1.0], [2.0]]])
    metrics = find_response_metrics("mae,wins,inverse-mse")
    found = turned_differences(metrics, Answers(gold, a, b))
    # Errors are 3 and 1.5: B is better by 1.5; it wins both items; 1 / 2.5 less 1 / 9.
    assert found[:, 0].tolist() == pytest.approx([1.5, 1.0, 0.4 - 1 / 9])


def test_law_means_that_are_taken_once_give_the_same_scores():
    answers = PUBLISHED.at(epsilon_b=0.2).draw(40, FIVE, np.random.default_rng(4), 7)
    metrics = find_response_metrics("mae,wins,spearman,cosine,mean-emd,wins-vectorised")
    found = turned_differences(metrics, answers)
    for metric, difference in zip(metrics, found, strict=True):
        of = scores(metric, answers)
        sign = 1.0 if metric.better == "higher" else -1.0
        assert difference == pytest.approx(sign * (of[:, 1] - of[:, 0]), abs=1e-12)


def test_law_differences_are_those_of_the_studies_that_are_drawn():
    answers, metrics = reference_set(), find_response_metrics("mae")
    found = resampled(answers, metrics, "bootstrap,sample(5)", 30, seed=3)
    again = Resampling.of(answers, "bootstrap,sample(5)")
    for null, stream, here in zip((False, True), (room.ALTERNATIVE, room.NULL), found, strict=True):
        studies = again.draw(block_rng(3, stream, 0), 30, null=null)
        of = scores(metrics[0], studies)
        assert here[0] == pytest.approx(of[:, 0] - of[:, 1])


def test_law_workers_change_nothing():
    metrics, world = find_response_metrics("mae,wins"), PUBLISHED.at(epsilon_b=0.1)
    size = {"items": 300, "answers": 5, "studies": 250, "seed": 5}
    one, two = (
        fresh_differences(world, metrics, metrics[:1], **size, workers=workers)
        for workers in (1, 2)
    )
    for x, y in zip(one, two, strict=True):
        assert all(map(np.array_equal, x, y))
    answers = reference_set(items=300)
    one, two = (resampled(answers, metrics, "bootstrap,all", 250, 5, w) for w in (1, 2))
    assert all(map(np.array_equal, one, two))


def test_value_first_answers_are_studies_of_one_answer():
    metrics, world = find_response_metrics("mae"), PUBLISHED.at(epsilon_b=0.1)
    size = {"items": 20, "answers": 5, "studies": 9, "seed": 5}
    _, (alpha, beta) = fresh_differences(world, metrics, metrics, **size)
    answers = world.draw(20, FIVE, block_rng(5, room.WORLD, 0), 9)
    alone = Answers(*(source[..., :1] for source in answers))
    assert alpha == pytest.approx(turned_differences(metrics, alone))
    assert beta.shape == (1, 9)


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_direction_a_worse_b_lies_below_and_a_better_one_above(sampler):
    answers, metrics = reference_set(epsilon=0.7, items=200), find_response_metrics("mae,wins")
    swapped = Answers(answers.gold, answers.b, answers.a)
    for studies, side, other in ((answers, "less", "greater"), (swapped, "greater", "less")):
        found = resampled(studies, metrics, sampler, 60, seed=1)
        for alpha, beta in zip(*found, strict=True):
            assert expected_p(alpha, beta, direction=side).p < 0.05
            assert expected_p(alpha, beta, direction=other).p > 0.95
            assert Share.of(alpha, beta).estimate == expected_p(alpha, beta, direction=side).p


def test_value_of_differences_that_are_the_same_or_undefined():
    answers = reference_set(items=3)
    same = Answers(answers.gold, answers.gold[:, :1] * 0 + 0.5, answers.gold[:, :1] * 0 + 0.5)
    found = of_test_set(same, ("mae", "spearman"), "bootstrap,all", resamples=20, seed=1)
    assert found["mae"].estimate == 1.0  # every tie counts
    assert np.isnan(found["spearman"].estimate)


def test_what_cannot_be_is_refused():
    one = Answers(*(source[:, :1] for source in reference_set()))
    with pytest.raises(DataError, match="needs several answers of every source"):
        of_test_set(one, ("mae",), "all,sample(5)", resamples=9, seed=1)
    with pytest.raises(ParameterError, match="every p would be 0 or 1"):
        of_test_set(reference_set(), ("mae",), "all,all", resamples=9, seed=1)


def test_chance_without_an_effect_it_is_one_half():
    metrics = find_response_metrics("mae,wins")
    size = {"items": 100, "answers": 5, "studies": 2000, "seed": 11}
    found, _ = fresh_differences(PUBLISHED, metrics, metrics[:1], **size)
    for alpha, beta in zip(*found, strict=True):
        share = expected_p(alpha, beta, ties="half")
        assert abs(share.p - 0.5) < 4 * share.error


# Means and standard deviations over 120 test sets of 150 samples, made with another program. The
# estimates are skewed, and 120 sets understate how far they spread: of wins under bootstrap,all
# 1,000 sets of a few lines of NumPy have a mean of 0.0105 and a standard deviation of 0.023.
SETS = {
    "all,sample(1)": ((0.344, 0.080), (0.085, 0.034)),
    "all,sample(5)": ((0.168, 0.098), (0.013, 0.012)),
    "bootstrap,all": ((0.102, 0.105), (0.0105, 0.023)),
    "bootstrap,first": ((0.278, 0.142), (0.117, 0.117)),
    "bootstrap,sample(1)": ((0.349, 0.078), (0.091, 0.037)),
    "bootstrap,sample(5)": ((0.187, 0.098), (0.017, 0.014)),
}


@pytest.mark.calibration
def test_chance_estimates_over_many_test_sets():
    """Each sampler has a bias of its own: test sets are drawn anew, as the other program did."""
    sets, names = 60, ("mae", "wins")
    found = {name: np.empty((sets, 2)) for name in SETS}
    for number in range(sets):
        answers = reference_set(epsilon=0.05, items=1000, seed=1000 + number)
        for name, values in found.items():
            of = of_test_set(answers, names, name, resamples=100, seed=number)
            values[number] = [of[metric].estimate for metric in names]
    for name, expected in SETS.items():
        for k, (mean, spread) in enumerate(expected):
            error = spread * np.sqrt(1 / sets + 1 / 120)
            assert abs(found[name][:, k].mean() - mean) < 3.5 * error, (name, k)
