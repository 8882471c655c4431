"""Several answers on the command line: the commands run, and refuse what cannot be."""

import json

import pytest
from click.testing import CliRunner

from claimwise.cli.main import cli
from claimwise.core import ClaimwiseError

QUICK = "--replicates 40 --resamples 99 --seed 1"
PLAN = f"plan responses --world published {QUICK} --sets 2"
CALIBRATE = f"calibrate responses --items 30 {QUICK} --sets 2 --draws 20"


def run(command, code=0):
    done = CliRunner().invoke(cli, command.split())
    if isinstance(done.exception, ClaimwiseError):
        return str(done.exception)
    assert done.exit_code == code, done.output
    return " ".join(done.output.split())


def rows(command):
    return {row["estimand"]: row for row in json.loads(run(f"{command} --json"))["rows"]}


@pytest.mark.slow
def test_a_plan_has_the_rows_of_the_contract():
    found = rows(f"{PLAN} --items 50 --responses 5 --epsilon-b 0.3 --metric mae,wins,spearman")
    for metric in ("mae", "wins", "spearman"):
        for name in ("true_p", "estimated_p", "power"):
            row = found[f"{name}[{metric}]"]
            assert 0 <= row["low"] <= row["estimate"] <= row["high"] <= 1


def test_a_plan_says_what_a_study_would_find():
    said = run(f"{PLAN} --items 50 --responses 5 --epsilon-b 0.6 --metric mae")
    assert said.startswith("ENOUGH 50 items x 5 answers find that B is worse than A on mae")


@pytest.mark.slow
def test_a_split_is_drawn(tmp_path):
    picture = tmp_path / "split.png"
    said = run(
        f"{PLAN} --budget 100 --epsilon-b 0.6 --metric mae,wins --solve split --plot {picture}"
    )
    assert "as good as any for a budget of 100" in said
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("more", ["--items 10,20 --responses 1,2"])
def test_a_surface_is_drawn(tmp_path, more):
    picture = tmp_path / "surface.json"
    run(f"{PLAN} {more} --epsilon-b 0.6 --metric wins --plot {picture}")
    chart = json.loads(picture.read_text())
    assert {value["items"] for value in chart["data"]["values"]} == {10, 20}


def test_a_calibration_recommends(tmp_path):
    picture = tmp_path / "calibration.json"
    said = run(
        f"{CALIBRATE} --epsilon-b 0,0.6 --metric mae,wins --procedure item-swap,htest "
        f"--plot {picture}"
    )
    assert said.startswith("Use the test item-swap of")
    assert picture.exists()


def test_a_file_of_answers_is_a_world(examples):
    found = rows(
        f"plan responses --world {examples / 'responses.csv'} --a base --b new --items 40 "
        f"--responses 3 --metric mae {QUICK} --sets 2"
    )
    assert found["difference[mae]"]["estimate"] < 0  # the new system errs less


@pytest.mark.slow
def test_a_fitted_world_is_planned_with(examples, tmp_path):
    world = tmp_path / "world.toml"
    done = CliRunner().invoke(
        cli, ["fit", "responses", str(examples / "responses.csv"), "--replicates", "9"]
    )
    assert done.exit_code == 0, done.output
    world.write_text(done.output)
    found = rows(
        f"plan responses --world {world} --items 40 --responses 3 --metric mae {QUICK} --sets 2"
    )
    assert found["difference[mae]"]["estimate"] < 0


def test_answers_are_compared(examples):
    found = rows(
        f"compare {examples / 'responses.csv'} --gold gold --a base --b new --metric wins:mae"
    )
    assert found["difference"]["estimate"] > 0
    assert found["score[new]"]["estimate"] > found["score[base]"]["estimate"]
    assert 0 < found["difference"]["pvalue"] < 0.01


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (f"{PLAN} --items 10 --responses 5 --epsilon-b 2", "width of the scale"),
        (f"{PLAN} --items 10 --responses 5 --metric nonsense", "nonsense"),
        (f"{PLAN} --items 10 --responses 5 --plot p.png", "several values"),
        (f"{CALIBRATE} --epsilon-b 0.1 --procedure nonsense", "nonsense"),
        (f"{CALIBRATE} --metric accuracy", "continuous"),
        (
            "compare examples/responses.csv --gold gold --metric mae --gate "
            "--test response-permutation",
            "answer alike",
        ),
    ],
    ids=["epsilon", "metric", "plot", "procedure", "kind", "gate"],
)
def test_what_cannot_be_is_refused_in_a_sentence(command, said):
    assert said in run(command)
