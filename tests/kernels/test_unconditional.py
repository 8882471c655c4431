"""Suissa and Shuster's test against a naive twin that sums over all tables."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy import optimize

from claimwise.kernels import binomial, unconditional


def naive_pvalue(wins, losses, n, two_sided=True):
    """Sum over every table, in exact comparison of scores; maximise over a fine grid."""

    def score(won, lost):
        if won + lost == 0:
            return Fraction(0)
        return Fraction((won - lost) * abs(won - lost), won + lost)

    def in_tail(won, lost):
        if two_sided:
            return abs(score(won, lost)) >= abs(score(wins, losses))
        return score(won, lost) >= score(wins, losses)

    tables = [
        (won, lost) for won in range(n + 1) for lost in range(n + 1 - won) if in_tail(won, lost)
    ]

    def probability(rate):
        return sum(
            comb(n, won)
            * comb(n - won, lost)
            * (rate / 2) ** (won + lost)
            * (1 - rate) ** (n - won - lost)
            for won, lost in tables
        )

    grid = np.linspace(0, 1, 401)
    values = [probability(rate) for rate in grid]
    top = int(np.argmax(values))
    if top in (0, 400):
        return values[top]
    best = optimize.minimize_scalar(
        lambda rate: -probability(rate),
        bounds=(grid[top - 1], grid[top + 1]),
        method="bounded",
        options={"xatol": 1e-9},
    )
    return -best.fun


@pytest.mark.parametrize(
    ("wins", "losses", "n"), [(7, 1, 21), (5, 0, 12), (4, 4, 15), (9, 2, 18), (1, 6, 20)]
)
def test_value_agrees_with_the_naive_twin(wins, losses, n):
    got = unconditional.pvalue(wins, losses, n, "two-sided")
    assert got == pytest.approx(naive_pvalue(wins, losses, n), abs=1e-8)
    one_sided = unconditional.pvalue(wins, losses, n, "greater")
    want = naive_pvalue(wins, losses, n, two_sided=False)
    assert one_sided == pytest.approx(want, abs=1e-8)


def test_value_published_example_lies_near_the_asymptotic_p():
    # Fagerland et al. (2013), table 1: 7 against 1 of 21 pairs; asymptotic p = 0.034.
    assert unconditional.pvalue(7, 1, 21, "two-sided") == pytest.approx(0.0353, abs=5e-5)


def test_value_supremum_at_size_on_a_finer_grid():
    """Above four thousand items the grid is the coarse one; here it is checked by refining."""
    n, cutoff = 6000, 3.9  # the supremum lies between grid points, not at an end
    total = np.arange(n + 1)
    given = binomial.at_least(unconditional.smallest_wins(cutoff, total), total, 0.5)
    angle = np.linspace(0, np.pi / 2, 801)  # three to a standard deviation
    for _ in range(2):
        tails = [float(binomial.pmf(total, n, np.sin(x) ** 2) @ given) for x in angle]
        top = int(np.argmax(tails))
        assert 0 < top < len(angle) - 1
        angle = np.linspace(angle[max(top - 2, 0)], angle[min(top + 2, len(angle) - 1)], 101)
    best = max(tails)
    assert unconditional.largest_tail(cutoff, n) == pytest.approx(best, abs=1e-6)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("n", [8, 30, 61])
def test_law_region_and_pvalue_decide_alike(n, alternative):
    wins, losses = np.indices((n + 1, n + 1))
    possible = wins + losses <= n
    wins, losses = wins[possible], losses[possible]
    score = unconditional.score(wins, losses)
    extreme = {"two-sided": np.abs(score), "greater": score, "less": -score}[alternative]
    by_region = extreme >= unconditional.critical_score(n, 0.05, alternative)
    by_pvalue = unconditional.pvalue(wins, losses, n, alternative) <= 0.05
    assert (by_region == by_pvalue).all()


@pytest.mark.parametrize("alpha", [1e-6, 1e-4, 0.01, 0.2, 0.49])
@pytest.mark.parametrize("n", [3, 12, 60])
def test_law_the_region_is_the_largest_one_allowed(n, alpha):
    wins, losses = np.indices((n + 1, n + 1))
    possible = wins + losses <= n
    scores = unconditional.score(wins[possible], losses[possible])
    cutoff = unconditional.critical_score(n, alpha, "greater")
    inside, outside = scores[scores >= cutoff], scores[(scores < cutoff) & (scores > 0)]
    if len(inside):
        assert unconditional.largest_tail(float(inside.min()), n) <= alpha
    if len(outside):
        assert unconditional.largest_tail(float(outside.max()), n) > alpha


@pytest.mark.parametrize("n", [5, 17, 40])
@pytest.mark.parametrize("cutoff", [0.3, 1.0, 2.25, 3.841])
def test_law_smallest_wins_is_the_first_that_reaches_the_cutoff(n, cutoff):
    total = np.arange(1, n + 1)
    got = unconditional.smallest_wins(cutoff, total)
    for t, first in zip(total, got, strict=True):
        reach = [w for w in range(t + 1) if 2 * w > t and (2 * w - t) ** 2 / t >= cutoff]
        assert first == (reach[0] if reach else t + 1)


def test_ties_between_tables_count_as_equal():
    assert unconditional.score(1, 0) == unconditional.score(3, 1) == 1
    assert unconditional.score(4, 2) == 2 * unconditional.score(2, 1)
    thirds = unconditional.score([2, 4, 8], [1, 2, 4])
    assert thirds.tolist() == [1 / 3, 2 / 3, 4 / 3]
