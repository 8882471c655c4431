"""Right or wrong in clusters: the shares of single items, and how alike those of a cluster are."""

import numpy as np
import pytest

from claimwise.core import ImpossibleError
from claimwise.worlds.clustered_accuracy import ClusteredAccuracy

WORLD = ClusteredAccuracy(0.1, 0.7, 5, 0.3)


def test_value_shares_and_correlation_are_those_declared():
    d = WORLD.draw(20, np.random.default_rng(1), 20_000).d
    # Standard errors of the shares are below 0.002: clusters of 5, 80,000 of them.
    assert (d == 1).mean() == pytest.approx(0.2, abs=0.006)
    assert (d == -1).mean() == pytest.approx(0.1, abs=0.006)
    within = np.corrcoef(d[:, 0], d[:, 4])[0, 1]
    across = np.corrcoef(d[:, 0], d[:, 5])[0, 1]
    assert within == pytest.approx(0.3, abs=0.03)
    assert across == pytest.approx(0.0, abs=0.03)


def test_clusters_are_runs_of_items_and_the_null_has_no_effect():
    found = WORLD.draw(12, np.random.default_rng(1), 2)
    assert found.cluster.tolist() == [0] * 5 + [1] * 5 + [2] * 2
    assert (WORLD.truth(), WORLD.null().truth()) == (0.1, 0.0)
    with pytest.raises(ImpossibleError, match="agreement"):
        ClusteredAccuracy(0.5, 0.7, 5, 0.3)
