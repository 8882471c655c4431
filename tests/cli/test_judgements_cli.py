"""Judgements head to head on the command line: pilot, plan, lists, answer."""

import csv
import json

import pytest

from claimwise.data import example_path

from .commands import run

EXAMPLE = example_path("judgements.csv")


@pytest.mark.slow
def test_from_the_pilot_to_the_plan(tmp_path):
    world = run(f"fit judgements {EXAMPLE} --b new")
    assert world.returncode == 0, world.stderr
    (tmp_path / "world.toml").write_text(world.stdout)
    done = run(
        "plan judgements --world world.toml --difference 0.1,0.2,0.3 --items 60 --per-item 5 "
        "--model linear --replicates 100 --seed 1 --plot curve.json --json",
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    rows = {row["estimand"]: row["estimate"] for row in json.loads(done.stdout)["rows"]}
    powers = [value for name, value in rows.items() if name.startswith("power")]
    assert len(powers) == 3
    assert powers == sorted(powers)
    chart = json.loads((tmp_path / "curve.json").read_text())
    assert [point["estimate"] for point in chart["data"]["values"]] == powers


def test_lists_for_a_crowd(tmp_path):
    done = run(
        "design judgements --items 40 --per-item 3 --list-length 20 --out lists.csv", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert "120 judgements: 6 raters, 40 items" in done.stdout
    with (tmp_path / "lists.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 120
    assert set(rows[0]) == {"rater", "position", "item", "first"}


def test_the_answer(tmp_path):
    done = run(f"judgements {EXAMPLE} --a base --b new --markdown out.md", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("BETTER  new is preferred 21.3 points more often than base")
    assert "How they lean to a system" in (tmp_path / "out.md").read_text()


def test_refusals_are_one_sentence():
    for command, word in (
        ("plan judgements --items 20", "rater-sd"),
        (
            "plan judgements --world general --items 20 --difference 0.1",
            "--world needs a file from claimwise fit judgements",
        ),
        (f"judgements {example_path('ratings.csv')}", "winner"),
        ("design judgements --items 20 --per-item 0", "--per-item needs"),
        (
            "plan judgements --win 0.6 --lose 0.4 --rater-sd 0.5 --item-sd 0.8 --items 20 "
            "--per-item 0",
            "--per-item needs",
        ),
    ):
        done = run(command)
        assert done.returncode == 2, command
        assert done.stdout == ""
        assert done.stderr.count("\n") == 1
        assert word in done.stderr
        assert "Traceback" not in done.stderr
