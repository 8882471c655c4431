"""How often a posterior will be sure: against every study, one by one."""

from math import comb

import pytest
from scipy import integrate, special, stats

from claimwise.bayes.priors import beta_prior, dirichlet_prior
from claimwise.power.conclusions import Conclusion
from claimwise.worlds import PairedAccuracy, Preference, Proportions

UNIFORM = dirichlet_prior("uniform")


def paired_probability(wins, losses, n, margin, prior=(1, 1, 1, 1)):
    """P(d > margin) by an integral over the share of decided items; margin from 0 on."""
    win, lose = wins + prior[2], losses + prior[1]
    rest = n - wins - losses + prior[0] + prior[3]

    def inner(s):
        return stats.beta.pdf(s, win + lose, rest) * special.betaincc(
            win, lose, (1 + margin / s) / 2
        )

    return integrate.quad(inner, margin, 1, epsabs=1e-11, limit=200)[0]


def by_hand(n, win, lose, margin, level):
    total = 0.0
    for w in range(n + 1):
        for x in range(n + 1 - w):
            if paired_probability(w, x, n, margin) >= level:
                ways = comb(n, w) * comb(n - w, x)
                total += ways * win**w * lose**x * (1 - win - lose) ** (n - w - x)
    return total


@pytest.mark.slow
@pytest.mark.parametrize(("margin", "level"), [(0.0, 0.95), (0.05, 0.9), (0.2, 0.8)])
def test_value_by_complete_enumeration(margin, level):
    world = Preference(0.45, 0.2)
    rule = Conclusion(14, UNIFORM, margin, level)
    assert rule.probability(world) == pytest.approx(by_hand(14, 0.45, 0.2, margin, level), rel=1e-9)


@pytest.mark.slow
def test_value_unpaired_by_complete_enumeration():
    n, margin, level = 8, 0.1, 0.9

    def sure(a, b):
        def inner(x):
            return stats.beta.pdf(x, a + 1, n - a + 1) * stats.beta.sf(x + margin, b + 1, n - b + 1)

        return integrate.quad(inner, 0, 1 - margin, epsabs=1e-11)[0] >= level

    found = sum(
        stats.binom.pmf(a, n, 0.4) * stats.binom.pmf(b, n, 0.75)
        for a in range(n + 1)
        for b in range(n + 1)
        if sure(a, b)
    )
    rule = Conclusion(n, beta_prior("uniform"), margin, level)
    assert rule.probability(Proportions(0.4, 0.35)) == pytest.approx(found, rel=1e-9)


@pytest.mark.parametrize("margin", [-0.02, 0.0, 0.01])
def test_law_swapping_the_systems_mirrors(margin):
    gain, loss = PairedAccuracy(0.04, 0.8), PairedAccuracy(-0.04, 0.8)
    above = Conclusion(400, UNIFORM, margin, 0.95)
    below = Conclusion(400, UNIFORM, margin, 0.95, less=True)
    assert above.probability(gain) == pytest.approx(below.probability(loss), rel=1e-9)
    assert above.probability(loss) == pytest.approx(below.probability(gain), rel=1e-6)


def test_law_what_is_remembered_changes_nothing():
    rule = Conclusion(300, UNIFORM, 0.01, 0.95)
    worlds = [PairedAccuracy(d, 1 - r) for d, r in ((0.05, 0.2), (0.0, 0.2), (0.1, 0.5))]
    fresh = [Conclusion(300, UNIFORM, 0.01, 0.95).probability(world) for world in worlds]
    assert [rule.probability(world) for world in worlds] == fresh


def test_direction_of_margin_level_and_prior():
    world = PairedAccuracy(0.05, 0.8)

    def at(n=500, prior="uniform", margin=0.0, level=0.95):
        return Conclusion(n, dirichlet_prior(prior), margin, level).probability(world)

    assert at(margin=0.02) < at() < at(margin=-0.02)
    assert at(level=0.99) < at() < at(level=0.9)
    assert at(n=250) < at() < at(n=1000)
    assert at(prior="dirichlet(1,60,1,1)") < at() < at(prior="dirichlet(1,1,60,1)")


def test_a_prior_that_knows_already_concludes_at_once():
    """The critical count may lie anywhere, also where the observed effect is on the other side."""
    rule = Conclusion(20, dirichlet_prior("dirichlet(1,1,500,1)"), 0.0, 0.95)
    assert rule.probability(PairedAccuracy(-0.2, 0.5)) == pytest.approx(1.0)
