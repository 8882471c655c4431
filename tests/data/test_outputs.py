"""Outputs by line, by table and by log: what is read, and what is refused in which words."""

import json

import numpy as np
import pytest

from claimwise.core import DataError, ParameterError
from claimwise.data import Outputs, read_outputs


@pytest.fixture
def files(tmp_path):
    def write(**texts):
        paths = {}
        for name, lines in texts.items():
            content = lines if isinstance(lines, bytes) else ("\n".join(lines) + "\n").encode()
            (tmp_path / f"{name}.txt").write_bytes(content)
            paths[name] = tmp_path / f"{name}.txt"
        return paths

    return write


def test_lines_belong_together(files):
    p = files(base=["a b", "c"], new=["a", ""], ref=["a b", "d"], ref2=["a", "c"])
    found = read_outputs(p["base"], p["new"], references=[p["ref"], p["ref2"]])
    assert found.systems == ("base", "new")
    assert found.gold == (("a b", "a"), ("d", "c"))
    assert found.predicted["new"] == ("a", "")
    assert found.provenance["data"].startswith("sha256:")
    labels = read_outputs(p["base"], references=p["ref"], takes="label")
    assert labels.gold == ("a b", "d")
    assert read_outputs(p["base"], references=f"{p['ref']},{p['ref2']}").gold[1] == ("d", "c")


def test_only_line_feeds_end_lines(files):
    p = files(base="one\u2028two\x85three\nfour\r\n".encode(), ref=["x", "y"])
    found = read_outputs(p["base"], references=p["ref"])
    assert found.predicted["base"] == ("one\u2028two\x85three", "four")


def test_a_byte_order_mark_is_no_text(files):
    p = files(base=b"\xef\xbb\xbfone\ntwo", ref=["x", "y"])
    assert read_outputs(p["base"], references=p["ref"]).predicted["base"] == ("one", "two")


def test_lengths_are_said_with_the_first_line_that_differs_in_emptiness(files):
    p = files(base=["a", "b", "", "d"], ref=["a", "b", "c"])
    with pytest.raises(DataError, match=r"4 lines in .*base.txt, 3 lines in .*ref.txt") as error:
        read_outputs(p["base"], references=p["ref"])
    assert "line 3 is empty in" in str(error.value)
    p = files(base=["a", "b", "c", "d"], ref=["a", "b", "c"])
    with pytest.raises(DataError, match=r"line 4 is only in .*base.txt"):
        read_outputs(p["base"], references=p["ref"])


def test_empty_references_are_refused_by_line(files):
    p = files(base=["a", "b", "c"], ref=["a", " ", ""])
    with pytest.raises(DataError, match=r"is empty, like 1 other line\. Without"):
        read_outputs(p["base"], references=p["ref"])


def test_bytes_that_are_no_text_are_refused_by_line(files):
    p = files(base=b"a\n\xff\xfe\n", ref=["a", "b"])
    with pytest.raises(DataError, match=r"byte 0xff in line 2\. Save it as UTF-8\."):
        read_outputs(p["base"], references=p["ref"])
    p = files(base=["a", "b"], ref=b"\n\n")
    with pytest.raises(DataError, match=r"ref\.txt is empty\."):
        read_outputs(p["base"], references=p["ref"])
    with pytest.raises(DataError, match=r"nowhere\.txt does not exist\."):
        read_outputs(p["base"], references="nowhere.txt")


def test_clusters_stand_line_by_line(files):
    p = files(base=["a", "b", "c"], ref=["a", "b", "c"], docs=["x", "y", "x"])
    found = read_outputs(p["base"], references=p["ref"], cluster=p["docs"])
    assert found.cluster.tolist() == [0, 1, 0]
    assert found.clusters == 2


def test_names_of_systems(files):
    p = files(base=["a"], new=["b"], ref=["a"])
    found = read_outputs(p["base"], p["new"], references=p["ref"], system=["A", "B"])
    assert found.systems == ("A", "B")
    with pytest.raises(ParameterError, match="a name for each of 2 files"):
        read_outputs(p["base"], p["new"], references=p["ref"], system=["A"])
    with pytest.raises(ParameterError, match=r'systems apart\. Name them: system=\["NAME",'):
        read_outputs(p["base"], p["base"], references=p["ref"])


def table(tmp_path, rows, header="item,system,gold,prediction"):
    path = tmp_path / "t.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


def test_tables_are_matched_by_item(tmp_path):
    rows = ["1,A,x,x", "2,A,y,x", "2,B,y,y", "1,B,x,y", "3,A,x,x"]
    found = read_outputs(table(tmp_path, rows), takes="label")
    assert found.items == ("1", "2")
    assert found.gold == ("x", "y")
    assert found.predicted == {"A": ("x", "x"), "B": ("y", "y")}
    assert any("2 of 3" in note for note in found.notes)
    assert read_outputs(table(tmp_path, rows), takes="text").gold == (("x",), ("y",))


def test_a_score_beside_the_answers_does_not_hide_them(tmp_path):
    rows = ["1,A,x,x,1", "1,B,x,y,0"]
    path = table(tmp_path, rows, "item,system,gold,prediction,score")
    assert read_outputs(path, takes="label").predicted == {"A": ("x",), "B": ("y",)}


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["1,A,x,x", "1,B,y,x"], "two gold answers: 'x' for A and 'y'"),
        (["1,A,,x", "1,B,x,x"], r"no gold answer \(row 1 of"),
        (["1,A,x,x", "1,A,x,y", "1,B,x,x"], "Item 1 of A has two scores, in row 1"),
        (["1,A,x,x", "2,B,x,x"], r"No item has an output of all systems\."),
    ],
)
def test_tables_that_cannot_be_used_say_why(tmp_path, rows, words):
    with pytest.raises(DataError, match=words):
        read_outputs(table(tmp_path, rows), takes="label")


def test_a_table_without_answers_names_the_columns(tmp_path):
    path = table(tmp_path, ["1,A,1", "1,B,0"], "item,system,score")
    with pytest.raises(DataError, match=r"column score\."):
        read_outputs(path, takes="label")


def test_attempts_are_counted_over_runs(tmp_path):
    rows = [f"{i},{s},{r},{int(i == 1 and r < 2)}" for i in (1, 2) for s in "AB" for r in range(3)]
    found = read_outputs(table(tmp_path, rows, "item,system,run,score"), takes="attempts")
    assert found.predicted["A"] == ((3, 2.0), (3, 0.0))
    with pytest.raises(DataError, match="scores of 0 and 1"):
        read_outputs(table(tmp_path, ["1,A,0.5", "1,B,1"], "item,system,score"), takes="attempts")


def test_likelihoods_have_two_columns(tmp_path):
    rows = ["1,A,-10.5,4", "1,B,-9,4", "2,A,-1,2", "2,B,-3,2"]
    path = table(tmp_path, rows, "item,system,loglik,tokens")
    found = read_outputs(path, takes="likelihood")
    assert found.predicted["B"] == ((-9.0, 4.0), (-3.0, 2.0))
    with pytest.raises(DataError, match="no column of tokens or words;"):
        read_outputs(table(tmp_path, ["1,A,-1"], "item,system,loglik"), takes="likelihood")


def log(path, system, pairs, metric="f1"):
    folder = path / system
    folder.mkdir()
    lines = [
        json.dumps(
            {
                "doc_id": i,
                "doc": {},
                "target": str(gold),
                "arguments": [["q", ""]],
                "resps": [[str(said)]],
                "filtered_resps": [str(said)],
                "filter": "none",
                "metrics": [metric],
                "doc_hash": f"d{i}",
                "prompt_hash": f"p{i}",
                "target_hash": f"t{i}",
                metric: [gold, said],
            }
        )
        for i, (gold, said) in enumerate(pairs)
    ]
    file = folder / "samples_task_2026-01-01T00-00-00.jsonl"
    file.write_text("\n".join(lines) + "\n")
    return file


def test_logs_whose_values_are_pairs(tmp_path):
    a = log(tmp_path, "old", [(0, 1), (1, 1), (1, 0)])
    b = log(tmp_path, "fresh", [(0, 0), (1, 1), (1, 1)])
    found = read_outputs(a, b, metric="f1", takes="label")
    assert found.gold == ("0", "1", "1")
    assert found.predicted == {"old": ("1", "1", "0"), "fresh": ("0", "1", "1")}
    other = read_outputs(a, b, metric="mcc", takes="label")
    assert any("metric f1" in line for line in other.inferred)


def test_likelihoods_of_logs_are_pairs(tmp_path):
    a = log(tmp_path, "old", [(-10.5, 4), (-2.0, 1)], metric="word_perplexity")
    found = read_outputs(a, metric="perplexity", takes="likelihood")
    assert found.predicted["old"] == ((-10.5, 4), (-2.0, 1))


def test_outputs_of_different_lengths_are_refused():
    with pytest.raises(DataError, match="2 of system A, 1 of the references"):
        Outputs(predicted={"A": ("x", "y")}, gold=("x",))
    kept = Outputs(predicted={"A": (1,), "B": (2,), "C": (3,)}, cluster=np.array([4]))
    assert kept.keep(("C", "A")).systems == ("C", "A")
