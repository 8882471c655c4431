"""Laws of the posteriors: swap, mass, intervals, more data, extremes."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import special

from claimwise.bayes import IndependentPosterior, PairedPosterior, probability_greater
from claimwise.data import IndependentCounts, PairCounts
from claimwise.kernels import quadrature

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "bayes_values.json").read_text())
PRIORS = ("uniform", "jeffreys")
independent = st.integers(1, 300).flatmap(
    lambda n: st.builds(
        lambda a, b, m: IndependentCounts.of(a, n, min(b, m), m),
        st.integers(0, n),
        st.integers(0, 400),
        st.integers(1, 400),
    )
)
paired = st.integers(1, 500).flatmap(
    lambda n: st.integers(0, n).flatmap(
        lambda w: st.builds(lambda k: PairCounts.of(w, k, n), st.integers(0, n - w))
    )
)
EXTREME = [
    (IndependentCounts.of(0, 1, 0, 1), (0.25, 0.25)),
    (IndependentCounts.of(0, 1, 1, 1), "jeffreys"),
    # Far out, where a search may start, all is rounding.
    (IndependentCounts.of(300, 300, 0, 100), "uniform"),
    (IndependentCounts.of(348, 348, 0, 116), "jeffreys"),
    (IndependentCounts.of(0, 10**7, 10**7, 10**7), (0.25, 0.25)),
    (IndependentCounts.of(5, 10, 10**7, 10**7), "uniform"),
    (IndependentCounts.of(6_000_000, 10**7, 6_001_000, 10**7), "jeffreys"),
    (PairCounts.of(0, 0, 1), "perks"),
    (PairCounts.of(1, 0, 1), "uniform"),
    (PairCounts.of(0, 0, 10**7), "jeffreys"),
    (PairCounts.of(10**7, 0, 10**7), "perks"),
    (PairCounts.of(5_000_000, 5_000_000, 10**7), "uniform"),
    (PairCounts.of(1, 0, 10**7), "perks"),
]


def posterior_of(data, prior="uniform"):
    kind = PairedPosterior if isinstance(data, PairCounts) else IndependentPosterior
    return kind.of(data, prior)


def swapped(data):
    if isinstance(data, PairCounts):
        return PairCounts(data.losses, data.wins, data.n)
    return IndependentCounts(data.b, data.n_b, data.a, data.n_a)


@pytest.mark.slow
@example(data=IndependentCounts.of(a=0, n_a=116, b=116, n_b=116), prior="jeffreys", x=0.0)
@given(data=st.one_of(independent, paired), prior=st.sampled_from(PRIORS), x=st.floats(-0.9, 0.9))
@settings(max_examples=15)
def test_law_swapping_the_systems_mirrors_everything(data, prior, x):
    there, back = posterior_of(data, prior), posterior_of(swapped(data), prior)
    assert there.mean == pytest.approx(-back.mean, abs=1e-15)
    assert there.sd == pytest.approx(back.sd)
    assert float(there.sf(x)) == pytest.approx(1 - float(back.sf(-x)), abs=1e-10)
    low, high = there.hdi(0.9)
    assert back.hdi(0.9) == pytest.approx((-high, -low), abs=1e-7)


@pytest.mark.slow
@given(data=st.one_of(independent, paired), prior=st.sampled_from(PRIORS))
@settings(max_examples=10)
def test_law_the_hdi_is_the_shortest_and_holds_the_mode(data, prior):
    posterior = posterior_of(data, prior)
    level = 0.9
    low, high = posterior.hdi(level)
    mass = float(posterior.sf(low) - posterior.sf(high))
    assert mass == pytest.approx(level, abs=1e-8)
    p = np.linspace(0, 1 - level, 9)
    ends = posterior.quantile(np.concatenate([p, np.minimum(p + level, 1)]))
    widths = ends[9:] - ends[:9]
    assert high - low <= widths.min() + 1e-7 * posterior.sd
    assert low - 1e-7 <= posterior.mode() <= high + 1e-7
    left, right = posterior.eti(level)
    assert posterior.cdf([left, right]) == pytest.approx([0.05, 0.95], abs=1e-9)


@pytest.mark.slow
@given(data=st.one_of(independent, paired))
@settings(max_examples=10)
def test_law_mean_and_spread_follow_from_the_tail(data):
    """E[d] and E[d^2] by integrating the tail agree with the closed forms."""
    posterior = posterior_of(data)
    left, _, weight = quadrature.unit_rule(513, 4.0)
    up, down = posterior.sf(left), posterior.cdf(-left)
    assert weight @ (up - down) == pytest.approx(posterior.mean, abs=1e-8)
    square = 2 * (weight @ (left * (up + down)))
    assert square - posterior.mean**2 == pytest.approx(posterior.sd**2, abs=1e-8)


@pytest.mark.slow
@given(data=st.one_of(independent, paired))
@settings(max_examples=10)
def test_law_the_density_integrates_to_one(data):
    posterior = posterior_of(data)
    total = np.exp(posterior._log_integral(-1.0, 1.0))
    assert total == pytest.approx(1, abs=1e-8)


@pytest.mark.slow
@pytest.mark.parametrize(("data", "prior"), EXTREME, ids=str)
def test_law_extreme_counts_do_no_harm(data, prior):
    posterior = posterior_of(data, prior)
    low, high = posterior.hdi(0.95)
    assert -1 <= low < high <= 1
    inside = float(posterior.sf(low) - posterior.sf(high))
    assert inside == pytest.approx(0.95, abs=1e-8)
    left, right = posterior.eti(0.95)
    assert high - low <= right - left + 1e-9 * posterior.sd
    x = posterior.mean + posterior.sd * np.linspace(-5, 5, 41)
    tail, error = posterior.sf_with_error(x)
    assert (np.diff(tail) <= 1e-10).all()
    assert error.max() < 1e-9
    assert np.isfinite(posterior.mode())


def test_law_more_data_of_equal_shares_narrows():
    widths = []
    for n in (10, 160, 10_000):
        pair = posterior_of(PairCounts.of(n // 5, n // 10, n))
        two = posterior_of(IndependentCounts.of(n // 2, n, 7 * n // 10, n))
        widths.append([h - low for low, h in (pair.hdi(0.95), two.hdi(0.95))])
    assert (np.diff(widths, axis=0) < 0).all()


@pytest.mark.parametrize(
    "data", [PairCounts.of(250_000, 249_000, 10**6), IndependentCounts.of(5000, 10**5, 5100, 10**5)]
)
def test_law_huge_counts_approach_the_normal(data):
    posterior = posterior_of(data)
    z = np.linspace(-3, 3, 13)
    got = posterior.sf(posterior.mean + posterior.sd * z)
    assert got == pytest.approx(special.ndtr(-z), abs=5e-4)
    assert posterior.hdi(0.95) == pytest.approx(
        posterior.mean + posterior.sd * special.ndtri([0.025, 0.975]), abs=0.005 * posterior.sd
    )
    assert posterior.mode() == pytest.approx(posterior.mean, abs=0.02 * posterior.sd)


def test_direction_b_minus_a():
    assert posterior_of(PairCounts.of(9, 1, 20)).sf(0.0) > 0.98
    assert posterior_of(PairCounts.of(1, 9, 20)).sf(0.0) < 0.02
    assert posterior_of(IndependentCounts.of(2, 20, 15, 20)).sf(0.0) > 0.99
    assert posterior_of(IndependentCounts.of(15, 20, 2, 20)).sf(0.0) < 0.01


def test_direction_pairing_sharpens_what_agrees():
    """The same totals: with the agreement known, the interval is narrower."""
    two = posterior_of(IndependentCounts.of(700, 1000, 730, 1000))
    pair = posterior_of(PairCounts.of(50, 20, 1000))
    assert pair.sd < two.sd / 2
    assert pair.sf(0.0) > two.sf(0.0)


@pytest.mark.parametrize("case", GOLDEN["tails"], ids=lambda case: str(case["parameters"]))
def test_value_tails_far_below_the_smallest_number(case):
    p = case["parameters"]
    posterior = (
        PairedPosterior(*p) if case["kind"] == "paired" else IndependentPosterior(p[:2], p[2:])
    )
    got = posterior.log_probability(-1.0, case["x"])
    assert got == pytest.approx(float(case["log"]), abs=1e-8)


def test_law_small_probabilities_agree_by_both_ways():
    """Where the difference of two tails has digits left, the integral in logs has the same."""
    for posterior in (
        posterior_of(IndependentCounts.of(500, 1000, 590, 1000)),
        posterior_of(PairCounts.of(80, 40, 1000)),
    ):
        for low, high in ((-1.0, -0.01), (-0.02, 0.0), (0.12, 1.0), (-0.005, 0.005)):
            direct = float(posterior.sf(low) - posterior.sf(high))
            assert np.exp(posterior._log_integral(low, high)) == pytest.approx(
                direct, rel=1e-6, abs=1e-12
            )


def test_law_batches_are_their_studies_one_by_one():
    rng = np.random.default_rng(11)
    n = 200
    wins = rng.integers(0, 80, 8)
    pairs = PairCounts(wins, rng.integers(0, 80, 8), n)
    twos = IndependentCounts(rng.integers(0, n + 1, 8), n, rng.integers(0, 51, 8), 50)
    for data, own in ((pairs, (1, 2, 5, 1)), (twos, (2, 5))):
        for prior, margin in (("uniform", 0.0), ("jeffreys", 0.03), (own, -0.1)):
            batch = probability_greater(data, margin, prior)
            singles = [float(posterior_of(data[i], prior).sf(margin)) for i in range(8)]
            assert batch == pytest.approx(singles, abs=1e-11)
