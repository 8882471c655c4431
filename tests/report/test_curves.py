"""Curves of plans: drawn and kept as their rows are."""

import json
from dataclasses import replace
from math import inf, isnan, nan

import pytest

import claimwise as cw
from claimwise import report
from claimwise.core import ParameterError, Result, Row

PLANS = {
    "known": {"n": 500, "difference": 0.02, "agreement": 0.9},
    "solved for n": {"difference": 0.01, "agreement": 0.93, "solve": "n"},
    "solved for mde": {"n": 1725, "baseline": 0.92, "agreement_from": "glue", "solve": "mde"},
    "bounds": {"n": 1725, "baseline": 0.92, "agreement_from": "lachenbruch", "solve": "mde"},
    "curve": {"n": [200, 400], "difference": [0.02, 0.04], "agreement": 0.9},
    "one axis": {"n": [200, 400], "difference": 0.02, "agreement": 0.9},
    "hopeless": {"n": 60, "difference": 0.02, "agreement": 0.97},
    "nothing": {"n": 60, "difference": 0, "agreement": 0.97},
    "simulated": {"n": 60, "difference": 0.1, "agreement": 0.8, "by": "simulation", "rng": 3},
    "formula": {"n": 60, "difference": 0.1, "agreement": 0.8, "by": "normal"},
}


STUDY = {"n": 300, "difference": 0.06, "agreement": 0.8, "assess": "posterior"}


@pytest.fixture(scope="module", params=PLANS, ids=list(PLANS))
def plan(request):
    return cw.plan.accuracy(**PLANS[request.param])


def test_law_json_round_trip(plan):
    text = report.to_json(plan)
    again = report.from_json(text)
    assert report.to_json(again) == text
    assert [row.estimand for row in again.rows] == [row.estimand for row in plan.rows]
    document = json.loads(text)
    assert document["provenance"]["version"] == cw.__version__
    assert "NaN" not in text


def test_json_has_null_for_nan():
    result = Result(kind="test", method="m", rows=(Row(quantity="mde", estimate=nan),))
    assert json.loads(report.to_json(result))["rows"][0]["estimate"] is None
    assert isnan(report.from_json(report.to_json(result)).rows[0].estimate)


def test_json_keeps_infinity():
    result = Result(kind="test", method="m", rows=(Row(quantity="bayes_factor", estimate=inf),))
    assert report.from_json(report.to_json(result)) == result
    assert "infinite" in report.to_markdown(result)


def test_the_plot_shows_the_rows():
    plan = cw.plan.accuracy(**PLANS["curve"])
    spec = report.vega_lite(plan)
    values = spec["data"]["values"]
    assert len(values) == 4
    for value in values:
        row = plan[f"power[n={value['n']:g}, difference={value['difference']:g}]"]
        assert value["estimate"] == row.estimate
    encoding = spec["layer"][0]["encoding"]
    assert encoding["x"]["field"] == "n"
    assert encoding["y"]["field"] == "estimate"
    assert encoding["color"]["field"] == "difference"
    assert spec["layer"][2]["encoding"]["y"] == {"datum": 0.8}


def test_the_plot_shows_every_case():
    plan = cw.plan.accuracy(
        n=[500, 1000], baseline=0.9, agreement_from="lachenbruch", solve="mde", by="normal"
    )
    spec = report.vega_lite(plan)
    cases = {value["case"] for value in spec["data"]["values"]}
    assert cases == {"low", "middle", "high"}
    assert spec["layer"][0]["encoding"]["color"]["field"] == "case"
    two = cw.plan.proportions(n=[100, 200], difference=[0.1, 0.2], baseline=0.5)
    encoding = report.vega_lite(two)["layer"][0]["encoding"]
    assert encoding["color"]["field"] == "difference"
    assert encoding["strokeDash"]["sort"] == ["by the textbook formula", "exact"]


@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "html", "json"])
def test_plots_are_written(tmp_path, ending):
    plan = cw.plan.accuracy(**PLANS["one axis"])
    path = report.save_figure(plan, tmp_path / f"power.{ending}")
    head = path.read_bytes()[:8]
    starts = {"png": b"\x89PNG", "pdf": b"%PDF", "svg": b"<svg", "json": b"{"}
    assert head.startswith(starts.get(ending, b"<"))


def test_plots_refuse_before_they_compute(tmp_path):
    single = cw.plan.accuracy(**PLANS["known"])
    with pytest.raises(ParameterError, match="several values of n"):
        report.save_figure(replace(single, draws={}), tmp_path / "x.png")
    with pytest.raises(ParameterError, match=r"ending in \.png"):
        report.save_figure(single, tmp_path / "x.gif")
    with pytest.raises(ParameterError, match="an existing folder"):
        report.save_figure(single, tmp_path / "no" / "x.png")


@pytest.mark.parametrize(("sign", "side", "word"), [(1, "greater", "B"), (-1, "less", "A")])
def test_curves_show_what_is_hoped_for(sign, side, word):
    settings = STUDY | {"n": [100, 200], "difference": sign * 0.06}
    plan = cw.plan.accuracy(**settings, margin=0.02, replicates=20, rng=1)
    chart = report.vega_lite(plan)
    wanted = {f"{word} ahead{beyond}" for beyond in ("", ", beyond the margin")}
    assert {point["case"] for point in chart["data"]["values"]} == wanted
    for point in chart["data"]["values"]:
        beyond = {"against": "margin"} if "margin" in point["case"] else {}
        at = {"side": side, **beyond, "n": point["n"]}
        assert point["estimate"] == next(r.estimate for r in plan.rows if r.at == at)
