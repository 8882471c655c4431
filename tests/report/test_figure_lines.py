"""Lines that say the truth between their points, and words that do not lie on them."""

import json

import pytest

import claimwise as cw
from claimwise import report
from claimwise.plan.around import curves_around

from .drawn import drawn


def looks():
    study = {"difference": 0.06, "agreement": 0.85}
    return cw.plan.accuracy(n=[200, 300], **study, looks=3, replicates=200, rng=1)


def test_lines_of_a_plan_with_looks_say_how_many_and_how_they_were_found():
    plan = looks()
    chart = report.vega_lite(plan, "power")
    colour = chart["layer"][0]["encoding"]["color"]
    legend = colour["scale"]["domain"]
    names = ["one look, exact", "3 looks, by normal theory", "3 looks, simulated"]
    assert [name[: len(start)] for name, start in zip(legend, names, strict=True)] == names
    for value in chart["data"]["values"]:
        at = {"n": value["n"]}
        stops = {"stopping": "sequential"} if "3 looks" in value["case"] else {}
        by = {"by": "simulated"} if "simulated" in value["case"] else {}
        (row,) = (row for row in plan.select("power") if row.at == stops | by | at)
        assert value["estimate"] == row.estimate
    assert "one look, exact" in json.dumps(report.vega_lite(plan, "errors"))


def test_sample_sizes_by_difference_are_straight_lines_on_logs():
    chart = report.vega_lite(drawn("size"), "sample-size")
    for layer in chart["layer"]:
        for channel in ("x", "y"):
            assert layer["encoding"][channel]["scale"]["type"] == "log"


def test_sample_sizes_of_differences_below_0_are_points_alone():
    plan = cw.plan.accuracy(difference=[-0.05, 0.05], agreement=0.9, solve="n")
    chart = report.vega_lite(plan, "sample-size")
    assert [layer["mark"]["type"] for layer in chart["layer"]] == ["point"]


def test_sample_sizes_by_agreement_stay_on_a_plain_scale():
    plan = cw.plan.accuracy(difference=0.05, agreement=[0.8, 0.9], solve="n")
    chart = report.vega_lite(plan, "sample-size")
    assert "log" not in json.dumps(chart["layer"])
    assert chart["layer"][0]["mark"]["type"] == "line"


def test_words_of_lines_stand_where_curves_begin_and_above_the_panel():
    options = {"n": 500, "difference": 0.02, "agreement": 0.9}
    power, _ = curves_around(cw.plan.accuracy, options, cw.plan.accuracy(**options))
    chart = report.vega_lite(power, "power")
    words = [layer["encoding"] for layer in chart["layer"] if layer["mark"]["type"] == "text"]
    places = {one["text"]["value"]: (one["x"], one["y"]) for one in words}
    assert places["wanted: 80%"] == ({"value": 0}, {"datum": 0.8})
    x, y = places["the plan: 500 items"]
    assert x == {"datum": 500}
    assert y["value"] < 0


@pytest.mark.parametrize(("name", "of"), [("simulated", "power"), ("equivalent", "forest")])
def test_law_rules_and_words_are_drawn_once(name, of):
    """Without data of its own a line would be drawn for each value of its panel."""
    for layer in report.vega_lite(drawn(name), of)["layer"]:
        constant = all("field" not in channel for channel in layer["encoding"].values())
        assert not constant or len(layer["data"]["values"]) == 1
