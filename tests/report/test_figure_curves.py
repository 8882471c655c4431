"""Curves can be read off: what is drawn between two knots is what the plan says there."""

from itertools import pairwise
from math import isfinite

import numpy as np
import pytest

import claimwise as cw
from claimwise import report
from claimwise.plan.around import curves_around
from claimwise.study import read
from claimwise.study.curve import curve

from .drawn import EXAMPLES

NEAR = 0.01  # of the value
SEEN = 0.05  # of power, below which a line of it lies on the axis
SMOOTH = {
    "accuracy": (cw.plan.accuracy, {"n": 500, "difference": 0.02, "agreement": 0.9}),
    "accuracy down": (cw.plan.accuracy, {"n": 500, "difference": -0.04, "agreement": 0.9}),
    "few items": (cw.plan.accuracy, {"n": 30, "difference": 0.2, "agreement": 0.7}),
    "large enough": (cw.plan.accuracy, {"n": 3000, "difference": 0.03, "agreement": 0.9}),
    "proportions": (cw.plan.proportions, {"n": 400, "difference": 0.05, "baseline": 0.8}),
    "preference": (cw.plan.preference, {"n": 100, "win": 0.6, "lose": 0.3}),
    "means": (cw.plan.means, {"n": 40, "difference": 0.1, "sd": 0.4}),
}
# Tests of whole numbers gain and lose power from one size to the next: how much, in shares.
SAW_TOOTH = {
    "sign test without ties": (cw.plan.preference, {"n": 100, "win": 0.6, "lose": 0.4}, 0.08),
    "margin": (
        cw.plan.accuracy,
        {"n": 500, "difference": 0.0, "agreement": 0.9}
        | {"claim": "non-inferiority", "margin": 0.03},
        0.03,
    ),
    "score test of proportions": (
        cw.plan.proportions,
        {"n": 400, "difference": 0.05, "baseline": 0.8, "test": "farrington-manning"},
        0.01,
    ),
}
FIGURES = {"power": "power", "mde": "detectable"}


def line_of(run, options, quantity):
    """Return the sizes and the values of the first line that a report of a plan draws."""
    curves = curves_around(run, options, run(**options))
    drawn = next(one for one in curves if FIGURES[quantity] in report.figures_of(one))
    values = report.vega_lite(drawn, FIGURES[quantity])["data"]["values"]
    first = [value for value in values if value["case"] == values[0]["case"]]
    return [value["n"] for value in first], [value["estimate"] for value in first]


def between(sizes):
    """Return sizes between knots: all of the small ones, of others the farthest from both."""
    halfway = {(a + b) // 2 for a, b in pairwise(sizes)}
    return sorted((halfway | set(range(sizes[0], min(80, sizes[-1])))) - set(sizes))


@pytest.mark.parametrize("quantity", FIGURES)
@pytest.mark.parametrize("name", SMOOTH)
def test_value_a_curve_is_read_off_within_one_per_cent(name, quantity):
    run, options = SMOOTH[name]
    sizes, values = line_of(run, options, quantity)
    for n in between(sizes):
        exact = run(**options | {"n": n})[quantity].estimate
        if quantity == "mde" or exact >= SEEN:
            assert np.interp(n, sizes, values) == pytest.approx(exact, rel=NEAR), n


@pytest.mark.parametrize("name", SAW_TOOTH)
def test_value_a_saw_tooth_is_read_off_within_its_teeth_and_said(name):
    run, options, most = SAW_TOOTH[name]
    sizes, values = line_of(run, options, "power")
    exact = [run(**options | {"n": n})["power"].estimate for n in between(sizes)]
    assert np.interp(between(sizes), sizes, values) == pytest.approx(exact, abs=most)
    power, _ = curves_around(run, options, run(**options))
    assert ("saw-tooth" in report.caption(power, "power")) == (most > NEAR)


@pytest.mark.parametrize("name", SMOOTH)
def test_law_all_figures_of_a_report_have_the_same_sizes_and_the_plan_among_them(name):
    run, options = SMOOTH[name]
    result = run(**options)
    power, mde = curves_around(run, options, result)
    domains, ends = set(), set()
    for one in (power, mde):
        assert one.provenance["settings"]["n"] == power.provenance["settings"]["n"]
        for of in report.figures_of(one):
            chart = report.vega_lite(one, of)
            for panel in chart.get("hconcat", [chart]):
                knots = [value for value in panel["data"]["values"] if value["n"] == options["n"]]
                x = panel["layer"][0]["encoding"]["x"]
                domains.add(tuple(x["scale"]["domain"]))
                ends.add(max(value["n"] for value in panel["data"]["values"]))
                for value in knots:
                    row = next(r for r in result.rows if r.quantity == value["quantity"])
                    if value["case"] in ("", "by the textbook formula"):
                        assert value["estimate"] == pytest.approx(row.estimate, rel=1e-9)
                assert knots
        assert "saw-tooth" not in report.caption(one)
    assert len(domains) == len(ends) == 1


def test_the_plan_is_marked_on_its_curve():
    options = {"n": 500, "difference": 0.02, "agreement": 0.9}
    power, mde = curves_around(cw.plan.accuracy, options, cw.plan.accuracy(**options))
    for one, of in ((power, "power"), (mde, "detectable")):
        layers = report.vega_lite(one, of)["layer"]
        assert {"x": {"datum": 500}} in [layer["encoding"] for layer in layers]
        (dot,) = (layer for layer in layers if layer["mark"]["type"] == "point")
        assert [value["n"] for value in dot["data"]["values"]] == [500]


def test_the_curve_of_a_study_is_as_fine_and_goes_through_it():
    study = read(EXAMPLES / "study.toml")
    drawn = curve(study)
    sizes = [row.at["n"] for row in drawn.select("power")]
    assert len(sizes) >= 40
    assert drawn.provenance["asked"] in sizes


@pytest.mark.parametrize("name", ["accuracy", "means"])
def test_power_is_in_per_cent_and_differences_in_points_of_right_answers(name):
    run, options = SMOOTH[name]
    power, mde = curves_around(run, options, run(**options))
    y = report.vega_lite(power, "power")["layer"][0]["encoding"]["y"]
    assert y["axis"]["format"] == "~%"
    y = report.vega_lite(mde, "detectable")["layer"][0]["encoding"]["y"]
    assert ("100 *" in str(y["axis"])) == y["title"].endswith("(points)") == (name == "accuracy")
    for one in (power, mde):
        values = report.vega_lite(one)["data"]["values"]
        assert all(isfinite(value["estimate"]) for value in values)
