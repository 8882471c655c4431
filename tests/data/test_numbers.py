"""Scores from text."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.data.numbers import VERDICTS, OddScore, ScoreParser, kind_of, score_error


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_every_number_comes_back_as_it_was_written(values):
    texts = [repr(value) for value in values]
    assert ScoreParser().parse(texts).tolist() == values


@given(st.text(alphabet="0123456789.eE+-_ nainf", max_size=8))
def test_a_text_is_a_number_or_refused_and_never_something_else(text):
    number = kind_of(text.strip()) == "number"
    try:
        value = ScoreParser().parse([text])[0]
    except OddScore:
        assert not number or np.isinf(float(text))
        assert text.strip()
    else:
        assert (number and value == float(text)) or (not text.strip() and np.isnan(value))


@pytest.mark.parametrize("text", ["nan", "NaN", "inf", "-inf", "1_000", "0x10", "1,5", "٣", "50%"])
def test_what_python_or_excel_take_for_numbers_is_refused(text):
    with pytest.raises(OddScore) as caught:
        ScoreParser().parse(["1", text])
    assert caught.value.position == 1
    assert not caught.value.mixed


@pytest.mark.parametrize("text", ["1e400", "-1e999"])
def test_numbers_beyond_the_largest_are_refused(text):
    with pytest.raises(OddScore, match=text):
        ScoreParser().parse([text])


def test_value_of_each_verdict():
    right = ["true", "Yes", "RIGHT", "correct", "C", "pass"]
    wrong = ["false", "No", "WRONG", "incorrect", "I", "fail"]
    assert ScoreParser().parse(right).tolist() == [1.0] * 6
    assert ScoreParser().parse(wrong).tolist() == [0.0] * 6
    assert len(VERDICTS) == 12


def test_empty_cells_are_missing_and_settle_nothing():
    parser = ScoreParser()
    assert np.isnan(parser.parse(["", "  "])).all()
    assert parser.kind is None
    assert parser.parse(["", "0.5", " 2 "])[1:].tolist() == [0.5, 2.0]
    assert parser.kind == "number"


@pytest.mark.parametrize(
    ("chunks", "position"),
    [
        ([["1", "true"]], 1),
        ([["true", "", "1"]], 2),
        ([["1", "0"], ["", "yes"]], 1),
        ([["no"], ["", "0.5"]], 1),
    ],
)
def test_numbers_and_verdicts_do_not_mix_also_across_chunks(chunks, position):
    parser = ScoreParser()
    for chunk in chunks[:-1]:
        parser.parse(chunk)
    with pytest.raises(OddScore) as caught:
        parser.parse(chunks[-1])
    assert (caught.value.position, caught.value.mixed) == (position, True)


def test_errors_name_column_place_and_remedy():
    odd = score_error("acc", OddScore(0, "n/a"), "in line 7 of x.csv")
    assert str(odd).startswith(
        "'n/a' in line 7 of x.csv, column acc, is not a finite number. Write a number"
    )
    percent = score_error("acc", OddScore(0, "85%"), "in line 7 of x.csv")
    assert "Write 0.85 for 85%" in str(percent)
    comma = score_error("acc", OddScore(0, "0,5"), "in line 7 of x.csv")
    assert "Write 0.5 for 0,5" in str(comma)
    mixed = score_error("acc", OddScore(0, "x" * 99, mixed=True), "in row 1")
    assert "Write verdicts as 1 and 0" in str(mixed)
    assert "x" * 41 not in str(mixed)
