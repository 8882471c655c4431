"""Logs through the same door as tables: names, digests, and what belongs together."""

import csv
from dataclasses import replace

import numpy as np
import pytest

from claimwise.core import DataError, ParameterError
from claimwise.data import Coded, Scores, align, read


def log(system, dataset="d", metric="acc", n=3, **more):
    items = Coded(np.arange(n, dtype=np.int32), tuple(f"i{i}" for i in range(n)))
    zeros = np.zeros(n, np.int32)
    return Scores(
        item=items,
        system=Coded(zeros, (system,)),
        score=np.arange(n, dtype=float),
        metric=Coded(zeros, (metric,)),
        dataset=Coded(zeros, (dataset,)),
        fingerprints={"doc": Coded(np.arange(n, dtype=np.int32), tuple("xyz"[:n]))},
        better={metric: "higher"},
        inferred=("format: made up",),
        **more,
    )


@pytest.fixture
def harness(monkeypatch, tmp_path):
    """Stand in for the readers of logs: a file called NAME.log is the log of that name."""
    logs, asked = {}, []

    def read_log(path, *, kind, metric, columns, filter):
        asked.append((path.name, kind, metric, dict(columns), filter))
        return logs[path.stem]

    def sniff(path):
        return "made-up" if path.suffix == ".log" else None

    monkeypatch.setattr("claimwise.data.logs.sniff", sniff)
    monkeypatch.setattr("claimwise.data.logs.read_log", read_log)

    def add(name, scores):
        logs[name] = scores
        path = tmp_path / f"{name}.log"
        path.write_text(name)
        return path

    add.asked = asked
    add.logs = logs
    return add


def test_two_logs_of_two_systems(harness):
    a, b = harness("a", log("m1")), harness("b", log("m2"))
    scores = read(a, b, metric="acc", columns={"cluster": "doc.passage"}, filter="strict")
    assert scores.system.labels == ("m1", "m2")
    assert harness.asked[0] == ("a.log", "made-up", "acc", {"cluster": "doc.passage"}, "strict")
    assert scores.better == {"acc": "higher"}
    assert scores.inferred == ("format: made up",)
    assert scores.provenance["data"].startswith("sha256:")
    assert align(scores).n == 3
    assert scores.place(4) == f"row 2 of {b}"


def test_logs_of_one_system_on_one_data_set_are_told_apart_by_their_files(harness):
    old, new = harness("old", log("m")), harness("new", log("m"))
    scores = read(old, new)
    assert scores.system.labels == ("old", "new")
    assert any("as several files name the same system" in line for line in scores.inferred)
    assert read(old, new, system=["v1", "v2"]).system.labels == ("v1", "v2")


def test_logs_of_one_system_on_two_data_sets_belong_together(harness):
    paths = [harness(f"{m}-{d}", log(m, d)) for m in ("m1", "m2") for d in ("d1", "d2")]
    scores = read(*paths)
    assert scores.system.labels == ("m1", "m2")
    assert align(scores).n == 6
    assert align(scores, dataset="d2").n == 3


def test_fingerprints_are_compared_across_files(harness):
    other = replace(log("m2"), fingerprints={"doc": Coded(np.int32([0, 1, 2]), ("x", "y", "w"))})
    pairs = align(read(harness("a", log("m1")), harness("b", other)))
    assert pairs.audit.conflicts == {"doc": 1}
    none = replace(log("m3"), fingerprints={})
    assert align(read(harness("a", log("m1")), harness("c", none))).n == 3


def test_inputs_of_corpus_metrics_are_kept_in_their_rows(harness):
    inputs = np.empty(3, dtype=object)
    inputs[:] = [(0, 1), (1, 1), None]
    a = harness("a", replace(log("m1"), inputs=inputs))
    scores = read(a, harness("b", log("m2")))
    assert scores.inputs.tolist() == [(0, 1), (1, 1), None, None, None, None]


def test_logs_that_do_not_go_together(harness):
    a = harness("a", log("m1"))
    with pytest.raises(DataError, match=r'metrics: acc, f1\. Choose one with metric="NAME"\.'):
        read(a, harness("b", log("m2", metric="f1")))
    worse = replace(log("m2"), better={"acc": "lower"})
    with pytest.raises(DataError, match="differ in which acc is better:"):
        read(a, harness("c", worse))
    bare = replace(log("m2"), dataset=None)
    with pytest.raises(DataError, match=r"to all files or to none\."):
        read(a, harness("d", bare))
    with pytest.raises(ParameterError, match=r"m9 is not in the data; they have m1\."):
        read(a, system=["m9", "m8"])


def test_a_log_and_a_table_together(harness, tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("item,system,score,metric,dataset\ni0,x,1,acc,d\ni1,x,0,acc,d\n")
    scores = read(harness("a", log("m1")), table)
    assert scores.system.labels == ("m1", "x")
    assert align(scores).n == 2


# ---- real files


def test_the_same_real_log_twice_has_no_difference(shared_data):
    (path,) = (shared_data / "logs" / "lm_eval").glob("samples*.jsonl")
    pairs = align(read(path, path, system=["one", "two"]))
    assert pairs.n == 10
    assert pairs.difference == 0
    assert pairs.audit.conflicts == {"doc": 0, "target": 0}
    assert pairs.audit.prompts == 0
    with pytest.raises(
        ParameterError, match=r'tell their systems apart\. Name them: system=\["NAME",'
    ):
        read(path, path)


def test_two_encodings_of_one_inspect_log(shared_data):
    folder = shared_data / "logs" / "inspect"
    scores = read(folder / "log_formats.eval", folder / "log_formats.json")
    assert scores.system.labels == ("log_formats.eval", "log_formats.json")
    assert scores.score[0] == scores.score[1]


def test_a_run_without_scores_is_said_to_be_one(shared_data):
    folder = shared_data / "logs" / "inspect"
    scores = read(folder / "popularity_1.eval", folder / "popularity_2.eval")
    with pytest.raises(DataError, match=r"of 10 matched ones popularity_1 has no score for 10"):
        align(scores)


def test_real_tables(shared_data):
    ratings = read(
        shared_data / "ratings" / "pplm_fluency.csv", columns={"item": "text", "score": "rating"}
    )
    assert len(ratings) == 19_486
    assert len(ratings.system.used()) == 4
    with pytest.raises(DataError, match="Item T1251 of BR, rater A04 has two scores, in row 61 of"):
        align(ratings, *ratings.system.used()[:2])
    small = shared_data / "ratings" / "sim_r3_i100.csv"
    simulated = read(small, columns={"system": "x", "score": "y"})
    pairs = align(simulated, "0", "1")
    assert (len(simulated), pairs.n) == (600, 100)
    with small.open() as file:
        rows = [row for row in csv.DictReader(file) if row["item"] == pairs.items[7]]
    for system, got in (("0", pairs.a[7]), ("1", pairs.b[7])):
        assert got == pytest.approx(np.mean([int(r["y"]) for r in rows if r["x"] == system]))
    assert any("means over raters, 3 for each" in note for note in pairs.audit.notes())
    wine = read(
        shared_data / "ratings" / "wine.csv",
        columns={"item": "bottle", "system": "temp", "score": "rating", "rater": "judge"},
    )
    assert len(wine) == 72
