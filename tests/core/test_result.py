"""The contract of results."""

import math

import pytest

from claimwise.core import ParameterError, Result, Row, qualified, requalify


def test_a_row_refuses_to_contradict_itself():
    with pytest.raises(ValueError, match="exceeds"):
        Row(estimand="power", estimate=0.5, low=0.6, high=0.4)
    with pytest.raises(ValueError, match="outside"):
        Row(estimand="difference", estimate=0.1, pvalue=1.2)
    with pytest.raises(ValueError, match="estimand"):
        Row(estimand="power[", estimate=0.5)


def test_name_qualifier_and_point_of_a_row():
    row = Row(estimand="power[low, n=200, difference=0.01]", estimate=0.5)
    assert row.name == "power"
    assert row.qualifier == "low, n=200, difference=0.01"
    assert row.at == {"n": 200, "difference": 0.01}
    assert Row(estimand="power", estimate=0.5).qualifier == ""


def test_qualifiers_add_up():
    assert qualified("mde", "") == "mde"
    row = requalify(Row(estimand="mde[low]", estimate=0.1), "n=5")
    assert row.estimand == "mde[low, n=5]"
    assert requalify(row, "") == row


def test_only_refuses_to_pick():
    rows = (Row(estimand="power", estimate=0.5), Row(estimand="mde", estimate=0.1))
    assert Result(method="m", rows=rows[:1]).only is rows[0]
    with pytest.raises(ParameterError, match="2: power, mde"):
        _ = Result(method="m", rows=rows).only


def test_rows_by_name():
    result = Result(method="m", rows=(Row(estimand="power", estimate=0.5),))
    assert result["power"].estimate == 0.5
    assert "power" in result
    assert "mde" not in result
    with pytest.raises(ParameterError, match=r"has power\. Did you mean power\?"):
        result["powr"]


def test_equal_rows_are_equal_also_where_they_are_undefined():
    one, two = (Row(estimand="mde", estimate=float("nan"), n=5) for _ in range(2))
    assert one == two
    assert hash(one) == hash(two)
    assert one != Row(estimand="mde", estimate=0.0, n=5)
    assert one != "mde"


def test_undefined_is_nan_not_zero():
    row = Row(estimand="type_m", estimate=math.nan)
    assert math.isnan(row.estimate)
    assert math.isnan(row.low)
