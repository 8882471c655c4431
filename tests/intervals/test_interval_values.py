"""Every interval against R, published tables and statsmodels."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, special, stats
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from claimwise.core import names
from claimwise.data import Differences, Hits, IndependentCounts, IndependentScores, PairCounts
from claimwise.htest import find_test
from claimwise.intervals import find_interval

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "intervals.json").read_text())
INTERVALS = [row for row in GOLDEN if not row["method"].startswith("test ")]
TESTS = [row for row in GOLDEN if row["method"].startswith("test ")]
CLUSTER = [1, 1, 1, 2, 2, 3, 3, 3, 3, 4, 5, 5]


def data_of(method, values):
    kind = find_interval(method).takes
    if kind is Hits:
        return Hits.of(*(int(v) for v in values))
    if kind is PairCounts:
        wins, losses, both, n = (int(v) for v in values)
        return PairCounts.of(wins, losses, n, both)
    if kind is IndependentCounts:
        return IndependentCounts.of(*(int(v) for v in values))
    if kind is IndependentScores:
        return IndependentScores.of(values[:5], values[5:])
    return Differences.of(values, CLUSTER if method.startswith("cluster") else None)


@pytest.mark.parametrize("row", INTERVALS, ids=lambda r: f"{r['method']} {r['data']} {r['level']}")
def test_value_agrees_with_r(row):
    data = data_of(row["method"], row["data"])
    low, high = find_interval(row["method"]).evaluate(data, row["level"])
    assert float(low) == pytest.approx(row["low"], abs=2e-8)
    assert float(high) == pytest.approx(row["high"], abs=2e-8)


def test_value_r_has_every_interval_that_needs_no_seed():
    assert {row["method"] for row in INTERVALS} == set(names("interval", resampled=False))


@pytest.mark.parametrize("row", TESTS, ids=lambda r: f"{r['method']} {r['data']}")
def test_value_of_the_score_tests_agrees_with_r(row):
    test = find_test(row["method"].removeprefix("test "))
    *counts, margin = row["data"]
    counts = [int(c) for c in counts]
    data = PairCounts.of(*counts) if test.paired else IndependentCounts.of(*counts)
    for alternative, want in (("greater", row["low"]), ("less", row["high"])):
        got = test.evaluate(data, alternative, margin=margin)
        assert float(got) == pytest.approx(want, rel=1e-6, abs=1e-12)
    both = float(test.evaluate(data, "two-sided", margin=margin))
    assert both == pytest.approx(min(1, 2 * min(row["low"], row["high"])), rel=1e-6)


# As printed: Newcombe (1998), Stat. Med. 17, 2635-2650 (method 10), 873-890 (method 10) and
# 857-872 (method 3, without continuity correction).
PUBLISHED = [
    ("newcombe-paired", (12, 2, 36, 50), 0.0569, 0.3404),
    ("newcombe-paired", (12, 2, 18, 50), 0.0562, 0.3290),
    ("newcombe-paired", (0, 0, 53, 54), -0.0729, 0.0729),
    ("newcombe-paired", (30, 0, 0, 30), 0.8395, 1.0),
    ("newcombe", (48, 80, 56, 70), 0.0524, 0.3339),
    ("newcombe", (3, 10, 9, 10), 0.1705, 0.8090),
    ("wilson", (81, 263), 0.2553, 0.3662),
    ("wilson", (15, 148), 0.0624, 0.1605),
    # Fagerland, Lydersen and Laake (2017), Statistical Analysis of Contingency Tables,
    # chapters 4 and 8, as their R package contingencytables prints them.
    ("tango", (6, 16, 59, 161), -0.1240, -0.0054),
    ("tango", (3, 0, 0, 3), -0.1230, 1.0),
    ("tango", (0, 3, 0, 3), -1.0, 0.1230),
    ("newcombe-paired", (6, 16, 59, 161), -0.1186, -0.0046),
    ("newcombe-paired", (0, 0, 1, 2), -0.5734, 0.5734),
    ("bonett-price", (6, 16, 59, 161), -0.1195, -0.0032),
    ("wald-paired", (6, 16, 59, 161), -0.1184, -0.0058),
    ("score", (1, 34, 7, 34), 0.0284, 0.3439),
    ("miettinen-nurminen", (15, 72, 0, 16), -0.3164, -0.0056),
    ("agresti-caffo", (1, 34, 7, 34), 0.0116, 0.3217),
    ("newcombe", (1, 34, 7, 34), 0.0189, 0.3404),
    ("wald", (1, 34, 7, 34), 0.0292, 0.3238),
    ("clopper-pearson", (13, 16), 0.5435, 0.9595),
]


@pytest.mark.parametrize(("method", "values", "low", "high"), PUBLISHED)
def test_value_agrees_with_published_tables(method, values, low, high):
    got = find_interval(method).evaluate(data_of(method, values), 0.95)
    assert [round(float(x), 4) + 0.0 for x in got] == pytest.approx([low, high], abs=1e-9)


@pytest.mark.parametrize(
    ("method", "level", "low", "high"),
    [
        ("wald", 0.95, 0.0094829, 0.0612242),
        ("newcombe", 0.95, 0.0094631, 0.0611799),
        ("agresti-caffo", 0.95, 0.0094595, 0.0611881),
        ("wald", 0.9, 0.0136422, 0.0570649),
        ("newcombe", 0.9, 0.0136269, 0.0570351),
        ("agresti-caffo", 0.9, 0.0136178, 0.0570298),
    ],
)
def test_value_arc_easy(method, level, low, high):
    data = IndependentCounts.of(1637, 2376, 1721, 2376)
    got = find_interval(method).evaluate(data, level)
    assert [float(x) for x in got] == pytest.approx([low, high], abs=1e-7)


@st.composite
def tables(draw):
    n_a, n_b = draw(st.integers(1, 300)), draw(st.integers(1, 300))
    return draw(st.integers(0, n_a)), n_a, draw(st.integers(0, n_b)), n_b


@given(tables(), st.sampled_from([0.8, 0.95, 0.99]))
def test_value_unpaired_agrees_with_statsmodels(table, level):
    a, n_a, b, n_b = table
    data = IndependentCounts.of(a, n_a, b, n_b)
    for method, theirs in (
        ("newcombe", "newcomb"),
        ("agresti-caffo", "agresti-caffo"),
        ("wald", "wald"),
    ):
        want = confint_proportions_2indep(
            b, n_b, a, n_a, method=theirs, compare="diff", alpha=1 - level
        )
        got = [float(x) for x in find_interval(method).evaluate(data, level)]
        if method == "wald" and want[0] == want[1]:
            assert np.isnan(got).all()  # no spread is no certainty
            continue
        if method == "agresti-caffo":
            want = np.clip(want, -1, 1)
        assert got == pytest.approx(list(want), abs=1e-12)


@pytest.mark.parametrize(
    "table", [(48, 80, 56, 70), (10, 35, 10, 60), (7, 9, 2, 30), (3, 4, 1, 90)]
)
def test_value_score_interval_ends_where_a_slow_twin_says(table):
    """The twin maximises the likelihood and searches the ends with SciPy, formula-free.

    statsmodels 0.15 is no reference here: its score test for a difference has `count0 * diff`
    where Miettinen and Nurminen have `nobs0 * diff`, and its interval for (10, 35, 10, 60) is
    [-0.2954, 0.0486] where R and this twin find [-0.3036, 0.0488].
    """
    a, n_a, b, n_b = table

    def score(d):
        def unlikely(p):
            return -(
                special.xlogy(a, p)
                + special.xlog1py(n_a - a, -p)
                + special.xlogy(b, p + d)
                + special.xlog1py(n_b - b, -p - d)
            )

        ends = (max(0, -d) + 1e-15, min(1, 1 - d) - 1e-15)
        p = optimize.minimize_scalar(
            unlikely, bounds=ends, method="bounded", options={"xatol": 1e-13}
        ).x
        return (b / n_b - a / n_a - d) / np.sqrt(p * (1 - p) / n_a + (p + d) * (1 - p - d) / n_b)

    estimate, z = b / n_b - a / n_a, stats.norm.ppf(0.975)
    want = [
        optimize.brentq(lambda d: score(d) - z, -0.999, estimate),
        optimize.brentq(lambda d: score(d) + z, estimate, 0.999),
    ]
    got = find_interval("score").evaluate(IndependentCounts.of(*table), 0.95)
    assert [float(x) for x in got] == pytest.approx(want, abs=1e-6)


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_value_one_proportion_agrees_with_statsmodels(case):
    hits, n = case
    for method, theirs in (("wilson", "wilson"), ("clopper-pearson", "beta")):
        got = [float(x) for x in find_interval(method).evaluate(Hits.of(hits, n), 0.95)]
        assert got == pytest.approx(list(proportion_confint(hits, n, 0.05, theirs)), abs=1e-12)
    if 0 < hits < n:
        got = [float(x) for x in find_interval("jeffreys").evaluate(Hits.of(hits, n), 0.95)]
        assert got == pytest.approx(list(proportion_confint(hits, n, 0.05, "jeffreys")), abs=1e-12)


@pytest.mark.parametrize("n", [1, 2, 7, 50, 100_000])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_value_closed_forms_at_the_edges(n, level):
    """Where a table is at its edge the score intervals have closed forms, by hand."""
    z2 = stats.norm.ppf(0.5 + level / 2) ** 2
    tango = find_interval("tango")
    none = [float(x) for x in tango.evaluate(PairCounts.of(0, 0, n), level)]
    assert none == pytest.approx([-z2 / (n + z2), z2 / (n + z2)], abs=1e-14)
    every = [float(x) for x in tango.evaluate(PairCounts.of(n, 0, n), level)]
    assert every == pytest.approx([(n - z2) / (n + z2), 1.0], abs=1e-14)
    assert every[1] == 1.0
    m = 3 * n
    score = find_interval("score").evaluate(IndependentCounts.of(0, m, 0, n), level)
    assert [float(x) for x in score] == pytest.approx([-z2 / (m + z2), z2 / (n + z2)], abs=1e-13)


SKEWED = np.random.default_rng(40).lognormal(0, 1.2, 40)
OTHER = np.random.default_rng(41).normal(0, 0.3, 25)
GROUPS = np.repeat(np.arange(12), [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 4])


def by_scipy(method, *samples):
    """SciPy's interval from its own resamples, for mean(first) - mean(second)."""

    def statistic(x, y=None, axis=-1):
        return x.mean(axis=axis) - (0 if y is None else y.mean(axis=axis))

    found = stats.bootstrap(
        samples, statistic, n_resamples=20_000, method=method, rng=np.random.default_rng(1)
    )
    return list(found.confidence_interval)


def by_hand_studentised():
    draws = SKEWED[np.random.default_rng(2).integers(0, 40, (20_000, 40))]
    scores = (draws.mean(axis=1) - SKEWED.mean()) / (draws.std(axis=1, ddof=1) / np.sqrt(40))
    error = SKEWED.std(ddof=1) / np.sqrt(40)
    return list(SKEWED.mean() - np.quantile(scores, [0.975, 0.025]) * error)


def by_hand_clustered():
    rng = np.random.default_rng(3)
    parts = [SKEWED[g == GROUPS] for g in range(12)]
    means = [
        np.concatenate([parts[g] for g in rng.integers(0, 12, 12)]).mean() for _ in range(20_000)
    ]
    return list(np.quantile(means, [0.025, 0.975]))


BOOTSTRAPS = {
    "percentile": lambda: by_scipy("percentile", SKEWED),
    "bca": lambda: by_scipy("BCa", SKEWED),
    "unpaired-percentile": lambda: by_scipy("percentile", SKEWED, OTHER),
    "unpaired-bca": lambda: by_scipy("BCa", SKEWED, OTHER),
    "studentised": by_hand_studentised,
    "cluster-bootstrap": by_hand_clustered,
}


@pytest.mark.parametrize("name", names("interval", resampled=True))
def test_value_every_bootstrap_agrees_with_another_one(name):
    """On skewed scores, where the methods differ by more than twice the room given here."""
    interval = find_interval(name)
    data = (
        IndependentScores.of(OTHER, SKEWED)
        if not interval.paired
        else Differences.of(SKEWED, GROUPS)
    )
    got = [float(x) for x in interval.evaluate(data, 0.95, seed=9, resamples=20_000)]
    assert got == pytest.approx(BOOTSTRAPS[name](), abs=0.025)


def test_value_the_bootstraps_differ_on_these_scores():
    data = Differences.of(SKEWED, GROUPS)
    highs = [
        float(find_interval(name).evaluate(data, 0.95, seed=9)[1])
        for name in ("percentile", "bca", "studentised")
    ]
    assert min(np.diff(highs)) > 0.06
