"""Posteriors of many studies at once say what each says alone."""

import numpy as np
import pytest

from claimwise.bayes.batch import Batch
from claimwise.bayes.factors import log_odds
from claimwise.bayes.priors import beta_prior, dirichlet_prior
from claimwise.data import IndependentCounts, PairCounts

PAIRED = Batch.of(
    PairCounts.of([30, 5, 200, 0, 60], [10, 9, 1, 0, 55], 300), dirichlet_prior("uniform")
)
UNPAIRED = Batch.of(
    IndependentCounts.of([30, 50, 1, 80], 80, [40, 50, 79, 80], 80), beta_prior("jeffreys")
)


@pytest.mark.parametrize("batch", [PAIRED, UNPAIRED])
def test_value_each_as_alone(batch):
    mean, sd = batch.mean_and_sd()
    for i in range(len(mean)):
        one = batch.one(i)
        assert (mean[i], sd[i]) == pytest.approx((one.mean, one.sd), rel=1e-12)
        assert batch.sf(0.03)[i] == pytest.approx(float(one.sf(0.03)), abs=1e-12)
        assert batch.log_density(0.03)[i] == pytest.approx(float(one.log_density(0.03)), rel=1e-9)


@pytest.mark.parametrize("batch", [PAIRED, UNPAIRED])
@pytest.mark.parametrize("rope", [0.001, 0.05])
def test_value_of_odds_also_where_tails_are_rounding(batch, rope):
    odds = [log_odds(batch.one(i), -rope, rope) for i in range(len(batch.columns[0]))]
    for wanted in (-60.0, -20.0, -2.0, 0.0, 2.0, 20.0):
        found = batch.log_odds_at_least(rope, wanted).tolist()
        assert found == [one >= wanted for one in odds]


def test_law_swapping_the_systems_mirrors():
    win, lose, rest = PAIRED.columns
    mirrored = Batch((lose, win, rest))
    low, high = PAIRED.hdi(0.95)
    other_low, other_high = mirrored.hdi(0.95)
    assert low == pytest.approx(-other_high, abs=1e-9)
    assert high == pytest.approx(-other_low, abs=1e-9)
    assert PAIRED.sf(0.02) == pytest.approx(1 - mirrored.sf(-0.02), abs=1e-12)


def test_law_some_places_as_of_all():
    at = np.array([4, 0, 0])
    assert PAIRED.sf(0.01, at).tolist() == PAIRED.sf(0.01)[at].tolist()
