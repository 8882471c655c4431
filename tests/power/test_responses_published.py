"""Expected p of a test set and of a world: values, laws, directions and chance."""

from __future__ import annotations

import numpy as np
import pytest

from claimwise.core import DataError, ParameterError, block_rng
from claimwise.data.responses import Answers, Counts
from claimwise.kernels.expected_p import expected_p as share_of_pairs
from claimwise.kernels.response_samplers import PUBLISHED as SAMPLERS
from claimwise.kernels.response_samplers import Reference, Sampler, sampled_blocks
from claimwise.metrics.responses import find_response_metrics, scores
from claimwise.power import published_differences as differences
from claimwise.power.published_differences import (
    reference_differences,
    turned_differences,
    world_differences,
)
from claimwise.power.responses_published import expected_p, true_p
from claimwise.worlds.response_presets import PUBLISHED, TOXICITY

FIVE = Counts(5, 5, 5)


def reference_set(epsilon=0.3, items=60, seed=1):
    return (
        PUBLISHED.at(epsilon_b=epsilon).draw(items, FIVE, np.random.default_rng(seed), 1).study(0)
    )


# Made with another program, of 4,000 studies: metric, with five answers and with one.
TRUE = {
    0.05: {"mae": (0.0697, 0.360), "wins": (0.0022, 0.100), "inverse-mse": (0.2656, 0.455)},
    0.1: {"inverse-mse": (0.0115, None), "spearman": (0.0085, None), "cosine": (0.141, None)},
}


@pytest.mark.parametrize("epsilon", list(TRUE), ids=str)
def test_value_true_p_of_the_published_world(epsilon):
    found = true_p(
        PUBLISHED.at(epsilon_b=epsilon),
        list(TRUE[epsilon]),
        items=1000,
        counts=5,
        replicates=400,
        single=True,
        rng=2023,
    )
    for metric, (five, one) in TRUE[epsilon].items():
        for k, value in ((5, five), (1, one)):
            if value is not None:
                row = found[f"expected p[metric={metric}, responses={k}]"]
                assert abs(row.estimate - value) < 2 * (row.high - row.estimate) + 0.001


def test_value_true_p_of_the_toxicity_world():
    found = true_p(
        TOXICITY.at(epsilon_b=0.05), "mae,wins", items=1000, counts=5, replicates=200, rng=7
    )
    for metric, value in (("mae", 0.235), ("wins", 0.258)):
        row = found[f"expected p[metric={metric}]"]
        assert abs(row.estimate - value) < 2 * (row.high - row.estimate)


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


def test_law_differences_are_those_of_the_sampled_studies():
    answers, sampler = reference_set(), Sampler.of("bootstrap,sample(5)")
    metrics = find_response_metrics("mae")
    found = reference_differences(answers, metrics, sampler, resamples=30, seed=3)
    for null, here in ((False, found.alpha), (True, found.beta)):
        blocks = sampled_blocks(Reference.of(*answers), sampler, 30, 3, null=null)
        studies = Answers(*(np.concatenate(part) for part in zip(*blocks, strict=True)))
        of = scores(metrics[0], studies)
        assert here[0] == pytest.approx(of[:, 0] - of[:, 1])


def test_law_workers_change_nothing():
    metrics = find_response_metrics("mae,wins")
    world = PUBLISHED.at(epsilon_b=0.1)
    answers = reference_set(items=300)
    one, two = (
        world_differences(
            world, metrics, 300, FIVE, replicates=250, seed=5, workers=workers, single=metrics[:1]
        )
        for workers in (1, 2)
    )
    for x, y in zip(one, two, strict=True):
        assert np.array_equal(x.alpha, y.alpha)
        assert np.array_equal(x.beta, y.beta)
    sampler = Sampler.of("bootstrap,all")
    one, two = (
        reference_differences(answers, metrics, sampler, resamples=250, seed=5, workers=workers)
        for workers in (1, 2)
    )
    assert np.array_equal(one.alpha, two.alpha)
    assert np.array_equal(one.beta, two.beta)


def test_value_first_answers_are_studies_of_one_answer():
    metrics, world = find_response_metrics("mae"), PUBLISHED.at(epsilon_b=0.1)
    _, first = world_differences(world, metrics, 20, FIVE, replicates=9, seed=5, single=metrics)
    rng = block_rng(5, differences.WORLD, 0)
    answers = world.draw(20, FIVE, rng, 9)
    alone = Answers(*(source[..., :1] for source in answers))
    assert first.alpha == pytest.approx(turned_differences(metrics, alone))
    assert first.beta.shape == (1, 9)


@pytest.mark.parametrize("sampler", SAMPLERS, ids=list(SAMPLERS))
def test_direction_a_worse_b_lies_below_and_a_better_one_above(sampler):
    answers = reference_set(epsilon=0.7, items=200)
    worse = expected_p(answers, "mae,wins,spearman", sampler, resamples=60, direction="less", rng=1)
    swapped = Answers(answers.gold, answers.b, answers.a)
    better = expected_p(
        swapped, "mae,wins,spearman", sampler, resamples=60, direction="greater", rng=1
    )
    wrong = expected_p(answers, "mae", sampler, resamples=60, direction="greater", rng=1)
    assert all(row.estimate < 0.05 for row in (*worse.rows, *better.rows))
    assert wrong.only.estimate > 0.95


def test_it_is_reported_as_what_it_is():
    found = expected_p(reference_set(), "mae", resamples=50, rng=1)
    row = found.only
    assert row.pvalue is None
    assert row.kind == "monte carlo"
    assert row.low <= row.estimate <= row.high
    assert "no p-value itself" in found.notes[0]
    assert "chosen from the same simulated studies" in found.notes[1]
    declared = expected_p(reference_set(), "mae", resamples=50, rng=1, direction="less")
    assert not any("chosen" in note for note in declared.notes)
    assert found.provenance["settings"]["sampler"] == "bootstrap,all"
    again = expected_p(reference_set(), "mae", resamples=50, rng=1)
    assert again.rows == found.rows


def test_undefined_and_constant_differences_are_said():
    answers = reference_set(items=3)
    same = Answers(answers.gold, answers.gold[:, :1] * 0 + 0.5, answers.gold[:, :1] * 0 + 0.5)
    found = expected_p(same, "mae,spearman", "bootstrap,all", resamples=20, rng=1)
    assert found["expected p[metric=mae]"].estimate == 1.0  # every tie counts
    assert any("mae has the same difference in every study" in note for note in found.notes)
    assert np.isnan(found["expected p[metric=spearman]"].estimate)
    assert any("spearman is undefined in 40 of 40" in note for note in found.notes)
    assert any("draws items alone" in note for note in found.notes)


def test_what_cannot_be_is_refused():
    one = Answers(*(source[:, :1] for source in reference_set()))
    with pytest.raises(DataError, match="needs several answers of every source"):
        expected_p(one, "mae", "all,sample(5)", rng=1)
    with pytest.raises(ParameterError, match="every p would be 0 or 1"):
        expected_p(reference_set(), "mae", "all,all", rng=1)
    unequal = Answers(*reference_set()[:2], reference_set().b[:, :3])
    with pytest.raises(DataError, match="pairs them by place"):
        expected_p(unequal, "cosine", rng=1)


def test_chance_without_an_effect_it_is_one_half():
    metrics = find_response_metrics("mae,wins")
    found, _ = world_differences(PUBLISHED, metrics, 100, FIVE, replicates=2000, seed=11)
    for alpha, beta in zip(*found, strict=True):
        share = share_of_pairs(alpha, beta, ties="half")
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
    metrics, sets = find_response_metrics("mae,wins"), 60
    found = {name: np.empty((sets, 2)) for name in SETS}
    for number in range(sets):
        answers = reference_set(epsilon=0.05, items=1000, seed=1000 + number)
        for name, values in found.items():
            of = reference_differences(
                answers, metrics, Sampler.of(name), resamples=100, seed=number
            )
            values[number] = [
                share_of_pairs(a, b, direction="oriented").p for a, b in zip(*of, strict=True)
            ]
    for name, expected in SETS.items():
        for k, (mean, spread) in enumerate(expected):
            error = spread * np.sqrt(1 / sets + 1 / 120)
            assert abs(found[name][:, k].mean() - mean) < 3.5 * error, (name, k)


def test_law_first_answers_may_have_metrics_of_their_own():
    """The studies are the same ones, whatever is scored."""
    asked = {"items": 30, "counts": 5, "replicates": 20, "rng": 3}
    world = PUBLISHED.at(epsilon_b=0.3)
    both = true_p(world, "mae,wins", single=True, **asked)
    some = true_p(world, "mae,mean-emd,wins", single="wins", **asked)
    names = [row.estimand for row in some.rows]
    assert names[-1] == "expected p[metric=wins, responses=1]"
    assert len(names) == 4
    for name in ("expected p[metric=mae, responses=5]", names[-1]):
        assert some[name] == both[name]


def test_both_are_public():
    from claimwise import power

    assert power.expected_p is expected_p
    assert power.true_p is true_p
    assert {"expected_p", "true_p"} <= set(power.__all__)
