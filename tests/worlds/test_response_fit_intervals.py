"""Fits of worlds of answers: intervals where less is seen than noise alone would make."""

from math import sqrt

import numpy as np
import pytest

from claimwise.data import Counts, Responses
from claimwise.worlds import Distribution, NormalResponses
from claimwise.worlds.response_fit import fit_numbers
from claimwise.worlds.response_moments import answer_moments

WORLD = NormalResponses(
    mean=Distribution.of("uniform(0, 1)"),
    spread=Distribution.of("uniform(0, 0.3)"),
    epsilon_a=0.3,
    epsilon_b=0.05,
    spread_b=1.5,
)


@pytest.mark.slow
def test_an_error_that_noise_hides_may_be_more_than_zero():
    for seed in range(100):
        drawn = WORLD.draw(60, Counts(3, 3, 3), np.random.default_rng(seed), 1)
        if answer_moments(drawn).error_b[0] < -0.001:
            break
    gold, a, b = (source[0] for source in drawn)
    found = fit_numbers(
        Responses(
            answers={"gold": gold, "a": a, "b": b},
            items=tuple(str(i) for i in range(60)),
            kind="continuous",
            gold="gold",
        ),
        "a",
        "b",
    )
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 60, size=(2000, 60))
    off = b.mean(axis=1) - gold.mean(axis=1)
    noise = (b.var(axis=1, ddof=1) + gold.var(axis=1, ddof=1)) / 3
    again = off[rows].var(axis=1, ddof=1) - noise[rows].mean(axis=1)
    high = sqrt(3 * max(0.0, np.percentile(again, 97.5)))
    assert found.world.epsilon_b == found.intervals["epsilon_b"][0] == 0
    assert high > 0.03
    assert abs(found.intervals["epsilon_b"][1] - high) < 0.02
