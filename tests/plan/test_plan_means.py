"""Plans of means: against R's published values, scipy's noncentral t, and simulated studies."""

from math import sqrt

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats

import claimwise as cw
from claimwise.core import ParameterError
from claimwise.engine.effect_prior import EffectPrior
from claimwise.htest import find_test
from claimwise.htest.claims import Claim
from claimwise.kernels.t_power import decided, one_group, two_groups
from claimwise.power.claims import Judge

EXAMPLE = "examples/latency.csv"


def test_value_power_of_t_tests_as_r_prints_it():
    """R's help pages: power.t.test, and pwr.t.test of package pwr."""
    pooled = cw.plan.means(n=20, difference=1, sd_a=1, sd_b=1, unpaired=True, test="t")
    assert pooled["power"].estimate == pytest.approx(0.8689528, abs=1e-7)
    size = cw.plan.means(
        difference=1, sd_a=1, sd_b=1, unpaired=True, test="t", power=0.9, solve="n"
    )
    assert size["sample_size"].n == 23  # 22.02110, rounded up
    one = cw.plan.means(n=60, difference=0.2, sd=1, alpha=0.1)
    assert one["reject_any"].estimate == pytest.approx(0.4555818, abs=1e-7)


@settings(deadline=None, max_examples=40)
@given(
    st.integers(2, 3000),
    st.floats(0.0, 2.0),
    st.floats(0.001, 0.2),
    st.sampled_from(["two-sided", "greater"]),
)
def test_value_against_the_noncentral_t(n, shift, alpha, alternative):
    d = shift * 3 / sqrt(n)
    tail = alpha / 2 if alternative == "two-sided" else alpha
    want = stats.nct.sf(stats.t.isf(tail, n - 1), n - 1, d * sqrt(n))
    got = decided(one_group(n, 1.0), d, tail, above=0.0).probability
    assert got == pytest.approx(want, abs=1e-9)
    df = 2 * n - 2
    want = stats.nct.sf(stats.t.isf(tail, df), df, d * sqrt(n / 2))
    got = decided(two_groups(n, 1.0, 1.0, pooled=True), d, tail, above=0.0).probability
    assert got == pytest.approx(want, abs=1e-9)


@pytest.mark.slow
def test_value_welch_and_equivalence_by_brute_integration():
    """Two sums of squares integrated one inside the other; the mean given them is normal."""
    n, sd_a, sd_b, d, alpha, margin = 6, 1.0, 2.5, 0.5, 0.1, 3.0
    chi, tau = stats.chi2(n - 1), sqrt((sd_a**2 + sd_b**2) / n)

    def given_both(x, y, equal):
        va, vb = sd_a**2 * x / (n - 1) / n, sd_b**2 * y / (n - 1) / n
        df = (va + vb) ** 2 / (va**2 + vb**2) * (n - 1)
        reach = stats.t.isf(alpha, df) * sqrt(va + vb)
        if not equal:
            return stats.norm.sf((reach - d) / tau)
        low, high = reach - margin, margin - reach
        return max(0.0, stats.norm.cdf((high - d) / tau) - stats.norm.cdf((low - d) / tau))

    def outer(equal):
        nodes, weights = np.polynomial.legendre.leggauss(50)
        x = 20 * (nodes + 1)
        w = 20 * weights * chi.pdf(x)
        return sum(
            wi * wj * given_both(xi, xj, equal)
            for xi, wi in zip(x, w, strict=True)
            for xj, wj in zip(x, w, strict=True)
            if wi * wj > 1e-7
        )

    plan = cw.plan.means(
        n=n, difference=d, sd_a=sd_a, sd_b=sd_b, unpaired=True, alpha=alpha, alternative="greater"
    )
    assert plan.method == "welch"
    assert plan["power"].estimate == pytest.approx(outer(False), abs=2e-5)
    same = cw.plan.means(
        n=n, difference=d, sd_a=sd_a, sd_b=sd_b, unpaired=True, alpha=alpha,
        claim="equivalence", margin=margin,
    )  # fmt: skip
    assert same["power"].estimate == pytest.approx(outer(True), abs=1e-4)


@pytest.mark.slow
def test_value_exaggeration_by_integration():
    """Mean size of a significant difference, from the joint density of mean and spread."""
    n, d = 8, 0.4
    plan = cw.plan.means(n=n, difference=d, sd=1.0)
    tau, chi, t = 1 / sqrt(n), stats.chi(n - 1, scale=1 / sqrt(n - 1)), stats.t.isf(0.025, n - 1)
    mean = stats.norm(d, tau)

    def part(x, sign):
        reach = t * x * tau
        sizes = integrate.quad(lambda m: abs(m) * mean.pdf(m), reach * sign, sign * 8)[0] * sign
        rate = mean.sf(reach) if sign > 0 else mean.cdf(-reach)
        return np.array([sizes, rate]) * chi.pdf(x)

    grid = np.linspace(1e-3, 3.5, 41)
    total = integrate.simpson([part(x, 1) + part(x, -1) for x in grid], x=grid, axis=0)
    wrong = integrate.simpson([part(x, -1)[1] for x in grid], x=grid)
    assert plan["type_m"].estimate == pytest.approx(total[0] / total[1] / d, rel=1e-4)
    assert plan["type_s"].estimate == pytest.approx(wrong / total[1], rel=1e-4)
    assert plan["alpha"].estimate == pytest.approx(0.05, abs=1e-9)


def test_value_searches_end_where_the_power_is_the_one_wanted():
    plan = cw.plan.means(n=50, difference=0.3, sd=1.0, power=0.9, test="paired-t")
    mde, size = plan["mde"].estimate, plan["sample_size"].n

    def power(n, d):
        return stats.nct.sf(stats.t.isf(0.025, n - 1), n - 1, d * sqrt(n))

    assert power(50, mde) == pytest.approx(0.9, abs=1e-7)
    assert power(size - 1, 0.3) < 0.9 <= power(size, 0.3)
    lower = cw.plan.means(n=50, sd=1.0, power=0.9, alternative="less", solve="mde")
    assert -mde < lower["mde"].estimate < 0


@settings(deadline=None, max_examples=15)
@given(
    st.lists(st.tuples(st.floats(-2, 2), st.floats(-2, 2)), min_size=6, max_size=12),
    st.sampled_from([("superiority", 0.3), ("non-inferiority", 0.5), ("equivalence", 1.0)]),
    st.sampled_from(["higher", "lower"]),
)
def test_law_the_plan_decides_as_compare_does(pairs, claim, better):
    a, b = np.array(pairs).T
    if np.ptp(b - a) < 0.1 or np.ptp(a) < 0.1 or set(a) | set(b) <= {0.0, 1.0}:
        return
    kind, margin = claim
    said = cw.compare(cw.Pairs(a, b), claim=kind, margin=margin, better=better, rng=1)
    plan = cw.plan.means(
        n=len(a), difference=0.0, sd=1.0, claim=kind, margin=margin, better=better, solve="power"
    )
    assert plan.method == said.provenance["settings"]["test"]
    judge = Judge(Claim(kind, margin, "", 0.05, better), find_test(plan.method))
    data = cw.Differences.of(b - a)
    assert bool(judge.supports(data) == 1) == (said["verdict"].estimate == 1)
    ps = [judge.procedure.evaluate(data, h.alternative, margin=h.margin)
          for h in judge.claim.hypotheses()]  # fmt: skip
    assert max(float(p) for p in ps) == said["difference"].pvalue


@pytest.mark.parametrize(
    "options",
    [
        {"sd": 1.0},
        {"sd": 1.0, "claim": "non-inferiority", "margin": 0.3},
        {"sd_a": 1.0, "sd_b": 2.0, "unpaired": True, "claim": "equivalence", "margin": 1.5},
    ],
    ids=["difference", "non-inferiority", "equivalence"],
)
def test_chance_simulation_agrees_with_the_exact_power(options):
    study = {"n": 25, "difference": 0.3, "solve": "power", **options}
    exact = cw.plan.means(**study)
    drawn = cw.plan.means(**study, by="simulation", replicates=8000, rng=20240118)
    for name in ("power", "alpha"):
        hits = round(drawn[name].estimate * 8000)
        assert stats.binomtest(hits, 8000, exact[name].estimate).pvalue > 1e-3


def test_direction_a_better_b_is_found_more():
    def power(d, **more):
        return cw.plan.means(n=40, difference=d, sd=1.0, solve="power", **more)

    assert power(0.5)["power"].estimate == pytest.approx(power(-0.5)["power"].estimate, abs=1e-12)
    assert power(0.5, alternative="less")["reject_any"].estimate < 0.001
    assert power(0.5, alternative="greater")["power"].estimate > 0.9
    low = {"claim": "superiority", "margin": 0.1, "better": "lower"}
    assert power(-0.6, **low)["power"].estimate > 0.9
    assert np.isnan(power(0.6, **low)["power"].estimate)
    assert power(0.6, **low)["support"].estimate < 1e-4


def test_value_assurance_by_independent_quadrature_and_by_simulation():
    prior = stats.norm(0.3, 0.2)

    def power(d):
        shift = abs(d) * sqrt(40)
        return stats.nct.sf(stats.t.isf(0.025, 39), 39, shift)

    want = integrate.quad(lambda d: prior.pdf(d) * power(d), -0.9, 1.5, points=[0.0])[0]
    study = {"n": 40, "sd": 1.0, "effect_prior": "normal:0.3:0.2"}
    exact = cw.plan.means(**study)["assurance"].estimate
    assert exact == pytest.approx(want, abs=1e-6)
    drawn = cw.plan.means(**study, by="simulation", replicates=5000, rng=3)["assurance"]
    assert drawn.low - 0.01 < want < drawn.high + 0.01
    assert 0.005 < drawn.high - drawn.low < 0.04


def test_value_quantiles_of_a_confined_prior():
    prior = EffectPrior("normal", 0.1, 1.0, ((-0.5, -0.1), (0.0, 2.0)))
    share = np.array([0.0, 0.1, 0.35, 0.7, 1.0])
    found = prior.quantile(share)
    assert found[0] == pytest.approx(-0.5)
    assert found[-1] == pytest.approx(2.0)
    law = stats.norm(0.1, 1.0)
    first = law.cdf(-0.1) - law.cdf(-0.5)
    total = first + law.cdf(2.0) - law.cdf(0.0)
    for p, x in zip(share[1:-1], found[1:-1], strict=True):
        below = law.cdf(x) - law.cdf(-0.5) if x <= -0.1 else first + law.cdf(x) - law.cdf(0.0)
        assert below / total == pytest.approx(p)


def test_value_a_pilot_gives_difference_and_spread():
    plan = cw.plan.means(n=40, pilot=EXAMPLE, test="paired-t", solve="power")
    pairs = cw.align(cw.read(EXAMPLE))
    d = pairs.b - pairs.a
    assert plan.provenance["settings"]["difference"] == pytest.approx(d.mean())
    assert plan.provenance["settings"]["sd"] == pytest.approx(d.std(ddof=1))
    same = cw.plan.means(n=40, difference=d.mean(), sd=d.std(ddof=1), solve="power")
    assert plan["power"].estimate == same["power"].estimate


def test_value_correlation_makes_the_spread_of_the_differences():
    two = cw.plan.means(n=40, difference=1, sd_a=2, sd_b=3, correlation=0.5, solve="power")
    assert two.provenance["settings"]["sd"] == pytest.approx(sqrt(4 + 9 - 6))


def test_law_clusters_cost_power_and_the_cluster_test_keeps_alpha():
    study = {"n": 120, "difference": 0.3, "sd": 1.0, "solve": "power", "rng": 5,
             "test": "cluster-t", "cluster_size": 4, "replicates": 3000}  # fmt: skip
    none, some = (cw.plan.means(**study, icc=icc) for icc in (0.0, 0.5))
    assert some["power"].high < none["power"].low
    assert stats.binomtest(round(some["alpha"].estimate * 3000), 3000, 0.05).pvalue > 1e-3
    seen = stats.nct.sf(stats.t.isf(0.025, 29), 29, 0.3 / sqrt(2.5 / 120))  # cluster means
    assert some["power"].low < seen < some["power"].high


def test_curves_share_one_seed_and_sentences_say_the_numbers():
    curve = cw.plan.means(n=[20, 40], difference=0.5, sd=1.0, by="simulation", replicates=200)
    again = cw.plan.means(
        n=40, difference=0.5, sd=1.0, by="simulation", replicates=200, solve="power",
        rng=curve.provenance["seed"],
    )  # fmt: skip
    assert curve["power[n=40]"].estimate == again["power"].estimate
    text = cw.report.to_text(cw.plan.means(n=300, difference=0.05, sd=0.4))
    assert "exact for normal scores" in text
    assert "power 58%" in text
    assert "0.0649" in text
    claim = cw.plan.means(n=300, difference=0, sd=0.4, claim="non-inferiority", margin=0.05)
    assert "B is less than 0.05 worse than A" in cw.report.to_text(claim)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "the standard deviation of the items' differences"),
        ({"sd": -1}, "above 0"),
        ({"sd": 1, "sd_a": 1}, "Leave one out"),
        ({"sd_a": 1, "sd_b": 1, "correlation": 1}, "differences that vary"),
        ({"sd_a": 1, "unpaired": True}, "sd_a and sd_b"),
        ({"sd": 1, "margin": 0.1}, "a posterior to speak of"),
        ({"sd": 1, "test": "permutation", "by": "exact"}, r'Use by="simulation"\.'),
        ({"sd": 1, "test": "cluster-t"}, "cluster_size and icc"),
        ({"sd": 1, "cluster_size": 3}, "no icc"),
        ({"sd": 1, "test": "mcnemar-midp"}, "test needs one of"),
    ],
    ids=[
        "none",
        "negative",
        "both",
        "constant",
        "one",
        "margin",
        "exact",
        "clusters",
        "icc",
        "test",
    ],
)
def test_refusals_say_what_to_do(options, words):
    with pytest.raises(cw.ParameterError, match=words):
        cw.plan.means(n=30, difference=0.5, **options)


@pytest.mark.parametrize(("difference", "better", "word"), [
    (0.05, "higher", "gain"), (-0.05, "higher", "loss"), (-0.05, "lower", "gain"),
    (0.05, "lower", "loss"),
])  # fmt: skip
def test_direction_a_difference_for_the_better_is_a_gain(difference, better, word):
    plan = cw.plan.means(n=300, difference=difference, sd=0.4, better=better)
    assert f"a {word} of 0.05" in plan.headline


def test_an_unknown_direction_is_refused():
    with pytest.raises(ParameterError, match="higher, lower"):
        cw.plan.means(n=300, difference=0.05, sd=0.4, better="upper")


@pytest.fixture
def runs():
    """Return a pilot of 200 items with four noisy runs of each."""
    rng = np.random.default_rng(5)
    item = np.repeat(np.arange(200), 4)
    rows = []
    for system, shift in (("base", 0.0), ("new", 0.05)):
        own = rng.normal(0, 0.1, 200)[item]
        score = 0.5 + shift + own + rng.normal(0, 0.4, item.size)
        rows.append(pd.DataFrame({"item": item, "system": system, "score": score}))
    table = pd.concat(rows)
    table["run"] = np.tile(np.arange(4), 400)
    return table


def test_a_pilot_of_several_runs_is_planned_for_the_runs_that_are_asked_for(runs):
    usual = cw.plan.means(n=200, difference=0.05, pilot=runs)
    assert any(note.kind == "caution" and "means of 4 runs" in note for note in usual.notes)
    plans = {
        k: cw.plan.means(n=200, difference=0.05, pilot=runs, runs_per_item=k) for k in (1, 4, 16)
    }
    assert not [note for note in plans[1].notes if note.kind == "caution"]
    for k, plan in plans.items():  # 2 * 0.1^2 of the items, and 2 * 0.4^2 / runs
        sd = plan.provenance["settings"]["sd"]
        assert sd == pytest.approx(sqrt(0.02 + 0.32 / k), rel=0.12)
    assert plans[4]["power"].estimate == pytest.approx(usual["power"].estimate, rel=1e-9)
    assert plans[1]["power"].estimate < 0.5 * usual["power"].estimate
    # a pilot of the first run alone says the same, but for chance
    first = runs[runs.run == 0]
    sd = cw.plan.means(n=200, difference=0.05, pilot=first).provenance["settings"]["sd"]
    assert plans[1].provenance["settings"]["sd"] == pytest.approx(sd, rel=0.1)


def test_runs_need_a_pilot_that_has_them(runs):
    with pytest.raises(ParameterError, match="pilot"):
        cw.plan.means(n=200, difference=0.05, sd=0.4, runs_per_item=2)
    got = cw.plan.means(n=200, difference=0.05, pilot=runs[runs.run == 0], runs_per_item=4)
    assert any(note.kind == "caution" and "one run of each item" in note for note in got.notes)


def test_the_standard_deviation_of_unpaired_scores_may_be_one_for_both():
    one = cw.plan.means(n=300, difference=0.05, sd=0.4, unpaired=True)
    both = cw.plan.means(n=300, difference=0.05, sd_a=0.4, sd_b=0.4, unpaired=True)
    assert one["power"].estimate == both["power"].estimate
    with pytest.raises(ParameterError, match="Leave one out"):
        cw.plan.means(n=300, difference=0.05, sd=0.4, sd_a=1, unpaired=True)
