"""Paired verdicts against fractions and against 30-digit integrals."""

import json
from fractions import Fraction
from math import comb, factorial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import special

from claimwise.kernels import dirichlet

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "bayes_values.json").read_text())
parameter = st.one_of(
    st.floats(0.05, 3), st.integers(1, 400).map(float), st.integers(1, 10**7).map(float)
)


def exact_density(x, win, lose, rest):
    """Density of won - lost at x >= 0 for whole parameters, a sum of fractions."""
    x = Fraction(x)
    constant = Fraction(factorial(win + lose + rest - 1))
    for v in (win, lose, rest):
        constant /= factorial(v - 1)
    total = Fraction(0)
    for k in range(win):  # (y + x)^(win - 1) expanded; then y = (1 - x) u / 2
        beta = Fraction(
            factorial(k + lose - 1) * factorial(rest - 1), factorial(k + lose + rest - 1)
        )
        total += (
            comb(win - 1, k)
            * x ** (win - 1 - k)
            * ((1 - x) / 2) ** (k + lose)
            * (1 - x) ** (rest - 1)
            * beta
        )
    return constant * total


def exact_sf(x, win, lose, rest):
    """The same density integrated from x to 1: each power of x and of 1 - x by parts."""
    x = Fraction(x)
    constant = Fraction(factorial(win + lose + rest - 1))
    for v in (win, lose, rest):
        constant /= factorial(v - 1)
    total = Fraction(0)
    for k in range(win):
        beta = Fraction(
            factorial(k + lose - 1) * factorial(rest - 1), factorial(k + lose + rest - 1)
        )
        m = k + lose + rest - 1
        moment = Fraction(0)
        for j in range(win - k):  # z^(win - 1 - k) = (1 - (1 - z))^(...)
            power = m + j
            moment += comb(win - 1 - k, j) * (-1) ** j * (1 - x) ** (power + 1) / (power + 1)
        total += comb(win - 1, k) * Fraction(1, 2 ** (k + lose)) * beta * moment
    return constant * total


@pytest.mark.parametrize("x", ["0", "1/100", "1/7", "3/4"])
@pytest.mark.parametrize("p", [(1, 1, 2), (3, 1, 10), (1, 6, 4), (6, 1, 2), (5, 4, 1)])
def test_value_agrees_with_fractions(x, p):
    at = float(Fraction(x))
    value, error = dirichlet.sf_with_error(at, *p)
    want = float(exact_sf(Fraction(x), *p))
    assert value == pytest.approx(want, abs=1e-12)
    assert abs(value - want) <= error + 1e-13
    density = float(exact_density(Fraction(x), *p))
    assert np.exp(dirichlet.log_density(at, *p)) == pytest.approx(density, rel=1e-11)


@pytest.mark.parametrize("case", GOLDEN["paired"], ids=lambda case: str(case["parameters"]))
def test_value_agrees_with_thirty_digits(case):
    """At ten million items, SciPy's incomplete beta has some ten digits left."""
    value, error = dirichlet.sf_with_error(case["x"], *case["parameters"])
    assert value == pytest.approx(float(case["sf"]), abs=1e-11)
    assert abs(value - float(case["sf"])) <= error + 1e-11
    density = np.exp(dirichlet.log_density(case["x"], *case["parameters"]))
    assert density == pytest.approx(float(case["density"]), rel=2e-11)


@pytest.mark.parametrize("p", [(1, 1, 5), (3, 1, 10), (0.5, 2.5, 4), (1e6, 1.001e6, 8e6)])
def test_value_at_zero_it_is_one_incomplete_beta(p):
    win, lose, _ = p
    assert dirichlet.sf(0.0, *p) == pytest.approx(special.betainc(lose, win, 0.5), abs=1e-13)
    assert dirichlet.sf([1e-12, -1e-12], *p) == pytest.approx(
        [float(dirichlet.sf(0.0, *p))] * 2, abs=1e-5
    )


@given(x=st.floats(-0.99, 0.99), p=st.tuples(parameter, parameter, parameter))
@settings(max_examples=150)
def test_law_swapping_mirrors_and_errors_are_small(x, p):
    win, lose, rest = p
    value, error = dirichlet.sf_with_error(x, win, lose, rest)
    assert value + dirichlet.sf(-x, lose, win, rest) == pytest.approx(1, abs=1e-12)
    if abs(x) > 1e-6 or x == 0:
        assert error < 1e-10
    assert 0 <= value <= 1
    there, back = dirichlet.log_density(x, *p), dirichlet.log_density(-x, lose, win, rest)
    assert there == pytest.approx(float(back), abs=1e-9)


@given(p=st.tuples(parameter, parameter, parameter))
@settings(max_examples=60)
def test_law_both_ways_to_integrate_agree(p):
    """Over the share of decided items, and over B's share of them."""
    win, lose, rest = (np.array([v]) for v in p)
    mean = abs(win - lose) / (win + lose + rest)
    x = np.minimum(mean + 0.5 / np.sqrt(win + lose + rest), 0.9)
    over_s, error_s = dirichlet._over_s(x, win, lose, rest)
    over_r, error_r = dirichlet._over_r(x, win, lose, rest)
    assert over_s == pytest.approx(over_r, abs=float(error_s[0] + error_r[0]) + 1e-11)
    assert dirichlet.sf(x, win, lose, rest) == pytest.approx(
        over_s if error_s < error_r else over_r, abs=1e-9
    )


def test_value_density_at_zero_and_at_the_ends():
    assert np.exp(dirichlet.log_density(0.0, 1, 1, 2)) == pytest.approx(1.5, rel=1e-14)
    assert dirichlet.log_density(0.0, 0.5, 0.5, 1) == np.inf
    assert np.isfinite(dirichlet.log_density(0.0, 0.6, 0.5, 1))
    p = (4.0, 7.0, 30.0)
    beside = np.exp(dirichlet.log_density([1e-9, -1e-9], *p))
    assert beside == pytest.approx([float(np.exp(dirichlet.log_density(0.0, *p)))] * 2, rel=1e-6)
    assert dirichlet.log_density(1.0, 1.25, 0.25, 0.5) == np.inf
    assert dirichlet.log_density(1.0, 3, 1, 2) == -np.inf
    limit = np.exp(dirichlet.log_density([1 - 1e-9, 1.0], 2, 0.25, 0.75))
    assert limit[0] == pytest.approx(limit[1], rel=1e-6)


def test_law_a_batch_is_its_members_one_by_one():
    rng = np.random.default_rng(7)
    p = np.concatenate([rng.uniform(0.05, 4, (20, 3)), rng.integers(1, 10**6, (20, 3))])
    x = rng.uniform(-0.3, 0.3, 40)
    x[3] = 0.0
    batch, logs = dirichlet.sf(x, *p.T), dirichlet.log_density(x, *p.T)
    for i in range(40):
        assert batch[i] == pytest.approx(float(dirichlet.sf(x[i], *p[i])), abs=1e-12)
        if np.isfinite(logs[i]):
            assert logs[i] == pytest.approx(
                float(dirichlet.log_density(x[i], *p[i])), rel=1e-11, abs=1e-9
            )


def test_value_outside_of_the_support():
    assert dirichlet.sf([-1, -1.5, 1, 2], 3, 4, 5).tolist() == [1, 1, 0, 0]
