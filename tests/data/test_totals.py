"""Totals as a share or a per cent of right answers."""

import pytest

import claimwise as cw
from claimwise.core import DataError
from claimwise.data import read


def table(tmp_path, *rows, header="model,accuracy,n"):
    path = tmp_path / "totals.csv"
    path.write_text("\n".join([header, *rows]) + "\n")
    return path


@pytest.mark.parametrize(
    ("rows", "correct"),
    [
        (("a,0.86,500", "b,0.9,500"), [430, 450]),
        (("a,86.0,500", "b,90.2,500"), [430, 451]),
        (("a,86%,500", "b,90%,500"), [430, 450]),
        (("a,0.8567,300", "b,0.8633,300"), [257, 259]),
        (("a,1,7", "b,0,7"), [7, 0]),
    ],
)
def test_value_counts_are_those_that_round_to_what_is_written(tmp_path, rows, correct):
    totals = read(table(tmp_path, *rows))
    assert totals.correct.tolist() == correct
    assert any("counted from accuracy" in note for note in totals.notes)


def test_the_same_answer_as_from_counts(tmp_path):
    shares = cw.compare(table(tmp_path, "a,0.86,500", "b,0.9,500"))
    counts = cw.compare(table(tmp_path, "a,430,500", "b,450,500", header="model,correct,n"))
    assert shares.rows == counts.rows


def test_what_no_count_gives_is_refused(tmp_path):
    with pytest.raises(DataError, match=r"accuracy 0\.857 of 500 items, which no whole number"):
        read(table(tmp_path, "a,0.857,500", "b,0.9,500"))
    with pytest.raises(DataError, match="has nothing in row 2"):
        read(table(tmp_path, "a,0.86,500", "b,,500"))


def test_a_count_that_rounding_leaves_open_is_said(tmp_path):
    totals = read(table(tmp_path, "a,0.86,5000", "b,0.9,5000"))
    assert any("may be off by 25" in note for note in totals.notes)


@pytest.mark.parametrize(
    "rows",
    [
        ("a,3.2,1000", "b,3.6,1000"),  # a mean of 1 to 5, or a hard test
        ("a,0.72,100", "b,76.0,100"),
        ("a,72%,100", "b,0.76,100"),
    ],
)
def test_what_may_be_another_scale_is_asked_about(tmp_path, rows):
    with pytest.raises(DataError, match="Write a per cent sign in each row"):
        read(table(tmp_path, *rows))


def test_small_shares_with_a_sign_are_per_cent(tmp_path):
    assert read(table(tmp_path, "a,3.2%,1000", "b,0.6%,1000")).correct.tolist() == [32, 6]


def test_a_total_of_data_sets_is_not_one_more(tmp_path):
    rows = ("x,a,30,50", "x,b,35,50", "y,a,20,50", "y,b,30,50", "Overall,a,50,100")
    path = table(tmp_path, *rows, "Overall,b,65,100", header="dataset,model,correct,n")
    with pytest.raises(DataError, match="Overall is called like a total"):
        read(path)
    assert read(path, dataset=["x", "y"]).n.sum() == 200
    assert read(path, dataset="Overall").n.sum() == 200
