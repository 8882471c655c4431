"""Looks on the command line."""

from __future__ import annotations

import pytest

from .commands import rows, run

FILE = "examples/validation.csv"
PLAN = "plan accuracy --n 600 --difference 0.05 --agreement 0.8 --replicates 200 --seed 1"


def test_value_a_plan_with_looks():
    found = rows(f"{PLAN} --looks 0.25,0.5,1 --spending pocock")
    assert [found[f"boundary_z[look={k}]"]["n"] for k in (1, 2, 3)] == [150, 300, 600]
    assert found["power[sequential]"]["estimate"] < found["power"]["estimate"]
    usual = rows(f"{PLAN} --looks 3")
    assert usual["boundary_z[look=1]"]["estimate"] == pytest.approx(3.710, abs=1e-3)


def test_value_a_plan_at_any_time():
    assert "never[anytime]" in rows(f"{PLAN} --spending anytime")


@pytest.mark.parametrize(
    "verb", ["proportions --baseline 0.6 --difference 0.1", "preference --win 0.5 --lose 0.3"]
)
def test_value_other_plans(verb):
    found = rows(f"plan {verb} --n 200 --looks 2 --replicates 100 --seed 1")
    assert found["stop[look=2]"]["n"] == 200


def test_value_a_comparison_at_a_look():
    found = rows(
        f"compare {FILE} --look 2 --looks 4 --spending obrien-fleming --planned-n 900 "
        "--looked-at 200"
    )
    assert found["decision"]["estimate"] == 0
    assert found["spent"]["estimate"] < 0.003051


def test_value_a_gate_follows_the_rule():
    assert run(f"compare {FILE} --gate").returncode == 0
    assert run(f"compare {FILE} --gate --look 1 --looks 4").returncode == 4


def test_value_a_comparison_at_any_time():
    assert rows(f"compare {FILE} --spending anytime")["difference"]["pvalue"] > 0.05
    bounded = rows("compare examples/sentiment.csv --spending anytime --bounds 1,5")
    assert bounded["shown_after"]["estimate"] is None


@pytest.mark.parametrize(
    ("command", "match"),
    [
        (f"{PLAN} --looks many", "--looks needs a number such as 4"),
        (f"compare {FILE} --spending anytime --bounds 1", "--bounds needs the lowest"),
        (f"compare {FILE} --look 2 --looks 2 --looked-at x", "--looked-at needs numbers"),
        ("compare examples/arc.csv --spending anytime", "one data set"),
        ("compare examples/arc.csv --dataset easy --spending anytime", "the same items"),
    ],
    ids=["looks", "bounds", "looked at", "several", "totals"],
)
def test_refused(command, match):
    done = run(command)
    assert done.returncode == 2
    assert match in done.stderr
    assert done.stderr.count("\n") == 1
