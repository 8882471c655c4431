"""lm-evaluation-harness: real samples, and the traps of the format."""

import json
import math
import random

import numpy as np
import pytest

from claimwise.core import DataError
from claimwise.data.logs import describe, read_log

REAL = "math_perturbed_full"


def read(path, **more):
    return read_log(path, kind="lm-eval", **more)


def results(task="task", *, scores=None, n=None, higher=None, listed=None, **more):
    """What a results file says about one task."""
    content = {"results": {task: scores or {"acc,none": 0.5}}, "model_name": "org/model", **more}
    if n is not None:
        content["n-samples"] = {task: {"original": n, "effective": n}}
    if higher is not None:
        content["higher_is_better"] = {task: higher}
    if listed is not None:
        content["configs"] = {task: {"metric_list": listed}}
    return content


class TestRealLog:
    def test_scores_and_names(self, lm_eval_log, by_item, check_table):
        scores = read(lm_eval_log)
        check_table(scores)
        assert by_item(scores) == {str(i): 0.0 for i in range(10)}
        assert scores.metric.labels == ("exact_match",)
        assert scores.dataset.labels == (REAL,)
        assert scores.system.labels[0].startswith("RylanSchaeffer/mem_Qwen3-93M")
        assert scores.better == {"exact_match": "higher"}
        assert scores.run is None
        assert scores.inputs is None

    def test_ten_of_five_thousand_samples(self, lm_eval_log):
        (note,) = read(lm_eval_log).notes
        assert "10 of the 5,000 samples" in note

    def test_hashes_are_those_of_the_file(self, lm_eval_log):
        scores = read(lm_eval_log)
        records = [json.loads(line) for line in lm_eval_log.read_text().splitlines()]
        for kind in ("doc", "target", "prompt"):
            column = scores.fingerprints[kind]
            found = [column.labels[code] for code in column.codes]
            assert found == [record[f"{kind}_hash"] for record in records]

    def test_the_results_file_leads_to_the_samples(self, lm_eval_log, logs, by_item):
        (path,) = (logs / "lm_eval").glob("results_*.json")
        assert by_item(read(path)) == by_item(read(lm_eval_log))

    def test_clusters(self, lm_eval_log):
        scores = read(lm_eval_log, columns={"cluster": "doc.level"})
        records = [json.loads(line) for line in lm_eval_log.read_text().splitlines()]
        found = [scores.cluster.labels[code] for code in scores.cluster.codes]
        assert found == [record["doc"]["level"] for record in records]
        with pytest.raises(DataError, match=r"doc\.type.*Did you mean doc\.level\?"):
            read(lm_eval_log, columns={"cluster": "doc.levle"})
        with pytest.raises(DataError, match=r"Did you mean doc\.level\?"):
            read(lm_eval_log, columns={"cluster": "level"})

    def test_description(self, lm_eval_log):
        told = describe(lm_eval_log, kind="lm-eval")
        assert told["metrics"] == {"exact_match": "score"}
        assert told["samples"] == 10
        assert told["filters"] == ["none"]
        assert told["task"] == REAL
        assert "doc.level" in told["clusters"]
        assert told["reported"] == {REAL: {"exact_match,none": 0.0}}  # no standard error


class TestFilters:
    """GSM8K has two filters: two rows for each document."""

    @pytest.fixture
    def path(self, write_samples, make_sample):
        strict = [make_sample(i, "strict-match", exact_match=float(i == 0)) for i in range(4)]
        flexible = [make_sample(i, "flexible-extract", exact_match=1.0) for i in range(4)]
        return write_samples(strict + flexible)

    def test_one_must_be_chosen(self, path):
        with pytest.raises(
            DataError, match=r'strict-match, flexible-extract\..*such as filter="strict-match"\.'
        ):
            read(path)
        with pytest.raises(DataError, match="one filter"):
            read(path, metric="exact_match")

    def test_the_chosen_one_is_read(self, path, by_item, check_table):
        strict = read(path, filter="strict-match")
        check_table(strict)
        assert by_item(strict) == {"0": 1.0, "1": 0.0, "2": 0.0, "3": 0.0}
        assert "filter: strict-match" in strict.inferred
        assert set(by_item(read(path, filter="flexible-extract")).values()) == {1.0}
        same = read(path, metric="exact_match,strict-match")  # as results files name it
        assert by_item(same) == by_item(strict)

    def test_labels_stand_in_the_order_of_the_chosen_rows(
        self, write_samples, make_sample, check_table
    ):
        rows = [make_sample(i, "a", acc=1.0) for i in (0, 1, 2)]
        rows += [make_sample(i, "b", acc=1.0) for i in (2, 0, 1)]
        scores = read(write_samples(rows), filter="b")
        check_table(scores)
        assert scores.item.labels == ("2", "0", "1")
        assert scores.fingerprints["doc"].labels == ("d2", "d0", "d1")

    def test_an_unknown_one(self, path):
        with pytest.raises(DataError, match="Did you mean strict-match"):
            read(path, filter="strict_match")

    def test_a_metric_under_one_filter_only_needs_no_choice(
        self, write_samples, make_sample, by_item
    ):
        rows = [make_sample(i, "none", acc=1.0) for i in range(3)]
        rows += [make_sample(i, "strict", exact_match=0.0) for i in range(3)]
        path = write_samples(rows)
        assert by_item(read(path, metric="acc")) == {"0": 1.0, "1": 1.0, "2": 1.0}
        with pytest.raises(DataError, match="a filter strict with acc"):
            read(path, metric="acc", filter="strict")

    def test_description(self, path):
        assert describe(path, kind="lm-eval")["filters"] == ["strict-match", "flexible-extract"]


def test_row_order_is_irrelevant(write_samples, make_sample, by_item):
    rows = [make_sample(i, acc=float(i % 3 == 0)) for i in range(20)]
    in_order = by_item(read(write_samples(rows)))
    interleaved = rows[::2] + rows[1::2]  # what two processes leave behind
    assert by_item(read(write_samples(interleaved))) == in_order
    random.Random(1).shuffle(rows)
    assert by_item(read(write_samples(rows))) == in_order


@pytest.mark.parametrize(
    ("metric", "value", "kind"),
    [
        ("f1", [1, 0], "pair"),
        ("mcc", [0, 1], "pair"),
        ("bleu", ["the reference", "the prediction"], "pair"),
        ("word_perplexity", [-12.5, 7], "pair"),
        ("brier_score", [2, [0.1, 0.2, 0.7]], "pair"),
        ("acc_all", [1.0, {"idx": {"paragraph": 3}}], "pair"),
        ("votes", [1, 0, 1], "vector"),
        ("submission", {"question_id": 1, "score": 0.5}, "vector"),
    ],
)
def test_values_of_corpus_metrics_are_kept(
    write_samples, make_sample, check_table, metric, value, kind
):
    path = write_samples([make_sample(i, acc=1.0, **{metric: value}) for i in range(3)])
    scores = read(path, metric=metric)
    check_table(scores)
    kept = tuple(value) if isinstance(value, list) else value
    assert list(scores.inputs) == [kept] * 3
    assert np.isnan(scores.score).all()
    assert any("corpus metric" in note for note in scores.notes)
    both = read(path)
    check_table(both)
    assert len(both) == 6
    assert sorted(both.score[~np.isnan(both.score)]) == [1.0] * 3
    assert read(path, metric="acc").inputs is None
    assert describe(path, kind="lm-eval")["metrics"] == {"acc": "score", metric: kind}


def test_pairs_have_the_direction_of_the_corpus_metric(write_samples, make_sample):
    rows = [make_sample(i, ter=["a", "b"]) for i in range(2)]
    path = write_samples(rows, results(higher={"ter": False}))
    assert read(path).better == {"ter": "lower"}


class TestOlderFiles:
    def old(self, i, **metrics):
        return {
            "doc_id": i,
            "doc": {"q": "x"},
            "target": "y",
            "arguments": [["p", {}]],
            "resps": [["a"]],
            "filtered_resps": ["a"],
            **metrics,
        }

    def test_metrics_are_found_and_missing_hashes_told(self, write_samples, by_item):
        path = write_samples([self.old(i, acc=i % 2, f1=[1, 0], comment="x") for i in range(4)])
        scores = read(path)
        assert set(scores.metric.labels) == {"acc", "f1"}
        assert by_item(scores, "acc") == {"0": 0.0, "1": 1.0, "2": 0.0, "3": 1.0}
        assert scores.fingerprints == {}
        assert any("cannot be checked" in note for note in scores.notes)

    def test_hidden_filters_are_suspected_and_nothing_is_dropped(self, write_samples):
        path = write_samples([self.old(i, acc=1.0) for i in (0, 1, 0, 1)])
        scores = read(path)
        assert len(scores) == 4
        assert any("2 rows repeat a document" in note for note in scores.notes)

    def test_a_text_asked_for_is_refused(self, write_samples):
        path = write_samples([self.old(0, acc=1.0), self.old(1, acc=1.0, grade="good")])
        with pytest.raises(DataError, match="values of grade; found a text in line 2"):
            read(path, metric="grade")

    def test_a_pretty_printed_array(self, tmp_path, by_item):
        path = tmp_path / "pretrained_task.jsonl"
        path.write_text(json.dumps([self.old(i, acc=1.0) for i in range(2)], indent=2))
        scores = read(path)
        assert by_item(scores) == {"0": 1.0, "1": 1.0}
        assert scores.dataset is None
        assert scores.system.labels == (tmp_path.name,)


def test_truth_values_and_missing_ones(write_samples, make_sample, by_item):
    rows = [make_sample(0, acc=True), make_sample(1, acc=False), make_sample(2, acc=None)]
    rows += [make_sample(3, acc=math.nan), {**make_sample(4, acc=1), "acc": 0}]
    del rows[4]["acc"]
    scores = read(write_samples(rows))
    found = by_item(scores)
    assert (found["0"], found["1"]) == (1.0, 0.0)
    assert all(math.isnan(found[item]) for item in "234")
    assert any("acc: 3 samples not scored" in note for note in scores.notes)


def test_repeated_rows_are_left_for_the_audit(write_samples, make_sample):
    assert len(read(write_samples([make_sample(0, acc=1.0), make_sample(0, acc=0.0)]))) == 2


@pytest.mark.parametrize(
    ("broken", "match"),
    [
        ({"acc": "yes"}, "a text in line 2"),
        ({"acc": math.inf}, "an infinite number in line 2"),
        ({"acc": 10**400}, "an infinite number in line 2"),
        ({"acc": [1, 0]}, "a number in line 1 and several values in line 2"),
        ({"doc_id": None}, "the item of each sample; found none in line 2"),
        ({"doc_id": [1]}, "found none in line 2"),
    ],
)
def test_refusals_name_the_line(write_samples, make_sample, broken, match):
    path = write_samples([make_sample(0, acc=1.0), {**make_sample(1, acc=1.0), **broken}])
    with pytest.raises(DataError, match=match):
        read(path)


def test_a_text_metric_hinders_only_those_who_ask_for_it(write_samples, make_sample):
    path = write_samples([make_sample(i, grade="good", acc=1.0) for i in range(2)])
    with pytest.raises(DataError, match="Choose another metric, such as acc"):
        read(path)
    assert len(read(path, metric="acc")) == 2


def test_an_unknown_metric(write_samples, make_sample):
    path = write_samples([make_sample(0, acc=1.0, acc_norm=1.0)])
    with pytest.raises(DataError, match=r"the metrics acc, acc_norm. Did you mean acc_norm"):
        read(path, metric="accnorm")
    with pytest.raises(DataError, match="at least one metric"):
        read(write_samples([make_sample(0)]))


def test_a_truncated_last_line(lm_eval_log, tmp_path):
    path = tmp_path / "samples.jsonl"
    path.write_bytes(lm_eval_log.read_bytes()[:-200])
    with pytest.raises(DataError, match=r"line 10, the last one. Is the file truncated"):
        read(path)


class TestResults:
    """The file beside the samples."""

    def test_direction(self, write_samples, make_sample):
        rows = [make_sample(i, acc=0.5, loss=1.0, odd=1.0) for i in range(2)]
        path = write_samples(rows, results(higher={"acc": True, "loss": False}))
        assert read(path).better == {"acc": "higher", "loss": "lower"}
        older = results(listed=[{"metric": "loss", "higher_is_better": False}])
        assert read(write_samples(rows, older)).better == {"loss": "lower"}

    def test_scalar_perplexity_is_a_log_likelihood(self, write_samples, make_sample):
        """LAMBADA: low perplexity is good, but the samples hold log-likelihoods."""
        values = [-1.5, -0.25, -2.75]
        rows = [make_sample(i, perplexity=value) for i, value in enumerate(values)]
        reported = {"perplexity,none": math.exp(1.5)}  # the mean is -4.5 / 3
        path = write_samples(rows, results(scores=reported, n=3, higher={"perplexity": False}))
        scores = read(path)
        assert scores.better == {"perplexity": "higher"}
        (note,) = scores.notes
        assert "log-likelihoods" in note

    def test_other_aggregations_say_nothing_about_direction(self, write_samples, make_sample):
        listed = [{"metric": "m", "aggregation": "def f(items):\n  return 1"}]
        rows = [make_sample(i, m=1.0) for i in range(2)]
        scores = read(write_samples(rows, results(higher={"m": True}, listed=listed)))
        assert scores.better == {}
        assert any("a function of its own" in note for note in scores.notes)

    @pytest.mark.parametrize(("reported", "agrees"), [(0.75, True), (0.5, False)])
    def test_the_reported_mean_is_checked(self, write_samples, make_sample, reported, agrees):
        rows = [make_sample(i, acc=float(i > 0)) for i in range(4)]
        path = write_samples(rows, results(scores={"acc,none": reported}, n=4))
        notes = read(path).notes
        assert (notes == ()) is agrees
        assert agrees or "the samples give 0.75, but" in notes[0]

    def test_missing_scores_are_not_checked_unless_the_harness_skips_them_too(
        self, write_samples, make_sample
    ):
        rows = [make_sample(i, acc=value) for i, value in enumerate([1.0, 0.0, None])]
        skipping = [{"metric": "acc", "aggregation": "nanmean"}]
        for reported, listed, mistaken in (
            (1 / 3, None, False),
            (1 / 2, skipping, False),
            (1 / 3, skipping, True),
        ):
            content = results(scores={"acc,none": reported}, n=3, listed=listed)
            notes = read(write_samples(rows, content)).notes
            assert any("the samples give" in note for note in notes) is mistaken

    def test_not_available_is_no_number(self, write_samples, make_sample):
        scores = {"acc,none": "N/A", "acc_stderr,none": 0.1, "acc_std_err,none": 0.1, "alias": "t"}
        path = write_samples([make_sample(0, acc=1.0)], results(scores=scores, n=1))
        assert read(path).notes == ()
        assert describe(path, kind="lm-eval")["reported"] == {"task": {}}

    def test_another_task(self, write_samples, make_sample):
        path = write_samples([make_sample(0, acc=1.0)], results("other"))
        assert any("nothing about the task task" in note for note in read(path).notes)

    def test_broken_results_do_not_hinder(self, write_samples, make_sample):
        path = write_samples([make_sample(0, acc=1.0)], results())
        beside = next(path.parent.glob("results_*"))
        beside.write_text("{")
        scores = read(path)
        assert scores.system.labels == ("model",)
        assert any("cannot be read" in note for note in scores.notes)

    @pytest.mark.parametrize(
        ("content", "system"),
        [
            ({"model_name": "a/b"}, "a/b"),
            ({"config": {"model_args": "pretrained=a/b,dtype=float16"}}, "a/b"),
            ({"config": {"model_args": "pretrained=a/b,peft=c/d"}}, "c/d"),
            ({"config": {"model_args": {"model": "gpt"}}}, "gpt"),
            ({"config": {"model_args": None}}, "model"),
            ({"model_name": 7}, "model"),
        ],
    )
    def test_name_of_the_system(self, write_samples, make_sample, content, system):
        whole = {"results": {"task": {"acc,none": 1.0}}, **content}
        assert read(write_samples([make_sample(0, acc=1.0)], whole)).system.labels == (system,)

    def test_another_stamp_is_another_run(self, write_samples, make_sample):
        path = write_samples([make_sample(0, acc=1.0)], results())
        renamed = path.with_name("samples_task_2020-01-01T00-00-00.000000.jsonl")
        path.rename(renamed)
        assert read(renamed).better == {}
        assert read(renamed).system.labels == ("model",)

    def test_totals_only(self, write_samples, make_sample):
        path = write_samples([make_sample(0, acc=1.0)], results())
        beside = next(path.parent.glob("results_*"))
        path.unlink()
        with pytest.raises(DataError, match=r"totals only. Run lm-eval with --log_samples"):
            read(beside)
        told = describe(beside, kind="lm-eval")
        assert told["reported"] == {"task": {"acc,none": 0.5}}
        assert told["samples"] == 0

    def test_several_tasks(self, write_samples, make_sample):
        for task in ("mmlu_anatomy", "mmlu_law"):  # a group has one file for each of its tasks
            path = write_samples([make_sample(0, acc=1.0)], results(), task=task)
            assert read(path).dataset.labels == (task,)
        with pytest.raises(
            DataError, match=r"samples_mmlu_anatomy.*samples_mmlu_law.*Name the one"
        ):
            read(next(path.parent.glob("results_*")))


@pytest.mark.parametrize(
    ("name", "task"),
    [
        ("samples_gsm8k_cot_2026-01-21T03-44-18.458309", "gsm8k_cot"),
        ("samples_gsm8k_cot", "gsm8k_cot"),
        ("gsm8k_2026-01-21T03-44-18.458309", None),
    ],
)
def test_name_of_the_task(write_samples, make_sample, name, task):
    path = write_samples([make_sample(0, acc=1.0)])
    renamed = path.rename(path.with_name(f"{name}.jsonl"))
    dataset = read(renamed).dataset
    assert (dataset.labels[0] if dataset else None) == task


class TestColumns:
    def test_items_and_systems_from_fields(self, write_samples, make_sample):
        rows = [make_sample(i, acc=1.0) for i in range(3)]
        scores = read(write_samples(rows), columns={"item": "doc.question", "system": "target"})
        assert scores.item.labels == ("q0", "q1", "q2")
        assert scores.system.labels == ("yes",)

    def test_clusters_missing_in_some_rows(self, write_samples, make_sample):
        rows = [make_sample(i, acc=1.0) for i in range(4)]
        del rows[3]["doc"]["passage"]
        scores = read(write_samples(rows), columns={"cluster": "doc.passage"})
        assert scores.cluster.codes.tolist() == [0, 0, 1, -1]
        assert any("Without a cluster: 1 of 4 rows" in note for note in scores.notes)
        for row in rows:
            row["doc"]["passage"] = None
        with pytest.raises(DataError, match=r"a value of doc\.passage as the cluster"):
            read(write_samples(rows), columns={"cluster": "doc.passage"})

    def test_other_roles_are_refused(self, write_samples, make_sample):
        path = write_samples([make_sample(0, acc=1.0)])
        with pytest.raises(DataError, match="item, system, cluster; found score"):
            read(path, columns={"score": "acc"})
        with pytest.raises(DataError, match=r"doc\.nothing, the item of each sample"):
            read(path, columns={"item": "doc.nothing"})


def test_memory_is_that_of_the_scores_not_of_the_texts(tmp_path, make_sample):
    import tracemalloc

    path = tmp_path / "samples_big.jsonl"
    text = "word " * 2000  # 10 kB a sample, 20 MB in all
    with path.open("w") as file:
        for i in range(2000):
            file.write(json.dumps({**make_sample(i, acc=1.0), "resps": [[text]]}) + "\n")
    tracemalloc.start()
    assert len(read(path)) == 2000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < path.stat().st_size / 4


class TestFiltersWithoutNames:
    """Logs of 2024 list each document once for each filter, and do not name it."""

    def rows(self):
        def row(i, filtered, value):
            return {
                "doc_id": i,
                "doc": {"q": i},
                "target": "y",
                "resps": [[f"so {i}"]],
                "filtered_resps": [filtered],
                "exact_match": value,
            }

        strict = [row(i, "[invalid]" if i else "0", float(i == 0)) for i in range(5)]
        return strict + [row(i, str(i), float(i != 3)) for i in range(5)]

    def test_they_are_numbered_by_appearance_and_the_first_is_read(self, write_samples, by_item):
        path = write_samples(self.rows())
        scores = read(path)
        assert by_item(scores) == {"0": 1.0, "1": 0.0, "2": 0.0, "3": 0.0, "4": 0.0}
        assert any(note.kind == "caution" and "2 times" in note for note in scores.notes)
        assert describe(path, kind="lm-eval")["filters"] == ["1", "2"]

    def test_the_other_can_be_chosen(self, write_samples, by_item):
        found = by_item(read(write_samples(self.rows()), filter="2"))
        assert found == {"0": 1.0, "1": 1.0, "2": 1.0, "3": 0.0, "4": 1.0}

    def test_rows_that_are_doubled_are_no_filters(self, write_samples):
        rows = self.rows()[:5]
        scores = read(write_samples(rows + rows))
        assert len(scores) == 10
        assert any("5 rows repeat a document" in note for note in scores.notes)
