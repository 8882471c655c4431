"""Weighted sums of differences: against exact single strata, double integrals and each other."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwise.bayes import IndependentPosterior, PairedPosterior, StratifiedPosterior
from claimwise.core import ParameterError
from claimwise.data import IndependentCounts, PairCounts
from claimwise.kernels import quadrature
from claimwise.kernels.lattice import Half, lattices
from claimwise.kernels.weighted_sum import Atoms, Line

EASY = IndependentPosterior.of(IndependentCounts.of(1637, 2376, 1721, 2376))
CHALLENGE = IndependentPosterior.of(IndependentCounts.of(496, 1172, 566, 1172))
WEIGHTS = np.array([2376, 1172]) / 3548
ROUGH = {
    "uniform": IndependentPosterior.before("uniform"),
    "jeffreys": IndependentPosterior.before("jeffreys"),
    "paired uniform": PairedPosterior.before("uniform"),
    "paired jeffreys": PairedPosterior.before("jeffreys"),
    "poles at the ends": IndependentPosterior.before((0.25, 0.25)),
    "no item decided": PairedPosterior.of(PairCounts.of(0, 0, 40)),
}


def double_integral(first, second, weights, x, count=257):
    """P(w1 d1 + w2 d2 > x): over d2 in pieces between all corners, the other by its own tail."""
    corners = {-1.0, 0.0, 1.0, x / weights[1]}
    corners |= {(x - weights[0]) / weights[1], (x + weights[0]) / weights[1]}
    marks = sorted(v for v in corners if -1 <= v <= 1)
    left, right, weight = quadrature.unit_rule(count, quadrature.reach(0.25))
    total = 0.0
    for low, high in pairwise(marks):
        y = low * right + high * left
        y = np.clip(y, -quadrature.BELOW_ONE, quadrature.BELOW_ONE)
        tail = first.sf((x - weights[1] * y) / weights[0])
        total += (high - low) * float(weight @ (second.density(y) * tail))
    return total


def in_panels(first, second, weights, x):
    """The same for smooth posteriors: Gauss-Legendre in panels of one standard deviation."""
    nodes, weight = np.polynomial.legendre.leggauss(20)
    total = 0.0
    for k in range(-9, 9):
        low, high = second.mean + k * second.sd, second.mean + (k + 1) * second.sd
        y = (low + high) / 2 + nodes * (high - low) / 2
        tail = first.sf((x - weights[1] * y) / weights[0])
        total += (high - low) / 2 * float(weight @ (second.density(y) * tail))
    return total


@pytest.mark.parametrize("x", [0.0, 0.02, 0.05])
def test_value_two_datasets_against_a_double_integral(x):
    got, error = StratifiedPosterior([EASY, CHALLENGE], WEIGHTS).sf_with_error(x)
    want = in_panels(EASY, CHALLENGE, WEIGHTS, x)
    assert got == pytest.approx(want, abs=1e-11)
    assert abs(got - want) <= error + 1e-11
    assert error < 1e-10


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "x"), [(name, (0.01, 0.3)[k % 2]) for k, name in enumerate(ROUGH)]
)
def test_value_sums_with_corners_against_a_double_integral(name, x):
    part = ROUGH[name]
    x = x * min(1.0, 3 * part.sd)
    both = StratifiedPosterior([part, part], WEIGHTS)
    got, error = both.sf_with_error(x)
    want = double_integral(part, part, WEIGHTS, x)
    assert got == pytest.approx(want, abs=2e-9 if part.sd < 0.1 else 3e-9)
    assert error < 1e-7
    assert both.sf(0.0) == pytest.approx(0.5, abs=1e-10)


@pytest.mark.parametrize("part", [CHALLENGE, PairedPosterior(30.0, 14.0, 300.0)])
def test_law_one_stratum_is_itself(part):
    alone = StratifiedPosterior([part], [7.0])
    x = part.mean + part.sd * np.linspace(-6, 6, 25)
    assert alone.sf(x) == pytest.approx(part.sf(x), abs=1e-12)
    assert alone.density(x) == pytest.approx(part.density(x), rel=1e-8)
    assert alone.hdi(0.95) == pytest.approx(part.hdi(0.95), abs=1e-9)
    low = part.mean - 20 * part.sd
    assert alone.log_probability(-1.0, low) == pytest.approx(
        part.log_probability(-1.0, low), abs=1e-7
    )
    assert alone.log_density(low) == pytest.approx(float(part.log_density(low)), abs=1e-7)


def test_value_mean_and_spread_are_exact():
    both = StratifiedPosterior([EASY, CHALLENGE], [2, 1])
    assert both.mean == pytest.approx((2 * EASY.mean + CHALLENGE.mean) / 3)
    assert both.sd == pytest.approx(np.hypot(2 * EASY.sd, CHALLENGE.sd) / 3)


strata = st.integers(5, 60).flatmap(
    lambda n: st.builds(
        lambda w, k: PairCounts.of(w, min(k, n - w), n), st.integers(0, n), st.integers(0, n)
    )
)


@pytest.mark.slow
@given(data=st.lists(strata, min_size=2, max_size=3))
@settings(max_examples=6)
def test_law_swapping_mirrors_and_the_hdi_has_its_mass(data):
    sizes = [study.n for study in data]
    there = StratifiedPosterior([PairedPosterior.of(s) for s in data], sizes)
    turned = [PairedPosterior.of(PairCounts(s.losses, s.wins, s.n)) for s in data]
    back = StratifiedPosterior(turned, sizes)
    x = there.mean + there.sd * np.linspace(-4, 4, 9)
    assert there.sf(x) == pytest.approx(1 - back.sf(-x), abs=1e-7)
    assert (np.diff(there.sf(x)) <= 1e-9).all()
    low, high = there.hdi(0.9)
    assert there.sf(low) - there.sf(high) == pytest.approx(0.9, abs=1e-7)
    left, right = there.eti(0.9)
    assert high - low <= right - left + 1e-6 * there.sd


def test_law_the_line_and_the_grid_agree():
    """Two ways that share nothing but the densities of the terms."""
    parts = [PairedPosterior(9.0, 4.0, 60.0), IndependentPosterior((30.0, 12.0), (25.0, 20.0))]
    weights = np.array([0.4, 0.6])
    sd = float(np.hypot(0.4 * parts[0].sd, 0.6 * parts[1].sd))
    line = Line.of([Atoms.of(part.log_density) for part in parts], weights, 1 / sd)
    halves = [
        (Half.of(part.log_density, -1.0, 1.0), Half.of(part.log_density, 1.0, 1.0))
        for part in parts
    ]
    fine, coarse = lattices(halves, weights)
    x = weights @ [part.mean for part in parts] + sd * np.linspace(-3, 3, 13)
    factor, number = line.tail(x)
    assert np.exp(factor) * number == pytest.approx((4 * fine.sf(x) - coarse.sf(x)) / 3, abs=1e-7)
    factor, number = line.density(x)
    density = (4 * fine.density(x) - coarse.density(x)) / 3
    assert np.exp(factor) * number == pytest.approx(density, rel=1e-4)


@pytest.mark.parametrize("points", [151, 4000])
def test_law_even_a_coarse_grid_keeps_the_mean(points):
    parts = [PairedPosterior(9.0, 0.5, 6.0), IndependentPosterior((0.5, 12.0), (2.0, 0.7))]
    weights = np.array([0.3, 0.7])
    halves = [
        (Half.of(part.log_density, -1.0, 1.0), Half.of(part.log_density, 1.0, 1.0))
        for part in parts
    ]
    want = weights @ [part.mean for part in parts]
    for grid in lattices(halves, weights, points):
        places = grid.step * (grid.first + np.arange(grid.mass.size))
        assert grid.mass.sum() == pytest.approx(1, abs=1e-12)
        assert grid.mass @ places == pytest.approx(want, abs=1e-8)


@pytest.mark.parametrize("split", [False, True])
def test_value_atoms_have_the_moments(split):
    for part in (EASY, PairedPosterior(9.0, 4.0, 60.0)):
        atoms = Atoms.of(part.log_density, split=split)
        for rule in (atoms, atoms.halved()):
            weight = np.exp(rule.log_weight)
            assert weight.sum() == pytest.approx(1, abs=1e-9)
            assert weight @ rule.x == pytest.approx(part.mean, abs=1e-9)
            assert weight @ (rule.x - part.mean) ** 2 == pytest.approx(part.sd**2, rel=1e-7)


def test_value_a_line_knows_the_moments_of_its_sum():
    atoms = [Atoms.of(part.log_density) for part in (EASY, CHALLENGE)]
    line = Line.of(atoms, WEIGHTS, 0.0)
    both = StratifiedPosterior([EASY, CHALLENGE], WEIGHTS)
    assert (line.mean, line.sd) == pytest.approx((both.mean, both.sd), rel=1e-9)
    assert line.log_moment == pytest.approx(0, abs=1e-12)


@pytest.mark.slow
def test_value_density_at_a_corner_or_pole_of_the_prior():
    """Uniform: the density at 0 of w1 d1 + w2 d2 is the integral of two triangles, by hand."""
    w1, w2 = WEIGHTS
    before = StratifiedPosterior([ROUGH["uniform"]] * 2, WEIGHTS)
    r = w2 / w1
    want = 2 / w1 * (1 / 2 - r / 6)  # 2/w1 * integral of (1 - y)(1 - r y) over (0, 1)
    assert before.density(0.0) == pytest.approx(want, rel=1e-10)
    poles = StratifiedPosterior([PairedPosterior.before("perks")] * 2, WEIGHTS)
    assert poles.density(0.0) == np.inf  # the poles of both add up to one
    near_one = IndependentPosterior.before((3, 0.25))  # a pole where both are nearly always right
    assert near_one.power_at_zero == 0.5
    assert StratifiedPosterior([near_one] * 2, WEIGHTS).density(0.0) == np.inf
    three = StratifiedPosterior([PairedPosterior.before("perks")] * 3, [1, 1, 2])
    assert np.isfinite(three.density(0.0))


def test_value_three_uniform_priors_at_zero():
    """Equal weights: the sum of six uniforms, three of them negative, is of Irwin and Hall."""
    before = StratifiedPosterior([ROUGH["uniform"]] * 3, [1, 1, 1])
    assert before.density(0.0) == pytest.approx(3 * 66 / 120, rel=1e-7)
    want = 1 / 720 * (2.5**6 - 6 * 1.5**6 + 15 * 0.5**6)  # Irwin-Hall cdf of 6 at 2.5
    assert before.cdf(-0.5 / 3) == pytest.approx(want, abs=1e-9)


@pytest.mark.slow
def test_value_far_tails_keep_their_digits():
    """Identical normal-like terms: the log tail of the mean is that of one normal variable."""
    from scipy.special import log_ndtr

    part = PairedPosterior(5e6, 5e6, 9e7)
    mean = StratifiedPosterior([part] * 4, [1, 1, 1, 1])
    for z in (3, 40):
        got = mean.log_probability(z * mean.sd, 1.0)
        assert got == pytest.approx(float(log_ndtr(-z)), rel=3e-4)
        assert mean.log_probability(-1.0, -z * mean.sd) == pytest.approx(got, rel=1e-6)


def test_weights_that_make_no_sense_are_refused():
    with pytest.raises(ParameterError, match="a weight above 0 for each of 2 strata"):
        StratifiedPosterior([EASY, CHALLENGE], [1, 0])
    with pytest.raises(ParameterError, match="a weight above 0 for each of 2 strata"):
        StratifiedPosterior([EASY, CHALLENGE], [1.0])


@pytest.mark.slow
def test_law_a_narrow_region_has_the_density_times_its_width():
    both = StratifiedPosterior([EASY, CHALLENGE], WEIGHTS)
    before = StratifiedPosterior([ROUGH["jeffreys"]] * 2, WEIGHTS)
    for part in (both, before):
        for centre in (0.0, part.mean):
            got = part.log_probability(centre - 1e-9, centre + 1e-9)
            want = float(part.log_density(centre)) + np.log(2e-9)
            assert got == pytest.approx(want, abs=1e-3)


def test_law_regions_add_up_in_the_far_tail():
    """P(-0.03 < D < -0.02) and P(D < -0.03) make P(D < -0.02), in relative terms."""
    both = StratifiedPosterior([EASY, CHALLENGE], WEIGHTS)
    whole = both.log_probability(-1.0, -0.02)
    parts = [both.log_probability(-1.0, -0.03), both.log_probability(-0.03, -0.02)]
    assert np.logaddexp(*parts) == pytest.approx(whole, abs=1e-9)
    assert whole < -18
