"""A replication from data: places, tolerances, reasons and sentences."""

from __future__ import annotations

from math import isnan

import pytest

from papers.base import THEIR_WAY, Claim, Effort, Number
from papers.declared import Part, declared
from papers.found import number, numbers, rises
from papers.tolerance import beside, of_shares
from papers.verdict import verdict

QUICK = Effort(quick=True, seed=1, workers=1)


def _study(_, world, n):
    ours = {("t", "power"): Number(0.5, 0.4, 0.6, 100), ("t", "error"): n / 100}
    return ours, {("t", "error"): 2.0 if world == "a" else 3.0}


def _beside(_, shows):
    return {("b", "all", "t"): 7}


FOUND = declared(
    name="made-up",
    source="nobody",
    title="Nothing",
    columns=("world", "n", "test", "shows"),
    parts=[
        Part(_study, {"n": (50, 100), "world": ("a", "b")}, quick=lambda n, **_: n == 50),
        Part(_beside, [{"shows": "sum"}]),
    ],
    quantity={"power": "power", "error": "type_m"},
    printed={
        ("a", "50", "t", "power"): 0.3,
        ("a", "50", "t", "error"): "2.0",
        ("b", "50", "t", "error"): "5e-1",
        ("b", "all", "t", "sum"): "8",
    },
    chance=beside(100),
    reasons=[({"shows": ("sum", "error"), "world": "b"}, "it is b"), ({}, "it is a")],
    claims=[lambda values: Claim("it rises", rises(numbers(values, "n").values()), "It does.")],
    remarks=["It is said.", lambda values: [f"{len(values)} numbers.", "And more."]],
)
VALUES = [value for cell in FOUND.cells() if cell.quick for value in cell.compute(QUICK)]


def test_parts_have_cells_in_the_order_of_their_grids():
    cells = [(cell.where, cell.quick) for cell in FOUND.cells()]
    assert len(cells) == 5
    assert cells[1] == ((("n", "50"), ("world", "b")), True)
    assert cells[2] == ((("n", "100"), ("world", "a")), False)
    assert cells[4] == ((("shows", "sum"),), True)


def test_numbers_stand_at_the_places_of_columns_and_grid():
    assert VALUES[0].where == (("world", "a"), ("n", "50"), ("test", "t"), ("shows", "power"))
    assert VALUES[0][1:] == ("power", 0.5, 0.4, 0.6, 100)
    assert [v.quantity for v in VALUES] == [*("power", "type_m", THEIR_WAY) * 2, "value"]
    assert VALUES[-1].place == ("b", "all", "t", "sum")
    assert isnan(VALUES[-1].low)


def test_a_study_has_to_name_every_other_column():
    short = declared(name="", source="", title="", columns=("a", "b"), study=lambda _: {"x": 1})
    with pytest.raises(ValueError, match="shorter"):
        short.cells()[0].compute(QUICK)


def test_value_what_is_tolerated_is_rounding_and_chance():
    at = {v.place: v for v in VALUES if v.quantity != THEIR_WAY}
    power, error, low = (at[p] for p in [*list(at)[:2], ("b", "50", "t", "error")])
    assert FOUND.tolerance(power) == of_shares(0.5, 100, 100)  # of a number no digit is rounded
    assert FOUND.tolerance(error) == pytest.approx(0.0505 + of_shares(0.5, 0, 100))
    assert FOUND.published(low) == 0.5
    assert isnan(FOUND.published(at["b", "50", "t", "power"]))
    assert isnan(FOUND.tolerance(at["b", "50", "t", "power"]))


def test_the_first_reason_that_fits_is_given():
    found = verdict(FOUND, VALUES)
    assert [one.same for one in found.numbers] == [True, False, True, False]
    assert [one.because for one in found.numbers] == ["it is a", "it is a", "it is b", "it is b"]
    assert found.numbers[1].explained
    assert found.claims == [Claim("it rises", True, "It does.")]


def test_sentences_are_given_or_follow_from_the_numbers():
    assert FOUND.remarks(VALUES) == ["It is said.", "7 numbers.", "And more."]


def test_numbers_are_found_by_their_names():
    ours = [v for v in VALUES if v.quantity != THEIR_WAY]
    assert numbers(ours, "world", shows="error") == {"a": 0.5, "b": 0.5}
    assert numbers(ours, "world", "n", shows="power") == {("a", "50"): 0.5, ("b", "50"): 0.5}
    assert number(ours, shows="sum") == 7
    assert isnan(number(ours, shows="nothing"))
