"""Laws that hold for every registered test, whoever wrote it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from claimwise.core import ALTERNATIVES, entries
from claimwise.data import IndependentCounts, PairCounts, Pairs
from claimwise.engine.simulate import simulate_power
from claimwise.htest import run_test
from claimwise.power import exact_power
from claimwise.worlds import PairedAccuracy, Preference, Proportions

PAIRED = [entry.thing for entry in entries("test", paired=True, outcome="binary", margin=False)]
UNPAIRED = [entry.thing for entry in entries("test", paired=False, outcome="binary", margin=False)]
TESTS = PAIRED + UNPAIRED
FLIP = {"two-sided": "two-sided", "less": "greater", "greater": "less"}

every_test = pytest.mark.parametrize("test", TESTS, ids=lambda test: test.name)
every_paired = pytest.mark.parametrize("test", PAIRED, ids=lambda test: test.name)
every_alternative = pytest.mark.parametrize("alternative", ALTERNATIVES)
verdicts = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1, max_size=40)


def all_outcomes(test, n):
    """Every outcome of a study of n items, as one batch."""
    first, second = (x.ravel() for x in np.indices((n + 1, n + 1)))
    if not test.paired:
        return IndependentCounts(first, n, second, n)
    possible = first + second <= n
    return PairCounts(first[possible], second[possible], n)


def swapped(data):
    if isinstance(data, PairCounts):
        return PairCounts(data.losses, data.wins, data.n)
    return IndependentCounts(data.b, data.n_b, data.a, data.n_a)


def worlds_for(test, difference):
    if test.paired:
        return [PairedAccuracy(difference, 0.8), Preference(0.4 + difference, 0.4, "split")]
    return [Proportions(0.7, difference)]


def test_the_tests_of_the_house_are_all_here():
    assert {t.name for t in PAIRED} >= {
        "mcnemar-exact",
        "mcnemar-midp",
        "mcnemar-asymptotic",
        "mcnemar-corrected",
        "mcnemar-unconditional",
        "sign",
    }
    assert {t.name for t in UNPAIRED} >= {"z-pooled", "fisher", "boschloo"}


@every_test
@every_alternative
def test_law_swapping_the_systems_flips_the_sign_and_keeps_p(test, alternative):
    data = all_outcomes(test, 11)
    there, back = test.pvalue(data, alternative), test.pvalue(swapped(data), FLIP[alternative])
    assert there == pytest.approx(back, abs=1e-12)
    assert swapped(data).effect() == pytest.approx(-data.effect())


@every_test
@every_alternative
def test_law_pvalues_are_probabilities(test, alternative):
    p = test.pvalue(all_outcomes(test, 12), alternative)
    assert ((p > 0) & (p <= 1)).all()


@every_test
def test_law_equal_results_are_never_significant(test):
    data = all_outcomes(test, 12)
    same = data.effect() == 0
    # Boschloo doubles a one-sided p-value, which at equal counts may be a little below one half.
    assert (test.pvalue(data, "two-sided")[same] > 0.9).all()
    for alternative in ("less", "greater"):
        assert (test.pvalue(data, alternative)[same] > 0.45).all()


@every_test
def test_direction_greater_means_b_is_better(test):
    data = all_outcomes(test, 12)
    best = int(np.argmax(data.effect()))
    assert test.pvalue(data, "greater")[best] < 0.01 < test.pvalue(data, "less")[best]


@every_test
@every_alternative
def test_law_a_batch_is_its_studies_one_by_one(test, alternative):
    data = all_outcomes(test, 7)
    batch = test.pvalue(data, alternative)
    singles = [float(test.pvalue(data[i : i + 1], alternative)[0]) for i in range(len(data))]
    assert batch == pytest.approx(singles, abs=1e-12)


@every_test
@every_alternative
@pytest.mark.parametrize("n", [6, 17, 30])
def test_law_enumeration_rejects_what_the_pvalue_rejects(test, alternative, n):
    """Power by bisection over counts equals power summed over every single outcome."""
    for world in worlds_for(test, 0.07):
        data = all_outcomes(test, n)
        if test.paired:
            cells = np.column_stack([data.wins, data.losses, n - data.wins - data.losses])
            rest = 1 - world.win - world.lose
            weight = stats.multinomial.pmf(cells, n, [world.win, world.lose, rest])
            tested = world._analysed(data) if isinstance(world, Preference) else data
        else:
            weight = stats.binom.pmf(data.a, n, world.baseline)
            weight = weight * stats.binom.pmf(data.b, n, world.candidate)
            tested = data
        found = test.pvalue(tested, alternative) <= 0.05
        effect = data.effect()
        got = exact_power(world, test, n, alpha=0.05, alternative=alternative)
        right, any_ = weight[found & (effect > 0)].sum(), weight[found].sum()
        assert got.power == pytest.approx(right, abs=1e-10)
        assert got.reject_any == pytest.approx(any_, abs=1e-10)
        if any_ > 1e-12:
            wrong = weight[found & (effect < 0)].sum()
            size = (weight * np.abs(effect))[found].sum()
            assert got.type_s == pytest.approx(wrong / any_, abs=1e-9)
            assert got.type_m == pytest.approx(size / any_ / world.truth(), rel=1e-9)


@every_test
@every_alternative
def test_chance_simulation_agrees_with_enumeration(test, alternative):
    world = worlds_for(test, 0.06)[0]
    replicates, n = 2000, 120
    exact = exact_power(world, test, n, alpha=0.05, alternative=alternative)
    null = exact_power(world.null(), test, n, alpha=0.05, alternative=alternative)
    result = simulate_power(
        world, test, n, alternative=alternative, replicates=replicates, rng=20240118
    )
    for name, truth in (("power", exact.power), ("alpha", null.reject_any)):
        hits = round(result[name].estimate * replicates)
        assert stats.binomtest(hits, replicates, truth).pvalue > 1e-3, name
        assert result[name].kind == "monte carlo"
    if result["reject_any"].estimate * replicates > 50:
        row = result["type_m"]
        error = (row.high - row.low) / 2 / 1.96
        assert abs(row.estimate - exact.type_m) < 4 * error


@every_paired
@every_alternative
def test_law_the_engine_and_the_analysis_give_the_same_pvalues(test, alternative):
    world, n = PairedAccuracy(0.1, 0.7), 40
    studies = world.draw(n, np.random.default_rng(3), 12)
    batch = test.pvalue(studies, alternative)
    for i in range(len(studies)):
        wins, losses = int(studies.wins[i]), int(studies.losses[i])
        a = [0] * wins + [1] * losses + [1] * (n - wins - losses)
        b = [1] * wins + [0] * losses + [1] * (n - wins - losses)
        single = run_test(test.name, Pairs(a, b), alternative=alternative).only
        assert single.pvalue == pytest.approx(float(batch[i]), abs=1e-12)


@every_paired
@given(v=verdicts, order=st.randoms(use_true_random=False))
@settings(max_examples=15)
def test_law_the_order_of_items_is_irrelevant(test, v, order):
    shuffled = list(v)
    order.shuffle(shuffled)
    rows = [run_test(test.name, Pairs(*zip(*x, strict=True))).only for x in (v, shuffled)]
    assert rows[0] == rows[1]


@every_paired
@given(v=verdicts)
@settings(max_examples=15)
def test_direction_is_b_minus_a(test, v):
    a, b = np.array(v, float).T
    assert run_test(test.name, Pairs(a, b)).only.estimate == pytest.approx(b.mean() - a.mean())


NULL_WORLDS = {
    True: [PairedAccuracy(0, agreement) for agreement in (0.5, 0.8, 0.9, 0.97)],
    False: [Proportions(p, 0) for p in (0.5, 0.8, 0.95)],
}
# What each promise allows, as multiples of alpha: always, and below from 300 items on.
ALLOWED = {
    "at most alpha": (1 + 1e-7, 0.0),
    "near alpha": (1.15, 0.6),
    "asymptotic": (2.5, 0.4),
}


@every_test
@every_alternative
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.1])
def test_chance_false_positives(test, alternative, alpha):
    """Without simulation: enumerated over a grid of sizes and rates."""
    most, least = ALLOWED[test.size]
    for world in NULL_WORLDS[test.paired]:
        for n in (20, 75, 300):
            rate = exact_power(world, test, n, alpha=alpha, alternative=alternative).reject_any
            assert rate <= alpha * most, (world, n)
            few = test.paired and n * (1 - world.agreement) < 30
            if n == 300 and not few:
                assert rate >= alpha * least, (world, n)


def test_value_the_worst_that_the_limitations_admit():
    """Without ties nothing averages out: these are the sizes stated in LIMITATIONS.md."""
    decided = PairedAccuracy(0, 0)
    midp = [exact_power(decided, "mcnemar-midp", n).reject_any for n in range(1, 200)]
    assert max(midp) == pytest.approx(0.0768, abs=5e-5)
    assert int(np.argmax(midp)) + 1 == 16
    plain = [exact_power(decided, "mcnemar-asymptotic", n).reject_any for n in range(1, 200)]
    assert max(plain) == pytest.approx(0.125)
    assert int(np.argmax(plain)) + 1 == 4


def test_every_promise_is_one_that_is_checked():
    assert {test.size for test in TESTS} <= set(ALLOWED)
