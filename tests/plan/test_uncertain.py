"""Power over what a pilot leaves open: by brute force, with much data, with little."""

from math import sqrt

import numpy as np
import pytest
from scipy import integrate, special, stats

import claimwise as cw
from claimwise.htest import find_test
from claimwise.htest.claims import Claim
from claimwise.power import exact_power
from claimwise.power.claims import Judge, exact_support
from claimwise.worlds import PairedAccuracy

NAMES = ("expected_power", "power_interval", "probability_powered")


def verdicts(wins, losses, right, wrong):
    a = [0] * wins + [1] * losses + [1] * right + [0] * wrong
    b = [1] * wins + [0] * losses + [1] * right + [0] * wrong
    return cw.Pairs(a, b)


def brute(wins, losses, n, shrink, size, power, prior=None, draws=400):
    """Draw cells from the posterior, find the power at each: no slices, no splines."""
    rng = np.random.default_rng(7)
    differ = wins + losses
    half, rest = shrink * differ / n / 2, (n - differ) * (1 + shrink / n)
    cells = rng.dirichlet([wins + half, losses + half, rest], size=draws)
    d = cells[:, 0] - cells[:, 1]
    weight = np.ones(draws) if prior is None else prior.pdf(d)
    weight /= weight.sum()
    found = np.array([power(x, 1 - c) for x, c in zip(d, cells[:, 2], strict=True)])
    return found, weight


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "claim"),
    [
        ({"effect_prior": "normal:0:0.05", "shrink": 10}, None),
        ({"claim": "non-inferiority", "margin": 0.03}, Claim("non-inferiority", 0.03)),
    ],
    ids=["believed", "claim"],
)
def test_value_of_verdicts_by_draws_from_the_posterior(options, claim):
    wins, losses, n, size = 14, 6, 120, 150
    plan = cw.plan.accuracy(
        pilot=verdicts(wins, losses, 70, 30), n=size, uncertain=True, solve="power", **options
    )

    def power(d, differ):
        world = PairedAccuracy(float(d), 1 - float(differ))
        if claim is None:
            return exact_power(world, "mcnemar-midp", size).power
        return exact_support(world, Judge(claim, find_test("tango")), size) if d > -0.03 else 0.0

    prior = stats.norm(0, 0.05) if "effect_prior" in options else None
    found, weight = brute(wins, losses, n, options.get("shrink", 20), size, power, prior)
    error = sqrt(float((weight**2 * (found - weight @ found) ** 2).sum()))
    assert error < 0.025
    assert plan["expected_power"].estimate == pytest.approx(weight @ found, abs=3.5 * error)
    reached = float(weight[found >= 0.8].sum())
    slack = 3.5 * sqrt(float((weight**2).sum()) * 0.25)
    assert plan["probability_powered"].estimate == pytest.approx(reached, abs=slack)
    below = float(weight[found <= plan["power_interval"].low].sum())
    above = float(weight[found >= plan["power_interval"].high].sum())
    assert below == pytest.approx(0.025, abs=0.025)
    assert above == pytest.approx(0.025, abs=0.025)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("losses", "size"), [(3, 3000), (12, 1000)], ids=["three items", "twelve items"]
)
def test_value_where_one_system_never_wins(losses, size):
    """The posterior is infinite at its end, and given the ties the difference hardly varies."""
    rest, shrink = 1000, 20
    n = rest + losses
    pilot = (0, losses, rest)
    plan = cw.plan.preference(pilot=pilot, n=size, uncertain=True, shrink=shrink, solve="power")
    half = shrink * losses / n / 2
    even = (np.arange(300) + 0.5) / 300
    differ = special.betaincinv(losses + 2 * half, rest * (1 + shrink / n), even)
    part = special.betaincinv(half, losses + half, even)
    told = np.arange(size + 1)
    told = told[stats.binom.pmf(told, size, differ.max()) + (told < size * differ.max()) > 1e-12]
    # The smallest number of wins that an exact two-sided sign test of so many finds.
    most = stats.binom.ppf(0.025, told, 0.5)
    most -= stats.binom.cdf(most, told, 0.5) > 0.025
    chance = stats.binom.pmf(told, size, differ[:, None])
    found = stats.binom.cdf(most, told, np.minimum(part, 1 - part)[:, None])
    power = (chance @ found.T).ravel()
    got = [plan[name] for name in NAMES]
    assert got[0].estimate == pytest.approx(power.mean(), abs=0.002)
    middle, high = np.quantile(power, [0.5, 0.975])
    assert got[1].estimate == pytest.approx(middle, abs=0.01)
    assert got[1].high == pytest.approx(high, abs=0.01)
    assert got[2].estimate == pytest.approx((power >= 0.8).mean(), abs=0.01)


@pytest.mark.slow
def test_value_of_means_by_nested_integration():
    """Posterior of the spread and, given it, of the difference; power by the noncentral t."""
    rng = np.random.default_rng(1)
    d = rng.normal(0.5, 1.0, 15)
    pairs, n, shrink = cw.Pairs(np.zeros(15), d), 30, 5.0
    plan = cw.plan.means(pilot=pairs, n=n, uncertain=True, shrink=shrink, test="paired-t")
    m, squares = d.mean(), (15 - 1) * d.var(ddof=1) + d.mean() ** 2 * 15 * shrink / (15 + shrink)
    centre, t = m * 15 / (15 + shrink), stats.t.isf(0.025, n - 1)

    def given(sd):
        error = sd / sqrt(15 + shrink)

        at = np.linspace(centre - 6 * error, centre + 6 * error, 121)
        right = stats.nct.sf(t, n - 1, abs(at) / sd * sqrt(n))
        return integrate.simpson(right * stats.norm.pdf(at, centre, error), x=at)

    share = (np.arange(40) + 0.5) / 40
    spreads = np.sqrt(squares / stats.chi2.ppf(share, 15 - 1))
    want = np.mean([given(s) for s in spreads])
    assert plan["expected_power"].estimate == pytest.approx(want, abs=1e-3)
    assert plan["expected_power"].estimate < plan["power"].estimate


@pytest.mark.slow
def test_law_with_a_huge_pilot_it_is_the_plug_in_power():
    huge = cw.plan.accuracy(
        pilot=verdicts(60_000, 40_000, 800_000, 100_000), n=500, uncertain=True, solve="power"
    )
    assert huge["expected_power"].estimate == pytest.approx(huge["power"].estimate, abs=0.01)
    assert huge["power_interval"].high - huge["power_interval"].low < 0.15
    rng = np.random.default_rng(3)
    pairs = cw.Pairs(np.zeros(200_000), rng.normal(0.1, 1.0, 200_000))
    means = cw.plan.means(pilot=pairs, n=800, uncertain=True, solve="power")
    assert means["expected_power"].estimate == pytest.approx(means["power"].estimate, abs=2e-3)


@pytest.mark.slow
def test_direction_more_pilot_data_narrow_the_interval():
    widths = []
    for times in (1, 16):
        plan = cw.plan.accuracy(
            pilot=verdicts(7 * times, 3 * times, 40 * times, 10 * times), n=100,
            uncertain=True, solve="power", shrink=0,
        )  # fmt: skip
        widths.append(plan["power_interval"].high - plan["power_interval"].low)
    assert widths[0] > widths[1]


@pytest.mark.slow
def test_direction_a_stronger_prior_expects_less():
    pilot = verdicts(14, 6, 70, 30)
    found = [
        cw.plan.accuracy(pilot=pilot, n=150, uncertain=True, shrink=s, solve="power")
        for s in (0, 20)
    ]
    values = [plan["expected_power"].estimate for plan in found]
    assert values[0] > values[1]
    text = cw.report.to_text(found[1], details=True)
    assert "if the pilot is taken at its word" in " ".join(text.split())
    assert "a prior worth 20 items" in " ".join(text.split())


@pytest.mark.slow
def test_law_the_systems_may_be_swapped():
    one = cw.plan.accuracy(pilot=verdicts(14, 6, 70, 30), n=200, uncertain=True, solve="power")
    two = cw.plan.accuracy(pilot=verdicts(6, 14, 70, 30), n=200, uncertain=True, solve="power")
    for name in NAMES:
        assert one[name].estimate == pytest.approx(two[name].estimate, abs=1e-6)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"difference": 0.1, "agreement": 0.8}, "a pilot whose uncertainty counts"),
        ({"pilot": verdicts(5, 3, 10, 10), "solve": "n", "n": None}, "A list of n"),
        (
            {"pilot": verdicts(5, 3, 10, 10), "difference": 0.1},
            "uncertain takes all from the pilot, also difference",
        ),
        ({"pilot": verdicts(5, 0, 10, 10), "shrink": 0}, "Give shrink"),
        ({"pilot": verdicts(5, 3, 10, 10), "shrink": -1}, "at least 0"),
        ({"pilot": verdicts(5, 3, 10, 10), "effect_prior": "uniform:-0.9:-0.8"}, "rule out"),
    ],
    ids=["no pilot", "solve", "told", "empty", "negative", "ruled out"],
)
def test_refusals_say_what_to_do(options, words):
    with pytest.raises((cw.ParameterError, cw.DataError), match=words):
        cw.plan.accuracy(**{"n": 100, "uncertain": True, **options})


def test_a_prior_of_a_pilot_needs_uncertain():
    with pytest.raises(cw.ParameterError, match="Use uncertain"):
        cw.plan.accuracy(n=100, pilot=verdicts(5, 3, 10, 10), shrink=5)
