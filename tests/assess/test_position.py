"""The place at which a system is shown, and what it does to judgements."""

import numpy as np
import pytest

import claimwise as cw


def judgements(tmp_path, first, winner, **columns):
    """Write judgements of 40 items by 5 raters, in turn."""
    path = tmp_path / "judgements.csv"
    names = ["rater", "item", "first", "winner", *columns]
    rows = [
        [f"r{k % 5}", f"i{k // 5}", first(k), winner(k), *(f(k) for f in columns.values())]
        for k in range(200)
    ]
    path.write_text("\n".join(",".join(row) for row in [names, *rows]) + "\n")
    return path


def notes(path, **more):
    found = cw.fit_judgements(path, a="old", b="new", **more).result
    return [note for note in found.notes if "shown first" in note]


RNG = np.random.default_rng(3)
LUCK = RNG.random(200)


def other(name):
    return "new" if name == "old" else "old"


def test_value_uneven_places_move_the_difference(tmp_path):
    """New first in 160 of 200, where the first wins 9 in 10: 2 x 0.3 x 0.8, or 48 points."""
    first = ["old" if k % 5 == 0 else "new" for k in range(200)]
    order = np.argsort(np.array(first) == "old", kind="stable")
    wins = np.ones(200, bool)
    wins[order[:16]] = wins[order[160:164]] = False  # one in ten of either order

    def winner(k):
        return first[k] if wins[k] else other(first[k])

    (said,) = notes(judgements(tmp_path, lambda k: first[k], winner))
    assert said.kind == "caution"
    assert "wins 180 of 200 decided judgements" in said
    assert "old is shown first in 40: about 48.0 points of the difference, in favour of new" in said


def test_even_places_are_no_caution(tmp_path):
    def first(k):
        return "old" if k % 2 else "new"

    (said,) = notes(
        judgements(tmp_path, first, lambda k: first(k) if LUCK[k] < 0.8 else other(first(k)))
    )
    assert said.kind == "inferred"


def test_a_place_that_decides_nothing_is_no_caution(tmp_path):
    def winner(k):
        return "new" if LUCK[k] < 0.6 else "old"

    (said,) = notes(judgements(tmp_path, lambda k: "new" if k % 4 else "old", winner))
    assert said.kind == "inferred"


def test_one_system_always_first_is_a_caution(tmp_path):
    def winner(k):
        return "new" if LUCK[k] < 0.6 else "old"

    (said,) = notes(judgements(tmp_path, lambda k: "new", winner))
    assert said.kind == "caution"
    assert "new was shown first in 200 of 200" in said


@pytest.mark.parametrize("name", ["order", "Position", "presentation order"])
def test_law_an_order_is_no_system(tmp_path, name):
    base, new = RNG.integers(0, 2, 60), RNG.integers(0, 2, 60)
    place = RNG.integers(0, 2, 60)
    usual = cw.compare({"base": base, "new": new})
    path = tmp_path / "wide.csv"
    rows = [f"{k},{a},{b},{c}" for k, (a, b, c) in enumerate(zip(base, new, place, strict=True))]
    path.write_text("\n".join([f"item,base,new,{name}", *rows]) + "\n")
    assert cw.compare(path).rows == usual.rows
