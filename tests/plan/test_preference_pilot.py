"""Wins, losses and ties of a pilot: counted in tables, and in counts the same."""

from collections import Counter
from pathlib import Path

import pytest

import claimwise as cw
from claimwise.core import ClaimwiseError
from claimwise.plan.preference_pilot import read_preference_pilot

EXAMPLES = Path(__file__).parents[2] / "examples"
WINNERS = "winner\nnew\nnew\nbase\nTie\n\nnew\n"


def table(folder, text):
    file = folder / "pilot.csv"
    file.write_text(text)
    return str(file)


def counts(pilot, **more):
    return tuple(read_preference_pilot({"pilot": pilot, **more})["pilot"])


@pytest.mark.slow
def test_value_a_file_plans_as_its_counts_do():
    file = EXAMPLES / "judgements.csv"
    won = Counter(line.split(",")[3] for line in file.read_text().splitlines()[1:])
    told = f"{won['new']},{won['base']},{won['tie']}"
    study = {"n": 200, "solve": "power", "uncertain": True}
    by_file = cw.plan.preference(**study, pilot=str(file))
    by_counts = cw.plan.preference(**study, pilot=told)
    assert [row.estimand for row in by_file.rows] == [row.estimand for row in by_counts.rows]
    for mine, other in zip(by_file.rows, by_counts.rows, strict=True):
        assert mine.estimate == pytest.approx(other.estimate, rel=1e-12, nan_ok=True)
    note = f"Pilot: 300 judgements; {won['new']} for new (B), {won['base']} for base (A)"
    assert any(line.startswith(note) for line in by_file.notes)
    assert sum("The pilot's 300 judgements" in line for line in by_file.notes) == 2


def test_direction_a_and_b_turn_wins_round(tmp_path):
    file = table(tmp_path, WINNERS)
    assert counts(file) == (3, 1, 1)
    assert counts(file, a="new") == counts(file, a="new", b="base") == (1, 3, 1)
    assert counts(file, b="base") == (1, 3, 1)


def test_value_scores_are_won_by_the_higher(tmp_path):
    scores = "item,system,score\n1,x,1\n2,x,2\n3,x,3\n4,x,3\n1,y,2\n2,y,3\n3,y,3\n4,y,0\n"
    file = table(tmp_path, scores)
    assert counts(file) == (2, 1, 1)
    assert counts(file, a="y", b="x") == (1, 2, 1)


def test_value_other_pairs_are_left_out_where_both_systems_stand(tmp_path):
    rows = "model_a,model_b,winner\nx,y,y\ny,x,y\nx,z,z\nx,y,tie\nx,y,\n"
    pilot = read_preference_pilot({"pilot": table(tmp_path, rows), "a": "x", "b": "y"})["pilot"]
    assert tuple(pilot) == (2, 0, 1)
    assert [note.split(" ")[0] for note in pilot.notes] == ["1", "1"]


@pytest.mark.parametrize(
    ("text", "more", "says"),
    [
        ("winner\nx\ny\nz\n", {}, r"3 systems: x, y, z\. Name the baseline"),
        ("winner\nx\ny\nz\n", {"a": "x", "b": "y"}, "has 'z', which is neither x nor y"),
        ("winner\nleft\nright\n", {}, "systems' names"),
        ("winner\nx\ny\n", {"a": "w"}, r"w is not in column winner; it has x, y\."),
        (
            "winner\nx\ny\n",
            {"a": "x", "b": "x"},
            r'a="x" and b="x" name the same system\. Name two\.',
        ),
        ("system,correct,n\nx,3,9\ny,4,9\n", {}, "totals alone"),
    ],
    ids=["three", "stranger", "places", "unknown", "same", "totals"],
)
def test_refusals_are_one_sentence(tmp_path, text, more, says):
    with pytest.raises(ClaimwiseError, match=says):
        counts(table(tmp_path, text), **more)
