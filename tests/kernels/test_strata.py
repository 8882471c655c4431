"""Exact sums against sums over every single outcome."""

import numpy as np
import pytest
from scipy import stats

from claimwise.kernels import strata


def test_value_discordant_rejections_by_brute_force():
    n, win, lose = 14, 0.2, 0.1
    design = strata.discordant(n, win, lose)
    upper = np.maximum(design.stratum - 1, 1)
    lower = design.size - upper
    got = strata.rejections(design, lower, upper)
    above = below = size_above = size_below = 0.0
    for w in range(n + 1):
        for loss in range(n + 1 - w):
            p = stats.multinomial.pmf([w, loss, n - w - loss], n, [win, lose, 1 - win - lose])
            limit = max(w + loss - 1, 1)
            if w >= limit:
                above, size_above = above + p, size_above + p * (w - loss) / n
            if w <= w + loss - limit:
                below, size_below = below + p, size_below + p * (loss - w) / n
    want = [above, below, size_above, size_below]
    assert [got.above, got.below, got.size_above, got.size_below] == pytest.approx(want, abs=1e-12)


def test_value_independent_rejections_by_brute_force():
    n, p_a, p_b = 9, 0.5, 0.7
    design = strata.independent(n, p_a, p_b)
    upper, lower = design.stratum + 4, design.stratum - 4
    got = strata.rejections(design, lower, upper)
    outcomes = [
        (stats.binom.pmf(a, n, p_a) * stats.binom.pmf(b, n, p_b), (b - a) / n)
        for a in range(n + 1)
        for b in range(n + 1)
    ]
    assert got.above == pytest.approx(sum(p for p, e in outcomes if e * n > 3.5), abs=1e-12)
    assert got.below == pytest.approx(sum(p for p, e in outcomes if e * n < -3.5), abs=1e-12)
    assert got.size_above == pytest.approx(sum(p * e for p, e in outcomes if e * n > 3.5))
    assert got.size_below == pytest.approx(-sum(p * e for p, e in outcomes if e * n < -3.5))


@pytest.mark.parametrize(("win", "lose"), [(0.0, 0.0), (0.3, 0.0), (0.5, 0.5)])
def test_law_weights_sum_to_one_at_the_edges(win, lose):
    assert strata.discordant(50, win, lose).weight.sum() == pytest.approx(1, abs=1e-13)
