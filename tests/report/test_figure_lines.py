"""Lines that say the truth between their points, and words that do not lie on them."""

import json

import pytest

import claimwise as cw
from claimwise import report
from claimwise.report.figures.room import roomiest

from .drawn import drawn


def looks():
    study = {"difference": 0.06, "agreement": 0.85}
    return cw.plan.accuracy(n=[200, 300], **study, looks=3, replicates=200, rng=1)


def test_lines_of_a_plan_with_looks_say_how_many_and_how_they_were_found():
    plan = looks()
    chart = report.vega_lite(plan, "power")
    colour = chart["layer"][0]["encoding"]["color"]
    legend = colour["scale"]["domain"]
    names = ["one look, exact", "3 looks, by normal theory", "3 looks, simulated ("]
    assert [name[: len(start)] for name, start in zip(legend, names, strict=True)] == names
    assert colour["title"] == "looks"
    for value in chart["data"]["values"]:
        at = {"n": value["n"]}
        stops = {"stopping": "sequential"} if "3 looks" in value["case"] else {}
        by = {"by": "simulated"} if "simulated" in value["case"] else {}
        (row,) = (row for row in plan.select("power") if row.at == stops | by | at)
        assert value["estimate"] == row.estimate
    assert "one look, exact" in json.dumps(report.vega_lite(plan, "errors"))


def test_a_plan_with_one_look_says_its_way_in_the_title():
    subtitle = " ".join(report.vega_lite(drawn("exact"), "power")["title"]["subtitle"])
    assert "alpha .05, exact" in subtitle
    assert "look" not in subtitle


def test_sample_sizes_by_difference_are_straight_lines_on_logs():
    chart = report.vega_lite(drawn("size"), "sample-size")
    for layer in chart["layer"]:
        for channel in ("x", "y"):
            assert layer["encoding"][channel]["scale"]["type"] == "log"
        assert layer["encoding"]["x"]["axis"]["values"] == [0.03, 0.05]
    assert 200 in chart["layer"][0]["encoding"]["y"]["axis"]["values"]


def test_sample_sizes_of_differences_below_0_are_points_alone():
    plan = cw.plan.accuracy(difference=[-0.05, 0.05], agreement=0.9, solve="n")
    chart = report.vega_lite(plan, "sample-size")
    assert [layer["mark"]["type"] for layer in chart["layer"]] == ["point"]


def test_sample_sizes_by_agreement_stay_on_a_plain_scale():
    plan = cw.plan.accuracy(difference=0.05, agreement=[0.8, 0.9], solve="n")
    chart = report.vega_lite(plan, "sample-size")
    assert "log" not in json.dumps(chart["layer"])
    assert chart["layer"][0]["mark"]["type"] == "line"


def curve(*values):
    return [{"quantity": "power", "case": "", "n": k, "estimate": y} for k, y in enumerate(values)]


@pytest.mark.parametrize(
    ("values", "right", "below"),
    [
        ((0.2, 0.5, 0.9), False, False),  # free at the left
        ((0.81, 0.93, 0.99), True, False),  # the curve begins above the line
        ((0.79, 0.86, 0.76), True, False),
        ((0.9, 0.82, 0.8), False, True),  # it ends on the line
    ],
)
def test_words_stand_where_no_curve_is(values, right, below):
    assert roomiest(curve(*values), ["n"], 0.8) == {"right": right, "below": below}


def test_words_stand_off_the_line_of_the_plan():
    free = curve(0.2, 0.5, 0.9)
    assert roomiest(free, ["n"], 0.7, 0.2)["right"]
    assert not roomiest(free, ["n"], 0.7, 1.5)["right"]


def test_the_wanted_power_is_written_off_the_curve():
    plan = cw.plan.accuracy(n=[1000, 1500, 3000], difference=0.028, agreement=0.9)
    words = next(
        layer
        for layer in report.vega_lite(plan, "power")["layer"]
        if layer["mark"]["type"] == "text"
    )
    assert words["mark"]["align"] == "right"
    assert words["encoding"]["x"]["value"] > 0
