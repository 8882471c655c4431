"""Score tests with a margin: values at zero, the mirror, the interval, the error rate."""

import numpy as np
import pytest
from scipy import stats

from claimwise.core import ALTERNATIVES, ParameterError, names
from claimwise.data import IndependentCounts, PairCounts
from claimwise.htest.base import find_test
from claimwise.kernels import binomial, discordant, paired_proportions, two_samples
from claimwise.kernels import unpaired_proportions as unpaired

FLIP = {"two-sided": "two-sided", "less": "greater", "greater": "less"}
MARGINS = (-0.9, -0.3, -0.05, 0.01, 0.2, 0.75)
SCORE_TESTS = ("tango", "farrington-manning")
every_test = pytest.mark.parametrize("name", SCORE_TESTS)
every_alternative = pytest.mark.parametrize("alternative", ALTERNATIVES)


def all_outcomes(name, n):
    if name == "tango":
        wins, losses = (x.ravel() for x in np.indices((n + 1, n + 1)))
        fit = wins + losses <= n
        return PairCounts.of(wins[fit], losses[fit], n)
    a, b = (x.ravel() for x in np.indices((n + 1, n + 3)))
    return IndependentCounts.of(a, n, b, n + 2)


def swapped(data):
    if isinstance(data, PairCounts):
        return PairCounts(data.losses, data.wins, data.n)
    return IndependentCounts(data.b, data.n_b, data.a, data.n_a)


def ends(name, data, level):
    if name == "tango":
        return paired_proportions.tango(data.wins, data.losses, data.n, level)
    return unpaired.score_interval(data.a, data.n_a, data.b, data.n_b, level, unbiased=False)


def test_both_are_registered_with_a_margin():
    assert set(SCORE_TESTS) <= set(names("test", margin=True, outcome="binary"))
    assert find_test("tango").paired
    assert not find_test("farrington-manning").paired


@every_alternative
def test_value_without_a_margin_tango_is_mcnemars_chi_square(alternative):
    data = all_outcomes("tango", 14)
    want = discordant.asymptotic(data.wins, data.losses, alternative)
    assert find_test("tango").evaluate(data, alternative) == pytest.approx(want, rel=1e-12)


@every_alternative
def test_value_without_a_margin_farrington_manning_is_the_pooled_z(alternative):
    data = all_outcomes("farrington-manning", 11)
    want = two_samples.pooled_z(data.a, data.n_a, data.b, data.n_b, alternative)
    got = find_test("farrington-manning").evaluate(data, alternative)
    assert got == pytest.approx(want, rel=1e-9)


@every_test
@every_alternative
@pytest.mark.parametrize("margin", MARGINS)
def test_law_swapping_the_systems_flips_the_margin_and_keeps_p(name, alternative, margin):
    test, data = find_test(name), all_outcomes(name, 9)
    there = test.evaluate(data, alternative, margin=margin)
    back = test.evaluate(swapped(data), FLIP[alternative], margin=-margin)
    assert there == pytest.approx(back, rel=1e-10)


@every_test
@pytest.mark.parametrize("alpha", [0.005, 0.025, 0.05, 0.2])
def test_law_the_test_rejects_exactly_what_its_interval_leaves_out(name, alpha):
    test, data = find_test(name), all_outcomes(name, 10)
    low, high = ends(name, data, 1 - 2 * alpha)
    for margin in np.linspace(-0.97, 0.97, 41):
        assert np.array_equal(test.evaluate(data, "greater", margin=margin) <= alpha, margin < low)
        assert np.array_equal(test.evaluate(data, "less", margin=margin) <= alpha, margin > high)


@every_test
def test_law_a_larger_margin_is_harder_to_exceed(name):
    test, data = find_test(name), all_outcomes(name, 8)
    p = np.array([test.evaluate(data, "greater", margin=m) for m in np.linspace(-0.99, 0.99, 60)])
    assert (np.diff(p, axis=0) >= -1e-12).all()
    assert ((p >= 0) & (p <= 1)).all()


@every_test
def test_direction_greater_means_b_is_better_by_more_than_the_margin(name):
    test = find_test(name)
    good = PairCounts.of(40, 5, 100) if name == "tango" else IndependentCounts.of(40, 100, 75, 100)
    assert test.evaluate(good, "greater", margin=0.1) < 0.01
    assert test.evaluate(good, "less", margin=0.1) > 0.99
    assert test.evaluate(good, "less", margin=0.6) < 0.01
    assert test.evaluate(good, "greater", margin=0.35) == pytest.approx(0.5, abs=1e-9)


@every_test
@pytest.mark.parametrize("margin", [1, -1, 3, float("nan")])
def test_impossible_margins_are_refused(name, margin):
    with pytest.raises(ParameterError, match="margin needs a size below 1"):
        find_test(name).pvalue(all_outcomes(name, 3), "greater", margin=margin)


@pytest.mark.parametrize("margin", [-0.1, -0.02, 0.05])
@pytest.mark.parametrize("n", [30, 100, 300])
def test_chance_tango_keeps_its_level_at_the_margin(n, margin):
    """Enumerated, not simulated: one-sided errors at alpha 0.05, for three rates of losses."""
    data = all_outcomes("tango", n)
    cells = np.column_stack([data.wins, data.losses, n - data.wins - data.losses])
    reject = find_test("tango").evaluate(data, "greater", margin=margin) <= 0.05
    for lose in (0.12, 0.2, 0.3):
        weight = stats.multinomial.pmf(cells, n, [lose + margin, lose, 1 - 2 * lose - margin])
        assert 0.03 < weight[reject].sum() < 0.065


@pytest.mark.parametrize("margin", [-0.1, -0.02, 0.05])
@pytest.mark.parametrize("n", [30, 100, 300])
def test_chance_farrington_manning_keeps_its_level_at_the_margin(n, margin):
    data = all_outcomes("farrington-manning", n)
    reject = find_test("farrington-manning").evaluate(data, "greater", margin=margin) <= 0.05
    for share in (0.2, 0.5, 0.8):
        weight = binomial.pmf(data.a, data.n_a, share)
        weight = weight * binomial.pmf(data.b, data.n_b, share + margin)
        assert 0.035 < weight[reject].sum() < 0.065
