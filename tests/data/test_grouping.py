"""Rows in groups: numbers, repetitions, means."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimwise.data.grouping import group_means, repeated


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(-1, 2), st.integers(-1, 1)), max_size=12),
    st.booleans(),
)
def test_the_first_repetition_is_found(rows, huge):
    key = np.array([row[0] for row in rows], np.int64)
    finer = [(np.array([row[i] for row in rows], np.int32), 3) for i in (1, 2)]
    groups = 2**62 if huge else 4  # so many that keys must be renumbered on the way
    seen: dict = {}
    expected = None
    for i, row in enumerate(rows):
        if row in seen:
            expected = (seen[row], i)
            break
        seen[row] = i
    found = repeated(key, groups, finer)
    assert (found is None) == (expected is None)
    if found is not None:
        assert found[1] == expected[1]
        assert rows[found[0]] == rows[found[1]]
        assert found[0] < found[1]


def test_a_missing_code_is_a_label_of_its_own():
    codes = np.array([1, -1, 0, -1], np.int32)
    assert repeated(np.array([0, 1, 0, 0]), 2, [(codes, 2)]) is None
    assert repeated(np.array([0, 1, 0, 1]), 2, [(codes, 2)]) == (1, 3)


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.one_of(st.floats(-100, 100), st.just(float("nan")))),
        max_size=20,
    )
)
def test_value_of_means_and_sums_of_squares_against_fractions(rows):
    group = np.array([row[0] for row in rows], np.int64)
    score = np.array([row[1] for row in rows], float)
    mean, count, within = group_means(group, 5, score)
    for g in range(5):
        mine = [Fraction(x) for k, x in rows if k == g and x == x]
        assert count[g] == len(mine)
        if not mine:
            assert np.isnan(mean[g])
            continue
        exact = sum(mine) / len(mine)
        assert mean[g] == pytest.approx(float(exact), rel=1e-12, abs=1e-12)
        squares = float(sum((x - exact) ** 2 for x in mine))
        assert within[g] == pytest.approx(squares, rel=1e-9, abs=1e-9)


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=6), st.randoms())
def test_law_the_order_of_runs_does_not_change_a_mean(runs, random):
    other = list(runs)
    random.shuffle(other)
    group = np.array([0] * len(runs) + [1] * len(runs))
    mean, _, within = group_means(group, 2, np.array(runs + other))
    assert mean[0] == mean[1]
    assert within[0] == within[1]


@given(st.floats(-1, 1), st.integers(1, 9), st.integers(1, 9))
def test_law_equal_runs_have_exactly_their_own_value_as_mean(value, first, second):
    group = np.array([0] * first + [1] * second)
    mean, _, within = group_means(group, 2, np.full(first + second, value))
    assert mean.tolist() == [value, value]
    assert within.tolist() == [0, 0]


def test_three_tenths_thrice():
    assert (0.1 + 0.1 + 0.1) / 3 != 0.1  # why equal runs are a case of their own
    assert group_means(np.zeros(3, np.int64), 1, np.full(3, 0.1))[0][0] == 0.1
