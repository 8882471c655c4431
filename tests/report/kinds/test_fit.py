"""Fits: the values that a plan takes are those of the rows, and the command takes them."""

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import claimwise as cw
from claimwise.assess.response_fit import fit_responses
from claimwise.cli.main import cli
from claimwise.report import answer_of, plain, to_text
from claimwise.report.numbers import p_cell, percent
from claimwise.worlds import fit_agreement, fit_effect
from claimwise.worlds.delta_read import fit_files
from claimwise.worlds.published import AGREEMENT, EFFECT

EXAMPLES = Path(__file__).parents[3] / "examples"
PAST = str(Path(__file__).parents[1] / "past.csv")
TEXTS = [str(EXAMPLES / "translations" / f"{name}.txt") for name in ("base", "new", "reference")]


@pytest.mark.parametrize("fit", [fit_agreement, fit_effect])
def test_a_line_is_an_equation_of_its_coefficients(fit):
    found = fit(PAST).result()
    told = answer_of(found)
    for row in found.select("coefficient"):
        line = next(x for x in told.tables[0].rows if x[0] == row.at["term"])
        assert float(line[1]) == pytest.approx(row.estimate, abs=(row.high - row.low) / 20)
        sign = "-" if row.estimate < 0 else "+"
        first = row.at["term"] == "intercept"
        shown = f"is {line[1]} " if first else f" {sign} {line[1].removeprefix('-')} x "
        assert shown in told.headline
    assert f"{found['r_squared'].n} comparisons of past.csv" in told.headline
    command = told.lines[0].partition("claimwise ")[2]
    assert CliRunner().invoke(cli, [*shlex.split(command), "--json"]).exit_code == 0


@pytest.mark.parametrize("line", [*AGREEMENT.values(), *EFFECT.values()])
def test_a_published_line_names_no_file(line):
    found = line.result()
    assert answer_of(found).lines == ()
    assert to_text(found, details=True)


def test_tasks_are_left_to_the_table(tmp_path):
    path = tmp_path / "tasks.csv"
    rows = [f"{0.5 + 0.03 * i},{0.01 + 0.002 * ((3 * i) % 5)},{'xyz'[i % 3]}" for i in range(12)]
    path.write_text("\n".join(["baseline,difference,task", *rows]))
    told = answer_of(fit_effect(path).result())
    assert "shifted by task" in told.headline
    assert "task=" not in told.headline
    assert {line[0] for line in told.tables[0].rows} >= {"task=y", "task=z"}


def test_a_world_of_swaps_says_what_a_plan_takes():
    found = fit_files("bleu", *TEXTS[:2], references=[TEXTS[2]], subsets=100).result()
    text = plain(answer_of(found).headline)
    assert f"new scores {found['difference'].estimate:.1f} points higher than base on BLEU" in text
    assert f"{percent(found['zero_share'].estimate)} of them" in text
    assert "--world world.toml" in " ".join(answer_of(found).lines)


def test_a_world_of_answers_says_how_far_systems_are_off():
    _, found = fit_responses(EXAMPLES / "responses.csv", replicates=19)
    told = answer_of(found)
    for letter in "ab":
        row = found[f"epsilon_{letter}"]
        assert f"{row.estimate:.3g}" in told.headline
    odd = sum(row.pvalue < 0.05 for row in found.select("distance"))
    assert told.lines[0].startswith(f"{odd} of {len(found.select('distance'))} statistics")
    (checks,) = told.tables
    shown = [(row.at["statistic"], p_cell(row.pvalue)) for row in found.select("distance")]
    assert [(line[0], line[2]) for line in checks.rows] == shown


def test_a_fit_claims_nothing():
    found = fit_agreement(PAST).result()
    assert (found.verdict, answer_of(found).word, answer_of(found).ways) == (None, "", frozenset())
    sections = cw.report.document(found, figures=False).details
    assert "Reporting checklist" not in {one.heading for one in sections}
