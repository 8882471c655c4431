"""The commands of confusion tables, as a user types them."""

import json
import shlex
import sys

import pytest

from claimwise.cli.main import main
from claimwise.data import example_path

from .commands import rows, run

TABLES = example_path("confusion.toml")
QUICK = "--replicates 60 --resamples 60 --seed 1"


@pytest.fixture
def typed(monkeypatch, capsys):
    """Run a command in this process: exit code, standard output, standard error."""

    def run_here(command):
        monkeypatch.setattr(sys, "argv", ["claimwise", *shlex.split(command)])
        with pytest.raises(SystemExit) as ended:
            main()
        return ended.value.code, *capsys.readouterr()

    return run_here


def test_plan_f1_prints_power_and_sizes():
    done = run(f"plan f1 --tables {TABLES} --n 1000 --replicates 100 --resamples 100 --seed 1")
    assert done.returncode == 0, done.stderr
    for said in (
        "miss a gain of 0.0371",
        "You need ",
        "times too large",
    ):
        assert said in " ".join(done.stdout.split())


@pytest.mark.parametrize("verb", ["precision", "recall", "mcc", "kappa", "confusion"])
def test_the_other_metrics(verb, typed):
    command = f"plan {verb} --tables {TABLES} --n 400 --solve power {QUICK} --json"
    code, out, err = typed(command)
    assert (code, err) == (0, "")
    found = {row["estimand"]: row["estimate"] for row in json.loads(out)["rows"]}
    assert found["score[B]"] > found["score[A]"]


def test_a_curve_is_drawn(tmp_path):
    command = f"plan f1 --tables {TABLES} --n 200:400:200 --difference 0.02,0.04 {QUICK}"
    done = run(f"{command} --plot {tmp_path / 'f1.json'}")
    assert done.returncode == 0, done.stderr
    assert "difference 0.04" in done.stdout
    assert (tmp_path / "f1.json").stat().st_size > 0


def test_a_fit_is_a_file_for_a_plan(tmp_path):
    done = run(f"fit f1 {example_path('ner.csv')} --a base --b new")
    assert done.returncode == 0, done.stderr
    assert "kept as impossible" in done.stdout
    file = tmp_path / "ner.toml"
    file.write_text(done.stdout, encoding="utf-8")
    found = rows(f"plan f1 --tables {file} --average macro --n 300 --solve power {QUICK}")
    assert found["difference"]["estimate"] == pytest.approx(0.0558, abs=1e-4)
    smooth = run(f"fit confusion {example_path('ner.csv')} --b base --smooth 0.5")
    assert "0.5 was added to every cell" in smooth.stdout
    assert "What new (A) and base (B)" in smooth.stdout


def test_labels_line_by_line(tmp_path):
    for name, labels in {"gold": "ynny", "one": "ynyy", "two": "nnny"}.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(labels) + "\n")
    done = run("fit mcc one.txt two.txt --references gold.txt", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "What one (A) and two (B) said of 4 items" in done.stdout


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("plan f1 --n 100", "examples/confusion.toml"),
        ("plan f1 --tables nowhere.toml --n 100", "nowhere.toml does not exist."),
        ("plan f1 --n 100 --tables {tables} --difference 0.5", "at most 0.09906"),
        ("plan f1 --n 100 --tables {tables} --average mean", "one of binary, micro"),
        ("plan f1 --n 100 --tables {tables} --plot f1.png", "several values"),
        ("fit f1", "Missing argument 'FILES...'"),
        ("fit f1 nowhere.csv", "nowhere.csv"),
        ("fit f1 {ner} --a base --b newer", "newer is not in "),
        ("fit f1 {ner} --column gold", "ROLE=NAME"),
    ],
)
def test_refusals_are_one_sentence(command, said, typed):
    code, out, err = typed(command.format(tables=TABLES, ner=example_path("ner.csv")))
    assert code == 2
    assert said in err
    assert out == ""
    assert len(err.strip().splitlines()) == 1
