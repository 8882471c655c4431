"""The difference of two Betas against fractions and against 30-digit integrals."""

import json
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwise.kernels import difference_of_betas as difference
from claimwise.kernels import quadrature

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "bayes_values.json").read_text())
parameter = st.one_of(
    st.floats(0.05, 3), st.integers(1, 400).map(float), st.integers(1, 10**7).map(float)
)


def times(p, q):
    out = [Fraction(0)] * (len(p) + len(q) - 1)
    for i, x in enumerate(p):
        for j, y in enumerate(q):
            out[i + j] += x * y
    return out


def power(p, n):
    out = [Fraction(1)]
    for _ in range(n):
        out = times(out, p)
    return out


def integral(p, low, high):
    return sum(c * (high ** (i + 1) - low ** (i + 1)) / (i + 1) for i, c in enumerate(p))


def exact_sf(x, b1, b2, a1, a2):
    """P(B - A > x) for whole parameters and x >= 0: polynomials with fractions."""
    x, n = Fraction(x), b1 + b2 - 1
    shifted, rest = [x, Fraction(1)], [1 - x, Fraction(-1)]
    tail = [Fraction(0)] * (n + 1)
    for j in range(b1):  # P(B > t) = P(Binomial(n, t) < b1)
        term = times(power(shifted, j), power(rest, n - j))
        tail = [u + comb(n, j) * v for u, v in zip(tail, term, strict=True)]
    scale = a1 * comb(a1 + a2 - 1, a1)
    density = [scale * c for c in times(power([0, 1], a1 - 1), power([1, -1], a2 - 1))]
    return integral(times(density, tail), Fraction(0), 1 - x)


@pytest.mark.parametrize("x", ["0", "1/100", "1/7", "3/4"])
@pytest.mark.parametrize(
    "p", [(1, 1, 1, 1), (2, 2, 2, 2), (5, 1, 1, 4), (1, 9, 9, 1), (9, 6, 7, 3)]
)
def test_value_sf_agrees_with_fractions(x, p):
    want = float(exact_sf(Fraction(x), *p))
    value, error = difference.sf_with_error(float(Fraction(x)), *p)
    assert value == pytest.approx(want, abs=2e-12)
    assert abs(value - want) <= error + 1e-13
    below = 1 - difference.sf(-float(Fraction(x)), *p[2:], *p[:2])  # the mirror image
    assert below == pytest.approx(want, abs=2e-12)


def test_value_the_prior_mass_of_a_narrow_region_under_beta_2_2():
    """Neither end of the integral is zero here: a rule that stops short shows at 1e-10."""
    inside = 1 - 2 * exact_sf(Fraction(1, 100), 2, 2, 2, 2)
    got = difference.sf(-0.01, 2, 2, 2, 2) - difference.sf(0.01, 2, 2, 2, 2)
    assert got == pytest.approx(float(inside), abs=1e-12)
    assert float(inside) == pytest.approx(0.0239960300, abs=1e-10)


@pytest.mark.parametrize("case", GOLDEN["independent"], ids=lambda case: str(case["parameters"]))
def test_value_agrees_with_thirty_digits(case):
    """At ten million items, SciPy's incomplete beta has some ten digits left."""
    x, parameters = case["x"], case["parameters"]
    value, error = difference.sf_with_error(x, *parameters)
    assert value == pytest.approx(float(case["sf"]), abs=1e-11)
    assert abs(value - float(case["sf"])) <= error + 1e-11
    if "density" in case:
        density = np.exp(difference.log_density(x, *parameters))
        assert density == pytest.approx(float(case["density"]), rel=1e-10)


@given(x=st.floats(-0.99, 0.99), p=st.tuples(parameter, parameter, parameter, parameter))
@settings(max_examples=150)
def test_law_mirror_images_agree_within_their_errors(x, p):
    b1, b2, a1, a2 = p
    value, error = difference.sf_with_error(x, b1, b2, a1, a2)
    back, error_back = difference.sf_with_error(-x, a1, a2, b1, b2)
    other, error_other = difference.sf_with_error(x, a2, a1, b2, b1)  # 1 - A against 1 - B
    assert abs(value + back - 1) <= 1e-11 + error + error_back
    assert abs(value - other) <= 1e-11 + error + error_other
    assert 0 <= value <= 1
    if abs(x) > 1e-6 or x == 0:  # nearer to zero, a strong pole there may be too sharp
        assert max(error, error_back, error_other) < 1e-10


@given(p=st.tuples(parameter, parameter, parameter, parameter))
@settings(max_examples=40)
def test_law_the_tail_falls_and_its_slope_is_the_density(p):
    b1, b2, a1, a2 = p
    mean = b1 / (b1 + b2) - a1 / (a1 + a2)
    sd = np.sqrt(
        b1 * b2 / (b1 + b2) ** 2 / (b1 + b2 + 1) + a1 * a2 / (a1 + a2) ** 2 / (a1 + a2 + 1)
    )
    x = np.clip(mean + sd * np.linspace(-6, 6, 25), -1, 1)
    tail = difference.sf(x, *p)
    assert (np.diff(tail) <= 1e-11).all()
    low, high = x[12], x[15]
    if low < 0 < high or high == 1 or min(abs(low), abs(high)) < 1e-3 * sd or high - low < sd:
        return  # a corner at zero, a pole at one: the rule below would need to know of them
    left, _, weight = quadrature.unit_rule(257, 3.5)
    inside = np.minimum(low + (high - low) * left, np.nextafter(high, low))
    mass = (high - low) * (weight @ np.exp(difference.log_density(inside, *p)))
    assert mass == pytest.approx(tail[12] - tail[15], abs=1e-9)


@pytest.mark.parametrize(
    ("p", "want"),
    [((1, 1, 1, 1), 1.0), ((2, 2, 2, 2), 1.2), ((13, 14, 21, 9), None)],
)
def test_value_density_at_zero_in_closed_form(p, want):
    at_zero = float(np.exp(difference.log_density(0.0, *p)))
    beside = np.exp(difference.log_density([1e-9, -1e-9], *p))
    assert beside == pytest.approx([at_zero, at_zero], rel=1e-7)
    if want is not None:
        assert at_zero == pytest.approx(want, rel=1e-14)


def test_value_density_where_it_is_infinite_or_has_a_limit():
    assert difference.log_density(0.0, 0.5, 0.5, 0.5, 0.5) == np.inf
    assert difference.log_density(0.0, 0.5, 3, 0.5, 3) == np.inf
    assert np.isfinite(difference.log_density(0.0, 0.6, 0.6, 0.5, 0.5))
    ends = difference.log_density([-1.0, 1.0, 1.5], 1.5, 0.5, 0.5, 1.5)
    assert np.exp(ends) == pytest.approx([0, 4 / np.pi, 0])
    assert difference.log_density(1.0, 1, 0.3, 0.3, 1) == np.inf


def test_value_outside_of_the_support():
    assert difference.sf([-1, -1.5, 1, 2], 3, 4, 5, 6).tolist() == [1, 1, 0, 0]


def test_law_a_batch_is_its_members_one_by_one():
    rng = np.random.default_rng(5)
    p = np.concatenate([rng.uniform(0.05, 4, (20, 4)), rng.integers(1, 10**6, (20, 4))])
    x = rng.uniform(-0.5, 0.5, 40)
    batch = difference.sf(x, *p.T)
    logs = difference.log_density(x, *p.T)
    for i in range(40):
        assert batch[i] == pytest.approx(float(difference.sf(x[i], *p[i])), abs=1e-12)
        assert logs[i] == pytest.approx(float(difference.log_density(x[i], *p[i])), rel=1e-12)
    assert difference.sf(x.reshape(8, 5), 2, 3, 4, 5).shape == (8, 5)


@pytest.mark.parametrize("n", [1, 10, 1000, 10**7])
def test_law_equal_systems_are_even(n):
    for k in {0, n // 3, n}:
        assert difference.sf(0.0, k + 1, n - k + 1, k + 1, n - k + 1) == pytest.approx(
            0.5, abs=1e-11
        )


@pytest.mark.parametrize("n", [1, 7, 1000, 10**7])
def test_value_none_against_all_right(n):
    """B all right, A none: B < A has probability 1 / (C(2n + 2, n + 1) / 2 ...), by hand for 1."""
    low = difference.sf(0.0, 1, n + 1, n + 1, 1)
    if n == 1:
        assert low == pytest.approx(1 / 6, abs=1e-14)  # 2 draws below 2 others: 1 / C(4, 2)
    assert low <= 1 / 6
    assert difference.sf(0.0, n + 1, 1, 1, n + 1) == pytest.approx(1 - low, abs=1e-12)


@pytest.mark.parametrize("s", [1e-7, 3e-7, 8e-7])
def test_value_both_ends_keep_their_digits(s):
    """B none of n, A all of n: 1 + d is a sum of two Betas(1, n + 1), known in closed form."""
    n = 10**7
    m = n + 1
    # P(sum > s) = (1 - s)^m + integral of m (1 - u)^(m - 1) (1 - s + u)^m over u in (0, s)
    nodes, weight = np.polynomial.legendre.leggauss(40)
    u = s * (nodes + 1) / 2
    logs = (m - 1) * np.log1p(-u) + m * np.log1p(-(s - u))
    want = np.exp(m * np.log1p(-s)) + s / 2 * m * (weight @ np.exp(logs))
    x = s - 1
    s = 1 + x  # what is left of it in double precision
    assert difference.sf(x, 1, m, m, 1) == pytest.approx(want, abs=1e-8)
    mirror = 1 - difference.sf(-x, m, 1, 1, m)
    assert difference.sf(x, 1, m, m, 1) == pytest.approx(float(mirror), abs=3e-12)
