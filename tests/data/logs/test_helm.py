"""HELM: a real run, and the traps of the format."""

import hashlib
import json
import math
import shutil

import numpy as np
import pytest

from claimwise.core import DataError
from claimwise.data.logs import describe, read_log
from claimwise.data.logs.sniff import sniff


def read(path, metric="exact_match", **more):
    return read_log(path, kind="helm", metric=metric, **more)


@pytest.fixture
def run(logs):
    return logs / "helm" / "mmlu_philosophy_gpt2"


class TestRealRun:
    def test_success_of_a_request_is_not_correctness(self, run, by_item, check_table):
        states = json.loads((run / "scenario_state.json").read_text())["request_states"]
        assert sum(state["result"]["success"] for state in states) == 10
        scores = read(run, filter="all")
        check_table(scores)
        assert len(scores) == 10
        assert {item for item, score in by_item(scores).items() if score == 1} == {"id222"}
        assert np.nansum(scores.score) == 1

    def test_the_test_split_is_read_and_agrees_with_the_reported_mean(self, run, by_item):
        scores = read(run)
        stats = json.loads((run / "stats.json").read_text())
        (reported,) = [
            stat["mean"]
            for stat in stats
            if stat["name"] == {"name": "exact_match", "split": "test"}
        ]
        assert scores.score.mean() == pytest.approx(reported) == pytest.approx(1 / 9)
        assert "id11" not in by_item(scores)
        (note,) = scores.notes
        assert "1 instance of other splits or perturbations left out" in note
        assert list(by_item(read(run, filter="valid"))) == ["id11"]

    def test_names(self, run):
        scores = read(run)
        assert scores.system.labels == ("openai/gpt2",)
        assert scores.dataset.labels == ("mmlu:subject=philosophy",)
        assert scores.metric.labels == ("exact_match",)
        assert scores.better == {"exact_match": "higher"}
        assert scores.run is None

    @pytest.mark.parametrize(
        "name", ["per_instance_stats.json", "scenario_state.json", "stats.json"]
    )
    def test_a_file_of_the_run_is_the_run(self, run, name, by_item):
        assert sniff(run / name) == "helm"
        assert by_item(read(run / name)) == by_item(read(run))

    def test_a_metric_must_be_named(self, run):
        with pytest.raises(
            DataError,
            match=r'27 metrics: exact_match, exact_match@5,.*such as metric="exact_match"\.',
        ):
            read(run, metric=None)
        with pytest.raises(DataError, match="Did you mean exact_match"):
            read(run, metric="exactmatch")
        assert list(describe(run, kind="helm")["metrics"])[:2] == ["exact_match", "exact_match@5"]

    def test_unknown_direction(self, run):
        assert read(run, metric="logprob").better == {}

    def test_statistics_that_count_nothing_are_missing(self, run):
        scores = read(run, metric="training_co2_cost")
        assert np.isnan(scores.score).all()
        assert any("9 instances without a value" in note for note in scores.notes)

    def test_fingerprints(self, run):
        scores = read(run)
        row = list(scores.item.labels).index("id147")
        doc = scores.fingerprints["doc"]
        text = "What does the notion of \u201cmeaning in life\u201d refer to?"
        assert doc.labels[doc.codes[row]] == hashlib.sha256(text.encode()).hexdigest()
        assert scores.fingerprints.keys() == {"doc", "target", "prompt"}

    def test_description(self, run):
        told = describe(run, kind="helm")
        assert told["samples"] == 10
        assert told["filters"] == ["test", "valid"]
        assert told["model"] == "openai/gpt2"
        assert told["task"] == "mmlu:subject=philosophy"
        assert (told["epochs"], told["unscored"]) == (1, 0)  # bookkeeping does not count

    def test_a_changed_copy_is_told(self, run, tmp_path):
        copy = shutil.copytree(run, tmp_path / "run")
        path = copy / "per_instance_stats.json"
        path.chmod(0o644)
        records = json.loads(path.read_text())
        for stat in records[0]["stats"]:
            if stat["name"]["name"] == "exact_match":
                stat["sum"] = 1
        path.write_text(json.dumps(records))
        scores = read(copy)
        assert any("stats.json reports 0.111111" in note for note in scores.notes)


def stat(value, name="exact_match", split="test", count=1):
    return {"name": {"name": name, "split": split}, "count": count, "sum": value * count}


def instance(id, value, trial=0, split="test", **more):
    stats = [stat(value, split=split), stat(12, "num_bytes", split)]
    return {"instance_id": id, "train_trial_index": trial, "stats": stats, **more}


@pytest.fixture
def write_run(tmp_path):
    def write(records, **files):
        folder = tmp_path / "a_run"
        folder.mkdir(exist_ok=True)
        (folder / "per_instance_stats.json").write_text(json.dumps(records, indent=1))
        for name, content in files.items():
            text = content if isinstance(content, str) else json.dumps(content)
            (folder / f"{name}.json").write_text(text)
        return folder

    return write


def test_trials_are_runs(write_run, by_item):
    path = write_run([instance("id1", i % 2, trial=i) for i in range(3)])
    assert by_item(read(path)) == {("id1", "0"): 0.0, ("id1", "1"): 1.0, ("id1", "2"): 0.0}


def test_perturbed_instances_are_left_out_and_counted(write_run, by_item):
    typos = {"name": "typos", "robustness": True, "fairness": False, "prob": 0.1}
    records = [instance("id1", 1), instance("id1", 0, perturbation=typos)]
    records += [instance("id2", 0), instance("id2", 0, perturbation={"name": "dialect"})]
    path = write_run(records)
    scores = read(path)
    assert by_item(scores) == {"id1": 1.0, "id2": 0.0}
    assert any("2 instances of other splits or perturbations" in note for note in scores.notes)
    assert by_item(read(path, filter="typos")) == {"id1 [typos, prob=0.1]": 0.0}
    assert set(by_item(read(path, filter="all"))) == {
        "id1",
        "id1 [typos, prob=0.1]",
        "id2",
        "id2 [dialect]",
    }
    with pytest.raises(DataError, match=r"test, typos, dialect, all. Did you mean typos"):
        read(path, filter="typo")


def test_splits(write_run, by_item):
    both = write_run([instance("id1", 1, split="train"), instance("id2", 0, split="valid")])
    with pytest.raises(DataError, match="the splits train, valid"):
        read(both)
    assert by_item(read(both, filter="valid")) == {"id2": 0.0}
    one = write_run([instance("id1", 1, split="valid"), instance("id2", 0, split="valid")])
    assert len(read(one)) == 2


def test_perturbed_totals_are_not_compared_with(write_run):
    worst = {"name": "robustness", "computed_on": "worst"}
    perturbed = stat(0.25)
    perturbed["name"]["perturbation"] = worst
    records = [instance("id1", 1), instance("id2", 0)]
    assert not any(
        "reports" in n for n in read(write_run(records, stats=[perturbed, stat(0.5)])).notes
    )
    notes = read(write_run(records, stats=[perturbed, stat(0.75)])).notes
    assert "exact_match: the instances give 0.5, but stats.json reports 0.75." in notes


def test_the_order_of_references_is_no_difference(write_run):
    def target(texts, wrong="wrong"):
        references = [{"output": {"text": t}, "tags": ["correct"]} for t in texts]
        references.append({"output": {"text": wrong}, "tags": ["incorrect"]})
        state = {"instance": {"id": "id1", "references": references}, "train_trial_index": 0}
        path = write_run([instance("id1", 1)], scenario_state={"request_states": [state]})
        return read(path).fingerprints["target"].labels

    assert target(["a", "b"]) == target(["b", "a"]) != target(["a", "wrong"])
    assert target(["a"]) == target(["a"], wrong="another")


def test_the_only_telling_metric_needs_no_name(write_run, by_item):
    path = write_run([instance("id1", 1), instance("id2", 0)])
    assert by_item(read(path, metric=None)) == {"id1": 1.0, "id2": 0.0}


def test_a_score_is_a_mean(write_run, by_item):
    records = [{**instance("id1", 0), "stats": [stat(0.25, count=4)]}]
    assert by_item(read(write_run(records))) == {"id1": 0.25}


def test_names_without_a_specification(write_run):
    scores = read(write_run([instance("id1", 1)]))
    assert scores.system.labels == ("a_run",)
    assert scores.dataset is None
    assert any("cannot be checked" in note for note in scores.notes)
    scores = read(write_run([instance("id1", 1)], scenario={"name": "mmlu"}, run_spec="{"))
    assert scores.dataset.labels == ("mmlu",)
    assert any("run_spec.json cannot be read" in note for note in scores.notes)


@pytest.mark.parametrize(
    ("name", "dataset"),
    [
        ("mmlu:model=openai_gpt2,subject=anatomy", "mmlu:subject=anatomy"),
        ("mmlu:subject=anatomy,method=joint,model=openai_gpt2", "mmlu:subject=anatomy"),
        ("boolq:model=x,data_augmentation=canonical", "boolq:data_augmentation=canonical"),
        ("boolq", "boolq"),
    ],
)
def test_names_of_datasets(write_run, name, dataset):
    scores = read(write_run([instance("id1", 1)], run_spec={"name": name}))
    assert scores.dataset.labels == (dataset,)


def test_columns(write_run):
    records = [instance(f"id{i}", 1, extra={"group": f"g{i // 2}"}) for i in range(4)]
    path = write_run(records)
    scores = read(path, columns={"cluster": "extra.group"})
    assert scores.cluster.codes.tolist() == [0, 0, 1, 1]
    with pytest.raises(DataError, match=r"Did you mean extra\.group"):
        read(path, columns={"cluster": "extra.grupo"})
    with pytest.raises(DataError, match=r"extra\.nothing, the item"):
        read(path, columns={"item": "extra.nothing"})


@pytest.mark.parametrize(
    ("record", "match"),
    [
        ({"stats": []}, "instance_id, the item; found none in record 2"),
        ({"instance_id": "x"}, "a list of stats.* in record 2"),
        ({"instance_id": "x", "stats": [{}]}, "a name for each statistic; found none in record 2"),
        (instance("x", math.inf), "a count and a sum for exact_match.* record 2"),
        ({"instance_id": "x", "stats": [{**stat(1), "sum": "x"}]}, "a count and a sum"),
        ({"instance_id": "x", "stats": [{**stat(1), "count": -1}]}, "a count and a sum"),
        ({"instance_id": "x", "stats": [{**stat(1e308), "count": 1e-9}]}, "a count and a sum"),
        ({"instance_id": "x", "stats": [{**stat(1), "count": None}]}, "a count and a sum"),
    ],
)
def test_refusals(write_run, record, match):
    with pytest.raises(DataError, match=match):
        read(write_run([instance("id1", 1), record]))


def test_a_missing_sum_is_a_missing_score(write_run):
    """HELM leaves out what is NaN."""
    record = {"instance_id": "x", "stats": [{"name": {"name": "exact_match", "split": "test"}}]}
    assert np.isnan(read(write_run([instance("id1", 1), record])).score).tolist() == [False, True]


def test_no_run(tmp_path):
    with pytest.raises(DataError, match=r"the file per_instance_stats\.json; found none in"):
        read(tmp_path)


def test_other_metrics_are_not_counted_as_left_out(write_run):
    records = [instance("id1", 1), {"instance_id": "id2", "stats": [stat(1, "other")]}]
    path = write_run(records)
    assert len(read(path)) == 1
    with pytest.raises(DataError, match="the metrics exact_match, other"):
        read(path, metric="nothing")
