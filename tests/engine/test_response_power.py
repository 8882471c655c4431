"""Simulated studies of several answers: the same numbers however they are computed."""

import numpy as np
import pytest

from claimwise.data.responses import Counts
from claimwise.engine.estimated_p import estimated_ps
from claimwise.engine.monte_carlo import expected_row
from claimwise.engine.responses import block_size, side, simulate_responses
from claimwise.htest import find_test
from claimwise.kernels.response_samplers import Sampler
from claimwise.metrics.responses import ResponseStudies, find_response_metrics, scores
from claimwise.worlds.response_even import even, is_even
from claimwise.worlds.response_file import find_response_world
from claimwise.worlds.response_presets import PUBLISHED

METRICS = find_response_metrics("mae,wins,spearman")
WORLD = PUBLISHED.at(epsilon_b=0.3)
COUNTS = Counts(4, 3, 3)
SWAP = find_test("item-swap", outcome="responses")


def simulated(**more):
    settings = {"tests": (SWAP,), "replicates": 300, "resamples": 99, "seed": 5, "workers": 1}
    return simulate_responses(WORLD, 40, COUNTS, METRICS, **(settings | more))


@pytest.mark.slow
def test_any_number_of_workers_gives_the_same_studies():
    one, two = simulated(), simulated(workers=2)
    for name, studies in one.items():
        np.testing.assert_array_equal(studies.a, two[name].a)
        np.testing.assert_array_equal(studies.b, two[name].b)
        np.testing.assert_array_equal(studies.pvalues["item-swap"], two[name].pvalues["item-swap"])


@pytest.mark.slow
def test_a_study_has_the_p_value_that_its_data_have():
    answers = PUBLISHED.at(epsilon_b=0.1).draw(40, COUNTS, np.random.default_rng(3), 6)
    for metric in METRICS:
        batch = SWAP.evaluate(
            ResponseStudies.of(metric, answers), "two-sided", seed=2, resamples=199
        )
        assert batch.shape == (6,)
        assert len(np.unique(batch)) > 1
        both = scores(metric, answers)
        plain = []
        for i in range(3):
            d = both[i, 1] - both[i, 0]
            rng = np.random.default_rng(i)
            null = []
            for _ in range(400):
                swap = rng.random((40, 1)) < 0.5
                one = answers.study(i)
                other = one._replace(a=np.where(swap, one.b, one.a), b=np.where(swap, one.a, one.b))
                s = scores(metric, other)
                null.append(s[1] - s[0])
            plain.append(np.mean(np.abs(null) >= abs(d) - 1e-12))
        assert np.abs(batch[:3] - plain).max() < 0.13  # 4 standard errors of both at 0.5


def test_b_is_worse_by_every_metric_where_only_b_is_off():
    for studies in simulated(replicates=100).values():
        assert studies.gains.mean() < 0
        worse = "greater" if studies.metric.better == "lower" else "less"
        assert side(studies.metric, "worse") == worse
        assert side(studies.metric, "better") != worse
        assert side(studies.metric, "two-sided") == "two-sided"


@pytest.mark.slow
def test_a_one_sided_test_on_the_true_side_finds_more():
    two = simulated(replicates=200)["mae"].significant("item-swap", 0.05).mean()
    right = simulated(replicates=200, alternative="worse")["mae"]
    wrong = simulated(replicates=200, alternative="better")["mae"]
    assert right.significant("item-swap", 0.05).mean() >= two
    assert wrong.significant("item-swap", 0.05).mean() < 0.02


def test_undefined_p_values_are_no_findings():
    studies = simulated(replicates=5)["mae"]
    studies.pvalues["item-swap"][:] = np.nan
    assert not studies.significant("item-swap", 0.05).any()


def test_blocks_are_bounded_by_their_answers():
    assert block_size(1000, Counts.of(5)) == 200
    assert block_size(10**6, Counts.of(100)) == 1
    assert block_size(10, Counts.of(1)) == 250


def test_expected_p_of_test_sets_is_the_same_with_any_number_of_workers():
    given = (WORLD, 30, COUNTS, METRICS, Sampler.of("bootstrap,all"))
    one = estimated_ps(*given, sets=9, resamples=40, seed=1)
    two = estimated_ps(*given, sets=9, resamples=40, seed=1, workers=2)
    for name, ps in one.items():
        assert ps.shape == (9,)
        np.testing.assert_array_equal(ps, two[name])


@pytest.mark.calibration
def test_expected_p_of_single_test_sets_is_that_of_the_published_sampler():
    # vet.md 2.4: mean .102 (SD .105) for mae, .007 (.015) for wins, of 120 sets.
    found = estimated_ps(
        PUBLISHED.at(epsilon_b=0.05),
        1000,
        Counts.of(5),
        find_response_metrics("mae,wins"),
        Sampler.of("bootstrap,all"),
        sets=120,
        resamples=150,
        seed=3,
    )
    assert abs(found["mae"].mean() - 0.102) < 4 * 0.105 * (2 / 120) ** 0.5
    assert abs(found["wins"].mean() - 0.007) < 4 * 0.02 * (2 / 120) ** 0.5


def test_equally_good_systems_are_off_by_as_much_and_not_alike():
    assert not is_even(WORLD)
    same = even(WORLD)
    assert is_even(same)
    assert (same.epsilon_a, same.epsilon_b) == (0.3, 0.3)
    one = same.draw(2000, Counts.of(50), np.random.default_rng(0), 1)
    apart = one.a.mean(axis=-1) - one.b.mean(axis=-1)
    assert apart.std() > 0.15  # two uniform errors up to 0.3


def test_equally_good_systems_both_err_as_the_worse_one_does():
    same = even(PUBLISHED.at(epsilon_a=0.4, epsilon_b=0.1))
    assert (same.epsilon_a, same.epsilon_b) == (0.4, 0.4)


def test_swapped_systems_may_have_unequal_numbers_of_answers(examples):
    world = even(find_response_world(examples / "responses.csv", a="base", b="new"))
    assert is_even(world)
    drawn = world.draw(50, Counts(3, 1, 2), np.random.default_rng(0), 4)
    assert [source.shape for source in drawn] == [(4, 50, 3), (4, 50, 1), (4, 50, 2)]


def test_no_study_as_extreme_leaves_open_what_so_few_leave_open():
    row = expected_row("true_p", 0.0, 0.0, 10, 59, {"metric": "mae"})
    assert row.low == 0
    assert row.high == pytest.approx(0.05, abs=0.001)  # 0.95^59 = 0.05
