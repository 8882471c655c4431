"""Runs, several data sets and awkward names, through the front door."""

import numpy as np
import polars
import pytest
from scipy import stats

import claimwise as cw
from claimwise.core import DataError
from claimwise.report import document, to_text


def runs(items=40, per=5, noise=1.0, shift=0.0, seed=1):
    rng = np.random.default_rng(seed)
    level = rng.normal(size=items)
    rows = []
    for system, lead in (("a", 0.0), ("b", shift)):
        for i in range(items):
            for k in range(per):
                rows.append((f"i{i}", system, level[i] + lead + noise * rng.normal(), k))
    return polars.DataFrame(rows, schema=["item", "system", "score", "run"], orient="row")


def test_order_of_rows_is_irrelevant_also_with_runs():
    frame = runs(items=15, per=3)
    shuffled = frame.sample(fraction=1.0, shuffle=True, seed=3)
    one = cw.compare(frame, a="a", b="b")
    two = cw.compare(shuffled, a="a", b="b")
    assert one["difference"].estimate == pytest.approx(two["difference"].estimate)
    assert one["variance_share[runs]"].estimate == pytest.approx(
        two["variance_share[runs]"].estimate
    )


def datasets(m=5, n=30, systems=("a", "b"), seed=2, leads=None):
    rng = np.random.default_rng(seed)
    rows = []
    for t in range(m):
        level = rng.normal(size=n)
        for s, system in enumerate(systems):
            lead = (leads or [0.5 * i for i in range(len(systems))])[s]
            rows += [
                (f"q{i}", system, f"task, {t}", level[i] + lead + rng.normal()) for i in range(n)
            ]
    return polars.DataFrame(rows, schema=["item", "system", "dataset", "score"], orient="row")


def test_value_over_datasets_equals_scipy():
    frame = datasets()
    result = cw.compare(frame)
    means = frame.group_by("dataset", "system", maintain_order=True).agg(polars.col("score").mean())
    table = means["score"].to_numpy().reshape(5, 2)
    d = table[:, 1] - table[:, 0]
    expected = stats.wilcoxon(d).pvalue
    assert result["over_datasets[wilcoxon]"].pvalue == pytest.approx(expected)
    signs = int((d > 0).sum())
    assert result["over_datasets[sign-scores]"].pvalue == pytest.approx(
        stats.binomtest(signs, 5).pvalue
    )
    # Equal sizes: data sets as clusters are a t test of their means.
    row = result["difference[datasets as clusters]"]
    assert row.pvalue == pytest.approx(stats.ttest_1samp(d, 0).pvalue)
    assert row.n == 5
    assert result["difference[combined]"].n == 150
    # A name with a comma stays one name.
    assert result["difference[task; 3]"].n == 30
    (table,) = document(result, figures=False).tables
    assert [row[0] for row in table.rows].count("task, 3") == 1


def test_value_equivalence_over_datasets_is_as_weak_as_its_weaker_side():
    rng = np.random.default_rng(6)
    rows = []
    for t, lead in enumerate([0.05] * 6 + [0.15] * 2):
        for i, level in enumerate(rng.normal(size=20)):
            rows += [(f"q{i}", f"t{t}", "a", level), (f"q{i}", f"t{t}", "b", level + lead)]
    frame = polars.DataFrame(rows, schema=["item", "dataset", "system", "score"], orient="row")
    result = cw.compare(frame, claim="equivalence", margin=0.1)
    # All 8 are above -0.1 (p = 1/256); 6 of 8 are below 0.1.
    assert result["over_datasets[sign-scores]"].pvalue == pytest.approx((28 + 8 + 1) / 256)


def test_value_friedman_over_datasets():
    frame = datasets(m=6, systems=("a", "b", "c"))
    result = cw.compare(frame)
    means = frame.group_by("dataset", "system", maintain_order=True).agg(polars.col("score").mean())
    table = means["score"].to_numpy().reshape(6, 3)
    expected = stats.friedmanchisquare(*table.T)
    assert result["friedman"].pvalue == pytest.approx(expected.pvalue)
    ranks = stats.rankdata(-table, axis=1).mean(axis=0)
    assert [result[f"mean_rank[{s}]"].estimate for s in "abc"] == pytest.approx(list(ranks))
    lower = cw.compare(frame, better="lower")
    assert [lower[f"mean_rank[{s}]"].estimate for s in "abc"] == pytest.approx(list(4 - ranks))
    assert result["difference[b vs a, task; 2]"].n == 30
    text = to_text(result, details=True)
    assert "task, 2" in text
    assert "Friedman" in text


def test_systems_with_awkward_names():
    rng = np.random.default_rng(0)
    names = ["x, y [v2]", "x", "a vs b"]
    frame = polars.DataFrame(
        {
            "item": list(range(50)) * 3,
            "system": [name for name in names for _ in range(50)],
            "score": rng.integers(0, 2, 150),
        }
    )
    result = cw.compare(frame)
    scores = {r.at["system"]: r.estimate for r in result.select("score")}
    for i, name in enumerate(names):
        expected = frame["score"].to_numpy()[50 * i : 50 * i + 50].mean()
        assert scores[name] == pytest.approx(expected)
    assert result["difference[a v b vs x; y (v2)]"].at == {"b": names[2], "a": names[0]}
    assert "x, y [v2]" in to_text(result)
    two = cw.compare(frame, a=names[0], b=names[2])
    assert two["score[x; y (v2)]"].estimate == scores[names[0]]
    assert "x, y [v2] 54.0%" in to_text(two)


def test_many_systems_are_compared_on_the_items_they_share():
    frame = datasets(m=1, systems=("a", "b", "c"))
    short = frame.filter(~((polars.col("system") == "c") & (polars.col("item") == "q4")))
    result = cw.compare(short)
    assert {r.n for r in result.rows if r.quantity == "difference"} == {29}
    assert any("29 of 30" in note for note in result.notes)


def test_value_the_share_of_runs_counts_both_systems():
    frame = runs(items=300, per=4, noise=2.0, seed=9)
    result = cw.compare(frame, test="paired-t", runs="samples")
    table = frame["score"].to_numpy().reshape(2, 300, 4)
    d = table[1].mean(axis=-1) - table[0].mean(axis=-1)
    noise = (table.var(axis=-1, ddof=1).mean(axis=-1) / 4).sum()
    expected = min(1.0, noise / d.var(ddof=1))
    assert result["variance_share[runs]"].estimate == pytest.approx(expected)
    assert expected > 0.8  # the items do not differ at all, so nearly all of it is noise


def test_value_the_noise_of_a_resampled_pvalue():
    frame = runs(items=40, per=1, shift=0.3)
    result = cw.compare(frame, resamples=999)
    p, noise = result["difference"].pvalue, result["pvalue"]
    hits = round(p * 1000) - 1
    low, high = stats.binomtest(hits, 999).proportion_ci(0.95, method="exact")
    assert (noise.low, noise.high) == pytest.approx((min(p, low), max(p, high)))


def test_value_the_widest_interval_of_every_pairing():
    """Two of four and three of four right: two tables have these totals."""
    frame = polars.DataFrame({"system": ["x", "y"], "correct": [2, 3], "n": [4, 4]})
    row = cw.compare(frame)["difference[every pairing]"]
    ends = [
        cw.run_interval("tango", cw.PairCounts.of(3 - both, 2 - both, 4)).only for both in (1, 2)
    ]
    assert row.low == pytest.approx(min(r.low for r in ends))
    assert row.high == pytest.approx(max(r.high for r in ends))
    assert ends[0].low != pytest.approx(ends[1].low)


def test_a_column_that_only_looks_like_clusters_is_left_out_with_a_note():
    frame = datasets(m=1).drop("dataset")
    plain = cw.compare(frame)
    for column in (["all"] * len(frame), [f"g{item}" for item in frame["item"]]):
        named = frame.with_columns(polars.Series("group", column))
        result = cw.compare(named)
        assert result["difference"] == plain["difference"]
        assert any("it is not used" in note for note in result.notes)
        with pytest.raises(DataError, match="cluster"):
            cw.compare(named, cluster="group")


def test_recognised_clusters_can_be_left_out():
    frame = datasets(m=1).drop("dataset")
    passage = [f"p{int(item[1:]) // 5}" for item in frame["item"]]
    named = frame.with_columns(polars.Series("passage", passage))
    assert cw.compare(named).method == "cluster-permutation"
    assert cw.compare(named, cluster="none")["difference"] == cw.compare(frame)["difference"]
