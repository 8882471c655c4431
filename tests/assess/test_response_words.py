"""What is said of comparisons with a gold standard: never more than was tested."""

import numpy as np
import pytest

from claimwise.assess import compare
from claimwise.core import ParameterError
from claimwise.data import Responses
from claimwise.report import document, plain, to_text

OFF = {"gold": 0.0, "old": 0.11, "new": 0.23}


def table(*, third=False):
    """Old is near gold, new is off."""
    rng = np.random.default_rng(0)
    gold = rng.random((40, 1)) + rng.normal(0, 0.1, (40, 4))
    given = {"people": gold, "old": gold + rng.normal(0, 0.1, (40, 4))}
    given["new"] = gold + rng.normal(0.15, 0.3, (40, 4))
    if third:
        given["third"] = gold + rng.normal(0, 0.12, (40, 4))
    who = {name: np.tile(np.arange(4) + 4 * i, (40, 1)) for i, name in enumerate(given)}
    items = tuple(f"q{i}" for i in range(40))
    return Responses(given, items, "continuous", "people", responders=who)


def run(data=None, **given):
    return compare(table() if data is None else data, resamples=499, rng=1, **given)


def told(data=None, **given):
    return " ".join(to_text(run(data, **given), details=True).split())


@pytest.mark.parametrize(
    ("asked", "leads"),
    [
        ({"claim": "superiority", "a": "new", "b": "old"}, "ahead"),
        ({"claim": "superiority", "a": "old", "b": "new"}, "behind"),
        ({"alternative": "less", "a": "new", "b": "old"}, "ahead"),
        ({"alternative": "less", "a": "old", "b": "new"}, "behind"),
        ({"a": "old", "b": "new"}, "behind"),
    ],
)
def test_a_test_of_answering_alike_never_says_that_one_is_better(asked, leads):
    shown = document(run(metric="mae", test="response-permutation", **asked), figures=False)
    asked_about = asked["a"] == "new" or len(asked) == 2  # that side, or both
    assert shown.word == ("DIFFERENT" if asked_about else "OPEN")
    assert shown.tone == "open"
    headline = plain(shown.headline)
    assert ("do not answer alike" in headline) is asked_about
    assert f"{asked['b']} is 0.149 {leads}" in headline
    assert ("CI -" in headline) is (leads == "behind")  # the interval is of the gain
    assert " beats " not in headline
    assert "worse than" not in headline
    assert any("not whether they are equally good" in caution for caution in shown.cautions)


def test_nor_does_a_table_of_such_tests():
    given = {"metric": "mae", "test": "response-permutation", "baseline": "old"}
    shown = document(run(table(third=True), **given), figures=False)
    assert "do not answer alike" in shown.question
    found = next(t for t in shown.tables if "verdict" in t.header)
    words = [row[found.header.index("verdict")] for row in found.rows]
    assert words == ["open", "different"]
    assert plain(shown.headline) == "Against old 0.0420: open third 0.0501  ·  different new 0.191"


@pytest.mark.slow
def test_an_interval_by_responders_says_nothing_of_other_items():
    given = {"metric": "mae", "a": "old", "b": "new", "assess": "interval"}
    assert "finds true differences" in told(**given)
    for name in ("answers", "responders", "two-way"):
        assert "finds true differences" not in told(**given, interval=name)


def test_a_posterior_does_not_call_wins_right_answers():
    with pytest.raises(ParameterError, match="found wins:mae, which one system wins"):
        told(metric="wins:mae", a="old", b="new", assess="posterior")


def test_an_undefined_score_has_its_own_reason():
    data = table()
    data.answers["old"][:] = data.answers["people"]
    assert "without any error there is none" in told(data, metric="inverse-mse")


def test_ties_on_every_item_are_not_the_worst_score():
    data = table()
    data.answers["old"][:] = data.answers["new"]
    assert "worst score" not in told(data, metric="wins")


def test_items_that_a_third_system_lacks_stay(tmp_path):
    """Of two systems, what others answered does not matter."""
    rows = ["item,source,response"]
    for i in range(20):
        rows += [f"q{i},{who},{0.1 * i + off:.2f}" for who, off in OFF.items()]
    rows += [f"q{i},third,0.5" for i in range(7)] + ["q19,fourth,0.5"]
    path = tmp_path / "answers.csv"
    path.write_text("\n".join(rows))
    text = told(path, metric="mae", gold="gold", a="old", b="new")
    assert "20 items; answers to an item: gold 1, old 1, new 1" in text
    assert "left out" not in text
    both = told(path, metric="mae", gold="gold", a="third", b="new")
    assert "7 items; answers to an item" in both
    assert "13 of 20 items are left out" in both


def test_the_side_that_was_not_asked_about_is_no_finding():
    given = {"metric": "mae", "test": "response-permutation", "alternative": "less"}
    shown = document(run(**given, a="old", b="new"), figures=False)
    assert "whether they answer alike stays open" in plain(shown.headline)
    assert shown.lines[-1] == "That is not evidence that they answer alike."
    board = document(run(table(third=True), baseline="old", **given), figures=False)
    found = next(t for t in board.tables if "verdict" in t.header)
    assert [row[found.header.index("verdict")] for row in found.rows] == ["open", "open"]
