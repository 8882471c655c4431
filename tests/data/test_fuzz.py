"""Damaged files: a sentence or a valid table, never a traceback, never another row's score."""

import contextlib
import csv
import io
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwise.core import ClaimwiseError
from claimwise.data import Scores, Totals, align, audit_all, read

pytestmark = pytest.mark.slow

ITEMS, SYSTEMS = 12, ("a", "b", "c")


def good():
    """Return the truth: (item, system) -> score."""
    rng = np.random.default_rng(5)
    return {(f"item-{i}", s): float(rng.integers(0, 9) / 8) for i in range(ITEMS) for s in SYSTEMS}


TRUTH = good()


def as_csv(quoting=csv.QUOTE_MINIMAL, delimiter=","):
    buffer = io.StringIO()
    writer = csv.writer(buffer, quoting=quoting, delimiter=delimiter, lineterminator="\n")
    writer.writerow(["item", "system", "score", "passage", "prompt"])
    for (item, system), score in TRUTH.items():
        prompt = f"Say {item},\nand no more"
        writer.writerow([item, system, score, f"p{int(item[5:]) // 3}", prompt])
    return buffer.getvalue().encode()


def as_jsonl():
    return "".join(
        json.dumps({"item": i, "system": s, "score": x, "doc": {"p": "é"}}) + "\n"
        for (i, s), x in TRUTH.items()
    ).encode()


def as_wide():
    lines = ["item," + ",".join(SYSTEMS)]
    lines += [
        f"item-{i}," + ",".join(str(TRUTH[f"item-{i}", s]) for s in SYSTEMS) for i in range(ITEMS)
    ]
    return "\n".join(lines).encode()


def as_parquet(tmp):
    polars = pytest.importorskip("polars")
    path = tmp / "good.parquet"
    polars.DataFrame(
        {
            "item": [k[0] for k in TRUTH],
            "system": [k[1] for k in TRUTH],
            "score": list(TRUTH.values()),
        }
    ).write_parquet(path)
    return path.read_bytes()


def as_totals():
    return b"dataset,system,correct,n\nd1,a,3,9\nd1,b,4,9\nd2,a,5,8\nd2,b,8,8\n"


FILES = {
    "x.csv": as_csv(),
    "q.csv": as_csv(csv.QUOTE_ALL),
    "x.tsv": as_csv(delimiter="\t"),
    "x.jsonl": as_jsonl(),
    "x.json": b"[" + b",\n".join(as_jsonl().splitlines()) + b"]\n",
    "w.csv": as_wide(),
    "t.csv": as_totals(),
}

byte = st.one_of(st.integers(0, 255), st.sampled_from(list(b'\n\r",;\t\0{}[]:01.-eE \xef\xff')))
damage = st.one_of(
    st.tuples(st.just("cut"), st.integers(0, 10**6), st.just(0)),
    st.tuples(st.just("flip"), st.integers(0, 10**6), byte),
    st.tuples(st.just("insert"), st.integers(0, 10**6), byte),
    st.tuples(st.just("delete"), st.integers(0, 10**6), st.integers(1, 30)),
    st.tuples(st.just("double line"), st.integers(0, 10**6), st.just(0)),
    st.tuples(st.just("drop line"), st.integers(0, 10**6), st.just(0)),
    st.tuples(st.just("swap lines"), st.integers(0, 10**6), st.integers(1, 9)),
)


def damaged(data, hits):
    for what, place, value in hits:
        at = place % max(1, len(data))
        if what == "cut":
            data = data[:at]
        elif what == "flip":
            data = data[:at] + bytes([value]) + data[at + 1 :]
        elif what == "insert":
            data = data[:at] + bytes([value]) + data[at:]
        elif what == "delete":
            data = data[:at] + data[at + value :]
        else:
            lines = data.split(b"\n")
            at = place % len(lines)
            if what == "double line":
                lines.insert(at, lines[at])
            elif what == "drop line":
                del lines[at]
            else:
                other = (at + value) % len(lines)
                lines[at], lines[other] = lines[other], lines[at]
            data = b"\n".join(lines)
    return data


def use(path):
    """Read, audit and align; return the scores, or None where they were refused."""
    try:
        data = read(path)
    except ClaimwiseError:
        return None
    if isinstance(data, Totals):
        assert (data.correct <= data.n).all()
        return data
    assert isinstance(data, Scores)
    assert not np.isinf(data.score).any()
    assert (data.item.codes >= 0).all()
    assert (data.system.codes >= 0).all()
    for action in (lambda: align(data, *data.system.used()[:2]), lambda: audit_all(data)):
        with contextlib.suppress(ClaimwiseError):
            action()
    return data


def truth_of(path):
    """Return the rows as Python's own readers have them, slowly; None where they refuse a file."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
        if "\0" in text:
            return None
        if path.suffix in (".jsonl", ".json"):
            lines = [line for line in io.StringIO(text) if line.strip()]
            return json.loads(text) if path.suffix == ".json" else [json.loads(x) for x in lines]
        first = next(line for line in io.StringIO(text, newline="") if line.strip())
        mark = "\t" if "\t" in first else ";" if ";" in first and "," not in first else ","
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
        header, *rest = (row for row in rows if len(row) > 1 or (row and row[0].strip()))
        names = [name.strip() for name in header]
        return [dict(zip(names, row, strict=True)) for row in rest]
    except (ValueError, csv.Error, StopIteration):
        return None


@given(st.sampled_from(list(FILES)), st.lists(damage, min_size=1, max_size=3))
@settings(max_examples=500)
def test_damaged_files_are_refused_or_read_as_they_stand(tmp_path_factory, name, hits):
    """What is read is what Python's own readers find, cell by cell; never another row's score."""
    path = tmp_path_factory.mktemp("fuzz") / name
    path.write_bytes(damaged(FILES[name], hits))
    got, rows = use(path), truth_of(path)
    if not isinstance(got, Scores) or rows is None or not {"item", "score"} <= rows[0].keys():
        return  # DuckDB forgives a comma before a closing brace, and blanks around marks
    found = [row for row in rows if name != "x.json" or isinstance(row, dict)]
    assert len(got) == len(found)
    for place, row in enumerate(found):
        item = str(row["item"]).strip()
        assert got.item[place] in (item, item.strip('"').strip())
        if isinstance(row.get("score"), str | int | float) and not isinstance(row["score"], bool):
            text = str(row["score"]).strip()
            if text and text[0] in "0123456789.+-":
                assert got.score[place] == float(text)


@given(
    st.sampled_from(["x.csv", "q.csv", "x.tsv", "x.jsonl"]),
    st.integers(1, len(TRUTH) - 1),
    st.binary(max_size=20),
)
@settings(max_examples=200)
def test_rows_before_the_damage_keep_their_scores(tmp_path_factory, name, keep, junk):
    path = tmp_path_factory.mktemp("fuzz") / name
    rows = FILES[name].split(b"\n")
    per_row = 1 if name == "x.jsonl" else 2  # the prompt has a newline in it
    head = rows[: keep * per_row + (name != "x.jsonl")]
    path.write_bytes(b"\n".join([*head, junk]))
    data = use(path)
    if data is None:
        return
    assert isinstance(data, Scores)
    got = list(zip(data.item, data.system, data.score.tolist(), strict=True))
    assert got[:keep] == [(i, s, x) for (i, s), x in list(TRUTH.items())[:keep]]


@given(st.lists(damage, min_size=1, max_size=2))
@settings(max_examples=150)
def test_damaged_parquet(tmp_path_factory, hits):
    folder = tmp_path_factory.mktemp("fuzz")
    path = folder / "x.parquet"
    path.write_bytes(damaged(as_parquet(folder), hits))
    use(path)


@given(st.permutations(range(5)), st.sets(st.integers(0, 4)))
def test_columns_in_any_order_or_missing(tmp_path_factory, order, without):
    table = list(csv.reader(io.StringIO(FILES["x.csv"].decode())))
    buffer = io.StringIO()
    csv.writer(buffer).writerows([[row[i] for i in order if i not in without] for row in table])
    path = tmp_path_factory.mktemp("fuzz") / "x.csv"
    path.write_bytes(buffer.getvalue().encode())
    data = use(path)
    if without <= {3, 4}:
        got = dict(zip(zip(data.item, data.system, strict=True), data.score.tolist(), strict=True))
        assert got == TRUTH


@given(
    st.sampled_from(["lm_eval/samples*", "inspect/log_streaming.eval", "helm/*/per_instance*"]),
    st.lists(damage, min_size=1, max_size=3),
)
@settings(max_examples=300)
def test_damaged_real_logs(shared_data, tmp_path_factory, pattern, hits):
    (source,) = (shared_data / "logs").glob(pattern)
    path = tmp_path_factory.mktemp("fuzz") / source.name
    path.write_bytes(damaged(source.read_bytes(), hits))
    use(path)
