"""Pictures of a posterior show the numbers of the result, in the order asked for."""

import json
import subprocess
import sys
from dataclasses import replace
from math import inf, nan
from pathlib import Path

import pytest

import claimwise as cw
from claimwise import report
from claimwise.core import ParameterError, Result, Row, spelled

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def latency():
    return cw.compare(
        EXAMPLES / "latency.csv",
        assess="posterior",
        model="robust",
        rope=5.0,
        plot_of="sensitivity,predictive",
    )


@pytest.fixture(scope="module")
def sentiment():
    return cw.compare(
        EXAMPLES / "sentiment.csv",
        assess="posterior",
        model="ordinal",
        plot_of=["diagnostics", "posterior"],
    )


def titles(chart):
    return [part["title"]["text"] for part in chart.get("vconcat", [chart])]


def test_pictures_stand_in_the_order_asked_for(latency, sentiment):
    chart = report.vega_lite(latency)
    assert titles(chart) == ["Under other priors", "Data among data drawn from the fitted model"]
    assert titles(report.vega_lite(sentiment)) == ["Importance weights", "tuned against base"]
    alone = report.vega_lite(latency, of="posterior")
    assert alone["title"]["text"] == "cached against plain"
    assert titles(report.vega_lite(latency, of=["predictive", "posterior"]))[1] == (
        "cached against plain"
    )


def test_sensitivity_draws_the_rows(latency):
    panels = report.vega_lite(latency, of="sensitivity")["vconcat"]
    drawn = {value["name"]: value for value in panels[0]["data"]["values"]}
    assert list(drawn) == ["unit", "unit:0.5", "unit:2", "kruschke"]
    for prior, value in drawn.items():
        row = latency[f"posterior_difference[prior={prior}]"]
        assert (value["estimate"], value["low"], value["high"]) == (row.estimate, row.low, row.high)
    names = ["bayes_factor_01", "bayes_factor_rope_encompassing", "bayes_factor_direction"]
    for panel, name in zip(panels[1:4], names, strict=True):
        for value in panel["data"]["values"]:
            assert value["estimate"] == latency[f"{name}[prior={value['name']}]"].estimate
    point = {value["name"]: value["estimate"] for value in panels[4]["data"]["values"]}
    assert point["kruschke"] == latency["bayes_factor_01[point, prior=kruschke]"].estimate
    scale = panels[4]["layer"][1]["encoding"]["x"]["scale"]
    assert scale["type"] == "log"
    assert scale["domain"][0] < 1 < scale["domain"][1]


def test_the_mean_difference_has_its_pictures_too():
    """Its prior is not a distribution: no dashed curve, and no factors of the region."""
    found = cw.compare(
        EXAMPLES / "latency.csv", assess="posterior,bayes-factor", rope=5.0, plot_of="predictive"
    )
    panels = report.vega_lite(found, of="sensitivity")["vconcat"]
    drawn = [value["name"] for value in panels[0]["data"]["values"]]
    assert drawn == ["reference", "jzs", "jzs:1", "jzs:1.414"]
    for of in ("posterior", "predictive"):
        assert report.vega_lite(found, of=of)
    stages = {curve["stage"] for curve in found.draws["curves"]}
    assert stages == {"posterior"}


def test_factors_that_are_no_numbers_are_said(latency):
    odd = {
        "unit": {"estimate": nan},
        "unit:0.5": {"estimate": inf},
        "unit:2": {"estimate": nan, "low": 0.0, "high": 1e-9, "kind": "bound"},
    }
    rows = [
        replace(row, **odd[spelled(row.at).split("=")[1]])
        if row.quantity == "bayes_factor_direction" and spelled(row.at).split("=")[-1] in odd
        else row
        for row in latency.rows
    ]
    panel = report.vega_lite(replace(latency, rows=tuple(rows)), of="sensitivity")["vconcat"][3]
    values = panel["data"]["values"]
    assert [value["name"] for value in values if "estimate" in value] == ["kruschke"]
    assert {value["name"]: value["text"] for value in values if "estimate" not in value} == {
        "unit": "not defined",
        "unit:0.5": "infinite",
        "unit:2": "< 1\u00a0×\u00a010^-9",
    }


def test_predictive_picture_draws_what_it_was_given(latency):
    (system,) = latency.draws["predictive"]["systems"]
    (chart,) = report.vega_lite(latency, of="predictive")["hconcat"]
    assert chart["vconcat"][0]["data"]["values"] == system["places"]
    small = chart["vconcat"][1]["concat"]
    for panel, one in zip(small, system["statistics"], strict=True):
        assert panel["title"]["text"][0] == one["statistic"]
        assert panel["layer"][1]["encoding"] == {"x": {"datum": one["observed"]}}


def test_traces_and_ranks_are_drawn_chain_by_chain(latency):
    panel = {
        "name": "difference",
        "rhat": 1.0004,
        "ess_bulk": 12.0,
        "ess_tail": 10.0,
        "traces": [[0.0, 1.0], [2.0, 3.0]],
        "step": 5,
        "ranks": [[7, 3], [3, 7]],
        "uniform": 5.0,
        "worst": False,
    }
    found = {"kind": "chains", "panels": [panel], "numbers": 3, "chains": 2, "draws": 10}
    draws = dict(latency.draws) | {"diagnostics": found | {"divergences": 1}}
    chart = report.vega_lite(replace(latency, draws=draws), of="diagnostics")
    assert "1 divergence; 1 of 3 numbers" in chart["title"]["subtitle"][0]
    assert "a draw in 5" in chart["title"]["subtitle"][1]
    (row,) = chart["vconcat"]
    assert row["title"]["text"].startswith("difference: R-hat 1.0004, effective draws 12")
    trace, ranks = row["hconcat"]
    assert trace["layer"][0]["data"]["values"][1] == {"chain": "1", "draw": 6, "value": 1.0}
    counts = ranks["layer"][0]["data"]["values"]
    assert sum(value["draws"] for value in counts if value["chain"] == "1") == 10
    assert [value["rank"] for value in counts[:2]] == [5.0, 15.0]
    assert ranks["layer"][1]["encoding"] == {"y": {"datum": 5.0}}


def test_weights_are_drawn(sentiment):
    chart = report.vega_lite(sentiment, of="diagnostics")
    assert chart["layer"][0]["data"]["values"] == sentiment.draws["diagnostics"]["points"]
    k = sentiment.provenance["settings"]["quality"]["pareto_k"]
    assert f"Pareto k {k:.2f}" in chart["title"]["subtitle"][0]


def test_every_picture_is_a_file(latency, sentiment, tmp_path):
    for name, result in (("a", latency), ("b", sentiment)):
        path = report.save_figure(result, tmp_path / f"{name}.svg")
        assert path.read_text().startswith("<svg")
        json.loads(report.draw_figure(result, ".json"), parse_constant=pytest.fail)


def test_what_cannot_be_drawn_is_refused(latency):
    with pytest.raises(ParameterError, match='plot_of="diagnostics"'):
        report.vega_lite(latency, of="diagnostics")
    with pytest.raises(ParameterError, match="Did you mean sensitivity"):
        report.vega_lite(latency, of="sensitivty")
    few = tuple(row for row in latency.rows if "prior=" not in spelled(row.at))
    with pytest.raises(ParameterError, match="answers under several priors"):
        report.vega_lite(replace(latency, rows=few), of="sensitivity")
    plan = Result(kind="test", method="mcnemar", rows=(Row(quantity="power", estimate=0.5),))
    with pytest.raises(ParameterError, match="a comparison of two systems"):
        report.vega_lite(plan, of="posterior")


@pytest.mark.parametrize(
    ("file", "told", "match"),
    [
        ("latency.csv", {"plot_of": "diagnostics"}, "found one by a closed form"),
        ("counts.csv", {"model": "count", "plot_of": "diagnostics", "paired": False}, "quadrature"),
        ("latency.csv", {"plot_of": "traces"}, "one of posterior, sensitivity, diagnostics"),
        ("latency.csv", {"plot_of": "posterior", "assess": "test"}, "a posterior to draw"),
        ("latency.csv", {"plot_of": "sensitivity", "engine": "mcmc"}, "several priors; found one"),
        ("latency.csv", {"plot_of": "sensitivity", "model": "m.py"}, "its prior in its file"),
        ("leaderboard.csv", {"plot_of": "posterior"}, "two systems; found"),
    ],
)
def test_refusals_come_before_the_work(file, told, match):
    with pytest.raises(ParameterError, match=match):
        cw.compare(EXAMPLES / file, **{"assess": "posterior"} | told)


@pytest.mark.parametrize("letter", ["\x1b", "\x07", "\x08", "\x0b", "\ufffe", "\x00", "\x9b"])
def test_no_name_ends_the_process_that_draws(letter):
    """In a process of its own: some characters abort the renderer."""
    code = (
        "import sys, claimwise as cw\n"
        "from claimwise.report import draw_figure, to_html\n"
        "name = 'a very long name ' * 4 + sys.argv[1].encode().decode('unicode_escape')\n"
        "found = cw.compare({name: [1, 0, 1, 1] * 9, 'b': [0, 0, 1, 1] * 9, 'c': [0, 1] * 18})\n"
        "assert draw_figure(found, '.png') and draw_figure(found, '.svg') and to_html(found)\n"
    )
    given = letter.encode("unicode_escape").decode()
    done = subprocess.run(
        [sys.executable, "-c", code, given], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-500:]
