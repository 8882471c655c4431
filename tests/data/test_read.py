"""Files in every layout and dialect: the scores that come out, and what is said of them."""

import hashlib
import json

import numpy as np
import pytest

from claimwise.core import DataError, ParameterError
from claimwise.data import Scores, Totals, gather, read, select

LONG = "item,system,score\nq1,x,1\nq1,y,0\nq2,x,0.5\nq2,y,0\n"


def write(tmp_path, text, name="x.csv"):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def rows(scores):
    """Return the table as a list of (item, system, score), None where there is no finite number."""
    return [
        (item, system, None if np.isnan(score) else score)
        for item, system, score in zip(
            scores.item, scores.system, scores.score.tolist(), strict=True
        )
    ]


EXPECTED = [("q1", "x", 1.0), ("q1", "y", 0.0), ("q2", "x", 0.5), ("q2", "y", 0.0)]


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        LONG.replace(",", "\t"),
        LONG.replace(",", ";"),
        LONG.replace("\n", "\r\n"),
        LONG.replace("\n", "\r"),
        LONG.rstrip("\n"),
        "\ufeff" + LONG,
        "\n\n" + LONG,
        LONG + "\n\n  \n",
        LONG.replace("q1", '"q1"'),
        LONG.replace("item,system,score", " Item , MODEL,Score "),
        LONG.replace("item,system,score", "doc_id,model_name,is_correct"),
        LONG.replace("q1", " q1 "),
        LONG.replace(",1\n", ", 1.0 \n"),
        LONG.replace("\n", ",\n").replace("score,", "score,comment"),
    ],
)
def test_dialects_read_the_same(tmp_path, text):
    assert rows(read(write(tmp_path, text))) == EXPECTED


def test_quoted_cells_hold_delimiters_newlines_and_quotes(tmp_path):
    text = 'item,system,score\n"a,b",x,1\n"l1\nl2",x,0\n"say ""hi""",x,1\n"",x,1\n'
    with pytest.raises(DataError, match=r"column item is empty\."):
        read(write(tmp_path, text))
    scores = read(write(tmp_path, text.removesuffix('"",x,1\n')))
    assert scores.item.labels == ("a,b", "l1\nl2", 'say "hi"')


def test_ids_that_look_like_numbers_are_three_labels(tmp_path):
    text = "item,system,score\n1,7,1\n1.0,7,1\n01,7,1\n1e5,7,0\n007,7,0\n"
    scores = read(write(tmp_path, text))
    assert scores.item.labels == ("1", "1.0", "01", "1e5", "007")
    assert scores.system.labels == ("7",)


def test_jsonl_with_nested_fields(tmp_path):
    records = [
        {"id": i, "model": "m", "acc": i % 2, "doc": {"passage": f"p{i // 2}", "n": {"k": i}}}
        for i in range(4)
    ]
    path = write(tmp_path, "\n".join(map(json.dumps, records)) + "\n\n", "x.jsonl")
    scores = read(path, columns={"cluster": "doc.passage"})
    assert scores.cluster.labels == ("p0", "p1")
    assert rows(scores) == [(str(i), "m", float(i % 2)) for i in range(4)]
    deeper = read(path, columns={"cluster": "doc.n.k"})
    assert deeper.cluster.labels == ("0", "1", "2", "3")
    assert read(path).cluster is None  # doc is an object: not guessed
    with pytest.raises(DataError, match=r"a list or an object in line 1 of"):
        read(path, columns={"cluster": "doc"})


def test_numbers_as_labels_are_their_values_in_shortest_form(tmp_path):
    lines = [
        '{"item": 1, "system": "s", "score": 1}',
        '{"item": "1", "system": "t", "score": 0.25}',
        '{"item": 1.50, "system": "s", "score": 1e-1}',
        '{"item": 1e5, "system": "s", "score": null}',
        '{"item": 12345678901234567890123, "system": "s"}',
        '{"item": -0, "system": "t"}',
        '{"item": 9007199254740993, "system": "t"}',
    ]
    scores = read(write(tmp_path, "\n".join(lines), "x.jsonl"))
    assert scores.item.labels == (
        *("1", "1.5", "100000.0"),
        *("12345678901234567890123", "0", "9007199254740993"),
    )
    assert [row[2] for row in rows(scores)] == [1.0, 0.25, 0.1, None, None, None, None]


def test_jsonl_verdicts_are_booleans_or_words(tmp_path):
    lines = '{"item": 1, "score": true}\n{"item": 2, "score": false}\n'
    assert read(write(tmp_path, lines, "x.jsonl")).score.tolist() == [1, 0]
    with_number = lines + '{"item": 3, "score": 0.5}\n'
    scores = read(write(tmp_path, with_number, "x.jsonl"))
    assert scores.score.tolist() == [1, 0, 0.5]
    words = lines.replace("true", '"yes"').replace("false", '"no"')
    assert read(write(tmp_path, words, "x.jsonl")).score.tolist() == [1, 0]
    late = "".join(f'{{"item": {i}, "score": 1}}\n' for i in range(1200))
    scores = read(write(tmp_path, late + lines, "x.jsonl"))
    assert scores.score.tolist() == [1] * 1201 + [0]
    with pytest.raises(DataError, match="mixes numbers and verdicts: 'yes' in line 1201"):
        read(write(tmp_path, late + words, "x.jsonl"))


def test_fields_that_come_late_are_seen(tmp_path):
    lines = [f'{{"item": "i{i}", "system": "s", "score": 1}}' for i in range(1500)]
    lines += ['{"item": "i0", "system": "s", "score": 0, "seed": 2}']
    scores = read(write(tmp_path, "\n".join(lines), "x.jsonl"))
    assert scores.run.labels == ("2",)
    assert (scores.run.codes[:-1] == -1).all()


def test_all_roles_are_read(tmp_path):
    header = "item,system,score,metric,task,seed,judge,passage,gold,answer"
    text = f"{header}\nq1,x,1,acc,d,1,r1,p1,yes,yes\nq1,x,0,acc,d,2,r1,p1,yes,no\n"
    scores = read(write(tmp_path, text))
    assert scores.metric.labels == ("acc",)
    assert scores.dataset.labels == ("d",)
    assert scores.run.labels == ("1", "2")
    assert scores.rater.labels == ("r1",)
    assert scores.cluster.labels == ("p1",)
    assert scores.gold is None  # long texts are not kept beside a score, unless asked for
    assert "run: column seed" in scores.inferred
    asked = read(write(tmp_path, text), columns={"gold": "gold"})
    assert asked.gold.labels == ("yes",)


def test_scores_from_gold_and_prediction(tmp_path):
    text = "item,system,target,output\nq1,x,cat,cat \nq2,x,dog,cat\nq3,x,dog,\nq4,x,,cat\n"
    scores = read(write(tmp_path, text))
    assert [row[2] for row in rows(scores)] == [1.0, 0.0, None, None]
    assert "score: 1 where column output equals column target" in scores.inferred
    assert any(note.startswith("2 rows") for note in scores.notes)
    assert list(scores.gold) == ["cat", "dog", "dog", ""]


def test_missing_scores_stay_as_rows(tmp_path):
    scores = read(write(tmp_path, LONG.replace(",0.5", ",")))
    assert rows(scores)[2] == ("q2", "x", None)


def test_verdict_words_in_any_case(tmp_path):
    text = "item,system,score\na,x,Correct\nb,x,incorrect\nc,x,C\nd,x,\n"
    assert [r[2] for r in rows(read(write(tmp_path, text)))] == [1, 0, 1, None]


# ---- one file for each system


def test_a_file_for_each_system_is_named_by_its_stem_or_its_folder(tmp_path):
    one = "item,score\nq1,1\nq2,0\n"
    a, b = write(tmp_path, one, "old.csv"), write(tmp_path, one, "new.csv")
    assert read(a, b).system.labels == ("old", "new")
    c, d = write(tmp_path, one, "m1/x.csv"), write(tmp_path, one, "m2/x.csv")
    assert read(c, d).system.labels == ("m1", "m2")
    assert read(c, a, d).system.labels == ("m1", tmp_path.name, "m2")
    assert read(a, b, system=["A", "B"]).system.labels == ("A", "B")
    assert read(a).system.labels == ("old",)
    assert read(a, system="A").system.labels == ("A",)
    with pytest.raises(ParameterError, match=r"a name for each of 2 files; found 1"):
        read(a, b, system=["A"])
    with pytest.raises(
        ParameterError, match=r'tell their systems apart\. Name them: system=\["NAME",'
    ):
        read(a, a)
    assert read(a, a, system=["A", "B"]).system.labels == ("A", "B")


def test_files_that_name_their_systems_are_put_together(tmp_path):
    a = write(tmp_path, "item,system,score\nq1,x,1\nq2,x,0\n", "a.csv")
    b = write(tmp_path, "item,system,score\nq2,y,1\nq1,y,0\n", "b.csv")
    scores = read(a, b)
    assert rows(scores) == [("q1", "x", 1), ("q2", "x", 0), ("q2", "y", 1), ("q1", "y", 0)]
    assert scores.place(3) == f"row 2 of {b}"
    assert read(a, b, system=["y"]).system.used() == ("y",)
    with pytest.raises(ParameterError, match=r"have x, y\."):
        read(a, b, system=["z"])


def test_a_key_must_be_in_all_files_or_in_none(tmp_path):
    a = write(tmp_path, "item,score,dataset\nq1,1,d\n", "a.csv")
    b = write(tmp_path, "item,score\nq1,1\n", "b.csv")
    with pytest.raises(DataError, match=r"to all files or to none\."):
        read(a, b)


# ---- wide tables


def test_wide_tables(tmp_path):
    text = "id,question,gpt,7\nq1,why,1,0\nq2,how,,1\n"
    scores = read(write(tmp_path, text))
    assert rows(scores) == [("q1", "gpt", 1), ("q2", "gpt", None), ("q1", "7", 0), ("q2", "7", 1)]
    assert "systems: columns gpt, 7" in scores.inferred
    assert "item: column id (not question)" in scores.inferred
    assert scores.place(3).startswith("row 2 of column 7 of")


def test_wide_tables_with_other_columns(tmp_path):
    path = write(tmp_path, "item,passage,note,a,b\n1,p,hm,0.5,1\n2,p,oh,0.25,0\n")
    scores = read(path)
    assert scores.system.labels == ("a", "b")
    assert list(scores.cluster) == ["p"] * 4
    assert "ignored: columns note" in scores.inferred
    assert read(path, system=["b"]).system.labels == ("b",)
    with pytest.raises(DataError, match=r"has note, a, b\."):
        read(path, system=["c"])


def test_wide_tables_without_items_number_the_rows(tmp_path):
    scores = read(write(tmp_path, "a,b\n1,0\n0,1\n"))
    assert rows(scores) == [("1", "a", 1), ("2", "a", 0), ("1", "b", 0), ("2", "b", 1)]
    assert any("number of the row" in line for line in scores.inferred)


def test_a_bad_cell_in_a_wide_column_is_refused_and_not_ignored(tmp_path):
    text = "item,a,b\nq1,1,1\nq2,0,n/a\nq3,0,1\n"
    with pytest.raises(DataError, match="'n/a' in line 3 of"):
        read(write(tmp_path, text))


def test_thousands_of_columns(tmp_path):
    names = [f"s{i}" for i in range(3000)]
    lines = [",".join(["item", *names])]
    lines += [",".join([f"q{j}", *(str((i * j) % 2) for i in range(3000))]) for j in range(5)]
    path = write(tmp_path, "\n".join(lines))
    scores = read(path)
    assert len(scores) == 15_000
    assert scores.score.reshape(3000, 5)[2999].tolist() == [0, 1, 0, 1, 0]


# ---- totals


def test_totals(tmp_path):
    text = "dataset,system,correct,n\neasy,a,1637,2376\neasy,b,1721,2376\nhard,a,10,20\n"
    totals = read(write(tmp_path, text))
    assert isinstance(totals, Totals)
    assert totals.system == ("a", "b", "a")
    assert totals.dataset == ("easy", "easy", "hard")
    assert totals.correct.tolist() == [1637, 1721, 10]
    assert totals.n.tolist() == [2376, 2376, 20]
    assert totals.provenance["data"].startswith("sha256:")
    assert read(write(tmp_path, text), dataset="hard").correct.tolist() == [10]
    with pytest.raises(ParameterError, match=r"has easy, hard\. Did you mean hard\?"):
        read(write(tmp_path, text), dataset="hrad")
    with pytest.raises(ParameterError, match='metric="acc" chooses among scores;'):
        read(write(tmp_path, text), metric="acc")


@pytest.mark.parametrize(
    ("line", "match"),
    [
        ("a,5,4", "correct 5 of n 4, which cannot"),
        ("a,0,0", r"correct 0 of n 0, which cannot be\."),
        ("a,1.5,4", r"whole numbers of at least 0\."),
        ("a,-1,4", "has -1 in row 2 of"),
        ("a,,4", "has nothing in row 2 of"),
        ("b,1,4", "two totals, in rows 1 and 2"),
        (",1,4", r"no system\."),
        ("a,x,4", "'x' in line 3"),
    ],
)
def test_bad_totals(tmp_path, line, match):
    with pytest.raises(DataError, match=match):
        read(write(tmp_path, f"system,correct,n\nb,1,2\n{line}\n"))


def test_totals_in_several_files(tmp_path):
    a = write(tmp_path, "system,correct,n\na,1,2\n", "a.csv")
    b = write(tmp_path, "system,correct,n\nb,1,2\n", "b.csv")
    assert read(a, b).system == ("a", "b")
    with pytest.raises(DataError, match=r"totals in several files\."):
        read(a, a, system=["x", "y"])
    with pytest.raises(DataError, match=r"have scores item by item, others totals\."):
        read(a, write(tmp_path, LONG, "c.csv"))


# ---- choosing


MANY = "item,system,metric,task,value\n" + "".join(
    f"q{i},s,{m},{d},{i}\n" for i in range(2) for m in ("acc", "f1") for d in ("d1", "d2")
)


def test_one_metric_at_a_time(tmp_path):
    path = write(tmp_path, MANY)
    with pytest.raises(DataError, match=r'metrics: acc, f1\. Choose one with metric="NAME"\.'):
        read(path)
    assert len(read(path, metric="f1")) == 4
    assert len(read(path, metric="f1", dataset="d2")) == 2
    assert len(read(path, metric="f1", dataset=["d1", "d2"])) == 4
    assert len(gather(path)) == 8
    with pytest.raises(ParameterError, match=r"metric acccc; it has acc, f1\. Did"):
        read(path, metric="acccc")
    with pytest.raises(ParameterError, match=r"no data set d9; it has d1, d2\."):
        read(path, metric="acc", dataset="d9")


def test_rows_without_a_data_set_are_in_none(tmp_path):
    path = write(tmp_path, "item,score,dataset\nq1,1,d\nq1,0,\nq2,1,d\n")
    assert len(read(path, dataset="d")) == 2
    assert len(read(path)) == 3


def test_a_metric_may_be_a_column(tmp_path):
    path = write(tmp_path, "item,system,acc,f1\nq1,x,1,0.25\n")
    assert read(path).score.tolist() == [1]
    assert read(path, metric="f1").score.tolist() == [0.25]
    with pytest.raises(ParameterError, match=r"has item, system, acc, f1\."):
        read(path, metric="f2")


def test_after_a_choice_rows_still_know_their_place(tmp_path):
    path = write(tmp_path, MANY)
    chosen = read(path, metric="f1", dataset="d2")
    assert [chosen.place(i) for i in range(2)] == [f"row 4 of {path}", f"row 8 of {path}"]
    again = select(read(path, metric="f1"), dataset="d2")
    assert [again.place(i) for i in range(2)] == [f"row 4 of {path}", f"row 8 of {path}"]


# ---- what cannot be read


@pytest.mark.parametrize(
    ("name", "text", "match"),
    [
        ("x.csv", "", "is empty; a table needs a header line"),
        ("x.csv", " \n\n", "is empty; a table needs a header line"),
        ("x.jsonl", "", "is empty; a table needs a header line"),
        ("x.csv", "item,system,score\n", r"has no rows\."),
        ("x.csv", "item,item,score\n1,1,1\n", r"has several columns 'item'\. Rename all"),
        ("x.csv", LONG + "q3,x\n", "Line 6 of .* has 2 fields; the header has 3"),
        ("x.csv", LONG + "q3,x,1,2\n", "Line 6 of .* has 4 fields; the header has 3"),
        ("x.csv", LONG + '"q3,x,1\n', "Line [67] of .* is not CSV"),
        ("x.csv", LONG + '"q3"x,x,1\n', r'mark must end with one \("" inside it\)\.'),
        ("x.csv", LONG + "q\0,x,1\n", "a NUL byte at position"),
        ("x.csv", LONG.encode() + b"\xe4,x,1\n", r"byte 0xe4 at position 48\. Save it as UTF-8\."),
        ("x.csv", LONG.encode() + b"q,x,\xc3", "byte 0xc3 at position 52"),
        ("x.csv", LONG.encode("utf-16"), "UTF-16.*Save it as UTF-8"),
        ("x.csv", b"PK\x03\x04zzzz", "zip or Excel.*Save it as CSV"),
        ("x.csv", b"\x1f\x8bzzzz", "gzip.*Unpack"),
        ("x.csv", LONG + "q3,x,nan\n", "false; leave the cell empty"),
        ("x.csv", LONG + "q3,x,inf\n", "'inf' in line 6"),
        ("x.csv", LONG + "q3,x,1_000\n", "'1_000' in line 6"),
        ("x.csv", LONG + "q3,x,yes\n", "mixes numbers and verdicts: 'yes' in line 6"),
        ("x.csv", LONG + ",x,1\n", r"column item is empty\."),
        ("x.csv", LONG + "q3, ,1\n", r"column system is empty\."),
        (
            "x.csv",
            "system,score\nx,1\n",
            r'no column for the item; it has.*it: columns=\{"item": "NAME"\};',
        ),
        ("x.csv", "item,system\nq,x\n", "no column for the score; it has item,"),
        ("x.csv", "item,text\nq,x\n", "no column for the score; it has item,"),
        ("x.csv", "1,0\n0,1\n1,1\n", "has numbers alone.*a header line"),
        ("x.csv", "justonecolumn\n1\n2\n", r"no column for the score; it has justonecolumn\."),
        ("x.parquet", "PAR1abcd", r"PAR1 is missing at its end\. It may be cut off:"),
        ("x.parquet", "abcdePAR1", r"PAR1 is missing at its beginning\."),
        (
            "x.parquet",
            b"PAR1\x00\x00\x00\x00\x00\x00\x00\x00PAR1",
            "not a whole Parquet file: Invalid Input",
        ),
        (
            "x.jsonl",
            '{"item": 1, "score": 1}\n{"item": 2, "sc',
            "broken JSON: Unterminated string starting",
        ),
        ("x.jsonl", '{"item": 1, "score": 1}\n[1]\n', "Line 2 of .* is not a JSON object"),
        ("x.jsonl", '{"item": 1, "score": 1, "score": 0}\n', r"field score twice\."),
        ("x.jsonl", '{"item": 1, "score": NaN}\n', "'NaN' in line 1"),
        (
            "x.jsonl",
            '{"item": 1, "score": [1]}\n',
            r'no column for the score; it has.*score\. Name it: columns=\{"score":',
        ),
        ("x.jsonl", '{"item": "\\ud83d", "score": 1}\n', "half of a surrogate pair"),
        ("x.jsonl", '{"a":' * 100_000, r"too many levels\."),
        (
            "x.json",
            '[{"item": 1},\n{"item": 2}',
            "Line 2 of .* JSON: a comma or ] is",
        ),
        ("x.json", '[{"item": 1}, 2]', "Object 2 of .* is not a JSON object"),
        ("x.json", '[{"item": 1, "item": 2}]', "Object 1 of .* has the field item twice"),
        ("x.json", '[{"item": 1}] x', "more follows after the list"),
        ("x.json", "[]", r"has no rows\."),
        ("x.json", '[{"item": 1, "score": "x"}]', "'x' in object 1 of .*x.json, column score"),
        (
            "x.json",
            '{\n"item": 1\n}',
            r"broken JSON: Expecting property.*object on a line of its own\.",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(tmp_path, name, text, match):
    with pytest.raises(DataError, match=match) as caught:
        read(write(tmp_path, text, name))
    assert "\n" not in str(caught.value)


def test_what_is_no_source_at_all(tmp_path):
    with pytest.raises(DataError, match="has no file of scores in it"):
        read(tmp_path)
    with pytest.raises(DataError, match=r"none\.csv does not exist\."):
        read(tmp_path / "none.csv")
    with pytest.raises(ParameterError, match=r"is nothing to read\. Give a file, a frame"):
        read()
    with pytest.raises(
        DataError, match="reads paths, data frames, records and mappings of arrays; found an"
    ):
        read(5)
    path = write(tmp_path, LONG)
    with pytest.raises(TypeError, match=r"engine"):
        read(path, engine="fast")
    with pytest.raises(ParameterError, match='filter="strict" chooses within a log'):
        read(path, filter="strict")
    with pytest.raises(
        ParameterError, match=r"Found 2 sources; several can be read if all are files\. Join"
    ):
        read(path, {"a": [1]})
    with pytest.raises(
        DataError, match=r"column scor; it has item, system, score\. Did you mean score\?"
    ):
        read(path, columns={"score": "scor"})


def test_the_fingerprint_is_that_of_the_bytes(tmp_path):
    path = write(tmp_path, LONG)
    digest = "sha256:" + hashlib.sha256(LONG.encode()).hexdigest()
    assert read(path).provenance == {"data": digest}
    other = write(tmp_path, LONG, "y.csv")
    both = read(path, other).provenance["data"]
    assert both.startswith("sha256:")
    assert both != digest
    assert isinstance(read(path), Scores)
