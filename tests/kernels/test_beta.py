"""The Beta distribution from one item to ten million, and expectations over it."""

import numpy as np
import pytest
from scipy import special, stats

from claimwise.kernels import beta, quadrature

PARAMETERS = [(1, 1), (0.5, 0.5), (0.25, 3), (2, 5), (30, 4), (1e3, 2e3), (1, 1e7), (5e6, 5e6)]


@pytest.mark.parametrize("x", [0.05, 0.5, 1, 14.9, 15.1, 100, 1e7])
def test_value_stirling_error_is_what_the_formula_lacks(x):
    formula = (x - 0.5) * np.log(x) - x + np.log(2 * np.pi) / 2
    assert beta.stirling_error(x) == pytest.approx(special.gammaln(x) - formula, abs=1e-8)


def test_value_stirling_error_by_its_recursion():
    """log Gamma(x + 1) - log Gamma(x) = log x, to all digits, across the switch of formulas."""
    x = np.linspace(10, 20, 201)
    formula = (x + 0.5) * np.log1p(1 / x) - 1
    assert beta.stirling_error(x) - beta.stirling_error(x + 1) == pytest.approx(formula, abs=2e-14)


@pytest.mark.parametrize(("a", "b"), PARAMETERS)
def test_value_log_density_agrees_with_scipy(a, b):
    mean, sd = a / (a + b), float(np.sqrt(beta.variance(np.float64(a), np.float64(b))))
    v = np.clip(mean + sd * np.array([-3, -1, -0.1, 0, 0.5, 2, 6]), 1e-9, 1 - 1e-9)
    want = stats.beta.logpdf(v, a, b)
    assert beta.log_density(v, 1 - v, a, b) == pytest.approx(want, abs=1e-7, rel=1e-9)


def test_value_log_density_keeps_its_digits_at_ten_million():
    """Against integer arithmetic on logs: at the mean of Beta(n, n) the density is known."""
    n = 5_000_000.0
    central = 0.5 * np.log(n / np.pi) - 1 / (8 * n)  # C(2n, n) n / 2^(2n), by its expansion
    want = central + np.log(2 * n) - np.log(n)
    assert beta.log_density(0.5, 0.5, n, n) == pytest.approx(want, abs=1e-13)


@pytest.mark.parametrize(("a", "b"), PARAMETERS)
def test_law_the_window_holds_all_but_a_trace(a, b):
    low, high = beta.window(np.float64(a), np.float64(b))
    assert special.betainc(a, b, low) <= np.exp(-beta.TAIL)
    assert special.betaincc(a, b, high) <= np.exp(-beta.TAIL)


@pytest.mark.parametrize(("a", "b"), PARAMETERS)
def test_value_expectations_of_powers_are_the_moments(a, b):
    a_, b_, low, high = (np.array([float(v)]) for v in (a, b, 0, 1))
    total, error = beta.expectation(lambda v, vc, at: np.ones_like(v), a_, b_, low, high)
    mean, _ = beta.expectation(lambda v, vc, at: v, a_, b_, low, high)
    square, _ = beta.expectation(lambda v, vc, at: v * vc, a_, b_, low, high)
    assert total[0] == pytest.approx(1, abs=2e-13)
    assert error[0] < 1e-11
    assert mean[0] == pytest.approx(a / (a + b), rel=1e-12)
    assert square[0] == pytest.approx(a * b / (a + b) / (a + b + 1), rel=1e-12)


@pytest.mark.parametrize("cut", [(0.0, 0.3), (0.2, 0.6), (0.35, 1.0)])
def test_value_expectation_over_a_part(cut):
    for a, b in ((0.5, 0.5), (3, 7), (300, 700)):
        arrays = (np.array([float(v)]) for v in (a, b, *cut))
        got, _ = beta.expectation(lambda v, vc, at: np.ones_like(v), *arrays)
        want = special.betainc(a, b, cut[1]) - special.betainc(a, b, cut[0])
        assert got[0] == pytest.approx(want, abs=1e-12)


def test_value_above_uses_the_coordinate_that_has_the_digits():
    """1 - v = 1e-9: from v alone, seven digits would be lost."""
    vc = 1e-9 * 1.23456789
    got = beta.above(np.array([1 - vc]), np.array([vc]), np.array([1e7]), np.array([1.0]))
    assert got[0] == pytest.approx(-np.expm1(1e7 * np.log1p(-vc)), rel=1e-13)
    mixed = beta.above(np.array([0.2, 0.9]), np.array([0.8, 0.1]), np.array([2.0, 9]), np.ones(2))
    assert mixed == pytest.approx([1 - 0.2**2, 1 - 0.9**9])


@pytest.mark.parametrize("power", [0.1, 0.25, 0.5, 1.0, 3.5])
def test_value_the_unit_rule_integrates_powers_at_both_ends(power):
    left, right, weight = quadrature.unit_rule(257, quadrature.reach(power))
    want = special.beta(power, power)
    assert weight @ (left ** (power - 1) * right ** (power - 1)) == pytest.approx(want, rel=1e-11)


@pytest.mark.parametrize("width", [1.0, 1e-2, 1e-5, 1e-8])
@pytest.mark.parametrize("centre", [0.5, 0.03, 0.999])
def test_value_log_integral_finds_narrow_peaks_and_tiny_ones(width, centre):
    """A normal density times exp(-5000): the mass inside (0, 1) is known."""

    def log_f(left, right, at):
        away = np.where(centre > 0.5, (1 - centre) - right, left - centre)
        return -5000 - 0.5 * (away / width) ** 2

    got, error = quadrature.log_integral(log_f, 1, quadrature.reach(1.0))
    inside = special.ndtr((1 - centre) / width) - special.ndtr(-centre / width)
    want = -5000 + np.log(width * np.sqrt(2 * np.pi) * inside)
    assert got[0] == pytest.approx(want, abs=1e-8)
    assert error[0] < 1e-7


def test_value_the_error_is_the_change_by_doubling():
    terms = np.array([0.0, 1.0, 3.0, 2.0, 0.0])
    assert [float(v) for v in quadrature.halved(terms)] == [6.0, 0.0]
    assert float(quadrature.halved(np.array([0.0, 1.0, 2.0, 2.0, 0.0]))[1]) == 1.0


def test_value_a_rule_is_doubled_until_only_rounding_is_left():
    error = np.array([1e-3, 1e-8, 1e-8, 1e-12])
    before = np.array([2e-3, 1e-2, 2e-8, 1e-4])
    assert quadrature.unfinished(error, before).tolist() == [True, True, False, False]


def test_value_large_batches_are_cut_into_blocks():
    places = np.arange(100_000)
    cut = quadrature.blocks(places, 129)
    assert np.concatenate(cut).tolist() == places.tolist()
    assert max(block.size for block in cut) * 129 <= 400_000
