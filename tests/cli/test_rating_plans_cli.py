"""Rating studies on the command line, from the pilot to the lists."""

import csv
import json
import shlex
import tomllib

import pytest

from claimwise.plan.rating_design import DesignPlan

from .commands import rows, run

QUICK = "--replicates 30 --seed 1"


@pytest.mark.slow
def test_a_complete_design_of_numbers():
    got = rows(
        "plan ratings --items 50 --ratings-per-item 3 --difference 0.1 --world card-high "
        f"--model linear --solve power {QUICK}"
    )
    assert got["power"]["estimate"] < 0.3
    assert got["power"]["n"] == 300


def test_no_ratings_at_all_is_refused():
    for verb in ("design ratings --items 20", "plan ratings --items 20 --effect 0.3"):
        done = run(f"{verb} --ratings-per-item 0")
        assert done.returncode == 2
        assert "--ratings-per-item needs a whole number" in done.stderr


@pytest.mark.slow
def test_lists_and_two_models(tmp_path):
    done = run(
        "plan ratings --items 40 --ratings-per-item 3 --list-length 20 --effect 0.5t "
        "--world general --model ordinal,linear --replicates 20 --seed 1 --markdown plan.md",
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "That is an effect of 0.31 latent units" in " ".join(done.stdout.split())
    assert "12 raters" in done.stdout
    assert (tmp_path / "plan.md").read_text().count("ordinal") > 2


@pytest.mark.slow
def test_items_for_a_power():
    got = rows(
        "plan ratings --world card-low --model t-items --difference 0.2 --solve items --power 0.8 "
        f"{QUICK}"
    )
    assert 10 <= got["sample_size"]["estimate"] <= 300
    row = got["sample_size"]
    assert row["low"] <= row["estimate"] <= row["high"] + 1


@pytest.mark.slow
def test_from_the_pilot_to_the_budget(tmp_path, examples):
    done = run(f"fit ratings {shlex.quote(str(examples / 'ratings.csv'))} --outcome ordinal")
    assert done.returncode == 0, done.stderr
    found = tomllib.loads(done.stdout)
    assert found["outcome"] == "ordinal"
    assert (found["a"], found["b"]) == ("baseline", "large")
    assert len(found["thresholds"]) == 4
    (tmp_path / "pilot.toml").write_text(done.stdout)
    got = rows(
        "plan ratings --world pilot.toml --cost-item 0.2 --cost-rating 0.1 --cost-rater 1 "
        f"--solve budget --power 0.8 --model t-items {QUICK}",
        cwd=tmp_path,
    )
    assert got["cost"]["estimate"] > 0
    sizes = {name: got[f"sample_size[{name}]"]["estimate"] for name in ("items", "raters")}
    ratings = got["sample_size[ratings]"]["estimate"]
    want = 0.2 * sizes["items"] + 0.1 * ratings + sizes["raters"]
    assert got["cost"]["estimate"] == pytest.approx(want)


def test_lists_for_a_crowd_platform(tmp_path):
    done = run(
        "design ratings --items 100 --ratings-per-item 3 --list-length 25 --out lists.csv",
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "No rater meets an item twice." in done.stdout
    with (tmp_path / "lists.csv").open(newline="") as file:
        assigned = list(csv.DictReader(file))
    assert len(assigned) == 600
    assert len({row["rater"] for row in assigned}) == 24
    got = rows("design ratings --items 100 --ratings-per-item 3 --list-length 25")
    assert got["met_twice"]["estimate"] == 0
    assert got["raters"]["estimate"] == 24


LAYOUT = {"kind": None, "items": 20, "ratings_per_item": 3, "list_length": 10, "raters": None}
DESIGN = "design ratings --items 20 --ratings-per-item 3 --list-length 10"


def test_a_design_is_shown_as_every_other_answer(tmp_path):
    done = run(f"{DESIGN} --report page.html --markdown page.md --out lists.csv", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    shown = str(DesignPlan.of(**LAYOUT).make(1, shuffled=True).result())
    assert done.stdout.startswith(shown)
    for name in ("page.html", "page.md", "lists.csv"):
        assert (tmp_path / name).stat().st_size
        assert f"Written: {name}" in done.stdout
    whole = run(f"{DESIGN} --details").stdout
    assert whole.startswith(shown)
    assert f"claimwise {DESIGN} --details" in whole
    assert len(run(f"{DESIGN} --table").stdout.split("\n\n")[0].splitlines()) == 10  # and a header
    same = run(f"{DESIGN} --out same.html --report same.html", cwd=tmp_path)
    assert same.returncode == 2
    assert not (tmp_path / "same.html").exists()


@pytest.mark.slow
def test_the_ratings_are_read_with_named_columns(examples):
    path = shlex.quote(str(examples / "ratings.csv"))
    got = rows(f"ratings {path} --system system --item item --rater rater")
    assert got["difference[large vs baseline]"]["estimate"] > 0


def test_a_curve_is_drawn(tmp_path):
    done = run(
        "plan ratings --world card-low --independent --items 40 --ratings-per-item 4 "
        f"--difference 0.1,0.2,0.3 --model linear,t-items {QUICK} --plot curve.json",
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    drawn = json.loads((tmp_path / "curve.json").read_text())
    points = drawn["data"]["values"]
    assert {point["effect"] for point in points} == {0.1, 0.2, 0.3}
    assert all(point["low"] <= point["estimate"] <= point["high"] for point in points)
    assert {point["case"] for point in points} == {"linear", "t-items"}


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("plan ratings --items 50", "a true effect to look for, --effect;"),
        ("plan ratings --items 50 --effect half", "a number, or one with t, p or r"),
        ("plan ratings --items 50 --effect 0.3 --world mars", "world needs one of"),
        ("plan ratings --items 50 --effect 0.3 --world none.toml", "none.toml does not exist."),
        ("plan ratings --effect 0.3 --solve budget", "what an item, a rating or a rater costs"),
        (
            "design ratings --items 10 --ratings-per-item 3 --design published --list-length 5",
            "lists",
        ),
        ("design ratings --ratings-per-item 3", "--items needs a number"),
        ("design ratings --items 50 --out nowhere/lists.csv", "an existing folder"),
        ("fit ratings nothing.csv", "nothing.csv"),
        ("plan ratings --items 50 --effect 0.3 --difference x", "a number"),
    ],
)
def test_refusals_are_one_sentence(tmp_path, command, said):
    done = run(command, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert not list(tmp_path.iterdir())
