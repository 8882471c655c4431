"""Every Eval Ever: the real pair of files, and the traps of the format."""

import hashlib
import json
import math
import shutil

import pytest

from claimwise.core import DataError
from claimwise.data.logs import describe, read_log

UUID = "f3a1c0de-4b2e-4c1a-9f6d-1b7e5a2c8d40"


def read(path, **more):
    return read_log(path, kind="every-eval-ever", **more)


class TestRealFiles:
    def test_scores_and_names(self, logs, by_item, check_table):
        scores = read(logs / "every_eval_ever" / f"{UUID}_samples.jsonl")
        check_table(scores)
        assert by_item(scores) == {"demo_0001": 1.0}
        assert scores.metric.labels == ("accuracy",)
        assert scores.better == {"accuracy": "higher"}
        assert scores.dataset.labels == ("demo-source.demo_bench",)
        assert scores.system.labels == ("demo-org/demo-model",)
        assert scores.fingerprints["doc"].labels[0].startswith("9c94305328f8e703")
        assert scores.notes == ()  # checksum and number of rows are right

    def test_the_aggregate_leads_to_the_samples(self, logs, by_item):
        scores = read(logs / "every_eval_ever" / f"{UUID}.json")
        assert by_item(scores) == {"demo_0001": 1.0}

    def test_clusters(self, logs):
        path = logs / "every_eval_ever" / f"{UUID}.json"
        scores = read(path, columns={"cluster": "metadata.subject"})
        assert scores.cluster.labels == ("arithmetic",)
        with pytest.raises(DataError, match=r"Did you mean metadata\.subject"):
            read(path, columns={"cluster": "metadata.subjects"})

    def test_another_file_than_described(self, logs, tmp_path):
        for path in (logs / "every_eval_ever").glob("f3*"):
            shutil.copy(path, tmp_path)
        samples = tmp_path / f"{UUID}_samples.jsonl"
        samples.chmod(0o644)
        samples.write_text(samples.read_text() * 2)
        notes = read(samples).notes
        assert any("holds 2 records where" in note for note in notes)
        assert any("checksum" in note for note in notes)

    def test_description(self, logs):
        told = describe(logs / "every_eval_ever" / f"{UUID}.json", kind="every-eval-ever")
        assert told["metrics"] == {"accuracy": "score"}
        assert told["clusters"] == ["metadata.subject"]
        assert told["samples"] == 1


def record(i=0, score=1.0, *, model="m", evaluation="bench", **more):
    return {
        "schema_version": "0.3.0",
        "model_id": model,
        "evaluation_name": evaluation,
        "sample_id": f"s{i}",
        "sample_hash": f"h{i}",
        "evaluation": {"score": score, "is_correct": score == 1},
        **more,
    }


@pytest.fixture
def write(tmp_path):
    def write_files(records, results=None, *, array=False):
        path = tmp_path / "x_samples.jsonl"
        lines = "".join(json.dumps(one) + "\n" for one in records)
        path.write_text(json.dumps(records) if array else lines)
        if results is not None:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            detail = {"checksum": digest, "hash_algorithm": "sha256", "total_rows": len(records)}
            content = {"evaluation_results": results, "detailed_evaluation_results": detail}
            (tmp_path / "x.json").write_text(json.dumps(content))
        return path

    return write_files


def result(metric, *, lower=False, id=None, evaluation="bench"):
    config = {"metric_id": metric, "lower_is_better": lower}
    return {"evaluation_result_id": id, "evaluation_name": evaluation, "metric_config": config}


def test_several_metrics_by_their_results(write, by_item):
    records = [record(i, float(i), evaluation_result_id="r1") for i in range(2)]
    records += [record(i, 5.0 + i, evaluation_result_id="r2") for i in range(2)]
    path = write(records, [result("acc", id="r1"), result("loss", lower=True, id="r2")])
    scores = read(path)
    assert scores.notes == ()
    assert by_item(scores, "acc") == {"s0": 0.0, "s1": 1.0}
    assert by_item(scores, "loss") == {"s0": 5.0, "s1": 6.0}
    assert scores.better == {"acc": "higher", "loss": "lower"}
    chosen = read(path, metric="loss")
    assert by_item(chosen) == {"s0": 5.0, "s1": 6.0}
    assert chosen.better == {"loss": "lower"}
    with pytest.raises(DataError, match=r"the metrics acc, loss. Did you mean loss"):
        read(path, metric="los")


def test_names_of_metrics(write):
    assert read(write([record()])).metric.labels == ("score",)
    assert read(write([record(evaluation_result_id="r")])).metric.labels == ("r",)
    assert read(write([record()], [result("acc")])).metric.labels == ("acc",)
    two = [result("acc"), result("f1")]  # the name alone does not tell which
    assert read(write([record()], two)).metric.labels == ("score",)
    contradicting = [result("acc", id="r"), result("acc", lower=True, id="q")]
    assert read(write([record(evaluation_result_id="r")], contradicting)).better == {}


def test_several_models_in_one_file(write):
    records = [record(i, model=model) for model in ("a", "b") for i in range(2)]
    scores = read(write(records))
    assert scores.system.labels == ("a", "b")
    assert scores.system.codes.tolist() == [0, 0, 1, 1]
    assert scores.item.labels == ("s0", "s1")


def test_an_array_is_read_too(write, by_item):
    records = [record(i, float(i)) for i in range(2)]
    assert by_item(read(write(records, array=True))) == {"s0": 0.0, "s1": 1.0}


@pytest.mark.parametrize(
    ("evaluation", "score"),
    [
        ({"score": 0.5, "is_correct": True}, 0.5),
        ({"score": None, "is_correct": True}, 1.0),
        ({"is_correct": False}, 0.0),
        ({"score": math.nan, "is_correct": True}, 1.0),
        ({"score": True}, 1.0),
        ({}, math.nan),
        (None, math.nan),
    ],
)
def test_score_first_then_correctness(write, by_item, evaluation, score):
    found = by_item(read(write([{**record(), "evaluation": evaluation}])))
    assert found["s0"] == pytest.approx(score, nan_ok=True)


def test_contradictions_and_errors_are_told(write):
    odd = {**record(), "evaluation": {"score": 0.0, "is_correct": True}}
    failed = record(1, 0.0, error="time out")
    scores = read(write([odd, failed, record(2)]))
    assert scores.score.tolist() == [0.0, 0.0, 1.0]
    assert any("contradict each other (the score counts): 1 of 3" in n for n in scores.notes)
    assert any("With an error message, with the score kept: 1 of 3" in n for n in scores.notes)


def test_a_zero_in_place_of_a_pair_is_no_score(write):
    """The converter from lm-eval writes 0 for metrics whose values are pairs."""

    def from_lm_eval(i, score, values):
        return record(i, score, metadata={"lm_eval_metrics": json.dumps(values)})

    records = [
        from_lm_eval(0, 0.0, {"f1": [1, 1]}),
        from_lm_eval(1, 0.0, {"acc": 0.0}),
        from_lm_eval(2, 1.0, {"f1": [1, 1], "acc": 1.0}),
        record(3, 0.0, metadata={"lm_eval_metrics": "{"}),
    ]
    scores = read(write(records))
    assert math.isnan(scores.score[0])
    assert scores.score[1:].tolist() == [0.0, 1.0, 0.0]
    assert any("stands for a pair of values" in note for note in scores.notes)


def test_epochs_of_inspect_are_runs(write, by_item):
    records = [record(0, float(e), metadata={"epoch": str(e)}) for e in range(2)]
    scores = read(write(records))
    assert by_item(scores) == {("s0", "0"): 0.0, ("s0", "1"): 1.0}
    assert scores.notes == ()
    reduced = [record(0, 0.5, metadata={"epoch": str(e)}) for e in range(2)]
    assert any("same score in all its epochs" in n for n in read(write(reduced)).notes)


@pytest.mark.parametrize(
    ("broken", "match"),
    [
        ({"evaluation": {"score": "high"}}, "'high' in line 2"),
        ({"evaluation": {"score": math.inf}}, "'inf' in line 2"),
        ({"evaluation": {"score": [1]}}, "in line 2"),
        ({"sample_id": None}, "as sample_id, the item; found none in line 2"),
        ({"model_id": ""}, "as model_id, the system; found none in line 2"),
    ],
)
def test_refusals_name_the_line(write, broken, match):
    with pytest.raises(DataError, match=match):
        read(write([record(), {**record(1), **broken}]))


def test_clusters_missing_in_some_records(write):
    records = [record(0, metadata={"subject": "law"}), record(1)]
    scores = read(write(records), columns={"cluster": "metadata.subject"})
    assert scores.cluster.codes.tolist() == [0, -1]
    assert any("Without a cluster: 1 of 2 rows" in note for note in scores.notes)


def test_refusals(write, tmp_path):
    path = write([record()], [result("acc")])
    with pytest.raises(DataError, match="no filter"):
        read(path, filter="x")
    path.unlink()
    with pytest.raises(DataError, match=r"totals only, and no x_samples\.jsonl"):
        read(tmp_path / "x.json")


def test_a_broken_aggregate_does_not_hinder(write, tmp_path):
    path = write([record()])
    (tmp_path / "x.json").write_text("{")
    assert any("x.json cannot be read" in note for note in read(path).notes)
