"""Labels as codes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.core import DataError
from claimwise.data import Coded
from claimwise.data.coding import coded, factor, join, tidy

labels = st.lists(st.sampled_from(["a", "b", " a", "a ", "", " ", "ü", "1", "01", "1.0"]))


def naive(texts):
    """Code stripped texts by first appearance, empty ones as -1."""
    seen, codes = [], []
    for text in texts:
        text = text.strip()
        if text and text not in seen:
            seen.append(text)
        codes.append(seen.index(text) if text else -1)
    return codes, tuple(seen)


@given(labels)
def test_labels_are_coded_by_first_appearance(texts):
    column = coded(texts, "item")
    assert (column.codes.tolist(), column.labels) == naive(texts)
    assert column.codes.dtype == np.int32
    assert list(column) == [text.strip() for text in texts]


def test_labels_that_look_like_numbers_stay_three():
    assert coded(["1", "1.0", "01"], "item").labels == ("1", "1.0", "01")


def test_half_characters_are_refused():
    with pytest.raises(DataError, match=r"Column item has half of a surrogate pair, '\\ud83d'\."):
        tidy(np.zeros(1, np.int32), ["\ud83d"], "item")


@given(st.lists(st.lists(st.sampled_from("abc"), min_size=1), min_size=1), st.integers(0, 3))
def test_columns_are_put_under_each_other(parts, absent):
    columns = [(coded(part, "x"), len(part)) for part in parts]
    joined = join([*columns, (None, absent)])
    assert list(joined) == [label for part in parts for label in part] + [""] * absent
    assert joined.labels == naive([label for part in parts for label in part])[1]


def test_what_is_missing_stays_missing_under_another_column():
    part = Coded(np.array([0, -1], np.int32), ("b",))
    assert list(join([(Coded(np.zeros(1, np.int32), ("a",)), 1), (part, 2)])) == ["a", "b", ""]


@given(st.lists(st.sampled_from([0, 1, 2**32, 2**63, 2**64 - 1, *range(90, 99)]), max_size=200))
def test_equal_hashes_get_equal_codes(hashes):
    codes, first = factor(np.array(hashes, np.uint64))
    texts = [str(one) for one in hashes]
    assert codes.tolist() == naive(texts)[0]
    assert [texts[i] for i in first] == list(naive(texts)[1])


@given(st.lists(st.integers(0, 5), min_size=1, max_size=9), st.integers(1, 40), st.integers(1, 40))
def test_runs_and_periods_are_coded_as_any_other_column(keys, run, times):
    column = np.tile(np.repeat(np.array(keys, np.int64), run), times)
    for key in (column, np.append(column, 9), np.append(9, column), column - 1):
        codes, first = factor(key)
        assert codes.tolist() == naive([str(one) for one in key])[0]
        assert [str(key[i]) for i in first] == list(naive([str(one) for one in key])[1])


def test_equal_hashes_in_large_numbers_against_a_dictionary():
    rng = np.random.default_rng(3)
    words = rng.integers(0, 2**63, size=30_000, dtype=np.uint64)[rng.integers(0, 30_000, 100_000)]
    codes, first = factor(words)
    place = {}
    expected = [place.setdefault(word, len(place)) for word in words.tolist()]
    assert codes.tolist() == expected
    assert words[first].tolist() == list(place)


def test_a_coded_column_is_a_sequence_of_labels():
    column = Coded(np.array([1, -1, 0], np.int32), ("a", "b", "never"))
    assert [column[0], column[1], column[2]] == ["b", "", "a"]
    assert column.used() == ("a", "b")
    assert list(column.take(np.array([2, 0]))) == ["a", "b"]
