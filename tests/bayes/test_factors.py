"""Bayes factors against integrals of the likelihood, and where the numbers run out."""

import math
from fractions import Fraction
from math import comb, factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import log_ndtr

from claimwise.bayes import (
    IndependentPosterior,
    PairedPosterior,
    assess_bayes_factor,
    assess_posterior,
    factors,
    sensitivity,
)
from claimwise.data import IndependentCounts, PairCounts


def beta(a, b):
    return Fraction(factorial(a - 1) * factorial(b - 1), factorial(a + b - 1))


@given(n=st.integers(1, 40), m=st.integers(1, 40), data=st.data())
@pytest.mark.slow
def test_value_point_null_of_two_groups_is_a_ratio_of_likelihoods(n, m, data):
    """One accuracy for both, uniform, against two: integrals of the binomial likelihoods."""
    a, b = data.draw(st.integers(0, n)), data.draw(st.integers(0, m))
    both = comb(n, a) * comb(m, b)
    one = both * beta(a + b + 1, n - a + m - b + 1)
    two = comb(n, a) * beta(a + 1, n - a + 1) * comb(m, b) * beta(b + 1, m - b + 1)
    result = assess_bayes_factor(IndependentCounts.of(a, n, b, m))
    assert result["bayes_factor_01[point]"].estimate == pytest.approx(float(one / two), rel=1e-11)


@given(n=st.integers(1, 40), data=st.data())
@pytest.mark.slow
def test_value_point_nulls_of_pairs_are_ratios_of_likelihoods(n, data):
    """Dirichlet(1, 1, 2) on (won, lost, even), and two priors for s on the line won = lost.

    Given d = 0 the prior of s is proportional to its density on that line, (1 - s); if the
    share of decided items keeps its own prior, that is Beta(2, 2).
    """
    wins = data.draw(st.integers(0, n))
    losses = data.draw(st.integers(0, n - wins))
    decided, ties = wins + losses, n - wins - losses
    any_difference = Fraction(
        6 * factorial(wins) * factorial(losses) * factorial(ties + 1), factorial(n + 3)
    )
    on_the_line = Fraction(1, 2**decided) * beta(decided + 1, ties + 2) / beta(1, 2)
    keeping_s = Fraction(1, 2**decided) * beta(decided + 2, ties + 2) / beta(2, 2)
    result = assess_bayes_factor(PairCounts.of(wins, losses, n))
    found = result["bayes_factor_01[point]"].estimate
    assert found == pytest.approx(float(on_the_line / any_difference), rel=1e-11)
    found = result["bayes_factor_01[point, share]"].estimate
    assert found == pytest.approx(float(keeping_s / any_difference), rel=1e-11)


def test_value_the_share_by_hand():
    """8 of 9 decided items won: 9!/(8! 1!) 2^-9 against 1/10."""
    result = assess_bayes_factor(PairCounts.of(8, 1, 50))
    assert result["bayes_factor_01[point, share]"].estimate == pytest.approx(90 / 512, rel=1e-12)


studies = st.one_of(
    st.builds(
        lambda a, b: IndependentCounts.of(a, 60, b, 80), st.integers(0, 60), st.integers(0, 80)
    ),
    st.builds(lambda w, k: PairCounts.of(w, k, 90), st.integers(0, 45), st.integers(0, 45)),
)


@given(data=studies, rope=st.sampled_from([0.01, 0.05, 0.3]), margin=st.sampled_from([0, 0.02]))
@settings(max_examples=30)
@pytest.mark.slow
def test_law_factors_are_made_of_their_probabilities(data, rope, margin):
    result = assess_bayes_factor(data, rope=rope, margin=margin)
    at = "[margin]" if margin else ""
    after, before = (result[f"{p}probability_rope"].estimate for p in ("", "prior_"))
    if after < 1 - 1e-6:  # beyond, the factor has more digits than 1 minus its probability
        odds = after / (1 - after) / (before / (1 - before))
        assert result["bayes_factor_01"].estimate == pytest.approx(odds, rel=1e-5)
    found = result["bayes_factor_rope_encompassing"].estimate
    assert found == pytest.approx(after / before, rel=1e-9)
    after, before = (result[f"{p}probability_greater{at}"].estimate for p in ("", "prior_"))
    if after < 1 - 1e-6:
        odds = after / (1 - after) / (before / (1 - before))
        assert result["bayes_factor_direction"].estimate == pytest.approx(odds, rel=1e-5)


def test_law_a_shrinking_rope_leads_to_the_point_null():
    data = IndependentCounts.of(30, 60, 40, 60)
    point = assess_bayes_factor(data)["bayes_factor_01[point]"].estimate
    gaps = [
        abs(assess_bayes_factor(data, rope=rope)["bayes_factor_01"].estimate - point)
        for rope in (0.1, 0.01, 0.001)
    ]
    assert gaps[0] > gaps[1] > gaps[2]
    assert gaps[2] < 2e-3


def test_direction_of_every_factor():
    """Much better data for B: against equality, for its superiority."""
    clear = assess_bayes_factor(PairCounts.of(60, 10, 200), rope=0.02, margin=0.02)
    assert clear["bayes_factor_01"].estimate < 0.01
    assert clear["bayes_factor_rope_encompassing"].estimate < 0.01
    assert clear["bayes_factor_01[point]"].estimate < 0.01
    assert clear["bayes_factor_direction"].estimate > 100
    even = assess_bayes_factor(PairCounts.of(100, 100, 10_000), rope=0.02)
    assert even["bayes_factor_01"].estimate > 10
    assert even["bayes_factor_01[point]"].estimate > 10
    mirrored = assess_bayes_factor(PairCounts.of(10, 60, 200), margin=0.02)
    assert mirrored["bayes_factor_direction"].estimate < 0.01


def test_value_a_huge_factor_for_equivalence():
    """A million items each: outside of the region lies what a normal leaves beyond 14 sd."""
    data = IndependentCounts.of(500_000, 10**6, 500_000, 10**6)
    posterior, before = IndependentPosterior.of(data), IndependentPosterior.before()
    log = factors.log_rope_against_outside(posterior, before, 0.01)
    outside = float(log_ndtr(-0.01 / posterior.sd)) + math.log(2)
    want = -outside - math.log(0.0199 / 0.9801)
    assert log == pytest.approx(want, rel=1e-3)
    result = assess_bayes_factor(data, rope=0.01)
    assert result["bayes_factor_01"].estimate == math.exp(log)


@pytest.mark.parametrize(
    "data",
    [
        IndependentCounts.of(30_000, 100_000, 60_000, 100_000),
        PairCounts.of(40_000, 5_000, 100_000),
    ],
)
def test_factors_beyond_all_numbers_are_infinite_or_tiny_and_say_so(data):
    result = assess_bayes_factor(data, rope=0.01, margin=0.01)
    for name in ("bayes_factor_01", "bayes_factor_rope_encompassing", "bayes_factor_01[point]"):
        assert 0 < result[name].estimate < 1e-300
    assert sum("below the smallest number" in note for note in result.notes) >= 3
    assert result["bayes_factor_direction"].estimate == math.inf
    note = next(n for n in result.notes if "above the largest number" in n)
    posterior = (
        PairedPosterior.of(data) if isinstance(data, PairCounts) else IndependentPosterior.of(data)
    )
    # The lower tail of a bell, to the leading order: the log is near that of its density.
    log10 = -float(posterior.log_density(0.01)) / math.log(10)
    assert float(note.split()[-1].rstrip(".")) == pytest.approx(log10, rel=0.02)


@pytest.mark.slow
def test_value_strata_far_from_the_region_still_have_a_factor():
    data = [PairCounts.of(500, 100, 1000), PairCounts.of(600, 60, 3000)]
    result = assess_bayes_factor(data, rope=0.01)
    assert 0 < result["bayes_factor_01"].estimate < 1e-100
    assert result["bayes_factor_direction"].estimate > 1e100
    assert not np.isnan([row.estimate for row in result.rows]).any()


@pytest.mark.parametrize(
    ("data", "prior"),
    [
        (IndependentCounts.of(3, 10, 5, 10), "jeffreys"),
        (IndependentCounts.of(3, 10, 5, 10), "beta(0.3,4)"),
        (PairCounts.of(3, 1, 10), "jeffreys"),
        (PairCounts.of(3, 1, 10), "perks"),
        ([PairCounts.of(3, 1, 10), PairCounts.of(3, 1, 10)], "perks"),
    ],
)
def test_an_infinite_prior_density_has_no_point_factor(data, prior):
    result = assess_bayes_factor(data, prior=prior, rope=0.05)
    assert math.isnan(result["bayes_factor_01[point]"].estimate)
    assert any("factor of no difference is not defined" in note for note in result.notes)
    assert result["bayes_factor_01"].estimate > 0


def test_defined_point_factors_under_jeffreys_in_several_strata():
    """Two poles of logarithmic kind make a finite density between them."""
    data = [PairCounts.of(3, 1, 10), PairCounts.of(3, 1, 10)]
    found = assess_bayes_factor(data, prior="jeffreys")["bayes_factor_01[point]"].estimate
    assert 0 < found < 10


def test_without_a_rope_there_are_no_factors_of_it():
    result = assess_bayes_factor(PairCounts.of(3, 1, 10))
    assert "bayes_factor_01" not in result
    assert "probability_rope" not in result
    assert any("rope" in note for note in result.notes)
    assert "bayes_factor_01" in assess_bayes_factor(PairCounts.of(3, 1, 10), rope=0.1)


def test_every_factor_has_its_own_words():
    result = assess_bayes_factor(PairCounts.of(9, 1, 50), rope=0.02, margin=0.01, names=("x", "y"))
    notes = {note.about: note for note in result.notes if note.about.startswith("bayes")}
    assert set(notes) == {row.estimand for row in result.rows if row.quantity.startswith("bayes")}
    assert "y scores higher than x by more than 0.01" in notes["bayes_factor_direction"]
    assert (
        "x and y differ by less than 0.02, against: they differ by more" in notes["bayes_factor_01"]
    )


def test_sensitivity_of_pairs_uses_dirichlet_priors():
    strip = sensitivity(PairCounts.of(9, 2, 50), rope=0.02)
    priors = [row.at["prior"] for row in strip.select("probability_greater")]
    assert priors == [
        "uniform",
        "jeffreys",
        "perks",
        "dirichlet(2,2,2,2)",
        "dirichlet(4,1,1,4)",
    ]
    for prior in ("uniform", "perks"):
        alone = assess_posterior(PairCounts.of(9, 2, 50), prior=prior)["probability_greater"]
        assert strip[f"probability_greater[prior={prior}]"].estimate == alone.estimate
    own = sensitivity(PairCounts.of(9, 2, 50), [(1, 1, 1, 1), "jeffreys"])
    assert own["probability_greater[prior=dirichlet(1,1,1,1)]"].estimate == pytest.approx(
        strip["probability_greater[prior=uniform]"].estimate
    )


@pytest.mark.slow
def test_sensitivity_of_mixed_strata_uses_the_priors_that_both_know():
    strip = sensitivity([PairCounts.of(9, 2, 50), IndependentCounts.of(9, 30, 12, 40)], rope=0.02)
    priors = [row.at["prior"] for row in strip.select("probability_greater")]
    assert priors == ["uniform", "jeffreys"]
