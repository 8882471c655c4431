"""Scores from text."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.data.numbers import VERDICTS, OddScore, kind_of, parse_scores, score_error


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_every_number_comes_back_as_it_was_written(values):
    texts = [repr(value) for value in values]
    assert parse_scores(texts).tolist() == values


@given(st.text(alphabet="0123456789.eE+-_ nainf", max_size=8))
def test_a_text_is_a_number_or_refused_and_never_something_else(text):
    number = kind_of(text.strip()) == "number"
    percent = text.strip().endswith("%")
    try:
        value = parse_scores([text])[0]
    except OddScore:
        assert not number or np.isinf(float(text.rstrip("% ")))
        assert text.strip()
    else:
        wanted = VERDICTS.get(text.strip().lower(), np.nan)
        if number:
            wanted = float(text.strip().rstrip("% ")) / (100 if percent else 1)
        np.testing.assert_equal(value, wanted)


@pytest.mark.parametrize(
    "text", ["nan", "NaN", "inf", "-inf", "1_000", "0x10", "1,5", "٣", "nan%", "%"]
)
def test_what_python_or_excel_take_for_numbers_is_refused(text):
    with pytest.raises(OddScore) as caught:
        parse_scores(["1", text])
    assert caught.value.position == 1
    assert not caught.value.mixed


@pytest.mark.parametrize("text", ["1e400", "-1e999"])
def test_numbers_beyond_the_largest_are_refused(text):
    with pytest.raises(OddScore, match=text):
        parse_scores([text])


def test_value_of_each_verdict():
    right = ["true", "Yes", "RIGHT", "correct", "C", "pass"]
    wrong = ["false", "No", "WRONG", "incorrect", "I", "fail"]
    assert parse_scores(right).tolist() == [1.0] * 6
    assert parse_scores(wrong).tolist() == [0.0] * 6
    assert len(VERDICTS) == 12


def test_empty_cells_are_missing_and_of_no_kind():
    assert np.isnan(parse_scores(["", "  "])).all()
    assert parse_scores(["", "0.5", " 2 "])[1:].tolist() == [0.5, 2.0]
    assert parse_scores(["", "yes", " "])[1] == 1


@pytest.mark.parametrize(
    ("texts", "position"),
    [
        (["1", "true"], 1),
        (["true", "", "1"], 2),
        (["1", "0", "", "yes"], 3),
        (["no", "", "0.5"], 2),
    ],
)
def test_numbers_and_verdicts_do_not_mix(texts, position):
    with pytest.raises(OddScore) as caught:
        parse_scores(texts)
    assert (caught.value.position, caught.value.mixed) == (position, "numbers and verdicts")


def test_errors_name_column_place_and_remedy():
    odd = score_error("acc", OddScore(0, "n/a"), "in line 7 of x.csv")
    assert str(odd).startswith(
        "'n/a' in line 7 of x.csv, column acc, is not a finite number. Write a number"
    )
    comma = score_error("acc", OddScore(0, "0,5"), "in line 7 of x.csv")
    assert "Write 0.5 for 0,5" in str(comma)
    mixed = score_error("acc", OddScore(0, "x" * 99, mixed="a and b"), "in row 1")
    assert "Write verdicts as 1 and 0" in str(mixed)
    assert "x" * 41 not in str(mixed)
