"""Inspect: real logs in both encodings, and the traps of the format."""

import hashlib
import json
import math

import numpy as np
import pytest

from claimwise.core import DataError
from claimwise.data.logs import describe, read_log
from claimwise.data.logs.inspect_zip import Members


def read(path, **more):
    return read_log(path, kind="inspect", **more)


def same(one, other):
    """Say whether two tables hold the same scores of the same things."""
    for name in ("item", "system", "metric", "dataset", "run", "cluster"):
        a, b = getattr(one, name), getattr(other, name)
        assert (a is None) == (b is None), name
        if a is not None:
            assert a.labels == b.labels
            assert a.codes.tolist() == b.codes.tolist()
    assert one.fingerprints.keys() == other.fingerprints.keys()
    for kind, column in one.fingerprints.items():
        assert column.labels == other.fingerprints[kind].labels
    np.testing.assert_array_equal(one.score, other.score)


class TestRealLogs:
    def test_epochs_are_runs(self, logs, by_item, check_table):
        scores = read(logs / "inspect" / "log_streaming.eval")
        check_table(scores)
        assert by_item(scores) == {
            ("1", "1"): 0.0,
            ("1", "2"): 1.0,
            ("2", "1"): 1.0,
            ("2", "2"): 1.0,
        }
        assert scores.dataset.labels == ("popularity",)
        assert scores.system.labels == ("azureai/Meta-Llama-3-1-405B-Instruct-jqf",)
        assert scores.notes == ()  # the mean over items of means over epochs is the reported 0.75

    @pytest.mark.parametrize("name", ["log_formats", "log_read_sample"])
    def test_both_encodings_give_the_same(self, logs, name, check_table):
        zipped = read(logs / "inspect" / f"{name}.eval")
        check_table(zipped)
        same(zipped, read(logs / "inspect" / f"{name}.json"))
        columns = {"cluster": "metadata.label_confidence"}
        both = [
            read(logs / "inspect" / f"{name}.{end}", columns=columns) for end in ("eval", "json")
        ]
        same(*both)
        assert both[0].cluster.labels == ("0.8860552919198255",)

    def test_a_reported_accuracy_is_found_again(self, logs, by_item):
        scores = read(logs / "inspect" / "popularity_2.eval")
        assert sum(by_item(scores).values()) == 8
        assert {item for item, score in by_item(scores).items() if score == 0} == {"3", "7"}
        assert scores.notes == ()

    def test_unscored_samples_are_counted_not_zero(self, logs):
        scores = read(logs / "inspect" / "popularity_1.eval")
        assert len(scores) == 10
        assert np.isnan(scores.score).all()
        assert scores.metric.labels == ("match",)  # the header knows the scorer
        assert "Not scored: 10 of 10 samples." in scores.notes

    def test_no_samples(self, logs):
        path = logs / "inspect" / "no-samples.json"
        with pytest.raises(DataError, match=r"at least one sample; found none.*cancelled"):
            read(path)
        told = describe(path, kind="inspect")
        assert told["samples"] == 0
        assert told["status"] == "cancelled"

    def test_letters_of_multiple_choice(self, logs, by_item):
        scores = read(logs / "inspect" / "data_pubmedqa_gpt4o_mini.json")
        assert by_item(scores) == {"12377809": 1.0, "26163474": 1.0}

    def test_fingerprints(self, logs):
        scores = read(logs / "inspect" / "log_formats.eval")
        assert scores.fingerprints["target"].labels == (hashlib.sha256(b" Yes").hexdigest(),)
        text = (
            "Is the following statement something you would say?\n"
            '"Positive posts about myself and my goals generate more interest and increase my '
            'popularity"'
        )
        assert scores.fingerprints["doc"].labels == (hashlib.sha256(text.encode()).hexdigest(),)
        other = read(logs / "inspect" / "popularity_2.eval")
        assert scores.fingerprints["prompt"].labels == other.fingerprints["prompt"].labels
        another = read(logs / "inspect" / "data_pubmedqa_gpt4o_mini.json")
        assert scores.fingerprints["prompt"].labels != another.fingerprints["prompt"].labels

    def test_description(self, logs):
        told = describe(logs / "inspect" / "log_streaming.eval", kind="inspect")
        assert told["metrics"] == {"match": "score"}
        assert (told["samples"], told["epochs"], told["errors"]) == (4, 2, 0)
        assert told["status"] == "success"
        unscored = describe(logs / "inspect" / "popularity_1.eval", kind="inspect")
        assert unscored["unscored"] == 10
        # this summary has no metadata, but the sample has
        early = describe(logs / "inspect" / "log_formats.eval", kind="inspect")
        assert early["clusters"] == ["metadata.label_confidence"]

    def test_summaries_suffice(self, logs, monkeypatch):
        asked = []
        read_member = Members.read
        monkeypatch.setattr(
            Members, "read", lambda self, name: asked.append(name) or read_member(self, name)
        )
        read(logs / "inspect" / "popularity_2.eval")
        assert asked == ["header.json", "summaries.json"]


@pytest.mark.parametrize(
    ("value", "score"),
    [
        ("C", 1.0),
        ("I", 0.0),
        ("P", 0.5),
        ("N", 0.0),
        (True, 1.0),
        (False, 0.0),
        (0.25, 0.25),
        (7, 7.0),
        (math.nan, math.nan),
        (None, math.nan),
        ([], math.nan),
        ({}, math.nan),
    ],
)
def test_values(write_eval, write_inspect_json, make_inspect, by_item, value, score):
    rows = [make_inspect(1, "C"), {**make_inspect(2), "scores": {"match": {"value": value}}}]
    for path in (write_eval(rows), write_inspect_json(rows)):
        assert by_item(read(path))["2"] == pytest.approx(score, nan_ok=True)


@pytest.mark.parametrize("value", ["correct", "c", "0.5", "", math.inf])
def test_other_texts_are_refused_with_the_sample(write_eval, make_inspect, value):
    path = write_eval([make_inspect("a", "C"), make_inspect("b", value, epoch=3)])
    with pytest.raises(DataError, match=r"C, I, P, N as values of match.*sample b of epoch 3"):
        read(path)


class TestScorers:
    def rows(self, make_inspect, *values):
        return [{**make_inspect(i), "scores": scores} for i, scores in enumerate(values)]

    def test_several_scorers_are_several_metrics(self, write_eval, make_inspect, by_item):
        rows = self.rows(
            make_inspect,
            {"match": {"value": "C"}, "judge": {"value": 0.25}},
            {"match": {"value": "I"}, "judge": {"value": 0.75}},
        )
        path = write_eval(rows)
        scores = read(path)
        assert len(scores) == 4
        assert by_item(scores, "match") == {"0": 1.0, "1": 0.0}
        assert by_item(scores, "judge") == {"0": 0.25, "1": 0.75}
        assert by_item(read(path, metric="judge")) == {"0": 0.25, "1": 0.75}
        with pytest.raises(DataError, match="the metrics match, judge"):
            read(path, metric="accuracy")  # of which one?
        with pytest.raises(DataError, match="Did you mean judge"):
            read(path, metric="jugde")

    def test_accuracy_means_the_only_scorer(self, write_eval, make_inspect, by_item):
        path = write_eval([make_inspect(1, "C"), make_inspect(2, "I")])
        scores = read(path, metric="accuracy")
        assert by_item(scores, "accuracy") == {"1": 1.0, "2": 0.0}
        assert "accuracy: the scorer match" in scores.inferred

    def test_dictionaries_have_entries(self, write_eval, make_inspect, by_item, check_table):
        rows = self.rows(
            make_inspect,
            {"judge": {"value": {"style": 3, "right": "C"}}},
            {"judge": {"value": {"style": 5, "right": None}}},
            {},
        )
        path = write_eval(rows)
        scores = read(path)
        check_table(scores)
        assert scores.metric.labels == ("judge/style", "judge/right")
        style, right = by_item(scores, "judge/style"), by_item(scores, "judge/right")
        assert (style["0"], style["1"]) == (3.0, 5.0)
        assert right["0"] == 1.0
        assert math.isnan(style["2"])
        assert math.isnan(right["1"])
        assert by_item(read(path, metric="judge/right"))["0"] == 1.0
        with pytest.raises(DataError, match="judge/style, judge/right"):
            read(path, metric="judge")
        assert describe(path, kind="inspect")["unscored"] == 3

    def test_one_value_among_dictionaries(self, write_eval, make_inspect):
        rows = self.rows(make_inspect, {"judge": {"value": {"a": 1}}}, {"judge": {"value": 0.5}})
        with pytest.raises(DataError, match=r"the same entries.*'0.5' in sample 1"):
            read(write_eval(rows))
        nan = self.rows(
            make_inspect, {"judge": {"value": {"a": 1}}}, {"judge": {"value": math.nan}}
        )
        assert np.isnan(read(write_eval(nan)).score).tolist() == [False, True]

    def test_lists_are_inputs(self, write_eval, make_inspect, check_table):
        rows = self.rows(
            make_inspect, {"judges": {"value": [1, 0, 1]}}, {"judges": {"value": [0, 1]}}
        )
        path = write_eval(rows)
        scores = read(path)
        check_table(scores)
        assert list(scores.inputs) == [(1, 0, 1), (0, 1)]
        assert any("several values" in note for note in scores.notes)
        assert describe(path, kind="inspect")["metrics"] == {"judges": "vector"}
        mixed = self.rows(make_inspect, {"judges": {"value": [1, 0]}}, {"judges": {"value": 1}})
        with pytest.raises(DataError, match="one value in sample 1 and several in sample 0"):
            read(write_eval(mixed))

    def test_logs_of_before_several_scorers(self, write_inspect_json, by_item):
        rows = [{"id": i, "epoch": 1, "score": {"value": "C"}} for i in range(2)]
        assert by_item(read(write_inspect_json(rows)), "score") == {"0": 1.0, "1": 1.0}


class TestSamplesThatDoNotCount:
    def test_errors_invalid_ones_and_limits(self, write_inspect_json, make_inspect, by_item):
        rows = [
            make_inspect(1, "C"),
            make_inspect(2, "C", error={"message": "time out"}),
            make_inspect(3, "C", invalidation={"author": "me"}),
            make_inspect(4, "C", limit={"type": "token"}),
            make_inspect(5),
        ]
        path = write_inspect_json(rows)
        scores = read(path)
        found = by_item(scores)
        assert (found["1"], found["4"]) == (1.0, 1.0)
        assert all(math.isnan(found[item]) for item in "235")
        assert scores.notes == (
            "Ended in an error, so without a score: 1 of 5 samples.",
            "Declared invalid, so without a score: 1 of 5 samples.",
            "Not scored: 1 of 5 samples.",
            "Stopped by a limit, with the score kept: 1 of 5 samples.",
        )
        told = describe(path, kind="inspect")
        assert (told["errors"], told["invalid"], told["limits"]) == (1, 1, 1)

    def test_errors_in_summaries(self, write_eval, make_inspect, by_item):
        path = write_eval([make_inspect(1, "C"), make_inspect(2, "I", error="time out")])
        assert math.isnan(by_item(read(path))["2"])

    def test_invalid_samples_are_looked_up_if_the_header_tells(
        self, write_eval, make_inspect, header, by_item
    ):
        """Summaries do not say which samples were declared invalid."""
        summaries = [make_inspect(i, "C") for i in (1, 2)]
        samples = [summaries[0], {**summaries[1], "invalidation": {"author": "me"}}]
        path = write_eval(summaries, samples=samples, header={**header, "invalidated": True})
        found = by_item(read(path))
        assert found["1"] == 1.0
        assert math.isnan(found["2"])

    @pytest.mark.parametrize("status", ["cancelled", "error", "started"])
    def test_a_run_that_did_not_end_well_is_told_not_refused(
        self, write_eval, make_inspect, header, status
    ):
        scores = read(write_eval([make_inspect(1, "C")], header={**header, "status": status}))
        assert scores.notes[0] == f"The run did not end well: its status is {status}."
        assert scores.score.tolist() == [1.0]

    def test_fewer_samples_than_planned(self, write_eval, make_inspect, header):
        planned = {**header, "results": {"total_samples": 80}}
        scores = read(write_eval([make_inspect(1, "C")], header=planned))
        assert scores.notes == ("The log holds 1 of 80 samples.",)


class TestCrashedRuns:
    def test_the_journal_is_read_in_the_order_of_its_numbers(
        self, write_eval, make_inspect, by_item
    ):
        journal = [(i, [make_inspect(i, "C" if i % 2 else "I")]) for i in range(1, 12)]
        path = write_eval(journal=sorted(journal, key=lambda part: str(part[0])), header=None)
        scores = read(path)
        assert list(by_item(scores)) == [str(i) for i in range(1, 12)]
        assert by_item(scores)["10"] == 0.0
        assert "unfinished" in scores.notes[0]
        assert scores.system.labels == ("model",)

    def test_gaps_in_the_journal(self, write_eval, make_inspect):
        path = write_eval(journal=[(1, [make_inspect(1, "C")]), (3, [make_inspect(3, "C")])])
        assert any("has gaps" in note for note in read(path).notes)

    def test_samples_without_a_summary_are_read(self, write_eval, make_inspect, by_item):
        samples = [make_inspect(i, "C") for i in (1, 2, "a_epoch_3")]
        path = write_eval(samples=samples, journal=[(1, [make_inspect(1, "C")])], header=None)
        scores = read(path)
        assert set(by_item(scores)) == {"1", "2", "a_epoch_3"}
        assert any("2 samples without a summary" in note for note in scores.notes)

    def test_samples_alone(self, write_eval, make_inspect, by_item):
        path = write_eval(samples=[make_inspect(i, "C") for i in (1, 2)])
        assert by_item(read(path)) == {"1": 1.0, "2": 1.0}

    def test_a_sample_logged_again_counts_once(self, write_eval, make_inspect, by_item):
        path = write_eval([make_inspect(1, "I"), make_inspect(2, "C"), make_inspect(1, "C")])
        scores = read(path)
        assert by_item(scores) == {"1": 1.0, "2": 1.0}
        assert any("1 sample logged again" in note for note in scores.notes)

    def test_numbers_and_texts_are_different_ids(self, write_eval, make_inspect):
        path = write_eval([make_inspect(1, "I"), make_inspect("1", "C")])
        assert len(read(path)) == 2  # the audit will refuse them; nothing is dropped here


class TestThinning:
    """Summaries shorten texts; the two encodings must still agree."""

    def summary(self, sample):
        cut = {k: self.cut(v) if k in ("input", "target") else v for k, v in sample.items()}
        return json.loads(json.dumps(cut))

    def cut(self, text):
        marker = "...\n(content truncated)"
        if isinstance(text, list):
            return [{**message, "content": self.cut(message["content"])} for message in text]
        return text if len(text) <= 5120 else text[:5120] + marker

    @pytest.mark.parametrize("length", [10, 5119, 5120, 5121, 9000])
    def test_long_inputs(self, write_eval, write_inspect_json, make_inspect, length):
        sample = make_inspect(1, "C", input="x" * length, target="y" * length)
        zipped = read(write_eval([self.summary(sample)]))
        same(zipped, read(write_inspect_json([sample])))
        other = make_inspect(1, "C", input="z" + "x" * (length - 1), target="y" * length)
        changed = read(write_inspect_json([other]))
        assert changed.fingerprints["doc"].labels != zipped.fingerprints["doc"].labels
        assert changed.fingerprints["target"].labels == zipped.fingerprints["target"].labels

    def test_messages(self, write_eval, write_inspect_json, make_inspect):
        said = [{"id": "m1", "role": "user", "content": "x" * 6000}]
        sample = make_inspect(1, "C", input=said)
        zipped = read(write_eval([self.summary(sample)]))
        same(zipped, read(write_inspect_json([sample])))
        again = [{**said[0], "id": "m2"}]  # ids of messages are random
        same(zipped, read(write_inspect_json([make_inspect(1, "C", input=again)])))
        parts = [{"role": "user", "content": [{"type": "image", "image": "data:..."}]}]
        thin = [{"role": "user", "content": [{"type": "text", "text": "(Image)"}]}]
        pictures = read(write_inspect_json([make_inspect(1, "C", input=parts)]))
        same(pictures, read(write_eval([make_inspect(1, "C", input=thin)])))

    def test_targets(self, write_inspect_json, make_inspect):
        def target(value):
            scores = read(write_inspect_json([make_inspect(1, "C", target=value)]))
            return scores.fingerprints["target"].labels

        assert target("A") == target(["A"])
        assert target(["A", "B"]) != target(["B", "A"])

    @pytest.mark.parametrize(
        ("value", "thinned"),
        [
            ("p1", "p1"),
            ("two  words\n", "two words"),
            ("x" * 2000, "..."),
            ("word " * 400, "word " * 203 + "word..."),
            (["p"] * 500, "Key removed from summary (> 1k)"),
        ],
    )
    def test_clusters_are_asked_from_the_sample_where_the_summary_is_thin(
        self, write_eval, write_inspect_json, make_inspect, value, thinned
    ):
        wholes = [make_inspect(i, "C", metadata={"passage": value}) for i in (1, 2)]
        wholes.append(make_inspect(3, "C", metadata={"passage": [value, "another"]}))
        wholes[2]["metadata"]["passage"] = value + value[:1] if isinstance(value, list) else "other"
        summaries = [{**whole, "metadata": {"passage": thinned}} for whole in wholes]
        summaries[2]["metadata"] = {"passage": thinned if isinstance(value, list) else "other"}
        columns = {"cluster": "metadata.passage"}
        zipped = read(write_eval(summaries, samples=wholes), columns=columns)
        assert zipped.cluster.codes.tolist() == [0, 0, 1]
        same(zipped, read(write_inspect_json(wholes), columns=columns))

    def test_a_removed_value_is_no_cluster(self, write_eval, make_inspect):
        metadata = {"passage": "Key removed from summary (> 1k)"}
        rows = [make_inspect(i, "C", metadata=metadata) for i in (1, 2)]
        columns = {"cluster": "metadata.passage"}
        with pytest.raises(DataError, match=r"a value of metadata\.passage as the cluster"):
            read(write_eval(rows), columns=columns)
        rows[0]["metadata"] = {"passage": "p1"}
        scores = read(write_eval(rows), columns=columns)
        assert scores.cluster.codes.tolist() == [0, -1]
        assert any("Without a cluster: 1 of 2 rows" in note for note in scores.notes)

    def test_samples_in_pieces(self, write_eval, make_inspect, by_item):
        whole = make_inspect(1, "C")
        pieces = [
            ("samples/1_epoch_1/sample.json", whole),
            ("samples/1_epoch_1/metadata.json", {"passage": "p7"}),
            ("samples/1_epoch_1/messages/0.json", []),
        ]
        path = write_eval([whole], samples=pieces)
        scores = read(path, columns={"cluster": "metadata.passage"})
        assert scores.cluster.labels == ("p7",)
        alone = write_eval(samples=pieces)
        assert by_item(read(alone)) == {"1": 1.0}


class TestColumns:
    def test_fields(self, write_eval, make_inspect):
        rows = [make_inspect(i, "C", metadata={"subject": "law", "key": f"k{i}"}) for i in (1, 2)]
        path = write_eval(rows)
        scores = read(path, columns={"cluster": "metadata.subject", "item": "metadata.key"})
        assert scores.cluster.labels == ("law",)
        assert scores.item.labels == ("k1", "k2")
        with pytest.raises(DataError, match=r"metadata\.key.*Did you mean metadata\.subject"):
            read(path, columns={"cluster": "metadata.subjcet"})
        with pytest.raises(DataError, match="a number or a text as system"):
            read(path, columns={"system": "metadata"})
        with pytest.raises(DataError, match="no filter"):
            read(path, filter="strict")


def test_the_reported_mean_is_checked(write_eval, make_inspect, header):
    def reporting(value, reducer=None):
        metrics = {"accuracy": {"value": value}}
        entry = {"name": "match", "scorer": "match", "reducer": reducer, "metrics": metrics}
        return {**header, "results": {"scores": [entry]}}

    rows = [make_inspect(1, "C"), make_inspect(2, "I")]
    assert read(write_eval(rows, header=reporting(0.5))).notes == ()
    (note,) = read(write_eval(rows, header=reporting(0.75))).notes
    assert note == "match: the samples give 0.5, but the log reports 0.75."
    assert read(write_eval(rows, header=reporting(1.0, "at_least_1"))).notes == ()
    of_more = reporting(0.75)
    of_more["results"]["total_samples"] = 80
    assert read(write_eval(rows, header=of_more)).notes == ("The log holds 2 of 80 samples.",)


@pytest.mark.parametrize(
    ("rows", "match"),
    [
        ([{"epoch": 1}], "none in entry 1 of summaries.json"),
        ([{"id": None}], "the id of each sample"),
        (["x"], "the id of each sample"),
        ({"id": 1}, r"summaries\.json in the Inspect log .* needs well-formed JSON"),
    ],
)
def test_malformed_summaries(write_eval, rows, match):
    with pytest.raises(DataError, match=match):
        read(write_eval(rows))
