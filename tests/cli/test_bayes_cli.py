"""Posteriors and Bayes factors from the command line."""

import json
import re
import shlex
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from claimwise.cli.main import main

from .commands import rows, run

EXAMPLES = Path(__file__).parents[2] / "examples"


def command(name, *options):
    return shlex.join(["compare", str(EXAMPLES / name), *options])


def compare(name, *options):
    return run(command(name, *options)).stdout


def found(name, *options):
    return rows(command(name, *options))


def test_value_arc_under_three_priors():
    answer = found(
        *("arc.csv", "--a", "reading-strategies", "--b", "bert", "--dataset", "easy"),
        *("--assess", "posterior,bayes-factor", "--margin", "0.01"),
        *("--prior", "uniform,jeffreys,informed:9:3"),
    )
    assert answer["probability_greater[margin]"]["estimate"] == pytest.approx(
        0.9724970745, abs=1e-9
    )
    factors = {
        prior: answer[f"bayes_factor_01[prior={prior}]"]["estimate"]
        for prior in ("uniform", "jeffreys", "informed:9:3")
    }
    want = {"uniform": 1.377334, "jeffreys": 0.956964, "informed:9:3": 0.561604}
    assert factors == pytest.approx(want, abs=1e-6)
    assert "bayes_factor_01[prior=beta(2,2)]" not in answer


@pytest.mark.slow
def test_latency_by_the_robust_model(tmp_path):
    plot = tmp_path / "posterior.png"
    asked = ("--model", "metric", "--assess", "posterior", "--rope", "-20:2", "--prior", "unit")
    answer = json.loads(compare("latency.csv", *asked, "--plot", str(plot), "--json"))
    settings = answer["provenance"]["settings"]
    assert (settings["model"], settings["prior"]) == ("metric", "unit")
    known = {row["estimand"]: row for row in answer["rows"]}
    whole = known["posterior_difference"]
    assert -20 < whole["low"] < whole["high"] < 2
    assert known["hdi_rope"]["estimate"] == -1  # equivalent: all of it lies in the region
    assert known["effect_size"]["high"] < 0
    assert plot.read_bytes().startswith(b"\x89PNG")
    shown = compare("latency.csv", *asked).splitlines()
    assert [line.split()[-1] for line in shown if line.startswith("cached vs")] == ["equivalent"]


@pytest.mark.slow
def test_pictures_model_prior_and_quality_of_ordinal_levels(tmp_path):
    plot = tmp_path / "all.json"
    done = compare(
        *("sentiment.csv", "--model", "ordinal", "--assess", "posterior,bayes-factor", "--json"),
        *("--plot", str(plot), "--plot-of", "diagnostics,predictive"),
    )
    sections = json.loads(plot.read_text())["vconcat"]
    assert [section["title"]["text"] for section in sections] == [
        "Importance weights",
        "Data among data drawn from the fitted model",
    ]
    found = json.loads(done)
    settings = found["provenance"]["settings"]
    assert settings["model"] == "ordinal"
    assert settings["by"] == "importance sampling"
    assert settings["quality"]["pareto_k"] < 0.7
    assert settings["prior_parameters"]["levels"] == [1, 5]
    assert found["provenance"]["seed"] == 0
    names = [row["estimand"] for row in found["rows"]]
    assert "bayes_factor_01[point]" in names
    assert not any(name.startswith("predictive") for name in names)  # unless asked for by --check


@pytest.mark.slow
def test_earlier_data_are_the_prior():
    answer = found(
        *("arc.csv", "--a", "reading-strategies", "--b", "bert", "--dataset", "challenge"),
        *("--earlier-dataset", "easy", "--assess", "posterior", "--margin", "0.02"),
    )
    row = answer["posterior_difference"]
    assert (row["low"], row["high"]) == pytest.approx((0.02085571, 0.06589889), abs=1e-6)


@pytest.mark.slow
def test_checks_are_shown_on_request(tmp_path):
    few = (EXAMPLES / "counts.csv").read_text().splitlines()[:41]  # the first 20 items
    (tmp_path / "counts.csv").write_text("\n".join(few))
    answer = rows("compare counts.csv --model count --assess posterior --check", cwd=tmp_path)
    assert 0 < answer["predictive[zeros, old]"]["estimate"] < 1
    assert 0 < answer["prior_predictive[mean, new]"]["estimate"] < 1


@pytest.mark.parametrize(
    ("options", "match"),
    [
        (("latency.csv", "--model", "binary", "--assess", "posterior"), "model means, count or"),
        (("latency.csv", "--model", "count", "--assess", "posterior"), "whole numbers from 0 on"),
        (("latency.csv", "--model", "ordinal", "--assess", "posterior"), "whole numbers"),
        (("latency.csv", "--model", "metrik", "--assess", "posterior"), "Did you mean metric"),
        (("latency.csv", "--assess", "posterior", "--prior", "unit"), "--model robust"),
        (("latency.csv", "--assess", "posterior", "--prior", "unit,"), "between the commas"),
        (("latency.csv", "--assess", "posterior", "--rope", "5:-5"), "a lower and a higher end"),
        (("latency.csv", "--assess", "posterior", "--rope", "2:5"), "a region that holds 0"),
        (("latency.csv", "--assess", "posterior", "--rope", "wide"), "-5:5"),
        (("latency.csv", "--assess", "posterior", "--engine", "slow"), "one of exact, mcmc"),
        (("latency.csv", "--plot", "x.png", "--plot-of", "posterior"), "a posterior to draw"),
        (("latency.csv", "--assess", "posterior", "--plot-of", "sensitivity"), "Add --plot FILE"),
        (("latency.csv", "--assess", "posterior", "--plot", "x.png", "--plot-of", "diagnostics"),
          "found one by a closed form"),
        (("latency.csv", "--assess", "posterior", "--plot", "x.png", "--plot-of", "trace"),
          "--plot-of needs one of .*posterior"),
        (("leaderboard.csv", "--assess", "posterior", "--plot", "x.png", "--plot-of", "posterior"),
          "two systems; found"),
        (("arc.csv", "--a", "bert", "--b", "reading-strategies", "--model", "hierarchical",
          "--assess", "posterior", "--plot", "x.png", "--plot-of", "predictive"),
          "a model of means, metric, count or ordinal"),
        (("sentiment.csv", "--model", "ordinal", "--assess", "posterior", "--levels", "5"), "1:5"),
        (("arc.csv", "--a", "bert", "--b", "reading-strategies", "--dataset", "easy", "--model",
          "metric", "--assess", "posterior"), r"For totals use --model binary\."),
        (("arc.csv", "--a", "bert", "--b", "reading-strategies", "--dataset", "easy", "--model",
          "hierarchical", "--assess", "posterior"), "several data sets"),
        (("arc.csv", "--dataset", "easy", "--earlier-dataset", "challenge", "--a", "bert", "--b",
          "reading-strategies"), "a posterior to be updated"),
        (("latency.csv", "--model", "none.py", "--assess", "posterior"), r"none\.py does not"),
        (("latency.csv", "--model", "none.py", "--assess", "posterior", "--prior", "unit"),
         "no prior by name"),
        (("counts.csv", "--model", "count,metric", "--assess", "posterior"), "of the same scores"),
    ],
)  # fmt: skip
def test_refusals(options, match, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["claimwise", *shlex.split(command(*options))])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert re.search(match, said), said
    assert said.startswith("Error: ")


FUNNEL = """
import jax.numpy as jnp
import numpyro
import numpyro.distributions as dist

def model(data):
    log_sd = numpyro.sample("log_sd", dist.Normal(0.0, 3.0))
    x = numpyro.sample("x", dist.Normal(0.0, jnp.exp(log_sd)).expand((3,)))
    numpyro.deterministic("difference", x[0])
"""


@pytest.mark.slow
def test_a_fit_that_fails_concludes_nothing_but_shows_its_chains(tmp_path, monkeypatch, capsys):
    (tmp_path / "funnel.py").write_text(FUNNEL)
    plot = tmp_path / "chains.json"
    options = ["latency.csv", "--model", str(tmp_path / "funnel.py"), "--assess", "posterior"]
    options += ["--warmup", "60", "--draws", "60"]
    argv = ["claimwise", *shlex.split(command(*options, "--plot", str(plot)))]
    monkeypatch.setattr("sys.argv", [*argv, "--plot-of", "diagnostics"])
    with pytest.raises(SystemExit) as left:
        main()
    said = capsys.readouterr()
    assert (left.value.code, said.out) == (2, "")
    assert "R-hat" in said.err
    assert f"What was drawn is in {plot}." in said.err
    assert "R-hat" in plot.read_text()


@pytest.mark.slow
@pytest.mark.parametrize("model", ["binary-probit", "binary"])
def test_right_and_wrong_by_pairs(model):
    answer = found("validation.csv", "--model", model, "--assess", "posterior")
    assert 0.95 < answer["probability_greater"]["estimate"] < 0.99
    row = answer["posterior_mean[candidate]"]
    assert row["low"] < 0.81 < row["high"]


@pytest.mark.slow
def test_models_are_weighed_and_the_first_answers():
    answer = found(
        *("latency.csv", "--model", "metric-normal,metric", "--prior", "unit,kruschke"),
        *("--assess", "posterior"),
    )
    name = "bayes_factor[metric-normal vs metric"
    assert answer[f"{name}]"]["estimate"] < 1
    assert answer[f"{name}, prior=kruschke]"]["estimate"] < 1
    assert answer["log_marginal[metric-normal]"]["estimate"] < 0


@pytest.mark.slow
def test_direction_the_claim_decides_what_is_probable():
    plain = ("validation.csv", "--assess", "posterior", "--margin", "0.01", "--prior", "uniform")
    worse = found(*plain, "--claim", "non-inferiority")["probability_greater[margin]"]["estimate"]
    even = found(*plain)["probability_greater"]["estimate"]
    better = found(*plain, "--claim", "superiority")["probability_greater[margin]"]["estimate"]
    assert worse > even > better


@pytest.mark.slow
def test_direction_lower_scores_may_be_better():
    plain = (
        *("latency.csv", "--assess", "bayes-factor", "--claim", "superiority", "--margin", "5"),
        *("--model", "robust", "--prior", "unit"),
    )
    lower = found(*plain, "--better", "lower")["bayes_factor_direction"]["estimate"]
    higher = found(*plain, "--better", "higher")["bayes_factor_direction"]["estimate"]
    assert lower > 100
    assert higher < 1e-3


@pytest.mark.slow
def test_posteriors_of_many_systems_are_in_a_table():
    text = compare(
        *("leaderboard.csv", "--assess", "posterior", "--baseline", "bert", "--margin", "0.01"),
        "--details",
    )
    row = next(
        line for line in text.splitlines() if line.startswith("roberta vs bert") and ">" in line
    )
    assert "different" in row
    assert "not defined" not in text
    assert "electra vs bert: Prior:" in " ".join(text.split())


def test_graded_scores_that_are_mostly_equal_have_a_mean_difference(tmp_path):
    file = tmp_path / "judged.csv"
    rows = [
        f"{i},{s},{v}" for s, row in (("old", JUDGED), ("new", BETTER)) for i, v in enumerate(row)
    ]
    file.write_text("item,system,score\n" + "\n".join(rows) + "\n")
    answer = json.loads(run(f"compare {file} --assess posterior --json").stdout)
    settings = answer["provenance"]["settings"]
    assert (settings["model"], settings["prior"]) == ("means", "reference")
    (whole,) = (row for row in answer["rows"] if row["estimand"] == "posterior_difference")
    gains = np.subtract(BETTER, JUDGED)
    low, high = stats.t.interval(0.95, 9, gains.mean(), stats.sem(gains))
    assert (whole["low"], whole["high"]) == pytest.approx((low, high))


JUDGED = [1, 0.5, 1, 0, 1, 1, 0.5, 0, 1, 1]
BETTER = [1, 1, 1, 0, 1, 1, 1, 0.5, 1, 1]
