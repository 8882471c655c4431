"""Runs, several data sets and awkward names, through the front door."""

import numpy as np
import polars
import pytest
from scipy import stats

import claimwise as cw
from claimwise.core import DataError
from claimwise.report import to_text


def runs(items=40, per=5, noise=1.0, shift=0.0, seed=1):
    rng = np.random.default_rng(seed)
    level = rng.normal(size=items)
    rows = []
    for system, lead in (("a", 0.0), ("b", shift)):
        for i in range(items):
            for k in range(per):
                rows.append((f"i{i}", system, level[i] + lead + noise * rng.normal(), k))
    return polars.DataFrame(rows, schema=["item", "system", "score", "run"], orient="row")


def test_value_nested_resampling_has_the_spread_of_items_and_runs():
    frame = runs(items=200, per=4, seed=7)
    nested = cw.compare(frame, runs="nested", resamples=4000)
    table = frame["score"].to_numpy().reshape(2, 200, 4)
    d = table[1].mean(axis=-1) - table[0].mean(axis=-1)
    # Items drawn anew have variance of d; runs drawn anew add s^2 (1 - 1/K) / K for each system.
    within = table.var(axis=-1).mean(axis=-1).sum() / 4
    error = np.sqrt((d.var() + within) / 200)
    row = nested["difference"]
    assert row.estimate == pytest.approx(d.mean())
    width = row.high - row.low
    assert width == pytest.approx(2 * 1.959964 * error, rel=0.05)
    z = d.mean() / error
    assert row.pvalue == pytest.approx(2 * stats.norm.sf(abs(z)), abs=0.03)
    assert nested.method == "nested-bootstrap"
    again = cw.compare(frame, runs="nested", resamples=4000)
    assert again.rows == nested.rows


def test_nested_needs_runs():
    frame = runs(per=1)
    with pytest.raises(DataError, match="several runs"):
        cw.compare(frame, runs="nested")


def test_order_of_rows_is_irrelevant_also_for_nested_runs():
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
    text = to_text(result)
    assert text.count("[task; 3]") == 1


def test_value_friedman_over_datasets():
    frame = datasets(m=6, systems=("a", "b", "c"))
    result = cw.compare(frame)
    means = frame.group_by("dataset", "system", maintain_order=True).agg(polars.col("score").mean())
    table = means["score"].to_numpy().reshape(6, 3)
    expected = stats.friedmanchisquare(*table.T)
    assert result["friedman"].pvalue == pytest.approx(expected.pvalue)
    ranks = stats.rankdata(-table, axis=1).mean(axis=0)
    assert [result[f"mean_rank[{s}]"].estimate for s in "abc"] == pytest.approx(list(ranks))
    assert result["difference[b vs a, task; 2]"].n == 30
    text = to_text(result)
    assert "Comparisons on task; 2" in text
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
    scores = {r.qualifier: r.estimate for r in result.rows if r.name == "score"}
    for i, name in enumerate(("x; y (v2)", "x", "a vs b")):
        expected = frame["score"].to_numpy()[50 * i : 50 * i + 50].mean()
        assert scores[name] == pytest.approx(expected)
    text = to_text(result)
    assert "x; y (v2)" in text
    two = cw.compare(frame, a=names[0], b=names[2])
    assert two["score[x; y (v2)]"].estimate == scores["x; y (v2)"]
    assert "x, y [v2] is right on" in " ".join(to_text(two).split())


def test_many_systems_are_compared_on_the_items_they_share():
    frame = datasets(m=1, systems=("a", "b", "c"))
    short = frame.filter(~((polars.col("system") == "c") & (polars.col("item") == "q4")))
    result = cw.compare(short)
    assert {r.n for r in result.rows if r.name == "difference"} == {29}
    assert any("29 of 30" in note for note in result.notes)
