"""claimwise calibrate accuracy and means."""

import json

import pytest
from click.testing import CliRunner

import claimwise as cw
from claimwise.cli.main import cli
from claimwise.core import ClaimwiseError

ACCURACY = "calibrate accuracy --n 40 --agreement 0.8 --difference 0.1,0.15"
MEANS = (
    "calibrate means --n 12 --shape skewed --difference 0.5 --test paired-t,wilcoxon "
    "--interval t --replicates 300 --seed 3 --no-store"
)


def run(line, *more):
    return CliRunner().invoke(cli, [*line.split(), *more])


def test_the_command_is_the_call():
    shown = json.loads(run(ACCURACY, "--json").output)
    called = cw.calibrate.accuracy(n=40, agreement=0.8, difference=[0.1, 0.15])
    assert [row["estimate"] for row in shown["rows"]] == [row.estimate for row in called.rows]
    shown = json.loads(run(MEANS, "--json").output)
    called = cw.calibrate.means(
        n=12,
        shape="skewed",
        difference=0.5,
        test="paired-t,wilcoxon",
        interval="t",
        replicates=300,
        rng=3,
    )
    assert [row["estimate"] for row in shown["rows"]] == [row.estimate for row in called.rows]


@pytest.mark.slow
def test_the_text_says_what_to_use_and_the_three_figures_are_drawn(tmp_path):
    picture, page = tmp_path / "c.json", tmp_path / "c.html"
    more = ("--plot", str(picture), "--plot-of", "findings,p-values,coverage")
    done = run(ACCURACY, *more, "--report", str(page))
    assert done.exit_code == 0, done.output
    said = " ".join(done.output.split())
    assert said.startswith("Use the test mcnemar-")
    assert "Use the interval" in said
    assert len(json.loads(picture.read_text())["vconcat"]) == 3
    html = page.read_text()
    assert "Which procedures are honest" in html
    assert "cw.calibrate.accuracy(n=40, agreement=0.8, difference=[0.1, 0.15])" in html


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("calibrate accuracy --n 40", "--agreement"),
        ("calibrate accuracy --n 40 --agreement 80", "probability"),
        ("calibrate accuracy --n 40 --agreement 0.8 --test welch", "mcnemar-midp"),
        ("calibrate means --n 40 --shape odd", "skewed"),
        ("calibrate means --n 40 --icc 0.2", "--cluster-size and --icc; found no --cluster-size."),
    ],
)
def test_bad_input_is_refused_in_a_sentence(line, said):
    done = run(line)
    if isinstance(done.exception, ClaimwiseError):  # `main` prints it and exits with 2
        assert said in str(done.exception)
    else:
        assert done.exit_code == 2
        assert said in done.output


@pytest.mark.parametrize("verb", ["accuracy", "means"])
def test_help_has_an_example_that_runs(verb):
    help_ = run(f"calibrate {verb} --help").output
    example = " ".join(help_.split("Example: claimwise ")[1].split())
    more = () if verb == "accuracy" else ("--replicates", "50", "--no-store")
    assert run(example, *more).exit_code == 0
