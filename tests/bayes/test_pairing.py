"""Bounds over every pairing against the slow way: one table after another."""

import numpy as np
import pytest

from claimwise.bayes import PairedPosterior, pairing, pairing_bounds, pairing_extremes
from claimwise.core import DataError
from claimwise.data import IndependentCounts, PairCounts


@pytest.mark.parametrize(("a", "b", "n"), [(3, 5, 8), (0, 4, 6), (6, 6, 6), (2, 2, 9), (7, 3, 9)])
@pytest.mark.parametrize("margin", [0.0, 0.1, -0.05])
def test_value_against_a_loop_over_all_tables(a, b, n, margin):
    found = {}
    for both in range(n + 1):
        wins, losses = b - both, a - both
        if min(wins, losses) < 0 or both + wins + losses > n:
            continue
        posterior = PairedPosterior.of(PairCounts.of(wins, losses, n), "jeffreys")
        found[wins, losses] = float(posterior.sf(margin))
    lowest, highest = pairing_extremes(IndependentCounts.of(a, n, b, n), margin, "jeffreys")
    assert lowest.probability == pytest.approx(min(found.values()), abs=1e-11)
    assert highest.probability == pytest.approx(max(found.values()), abs=1e-11)
    assert found[lowest.wins, lowest.losses] == pytest.approx(lowest.probability, abs=1e-11)
    assert found[highest.wins, highest.losses] == pytest.approx(highest.probability, abs=1e-11)


@pytest.mark.parametrize(
    ("b", "margin", "coarse"),
    [
        (6150, 0.009, 2048),
        (6001, 1 / 12_000 - 1e-5, 700),  # extremes between the ends
        (6090, 90 / 12_000 - 1e-5, 1500),
    ],
)
@pytest.mark.slow
def test_value_the_narrowing_search_finds_what_all_tables_have(b, margin, coarse, monkeypatch):
    data = IndependentCounts.of(6000, 12_000, b, 12_000)
    monkeypatch.setattr(pairing, "COARSE", coarse)
    narrowed = pairing_extremes(data, margin)
    monkeypatch.setattr(pairing, "COARSE", 10**6)
    assert len(pairing.tables(data)) > 5 * 1000
    everything = pairing_extremes(data, margin)
    for fast, slow in zip(narrowed, everything, strict=True):
        assert fast.probability == pytest.approx(slow.probability, abs=1e-12)


def test_direction_more_agreement_makes_a_difference_clearer():
    possible = pairing.tables(IndependentCounts.of(40, 100, 60, 100))
    assert (possible.wins - possible.losses == 20).all()
    bounds = pairing_bounds(IndependentCounts.of(40, 100, 60, 100))
    low, high = (bounds[f"agreement[{which}]"].estimate for which in ("lowest", "highest"))
    assert low < high
    unpaired = bounds["probability_greater[unpaired]"].estimate
    spread = [bounds[f"probability_greater[{w}]"].estimate for w in ("lowest", "highest")]
    assert spread[0] < unpaired < spread[1]


def test_bad_data_are_refused_with_a_sentence():
    with pytest.raises(DataError, match=r"equally many items.*found 10 and 12"):
        pairing_bounds(IndependentCounts.of(3, 10, 4, 12))
    with pytest.raises(DataError, match="needs IndependentCounts; found PairCounts"):
        pairing_bounds(PairCounts.of(1, 2, 10))
    with pytest.raises(DataError, match=r"Take one: data\[0\]"):
        pairing_bounds(IndependentCounts.of(np.array([1, 2]), 5, np.array([1, 2]), 5))
