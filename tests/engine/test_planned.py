"""A toy kind of study, known exactly and by simulation, is solved and averaged by the engine."""

from dataclasses import dataclass, replace
from math import ceil, inf, sqrt

import numpy as np
import pytest
from scipy import integrate, stats

from claimwise.core import ImpossibleError, ParameterError, Row
from claimwise.engine.answer import answer
from claimwise.engine.belief import assured_rows
from claimwise.engine.direction import direction, seeking
from claimwise.engine.effect_prior import EffectPrior
from claimwise.engine.goal import Sign, Support, tail_of
from claimwise.engine.planned import Planned
from claimwise.engine.simulate import Run
from claimwise.engine.solve import detectable, sufficient
from claimwise.htest import find_test
from claimwise.htest.claims import Claim
from claimwise.power.claims import Judge

Z, WANTED = stats.norm.ppf(0.975), stats.norm.ppf(0.8)
TEST = find_test("paired-t", paired=True, outcome="numeric")


def power(n, effect):
    """Of a z test of one observation per item, deviation 1, with the right sign."""
    return stats.norm.cdf(sqrt(n) * abs(effect) - Z)


@dataclass(frozen=True)
class Exactly:
    asked: list

    __hash__ = object.__hash__

    def powers(self, sizes, effect):
        self.asked.append((tuple(sizes), effect))
        return np.array([power(n, effect) for n in sizes])

    def study(self, n, effect):
        return [Row(quantity="power", estimate=power(n, effect), n=n)], []


@dataclass(frozen=True)
class Tossed:
    run: Run

    def found(self, n, effect, stream, studies=None):
        rng = np.random.default_rng([self.run.seed, stream])
        count = studies or self.run.replicates
        return int(rng.binomial(count, power(n, effect))), count

    def study(self, n, effect):
        return [Row(quantity="power", estimate=self.found(n, effect, 0)[0] / 1e3, n=n)], []


def toy(route, *, goal=None, **more):
    goal = goal or Sign(TEST, 0.05, "two-sided")
    needs = lambda d: ((Z + WANTED) / d) ** 2  # noqa: E731
    return Planned(goal=goal, route=route, target=0.8, needs=needs, **more)


def exact(**more):
    return toy(Exactly([]), **more)


@pytest.mark.parametrize("effect", [0.3, -0.02, 0.011])
def test_value_sizes_and_effects_of_an_exact_power_by_hand(effect):
    found, _ = sufficient(exact(), effect)
    assert found.size == ceil(((Z + WANTED) / effect) ** 2)
    at, _ = detectable(exact(rising=True), int(found.size))
    assert at.size == pytest.approx((Z + WANTED) / sqrt(found.size), abs=2e-9)
    searched, _ = detectable(exact(possible=lambda sign: (0.0, 1.0)), int(found.size))
    assert searched.size == pytest.approx(at.size, abs=2e-9)


def test_direction_a_negative_side_gives_a_negative_effect():
    down, _ = detectable(exact(goal=Sign(TEST, 0.025, "less", -1)), 400)
    assert down.size == pytest.approx(-(Z + WANTED) / 20, abs=2e-9)
    noisy, _ = detectable(toy(Tossed(Run(2000, 1)), goal=Sign(TEST, 0.025, "less", -1)), 400)
    assert noisy.low < down.size < noisy.high < 0


def test_chance_intervals_of_simulated_searches_cover_what_is_exact():
    hits = []
    for seed in range(60):
        planned = toy(Tossed(Run(500, seed)), most=5000)
        size, _ = sufficient(planned, 0.1)
        effect, _ = detectable(planned, 785)
        hits += [size.low <= ((Z + WANTED) / 0.1) ** 2 <= size.high]
        hits += [effect.low <= (Z + WANTED) / sqrt(785) <= effect.high]
    assert stats.binomtest(sum(hits), 120, 0.95, alternative="less").pvalue > 1e-3


def test_law_a_grain_counts_whole_clusters():
    def coarse(**more):
        return sufficient(toy(Tossed(Run(2000, 3)), grain=lambda d: 7.5, fewest=6, **more), 0.1)

    found, _ = coarse()
    clusters = found.size / 7.5
    assert found.size in {ceil(k * 7.5 - 1e-9) for k in range(60, 180)}, clusters
    assert found.low <= ((Z + WANTED) / 0.1) ** 2 <= found.high + 8


def test_value_an_average_over_a_prior_by_independent_quadrature():
    prior = EffectPrior("normal", 0.1, 0.08, ((-inf, inf),))
    (row,), notes = assured_rows(exact(), 300, prior)
    law = stats.norm(0.1, 0.08)
    halves = [
        integrate.quad(lambda d: law.pdf(d) * power(300, d), *ends)[0]
        for ends in ((-0.6, 0), (0, 0.8))
    ]
    assert row.estimate == pytest.approx(sum(halves), abs=1e-6)
    assert "Normal(0.1, 0.08)" in notes[0]
    one_sided = exact(goal=Sign(TEST, 0.025, "greater"))
    (row,), _ = assured_rows(one_sided, 300, prior)
    assert row.estimate == pytest.approx(halves[1], abs=1e-6)


@pytest.mark.slow
def test_chance_the_interval_of_a_simulated_average_covers_it():
    prior, hits = EffectPrior("normal", 0.05, 0.1, ((-0.9, 0.9),)), 0
    (known,), _ = assured_rows(exact(possible=lambda sign: (0.0, 0.9)), 100, prior)
    for seed in range(300):
        drawn = toy(Tossed(Run(500, seed)), possible=lambda sign: (0.0, 0.9))
        (row,), _ = assured_rows(drawn, 100, prior)
        hits += row.low <= known.estimate <= row.high
    assert stats.binomtest(hits, 300, 0.95, alternative="less").pvalue > 1e-3


def test_a_claim_is_shown_only_where_it_is_true():
    judge = Judge(Claim("non-inferiority", 0.1), TEST)
    claim = Support(judge)
    prior = EffectPrior("uniform", -0.3, 0.1, ((-inf, inf),))
    (row,), _ = assured_rows(exact(goal=claim), 10_000_000, prior)
    assert row.estimate == pytest.approx(0.5, abs=4e-3)  # of the prior: from -0.1 on
    assert (claim.at(0.02), claim.sizes((0.0, 0.05), (0.0, 0.3))) == (-0.08, (0.05, 0.4))
    lower = Support(Judge(Claim("non-inferiority", 0.1, better="lower"), TEST))
    assert (lower.room(-0.05), lower.at(0.02)) == (pytest.approx(0.15), 0.08)
    equal = Support(Judge(Claim("equivalence", 0.1), TEST))
    assert [equal.why_never(d) is None for d in (-0.1, -0.05, 0.0, 0.1)] == [
        False,
        True,
        True,
        False,
    ]
    with pytest.raises(ParameterError, match="a claim that a larger difference supports"):
        detectable(exact(goal=equal), 100)


REASONS = [
    (lambda: sufficient(exact(), 0.0), "No number of items makes paired-t"),
    (lambda: sufficient(exact(goal=Sign(TEST, 0.05, "less")), 0.1), r"\(less\) find a difference"),
    (lambda: sufficient(exact(most=100), 0.01), "About 78,489 items are needed .* up to 100"),
    (lambda: sufficient(exact(most=70), 0.31), r"No study of up to 70 items was found .* 0\.8"),
    (
        lambda: sufficient(exact(goal=Support(Judge(Claim("superiority", 0.2), TEST))), 0.1),
        "difference of 0.1 the claim is not true",
    ),
    (lambda: detectable(exact(possible=lambda sign: (0.0, 0.0)), 9), "No difference is possible"),
    (
        lambda: detectable(exact(possible=lambda sign: (0.0, 0.1)), 9),
        r"With 9 items no possible .* one, 0\.1, has power 0\.0485",
    ),
    (
        lambda: detectable(toy(Tossed(Run(400, 1)), possible=lambda sign: (0.0, 0.1)), 9),
        r"no difference up to 0\.1 is found with power 0\.8",
    ),
    (
        lambda: detectable(toy(Tossed(Run(400, 1)), possible=lambda sign: (0.9, 1.0)), 99),
        r"none nearer to 0 than 0\.9 can be simulated",
    ),
]


@pytest.mark.parametrize(("search", "why"), REASONS)
def test_what_cannot_be_reached_has_a_reason(search, why):
    found, notes = search()
    assert not found.found
    assert np.isnan(found.row("mde", None).estimate)
    assert len(notes) == 1
    with pytest.raises(AssertionError, match=why):
        raise AssertionError(notes[0])


def test_law_equal_studies_are_searched_once_and_simulated_ones_are_not_kept():
    planned = exact(unit="words")
    first, asked = sufficient(planned, 0.2), len(planned.route.asked)
    assert sufficient(replace(planned), 0.2) == first
    assert len(planned.route.asked) == asked
    drawn = toy(Tossed(Run(200, 1)))
    before = sufficient.__wrapped__.cache_info().currsize
    sufficient(drawn, 0.2)
    assert sufficient.__wrapped__.cache_info().currsize == before


def test_rows_of_what_was_asked_and_what_stands_beside_it():
    whole = answer(exact(), 400, 0.1, None)
    assert [row.quantity for row in whole.rows] == ["power", "mde", "sample_size"]
    assert [row.quantity for row in answer(exact(), 400, 0.1, "power").rows] == ["power"]
    sized = answer(exact(), None, 0.1, "n")
    assert (sized.n, sized.rows[1].n) == (785, 785)
    moved = answer(exact(), 785, None, "mde")
    assert moved.effect == pytest.approx(0.1, abs=1e-4)
    with pytest.raises(ImpossibleError, match="never differ"):
        answer(exact(possible=lambda sign: (0.0, 0.0)), 9, None, "mde")


@pytest.mark.parametrize(("side", "tail"), [("two-sided", 0.05), ("less", 0.1), ("greater", 0.1)])
def test_value_the_tail_has_the_same_critical_value(side, tail):
    assert tail_of(0.05, side) == tail == Sign(TEST, 0.05, side).tail


def test_direction_of_searches():
    assert [direction("two-sided", d) for d in (None, -0.1, 0.1)] == [1, -1, 1]
    assert [direction("less", 0.1), direction("greater", -0.1)] == [-1, 1]
    with seeking(-1):
        assert direction("two-sided", None) == -1
    assert direction("two-sided", None) == 1
