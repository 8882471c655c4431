"""Priors by name and by numbers, and what is said of bad ones."""

import pytest

from claimwise.bayes import Prior, assess_posterior, beta_prior, dirichlet_prior
from claimwise.core import ParameterError
from claimwise.data import IndependentCounts, PairCounts


@pytest.mark.parametrize(
    ("given", "want"),
    [
        ("uniform", (1, 1)),
        (" Jeffreys ", (0.5, 0.5)),
        ("beta(2,2)", (2, 2)),
        ("Beta( 3 , 1.5 )", (3, 1.5)),
        ((9, 3), (9, 3)),
        ([0.05, 1e9], (0.05, 1e9)),
        (Prior("beta", (1.0, 2.0), "beta(1,2)"), (1, 2)),
    ],
)
def test_beta_priors(given, want):
    assert beta_prior(given).parameters == want


@pytest.mark.parametrize(
    ("given", "want"),
    [
        ("uniform", (1, 1, 1, 1)),
        ("jeffreys", (0.5,) * 4),
        ("perks", (0.25,) * 4),
        ("dirichlet(4,1,1,4)", (4, 1, 1, 4)),
        ((1, 2, 3, 4), (1, 2, 3, 4)),
    ],
)
def test_dirichlet_priors(given, want):
    assert dirichlet_prior(given).parameters == want


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("unifrom", "Did you mean uniform"),
        ("perks", "uniform, jeffreys, or 2 numbers"),
        ("beta(1)", "beta(2,2)"),
        ("beta(1,2,3)", "2 numbers"),
        ("beta(a,b)", "2 numbers"),
        ("beta(0,0)", "A prior of 0 is not a distribution"),
        ("beta(-1,1)", "numbers from 0.05"),
        ("beta(nan,1)", "numbers from 0.05"),
        ((0.01, 1), "Use jeffreys"),
        ((1, float("inf")), "numbers from 0.05"),
        ("dirichlet(1,1,1,1)", "not paired have a Beta prior"),
        (7, "found 7"),
        (None, "found None"),
        (("a", "b"), "2 numbers"),
        (Prior("dirichlet", (1.0,) * 4, "uniform"), "not paired have a Beta prior"),
    ],
)
def test_bad_beta_priors_are_refused_with_a_sentence(given, said):
    with pytest.raises(ParameterError, match="prior needs") as caught:
        beta_prior(given)
    assert said in str(caught.value)


def test_bad_dirichlet_priors_are_refused_with_a_sentence():
    with pytest.raises(ParameterError, match="Paired items have a Dirichlet prior"):
        dirichlet_prior("beta(1,1)")
    with pytest.raises(ParameterError, match="4 numbers"):
        dirichlet_prior((1, 1))


def test_the_order_of_the_cells_is_both_only_a_only_b_neither():
    data = PairCounts.of(0, 0, 10)
    favours_b = assess_posterior(data, prior=(1, 1, 9, 1))
    favours_a = assess_posterior(data, prior=(1, 9, 1, 1))
    assert favours_b["probability_greater"].estimate > 0.99
    assert favours_a["probability_greater"].estimate < 0.01


def test_the_order_of_a_beta_is_right_wrong():
    data = IndependentCounts.of(0, 1, 5, 10)
    high = assess_posterior(data, prior=(50, 1))
    low = assess_posterior(data, prior=(1, 50))
    assert high["posterior_difference"].estimate < 0 < low["posterior_difference"].estimate


def test_the_prior_stands_in_the_result():
    result = assess_posterior(PairCounts.of(3, 1, 10), prior="perks")
    assert result.provenance["settings"]["prior"] == "perks"
    assert result.provenance["settings"]["prior_parameters"] == [0.25] * 4
    assert "Dirichlet(0.25, 0.25, 0.25, 0.25), called perks" in result.notes[0]
    named = assess_posterior(IndependentCounts.of(1, 3, 2, 4), prior=(2, 3))
    assert named.provenance["settings"]["prior"] == "beta(2,3)"
    assert "Prior: Beta(2, 3), for the accuracy" in named.notes[0]
