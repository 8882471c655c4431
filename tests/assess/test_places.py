"""Where rows stand, and what notes are."""

import numpy as np
import polars
import pytest

import claimwise as cw

DATASETS = ("easy", "hard", "combined")


@pytest.fixture(scope="module")
def scores():
    rng = np.random.default_rng(0)
    rows = [
        (f"{d}{i}", d, s, int(rng.random() < 0.5 + 0.1 * k))
        for d in DATASETS
        for k, s in enumerate("abc")
        for i in range(40)
    ]
    return polars.DataFrame(rows, schema=["item", "dataset", "system", "score"], orient="row")


def test_two_systems_stand_at_data_sets_and_over_them(scores):
    found = cw.compare(scores, a="a", b="b", assess="test,interval,posterior")
    assert found.kind == "comparison"
    places = [
        *({"dataset": name} for name in ("easy", "hard", "combined (data set)")),
        {"over": "combined"},
    ]
    assert [row.at for row in found.select("verdict")] == places
    assert found.select("score", system="b", over="combined")[0].estimand == "score[b, combined]"
    assert found.select("flips", dataset="hard")[0].at == {
        "direction": "right to wrong",
        "dataset": "hard",
    }
    believed = found.select("posterior_difference", dataset="easy")
    assert believed[0].estimand == "posterior_difference[easy]"
    assert [row.at for row in found.select("over_datasets")] == [
        {"analysis": "sign-scores"},
        {"analysis": "wilcoxon"},
    ]


def test_more_systems_stand_at_pairs(scores):
    found = cw.compare(scores)
    assert found.kind == "leaderboard"
    assert [row.at for row in found.select("raw_pvalue")] == [
        {"b": "b", "a": "a"},
        {"b": "c", "a": "a"},
        {"b": "c", "a": "b"},
    ]
    (row,) = found.select("difference", b="c", a="b", dataset="hard")
    assert row.estimand == "difference[c vs b, hard]"
    assert {row.at["system"] for row in found.select("rank")} == set("abc")


def test_a_difference_that_never_varies_is_judged_and_stops_no_other():
    columns = {"a": np.random.default_rng(0).random(30), "b": [0.5] * 30, "c": [0.75] * 30}
    rows = [(i, name, x) for name, column in columns.items() for i, x in enumerate(column)]
    table = polars.DataFrame(rows, schema=["item", "system", "score"], orient="row")
    found = cw.compare(table)
    cautions = [note for note in found.notes if note.kind == "caution"]
    assert len(cautions) == 1
    assert "there is no interval" in cautions[0]
    same = found["difference[c vs b]"]  # every sign is the same: 2 of 2^30 ways
    # Both other pairs have the same differences, but for a constant: they count as one, or as
    # little more, as 30 items do not tell the correlation for certain.
    assert 2 < same.pvalue / 2.0**-29 < 3
    assert found["verdict[c vs b]"].estimate == 1
    assert np.isnan([same.low, same.high]).all()
    other = found["difference[b vs a]"]
    assert 0 < other.pvalue <= 1
    assert other.low < other.estimate < other.high


def test_metrics_stand_after_systems():
    gold = ["x", "y", "z"] * 20
    predicted = {"a": ["x", "y", "y"] * 20, "b": ["x", "z", "z"] * 20, "c": ["y", "y", "z"] * 20}
    rows = [(i, s, gold[i], p[i]) for s, p in predicted.items() for i in range(60)]
    table = polars.DataFrame(rows, schema=["item", "system", "gold", "prediction"], orient="row")
    found = cw.compare(table, metric="f1:macro,mcc", resamples=200)
    (row,) = found.select("difference", b="b", a="a", metric="mcc")
    assert row.estimand == "difference[b vs a, mcc]"
    assert found.select("score", system="c", metric="mcc")[0].estimand == "score[c, mcc]"
    groups = found.provenance["settings"]["groups"]
    assert set(groups) == {f"{s}, {m}" for s in "abc" for m in ("f1:macro", "mcc")}
    assert len(found.provenance["settings"]["signature"]) == 2


def test_notes_say_what_they_are(scores):
    found = cw.compare(scores, a="a", b="b", dataset="easy", correct=None)
    kinds = {note.partition(":")[0]: note.kind for note in found.notes}
    assert kinds["Items"] == "dropped"
    assert kinds["Test"] == kinds["Interval"] == kinds["Recognised"] == "inferred"
    assert kinds["Null hypothesis"] == kinds["Detectable difference"] == "assumed"
    assert [note.about for note in found.notes if note.startswith("Detectable")] == ["mde"]
    many = cw.compare(scores, dataset="easy", correct="none")
    assert [note.kind for note in many.notes if "without a correction" in note] == ["caution"]
