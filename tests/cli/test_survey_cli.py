"""claimwise survey: the command, its answers and its refusals."""

import json

import pytest

import claimwise as cw

from .commands import rows, run


def test_the_command_is_the_function(examples):
    found = rows(f"survey {examples / 'survey.csv'}")
    ours = cw.survey(examples / "survey.csv")
    assert list(found) == [row.estimand for row in ours.rows]
    for row in ours.rows:
        got = found[row.estimand]["estimate"]
        assert got is None if row.estimate != row.estimate else got == row.estimate


def test_conditions_and_settings_reach_it(examples):
    path = examples / "survey.csv"
    asked = (
        f"survey {path} --where claimed=yes --where 'n>=1000' --fit-where task=reading "
        "--fit-where 'n>0' --by normal --alpha 0.01 --power 0.9 --agreement-from lachenbruch-high "
        "--percent --level 0.9 --resamples 300 --seed 4 --test mcnemar-exact --counts down"
    )
    found = rows(asked)
    ours = cw.survey(
        path,
        where=["claimed=yes", "n>=1000"],
        fit_where=["task=reading", "n>0"],
        by="normal",
        alpha=0.01,
        power=0.9,
        agreement_from="lachenbruch-high",
        percent=True,
        level=0.9,
        resamples=300,
        rng=4,
        test="mcnemar-exact",
        counts="down",
    )
    assert {name: row["estimate"] for name, row in found.items()} == {
        r.estimand: (None if r.estimate != r.estimate else r.estimate) for r in ours.rows
    }
    assert found["mean_difference"]["level"] == 0.9
    assert all(row["n"] >= 1000 for name, row in found.items() if name.startswith("mde"))


def test_every_form_is_written(examples, tmp_path):
    files = ["--report x.html --markdown x.md --latex x.tex --plot x.svg"]
    done = run(f"survey {examples / 'survey.csv'} --table {files[0]}", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "share[underpowered]" in done.stdout
    for name in ("x.html", "x.md", "x.tex", "x.svg"):
        assert (tmp_path / name).stat().st_size > 1000
        assert f"Written: {name}" in done.stdout
    both = run(
        f"survey {examples / 'survey.csv'} --json --plot y.svg --plot-of survey-gains,survey-power",
        cwd=tmp_path,
    )
    assert json.loads(both.stdout)["provenance"]["settings"]["verb"] == "survey"


@pytest.mark.parametrize(
    ("command", "match"),
    [
        ("survey nowhere.csv", "no such file"),
        ("survey {} --no-percent", "scores between 0 and 1, as declared; found baseline 72.1"),
        ("survey {} --where claimd=yes", "a column claimd"),
        ("survey {} --kind score", "one of accuracy, scores; found 'score'"),
        ("survey {} --agreement-from lachenbruhc", "Did you mean lachenbruch"),
        ("survey {} --plot x.doc", "x.doc"),
    ],
)
def test_refusals_are_one_sentence(examples, tmp_path, command, match):
    done = run(command.format(examples / "survey.csv"), cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("Error: ")
    assert match in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
