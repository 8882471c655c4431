"""Files that commands write and read: names of any kind, a full disk, TOML of somebody else."""

import csv
import os
import shlex
from types import SimpleNamespace

import pytest

from claimwise.core import writing

from .commands import run

LLAMA = '🦙 "7b"\\'


@pytest.fixture
def ratings(tmp_path):
    """Return ratings of two systems, one with a name that TOML must escape."""
    with open("examples/ratings.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    other = sorted({row["system"] for row in rows})[0]
    with open(tmp_path / "ratings.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        for row in rows:
            writer.writerow(row | ({"system": LLAMA} if row["system"] == other else {}))
    return tmp_path / "ratings.csv"


def test_a_fitted_world_with_any_name_is_planned_with(ratings, tmp_path):
    done = run(f"fit ratings {ratings} --a {shlex.quote(LLAMA)} --b small")
    assert done.returncode == 0, done.stderr
    world = tmp_path / "world.toml"
    world.write_text(done.stdout, encoding="utf-8")
    planned = run(f"plan ratings --world {world} --items 20 --raters 4 --replicates 20 --no-store")
    assert planned.returncode == 0, planned.stderr


@pytest.mark.parametrize(
    "command",
    [
        "plan f1 --tables {} --n 100",
        "plan bleu --world {} --n 100",
        "plan ratings --world {} --items 10 --raters 3",
        "plan responses --world {} --items 100 --responses 3",
        "plan judgements --world {} --items 10 --raters 3",
        "study check {}",
    ],
)
def test_brackets_in_brackets_are_one_sentence(tmp_path, command):
    deep = tmp_path / "deep.toml"
    deep.write_text("x = " + "[" * 3000 + "]" * 3000)
    done = run(command.format(deep))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "nested more than 50 deep" in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        "compare examples/validation.csv --report {}.html",
        "compare examples/validation.csv --markdown {}.md",
        "compare examples/validation.csv --plot {}.svg",
        "design ratings --items 12 --ratings-per-item 3 --list-length 4 --out {}.csv",
    ],
)
def test_on_a_full_disk_the_answer_is_printed_and_the_old_file_stays(
    tmp_path, monkeypatch, command
):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing, "os", SimpleNamespace(**vars(os) | {"fsync": full}))
    file = tmp_path / "file"
    target = tmp_path / command.split("{}")[1].join(["file", ""])
    for before in (None, "old"):
        if before:
            target.write_text(before)
        done = run(command.format(file))
        assert done.returncode == 2
        assert len(done.stdout) > 100
        assert f"{target} cannot be written: no space left on device." in done.stderr
        there = {one: one.read_text() for one in tmp_path.iterdir()}
        assert there == ({target: "old"} if before else {})
