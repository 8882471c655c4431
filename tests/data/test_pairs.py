"""Data at the door."""

import numpy as np
import pytest

from claimwise.core import DataError, ParameterError
from claimwise.data import IndependentCounts, PairCounts, Pairs, example_path, read_pairs


def test_counts_of_pairs():
    counts = Pairs([1, 1, 0, 0, 1], [1, 0, 1, 1, 1]).counts("a test")
    assert (int(counts.wins), int(counts.losses), counts.n) == (2, 1, 5)
    assert float(counts.effect()) == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("a", "b", "match"),
    [
        ([], [], "one score for each item"),
        ([1, 0], [1], "2 and 1"),
        ([1, np.nan], [1, 0], "nan at item 1 of A"),
        ([[1, 0]], [[1, 0]], "shape"),
        (["a"], ["b"], "numbers as scores"),
    ],
)
def test_pairs_refuse(a, b, match):
    with pytest.raises(DataError, match=match):
        Pairs(a, b)


def test_graded_scores_are_no_verdicts():
    with pytest.raises(DataError, match=r"0 or 1\); found 0.37 at item 1 of system B"):
        Pairs([1, 0], [1, 0.37]).counts("mcnemar")


def test_ties_are_split_and_an_odd_one_is_left_out():
    even = PairCounts.of(3, 1, 10).split_ties()
    assert (int(even.wins), int(even.losses)) == (6, 4)
    odd = PairCounts.of(3, 1, 11).split_ties()
    assert (int(odd.wins), int(odd.losses)) == (6, 4)
    assert int(odd.ties) == 1


def test_counts_are_checked():
    with pytest.raises(DataError, match="at most n = 3"):
        PairCounts.of(2, 2, 3)
    with pytest.raises(DataError, match="whole numbers"):
        PairCounts.of(2.5, 2, 30)
    with pytest.raises(DataError, match="at least 0; found -1"):
        PairCounts.of(-1, 2, 30)
    with pytest.raises(DataError, match="whole numbers"):
        PairCounts.of(float("inf"), 0, 10)
    with pytest.raises(ParameterError, match=r"PairCounts\.n needs a whole number"):
        PairCounts.of(0, 0, 0)
    with pytest.raises(DataError, match="at most 5; found 6"):
        IndependentCounts.of(6, 5, 1, 5)
    assert float(IndependentCounts.of(1, 4, 3, 4).effect()) == 0.5


def write(tmp_path, text, name="pilot.csv", encoding="utf-8"):
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    return path


GOOD = "item,system,correct\nq1,x,1\nq1,y,0\nq2,x,0\nq2,y,0\n"


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        GOOD.replace(",", "\t"),
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "\r"),
        "\ufeff" + GOOD,
        GOOD.replace("item,system,correct", "id,Model,score"),
        GOOD.replace(",1\n", ",true\n").replace(",0\n", ",FALSE\n"),
        GOOD.replace("q1", '"q,1"'),
        GOOD + "\n\n",
    ],
)
def test_files_in_many_dialects_read_the_same(tmp_path, text):
    pairs = read_pairs(write(tmp_path, text))
    assert pairs.names == ("x", "y")
    assert pairs.a.tolist() == [1, 0]
    assert pairs.b.tolist() == [0, 0]
    assert pairs.provenance["data"].startswith("sha256:")


def test_the_baseline_is_the_first_system_unless_named(tmp_path):
    path = write(tmp_path, GOOD)
    assert read_pairs(path, a="y").names == ("y", "x")
    assert read_pairs(path, b="x").names == ("y", "x")
    assert read_pairs(path, a="y").difference == -read_pairs(path).difference


def test_rows_may_come_in_any_order(tmp_path):
    lines = GOOD.strip().splitlines()
    mixed = "\n".join([lines[0], lines[4], lines[1], lines[3], lines[2]])
    pairs = read_pairs(write(tmp_path, mixed), a="x", b="y")
    assert pairs.difference == read_pairs(write(tmp_path, GOOD)).difference


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "is empty; a table needs a header line"),
        ("item,system,correct\n", r"no rows\."),
        ("item,system,correct\nq1,x,1\n", "one system, x, and a comparison needs"),
        (GOOD + "q3,x,1\n", r"different items: 1 of x alone and 0 of y alone, such as q3\."),
        (GOOD + "q3,y,1\n", r"different items: 0 of x alone and 1 of y alone, such as q3\."),
        (GOOD + "q1,x,0\n", r"a second verdict on item q1 of x\."),
        (GOOD.replace("x,1", "x,0.5"), r"the verdict 0\.5, on item q1 of x\. Write 0 or 1,"),
        (GOOD.replace("x,1", "x,"), r"on item q1 of x\. Write 0 or 1, or true"),
        ("item,correct\nq1,1\n", "one system, .*, and a comparison needs"),
        (GOOD.replace("item,system", "item,item"), r"several columns 'item'\. Rename all but"),
        (GOOD + "\0,x,1\n", "CSV|alone"),
        (GOOD + "q3,x\n", r"2 fields; the header has 3\. A cell with a comma in it"),
        (GOOD + "q1,z,1\nq2,z,0\n", r"3 systems: x, y, z\. Name the baseline with a"),
    ],
)
def test_bad_files_are_refused_in_one_sentence(tmp_path, text, match):
    with pytest.raises((DataError, ParameterError), match=match):
        read_pairs(write(tmp_path, text))


def test_other_bad_sources(tmp_path):
    with pytest.raises(DataError, match="has no file of scores in it"):
        read_pairs(tmp_path)
    with pytest.raises(DataError, match=r"none\.csv does not exist\."):
        read_pairs(tmp_path / "none.csv")
    with pytest.raises(DataError, match="UTF-8"):
        read_pairs(write(tmp_path, GOOD.replace("q1", "ä"), encoding="latin-1"))
    with pytest.raises(
        DataError, match="reads paths, data frames, records and mappings of arrays; found an"
    ):
        read_pairs(5)
    with pytest.raises(ParameterError, match=r"yy is not in .*; it has x, y\. Did you mean y"):
        read_pairs(write(tmp_path, GOOD), b="yy")
    with pytest.raises(ParameterError, match='a="x" and b="x" name the same system'):
        read_pairs(write(tmp_path, GOOD), a="x", b="x")


def test_the_fingerprint_is_that_of_the_content(tmp_path):
    first = read_pairs(write(tmp_path, GOOD, "a.csv")).provenance["data"]
    same = read_pairs(write(tmp_path, GOOD, "b.csv")).provenance["data"]
    other = read_pairs(write(tmp_path, GOOD.replace("q1", "q9"), "a.csv")).provenance["data"]
    assert first == same != other


def test_long_cells_are_read(tmp_path):
    text = GOOD.replace("correct", "correct,prompt").replace("\n", "," + "x" * 200_000 + "\n")
    text = text.replace("prompt," + "x" * 200_000, "prompt", 1)
    assert read_pairs(write(tmp_path, text)).n == 2


@pytest.mark.parametrize("library", ["polars", "pandas"])
def test_any_data_frame_will_do(library, tmp_path):
    frames = pytest.importorskip(library)
    frame = frames.read_csv(write(tmp_path, GOOD))
    assert read_pairs(frame).a.tolist() == [1, 0]
    if library == "polars":
        assert read_pairs(frame.lazy()).b.tolist() == [0, 0]


def test_the_example_is_there():
    pairs = read_pairs(example_path("validation.csv"))
    assert pairs.n == 400
    assert pairs.difference == pytest.approx(0.03)
    with pytest.raises(DataError, match="bundled example"):
        example_path("nothing.csv")
