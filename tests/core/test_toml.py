"""TOML: what is written reads back, and what is not TOML is one sentence."""

import time
import tomllib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.core import DataError
from claimwise.core.limits import using
from claimwise.core.toml import assigned, comment, parse_toml, read_toml, rows_of, value_of

texts = st.text(st.characters(exclude_categories=["Cs"]))


@given(texts, texts)
def test_law_every_text_reads_back_as_key_and_value(key, value):
    line = f"{assigned(key, value)}  {comment(value)}\n{rows_of('m', [[1, 0.5]])}\n"
    found = {key: value, "m": [[1, 0.5]]}
    assert parse_toml("file", line.encode()) == found or key == "m"


@pytest.mark.parametrize("text", ["🦙 7b", 'a "b"', "a\nb", "\x1b[31m", "\x7f", "\ufffe", "it's"])
def test_texts_that_other_writers_got_wrong(text):
    assert tomllib.loads(assigned(text, {text: [text]}))[text] == {text: [text]}


def test_numbers_of_numpy_are_numbers():
    assert value_of(np.float64(0.5)) == "0.5"
    assert value_of(np.arange(3)) == "[0, 1, 2]"
    with pytest.raises(TypeError, match="TOML has no set"):
        value_of(set())
    with pytest.raises(DataError, match="half a character"):
        value_of("\ud800")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"x = " + b"[" * 3000 + b"]" * 3000, "nested more than 50 deep"),
        (b".".join([b"a"] * 60) + b" = 1", "nested more than 50 deep"),
        (b".".join([b"a"] * 1_000_000) + b" = 1", "nested more than 50 deep"),
        (b"[" + b".".join([b"a"] * 1_000_000) + b"]", "nested more than 50 deep"),
        (b"x = \xff", "Line 1 of w.toml is not in UTF-8."),
        (b"x = y", "w.toml is not valid TOML: "),
    ],
    ids=["brackets", "dots", "many dots", "header", "bytes", "syntax"],
)
def test_what_is_not_toml_is_refused_at_once(content, said):
    began = time.monotonic()
    with pytest.raises(DataError) as refused:
        parse_toml("w.toml", content)
    assert said in str(refused.value)
    assert time.monotonic() - began < 2


def test_many_numbers_on_a_line_are_no_long_key():
    line = assigned("covariance", [[0.5] * 200] * 200)
    assert parse_toml("w.toml", line.encode())["covariance"][0][0] == 0.5


def test_a_large_file_is_refused_with_the_limit_that_lets_it_in(tmp_path):
    file = tmp_path / "w.toml"
    file.write_text("#" * 1000)
    with (
        using(toml_size=999),
        pytest.raises(DataError, match=r"claimwise.limits\(toml_size=1000\)"),
    ):
        read_toml(file)
    with using(toml_size=1000):
        assert read_toml(file) == {}
