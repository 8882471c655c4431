"""The one reader of files: what it reads, what it refuses, and that nothing is read otherwise."""

import csv
import io
import itertools
import json
import os
import subprocess
import sys
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import claimwise as cw
from claimwise.core import ClaimwiseError, DataError, ParameterError
from claimwise.core.limits import LIMITS, limit
from claimwise.data import read
from claimwise.data.columns import SAMPLE
from claimwise.data.content import BLOCK, look
from claimwise.data.engine import NUMBER, Relation, open_database
from claimwise.data.json_files import JsonFile
from claimwise.data.numbers import NUMBER as STRICT
from claimwise.data.table_files import open_table

duckdb = pytest.importorskip("duckdb")
LONG = "item,system,score\nq1,x,1\nq1,y,0\nq2,x,0.5\nq2,y,0\n"


def write(folder, text, name="x.csv"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def cells(path, names=("a", "b", "c")):
    """Return the cells of some columns, row by row."""
    loaded = open_table(path).load(list(names), [])
    return list(zip(*(loaded.labels[name] for name in names), strict=True))


# ---- CSV


tricky = st.text(
    st.sampled_from(list("ab01.e-_ \"',;\t\n\r#\\/{}[]:|é\u00a0\u2028😀nulNATRUE")), max_size=7
)


@given(
    st.lists(st.tuples(tricky, tricky, tricky), min_size=1, max_size=12),
    st.sampled_from([",", "\t", ";"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    st.sampled_from(["", "\ufeff", "\n", "\n \n"]),
    st.sampled_from(["", "\n", "\n\n \n"]),
)
@settings(max_examples=300)
@pytest.mark.slow
def test_what_is_written_as_csv_is_read_back(
    tmp_path_factory, rows, delimiter, end, quoting, before, after
):
    buffer = io.StringIO()
    if end != "\r\n":  # the writer leaves the other character without marks otherwise
        quoting = csv.QUOTE_ALL
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator=end, quoting=quoting)
    writer.writerows([("a", "b", "c"), *rows])
    path = tmp_path_factory.mktemp("csv") / "x.csv"
    path.write_bytes((before + buffer.getvalue() + after).encode())
    assert cells(path) == [tuple(cell.strip() for cell in row) for row in rows]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1,2,3\r\n4,5,6\n", 2),
        ("1,2,3\r4,5,6\n", 2),
        ("1,2,3\n   \n4,5,6\n", 2),
        ("1,2,3\n\n\n4,5,6", 2),
        ('1,"2\r\n",3\n4,5,6\n', 2),
        ('a"b,2,3\n', 1),
        ('a"b" "c,2,3\n', 1),
        ("#,\\,'\n", 1),
        ("NULL,null,NA\n", 1),
    ],
)
def test_files_that_are_odd_and_yet_whole(tmp_path, text, rows):
    expected = [row for row in csv.reader(io.StringIO(text, newline="")) if len(row) == 3]
    found = cells(write(tmp_path, "a,b,c\n" + text))
    assert len(found) == rows
    assert found == [tuple(cell.strip() for cell in row) for row in expected]


@pytest.mark.slow
def test_every_mixture_of_line_ends(tmp_path):
    ends = ("\n", "\r", "\r\n", "\n\n", "\r\r")
    for before in ("", *ends):
        for three in itertools.product(ends, repeat=3):
            lines = zip(("a,b,c", "1,2,3", '"4","5",6'), three, strict=True)
            path = write(tmp_path, before + "".join(line + end for line, end in lines))
            assert cells(path) == [("1", "2", "3"), ("4", "5", "6")], repr((before, three))


@pytest.mark.parametrize("text", ['x,"y" "z",3\n', 'x,"y"z,3\n', 'x,"y,3\n'])
def test_marks_that_do_not_close_a_cell_are_refused(tmp_path, text):
    with pytest.raises(DataError, match=r"Line [23] of .* is not CSV or TSV"):
        cells(write(tmp_path, "a,b,c\n" + text))


def test_an_empty_line_in_a_table_of_one_column_is_no_row(tmp_path):
    loaded = open_table(write(tmp_path, "a\n1\n\n2\n")).load(["a"], [])
    assert list(loaded.labels["a"]) == ["1", "2"]
    with pytest.raises(DataError, match="'x' in line 4 of"):
        open_table(write(tmp_path, "a\n1\n\nx\n")).load([], ["a"])


def test_a_cell_may_be_long(tmp_path):
    long = "y" * 3_000_000
    found = cells(write(tmp_path, f'a,b,c\n"{long}",2,3\n4,5,6\n'))
    assert [len(row[0]) for row in found] == [3_000_000, 1]


@pytest.mark.parametrize("name", ["a[1].csv", "a*.csv", "a?.csv", "a{b}.csv", "it's.csv", "é.csv"])
def test_a_name_is_never_a_pattern(tmp_path, name):
    write(tmp_path, "item,system,score\nwrong,x,1\n", "a1.csv")
    assert read(write(tmp_path, LONG, name)).item.labels == ("q1", "q2")


def test_the_engine_sees_one_file_alone(tmp_path):
    path, other = write(tmp_path, LONG), write(tmp_path, LONG, "y.csv")
    con = open_database(path)
    with pytest.raises(duckdb.PermissionException):
        con.execute(f"FROM read_csv('{other}')").fetchall()
    with pytest.raises(duckdb.Error):
        con.execute("SET enable_external_access = true")


# ---- numbers


def test_what_the_engine_casts_is_a_number_to_us_and_the_other_way_round():
    texts = ["".join(t) for n in (1, 2, 3) for t in itertools.product("01.eE+-_ inafx,%", repeat=n)]
    texts += ["".join(t) for t in itertools.product("01.e+-", repeat=6)]
    con = duckdb.connect()
    con.execute("CREATE TABLE t (i INT, v VARCHAR)")
    values = ", ".join(f"({i}, '{text}')" for i, text in enumerate(texts))
    con.execute(f"INSERT INTO t VALUES {values}")
    found = con.execute(f"SELECT v, TRY_{NUMBER.format('v')} FROM t ORDER BY i").fetchall()
    for text, value in found:
        strict = bool(STRICT.fullmatch(text.strip())) and np.isfinite(float(text))
        assert (value is not None and np.isfinite(value)) == strict, text
        if strict:
            assert value == float(text)


def test_numbers_are_rounded_as_python_rounds_them(tmp_path):
    rng = np.random.default_rng(7)
    texts = [repr(float(x)) for x in rng.random(5000)]
    powers = 10.0 ** rng.integers(-300, 300, 5000)
    digits = rng.integers(0, 25, 5000)
    texts += [f"{x:.{d}e}" for x, d in zip(rng.standard_normal(5000) * powers, digits, strict=True)]
    path = write(tmp_path, "item,score\n" + "".join(f"q{i},{t}\n" for i, t in enumerate(texts)))
    assert open_table(path).load([], ["score"]).scores["score"].tolist() == list(map(float, texts))


@pytest.mark.parametrize("odd", ["1_000", "inf", "nan", "+-1", "0x1", "1e999", "1,5", "--1", "1 2"])
def test_what_is_no_number_is_refused_with_its_line(tmp_path, odd):
    rows = "".join(f"q{i},x,1\n" for i in range(1500))
    path = write(tmp_path, f'item,system,score\n{rows}p,x,"{odd}"\n')
    with pytest.raises(DataError, match=r"in line 1502 of .*column score, is not a finite number"):
        read(path)


@pytest.mark.parametrize("odd", ["1_0", "+-1"])
@pytest.mark.parametrize("before", range(4))
def test_marks_in_numbers_are_seen_between_two_blocks_as_well(tmp_path, odd, before):
    text = "item,score\n" + "q,".ljust(BLOCK - before - len("item,score\n"), "x") + odd + ",1\n"
    assert look(write(tmp_path, text)).grouped
    assert not look(write(tmp_path, text.replace(odd, "q_1"))).grouped


def test_verdicts_after_a_thousand_numbers_are_mixed(tmp_path):
    rows = "".join(f"q{i},0.12345678{i}\n" for i in range(1500))
    with pytest.raises(DataError, match="mixes numbers and verdicts: 'correct' in line 1502"):
        read(write(tmp_path, f"item,score\n{rows}p1,correct\n"))


@given(
    st.lists(st.text(st.sampled_from("ab\0é😀"), max_size=20) | st.none(), min_size=1), st.data()
)
def test_texts_of_the_engine_are_told_apart(texts, data):
    texts = [text and text * data.draw(st.sampled_from([1, 1, 30])) for text in texts]
    con = duckdb.connect()
    con.execute("CREATE TABLE t (item VARCHAR, score DOUBLE)")
    con.executemany(
        "INSERT INTO t VALUES (?, ?)", [(t, None if t is None else len(t)) for t in texts]
    )
    loaded = Relation(con.table("t")).load(["item"], ["score"])
    assert list(loaded.labels["item"]) == [(text or "").strip() for text in texts]
    expected = [np.nan if text is None else len(text) for text in texts]
    np.testing.assert_array_equal(loaded.scores["score"], expected)


@pytest.mark.parametrize("name", ["x.csv", "x.jsonl"])
def test_the_rows_alone(tmp_path, name):
    text = LONG if name == "x.csv" else '{"item": 1}\n' * 4
    assert open_table(write(tmp_path, text, name)).load([], []).rows == 4


def test_a_relation_of_several_parts(tmp_path):
    rows = 300_000  # DuckDB hands over 131,072 at a time
    con = duckdb.connect()
    long = f"if(i = {rows - 1}, repeat('y', 400), 'item ' || (i % 1000))"
    relation = con.sql(f"SELECT {long} AS item, i / 7 AS score FROM range({rows}) t(i)")
    loaded = Relation(relation).load(["item"], ["score"])
    assert loaded.labels["item"][rows - 1] == "y" * 400
    assert loaded.labels["item"][rows - 2] == "item 998"
    assert len(loaded.labels["item"].labels) == 1001
    np.testing.assert_array_equal(loaded.scores["score"], np.arange(rows) / 7)


# ---- JSON


json_values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    tricky,
    st.floats(allow_nan=False, allow_infinity=False),
)


def as_label(value):
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value).strip()


@given(
    st.lists(
        st.fixed_dictionaries({"item": json_values}, optional={"run": tricky, "é b": json_values}),
        min_size=1,
        max_size=8,
    ),
    st.sampled_from(["\n", "\r\n", "\n\n", "array"]),
    st.booleans(),
)
@settings(max_examples=200)
@pytest.mark.slow
def test_what_is_written_as_json_is_read_back(tmp_path_factory, records, end, ascii_):
    path = tmp_path_factory.mktemp("json") / ("x.json" if end == "array" else "x.jsonl")
    lines = [json.dumps(record, ensure_ascii=ascii_) for record in records]
    text = "[" + ",\n".join(lines) + "]" if end == "array" else end.join(lines)
    path.write_bytes(text.encode())
    table = open_table(path)
    assert table.names == tuple(dict.fromkeys(name for record in records for name in record))
    loaded = table.load(table.names, [])
    for name in table.names:
        floats = [isinstance(record.get(name), float) for record in records]
        for got, record, is_float in zip(loaded.labels[name], records, floats, strict=True):
            expected = as_label(record.get(name))
            assert float(got) == float(expected) if is_float else got == expected


def test_objects_over_several_lines_in_a_list(tmp_path):
    records = [{"id": i, "model": "m", "acc": i % 2, "doc": {"p": f"p{i}"}} for i in range(4)]
    path = write(tmp_path, "\ufeff" + json.dumps(records, indent=2), "x.json")
    scores = read(path, columns={"cluster": "doc.p"})
    assert list(scores.cluster) == ["p0", "p1", "p2", "p3"]
    assert scores.score.tolist() == [0, 1, 0, 1]


def test_lines_with_a_byte_order_mark_or_other_line_ends(tmp_path):
    line = '{"item": %d, "score": 1}'
    text = "\ufeff" + line % 1 + "\r" + line % 2 + "\r"
    assert read(write(tmp_path, text, "x.jsonl")).item.labels == ("1", "2")


def test_a_comma_too_many_is_forgiven(tmp_path):
    assert read(write(tmp_path, '{"item": 1, "score": 1,}\n', "x.jsonl")).score.tolist() == [1]


FLAT = [f'{{"item": {i}, "score": 1, "x": 0}}' for i in range(3 * SAMPLE)]
LATE = {
    "swapped": ['{"item": -1, "score": 1, "run": 7}'],
    "balanced": ['{"item": -1, "score": 1, "x": 0, "run": 7}', '{"item": -2, "score": 0}'],
    "spaced": ['{"item": -1, "score": 1, "x" : 0, "run" : 7}'],
}


@pytest.mark.parametrize("odd", LATE.values(), ids=LATE)
def test_fields_that_come_late_are_seen(tmp_path, odd):
    table = open_table(write(tmp_path, "\n".join(FLAT + odd), "x.jsonl"))
    assert table.names == ("item", "score", "x", "run")
    assert list(table.load(["run"], []).labels["run"])[3 * SAMPLE] == "7"


@pytest.mark.parametrize(
    ("odd", "match"),
    [
        ('{"item": 1, "item": 2, "score": 1}', "Line 3001 of .* has the field item twice"),
        ("[1, 2]", "Line 3001 of .* is not a JSON object"),
        ('{"item": 1, "score": 1', "Line 3001 of .* is broken JSON"),
        ('{"item": "\\ud83d", "score": 1, "x": 0}', "Line 3001 of .* half of a surrogate pair"),
    ],
)
def test_faults_far_down_are_named_with_their_line(tmp_path, odd, match):
    with pytest.raises(DataError, match=match):
        open_table(write(tmp_path, "\n".join([*FLAT, odd]), "x.jsonl")).load(["item"], ["score"])


def test_no_second_look_at_a_plain_file(tmp_path, monkeypatch):
    monkeypatch.setattr(JsonFile, "copy_to", None)
    monkeypatch.setattr(JsonFile, "look_closer", None)
    path = write(tmp_path, "\n".join(FLAT), "x.jsonl")
    table = open_table(path)
    assert table.flat
    assert table.load(["item"], ["score"]).scores["score"].sum() == 3 * SAMPLE


def test_a_field_that_comes_twice_in_an_object_that_is_reached_into(tmp_path):
    path = write(tmp_path, '{"item": 1, "score": 1, "doc": {"p": 1, "p": 2}}\n', "x.jsonl")
    with pytest.raises(DataError, match="field of doc comes twice"):
        read(path, columns={"cluster": "doc.p"})


def test_names_with_everything_in_them(tmp_path):
    names = ['a"b', "c/d", "~e", "é", "0", "x.y", "a_b", "a%b", "it's", "A", "a"]
    lines = [json.dumps({name: f"{name}{i}" for name in names}) for i in range(2 * SAMPLE)]
    table = open_table(write(tmp_path, "\n".join(lines), "x.jsonl"))
    assert table.names == tuple(names)
    loaded = table.load(names, [])
    assert [loaded.labels[name][3] for name in names] == [f"{name}3" for name in names]


# ---- Parquet and Arrow


def parquet(path, columns):
    pytest.importorskip("polars").DataFrame(columns).write_parquet(path)
    return path


def test_parquet(tmp_path):
    columns = {
        "item": ["007", "1e5", None, "007"],
        "n": [1, 2, 3, 4],
        "right": [True, False, True, None],
        "acc": [0.5, None, 1.0, 0.25],
        "words": ["yes", "no", "yes", None],
        "list": [[1], [2], [3], [4]],
    }
    table = open_table(parquet(tmp_path / "x[1].parquet", columns))
    loaded = table.load(["item", "n"], ["right", "acc", "words"])
    assert list(loaded.labels["item"]) == ["007", "1e5", "", "007"]
    assert list(loaded.labels["n"]) == ["1", "2", "3", "4"]
    values = {name: [None if np.isnan(x) else x for x in v] for name, v in loaded.scores.items()}
    assert values == {
        "right": [1, 0, 1, None],
        "acc": [0.5, None, 1, 0.25],
        "words": [1, 0, 1, None],
    }
    with pytest.raises(ClaimwiseError, match=r"Column list .*has a list or an object"):
        table.load(["list"], [])
    with pytest.raises(ClaimwiseError, match="'x' in row 2 of"):
        open_table(parquet(tmp_path / "y.parquet", {"item": ["007", "x"]})).load([], ["item"])
    frame = {"item": ["a", "b"], "system": ["s", "s"], "score": [1.0, float("nan")]}
    with pytest.raises(ClaimwiseError, match=r"'nan' in row 2 of"):
        read(parquet(tmp_path / "z.parquet", frame))


def test_arrow_by_polars_or_a_sentence(tmp_path, monkeypatch):
    polars = pytest.importorskip("polars")
    path = tmp_path / "x.arrow"
    polars.DataFrame({"item": ["a", "b"], "score": [1.0, 0.0]}).write_ipc(path)
    assert read(path).score.tolist() == [1, 0]
    with pytest.raises(DataError, match=r"not a whole Arrow file"):
        read(write(tmp_path, path.read_bytes()[:40], "y.arrow"))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ParameterError, match=r"polars or pyarrow .*Run pip install polars, or"):
        read(path)


# ---- limits, pipes, standard input


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_thirty_thousand_columns_are_refused_at_once(tmp_path, kind):
    names = [f"s{i}" for i in range(30_000)]
    text = ",".join(names) + "\n" + ",".join("1" for _ in names) + "\n"
    if kind == "jsonl":
        text = json.dumps(dict.fromkeys(names, 1))
    path = write(tmp_path, text, f"x.{kind}")
    start = time.perf_counter()
    with pytest.raises(
        DataError, match=r"limit is 4,096\. Raise it: with claimwise.limits\(columns="
    ):
        read(path)
    assert time.perf_counter() - start < 10
    with cw.limits(columns=30_000):
        assert len(open_table(path).names) == 30_000


@pytest.mark.parametrize("array", [False, True])
def test_json_that_is_nested_too_deeply(tmp_path, array):
    deep = '{"item": 1, "score": 1, "x": ' + '{"a": [' * 60 + "1" + "]}" * 60 + "}"
    path = write(tmp_path, f"[{deep}]" if array else deep, "x.json" if array else "x.jsonl")
    with pytest.raises(DataError, match=r"121 levels of JSON; the limit is 100\..*nesting=121"):
        read(path)
    with cw.limits(nesting=121):
        assert len(read(path)) == 1
    text = json.dumps({"item": 1, "score": 1, "x": "{[" * 500})
    assert len(read(write(tmp_path, text, "y.jsonl"))) == 1


def test_limits_hold_inside_their_block_alone():
    assert limit("columns") == LIMITS["columns"].default
    with cw.limits(columns=7):
        assert limit("columns") == 7
    assert limit("columns") == LIMITS["columns"].default
    near = r"no limit called column; .*Did you mean columns\?"
    with pytest.raises(ParameterError, match=near), cw.limits(column=7):
        pass
    with pytest.raises(ParameterError, match="at least 1"), cw.limits(columns=0):
        pass


def test_resamples_for_days_are_asked_about():
    scores = {"a": [0.1, 0.5, 0.2, 0.4], "b": [0.3, 0.4, 0.9, 0.7]}
    with pytest.raises(ParameterError, match=r"the limit is 10,000,000\. .*resamples=1000000000"):
        cw.compare(scores, resamples=10**9)
    with cw.limits(resamples=50), pytest.raises(ParameterError, match="the limit is 50"):
        cw.compare(scores, resamples=1000)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_or_a_device_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero"):
        for work in (
            read,
            cw.read_responses,
            lambda p: cw.read_outputs(p, references=[p]),
            cw.doctor,
        ):
            with pytest.raises(ClaimwiseError, match=r"is a (pipe|device), not a file\. Pipe the"):
                work(path)


PIPED = {
    "csv": LONG,
    "tsv": LONG.replace(",", "\t"),
    "jsonl": '{"item": 1, "system": "x", "score": 1}\n{"item": 1, "system": "y", "score": 0}\n',
    "json": '[{"item": 1, "system": "x", "score": 1}, {"item": 1, "system": "y", "score": 0}]',
}
READ = """
import os, tempfile, claimwise as cw
scores = cw.read("-")
print(scores.system.labels, scores.place(0))
print(cw.read("-").score.tolist()[:2], len(os.listdir(tempfile.gettempdir())))
"""


@pytest.mark.parametrize("kind", [*PIPED, "parquet"])
def test_standard_input(tmp_path, kind):
    if kind == "parquet":
        columns = {"item": ["q1", "q1"], "system": ["x", "y"], "score": [1, 0]}
        data = parquet(tmp_path / "x.parquet", columns).read_bytes()
    else:
        data = PIPED[kind].encode()
    private = tmp_path / "private"
    private.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", READ],
        input=data,
        capture_output=True,
        check=True,
        env=os.environ | {"TMPDIR": str(private)},
    )
    assert done.stdout.decode() == "('x', 'y') row 1 of standard input\n[1.0, 0.0] 1\n"
    assert list(private.iterdir()) == []  # gone with the process


def test_what_is_wrong_with_standard_input_is_said_of_it(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"item,score\nq1,x\n")))
    with pytest.raises(DataError, match="'x' in line 2 of standard input, column score"):
        read("-")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    with pytest.raises(DataError, match="tandard input is empty"):
        read("-")


# ---- tables in memory


def test_records_and_arrays():
    records = [
        {"item": 1, "system": "a", "score": 1.0},
        {"item": 1, "system": "b", "score": None, "run": 2},
    ]
    scores = read(records)
    assert list(scores.system) == ["a", "b"]
    assert list(scores.run) == ["", "2"]
    assert scores.score[0] == 1
    assert np.isnan(scores.score[1])
    array = np.array([(1, 0.5), (2, 0.25)], dtype=[("item", int), ("score", float)])
    assert read(array).score.tolist() == [0.5, 0.25]
    assert read(np.eye(3)).system.labels == ("A", "B", "C")
    with pytest.raises(DataError, match="Record 2 of the list is of type int"):
        read([{"item": 1}, 2])
    with pytest.raises(DataError, match=r"array of shape \(3,\)"):
        read(np.zeros(3))
