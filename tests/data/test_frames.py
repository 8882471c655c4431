"""Data frames and arrays in the place of files."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.core import DataError
from claimwise.data import read

polars = pytest.importorskip("polars")
pandas = pytest.importorskip("pandas")
duckdb = pytest.importorskip("duckdb")

COLUMNS = {"item": [1, 2, 1, 2], "system": ["a", "a", "b", "b"], "score": [1.0, 0.5, 0.0, 1.0]}


def relation(columns):
    return duckdb.connect().from_df(pandas.DataFrame(columns))


@pytest.mark.parametrize(
    "make",
    [
        polars.DataFrame,
        lambda c: polars.DataFrame(c).lazy(),
        pandas.DataFrame,
        relation,
        lambda c: pandas.DataFrame(c).convert_dtypes(),
        lambda c: pandas.DataFrame(c).astype({"system": "category"}),
        lambda c: polars.DataFrame(c).with_columns(polars.col("system").cast(polars.Categorical)),
        lambda c: pandas.DataFrame(c).astype(object),
        lambda c: polars.DataFrame({k: [str(x) for x in v] for k, v in c.items()}),
    ],
)
def test_every_frame_gives_the_same_scores(make):
    scores = read(make(COLUMNS))
    assert list(scores.item) == ["1", "2", "1", "2"]
    assert list(scores.system) == ["a", "a", "b", "b"]
    assert scores.score.tolist() == [1.0, 0.5, 0.0, 1.0]
    assert scores.provenance.get("data") is None


def test_whole_numbers_and_texts_of_digits_are_the_same_item():
    numbers = read(polars.DataFrame(COLUMNS))
    texts = read(polars.DataFrame(COLUMNS | {"item": ["1", "2", "1", "2"]}))
    assert list(numbers.item) == list(texts.item)
    mixed = read(pandas.DataFrame(COLUMNS | {"item": [1, "2", "1", 2]}))
    assert mixed.item.labels == ("1", "2")


@pytest.mark.parametrize("scores", [[True, False, None, True], ["C", "I", None, "C"]])
@pytest.mark.parametrize("make", [polars.DataFrame, pandas.DataFrame, relation])
def test_booleans_words_and_nulls(make, scores):
    got = read(make(COLUMNS | {"score": scores})).score
    assert [None if np.isnan(x) else x for x in got] == [1, 0, None, 1]


def test_null_is_missing_and_nan_is_so_in_pandas_alone():
    column = [1.0, None, 0.0, 1.0]
    for make in (polars.DataFrame, pandas.DataFrame):
        assert np.isnan(read(make(COLUMNS | {"score": column})).score[1])
    column[1] = float("nan")
    assert np.isnan(read(pandas.DataFrame(COLUMNS | {"score": column})).score[1])
    with pytest.raises(
        DataError, match=r"'nan' in row 2 of the data frame,.*or false; leave the cell empty"
    ):
        read(polars.DataFrame(COLUMNS | {"score": column}))


@pytest.mark.parametrize("make", [polars.DataFrame, pandas.DataFrame, relation])
def test_what_is_no_score_is_refused_with_its_row(make):
    for bad in (float("inf"), "x"):
        columns = COLUMNS | {"score": [1.0, 1.0, bad, 0.0] if bad != "x" else ["1", "1", bad, "0"]}
        with pytest.raises(
            DataError, match=r"column score, is not a finite number\. Write a number"
        ):
            read(make(columns))
    with pytest.raises(DataError, match="mixes numbers and verdicts:"):
        read(make(COLUMNS | {"score": ["1", "1", "true", "0"]}))
    with pytest.raises(DataError, match=r"column item is empty\."):
        read(make(COLUMNS | {"item": ["a", None, "b", "c"]}))


def test_frames_that_cannot_be_used():
    with pytest.raises(DataError, match=r"no rows\."):
        read(polars.DataFrame({"item": [], "system": [], "score": []}))
    with pytest.raises(DataError, match=r'no column for the score\. Name it: columns=\{"score":'):
        read(polars.DataFrame())
    with pytest.raises(DataError, match="Column item has a list or an"):
        read(polars.DataFrame(COLUMNS | {"item": [[1], [2], [1], [2]]}), columns={"item": "item"})
    twice = pandas.DataFrame([[1, 2, 3]], columns=["item", "item", "score"])
    with pytest.raises(DataError, match=r"item"):
        read(twice)
    broken = polars.DataFrame(COLUMNS).lazy().select("nothing")
    with pytest.raises(DataError, match=r"nothing"):
        read(broken)


def test_wide_and_totals_as_frames():
    wide = read(pandas.DataFrame({"id": ["x", "y"], "a": [1, 0], "b": [0.5, 0.25]}))
    assert wide.score.tolist() == [1, 0, 0.5, 0.25]
    totals = read(polars.DataFrame({"system": ["a"], "correct": [3], "n": [4]}))
    assert (totals.correct.tolist(), totals.n.tolist()) == ([3], [4])


def test_columns_of_pandas_may_be_numbers():
    frame = pandas.DataFrame({0: ["q1", "q2"], 1: [1, 0]})
    scores = read(frame, columns={"item": "0", "score": "1"})
    assert scores.score.tolist() == [1, 0]


@given(
    st.dictionaries(
        st.text(min_size=1, max_size=3),
        st.lists(st.one_of(st.just(float("nan")), st.floats(-9, 9)), min_size=3, max_size=3),
        min_size=1,
        max_size=4,
    )
)
def test_a_mapping_of_arrays(arrays):
    scores = read({name: np.array(values) for name, values in arrays.items()})
    assert scores.system.labels == tuple(arrays)
    assert list(scores.item) == ["1", "2", "3"] * len(arrays)
    expected = np.concatenate([np.array(values) for values in arrays.values()])
    np.testing.assert_array_equal(scores.score, expected)


@pytest.mark.parametrize(
    ("arrays", "match"),
    [
        ({}, "equally many scores, of the same items; found no"),
        ({"a": [1, 2], "b": [1]}, "equally many scores, of the same items; found 1"),
        ({"a": [1, float("inf")]}, r"the score inf at item 2\."),
        ({"a": [[1, 2]]}, r"one score for each item\."),
        ({"a": []}, "one score for each item"),
        ({1: [1.0], "1": [0.0]}, "equally many"),
    ],
)
def test_a_mapping_that_is_none(arrays, match):
    with pytest.raises(DataError, match=match):
        read(arrays)


def test_a_relation_that_changes_is_computed_once():
    con = duckdb.connect()
    shaky = con.sql("SELECT random() AS item, 'a' AS system, 1.0 AS score FROM range(50)")
    assert len(read(shaky).item.labels) == 50
