"""Figures of a survey hold the numbers of its rows."""

import re

import pytest

import claimwise as cw
from claimwise import report

from .drawn import drawn


def test_figures_are_drawn_from_the_rows():
    found = drawn("surveyed")
    values = report.vega_lite(found, "survey-gains")["data"]["values"]
    for value in values:
        name = "mde" if value["what"].startswith("detectable") else "difference"
        row = found[f"{name}[{value['name']}]"]
        assert (value["n"], value["difference"]) == (row.n, 100 * row.estimate)
        if name == "difference":
            met = row.estimate >= found[f"mde[{value['name']}]"].estimate
            assert (value["what"] == "reported, at least detectable") == met
    assert len(values) == 78
    powers = report.vega_lite(found, "survey-power")["data"]["values"]
    assert [v["estimate"] for v in powers] == sorted(v["estimate"] for v in powers)
    for value in powers:
        assert value["estimate"] == found[f"expected_power[{value['name']}]"].estimate
        assert (value["what"] == "at least 80%") == (value["estimate"] >= 0.8)


@pytest.mark.parametrize(
    ("sizes", "shown"),
    [([1000, 1500, 2600], ["1,000", "2,600"]), ([1000, 1000, 1000], ["1,000"])],
)
def test_sizes_stand_on_a_logarithmic_axis_and_in_full(sizes, shown):
    vl_convert = pytest.importorskip("vl_convert")
    given = {"n": sizes, "baseline": [0.5, 0.6, 0.7], "new": [0.52, 0.65, 0.71]}
    chart = report.vega_lite(cw.survey(given, kind="scores"), "survey-gains")
    assert chart["layer"][1]["encoding"]["x"]["scale"]["type"] == "log"
    drawing = vl_convert.vegalite_to_svg(chart)
    below = [text for text in re.findall(r">([\d,.e+]+)</text>", drawing) if "0." not in text]
    assert set(shown) <= set(below)


def test_many_comparisons_are_no_taller_than_a_page():
    many = {"n": [500, 700] * 60, "baseline": [0.5, 0.6] * 60, "new": [0.52, 0.65] * 60}
    chart = report.vega_lite(cw.survey(many, agreement_from="glue"), "survey-power")
    values = chart["data"]["values"]
    assert len(values) == 120
    assert chart["height"]["step"] * len(values) == pytest.approx(780)


def test_a_comparison_that_is_not_judged_is_drawn_as_reported_alone():
    """Without a spread nothing is known of it; where no gain is detectable, that is known."""
    scores = {"n": [50, 60, 1], "baseline": [3.1, 3.2, 3.3], "new": [3.2, 3.4, 3.6]}
    found = cw.survey(scores | {"sd": [1.0, None, 1.0]}, kind="scores")
    drawn = report.vega_lite(found, "survey-gains")["data"]["values"]
    kinds = {one["name"]: one["what"] for one in drawn if one["what"].startswith("reported")}
    assert list(kinds.values()) == ["reported, less than detectable", "reported", "reported"]
