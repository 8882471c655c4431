"""Looks of a test: what is accepted, and what they ask for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimwise.core import ParameterError
from claimwise.power.looks import Looks, check_looks, items_at


def test_value_two_looks():
    looks = Looks.of((0.5, 1.0), rule="obrien-fleming")
    assert looks.bounds == pytest.approx((2.9626, 1.9686), abs=1e-4)
    assert looks.levels == pytest.approx((0.00305, 0.0490), abs=1e-4)
    assert looks.spent == pytest.approx((0.00305, 0.05), abs=1e-5)


def test_value_a_last_look_spends_what_is_left():
    early = Looks.of((0.5, 0.8), rule="obrien-fleming")
    assert early.spent[-1] == 0.05
    going = Looks.of((0.5, 0.8), rule="obrien-fleming", final=False)
    assert going.spent[-1] < 0.03
    assert early.levels[-1] > going.levels[-1]
    late = Looks.of((0.5, 1.2), rule="pocock", final=False)
    assert late.spent[-1] == pytest.approx(0.05)


@settings(max_examples=20)
@given(looks=st.integers(1, 6), rule=st.sampled_from(["obrien-fleming", "pocock"]))
def test_law_less_and_greater_ask_for_the_same(looks, rule):
    less, greater = (
        Looks.of(check_looks(looks), rule=rule, alternative=side) for side in ("less", "greater")
    )
    assert less.bounds == greater.bounds
    assert sum(less.crossings(0.0)[0]) == pytest.approx(0.05, abs=1e-9)


def test_value_items_at_each_look():
    assert items_at((0.25, 0.5, 1.0), 10) == (2, 5, 10)
    assert items_at(check_looks(3), 100) == (33, 67, 100)  # the nearest whole number


@pytest.mark.parametrize(
    ("value", "match"),
    [
        (0, "from 1 to 50"),
        (2.5, "from 1 to 50"),
        (51, "anytime"),
        ([0.5, 0.9], "last look at all"),
        ([0.5, 0.4, 1], "rising"),
        ([-0.5, 1], "rising"),
        ([0.5, 0.5001, 1], "apart"),
    ],
    ids=["none", "half", "many", "no end", "falling", "negative", "close"],
)
def test_refused_looks(value, match):
    with pytest.raises(ParameterError, match=match):
        check_looks(value)


def test_refused_more_looks_than_items():
    with pytest.raises(ParameterError, match="3 items in 4 looks"):
        items_at(check_looks(4), 3)


def test_refused_unknown_rule():
    with pytest.raises(ParameterError, match="obrien-fleming"):
        Looks.of((1.0,), rule="obrien")
