"""Metrics of mean answers need no more than the means of split answers."""

from dataclasses import replace

import numpy as np
import pytest

from claimwise.data.responses import Counts
from claimwise.metrics.responses import find_response_metric
from claimwise.metrics.responses.resampled import split_scores
from claimwise.worlds.response_presets import PUBLISHED


@pytest.mark.parametrize("name", ["mae", "wins:mse", "spearman", "emd-means"])
def test_means_of_splits_are_those_of_the_split_answers(name):
    metric = find_response_metric(name)
    assert metric.means
    world = PUBLISHED.at(epsilon_b=0.2)
    answers = world.draw(9, Counts(4, 5, 3), np.random.default_rng(1), 1).study(0)
    answers.a[2, 1:] = np.nan
    answers.b[4, 0] = np.nan
    whole = split_scores(replace(metric, means=False), answers, 40, 3)
    np.testing.assert_allclose(split_scores(metric, answers, 40, 3), whole, rtol=1e-12)
