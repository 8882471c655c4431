"""Laws that hold for every registered test of graded scores, whoever wrote it."""

import numpy as np
import pytest
from scipy import stats

from claimwise.core import ALTERNATIVES, entries
from claimwise.data import Differences, IndependentScores
from claimwise.htest import find_test, run_test
from claimwise.kernels.tails import significant

PAIRED = [entry.thing for entry in entries("test", outcome="numeric", paired=True)]
UNPAIRED = [entry.thing for entry in entries("test", outcome="numeric", paired=False)]
TESTS = PAIRED + UNPAIRED
FLIP = {"two-sided": "two-sided", "less": "greater", "greater": "less"}
RESAMPLES = 199  # (199 + 1) / 20 is whole: alpha of 0.05 is reached exactly

every_test = pytest.mark.parametrize("test", TESTS, ids=lambda test: test.name)
every_paired = pytest.mark.parametrize("test", PAIRED, ids=lambda test: test.name)
every_alternative = pytest.mark.parametrize("alternative", ALTERNATIVES)

# What kinds of scores there are: real, whole with ties and zeros, and both in small studies.
KINDS = {
    "real": (40, lambda x: x),
    "ratings": (40, lambda x: np.rint(1.5 * x)),
    "few": (7, lambda x: x),
    "few ratings": (7, lambda x: np.rint(x)),
}
every_kind = pytest.mark.parametrize("kind", KINDS)


def draw(test, studies, kind="real", effect=0.2, seed=1):
    n, shape = KINDS[kind]
    rng = np.random.default_rng(seed)
    if test.paired:
        cluster = np.minimum(np.arange(n) // 2, n // 3) if test.clustered else None
        return Differences.of(shape(rng.normal(effect, 1, size=(studies, n))), cluster)
    a = shape(rng.normal(0, 1, size=(studies, n)))
    return IndependentScores.of(a, shape(rng.normal(effect, 1, size=(studies, n - 2))))


def evaluate(test, data, alternative="two-sided", **more):
    return test.evaluate(data, alternative, **{"seed": 5, "resamples": RESAMPLES, **more})


def mapped(data, change):
    if isinstance(data, Differences):
        return Differences(change(data.d), data.cluster)
    return IndependentScores(change(data.a), change(data.b))


def swapped(data):
    if isinstance(data, Differences):
        return Differences(-data.d, data.cluster)
    return IndependentScores(data.b, data.a)


def shuffled(data, rng):
    if isinstance(data, Differences):
        order = rng.permutation(data.n)
        return Differences(data.d[:, order], None if data.cluster is None else data.cluster[order])
    a, b = rng.permutation(data.a, axis=1), rng.permutation(data.b, axis=1)
    return IndependentScores(a, b)


def same(got, want):
    return got == pytest.approx(want, rel=1e-9, nan_ok=True)


def test_the_tests_of_the_house_are_all_here():
    assert {t.name for t in PAIRED} >= {
        "paired-t",
        "wilcoxon",
        "sign-scores",
        "permutation",
        "bootstrap",
        "cluster-permutation",
        "cluster-t",
    }
    unpaired = {"t", "welch", "mann-whitney", "unpaired-permutation"}
    assert {t.name for t in UNPAIRED} >= unpaired


@every_test
@every_alternative
@every_kind
def test_law_swapping_the_systems_flips_the_sign_and_keeps_p(test, alternative, kind):
    data = draw(test, 12, kind)
    there = evaluate(test, data, alternative)
    back = evaluate(test, swapped(data), FLIP[alternative])
    # Without a better system, resamples may be seen from either side.
    even = np.abs(data.effect()) < 1e-9
    assert same(there[~even], back[~even])
    assert np.abs(there - back)[even].max(initial=0) < 4.5 * np.sqrt(0.5 / RESAMPLES)
    assert swapped(data).effect() == pytest.approx(-data.effect())


@every_test
@every_alternative
@every_kind
def test_law_pvalues_are_probabilities(test, alternative, kind):
    for effect in (0, 3, 40):
        p = evaluate(test, draw(test, 12, kind, effect), alternative)
        assert p.shape == (12,)
        assert ((p > 0) & (p <= 1)).all()


@every_test
def test_law_far_apart_is_as_small_as_it_gets_but_never_zero(test):
    data = draw(test, 3, effect=1e6)
    p = evaluate(test, data, "greater")
    assert ((p > 0) & (p <= 0.01)).all()
    assert (evaluate(test, data, "less") > 0.99).all()


@every_test
def test_law_thousands_of_items_apart_are_not_zero_either(test):
    """2 to the power of -3000 is less than a double can hold."""
    rng = np.random.default_rng(1)
    one, other = rng.integers(0, 3, size=(2, 3000)).astype(float)
    whole = Differences.of(one + 5, np.arange(3000) if test.clustered else None)
    data = whole if test.paired else IndependentScores.of(one, other + 50)
    for alternative in ("two-sided", "greater"):
        assert 0 < evaluate(test, data, alternative) <= 0.01
    assert evaluate(test, data, "less") > 0.99


@every_test
@every_kind
def test_law_identical_systems_are_never_significant(test, kind):
    data = draw(test, 6, kind, effect=0)
    nothing = mapped(data, np.zeros_like)
    data = nothing if test.paired else IndependentScores(data.a, data.a.copy())
    for alternative in ALTERNATIVES:
        p = evaluate(test, data, alternative)
        assert (np.isnan(p) | (p > (0.9 if alternative == "two-sided" else 0.4))).all()


@every_test
@every_alternative
@every_kind
def test_law_the_order_of_items_is_irrelevant(test, alternative, kind):
    data = draw(test, 12, kind)
    other = shuffled(data, np.random.default_rng(9))
    assert same(evaluate(test, data, alternative), evaluate(test, other, alternative))


@every_test
@every_alternative
@every_kind
def test_law_a_batch_is_its_studies_one_by_one(test, alternative, kind):
    data = draw(test, 9, kind)
    batch = evaluate(test, data, alternative)
    for i in range(len(data)):
        assert same(batch[i], evaluate(test, data[i : i + 1], alternative)[0])
        assert same(batch[i], float(evaluate(test, data[i], alternative)))


@every_test
@every_alternative
def test_law_the_analysis_of_one_study_is_the_batch(test, alternative):
    data = draw(test, 4)
    batch = evaluate(test, data, alternative, margin=0.1)
    for i in range(len(data)):
        result = run_test(
            test.name, data[i], alternative=alternative, margin=0.1, rng=5, resamples=RESAMPLES
        )
        row = result["difference"]
        assert same(row.pvalue, batch[i])
        assert row.estimate == pytest.approx(data.effect()[i])
        assert ("pvalue" in result) == test.monte_carlo(data[i], margin=0.1, resamples=RESAMPLES)


@every_test
@every_kind
def test_direction_greater_means_b_is_better(test, kind):
    data = draw(test, 5, kind, effect=4)
    assert (data.effect() > 2).all()
    assert (evaluate(test, data, "greater") < 0.14).all()  # 1/8: three clusters of the same sign
    assert (evaluate(test, data, "less") > 0.86).all()


@every_test
@every_alternative
@every_kind
@pytest.mark.parametrize("factor", [0.25, 3.7, 1e-9, 1e9])
def test_law_the_scale_of_scores_is_irrelevant(test, alternative, kind, factor):
    data = draw(test, 9, kind)
    scaled = mapped(data, lambda x: factor * x)
    assert same(evaluate(test, scaled, alternative), evaluate(test, data, alternative))
    with_margin = evaluate(test, scaled, alternative, margin=factor * 0.3)
    assert same(with_margin, evaluate(test, data, alternative, margin=0.3))


@every_test
@every_alternative
@every_kind
def test_law_a_margin_is_a_shift(test, alternative, kind):
    data = draw(test, 9, kind)
    for margin in (0.3, -0.4, 1.0):
        got = evaluate(test, data, alternative, margin=margin)
        assert same(got, evaluate(test, data.shifted(margin), alternative))
    easy = evaluate(test, data, "greater", margin=-3.0)
    hard = evaluate(test, data, "greater", margin=3.0)
    assert (easy < hard).all()


@every_test
def test_law_same_seed_same_answer(test):
    data = draw(test, 9)
    once, again = (evaluate(test, data) for _ in range(2))
    assert (once == again).all()
    other = evaluate(test, data, seed=6)
    assert (once != other).any() == test.monte_carlo(data, resamples=RESAMPLES)


@every_test
def test_law_more_resamples_converge(test):
    data = draw(test, 9)
    few, many = evaluate(test, data, resamples=999), evaluate(test, data, resamples=19_999)
    assert np.abs(few - many).max() < 4.5 * 0.5 / np.sqrt(999)


@every_paired
def test_one_item_is_no_evidence_or_undefined(test):
    data = Differences.of([0.7], [0] if test.clustered else None)
    for alternative in ALTERNATIVES:
        p = float(evaluate(test, data, alternative))
        assert np.isnan(p) or p >= 0.5


@pytest.mark.parametrize("name", ["t", "permutation"])
@every_alternative
def test_law_clusters_of_one_item_are_items(name, alternative):
    d = np.random.default_rng(2).normal(0.2, 1, size=(6, 30))
    items, singles = Differences.of(d), Differences.of(d, np.arange(30)[::-1])
    single = find_test("paired-t" if name == "t" else name)
    got = evaluate(find_test(f"cluster-{name}"), singles, alternative, margin=0.1)
    assert same(got, evaluate(single, items, alternative, margin=0.1))


def test_value_tests_of_the_mean_agree_on_many_normal_items():
    d = np.random.default_rng(2).normal(0.03, 1, size=(5, 3000))
    reference = find_test("paired-t").evaluate(Differences.of(d), "two-sided")
    for name in ("permutation", "bootstrap"):
        p = find_test(name).evaluate(Differences.of(d), "two-sided", seed=1, resamples=9999)
        assert np.abs(p - reference).max() < 0.02


# --- False positives -----------------------------------------------------------------------


def null_studies(test, shape, studies, n, rng):
    """Exchangeable systems: every null hypothesis of the house is true.

    Clustered tests get clusters of unequal sizes, all of whose items lean the same way.
    """
    if not test.paired:
        one, other = n, n - n // 3
        make = {"normal": rng.normal, "skewed": rng.exponential}[shape]
        return IndependentScores(make(size=(studies, one)), make(size=(studies, other)))
    sizes = None
    if test.clustered:
        sizes = 1 + np.arange(n) % 5
        cluster = np.repeat(np.arange(n), sizes)
    groups = n

    def scores(items):
        if shape == "normal":
            return rng.normal(size=(studies, items))
        return rng.lognormal(0, 1, size=(studies, items))

    if not test.clustered:
        return Differences(scores(n) - scores(n))
    lean = 1.5 * (scores(groups) - scores(groups))[:, cluster]
    items = len(cluster)
    return Differences(lean + scores(items) - scores(items), cluster)


# What each promise allows, as multiples of alpha, on 40 items or clusters.
ALLOWED = {"at most alpha": (1.0, 0.4), "near alpha": (1.15, 0.5), "asymptotic": (1.4, 0.4)}


def check_rate(found, studies, alpha, size):
    most, least = ALLOWED[size]
    assert stats.binomtest(found, studies, most * alpha, alternative="greater").pvalue > 1e-3
    assert stats.binomtest(found, studies, least * alpha, alternative="less").pvalue > 1e-3


def test_every_promise_is_one_that_is_checked():
    assert {test.size for test in TESTS} <= set(ALLOWED)


@every_test
@pytest.mark.parametrize("shape", ["normal", "skewed"])
@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_chance_false_positives(test, shape, alternative):
    studies = 3000
    data = null_studies(test, shape, studies, 40, np.random.default_rng(77))
    found = int(significant(evaluate(test, data, alternative), 0.05).sum())
    check_rate(found, studies, 0.05, test.size)


@pytest.mark.calibration
@every_test
@every_alternative
@pytest.mark.parametrize("shape", ["normal", "skewed"])
def test_chance_false_positives_at_many_sizes(test, shape, alternative):
    studies = 6000
    for n in (20, 40, 120):
        data = null_studies(test, shape, studies, n, np.random.default_rng(n))
        p = evaluate(test, data, alternative, resamples=999)
        for alpha in (0.01, 0.05, 0.1):
            found = int(significant(p, alpha).sum())
            # The approximations are poorer for few items and far out in the tail.
            most = alpha * {"at most alpha": 1.0, "near alpha": 1.25}.get(test.size, 2.5)
            assert stats.binomtest(found, studies, most, alternative="greater").pvalue > 1e-3, n
            print(f"{test.name} {alternative} {shape} n={n}: {found / studies:.4f} at {alpha}")


@pytest.mark.parametrize("name", ["paired-t", "bootstrap", "permutation"])
def test_chance_skewed_differences_of_mean_zero(name):
    """Not symmetric, so that only the number of items helps: 300 are enough."""
    studies, rng = 3000, np.random.default_rng(5)
    data = Differences(rng.exponential(size=(studies, 300)) - 1)
    found = int(significant(evaluate(find_test(name), data), 0.05).sum())
    check_rate(found, studies, 0.05, "asymptotic")


def test_chance_tests_for_clusters_keep_their_level_and_others_do_not():
    """Twelve items of 40 clusters each way, nearly all of the variance between clusters."""
    studies, rng = 3000, np.random.default_rng(6)
    sizes = 2 + np.arange(40) % 9
    cluster = np.repeat(np.arange(40), sizes)
    d = rng.normal(size=(studies, 40))[:, cluster] + 0.5 * rng.normal(size=(studies, len(cluster)))
    data = Differences(d, cluster)
    rates = {}
    for test in PAIRED:
        rates[test.name] = significant(evaluate(test, data), 0.05).mean()
        if test.clustered:
            check_rate(round(rates[test.name] * studies), studies, 0.05, test.size)
    for name in ("paired-t", "permutation", "bootstrap", "wilcoxon", "sign-scores"):
        assert rates[name] > 0.3, name


def test_chance_unpaired_spreads_that_differ_are_for_welch():
    """The smaller group has the larger spread: Welch's test holds, the pooled one does not."""
    studies, rng = 3000, np.random.default_rng(6)
    a, b = rng.normal(size=(studies, 60)), 3 * rng.normal(size=(studies, 15))
    data = IndependentScores(a, b)
    welch = int(significant(find_test("welch").evaluate(data, "two-sided"), 0.05).sum())
    check_rate(welch, studies, 0.05, "asymptotic")
    assert significant(find_test("t").evaluate(data, "two-sided"), 0.05).mean() > 0.15


# --- Power: a test that finds nothing keeps its level, too --------------------------------------


@every_test
def test_chance_real_differences_are_found(test):
    data = draw(test, 300, effect=1.0)
    assert significant(evaluate(test, data, "greater"), 0.05).mean() > 0.85
    assert significant(evaluate(test, data, "less"), 0.05).mean() == 0
