"""Line-aligned numbers."""

import math

import numpy as np
import pytest

from claimwise.core import DataError
from claimwise.data.logs import describe, read_log


def read(tmp_path, content, **more):
    path = tmp_path / "system.txt"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_log(path, kind="text", **more)


def test_a_blank_line_is_an_item_without_a_score(tmp_path, by_item, check_table):
    scores = read(tmp_path, "1\n\n0.5\n")
    check_table(scores)
    found = by_item(scores)
    assert found.keys() == {"1", "2", "3"}
    assert (found["1"], found["3"]) == (1.0, 0.5)
    assert math.isnan(found["2"])
    assert scores.system.labels == ("system",)
    assert any("1 score missing" in note for note in scores.notes)


@pytest.mark.parametrize("content", ["1\n0\n", "1\n0", "1\r\n0\r\n", "1\r0\r", "\ufeff1\n 0 \n"])
def test_line_ends(tmp_path, by_item, content):
    assert by_item(read(tmp_path, content)) == {"1": 1.0, "2": 0.0}


def test_trailing_blank_lines_are_items_too(tmp_path):
    assert len(read(tmp_path, "1\n0\n\n")) == 3


def test_two_columns_are_two_systems(tmp_path):
    scores = read(tmp_path, "1 0\n0.5\t0.25\n\n1 1\n", metric="bleu")
    assert scores.system.labels == ("system:1", "system:2")
    assert scores.metric.labels == ("bleu",)
    first = scores.score[scores.system.codes == 0]
    assert first[[0, 1, 3]].tolist() == [1.0, 0.5, 1.0]
    assert np.isnan(first[2])
    assert scores.score[scores.system.codes == 1][[0, 1, 3]].tolist() == [0.0, 0.25, 1.0]


@pytest.mark.parametrize(
    ("content", "match"),
    [
        ("1\nx\n", "'x' in line 2"),
        ("1\n1 0\n", "1 in line 1"),
        ("1 2 3\n", "3 numbers in line 1"),
        ("1\ninf\n", "inf in line 2"),
        ("1\n1e999\n", "finite numbers; found 1e999 in line 2"),
        ("\n\n", "at least one number"),
        ("", "at least one number"),
        (b"1\n\xff\n", "byte 2"),
        ("1 0.5\n2 0.7\n3 0.1\n", "counts the lines"),
        ("0 0.5\n1 0.7\n2 0.1\n", "counts the lines"),
    ],
)
def test_refusals(tmp_path, content, match):
    with pytest.raises(DataError, match=match):
        read(tmp_path, content)


def test_nothing_to_choose(tmp_path):
    with pytest.raises(DataError, match="no filter"):
        read(tmp_path, "1\n", filter="x")
    with pytest.raises(DataError, match="no columns"):
        read(tmp_path, "1\n", columns={"cluster": "x"})


def test_description(tmp_path):
    (tmp_path / "a.txt").write_text("1\n\n0\n")
    told = describe(tmp_path / "a.txt", kind="text")
    assert told["samples"] == 3
    assert told["unscored"] == 1
    assert told["model"] == "a"


def test_no_file(tmp_path):
    with pytest.raises(DataError, match="no such file"):
        read_log(tmp_path / "absent", kind="text")
