"""Posteriors of ratings from the command line: what is refused, in one sentence."""

import numpy as np
import pytest

from claimwise.bayes.draws import Draws
from claimwise.bayes.mcmc.sample import Run
from claimwise.cli.main import main
from claimwise.data import example_path

EXAMPLE = str(example_path("ratings.csv"))
ASSESS = ("--assess", "posterior")


def refused(options, monkeypatch, capsys):
    """Return the one sentence with which the command is refused."""
    monkeypatch.setattr("sys.argv", ["claimwise", "ratings", *options])
    with pytest.raises(SystemExit) as left:
        main()
    printed = capsys.readouterr()
    assert (left.value.code, printed.out) == (2, "")
    assert "Traceback" not in printed.err
    assert len(printed.err.strip().splitlines()) == 1
    return printed.err


@pytest.mark.parametrize(
    "option",
    [
        ("--formula", "rating ~ system + (1 | rater)"),
        ("--model", "linear"),
        ("--link", "probit"),
        ("--thresholds", "symmetric"),
        ("--nodes", "5"),
        ("--ml",),
        ("--grouping", "rater,item"),
        ("--independent",),
        ("--factor", "item"),
        ("--interval", "profile"),
        ("--simplify",),
        ("--resamples", "99"),
        ("--workers", "2"),
    ],
)
def test_what_only_the_mixed_model_heeds_is_refused(option, monkeypatch, capsys):
    said = refused([EXAMPLE, *ASSESS, *option], monkeypatch, capsys)
    assert option[0] in said
    assert "needs the mixed model; found --assess. Leave out the one or the other." in said


@pytest.mark.parametrize(
    "option",
    [
        ("--prior", "published"),
        ("--rope", "0.1"),
        ("--margin", "0.1"),
        ("--chains", "2"),
        ("--draws", "10"),
        ("--warmup", "10"),
        ("--target-accept", "0.8"),
    ],
)
def test_what_only_the_posterior_heeds_is_refused(option, monkeypatch, capsys):
    said = refused([EXAMPLE, *option], monkeypatch, capsys)
    assert f"{option[0]} needs --assess posterior; found the mixed model" in said


@pytest.mark.parametrize(
    ("options", "match"),
    [
        (("--assess", "test"), "assess needs one of posterior, bayes-factor"),
        (("--assess", ""), "any of posterior, bayes-factor; found nothing"),
        ((*ASSESS, "--prior", "hybayes"), "fixes the unit of the scale"),
        ((*ASSESS, "--prior", "anchord"), "Did you mean anchored"),
        ((*ASSESS, "--prior", "anchored,,published"), "a prior between the commas"),
        ((*ASSESS, "--rope", "x"), "half a width such as"),
        ((*ASSESS, "--rope", "0.1:0.3"), "a region that holds 0"),
        ((*ASSESS, "--rope", "-0.1"), "rope needs a number above 0"),
        ((*ASSESS, "--margin", "inf"), "margin needs a finite number"),
        ((*ASSESS, "--level", "1.5"), "level needs"),
        ((*ASSESS, "--chains", "0"), "chains needs a whole number"),
        ((*ASSESS, "--draws", "0"), "draws needs a whole number"),
        ((*ASSESS, "--warmup", "0"), "warmup needs a whole number"),
        ((*ASSESS, "--target-accept", "1"), "--target-accept needs a number strictly"),
        ((*ASSESS, "--seed", "-1"), "--seed needs a whole number from 0 on"),
        ((*ASSESS, "--item", "rater"), "rater twice"),
        ((*ASSESS, "--rater", "annotator"), "annotator"),
        (
            (*ASSESS, "--reference", "system=huge"),
            "huge is not in column system; it has baseline, large, small",
        ),
        ((*ASSESS, "--scale", "1-4"), "numbers from 1 to 4"),
        ((*ASSESS, "--markdown", "/none/x.md"), "--markdown needs a file in an existing folder"),
    ],
)
def test_questions_that_cannot_be_answered(options, match, monkeypatch, capsys):
    assert match in refused([EXAMPLE, *options], monkeypatch, capsys)


GOOD = ["r1,i1,A,1", "r2,i1,B,2", "r1,i2,A,3", "r2,i2,B,3", "r1,i1,B,2"]


@pytest.mark.parametrize(
    ("rows", "match"),
    [
        ([row.replace("r2", "r1") for row in GOOD], "at least two raters; found only r1"),
        ([row.replace("i2", "i1") for row in GOOD], "at least two items; found only i1"),
        ([row.replace("B", "A") for row in GOOD], "at least two systems; found only A"),
        ([f"{row[:-1]}4" for row in GOOD], "at least two levels; found only 4"),
        ([f"{row[:-1]}{k % 2}" for k, row in enumerate(GOOD)], "3 levels that were used; found 2"),
        (GOOD[:1], "at least two levels; found only 1"),
        ([f"{row[:-1]}" for row in GOOD], "rows with rating"),
        ([f"{row[:-1]}good" for row in GOOD], "words whose order is given"),
        ([f"{row[:-1]}2.5" for row in GOOD[:1]] + GOOD, "whole numbers as levels"),
        ([f"r{k % 2},i{k % 3},{'AB'[k % 2]},{k}" for k in range(25)], "at most 20 levels"),
        ([f"r{k % 2},i{k % 3},s{k},{k % 3}" for k in range(40)], "at most 30 systems"),
    ],
)
def test_data_that_cannot_be_used(rows, match, tmp_path, monkeypatch, capsys):
    file = tmp_path / "ratings.csv"
    file.write_text("\n".join(["rater,item,system,rating", *rows]))
    assert match in refused([str(file), *ASSESS], monkeypatch, capsys)


class Stuck:
    """A sampler whose chains do not move; one that runs takes half a minute to compile."""

    def __init__(self, problem, settings):
        self.problem, self.shape = problem, (settings.chains, settings.draws)

    def run(self, *, seed):
        coords = self.problem.coords
        sizes = {
            name: [len(coords[dimension]) for dimension in dims]
            for name, dims in self.problem.dims.items()
        }
        chain = np.arange(float(self.shape[0]))
        values = {
            name: np.broadcast_to(
                chain.reshape(-1, *[1] * (1 + len(own))), (*self.shape, *own)
            ).copy()
            for name, own in sizes.items()
        }
        draws = Draws(values, self.problem.dims, coords)
        return Run(draws, np.zeros((*self.shape, 1)), np.zeros(self.shape, bool), lambda at: at)


def test_a_fit_that_fails_its_checks_concludes_nothing(monkeypatch, capsys):
    monkeypatch.setattr("claimwise.bayes.mcmc.fit.Sampler", Stuck)
    options = [EXAMPLE, *ASSESS, "--no-slopes", "--warmup", "10", "--draws", "10"]
    said = refused(options, monkeypatch, capsys)
    assert "R-hat inf" in said
    assert "Run longer" in said


@pytest.mark.calibration
def test_a_short_run_concludes_nothing(monkeypatch, capsys):
    options = [EXAMPLE, *ASSESS, "--no-slopes", "--warmup", "10", "--draws", "10"]
    assert "Run longer" in refused(options, monkeypatch, capsys)
