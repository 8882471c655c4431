"""The checks at the door and their sentences."""

import numpy as np
import pytest

from claimwise.core import (
    DataError,
    FitError,
    ParameterError,
    check_alpha,
    check_alternative,
    check_count,
    check_difference,
    check_number,
    check_one_of,
    check_probability,
    check_share,
)


@pytest.mark.parametrize("value", [0, 0.0, 1, np.float64(0.3), np.int64(1)])
def test_probabilities_pass(value):
    assert check_probability("agreement", value) == value


@pytest.mark.parametrize(
    ("value", "match"),
    [
        (90, r"found 90\. Write 0\.9 for 90%"),
        (-0.1, "between 0 and 1; found -0.1"),
        (float("nan"), "finite number; found nan"),
        (True, "finite number; found True"),
        ("0.9", "finite number; found '0.9'"),
        (None, "finite number; found None"),
    ],
)
def test_what_is_no_probability_is_refused(value, match):
    with pytest.raises(ParameterError, match=match):
        check_probability("agreement", value)


@pytest.mark.parametrize("value", [0, -3, 2.5, float("inf"), float("nan"), "5", True, None])
def test_what_is_no_count_is_refused(value):
    with pytest.raises(ParameterError, match="n needs a whole number of at least 1"):
        check_count("n", value)


@pytest.mark.parametrize("value", [1, 3.0, np.int32(4), np.float64(5)])
def test_counts_pass(value):
    assert check_count("n", value) == int(value)
    assert type(check_count("n", value)) is int


@pytest.mark.parametrize("value", [0, 0.5, 0.7, 1, -0.1])
def test_alpha_stays_below_one_half(value):
    with pytest.raises(ParameterError, match="usual"):
        check_alpha(value)


def test_percentage_points_are_recognised():
    with pytest.raises(ParameterError, match=r"Write 0\.02 for 2 percentage points"):
        check_difference(2)


def test_share_is_strictly_inside():
    with pytest.raises(ParameterError, match="strictly"):
        check_share("power", 1)


def test_unknown_words_are_listed_with_the_nearest():
    with pytest.raises(ParameterError, match=r"one of drop, split; found 'spilt'\. Did you mean"):
        check_one_of("ties", "spilt", ["drop", "split"])
    with pytest.raises(ParameterError, match="two-sided, less, greater"):
        check_alternative("bigger")


def test_errors_are_also_the_builtin_ones():
    assert issubclass(DataError, ValueError)
    assert issubclass(ParameterError, ValueError)
    assert issubclass(FitError, RuntimeError)


@pytest.mark.parametrize("check", [check_number, check_count])
@pytest.mark.parametrize("value", [10**400, -(10**400)])
def test_a_whole_number_beyond_all_floats_is_refused(check, value):
    with pytest.raises(ParameterError, match=r"needs .*; found -?10{9}"):
        check("n", value)
