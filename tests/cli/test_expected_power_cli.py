"""Priors of the effect and pilots of preferences on the command line."""

import json

import pytest
from click.testing import CliRunner

from claimwise.cli.main import cli
from claimwise.data import example_path

QUICK = "--seed 1 --json --effect-prior uniform:0.1:0.3"


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "ratings --world general --difference 0.2 --items 20 --model t-items --replicates 50",
        "judgements --items 20 --rater-sd 0.3 --item-sd 0.3 --model t-items --replicates 50",
        "responses --items 30 --responses 2 --replicates 50 --resamples 99 --sets 2",
    ],
    ids=["ratings", "judgements", "responses"],
)
def test_a_prior_gives_an_assurance(command):
    done = CliRunner().invoke(cli, f"plan {command} {QUICK}".split())
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    (row,) = [row for row in found["rows"] if row["estimand"].startswith("assurance")]
    assert 0 < row["low"] < row["estimate"] < row["high"] <= 1
    assert found["provenance"]["settings"]["effect_prior"] == "Uniform(0.1, 0.3)"


def test_a_pilot_of_preferences_may_be_a_file():
    pilot = example_path("judgements.csv")
    command = f"plan preference --n 200 --pilot {pilot} --a new --b base --details"
    done = CliRunner().invoke(cli, command.split())
    assert done.exit_code == 0, done.output
    assert "92 for base (B), 156 for new (A), 52 ties" in " ".join(done.stdout.split())
