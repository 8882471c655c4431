"""Tables 5 to 14 of Wein et al. (2023), computed again, and the split of 1,000 answers."""

from __future__ import annotations

import json
from dataclasses import replace
from math import isnan, sqrt

import numpy as np
import pytest

import papers
from claimwise import report
from claimwise.core import block_rng
from claimwise.data import Counts
from papers.base import Effort, Value
from papers.run import kept_values
from papers.wein2023 import chance, draws, setting, split, tables_5_9, tables_10_14
from papers.wein2023.expected_p import of_test_set, of_world
from papers.wein2023.setting import METRICS, SAMPLERS, published_values

from .kept import FULL, judged

NORMAL, TOXICITY = "wein-tables-5-9", "wein-tables-10-14"


@pytest.fixture(scope="module")
def tables():
    return papers.kept(NORMAL)


def at(metric, sampler, value, epsilon):
    return f"[{metric}, sampler={sampler}, value={value}, epsilon={epsilon}]"


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
    row = tables[f"p{where}"]
    error = (row.high - row.estimate) / 1.96
    assert abs(row.estimate - theirs) <= tables[f"tolerance{where}"].estimate
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
        assert row.n == 100
        assert abs(row.estimate - mean) < 3.5 * spread * (1 / 100 + 1 / 120) ** 0.5
        of = tables["p" + at(metric, sampler, "SD of estimates", "0.05")]
        assert of.low * 0.8 <= spread <= of.high * 1.25
        # What is judged is the spread: it is read back from the interval of the mean.
        value = Value((), "p", row.estimate, row.low, row.high, row.n)
        assert chance.spread_of(value) == pytest.approx(of.estimate, rel=1e-3)


def test_what_is_kept_has_every_row_of_the_tables(tables):
    values = [v for v in kept_values(NORMAL) if v.quantity == "p"]
    assert len(values) == 5 * (45 + 4) + 5 * 3 * 45 + 9
    published = [row for row in tables.rows if row.quantity == "published"]
    assert len(published) == 3 * len(published_values("published"))
    assert len([v for v in kept_values(TOXICITY) if v.quantity == "p"]) == 5 * 49
    assert len(kept_values("wein-split")) == 7 * 3 * 2


def test_value_published_rows_are_consistent():
    """Samplers that keep as many answers were judged by the same fresh studies, or by like ones."""
    for world in ("published", "toxicity"):
        by = {}
        for (metric, sampler, epsilon), (_, true) in published_values(world).items():
            assert 0 <= true < 0.52
            assert metric in setting.metrics_of(sampler)
            by.setdefault((metric, epsilon, sampler in setting.OF_ONE), []).append(true)
        for key, values in by.items():
            assert max(values) - min(values) < 0.04, key
    estimated, true = published_values("published")["mae", "all,sample(5)", "0.05"]
    assert (estimated, true) == (0.331591, 0.067622)
    estimated, true = published_values("toxicity")["mean-emd-published", "bootstrap,all", "0.1"]
    assert (estimated, true) == (0.4127, 0.18099)


def test_verdicts(tables):
    found = papers.kept_verdict(NORMAL)
    true = [one for one in found.numbers if one.value.at("value") == "true p"]
    single = [one for one in found.draws if one.value.at("value") == "mean estimate"]
    assert (len(found.numbers), len(found.draws)) == (211, 211)
    assert len(true) == len(single) == len(published_values("published")) == 211
    assert all(one.same for one in true)
    assert all(one.same for one in single)
    assert all(isnan(one.their_way) for one in (*true, *single))
    said = " ".join(tables.notes)
    for word in ("no p-value", "one over the mean squared error", "histogram", "cut to 0 to 1"):
        assert word in said
    assert "one draw of noise: over 100 test sets" in said


def test_value_the_spreads_of_the_text_do_not_give_the_numbers(tables):
    """With another program the true p of mae is 0.4753 then, and of wins 0.3105."""
    for metric, another in (("mae", 0.4753), ("wins", 0.3105)):
        row = tables["p" + at(metric, "bootstrap,all", "true p of spreads to 2", "0.05")]
        assert abs(row.estimate - another) < 2 * (row.high - row.estimate)
    (claim,) = papers.kept_verdict(NORMAL).claims
    assert not claim.holds

    def published(value):
        if value.at("value") != tables_5_9.TEXT:
            return value
        theirs = published_values("published")[value.at("metric"), "bootstrap,all", "0.05"][1]
        return value._replace(estimate=theirs, low=theirs - 0.01, high=theirs + 0.01)

    assert judged(NORMAL, published).claims[0].holds


def errors_away(kind, epsilon):
    """Return by how many errors published numbers of ratings lie above ours, or above theirs."""
    values = [v for v in kept_values(TOXICITY) if v.at("epsilon") in (epsilon or setting.EPSILONS)]
    found = []
    for value in values:
        known = published_values("toxicity").get(tuple(value.at(k) for k in KEYS))
        if value.quantity == kind and known is not None:
            found.append((known[1] - value.estimate) / chance.error_between(value, known[1]))
    return np.array(found)


KEYS, KINDS = ("metric", "sampler", "epsilon"), ("p", "their way")


def test_value_the_spreads_of_the_text_explain_what_differs():
    """And wins that rounding decides; with them all published numbers lie within chance."""
    found = papers.kept_verdict(TOXICITY)
    off = [one for one in found.numbers if not one.same]
    assert {(one.value.at("metric"), one.value.at("epsilon")) for one in off} == {("wins", "0.1")}
    assert all(one.explained for one in off)
    assert all(one.value.estimate < one.their_way < one.published for one in off)
    assert len(found.numbers) == 179
    assert all(abs(one.their_way - one.published) <= one.tolerance for one in found.numbers)
    assert any("Estimated p is not here" in note for note in papers.kept(TOXICITY).notes)


def test_value_what_is_said_of_the_spreads_of_the_text():
    """The sentence is of the kept run; here it is computed."""
    said = tables_10_14.WITH_THE_TEXT
    assert said in papers.kept(TOXICITY).notes
    most = [np.ceil(10 * np.abs(errors_away(kind, None)).max()) / 10 for kind in KINDS]
    assert f"within {most[1]:.1f} Monte Carlo errors of their way" in said
    assert f"within {most[0]:.1f} of ours" in said
    below = {e: -errors_away("their way", (e,)).mean() for e in ("0.05", "0.1")}
    assert f"by {below['0.1']:.1f} errors on average at 0.1 and by {below['0.05']:.1f} at" in said
    for epsilon, nearer in (("0.05", "p"), ("0.1", "their way"), ("0.3", "their way")):
        squares = {k: (errors_away(k, (epsilon,)) ** 2).mean() for k in KINDS}
        assert min(squares, key=lambda kind: squares[kind]) == nearer


def test_law_their_way_is_the_world_of_the_text(monkeypatch):
    """A triangle from -0.05 over 0.21 to 0.45, cut at 0; otherwise the world that plans know."""
    made = []
    monkeypatch.setattr(tables_10_14, "truths", lambda world, *_: made.append(world) or {})
    tables_10_14._study(FULL, "0.1")
    ours, theirs = made
    assert ours == setting.WORLDS["toxicity"]
    assert ours.spread.numbers == (-0.06, 0.21, 0.45)
    assert (theirs.spread.numbers, theirs.spread.limits) == ((-0.05, 0.21, 0.45), (0.0, 1.0))
    assert replace(theirs, spread=ours.spread) == ours


@pytest.mark.parametrize("name", [NORMAL, TOXICITY])
def test_direction_a_wrong_world_does_not_reproduce(name):
    def halved(value):
        ends = (value.estimate / 2, value.low / 2, value.high / 2)
        return value._replace(estimate=ends[0], low=ends[1], high=ends[2])

    found = judged(name, halved)
    true = [one for one in found.numbers if one.value.at("value") == "true p"]
    assert sum(one.same for one in true) < 0.6 * len(true)
    assert sum(not one.same and not one.explained for one in true) > 50


def test_direction_an_estimate_that_no_test_set_gives_differs():
    def shifted(value):
        if value.at("value") != "mean estimate" or value.quantity != "p":
            return value
        return value._replace(
            estimate=value.estimate + 0.9, low=value.low + 0.9, high=value.high + 0.9
        )

    found = judged(NORMAL, shifted)
    single = [one for one in found.draws if one.value.at("value") == "mean estimate"]
    assert (len(found.numbers), len(found.draws)) == (211, 211)
    assert not any(one.same for one in single)


def test_value_errors_between_both():
    value = Value((), "p", 0.07, 0.07 - 1.96 * 0.004, 0.07 + 1.96 * 0.004, 2000)
    # Ours has an error of 0.004, the published one of half as many studies 0.004 sqrt(2).
    assert chance.error_between(value, 0.0838) == pytest.approx(0.004 * sqrt(3), rel=1e-3)
    zero = Value((), "p", 0.0, 0.0, 0.0, 2000)
    assert chance.error_between(zero, 0.0) == setting.PRECISION
    # None of ours says little of a share that one study in a thousand makes.
    assert 1 < 1e-3 / chance.error_between(zero, 1e-3) < 2
    assert 0.05 / chance.error_between(zero, 0.05) > chance.ERRORS


def test_value_model_error_of_an_even_share():
    # Areas of 1/2: Q1 = Q2 = 1/3, and (1/4 + 2 (m - 1) / 12) / m^2.
    assert chance.model_error(0.5, 100) == pytest.approx(((1 / 4 + 99 / 6) / 100**2) ** 0.5)


def test_value_reach_of_one_draw():
    mean = draws.mean_of(draws.np.array([0.1, 0.2, 0.3, 0.4]))
    assert (mean.mean, mean.spread) == (pytest.approx(0.25), pytest.approx(sqrt(0.05 / 3)))
    assert mean.high == pytest.approx(0.25 + 3.182 * mean.spread / 2, rel=1e-3)  # t of 3
    value = Value((), "p", mean.mean, mean.low, mean.high, 4)
    assert chance.spread_of(value) == pytest.approx(mean.spread)
    assert chance.of_one_draw(value) == pytest.approx(9.219 * mean.spread * sqrt(1.25), rel=1e-3)
    many = value._replace(studies=10**6)
    assert chance.of_one_draw(many) == pytest.approx(3 * chance.spread_of(many), rel=1e-3)


# Power of 2,000 studies each, made with another program.
SPLIT = {
    "mae": (0.55, 0.65, 0.86, 0.95, 0.98, 0.99, 0.98),
    "wins": (0.98, 0.96, 0.94, 0.93, 0.86, 0.71, 0.46),
    "mean-emd": (0.55, 0.65, 0.86, 0.96, 0.98, 0.99, 0.98),
}


@pytest.mark.parametrize("metric", list(SPLIT), ids=list(SPLIT))
def test_value_power_by_items_and_answers(metric):
    found = papers.kept("wein-split")
    for k, power in zip(split.ANSWERS, SPLIT[metric], strict=True):
        where = f"world={split.WORLD}, test=known null, {metric}, items={1000 // k}"
        row = found[f"power[{where}]"]
        # Both have the chance of their critical value, theirs of 2,000 studies and rounded.
        assert abs(row.estimate - power) < 2.5 * (row.high - row.low) / 2 * 1.2 + 0.006


def test_direction_a_test_that_does_not_know_the_null_finds_less():
    found = {v.where: v.estimate for v in kept_values("wein-split")}
    for where, power in found.items():
        if dict(where)["test"] == split.SWAP:
            known = tuple((k, split.KNOWN if k == "test" else v) for k, v in where)
            assert power < found[known] + 0.03


@pytest.mark.calibration
def test_law_the_kept_split_is_what_the_command_gives():
    kept = papers.kept("wein-split")
    (cell,) = papers.REPLICATIONS["wein-split"].cells()
    for value in cell.compute(FULL):
        assert kept[value.row().estimand].estimate == pytest.approx(value.estimate, abs=0.003)


def test_law_the_kept_estimate_is_what_the_test_set_gives(tables):
    epsilon, sampler = "0.05", "bootstrap,first"
    rng = block_rng(1, draws.ONE_SET, setting.EPSILONS.index(epsilon))
    world = setting.WORLDS["published"].at(epsilon_b=float(epsilon))
    answers = world.draw(1000, Counts.of(5), rng, 1).study(0)
    seed = int(rng.integers(2**32))
    found = of_test_set(answers, ("mae", "wins"), sampler, resamples=1000, seed=seed)
    for metric in ("mae", "wins"):
        row = tables["p" + at(metric, sampler, "estimated p", epsilon)]
        again = found[metric].estimate
        assert row.estimate == pytest.approx(again, rel=1e-4)


def test_law_samplers_that_keep_one_answer_have_the_true_p_of_one(monkeypatch):
    monkeypatch.setattr(draws, "ITEMS", 40)
    world = setting.WORLDS["published"].at(epsilon_b=0.3)
    quick = Effort(quick=True, seed=1, workers=1)
    found = draws.fresh(world, 30, quick, METRICS, setting.SINGLE)
    assert len(found) == 45
    size = {"items": 40, "answers": 5, "studies": 30, "seed": 1}
    alone = of_world(world, ("mae",), ("mae",), **size)
    five, one = (alone["mae", k] for k in (5, 1))
    assert all(found["mae", sampler] == one for sampler in setting.OF_ONE)
    assert all(found["mae", s] == five for s in SAMPLERS if s not in setting.OF_ONE)
    assert one.estimate > five.estimate


def test_tables_and_figure(tables):
    parts = report.to_text(tables)
    for title in ("true p, published in brackets", "mean estimate", "SD of estimates"):
        assert f"Expected p: {title}" in parts
    line = next(x for x in parts.splitlines() if x.startswith("mae") and "bootstrap,all" in x)
    row = tables["p" + at("mae", "bootstrap,all", "true p", "0.05")]
    assert f"{row.estimate:.4g} (0.0676)" in line
    chart = report.vega_lite(tables)
    values = chart["data"]["values"]
    assert {value["source"] for value in values} == {"claimwise", "published"}
    assert {value["value"] for value in values} == {"true p", "estimated p", "mean estimate"}
    assert chart["facet"]["row"]["sort"] == list(METRICS)
    assert all(value["estimate"] <= 0.6 for value in values)
    assert json.dumps(chart)


def test_quick_runs_have_a_part(monkeypatch):
    for name in ("QUICK_STUDIES", "QUICK_RESAMPLES", "QUICK_OF_SET"):
        monkeypatch.setattr(tables_5_9, name, 4)
    monkeypatch.setattr(draws, "ITEMS", 50)
    result = papers.reproduce(NORMAL, quick=True)
    assert {row.at["epsilon"] for row in result.rows} == {"0.05", "0.1"}
    again = papers.reproduce(NORMAL, quick=True)
    assert again.rows == result.rows


@pytest.mark.calibration
@pytest.mark.parametrize("name", [NORMAL, TOXICITY, "wein-tables-1-4"])
def test_quick_runs_come_to_the_same(name):
    result = papers.reproduce(name, quick=True)
    verdict = result.provenance["settings"]["verdict"]
    of = ("plausible", "draws") if name == "wein-tables-1-4" else ("same", "numbers")
    assert verdict[of[0]] >= 0.97 * verdict[of[1]] > 25
    assert not any("no reason is known" in note for note in result.notes)
