"""The contract of results."""

import math
import pickle

import pytest

from claimwise.core import Note, ParameterError, Result, Row, caution


def test_a_row_refuses_to_contradict_itself():
    with pytest.raises(ValueError, match="exceeds"):
        Row(quantity="power", estimate=0.5, low=0.6, high=0.4)
    with pytest.raises(ValueError, match="outside"):
        Row(quantity="difference", estimate=0.1, pvalue=1.2)
    with pytest.raises(ValueError, match="without brackets"):
        Row(quantity="power[n=3]", estimate=0.5)


def test_a_row_is_spelled_with_its_place():
    row = Row(quantity="power", at={"end": "low", "n": 200, "difference": 0.01}, estimate=0.5)
    assert row.estimand == "power[low, n=200, difference=0.01]"
    assert row.within(prior="beta(1,1)").estimand.endswith("0.01, prior=beta(1,1)]")
    assert Row(quantity="power", estimate=0.5).estimand == "power"
    pair = Row(quantity="difference", at={"b": "x vs y", "a": "[z], w", "n": 2}, estimate=0)
    assert pair.estimand == "difference[x v y vs (z); w, n=2]"


def test_rows_that_differ_in_their_place_alone_differ():
    one, two = (Row(quantity="power", at={"n": n}, estimate=0.5) for n in (200, 201))
    assert one != two
    assert one == two.within(n=200)
    assert hash(one) == hash(two.within(n=200))


def test_only_refuses_to_pick():
    rows = (Row(quantity="power", estimate=0.5), Row(quantity="mde", estimate=0.1))
    assert Result(kind="test", method="m", rows=rows[:1]).only is rows[0]
    with pytest.raises(ParameterError, match="2: power, mde"):
        _ = Result(kind="test", method="m", rows=rows).only


def test_rows_by_name_and_by_place():
    rows = (
        Row(quantity="power", estimate=0.5),
        Row(quantity="sd", at={"group": "rater", "term": "system"}, estimate=0.2),
        Row(quantity="sd", at={"group": "item", "term": "system"}, estimate=0.3),
    )
    result = Result(kind="test", method="m", rows=rows)
    assert result["power"].estimate == 0.5
    assert "power" in result
    assert "mde" not in result
    assert result["sd[rater, system]"] is result["sd[rater,system]"] is rows[1]
    assert result.select("sd", group="item") == rows[2:]
    assert result.select(term="system") == rows[1:]
    with pytest.raises(ParameterError, match=r"Did you mean power\?"):
        result["powr"]


def test_equal_rows_are_equal_also_where_they_are_undefined():
    one, two = (Row(quantity="mde", estimate=float("nan"), n=5) for _ in range(2))
    assert one == two
    assert hash(one) == hash(two)
    assert one != Row(quantity="mde", estimate=0.0, n=5)
    assert one != "mde"


def test_undefined_is_nan_not_zero():
    row = Row(quantity="type_m", estimate=math.nan)
    assert math.isnan(row.estimate)
    assert math.isnan(row.low)


def test_a_note_keeps_its_kind_between_processes_and_under_a_name():
    note = caution("Few items.", about="mde")
    again = pickle.loads(pickle.dumps(note))
    assert (again, again.kind, again.about) == ("Few items.", "caution", "mde")
    assert (note.of("b vs a"), note.of("b vs a").kind) == ("b vs a: Few items.", "caution")
    with pytest.raises(ValueError, match="caution, assumed"):
        Note("Few items.", kind="heed")


@pytest.mark.parametrize("name", ["power", "difference", "interval", "pvalue"])
def test_what_an_answer_does_not_have_is_no_attribute(name):
    """None of these is there, and one of several is not picked."""
    quantity = "power" if name == "power" else "difference"
    several = [Row(quantity=quantity, at={"n": n}, estimate=0.5) for n in (10, 20)]
    for rows in ([Row(quantity="mde", estimate=0.1)], several):
        result = Result(kind="plan", method="x", rows=tuple(rows))
        assert not hasattr(result, name)
        with pytest.raises(ParameterError, match="This result has"):
            getattr(result, name)
