"""Rows that sum up the others are no items."""

import numpy as np
import pytest

import claimwise as cw
from claimwise.data import read

RNG = np.random.default_rng(3)
A, B = RNG.integers(0, 2, 40), RNG.integers(0, 2, 40)
ITEMS = [f"q{k}" for k in range(40)]


def wide(path, more=()):
    rows = [f"{i},{a},{b}" for i, a, b in zip(ITEMS, A, B, strict=True)]
    path.write_text("\n".join(["question,old,new", *rows, *more]) + "\n")
    return path


def long(path, more=()):
    rows = [
        f"{i},{s},{x}" for s, xs in (("old", A), ("new", B)) for i, x in zip(ITEMS, xs, strict=True)
    ]
    path.write_text("\n".join(["item,system,score", *rows, *more]) + "\n")
    return path


SUMS = [
    f"total,{A.sum()},{B.sum()}",
    f"Average,{A.mean()},{B.mean()}",
    f"MEAN,{A.mean():.2f},{B.mean():.2f}",
    f"avg,{100 * A.mean():.1f},{100 * B.mean():.1f}",
]


@pytest.mark.parametrize("row", SUMS)
def test_a_row_of_sums_or_means_is_left_out_and_that_is_said(tmp_path, row):
    usual = cw.compare(wide(tmp_path / "x.csv"))
    found = cw.compare(wide(tmp_path / "x.csv", [row]))
    assert found.rows == usual.rows
    assert [n.kind for n in found.notes if row.split(",")[0] in n] == ["dropped"]


def test_the_same_in_a_long_table(tmp_path):
    usual = cw.compare(long(tmp_path / "x.csv"))
    more = [f"overall,old,{A.mean()}", f"overall,new,{B.mean()}"]
    assert cw.compare(long(tmp_path / "x.csv", more)).rows == usual.rows


def test_an_item_of_that_name_stays_and_that_is_said(tmp_path):
    scores = read(wide(tmp_path / "x.csv", ["total,1,0"]))
    assert len(scores) == 82
    assert [n.kind for n in scores.notes if "total" in n] == ["caution"]


def test_other_items_are_not_touched(tmp_path):
    scores = read(wide(tmp_path / "x.csv", [f"q40,{A.sum()},{B.sum()}"]))
    assert len(scores) == 82
    assert not scores.notes
