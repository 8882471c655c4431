"""claimwise survey: the command, its answers and its refusals."""

import csv
import json
from math import sqrt

import numpy as np
import pytest
from scipy import stats

from .commands import rows, run


@pytest.fixture(scope="module")
def published(examples):
    """The rows of the example that have a size, as numbers."""
    with (examples / "survey.csv").open(encoding="utf-8") as file:
        told = [row for row in csv.DictReader(file) if row["n"]]
    scores = {"baseline", "new"}
    return [
        {k: int(v) if k == "n" else float(v) / 100 if k in scores else v for k, v in row.items()}
        for row in told
    ]


@pytest.mark.slow
def test_the_command_sums_up_the_table(examples, published):
    found = rows(f"survey {examples / 'survey.csv'}")
    sizes = [row["n"] for row in published]
    gains = np.round([row["new"] - row["baseline"] for row in published], 9)
    tau = stats.kendalltau(sizes, gains)
    assert len(gains) == 39
    assert found["mean_difference"]["estimate"] == pytest.approx(gains.mean())
    assert found["sd_difference"]["estimate"] == pytest.approx(gains.std(ddof=1))
    assert found["median_n"]["estimate"] == np.median(sizes)
    assert found["kendall_tau"]["estimate"] == pytest.approx(tau.statistic)
    assert found["kendall_tau"]["pvalue"] == pytest.approx(tau.pvalue)
    detected = [
        gain >= found[f"mde[{row['name']}, {row['task']}]"]["estimate"]
        for row, gain in zip(published, gains, strict=True)
    ]
    share = found["share[reported at least detectable]"]
    assert (share["estimate"], share["n"]) == (pytest.approx(np.mean(detected)), 39)


@pytest.fixture(scope="module")
def asked(examples):
    return rows(
        f"survey {examples / 'survey.csv'} --where claimed=yes --where 'n>=1000' --fit-where "
        "task=reading --fit-where 'n>0' --by normal --alpha 0.01 --power 0.9 --agreement-from "
        "lachenbruch-high --percent --level 0.9 --resamples 300 --seed 4 --test mcnemar-exact "
        "--counts down"
    )


def test_conditions_and_level_reach_it(asked, published):
    mine = [row for row in published if row["claimed"] == "yes" and row["n"] >= 1000]
    gains = [row["new"] - row["baseline"] for row in mine]
    mean = asked["mean_difference"]
    assert (mean["estimate"], mean["n"]) == (pytest.approx(np.mean(gains)), len(mine))
    assert mean["level"] == 0.9
    assert {name for name in asked if name.startswith("mde")} == {
        f"mde[{row['name']}, {row['task']}]" for row in mine
    }
    # Gains are predicted by a line through the other comparisons on reading, and there alone.
    reading = [row for row in published if row["task"] == "reading"]
    others = [row for row in reading if row["name"] != "system-01"]
    x, y = ([row[k] for row in others] for k in ("baseline", "new"))
    line = np.polyfit(x, np.subtract(y, x), 1)
    at = next(row["baseline"] for row in reading if row["name"] == "system-01")
    expected = asked["expected_difference[system-01, reading]"]["estimate"]
    assert expected == pytest.approx(np.polyval(line, at))
    assert asked["expected_difference[system-01, paraphrase]"]["estimate"] is None


def test_route_level_and_counts_reach_it(asked):
    """With 1,700 items and agreement 0.912, by the classical formula at 0.01 and 0.9."""
    d = asked["mde[system-03, paraphrase]"]["estimate"]
    z = stats.norm.isf(0.005) * sqrt(0.088) + stats.norm.ppf(0.9) * sqrt(0.088 - d**2)
    assert sqrt(1700) * d == pytest.approx(z, rel=1e-6)
    # 9,800 items, 0.812 and 0.845: they agree on 0.657 at least, and differ on 1842.4 and 1519.
    p = asked["difference[system-01, reading]"]["pvalue"]
    assert p == pytest.approx(2 * stats.binom.cdf(1519, 1842 + 1519, 0.5), rel=1e-6)


@pytest.mark.slow
def test_every_form_is_written(examples, tmp_path):
    files = ["--report x.html --markdown x.md --latex x.tex --plot x.svg"]
    done = run(f"survey {examples / 'survey.csv'} --table {files[0]}", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "underpowered" in done.stdout
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
        ("survey nowhere.csv", "nowhere.csv does not exist."),
        ("survey {} --no-percent", "scores between 0 and 1, as declared; found baseline 72.1"),
        ("survey {} --where claimd=yes", "no column claimd; it has paper, name,"),
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
