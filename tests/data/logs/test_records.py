"""Records one after another: the same as the whole at once."""

import io
import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from claimwise.core import DataError
from claimwise.data.logs import records as module
from claimwise.data.logs.records import JsonStream, Records

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.fixture
def small_chunks(monkeypatch):
    """Read a few characters at a time, so that every value is cut somewhere."""
    monkeypatch.setattr(module, "CHUNK", 3)


@given(content=st.lists(values, max_size=5), indent=st.sampled_from([None, 2]))
@example(content=[0.5], indent=None)
@example(content=[1.5, -0.25, 1e-07, 12345.678], indent=None)
@example(content=[True, None, "\u00e9"], indent=2)
def test_law_items_of_an_array(monkeypatch_chunks, content, indent):
    stream = JsonStream(io.StringIO(json.dumps(content, indent=indent)), "x")
    assert list(stream.items()) == content
    stream.end()


@given(content=st.dictionaries(st.text(max_size=4), values, max_size=5))
def test_law_members_of_an_object(monkeypatch_chunks, content):
    stream = JsonStream(io.StringIO(json.dumps(content)), "x")
    assert {key: stream.value() for key in stream.members()} == content
    stream.end()


@pytest.fixture(scope="module")
def monkeypatch_chunks():
    before, module.CHUNK = module.CHUNK, 3
    yield
    module.CHUNK = before


@pytest.mark.parametrize("text", ["[1, 2", "[1 2]", '["a', "[tru]", "[1,]", "x", "", "[" * 100_000])
def test_broken_arrays(small_chunks, text):
    stream = JsonStream(io.StringIO(text), "the file")
    with pytest.raises(DataError, match="the file needs well-formed JSON"):
        list(stream.items())


@pytest.mark.parametrize("text", ['{"a"', '{"a":1', '{"a" 1}', '{"a":1,}', "{1:1}", "[]"])
def test_broken_objects(small_chunks, text):
    stream = JsonStream(io.StringIO(text), "the file")
    with pytest.raises(DataError, match="the file needs well-formed JSON"):
        {key: stream.value() for key in stream.members()}


def test_something_after_the_end():
    stream = JsonStream(io.StringIO("[1] 2"), "the file")
    assert list(stream.items()) == [1]
    with pytest.raises(DataError, match="a mistake after character 4"):
        stream.end()


def read(path):
    records = Records(path, "the log")
    return [(place, record) for place, record in records], records


def test_lines_blank_lines_and_marks(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"a": 1}\r\n\n  \n{"a": "\xe2\x80\xa8"}')
    found, records = read(path)
    assert found == [("line 1", {"a": 1}), ("line 4", {"a": "\u2028"})]
    assert records.count == 2
    assert records.digest == module.file_digest(path)


def test_an_array_is_the_same_as_lines(tmp_path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps([{"a": 1}, {"a": 2}], indent=1), encoding="utf-8")
    found, records = read(path)
    assert found == [("record 1", {"a": 1}), ("record 2", {"a": 2})]
    assert records.digest == module.file_digest(path)


@pytest.mark.parametrize(
    ("content", "match"),
    [
        (b'{"a": 1}\n{"a": \n{"a": 2}\n', "no JSON in line 2"),
        (b'{"a": 1}\n{"a": 2', "line 2, the last one. Is the file truncated"),
        (b'{"a": 1}\n\xff\xfe\n{"a": 2}\n', "bytes that are not UTF-8 in line 2"),
        (b'{"a": 1}\n[1]\n', "list in line 2"),
        (b'{"a": ' + b"9" * 5000 + b"}\n{}", "no JSON in line 1"),
        (b'{"a": ' + b"[" * 200_000 + b"}\n{}", "no JSON in line 1"),
        (b"", "an empty file"),
        (b"\n\n", "an empty file"),
        (b"[]", "an empty file"),
        (b'[{"a": 1}', "truncated"),
        (b'[{"a": 1}, 2]', "int in record 2"),
        (b'[{"a": "\xff"}]', "UTF-8"),
    ],
)
def test_broken_files_name_the_place(tmp_path, content, match):
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(DataError, match=match):
        read(path)


def test_no_file(tmp_path):
    with pytest.raises(DataError, match="readable file; found no such file"):
        read(tmp_path / "absent")
    with pytest.raises(DataError, match="readable file; found is a directory"):
        read(tmp_path)
