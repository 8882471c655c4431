"""Tables of Wein et al. (2023), computed again."""

from __future__ import annotations

import json
from importlib.resources import files
from math import isnan, nan
from pathlib import Path

import pytest
from claimwise.replications.wein2023_verdicts import errors_apart, judge_truths, model_error

from claimwise import replications, report
from claimwise.kernels.response_samplers import PUBLISHED as SAMPLERS
from claimwise.replications import wein2023, wein2023_split
from claimwise.replications.base import Effort, Value
from claimwise.replications.table import read_values

QUICK = Effort(quick=True, seed=1, workers=1)


@pytest.fixture(scope="module")
def tables():
    return replications.kept("wein2023")


def kept_values(name, columns):
    path = Path(str(files("claimwise.replications") / "kept" / f"{name}.csv"))
    return read_values(path, columns)


def at(metric, sampler, value, epsilon):
    return f"[metric={metric}, sampler={sampler}, value={value}, epsilon={epsilon}]"


# From Tables 6 and 7 of the paper: true p, and the same computed with another program.
TRUE = [
    ("mae", "bootstrap,all", "0.05", 0.067622, 0.0697),
    ("mae", "bootstrap,first", "0.05", 0.356032, 0.360),
    ("wins", "bootstrap,all", "0.05", 0.001909, 0.0022),
    ("wins", "all,sample(1)", "0.05", 0.087604, 0.100),
    ("inverse-mse", "all,sample(5)", "0.05", 0.262248, 0.2656),
    ("spearman", "bootstrap,sample(5)", "0.05", 0.263784, 0.2662),
    ("mean-emd-published", "bootstrap,all", "0.05", 0.195486, 0.210),
    ("emd-means-published", "bootstrap,all", "0.3", 0.141411, 0.139),
    ("emd-responses-published", "bootstrap,all", "0.3", 0.027877, 0.0345),
    ("inverse-mse", "bootstrap,all", "0.1", 0.010974, 0.0115),
    ("cosine", "bootstrap,all", "0.1", 0.1314, 0.141),
]


@pytest.mark.parametrize(
    ("metric", "sampler", "epsilon", "theirs", "another"),
    TRUE,
    ids=[f"{m}-{s}-{e}" for m, s, e, *_ in TRUE],
)
def test_value_true_p_beside_the_published(tables, metric, sampler, epsilon, theirs, another):
    where = at(metric, sampler, "true p", epsilon)
    assert tables[f"published{where}"].estimate == theirs
    assert tables[f"errors apart{where}"].estimate < 3
    row = tables[f"p{where}"]
    error = (row.high - row.estimate) / 1.96
    assert abs(row.estimate - another) < 3 * error * 1.5 + 0.0005


def test_value_the_correct_distance_stands_beside_the_published(tables):
    def true(metric, epsilon):
        return tables["p" + at(metric, "bootstrap,all", "true p", epsilon)]

    assert true("mean-emd", "0.05").estimate == pytest.approx(0.071, abs=0.015)
    assert true("mean-emd-published", "0.05").low > 0.15
    assert true("emd-means", "0.3").estimate == pytest.approx(0.0025, abs=0.002)
    assert true("emd-responses", "0.3").estimate == pytest.approx(0.0061, abs=0.004)
    assert f"{true('mean-emd', '0.1').estimate:.3g} correct" in " ".join(tables.notes)


# Means and standard deviations over 120 test sets, made with another program; epsilon is 0.05.
ESTIMATES = {
    "all,sample(1)": ((0.344, 0.080), (0.085, 0.034)),
    "all,sample(5)": ((0.168, 0.098), (0.013, 0.012)),
    "bootstrap,all": ((0.102, 0.105), (0.007, 0.015)),
    "bootstrap,first": ((0.278, 0.142), (0.117, 0.117)),
    "bootstrap,sample(1)": ((0.349, 0.078), (0.091, 0.037)),
    "bootstrap,sample(5)": ((0.187, 0.098), (0.017, 0.014)),
}


@pytest.mark.parametrize("sampler", SAMPLERS, ids=list(SAMPLERS))
def test_value_mean_estimates_of_many_test_sets(tables, sampler):
    for metric, (mean, spread) in zip(("mae", "wins"), ESTIMATES[sampler], strict=True):
        row = tables["p" + at(metric, sampler, "mean estimate", "0.05")]
        assert abs(row.estimate - mean) < 3.5 * spread * (1 / 20 + 1 / 120) ** 0.5
        of = tables["p" + at(metric, sampler, "SD of estimates", "0.05")]
        assert of.low <= of.estimate <= of.high


def test_what_is_kept_is_whole(tables):
    values = kept_values("wein2023", wein2023.COLUMNS)
    assert len(values) == 5 * (45 + 4) + 5 * 3 * 45
    assert len({value.where for value in values}) == len(values)
    published = [row for row in tables.rows if row.name == "published"]
    assert len(published) == 3 * len(wein2023.published_values("published"))
    toxic = kept_values("wein2023-toxicity", wein2023.COLUMNS)
    assert len(toxic) == 5 * 49
    split = kept_values("wein2023-split", wein2023_split.COLUMNS)
    assert len(split) == 7 * 3


def test_value_published_rows_are_consistent():
    """Samplers that keep as many answers were judged by the same fresh studies, or by like ones."""
    for world in ("published", "toxicity"):
        by = {}
        for (metric, sampler, epsilon), (_, true) in wein2023.published_values(world).items():
            assert 0 <= true < 0.52
            single = sampler in ("all,sample(1)", "bootstrap,first", "bootstrap,sample(1)")
            by.setdefault((metric, epsilon, single), []).append(true)
        for key, values in by.items():
            assert max(values) - min(values) < 0.04, key
    estimated, true = wein2023.published_values("published")["mae", "all,sample(5)", "0.05"]
    assert (estimated, true) == (0.331591, 0.067622)


def test_verdicts(tables):
    assert tables.notes[0].startswith("Reproduces: ")
    said = " ".join(tables.notes)
    for word in ("no p-value", "one over the mean squared error", "histogram", "uniform(0, 0.3)"):
        assert word in said
    assert "one draw of noise: over 20 test sets" in said
    toxicity = replications.kept("wein2023-toxicity")
    assert toxicity.notes[0].startswith("Reproduces: ")
    assert any("nobody wins a tie" in note for note in toxicity.notes)


def test_direction_a_wrong_world_does_not_reproduce():
    values = [
        value._replace(estimate=value.estimate / 2, low=value.low / 2, high=value.high / 2)
        for value in kept_values("wein2023", wein2023.COLUMNS)
    ]
    said = judge_truths(values, wein2023.TABLES.published)
    assert said[0].startswith("Differs: ")


def test_value_errors_apart():
    where = (("metric", "mae"), ("sampler", "bootstrap,all"), ("value", "true p"))
    value = Value(where, "p", 0.07, 0.07 - 1.96 * 0.004, 0.07 + 1.96 * 0.004, 2000)
    # Ours has an error of 0.004, the published one of half as many studies 0.004 sqrt(2).
    assert errors_apart(value, 0.0838) == pytest.approx(0.0138 / 0.004 / 3**0.5, rel=1e-3)
    assert isnan(errors_apart(value, nan))
    zero = Value(where, "p", 0.0, 0.0, 0.0, 2000)
    assert errors_apart(zero, 0.0) == 0.0
    assert errors_apart(zero, 2e-6) < 0.1
    # None of ours says little of a share that one study in a thousand makes.
    assert 1 < errors_apart(zero, 1e-3) < 2
    assert errors_apart(zero, 0.05) > 3


def test_value_model_error_of_an_even_share():
    # Areas of 1/2: Q1 = Q2 = 1/3, and (1/4 + 2 (m - 1) / 12) / m^2.
    assert model_error(0.5, 100) == pytest.approx(((1 / 4 + 99 / 6) / 100**2) ** 0.5)


# Power of 2,000 studies each, made with another program.
SPLIT = {
    "mae": (0.55, 0.65, 0.86, 0.95, 0.98, 0.99, 0.98),
    "wins": (0.98, 0.96, 0.94, 0.93, 0.86, 0.71, 0.46),
    "mean-emd": (0.55, 0.65, 0.86, 0.96, 0.98, 0.99, 0.98),
}


@pytest.mark.parametrize("metric", list(SPLIT), ids=list(SPLIT))
def test_value_power_by_items_and_answers(metric):
    found = replications.kept("wein2023-split")
    for items, power in zip(wein2023_split.ITEMS, SPLIT[metric], strict=True):
        where = f"world=normal epsilon 0.1, test=one-sided, metric={metric}, items={items}"
        row = found[f"power[{where}]"]
        # Both have the chance of their critical value, theirs of 2,000 studies and rounded.
        assert abs(row.estimate - power) < 2.5 * (row.high - row.low) / 2 * 1.2 + 0.006


def test_law_the_kept_split_is_what_the_command_gives():
    (value, *_) = wein2023_split._compute(10, Effort(quick=False, seed=1, workers=1))
    kept = replications.kept("wein2023-split")
    assert kept[value.row().estimand].estimate == pytest.approx(value.estimate, abs=0.001)


def test_tables_and_figure(tables):
    parts = report.to_text(tables)
    for title in ("true p, published in brackets", "mean estimate", "SD of estimates"):
        assert f"Expected p: {title}" in parts
    line = next(x for x in parts.splitlines() if x.startswith("mae") and "bootstrap,all" in x)
    row = tables["p" + at("mae", "bootstrap,all", "true p", "0.05")]
    apart = tables["errors apart" + at("mae", "bootstrap,all", "true p", "0.05")]
    assert f"{row.estimate:.4g} (0.0676; {apart.estimate:.1f})" in line
    chart = report.vega_lite(tables)
    values = chart["data"]["values"]
    assert {value["source"] for value in values} == {"claimwise", "published"}
    assert {value["value"] for value in values} == {"true p", "estimated p", "mean estimate"}
    assert chart["facet"]["row"]["sort"] == list(wein2023.METRICS)
    assert all(value["estimate"] <= 0.6 for value in values)
    assert json.dumps(chart)


def test_quick_runs_have_a_part(monkeypatch):
    for name in ("QUICK_STUDIES", "QUICK_RESAMPLES", "QUICK_OF_SET"):
        monkeypatch.setattr(wein2023, name, 4)
    monkeypatch.setattr(wein2023, "ITEMS", 50)
    result = replications.reproduce("wein2023", quick=True)
    assert {row.at["epsilon"] for row in result.rows} == {0.05, 0.1}
    again = replications.reproduce("wein2023", quick=True)
    assert again.rows == result.rows
