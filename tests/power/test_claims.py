"""Power of claims with a margin: what compare decides, summed over every outcome."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

import claimwise as cw
from claimwise.core import names
from claimwise.data import IndependentCounts, PairCounts
from claimwise.engine.simulate import Run, count_decided
from claimwise.htest import find_test
from claimwise.htest.claims import Claim
from claimwise.intervals import find_interval
from claimwise.power.claims import Judge, exact_support
from claimwise.worlds import PairedAccuracy, Proportions

NEEDS_TOTALS = ("newcombe-paired",)
COSTLY = ("boschloo", "mcnemar-unconditional", "score")  # one of the two score intervals is enough
CLAIMS = [("superiority", 0.0), ("superiority", 0.05), ("non-inferiority", 0.1),
          ("equivalence", 0.3)]  # fmt: skip


def procedures(paired):
    tests = [find_test(name) for name in names("test", paired=paired, outcome="binary")]
    found = [t for t in tests if t.name not in COSTLY]
    bounds = names("interval", paired=paired, outcome="binary")
    return found + [find_interval(name) for name in bounds if name not in NEEDS_TOTALS + COSTLY]


def label(procedure):
    return f"{type(procedure).__name__.lower()}-{procedure.name}"


def judges(procedure, alpha):
    for kind, margin in CLAIMS:
        if margin and not getattr(procedure, "margin", True):
            continue
        for better in ("higher", "lower"):
            yield Judge(Claim(kind, margin, "", alpha, better), procedure)


@pytest.mark.parametrize("procedure", procedures(True), ids=label)
def test_value_paired_claims_by_every_outcome(procedure):
    """Every outcome is asked one by one; no order among them is taken for granted."""
    for n, alpha, world in (
        (7, 0.2, PairedAccuracy(-0.1, 0.3)),
        (14, 0.05, PairedAccuracy(0.1, 0.8)),
    ):
        wins, losses = (x.ravel() for x in np.meshgrid(np.arange(n + 1), np.arange(n + 1)))
        keep = wins + losses <= n
        wins, losses = wins[keep], losses[keep]
        cells = [world.win, world.lose, 1 - world.win - world.lose]
        chance = stats.multinomial.pmf(np.c_[wins, losses, n - wins - losses], n, cells)
        for judge in judges(procedure, alpha):
            said = judge.supports(PairCounts(wins, losses, n)) == 1
            assert exact_support(world, judge, n) == pytest.approx(chance[said].sum(), abs=1e-11)


@pytest.mark.slow
@pytest.mark.parametrize("procedure", procedures(False), ids=label)
def test_value_unpaired_claims_by_every_outcome(procedure):
    n, alpha, world = 7, 0.1, Proportions(0.8, -0.05)
    a, b = (x.ravel() for x in np.meshgrid(np.arange(n + 1), np.arange(n + 1)))
    chance = stats.binom.pmf(a, n, world.baseline) * stats.binom.pmf(b, n, world.candidate)
    for judge in judges(procedure, alpha):
        said = judge.supports(IndependentCounts(a, n, b, n)) == 1
        assert exact_support(world, judge, n) == pytest.approx(chance[said].sum(), abs=1e-11)


verdicts = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=8, max_size=30)


@pytest.mark.slow
@settings(deadline=None, max_examples=15)
@given(
    verdicts,
    st.sampled_from([("superiority", 0.1), ("non-inferiority", 0.15), ("equivalence", 0.3)]),
    st.sampled_from(["test", "interval"]),
    st.sampled_from([0.05, 0.2]),
)
def test_law_the_plan_decides_as_compare_does(pairs, claim, way, alpha):
    """The same study, the same verdict, the same p-value: whatever compare chooses by itself."""
    a, b = np.array(pairs, dtype=float).T
    assume(np.ptp(np.r_[a, b]) > 0)  # compare refuses scores that are all alike
    kind, margin = claim
    said = cw.compare(
        cw.Pairs(a, b), claim=kind, margin=margin, alpha=alpha, assess=way, rng=1, effects=None
    )
    plan = cw.plan.accuracy(
        n=len(a), difference=0.0, agreement=0.5, claim=kind, margin=margin, alpha=alpha,
        interval="choose" if way == "interval" else None, solve="power",
    )  # fmt: skip
    assert plan.provenance["settings"][way] == said.provenance["settings"][way]
    find = find_test if way == "test" else find_interval
    judge = Judge(Claim(kind, margin, "", alpha), find(plan.method))
    counts = PairCounts.of(int((b > a).sum()), int((a > b).sum()), len(a))
    assert bool(judge.supports(counts) == 1) == (said["verdict"].estimate == 1)
    if way == "test":
        ps = [
            float(judge.procedure.evaluate(counts, h.alternative, margin=h.margin))
            for h in judge.claim.hypotheses()
        ]
        assert max(ps) == said["difference"].pvalue


def test_chance_simulation_agrees_with_enumeration():
    judge = Judge(Claim("non-inferiority", 0.05), find_test("tango"))
    world = PairedAccuracy(0.01, 0.8)
    tally = count_decided(world, judge.supports, 300, Run(20_000, 20240118))
    exact = exact_support(world, judge, 300)
    assert stats.binomtest(tally.rejected, tally.done, exact).pvalue > 1e-3


def test_direction_a_better_b_is_supported_more():
    def power(difference, **claim):
        plan = cw.plan.accuracy(n=500, difference=difference, agreement=0.8, solve="power", **claim)
        return plan["support"].estimate

    worse = {"claim": "non-inferiority", "margin": 0.05}
    more = {"claim": "superiority", "margin": 0.05}
    assert power(-0.05, **worse) < 0.06 < power(-0.02, **worse) < power(0.02, **worse)
    assert power(0.0, **more) < 0.06 < power(0.08, **more) < power(0.12, **more)
    same = {"claim": "equivalence", "margin": 0.08}
    assert power(0.0, **same) > power(0.04, **same) > power(0.08, **same)
    assert power(0.03, **same) == pytest.approx(power(-0.03, **same), abs=1e-12)


def test_value_false_claims_are_counted_at_the_margin():
    plan = cw.plan.accuracy(
        n=400, difference=0.0, agreement=0.8, claim="non-inferiority", margin=0.05
    )
    judge = Judge(Claim("non-inferiority", 0.05), find_test("tango"))
    assert plan["alpha"].estimate == exact_support(PairedAccuracy(-0.05, 0.8), judge, 400)
    assert 0.03 < plan["alpha"].estimate < 0.06
    mde = plan["mde"].estimate
    assert exact_support(PairedAccuracy(mde, 0.8), judge, 400) == pytest.approx(0.8, abs=1e-6)
    n = plan["sample_size"].n
    at = [exact_support(PairedAccuracy(0.0, 0.8), judge, k) for k in range(n - 1, n + 12)]
    assert at[0] < 0.8 <= min(at[1:])


def test_value_a_claim_of_superiority_without_a_margin_is_the_one_sided_test():
    claim = cw.plan.accuracy(n=500, difference=0.03, agreement=0.9, claim="superiority")
    test = cw.plan.accuracy(n=500, difference=0.03, agreement=0.9, alternative="greater")
    for name in ("power", "alpha", "mde", "sample_size"):
        assert claim[name].estimate == pytest.approx(test[name].estimate, abs=1e-9)


def test_value_a_claim_that_is_not_true_has_no_power():
    plan = cw.plan.accuracy(n=500, difference=0.01, agreement=0.9, claim="superiority", margin=0.02)
    assert np.isnan(plan["power"].estimate)
    assert plan["support"].estimate < 0.05
    assert any("the claim is not true" in note for note in plan.notes)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"claim": "equivalence"}, "margin above 0"),
        ({"claim": "equivalence", "margin": 2}, "Write 0.02 for 2 percentage points"),
        ({"claim": "equivalence", "margin": 0.02, "test": "mcnemar-midp"}, "takes a margin"),
        ({"claim": "equivalence", "margin": 0.02, "by": "normal"}, 'by="exact" or simulation;'),
        ({"claim": "equivalence", "margin": 0.02, "assess": "posterior"}, "leave the claim out"),
        ({"claim": "superiority", "alternative": "greater"}, "direction of its own"),
        ({"interval": "tango"}, "the claim of a difference"),
        ({"claim": "superiority", "interval": "newcombe-paired"}, "both systems get right"),
        ({"margin": 0.02}, r'or claim="superiority"\.'),
    ],
    ids=lambda value: None if isinstance(value, str) else "-".join(value),
)
def test_refusals_say_what_to_do(options, words):
    with pytest.raises(cw.ParameterError, match=words):
        cw.plan.accuracy(n=500, difference=0.0, agreement=0.9, **options)
