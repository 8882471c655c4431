"""Plans of posteriors on the command line."""

import pytest

import claimwise as cw

from .commands import rows, run

STUDY = "--n 300 --difference 0.06 --agreement 0.8"
SMALL = "--replicates 100 --seed 1"


def test_the_command_of_the_manual():
    got = rows(
        "plan accuracy --n 2376 --baseline 0.69 --difference 0.035 --assess posterior "
        f"--margin 0.01 {SMALL}"
    )
    same = cw.plan.accuracy(
        n=2376,
        baseline=0.69,
        difference=0.035,
        assess="posterior",
        margin=0.01,
        replicates=100,
        rng=1,
    )
    assert {row.estimand: row.estimate for row in same.rows} == {
        name: row["estimate"] for name, row in got.items()
    }
    assert got["hdi_undecided"]["kind"] == "monte carlo"


@pytest.mark.slow
def test_proportions_and_preferences():
    got = rows(
        f"plan proportions --n 300 --baseline 0.7 --difference 0.06 --assess posterior {SMALL}"
    )
    assert 0 < got["conclude[greater]"]["estimate"] < 1
    got = rows(f"plan preference --n 100 --win 0.6 --lose 0.3 --assess test,posterior {SMALL}")
    assert got["power"]["estimate"] < got["conclude[greater]"]["estimate"]  # one side of 0.05


@pytest.mark.slow
def test_a_curve_is_drawn(tmp_path):
    study = "--n 100:300:100 --difference 0.06 --agreement 0.8 --assess posterior"
    done = run(f"plan accuracy {study} {SMALL} --plot curve.svg", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "probability of a sure posterior" in (tmp_path / "curve.svg").read_text()
    assert "Posterior sure" in done.stdout


def test_assurance():
    got = rows("plan accuracy --n 400 --agreement 0.85 --effect-prior normal:0.03:0.02")
    assert 0 < got["assurance"]["estimate"] < 1
    got = rows("plan proportions --n 400 --baseline 0.8 --effect-prior uniform:0:0.1")
    assert 0 < got["assurance"]["estimate"] < 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--assess posteriors", "one of test, posterior; found 'posteriors'"),
        ("--assess posterior --rope 0", "rope needs a number between 0 and 1; found 0"),
        ("--assess posterior --level 1.5", "level needs"),
        ("--assess posterior --prior beta(1,1)", "Paired items have a Dirichlet prior"),
        (
            "--assess posterior --margin 0.01 --prior dirichlet(1,1,1000000,1)",
            "a prior with some probability inside and outside",
        ),
        ("--margin 0.01", "margin needs a posterior to speak of"),
        ("--effect-prior normal:3:0.1", "at least half of its probability"),
        ("--effect-prior wide", "normal:MEAN:SD or uniform:LOW:HIGH"),
    ],
)
def test_bad_input_is_one_sentence(options, said):
    done = run(f"plan accuracy {STUDY} {options}")
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
