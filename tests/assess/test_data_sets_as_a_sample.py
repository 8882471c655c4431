"""Many data sets: the verdict is about these, and what is lost is counted like what is won."""

import numpy as np
import pytest
from scipy import stats

import claimwise as cw


def table(gains, items=60, seed=1):
    """Right or wrong on data sets, on each of which B wins so many items more than it loses."""
    rng = np.random.default_rng(seed)
    rows = {"item": [], "dataset": [], "system": [], "score": []}
    for place, gain in enumerate(gains):
        won, lost = max(gain, 0) + 5, max(-gain, 0) + 5
        both = rng.integers(0, 2, items - won - lost)
        for system, own in (("base", [0] * won + [1] * lost), ("new", [1] * won + [0] * lost)):
            rows["item"] += range(items)
            rows["dataset"] += [f"task{place}"] * items
            rows["system"] += [system] * items
            rows["score"] += [*own, *both.tolist()]
    return rows


def compared(gains, **asked):
    polars = pytest.importorskip("polars")
    return cw.compare(polars.DataFrame(table(gains)), **asked)


def test_direction_losses_beyond_doubt_are_counted():
    result = compared([30] * 7 + [-25] * 3)
    assert result["better_on_at_least"].estimate == 7
    assert result["worse_on_at_least"].estimate == 3
    swapped = compared([30] * 7 + [-25] * 3, a="new", b="base")
    assert swapped["better_on_at_least"].estimate == 3
    assert swapped["worse_on_at_least"].estimate == 7


def test_value_one_sided_p_values_are_those_of_the_binomial():
    """McNemar's mid-p of 5 wins and 30 losses, on one of two data sets."""
    p = stats.binom.cdf(5, 35, 0.5) - 0.5 * stats.binom.pmf(5, 35, 0.5)
    assert 2 * p < 0.025  # so that one of two is beyond doubt
    assert compared([0, -25])["worse_on_at_least"].estimate == 1
    assert compared([0, 0])["worse_on_at_least"].estimate == 0


def test_a_verdict_that_hangs_on_these_data_sets_says_so():
    cautions = [n for n in compared([30, 30, 2, -20, -10]).notes if n.kind == "caution"]
    assert any("data sets like these" in note for note in cautions)
    same = [n for n in compared([12, 11, 13, 12, 12]).notes if n.kind == "caution"]
    assert not any("data sets like these" in note for note in same)
