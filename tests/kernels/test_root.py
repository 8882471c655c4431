"""A zero of a function: known values, SciPy beside it, few steps."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq

from claimwise.kernels.root import root

CASES = [
    (lambda x: x**2 - 2, 0.0, 2.0, math.sqrt(2)),
    (lambda x: 1e5 - math.exp(x), 0.0, 20.0, math.log(1e5)),
    (lambda x: x**9 - 1e-5, 0.0, 1.0, 1e-5 ** (1 / 9)),
    (lambda x: 1.0 if x > 1 / 3 else -1.0, 0.0, 1.0, 1 / 3),  # a jump
    (lambda x: x, 0.0, 1.0, 0.0),  # at an end
    (lambda x: x - 1, 0.0, 1.0, 1.0),
    (lambda x: math.atan(x - 1e-9), -1e3, 1e3, 1e-9),
]


@pytest.mark.parametrize(("f", "low", "high", "known"), CASES)
def test_value_known_zeros(f, low, high, known):
    assert root(f, low, high, xtol=1e-12) == pytest.approx(known, abs=1e-12)


@given(st.floats(-5, 5), st.floats(0.1, 9), st.floats(-20, -6), st.floats(6, 20))
def test_value_as_scipy_finds_it_in_few_steps(zero, steep, low, high):
    steps = []

    def f(x):
        steps.append(x)
        return math.sinh((x - zero) / steep)

    found = root(f, low, high, xtol=1e-11)
    assert found == pytest.approx(brentq(f, low, high, xtol=1e-13), abs=1e-11)
    assert len(steps) < 120  # both of them together


@given(st.floats(-0.9, 0.9), st.floats(0.01, 0.5))
def test_law_within_the_tolerance(zero, xtol):
    assert abs(root(lambda x: (x - zero) ** 3, -1.0, 1.0, xtol=xtol) - zero) <= xtol


def test_one_sign_is_refused():
    with pytest.raises(ValueError, match="one sign"):
        root(lambda x: x**2 + 1, -1.0, 1.0)
