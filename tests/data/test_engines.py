"""The quick readers and the careful ones give the same answer, or the same refusal."""

import csv
import io
import json
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwise.core import ClaimwiseError
from claimwise.data import Scores, read
from claimwise.data import scan as scan_module
from claimwise.data.coding import tidy
from claimwise.data.columns import SAMPLE
from claimwise.data.content import look
from claimwise.data.delimited import Delimited
from claimwise.data.duck import Odd, Relation
from claimwise.data.duck_json import DuckJson
from claimwise.data.jsonlines import JsonLines
from claimwise.data.parquet import open_parquet
from claimwise.data.scan import Scanned, scan

pytestmark = pytest.mark.slow

GOOD = "item,system,score\nq,s,1\n"

# Texts with everything that a reader can trip over.
tricky = st.text(
    st.sampled_from(list("ab01.e-_ \"',;\t\n\r#\\/{}[]:|é\u00a0\u2028😀nulNATRUE")), max_size=7
)
ids = st.one_of(tricky, st.sampled_from(["1", "1.0", "01", "1e5", "007", "nan", "NULL", "true"]))
numbers = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False, width=64).map(repr),
    st.integers(0, 1).map(str),
    st.sampled_from(["", " ", "1.", ".5", "+1", "-0", " 1", "1 ", "1e-3", "0.1234567890123456789"]),
)
words = st.sampled_from(["true", "False", "YES", "no", "", "Correct", "i"])
odd = st.sampled_from(["nan", "inf", "1_000", "0x1", "1e999", "x", "1,5", "1 2", "--1"])


@pytest.fixture(autouse=True, scope="module")
def short_samples():
    """Let the quick readers meet what the look at the first rows would have met before them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("claimwise.data.delimited.SAMPLE", 2)
        patch.setattr("claimwise.data.jsonlines.SAMPLE", 2)
        yield


def answer(path, engine, **more):
    """Return what is read, as plain values, or the words of the refusal."""
    try:
        scores = read(path, engine=engine, **more)
    except ClaimwiseError as error:
        return str(error)
    assert isinstance(scores, Scores)
    columns = [
        (name, list(column))
        for name in ("item", "system", "dataset", "run", "cluster", "gold", "prediction")
        if (column := getattr(scores, name)) is not None
    ]
    labels = [scores.item.labels, scores.system.labels]
    values = [None if np.isnan(x) else x for x in scores.score.tolist()]
    return columns, labels, values, scores.inferred, scores.notes, scores.provenance


def same(path, **more):
    plain, fast = answer(path, "plain", **more), answer(path, "fast", **more)
    assert plain == fast
    return plain


@st.composite
def tables(draw):
    score = draw(
        st.sampled_from([numbers, words, st.one_of(numbers, words), st.one_of(numbers, odd)])
    )
    row = st.tuples(ids, ids, score, tricky)
    return draw(st.lists(row, min_size=1, max_size=12))


@given(
    tables(),
    st.sampled_from([",", "\t", ";"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    st.sampled_from(["", "\ufeff", "\n"]),
    st.sampled_from(["", "\n", "\n\n \n"]),
)
@settings(max_examples=300)
def test_csv(tmp_path_factory, rows, delimiter, end, quoting, before, after):
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator=end, quoting=quoting)
    writer.writerows([("item", "system", "score", "comment"), *rows])
    path = tmp_path_factory.mktemp("csv") / "x.csv"
    path.write_bytes((before + buffer.getvalue() + after).encode())
    same(path)


def test_the_quick_reader_of_csv_is_not_odd_about_good_files(tmp_path, monkeypatch):
    buffer = io.StringIO()
    rows = [(f'"q",\n{i % 7} é', f"s{i % 3}", i / 8, "x" * i, "yes") for i in range(300)]
    csv.writer(buffer).writerows([("item", "system", "score", "comment", "right"), *rows])
    path = tmp_path / "x.csv"
    path.write_bytes(buffer.getvalue().encode())
    expected = Delimited(path).load(["item", "system"], ["score"])
    monkeypatch.setattr(Delimited, "load", None)
    got = Scanned(path).load(["item", "system"], ["score", "right"])
    for name in ("item", "system"):
        assert got.labels[name].labels == expected.labels[name].labels
        assert got.labels[name].codes.tolist() == expected.labels[name].codes.tolist()
    assert got.scores["score"].tolist() == [i / 8 for i in range(300)]
    assert got.scores["right"].tolist() == [1] * 300
    small, (values,) = scan(path, ",", 5, [0, 2], labels=1, block=64)
    assert small[0][0].tolist() == [i % 7 for i in range(300)]
    assert values.tolist() == [i / 8 for i in range(300)]
    plain = tmp_path / "y.csv"
    plain.write_bytes(b"\xef\xbb\xbfitem\tscore\r\na\t\r\n\r\nb\t1e-3\r\n")
    loaded = Scanned(plain).load(["item"], ["score"])
    assert list(loaded.labels["item"]) == ["a", "b"]
    np.testing.assert_array_equal(loaded.scores["score"], [np.nan, 0.001])


@given(tables(), st.integers(8, 200))
@settings(max_examples=200)
def test_blocks_of_any_size_give_the_same_columns(tmp_path_factory, rows, size):
    buffer = io.StringIO()
    csv.writer(buffer).writerows([("item", "system", "score", "comment"), *rows])
    path = tmp_path_factory.mktemp("csv") / "x.csv"
    path.write_bytes(buffer.getvalue().encode())
    plain = Delimited(path).load(["item", "system", "score"], [])
    try:
        columns, _ = scan(path, ",", 4, [0, 1, 2], labels=3, block=size)
    except scan_module.Odd:
        return
    for column, name in zip(columns, ("item", "system", "score"), strict=True):
        coded = tidy(*column, name)
        assert coded.labels == plain.labels[name].labels
        assert coded.codes.tolist() == plain.labels[name].codes.tolist()


@given(st.lists(st.tuples(st.sampled_from("abc"), numbers), min_size=1, max_size=40))
def test_numbers_of_any_length_in_blocks_of_any_size(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("csv") / "x.csv"
    path.write_text("item,score\n" + "".join(f"{item},{text}\n" for item, text in rows))
    plain = Delimited(path).load(["item"], ["score"])
    _, (values,) = scan(path, ",", 2, [0, 1], labels=1, block=64)
    np.testing.assert_array_equal(values, plain.scores["score"])


def test_labels_too_long_for_a_matrix(tmp_path):
    long = "y" * 5000
    path = tmp_path / "x.csv"
    path.write_text("item,system,score\n" + f'{long},a,1\n"{long}""",a,0\nshort,a,1\n')
    columns, *_ = same(path)
    assert columns[0][1] == [long, long + '"', "short"]


ODD = [
    'a, "b",1',
    '"a" ,b,1',
    'a"b,b,1',
    'a"b,c"d,1',
    '"a"b,b,1',
    '"a,b,1',
    "a,b,1\rc,d,0",
    'a,"b\rc",1',
    "a,b",
    "a,b\nc,d,1,2",
    "a,b,1,2\nc,d",
    "x,y\n0,w,1,2",
    '"a""b",b,1',
    '"",b,1',
    '"a\n\nb",b,1',
]


@pytest.mark.parametrize("text", ODD)
def test_odd_lines_are_left_to_the_careful_reader(tmp_path, text):
    path = tmp_path / "x.csv"
    good = "".join(f"q{i},s,{i % 2}\n" for i in range(5))
    path.write_bytes(f"item,system,score\n{good}{text}\n{good.replace('q', 'p')}".encode())
    same(path)


def test_words_after_long_numbers_in_another_block(tmp_path):
    path = tmp_path / "x.csv"
    numbers = "".join(f"q{i},0.123456789{i}\n" for i in range(9))
    path.write_text(f"item,score\n{numbers}p1,correct\np2,incorrect\n")
    with pytest.raises(scan_module.Odd):
        scan(path, ",", 2, [0, 1], labels=1, block=40)
    assert "mixes numbers and verdicts" in same(path)


json_values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    tricky,
    st.floats(allow_nan=False, allow_infinity=False),
)


@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "item": st.one_of(tricky.filter(str.strip), st.integers(0, 99)),
                "score": numbers.map(str.strip),
            },
            optional={"run": json_values, "note": json_values, "cluster": json_values},
        ),
        min_size=1,
        max_size=8,
    ),
    st.sampled_from([None, "number", "boolean"]),
    st.sampled_from(["\n", "\r\n", "\n\n"]),
)
@settings(max_examples=150)
def test_jsonl(tmp_path_factory, records, form, end):
    for record in records:
        if form == "boolean":
            record["score"] = record["score"] > "1"
        elif form == "number" and record["score"]:
            record["score"] = float(record["score"])
    path = tmp_path_factory.mktemp("jsonl") / "x.jsonl"
    path.write_bytes(end.join(json.dumps(r, ensure_ascii=False) for r in records).encode())
    same(path)


def test_the_quick_reader_of_jsonl_is_not_odd_about_good_files(tmp_path, monkeypatch):
    records = [
        {"item": f"q\n{i % 70}", "model": "m", "score": i / 7, "doc": {"passage": i % 5}}
        for i in range(1500)
    ]
    path = tmp_path / "x.jsonl"
    path.write_text("\n".join(map(json.dumps, records)))
    names = ["item", "model", "doc.passage"]
    expected = JsonLines(path).load(names, ["score"])
    monkeypatch.setattr(JsonLines, "load", None)
    monkeypatch.setattr(JsonLines, "find_all_names", None)
    got = DuckJson(path).load(names, ["score"])
    for name in names:
        assert list(got.labels[name]) == list(expected.labels[name])
    assert got.scores["score"].tolist() == [i / 7 for i in range(1500)]
    booleans = tmp_path / "b.jsonl"
    booleans.write_text("".join(f'{{"item": {i}, "score": true}}\n' for i in range(5)))
    assert DuckJson(booleans).load(["item"], ["score"]).scores["score"].tolist() == [1] * 5


def test_numbers_that_duckdb_would_write_anew_are_left_to_the_careful_reader(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text('{"item": 1.50, "score": 1}\n{"item": 2, "score": 1}\n')
    with pytest.raises(Odd):
        DuckJson(path)._fast(["item"], ["score"])
    assert list(DuckJson(path).load(["item"], ["score"]).labels["item"]) == ["1.50", "2"]


def test_a_name_that_duckdb_takes_for_a_pattern(tmp_path):
    (tmp_path / "a1.jsonl").write_text('{"item": "wrong", "score": 1}\n')
    path = tmp_path / "a[1].jsonl"
    path.write_text('{"item": "right", "score": 1}\n')
    assert read(path, engine="fast").item.labels == ("right",)


def test_labels_whose_hashes_collide_are_still_told_apart():
    duckdb = pytest.importorskip("duckdb")
    con = duckdb.connect()
    con.execute("CREATE MACRO hash(x) AS length(x)::UBIGINT")
    relation = con.sql("SELECT * FROM (VALUES ('a', 1.0), ('b', 0.5), ('a', NULL)) t(item, score)")
    assert len({row[0] for row in relation.project("hash(item)").fetchall()}) == 1
    loaded = Relation(relation).load(["item"], ["score"])
    assert list(loaded.labels["item"]) == ["a", "b", "a"]


def test_fields_that_balance_each_other_are_seen(tmp_path):
    lines = ['{"item": 1, "score": 1, "x": 0}', '{"item": 2, "score": 1}']
    lines += ['{"item": 3, "score": 0, "x": 0, "run": 7}']
    path = tmp_path / "x.jsonl"
    path.write_text("\n".join(lines))
    columns, *_ = same(path)
    assert columns[-1] == ("run", ["", "", "7"])


SWAPPED = ['{"item": -1, "score": 1, "run": 7}']
BALANCED = ['{"item": -1, "score": 1, "x": 0, "run": 7}', '{"item": -2, "score": 0}']


@pytest.mark.parametrize("odd", [SWAPPED, BALANCED])
def test_fields_that_balance_each_other_far_down_are_seen(tmp_path, odd):
    lines = [f'{{"item": {i}, "score": 1, "x": 0}}' for i in range(3 * SAMPLE)]
    path = tmp_path / "x.jsonl"
    path.write_text("\n".join(lines + odd))
    columns, *_ = same(path)
    name, values = columns[-1]
    assert (name, values[3 * SAMPLE]) == ("run", "7")


def test_minus_zero_is_a_name_of_its_own(tmp_path):
    lines = [f'{{"item": {i}, "score": 1}}' for i in range(5)] + ['{"item": -0, "score": 0}']
    path = tmp_path / "x.jsonl"
    path.write_text("\n".join(lines))
    columns, *_ = same(path)
    assert columns[0][1][-1] == "-0"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_what_is_counted_does_not_depend_on_the_blocks(tmp_path, monkeypatch, size):
    monkeypatch.setattr("claimwise.data.content.BLOCK", size)
    path = tmp_path / "x.jsonl"
    path.write_text('{"é": 1, "b": "c"}\n{"é" : 2}', encoding="utf-8")
    content = look(path, json=True)
    assert (content.colons, content.size) == (3, 30)


@pytest.mark.parametrize("by", ["duckdb", "polars"])
def test_parquet_by_duckdb_and_by_polars(tmp_path, monkeypatch, by):
    monkeypatch.setattr("claimwise.data.duck.available", lambda: by == "duckdb")
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(
        {
            "item": ["007", "1e5", None, "007"],
            "n": [1, 2, 3, 4],
            "right": [True, False, True, None],
            "acc": [0.5, None, 1.0, 0.25],
            "words": ["yes", "no", "yes", None],
            "list": [[1], [2], [3], [4]],
        }
    )
    path = tmp_path / "x.parquet"
    frame.write_parquet(path)
    loaded = open_parquet(path).load(["item", "n"], ["right", "acc", "words"])
    assert list(loaded.labels["item"]) == ["007", "1e5", "", "007"]
    assert list(loaded.labels["n"]) == ["1", "2", "3", "4"]
    values = {name: [None if np.isnan(x) else x for x in v] for name, v in loaded.scores.items()}
    assert values["right"] == [1, 0, 1, None]
    assert values["acc"] == [0.5, None, 1, 0.25]
    assert values["words"] == [1, 0, 1, None]
    with pytest.raises(ClaimwiseError, match=r"Column list .*has a list or an object"):
        open_parquet(path).load(["list"], [])
    polars.DataFrame({"item": ["007", "x"]}).write_parquet(path)
    with pytest.raises(ClaimwiseError, match="'x' in row 2 of"):
        open_parquet(path).load([], ["item"])


@pytest.mark.parametrize("by", ["duckdb", "polars"])
def test_nan_in_parquet_is_refused_with_its_row(tmp_path, monkeypatch, by):
    monkeypatch.setattr("claimwise.data.duck.available", lambda: by == "duckdb")
    polars = pytest.importorskip("polars")
    path = tmp_path / "x.parquet"
    frame = {"item": ["a", "b"], "system": ["s", "s"], "score": [1.0, float("nan")]}
    polars.DataFrame(frame).write_parquet(path)
    with pytest.raises(ClaimwiseError, match=r"'nan' in row 2 of"):
        read(path)


def test_parquet_without_any_reader(tmp_path, monkeypatch):
    path = tmp_path / "x.parquet"
    path.write_bytes(b"PAR1....PAR1")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ClaimwiseError, match=r"pip install 'claimwise\[data\]'"):
        read(path)


@pytest.mark.parametrize(
    ("name", "text"), [("x.jsonl", '{"item": 1, "score": 1}'), ("x.csv", GOOD)]
)
def test_without_duckdb_the_careful_readers_do_it(tmp_path, monkeypatch, name, text):
    path = tmp_path / name
    path.write_text(text)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    assert len(read(path, engine="fast")) == 1
