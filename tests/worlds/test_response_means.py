"""Means of answers that are drawn as such have the law of means of answers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from claimwise.data.responses import Counts
from claimwise.metrics.responses import item_means
from claimwise.worlds.item_distributions import Distribution
from claimwise.worlds.response_means import draw_means, has_normal_means
from claimwise.worlds.response_presets import PUBLISHED, TOXICITY
from claimwise.worlds.responses import NormalResponses

COUNTS = Counts(5, 3, 2)
ROUGH = NormalResponses(
    mean=Distribution("uniform", (0.0, 1.0)),
    spread=Distribution("uniform", (0.2, 0.3)),
    epsilon_a=0.5,
    bias_b=0.4,
    spread_a=0.5,
    spread_b=2.0,
    rater_sd=0.2,
    run_sd=0.3,
)


@pytest.mark.parametrize("mixed", [False, True], ids=["alternative", "null"])
@pytest.mark.parametrize("world", [PUBLISHED.at(epsilon_b=0.7), ROUGH], ids=["published", "rough"])
def test_chance_both_have_the_same_law(world, mixed):
    rng = np.random.default_rng(20231103)
    means = draw_means(world, 2, COUNTS, rng, 4000, mixed=mixed)
    draw = world.draw_mixed if mixed else world.draw
    answers = draw(2, COUNTS, rng, 4000)
    found = [one[..., 0] for one in means]
    slow = [item_means(one) for one in answers]
    assert [one.shape for one in means] == [(4000, 2, 1)] * 3
    for x, y in zip(found, slow, strict=True):
        assert stats.ks_2samp(x[:, 0], y[:, 0]).pvalue > 1e-3
        # Raters and runs shift all items alike.
        assert stats.ks_2samp(x[:, 0] - x[:, 1], y[:, 0] - y[:, 1]).pvalue > 1e-3
    for one, other in ((0, 1), (0, 2), (1, 2)):
        x, y = (of[other][:, 0] - of[one][:, 0] for of in (found, slow))
        assert stats.ks_2samp(x, y).pvalue > 1e-3


def test_direction_b_is_off_and_not_a():
    rng = np.random.default_rng(1)
    gold, a, b = draw_means(ROUGH, 500, COUNTS, rng, 50, mixed=False)
    assert (b - gold).mean() == pytest.approx(0.4, abs=0.1)
    assert (a - gold).mean() == pytest.approx(0.0, abs=0.1)
    gold, a, b = draw_means(ROUGH, 500, COUNTS, rng, 50, mixed=True)
    assert (a - gold).mean() == pytest.approx(0.2, abs=0.12)
    assert (b - gold).mean() == pytest.approx(0.2, abs=0.12)


def test_worlds_whose_means_are_not_normal_are_told():
    assert has_normal_means(PUBLISHED, COUNTS)
    assert has_normal_means(ROUGH, COUNTS)
    assert not has_normal_means(TOXICITY, COUNTS)
    assert not has_normal_means(PUBLISHED, Counts(5, 65, 5))
    assert not has_normal_means(replace(PUBLISHED, missing=0.1), COUNTS)
    assert not has_normal_means(replace(PUBLISHED, limits=(0.0, 1.0)), COUNTS)


def test_value_answers_of_a_system_keep_its_spread_when_they_are_mixed():
    """A is always 0 and B about 10: half of all answers are 0, and the others vary."""
    world = NormalResponses(
        mean=Distribution("uniform", (0.0, 1e-9)),
        spread=Distribution("uniform", (1.0, 1.001)),
        bias_b=10.0,
        spread_a=0.0,
    )
    rng = np.random.default_rng(2)
    _, *systems = draw_means(world, 4000, Counts(1, 1, 1), rng, 1, mixed=True)
    for values in systems:
        of_a = np.abs(values) < 1e-6
        assert stats.binomtest(int(of_a.sum()), 4000).pvalue > 1e-3
        assert values[~of_a].mean() == pytest.approx(10.0, abs=0.1)
        assert values[~of_a].std() == pytest.approx(1.0, abs=0.1)
